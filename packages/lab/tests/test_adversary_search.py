"""The search for an adversary: it tries everybody, and proves the best one over other deals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deathmatch.bots import registry
from deathmatch_lab.adversary_search import search
from deathmatch_lab.arena import ArenaBout, run

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
