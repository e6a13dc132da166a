"""The chance at a position without solving any round of it: the estimates at the end of a search (`search.py`).

A seat is a **form** here, as one number: the masks `last`, `barred` and lights (five bits each) and the items (three bits).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast import ahead
from deathmatch.games.five_card_trick.fast.ahead import CARDS, NONE, RESET, WIDTH, Finish, Floats, Ints, Worth, chance
from deathmatch.games.five_card_trick.fast.digest import LEADS, REACH, UNIT, Shorts, Singles, at, grown, middle, rising
from deathmatch.solve.kernel import dense, inner, kernel

LIGHTS_AT: Final = 10
ITEMS_AT: Final = 15
FORM_BITS: Final = 18
MIX: Final = 0x9E3779B97F4A7C1  # spreads keys over a table

CURVES: Final = 1 << 15  # that are kept, until there are more
SLOTS: Final = CURVES * 2


class Looks(NamedTuple):
    """How the positions at each level of a search are judged: those before one round at one level.

    Attributes:
        row: of the digest (`digest.Digest`), no rows if there is none.
        late, early: the scores of both phases of the digest; one row each if there is none.
        mean: shape (levels, 2, LEADS), of matches in which ties go on, and in which they are the last.
        shapes: shape (levels, 2, K, LEADS).
        part: shape (levels, 2), how much of each there is in this match.
        whole: shape (levels, 6), whole numbers: whether scores are early; whether curves have to be made rising; as
            `DigestView.more`; rounds to play before the next count; rounds that a tie adds then; whether unspent items decide the last tie.
        broken: shape (levels, 3): as `DigestView.narrow`; a chance that is nearer to 0 or 1 is taken for it; A's chance in the last tie.
        form: shape (1 << ITEMS_AT,), the number of a form in the digest, -1 if it has none.
        place: shape (forms, forms, BLOCKINGS), where a configuration stands in the digest, -1 for none.
    """

    row: NDArray[np.int32]
    late: Shorts
    early: Shorts
    mean: NDArray[np.float32]
    shapes: NDArray[np.float32]
    part: Floats
    whole: Ints
    broken: Floats
    form: NDArray[np.int32]
    place: NDArray[np.int32]


IS_EARLY, RISES, MORE_LEAD, LEFT, EXTENSION, BY_ITEMS = range(6)
NARROW, CRUMB, TIE = range(3)


class Curves(NamedTuple):
    """Curves that have been looked up, to be looked up again.

    Attributes:
        key: shape (SLOTS,), of the curve that is found there; -1 for none.
        number: shape (SLOTS,), which of `curve`.
        made: shape (1,), how many there are.
        curve: shape (CURVES, LEADS).
        here: shape (2, LEADS), room for two.
        position: shape (WIDTH,), room for one.
    """

    key: Ints
    number: NDArray[np.int32]
    made: Ints
    curve: Singles
    here: Singles
    position: Ints


def curves() -> Curves:
    """Room for curves."""
    number, one = np.empty(SLOTS, dtype=np.int32), np.float32
    return Curves(
        np.full(SLOTS, -1, dtype=np.int64),
        number,
        np.zeros(1, dtype=np.int64),
        np.empty((CURVES, LEADS), dtype=one),
        np.empty((2, LEADS), dtype=one),
        np.empty(WIDTH, dtype=np.int64),
    )


@inner
def free(form: int) -> int:
    """The mask of the cards that some submission of a form may play."""
    return ahead.ALL_LIGHTS if form >> ITEMS_AT & RESET else ahead.ALL_LIGHTS & ~(form >> CARDS)


@inner
def effective(begins: int, form_a: int, form_b: int) -> int:
    """A block in force, 0 if it is of a card that its seat cannot play anyway."""
    if begins == 0:
        return 0
    open_ = free(form_a) >> (begins - 1) if begins <= CARDS else free(form_b) >> (begins - 1 - CARDS)
    return begins if open_ & 1 else 0


@kernel
def guessed(looks: Looks, worth: Worth, position: Ints, level: int, next_: Ints) -> float:
    """The chance at a position (`search.Frames.next_`) by the fitted worth; `position` is room for it."""
    for seat in range(2):
        form = next_[seat]
        position[ahead.LAST + seat] = form & ahead.ALL_LIGHTS
        position[ahead.BARRED + seat] = form >> CARDS & ahead.ALL_LIGHTS
        position[ahead.LIGHTS + seat] = form >> LIGHTS_AT & ahead.ALL_LIGHTS
        position[ahead.ITEMS + seat] = form >> ITEMS_AT
        position[ahead.BLOCKED + seat] = NONE
        position[ahead.CHIPS + seat] = 0
    blocking, lead = next_[2], next_[4]
    if 1 <= blocking <= CARDS:
        position[ahead.BLOCKED] = blocking - 1
    elif blocking > CARDS:
        position[ahead.BLOCKED + 1] = blocking - 1 - CARDS
    position[ahead.POT] = next_[3]
    position[ahead.CHIPS + (0 if lead >= 0 else 1)] = abs(lead)
    finish = Finish(looks.whole[level, EXTENSION], looks.broken[level, TIE], looks.whole[level, BY_ITEMS])
    return min(max(chance(worth, position, looks.whole[level, LEFT], finish), 0.0), 1.0)


@inner
def spread(key: int) -> int:
    """A number for a key, to find its place in a table by."""
    return ((key ^ key >> 29) * MIX) >> 40


@inner
def slot_of(keys: Ints, key: int) -> int:
    """Where a key stands in a table, or may be put; the table has a power of two places, and -1 in an empty one."""
    last = keys.size - 1
    at_ = spread(key) & last
    while keys[at_] >= 0 and keys[at_] != key:
        at_ = (at_ + 1) & last
    return at_


@kernel
def make_curve(looks: Looks, room: Curves, key: int, level: int, place: int, pot: int) -> int:
    """Make a curve and keep it; its number."""
    if room.made[0] == CURVES:  # start again
        room.key[:] = -1
        room.made[0] = 0
    at_ = slot_of(room.key, key)
    number = room.made[0]
    room.key[at_], room.number[at_] = key, number
    room.made[0] += 1
    made, crumb = room.curve[number], looks.broken[level, CRUMB]
    for lead in range(LEADS):
        made[lead] = 0.0
    for last in range(2):
        if looks.part[level, last] > 0.0:
            _add(looks, room, level, place, pot, last, made)
    for lead in range(LEADS):
        if made[lead] <= crumb:
            made[lead] = 0.0
        elif made[lead] >= 1.0 - crumb:
            made[lead] = 1.0
    return int(number)


@kernel
def _add(looks: Looks, room: Curves, level: int, place: int, pot: int, last: int, made: Singles) -> None:
    """Add a part of a digest's curve for a configuration and pot, by whole leads."""
    here, out, top = room.here[0], room.here[1], looks.row.shape[1] - 1
    scores = looks.early if looks.whole[level, IS_EARLY] else looks.late
    mean, shapes, rises = looks.mean[level, last], looks.shapes[level, last], looks.whole[level, RISES]
    row = looks.row[place, min(pot, top)]
    sum_up(scores[row >> 1], mean, shapes, here)
    if rises:
        rising(here, out)
    if pot > top:
        before, low, high = looks.row[place, top - 1], 0.0, 1.0
        if before >= 0:
            sum_up(scores[before >> 1], mean, shapes, out)
            low, high = middle(here, out)
        for k in range(LEADS):
            out[k] = grown(here, k, pot - top, low, high)
        here = out
    centre, more = (1, looks.whole[level, MORE_LEAD]) if last else (0, 0)
    part, narrow = looks.part[level, last], looks.broken[level, NARROW]
    for k in range(LEADS):
        lead = (k - REACH + more) * narrow
        made[k] += np.float32(part * (1.0 - at(here, centre - lead) if row & 1 else at(here, lead)))


@dense
def sum_up(scores: Shorts, mean: Singles, shapes: Singles, out: Singles) -> None:
    """A curve from its scores, as `digest.curve`."""
    for lead in range(LEADS):
        out[lead] = mean[lead]
    for k in range(scores.size):
        score = np.float32(UNIT) * np.float32(scores[k])
        for lead in range(LEADS):
            out[lead] += score * shapes[k, lead]
    for lead in range(LEADS):
        out[lead] = min(max(out[lead], np.float32(0.0)), np.float32(1.0))


def packed(last: int, barred: int, lights: int, items: int = 0) -> int:
    """A form as one number."""
    return last | barred << CARDS | lights << LIGHTS_AT | items << ITEMS_AT
