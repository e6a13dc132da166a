"""Movement (R23 to R33): the ways of a piece, the options at their ends, and the effects of the movement."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from deathmatch.core.errors import Illegal
from deathmatch.core.seats import Seat
from deathmatch.core.speech import mark, say
from deathmatch.games.guidance_rite.values.grid import OFF, Board, pieces
from deathmatch.games.guidance_rite.values.moves import R23, R25, R26, R27, R28, R29, R30, R32, R34, R38, R40, Manner, Movement
from deathmatch.games.guidance_rite.values.pieces import Kind, Piece, numbers, turned
from deathmatch.games.guidance_rite.values.terms import Terms

_DISTANCE: Final = {
    Kind.RAT: (R25, mark("a rat goes one space")),
    Kind.CROW: (R26, mark("a crow goes one space, or two to an empty space by a black arrow")),
    Kind.LIZARD: (R27, mark("a lizard goes one space")),
    Kind.GUARDIAN: (R28, mark("a guardian goes one space, also over the edge")),
    Kind.MONSTER: (R29, mark("a monster goes two spaces, the one between empty, or one")),
    Kind.PLAIN: (R30, mark("a plain piece goes one space")),
}
NOBODY: Final[frozenset[int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Way:
    """How a piece goes from one space to another.

    Attributes:
        direction: of the arrow that is used.
        two: whether it goes two spaces.
        over: whether it steps over the edge.
    """

    origin: int
    end: int
    direction: int
    two: bool = False
    over: bool = False


def ways(terms: Terms, board: Board, origin: int) -> Iterator[Way]:
    """R23 to R31: everywhere that the piece on a space can go by its arrows; who stands there is not asked."""
    piece = board[origin]
    assert piece is not None
    kind, size = piece.kind, terms.grid
    for direction in numbers(piece.arrows if terms.final else piece.black):
        end = size.step[origin][direction]
        if end == OFF:
            if kind is Kind.GUARDIAN:
                yield Way(origin, size.loop[origin][direction], direction, over=True)
            continue
        yield Way(origin, end, direction)
        far = size.step[end][direction]
        if far == OFF:
            continue
        crow = kind is Kind.CROW and piece.black >> direction & 1 and board[far] is None
        if crow or (kind is Kind.MONSTER and board[end] is None):
            yield Way(origin, far, direction, two=True)


def manners(terms: Terms, board: Board, way: Way) -> tuple[Manner, ...]:
    """R24, R32, R38: the options at the end of a way; empty if the way is closed."""
    mover, there = board[way.origin], board[way.end]
    assert mover is not None
    if there is None:
        return (Manner.MOVE,)
    allowed: tuple[Manner, ...] = ()
    own = there.owner is mover.owner
    if not own or not terms.final:
        allowed = (Manner.MOVE,)
    elif not mover.marked and not there.marked:
        allowed = (Manner.MOVE,) if there.kind is Kind.PLAIN else (Manner.MOVE, Manner.TAKE)
    swap = there.kind is Kind.GUARDIAN and mover.kind is not Kind.GUARDIAN and (own or terms.any_power)
    if swap and not (terms.removals_all and removes(mover, way, captures=False)):
        allowed = (*allowed, Manner.SWAP)
    return allowed


def removes(mover: Piece, way: Way, *, captures: bool) -> bool:
    """R28, R29: whether a movement costs the mover the character that it set out with."""
    if mover.kind is Kind.MONSTER:
        return not way.two
    return mover.kind is Kind.GUARDIAN and way.over and captures


def movements(terms: Terms, board: Board, seat: Seat, still: Collection[int] = NOBODY) -> Iterator[tuple[Way, Manner]]:
    """Every legal movement of a seat; the pieces on the spaces `still` may not move (R40)."""
    for origin in pieces(board, seat):
        yield from movements_of(terms, board, origin, still)


def movements_of(terms: Terms, board: Board, origin: int, still: Collection[int] = NOBODY) -> Iterator[tuple[Way, Manner]]:
    """Every legal movement of the piece on a space."""
    if origin in still:
        return
    for way in ways(terms, board, origin):
        for manner in manners(terms, board, way):
            if manner is not Manner.SWAP or way.end not in still:
                yield way, manner


def can_move(terms: Terms, board: Board, seat: Seat, still: Collection[int] = NOBODY) -> bool:
    """R22: whether a seat has a legal movement."""
    return next(movements(terms, board, seat, still), None) is not None


def judge(terms: Terms, board: Board, seat: Seat, movement: Movement, *, swap: bool, still: Collection[int] = NOBODY) -> tuple[Way, Manner]:
    """How a movement goes, `swap` with a guardian's power; raises Illegal (R23, R25 to R30, R32, R34, R38, R40)."""
    origin, end = movement.origin, movement.end
    names, piece = terms.grid.names, board[origin]
    if piece is None or piece.owner is not seat:
        raise Illegal(say("you have no piece on {space}", space=names[origin]), R23)
    if origin in still:
        raise Illegal(say("your item names the piece on {space}, so it may not move this turn", space=names[origin]), R40)
    way = next((way for way in ways(terms, board, origin) if way.end == end), None)
    if way is None:
        raise _no_way(terms, board, origin, end)
    manner = Manner.SWAP if swap else Manner.TAKE if movement.take else Manner.MOVE
    if swap and movement.take:
        raise Illegal(say("a guardian that changes places is not captured, so nothing can be taken"), R32)
    if manner not in manners(terms, board, way):
        raise _no_manner(terms, board, way, manner)
    if swap and end in still:
        raise Illegal(say("your item names the piece on {space}, so it may not move this turn", space=names[end]), R40)
    return way, manner


