"""Guidance Rite by the plain rules, as its batches observe it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.values import Kind, Piece
from packages.frameworks.tests.vector.mirror import Composed, Setting, Sheet

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Observations, Tables

KINDS = "PRCLGM"
ITEMS = ("honour", "rotate", "swap")
DECISIONS = ("claim", "place", "first", "turn")
PIECE = 25


class GuidanceRite(Composed):
    """An action is a token: a space, a direction, a manner, a seat, an item, an angle, a pass, or the end of a turn."""

    def __init__(self, setting: Setting, sheet: Sheet, tables: Tables = ()) -> None:
        places = setting.places
        self._closed, self._given, self._order = places["closed"], places["given"], places["order"]
        self._board = self._closed.stop  # of the first space
        self._shown: dict[Seat, Sequence[Piece | None]] = {}  # the boards that are written
        super().__init__(setting, sheet, tables)

    def dealt(self, name: str, looks: Sequence[Observations]) -> Any:
        """The board, which both seats see."""
        assert name == "board"
        look = looks[0][self._board : self._given.start].tolist()
        return tuple([_piece(look[at : at + PIECE]) for at in range(0, len(look), PIECE)])

    def look(self, seat: Seat, row: Observations, *, new: bool) -> None:
        """See `Mirror`."""
        if new:
            self._position(seat, row)
        given = self.given[seat]
        row[self._given.start :] = 0
        for place, action in enumerate(given, self._order.start):
            row[self._given.start + action] += 1
            row[place] = action + 1

    def _position(self, seat: Seat, row: Observations) -> None:
        """All but the submission that is begun."""
        view = self.view(seat)
        bout = view.bout
        again = sum(result.bout == bout.number and result.winner is None for result in view.results)
        look: list[float] = [seat is Seat.B, *[self.owed == name for name in DECISIONS]]
        look += [bout.number, again, bout.simultaneous, bout.round, bout.small is not None, view.terms.chooser is seat]
        for side in (seat, seat.other):
            look += [side in self.asked, view.wins[side], bout.first is side, view.opener is side, bout.ahead is side]
            look += [bout.quiet[side], 0 if bout.small is None else bout.small[side], bout.owed[side]]
            look += [item in view.items[side] for item in ITEMS]
        look += [space in bout.closed for space in range(self._closed.stop - self._closed.start)]
        row[: len(look)] = look
        assert len(look) == self._board
        shown = self._shown.get(seat, ())
        for space, piece in enumerate(bout.board):
            if not shown or shown[space] is not piece:
                at = self._board + PIECE * space
                row[at : at + PIECE] = _columns(piece, seat)
        self._shown[seat] = bout.board


@lru_cache(maxsize=65536)
def _columns(piece: Piece | None, seat: Seat) -> Observations:
    """A piece as a batch observes it."""
    if piece is None:
        return np.zeros(PIECE, dtype=np.float32)
    look = [piece.kind == kind for kind in KINDS] + [piece.owner is seat, piece.owner is seat.other]
    look += [bool(arrows >> way & 1) for arrows in (piece.black, piece.grey) for way in range(8)]
    return np.array([*look, piece.marked], dtype=np.float32)


def _piece(look: Sequence[float]) -> Piece | None:
    if not any(look):
        return None
    black, grey = (sum(1 << way for way in range(8) if look[at + way]) for at in (8, 16))
    return Piece(Kind(KINDS[list(look[:6]).index(1)]), black, grey, None, bool(look[24]))
