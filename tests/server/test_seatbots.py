"""Seats of bots: they play to the end, wait, fall over and think slowly without hurting anybody."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from deathmatch.bots.worker import SilentError
from deathmatch.core.errors import BotError
from deathmatch.server.rooms import turns
from deathmatch.server.rooms.turns import Asker, Turns
from tests.server.kit import TOY, Dummy, World, settle


async def test_a_bot_that_falls_over_is_asked_again_and_then_left_to_the_clock(
    w: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PAUSE_S", 0)
    w.thinker.failures = 1
    made = await w.match(seats={"A": "me", "B": "bot:dummy"})
    await settle()
    assert (await w.full(made, "A")).seen.sealed == ["B"]
    w.thinker.failures = 99
    broken = await w.match(seats={"A": "me", "B": "bot:dummy"}, options={"time_submit": 10})
    await settle()
    assert (await w.full(broken, "A")).seen.sealed == []
    assert "RuntimeError at turns.py" in caplog.text
    assert "fell over" not in caplog.text
    await w.submit(broken, "A", 0, "score grow")
    await w.time.pass_by(10_001)
    assert (await w.full(broken, "A")).seen.public["last"]["moves"]["B"] == "timeout"


async def test_a_bot_waits_for_the_end_of_a_review(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PAUSE_S", 0.01)
    options = {"size": "3x3", "time_look": 1, "review": "yes"}
    made = await w.match("guidance-rite/guardians", seats={"A": "me", "B": "bot:dummy"}, options=options)
    clock = (await w.full(made, "A")).seen.clocks["B"]
    assert (clock.review, clock.stages) == (True, [(61_000, "time to look: nothing can be sent yet"), (60_000, "time to claim")])
    await w.time.pass_by(999)
    while len(w.thinker.asked) < 2:  # noqa: ASYNC110 - it looks in real time when it can answer, is refused and tries again
        await asyncio.sleep(0.01)
    assert (await w.full(made, "A")).seen.sealed == []
    await w.time.pass_by(1)
    async with asyncio.timeout(5):
        while (await w.full(made, "A")).seen.sealed != ["B"]:  # noqa: ASYNC110 - another task makes it so
            await asyncio.sleep(0.01)
    assert (await w.full(made, "A")).chat == []


async def test_a_bot_whose_move_cannot_be_saved_waits_for_the_disk_and_plays_on(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PAUSE_S", 0)
    made = await w.match(seats={"A": "me", "B": "bot:dummy"})
    await settle()
    w.thinker.gate, before = asyncio.Event(), len(w.thinker.asked)
    await w.submit(made, "A", 0, "score grow")
    with w.store.full():
        w.thinker.gate.set()
        while len(w.thinker.asked) <= before + turns.TRIES + 1:  # noqa: ASYNC110 - the bot makes it so
            await asyncio.sleep(0)
        assert (await w.full(made, "A")).seen.sealed == []
    await settle()
    full = await w.full(made, "A")
    assert full.seen.sealed == ["B"]
    assert full.chat == []


async def test_a_bot_that_cannot_play_says_so_at_the_table_once_and_the_log_says_why(
    w: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PAUSE_S", 0)

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
    assert [(line.role, line.who, line.text) for line in lines] == [("B", "Dummy", turns.FAILED)]
    assert "try 3: dummy of toy: OSError at kernel.py:3: no space left on device" in caplog.text


async def test_a_bot_that_does_not_answer_is_named_once_and_asked_again_after_a_while(w: World, caplog: pytest.LogCaptureFixture) -> None:
    choose, tries = w.thinker.choose, list[str]()

    async def silent(*question: Any) -> str:
        tries.append(question[2])
        if len(tries) <= turns.TRIES + 2:
            raise SilentError("dummy of toy: no answer in time; it is left out for 60 s", 0.0)
        return await choose(*question)

    w.thinker.choose = silent  # type: ignore[method-assign, assignment]
    made = await w.match(seats={"A": "me", "B": "bot:dummy"})
    while (full := await w.full(made, "A")).seen.sealed != ["B"]:  # noqa: ASYNC110 - another task makes it so
        await asyncio.sleep(0.02)
    words = "Dummy does not answer, so it is left out for a while"
    assert [(line.role, line.who, line.text.partition(";")[0]) for line in full.chat] == [("B", "Dummy", words)]
    assert "no answer in time; it is left out for 60 s" in caplog.text


async def test_the_table_is_shown_how_far_a_bot_is_that_is_made_ready(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "WATCH_S", 0.001)
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
    await settle()
    assert (await w.full(made, "A")).seen.sealed == ["B"]


async def test_no_log_quotes_what_a_bot_made_of_its_view(
    w: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PAUSE_S", 0)
    w.thinker.answer = "a secret that is no move"
    await w.match(seats={"A": "me", "B": "bot:dummy"})
    await settle()
    assert "malformed" in caplog.text
    assert "secret" not in caplog.text


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


# --- Whose bot thinks next: a slow thinker is shared fairly between people, addresses and tables


async def test_a_foreign_bot_that_hangs_takes_nobody_elses_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "foreign", lambda _variant, bot: "bot hang" if bot == "hang" else "")
    thinker = Dummy()
    thinker.gate = asyncio.Event()
    line = Turns(thinker, 1)
    for maker, table, bot in (("ann", "1", "hang"), ("ann", "2", "hang"), ("bob", "3", "dummy")):
        asking = asyncio.create_task(line.choose(Asker(maker, table, alone=False), TOY, {}, bot, "", 2.0))
        await settle()
        assert not asking.done()
    assert thinker.asked == [(TOY, "hang"), (TOY, "dummy")], "one of each waits for nobody"
