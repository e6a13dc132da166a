"""Before the battle: claims (R10 to R13) and placing (R14 to R18)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from deathmatch.core.errors import Illegal, Rule
from deathmatch.core.game import Timeout
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.speech import say
from deathmatch.core.wording import listed
from deathmatch.games.guidance_rite.values.grid import Board, numbers_of, pieces, put, unclaimed
from deathmatch.games.guidance_rite.values.moves import (
    LEFT_UNCLAIMED,
    NOTHING,
    R10,
    R15,
    R16,
    R17,
    Bout,
    Claim,
    Move,
    Owed,
    Place,
)
from deathmatch.games.guidance_rite.values.pieces import Kind, Piece
from deathmatch.games.guidance_rite.values.terms import LATE_ROUNDS, Terms

PLUS: Final = 0b01010101  # N, E, S, W
CROSS: Final = 0b10101010
_FEW: Final = 6  # spaces that an error lists


# --- Claims


def check_claim(terms: Terms, board: Board, claim: Claim) -> None:
    """Raises Illegal (R10)."""
    one, other = claim.spaces
    if one == other:
        raise Illegal(say("a claim must name two different spaces"), R10)
    for space in claim.spaces:
        piece = board[space]
        if piece is None or piece.owner is not None:
            raise Illegal(say("there is no unclaimed piece on {space}", space=terms.grid.names[space]), R10)


def claimed(bout: Bout, turn: Mapping[Seat, Move | Timeout]) -> Bout:
    """R11, R13: the claims opened together."""
    named = {seat: move.spaces for seat, move in turn.items() if isinstance(move, Claim)}
    changes: dict[int, Piece | None] = {}
    for seat, spaces in named.items():
        for space in spaces:
            piece = bout.board[space]
            assert piece is not None
            changes[space] = None if space in named.get(seat.other, ()) else piece.owned(seat)
    return replace(bout, board=put(bout.board, changes), round=bout.round + 1, late=0 if named else bout.late + 1)


def claims_end(bout: Bout) -> bool:
    """R12, R13: whether no further round is held."""
    return len(unclaimed(bout.board)) <= LEFT_UNCLAIMED or bout.late == LATE_ROUNDS


def cleared(board: Board) -> Board:
    """R12: without the pieces that nobody has claimed."""
    return put(board, dict.fromkeys(unclaimed(board)))


# --- Placing


def owing(terms: Terms, board: Board) -> BySeat[int]:
    """R14: how many pieces each seat has to place."""
    return numbers_of(board).map(lambda number: max(0, terms.fill - number))


def spaces(terms: Terms, bout: Bout, seat: Seat) -> tuple[list[int], Rule]:
    """R15, R16: where a seat may place a piece, and the rule that says so."""
    board, beside = bout.board, terms.grid.beside
    free = [space for space in range(len(board)) if board[space] is None and space not in bout.closed]
    own, other = set(pieces(board, seat)), set(pieces(board, seat.other))
    apart = [space for space in free if other.isdisjoint(beside[space])]
    near = [space for space in apart if not own.isdisjoint(beside[space])]
    return (near, R15) if near else (apart or free, R16)


def check_place(terms: Terms, bout: Bout, seat: Seat, place: Place) -> None:
    """Raises Illegal (R15 to R17)."""
    name = terms.grid.names[place.space]
    if place.space in bout.closed:
        raise Illegal(say("{space} is closed: both seats named it", space=name), R17)
    may, rule = spaces(terms, bout, seat)
    if place.space not in may:
        why = _why_apart(terms, bout, seat, place.space)
        if len(may) <= _FEW:
            why = say("{reason}; you may place on {spaces}", reason=why, spaces=listed(terms.grid.named(may)))
        raise Illegal(why, rule)


def _why_apart(terms: Terms, bout: Bout, seat: Seat, space: int) -> str:
    """What keeps a seat from placing on a space that is not closed."""
    board, name = bout.board, terms.grid.names[space]
    if board[space] is not None:
        return say("{space} is not empty", space=name)
    if not set(pieces(board, seat.other)).isdisjoint(terms.grid.beside[space]):
        return say("{space} is beside a piece of the other side", space=name)
    return say("{space} is not beside a piece of yours", space=name)


def placed(bout: Bout, turn: Mapping[Seat, Move | Timeout]) -> Bout:
    """R17, R18: the placements of a wave together."""
    owed, changes, closed = bout.owed, dict[int, Piece | None](), bout.closed
    named = [move.space for move in turn.values() if isinstance(move, Place)]
    for seat, move in turn.items():
        if not isinstance(move, Place):
            owed = owed.put(seat, owed[seat] - 1)
        elif named.count(move.space) > 1:
            closed = tuple(sorted({*closed, move.space}))
        else:
            owed = owed.put(seat, owed[seat] - 1)
            changes[move.space] = Piece(Kind.PLAIN, CROSS if move.cross else PLUS, owner=seat)
    return replace(bout, board=put(bout.board, changes), owed=owed, closed=closed, round=bout.round + 1)


def able(terms: Terms, bout: Bout) -> Bout:
    """R18: a seat that has no space left to place on owes nothing more."""
    owed = bout.owed
    for seat in SEATS:
        if owed[seat] and not spaces(terms, bout, seat)[0]:
            owed = owed.put(seat, 0)
    return bout if owed == bout.owed else replace(bout, owed=owed)


def next_owed(bout: Bout) -> Owed | None:
    """What the placing asks for now; None if it is over."""
    return Owed.PLACE if bout.owed != NOTHING else None
