"""What a variant's solver owes whoever asks it. A variant that has none is not asked."""

from __future__ import annotations

import json

import pytest

from deathmatch.core.errors import UnsolvableError
from deathmatch.core.game import AnyGame, Variant
from deathmatch.core.options import WholeNumber
from deathmatch.core.seats import PUBLIC
from deathmatch_lab import solving
from deathmatch_lab.solving import Solution
from tests.conformance.cases import VARIANTS, compiled_by_night
from tests.conformance.test_studying import assert_named

pytestmark = pytest.mark.one_variant

SOLVED = [variant for variant in VARIANTS if variant.has("solver")]
each_solved = pytest.mark.parametrize("variant", compiled_by_night(SOLVED), ids=lambda variant: variant.id)


class Told:
    """Work that keeps what it is told."""

    def __init__(self) -> None:
        self.reports: list[tuple[str, float | None]] = []

    def report(self, words: str, done: float | None = None, /) -> None:
        self.reports.append((words, done))


def outcome(variant: Variant, game: AnyGame, work: Told) -> Solution | str:
    """The solution of the start, or why there is none."""
    try:
        return solving.solver(variant, game).solve(game.view(game.start(), PUBLIC), work)
    except UnsolvableError as refusal:
        return refusal.reason


@each_solved
def test_the_shortest_match_is_solved_or_refused_in_words(variant: Variant) -> None:
    shortest = {option.key: option.kind.low for option in variant.options if isinstance(option.kind, WholeNumber) and not option.clock}
    _, game = variant.bind(shortest)
    work = Told()
    result = outcome(variant, game, work)
    if isinstance(result, str):
        assert result
        assert not result.endswith(".")
    else:
        assert result.words
        for line in result.words:
            assert_named(line)
            assert line == line.strip() != ""
        assert json.loads(json.dumps(result.json)) == result.json
    for words, done in work.reports:
        assert words
        assert done is None or 0 <= done <= 1


def test_there_is_something_to_judge_here() -> None:
    """The toy game has one, so that this suite is not silent while no other game has."""
    assert SOLVED
