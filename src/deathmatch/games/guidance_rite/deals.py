"""The one deal (R8, R9): the pieces on the board of a bout."""

from __future__ import annotations

from dataclasses import dataclass

from deathmatch.core.arguments import checking
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal
from deathmatch.core.speech import mark, say
from deathmatch.games.guidance_rite import generator, notation
from deathmatch.games.guidance_rite.values.grid import Board, written
from deathmatch.games.guidance_rite.values.moves import R8, Owed
from deathmatch.games.guidance_rite.values.pieces import Kind, Piece
from deathmatch.games.guidance_rite.values.terms import Terms


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
        return generator.board(self.terms, source)
