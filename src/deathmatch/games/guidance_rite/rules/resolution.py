"""What turns come to (R44, R46 to R48), step by step: one seat's in turn, or both at once. The steps are what `narrate` has to tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from deathmatch.core.errors import Illegal
from deathmatch.core.game import Timeout
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.rules import items, movement, powers
from deathmatch.games.guidance_rite.rules.movement import Way
from deathmatch.games.guidance_rite.rules.powers import MovementBefore
from deathmatch.games.guidance_rite.values.grid import Board, put, refilled, standing
from deathmatch.games.guidance_rite.values.moves import ITEMS, Manner, Move, Power, Turn, Use
from deathmatch.games.guidance_rite.values.pieces import Kind, Piece
from deathmatch.games.guidance_rite.values.terms import Terms


class What(Enum):
    """The kinds of steps."""

    ITEM = "item"  # an item has worked
    SPOILED = "spoiled"  # the other's item has made a movement illegal
    MOVED = "moved"  # a piece has arrived
    SWAPPED = "swapped"  # it has changed places with a guardian
    CLASHED = "clashed"  # several arrived on one space, and all that stood there is gone
    CROSSED = "crossed"  # two changed places, and are gone
    POWER = "power"  # a power has worked
    UNUSED = "unused"  # a power could not, and was not used


@dataclass(frozen=True, slots=True)
class Happening:
    """One step of the resolution.

    Attributes:
        what: which.
        seat: whose; None for a clash and a crossing.
        board: after it, and after all that happens at the same instant.
        way: of a movement.
        piece: that moved, as it set out.
        captured: the captured piece.
        taken: whether it took its character.
        space: where pieces clashed.
        use, power: the item or power.
    """

    what: What
    seat: Seat | None
    board: Board
    way: Way | None = None
    piece: Piece | None = None
    captured: Piece | None = None
    taken: bool = False
    space: int | None = None
    use: Use | None = None
    power: Power | None = None


@dataclass(slots=True)
class _Going:
    """A movement that is carried out."""

    seat: Seat
    way: Way
    manner: Manner
    piece: Piece
    spent: bool = False  # whether it has used up the turn's power


@dataclass(slots=True)
class Resolution:
    """The turns of the seats that had one, carried out.

    Attributes:
        board: at the end.
        left: whether a piece has left the board.
        steps: what happened.
    """

    terms: Terms
    turns: Mapping[Seat, Move | Timeout]
    board: Board
    left: bool = False
    steps: list[Happening] = field(default_factory=list)

    def carry_out(self) -> None:
        """R46, in the book's steps; in turn they come to R44's."""
        turns = [(seat, turn) for seat in Seat if isinstance(turn := self.turns.get(seat), Turn)]
        start = self.board
        self._use_items([(seat, turn.item) for seat, turn in turns if turn.item is not None])
        going = [movement for seat, turn in turns if (movement := self._set_out(start, seat, turn)) is not None]
        before = standing(self.board)
        arrived = self._go(going)
        self.left = standing(self.board) < before
        self._spend(going, dict(turns), arrived)

    def _use_items(self, used: list[tuple[Seat, Use]]) -> None:
        """R46 (1): by kind, of two of a kind the DMO's first."""
        for seat, use in sorted(used, key=lambda pair: (ITEMS.index(pair[1].item), pair[0] is not self.terms.dmo)):
            self.board = items.used(self.board, use)
            self.steps.append(Happening(What.ITEM, seat, self.board, use=use))

    def _set_out(self, start: Board, seat: Seat, turn: Turn) -> _Going | None:
        """R46 (2): the movement, unless there is none or the other's item has made it illegal."""
        if turn.movement is None:
            return None
        swap = turn.power is not None and turn.power.kind is Kind.GUARDIAN
        try:
            way, manner = movement.judge(self.terms, self.board, seat, turn.movement, swap=swap, still=items.still(start, seat, turn.item))
        except Illegal:
            self.steps.append(Happening(What.SPOILED, seat, self.board))
            return None
        piece = self.board[way.origin]
        assert piece is not None
        return _Going(seat, way, manner, piece)

    # --- R47: both movements

    def _go(self, going: list[_Going]) -> frozenset[int]:
        """Both movements at the same instant; where pieces have arrived and stand."""
        board, origins = self.board, {mover.way.origin for mover in going}
        swaps = [mover for mover in going if mover.manner is Manner.SWAP and mover.way.end not in origins]
        shared = len(swaps) > 1 and swaps[0].way.end == swaps[1].way.end
        crossed = self._crossed(going)
        changes: dict[int, Piece | None] = dict.fromkeys(origins)
        arrivals: dict[int, list[_Going | Piece]] = {}
        for mover in [] if crossed else going:
            arrivals.setdefault(mover.way.end, []).append(mover)
        for mover in [] if shared or crossed else swaps:
            guardian = board[mover.way.end]
            assert guardian is not None
            changes[mover.way.end] = None
            arrivals.setdefault(mover.way.origin, []).append(guardian.of_kind(Kind.PLAIN))
        left = put(board, changes)
        steps: list[Happening] = []
        stand: list[int] = []
        for space, arrived in arrivals.items():
            if len(arrived) > 1:
                changes[space] = None
                steps.append(Happening(What.CLASHED, None, board, space=space))
                continue
            stand.append(space)
            (one,) = arrived
            if isinstance(one, Piece):
                changes[space] = one
                continue
            there = left[space]
            changes[space] = movement.arrived(self.terms, one.piece, one.way, there, take=one.manner is Manner.TAKE)
            one.spent = self.terms.removals_all and movement.removes(one.piece, one.way, captures=there is not None)
            what = What.SWAPPED if one in swaps and not shared else What.MOVED
            took = one.manner is Manner.TAKE and there is not None
            steps.append(Happening(what, one.seat, board, way=one.way, piece=one.piece, captured=there, taken=took))
        if crossed:
            steps.append(Happening(What.CROSSED, None, board, way=going[0].way))
        self.board = refilled(put(board, changes))
        self.steps += [_on(step, self.board) for step in steps]
        return frozenset(stand)

    def _crossed(self, going: list[_Going]) -> bool:
        """Whether two movers change places and are removed for it."""
        if not self.terms.clash or len(going) < len(Seat):
            return False
        one, other = (mover.way for mover in going)
        return one.origin == other.end and one.end == other.origin

    # --- R48: both powers

    def _spend(self, going: list[_Going], turns: dict[Seat, Turn], arrived: frozenset[int]) -> None:
        """Both powers at the same instant, those that can work; each is judged on the board before either."""
        used: list[Power] = []
        steps: list[Happening] = []
        for mover in going:
            power = turns[mover.seat].power
            if power is None or power.kind is Kind.GUARDIAN:
                continue
            moved = MovementBefore(mover.seat, mover.piece.kind, arrived, mover.spent)
            works = powers.possible(self.terms, self.board, moved, power)
            if works is not None:
                used.append(works)
            what = What.UNUSED if works is None else What.POWER
            steps.append(Happening(what, mover.seat, self.board, power=works or power))
        if used:
            self.board = powers.spent(self.terms, self.board, used)
        self.steps += [_on(step, self.board) for step in steps]


def _on(step: Happening, board: Board) -> Happening:
    """The step with the board after it."""
    return Happening(step.what, step.seat, board, step.way, step.piece, step.captured, step.taken, step.space, step.use, step.power)


def resolve(terms: Terms, board: Board, turns: Mapping[Seat, Move | Timeout]) -> Resolution:
    """The turns carried out; time-outs and passes do nothing."""
    resolution = Resolution(terms, turns, board)
    resolution.carry_out()
    return resolution
