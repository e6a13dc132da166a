"""The bots of several servers on one store: each thinks on one of them, and on another one if that dies or stands still."""

from __future__ import annotations

import asyncio

import pytest

from deathmatch_postgres import leases
from deathmatch_postgres.leases import LEASED_MS
from packages.postgres.tests.databases import until
from packages.postgres.tests.many import calm, check_prefix, die, play, servers, store_of, table, until_ply


async def test_a_bot_thinks_on_one_server_and_on_another_if_that_dies() -> None:
    async with servers() as (x, y):
        made = await x.match(seats={"A": "me", "B": "bot:dummy"})
        await x.full(made, "A")
        await y.reader(made, "A")
        await calm()
        for _ in range(6):
            await play(x, made, "A")
            await calm()
            await asyncio.sleep(0)
        asked = len(x.thinker.asked) + len(y.thinker.asked)
        assert asked <= (await table(x, made.id)).started_match.ply + 1
        x.thinker.gate = asyncio.Event()
        holder = x if store_of(x).database.leases[f"bot {made.id} B"][0] is store_of(x) else y
        other = y if holder is x else x
        holder.thinker.gate = asyncio.Event()
        ply = (await table(other, made.id)).started_match.ply
        await play(other, made, "A")
        await die(holder)
        other.thinker.gate = None
        await other.time.pass_by(LEASED_MS + 1)
        async with asyncio.timeout(20):
            await until_ply(other, made, ply + 1)


async def test_a_bot_that_thinks_long_thinks_on_one_server_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEW_S", 0.001)
    monkeypatch.setattr(leases, "LOOK_S", 0.0)

    async with servers() as (x, y):
        x.thinker.gate = y.thinker.gate = asyncio.Event()
        made = await x.match(seats={"A": "me", "B": "bot:dummy"}, settings={"untimed": True})
        await y.full(made, "A")
        held, name = store_of(x).database.leases, f"bot {made.id} B"
        for _ in range(5):
            await x.time.pass_by(LEASED_MS - 100)
            await until(lambda: held[name][1] > x.time.now() + LEASED_MS - 100)
        assert len(x.thinker.asked) + len(y.thinker.asked) == 1
        x.thinker.gate.set()
        await play(x, made, "A")
        await until_ply(y, made, 1)


async def test_a_server_that_stood_still_while_its_bot_thought_changes_nothing_when_it_comes_back(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one has had the bot think meanwhile, and has its move in the log."""
    monkeypatch.setattr(leases, "RENEW_S", 1_000.0)

    async with servers() as (x, y):
        gates = x.thinker.gate, y.thinker.gate = asyncio.Event(), asyncio.Event()
        made = await x.match(seats={"A": "me", "B": "bot:dummy"}, settings={"untimed": True})
        a = await y.reader(made, "A")
        await calm()
        holder, other, (of_holder, of_other) = (x, y, gates) if x.thinker.asked else (y, x, gates[::-1])
        assert not other.thinker.asked
        store_of(holder).held = True
        await other.time.pass_by(LEASED_MS + 1)
        await until(lambda: other.thinker.asked)
        of_other.set()
        await calm()
        count = len(x.store.matches[made.id])
        assert (await other.full(made, "A")).seen.sealed == ["B"]
        holder.thinker.answer = "claim steal"
        of_holder.set()
        store_of(holder).let_go()
        await calm()
        assert len(x.store.matches[made.id]) == count, "its move is not in the log"
        await play(x, made, "A")
        await until_ply(y, made, 1)
        check_prefix(a.read(), (await table(y, made.id)).version)

    assert caplog.messages == []
