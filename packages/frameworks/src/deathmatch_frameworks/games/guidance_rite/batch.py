"""Many matches at once, by kernels: the calls of a batch. `columns` has the parts of a row, `flow` the course of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.games.guidance_rite.fast import KIND, LEADER, MARKED, OWNER, QUIET, SIDE, SMALL, SPACES, ZERO, Ints
from deathmatch.solve.kernel import kernel, maker
from deathmatch_frameworks.games.guidance_rite.columns import (
    AGAIN,
    AT_ONCE,
    BATTLE,
    BLOCK,
    BOUT,
    CHOOSER,
    CLAIM,
    CLOSED,
    COUNT,
    CROSS,
    DUE,
    FIRST,
    FREE,
    HELD,
    ITEMS,
    LONGEST,
    NAME,
    ONE,
    OPENER,
    OVER,
    OWED,
    PLACE,
    PLUS,
    ROUND,
    SEAT,
    SEATS,
    STAGE,
    TOKENS,
    TWO,
    UNOWNED,
    WINS,
)
from deathmatch_frameworks.games.guidance_rite.flow import goes_on, new_bout, settle
from deathmatch_frameworks.games.guidance_rite.tokens import (
    CLAIM_ONE,
    CLAIM_TWO,
    PLACE_ARROWS,
    PLACE_SPACE,
    SPARE,
    advance,
)
from deathmatch_frameworks.offered import ZERO as NONE
from deathmatch_frameworks.offered import Words

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Actions, Bools, Observations, Rewards, Seeds

SHARED: Final = 11  # columns of an observation before those of the seats
SIDES: Final = 11  # of one seat
PIECE: Final = 25  # of a space
KINDS: Final = 6
OWNED, BLACK, GREY, MARK = 6, 8, 16, 24  # within a space


@kernel
def early(ground: Ints, row: Ints, seat: int, action: int) -> int:
    """A token of a submission before the battle; returns the mask of those that may follow."""
    at, size = SEATS + BLOCK * seat, ground[SPACES]
    stage = row[at + STAGE]
    row[at + STAGE] = stage + 1
    if stage == CLAIM_ONE:
        row[at + ONE] = action - 1
        return int((row[FREE] & ~(1 << (action - 1))) << 1)
    if stage == PLACE_SPACE:
        row[at + ONE] = action - 1
        return int(1 << (size + PLUS) | 1 << (size + CROSS))
    if stage == CLAIM_TWO:
        row[at + TWO] = action - 1
    elif stage == PLACE_ARROWS:
        row[at + TWO] = action == size + CROSS
    else:
        row[at + ONE] = action - size - SEAT
    return 0


@kernel
def write(masks: Words, match: int, seat: int, mask: int) -> None:
    """The tokens that a seat may give next."""
    masks[match, seat, 0] = np.uint64(mask)


@maker
def start(rows: Ints, masks: Words, fixed: tuple[Ints, Ints, Ints], which: Bools, seeds: Seeds) -> None:
    """Set-up of these matches."""
    ground, options, wanted = fixed
    spare, offered = np.zeros(SPARE, dtype=np.int64), np.zeros(2, dtype=np.int64)
    for match in range(rows.shape[0]):
        if which[match]:
            row = rows[match]
            for place in range(row.size):
                row[place] = 0
            row[BOUT], row[OPENER] = 1, -1
            row[ITEMS], row[ITEMS + 1] = options[HELD], options[HELD + 1]
            new_bout(ground, options, wanted, row, seeds, match)
            goes_on(ground, options, wanted, row, spare, seeds, match, int(ground[ZERO]), offered)
            write(masks, match, 0, offered[0])
            write(masks, match, 1, offered[1])


@maker
def step(rows: Ints, masks: Words, fixed: tuple[Ints, Ints, Ints], actions: Actions, seeds: Seeds, rewards: Rewards, ended: Bools) -> None:
    """A token of each seat that owes one."""
    ground, options, wanted = fixed
    spare, offered = np.zeros(SPARE, dtype=np.int64), np.zeros(2, dtype=np.int64)
    for match in range(rows.shape[0]):
        rewards[match, 0] = rewards[match, 1] = 0.0
        ended[match] = False
        row = rows[match]
        if row[OWED] == OVER:
            continue
        for seat in range(2):
            offered[seat] = 0
            if masks[match, seat, 0] != NONE:
                at = SEATS + BLOCK * seat
                action = int(actions[match, seat])
                row[at + TOKENS + row[at + COUNT]] = action
                row[at + COUNT] += 1
                if row[at + STAGE] >= CLAIM_ONE:
                    offered[seat] = early(ground, row, seat, action)
                else:
                    offered[seat] = advance(ground, row, spare, seat, action)
        if not offered[0] | offered[1]:
            end = settle(ground, options, row, spare)
            if goes_on(ground, options, wanted, row, spare, seeds, match, end, offered):
                winner = 0 if row[WINS] > row[WINS + 1] else 1
                rewards[match, winner], rewards[match, 1 - winner] = 1.0, -1.0
                ended[match] = True
        write(masks, match, 0, offered[0])
        write(masks, match, 1, offered[1])


@kernel
def owes(options: Ints, row: Ints, seat: int) -> bool:
    """Whether the open decision asks a seat, finished or not."""
    owed = row[OWED]
    if owed == PLACE:
        return bool(row[DUE + seat] > 0)
    if owed == NAME:
        return bool(options[CHOOSER] == seat)
    return bool(owed == CLAIM or (owed == BATTLE and (row[AT_ONCE] or row[SIDE] == seat)))


@kernel
def observe(rows: Ints, fixed: tuple[Ints, Ints, Ints], seat: int, out: Observations) -> None:
    """The observation of a seat: all is public but the tokens of a submission that is begun."""
    ground, options, _wanted = fixed
    size = ground[SPACES]
    for match in range(rows.shape[0]):
        row, look = rows[match], out[match]
        look[0] = seat
        for number in range(4):
            look[1 + number] = row[OWED] == number
        look[5], look[6], look[7], look[8] = row[BOUT], row[AGAIN], row[AT_ONCE], row[ROUND]
        look[9] = row[SMALL] >= 0
        look[10] = seat == options[CHOOSER]
        at = SHARED
        for other in range(2):
            whose = seat ^ other
            look[at] = owes(options, row, whose)
            look[at + 1] = row[WINS + whose]
            look[at + 2], look[at + 3], look[at + 4] = row[FIRST] == whose, row[OPENER] == whose, row[LEADER] == whose
            look[at + 5], look[at + 6] = row[QUIET + whose], max(0, row[SMALL + whose])
            look[at + 7] = row[DUE + whose]
            for item in range(3):
                look[at + 8 + item] = row[ITEMS + whose] >> item & 1
            at += SIDES
        for space in range(size):
            look[at + space] = row[CLOSED] >> space & 1
        at += size
        for space in range(size):
            piece = row[space]
            for number in range(PIECE):
                look[at + number] = 0.0
            if piece:
                look[at + (piece >> KIND & 7)] = 1.0
                if not piece & UNOWNED:
                    look[at + OWNED + ((piece >> OWNER & 1) ^ seat)] = 1.0
                for way in range(16):
                    look[at + BLACK + way] = piece >> way & 1
                look[at + MARK] = piece & MARKED != 0
            at += PIECE
        begun, order = SEATS + BLOCK * seat, out.shape[1] - LONGEST
        for place in range(at, out.shape[1]):
            look[place] = 0.0
        for number in range(row[begun + COUNT]):
            token = row[begun + TOKENS + number]
            look[at + token] += 1.0
            look[order + number] = token + 1
