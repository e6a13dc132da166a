"""The server's own time: it stands still with the server, and says when a message arrived."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from deathmatch.match.journal import LateError
from deathmatch.server import times
from deathmatch.server.times import ServerClock
from deathmatch.server.wire import messages
from tests.server.kit import FakeTime, Reader, World, new_world, run, settle


class Monotonic:
    """Seconds that a test lets pass."""

    def __init__(self) -> None:
        self.seconds = 5_000.0

    def __call__(self) -> float:
        return self.seconds


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    while not holds():  # noqa: ASYNC110 - it is the loop itself that is waited for
        await asyncio.sleep(0.001)


def clocked(test: Callable[[ServerClock, Monotonic], Awaitable[None]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a test with a clock that ticks only when the test says so."""
    monkeypatch.setattr(times, "TICK_S", 0.05)
    monotonic = Monotonic()
    clock = ServerClock(7_000, monotonic)

    async def whole() -> None:
        try:
            await test(clock, monotonic)
        finally:
            clock.stop()

    run(whole())


def tick(clock: ServerClock, monotonic: Monotonic, seconds: float) -> None:
    """The loop comes round after so long."""
    monotonic.seconds += seconds
    assert clock._ticking is not None
    clock._ticking.cancel()
    clock._tick()


def test_time_stands_still_until_the_server_can_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(clock: ServerClock, monotonic: Monotonic) -> None:
        rung: list[int] = []
        clock.later(100, lambda: rung.append(clock.now()))
        clock.later(100, lambda: rung.append(0)).cancel()
        monotonic.seconds += 600
        assert (clock.now(), clock.heard(), clock.arrived()) == (7_000, 7_000, 7_000)
        clock.start()
        assert clock.now() == 7_000
        tick(clock, monotonic, 0.06)
        assert (clock.now(), rung) == (7_060, [])
        tick(clock, monotonic, 0.05)
        await until(lambda: rung != [])
        assert rung == [7_110]
        clock.stop()
        monotonic.seconds += 600
        assert clock.now() == 7_110

    clocked(test, monkeypatch)


def test_an_alarm_does_not_count_the_time_in_which_the_server_stood_still(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(clock: ServerClock, monotonic: Monotonic) -> None:
        clock.start()
        rung: list[int] = []
        clock.later(5, lambda: rung.append(clock.now()))
        tick(clock, monotonic, 0.001)
        monotonic.seconds += 0.003
        looked: list[int] = []
        asyncio.get_running_loop().call_later(0.02, lambda: looked.append(len(rung)))
        await until(lambda: looked != [])
        assert looked == [0]  # by the loop's time it was due; it was set again
        monotonic.seconds += 0.001
        await until(lambda: rung != [])
        assert rung == [7_005]

    clocked(test, monkeypatch)


def test_a_message_counts_from_when_it_may_have_arrived_if_the_loop_was_held_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(clock: ServerClock, monotonic: Monotonic) -> None:
        clock.start()
        for _ in range(3):
            tick(clock, monotonic, 0.05)
        monotonic.seconds += 0.02
        assert (clock.arrived(), clock.heard()) == (7_170, 7_100)
        monotonic.seconds += 0.18  # something holds up the loop: the tick is overdue, and nobody has looked into the sockets
        assert (clock.now(), clock.arrived()) == (7_350, 7_100)
        tick(clock, monotonic, 0)  # now it comes, and the sockets are read after it
        assert (clock.now(), clock.arrived(), clock.heard()) == (7_350, 7_150, 7_150)
        tick(clock, monotonic, 0.05)
        assert (clock.now(), clock.arrived(), clock.heard()) == (7_400, 7_400, 7_350)

    clocked(test, monkeypatch)


# --- A move counts from when it arrived at the server, and time that a connection costs is given back within a bound


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
