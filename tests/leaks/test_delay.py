"""Watchers of a table with a delay live in the past: whether the match goes on or has just ended, they get the same bytes from everything
that they can ask, over HTTP, over the WebSocket and from the room itself. So does whoever tries the address of a rematch.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from deathmatch.server.table.table import rematch_id
from deathmatch.server.times import Line
from deathmatch.server.web.sockets import Connection
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.messages import kinds
from tests import toy
from tests.hooks.receiver import Pigeon
from tests.leaks import doors
from tests.leaks.doors import filled, hooked
from tests.leaks.pairs import pairs
from tests.leaks.test_doors import FREE
from tests.leaks.test_wire import Fixed
from tests.server.kit import GAUNTLET, TOY, World, http, settle, world
from tests.server.test_times import slow

DELAY = 600  # seconds
TABLES = {TOY: {"onlookers": 1, "time_bid": 80_000}, GAUNTLET: {"time_submit": 80_000}}
"""Variants and options; nobody's time runs out while the test looks."""

MESSAGES: list[Any] = [
    messages.Hello(0),
    messages.Compose(1, 0, []),
    messages.Ping(),
    *(msgspec.convert(filled(kind, "bid 0", ply=0, event=1), kind) for kind in kinds(messages.Command)),
]
"""Everything that can be sent over a WebSocket."""


async def outcome(asked: Any) -> str:
    try:
        return repr(await asked)
    except Exception as error:
        return repr(error)


async def everything(w: World, made: bodies.MatchMade, role: str, folder: Path) -> list[str]:
    """What this watcher gets from all that it can ask: over a WebSocket, and at every door of the server."""
    link = await w.link(made, role)
    connection = Connection(cast("Any", None), w.lobby, link, "Eve", lambda _: None, lambda _: None, "", Line())
    out = [f"{message}: {await outcome(connection._handle(message))}" for message in MESSAGES]
    out.append(repr(list(connection._outbox._frames)))
    async with http(w, folder, None, **FREE) as browser:
        out.append((await browser.get(f"/api/matches/{rematch_id(made.id, b'')}")).text)
        held = [(role, str(made.onlookers.get(role, made.watch)))]
        return out + await doors.everything(browser, held, 0, ("bid 0",), thorough=False)


async def told(variant: str, ended: bool, kibitz: bool, folder: Path) -> tuple[list[str], list[str]]:
    """What the watchers get while they may not know, and once they may."""
    async with world() as w:
        made = await w.match(variant, options=TABLES[variant], settings={"delay": DELAY, "kibitz": kibitz})
        seats = [await w.reader(made, seat) for seat in ("A", "B")]
        await w.time.pass_by(DELAY * 1000 + 5_000)
        watching = ("watcher", *made.onlookers)
        readers = [await w.reader(made, role) for role in watching]
        if ended:
            await w.ask(made, "A", lambda room, seat: room.resign(seat))
            for seat in ("A", "B"):
                await w.ask(made, seat, lambda room, role: room.wish(role, str(made.seats[role])))
            for seat, reader in zip(("A", "B"), seats, strict=True):
                w.lobby.leave(await w.link(made, seat), reader)
        await w.time.pass_by(5_000)
        before = [line for role in watching for line in await everything(w, made, role, folder)]
        await settle()
        await w.time.pass_by(5_000)
        before += [repr(reader.frames) for reader in readers]
        await w.time.pass_by(DELAY * 1000)
        return before, [await outcome(w.full(made, "watcher")), *(repr(reader.frames) for reader in readers)]


