"""What the suite is held over: every variant of every game under a handful of options, and random matches of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pytest

from deathmatch import games
from deathmatch.core.game import AnyGame, Variant
from deathmatch.core.options import Value, WholeNumber
from deathmatch.core.seats import SEATS
from deathmatch.judging import matches
from deathmatch.judging.faults import Fault
from deathmatch.judging.matches import Moment, alone, binds, choices
from deathmatch.judging.matches import Step as Step
from tests import toy
from tests.chosen import judged
from tests.conformance.pairwise import cover

VARIANTS = judged()
"""All that are listed, and a game that only tests know: it has deals, hidden numbers, words and onlookers, whatever others have."""


def find(name: str) -> Variant:
    """One of `VARIANTS`."""
    return toy.find(name) if name.startswith("toy/") else games.find(name)


def compiled_by_night(about: Iterable[Variant | Case], *games: str) -> list[Any]:
    """Cases for `parametrize`: those of Five-Card Trick by night, because its kernels take the compiler most of a minute; of others too."""
    return [pytest.param(one, marks=[pytest.mark.nightly] * one.id.startswith(("five-card-trick/", *games))) for one in about]


@dataclass(frozen=True)
class Case:
    """A variant with some options given."""

    id: str
    given: tuple[tuple[str, Value], ...]

    @property
    def variant(self) -> Variant:
        return find(self.id)

    @property
    def options(self) -> dict[str, Value]:
        return dict(self.given)

    @property
    def game(self) -> AnyGame:
        return self.variant.bind(self.options)[1]

    def __str__(self) -> str:
        return "-".join([self.id, *(f"{key}={value}" for key, value in self.given)])


def _given(variant: Variant, row: Mapping[str, Value]) -> Case:
    """The case in which these options are given that are not the defaults."""
    usual, _ = variant.bind({})
    return Case(variant.id, tuple((key, value) for key, value in row.items() if value != usual[key]))


def by_day(variant: Variant) -> list[Case]:
    """The defaults, the shortest match, and cases in which every two values meet that go together."""
    tried = choices(variant)
    usual = {key: values[0] for key, values in tried.items()}
    shortest = usual | {
        option.key: option.kind.low for option in variant.options if isinstance(option.kind, WholeNumber) and option.key in tried
    }
    rows = cover(tried, lambda row: binds(variant, row), [row for row in (usual, shortest) if binds(variant, row)])
    return list(dict.fromkeys(_given(variant, row) for row in rows))


def by_night(variant: Variant) -> list[Case]:
    """Every value alone."""
    return [_given(variant, row) for row in alone(variant)]


CASES = [case for variant in VARIANTS for case in by_day(variant)]
NIGHTLY = [case for variant in VARIANTS for case in by_night(variant) if case not in CASES]

_marked = [
    *(pytest.param(case, marks=[pytest.mark.options] if case.given else []) for case in CASES),
    *(pytest.param(case, marks=pytest.mark.nightly) for case in NIGHTLY),
]
each_case = pytest.mark.parametrize("case", _marked, ids=str, scope="module")
"""All cases, those of the night too. The scope has all tests of a case run one after the other, with the same random matches."""


@lru_cache(maxsize=256)  # more than there are cases, which every test goes through one after the other
def match(case: Case, number: int = 0) -> tuple[Step, ...]:
    """A random match; the same case and number give the same match. Fails if it does not end."""
    return tuple(stepwise(case, number))


def stepwise(case: Case, number: int = 0) -> Iterator[Step]:
    """The steps of `match`, for those who need few of them."""
    return matches.stepwise(case.game, str(case), number)


@lru_cache(maxsize=8)
def moments(case: Case, number: int = 0) -> list[Moment]:
    """The same match, to be judged."""
    return matches.moments(case.variant, case.game, match(case, number))


def wrong(check: Callable[[Moment], Iterable[Fault]], some: Iterable[Moment]) -> list[Fault]:
    """The faults that a check finds at these moments, but for warnings."""
    return [fault for moment in some for fault in check(moment) if not fault.warning]


def joint_state(case: Case) -> Any | None:
    """A state of a random match in which both seats are asked at once. A game may never do so."""
    return next((step.state for step in stepwise(case) if step.turn is not None and len(step.turn) == len(SEATS)), None)


JOINT = [variant for variant in VARIANTS if joint_state(next(case for case in CASES if case.id == variant.id)) is not None]
"""The variants in which both seats are asked at once."""
