"""Seats of bots: they play to the end, wait, fall over and think slowly without hurting anybody."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from deathmatch.bots.worker import SilentError
from deathmatch.core.errors import BotError
from deathmatch.server.rooms import seatbots
from deathmatch.server.wire import bodies
from tests.server.kit import TOY, World, settle


async def test_a_bot_plays_its_seat_to_the_end(w: World) -> None:
    made = await w.match(options={"rounds": 2, "extension": 1}, seats={"A": "me", "B": "bot:dummy"})
    for ply in range(40):
        await settle()
        full = await w.full(made, "A")
        if full.seen.public["over"]:
            break
        assert full.seen.sealed == ["B"]
        assert full.table.here["B"]
        step = full.step
        assert step is not None
        await w.submit(made, "A", ply, await _any(w, made, ply))
    assert full.table.state == "over"
    assert len(w.thinker.asked) == full.seen.ply


async def _any(w: World, made: bodies.MatchMade, ply: int) -> str:
    """Some legal move, composed."""
    prefix: list[str] = []
    while True:
        step = await w.ask(made, "A", lambda room, seat, so_far=prefix: room.compose(seat, ply, so_far))  # type: ignore[misc]
        if step.whole is not None:
            return str(step.whole)
        prefix = [*prefix, step.choices[0].token]


async def test_a_bot_that_falls_over_is_asked_again_and_then_left_to_the_clock(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seatbots, "PAUSE_S", 0)
    w.thinker.failures = 1
    made = await w.match(seats={"A": "me", "B": "bot:dummy"})
    await settle()
    assert (await w.full(made, "A")).seen.sealed == ["B"]
    w.thinker.failures = 99
    broken = await w.match(seats={"A": "me", "B": "bot:dummy"}, options={"time_submit": 10})
    await settle()
    assert (await w.full(broken, "A")).seen.sealed == []
    await w.submit(broken, "A", 0, "score grow")
    await w.time.pass_by(10_001)
    assert (await w.full(broken, "A")).seen.public["last"]["moves"]["B"] == "timeout"


async def test_a_bot_whose_move_cannot_be_saved_waits_for_the_disk_and_plays_on(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seatbots, "PAUSE_S", 0)
    made = await w.match(seats={"A": "me", "B": "bot:dummy"})
    await settle()
    w.thinker.gate, before = asyncio.Event(), len(w.thinker.asked)
    await w.submit(made, "A", 0, "score grow")
    with w.store.full():
        w.thinker.gate.set()
        while len(w.thinker.asked) <= before + seatbots.TRIES + 1:  # noqa: ASYNC110 - the bot makes it so
            await asyncio.sleep(0)
        assert (await w.full(made, "A")).seen.sealed == []
    await settle()
    full = await w.full(made, "A")
    assert full.seen.sealed == ["B"]
    assert full.chat == []


async def test_a_bot_that_cannot_play_says_so_at_the_table_once_and_the_log_says_why(
    w: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seatbots, "PAUSE_S", 0)

    async def failed(*_question: object) -> str:
        raise BotError("dummy of toy: OSError at kernel.py:3: no space left on device")

    made = await w.match(seats={"A": "me", "B": "bot:dummy"})
    await settle()
    assert (await w.full(made, "A")).chat == []
    monkeypatch.setattr(w.thinker, "choose", failed)
    for ply, text in enumerate(("score grow", "claim steal")):
        await w.submit(made, "A", ply, text)
        await settle()
    await w.time.pass_by(90_001)
    await settle()
    lines = (await w.full(made, "A")).chat
    assert [(line.role, line.who, line.text) for line in lines] == [("B", "Dummy", seatbots.FAILED)]
    assert "try 3: dummy of toy: OSError at kernel.py:3: no space left on device" in caplog.text


async def test_a_bot_that_does_not_answer_is_named_once_and_asked_again_after_a_while(w: World, caplog: pytest.LogCaptureFixture) -> None:
    choose, tries = w.thinker.choose, list[str]()

    async def silent(*question: Any) -> str:
        tries.append(question[2])
        if len(tries) <= seatbots.TRIES + 2:
            raise SilentError("dummy of toy: no answer in time; it is left out for 60 s", 0.0)
        return await choose(*question)

    w.thinker.choose = silent  # type: ignore[method-assign, assignment]
    made = await w.match(seats={"A": "me", "B": "bot:dummy"})
    while (full := await w.full(made, "A")).seen.sealed != ["B"]:  # noqa: ASYNC110 - another task makes it so
        await asyncio.sleep(0)
    words = "Dummy does not answer, so it is left out for a while"
    assert [(line.role, line.who, line.text.partition(";")[0]) for line in full.chat] == [("B", "Dummy", words)]
    assert "no answer in time; it is left out for 60 s" in caplog.text


async def test_the_table_is_shown_how_far_a_bot_is_that_is_made_ready(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seatbots, "WATCH_S", 0.001)
    w.thinker.gate, w.thinker.kernels = asyncio.Event(), 3
    made = await w.match(seats={"A": "me", "B": "bot:dummy"}, settings={"delay": 60})
    watching = await w.reader(made, "A")
    while (await w.full(made, "A")).table.making_ready != {"B": 3}:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    await w.time.pass_by(1_000)
    assert {"B": 3} in [one["table"].get("making_ready") for one in watching.read() if one["type"] == "table"]
    assert (await w.full(made, "watcher")).table.making_ready == {}, "they see the table later"
    w.thinker.gate.set()
    while (await w.full(made, "A")).table.making_ready:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    assert (await w.full(made, "A")).seen.sealed == ["B"]


async def test_a_bot_waits_while_the_clocks_are_stopped(w: World) -> None:
    w.thinker.gate = asyncio.Event()
    made = await w.match(seats={"A": "me", "B": "bot:dummy"})
    await w.ask(made, "host", lambda room, role: room.pause(role, stop=True))
    w.thinker.gate.set()
    await settle()
    assert (await w.full(made, "A")).seen.sealed == []
    await w.ask(made, "host", lambda room, role: room.pause(role, stop=False))
    await settle()
    assert (await w.full(made, "A")).seen.sealed == ["B"]


async def test_an_answer_after_its_time_was_up_is_no_fault_of_the_bot_and_says_nothing(
    w: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question is still open: the other seat has a bank, and owes its answer."""
    monkeypatch.setattr(seatbots, "PAUSE_S", 0)
    first = w.thinker.gate = asyncio.Event()
    made = await w.match(seats={"A": "me", "B": "bot:dummy"}, options={"time_submit": 1, "bank": 2})
    await w.submit(made, "A", 0, "score grow")
    await w.time.pass_by(2_900)  # nearly all of B's bank
    second = w.thinker.gate = asyncio.Event()
    first.set()
    await settle()
    await w.time.pass_by(1_500)  # B's time is up, and A has its bank
    full = await w.full(made, "A")
    assert full.seen.ply == 1
    assert full.seen.sealed == ["B"]
    second.set()
    await settle()
    assert len(w.thinker.asked) == 2
    assert (await w.full(made, "A")).chat == []
    assert "deathmatch.bots" not in {record.name for record in caplog.records}


