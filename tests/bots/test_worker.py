"""The worker processes, for real: what they answer, and what happens when one is killed or hangs."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import pytest

from deathmatch import games
from deathmatch.bots import answers, memory, plugins, worker
from deathmatch.bots.worker import BotError, SilentError, Thinkers
from deathmatch.core.seats import Seat
from deathmatch.core.words import WordList
from deathmatch.solve import kernel
from tests import ill_bots, loops

VARIANT = games.find("even-groups/standard")  # whose bots are ready at once: each test here starts processes of its own


def opening() -> tuple[dict[str, Any], Any, Any]:
    """Values, B's view of the start, and its decision."""
    values, game = VARIANT.bind({})
    view = game.view(game.start(), Seat.B)
    return values, view, game.decision(view)


@asynccontextmanager
async def thinkers(processes: int = 1, **limits: float) -> AsyncIterator[Thinkers]:
    bots = Thinkers(processes, **limits)
    try:
        yield bots
    finally:
        await bots.close()


def pids(bots: Thinkers) -> list[int]:
    return [worker.pid for worker in bots._workers if worker.pid is not None]


def test_the_loop_runs_on_while_a_bot_thinks_and_a_worker_outlives_who_gives_up_and_is_replaced_if_it_is_killed() -> None:
    values, view, decision = opening()

    async def ask() -> tuple[int, str]:
        ticks = 0
        async with thinkers() as bots:
            first = asyncio.create_task(bots.choose(VARIANT.id, values, "random", view))  # starts a process, which takes a while
            while not first.done():
                ticks += 1
                await asyncio.sleep(0.005)
            given_up = asyncio.create_task(bots.choose(VARIANT.id, values, "random", view))
            await asyncio.sleep(0)
            given_up.cancel()
            await bots.choose(VARIANT.id, values, "random", view)
            (before,) = pids(bots)
            os.kill(before, signal.SIGKILL)
            text = await bots.choose(VARIANT.id, values, "random", view)
            (after,) = pids(bots)
            assert after != before
            return ticks, text

    ticks, text = loops.run(ask())
    assert ticks > 3
    decision.check(decision.read(text))


def test_a_worker_that_hangs_is_ended_and_the_next_question_is_answered() -> None:
    values, view, decision = opening()

    async def ask() -> str:
        async with thinkers(seconds=0.2, grace=0.3) as bots:
            await bots.warm_up(VARIANT.id)
            os.kill(pids(bots)[0], signal.SIGSTOP)
            with pytest.raises(BotError, match="no answer in time"):
                await bots.choose(VARIANT.id, values, "random", view)
            bots._grace = 30.0  # the next process may be slow on a busy machine
            return await bots.choose(VARIANT.id, values, "random", view)

    text = loops.run(ask())
    decision.check(decision.read(text))


async def moves(bots: Thinkers, *names: str) -> list[str | BaseException]:
    """What these bots answer, all asked at once."""
    values, view, _ = opening()
    return await asyncio.gather(*(bots.choose(VARIANT.id, values, name, view) for name in names), return_exceptions=True)


