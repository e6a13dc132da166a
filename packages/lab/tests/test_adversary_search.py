"""The search for an adversary: it tries everybody, turns dials, and proves the best one over other deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pytest

from deathmatch.bots import registry
from deathmatch.core.bots import AnyBot, Dial
from deathmatch.core.errors import UnknownNameError
from deathmatch.core.game import AnyGame, Variant
from deathmatch.core.simple import RandomBot
from deathmatch.games import every, find
from deathmatch_lab.adversary_search import search
from deathmatch_lab.arena import ArenaBout, run

SMALL = ArenaBout("even-groups/standard", "", "steady", 60, 7, (("side", 2),), 20)


@dataclass(frozen=True)
class Skilled:
    """Plays as a strong bot if both dials are up, else at random."""

    strong: AnyBot
    dials: Sequence[Dial] = (Dial("wit", (0.0, 1.0), 0.0), Dial("care", (1.0, 2.0, 3.0), 3.0))

    def adversary(self, settings: Mapping[str, float], /) -> AnyBot:
        return self.strong if settings["wit"] >= 1.0 and settings["care"] >= 3.0 else RandomBot()


def bound() -> tuple[Variant, AnyGame]:
    variant = find(SMALL.variant)
    return variant, variant.bind(dict(SMALL.options))[1]


def test_everybody_else_is_tried_and_the_best_proved_over_other_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "adversaries", lambda variant, game: {})
    monkeypatch.setattr(registry, "families", lambda variant, game: {})
    told: list[str] = []
    result = search(SMALL, 20, 1, lambda name, best: told.append(name))
    assert [trial.name for trial in result.tried] == ["strong"]
    assert told == ["strong", "strong"]
    assert result.proof.wins == run(replace(SMALL, a="strong"), 1).wins
    given, low, high = result.gives_away
    assert low < given == result.proof.share - 0.5 <= high


def test_a_name_sets_the_dials_and_a_wrong_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    variant, game = bound()
    strong = registry.pick(variant, game, "strong")
    monkeypatch.setattr(registry, "families", lambda variant, game: {"skilled": Skilled(strong)})
    assert registry.pick(variant, game, "Skilled@wit=1") is strong
    assert isinstance(registry.pick(variant, game, "skilled@"), RandomBot)
    for name, words in (
        ("skilled@luck=1", "skilled has no dial luck; its dials are wit, care"),
        ("skilled@wit=much", "wit must be a number, not much"),
        ("skilled@wit", "wit must be a number, not empty"),
        ("unskilled@wit=1", "has no bot unskilled@wit=1"),
    ):
        with pytest.raises(UnknownNameError, match=words):
            registry.pick(variant, game, name)


def test_the_families_of_all_games_play_under_the_names_that_a_search_gives() -> None:
    for variant in every():
        _, game = variant.bind({})
        for family, having in registry.families(variant, game).items():
            plain = {dial.name: dial.plain for dial in having.dials}
            assert all(dial.plain in dial.values and list(dial.values) == sorted(dial.values) for dial in having.dials)
            for dial in having.dials:
                for value in dial.values:
                    settings = {**plain, dial.name: value}
                    assert registry.pick(variant, game, registry.written(family, having.dials, settings)) == having.adversary(settings)
