"""Leases that are renewed while their work goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from deathmatch.server.store.interface import StoreError
from deathmatch_postgres import leases
from deathmatch_postgres.leases import LEASED_MS, Renewing
from packages.postgres.tests.databases import until


async def test_all_leases_are_renewed_together_until_their_work_is_done_or_has_taken_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEW_S", 0.0)
    now = [100.0]
    monkeypatch.setattr(leases, "monotonic", lambda: now[0])
    renewed: list[Sequence[str]] = []

    async def renew(names: Sequence[str], ms: int) -> None:
        assert ms == LEASED_MS
        renewed.append(sorted(names))
        if len(renewed) % 2:
            raise StoreError("the database does not answer")

    async def more() -> Sequence[str]:
        """The names after the next renewals."""
        count = len(renewed)
        await until(lambda: len(renewed) > count + 2)
        return renewed[-1]

    kept = Renewing(renew, "bot leases")
    kept.keep("a", 10)
    kept.keep("b", 1)
    kept.keep("c", 10)
    assert await more() == ["a", "b", "c"]
    now[0] += 2
    assert await more() == ["a", "c"]
    kept.let_go("c")
    kept.let_go("c")
    assert await more() == ["a"]
    kept.let_go("a")
    kept.let_go("b")
    await asyncio.sleep(0)
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "bot leases"]
    kept.keep("d", 10)
    assert await more() == ["d"]
    kept.let_go("d")
