"""Puzzles: positions with a right answer that is proved.

A variant that can make puzzles has the capability `puzzles`, a function `puzzles(game) -> PuzzleMaker`. `deathmatch puzzles` asks it, and
tests ask it whether the puzzles that are shipped, and the tasks of lessons that say so, are right. A server never does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import AnyGame, Deals, Over
from deathmatch.core.options import Value
from deathmatch.core.seats import Seat

V_contra = TypeVar("V_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class PuzzleIdea:
    """A position that may be a puzzle.

    Attributes:
        options: of the record, those that differ from the default.
        events: of the record, such as `A score grow`; the puzzle is the question after them.
        seat: that is asked.
        say: one sentence or two about the position.
    """

    options: Mapping[str, Value]
    events: tuple[str, ...]
    seat: Seat
    say: str = ""


@dataclass(frozen=True, slots=True)
class RightMove:
    """A right answer.

    Attributes:
        move: in canonical form.
        say: the proof in words, one sentence or two.
        then: events that show it.
    """

    move: str
    say: str
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PuzzleWords:
    """The words that all puzzles of a variant share.

    Attributes:
        title: of the collection.
        about: one sentence about it.
        task: what to find.
        other: the remark on a move that is not right.
        hints: from gentle to plain; they hold for every puzzle.
    """

    title: str
    about: str
    task: str
    other: str
    hints: tuple[str, ...] = ()


class PuzzleMaker(Protocol[V_contra]):
    """Makes puzzles of a game, and proves them for the game that it is bound to."""

    @property
    def words(self) -> PuzzleWords:
        """The words that all puzzles share."""
        ...

    def ideas(self, source: RandomSource, /) -> Iterator[PuzzleIdea]:
        """Positions without end, each legal; the caller asks for the proof, and leaves out those that have none."""
        ...

    def right(self, view: V_contra, /) -> tuple[RightMove, ...]:
        """The right moves of the seat of this view.

        Args:
            view: of a seat that owes a submission; the proof may use nothing else.

        Returns: exactly those moves that are right, the clearest first; none if the position has no right answer that can be proved.
        """
        ...


@runtime_checkable
class GradingMaker(Protocol[V_contra]):
    """A maker that grades its puzzles itself, because the bots of its game have other plans than the task."""

    def grade(self, view: V_contra, /) -> int:
        """How hard the puzzle of this view is, from 1 to 5 (`core.lessons.GRADES`)."""
        ...


AnyPuzzleMaker: TypeAlias = PuzzleMaker[Any]

Puzzles: TypeAlias = Callable[[AnyGame], AnyPuzzleMaker]
"""The capability `puzzles` of a variant."""


def wander(
    game: AnyGame, source: RandomSource, until: Callable[[Any], bool], fixed: Mapping[str, str] | None = None
) -> tuple[Any, tuple[str, ...]] | None:
    """A random match up to the first state that waits for seats and meets a condition.

    Args:
        game: bound to its options.
        source: decides all deals and all moves.
        until: the condition; it gets each state that waits for seats.
        fixed: moves that are always made, by the name of the decision.

    Returns: the state and the events that led there; None if the match ended first.
    """
    state, events = game.start(), list[str]()
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Deals):
            deal = pending.chance.sample(source)
            events.append(f"deal {pending.chance.write(deal)}")
            state = game.deal(state, deal)
            continue
        if until(state):
            return state, tuple(events)
        turn = dict[Seat, Any]()
        for seat in pending.seats:
            decision = game.decision(game.view(state, seat))
            always = (fixed or {}).get(pending.name)
            turn[seat] = decision.sample(source) if always is None else decision.read(always)
            events.append(f"{seat} {decision.write(turn[seat])}")
        state = game.play(state, turn)
    return None
