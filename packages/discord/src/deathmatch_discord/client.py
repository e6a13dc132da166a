"""The front end as a client of Discord: its connection, the buttons of old and new messages, and all parts put together."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands

from deathmatch.core.speech import say, speaking
from deathmatch_discord import forms
from deathmatch_discord.api import UNREACHED, Api, RefusedError
from deathmatch_discord.boards import Boards
from deathmatch_discord.challenges import Challenges
from deathmatch_discord.duels import Duels
from deathmatch_discord.forms import Shown, cut, language_of, plain
from deathmatch_discord.leagues import Leagues
from deathmatch_discord.private_messages import Desk, Hands
from deathmatch_discord.writing import Typed

log = logging.getLogger("deathmatch.discord")
SEAT: Final = "seat.png"  # the name of a private picture, the same in every match
Command: TypeAlias = "app_commands.Command[Any, Any, Any] | app_commands.Group"
OF_DESK: Final = ("desk", "pause", "resume", "rule")


class Client(discord.Client):
    """The front end of one server.

    Args:
        api: the server.
        duels: the matches that were set up here.
        address: of the server in links for people.
        commands: its slash commands.
        reads: whether it asks Discord for what people write, which needs the intent for the content of messages.
    """

    def __init__(self, api: Api, duels: Duels, address: str, commands: Sequence[Command], *, reads: bool = False, **settings: Any) -> None:
        intents = discord.Intents(guilds=True, guild_messages=reads, message_content=reads)
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none(), max_messages=None, **settings)
        self.reads, self.typed = reads, Typed(api, duels)
        self.api, self.duels, self.address = api, duels, address.rstrip("/")
        self.boards = Boards(self, api, duels, self.address)
        self.leagues = Leagues(api, duels)
        self.challenges = Challenges(api, duels, self.boards, self.leagues)
        self.hands, self.desk = Hands(api, duels), Desk(api, duels, self.address)
        self.games: dict[str, dict[str, Any]] = {}
        self.tree = app_commands.CommandTree(self)
        for command in commands:
            self.tree.add_command(command)
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def setup_hook(self) -> None:
        """Before the first connection: the variants, the commands, and the matches that go on."""
        await self.api.open()
        self.games = {one["variant"]: one for one in await self.api.get("/api/games")}
        await self.tree.sync()
        self.boards.open()

    async def close(self) -> None:
        """End everything."""
        await self.boards.close()
        await self.api.close()
        await super().close()

    # --- Buttons

    async def on_interaction(self, asked: discord.Interaction) -> None:
        """A button, a select or a modal; slash commands go their own way."""
        data: Any = asked.data or {}
        parts = str(data.get("custom_id", "")).split(":")
        if parts[0] != forms.SIGN or len(parts) < 3:
            return
        with speaking(language_of(asked.locale)):
            try:
                await self._pressed(asked, parts[1], parts[2], parts[3:])
            except (*UNREACHED, discord.DiscordException) as error:
                log.warning("a button of match %s failed: %s", parts[2], type(error).__name__)
                await self.explain(asked, error)

    async def on_message(self, message: discord.Message) -> None:
        """A player has written in the thread of a match in which moves are typed."""
        if (match := self.boards.rooms.get(message.channel.id)) is None:
            return
        async with self._locks[f"{match} room"]:
            duel = self.duels.find(match)
            if duel is None or duel.over or duel.seat(message.author.id) is None or not message.content:
                return
            try:
                with speaking(duel.language):
                    if words := await self.typed.read(duel, message.author, message.content):
                        await message.channel.send(cut(words, forms.CONTENT))
            except (*UNREACHED, discord.DiscordException) as error:
                log.warning("a message in match %s was not read: %s", match, type(error).__name__)

    async def explain(self, asked: discord.Interaction, error: Exception) -> None:
        """Tell only the one who asked why it did not work."""
        reason = str(error) if isinstance(error, RefusedError) else say("The server does not answer. Try again in a moment.")
        if isinstance(error, discord.Forbidden):
            reason = say("I lack a permission in this channel.")
        try:
            if asked.response.is_done():
                await asked.followup.send(cut(plain(reason), forms.CONTENT), ephemeral=True)
            else:
                await asked.response.send_message(cut(plain(reason), forms.CONTENT), ephemeral=True)
        except discord.DiscordException as failed:
            log.warning("an answer was refused: %s", type(failed).__name__)

    async def _pressed(self, asked: discord.Interaction, act: str, match: str, more: list[str]) -> None:
        """Act on a button. Discord waits three seconds for the acknowledgement, so it comes before everything that takes time."""
        if act in ("number", "word", "text", "tell"):
            await asked.response.send_modal(self.hands.modal(act, match, more))
            return
        if act == "told":
            await asked.response.defer(ephemeral=True, thinking=True)
            await asked.edit_original_response(content=await self.tell(asked, match, more[0], _typed(asked)[0]))
            return
        if act in ("accept", "decline", "link"):
            await asked.response.defer(ephemeral=True, thinking=True)
            done = {"accept": self.challenges.accept, "decline": self.challenges.decline}.get(act)
            await asked.edit_original_response(content=await done(asked, match) if done else self.link(asked, match))
            return
        await (asked.response.defer(ephemeral=True, thinking=True) if act == "move" else asked.response.defer())
        await self.show(asked, await self._acted(asked, act, match, more))

    async def _acted(self, asked: discord.Interaction, act: str, match: str, more: list[str]) -> Shown:
        """The private message after a button of it was pressed; raises RefusedError."""
        duel, language = self.duels.find(match), language_of(asked.locale)
        if act in OF_DESK:
            if duel is None or duel.host != asked.user.id:
                return Shown(say("You host no match here."))
            async with self._locks[f"{match} host"]:
                return await self.desk.act(duel, language, act, more)
        seat = None if duel is None else duel.seat(asked.user.id)
        if duel is None or seat is None:
            return Shown(say("Only the two players can do this."))
        async with self._locks[f"{match} {seat}"]:
            return await self.hands.act(duel, seat, language, act, [*more, *_typed(asked)])

    async def show(self, asked: discord.Interaction, shown: Shown) -> None:
        """Put a private message in the place of the answer to an interaction."""
        files = await asyncio.to_thread(shown.file, SEAT)
        await asked.edit_original_response(content=shown.words, attachments=files, view=shown.view() if shown.rows else None)

    async def tell(self, asked: discord.Interaction, match: str, to: str, text: str) -> str:
        """Say something in private at a match that has a host; raises RefusedError."""
        duel = self.duels.find(match)
        if duel is None or not duel.host or (asked.user.id != duel.host and duel.seat(asked.user.id) is None):
            return say("You have no match with a host here.")
        await self.boards.lines.tell(duel, asked.user.id, to, text, language_of(asked.locale))
        return say("Said in private: {text}", text=plain(text))

    def link(self, asked: discord.Interaction, match: str) -> str:
        """The private link of a seat, to play in the browser."""
        duel = self.duels.find(match)
        seat = None if duel is None else duel.seat(asked.user.id)
        if duel is None or seat is None:
            return say("Only the two players can do this.")
        return say("Your seat in the browser: {link}. Give this link to nobody.", link=f"<{self.address}/s/{duel.keys[seat]}>")


def _typed(asked: discord.Interaction) -> list[str]:
    """The values that were selected or typed."""
    data: Any = asked.data or {}
    return [*data.get("values", ()), *(part["value"] for row in data.get("components", ()) for part in row.get("components", ()))]
