"""What the tests of the frameworks share: the variants, their small options, and which of them wait for the night."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from deathmatch.core.game import Variant
from deathmatch.library.game import list_variants

SMALL: Final[dict[str, dict[str, Any]]] = {
    "five-card-trick/gauntlet": {"rounds": 2, "max_rounds": 2},
    "five-card-trick/final": {"rounds": 2, "max_rounds": 2},
    "five-card-trick/setna": {"rounds": 2, "max_rounds": 2},
    "even-groups/standard": {"side": 2},
    "letter-hunt/gambit": {"holds": 1, "turn_limit": 1},
    "letter-hunt/colosseum": {"turn_limit": 1},
    "tile-joust/gauntlet": {"sets": 1, "chips": 5},
    "tile-joust/final": {"sets": 1, "chips": 5},
    "guidance-rite/guardians": {"size": "3x3", "best_of": 1, "quiet_turns": 2},
    "guidance-rite/final": {"size": "3x3", "best_of": 1, "quiet_turns": 2},
}
VARIANTS: Final = [variant for variant in list_variants() if variant.id in SMALL]
CHEAP: Final = ("five-card-trick", "even-groups")  # the others take seconds at their small options, too
each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


def marked(cheap: tuple[str, ...], variants: list[Variant]) -> pytest.MarkDecorator:
    """A parameter for each variant; those of games that are not cheap wait for the night."""
    night = pytest.mark.nightly
    some = [variant if variant.game in cheap else pytest.param(variant, marks=night) for variant in variants]
    return pytest.mark.parametrize("variant", some, ids=[variant.id for variant in variants])


SIZES: Final = ("default", "small")
"""The options at which the suites judge a variant."""


def options(variant: Variant, size: str) -> dict[str, Any]:
    """The options of a size."""
    return SMALL[variant.id] if size == "small" else {}


def never(variant: Variant, size: str) -> bool:
    """For suites of the night."""
    return False


def sized(by_day: Callable[[Variant, str], bool]) -> pytest.MarkDecorator:
    """A parameter for each variant at each size; those that are not for the day wait for the night."""
    pairs = [(variant, size) for variant in VARIANTS for size in SIZES]
    some = [pair if by_day(*pair) else pytest.param(*pair, marks=pytest.mark.nightly) for pair in pairs]
    return pytest.mark.parametrize(("variant", "size"), some, ids=[f"{variant.id}-{size}" for variant, size in pairs])
