"""What the suite is held over: every variant of every game under a handful of options, and random matches of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pytest

from deathmatch import games
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import OptionError
from deathmatch.core.game import TIMEOUT, AnyGame, Ask, Deals, HostLine, Over, Pending, Timeout, Variant
from deathmatch.core.optional import any_line
from deathmatch.core.options import Value, WholeNumber, Word
from deathmatch.core.seats import SEATS, Seat
from deathmatch.match.dealer import HmacSource
from tests import toy
from tests.chosen import judged
from tests.conformance.pairwise import cover

VARIANTS = judged()
"""All that are listed, and a game that only tests know: it has deals, hidden numbers, words and onlookers, whatever others have."""

LONG = 3  # words of a list, such as sizes or holders, of which only the ends are tried
_TIMEOUTS = 12  # of so many submissions in a random match, one is a time-out
_WHOLE = 2  # matches of a case in which nobody loses by a time-out: where a book has it so, they would hardly see their end
_LONGEST = 5000  # turns and deals; a random match that takes more does not end


def find(name: str) -> Variant:
    """One of `VARIANTS`."""
    return toy.find(name) if name.startswith("toy/") else games.find(name)


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


def choices(variant: Variant) -> dict[str, tuple[Value, ...]]:
    """The values that are tried of every option but clocks, the default first.

    Of words all, of a long list its ends; of numbers the lowest, or one raised by 2 if the lowest is the default.
    """
    values, _ = variant.bind({})
    tried: dict[str, tuple[Value, ...]] = {}
    for option in variant.options:
        kind, usual = option.kind, values[option.key]
        others: list[Value] = []
        if isinstance(kind, Word):
            words = [word for word in kind.words if word != usual]
            others = [*words] if len(words) < LONG else [words[0], words[-1]]
        elif isinstance(kind, WholeNumber):
            others = [kind.low if usual != kind.low else min(kind.low + 2, kind.high)]
        if others and not option.clock:
            tried[option.key] = (usual, *others)
    return tried


def binds(variant: Variant, options: Mapping[str, Value]) -> bool:
    """Whether these options go together."""
    try:
        variant.bind(options)
    except OptionError:
        return False
    return True


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
    """Every value alone: the rest of the match is as usual, so that a fault has one cause."""
    alone = [{key: value} for key, values in choices(variant).items() for value in values[1:]]
    return [_given(variant, row) for row in alone if binds(variant, row)]


CASES = [case for variant in VARIANTS for case in by_day(variant)]
NIGHTLY = [case for variant in VARIANTS for case in by_night(variant) if case not in CASES]

_marked = [
    *(pytest.param(case, marks=[pytest.mark.options] if case.given else []) for case in CASES),
    *(pytest.param(case, marks=pytest.mark.nightly) for case in NIGHTLY),
]
each_case = pytest.mark.parametrize("case", _marked, ids=str, scope="module")
"""All cases, those of the night too. The scope has all tests of a case run one after the other, with the same random matches."""


@dataclass(frozen=True)
class Step:
    """One step of a match: the state, and what was done to it. The last one of a match is over and has nothing done."""

    state: Any
    turn: Mapping[Seat, Any | Timeout] | None = None
    deal: Any = None
    line: str = ""  # of the host


@lru_cache(maxsize=256)  # more than there are cases, which every test goes through one after the other
def match(case: Case, number: int = 0) -> tuple[Step, ...]:
    """A random match; the same case and number give the same match. Fails if it does not end."""
    return tuple(stepwise(case, number))


def stepwise(case: Case, number: int = 0) -> Iterator[Step]:
    """The steps of `match`, for those who need few of them."""
    game, source = case.game, HmacSource(str(case).encode(), f"match:{number}")
    state = game.start()
    for _ in range(_LONGEST):
        pending = game.pending(state)
        if isinstance(pending, Over):
            yield Step(state)
            return
        if isinstance(pending, Deals):
            deal = pending.chance.sample(source)
            yield Step(state, deal=deal)
            state = game.deal(state, deal)
        elif isinstance(pending, HostLine):
            line, after = any_line(game, state, source)
            yield Step(state, line=line)
            state = after
        else:
            turn = submissions(game, state, pending, source)
            after = game.play(state, turn)
            if number < _WHOLE and lost_by_time(game.pending(after)):
                turn = submissions(game, state, pending, source, late=False)
                after = game.play(state, turn)
            yield Step(state, turn)
            state = after
    raise AssertionError(f"{case} did not end within {_LONGEST} steps")


def submissions(game: AnyGame, state: Any, pending: Ask, source: RandomSource, *, late: bool = True) -> dict[Seat, Any | Timeout]:
    """A random submission from every seat that owes one; now and then a time-out, where somebody may be late."""

    def submission(seat: Seat) -> Any | Timeout:
        return TIMEOUT if late and source.below(_TIMEOUTS) == 0 else game.decision(game.view(state, seat)).sample(source)

    return {seat: submission(seat) for seat in pending.seats}


def lost_by_time(pending: Pending[Any]) -> bool:
    """Whether a match is over because somebody's time ran out."""
    return isinstance(pending, Over) and pending.reason == TIMEOUT.value


def joint_state(case: Case) -> Any | None:
    """A state of a random match in which both seats are asked at once. A game may never do so."""
    return next((step.state for step in stepwise(case) if step.turn is not None and len(step.turn) == len(SEATS)), None)


JOINT = [variant for variant in VARIANTS if joint_state(next(case for case in CASES if case.id == variant.id)) is not None]
"""The variants in which both seats are asked at once."""
