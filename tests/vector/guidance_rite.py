"""Guidance Rite by the plain rules, as its batches observe it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.values.pieces import Kind, Piece
from tests.vector.mirror import Composed

KINDS = "PRCLGM"
ITEMS = ("honour", "rotate", "swap")
DECISIONS = ("claim", "place", "first", "turn")
BEFORE_SPACES = 11 + 2 * 11
PIECE = 25


class GuidanceRite(Composed):
    """An action is a token: a space, a direction, a manner, a seat, an item, an angle, a pass, or the end of a turn."""

    @property
    def names(self) -> tuple[str, ...]:
        """The spaces."""
        return tuple(self._terms.grid.names)

    @property
    def _terms(self) -> Any:
        rules: Any = self.game.rules
        return rules.terms

    def dealt(self, name: str, looks: Sequence[Sequence[float]]) -> Any:
        """The board, which both seats see."""
        assert name == "board"
        at = BEFORE_SPACES + len(self.names)
        return tuple([_piece(looks[0][at + PIECE * space : at + PIECE * (space + 1)]) for space in range(len(self.names))])

    def expected(self, seat: Seat) -> list[float]:
        """See `Mirror`."""
        fields: dict[str, Any] = self.fields(seat)
        view: Any = self.game.view(self.state, seat)
        terms, asked = self._terms, super(Composed, self).owing
        again = sum(result["bout"] == fields["bout"] and result["winner"] is None for result in fields["results"])
        look = [float(seat is Seat.B), *(float(self.asked == name) for name in DECISIONS)]
        look += [fields["bout"], again, fields["simultaneous"], fields["round"], fields["small"] is not None, terms.chooser is seat]
        for side in (seat, seat.other):
            opener = None if view.opener is None else view.opener.value
            look += [side in asked, fields["wins"][side], fields["first"] == side, opener == side, fields["ahead"] == side]
            look += [fields["quiet"][side], (fields["small"] or {}).get(side, 0), fields["owed"][side]]
            look += [item in fields["items"][side] for item in ITEMS]
        look += [name in fields["closed"] for name in self.names]
        for name in self.names:
            look += _columns(fields["board"].get(name, ""), seat)
        given = self.given[seat]
        look += [given.count(action) for action in range(len(self.vocabulary))]
        look += [action + 1 for action in given] + [0] * (14 - len(given))
        return list(map(float, look))


@lru_cache(maxsize=65536)
def _columns(text: str, seat: Seat) -> list[float]:
    """A piece in the notation of the book, as a batch observes it."""
    owner, _, piece = text.rpartition(":")
    black, _, grey = piece[1:].removesuffix("*").partition("/")
    look = [float(piece[:1] == kind) for kind in KINDS] + [float(owner == seat), float(owner == seat.other)]
    look += [float(str(way) in arrows) for arrows in (black, grey) for way in range(1, 9)]
    return [*look, float(piece.endswith("*"))]


def _piece(look: Sequence[float]) -> Piece | None:
    if not any(look):
        return None
    black, grey = (sum(1 << way for way in range(8) if look[at + way]) for at in (8, 16))
    return Piece(Kind(KINDS[list(look[:6]).index(1)]), black, grey, None, bool(look[24]))
