"""Pieces, boards, moves, options: the values of Guidance Rite, frozen and without play of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias

from deathmatch.core.game import Timeout
from deathmatch.core.options import Option, Values, WholeNumber, Word, switch, time_bank, time_limit
from deathmatch.core.seats import SEATS, BySeat, Seat, TextEnum
from deathmatch.core.simple import rules_of
from deathmatch.core.speech import mark, say

# --- Pieces and their arrows (R2 to R5). Directions are numbers from 0 (up), clockwise; sets of them are masks of 8 bits


DIRECTIONS: Final = (mark("N"), mark("NE"), mark("E"), mark("SE"), mark("S"), mark("SW"), mark("W"), mark("NW"))
"""R2, by number."""

_WHERE: Final = (
    mark("north"),
    mark("north-east"),
    mark("east"),
    mark("south-east"),
    mark("south"),
    mark("south-west"),
    mark("west"),
    mark("north-west"),
)


def where(direction: int) -> str:
    """A direction for people, true from whichever side they look at the board."""
    return say(_WHERE[direction])


ALL: Final = 0xFF  # arrows in every direction


class Kind(TextEnum):
    """The character of a piece; its value is the letter of the piece text (R3)."""

    RAT = "R"
    CROW = "C"
    LIZARD = "L"
    GUARDIAN = "G"
    MONSTER = "M"
    PLAIN = "P"

    @property
    def word(self) -> str:
        """In notation, and the name of the power."""
        return self.name.lower()

    @property
    def told(self) -> str:
        """In words for people: `rat`, `plain piece`."""
        return say(_TOLD[self])

    @property
    def short(self) -> str:
        """The character alone: `rat`, `plain`."""
        return say("plain") if self is Kind.PLAIN else say(_TOLD[self])

    @property
    def titled(self) -> str:
        """As a sentence begins: `Rat`, `Plain piece`."""
        return capital(self.told)


_TOLD: Final = {
    Kind.RAT: mark("rat"),
    Kind.CROW: mark("crow"),
    Kind.LIZARD: mark("lizard"),
    Kind.GUARDIAN: mark("guardian"),
    Kind.MONSTER: mark("monster"),
    Kind.PLAIN: mark("plain piece"),
}


def capital(words: str) -> str:
    """Words as a sentence begins with them."""
    return words[0].upper() + words[1:]


CHARACTERS: Final = (Kind.RAT, Kind.CROW, Kind.LIZARD, Kind.GUARDIAN, Kind.MONSTER)
"""All but plain, in the order of the book."""


@lru_cache(maxsize=256)
def numbers(mask: int) -> tuple[int, ...]:
    """The directions of a mask, in the order of R2."""
    return tuple([number for number in range(8) if mask >> number & 1])


def digits(mask: int) -> str:
    """R3: the directions as digits from 1."""
    return "".join([str(number + 1) for number in numbers(mask)])


def turned(mask: int, eighths: int) -> int:
    """R2: the mask after a clockwise turn of `steps` times 45 degrees."""
    return (mask << eighths | mask >> (8 - eighths)) & ALL


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as it stands on the board.

    Attributes:
        kind: its character, or plain.
        black, grey: its arrows, as masks that have no direction in common (R4).
        owner: None while unclaimed.
        marked: by a capture of its own side, or from the start (R5).
    """

    kind: Kind
    black: int
    grey: int = 0
    owner: Seat | None = None
    marked: bool = False

    @property
    def arrows(self) -> int:
        """R4: black and grey."""
        return self.black | self.grey

    @property
    def text(self) -> str:
        """R3: canonical."""
        return _text(self)

    def __str__(self) -> str:
        return _text(self)

    def owned(self, owner: Seat | None) -> Piece:
        """The same piece in other hands."""
        return Piece(self.kind, self.black, self.grey, owner, self.marked)

    def of_kind(self, kind: Kind) -> Piece:
        """The same piece with another character."""
        return Piece(kind, self.black, self.grey, self.owner, self.marked)

    def with_arrows(self, black: int, grey: int) -> Piece:
        """The same piece with other arrows."""
        return Piece(self.kind, black, grey, self.owner, self.marked)

    def refilled(self) -> Piece:
        """R27: a lizard without black arrows has one in every direction in which it has no grey one."""
        if self.kind is not Kind.LIZARD or self.black:
            return self
        return self.with_arrows(ALL & ~self.grey, self.grey)


@lru_cache(maxsize=8192)
def _text(piece: Piece) -> str:
    owner = "" if piece.owner is None else f"{piece.owner}:"
    grey = f"/{digits(piece.grey)}" if piece.grey else ""
    return f"{owner}{piece.kind}{digits(piece.black)}{grey}{'*' if piece.marked else ''}"


