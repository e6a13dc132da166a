"""The threads of matches: the public table, calls to players whose turn it is, and the result. Everything comes from a spectator's link."""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

import discord
from msgspec.structs import replace

from deathmatch.core.speech import say, speaking
from deathmatch_discord import forms
from deathmatch_discord.api import REST_S, UNREACHED, Api, Listener, RefusedError
from deathmatch_discord.duels import Duel, Duels
from deathmatch_discord.forms import Shown, cut
from deathmatch_discord.writing import Lines

log = logging.getLogger("deathmatch.discord")
TABLE: Final = "table.png"  # the name of the picture, the same in every match
PNG: Final = b"\x89PNG"
THREAD_NAME: Final = 100  # letters
WEEK: Final = 10_080  # minutes until Discord archives a silent thread
DAY_S: Final = 86_400  # that a match is still shown after its end, because its host may rule
GONE, ARCHIVED = 10008, 50083  # Discord's codes: there is no such message; the thread is archived
LONGEST_REST_S: Final = 600.0  # before a match that could not be shown is shown again
TRIES: Final = 20  # to get the animation of a match


@dataclass(slots=True)
class _Shown:
    """A match that is shown: whether something has happened, the task that shows it, how often its animation was asked for in vain, and the
    alarm when a clock goes on with its bank.
    """

    news: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    tries: int = 0
    alarm: asyncio.TimerHandle | None = None


