"""From bouts to positions and back, and from words of turns to submissions and back."""

from __future__ import annotations

from typing import Final

import numpy as np

from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.guidance_rite.battle import Way
from deathmatch.games.guidance_rite.fast.fixed import KINDS, Ints, seat_number
from deathmatch.games.guidance_rite.fast.play import place
from deathmatch.games.guidance_rite.fast.words import (
    AIM,
    AIM_BITS,
    AIMS,
    ARROWS,
    END,
    GREYS,
    KIND,
    LEADER,
    MANNER,
    MARKED,
    OVER,
    OWNER,
    PASS,
    POWER,
    QUIET,
    ROW,
    SIDE,
    SIZE,
    SMALL,
    SOURCE,
    SWAP,
    TAKE,
    THERE,
    TWO,
    WAY,
)
from deathmatch.games.guidance_rite.values import Board, Bout, Kind, Manner, Movement, Piece, Power, Turn

_NUMBERS: Final = {kind: number for number, kind in enumerate(KINDS)}
NOBODY: Final = 2  # at LEADER


def piece_word(piece: Piece | None) -> int:
    """A piece that somebody owns, or none."""
    if piece is None:
        return 0
    assert piece.owner is not None
    marked = MARKED if piece.marked else 0
    return piece.black | piece.grey << GREYS | _NUMBERS[piece.kind] << KIND | seat_number(piece.owner) << OWNER | marked | THERE


def piece_of(word: int) -> Piece | None:
    """The way back."""
    if not word:
        return None
    owner = SEATS[word >> OWNER & 1]
    return Piece(KINDS[word >> KIND & 7], word & ARROWS, word >> GREYS & ARROWS, owner, bool(word & MARKED))


def position(ground: Ints, bout: Bout) -> Ints:
    """The position of a bout in its battle, shape (words.SIZE,); time-outs are left out.

    An item works before a movement and by the rules (`rules.items.used`): hand over the bout with the board after it.
    """
    here = np.zeros(SIZE, dtype=np.int64)
    for space, piece in enumerate(bout.board):
        if piece is not None:
            place(ground, here, space, piece_word(piece))
    here[SIDE] = 0 if bout.mover is None else seat_number(bout.mover)
    here[QUIET : QUIET + 2] = bout.quiet.a, bout.quiet.b
    here[SMALL : SMALL + 2] = (-1, -1) if bout.small is None else (bout.small.a, bout.small.b)
    here[LEADER] = NOBODY if bout.ahead is None else seat_number(bout.ahead)
    return here


def board_of(here: Ints, spaces: int) -> Board:
    """The board of a position, with `size` spaces."""
    return tuple([piece_of(int(word)) for word in here[:spaces]])


def counters_of(here: Ints) -> tuple[BySeat[int], BySeat[int] | None, Seat | None]:
    """`quiet`, `small` and `ahead` as a bout has them."""
    quiet, small = (BySeat(int(here[at]), int(here[at + 1])) for at in (QUIET, SMALL))
    leader = int(here[LEADER])
    return quiet, None if small.a < 0 else small, None if leader == NOBODY else SEATS[leader]


def new_log(plies: int) -> Ints:
    """Room to remember so many turns."""
    return np.zeros(ROW * plies, dtype=np.int64)


# --- Turns


def turn_of(word: int) -> Turn:
    """The submission of a seat."""
    if word == PASS:
        return Turn(None)
    origin, end, manner = word & 63, word >> END & 63, word >> MANNER & 3
    movement = Movement(origin, end, manner == TAKE)
    if manner == SWAP:
        return Turn(movement, Power(Kind.GUARDIAN, end))
    if not word >> POWER & 7:
        return Turn(movement)
    aims = [word >> (AIM + AIM_BITS * number) for number in range(word >> AIMS & 3)]
    return Turn(movement, Power(KINDS[word >> POWER & 7], word >> SOURCE & 63, tuple([(aim & 63, aim >> 6 & 7) for aim in aims])))


def word_of(way: Way, manner: Manner, power: Power | None = None) -> int:
    """The word of a movement as the rules list it (`rules.movement.movements`), with a power but a guardian's."""
    word = way.origin | way.end << END | way.direction << WAY | way.two << TWO | way.over << OVER
    word |= {Manner.MOVE: 0, Manner.TAKE: TAKE, Manner.SWAP: SWAP}[manner] << MANNER
    if power is None or power.kind is Kind.GUARDIAN:
        return word
    word |= _NUMBERS[power.kind] << POWER | power.source << SOURCE | len(power.aims) << AIMS
    for number, (space, way_) in enumerate(power.aims):
        word |= (space | way_ << 6) << (AIM + AIM_BITS * number)
    return word