def why_still(terms: Terms, board: Board, seat: Seat, origin: int, still: Collection[int] = NOBODY) -> Illegal | None:
    """Why the piece on a space may not be moved by a seat; None if it may."""
    name, piece = terms.grid.names[origin], board[origin]
    if piece is None:
        return Illegal(say("nothing stands on {space}", space=name), R23)
    if piece.owner is not seat:
        return Illegal(say("the piece on {space} is not yours", space=name), R23)
    if origin in still:
        return Illegal(say("your item names the piece on {space}, so it may not move this turn", space=name), R40)
    open_ways = list(ways(terms, board, origin))
    if any(manners(terms, board, way) for way in open_ways):
        return None
    if not piece.arrows:
        return Illegal(say("the piece on {space} has no arrows", space=name), R23)
    if open_ways:
        text = mark("the piece on {space} could only capture its own side, and one of the two pieces is marked")
        return Illegal(say(text, space=name), R32)
    if not terms.final and not piece.black:
        return Illegal(say("all arrows of the piece on {space} are greyed out", space=name), R26)
    return Illegal(say("every arrow of the piece on {space} leads off the board", space=name), R23)


def _no_way(terms: Terms, board: Board, origin: int, end: int) -> Illegal:
    """Why a piece cannot go to a space."""
    piece, size = board[origin], terms.grid
    assert piece is not None
    between = [
        (direction, near) for direction, near in enumerate(size.step[origin]) if near != OFF and end in (near, size.step[near][direction])
    ]
    rule, words = _DISTANCE[piece.kind]
    for direction, near in between:
        if not piece.arrows >> direction & 1:
            continue
        if near == end:
            return Illegal(say("that arrow of the {piece} is greyed out", piece=piece.kind.short), R26)
        if piece.kind is Kind.CROW and not piece.black >> direction & 1:
            return Illegal(say("a crow goes two spaces by a black arrow only"), rule)
        return Illegal(say(words), rule)
    names = size.names
    text = mark("the {piece} on {space} has no arrow that leads to {end}")
    return Illegal(say(text, space=names[origin], piece=piece.kind.told, end=names[end]), R23)


def _no_manner(terms: Terms, board: Board, way: Way, manner: Manner) -> Illegal:
    """Why something cannot be done where a movement ends."""
    mover, there = board[way.origin], board[way.end]
    assert mover is not None
    name = terms.grid.names[way.end]
    if manner is Manner.SWAP:
        if there is None or there.kind is not Kind.GUARDIAN or mover.kind is Kind.GUARDIAN:
            text = mark("only a piece of another kind changes places with a guardian, by moving onto it; this movement ends on {space}")
            return Illegal(say(text, space=name), R38)
        if there.owner is not mover.owner and not terms.any_power:
            return Illegal(say("the guardian on {space} is not yours", space=name), R34)
        return Illegal(say("a movement that costs the monster its character allows no power"), R34)
    own = there is not None and there.owner is mover.owner
    if manner is Manner.TAKE and not (terms.final and own):
        if terms.final:
            return Illegal(say("take goes with the capture of one of your own pieces"), R32)
        return Illegal(say("take goes with the capture of one of your own pieces; here nothing is taken"), R32)
    assert there is not None
    if mover.marked or there.marked:
        return Illegal(say("neither the capturing piece nor your own piece that it captures may be marked"), R32)
    return Illegal(say("the piece on {space} has no character to take", space=name), R32)


def arrived(terms: Terms, mover: Piece, way: Way, captured: Piece | None, *, take: bool) -> Piece:
    """R33: the piece that moved, after it has arrived and perhaps captured."""
    kind, black, grey, marked = mover.kind, mover.black, mover.grey, mover.marked
    used, taken = 1 << way.direction, False
    if grey & used:
        grey &= ~used
    elif kind is Kind.LIZARD:
        black &= ~used
    elif kind is Kind.CROW and way.two:
        black, grey = black & ~used, grey | used
    if captured is not None and terms.final and captured.owner is mover.owner:
        black, grey, marked, taken = black & ~captured.black, grey | captured.black, True, take
        kind = captured.kind if taken else kind
    if mover.kind is Kind.RAT:
        black, grey = turned(black, 1), turned(grey, 1)
    if removes(mover, way, captures=captured is not None) and not taken:
        kind = Kind.PLAIN
    return Piece(kind, black, grey, mover.owner, marked).refilled()
