"""The next few rounds, solved only as far as the round that is to be played asks for it.

`layers.py` solves every position before a round, of all that can come. A search solves one position, and of those that may follow only
those whose chance is asked for: a stage is solved by the submissions that matter (as in `layers.solve_few`), and the others are followed
only until it is sure that they are no better, so most pairs of submissions are never followed. The result is as exact as that of the
layers, and positions may have anything: items, time-outs, Claim Priority.

A search has **levels**: level 0 is the round to be played, level d the positions d rounds later. A **frame** is a stage that is being
solved; there is one for each level, and it waits for chances of the level after it. Chances that have been found are remembered.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast.ahead import ALL_LIGHTS, PRIORITY, Floats, Ints, Worth, count
from deathmatch.games.five_card_trick.fast.digest import REACH
from deathmatch.games.five_card_trick.fast.frames import (
    ALL,
    BESIDE,
    BLOCK,
    COLUMNS,
    COLUMNS_USED,
    FULL,
    LEAD,
    LEAD_BITS,
    LEAD_ZERO,
    LEVEL_BITS,
    MORE,
    OPEN,
    OVER,
    POT,
    ROWS,
    ROWS_USED,
    SOLVED,
    Found,
    Frames,
    Horizon,
    Round,
    Search,
    key_of,
    last_key,
    listed,
    remember,
)
from deathmatch.games.five_card_trick.fast.layers import CRUMB
from deathmatch.games.five_card_trick.fast.looks import ITEMS_AT, NARROW, Curves, Looks, effective, guessed, make_curve, slot_of
from deathmatch.games.five_card_trick.fast.stages import ASKED, BLOCKING, GROW, SCORE, TAKER
from deathmatch.games.five_card_trick.fast.sure import surely
from deathmatch.solve.kernel import inner, kernel
from deathmatch.solve.matrix import FINE, Workspace, certified, simplex

Area: TypeAlias = tuple[int, int, int, int]
"""The first row of a stage and that after the last, and likewise the columns."""

# --- One position


@inner
def settled(horizon_tie: float, by_items: int, counts: int, left: int, next_: Ints) -> float:
    """A's chance if the match is decided at a position; else OPEN.

    Args:
        horizon_tie: as `Horizon.tie`.
        by_items: as there.
        counts: as there, of the round before the position.
        left: likewise.
        next_: the position.
    """
    lead, chance = next_[4], OPEN
    if counts and lead != 0:
        chance = 1.0 if lead > 0 else 0.0
    elif counts == OVER:
        mine, theirs = count(next_[0] >> ITEMS_AT), count(next_[1] >> ITEMS_AT)
        chance = horizon_tie
        if by_items and mine != theirs:
            chance = 1.0 if mine > theirs else 0.0
    elif (left > 0 and abs(lead) > next_[3] + BESIDE * left) or abs(lead) >= LEAD_ZERO:
        # In no round does a seat gain more than the pot and `BESIDE`; and no match that is open has so great a lead.
        chance = 1.0 if lead > 0 else 0.0
    return chance


@kernel
def known_at(looks: Looks, next_: Ints) -> int:
    """Where a position's configuration stands in the digest; -1 if it has no row."""
    if not looks.row.shape[0] or (next_[0] | next_[1]) >> ITEMS_AT:
        return -1
    a, b = looks.form[next_[0]], looks.form[next_[1]]
    place = int(looks.place[a, b, next_[2]]) if a >= 0 and b >= 0 else -1
    return place if place >= 0 and looks.row[place, min(next_[3], looks.row.shape[1] - 1)] >= 0 else -1


