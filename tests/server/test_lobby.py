"""The lobby: the next match of the same people, and what happens when it is full or one of its matches is broken."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from deathmatch.core.seats import Seat
from deathmatch.match.dealer import HmacSource
from deathmatch.server import times, tokens
from deathmatch.server.rooms import lobby
from deathmatch.server.wire import bodies
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, World, kill, new_world, run, settle, world


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
    full = await again.within(other, lambda room: room.full("B"))
    assert full.table.changed["rounds"] == 3


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


def test_a_long_match_is_loaded_in_slices_between_which_others_are_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "SLICE_S", 0)  # a turn after every step, however fast the machine is

    async def test() -> None:
        async with world() as w:
            made = await w.match(options={"rounds": 30, "max_rounds": 60}, settings={"delay": 1})
            source = HmacSource(b"long", "match")
            for ply in range(25):
                for seat in ("A", "B"):
                    decision = (await w.lobby.rooms.room(made.id)).table.started_match.seen(Seat(seat), w.time.now()).decision
                    if decision is not None:
                        await w.submit(made, seat, ply, decision.write(decision.sample(source)))
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

    run(test())


async def test_a_match_that_never_begins_is_forgotten_after_a_week_and_no_other(w: World) -> None:
    waits = await w.lobby.create(msgspec.convert({"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}}, bodies.NewMatch))
    looked_at = await w.lobby.create(msgspec.convert({"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}}, bodies.NewMatch))
    over = await w.match()
    await w.ask(over, "A", lambda room, seat: room.resign(seat))
    broken = await w.lobby.create(msgspec.convert({"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}}, bodies.NewMatch))
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
