"""Whose bot thinks next: a slow thinker is shared fairly between people, addresses and tables."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from deathmatch.server.rooms.turns import LEAST_S, Asker, PassedError, Turns
from tests.server.kit import settle


class Slow:
    """A thinker that answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.seconds: list[float] = []
        self._thinking: list[asyncio.Future[str]] = []

    async def choose(self, variant: str, values: Mapping[str, str | int], bot: str, view: Any, seconds: float, _lists: object) -> str:
        self.asked.append(view)
        self.seconds.append(seconds)
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._thinking.append(answer)
        return await answer

    def compiled(self, _variant: str, _bot: str) -> int | None:
        return None

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
        self.thinker, self.apart, self.now = Slow(), Slow(), 0.0
        self.turns = Turns(self.thinker, places, self.apart, lambda: self.now)
        self.tasks: dict[str, asyncio.Task[str]] = {}
        self.closed: set[str] = set()

    async def ask(self, maker: str, table: str, *, alone: bool = False, seconds: float = 2.0, bot: str = "dummy") -> None:
        question = f"{table}.{sum(name.startswith(table + '.') for name in self.tasks)}"
        asker = Asker(maker, table, alone)
        asking = self.turns.choose(asker, "toy/lenient", {}, bot, question, seconds, lambda: question not in self.closed)
        self.tasks[question] = asyncio.create_task(asking)
        await settle()


async def test_a_person_waits_for_no_match_between_bots_and_those_go_on_while_people_keep_asking() -> None:
    crowd = Crowd()
    for number in range(20):
        for _seat in "AB":
            await crowd.ask("loud", f"bots{number}", alone=True)
    await crowd.ask("quiet", "person")
    assert crowd.thinker.asked == ["person.0"]
    assert crowd.apart.asked == ["bots0.0"]
    await crowd.apart.answer(40)  # while the person still waits
    assert len(set(crowd.apart.asked)) == 40
    await crowd.thinker.answer()
    assert all(task.done() for task in crowd.tasks.values())


async def test_turns_go_round_over_addresses_and_then_over_their_tables() -> None:
    crowd = Crowd()
    await crowd.ask("x", "busy")
    for maker, table in (("x", "t1"), ("x", "t1"), ("x", "t2"), ("x", "t3"), ("y", "u1"), ("y", "u1"), ("", "old1"), ("", "old2")):
        await crowd.ask(maker, table)
    await crowd.thinker.answer(9)
    assert crowd.thinker.asked == ["busy.0", "t1.0", "u1.0", "old1.0", "old2.0", "t2.0", "u1.1", "t3.0", "t1.1"]


async def test_several_places_are_used_at_the_same_time() -> None:
    crowd = Crowd(places=3)
    for number in range(5):
        await crowd.ask("x", f"t{number}")
    assert crowd.thinker.busy == 3
    await crowd.thinker.answer(5)
    assert (len(crowd.thinker.asked), crowd.thinker.busy) == (5, 0)


async def test_a_foreign_bot_that_hangs_takes_nobody_elses_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deathmatch.server.rooms.turns.foreign", lambda _variant, bot: "bot hang" if bot == "hang" else "")
    crowd = Crowd()
    for table in ("1", "2"):
        await crowd.ask("ann", table, bot="hang")
    await crowd.ask("bob", "3")
    assert crowd.thinker.asked == ["1.0", "3.0"], "one of each waits for nobody"


async def test_a_question_that_was_closed_meanwhile_takes_no_time() -> None:
    crowd = Crowd()
    for table in ("one", "two", "three"):
        await crowd.ask("x", table)
    crowd.closed.add("two.0")
    await crowd.thinker.answer()
    assert crowd.thinker.asked == ["one.0", "three.0"]
    with pytest.raises(PassedError):
        await crowd.tasks["two.0"]


@pytest.mark.parametrize("granted", [False, True], ids=["waiting", "thinking"])
async def test_one_that_leaves_keeps_nobody_waiting(granted: bool) -> None:
    crowd = Crowd()
    for table in ("one", "two", "three"):
        await crowd.ask("x", table)
    crowd.tasks["one.0" if granted else "two.0"].cancel()
    await settle()
    if not granted:
        await crowd.thinker.answer()
    assert crowd.thinker.asked == (["one.0", "two.0"] if granted else ["one.0", "three.0"])


async def test_one_that_leaves_at_the_moment_of_its_turn_gives_it_on() -> None:
    crowd = Crowd()
    for table in ("one", "two", "three"):
        await crowd.ask("x", table)
    give = crowd.turns._people._next

    def leave_now() -> asyncio.Future[None] | None:
        asyncio.get_running_loop().call_soon(crowd.tasks["two.0"].cancel)  # before it hears that it is its turn
        return give()

    crowd.turns._people._next = leave_now  # type: ignore[method-assign]
    await crowd.thinker.answer()
    assert crowd.thinker.asked == ["one.0", "three.0"]


async def test_the_time_that_a_bot_waits_is_taken_from_its_own() -> None:
    crowd = Crowd()
    await crowd.ask("x", "at once")
    await crowd.ask("x", "waits")
    await crowd.ask("x", "waits long")
    await crowd.ask("x", "waits longer")
    await crowd.ask("x", "in a hurry", seconds=0.01)
    for waited in (0.5, 1.47, 0.0, 0.0):
        crowd.now += waited
        await crowd.thinker.answer()
    told = dict(zip(crowd.thinker.asked, crowd.thinker.seconds, strict=True))
    assert told == {"at once.0": 2.0, "waits.0": 1.5, "waits long.0": LEAST_S, "waits longer.0": LEAST_S, "in a hurry.0": 0.01}
