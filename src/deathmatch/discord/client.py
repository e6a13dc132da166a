"""The front end as a client of Discord: slash commands, the buttons of old and new messages, and the matches that it shows."""

from __future__ import annotations

import asyncio
import io
import logging
import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import aiohttp
import discord
from msgspec.structs import replace

from deathmatch.core.speech import say, speaking
from deathmatch.core.themes import rasterized
from deathmatch.discord import forms
from deathmatch.discord.api import PATIENCE_MS, Api, RefusedError
from deathmatch.discord.commands import add_commands
from deathmatch.discord.duels import Duel, Duels
from deathmatch.discord.forms import Shown, button, cut, language_of, plain
from deathmatch.discord.hands import Hands
from deathmatch.server.vault import WrongKey

log = logging.getLogger("deathmatch.discord")
TABLE, SEAT = "table.png", "seat.png"  # the names of the pictures, the same in every match
THREAD_NAME: Final = 100  # letters
WEEK: Final = 10_080  # minutes until Discord archives a silent thread
REST_S: Final = 5  # before a match that could not be shown is shown again


def picture(shown: Shown, name: str) -> discord.File:
    """The picture of a message as a file."""
    return discord.File(io.BytesIO(rasterized(shown.svg)), name, description=shown.alt)


class Client(discord.Client):
    """The front end of one server.

    Args:
        api: the server.
        duels: the matches that were set up here.
        address: of the server in links for people.
    """

    def __init__(self, api: Api, duels: Duels, address: str, **settings: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none(), **settings)
        self.api, self.duels, self.address = api, duels, address.rstrip("/")
        self.hands = Hands(api, duels)
        self.titles: dict[str, str] = {}
        self.tree = discord.app_commands.CommandTree(self)
        self._watching: dict[str, asyncio.Task[None]] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def setup_hook(self) -> None:
        """Before the first connection: the variants, the commands, and the matches that go on."""
        await self.api.open()
        self.titles = {one["variant"]: one["title"] for one in await self.api.get("/api/games")}
        add_commands(self)
        await self.tree.sync()
        for duel in self.duels.all():
            if duel.board and not duel.over:
                self.watch(duel.match)

    async def close(self) -> None:
        """End everything."""
        for task in self._watching.values():
            task.cancel()
        await asyncio.gather(*self._watching.values(), return_exceptions=True)
        await self.api.close()
        await super().close()

    # --- The challenge

    async def challenge(self, asked: discord.Interaction, opponent: discord.Member, body: dict[str, Any]) -> str:
        """Set a match up and post the challenge; the answer is for the challenger. Raises RefusedError, discord.Forbidden."""
        language = language_of(asked.guild_locale)
        made = await self.api.post("/api/matches", {**body, "seats": {"A": "friend", "B": "friend"}}, language_of(asked.locale))
        title, match = self.titles[str(body["variant"])], str(made["id"])
        players = (asked.user.id, opponent.id)
        names = (asked.user.display_name, opponent.display_name)
        duel = Duel(match, title, asked.channel_id or 0, players, names, (made["seats"]["A"], made["seats"]["B"]), language)
        options = ", ".join(f"{key} {value}" for key, value in body["options"].items())
        with speaking(language):
            words = say(
                "{name} challenges {opponent}: {title}.", name=asked.user.mention, opponent=opponent.mention, title=plain(say(title))
            )
            shown = Shown(
                "\n".join([words, *([plain(options)] if options else [])]),
                "",
                "",
                ((button(say("Accept"), "accept", match, main=True), button(say("Decline"), "decline", match)),),
            )
        channel = self.get_partial_messageable(duel.channel)
        calls = discord.AllowedMentions(users=[opponent])
        message = await channel.send(shown.words, view=shown.view(), allowed_mentions=calls)
        self.duels.keep(replace(duel, challenge=message.id))
        return say("Your challenge has been posted. The match begins when {opponent} accepts.", opponent=opponent.mention)

    async def accept(self, asked: discord.Interaction, match: str) -> str:
        """Begin the match of a challenge; the answer is for the one who pressed."""
        async with self._locks[match]:
            duel = self.duels.find(match)
            if duel is None:
                return say("This challenge is no longer open.")
            if asked.user.id != duel.players[1]:
                return say("Only the player who was challenged can do this.")
            if not duel.board:
                await self._sit(duel)
                duel = await self._begin(duel, asked)
                self.watch(match)
        return say("The match has begun: {thread}.", thread=f"<#{duel.thread}>")

    async def decline(self, asked: discord.Interaction, match: str) -> str:
        """Take a challenge back; both players can."""
        async with self._locks[match]:
            duel = self.duels.find(match)
            if duel is None or duel.board:
                return say("This challenge is no longer open.")
            if duel.seat(asked.user.id) is None:
                return say("Only the two players can do this.")
            self.duels.forget(match)
            with speaking(duel.language):
                words = say("{name} has declined.", name=asked.user.mention)
            await self._message(duel.channel, duel.challenge).edit(content=words, view=None)
        return say("The challenge is withdrawn.")

    async def _sit(self, duel: Duel) -> None:
        """Seat both players under their names in this server; one who sits already stays."""
        for name, key in zip(duel.names, duel.keys, strict=True):
            table = (await self.api.get(f"/api/seats/{key}?pictures=none"))["table"]
            if table["role"] not in table["names"]:
                await self.api.post(f"/api/seats/{key}", {"name": name})

    async def _begin(self, duel: Duel, asked: discord.Interaction) -> Duel:
        """The thread behind the challenge, and the table in it."""
        assert isinstance(asked.channel, discord.TextChannel)
        full = await self.api.get(f"/api/matches/{duel.match}?pictures=light", duel.language)
        with speaking(duel.language):
            shown = forms.table(full, duel.match)
            names = " – ".join(full["table"]["names"].values())
        if not duel.thread:
            name = cut(f"{say(duel.title)}: {names}", THREAD_NAME)
            challenge = discord.Object(duel.challenge)
            thread = await asked.channel.create_thread(name=name, message=challenge, auto_archive_duration=WEEK)
            duel = self.duels.keep(replace(duel, thread=thread.id))
        duel = await self._post(duel, shown)
        await self._message(duel.channel, duel.challenge).edit(view=None)
        return duel

    # --- The table, for everybody

    def watch(self, match: str) -> None:
        """Show a match from now on to its end."""
        if match not in self._watching:
            task = self._watching[match] = asyncio.create_task(self._watch(match), name=f"watch {match}")
            task.add_done_callback(lambda _: self._watching.pop(match, None))

    async def _watch(self, match: str) -> None:
        version = 0
        while (duel := self.duels.find(match)) is not None and not duel.over:
            path = f"/api/matches/{match}?since={version}&wait={PATIENCE_MS}&pictures=light"
            try:
                full = await self.api.get(path, duel.language)
                await self._show(duel, full)
                version = full["version"]
            except (RefusedError, aiohttp.ClientError, TimeoutError, discord.DiscordException) as error:
                log.warning("match %s cannot be shown: %s", match, type(error).__name__)
                if isinstance(error, RefusedError) and error.status == HTTPStatus.NOT_FOUND:
                    return  # the server has forgotten it
                await asyncio.sleep(REST_S)

    async def _show(self, duel: Duel, full: Mapping[str, Any]) -> None:
        if full["seen"] is None:
            return
        with speaking(duel.language):
            shown = forms.table(full, duel.match)
        if shown.digest() != duel.shown:
            file, embed = await asyncio.to_thread(picture, shown, TABLE), _embed(shown)
            try:
                message = self._message(duel.thread, duel.board)
                await message.edit(embed=embed, attachments=[file], view=shown.view() if shown.rows else None)
                duel = self.duels.keep(replace(duel, shown=shown.digest()))
            except discord.NotFound:
                duel = await self._post(duel, shown)
        if full["table"]["state"] == "over":
            await self._finish(duel, full)

    async def _post(self, duel: Duel, shown: Shown) -> Duel:
        """A new message with the table."""
        file = await asyncio.to_thread(picture, shown, TABLE)
        thread = self.get_partial_messageable(duel.thread)
        message = await thread.send(embed=_embed(shown), file=file, view=shown.view() if shown.rows else discord.utils.MISSING)
        return self.duels.keep(replace(duel, board=message.id, shown=shown.digest()))

    async def _finish(self, duel: Duel, full: Mapping[str, Any]) -> None:
        """The result, with the record if everybody may have it."""
        try:
            files = [discord.File(io.BytesIO(await self.api.file(f"/r/{duel.match}.dm")), "match.dm")]
        except RefusedError:
            files = []
        with speaking(duel.language):
            view = discord.ui.View(timeout=None)
            view.add_item(discord.ui.Button(label=say("Replay and review"), url=f"{self.address}/r/{duel.match}"))
            view.stop()
        await self.get_partial_messageable(duel.thread).send(f"**{plain(full['seen']['ending'])}**", files=files, view=view)
        self.duels.keep(replace(duel, over=True))

    def _message(self, channel: int, message: int) -> discord.PartialMessage:
        return self.get_partial_messageable(channel).get_partial_message(message)

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
            except (RefusedError, aiohttp.ClientError, TimeoutError, discord.DiscordException) as error:
                log.warning("a button of match %s failed: %s", parts[2], type(error).__name__)
                await self.explain(asked, error)

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
        if act in ("number", "word"):
            await asked.response.send_modal(self.hands.modal(act, match, more))
            return
        if act in ("accept", "decline", "link"):
            await asked.response.defer(ephemeral=True, thinking=True)
            answer = {"accept": self.accept, "decline": self.decline, "link": self.link}[act]
            await asked.edit_original_response(content=await answer(asked, match))
            return
        await (asked.response.defer(ephemeral=True, thinking=True) if act == "move" else asked.response.defer())
        duel = self.duels.find(match)
        seat = None if duel is None else duel.seat(asked.user.id)
        if duel is None or seat is None:
            await asked.edit_original_response(content=say("Only the two players can do this."))
            return
        async with self._locks[f"{match} {seat}"]:
            shown = await self.hands.act(duel, seat, language_of(asked.locale), act, [*more, *_typed(asked)])
        file = await asyncio.to_thread(picture, shown, SEAT)
        await asked.edit_original_response(content=shown.words, attachments=[file], view=shown.view() if shown.rows else None)

    async def link(self, asked: discord.Interaction, match: str) -> str:
        """The private link of a seat, to play in the browser."""
        duel = self.duels.find(match)
        seat = None if duel is None else duel.seat(asked.user.id)
        if duel is None or seat is None:
            return say("Only the two players can do this.")
        return say("Your seat in the browser: {link}. Give this link to nobody.", link=f"<{self.address}/s/{duel.keys[seat]}>")


async def run(token: str, server: str, address: str, folder: Path) -> str:
    """Stay connected until somebody stops the program; the answer is what prevents it."""
    try:
        duels = Duels(folder)
    except (WrongKey, OSError, sqlite3.Error) as error:
        return str(error)
    try:
        async with Client(Api(server), duels, address) as client:
            await client.start(token)
    except discord.LoginFailure:
        return "Discord does not know this token; copy it again from the page of your application"
    except (RefusedError, aiohttp.ClientError, TimeoutError) as error:
        return f"{server} does not answer as a server of ours: {error}"
    finally:
        duels.close()
    return ""


def _embed(shown: Shown) -> discord.Embed:
    return discord.Embed(title=shown.title, description=shown.words).set_image(url=f"attachment://{TABLE}")


def _typed(asked: discord.Interaction) -> list[str]:
    """The values that were selected or typed."""
    data: Any = asked.data or {}
    return [*data.get("values", ()), *(part["value"] for row in data.get("components", ()) for part in row.get("components", ()))]
