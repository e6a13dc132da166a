"""Colours, stones, the board and the options: the values of Even Groups, frozen and without play of their own.

Cells are indices in board order (`core/hexes.py`); sets of cells are bit masks, bit `i` for cell `i`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final, NamedTuple, TypeAlias

from deathmatch.core.errors import Rule
from deathmatch.core.hexes import Hexagon, hexagon
from deathmatch.core.options import Option, Values, WholeNumber, Word, switch, time_bank, time_limit
from deathmatch.core.seats import Seat
from deathmatch.core.simple import rules_of
from deathmatch.core.speech import cached_by_language, count, mark, say

BOOK: Final = "even-groups"

R1, R2, R4, R5, R6, R7, R8 = rules_of(BOOK, 1, 2, 4, 5, 6, 7, 8)


class Colour(IntEnum):
    """The two colours, White first as in the book's State. Its `name` in lower case is the word of the notation."""

    WHITE = 0
    ORANGE = 1

    __hash__ = int.__hash__

    @property
    def word(self) -> str:
        """`white` or `orange`, as in the notation."""
        return self.name.lower()

    @property
    def told(self) -> str:
        """The same in words for people."""
        return say("orange") if self else say("white")

    @property
    def title(self) -> str:
        """As the name of a side: `White`."""
        return say("Orange") if self else say("White")

    @property
    def other(self) -> Colour:
        """The other colour."""
        return Colour(1 - self)


COLOURS: Final = (Colour.WHITE, Colour.ORANGE)


class Stone(NamedTuple):
    """A stone on a cell; tuples of them sort in board order."""

    cell: int
    colour: Colour


Stones: TypeAlias = tuple[Stone, ...]
"""The stones of one opening (one) or place (two), in board order."""

Move: TypeAlias = Colour | Stones
"""The submission of a seat: the colour that the DMO will play (R2), or stones."""


class Kind(Enum):
    """What stones are submitted for; the value is how many there must be."""

    OPENING = 1  # R4
    MOVE = 2  # R5

    @property
    def rule(self) -> Rule:
        """The rule that says how many."""
        return R4 if self is Kind.OPENING else R5

    def wrong(self, stones: int) -> str:
        """The fault of this number of stones; empty if there is none."""
        if stones == self.value:
            return ""
        if self is Kind.OPENING:
            return say("the opening is exactly one stone, not {number}", number=stones)
        return say("a move is exactly two stones, not {number}", number=stones)


Groups: TypeAlias = tuple[int, ...]
"""The groups of one colour: masks of cells that share none, ascending."""


@dataclass(frozen=True, slots=True)
class Board:
    """The stones of a board (R3). The groups are kept, not only the stones: one stone more changes few of them.

    Attributes:
        side: cells along each edge.
        white, orange: the groups of each colour.
    """

    side: int
    white: Groups = ()
    orange: Groups = ()

    @property
    def hexagon(self) -> Hexagon:
        """The cells."""
        return hexagon(self.side)

    def groups(self, colour: Colour) -> Groups:
        """The groups of a colour."""
        return self.orange if colour else self.white

    def stones(self, colour: Colour) -> int:
        """The mask of a colour's stones."""
        return sum(self.groups(colour))

    @property
    def empty(self) -> int:
        """The mask of the empty cells."""
        return self.hexagon.all & ~(self.stones(Colour.WHITE) | self.stones(Colour.ORANGE))

    def touching(self, cell: int, colour: Colour) -> Groups:
        """The groups of a colour adjacent to a cell: *S(x, c)* of R6."""
        around = self.hexagon.around[cell]
        return tuple([group for group in self.groups(colour) if group & around])

    def put(self, stone: Stone) -> Board:
        """The board with one stone more: it joins its neighbours (R3)."""
        joined, apart = 1 << stone.cell, []
        around = self.hexagon.around[stone.cell]
        for group in self.groups(stone.colour):
            if group & around:
                joined |= group
            else:
                apart.append(group)
        groups = tuple(sorted([*apart, joined]))
        return Board(self.side, self.white, groups) if stone.colour else Board(self.side, groups, self.orange)

    def after(self, stones: Stones) -> Board:
        """The board with these stones."""
        board = self
        for stone in stones:
            board = board.put(stone)
        return board


