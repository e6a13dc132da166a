"""The processes that make pictures: each thing is made once, the last ones are kept, and an order that fails harms no other."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from deathmatch.server.replays.orders import Order, StillOrder
from deathmatch.server.replays.studio import MakerProcess, Studio
from deathmatch.server.settings import Rate
from deathmatch.server.web.doorman import Orders
from deathmatch.server.wire import problems
from deathmatch.server.wire.problems import Problem

RECORD = "deathmatch 1\ngame five-card-trick/gauntlet\nA score grow\nB grow steal\n"
LATE = problems.wrong("too long")
TOO_MANY = "too many orders"


@dataclass(frozen=True, repr=False)
class Does(Order):
    """An order that does something else in the process."""

    what: str

    def key(self) -> bytes:
        return self.what.encode()

    def made(self) -> bytes:
        if self.what == "sleep":
            time.sleep(60)
        if self.what == "die":
            os._exit(3)
        if self.what == "fail":
            raise ValueError(RECORD)
        if self.what == "eat":
            return bytes(3_000_000_000)
        return self.what.encode()


async def reason(maker: MakerProcess, what: str) -> tuple[int, str]:
    try:
        await maker.make(Does(what))
    except Problem as problem:
        return problem.status, problem.reason
    return 200, ""


async def test_whatever_an_order_does_the_next_one_is_filled(caplog: pytest.LogCaptureFixture) -> None:
    maker = MakerProcess(4.0, LATE, 2_000_000_000)
    try:
        picture = await maker.make(StillOrder(record=RECORD))
        assert picture[:4] == b"\x89PNG"
        assert await reason(maker, "sleep") == (422, "too long")
        assert await reason(maker, "die") == (422, "too long")
        assert await reason(maker, "fail") == (503, "this picture could not be made")
        assert await reason(maker, "eat") == (503, "this picture could not be made"), "its memory is bounded"
        assert await maker.make(StillOrder(record=RECORD)) == picture
    finally:
        await maker.close()
    assert (await reason(maker, "x"))[0] == 503
    assert "A score grow" not in caplog.text, "an error may quote the record, and the log may not"


class Gate:
    """A maker that waits until it is let go."""

    def __init__(self) -> None:
        self.orders: list[bytes] = []
        self.gate = asyncio.Event()
        self.failing = False

    async def make(self, order: Does) -> bytes:
        self.orders.append(order.key())
        await self.gate.wait()
        if self.failing:
            raise problems.wrong("no")
        return order.made()

    async def close(self) -> None:
        self.gate.set()


def free() -> Callable[[], None]:
    """It costs nothing."""
    return lambda: None


async def test_each_thing_is_made_once_and_the_last_ones_are_kept() -> None:
    gate = Gate()
    made = Studio(gate, 80)  # type: ignore[arg-type]
    asked = [asyncio.create_task(made.of(Does("x" * 9), free)) for _ in range(3)]
    await asyncio.sleep(0)
    asked[0].cancel()  # somebody leaves: the others get it
    gate.gate.set()
    assert [len(one) for one in await asyncio.gather(*asked[1:])] == [9, 9]
    for letter in "abcdefgh":
        await made.of(Does(letter * 9), free)
    await made.of(Does("h" * 9), free)
    assert len(gate.orders) == 9
    await made.of(Does("x" * 9), free)
    assert len(gate.orders) == 10, "the oldest had to go"
    await made.of(Does("y" * 50), free)
    await made.of(Does("y" * 50), free)
    assert gate.orders.count(b"y" * 50) == 2, "what would push out many others is not kept"
    await made.close()


async def test_one_address_cannot_fill_the_queue_and_its_places_come_back_whatever_becomes_of_an_order() -> None:
    gate, orders = Gate(), Orders(Rate(1000, 0), 3, TOO_MANY)
    made = Studio(gate, 80)  # type: ignore[arg-type]

    async def ask(who: str, number: int) -> bytes:
        return await made.of(Does(f"{who} {number}"), lambda: orders.enter(who))

    loud = [asyncio.create_task(ask("loud", number)) for number in range(5)]
    quiet = asyncio.create_task(ask("quiet", 1))
    await asyncio.sleep(0)
    loud[0].cancel()  # its asker leaves, and it is made all the same
    gate.gate.set()
    answers = await asyncio.gather(*loud[1:], quiet, return_exceptions=True)
    assert [isinstance(one, Problem) for one in answers] == [False, False, True, True, False]
    gate.failing = True
    for number in range(10, 20):
        with pytest.raises(Problem, match="no"):
            await ask("loud", number)
    await made.close()