@kernel
def averaged(horizon: Horizon, looks: Looks, worth: Worth, room: Curves, next_: Ints, chance: float) -> float:
    """A chance that was solved from looks at later positions, and a look at its own position, weighed up (`averages.py`)."""
    part = float(horizon.recalled[next_[5]])
    if part == 0.0 or chance <= CRUMB or chance >= 1.0 - CRUMB:
        return chance
    if horizon.pairs and (count(next_[0] & ALL_LIGHTS) < 2 or count(next_[1] & ALL_LIGHTS) < 2):
        return chance
    if known_at(looks, next_) < 0:
        return chance
    return chance + part * (looked_up(looks, worth, room, next_) - chance)


@kernel
def looked_up(looks: Looks, worth: Worth, room: Curves, next_: Ints) -> float:
    """A's chance at a position by its look; for positions whose curve is not at hand."""
    level, pot, lead, place = int(next_[5]) - 1, int(next_[3]), int(next_[4]), known_at(looks, next_)
    if place < 0:
        return guessed(looks, worth, room.position, level, next_)
    if abs(lead) > int(REACH / looks.broken[level, NARROW]):
        return 1.0 if lead > 0 else 0.0
    key = key_of(next_) >> LEVEL_BITS + LEAD_BITS << LEVEL_BITS | level
    slot = slot_of(room.key, key)
    number = int(room.number[slot]) if room.key[slot] == key else make_curve(looks, room, key, level, place, pot)
    return float(room.curve[number, lead + REACH])


@inner
def follow(met: NDArray[np.int8], own: Ints, ways: Ints, i: int, j: int, next_: Ints) -> int:
    """The position after a pair of submissions of a frame, in `next_`; the seat that is asked for Claim Priority, -1 if none is."""
    came = met[ways[0, i], ways[3, j], own[BLOCK]]
    taker, pot, asked = came[TAKER], own[POT] + came[GROW], came[ASKED]
    next_[0], next_[1] = ways[1, i], ways[4, j]
    next_[2] = effective(came[BLOCKING], next_[0], next_[1])
    next_[3] = 1 if taker else pot
    next_[4] = own[LEAD] + came[SCORE] + ways[2, i] - ways[5, j] + taker * pot
    seat = -1
    if asked & 1 and next_[0] >> ITEMS_AT & PRIORITY:
        seat = 0
    elif asked & 2 and next_[1] >> ITEMS_AT & PRIORITY:
        seat = 1
    return seat


@kernel
def fill(
    round_: Round, horizon: Horizon, looks: Looks, worth: Worth, room: Curves, frames: Frames, store: Found, d: int, where: Area, far: bool
) -> None:
    """Find chances after pairs of submissions of a frame; those that have to be solved first are wanted from now on.

    With `far` looks say them, and `frames.game` receives them. `frames.next_` is the last position that has to be solved.
    """
    own, ways, next_, known, game = frames.own[d], frames.ways[d], frames.next_, frames.chance[d], frames.game[d]
    skipped = frames.skipped
    met, keys, chances, curve_keys, curve_numbers, curves = round_.met, store.key, store.chance, room.key, room.number, room.curve
    counts, left, tie, by_items = horizon.counts[d], horizon.left[d], horizon.tie, horizon.by_items
    looks_now = far or d + 1 == horizon.depth
    compared = 0 if looks_now else horizon.counts[d + 1]
    reach = int(REACH / looks.broken[d, NARROW])
    for i in range(where[0], where[1]):
        if skipped[0, i]:
            continue
        for j in range(where[2], where[3]):
            if skipped[1, j] or (not far and known[i, j] != OPEN):
                continue
            seat = follow(met, own, ways, i, j, next_)
            next_[5] = d + 1
            chance, times = OPEN, 2 if seat >= 0 else 1
            while times > 0:
                here = settled(tie, by_items, counts, left, next_)
                if here == OPEN:
                    key = last_key(next_) if compared == OVER else key_of(next_)
                    if looks_now:
                        key = key >> LEVEL_BITS + LEAD_BITS << LEVEL_BITS | d
                        slot = slot_of(curve_keys, key)
                        if curve_keys[slot] == key and abs(next_[4]) <= reach:
                            here = float(curves[curve_numbers[slot], next_[4] + REACH])
                        else:
                            here = looked_up(looks, worth, room, next_)
                    else:
                        slot = slot_of(keys, key)
                        if keys[slot] == key:
                            here = chances[slot]
                        elif compared:
                            here = surely(round_, frames, store, tie if compared == OVER and not by_items else 0.5, next_)
                if here == OPEN:
                    chance = OPEN
                    break
                if times == 2:  # R11: the seat takes what is better for it; the block stays as it is
                    next_[4] += next_[3] if seat == 0 else -next_[3]
                    next_[3] = 1
                    next_[seat] &= ~(PRIORITY << ITEMS_AT)
                    chance = here
                else:
                    chance = here if seat < 0 else max(chance, here) if seat == 0 else min(chance, here)
                times -= 1
            if far:
                game[i, j] = chance
            elif chance != OPEN:
                known[i, j] = chance
            else:
                frames.wanted[d, frames.counts[d]] = i * known.shape[1] + j
                frames.counts[d] += 1