def text(move: Move, cells: Hexagon) -> str:
    """Canonical notation (R7) of a colour, an opening or a place."""
    if isinstance(move, Colour):
        return move.word
    return " ".join([f"{stone.colour.word} {cells.names[stone.cell]}" for stone in move])


def placed(stones: Stones, cells: Hexagon) -> str:
    """One stone or two in words: `white on B4 and orange on F6`, `white on B4 and F6`."""
    (first, colour), *more = stones
    cell = cells.names[first]
    if not more:
        return say(_ON[colour], cell=cell)
    ((second, other),) = more
    return say(_BOTH_ON[colour, other], cell=cell, other=cells.names[second])


_ON: Final = {Colour.WHITE: mark("white on {cell}"), Colour.ORANGE: mark("orange on {cell}")}
_BOTH_ON: Final = {
    (Colour.WHITE, Colour.WHITE): mark("white on {cell} and {other}"),
    (Colour.WHITE, Colour.ORANGE): mark("white on {cell} and orange on {other}"),
    (Colour.ORANGE, Colour.WHITE): mark("orange on {cell} and white on {other}"),
    (Colour.ORANGE, Colour.ORANGE): mark("orange on {cell} and {other}"),
}


@cached_by_language(maxsize=1024)  # a move that is composed tells of the same few counts again and again
def counted(counts: tuple[int, int], noun: bool = False) -> str:
    """How many groups White and Orange have, in words: `white 2 (even), orange 1 (odd)`; with the noun, `white 2 groups (even), ...`."""
    white, orange = counts
    even, odd = parity(white), parity(orange)
    if not noun:
        return say("white {white} ({its_parity}), orange {orange} ({parity})", white=white, its_parity=even, orange=orange, parity=odd)
    return count(
        "white {number} group ({its_parity}), orange {orange} ({parity})",
        "white {number} groups ({its_parity}), orange {orange} ({parity})",
        white,
        its_parity=even,
        orange=orange,
        parity=odd,
    )


def parity(number: int) -> str:
    """`odd` or `even`."""
    return say("odd") if number % 2 else say("even")


# --- The options of a match, bound


@dataclass(frozen=True, slots=True)
class Terms:
    """The options in the form that the rules use.

    Attributes:
        side: cells along each edge (R1).
        dmo: the seat that chooses a colour if the option leaves it open (R2).
        white: the seat that is White from the start; None if the DMO chooses.
        settled: whether the match ends once every way to play on has the same winner (R14).
    """

    side: int
    dmo: Seat
    white: Seat | None
    settled: bool


OPTIONS: Final[tuple[Option, ...]] = (
    Option("side", WholeNumber(2, 8), 5, mark("cells along each edge of the board")),
    Option("dmo", Word(("A", "B")), "B", mark("the seat of the death match opponent, who chooses a colour")),
    Option("white", Word(("choose", "A", "B")), "choose", mark("who plays White and opens; choose leaves it to the death match opponent")),
    switch("settled", "no", mark("whether the match ends as soon as every way to play on has the same winner")),
    time_limit("time_colour", 60, mark("seconds to choose a colour")),
    time_limit("time_open", 60, mark("seconds to open")),
    time_limit("time_place", 60, mark("seconds to place two stones")),
    time_bank(300),
)
"""The book's table."""


def terms(values: Values) -> Terms:
    """The options bound."""
    white = str(values["white"])
    return Terms(int(values["side"]), Seat(str(values["dmo"])), None if white == "choose" else Seat(white), values["settled"] == "yes")
