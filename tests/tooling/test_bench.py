"""The figures are made from real matches: what is measured is legal, always the same, and each benchmark can be found by its name."""

from __future__ import annotations

from importlib import import_module

import pytest

from bench import load
from bench.__main__ import names
from bench.walks import record, walk
from deathmatch.core.game import Over, Variant
from deathmatch.games import find, unled
from deathmatch.match.record import read


def test_every_benchmark_measures() -> None:
    assert {"replay", "rules", "startup"} <= set(names())
    for name in names():
        assert callable(import_module(f"bench.{name}").measure)


@pytest.mark.parametrize("variant", list(unled()), ids=lambda variant: variant.id)
def test_a_walk_is_a_whole_legal_match_and_always_the_same(variant: Variant) -> None:
    game, steps = walk(variant, 3)
    last = steps[-1]
    assert last.turn is not None
    assert isinstance(game.pending(game.play(last.state, last.turn)), Over)
    assert len(read(record(variant, 3), find).entries) == sum(len(step.events) for step in steps)
    assert record(variant, 3) == record(variant, 3)
    assert record(variant, 3) != record(variant, 4)


@pytest.mark.nightly
def test_the_load_is_measured_of_a_small_server_too() -> None:
    figures = load.measure(matches=8, rates=(8,), seconds=3, warm=1, watchers=(20,), clients=2)
    run, crowd = figures["rates"]["8"], figures["crowds"]["20"]
    assert run["acknowledged_per_second"] > 4
    assert (run["broken"], crowd["lost"]) == (0, 0)
    assert 0 < run["p50_ms"] <= run["p99_ms"] <= run["longest_ms"]
    assert run["memory_mb"]["start"] <= run["memory_mb"]["end"]
    assert crowd["bytes_to_each"] > 1000