# --- One stage


@kernel
def open_frame(
    round_: Round, horizon: Horizon, looks: Looks, worth: Worth, room: Curves, frames: Frames, store: Found, work: Workspace, d: int
) -> None:
    """Begin to solve a position of level `d`, the first five of `frames.own[d]`."""
    own, ways, matter, known = frames.own[d], frames.ways[d], frames.matter[d], frames.chance[d]
    two = horizon.pairs > 0 and d == horizon.depth - 1
    for seat in range(2):
        for x in range(own[ROWS_USED + seat]):  # by their submissions, for those of this position stand elsewhere
            matter[seat, x] = ways[3 * seat, matter[seat, x]]
        own[ROWS + seat] = listed(round_.all_, own[seat], two, ways, seat)
        own[ROWS_USED + seat] = resumed(matter[seat], own[ROWS_USED + seat], ways[3 * seat], own[ROWS + seat])
    frames.counts[d] = 0
    if horizon.margin[d] < ALL and d < horizon.depth - 1:
        fill(round_, horizon, looks, worth, room, frames, store, d, (0, own[ROWS], 0, own[COLUMNS]), True)
        leave_out(frames, work, d, horizon.margin[d])
    else:
        for i in range(own[ROWS]):
            for j in range(own[COLUMNS]):
                known[i, j] = OPEN


@kernel
def resumed(matter: Ints, size: int, submissions: Ints, count_: int) -> int:
    """Where the submissions that mattered in the stage before stand now; the first of all if none is left. How many they are."""
    kept = 0
    for x in range(size):
        for i in range(count_):
            if submissions[i] == matter[x]:
                matter[kept] = i
                kept += 1
                break
    if kept == 0:
        matter[0] = 0
        kept = 1
    return kept


@kernel
def leave_out(frames: Frames, work: Workspace, d: int, margin: float) -> None:
    """Let the look after the round, `frames.game`, stand for all pairs with a submission that seems to give away more than a margin."""
    own, matter, known, game, against = frames.own[d], frames.matter[d], frames.chance[d], frames.game[d], frames.against
    m, n = own[ROWS], own[COLUMNS]
    row, column = frames.mixture[d, 0], frames.mixture[d, 1]
    low, high, _ = certified(game, m, n, row, column, work)
    for i in range(m):
        against[0, i] = 0.0
    for j in range(n):
        against[1, j] = 0.0
    for i in range(m):
        for j in range(n):
            against[0, i] += column[j] * game[i, j]
            against[1, j] -= row[i] * game[i, j]
    for seat in range(2):
        least, used = (low if seat == 0 else -high) - margin, 0
        for x in range(own[ROWS + seat]):
            if frames.mixture[d, seat, x] > 0.0:
                matter[seat, used] = x
                used += 1
            against[seat, x] = 1.0 if against[seat, x] < least else 0.0  # whether it is far from the best
        own[ROWS_USED + seat] = used
    for i in range(m):
        for j in range(n):
            known[i, j] = game[i, j] if against[0, i] + against[1, j] > 0.0 else OPEN