async def test_a_bot_that_thinks_slowly_stalls_nobody(w: World) -> None:
    w.thinker.gate = asyncio.Event()
    await w.match(seats={"A": "me", "B": "bot:dummy"})
    other = await w.match()
    assert (await w.submit(other, "A", 0, "score grow")).text == "score grow"


async def test_no_log_quotes_what_a_bot_made_of_its_view(
    w: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seatbots, "PAUSE_S", 0)
    w.thinker.answer = "a secret that is no move"
    await w.match(seats={"A": "me", "B": "bot:dummy"})
    await settle()
    assert "malformed" in caplog.text
    w.thinker.answer, w.thinker.failures = None, 99
    await w.match(seats={"A": "me", "B": "bot:dummy"})
    await settle()
    assert "RuntimeError at seatbots.py" in caplog.text
    assert "secret" not in caplog.text
    assert "fell over" not in caplog.text


async def test_a_bot_takes_at_most_a_third_of_what_its_clock_allows(w: World) -> None:
    await w.match(seats={"A": "me", "B": "bot:dummy"})
    await settle()
    await w.match(seats={"A": "me", "B": "bot:dummy"}, options={"time_submit": 3, "bank": 0})
    await settle()
    await w.match(seats={"A": "me", "B": "bot:dummy"}, options={"time_submit": 1, "bank": 2})
    await settle()
    assert w.thinker.seconds == [2.0, 1.0, 1.0]
    w.thinker.seconds.clear()
    await w.match(TOY, seats={"A": "me", "B": "bot:dummy"}, options={"time_bid": 3})  # its bank does not serve there
    await settle()
    assert w.thinker.seconds == [1.0]


async def test_a_person_is_answered_before_twenty_matches_between_bots_and_those_go_on(w: World) -> None:
    slow = asyncio.Semaphore(0)
    think = w.thinker.choose

    async def choose(*question: Any) -> str:
        await slow.acquire()
        return await think(*question)

    w.thinker.choose = choose  # type: ignore[method-assign, assignment]
    crowd = [await w.match(address="192.0.2.1", seats={"A": "bot:dummy", "B": "bot:dummy"}) for _ in range(20)]
    made = await w.match(address="192.0.2.2", seats={"A": "me", "B": "bot:dummy"})
    slow.release()  # the one that is being thought about
    slow.release()
    await settle()
    assert (await w.full(made, "A")).seen.sealed == ["B"]
    assert len(w.thinker.asked) == 2
    for _ in range(40):
        slow.release()
        await settle()
    assert [(await w.full(one, "watcher")).seen.ply >= 1 for one in crowd] == [True] * 20


async def test_whoever_gives_up_while_a_bot_thinks_leaves_no_error(
    w: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seatbots, "PAUSE_S", 0)
    w.thinker.gate = asyncio.Event()
    made = await w.match(seats={"A": "me", "B": "bot:dummy"})
    await settle()
    await w.submit(made, "A", 0, "resign")
    w.thinker.gate.set()
    await settle()
    full = await w.full(made, "A")
    assert full.table.state == "over"
    assert full.chat == []
    assert [record.getMessage() for record in caplog.records if record.name == "deathmatch.bots"] == []
