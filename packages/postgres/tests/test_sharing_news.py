"""Two servers on one store, and the news between them: entries that come along, news that come late, and news that are lost."""

from __future__ import annotations

import asyncio

import pytest

from packages.postgres.tests.many import calm, play, servers, store_of, table

SUBMITTED, TIMED_OUT = "submitted", "timed_out"


async def test_the_losing_server_catches_up_after_its_connection_was_lost() -> None:
    async with servers() as (x, y):
        made = await x.match()
        b = await y.reader(made, "B")
        store_of(y).lost = True
        await x.submit(made, "A", 0, "score grow")
        await calm()
        b.read()
        assert (await y.full(made, "B")).version < (await x.full(made, "B")).version
        store_of(y).reconnect()
        await calm()
        assert (await y.full(made, "B")).version == (await x.full(made, "B")).version
        assert b.types() == ["update"]


async def test_entries_that_come_with_the_news_are_not_read_and_those_that_do_not_are() -> None:
    async with servers() as (x, y):
        made = await x.match()
        b = await y.reader(made, "B")
        load, read = store_of(y).disk.load, []

        async def counted(match: str, first: int = 0) -> list[bytes] | None:
            read.append(first)
            return await load(match, first)

        async def both_play() -> list[str]:
            for w, seat in ((x, "A"), (y, "B")):
                assert await play(w, made, seat)
                await calm()
            assert (await table(y, made.id)).version == (await table(x, made.id)).version
            return b.types()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store_of(y), "load", counted, raising=False)
            b.read()
            with_entries = await both_play()
            assert read == []
            b.read()
            count = (await table(y, made.id)).count
            store_of(y).database.carries = False
            assert await both_play() == with_entries
            assert read == [count]
            store_of(y).database.carries = True
            store_of(y).lost = True
            await play(x, made, "A")
            store_of(y).lost = False
            await play(x, made, "B")  # the news of it come without those before
            await calm()
            assert len(read) == 2
            assert (await table(y, made.id)).count == len(x.store.matches[made.id])


async def test_news_that_come_while_a_match_is_loaded_are_not_lost() -> None:
    async with servers() as (x, y):
        made = await x.match()
        load, gate = store_of(y).disk.load, asyncio.Event()

        async def slow(match: str, first: int = 0) -> list[bytes] | None:
            found = await load(match, first)
            await gate.wait()
            return found

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store_of(y), "load", slow, raising=False)
            opening = asyncio.create_task(y.lobby.memory.room(made.id), name="load here")
            await calm()
            await x.submit(made, "A", 0, "score grow")
            gate.set()
            await opening
            await calm()
            assert (await table(y, made.id)).count == len(x.store.matches[made.id])


async def test_a_reader_who_comes_to_a_server_that_lacks_news_is_not_led_back() -> None:
    async with servers() as (x, y):
        made = await x.match()
        await y.full(made, "B")
        store_of(y).lost = True
        await x.submit(made, "A", 0, "score grow")
        known = (await x.full(made, "B")).version
        assert (await y.full(made, "B")).version < known
        (first,) = (await y.reader(made, "B", known)).read()
        assert first["version"] == known