@kernel
def solved(
    round_: Round, horizon: Horizon, looks: Looks, worth: Worth, room: Curves, frames: Frames, store: Found, work: Workspace, d: int
) -> bool:
    """Solve a frame as far as chances are known; whether that is all the way."""
    own, matter, known, game, skipped = frames.own[d], frames.matter[d], frames.chance[d], frames.game[d], frames.skipped
    row, column, m, n = frames.mixture[d, 0], frames.mixture[d, 1], own[ROWS], own[COLUMNS]
    lazy, first_row, first_column = horizon.counts[d] != OVER, 0, 0  # in the last round every chance is at hand
    while True:
        r, s = own[ROWS_USED], own[COLUMNS_USED]
        if lazy:
            skipped[:] = 1
            for x in range(r):
                skipped[0, matter[0, x]] = 0
            for y in range(s):
                skipped[1, matter[1, y]] = 0
            fill(round_, horizon, looks, worth, room, frames, store, d, (0, m, 0, n), False)
            skipped[:] = 0
            if frames.counts[d]:
                return False
        else:
            for x in range(first_row, r):
                fill(round_, horizon, looks, worth, room, frames, store, d, (matter[0, x], matter[0, x] + 1, 0, n), False)
            for y in range(first_column, s):
                fill(round_, horizon, looks, worth, room, frames, store, d, (0, m, matter[1, y], matter[1, y] + 1), False)
            first_row, first_column = r, s
        for x in range(r):
            for y in range(s):
                game[x, y] = known[matter[0, x], matter[1, y]]
        simplex(game, r, s, 0.0, 1.0, row, column, work)
        high, most = better(round_, horizon, looks, worth, room, frames, store, d, 0)
        low, least = better(round_, horizon, looks, worth, room, frames, store, d, 1)
        if frames.counts[d]:
            return False
        low = -low
        if high - low > FINE:
            joins_a, joins_b = joins(matter[0], r, most), joins(matter[1], s, least)
            own[ROWS_USED], own[COLUMNS_USED] = r + joins_a, s + joins_b
            if joins_a or joins_b:
                continue
        frames.value[d] = 0.5 * (low + high)
        store.gap[0] = max(store.gap[0], high - low)
        return True


@kernel
def better(
    round_: Round, horizon: Horizon, looks: Looks, worth: Worth, room: Curves, frames: Frames, store: Found, d: int, seat: int
) -> tuple[float, int]:
    """The best that a seat can do against the mixture of the other one, and its submission; A's chance, or B's less 1.

    Submissions are followed no further as soon as they cannot be better. If `frames.counts` says that chances are wanted, the best is
    not yet known.
    """
    own, matter, known, game = frames.own[d], frames.matter[d], frames.chance[d], frames.game[d]
    skipped, order, against, mixture = frames.skipped, frames.order, frames.against[seat], frames.mixture[d, 1 - seat]
    mine, theirs, size = own[ROWS_USED + seat], own[ROWS_USED + 1 - seat], own[ROWS + seat]
    against[:] = 0.0
    best, found = -2.0, 0
    for x in range(mine):
        gain = 0.0
        for y in range(theirs):
            gain += mixture[y] * (game[x, y] if seat == 0 else -game[y, x])
        if gain > best:
            best, found = gain, matter[seat, x]
        skipped[seat, matter[seat, x]] = 1
    by_weight(mixture, theirs, order)
    lazy, left = horizon.counts[d] != OVER, 1.0
    for k in range(theirs):
        part, other = mixture[order[k]], matter[1 - seat, order[k]]
        if part == 0.0:
            break
        left -= part
        if lazy:
            where = (0, size, other, other + 1) if seat == 0 else (other, other + 1, 0, size)
            fill(round_, horizon, looks, worth, room, frames, store, d, where, False)
        for x in range(size):
            if skipped[seat, x]:
                continue
            chance = known[x, other] if seat == 0 else known[other, x]
            if chance == OPEN:
                skipped[seat, x] = 1
                continue
            against[x] += part * (chance if seat == 0 else -chance)
            if against[x] + (max(left, 0.0) if seat == 0 else 0.0) <= best:
                skipped[seat, x] = 1
    for x in range(size):
        if not skipped[seat, x] and against[x] > best:
            best, found = against[x], x
    skipped[seat] = 0
    return best, found


