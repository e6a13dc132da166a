"""Whole turns: legality (R21, R22, R34, R45), and the number of legal turns."""

from __future__ import annotations

from collections.abc import Iterator

from deathmatch.core.errors import Illegal
from deathmatch.core.seats import Seat
from deathmatch.core.speech import say
from deathmatch.games.guidance_rite.rules import items, movement, powers
from deathmatch.games.guidance_rite.rules.movement import Way
from deathmatch.games.guidance_rite.rules.powers import MovementBefore
from deathmatch.games.guidance_rite.values.grid import Board, put, refilled
from deathmatch.games.guidance_rite.values.moves import R22, Item, Manner, Movement, Power, Turn
from deathmatch.games.guidance_rite.values.pieces import Kind
from deathmatch.games.guidance_rite.values.terms import Terms

PASS = Turn(None)


def check(terms: Terms, board: Board, seat: Seat, held: tuple[Item, ...], turn: Turn) -> None:
    """Raises Illegal (R21 to R43). At once it is judged as if the other seat did nothing (R45)."""
    use, power = turn.item, turn.power
    after = board
    if use is not None:
        items.check(terms, board, seat, held, use)
        after = items.used(board, use)
    if turn.movement is None:
        if power is not None:
            raise Illegal(say("a power goes with a movement, not with a pass"), R22)
        if movement.can_move(terms, board, seat):
            raise Illegal(say("you have a movement, so you may not pass"), R22)
        return
    swap = power is not None and power.kind is Kind.GUARDIAN
    way, manner = movement.judge(terms, after, seat, turn.movement, swap=swap, still=items.still(board, seat, use))
    if power is not None and not swap:
        then, moved = gone(terms, after, seat, way, manner)
        powers.check(terms, then, moved, power)


def gone(terms: Terms, board: Board, seat: Seat, way: Way, manner: Manner) -> tuple[Board, MovementBefore]:
    """The board after a legal movement of one seat alone (R33), and the facts that a power needs."""
    mover, there = board[way.origin], board[way.end]
    assert mover is not None
    left = spaces = None
    if manner is Manner.SWAP:
        assert there is not None
        left, spaces, there = there.of_kind(Kind.PLAIN), frozenset((way.origin, way.end)), None
    then = put(board, {way.origin: left, way.end: movement.arrived(terms, mover, way, there, take=manner is Manner.TAKE)})
    spent = manner is Manner.SWAP or (terms.removals_all and movement.removes(mover, way, captures=there is not None))
    return refilled(then), MovementBefore(seat, mover.kind, spaces or frozenset((way.end,)), spent)


def written(way: Way, manner: Manner) -> tuple[Movement, Power | None]:
    """A movement as it is submitted, with the power that it is."""
    power = Power(Kind.GUARDIAN, way.end) if manner is Manner.SWAP else None
    return Movement(way.origin, way.end, manner is Manner.TAKE), power


def count(terms: Terms, board: Board, seat: Seat) -> int:
    """How many legal turns a seat has that may use no item."""
    total = 0
    for way, manner in movement.movements(terms, board, seat):
        total += 1 + powers.count(terms, *gone(terms, board, seat, way, manner))
    return total or 1  # a pass


def moves(terms: Terms, board: Board, seat: Seat) -> Iterator[Turn]:
    """Every legal turn of a seat that may use no item."""
    able = False
    for way, manner in movement.movements(terms, board, seat):
        able = True
        moved, power = written(way, manner)
        yield Turn(moved, power)
        for spent in powers.powers(terms, *gone(terms, board, seat, way, manner)):
            yield Turn(moved, spent)
    if not able:
        yield PASS
