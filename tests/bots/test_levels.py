"""The levels of every variant that has them: eight bots of ascending skill, under names that commands and servers know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deathmatch.bots import registry
from deathmatch.core import bots as skills
from deathmatch.core.bots import LEVELS
from deathmatch.core.errors import UnknownNameError
from deathmatch.core.game import Variant
from deathmatch.core.simple import RandomBot
from deathmatch.games import every, find
from tests.server.toy_levels import ToyScale, levelled

pytestmark = pytest.mark.one_variant

LEVELLED = [variant for variant in every() if registry.level_names(variant)]


@pytest.mark.parametrize("variant", LEVELLED, ids=lambda variant: variant.id)
def test_a_variant_has_eight_levels_of_ascending_skill_each_with_a_sentence(variant: Variant) -> None:
    scale = registry.scale(variant, variant.bind({})[1])
    assert scale is not None
    assert len(scale.skills) == LEVELS
    assert sorted(set(scale.skills)) == list(scale.skills)
    told = [scale.about(level) for level in range(1, LEVELS + 1)]
    assert len(set(told)) == LEVELS
    assert all(sentence.endswith(".") for sentence in told)
    assert not set(registry.level_names(variant)) & set(registry.names(variant))


@pytest.mark.parametrize("skill", ["", "x", "-0.1", "1.01", "nan"])
@pytest.mark.parametrize("variant", LEVELLED[:1], ids=lambda variant: variant.id)
def test_a_skill_lies_between_0_and_1(variant: Variant, skill: str) -> None:
    with pytest.raises(UnknownNameError, match="a skill is a number from 0 to 1"):
        registry.pick(variant, variant.bind({})[1], f"skill@{skill}")


def test_levels_are_ready_before_their_first_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that starts compiles the code of levels too."""
    asked: list[float] = []

    class Warmed(RandomBot):
        def warm(self) -> None:
            asked.append(skill)

    skill = 0.0

    def bot(self: object, wanted: float, /) -> Warmed:
        nonlocal skill
        skill = wanted
        return Warmed()

    monkeypatch.setattr(ToyScale, "bot", bot)
    variant = levelled(find("even-groups/standard"))
    monkeypatch.setattr(registry, "own", lambda variant, game: {})
    registry.warm_own(variant)
    assert len(asked) == LEVELS
    asked.clear()
    registry.warm_one(variant, "level-2")
    assert asked == [2 / LEVELS]


@pytest.mark.parametrize("broken", [[0.5], [0.1 * n for n in range(8, 0, -1)], [0.2 * n for n in range(8)], [0.1] * 8])
def test_skills_that_are_no_scale_are_refused(broken: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / skills.FILE).write_text(json.dumps({"one": broken}), "ascii")
    monkeypatch.setattr("importlib.resources.files", lambda package: tmp_path)
    with pytest.raises(ValueError, match="8 ascending skills"):
        skills.fitted(f"package of {broken}", "one")