@kernel
def by_weight(mixture: Floats, size: int, order: Ints) -> None:
    """The places of a mixture, the greatest part first."""
    for k in range(size):
        at = k
        while at > 0 and mixture[order[at - 1]] < mixture[k]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = k


@kernel
def joins(matter: Ints, size: int, x: int) -> int:
    """Let a submission join those that matter; 1 if it was not there."""
    for y in range(size):
        if matter[y] == x:
            return 0
    matter[size] = x
    return 1


@kernel
def only_support(frames: Frames, d: int) -> None:
    """Forget the submissions that the mixtures leave out."""
    for seat in range(2):
        kept = 0
        for x in range(frames.own[d, ROWS_USED + seat]):
            if frames.mixture[d, seat, x] > 0.0:
                frames.matter[d, seat, kept] = frames.matter[d, seat, x]
                frames.mixture[d, seat, kept] = frames.mixture[d, seat, x]
                kept += 1
        frames.own[d, ROWS_USED + seat] = kept


# --- The whole search


@kernel
def begin(search: Search, store: Found) -> None:
    """Open the frame of level 0, the first five of `frames.own[0]`."""
    round_, horizon, looks, worth, room, frames, work = search
    frames.top[0] = 0
    frames.own[:, ROWS_USED:] = 0
    open_frame(round_, horizon, looks, worth, room, frames, store, work, 0)


@kernel
def run(search: Search, store: Found, stages: int, filling: bool) -> int:
    """Go on with a search, for so many stages at most; SOLVED, MORE or FULL.

    Args:
        search: its frame of level 0 is open; in it the result is found.
        store: the chances that have been found.
        stages: to solve.
        filling: whether only the wanted chances of level 0 are asked for.
    """
    round_, horizon, looks, worth, room, frames, work = search
    next_ = frames.next_
    while True:
        d = frames.top[0]
        counts = frames.counts[d]
        if counts > 0:
            wanted = frames.wanted[d, counts - 1]
            i, j = wanted // frames.chance.shape[2], wanted % frames.chance.shape[2]
            frames.counts[d] -= 1
            fill(round_, horizon, looks, worth, room, frames, store, d, (i, i + 1, j, j + 1), False)
            if frames.counts[d] < counts:
                continue
            if stages <= 0:
                return MORE
            if (store.counts[0] + frames.chance[0].size) * 2 > store.key.size:
                return FULL
            for k in range(5):
                frames.own[d + 1, k] = next_[k]
            frames.top[0] = d + 1
            open_frame(round_, horizon, looks, worth, room, frames, store, work, d + 1)
            continue
        if d == 0 and filling:
            return SOLVED
        if not solved(round_, horizon, looks, worth, room, frames, store, work, d):
            continue
        only_support(frames, d)
        stages -= 1
        store.counts[1] += 1
        if d == 0:
            return SOLVED
        store.counts[2] += d == horizon.depth - 1
        for k in range(5):
            next_[k] = frames.own[d, k]
        next_[5] = d
        key = last_key(next_) if horizon.counts[d] == OVER else key_of(next_)
        remember(store, key, averaged(horizon, looks, worth, room, next_, float(frames.value[d])))
        frames.top[0] = d - 1
