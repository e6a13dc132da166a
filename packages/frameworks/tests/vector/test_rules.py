"""Every variant that has batches, held to the plain rules on random matches under random options."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Final

import pytest

from deathmatch.core.errors import OptionError
from deathmatch.core.options import Value
from deathmatch.games import find
from deathmatch.match.dealer import HmacSource
from deathmatch_frameworks import vector
from packages.frameworks.tests.vector.even_groups import EvenGroups
from packages.frameworks.tests.vector.five_card_trick import FiveCardTrick
from packages.frameworks.tests.vector.mirror import Mirror, play
from tests.leaks.pairs import options

MIRRORS: Final[dict[str, type[Mirror]]] = {
    "even-groups": EvenGroups,
    "five-card-trick": FiveCardTrick,
}

SMALL: Final[dict[str, dict[str, Value]]] = {
    "even-groups": {"side": 2},
    "five-card-trick": {"rounds": 5, "extension": 1, "max_rounds": 8},
}
"""The smallest options, whose matches are quick."""

BY_DAY: Final = 200  # matches of a variant
WHOLE: Final = {"even-groups": 4, "five-card-trick": 50}
"""Of these, matches under any options; the rest has the smallest ones, under random options besides."""

BATCHES_BY_DAY: Final = 2  # of either kind

BY_NIGHT: Final = 100_000
PARTS: Final = 20
"""Parts of a night's matches. Each has seeds of its own, so it can run alone, or beside others."""

BATCH: Final = 250  # matches of one batch by night; each batch has its own options
DEFAULTS: Final = 5  # one batch in so many has the defaults


@pytest.fixture(autouse=True)
def _no_collector() -> Iterator[None]:
    """The mirrors make no cycles, and the collector takes a sixth of their time."""
    gc.disable()
    yield
    gc.enable()


each_variant = pytest.mark.parametrize("name", vector.list_built())


def settings(name: str, seed: str) -> Iterator[dict[str, Value]]:
    """The defaults, then random options, then the defaults again, and so on."""
    source = HmacSource(b"vector", f"{name} {seed}")
    while True:
        yield {}
        for _ in range(DEFAULTS - 1):
            yield taken(name, source)


def taken(name: str, source: HmacSource) -> dict[str, Value]:
    """Random options, of those that a batch takes."""
    while True:
        given = options(find(name), source)
        with suppress(OptionError):
            vector.make(name, 1, given)
            return given


def hold(name: str, size: int, batches: int, seed: str, more: Mapping[str, Value] | None = None) -> None:
    """So many matches, in batches with options of their own; `more` options are the same for all."""
    number = int.from_bytes(sha256(f"{name} {seed}".encode()).digest()[:6], "big")  # of the first batch
    for part, given in zip(range(batches), settings(name, seed), strict=False):
        each = size * (part + 1) // batches - size * part // batches
        assert play(MIRRORS[name.partition("/")[0]], name, {**given, **(more or {})}, each, seed=number + part) >= each


@pytest.mark.one_variant
@each_variant
def test_two_hundred_matches_are_those_of_the_rules(name: str) -> None:
    game = name.partition("/")[0]
    hold(name, WHOLE[game], BATCHES_BY_DAY, "day")
    hold(name, BY_DAY - WHOLE[game], BATCHES_BY_DAY, "small day", SMALL[game])


@pytest.mark.nightly
@each_variant
@pytest.mark.parametrize("part", range(PARTS), ids=[f"part-{part:02}" for part in range(PARTS)])
def test_a_hundred_thousand_matches_are_those_of_the_rules(name: str, part: int) -> None:
    size = BY_NIGHT // PARTS
    hold(name, size, size // BATCH, f"night {part}")
