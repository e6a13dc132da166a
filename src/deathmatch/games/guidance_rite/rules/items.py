"""Items of `final` (R40 to R43)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from deathmatch.core.errors import Illegal
from deathmatch.core.seats import Seat
from deathmatch.core.speech import mark, say
from deathmatch.games.guidance_rite.rules.movement import can_move, ways
from deathmatch.games.guidance_rite.values.grid import Board, pieces, put, refilled, standing
from deathmatch.games.guidance_rite.values.moves import ITEM_PIECES, R40, R41, R42, R43, Item, Use, item_title
from deathmatch.games.guidance_rite.values.pieces import ALL, DIRECTIONS, numbers, turned
from deathmatch.games.guidance_rite.values.terms import Terms

PAIR: Final = 2  # pieces that Swap names


def usable(board: Board, held: tuple[Item, ...]) -> tuple[Item, ...]:
    """R40: the items that may be used now."""
    return held if held and standing(board) >= ITEM_PIECES else ()


def still(board: Board, seat: Seat, use: Use | None) -> frozenset[int]:
    """R40: the spaces of a seat's pieces that its item names, which may not move this turn."""
    if use is None:
        return frozenset()
    return frozenset([space for space in use.spaces if (piece := board[space]) is not None and piece.owner is seat])


def check(terms: Terms, board: Board, seat: Seat, held: tuple[Item, ...], use: Use) -> None:
    """Raises Illegal (R40 to R43)."""
    if use.item not in held:
        raise Illegal(say("you do not hold {item}, or have used it", item=item_title(use.item)), R40)
    if use.item not in usable(board, held):
        text = mark("items are for boards of {most} pieces or more, and {number} are left")
        raise Illegal(say(text, most=ITEM_PIECES, number=standing(board)), R40)
    names = terms.grid.named(use.spaces)
    pieces = [board[space] for space in use.spaces]
    match use.item:
        case Item.HONOUR:
            for whose, name, piece, way in zip((seat, seat.other), names, pieces, use.by, strict=True):
                if piece is None or piece.owner is not whose:
                    text = mark("Point of Honour names a piece of each seat; {space} has none of {seat}")
                    raise Illegal(say(text, space=name, seat=whose), R41)
                if piece.arrows >> way & 1:
                    text = mark("the piece on {space} has an arrow {direction} already")
                    raise Illegal(say(text, space=name, direction=DIRECTIONS[way]), R41)
        case Item.ROTATE:
            if pieces[0] is None or pieces[0].owner is not seat:
                raise Illegal(say("you have no piece on {space}", space=names[0]), R42)
        case Item.SWAP:  # pragma: no branch - the last of three
            one, other = pieces
            if one is None or other is None or use.spaces[0] == use.spaces[1] or one.owner is not other.owner:
                raise Illegal(say("Swap names two pieces of one seat"), R43)
            if one.kind is other.kind:
                raise Illegal(say("both are {piece}: Swap needs two that differ", piece=one.kind.short), R43)


def used(board: Board, use: Use) -> Board:
    """The board after an item, which may have come to nothing meanwhile (R46); lizards refill."""
    if use.item is Item.SWAP:
        one, other = (board[space] for space in use.spaces)
        assert one is not None
        assert other is not None
        return refilled(put(board, {use.spaces[0]: one.of_kind(other.kind), use.spaces[1]: other.of_kind(one.kind)}))
    changes = {}
    for space, by in zip(use.spaces, use.by, strict=True):
        piece = board[space]
        assert piece is not None
        if use.item is Item.ROTATE:
            changes[space] = piece.with_arrows(turned(piece.black, by), turned(piece.grey, by))
        elif not piece.arrows >> by & 1:
            changes[space] = piece.with_arrows(piece.black | 1 << by, piece.grey)
    return put(board, changes)


# --- What may be named


def leaves(terms: Terms, board: Board, seat: Seat, use: Use) -> bool:
    """Whether a legal submission goes with this use: a movement after it or, if there was none before it, a pass (R22)."""
    after = used(board, use)
    return can_move(terms, after, seat, still(board, seat, use)) or not can_move(terms, board, seat)


def free(board: Board, space: int) -> tuple[int, ...]:
    """R41: the directions in which a piece has no arrow."""
    piece = board[space]
    assert piece is not None
    return numbers(ALL & ~piece.arrows)


def honours(terms: Terms, board: Board, seat: Seat) -> list[int]:
    """R41: the seat's own pieces that Point of Honour may name. It changes only these and the other seat's pieces."""
    theirs = [space for space in pieces(board, seat.other) if free(board, space)]
    if not theirs:
        return []
    other, way = theirs[0], free(board, theirs[0])[0]
    own = [space for space in pieces(board, seat) if free(board, space)]
    return [space for space in own if leaves(terms, board, seat, Use(Item.HONOUR, (space, other), (free(board, space)[0], way)))]


def rotations(terms: Terms, board: Board, seat: Seat) -> list[int]:
    """R42: the pieces that Rotate may name."""
    return [space for space in pieces(board, seat) if leaves(terms, board, seat, Use(Item.ROTATE, (space,), (1,)))]


def swaps(terms: Terms, board: Board, seat: Seat) -> Iterator[tuple[int, int]]:
    """R43: the pairs that Swap may name."""
    movers = _movable(terms, board, seat)
    for whose in (seat, seat.other):
        for pair in combinations(pieces(board, whose), 2):
            one, other = (board[space] for space in pair)
            assert one is not None
            assert other is not None
            if one.kind is not other.kind and (
                any(mover not in pair for mover in movers) or leaves(terms, board, seat, Use(Item.SWAP, pair))
            ):
                yield pair[0], pair[1]


def _movable(terms: Terms, board: Board, seat: Seat) -> list[int]:
    """Up to three of a seat's pieces that can go if no own piece stands: no swap of others takes that from them."""
    spaces: list[int] = []
    for origin in pieces(board, seat):
        if _goes_out(terms, board, seat, origin):
            spaces.append(origin)
            if len(spaces) > PAIR:
                break
    return spaces


def _goes_out(terms: Terms, board: Board, seat: Seat, origin: int) -> bool:
    """Whether a piece can go to a space if no own piece stands."""
    return any((there := board[way.end]) is None or there.owner is not seat for way in ways(terms, board, origin))
