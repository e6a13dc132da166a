"""Bots and reviews on machines of their own: a worker takes a question, and another one goes on if it dies."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import psycopg
import pytest

from deathmatch.server.rooms.errands import Reviews
from deathmatch_lab.study_pages import Studies
from deathmatch_lab.studying import Finding
from deathmatch_postgres import leases, remote
from deathmatch_postgres import worker as working
from deathmatch_postgres.database.questions import open_work
from deathmatch_postgres.leases import LEASED_MS
from deathmatch_postgres.remote import RemoteThinkers
from deathmatch_postgres.worker import Worker
from packages.postgres.tests.databases import changing, stores, until
from packages.postgres.tests.many import calm, play, store_of, table, until_ply
from packages.postgres.tests.shared_store import MemoryWork
from packages.postgres.tests.workers import KEY, remote_server, worker
from tests.server.kit import TOY, Dummy


async def test_without_a_worker_the_bot_waits_and_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "SPARE_MS", 0)
    monkeypatch.setattr(remote, "LOOK_S", 0.01)

    async with remote_server() as w:
        monkeypatch.setattr("deathmatch.server.rooms.turns.LONGEST_S", 0.02)
        monkeypatch.setattr("deathmatch.server.rooms.turns.PAUSE_S", 0.01)
        made = await w.match(seats={"A": "me", "B": "bot:dummy"}, settings={"untimed": True})
        await play(w, made, "A")
        seen: set[str] = set()
        while len(seen) < 6:  # more often than a bot that fails is asked
            seen |= set(store_of(w).database.questions)
            await asyncio.sleep(0.005)
        assert (await w.full(made, "A")).chat == []
        async with worker(w, Dummy()):
            await until_ply(w, made, 1)


async def test_a_question_that_a_killed_database_has_forgotten_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "LOOK_S", 0.001)
    monkeypatch.setattr(remote, "SPARE_MS", 600_000)  # for so long a worker may take it; the test is over long before

    async with remote_server() as w:
        made = await w.match(seats={"A": "me", "B": "bot:dummy"})
        slow = Dummy()
        slow.gate = asyncio.Event()
        async with worker(w, slow):
            await play(w, made, "A")
            await until(lambda: slow.asked)
            store_of(w).database.questions.clear()
            async with worker(w, Dummy()):
                await until_ply(w, made, 1)


async def test_a_worker_that_thinks_keeps_its_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEW_S", 0.001)
    monkeypatch.setattr(working, "LOOK_S", 0.001)
    monkeypatch.setattr(working, "SPARE_MS", 1_000_000)

    async with remote_server() as w, worker(w, slow := Dummy(), places=3), worker(w, other := Dummy()):
        other.gate, slow.gate = asyncio.Event(), asyncio.Event()
        made = [await w.match(seats={"A": "me", "B": "bot:dummy"}) for _ in range(3)]
        await until(lambda: len(slow.asked) + len(other.asked) == 3)
        leased = list(store_of(w).database.questions.values())
        for _ in range(5):
            await w.time.pass_by(LEASED_MS - 100)
            after = w.time.now()
            await until(lambda after=after: all(asked.leased >= after + LEASED_MS for asked in leased))  # type: ignore[misc]
        assert len(slow.asked) + len(other.asked) == 3
        other.gate.set()
        slow.gate.set()
        for one in made:
            await play(w, one, "A")
            await until_ply(w, one, 1)


async def test_a_question_of_a_worker_that_never_ends_is_given_to_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEW_S", 0.001)
    monkeypatch.setattr(working, "LOOK_S", 0.001)
    monkeypatch.setattr(working, "SPARE_MS", -1_990)  # it has 10 ms in all

    async with remote_server() as w, worker(w, endless := Dummy()):
        endless.gate = asyncio.Event()
        made = await w.match(seats={"A": "me", "B": "bot:dummy"})
        await play(w, made, "A")
        await until(lambda: endless.asked)
        async with worker(w, Dummy()):
            while (await table(w, made.id)).started_match.ply < 1:
                await w.time.pass_by(LEASED_MS + 1)
                await asyncio.sleep(0.001)
        endless.gate.set()


async def test_a_worker_that_fails_says_so_and_the_clock_decides(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deathmatch.server.rooms.turns.PAUSE_S", 0.0)

    async with remote_server() as w, worker(w, broken := Dummy()):
        broken.failures = 3
        made = await w.match(seats={"A": "me", "B": "bot:dummy"})
        await play(w, made, "A")
        known = await table(w, made.id)
        while not known.chat:
            await asyncio.sleep(0.001)
            known = await table(w, made.id)
        assert "my program has failed" in (await w.full(made, "A")).chat[0].text
        assert "fell over" not in caplog.text


async def test_a_foreign_bot_that_hangs_keeps_no_other_question_from_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deathmatch.server.rooms.turns.PAUSE_S", 0.0)
    monkeypatch.setattr("deathmatch_postgres.worker.foreign", lambda _variant, bot: bot == "dummy")

    async with remote_server() as w, worker(w, hanging := Dummy(), places=1):
        hanging.gate = asyncio.Event()
        for number in (1, 2, 3):
            made = await w.match(seats={"A": "me", "B": "bot:dummy"})
            await until(lambda number=number: len(hanging.asked) == number)  # type: ignore[misc]
        hanging.gate.set()
        await play(w, made, "A")
        await until_ply(w, made, 1)


async def test_a_worker_that_ends_answers_what_it_has_and_takes_no_more() -> None:
    async with remote_server() as w:
        made = await w.match(seats={"A": "me", "B": "bot:dummy"})
        thinker = Dummy()
        thinker.gate = asyncio.Event()
        ending = asyncio.Event()
        task = asyncio.create_task(Worker(MemoryWork(store_of(w).database), KEY, thinker, thinker, 1).run(ending))
        await play(w, made, "A")
        await until(lambda: thinker.asked)
        ending.set()
        await calm()
        assert not task.done()
        thinker.gate.set()
        await task
        await until_ply(w, made, 1)


async def test_reviews_come_from_workers_too() -> None:
    async with remote_server() as w, worker(w, Dummy()):
        made = await w.match(TOY)  # its advisor compiles nothing
        await play(w, made, "A")
        await play(w, made, "B")
        await w.ask(made, "A", lambda room, role: room.resign(role))
        match = (await table(w, made.id)).started_match
        review = await Reviews(RemoteThinkers(store_of(w), KEY)).of(
            made.id, variant=TOY, record=match.record(), wait=50_000, admit=lambda: lambda: None
        )
        assert review is not None
        assert review.summary


async def test_a_worker_that_compiles_first_says_so_and_is_asked_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "AGAIN_S", 0.0)
    monkeypatch.setattr(remote, "WAITING_MS", 60_000)

    async with stores(database) as (store,):
        thinkers, thinker, ending = RemoteThinkers(store.sharing, KEY), Dummy(), asyncio.Event()
        studies, work, thinker.unprepared = Studies(thinkers), await open_work(database), 3

        def ask(lead: int) -> Coroutine[Any, Any, Finding | None]:
            return studies.of("g/v", {"lead": str(lead)}, wait=0, admit=lambda: lambda: None)

        task = asyncio.create_task(Worker(work, KEY, thinker, thinker, 1).run(ending))
        try:
            seen = []
            async with asyncio.timeout(60):
                while (found := await ask(3)) is None:
                    seen.append(studies.preparing)
                    if studies.preparing:
                        assert await ask(4) is None
                    await asyncio.sleep(0.001)
            assert (found.value, True in seen, studies.preparing) == (0.53, True, False)
            assert (thinker.unprepared, len(thinker.seconds)) == (-1, 1)
        finally:
            ending.set()
            await task
            await work.close()


# --- In PostgreSQL


async def test_questions_are_taken_once_run_out_with_their_worker_and_come_back_answered(database: str) -> None:
    async with stores(database) as (store,):
        theirs = database.replace("//deathmatch@", "//worker@", 1)
        with changing(database) as db:
            db.execute("CREATE ROLE worker LOGIN")
            db.execute("GRANT SELECT, UPDATE ON questions TO worker")
            db.execute("GRANT SELECT ON deathmatch_format TO worker")
        with pytest.raises(psycopg.errors.InsufficientPrivilege), changing(theirs) as db:
            db.execute("SELECT * FROM entries")
        one, other = await open_work(theirs), await open_work(theirs)
        try:
            for n in range(3):
                await store.sharing.ask(f"bot {n}", b"%d" % n, 5_000, 60_000)
            await store.sharing.ask("review 1", b"review", 5_000, 60_000)
            await store.sharing.ask("bot late", b"late", 5_000, 0)
            taken = await asyncio.gather(*((one, other)[n % 2].take("bot", 60_000) for n in range(5)))
            assert sorted(question.body for question in taken if question) == [b"0", b"1", b"2"]
            assert all(4_000 < question.ms <= 5_000 for question in taken if question)
            assert await other.take("review", 60_000) is not None
            assert await one.take("review", 1_000) is None
            await other.renew(["review 1", "bot 0"], 0)
            again = await one.take("review", 60_000)
            assert again is not None, "the time of the other one is over"
            assert again.ms == 5_000
            await other.renew(["review 1"], 0)
            assert await other.take("review", 1_000) is None, "one that stood still renews nothing that another one has"
            await other.answer("review 1", b"too late")
            replies = await store.sharing.replies(["review 1", "bot late", "nothing"])
            assert replies == {"review 1": (True, b""), "bot late": (False, b"")}
            await one.answer("review 1", b"done")
            await one.answer("review 1", b"done again")
            assert (await store.sharing.replies(["review 1"]))["review 1"] == (True, b"done")
            await store.sharing.withdraw("review 1")
            assert await store.sharing.replies(["review 1"]) == {}
        finally:
            await one.close()
            await other.close()
            with changing(database) as db:
                db.execute("DROP OWNED BY worker")
                db.execute("DROP ROLE worker")