class Boards:
    """The threads of all matches.

    Args:
        client: sends the messages.
        api, duels: the server, and the matches.
        address: of the server in links for people.

    Attributes:
        lines: the private lines of these matches.
        rooms: the threads in which moves are typed, and their matches.
    """

    def __init__(self, client: discord.Client, api: Api, duels: Duels, address: str) -> None:
        self._client, self._api, self._duels, self._address = client, api, duels, address
        self.lines = Lines(client, api, duels)
        self.rooms: dict[int, str] = {}
        self._listeners: list[Listener] = []
        self._shown: dict[str, _Shown] = {}

    def open(self) -> None:
        """Go on with the matches that are not over, or have just ended."""
        for duel in self._duels.all():
            if duel.board and (not duel.over or duel.ended > time.time() - DAY_S):
                self.watch(duel)

    async def close(self) -> None:
        """Show nothing more."""
        tasks = [one.task for one in self._shown.values() if one.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *(listener.close() for listener in self._listeners), self.lines.close(), return_exceptions=True)

    def watch(self, duel: Duel) -> None:
        """Show a match from now on."""
        match = duel.match
        if match in self._shown:
            return
        self.lines.watch(duel)
        if duel.typed:
            self.rooms[duel.thread] = match
        shown = self._shown[match] = _Shown()
        shown.task = asyncio.create_task(self._keep(match, shown), name=f"show {match}")
        listener = next((one for one in self._listeners if not one.full), None)
        if listener is None:
            self._listeners.append(listener := Listener(self._api, self._tell))
        listener.add(match)

    async def begin(self, duel: Duel, channel: discord.TextChannel) -> Duel:
        """The thread behind the challenge, and the table in it; raises RefusedError, DiscordException."""
        full = await self._api.get(f"/api/matches/{duel.match}?pictures=light", duel.language)
        with speaking(duel.language):
            ends = forms.ends(full, time.time(), {})
            duel, shown = replace(duel, ends=ends), forms.table(full, duel.match, duel.people, ends)
            name = cut(f"{duel.named}: {' – '.join(duel.people)}", THREAD_NAME)
        if not duel.thread:
            challenge = discord.Object(duel.challenge)
            thread = await channel.create_thread(name=name, message=challenge, auto_archive_duration=WEEK)
            duel = self._duels.change(duel, thread=thread.id, ends=ends)
        duel = await self._post(duel, shown)
        await self.message(duel.channel, duel.challenge).edit(view=None)
        self.watch(duel)
        return duel

    def channel(self, channel: int) -> discord.PartialMessageable:
        """A channel or thread."""
        return self._client.get_partial_messageable(channel)

    def message(self, channel: int, message: int) -> discord.PartialMessage:
        """A message of the front end."""
        return self.channel(channel).get_partial_message(message)

    # --- Whenever something happens

    def _tell(self, match: str, exists: bool) -> None:
        if (shown := self._shown.get(match)) is None:
            return
        if exists:
            shown.news.set()
        elif shown.task is not None:
            del self._shown[match]
            shown.task.cancel()

    async def _keep(self, match: str, shown: _Shown) -> None:
        rest = REST_S
        while True:
            await shown.news.wait()
            shown.news.clear()
            try:
                await self._show(match, shown)
                rest = REST_S
            except (*UNREACHED, discord.DiscordException) as error:
                log.warning("match %s cannot be shown: %s", match, type(error).__name__)
                await asyncio.sleep(rest)
                rest = min(2 * rest, LONGEST_REST_S)
                shown.news.set()

    async def _show(self, match: str, kept: _Shown) -> None:
        duel = self._duels.find(match)
        if duel is None or not duel.board:
            return
        full = await self._api.get(f"/api/matches/{match}?pictures=light", duel.language)
        seen, is_over = full["seen"] or {}, full["table"]["state"] == "over"
        ends, (ply, seats) = forms.ends(full, time.time(), duel.ends), forms.turn(full)
        self._wake(kept, seen, ends)
        with speaking(duel.language):
            shown = forms.table(full, duel.match, duel.people, ends)
            duel, moved = replace(duel, ends=ends), ends != duel.ends
            duel = await self._board(duel, shown, "" if is_over else self._calls(duel, ply, seats), moved=moved)
            if not is_over and duel.asked != ply and not seen.get("paused"):
                duel = self._duels.change(duel, asked=ply)
            if (digest := seen.get("public", {}).get("picture") or duel.posted) != duel.posted:
                duel = await self._picture(duel, digest, shown.alt)
            if is_over and seen:
                await self._result(duel, full, kept)
            elif is_over:  # closed before it began
                self._duels.change(duel, over=True)
            elif duel.over:  # a ruling has opened it again
                self._duels.change(duel, over=False, told="", result=0, film=False)

    def _wake(self, kept: _Shown, seen: Mapping[str, Any], ends: Mapping[str, int]) -> None:
        """Show the match again when a clock goes on with its bank: nothing else tells of it."""
        if kept.alarm is not None:
            kept.alarm.cancel()
        due = [end for seat, end in ends.items() if seen["clocks"][seat]["left"] and seen["clocks"][seat]["bank"]]
        kept.alarm = asyncio.get_running_loop().call_later(min(due) - time.time() + 1, kept.news.set) if due else None

    async def _picture(self, duel: Duel, digest: str, alt: str) -> Duel:
        """The picture that the host has posted, as a message of its own; its words stand in the table."""
        body = await self._api.file(f"/api/matches/{duel.match}/picture/{digest}")
        name = "picture.png" if body.startswith(PNG) else "picture.jpg"
        await self.channel(duel.thread).send(file=discord.File(io.BytesIO(body), name, description=alt))
        return self._duels.change(duel, posted=digest)

    async def _board(self, duel: Duel, shown: Shown, calls: str, *, moved: bool) -> Duel:
        """The table as it is now, or only its clocks if they have `moved`; and a call to those whose turn it is if that is new."""
        if shown.digest() != duel.shown:
            duel = await (self._anew(duel, shown, calls) if duel.afresh else self._edit(duel, shown))
            calls = "" if duel.afresh else calls
        elif moved:
            duel = await self._edit(duel, shown)
        if calls:
            thread = self.channel(duel.thread)
            old, message = duel.call, await thread.send(calls, allowed_mentions=discord.AllowedMentions(users=True))
            duel = self._duels.change(duel, call=message.id)
            await self._drop(duel.thread, old)
        return duel

    async def _edit(self, duel: Duel, shown: Shown) -> Duel:
        files = await asyncio.to_thread(shown.file, TABLE)
        try:
            await self.message(duel.thread, duel.board).edit(
                embed=embed(shown), attachments=files, view=shown.view() if shown.rows else None
            )
        except discord.HTTPException as error:
            if error.code not in (GONE, ARCHIVED):
                raise
            return await self._post(duel, shown)  # which opens an archived thread again
        return self._duels.change(duel, shown=shown.digest(), ends=duel.ends)

    async def _anew(self, duel: Duel, shown: Shown, calls: str) -> Duel:
        old = duel.board
        duel = await self._post(duel, shown, calls)
        with suppress(discord.NotFound):  # somebody has deleted it
            await self.message(duel.thread, old).edit(view=None)
        return duel

    async def _post(self, duel: Duel, shown: Shown, calls: str = "") -> Duel:
        """A new message with the table."""
        files = await asyncio.to_thread(shown.file, TABLE)
        view = shown.view() if shown.rows else discord.utils.MISSING
        users = discord.AllowedMentions(users=True)
        thread = self.channel(duel.thread)
        message = await thread.send(calls or None, embed=embed(shown), files=files, view=view, allowed_mentions=users)
        return self._duels.change(duel, board=message.id, shown=shown.digest(), ends=duel.ends)

    def _calls(self, duel: Duel, ply: int, seats: Sequence[str]) -> str:
        """The call to those who owe an answer to a new question, but for those who wish none."""
        if not seats or ply == duel.asked:
            return ""
        users = [duel.players["AB".index(seat)] for seat in seats]
        names = " ".join(f"<@{user}>" for user in users if not self._duels.quiet(user))
        return say("{names} It is your turn.", names=names) if names else ""

    async def _drop(self, channel: int, message: int) -> None:
        """Delete a message of the front end."""
        if message:
            with suppress(discord.NotFound):  # somebody was faster
                await self.message(channel, message).delete()

    # --- The end

    async def _result(self, duel: Duel, full: Mapping[str, Any], kept: _Shown) -> None:
        """The result with the record, if everybody may have it, and then with the animation, which takes a while."""
        words = forms.ending(full["seen"], full["table"])
        told = hashlib.sha256(words.encode()).hexdigest()
        record = [] if duel.told == told and duel.film else await self._record(duel)
        view = forms.view((discord.ui.Button(label=say("Replay and review"), url=f"{self._address}/r/{duel.match}"),))
        if duel.told != told:
            await self._drop(duel.thread, duel.call)
            message = await self.channel(duel.thread).send(words, files=_files(record), view=view)
            now = int(time.time())
            duel = self._duels.change(duel, over=True, told=told, result=message.id, film=False, call=0, ended=now)
        if not duel.film:
            film = await self._film(duel, kept)
            if film:
                await self.message(duel.thread, duel.result).edit(attachments=_files([*record, ("match.gif", film)]))
            self._duels.change(duel, film=True)

    async def _record(self, duel: Duel) -> list[tuple[str, bytes]]:
        try:
            return [("match.dm", await self._api.file(f"/r/{duel.match}.dm"))]
        except RefusedError as error:
            if error.status in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND):
                return []  # the table does not publish it
            raise

    async def _film(self, duel: Duel, kept: _Shown) -> bytes:
        """The animation as spectators may see it; empty if it cannot be had. Raises RefusedError if it can be had later."""
        try:
            film = await self._api.file(f"/r/{duel.match}.gif")
        except RefusedError:
            kept.tries += 1
            if kept.tries < TRIES:
                raise
            return b""
        return film if len(film) <= forms.FILE_BYTES else b""


def embed(shown: Shown) -> discord.Embed:
    """The words of a table, with its picture if it has one."""
    words = discord.Embed(title=shown.title, description=f"{shown.words}\n{shown.clock}".strip())
    return words.set_image(url=f"attachment://{TABLE}") if shown.svg else words


def _files(given: list[tuple[str, bytes]]) -> list[discord.File]:
    return [discord.File(io.BytesIO(body), name) for name, body in given]