def aimed(mask: int) -> Iterator[str]:
    """The names of a mask's directions, for people."""
    return (say(DIRECTIONS[number]) for number in numbers(mask))


# --- Boards: the names of their spaces, and what lies beside what (R1, R2, R28)
# A space is its number: columns from the left, in each from the bottom, so that numbers rise as names do (A1 < A2 < B1).


Board: TypeAlias = tuple[Piece | None, ...]
"""The piece on each space, by its number."""

OFF: Final = -1  # no space

_STEPS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # to the right, up; by direction


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Everything that the size of a board decides. There is one for each size.

    Attributes:
        names: of the spaces, `A1` first.
        index: their numbers by name.
        step: for each space and direction the space there, or `OFF`.
        loop: the same on a board that is looped in both ways.
        beside: the spaces orthogonally beside each.
    """

    columns: int
    rows: int
    names: tuple[str, ...]
    index: Mapping[str, int]
    step: tuple[tuple[int, ...], ...]
    loop: tuple[tuple[int, ...], ...]
    beside: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return self.columns * self.rows

    def place(self, space: int) -> tuple[int, int]:
        """Column and row of a space, both counted from 0."""
        return divmod(space, self.rows)

    def reading(self) -> list[list[int]]:
        """The rows as they are written: the top one first, each from the left."""
        return [[column * self.rows + row for column in range(self.columns)] for row in reversed(range(self.rows))]

    def named(self, spaces: Iterable[int]) -> list[str]:
        """The names of some spaces."""
        return [self.names[space] for space in spaces]


@cache
def grid(columns: int, rows: int) -> Grid:
    """The board of this size."""
    places = [(column, row) for column in range(columns) for row in range(rows)]
    names = tuple([f"{chr(ord('A') + column)}{row + 1}" for column, row in places])

    def at(column: int, row: int) -> int:
        return column * rows + row if 0 <= column < columns and 0 <= row < rows else OFF

    step = tuple([tuple([at(column + dx, row + dy) for dx, dy in _STEPS]) for column, row in places])
    loop = tuple([tuple([at((column + dx) % columns, (row + dy) % rows) for dx, dy in _STEPS]) for column, row in places])
    beside = tuple([tuple([there for there in steps[::2] if there != OFF]) for steps in step])
    index = MappingProxyType({name: number for number, name in enumerate(names)})
    return Grid(columns, rows, names, index, step, loop, beside)


def slot(space: str) -> str:
    """The place of a space in the picture, by its name."""
    return f"space-{space.lower()}"


def aim_slot(space: str, way: int) -> str:
    """The button of a direction around a space, likewise."""
    return f"aim-{space.lower()}-{DIRECTIONS[way].lower()}"


def put(board: Board, changes: Mapping[int, Piece | None]) -> Board:
    """The board after some spaces have changed."""
    pieces = list(board)
    for space, piece in changes.items():
        pieces[space] = piece
    return tuple(pieces)


def refilled(board: Board) -> Board:
    """R27: after every lizard without black arrows has refilled."""
    changes = {space: full for space, piece in enumerate(board) if piece is not None and (full := piece.refilled()) is not piece}
    return put(board, changes) if changes else board


def pieces(board: Board, seat: Seat) -> list[int]:
    """The spaces of a seat's pieces, in rising order."""
    return [space for space, piece in enumerate(board) if piece is not None and piece.owner is seat]


def unclaimed(board: Board) -> list[int]:
    """The spaces of pieces without an owner, in rising order."""
    return [space for space, piece in enumerate(board) if piece is not None and piece.owner is None]


def numbers_of(board: Board) -> BySeat[int]:
    """How many pieces each seat has."""
    return BySeat.of(lambda seat: len(pieces(board, seat)))


def standing(board: Board) -> int:
    """How many pieces there are."""
    return sum([piece is not None for piece in board])  # `count` would compare each piece with None


def written(board: Board, size: Grid) -> str:
    """R8: the text of a deal, without its keyword."""
    rows = [" ".join(["." if board[space] is None else str(board[space]) for space in row]) for row in size.reading()]
    return " | ".join(rows)


# --- The submissions of seats (section Decisions, Grammar), bouts, and the shown parts of both


BOOK: Final = "guidance-rite"

R1, R3, R8, R10, R14, R15, R16, R17, R19, R21, R22 = rules_of(BOOK, 1, 3, 8, 10, 14, 15, 16, 17, 19, 21, 22)
R23, R25, R26, R27, R28, R29, R30, R32, R34, R35 = rules_of(BOOK, 23, 25, 26, 27, 28, 29, 30, 32, 34, 35)
R36, R37, R38, R39, R40, R41, R42, R43, R57 = rules_of(BOOK, 36, 37, 38, 39, 40, 41, 42, 43, 57)

