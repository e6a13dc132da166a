"""Every variant that has batches, held to the plain rules on random matches under random options."""

from __future__ import annotations

from collections.abc import Iterator
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
from tests.vector.mirror import Mirror, play

MIRRORS: Final[dict[str, type[Mirror]]] = {"even-groups": EvenGroups, "five-card-trick": FiveCardTrick, "guidance-rite": GuidanceRite}

BY_DAY: Final = {"even-groups": 60, "five-card-trick": 12, "guidance-rite": 6}  # matches
BY_NIGHT: Final = 10_000
PART: Final = 250  # matches of one batch


def settings(name: str, seed: str) -> Iterator[dict[str, Value]]:
    """The defaults, then random options."""
    yield {}
    source = HmacSource(b"vector", f"{name} {seed}")
    while True:
        yield options(find(name), source)


@pytest.mark.parametrize("name", vector.list_built())
def test_a_few_matches_are_those_of_the_rules(name: str) -> None:
    mirror = MIRRORS[name.partition("/")[0]]
    for part, given in zip(range(3), settings(name, "day"), strict=False):
        assert play(mirror, name, given, BY_DAY[name.partition("/")[0]] // 3, seed=part) > 0


@pytest.mark.nightly
@pytest.mark.parametrize("name", vector.list_built())
def test_many_matches_are_those_of_the_rules(name: str) -> None:
    mirror = MIRRORS[name.partition("/")[0]]
    for part, given in zip(range(BY_NIGHT // PART), settings(name, "night"), strict=False):
        assert play(mirror, name, given, PART, seed=part) > PART
