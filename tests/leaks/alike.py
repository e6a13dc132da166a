"""Worlds that differ in one secret, side by side: everybody who may not see it gets the same bytes, and the server logs the same lines."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import zip_longest
from typing import TypeVar

import pytest

from tests import toy
from tests.leaks.pairs import Fixed, Pair, pairs

T = TypeVar("T")
Told = Callable[[T], Awaitable[Sequence[bytes]]]
"""What everybody gets in the world with this secret."""

NOISE = ("httpx", "deathmatch.bots", "deathmatch.kernels", "deathmatch.collector")
"""Loggers that may say more in one of two worlds: its client, the compilation of kernels, which happens once, and collected garbage."""


async def alike(
    worlds: Mapping[str, T], told: Told[T], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, pair: Pair | None = None
) -> dict[str, bytes]:
    """All that was told in each world, after a check that it was the same in all of them, line by line, the log of the server too.

    Args:
        worlds: the secret of each, by name.
        told: plays a world.
        monkeypatch: makes the random bytes of all worlds the same.
        caplog: has the log, at the level that the caller has set.
        pair: whose reserve the dealers have.
    """
    pair = pair or next(pairs(toy.VARIANTS[0], 1))
    found, logs = {}, {}
    for name, secret in worlds.items():
        monkeypatch.setattr(secrets, "token_bytes", Fixed(pair))
        caplog.clear()
        found[name] = await told(secret)
        logs[name] = [record.getMessage() for record in caplog.records if not record.name.startswith(NOISE)]
    first = next(iter(worlds))
    for name in worlds:
        for one, other in zip_longest(found[first], found[name]):
            assert one == other
        assert logs[name] == logs[first]
    return {name: b" ".join(lines) for name, lines in found.items()}
