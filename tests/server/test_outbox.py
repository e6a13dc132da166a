"""Frames go straight through a pipe that is ready, and wait in order for one that is not."""

from __future__ import annotations

import asyncio

from deathmatch.server.rooms.outbox import SLOW, Outbox
from deathmatch.server.settings import Limits


class Tap:
    """A pipe that can be closed."""

    def __init__(self) -> None:
        self.ready = True
        self.ended = False
        self.written: list[bytes] = []

    def write(self, frame: bytes, /) -> None:
        self.written.append(frame)

    def end(self) -> None:
        self.ended = True


async def test_frames_go_through_in_order_and_wait_while_the_pipe_is_not_ready() -> None:
    outbox, tap = Outbox(Limits()), Tap()
    outbox.attach(tap)
    outbox.put(b"1")
    tap.ready = False
    outbox.put(b"2")
    outbox.put(b"3")
    assert tap.written == [b"1"]
    outbox.drop("the table was put away")
    assert not tap.ended, "two frames wait"
    tap.ready = True
    outbox.flush()
    assert tap.written == [b"1", b"2", b"3"]
    assert tap.ended
    assert (outbox.reason, outbox.slow) == ("the table was put away", False)
    outbox.put(b"4")
    assert tap.written == [b"1", b"2", b"3"], "nothing is taken after the end"


async def test_a_reader_whose_pipe_stays_closed_is_cut_off() -> None:
    outbox, tap = Outbox(Limits(outbox_frames=2)), Tap()
    outbox.attach(tap)
    tap.ready = False
    for frame in (b"1", b"2", b"3"):
        assert not outbox.gone
        outbox.put(frame)
    assert tap.ended
    assert (outbox.gone, outbox.slow, outbox.reason) == (True, True, SLOW)
    tap.ready = True
    outbox.flush()
    assert tap.written == []


async def test_whoever_takes_frames_by_hand_gets_them_in_order_and_then_none() -> None:
    outbox = Outbox(Limits())
    first = asyncio.create_task(outbox.next())
    await asyncio.sleep(0)
    outbox.put(b"1")
    assert await first == b"1"
    outbox.put(b"2")
    outbox.drop("over")
    assert [await outbox.next(), await outbox.next()] == [b"2", None]