@pytest.mark.parametrize("kibitz", [True, pytest.param(False, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("variant", TABLES)
async def test_a_late_watcher_cannot_tell_whether_the_match_goes_on(
    variant: str, kibitz: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = next(pairs(toy.VARIANTS[0], 1))
    found = []
    for ended in (False, True):
        monkeypatch.setattr(secrets, "token_bytes", Fixed(pair))
        found.append(await told(variant, ended, kibitz, tmp_path))
    (going, going_later), (over, over_later) = found
    for one, other in zip(going, over, strict=True):
        assert one == other
    assert len(going) > len(MESSAGES) + sum("{" in door for _, door in doors.doors())
    assert all(one != other for one, other in zip(going_later, over_later, strict=True))


@pytest.mark.parametrize("variant", TABLES)
async def test_a_late_watcher_cannot_tell_how_slow_the_connection_of_a_seat_is(
    variant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = next(pairs(toy.VARIANTS[0], 1))
    found, seats = [], []
    for round_trip in (3, 300):
        monkeypatch.setattr(secrets, "token_bytes", Fixed(pair))
        async with world() as w:
            made = await w.match(variant, options=TABLES[variant], settings={"delay": DELAY})
            await w.time.pass_by(DELAY * 1000 + 5_000)
            readers = [await w.reader(made, role) for role in ("watcher", *made.onlookers)]
            await slow(w, made, "A", round_trip=round_trip)
            await w.time.pass_by(DELAY * 1000)
            told = [line for role in ("watcher", *made.onlookers) for line in await everything(w, made, role, tmp_path)]
            found.append([*told, *(repr(reader.frames) for reader in readers)])
            seats.append((await w.full(made, "B")).table.given_back)
    assert found[0] == found[1]
    assert seats == [{}, {"A": 300}]


def test_only_who_knows_the_seed_can_work_out_the_address_of_a_rematch() -> None:
    assert rematch_id("abc", b"1" * 32) != rematch_id("abc", b"2" * 32)
    assert rematch_id("abc", b"1" * 32) == rematch_id("abc", b"1" * 32) != rematch_id("abd", b"1" * 32)


# --- Webhooks live as late as spectators: until a delay has passed, nothing that they send depends on what happened meanwhile


async def told_late(variant: str, ended: bool, folder: Path) -> tuple[list[bytes], list[dict[str, Any]], list[int]]:
    """All that webhooks send while spectators may not know, the messages of the end, and when each was sent."""
    async with world() as w, http(w, folder, pigeon := Pigeon(w.time.now)) as browser:
        made = await w.match(variant, options=TABLES[variant], settings={"delay": DELAY})
        await hooked(browser, made.host)
        await w.time.pass_by(DELAY * 1000 + 5_000)
        happened = w.time.now()
        if ended:
            await w.ask(made, "A", lambda room, seat: room.resign(seat))
            await w.ask(made, "B", lambda room, seat: room.say(seat, "", "well played"))
        await w.time.pass_by(DELAY * 1000 - 1)
        await settle()
        before = pigeon.lines()
        tests = await browser.post(f"/api/hosts/{made.host}/webhooks/{(await listed(browser, made))[0]['id']}/test")
        previews = [
            (await browser.post(f"/api/hosts/{made.host}/preview-webhook", json={"format": form, "sends": sends})).content
            for form in ("json", "discord")
            for sends in ("all", "resolved", "end")
        ]
        before += [*pigeon.lines(), tests.content, *previews, repr(await listed(browser, made)).encode()]
        count = len(pigeon.json())
        await w.time.pass_by(60_000)
        return before, pigeon.json()[count:], [at - happened for at, *_ in pigeon.sent]


async def listed(browser: Any, made: Any) -> list[dict[str, Any]]:
    return list((await browser.get(f"/api/hosts/{made.host}/webhooks")).json()["webhooks"])


@pytest.mark.parametrize("variant", TABLES)
async def test_a_late_table_sends_nothing_early(variant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = next(pairs(toy.VARIANTS[0], 1))
    found = []
    for ended in (False, True):
        monkeypatch.setattr(secrets, "token_bytes", Fixed(pair))
        found.append(await told_late(variant, ended, tmp_path))
    (going, _, _), (over, later, moments) = found
    assert going == over
    assert len(going) > 4, "the start of the match was sent"
    assert [message["table"]["state"] for message in later] == ["over", "over"]
    assert later[1]["chat"]["text"] == "well played"
    assert min(moment for moment in moments[-2:]) >= DELAY * 1000
