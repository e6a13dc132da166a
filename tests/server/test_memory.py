"""The lobby: matches leave memory while their clocks run, and come back if somebody comes or they are due."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from deathmatch.match.dealer import HmacSource
from deathmatch.server import times, tokens
from deathmatch.server.rooms import lobby
from deathmatch.server.rooms.room import AGAIN_MS
from deathmatch.server.store.interface import StoreError
from deathmatch.server.wire import bodies
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, World, kill, new_world, settle

DAY_LONG = {"time_submit": 86_400}


async def test_a_start_loads_nothing_and_each_match_comes_at_its_deadline(w: World) -> None:
    soon, later = await w.match(options={"time_submit": 10}), await w.match(options={"time_submit": 500})
    over = await w.match()
    await w.lobby.create(bodies.NewMatch(GAUNTLET, {"A": "me", "B": "friend"}))
    await w.ask(over, "A", lambda room, seat: room.resign(seat))
    again = await w.again()
    await settle()
    assert len(again.lobby.rooms) == 0
    await again.time.pass_by(10_000)
    assert len(again.lobby.rooms) == 0
    await again.time.pass_by(1)
    assert again.lobby.rooms.known(soon.id) is not None
    assert len(again.lobby.rooms) == 1
    assert (await again.full(soon, "A")).seen.ply == 1
    assert again.store.moments.keys() == {soon.id, later.id}


@pytest.mark.limits(idle_ms=60_000)
async def test_a_match_leaves_memory_while_its_clock_runs_and_its_time_out_comes_at_its_moment(w: World) -> None:
    made = await w.match(options=DAY_LONG)
    start = w.time.now()
    await w.submit(made, "A", 0, "score grow")
    before = await w.full(made, "B")
    await w.time.pass_by(59_000)
    assert len(w.lobby.rooms) == 1
    await w.time.pass_by(2_000)
    assert len(w.lobby.rooms) == 0
    after = await w.full(made, "B")
    assert before.seen.clocks["B"].left - after.seen.clocks["B"].left == 61_000
    assert (after.seen.sealed, after.log, after.version) == (before.seen.sealed, before.log, before.version)
    await w.time.pass_by(86_400_000 - (w.time.now() - start))
    assert len(w.lobby.rooms) == 0
    await w.time.pass_by(1)
    assert len(w.lobby.rooms) == 1
    assert (await w.full(made, "A")).seen.public["last"]["moves"] == {"A": "score grow", "B": "timeout"}
    assert b'"timed_out"' in w.store.matches[made.id][-1]
    assert f'"at":{start + 86_400_001}'.encode() in w.store.matches[made.id][-1]


@pytest.mark.limits(live_matches=2)
async def test_a_full_server_puts_away_the_matches_that_nobody_needs_and_those_that_are_due_come_in_any_case(w: World) -> None:
    first, second, third = [await w.match(options=DAY_LONG) for _ in range(3)]
    assert len(w.lobby.rooms) == 2
    assert w.lobby.rooms.known(first.id) is None
    await w.reader(second, "A")
    await w.reader(first, "A")
    assert w.lobby.rooms.known(third.id) is None
    with pytest.raises(Problem, match="full"):
        await w.full(third, "watcher")
    await w.time.pass_by(86_400_001)
    assert len(w.lobby.rooms) == 3
    assert b'"timed_out"' in w.store.matches[third.id][-1]


async def test_a_match_that_cannot_be_read_when_it_is_due_is_tried_again_and_one_that_is_damaged_is_not(
    w: World, caplog: pytest.LogCaptureFixture
) -> None:
    good, damaged = await w.match(options={"time_submit": 10}), await w.match(options={"time_submit": 10})
    w.store.put(damaged.id, [b"{}", *w.store.matches[damaged.id][1:]])
    again = await w.again()
    load = again.store.load

    async def refuses(match: str, first: int = 0) -> list[bytes] | None:
        if match == good.id:
            raise StoreError("disk I/O error")
        return await load(match, first)

    again.store.load = refuses  # type: ignore[method-assign]
    await again.time.pass_by(12_000)
    assert len(again.lobby.rooms) == 0
    again.store.load = load  # type: ignore[method-assign]
    await again.time.pass_by(AGAIN_MS)
    assert (await again.full(good, "A")).seen.ply == 1
    assert caplog.text.count(f"{damaged.id} cannot be loaded") == 1
    assert 2 <= caplog.text.count(f"{good.id} cannot be read now: disk I/O error") <= 3


# --- A server that others have filled: a person with a link gets in, sits down and plays; and nobody fills it alone


LONG_DAYS = {"rounds": 99, "time_submit": 86_400}
TWO = {"variant": GAUNTLET, "seats": {"A": "friend", "B": "friend"}, "options": LONG_DAYS}


@pytest.mark.limits(open_matches=3)
async def test_an_address_has_so_many_matches_that_are_not_over_and_a_restart_changes_nothing(w: World) -> None:
    async def refused(w: World, address: str, body: Any = TWO) -> str:
        with pytest.raises(Problem) as problem:
            await w.lobby.create(msgspec.convert(body, bodies.NewMatch), address)
        assert problem.value.status == 429
        return problem.value.reason

    running = [await w.match(address="192.0.2.1") for _ in range(2)]
    waiting = await w.lobby.create(msgspec.convert(TWO, bodies.NewMatch), "192.0.2.1")
    assert "3 matches from your address are not over" in await refused(w, "192.0.2.1")
    await w.match(address="192.0.2.2")
    again = await w.again(open_matches=3)
    await refused(again, "192.0.2.1")
    await again.ask(running[0], "A", lambda room, seat: room.resign(seat))
    following = await again.match(address="192.0.2.1")
    await refused(again, "192.0.2.1")
    assert await again.store.drop(waiting.id)
    await again.match(address="192.0.2.1")
    await again.ask(following, "A", lambda room, seat: room.resign(seat))
    for role in "AB":  # a rematch counts for the same address, and is never refused
        await again.ask(following, role, lambda room, seat: room.wish(seat, str(following.seats[seat])))
    await refused(again, "192.0.2.1")
    assert "192.0.2" not in str(again.store.matches)
    assert "192.0.2" not in str(again.store.table("makers"))


# --- The next match of the same people; a long match is loaded in slices; and what never begins is forgotten


async def test_a_rematch_comes_with_the_second_wish_seats_swapped(w: World) -> None:
    made = await w.match(options={"rounds": 3})
    with pytest.raises(Problem, match="not over"):
        await w.ask(made, "A", lambda room, seat: room.wish(seat, str(made.seats["A"])))
    await w.ask(made, "B", lambda room, seat: room.resign(seat))
    host, watcher = await w.reader(made, "host"), await w.reader(made, "watcher")
    await w.ask(made, "A", lambda room, seat: room.wish(seat, str(made.seats["A"])))
    assert (await w.full(made, "A")).table.rematch == ""
    assert (await w.full(made, "B")).table.wants_rematch == ["A"]
    await w.ask(made, "B", lambda room, seat: room.wish(seat, str(made.seats["B"])))
    links = {role: (await w.full(made, role)).table.rematch for role in ("A", "B", "host", "watcher")}
    assert host.read()[-1]["table"]["rematch"] == links["host"]
    assert watcher.read()[-1]["table"]["rematch"] == links["watcher"]
    assert len(set(links.values())) == 4
    other = await w.lobby.seat(links["A"].removeprefix("/s/"))
    assert other.key.role == "B"
    assert (await w.lobby.host(links["host"].removeprefix("/h/"))).key.match == other.key.match
    assert links["watcher"] == f"/w/{other.key.match}"
    assert links["A"].removeprefix("/s/") == tokens.heir(str(made.seats["A"]))
    again = await w.again()
    assert (await again.full(made, "B")).table.rematch == links["B"]
    table = await again.lobby.linked_table("s", links["B"].removeprefix("/s/"))
    assert (table.role, table.taken) == ("A", False)
    mine, seen = [(await again.within(other, ask)).table for ask in (lambda room: room.full("B"), lambda room: room.full("watcher"))]
    assert (mine.changed["rounds"], mine.won, seen.won) == (3, {"A": 0, "B": 1}, {})


async def test_the_second_wish_and_the_rematch_are_saved_together_or_not_at_all(w: World) -> None:
    made = await w.match()
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    await w.ask(made, "A", lambda room, seat: room.wish(seat, str(made.seats["A"])))
    await w.full(made, "B")
    with w.store.full(), pytest.raises(Problem, match="could not be saved"):
        await w.ask(made, "B", lambda room, seat: room.wish(seat, str(made.seats["B"])))
    assert set(w.store.matches) == {made.id}
    await w.ask(made, "B", lambda room, seat: room.wish(seat, str(made.seats["B"])))
    assert len(w.store.matches) == 2
    for role, kind in (("A", w.lobby.seat), ("B", w.lobby.seat), ("host", w.lobby.host)):
        link = str((await w.full(made, role)).table.rematch)
        assert (await kind(link.rsplit("/", 1)[1])).key.match != made.id


async def test_a_long_match_is_loaded_in_slices_between_which_others_are_served(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "SLICE_S", 0)  # a turn after every step, however fast the machine is
    made = await w.match(options={"rounds": 30, "max_rounds": 60}, settings={"delay": 1})
    source = HmacSource(b"long", "match")
    for seat in "AB" * 25:
        await w.play(made, seat, source)
    await w.time.pass_by(2_000)
    whole = {role: await w.full(made, role) for role in ("A", "host", "watcher")}
    await w.ask_to_go(made.id)
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    serving = asyncio.create_task(others())
    await w.full(made, "A")
    assert turns > len(w.store.matches[made.id])  # once for all and once for watchers; the story besides
    serving.cancel()
    assert {role: await w.full(made, role) for role in whole} == whole


async def test_a_match_that_never_begins_is_forgotten_after_a_week_and_no_other(w: World) -> None:
    wanted = bodies.NewMatch(GAUNTLET, {"A": "me", "B": "friend"})
    waits, looked_at, broken = [await w.lobby.create(wanted) for _ in range(3)]
    over = await w.match()
    await w.ask(over, "A", lambda room, seat: room.resign(seat))
    w.store.put(broken.id, [b"{}"])
    reader = await w.reader(looked_at, "A")
    await w.time.pass_by(7 * lobby.DAY_MS)
    assert await w.lobby.tidy() == 0
    await w.time.pass_by(1)
    assert await w.lobby.tidy() == 1
    with pytest.raises(Problem, match="no such"):
        await w.full(waits, "A")
    assert (await w.full(over, "A")).table.state == "over"
    assert not reader.gone
    fresh = await w.match(pace="none")
    w.lobby.leave(await w.link(looked_at, "A"), reader)
    await w.time.pass_by(7 * lobby.DAY_MS)
    await kill(w.lobby)
    again = await new_world(w.store, w.time)  # a server looks through them when it starts
    await settle()
    assert set(again.store.matches) == {over.id, broken.id, fresh.id}
