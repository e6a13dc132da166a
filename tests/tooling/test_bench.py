"""The figures are made from real matches: what is measured is legal, always the same, and each benchmark can be found by its name."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module

import pytest

from bench import costs, drawing, load
from bench.__main__ import main, names
from bench.machine import each, facts, rate
from bench.walks import record, walk
from deathmatch.core.game import Over, Variant
from deathmatch.games import every, find
from deathmatch.match.record import read
from tests import toy
from tools.conventions import ROOT


def test_every_benchmark_measures() -> None:
    assert {"replay", "rules", "startup"} <= set(names())
    for name in names():
        assert callable(import_module(f"bench.{name}").measure)


def test_an_unknown_benchmark_is_told_which_there_are() -> None:
    done = subprocess.run([sys.executable, "-m", "bench", "nothing"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no benchmark nothing; there are" in done.stderr


def test_each_benchmark_and_each_step_is_named_before_it_begins(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def measure() -> dict[str, str]:
        assert capsys.readouterr().err == "startup (1 of 2)\n"
        steps = each(["one", "two"])
        assert next(steps) == "one"
        assert capsys.readouterr().err == "  one (1 of 2)\n"
        return {"figure": "?"}

    monkeypatch.setattr("bench.startup.measure", measure)
    monkeypatch.setattr("bench.rules.measure", dict)
    monkeypatch.setattr(sys, "argv", ["bench", "startup", "rules"])
    main()
    out, err = capsys.readouterr()
    assert err == "rules (2 of 2)\n"
    assert [json.loads(line)["bench"] for line in out.splitlines()] == ["startup", "rules"]


def test_pictures_are_measured_of_a_game_in_which_nothing_waits_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in (("WALKS", 1), ("MATCHES", 1), ("TURNS", 12)):
        monkeypatch.setattr(drawing, name, number)
    monkeypatch.setattr(drawing, "rate", lambda _work: 1.0)
    figures = drawing.measure()["variants"]
    assert figures["even-groups/standard"]["update_kb_sealed"] is None
    assert all(figures[name]["update_kb_turn"]["raw"] > 0 for name in ("even-groups/standard", "five-card-trick/gauntlet"))
    assert figures["five-card-trick/gauntlet"]["update_kb_sealed"]["raw"] > 0


@pytest.mark.parametrize("variant", list(every()), ids=lambda variant: variant.id)
def test_a_walk_is_a_whole_legal_match_and_always_the_same(variant: Variant) -> None:
    game, steps = walk(variant, 3)
    last = steps[-1]
    assert last.turn is not None
    assert isinstance(game.pending(game.play(last.state, last.turn)), Over)
    assert len(read(record(variant, 3), find).entries) == sum(len(step.events) for step in steps)
    assert record(variant, 3) == record(variant, 3)
    assert record(variant, 3) != record(variant, 4)


@pytest.mark.nightly
def test_costs_are_taken_of_all_that_a_server_runs() -> None:
    measured = costs.of_variant(toy.VARIANTS[0])
    assert {"pending", "decision", "compose", "read", "check", "play", "deal", "deal refill: read", "deal refill: check"} <= set(measured)
    assert {"view", "public", "private", "narrate", "picture"} <= set(measured)
    assert all(cost >= 0 for cost in measured.values())
    assert list(measured.values()) == sorted(measured.values(), reverse=True)


def test_a_rate_is_work_by_time() -> None:
    done: list[int] = []

    def work() -> int:
        done.append(5)
        return 5

    measured = rate(work, 0.01)
    assert len(done) > 1
    assert 0 < measured <= sum(done[1:]) / 0.01


def test_the_facts_say_on_what_it_was_measured() -> None:
    machine = facts()
    assert machine["python"].startswith("3.")
    assert machine["cores"] >= 1
    assert machine["baseline_per_second"] > 0


@pytest.mark.nightly
def test_the_load_is_measured_of_a_small_server_too() -> None:
    figures = load.measure(matches=8, rates=(8,), seconds=3, warm=1, watchers=(20,), clients=2)
    run, crowd = figures["rates"]["8"], figures["crowds"]["20"]
    assert run["acknowledged_per_second"] > 4
    assert (run["broken"], crowd["lost"]) == (0, 0)
    assert 0 < run["p50_ms"] <= run["p99_ms"] <= run["longest_ms"]
    assert run["memory_mb"]["start"] <= run["memory_mb"]["end"]
    assert crowd["bytes_to_each"] > 1000
