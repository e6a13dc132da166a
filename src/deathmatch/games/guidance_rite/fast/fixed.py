"""What stays the same throughout a bout, as one array that every kernel gets: terms, the weights of the evaluation, and the board's shape.

One array instead of a record of many, because a compiled call hands over each array of a record, which costs more than the work.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.fast.weights import OF_FINAL, OF_GUARDIANS
from deathmatch.games.guidance_rite.values import OFF, Kind, LastTie, Terms

Ints: TypeAlias = NDArray[np.int64]

MOST: Final = 36  # spaces: boards of up to 6x6
WAYS: Final = 8  # directions

KINDS: Final = (Kind.PLAIN, Kind.RAT, Kind.CROW, Kind.LIZARD, Kind.GUARDIAN, Kind.MONSTER)
"""The characters by the numbers that the kernels know them by."""
PLAIN, RAT, CROW, LIZARD, GUARDIAN, MONSTER = range(6)

# Places of the array.
SPACES: Final = 0  # how many there are
FINAL: Final = 1  # 1 for the variant `final`
ANY: Final = 2  # powers any
ALL_REMOVALS: Final = 3  # removals all
CLASH: Final = 4  # crossing clash
FEW: Final = 5  # draw_pieces
FEW_TURNS: Final = 6
REACHED: Final = 7  # draw_from reached
QUIET_TURNS: Final = 8
EXACT: Final = 9  # crow_power exact
LAST: Final = 10  # who wins what nothing else decides (R54): 0 is A, 1 B, 2 nobody, for the bout is played again
WEIGHTS: Final = 12  # see `WEIGHT_NAMES`
STEP: Final = 48  # + 8 * space + direction: the space there, or OFF
LOOP: Final = STEP + WAYS * MOST  # the same on the looped board
LEADS: Final = LOOP + WAYS * MOST  # + space: the directions that do not lead off the board, as a mask
BESIDE: Final = LEADS + MOST  # + space: the spaces orthogonally beside it, as a mask
REACH: Final = BESIDE + MOST  # + 256 * space + arrows: the spaces to which they lead, as a mask
SIZE: Final = REACH + (MOST << WAYS)

# Constants make numba compile a kernel that gets them once more; what is read from here does not.
ZERO: Final = 11  # always 0

# Places of the weights, counted from WEIGHTS, in hundredths of a plain piece's arrow that leads somewhere.
BODY: Final = 0  # + kind: a piece as such
ARROW: Final = 6  # + kind: each black arrow that leads to a space of the board (a guardian's all do)
EDGE: Final = 12  # + kind: each black arrow that leads off it
GREY: Final = 18  # + kind: each grey arrow that leads to a space
MARK: Final = 24  # to be marked
LEVEL: Final = 25  # to have had more pieces most recently (R53), in shares: see `search.worth`
TURN: Final = 26  # to be on the move, likewise
DUE: Final = 27  # to be the one who wins a drawn bout (R53) just before it is drawn; the less, the longer that is off
FREE: Final = 28  # each arrow, black or in `final` grey, that leads to an empty space, in shares
HIT: Final = 29  # each that leads to a piece of the other seat, likewise
STEEP: Final = 30  # how fast the log-odds to win grow with the share, in hundredths
COUNT: Final = 31

GUESSED: Final = (
    *(800, 860, 920, 920, 940, 900),
    *(100, 100, 100, 100, 100, 100),
    *(40, 40, 40, 40, 100, 40),
    *(40, 40, 40, 40, 40, 40),
    *(0, 300, 0, 3000),
    *(0, 0, 400),
)
"""Weights before any were fitted, which `research/fit_guidance_rite.py` begins with."""


def ground(terms: Terms, *, replays: bool = True, weights: Sequence[int] | None = None) -> Ints:
    """The array of a match, shape (SIZE,).

    Args:
        terms: its options. The kernels do not know items, time-outs, claims and placing.
        replays: whether a bout that nothing decides (R54) may still be played again, if the options have it so.
        weights: of the evaluation; None for those that are fitted to the variant.
    """
    replayed = terms.last_tie is LastTie.REPLAY and replays
    last = 2 if replayed else seat_number(terms.dmo if terms.last_tie is LastTie.DMO else terms.dmo.other)
    copied = _ground(terms, last).copy()
    copied[WEIGHTS : WEIGHTS + COUNT] = weights or fitted(terms)
    return copied


def fitted(terms: Terms) -> tuple[int, ...]:
    """The weights that are fitted to the variant."""
    return OF_FINAL if terms.final else OF_GUARDIANS


def seat_number(seat: Seat) -> int:
    """0 for A, 1 for B."""
    return 0 if seat is Seat.A else 1


@cache
def _ground(terms: Terms, last: int) -> Ints:
    size = terms.grid
    table = np.zeros(SIZE, dtype=np.int64)
    table[SPACES] = len(size)
    table[FINAL], table[ANY], table[ALL_REMOVALS], table[CLASH] = terms.final, terms.any_power, terms.removals_all, terms.clash
    table[FEW], table[FEW_TURNS], table[REACHED] = terms.few, terms.few_turns, terms.reached
    table[QUIET_TURNS], table[EXACT], table[LAST] = terms.quiet_turns, terms.exact, last
    table[STEP:LEADS] = OFF
    for space in range(len(size)):
        for way in range(WAYS):
            table[STEP + WAYS * space + way] = size.step[space][way]
            table[LOOP + WAYS * space + way] = size.loop[space][way]
        table[LEADS + space] = sum(1 << way for way in range(WAYS) if size.step[space][way] != OFF)
        table[BESIDE + space] = sum(1 << there for there in size.beside[space])
        leads = [0 if size.step[space][way] == OFF else 1 << size.step[space][way] for way in range(WAYS)]
        for arrows in range(1 << WAYS):
            table[REACH + (space << WAYS) + arrows] = sum(mask for way, mask in enumerate(leads) if arrows >> way & 1)
    return table