def test_a_foreign_bot_that_hangs_or_dies_is_left_out_by_name_and_hurts_no_other(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(plugins.VARIABLE, ill_bots.named())
    monkeypatch.setattr(answers, "OUTPUT_BYTES", 1000)
    rests: list[float] = []

    async def ask() -> None:
        async with thinkers(grace=60.0) as bots:
            _, died, flooded, well = await moves(bots, "random", "dies", "floods", "well")  # one of ours beside three others
            assert isinstance(died, SilentError)
            assert "dies of even-groups/standard: its process ended; it is left out for 60 s" in str(died)
            assert isinstance(flooded, str)
            assert isinstance(well, str)
            monkeypatch.setattr(worker, "FOREIGN_S", 0.3)
            for _ in range(3):
                (hung,) = await moves(bots, "hang")
                assert isinstance(hung, SilentError)
                rests.append(hung.seconds)
                before = pids(bots)
                again, *well_ones = await moves(bots, "hang", "random", "well")
                assert "it did not answer before" in str(again), "it is not even asked"
                assert all(isinstance(one, str) for one in well_ones)
                assert pids(bots) == before
                bots._foreign["bot hang"]._until = 0.0  # the time has passed
            bots._foreign["bot dies"]._until = 0.0
            (died,) = await moves(bots, "dies")
            assert isinstance(died, SilentError), "it is asked again"

    loops.run(ask())
    assert [round(rest / worker.REST_S) for rest in rests] == [1, 2, 4]
    assert 0 < len(capfd.readouterr().err) < 150_000, "what the bot prints is cut off"


def test_a_bot_that_has_to_be_compiled_first_answers_without_compiled_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(kernel.VARIABLE, str(tmp_path))
    monkeypatch.setattr(worker, "NAMED_S", 0.0)
    variant = games.find("five-card-trick/gauntlet")
    values, game = variant.bind({})
    view = game.view(game.start(), Seat.A)
    compiled: list[int | None] = []

    async def ask() -> None:
        bots = Thinkers()
        try:
            for bot in ("level-3", "steady"):
                text = await bots.choose(variant.id, values, bot, view)
                game.decision(view).check(game.decision(view).read(text))
                assert not any(one.ready(answers.BotPreparation(variant.id, {}, bot)) for one in bots._workers), (
                    "it is still being compiled"
                )
            while not (number := bots.compiled(variant.id, "level-3")):  # noqa: ASYNC110 - a thread makes it so
                await asyncio.sleep(0.01)
            compiled.append(number)
            assert bots.compiled(variant.id, "strong") is None
        finally:
            await bots.close(wait=False)

    loops.run(ask())
    assert compiled[0]


def test_what_went_wrong_after_a_view_was_seen_is_told_without_its_text() -> None:
    def fail(ready: bool) -> str:
        try:
            if ready:
                raise ValueError("a secret")
            with answers.getting_ready():
                raise OSError("no space\nleft")
        except Exception as error:
            return answers.kind_of(error)

    assert re.fullmatch(r"ValueError at test_worker\.py:\d+", fail(ready=True))
    assert re.fullmatch(r"OSError at test_worker\.py:\d+: no space left", fail(ready=False))


def test_what_a_bot_cannot_do_is_said_and_the_worker_lives_on_until_it_is_closed() -> None:
    values, view, _ = opening()

    async def ask() -> list[int]:
        bots = Thinkers()
        await bots.choose(VARIANT.id, values, "random", view)
        running = pids(bots)
        with pytest.raises(BotError, match=r"UnknownNameError at registry\.py:\d+: .* no bot nobody"):
            await bots.choose(VARIANT.id, values, "nobody", view)
        with pytest.raises(BotError, match=VARIANT.id):
            await bots.choose(VARIANT.id, values, "random", "no view")
        assert pids(bots) == running
        await bots.close()
        with pytest.raises(BotError, match="sent home"):
            await bots.choose(VARIANT.id, values, "random", view)
        return running

    (pid,) = loops.run(ask())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


class Host:
    """Resources that note which lists were read; one of them is missing."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def words(self, lexicon: str, /) -> WordList:
        self.read.append(lexicon)
        if lexicon.startswith("lost"):
            raise LookupError(lexicon)
        return WordList.of(("cat", "dog"))


def test_a_process_reads_the_word_list_of_a_match_before_its_first_question() -> None:
    """So that the time it takes is not added to the time of a bot."""
    host, name = Host(), "letter-hunt/gambit"
    for lexicon in ("mine", "lost"):
        first = answers.BotQuestion(name, {"lexicon": lexicon, "holds": 1}, "steady", "a view", 2.0).first
        assert first == answers.BotPreparation(name, {"lexicon": lexicon}, "steady")
        assert answers._reply(first, host) == answers.Reply()
        assert lexicon in host.read
    assert not set(answers.BotPreparation(name, {"lexicon": "mine"}).kinds) & set(answers.BotPreparation(name).kinds)
    assert answers.BotQuestion("no/such", {"lexicon": "mine"}, "steady", None).first == answers.BotPreparation("no/such", {}, "steady")


def test_a_process_without_a_question_holds_no_more_memory_than_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = Pipe()
    trimmed = threading.Event()
    monkeypatch.setattr(answers, "IDLE_S", 0.0)
    monkeypatch.setattr(memory, "trim", trimmed.set)
    monkeypatch.setattr(signal, "signal", lambda *_: None)

    def end() -> None:
        assert trimmed.wait(60)
        ours.send(answers.BotPreparation(VARIANT.id))
        assert ours.recv() == answers.Reply(), "it answers as before"
        ours.close()

    with ThreadPoolExecutor(1) as threads:
        ended = threads.submit(end)
        answers.serve(theirs, None, hurry=True)
        ended.result()


def test_what_goes_on_is_broken_off_where_nobody_wants_to_wait_for_it() -> None:
    async def ask() -> None:
        bots = Thinkers(seconds=60.0)
        values, view, _ = opening()
        await bots.choose(VARIANT.id, values, "random", view)
        os.kill(pids(bots)[0], signal.SIGSTOP)  # it would answer in a minute, or never
        asked = asyncio.create_task(bots.choose(VARIANT.id, values, "random", view))
        await asyncio.sleep(0.1)
        await bots.close(wait=False)
        with pytest.raises(BotError, match="broken off"):
            await asked
        assert pids(bots) == []

    loops.run(ask())