LEFT_UNCLAIMED: Final = 2  # so few unclaimed pieces are removed (R12)
ITEM_PIECES: Final = 9  # so many pieces must be on the board for an item (R40)


class Item(TextEnum):
    """The items of `final`, in the order of the book's State."""

    HONOUR = "honour"
    ROTATE = "rotate"
    SWAP = "swap"


ITEMS: Final = tuple(Item)

ITEM_TITLES: Final = {Item.HONOUR: mark("Point of Honour"), Item.ROTATE: mark("Rotate"), Item.SWAP: mark("Swap")}


def item_title(item: Item) -> str:
    """The name of an item for people."""
    return say(ITEM_TITLES[item])


class Owed(TextEnum):
    """The decisions by their names, and the deal by its keyword."""

    BOARD = "board"
    CLAIM = "claim"
    PLACE = "place"
    FIRST = "first"
    TURN = "turn"


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


def named(move: Move | Timeout) -> tuple[int, ...]:
    """The spaces that a move names, but for those of its movement."""
    match move:
        case Claim():
            return move.spaces
        case Place():
            return (move.space,)
        case Turn(_, power, item):
            spent = () if power is None else (power.source, *[space for space, _ in power.aims])
            return spent if item is None else (*item.spaces, *spent)
        case _:
            return ()


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


class Tie(TextEnum):
    """How a bout ended, as in the book's State."""

    CAPTURED_ALL = "captured_all"
    TIMEOUT = "timeout"
    MORE = "draw_pieces"
    RECENT = "draw_recent"
    LAST = "draw_last"
    REPLAY = "replay"


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
    """The fate of a piece on which a movement ends."""

    MOVE = "capture"  # it is captured, if there is one
    TAKE = "take"  # captured, and its character taken (R32)
    SWAP = "guardian"  # a guardian that goes to the space that the mover left (R38)


class Variation(TextEnum):
    """The two variants."""

    GUARDIANS = "guardians"
    FINAL = "final"


class LastTie(TextEnum):
    """R54: who wins the result of a bout that no other rule decides."""

    REPLAY = "replay"
    DMO = "dmo"
    EC = "ec"


REPLAYS: Final = 2  # of one bout (R54)
IN_TURN: Final = 2  # bouts before the one at once, by `turns standard`
LATE_ROUNDS: Final = 3  # in a row in which both timed out, after which a claim ends (R13)


@dataclass(frozen=True, slots=True)
class Terms:
    """A variant with its options, in the form that the rules use.

    Attributes:
        final: whether it is `final`.
        dmo: the seat of the death match opponent.
        columns, rows: of the board.
        full: whether each deal is a proper starting board (R8).
        best_of: bouts.
        turns: `standard`, `alternate` or `simultaneous`.
        first: who moves first in bout 1; None: R19.
        fill: pieces that placing brings a seat up to (R14).
        any_power: whether any piece's character may be spent.
        removals_all: whether losing a character by moving uses up the turn's power (R34).
        clash: whether movers that change places are removed (R47).
        few, few_turns: pieces and turns of R52's second condition; `reached`: whether turns count since both had so few.
        quiet_turns: of R52's third condition.
        last_tie: R54.
        timeouts_lose: counted time-outs that lose a bout (R49); 0: none do.
        exact: whether a crow's power turns just 3 arrows of one piece, or just 1 of each of 2 (R36).
        each_bout: whether items serve once a bout.
        held: the items of each seat as the match begins.
    """

    final: bool
    dmo: Seat
    columns: int
    rows: int
    full: bool
    best_of: int
    turns: str
    first: Seat | None
    fill: int
    any_power: bool
    removals_all: bool
    clash: bool
    few: int
    few_turns: int
    reached: bool
    quiet_turns: int
    last_tie: LastTie
    timeouts_lose: int
    exact: bool
    each_bout: bool
    held: BySeat[tuple[Item, ...]]

    @property
    def grid(self) -> Grid:
        """The board."""
        return grid(self.columns, self.rows)

    @property
    def chooser(self) -> Seat:
        """R19: who says who moves first; in `final` the seat that began with fewer items."""
        a, b = self.held.map(len)
        return self.dmo if a == b else Seat.A if a < b else Seat.B

    def simultaneous(self, bout: int) -> bool:
        """Whether a bout is played at once."""
        return self.turns == "simultaneous" or (self.turns == "standard" and bout > IN_TURN)


# --- The book's table of options

_SEAT = Word(tuple(seat.value for seat in SEATS))
_TURNS = Word(("standard", "alternate", "simultaneous"))
_SIZES = Word(tuple(f"{columns}x{rows}" for columns in range(3, 7) for rows in range(3, 7)))


