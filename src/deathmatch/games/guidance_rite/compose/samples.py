"""Legal turns at random."""

from __future__ import annotations

from itertools import islice

from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.rules import items, movement, powers, turns
from deathmatch.games.guidance_rite.values.grid import Board, pieces
from deathmatch.games.guidance_rite.values.moves import Item, Move, Power, Turn, Use
from deathmatch.games.guidance_rite.values.pieces import Kind
from deathmatch.games.guidance_rite.values.terms import Terms
from deathmatch.games.guidance_rite.view import View

_ITEM, _POWER = 3, 3  # of so many turns with an item or a power at hand, one uses it
_CHOSEN = 400  # choices of a crow's arrows among which one is picked with the same chance; beyond, arrow by arrow


def sample(view: View, seat: Seat, source: RandomSource) -> Move:
    """Some legal turn; every one has a chance."""
    terms, board = view.terms, view.board
    use = None
    usable = items.usable(board, view.items[seat])
    if usable and not source.below(_ITEM):
        use = _use(terms, board, seat, source.choice(usable), source)
    after = board if use is None else items.used(board, use)
    possible = list(movement.movements(terms, after, seat, items.still(board, seat, use)))
    if use is not None and not movement.can_move(terms, board, seat) and (not possible or source.below(2)):
        return Turn(None, item=use)
    if not possible:
        return turns.PASS
    way, manner = source.choice(possible)
    moved, power = turns.written(way, manner)
    if power is None and not source.below(_POWER):
        power = _power(terms, *turns.gone(terms, after, seat, way, manner), source)
    return Turn(moved, power, use)


def _power(terms: Terms, board: Board, moved: powers.MovementBefore, source: RandomSource) -> Power | None:
    """Some legal power; None if there is none."""
    able = powers.sources(terms, board, moved)
    if not able:
        return None
    space = source.choice(able)
    piece = board[space]
    if terms.final and piece is not None and piece.kind is Kind.CROW:
        few = list(islice(powers.crow_aims(terms, board, moved.seat), _CHOSEN + 1))
        if len(few) > _CHOSEN:
            return _crow(terms, board, moved.seat, space, source)
        return Power(Kind.CROW, space, source.choice(few))
    return source.choice(list(powers.spendings(terms, board, moved, space)))


def _crow(terms: Terms, board: Board, seat: Seat, space: int, source: RandomSource) -> Power:
    """R36 in `final`: a few grey arrows out of all, until they are so many as may be."""
    arrows = [(target, way) for target, mask in powers.greys(board, seat) for way in range(8) if mask >> way & 1]
    while True:
        aims = tuple(sorted(source.sample(arrows, 1 + source.below(min(powers.CROW_ARROWS, len(arrows))))))
        if powers.shaped(terms, aims):
            return Power(Kind.CROW, space, aims)


def _use(terms: Terms, board: Board, seat: Seat, item: Item, source: RandomSource) -> Use | None:
    """Some legal use of an item; None if there is none."""
    if item is Item.SWAP:
        pairs = list(items.swaps(terms, board, seat))
        return Use(item, source.choice(pairs)) if pairs else None
    if item is Item.ROTATE:
        spaces = items.rotations(terms, board, seat)
        return Use(item, (source.choice(spaces),), (1 + source.below(7),)) if spaces else None
    own = items.honours(terms, board, seat)
    if not own:
        return None
    one = source.choice(own)
    other = source.choice([space for space in pieces(board, seat.other) if items.free(board, space)])
    return Use(item, (one, other), (source.choice(items.free(board, one)), source.choice(items.free(board, other))))
