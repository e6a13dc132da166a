"""Random matches, and the options under which a variant is judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from deathmatch.core import chance, errors, optional, seats
from deathmatch.core.game import TIMEOUT, AnyGame, Ask, Deals, Decision, HostLine, Over, Pending, Timeout, Variant
from deathmatch.core.options import Value, WholeNumber, Word
from deathmatch.match import dealer, position

LONG = 3  # words of a list, such as sizes or holders, of which only the ends are tried
LONGEST = 5000  # turns and deals; a random match that takes more does not end
POSITIONS = 8  # of a match, for what takes longer
_TIMEOUTS = 12  # of so many submissions in a random match, one is a time-out
_WHOLE = 2  # matches in which nobody loses by a time-out: where a book has it so, they would hardly see their end


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
    except errors.OptionError:
        return False
    return True


def alone(variant: Variant) -> Iterator[dict[str, Value]]:
    """Every value alone that is not the default: the rest of the match is as usual, so that a fault has one cause."""
    rows = ({key: value} for key, values in choices(variant).items() for value in values[1:])
    return (row for row in rows if binds(variant, row))


@dataclass(frozen=True)
class Step:
    """One step of a match: the state, and the turn, deal or line that followed it. The last step has only a state."""

    state: Any
    turn: Mapping[seats.Seat, Any | Timeout] | None = None
    deal: Any = None
    line: str = ""  # of the host, as text


def stepwise(game: AnyGame, key: str, number: int = 0) -> Iterator[Step]:
    """A random match; the same key and number give the same match. If it does not end, it breaks off."""
    source = dealer.HmacSource(key.encode(), f"match:{number}")
    state = game.start()
    for _ in range(LONGEST):
        pending = game.pending(state)
        if isinstance(pending, Over):
            break
        if isinstance(pending, Deals):
            deal = pending.chance.sample(source)
            yield Step(state, deal=deal)
            state = game.deal(state, deal)
        elif isinstance(pending, HostLine):
            line, after = optional.any_line(game, state, source)
            yield Step(state, line=line)
            state = after
        else:
            turn = _submissions(game, state, pending, source)
            after = game.play(state, turn)
            if number < _WHOLE and lost_by_time(game.pending(after)):
                turn = _submissions(game, state, pending, source, late=False)
                after = game.play(state, turn)
            yield Step(state, turn)
            state = after
    yield Step(state)


def _submissions(
    game: AnyGame, state: Any, pending: Ask, source: chance.RandomSource, *, late: bool = True
) -> dict[seats.Seat, Any | Timeout]:
    """A random submission from every seat that owes one. If `late`, it is now and then a time-out."""

    def submission(seat: seats.Seat) -> Any | Timeout:
        return TIMEOUT if late and source.below(_TIMEOUTS) == 0 else game.decision(game.view(state, seat)).sample(source)

    return {seat: submission(seat) for seat in pending.seats}


def lost_by_time(pending: Pending[Any]) -> bool:
    """Whether a match is over because somebody's time ran out."""
    return isinstance(pending, Over) and pending.reason == TIMEOUT.value


@dataclass(frozen=True)
class Moment:
    """A step of a match that is judged.

    Attributes:
        variant, game: the variant that is played, and its game with the options bound.
        number: of the step, from 1.
        state: before the step.
        turn, deal, line: the moves of the seats, a deal, or a line of the host. The step has one of them; the other two are empty.
        after: the next state.
        known: moves that were legal at other moments of this match, by the name of their decision; the check of moves fills it.
    """

    variant: Variant
    game: AnyGame
    number: int
    state: Any
    turn: Mapping[seats.Seat, Any | Timeout]
    deal: Any
    line: str
    after: Any
    known: dict[str, dict[Any, None]]

    @cached_property
    def pending(self) -> Any:
        """What the state waits for."""
        return self.game.pending(self.state)

    @property
    def position(self) -> position.Position:
        """Before the step, with nothing sealed."""
        return position.Position(self.variant, self.game, self.state, self.pending, position.NOTHING_SEALED, 0)

    @cached_property
    def decisions(self) -> dict[seats.Seat, Decision[Any]]:
        """The decisions of the seats that are asked."""
        return {seat: self.game.decision(self.game.view(self.state, seat)) for seat in self.turn}

    @cached_property
    def events(self) -> list[str]:
        """The lines of a record that the step makes."""
        if self.line:
            return [f"host {self.line}"]
        if not self.turn:
            return [f"deal {self.pending.chance.write(self.deal)}"]
        texts = {seat: move.value if isinstance(move, Timeout) else self.decisions[seat].write(move) for seat, move in self.turn.items()}
        return [f"{seat} {text}" for seat, text in texts.items()]


def moments(variant: Variant, game: AnyGame, steps: Sequence[Step]) -> list[Moment]:
    """All steps of a match but the last."""
    known: dict[str, dict[Any, None]] = {}
    return [
        Moment(variant, game, number, step.state, step.turn or {}, step.deal, step.line, after.state, known)
        for number, (step, after) in enumerate(pairwise(steps), 1)
    ]


def asked(every: Sequence[Moment]) -> list[Moment]:
    """Some moments at which seats are asked: the first ones, then spread over the rest."""
    some = [moment for moment in every if moment.turn]
    return some[:3] + some[3 :: max(1, len(some) // POSITIONS)]
