"""The one deal (R8, R9): the pieces on the board of a bout."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from deathmatch.core.arguments import checking
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal
from deathmatch.core.speech import mark, say
from deathmatch.games.guidance_rite import notation
from deathmatch.games.guidance_rite.values import CHARACTERS, OFF, R8, Board, Kind, Owed, Piece, Terms, numbers, written

# --- The generator of starting boards (section Set-up, The generator): a pure function of a source


_LAYOUTS: Final = 300
_ARROWS: Final = (2, 3, 4, 5)  # of the pieces of one character, again and again
_PLAIN_ARROWS: Final = (4, 5, 6)  # of the plain ones


def board(terms: Terms, source: RandomSource) -> Board:
    """A starting board of this size and variant."""
    pieces = _pieces(terms, source)
    while len(set(pieces)) < len(pieces):
        pieces = _pieces(terms, source)
    for _ in range(_LAYOUTS):
        source.shuffle(pieces)
        if _spread(terms, pieces) and _pointing(terms, pieces):
            break
    return tuple(pieces)


class _Bag:
    """All directions in random order, again and again."""

    def __init__(self, source: RandomSource) -> None:
        self._source = source
        self._left: list[int] = []

    def take(self, has: int) -> int:
        """The first direction in the bag that is not in the mask `has`."""
        while True:
            for place, direction in enumerate(self._left):
                if not has >> direction & 1:
                    return self._left.pop(place)
            fresh = list(range(8))
            self._source.shuffle(fresh)
            self._left += fresh


def wanted(terms: Terms) -> list[tuple[Kind, int]]:
    """Step 1: the character of each piece, and how many arrows it has."""
    size = len(terms.grid)
    each = size // 6
    kinds = [(kind, _ARROWS[number % len(_ARROWS)]) for kind in CHARACTERS for number in range(each)]
    plain = size - len(kinds)
    return kinds + [(Kind.PLAIN, _PLAIN_ARROWS[number % len(_PLAIN_ARROWS)]) for number in range(plain)]


def _pieces(terms: Terms, source: RandomSource) -> list[Piece]:
    """Steps 1 to 4: the pieces, in random order."""
    size = len(terms.grid)
    kinds = wanted(terms)
    source.shuffle(kinds)
    bag = _Bag(source)
    black = [0] * size
    for place, (_, count) in enumerate(kinds):
        for _ in range(count):
            black[place] |= 1 << bag.take(black[place])
    grey, marked = [0] * size, [False] * size
    if terms.final:
        for place in source.sample(range(size), size // 3):
            for _ in range(1 + source.below(2)):
                grey[place] |= 1 << bag.take(black[place] | grey[place])
        for place in source.sample(range(size), size // 7):
            marked[place] = True
    return [Piece(kind, black[place], grey[place], None, marked[place]) for place, (kind, _) in enumerate(kinds)]


def _spread(terms: Terms, pieces: list[Piece]) -> bool:
    """Step 6 (a): no row and no column has too many pieces of one kind."""
    rows, columns = terms.rows, terms.columns
    kinds = Counter(piece.kind for piece in pieces)
    in_rows: Counter[tuple[Kind, int]] = Counter()
    in_columns: Counter[tuple[Kind, int]] = Counter()
    for space, piece in enumerate(pieces):
        column, row = terms.grid.place(space)
        in_rows[piece.kind, row] += 1
        in_columns[piece.kind, column] += 1

    def few(counts: Counter[tuple[Kind, int]], lines: int) -> bool:
        return all(count <= -(-kinds[kind] // lines) + 1 for (kind, _), count in counts.items())

    return few(in_rows, rows) and few(in_columns, columns)


def _pointing(terms: Terms, pieces: list[Piece]) -> bool:
    """Step 6 (b): each piece that is no guardian has a black arrow that points to a space."""
    step = terms.grid.step
    return all(
        piece.kind is Kind.GUARDIAN or any(step[space][way] != OFF for way in numbers(piece.black)) for space, piece in enumerate(pieces)
    )


@checking
@dataclass(frozen=True, slots=True)
class BoardDeal:
    """`deal board`."""

    terms: Terms

    @property
    def name(self) -> str:
        """The keyword."""
        return Owed.BOARD.value

    @property
    def by_hand(self) -> bool:
        """Only the options say which boards are allowed."""
        return True

    def read(self, text: str, /) -> Board:
        """Raises Malformed (R8, R3)."""
        return notation.read_deal(text, self.terms.grid)

    def write(self, deal: Board, /) -> str:
        """Canonical."""
        return f"{Owed.BOARD} {written(deal, self.terms.grid)}"

    def check(self, deal: Board, /) -> None:
        """Raises Illegal (R8)."""
        placed = [(name, piece) for name, piece in zip(self.terms.grid.names, deal, strict=True) if piece is not None]
        for name, piece in placed:
            self._check_piece(name, piece)
        if not self.terms.full:
            return
        if len(placed) < len(deal):
            empty = next(name for name, piece in zip(self.terms.grid.names, deal, strict=True) if piece is None)
            raise Illegal(say("every space of a starting board holds a piece, but {space} is empty", space=empty), R8)
        for name, piece in placed:
            if piece.owner is not None:
                text = mark("the piece on {space}, {piece}, has an owner; on a starting board nobody owns it yet: {unowned}")
                raise Illegal(say(text, space=name, piece=piece, unowned=piece.owned(None)), R8)
            if not piece.black:
                text = mark("the piece on {space}, {piece}, has no black arrow; on a starting board each has one or more")
                raise Illegal(say(text, space=name, piece=piece), R8)
        names: dict[Piece, str] = {}
        for name, piece in placed:
            if names.setdefault(piece, name) != name:
                text = mark("the pieces on {one} and {other} are alike, {piece}; on a starting board no two are")
                raise Illegal(say(text, one=names[piece], other=name, piece=piece), R8)

    def _check_piece(self, name: str, piece: Piece) -> None:
        """What holds on every board."""
        if piece.kind is Kind.LIZARD and not piece.black:
            raise Illegal(say("the lizard on {space}, {piece}, has no black arrow; a lizard always has one", space=name, piece=piece), R8)
        if self.terms.final:
            return
        if piece.marked:
            raise Illegal(say("the piece on {space}, {piece}, is marked; only the final has marked pieces", space=name, piece=piece), R8)
        if piece.grey and (piece.kind is not Kind.CROW or self.terms.full):
            text = mark("the piece on {space}, {piece}, has grey arrows; only crows have them")
            if self.terms.full:
                text = mark("the piece on {space}, {piece}, has grey arrows; only the final has them")
            raise Illegal(say(text, space=name, piece=piece), R8)

    def count(self) -> None:
        """Not listed."""

    def deals(self) -> None:
        """Not listed."""

    def sample(self, source: RandomSource, /) -> Board:
        """A board of the book's generator, which is a free one too."""
        return board(self.terms, source)
