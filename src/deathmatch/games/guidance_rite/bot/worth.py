"""What pieces and boards are worth to the bots. Every arrow that leads somewhere counts; a character counts a little."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.rules.movement import Way
from deathmatch.games.guidance_rite.values.grid import OFF, Board, Grid
from deathmatch.games.guidance_rite.values.moves import Bout
from deathmatch.games.guidance_rite.values.pieces import ALL, Kind, Piece, numbers
from deathmatch.games.guidance_rite.values.terms import Terms

WON: Final = 1000.0
"""A bout that is won; boards are worth from -100 to 100."""

BODY: Final = 8.0  # a piece as such, in arrows: whoever has more pieces wins a drawn bout
LEVEL: Final = 3.0  # to have had more pieces most recently, where both have as many (R53)
GREY: Final = 0.4  # of a black arrow
CHARACTERS: Final = {Kind.RAT: 0.6, Kind.CROW: 1.2, Kind.LIZARD: 1.2, Kind.GUARDIAN: 1.4, Kind.MONSTER: 1.0, Kind.PLAIN: 0.0}
"""What each is worth beside the arrows, in arrows."""


@cache
def leading(size: Grid, space: int) -> int:
    """The directions that do not lead off the board, as a mask."""
    return sum(1 << way for way, end in enumerate(size.step[space]) if end != OFF)


@lru_cache(maxsize=65536)
def _value(kind: Kind, black: int, grey: int, leads: int) -> float:
    if kind is Kind.GUARDIAN:
        leads = ALL
    inside, outside = (black & leads).bit_count(), (black & ~leads).bit_count()
    return BODY + inside + 0.4 * outside + GREY * (grey & leads).bit_count() + CHARACTERS[kind]


def value(size: Grid, space: int, piece: Piece) -> float:
    """What a piece is worth where it stands, in arrows."""
    return _value(piece.kind, piece.black, piece.grey, leading(size, space))


def weighed(size: Grid, board: Board, seat: Seat) -> tuple[float, int]:
    """The shares of all that is on a board, so that who is ahead likes to exchange; and how many pieces more a seat has."""
    own, other, more = 0.0, 0.0, 0
    for space, piece in enumerate(board):
        if piece is not None:
            if piece.owner is seat:
                own += _value(piece.kind, piece.black, piece.grey, leading(size, space))
                more += 1
            else:
                other += _value(piece.kind, piece.black, piece.grey, leading(size, space))
                more -= 1
    if not own or not other:
        return (WON if own else -WON if other else 0.0), more
    return 100.0 * (own - other) / (own + other), more


def worth(terms: Terms, bout: Bout, seat: Seat) -> float:
    """What a position is worth to a seat as it stands."""
    found, more = weighed(terms.grid, bout.board, seat)
    return found + level(more, bout.ahead, seat)


def level(more: int, ahead: Seat | None, seat: Seat) -> float:
    """What it is worth to have had more pieces most recently, where both have as many (R53)."""
    return 0.0 if more or ahead is None else LEVEL if ahead is seat else -LEVEL


# --- Captures


@lru_cache(maxsize=16384)
def _reach(size: Grid, space: int, kind: Kind, mask: int) -> tuple[tuple[Way, int], ...]:
    """Where a piece may capture by its arrows, each with the space that has to be empty for it, or `OFF`."""
    found: list[tuple[Way, int]] = []
    for direction in numbers(mask):
        end = size.step[space][direction]
        if end == OFF:
            if kind is Kind.GUARDIAN:
                found.append((Way(space, size.loop[space][direction], direction, over=True), OFF))
            continue
        found.append((Way(space, end, direction), OFF))
        if kind is Kind.MONSTER and size.step[end][direction] != OFF:
            found.append((Way(space, size.step[end][direction], direction, two=True), end))
    return tuple(found)


def captures(terms: Terms, board: Board, seat: Seat) -> list[Way]:
    """Every way by which a seat can capture a piece of the other, the best piece first (R23 to R31)."""
    size, final = terms.grid, terms.final
    found: list[tuple[float, Way]] = []
    for space, piece in enumerate(board):
        if piece is None or piece.owner is not seat:
            continue
        for way, between in _reach(size, space, piece.kind, piece.arrows if final else piece.black):
            there = board[way.end]
            if there is not None and there.owner is not seat and (between == OFF or board[between] is None):
                found.append((value(size, way.end, there), way))
    found.sort(key=lambda one: -one[0])
    return [way for _, way in found]
