"""What the seats of a batch may do, and the steps of its matches, over the rows of `batch.py`.

The legal actions of both seats are masks (`solve/offered.py`), written at the end of each step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from deathmatch.solve.kernel import inner, kernel
from deathmatch_frameworks.games.tile_joust.batch import (
    ASKED,
    BID,
    BIDDING,
    BIDS,
    BOTH_ITEMS,
    CHIPS,
    CHOOSE,
    CONCEAL,
    CONCEALS,
    DEALING,
    DMO,
    EACH,
    EQUALISER,
    FEWER,
    FIRST,
    FOLD,
    GROUP,
    HELD,
    HOLDER,
    INVERSION,
    INVERTS,
    ITEMS,
    JOUST,
    KEEPS,
    LATER,
    LOTS,
    LOWEST,
    MORE,
    NOBODY,
    NOTHING,
    NUMBERS,
    OPENING,
    OVER,
    OWED,
    PASS,
    PICK,
    PICKER,
    PICKS,
    PUTS,
    SET,
    SETS,
    SIZE,
    SIZES,
    SOLD,
    START,
    TURNED,
    TURNED_NUMBER,
    TURNED_SEAT,
    UNSOLD,
    Ints,
    Rows,
    alone,
    go_on,
    jousted,
    span,
    usable,
    use,
)
from deathmatch_frameworks.offered import BITS, ZERO
from deathmatch_frameworks.offered import Words as Masks

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Actions, Bools, Rewards, Seeds


@inner
def spread(masks: Masks, match: int, seat: int, first: int, bits: int) -> None:
    """Allow the actions from `first` on whose bits are on, 63 at most."""
    word, shift = first // BITS, first % BITS
    masks[match, seat, word] |= np.uint64(bits) << np.uint64(shift)
    if shift and word + 1 < masks.shape[2]:
        masks[match, seat, word + 1] |= np.uint64(bits) >> np.uint64(BITS - shift)


@kernel
def bids(rows: Rows, masks: Masks, match: int, seat: int, options: Ints) -> None:
    """R4, R5."""
    spread(masks, match, seat, options[FOLD], 1)
    low = options[OPENING] if rows[match, BID] == NOTHING else rows[match, BID] + 1
    first, left = int(options[BIDS] + low), int(rows[match, CHIPS + seat] - low + 1)
    while left > 0:
        some = min(left, BITS - 2)
        spread(masks, match, seat, first, (1 << some) - 1)
        first += some
        left -= some


@kernel
def puts(rows: Rows, masks: Masks, match: int, seat: int, options: Ints) -> None:
    """R9: each tile of the hand."""
    lowest, present, sets = options[LOWEST], rows[match, SET], options[SETS]
    low, high = (present, present) if present <= sets else (1, sets)
    for whose in range(low, high + 1):
        first = options[PUTS] if present <= sets else options[LATER] + options[EACH] * (whose - 1)
        held = int(rows[match, span(whose) + HELD + seat])
        spread(masks, match, seat, first, (held & (1 << TURNED) - 1) >> lowest)
        if held >> TURNED:
            spread(masks, match, seat, first + NUMBERS - 2 * lowest + rows[match, TURNED_NUMBER], 1)


@kernel
def uses(rows: Rows, masks: Masks, match: int, seat: int, options: Ints) -> None:
    """R8."""
    lowest, present, sets = options[LOWEST], rows[match, SET], options[SETS]
    plain = (1 << TURNED) - 1
    conceals = usable(rows, match, seat, CONCEAL, sets)
    if conceals:
        spread(masks, match, seat, options[CONCEALS], 1)
    if not usable(rows, match, seat, INVERSION, sets):
        return
    if present <= sets:
        held = (int(rows[match, span(present) + HELD + seat]) & plain) >> lowest
        spread(masks, match, seat, options[INVERTS], held)
        if conceals:
            spread(masks, match, seat, options[BOTH_ITEMS], held)
        return
    for whose in range(1, sets + 1):
        first = options[LATER] + options[EACH] * (whose - 1) + 2 * (NUMBERS - lowest)
        spread(masks, match, seat, first, (int(rows[match, span(whose) + HELD + seat]) & plain) >> lowest)


@kernel
def offer(rows: Rows, masks: Masks, match: int, options: Ints) -> None:
    """Write the masks of a match."""
    owed = rows[match, OWED]
    for seat in range(2):
        for word in range(masks.shape[2]):
            masks[match, seat, word] = ZERO
        if not rows[match, ASKED] >> seat & 1:
            continue
        if owed in (ITEMS, MORE):
            spread(masks, match, seat, options[PASS], 1)
        if owed == BIDDING:
            bids(rows, masks, match, seat, options)
        elif owed >= FIRST:
            puts(rows, masks, match, seat, options)
        elif owed == ITEMS:
            uses(rows, masks, match, seat, options)
        elif owed == CHOOSE:
            spread(masks, match, seat, options[SIZES], int(rows[match, UNSOLD]))
        elif owed == PICK:
            spread(masks, match, seat, options[PICKS], 7)
        else:
            block, first = span(rows[match, SET]), options[KEEPS] - options[LOWEST]
            spread(masks, match, seat, first + rows[match, block + LOTS], 1)
            spread(masks, match, seat, first + rows[match, block + LOTS + 1], 1)


# --- The matches of a batch


@kernel
def start(rows: Rows, masks: Masks, options: Ints, which: Bools, seeds: Seeds) -> None:
    """Set-up of these matches."""
    for match in range(rows.shape[0]):
        if not which[match]:
            continue
        for place in range(rows.shape[1]):
            rows[match, place] = 0
        for number in range(1, options[SETS] + 1):
            block = span(number)
            rows[match, block + FEWER] = NOBODY
            for lot in range(LOTS):
                rows[match, block + SOLD + lot] = NOTHING
        rows[match, CHIPS] = rows[match, CHIPS + 1] = options[START]
        rows[match, SET] = 1
        rows[match, GROUP] = rows[match, SIZE] = rows[match, BID] = rows[match, TURNED_NUMBER] = NOTHING
        rows[match, HOLDER] = rows[match, HOLDER + 1] = rows[match, HOLDER + 2] = rows[match, TURNED_SEAT] = NOBODY
        if options[DMO] == NOBODY:
            rows[match, OWED], rows[match, ASKED] = PICK, 1 << options[PICKER]
        else:
            rows[match, HOLDER + EQUALISER] = options[DMO]
            go_on(rows, match, options, seeds, DEALING)
        offer(rows, masks, match, options)


@kernel
def step(rows: Rows, masks: Masks, options: Ints, actions: Actions, seeds: Seeds, rewards: Rewards, ended: Bools) -> None:
    """A decision of each match."""
    for match in range(rows.shape[0]):
        rewards[match, 0] = rewards[match, 1] = 0.0
        ended[match] = False
        owed, asked = rows[match, OWED], int(rows[match, ASKED])
        if owed == OVER:
            continue
        if owed >= FIRST:
            then = jousted(rows, match, options, actions)
        elif owed == ITEMS:  # R20: both take effect together
            for whose in range(2):
                if asked >> whose & 1 and actions[match, whose] != options[PASS]:
                    use(rows, match, whose, options, int(actions[match, whose]))
            then = JOUST
        else:
            then = alone(rows, match, options, int(actions[match, asked >> 1]))
        winner = go_on(rows, match, options, seeds, then)
        if winner >= 0:
            rewards[match, winner], rewards[match, 1 - winner] = 1.0, -1.0
            ended[match] = True
        offer(rows, masks, match, options)
