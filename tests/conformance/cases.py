"""What the suite is held over: every variant of every game under a handful of options, and random matches of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from deathmatch import games
from deathmatch.core.chance import Source
from deathmatch.core.errors import OptionError
from deathmatch.core.game import TIMEOUT, AnyGame, Ask, Deals, Over, Pending, Timeout, Variant
from deathmatch.core.options import Value, Whole, Word
from deathmatch.core.seats import SEATS, Seat
from deathmatch.match.dealer import HmacSource
from tests import toy
from tests.chosen import judged

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


def _candidates(variant: Variant) -> Iterator[dict[str, Value]]:
    """The defaults; the shortest match; every other word alone, of a long list its ends, and every number that its default switches off or
    keeps lowest raised by 2; and all of these at once in the shortest match.
    """
    rules = [option for option in variant.options if not option.clock]
    shortest: dict[str, Value] = {option.key: option.kind.low for option in rules if isinstance(option.kind, Whole)}
    values, _ = variant.bind({})
    others: dict[str, Value] = {}
    yield {}
    yield shortest
    for option in rules:
        if isinstance(option.kind, Word):
            words = [word for word in option.kind.words if word != values[option.key]]
            for word in words if len(words) < LONG else (words[0], words[-1]):
                others[option.key] = word
                yield {option.key: word}
        elif isinstance(option.kind, Whole) and values[option.key] == option.kind.low:
            others[option.key] = min(option.kind.low + 2, option.kind.high)
            yield {option.key: others[option.key]}
    yield shortest | others


def cases() -> list[Case]:
    """All variants under every set of options above that binds; sets that do not go together are none."""
    kept: dict[Case, None] = {}
    for variant in VARIANTS:
        for options in _candidates(variant):
            try:
                variant.bind(options)
            except OptionError:
                continue
            kept[Case(variant.id, tuple(options.items()))] = None
    return list(kept)


CASES = cases()


@dataclass(frozen=True)
class Step:
    """One step of a match: the state, and what was done to it. The last one of a match is over and has nothing done."""

    state: Any
    turn: Mapping[Seat, Any | Timeout] | None = None
    deal: Any = None


@lru_cache(maxsize=256)  # more than there are cases, which every test goes through one after the other
def match(case: Case, number: int = 0) -> tuple[Step, ...]:
    """A random match; the same case and number give the same match. Fails where it does not end."""
    game, source = case.game, HmacSource(str(case).encode(), f"match:{number}")
    steps: list[Step] = []
    state = game.start()
    for _ in range(_LONGEST):
        pending = game.pending(state)
        if isinstance(pending, Over):
            return (*steps, Step(state))
        if isinstance(pending, Deals):
            deal = pending.chance.sample(source)
            steps.append(Step(state, deal=deal))
            state = game.deal(state, deal)
        else:
            turn = submissions(game, state, pending, source)
            after = game.play(state, turn)
            if number < _WHOLE and lost_by_time(game.pending(after)):
                turn = submissions(game, state, pending, source, late=False)
                after = game.play(state, turn)
            steps.append(Step(state, turn))
            state = after
    raise AssertionError(f"{case} did not end within {_LONGEST} steps")


def submissions(game: AnyGame, state: Any, pending: Ask, source: Source, *, late: bool = True) -> dict[Seat, Any | Timeout]:
    """A random submission from every seat that owes one; now and then a time-out, where somebody may be late."""

    def submission(seat: Seat) -> Any | Timeout:
        return TIMEOUT if late and source.below(_TIMEOUTS) == 0 else game.decision(game.view(state, seat)).sample(source)

    return {seat: submission(seat) for seat in pending.seats}


def lost_by_time(pending: Pending[Any]) -> bool:
    """Whether a match is over because somebody's time ran out."""
    return isinstance(pending, Over) and pending.reason == TIMEOUT.value


def _joint() -> dict[Case, Any]:
    solutions: dict[Case, Any] = {}
    for case in CASES:
        joint = next((step for step in match(case) if step.turn is not None and len(step.turn) == len(SEATS)), None)
        if joint is not None:
            solutions[case] = joint.state
    return solutions


JOINT = _joint()
"""Of every case in which both seats are asked at once, a state in which they are. A game may never do so."""
