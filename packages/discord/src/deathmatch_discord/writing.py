"""What people write: private lines between a host and a player, which come as direct messages, and moves that are typed in a thread."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

import discord

from deathmatch.core.speech import say, speaking
from deathmatch_discord.api import PATIENCE_MS, REST_S, UNREACHED, Api, RefusedError
from deathmatch_discord.duels import Duel, Duels
from deathmatch_discord.forms import CONTENT, button, cut, name_of, owing, plain, view

log = logging.getLogger("deathmatch.discord")
HOST: Final = "host"
OF_EVERY_GAME: Final = {"pending", "decision", "over", "winner", "reason", "seat", "submitted"}  # fields of a seat that has no secrets


class Lines:
    """The private lines of all matches that a host runs, wherever they were written; each goes to the one who is to read it.

    Args:
        client: sends the messages.
        api, duels: the server, and the matches.
    """

    def __init__(self, client: discord.Client, api: Api, duels: Duels) -> None:
        self._client, self._api, self._duels = client, api, duels
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def watch(self, duel: Duel) -> None:
        """Bring the lines of this match from now on."""
        if duel.host and duel.match not in self._tasks:
            self._tasks[duel.match] = asyncio.create_task(self._keep(duel.match), name=f"lines of {duel.match}")

    async def close(self) -> None:
        """Bring no more."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def tell(self, duel: Duel, user: int, to: str, text: str, language: str) -> None:
        """Say something in private, as the host to a seat or as a player to the host or an onlooker; raises RefusedError."""
        seat = duel.seat(user)
        path = f"/api/hosts/{duel.host_key}" if seat is None else f"/api/seats/{duel.keys[seat]}"
        await self._api.of(user).post(f"{path}/tell", {"to": to, "text": text}, language)

    async def _keep(self, match: str) -> None:
        count = -1
        while (duel := self._duels.find(match)) is not None:
            try:
                path = f"/api/hosts/{duel.host_key}/talks?since={count}&wait={PATIENCE_MS}"
                told = await self._api.of(duel.host).get(path, duel.language)
                for talk in told["talks"]:
                    if talk["other"] == HOST:
                        await self._bring(match, talk["seat"], talk["count"], talk["lines"])
                count = told["count"]
            except (*UNREACHED, discord.DiscordException) as error:
                if isinstance(error, RefusedError) and error.status == HTTPStatus.NOT_FOUND:
                    return
                log.warning("private lines of match %s cannot be brought: %s", match, type(error).__name__)
                await asyncio.sleep(REST_S)

    async def _bring(self, match: str, seat: str, count: int, lines: Sequence[dict[str, Any]]) -> None:
        """Bring the lines of one talk that nobody has been brought yet."""
        while (duel := self._duels.find(match)) is not None and (new := count - duel.heard.get(seat, 0)) > 0:
            if new <= len(lines):  # the server keeps the last ones only
                is_hosts = lines[-new]["role"] == HOST
                with speaking(duel.language):
                    user = duel.players["AB".index(seat)] if is_hosts else duel.host
                    await self._send(duel, user, HOST if is_hosts else seat, lines[-new]["text"])
            now = self._duels.find(match) or duel
            self._duels.change(duel, heard={**now.heard, seat: count - new + 1})

    async def _send(self, duel: Duel, user: int, answer: str, text: str) -> None:
        """A line as a direct message, with a button to answer it."""
        who = say("the host") if answer == HOST else duel.people["AB".index(answer)]
        words = f"**{plain(duel.named)}**\n{say('{name}, to you alone: {text}', name=plain(who), text=plain(text))}"
        answering = view((button(say("Answer"), "tell", duel.match, answer),))
        try:
            direct = await self._client.create_dm(discord.Object(user))
            await direct.send(cut(words, CONTENT), view=answering)
        except discord.Forbidden:
            log.info("somebody in match %s takes no direct messages", duel.match)  # the line stands behind My move and in the browser


class Typed:
    """Moves that players type in the thread of their match, where its host allows that.

    The text is public, so it answers only a question whose answer everybody may see: one that a single seat owes, which has no secrets.
    Then a refusal, too, follows from what everybody knows.

    Args:
        api, duels: the server, and the matches.
    """

    def __init__(self, api: Api, duels: Duels) -> None:
        self._api, self._duels = api, duels

    async def read(self, duel: Duel, user: discord.abc.User, text: str) -> str:
        """Submit what this player has written; the answer is what the thread has to be told, empty for nothing. Raises RefusedError."""
        seat = duel.seat(user.id)
        assert seat is not None
        api, path = self._api.of(user.id), f"/api/seats/{duel.keys[seat]}"
        full = await api.get(f"{path}?pictures=none", duel.language)
        seen = full["seen"]
        if full["step"] is None or seen.get("paused"):
            return ""
        if owing(seen) != ["AB"[seat]] or seen.get("sealed") or set(seen["private"]) - OF_EVERY_GAME:
            if duel.warned:
                return ""
            self._duels.change(duel, warned=True)
            return say("Answers to this question are secret: I do not read what is typed here. Press My move.")
        try:
            await api.post(f"{path}/submit", {"ply": seen["ply"], "text": text}, duel.language)
        except RefusedError as error:
            return say("{name}: {reason}", name=plain(name_of(user)), reason=plain(str(error))) if error.illegal else ""
        return ""
