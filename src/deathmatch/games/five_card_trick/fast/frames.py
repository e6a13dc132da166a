"""The room that a search works in: the stage of each level, and the chances that have been found. `search.py` explains them."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast.ahead import ALL_LIGHTS, CARDS, OVERLOAD, RESET, Floats, Ints, Submissions, Worth, allowed, count
from deathmatch.games.five_card_trick.fast.looks import FORM_BITS, ITEMS_AT, LIGHTS_AT, Curves, Looks, slot_of
from deathmatch.solve.kernel import inner, kernel
from deathmatch.solve.matrix import Workspace

DEPTH: Final = 4
"""Rounds that a search can solve."""

SOLVED, MORE, FULL = range(3)
"""How a slice of a search ends: all is found, there is more to do, or more room to remember is needed."""

OPEN: Final = -1.0  # a chance that is not known yet
ALL: Final = 2.0  # a margin that leaves out no submission
GOES_ON, OVER = 1, 2  # after a round in which chips are compared: what a tie does

LEAD_ZERO, LEAD_BITS, POT_BITS, BLOCK_BITS, LEVEL_BITS = 512, 10, 8, 4, 3
GAINS: Final = (1 << LEVEL_BITS) - 1  # in the place of a level: what can be gained in a round
BESIDE: Final = 4  # chips that a seat gains in a round beside the pot, at most


class Round(NamedTuple):
    """The results of a round.

    Attributes:
        all_: the submissions of the variant.
        met: as `stages.Configurations.met`.
    """

    all_: Submissions
    met: NDArray[np.int8]


class Horizon(NamedTuple):
    """How far a search goes, and how the match goes on.

    Attributes:
        depth: rounds that are solved.
        counts: shape (DEPTH,), whether chips are compared after each round: 0, `GOES_ON` or `OVER`.
        left: shape (DEPTH,), rounds after each one up to the next of those counts, -1 if that is further away.
        tie: A's chance in the last tie; with `by_items` if unspent items are equal too.
        by_items: as above.
        pairs: whether the last of the rounds is played by two cards only, for no others are judged after it.
        margin: shape (DEPTH,), at each level but the last: pairs with a submission that seems to give away more are judged by a look right
            after the round; ALL to follow every pair.
        recalled: shape (DEPTH,), the part of a look at a position itself in its chance, which is solved; none at the first level.
    """

    depth: int
    counts: NDArray[np.uint8]
    left: Ints
    tie: float
    by_items: int
    pairs: int
    margin: Floats
    recalled: Floats


class Found(NamedTuple):
    """Chances that have been found.

    Attributes:
        key: shape (N,), a power of two; -1 for none.
        chance: shape (N,).
        counts: shape (3,), chances that are remembered; stages solved; and of these, those of the last level.
        gap: shape (1,), the largest of a stage.
    """

    key: Ints
    chance: Floats
    counts: Ints
    gap: Floats


class Frames(NamedTuple):
    """A stage of each level, that of level d at d.

    Attributes:
        top: shape (1,), the level that is being solved.
        own: shape (DEPTH, 9): forms of A and B, block in force, pot, lead; how many rows and columns; how many of them have mattered.
        ways: shape (DEPTH, 6, side): submissions of A, forms after them, whether they complete all lights; the same of B.
        chance: shape (DEPTH, side, side), chances after pairs of submissions, OPEN if they are not known.
        wanted: shape (DEPTH, 2 * side * side), pairs whose chances are waited for; counts: shape (DEPTH,), how many.
        matter: shape (DEPTH, 2, side + 1), the rows and columns that have mattered so far.
        mixture: shape (DEPTH, 2, side), their mixtures.
        game: shape (DEPTH, side, side), the game that they make.
        against: shape (2, side), room for the worth of each submission.
        skipped: shape (2, side), rows and columns whose chances are not asked for now.
        order: shape (side,), room for an order of submissions.
        value: shape (DEPTH,), of the stage.
        room: shape (6, side), room for one of `ways`.
        next_: shape (6,), the position that is looked at: forms, block, pot, lead and level.
    """

    top: Ints
    own: Ints
    ways: Ints
    chance: Floats
    wanted: Ints
    counts: Ints
    matter: Ints
    mixture: Floats
    game: Floats
    against: Floats
    skipped: NDArray[np.uint8]
    order: Ints
    value: Floats
    room: Ints
    next_: Ints


FORM_A, FORM_B, BLOCK, POT, LEAD, ROWS, COLUMNS, ROWS_USED, COLUMNS_USED = range(9)  # of `own`


class Search(NamedTuple):
    """All that a search works with."""

    round_: Round
    horizon: Horizon
    looks: Looks
    worth: Worth
    curves: Curves
    frames: Frames
    work: Workspace


def found(size: int) -> Found:
    """Room for chances, a power of two."""
    return Found(np.full(size, -1, dtype=np.int64), np.empty(size), np.zeros(3, dtype=np.int64), np.zeros(1))


def frames(side: int) -> Frames:
    """Room for stages of `side` rows and columns."""
    numbers = np.int64
    return Frames(
        np.zeros(1, numbers),
        np.zeros((DEPTH, 9), numbers),
        np.zeros((DEPTH, 6, side), numbers),
        np.empty((DEPTH, side, side)),
        np.empty((DEPTH, 2 * side * side), numbers),
        np.zeros(DEPTH, numbers),
        np.zeros((DEPTH, 2, side + 1), numbers),
        np.zeros((DEPTH, 2, side)),
        np.empty((DEPTH, side, side)),
        np.empty((2, side)),
        np.zeros((2, side), np.uint8),
        np.empty(side, numbers),
        np.zeros(DEPTH),
        np.empty((6, side), numbers),
        np.zeros(6, numbers),
    )


# --- What is remembered


@inner
def key_of(next_: Ints) -> int:
    """A position and its level as one number."""
    return _key(next_[0], next_[1], next_[3], next_)


@inner
def last_key(next_: Ints) -> int:
    """As `key_of`, before the last round of a match: the same for all positions among which that round cannot tell.

    The seat that takes a large enough pot wins, so larger pots count as one.
    """
    return _key(last_form(next_[0]), last_form(next_[1]), min(next_[3], abs(next_[4]) + BESIDE + 1), next_)


@inner
def _key(a: int, b: int, pot: int, next_: Ints) -> int:
    """A position with these forms and this pot, and the rest of it, as one number."""
    key = ((a << FORM_BITS | b) << BLOCK_BITS | next_[2]) << POT_BITS | pot
    return int((key << LEAD_BITS | (next_[4] + LEAD_ZERO)) << LEVEL_BITS | next_[5])


@inner
def gains_key(next_: Ints) -> int:
    """As `key_of`, for the gains of a round that are looked for before chips are compared; they are the same for any lead."""
    key = last_form(next_[0]) << FORM_BITS | last_form(next_[1])
    return int(((key << BLOCK_BITS | next_[2]) << POT_BITS | next_[3]) << LEAD_BITS + LEVEL_BITS | GAINS)


@kernel
def last_form(form: int) -> int:
    """A form without all that does not count in its last submission: cards of the last round (R6), and lights that stay too few (R23)."""
    last, barred, lights = form & ALL_LIGHTS, form >> CARDS & ALL_LIGHTS, form >> LIGHTS_AT & ALL_LIGHTS
    if count(last & ~barred) < 2:  # no two of them could be played together anyway
        form &= ~ALL_LIGHTS
    if count(lights) < CARDS - (3 if form >> ITEMS_AT & OVERLOAD else 2):
        form &= ~(ALL_LIGHTS << LIGHTS_AT)
    return form


@kernel
def remember(store: Found, key: int, chance: float) -> None:
    """Remember a chance."""
    at = slot_of(store.key, key)
    store.key[at], store.chance[at] = key, chance
    store.counts[0] += 1


@kernel
def moved(old: Found, new: Found) -> None:
    """Move all that is remembered to another place."""
    for at in range(old.key.size):
        if old.key[at] >= 0:
            remember(new, old.key[at], old.chance[at])
    for k in range(1, old.counts.size):
        new.counts[k] = old.counts[k]
    new.gap[0] = old.gap[0]


# --- Forms


@inner
def form_after(all_: Submissions, form: int, k: int) -> int:
    """The form after a submission (R10, R15, R16, R23, R24), with a bit above it if it completes all lights."""
    cards = all_.cards[k]
    still = 0 if all_.items[k] & RESET else form
    lit = (form >> LIGHTS_AT | cards) & 31
    rest = cards | ((cards & still) | all_.doubled[k]) << CARDS | (form >> ITEMS_AT & ~all_.items[k]) << ITEMS_AT
    return int(rest | (1 << FORM_BITS if lit == 31 else lit << LIGHTS_AT))


@kernel
def listed(all_: Submissions, form: int, two: bool, ways: Ints, seat: int) -> int:
    """A seat's submissions, the forms after them, and whether they complete all lights; how many there are."""
    kept, first = 0, 3 * seat
    size = allowed(all_, form & 31, form >> CARDS & 31, form >> ITEMS_AT, ways[first])
    for x in range(size):
        k = ways[first, x]
        if two and count(int(all_.cards[k])) + count(int(all_.doubled[k])) < 2:
            continue
        after = form_after(all_, form, k)
        ways[first, kept], ways[first + 1, kept], ways[first + 2, kept] = k, after & ((1 << FORM_BITS) - 1), after >> FORM_BITS
        kept += 1
    return kept
