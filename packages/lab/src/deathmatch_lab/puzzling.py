"""Puzzles: positions with a right answer that is proved.

A variant that can make puzzles has the capability `puzzles`, a function `puzzles(game) -> PuzzleMaker`. `deathmatch puzzles` asks it, and
tests ask it whether the puzzles that are shipped, and the tasks of lessons that say so, are right. A server never does. An idea becomes a
puzzle if the game proves it, the referee judges it legal, and enough moves are wrong; its grade says how many bots find the right one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from deathmatch.bots import registry
from deathmatch.bots.budget import Counted
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import UnknownNameError
from deathmatch.core.game import AnyGame, Ask, Deals, Over, Resources, Variant
from deathmatch.core.options import Value
from deathmatch.core.seats import Seat
from deathmatch.games import find, made_by
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from deathmatch.match.record import FORMAT, read
from deathmatch.match.replay import positions

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
        assert isinstance(pending, Ask), "puzzles are not made of games that a host leads"
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


# --- Making them


THINKING = (1, 4, 16, 64, 256)  # units of work in the tries of each bot, from a glance to a long look
MOST_RIGHT = 12  # right moves of a puzzle
LEAST_WRONG = 3  # legal moves that are not right
MOST_SHARE = 0.4  # of the legal moves that are right
EASY, FAIR, HARD = 0.75, 0.6, 0.35  # shares of the tries that find the move, from which on a puzzle is of grade 1, 2, 3
NAMES = ("Ann", "Bob")


@dataclass(frozen=True, slots=True)
class MadePuzzle:
    """A puzzle.

    Attributes:
        name: `GAME-VARIANT-NUMBER`, which stays as long as seed and program do.
        record: up to the question.
        idea: that it was made from.
        right: the right moves.
        found: the bots that find one in most tries.
        grade: 1 to 5.
    """

    name: str
    record: str
    idea: PuzzleIdea
    right: tuple[RightMove, ...]
    found: tuple[str, ...]
    grade: int


def maker(variant: Variant, game: AnyGame) -> AnyPuzzleMaker:
    """The maker for a game that is bound already; raises UnknownNameError if the variant makes no puzzles."""
    made = made_by(variant, "puzzles", game)
    if made is None:
        raise UnknownNameError(f"{variant.id} makes no puzzles")
    found: AnyPuzzleMaker = made
    return found


def words(variant: Variant) -> PuzzleWords:
    """The words that all puzzles of a variant share."""
    return maker(variant, variant.bind({})[1]).words


def record_of(variant: Variant, idea: PuzzleIdea) -> str:
    """The record of an idea."""
    lines = [FORMAT, f"game {variant.id}", *(f"option {key} {value}" for key, value in idea.options.items())]
    lines += [f"name {seat} {name}" for seat, name in zip("AB", NAMES, strict=True)]
    return "\n".join([*lines, *idea.events]) + "\n"


def proved(position: Position, idea_seat: str) -> tuple[RightMove, ...]:
    """The right moves at a position that waits for this seat; none if there is no proof."""
    seat = next(seat for seat in position.owing if seat.value == idea_seat)
    found: tuple[RightMove, ...] = maker(position.variant, position.game).right(position.view(seat))
    return found


def make(variant: Variant, source: RandomSource, resources: Resources | None = None) -> Iterator[MadePuzzle]:
    """Puzzles without end, each once; the record is read by the referee, so it is legal."""
    number, known = 0, set[str]()
    for idea in maker(variant, variant.bind({})[1]).ideas(source):
        record = str(read(record_of(variant, idea), find))
        if record in known:
            continue
        known.add(record)
        *_, position = positions(read(record, find))
        right = proved(position, idea.seat.value)
        legal = position.decision(idea.seat).count()
        few = legal is not None and (len(right) > MOST_SHARE * legal or legal - len(right) < LEAST_WRONG)
        if not right or len(right) > MOST_RIGHT or few:
            continue
        number += 1
        shares = _shares(position, idea, right, resources)
        found = tuple(name for name, share in shares.items() if share > 0.5)
        name = f"{variant.game}-{variant.name}-{number}"
        made = maker(variant, position.game)
        grade = _grade(sum(shares.values()) / len(shares))
        if isinstance(made, GradingMaker):
            found, grade = (), made.grade(position.view(idea.seat))
        yield MadePuzzle(name, record, idea, right, found, grade)


def _shares(position: Position, idea: PuzzleIdea, right: tuple[RightMove, ...], resources: Resources | None) -> Mapping[str, float]:
    """For each bot, the share of its tries that find a right move."""
    view, decision = position.view(idea.seat), position.decision(idea.seat)
    good = {one.move for one in right}
    shares = {}
    for name in registry.names(position.variant):
        bot = registry.pick(position.variant, position.game, name, resources)
        tries = [bot.choose(view, decision, Counted(units), HmacSource(b"puzzle", f"{name} {units}")) for units in THINKING]
        shares[name] = sum(decision.write(move) in good for move in tries) / len(THINKING)
    return shares


def _grade(share: float) -> int:
    """1 if nearly every try of every bot finds the move, 5 if none does."""
    return 1 if share >= EASY else 2 if share >= FAIR else 3 if share >= HARD else 4 if share else 5


def written(about: PuzzleWords, puzzles: list[MadePuzzle]) -> str:
    """A file of puzzles (docs/lessons.md), easy ones first."""
    lines = [
        f"title = {_text(about.title)}",
        f"about = {_text(about.about)}",
        f"task = {_text(about.task)}",
        f"other = {_text(about.other)}",
    ]
    lines += [f"hints = [{', '.join(map(_text, about.hints))}]"]
    for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.grade):
        lines += ["", "[[scene]]", f"name = {_text(puzzle.name)}", f"seat = {_text(puzzle.idea.seat.value)}", f"grade = {puzzle.grade}"]
        lines += [f"found = [{', '.join(map(_text, puzzle.found))}]", f"record = '''\n{puzzle.record}'''", "[[scene.step]]"]
        lines += [f"say = {_text(puzzle.idea.say)}"] * bool(puzzle.idea.say)
        lines += ["proved = true", "[scene.step.right]"]
        lines += [f"{_text(one.move)} = {_text(one.say)}" for one in puzzle.right]
        if any(one.then for one in puzzle.right):
            lines += ["[scene.step.then]"]
            lines += [f"{_text(one.move)} = [{', '.join(map(_text, one.then))}]" for one in puzzle.right if one.then]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """A basic string of TOML."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
