"""Whose bot thinks next: a slow thinker is shared fairly between people, addresses and tables."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from deathmatch.server.rooms.turns import IN_A_ROW, LEAST_S, LONGEST_ALONE_S, Asker, Turns
from tests.server.kit import run, settle


class Slow:
    """A thinker that answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.seconds: list[float] = []
        self._thinking: list[asyncio.Future[str]] = []

    async def choose(self, variant: str, values: Mapping[str, str | int], bot: str, view: Any, seconds: float) -> str:
        self.asked.append(view)
        self.seconds.append(seconds)
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._thinking.append(answer)
        return await answer

    @property
    def busy(self) -> int:
        return sum(not answer.done() for answer in self._thinking)

    async def answer(self, times: int = 1) -> None:
        """Answer the question that has waited for longest; the next one comes."""
        for _ in range(times):
            next(answer for answer in self._thinking if not answer.done()).set_result("a move")
            await settle()


class Crowd:
    """Many tables that ask."""

    def __init__(self, places: int = 1) -> None:
        self.thinker, self.now = Slow(), 0.0
        self.turns = Turns(self.thinker, places, lambda: self.now)
        self.tasks: dict[str, asyncio.Task[str]] = {}

    async def ask(self, maker: str, table: str, *, alone: bool = False, seconds: float = 2.0) -> None:
        question = f"{table}.{sum(name.startswith(table + '.') for name in self.tasks)}"
        asking = self.turns.choose(Asker(maker, table, alone), "toy/lenient", {}, "dummy", question, seconds)
        self.tasks[question] = asyncio.create_task(asking)
        await settle()


def test_a_person_waits_for_no_match_between_bots_but_the_one_whose_turn_it_is() -> None:
    async def test() -> None:
        crowd = Crowd()
        for number in range(20):
            for _seat in "AB":
                await crowd.ask("loud", f"bots{number}", alone=True)
        await crowd.ask("quiet", "person")
        await crowd.thinker.answer()
        assert crowd.thinker.asked == ["bots0.0", "person.0"]
        await crowd.thinker.answer(40)
        assert crowd.tasks.keys() == set(crowd.thinker.asked)
        assert all(task.done() for task in crowd.tasks.values())

    run(test())


def test_matches_between_bots_go_on_while_people_keep_asking() -> None:
    async def test() -> None:
        crowd = Crowd()
        await crowd.ask("a", "person")
        for number in range(3):
            await crowd.ask("b", f"bots{number}", alone=True)
        for _ in range(3 * (IN_A_ROW + 1)):
            await crowd.ask("a", "person")
            await crowd.ask("a", "other")
            await crowd.thinker.answer()
        between = [number for number, question in enumerate(crowd.thinker.asked) if question.startswith("bots")]
        assert between == [IN_A_ROW + 1, 2 * (IN_A_ROW + 1), 3 * (IN_A_ROW + 1)]

    run(test())


def test_turns_go_round_over_addresses_and_then_over_their_tables() -> None:
    async def test() -> None:
        crowd = Crowd()
        await crowd.ask("x", "busy")
        for maker, table in (("x", "t1"), ("x", "t1"), ("x", "t2"), ("x", "t3"), ("y", "u1"), ("y", "u1"), ("", "old1"), ("", "old2")):
            await crowd.ask(maker, table)
        await crowd.thinker.answer(9)
        assert crowd.thinker.asked == ["busy.0", "t1.0", "u1.0", "old1.0", "old2.0", "t2.0", "u1.1", "t3.0", "t1.1"]

    run(test())


def test_one_place_of_several_is_kept_free_of_matches_between_bots() -> None:
    async def test() -> None:
        crowd = Crowd(places=3)
        for number in range(5):
            await crowd.ask("x", f"bots{number}", alone=True)
        assert crowd.thinker.asked == ["bots0.0", "bots1.0"]
        await crowd.ask("y", "person")
        assert crowd.thinker.asked[2:] == ["person.0"]
        await crowd.thinker.answer(6)
        assert len(crowd.thinker.asked) == 6
        assert crowd.thinker.busy == 0

    run(test())


@pytest.mark.parametrize("granted", [False, True], ids=["waiting", "thinking"])
def test_one_that_leaves_keeps_nobody_waiting(granted: bool) -> None:
    async def test() -> None:
        crowd = Crowd()
        for table in ("one", "two", "three"):
            await crowd.ask("x", table)
        crowd.tasks["one.0" if granted else "two.0"].cancel()
        await settle()
        if not granted:
            await crowd.thinker.answer()
        assert crowd.thinker.asked == (["one.0", "two.0"] if granted else ["one.0", "three.0"])

    run(test())


def test_one_that_leaves_at_the_moment_of_its_turn_gives_it_on() -> None:
    async def test() -> None:
        crowd = Crowd()
        for table in ("one", "two", "three"):
            await crowd.ask("x", table)
        give = crowd.turns._next

        def leave_now() -> asyncio.Future[None] | None:
            asyncio.get_running_loop().call_soon(crowd.tasks["two.0"].cancel)  # before it hears that it is its turn
            return give()

        crowd.turns._next = leave_now  # type: ignore[method-assign]
        await crowd.thinker.answer()
        assert crowd.thinker.asked == ["one.0", "three.0"]

    run(test())


def test_the_time_that_a_bot_waits_is_taken_from_its_own() -> None:
    async def test() -> None:
        crowd = Crowd()
        await crowd.ask("x", "at once")
        await crowd.ask("x", "waits")
        await crowd.ask("x", "waits long")
        await crowd.ask("x", "alone", alone=True)
        await crowd.ask("x", "in a hurry", seconds=0.01)
        for waited in (0.5, 1.75, 0.0, 0.0):
            crowd.now += waited
            await crowd.thinker.answer()
        told = dict(zip(crowd.thinker.asked, crowd.thinker.seconds, strict=True))
        assert told == {"at once.0": 2.0, "waits.0": 1.5, "waits long.0": LEAST_S, "in a hurry.0": 0.01, "alone.0": LEAST_S}
        await crowd.thinker.answer()
        await crowd.ask("x", "alone", alone=True)
        assert crowd.thinker.seconds[-1] == LONGEST_ALONE_S

    run(test())
