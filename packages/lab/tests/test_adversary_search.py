"""The search for an adversary: it tries everybody, and proves the best one over other deals."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from deathmatch.bots import registry
from deathmatch.core.errors import UnknownNameError
from deathmatch.core.simple import RandomBot
from deathmatch_lab import local_pool
from deathmatch_lab.adversary_search import search
from deathmatch_lab.arena import ArenaBout, run

SMALL_DUEL = ArenaBout("even-groups/standard", "strong", "steady", 4, 7, (("side", 2),), 20)
SMALL = ArenaBout("even-groups/standard", "", "steady", 60, 7, (("side", 2),), 20)


def test_everybody_else_is_tried_and_the_best_proved_over_other_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "adversaries", lambda variant, game: {})
    told: list[str] = []
    result = search(SMALL, 20, 1, lambda name, best: told.append(name))
    assert [trial.name for trial in result.tried] == ["strong"]
    assert told == ["strong", "strong"]
    assert result.proof.wins == run(replace(SMALL, a="strong"), 1).wins
    given, low, high = result.gives_away
    assert low < given == result.proof.share - 0.5 <= high


def test_all_trials_are_played_by_the_same_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    class Threads(ThreadPoolExecutor):
        """In place of processes, which take longer to start."""

        def __init__(self, workers: int, mp_context: object, initializer: object = None, initargs: object = ()) -> None:
            super().__init__(workers)
            made.append(workers)

    monkeypatch.setattr(local_pool, "ProcessPoolExecutor", Threads)
    result = search(SMALL, 4, 2)
    assert len(result.tried) > 1
    assert made == [2]
    assert result.json() == search(SMALL, 4, 1).json()
    run(SMALL_DUEL, 2)
    assert made[-1] == 2


def test_a_bot_that_nobody_can_play_against_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "own", lambda variant, game: {"random": RandomBot()})
    monkeypatch.setattr(registry, "adversaries", lambda variant, game: {})
    with pytest.raises(UnknownNameError, match="even-groups/standard has no other bot and no adversary"):
        search(ArenaBout("even-groups/standard", "", "random", 2, 1), 2, 1)