def options(variation: Variation) -> tuple[Option, ...]:
    """The table of one variant, in the book's order."""
    final = variation is Variation.FINAL
    table = [
        Option("dmo", _SEAT, "B", mark("the seat of the death match opponent, who gets the decisions and ties that no other rule settles")),
        Option("size", _SIZES, "5x6" if final else "5x5", mark("columns and rows of the board")),
        Option("board", Word(("full", "free")), "full", mark("whether each deal is a proper starting board, or any position")),
        Option("best_of", Word(("1", "3")), "3", mark("bouts")),
        Option("turns", _TURNS, "standard", mark("which bouts are played in turn, and which at once")),
        Option("first", Word(("choose", "A", "B")), "choose", mark("who moves first in the first bout")),
        Option("fill", WholeNumber(0, 5), 3, mark("how many pieces placing brings each seat up to")),
        Option("powers", Word(("own", "any")), "own", mark("whose characters a seat may spend")),
        Option("removals", Word(("powers", "all")), "powers", mark("whether a movement that costs its character uses up the turn's power")),
        Option("crossing", Word(("pass", "clash")), "pass", mark("the effect of two pieces that swap places")),
        Option(
            "draw_pieces", WholeNumber(1, 10), 4 if final else 3, mark("pieces of each seat, or fewer, at which quiet turns can make a tie")
        ),
        Option("draw_turns", WholeNumber(1, 50), 10, mark("quiet turns of each seat that make a tie if both have few pieces")),
        Option("draw_from", Word(("capture", "reached")), "capture", mark("the start of the count of quiet turns")),
        Option("quiet_turns", WholeNumber(1, 100), 20, mark("quiet turns of each seat that make a tie in any case")),
        Option("last_tie", Word(tuple(LastTie)), "replay", mark("the result of a bout that no other rule decides")),
        Option("timeouts_lose", WholeNumber(0, 9), 3, mark("time-outs that lose a bout; 0 means never")),
    ]
    if final:
        holder = Word(("none", "A", "B", "both"))
        table += [
            Option("crow_power", Word(("upto", "exact")), "upto", mark("whether a crow's power may turn fewer arrows than it could")),
            Option("item_uses", Word(("match", "bout")), "match", mark("whether an item serves once a match or once a bout")),
            Option(Item.HONOUR.value, holder, "none", mark("who holds Point of Honour"), item=ITEM_TITLES[Item.HONOUR]),
            Option(Item.ROTATE.value, holder, "none", mark("who holds Rotate"), item=ITEM_TITLES[Item.ROTATE]),
            Option(Item.SWAP.value, holder, "none", mark("who holds Swap"), item=ITEM_TITLES[Item.SWAP]),
        ]
    clocks = (
        ("time_look", 120, mark("seconds added to the first claim of a bout, to look at the board")),
        ("time_claim", 60, mark("seconds to claim two pieces")),
        ("time_place", 60, mark("seconds to place a piece")),
        ("time_first", 60, mark("seconds to say who moves first")),
        ("time_turn", 90, mark("seconds for a turn if the seats move in turn")),
        ("time_at_once", 120, mark("seconds for a turn if both seats move at once")),
    )
    review = switch("review", "no", mark("whether the time to look is for looking only, so that no claim is accepted in it"), clock=True)
    return (*table, review, *(time_limit(key, default, words) for key, default, words in clocks), time_bank(0))


def terms(variation: Variation, values: Values) -> Terms:
    """The options bound; a variant without an option plays as if it held the default."""
    columns, rows = map(int, str(values["size"]).split("x"))

    def held(seat: Seat) -> tuple[Item, ...]:
        return tuple([item for item in ITEMS if values.get(item.value, "none") in (seat.value, "both")])

    return Terms(
        final=variation is Variation.FINAL,
        dmo=Seat(str(values["dmo"])),
        columns=columns,
        rows=rows,
        full=values["board"] == "full",
        best_of=int(values["best_of"]),
        turns=str(values["turns"]),
        first=None if values["first"] == "choose" else Seat(str(values["first"])),
        fill=int(values["fill"]),
        any_power=values["powers"] == "any",
        removals_all=values["removals"] == "all",
        clash=values["crossing"] == "clash",
        few=int(values["draw_pieces"]),
        few_turns=int(values["draw_turns"]),
        reached=values["draw_from"] == "reached",
        quiet_turns=int(values["quiet_turns"]),
        last_tie=LastTie(str(values["last_tie"])),
        timeouts_lose=int(values["timeouts_lose"]),
        exact=values.get("crow_power") == "exact",
        each_bout=values.get("item_uses") == "bout",
        held=BySeat.of(held),
    )
