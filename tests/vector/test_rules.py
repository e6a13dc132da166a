"""Every variant that has batches, held to the plain rules on random matches under random options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import pytest

from deathmatch import vector
from deathmatch.core.options import Value
from deathmatch.games import find
from deathmatch.match.dealer import HmacSource
from tests.leaks.pairs import options
from tests.vector.even_groups import EvenGroups
from tests.vector.five_card_trick import FiveCardTrick
from tests.vector.guidance_rite import GuidanceRite
from tests.vector.letter_hunt import LetterHunt
from tests.vector.mirror import Mirror, play
from tests.vector.test_batch import COMPILED
from tests.vector.tile_joust import TileJoust

pytestmark = pytest.mark.one_variant

MIRRORS: Final[dict[str, type[Mirror]]] = {
    "even-groups": EvenGroups,
    "five-card-trick": FiveCardTrick,
    "guidance-rite": GuidanceRite,
    "letter-hunt": LetterHunt,
    "tile-joust": TileJoust,
}

BY_DAY: Final = {"even-groups": 15, "five-card-trick": 12, "guidance-rite": 6, "letter-hunt": 6, "tile-joust": 9}  # matches
BY_NIGHT: Final = 10_000
FEWER: Final = {"guidance-rite": 1_000, "letter-hunt": 2_000, "tile-joust": 2_000}
"""Matches by night of games that take a twentieth to a fifth of a second for one by the plain rules."""

SMALL: Final[dict[str, dict[str, Value]]] = {
    "even-groups": {"side": 2},
    "guidance-rite": {"size": "3x3", "best_of": "1", "quiet_turns": 4},
}
AT_ONCE: Final[dict[str, Value]] = {"size": "4x4", "best_of": "1", "turns": "simultaneous", "quiet_turns": 3}
DIRECTED: Final = (
    # By night alone: where kernels run as Python, a digest of this board does not fit 64 bits.
    pytest.param("guidance-rite/final", {**AT_ONCE, "swap": "both", "item_uses": "bout"}, 30, marks=pytest.mark.nightly),
    ("guidance-rite/final", {**AT_ONCE, "crow_power": "exact", "turns": "alternate"}, 20),
)
"""Options and a number of matches for rules that random options seldom reach: items of both seats in one turn; an exact crow."""

SMALL_BY_DAY: Final = {"even-groups": 300, "guidance-rite": 30}
SMALL_BY_NIGHT: Final = {"even-groups": 90_000, "guidance-rite": 10_000}
"""Matches on the smallest boards, under random options besides."""

PART: Final = 250  # matches of one batch


def settings(name: str, seed: str) -> Iterator[dict[str, Value]]:
    """The defaults, then random options."""
    yield {}
    source = HmacSource(b"vector", f"{name} {seed}")
    while True:
        yield options(find(name), source)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.compiled] if name == COMPILED else []) for name in vector.list_built()]
)
def test_a_few_matches_are_those_of_the_rules(name: str) -> None:
    mirror = MIRRORS[name.partition("/")[0]]
    for part, given in zip(range(3), settings(name, "day"), strict=False):
        assert play(mirror, name, given, BY_DAY[name.partition("/")[0]] // 3, seed=part) > 0


@pytest.mark.nightly
@pytest.mark.parametrize("name", vector.list_built())
def test_many_matches_are_those_of_the_rules(name: str) -> None:
    game = name.partition("/")[0]
    for part, given in zip(range(FEWER.get(game, BY_NIGHT) // PART), settings(name, "night"), strict=False):
        assert play(MIRRORS[game], name, given, PART, seed=part) > PART


on_small_boards = pytest.mark.parametrize("name", [name for name in vector.list_built() if name.partition("/")[0] in SMALL])


@on_small_boards
def test_small_matches_are_those_of_the_rules(name: str) -> None:
    _play_small(name, SMALL_BY_DAY, 6, "small day")


@pytest.mark.nightly
@on_small_boards
def test_very_many_small_matches_are_those_of_the_rules(name: str) -> None:
    _play_small(name, SMALL_BY_NIGHT, 100, "small night")


@pytest.mark.parametrize(("name", "given", "size"), DIRECTED)
def test_matches_of_rare_rules_are_those_of_the_rules(name: str, given: dict[str, Value], size: int) -> None:
    assert play(MIRRORS[name.partition("/")[0]], name, given, size, seed=1) > size


def _play_small(name: str, amounts: Mapping[str, int], parts: int, seed: str) -> None:
    """Some matches under a few options each."""
    game = name.partition("/")[0]
    size = amounts[game] // parts
    for part, given in zip(range(parts), settings(name, seed), strict=False):
        assert play(MIRRORS[game], name, {**given, **SMALL[game]}, size, seed=part) > size
