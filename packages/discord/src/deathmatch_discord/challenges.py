"""From a challenge to the match: to one player, to everybody in the channel, or between two others by a host."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import discord
from msgspec.structs import replace

from deathmatch.core.speech import say, speaking
from deathmatch_discord.api import Api, RefusedError
from deathmatch_discord.boards import Boards
from deathmatch_discord.duels import Duel, Duels
from deathmatch_discord.forms import Shown, both_hands, button, language_of, name_of, plain
from deathmatch_discord.leagues import Leagues

RULES = 1_200  # letters of the rules of a duel in the message about it


@dataclass(frozen=True, slots=True)
class Wanted:
    """A match that somebody wants to set up.

    Attributes:
        body: of the request.
        title: of the variant.
        players: on seats A and B; None for anybody.
        hosted: whether the user who sets it up hosts it, and does not play.
        afresh: whether each decision posts the table as a new message.
        typed: whether moves are read that the players type in the thread.
    """

    body: dict[str, Any]
    title: str
    players: tuple[discord.Member | discord.User | None, discord.Member | discord.User | None]
    hosted: bool = False
    afresh: bool = False
    typed: bool = False


class Challenges:
    """All challenges of the front end.

    Args:
        api, duels, boards, leagues: the server, the matches, their threads, and the seasons of channels.
    """

    def __init__(self, api: Api, duels: Duels, boards: Boards, leagues: Leagues) -> None:
        self._api, self._duels, self._boards, self._leagues = api, duels, boards, leagues
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def post(self, asked: discord.Interaction, wanted: Wanted) -> str:
        """Set a match up and post the challenge; the answer is for the challenger. Raises RefusedError, DiscordException."""
        language, channel = language_of(asked.guild_locale), asked.channel_id or 0
        body = {**wanted.body, "seats": {"A": "friend", "B": "friend"}, "host": wanted.hosted}
        made = await self._api.of(asked.user.id).post("/api/matches", body, language_of(asked.locale))
        users = [0 if one is None else one.id for one in wanted.players]
        names = ["" if one is None else name_of(one) for one in wanted.players]
        season = channel if self._leagues.files(channel, asked.user.id, hosted=wanted.hosted) else 0
        duel = Duel(
            str(made["id"]),
            wanted.title,
            channel,
            (users[0], users[1]),
            (names[0], names[1]),
            (made["seats"]["A"], made["seats"]["B"]),
            language,
            body=wanted.body,
            host=asked.user.id if wanted.hosted else 0,
            host_key=str(made["host"]) if wanted.hosted else "",
            afresh=wanted.afresh,
            typed=wanted.typed,
            season=season,
        )
        with speaking(language):
            shown = _challenge(duel, asked.user.mention)
        called = [one for one in wanted.players if one is not None and one.id != asked.user.id]
        place = self._boards.channel(channel)
        message = await place.send(shown.words, view=shown.view(), allowed_mentions=discord.AllowedMentions(users=called))
        self._duels.keep(replace(duel, challenge=message.id))
        if wanted.hosted:
            return say("Your match is posted. It begins when both players have accepted. You run it with /desk.")
        if wanted.players[1] is None:
            return say("Your challenge has been posted. The match begins when somebody accepts.")
        return say("Your challenge has been posted. The match begins when {opponent} accepts.", opponent=wanted.players[1].mention)

    async def accept(self, asked: discord.Interaction, match: str) -> str:
        """Accept a challenge, and begin the match if nobody else has to; the answer is for the user who accepts."""
        async with self._locks[match]:
            duel, user = self._duels.find(self._duels.now(match)), asked.user
            if duel is None:
                return say("This challenge is no longer open.")
            if duel.open and not user.bot and duel.seat(user.id) is None:
                duel = replace(duel, players=(duel.players[0], user.id), names=(duel.names[0], name_of(user)))
            if duel.open or duel.seat(user.id) is None or (user.id not in duel.missing and user.id not in duel.agreed):
                return say("Only the player who was challenged can do this.")
            try:
                return await self._agreed(asked, duel)
            except RefusedError as error:
                if error.status != HTTPStatus.NOT_FOUND:
                    raise
                await self._close(duel, "")  # the server keeps a match that does not begin for some days only
                return say("This challenge is no longer open.")

    async def _agreed(self, asked: discord.Interaction, duel: Duel) -> str:
        """Note that this user has accepted, and begin the match if nobody else has to."""
        if asked.user.id not in duel.agreed:
            duel = self._duels.keep(replace(duel, agreed=(*duel.agreed, asked.user.id)))
        if duel.missing:
            with speaking(duel.language):
                words = f"{_challenge(duel, f'<@{duel.host}>').words}\n{say('{name} has accepted.', name=asked.user.mention)}"
            await self._boards.message(duel.channel, duel.challenge).edit(content=words)
            return say("You have accepted. The match begins when {opponent} accepts.", opponent=f"<@{duel.missing[0]}>")
        if not duel.board:
            duel = await self._begin(asked, duel)
        return say("The match has begun: {thread}.", thread=f"<#{duel.thread}>")

    async def _begin(self, asked: discord.Interaction, duel: Duel) -> Duel:
        assert isinstance(asked.channel, discord.TextChannel)
        if duel.season:
            table = await self._leagues.table(duel)
            table = replace(table, season=0)
            if table.match != duel.match:
                self._duels.move(table, duel.match)
            duel = table
        for user, name, key in zip(duel.players, duel.names, duel.keys, strict=True):
            api = self._api.of(user)
            table_now = (await api.get(f"/api/seats/{key}?pictures=none"))["table"]
            if table_now["role"] not in table_now["names"]:
                await api.post(f"/api/seats/{key}", {"name": name})
        return await self._boards.begin(duel, asked.channel)

    async def decline(self, asked: discord.Interaction, match: str) -> str:
        """Take a challenge back; its players and its host can."""
        async with self._locks[match]:
            duel = self._duels.find(self._duels.now(match))
            if duel is None or duel.board:
                return say("This challenge is no longer open.")
            if asked.user.id != duel.host and duel.seat(asked.user.id) is None:
                return say("Only the two players can do this.")
            await self._close(duel, asked.user.mention)
        return say("The challenge is withdrawn.")

    async def _close(self, duel: Duel, name: str) -> None:
        """Forget a challenge that nobody can accept any more."""
        self._duels.forget(duel.match)
        with speaking(duel.language):
            words = say("{name} has declined.", name=name) if name else say("This challenge is no longer open.")
        await self._boards.message(duel.channel, duel.challenge).edit(content=words, view=None)


def _challenge(duel: Duel, maker: str) -> Shown:
    """The message with a challenge."""
    title, users = plain(duel.named), [f"<@{user}>" for user in duel.players]
    if duel.host:
        words = say("{name} hosts {title}: {first} against {second}.", name=maker, title=title, first=users[0], second=users[1])
    elif duel.open:
        words = say("{name} challenges everybody here: {title}.", name=maker, title=title)
    else:
        words = say("{name} challenges {opponent}: {title}.", name=maker, opponent=users[1], title=title)
    options = plain(", ".join(f"{key} {value}" for key, value in duel.body["options"].items()))
    if duel.body.get("preset"):
        options = f"{say('The rules are as written in the original text.')} {options}".strip()
    typed = say("Moves that the players type in the thread count.") if duel.typed else ""
    caster = both_hands(duel.body.get("settings", {}))
    if duel.body.get("title"):  # a duel that the host leads
        caster = f"{plain(duel.body.get('rules', ''))[:RULES]}\n{say('The host sees everything.')}".strip()
    row = (button(say("Accept"), "accept", duel.match, main=True), button(say("Decline"), "decline", duel.match))
    return Shown("\n".join(line for line in (words, options, typed, caster) if line), rows=(row,))
