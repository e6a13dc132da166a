"""Each level of every variant beats the one below, over matches that are the same every night; research/notes/levels.md has the shares."""

from __future__ import annotations

import pytest

from deathmatch.bots import registry
from deathmatch.bots.budget import THINKING
from deathmatch.core.bots import LEVELS
from deathmatch.games import every
from deathmatch_lab.arena import ArenaResult
from research.levels import SEED, bout

pytestmark = pytest.mark.nightly

MATCHES = 200
DEAR = 60
"""Matches of a step that costs a second or so a match: two levels in the wrong order, a third of the matches, pass once in 200 times."""

DEAR_GAMES = ("even-groups", "letter-hunt")
SHORT = {"guidance-rite": 10, "five-card-trick": 1}
"""Units of work of a decision, where research/notes/levels.md says that its tables stand for fewer than an arena gives."""

STEPS = [(variant.id, upper) for variant in every() if registry.level_names(variant) for upper in range(2, LEVELS + 1)]


def step(variant: str, upper: str, lower: str, matches: int) -> ArenaResult:
    """What one level wins against another."""
    return bout(variant, upper, lower, matches, SEED, 1, SHORT.get(variant.split("/")[0], THINKING))


def ordered(result: ArenaResult) -> bool:
    """Whether the first is the stronger one, and not by far too much."""
    return 0.5 < result.share < 0.85


def test_levels_in_the_wrong_order_are_noticed() -> None:
    """With as few matches as the dearest steps have."""
    assert not ordered(step("five-card-trick/setna", "level-3", "level-4", DEAR))


def test_levels_that_are_too_far_apart_are_noticed() -> None:
    assert not ordered(step("five-card-trick/setna", "level-5", "level-1", DEAR))


@pytest.mark.parametrize(("variant", "upper"), STEPS, ids=lambda part: str(part))
def test_each_level_beats_the_one_below(variant: str, upper: int) -> None:
    dear = upper == LEVELS or variant.startswith(DEAR_GAMES)
    assert ordered(step(variant, f"level-{upper}", f"level-{upper - 1}", DEAR if dear else MATCHES))
