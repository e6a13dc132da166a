"""Watchers of a table with a delay live in the past: whether the match goes on or has just ended, they get the same bytes from everything
that they can ask, over HTTP, over the WebSocket and from the room itself, and so do webhooks and the public lists, also of a server that
was started anew. So does whoever tries the address of a rematch.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from deathmatch.server.table.table import rematch_id
from tests.leaks.doors import assert_alike
from tests.leaks.late import TELLS_MS, Watched, outcome, two_worlds
from tests.server.kit import GAUNTLET, TOY, World
from tests.server.test_times import slow

DELAY = 600  # seconds
TABLES: dict[str, dict[str, Any]] = {TOY: {"onlookers": 1, "time_bid": 80_000}, GAUNTLET: {"time_submit": 80_000}}
"""Variants and options; nobody's time runs out while the test looks."""


OTHERS = [pytest.param(name, name != TOY, name == TOY, marks=pytest.mark.nightly) for name in TABLES]


async def end(watched: Watched) -> None:
    """The match ends, and both want another one and leave."""
    w, made = watched.w, watched.made
    readers = [await w.reader(made, seat) for seat in "AB"]
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    await w.ask(made, "B", lambda room, seat: room.say(seat, "", "well played"))
    for seat in "AB":
        await w.ask(made, seat, lambda room, role: room.wish(role, str(made.seats[role])))
    for seat, reader in zip("AB", readers, strict=True):
        w.lobby.leave(await w.link(made, seat), reader)


async def asked_by_the_host(watched: Watched) -> list[str]:
    """What webhooks would send next, or send as a test, and the address of a rematch."""
    browser, at = watched.browser, f"/api/hosts/{watched.made.host}"
    hooks = (await browser.get(f"{at}/webhooks")).json()["webhooks"]
    told = [await browser.post(f"{at}/webhooks/{hooks[0]['id']}/test")]
    forms = [{"format": form, "sends": sends} for form in ("json", "discord") for sends in ("all", "resolved", "end")]
    told += [await browser.post(f"{at}/preview-webhook", json=form) for form in forms]
    told.append(await browser.get(f"/api/matches/{rematch_id(watched.made.id, b'')}"))
    return [repr(hooks), *(each.text for each in told), *map(repr, watched.pigeon.lines())]


def listed(w: World) -> str:
    return msgspec.json.encode(w.lobby.directory.tables()).decode()


@pytest.mark.parametrize(("variant", "kibitz", "restarted"), [(TOY, True, False), (GAUNTLET, False, True), *OTHERS])
async def test_a_late_watcher_cannot_tell_whether_the_match_goes_on(
    variant: str, kibitz: bool, restarted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def meanwhile(watched: Watched, number: int) -> tuple[list[str], list[str]]:
        w, made = watched.w, watched.made
        await w.time.pass_by(DELAY * 1000 + 5_000)
        if number:
            await end(watched)
        await w.time.pass_by(DELAY * 1000 - TELLS_MS - 1)
        early = [*await watched.told(), *await asked_by_the_host(watched)]
        if restarted:
            await w.store.beat(w.time.now())
            w = await w.again()
            early.append(listed(w))
        await w.time.pass_by(DELAY * 1000)
        later = [listed(w), await outcome(w.full(made, "watcher"))]
        return early, later if restarted else [*later, *await watched.streamed()]

    settings = {"delay": DELAY, "kibitz": kibitz}
    found = await two_worlds(variant, settings, meanwhile, tmp_path, monkeypatch, options=TABLES[variant])
    (going, going_later), (over, over_later) = found
    assert_alike(going, over)
    assert '"playing"' in next(line for line in going if "/api/tables 200" in line)
    assert '"finished"' in over_later[0]
    assert going_later[1] != over_later[1]
    assert restarted or sum("well played" in line for line in over_later) > 1, "webhooks sent it, and spectators read it"


@pytest.mark.parametrize("variant", [TOY, pytest.param(GAUNTLET, marks=pytest.mark.nightly)])
async def test_a_late_watcher_cannot_tell_how_slow_the_connection_of_a_seat_is(
    variant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = []

    async def meanwhile(watched: Watched, number: int) -> list[str]:
        w, made = watched.w, watched.made
        await w.time.pass_by(DELAY * 1000 + 5_000)
        await slow(w, made, "A", round_trip=300 if number else 3)
        await w.time.pass_by(DELAY * 1000)
        seats.append((await w.full(made, "B")).table.given_back)
        return await watched.told()

    assert_alike(*await two_worlds(variant, {"delay": DELAY}, meanwhile, tmp_path, monkeypatch, options=TABLES[variant]))
    assert seats == [{}, {"A": 300}]


def test_only_who_knows_the_seed_can_work_out_the_address_of_a_rematch() -> None:
    assert rematch_id("abc", b"1" * 32) != rematch_id("abc", b"2" * 32)
    assert rematch_id("abc", b"1" * 32) == rematch_id("abc", b"1" * 32) != rematch_id("abd", b"1" * 32)
