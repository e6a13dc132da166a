"""What spectators write to each other changes no byte and no moment of anything that a player gets before the match is over.

Worlds differ only in what is written: nothing, little or much, and a mute by the host. Both seats get the same over their WebSockets, over
HTTP, in pictures and pages; so do webhooks, lists, records and the log of the server, after the end too.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from deathmatch.server.wire.messages import Chat
from tests.hooks.receiver import Pigeon
from tests.leaks.alike import alike
from tests.leaks.doors import everything, hooked, links, read_through
from tests.leaks.test_doors import FREE
from tests.server.kit import GAUNTLET, World, http, settle, world

SECRET = "Ann holds Xylophone"
WRITTEN = {"nothing": [], "little": ["?"], "much": [f"{SECRET} {number}" + " and more" * 40 for number in range(12)]}


async def write(w: World, made: Any, lines: list[str]) -> None:
    for line in lines:
        await w.lobby.act(await w.link(made, "watcher"), Chat(line), "Zoe", address="192.0.2.7")
    if len(lines) > 1:
        await w.ask(made, "host", lambda room, role: room.mute(role, ""))
    await settle()


async def looks(made: Any, browser: Any) -> list[bytes]:
    """All that the players get over HTTP, and what everybody gets who asks for no chat."""
    seats = made.seats.values()
    more = [*(f"/s/{key}" for key in seats), f"/w/{made.id}", f"/w/{made.id}.png", "/", "/api/me", "/api/lists"]
    return await read_through(browser, [f"/api/seats/{key}" for key in seats], (made.id, *seats), more)


async def told(lines: list[str], folder: Path, late: dict[str, Any], *, thorough: bool) -> list[bytes]:
    """What players and webhooks get while these lines are written, and after a restart; then what webhooks and records have at the end.

    If `thorough`, the players try all doors.
    """
    async with world() as w, http(w, folder, pigeon := Pigeon(w.time.now), **FREE) as browser:
        made = await w.match(GAUNTLET, settings={"gallery": True, "listed": True, "publish": True, **late})
        await hooked(browser, made.host)
        readers = [await w.reader(made, role) for role in "AB"]
        left = await w.reader(made, "B")
        await w.ask(made, "A", lambda room, role: room.say(role, "", "good luck"))
        known = w.lobby.rooms.known(made.id)
        assert known is not None
        version = known.table.version
        w.lobby.leave(await w.link(made, "B"), left)
        polls = [
            asyncio.create_task(browser.get(f"/api/seats/{key}", params={"since": version, "wait": 20_000, "pictures": "none"}))
            for key in made.seats.values()
        ]
        await settle()
        await write(w, made, lines)
        assert not any(poll.done() for poll in polls)
        again = await w.reader(made, "B", version)
        out = await looks(made, browser)
        if thorough:
            held = links(made, "AB")
            out += [line.encode() for line in await everything(browser, held, 0, ("no move",), thorough=False, resign=False)]
        await w.ask(made, "B", lambda room, role: room.say(role, "", "are you there?"))
        await w.time.pass_by(3_000)
        for poll in polls:
            poll.cancel()
        for reader in (*readers, left, again):
            out += [b"reader", *reader.frames]
        later = await w.again()
        out += [repr(await later.full(made, role)).encode() for role in "AB"]
        await later.ask(made, "A", lambda room, role: room.resign(role))
        await later.time.pass_by(70_000)
        out.append((await later.ask(made, "A", lambda room, role: room.record(role))).encode())
        out.append(repr(later.lobby.directory.tables()).encode())
        out += pigeon.lines()
        return out


@pytest.mark.parametrize(
    ("late", "names"),
    [
        ({}, ("much",)),
        *(pytest.param(late, ("little", "much"), marks=pytest.mark.nightly) for late in ({}, {"delay": 60}, {"hidden": True})),
    ],
)
async def test_no_player_can_tell_what_was_written_or_whether_anything_was(
    late: dict[str, Any], names: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    worlds = {name: WRITTEN[name] for name in ("nothing", *names)}
    got = await alike(worlds, lambda lines: told(lines, tmp_path, late, thorough=len(names) > 1), monkeypatch, caplog)
    assert SECRET.encode() not in got["much"]
    assert b"good luck" in got["much"]
