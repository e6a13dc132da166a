"""What is said in a private talk changes no byte and no moment of anything that others get: pages, WebSocket, API, webhooks, records.

Two worlds differ only in what is said between a seat and an onlooker, and between a seat and the host: how often, how much, or whether at
all. Everybody who is neither end of such a talk gets the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.hooks.receiver import Pigeon
from tests.leaks.alike import alike
from tests.leaks.doors import everything, hooked, links, read_through
from tests.leaks.test_doors import FREE
from tests.server.kit import World, http, settle, world
from tests.server.test_talks import TALK_S, gambit, tell

Line = tuple[str, str, str]
SECRET = "my letter is Xylophone"
SAID: dict[str, list[Line]] = {
    "nothing": [],
    "little": [("A", "onlooker-1", "?"), ("onlooker-1", "A", "Q"), ("A", "host", "hello"), ("host", "A", "yes")],
    "much": [
        *[("onlooker-1", "A", f"{SECRET} {number}" + " and more" * 40) for number in range(12)],
        ("A", "onlooker-1", "thank you"),
        ("host", "A", "that is enough"),
        ("A", "host", SECRET),
    ],
}
OTHERS = ("B", "onlooker-2", "watcher", "caster")
"""Everybody who is neither A nor onlooker 1 nor the host."""


async def say(w: World, made: Any, lines: list[Line]) -> None:
    for role, to, text in lines:
        await tell(w, made, role, to, text)
    await settle()


async def looks(w: World, made: Any, browser: Any) -> list[bytes]:
    """All that the others get over HTTP."""
    seat, onlooker, caster = made.seats["B"], made.onlookers["onlooker-2"], made.onlookers["caster"]
    asked = [f"/api/seats/{seat}", f"/api/matches/{onlooker}", f"/api/matches/{made.id}"]
    more = [f"/s/{seat}", f"/w/{onlooker}", f"/w/{made.id}", f"/w/{made.id}.png", f"/c/{caster}", f"/api/hands/{caster}"]
    return await read_through(browser, asked, (made.id, seat, onlooker), [*more, "/", "/api/games", "/api/me"])


async def told(lines: list[Line], folder: Path, delay: int, *, thorough: bool) -> list[bytes]:
    """What all others get while these lines are said, later, after a restart, and after the match; if `thorough`, at all doors."""
    async with world() as w, http(w, folder, pigeon := Pigeon(w.time.now), **FREE) as browser:
        made = await gambit(w, TALK_S, listed=True, publish=True, delay=delay, caster=True)
        await hooked(browser, made.host)
        readers = [await w.reader(made, role) for role in ("B", "watcher", "caster")]
        left = await w.reader(made, "onlooker-2")
        await w.ask(made, "B", lambda room, role: room.say(role, "", "good luck"))
        version = w.lobby.rooms.known(made.id).table.version  # type: ignore[union-attr]
        await w.time.pass_by(delay * 1000 + 70_000)
        w.lobby.leave(await w.link(made, "onlooker-2"), left)
        await w.time.pass_by(70_000)  # so long that nobody expects that reader to come back
        polls = [
            asyncio.create_task(browser.get(f"/api/{kind}/{key}", params={"since": version, "wait": 20_000, "pictures": "none"}))
            for kind, key in (("seats", made.seats["B"]), ("matches", made.onlookers["onlooker-2"]), ("matches", made.id))
        ]
        polls.append(asyncio.create_task(browser.get(f"/api/seats/{made.seats['B']}/talks", params={"since": 0, "wait": 20_000})))
        await settle()
        await say(w, made, lines)
        assert not any(poll.done() for poll in polls)
        again = await w.reader(made, "onlooker-2", version)
        out = await looks(w, made, browser)
        if thorough:
            held = links(made, OTHERS)
            out += [line.encode() for line in await everything(browser, held, 0, ("no move",), thorough=False, resign=False)]
        await w.ask(made, "B", lambda room, role: room.say(role, "", "are you still speaking?"))
        await w.time.pass_by(3_000)
        for poll in polls:
            poll.cancel()
        await w.time.pass_by(TALK_S * 1000 + delay * 1000)
        await w.ask(made, "A", lambda room, role: room.resign(role))
        await w.time.pass_by(delay * 1000 + 3_000)
        out += await looks(w, made, browser)
        while len(pigeon.sent) < 8:
            await w.time.pass_by(100)
        out += pigeon.lines()
        out.append(repr(w.lobby.directory.tables()).encode())
        for reader in (*readers, left, again):
            out += [b"reader", *reader.frames]
        later = await w.again()
        return [*out, *[repr(await later.full(made, role)).encode() for role in OTHERS]]


@pytest.mark.parametrize(
    ("delay", "names"),
    [(0, ("much",)), *(pytest.param(delay, ("little", "much"), marks=pytest.mark.nightly) for delay in (0, 60))],
)
async def test_nobody_else_can_tell_what_was_said_or_whether_anything_was(
    delay: int, names: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    worlds = {name: SAID[name] for name in ("nothing", *names)}
    got = await alike(worlds, lambda lines: told(lines, tmp_path, delay, thorough=len(names) > 1), monkeypatch, caplog)
    assert SECRET.encode() not in got["much"]
    assert b"good luck" in got["much"]


async def test_a_talk_shows_in_no_text_of_an_entry_or_a_table(w: World) -> None:
    made = await gambit(w, TALK_S)
    await say(w, made, SAID["much"])
    room = await w.lobby.rooms.room(made.id)
    assert SECRET not in repr(room.table)
    assert SECRET not in repr(room.table.talks)
    entry = room.table.talks["A", "onlooker-1"]
    assert SECRET not in repr(entry)
