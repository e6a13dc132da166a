"""What all decisions have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from deathmatch.core.arguments import checking
from deathmatch.core.errors import Malformed, Rule
from deathmatch.core.game import Clock, Resources
from deathmatch.core.seats import Seat
from deathmatch.core.speech import cached_by_language, count, mark, say
from deathmatch.core.wording import misplaced
from deathmatch.games.guidance_rite import telling
from deathmatch.games.guidance_rite.values.grid import Board, Grid
from deathmatch.games.guidance_rite.values.moves import Move, Owed, text
from deathmatch.games.guidance_rite.values.pieces import Piece
from deathmatch.games.guidance_rite.view import View


def slot(name: str) -> str:
    """The place of a space in the picture."""
    return f"space-{name.lower()}"


@cached_by_language(maxsize=8192)  # the choices of every step show the same few pieces
def described(piece: Piece) -> str:
    """A piece in words: `monster with 3 arrows`; the picture shows which."""
    arrows = count("{number} arrow", "{number} arrows", piece.arrows.bit_count())
    return say("{piece} with {arrows}", piece=piece.kind.told, arrows=arrows)


@checking
@dataclass(frozen=True, slots=True)
class Owes:
    """A seat's decision, made from its view."""

    view: View
    seat: Seat

    @property
    def clock(self) -> Clock:
        """The time of this decision, then the bank; the first claim of a bout has time to look at the board."""
        owed, bout = self.view.owed, self.view.bout
        if owed is Owed.CLAIM and bout.round == 1:
            return Clock(("time_look", "time_claim"), bank=True, stages=(mark("time to look"), mark("time to claim")))
        name = "at_once" if owed is Owed.TURN and bout.simultaneous else owed.value
        return Clock((f"time_{name}",), bank=True)

    def write(self, move: Move, /) -> str:
        """Canonical."""
        return text(move, self.size)

    def admit(self, move: Move, resources: Resources, /) -> None:
        """Live play asks nothing more."""

    def told(self, move: Move, /) -> str:
        """In words for the seat itself."""
        return telling.told(self.size, self.seat, move)

    @property
    def size(self) -> Grid:
        """The board's spaces."""
        return self.view.terms.grid

    @property
    def board(self) -> Board:
        """The pieces on them."""
        return self.view.board

    def at(self, slot_: str) -> int | None:
        """The space that a place of the picture stands for; None if it stands for none."""
        return self.size.index.get(slot_.removeprefix("space-").upper()) if slot_.startswith("space-") else None

    def wrong(self, prefix: tuple[str, ...], place: int, rule: Rule) -> NoReturn:
        """A token that was not offered."""
        raise Malformed(misplaced(prefix, place), rule)

    def space(self, prefix: tuple[str, ...], place: int, rule: Rule) -> int:
        """The space that a token names; raises Malformed."""
        number = self.size.index.get(prefix[place])
        if number is None:
            self.wrong(prefix, place, rule)
        return number

    def piece(self, space: int) -> Piece:
        """The piece on a space."""
        there = self.board[space]
        assert there is not None
        return there
