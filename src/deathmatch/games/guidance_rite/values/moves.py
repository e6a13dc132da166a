"""The submissions of seats (section Decisions, Grammar), bouts, and the shown parts of both."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final, TypeAlias

from deathmatch.core.errors import Rule
from deathmatch.core.game import Timeout
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.speech import mark, say
from deathmatch.games.guidance_rite.values.grid import Board, Grid
from deathmatch.games.guidance_rite.values.pieces import DIRECTIONS, Kind

BOOK: Final = "guidance-rite"

R1: Final = Rule(BOOK, 1)
R3: Final = Rule(BOOK, 3)
R8: Final = Rule(BOOK, 8)
R10: Final = Rule(BOOK, 10)
R14: Final = Rule(BOOK, 14)
R15: Final = Rule(BOOK, 15)
R16: Final = Rule(BOOK, 16)
R17: Final = Rule(BOOK, 17)
R19: Final = Rule(BOOK, 19)
R21: Final = Rule(BOOK, 21)
R22: Final = Rule(BOOK, 22)
R23: Final = Rule(BOOK, 23)
R25: Final = Rule(BOOK, 25)
R26: Final = Rule(BOOK, 26)
R27: Final = Rule(BOOK, 27)
R28: Final = Rule(BOOK, 28)
R29: Final = Rule(BOOK, 29)
R30: Final = Rule(BOOK, 30)
R32: Final = Rule(BOOK, 32)
R34: Final = Rule(BOOK, 34)
R35: Final = Rule(BOOK, 35)
R36: Final = Rule(BOOK, 36)
R37: Final = Rule(BOOK, 37)
R38: Final = Rule(BOOK, 38)
R39: Final = Rule(BOOK, 39)
R40: Final = Rule(BOOK, 40)
R41: Final = Rule(BOOK, 41)
R42: Final = Rule(BOOK, 42)
R43: Final = Rule(BOOK, 43)
R57: Final = Rule(BOOK, 57)

LEFT_UNCLAIMED: Final = 2  # so few unclaimed pieces are removed (R12)
ITEM_PIECES: Final = 9  # so many pieces must be on the board for an item (R40)


class Item(StrEnum):
    """The items of `final`, in the order of the book's State."""

    HONOUR = "honour"
    ROTATE = "rotate"
    SWAP = "swap"

    __hash__ = str.__hash__  # as for kinds of pieces


ITEMS: Final = tuple(Item)

ITEM_TITLES: Final = {Item.HONOUR: mark("Point of Honour"), Item.ROTATE: mark("Rotate"), Item.SWAP: mark("Swap")}


def item_title(item: Item) -> str:
    """The name of an item for people."""
    return say(ITEM_TITLES[item])


"""The items' names for people."""


class Owed(StrEnum):
    """The decisions by their names, and the deal by its keyword."""

    BOARD = "board"
    CLAIM = "claim"
    PLACE = "place"
    FIRST = "first"
    TURN = "turn"

    __hash__ = str.__hash__  # as for kinds of pieces


# --- Moves


@dataclass(frozen=True, slots=True)
class Claim:
    """`claim SPACE SPACE` (R10), in rising order."""

    spaces: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """`place SPACE +` or, with diagonal arrows, `x` (R14)."""

    space: int
    cross: bool


@dataclass(frozen=True, slots=True)
class First:
    """`first SEAT` (R19)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Movement:
    """`SPACE-SPACE`, with `take` the captured piece's character too (R32)."""

    origin: int
    end: int
    take: bool = False


Aim: TypeAlias = tuple[int, int]
"""An arrow: the space of its piece, and its direction."""


@dataclass(frozen=True, slots=True)
class Power:
    """A character that is spent (R34).

    Attributes:
        kind: which.
        source: the space of the piece; for a guardian, the space on which the movement ends.
        aims: the arrows that it is about: of a lizard and a monster one, of a crow in `final` up to three in rising order.
    """

    kind: Kind
    source: int
    aims: tuple[Aim, ...] = ()


