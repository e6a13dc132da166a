"""A move counts from when it arrived at the server, and time that a connection costs is given back within a bound."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from deathmatch.match.journal import LateError
from deathmatch.server.line import MOST_MS
from deathmatch.server.wire import messages, problems
from deathmatch.server.wire.problems import Problem
from tests.server.kit import FakeTime, Reader, World, new_world, settle

TEN = {"time_submit": 10}


async def act(w: World, made: Any, role: str, text: str, *, at: int, allowance: int = 0) -> None:
    await w.lobby.act(await w.link(made, role), messages.Submit(0, text), at=at, allowance=allowance)


async def slow(w: World, made: Any, role: str, *, round_trip: float) -> Reader:
    """A reader behind a connection that takes so long there and back."""
    reader = await w.reader(made, role)
    reader.line.changed = lambda: None
    for _ in range(3):
        reader.line.measured(round_trip)
    w.lobby.measured(await w.link(made, role))
    await w.time.pass_by(300)
    return reader


async def test_a_move_that_waited_inside_the_server_is_in_time_if_it_arrived_in_time(w: World) -> None:
    made = await w.match(options=TEN)
    deadline = w.time.now() + 10_000
    await w.time.pass_by(10_500)  # the time-outs are entered; in the next match the disk holds everything up
    other = await w.match(options=TEN)
    deadline = w.time.now() + 10_000
    await w.time.pass_by(9_900)
    w.store.gate = asyncio.Event()
    chat = asyncio.create_task(w.ask(other, "B", lambda room, seat: room.say(seat, "", "a moment")))
    await settle()
    late = asyncio.create_task(act(w, other, "A", "score grow", at=deadline - 100))
    await w.time.pass_by(2_000)
    w.store.gate.set()
    await asyncio.gather(chat, late)
    await w.time.pass_by(50)
    last = (await w.full(other, "A")).seen.public["last"]["moves"]
    assert last == {"A": "score grow", "B": "timeout"}
    with pytest.raises(LateError):
        await act(w, made, "A", "score grow", at=deadline)


async def test_a_move_for_a_match_that_has_to_be_loaded_counts_from_its_arrival(w: World) -> None:
    made = await w.match(options=TEN)
    again = await w.again()
    await again.time.pass_by(9_900)
    arrived = again.time.now()
    load, gate = again.store.load, asyncio.Event()

    async def slowly(match: str, first: int = 0) -> list[bytes] | None:
        await gate.wait()
        return await load(match, first)

    again.store.load = slowly  # type: ignore[method-assign]
    moving = asyncio.create_task(act(again, made, "A", "score grow", at=arrived))
    await again.time.pass_by(3_000)  # the deadline passes, and its alarm waits for the same log
    gate.set()
    await moving
    await again.time.pass_by(50)
    assert (await again.full(made, "B")).seen.public["last"]["moves"] == {"A": "score grow", "B": "timeout"}


async def test_a_message_that_is_read_and_not_done_holds_a_time_out_that_came_after_it(w: World) -> None:
    made = await w.match(options=TEN)
    reader = await w.reader(made, "A")
    await w.time.pass_by(10_000)
    reader.line.came(w.time.now())
    await w.time.pass_by(400)
    assert (await w.full(made, "B")).seen.ply == 0
    reader.line.done()
    await w.time.pass_by(25)
    assert (await w.full(made, "B")).seen.ply == 1


class Unheard(FakeTime):
    """Time on a loop that has not read what arrived in the last 100 ms."""

    def heard(self) -> int:
        return self.now() - 100


async def test_a_time_out_waits_until_everything_that_arrived_before_it_is_read() -> None:
    w = await new_world(time=Unheard())
    made = await w.match(options=TEN)
    await w.time.pass_by(10_050)
    assert (await w.full(made, "A")).seen.ply == 0
    await act(w, made, "A", "score grow", at=w.time.now() - 51)  # it is read late
    with pytest.raises(LateError):
        await act(w, made, "B", "score grow", at=w.time.now() - 49)
    await w.time.pass_by(80)
    assert (await w.full(made, "A")).seen.public["last"]["moves"] == {"A": "score grow", "B": "timeout"}


class Unsure:
    """Many processes whose clock is not certain of one moment until the test says so."""

    def __init__(self, w: World) -> None:
        self.of = 0
        self.said: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        w.lobby.others.dated = self.dated  # type: ignore[method-assign]

    async def dated(self, at: int) -> int:
        return await self.said if at == self.of else at


async def test_a_move_waits_for_a_clock_that_is_not_certain_of_its_moment_and_no_time_out_passes_it() -> None:
    w = await new_world()
    unsure, made = Unsure(w), await w.match(options=TEN)
    began = w.time.now()
    unsure.of = began + 9_000
    move = asyncio.create_task(act(w, made, "A", "score grow", at=unsure.of))
    await w.time.pass_by(12_000)
    assert (await w.full(made, "A")).seen.ply == 0
    unsure.said.set_result(began + 9_600)
    await move
    await w.time.pass_by(50)
    shown = await w.full(made, "A")
    assert shown.seen.public["last"]["moves"] == {"A": "score grow", "B": "timeout"}
    match = (await w.lobby.memory.room(made.id)).table.started_match
    assert "A score grow @9.6\n" in match.record()


async def test_a_move_whose_moment_stays_uncertain_is_refused_and_nothing_is_lost() -> None:
    w = await new_world()
    unsure, made = Unsure(w), await w.match(options=TEN)
    unsure.of = w.time.now()
    unsure.said.set_exception(problems.not_saved())
    with pytest.raises(Problem, match="could not be saved"):
        await act(w, made, "A", "score grow", at=unsure.of)
    assert not (await w.full(made, "A")).seen.sealed
    await act(w, made, "A", "score grow", at=unsure.of + 1)
    assert (await w.full(made, "A")).seen.sealed


async def test_a_slow_connection_may_be_late_by_its_round_trip_and_everybody_sees_it(w: World) -> None:
    made = await w.match(options=TEN)
    a, b = await slow(w, made, "A", round_trip=228), await slow(w, made, "B", round_trip=3)
    tables = [frame["table"] for frame in b.read() if frame["type"] == "table"]
    assert tables[-1]["given_back"] == {"A": 230}
    assert (await w.full(made, "watcher")).table.given_back == {"A": 230}
    await w.time.pass_by(9_400 + 230)
    assert (await w.full(made, "host")).seen.ply == 0
    await act(w, made, "A", "score grow", at=w.time.now(), allowance=a.line.allowance)
    await w.time.pass_by(1)
    shown = await w.full(made, "A")
    assert shown.seen.public["last"]["moves"] == {"A": "score grow", "B": "timeout"}


async def test_a_client_that_answers_late_gains_no_more_than_the_bound(w: World) -> None:
    made = await w.match(options=TEN)
    start = w.time.now()
    cheat = await slow(w, made, "A", round_trip=20_000)
    assert (await w.full(made, "B")).table.given_back == {"A": MOST_MS}
    await act(w, made, "B", "score grow", at=w.time.now())
    await w.time.pass_by(start + 10_000 + MOST_MS + 1 - w.time.now())
    with pytest.raises(LateError):
        await act(w, made, "A", "score grow", at=w.time.now(), allowance=cheat.line.allowance)
    assert (await w.full(made, "B")).seen.public["last"]["moves"] == {"A": "timeout", "B": "score grow"}


async def test_late_watchers_learn_nothing_of_the_connections(w: World) -> None:
    made = await w.match(options=TEN, settings={"delay": 30})
    await w.time.pass_by(31_000)
    watcher = await w.reader(made, "watcher")
    watcher.read()
    await slow(w, made, "A", round_trip=228)
    assert all("given_back" not in frame.get("table", {}) for frame in watcher.read())
    assert (await w.full(made, "watcher")).table.given_back == {}
    assert (await w.full(made, "host")).table.given_back == {"A": 230}


async def test_once_a_slow_connection_is_gone_nothing_is_given_back(w: World) -> None:
    made = await w.match(options=TEN)
    reader = await slow(w, made, "A", round_trip=228)
    w.lobby.leave(await w.link(made, "A"), reader)
    await w.time.pass_by(10_000 - 300 + 1)
    assert (await w.full(made, "B")).table.given_back == {}
    assert (await w.full(made, "B")).seen.ply == 1
