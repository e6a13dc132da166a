"""The server's own time: it stands still with the server, and says when a message arrived."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from deathmatch.server import times
from deathmatch.server.line import MOST_MS, Coming, Line
from deathmatch.server.times import ServerClock
from tests.server.kit import run


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


async def test_what_is_due_at_once_waits_for_the_start_too() -> None:
    clock, rung = ServerClock(), list[str]()
    clock.later(0, lambda: rung.append("at once"))
    passed = asyncio.Event()
    asyncio.get_running_loop().call_later(0.01, passed.set)
    await passed.wait()
    assert rung == []
    clock.start()
    await until(lambda: rung == ["at once"])
    clock.stop()


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


@pytest.mark.parametrize("looks_first", [True, False])
def test_a_server_that_stood_still_charges_none_of_it(looks_first: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(clock: ServerClock, monotonic: Monotonic) -> None:
        clock.start()
        tick(clock, monotonic, 0.05)
        monotonic.seconds += 30
        if looks_first:  # before the tick
            assert clock.now() == 7_100
        tick(clock, monotonic, 0)
        assert clock.now() == 7_100  # one tick of the 30 s
        tick(clock, monotonic, 0.05)
        assert clock.now() == 7_150
        tick(clock, monotonic, 0.2)  # a short delay is time that ran
        assert clock.now() == 7_350

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


def test_a_line_gives_back_the_median_of_its_round_trips_and_never_more_than_the_bound() -> None:
    near = Line()
    near.measured(3)
    assert near.allowance == 0
    line, changes = Line(), list[int]()
    line.changed = lambda: changes.append(line.allowance)
    for milliseconds in (128, 131, 9_000, 125, 127, 140, 126):  # one of them was held up
        line.measured(milliseconds)
    assert line.allowance == 130
    for milliseconds in (131, 141, 144, 139, 138):
        line.measured(milliseconds)
    assert line.allowance == 130  # small changes are not shown, and not given
    for _ in range(20):
        line.measured(4_000)  # a client that answers late
    assert line.allowance == MOST_MS == 500
    assert changes == [130, 500]


def test_messages_and_commands_on_their_way_are_known_by_their_moment() -> None:
    line, coming = Line(), Coming()
    line.came(5)
    line.came(9)
    assert (line.oldest, line.read_at) == (5, 9)
    line.done()
    assert line.oldest == 9
    line.done()
    line.done()
    assert line.oldest is None
    coming.begin("m", 8)
    coming.begin("m", 3)
    assert (coming.oldest("m"), coming.oldest("n")) == (3, None)
    coming.end("m", 3)
    coming.end("m", 8)
    assert coming.oldest("m") is None