@dataclass(frozen=True, slots=True)
class Use:
    """An item that is used (R40).

    Attributes:
        item: which.
        spaces: of the pieces that it names: Honour has the seat's own first, Swap has them in rising order.
        by: Honour: a direction for each piece. Rotate: by how many eighths. Swap: nothing.
    """

    item: Item
    spaces: tuple[int, ...]
    by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn (R21); without a movement it is a pass (R22)."""

    movement: Movement | None
    power: Power | None = None
    item: Use | None = None


Move: TypeAlias = Claim | Place | First | Turn


def text(move: Move, size: Grid) -> str:
    """Canonical notation on a board of this size."""
    names = size.names
    match move:
        case Claim((one, other)):
            return f"claim {names[one]} {names[other]}"
        case Place(space, cross):
            return f"place {names[space]} {'x' if cross else '+'}"
        case First(seat):
            return f"first {seat}"
        case Turn(movement, power, item):
            parts = [] if item is None else [item_text(item, size)]
            if movement is None:
                parts.append("pass")
            else:
                parts.append(f"{names[movement.origin]}-{names[movement.end]}{' take' if movement.take else ''}")
            return " ".join(parts if power is None else [*parts, power_text(power, size)])


def power_text(power: Power, size: Grid) -> str:
    """Canonical notation of a power."""
    names, source = size.names, size.names[power.source]
    match power.kind:
        case Kind.GUARDIAN:
            return "guardian"
        case Kind.LIZARD:
            return f"lizard {source} {DIRECTIONS[power.aims[0][1]]}"
        case Kind.MONSTER:
            target, direction = power.aims[0]
            return f"monster {source} {names[target]} {DIRECTIONS[direction]}"
        case kind:
            words, last = [kind.word, source], None
            for space, direction in power.aims:
                words += [DIRECTIONS[direction]] if space == last else [names[space], DIRECTIONS[direction]]
                last = space
            return " ".join(words)


def item_text(use: Use, size: Grid) -> str:
    """Canonical notation of an item."""
    spaces = size.named(use.spaces)
    if use.item is Item.HONOUR:
        return " ".join([use.item, *(f"{space} {DIRECTIONS[way]}" for space, way in zip(spaces, use.by, strict=True))])
    return " ".join([use.item, *spaces, *(str(45 * eighths) for eighths in use.by)])


# --- What everybody sees


class Tie(StrEnum):
    """How a bout ended, as in the book's State."""

    CAPTURED_ALL = "captured_all"
    TIMEOUT = "timeout"
    MORE = "draw_pieces"
    RECENT = "draw_recent"
    LAST = "draw_last"
    REPLAY = "replay"

    __hash__ = str.__hash__  # as for kinds of pieces


@dataclass(frozen=True, slots=True)
class BoutResult:
    """An ended bout; the winner is None if it is played again."""

    bout: int
    winner: Seat | None
    reason: Tie


NOTHING: Final = BySeat(0, 0)


@dataclass(frozen=True, slots=True)
class Bout:
    """The present bout. All of it is public.

    Attributes:
        number: from 1.
        simultaneous: whether it is played at once.
        board: the pieces by space; empty before the deal.
        round: claim round, wave or turn, from 1 within the present decision.
        late: claim rounds in a row in which both timed out (R13).
        owed: pieces that each seat has still to place.
        closed: spaces closed to placing (R17), in rising order.
        first: who moved first.
        mover: whose turn it is; None at once, and before the battle.
        timeouts: counted ones (R49).
        quiet: turns since a piece last left the board (R52).
        small: turns since both first had few pieces; None before.
        ahead: who had more pieces most recently (R53).
    """

    number: int
    simultaneous: bool
    board: Board
    round: int = 1
    late: int = 0
    owed: BySeat[int] = NOTHING
    closed: tuple[int, ...] = ()
    first: Seat | None = None
    mover: Seat | None = None
    timeouts: BySeat[int] = NOTHING
    quiet: BySeat[int] = NOTHING
    small: BySeat[int] | None = None
    ahead: Seat | None = None

    def with_board(self, board: Board) -> Bout:
        """The same bout with other pieces; `dataclasses.replace` takes much longer, and a turn that is put together asks often."""
        counts = (self.timeouts, self.quiet, self.small, self.ahead)
        return Bout(self.number, self.simultaneous, board, self.round, self.late, self.owed, self.closed, self.first, self.mover, *counts)


Answer: TypeAlias = tuple[Seat, Move | Timeout]

Answers: TypeAlias = tuple[Answer, ...]
"""The latest submissions, A first. They are public once every seat that owed something has submitted."""


class Manner(Enum):
    """What becomes of a piece on which a movement ends."""

    MOVE = "capture"  # it is captured, if there is one
    TAKE = "take"  # captured, and its character taken (R32)
    SWAP = "guardian"  # a guardian that goes to the space that the mover left (R38)
