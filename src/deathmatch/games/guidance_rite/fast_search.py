"""Kernels that look ahead: both turns at once, the powers that may help, the search in turn, and the balance after captures."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from deathmatch.games.guidance_rite import fast
from deathmatch.games.guidance_rite.fast import Ints
from deathmatch.solve.kernel import kernel


@kernel
def swapped(here: Ints, turn: int, origins: int) -> int:
    """R47: the guardian that a turn changes places with, plain by now; 0 if there is none, or if it moves away itself."""
    end = turn >> fast.END & 63
    if turn == fast.PASS or turn >> fast.MANNER & 3 != fast.SWAP or origins >> end & 1:
        return 0
    return int(here[end] & fast.NO_KIND)


@kernel
def meet(ground: Ints, here: Ints, log: Ints, row: int, a: int, b: int) -> int:
    """R47: both movements at the same instant.

    Returns: the spaces if somebody has arrived and stands, as a mask; bit 40 + seat: the movement has used up the turn's power.
    """
    from_a, from_b, to_a, to_b = a & 63, b & 63, a >> fast.END & 63, b >> fast.END & 63
    mover_a = here[from_a] if a != fast.PASS else 0
    mover_b = here[from_b] if b != fast.PASS else 0
    origins = (1 << from_a if mover_a else 0) | (1 << from_b if mover_b else 0)
    crossed = ground[fast.CLASH] and mover_a and mover_b and from_a == to_b and from_b == to_a
    guard_a, guard_b = swapped(here, a, origins), swapped(here, b, origins)
    if crossed or (guard_a and guard_b and to_a == to_b):
        guard_a = guard_b = 0
    if mover_a:
        fast.change(ground, here, log, row, from_a, ground[fast.ZERO])
    if mover_b:
        fast.change(ground, here, log, row, from_b, ground[fast.ZERO])
    if crossed:
        return 0
    if guard_a:
        fast.change(ground, here, log, row, to_a, ground[fast.ZERO])
    if guard_b:
        fast.change(ground, here, log, row, to_b, ground[fast.ZERO])
    once = twice = 0
    for number in range(4):
        there = to_a if number == 0 else to_b if number == 1 else from_a if number == 2 else from_b
        if mover_a if number == 0 else mover_b if number == 1 else guard_a if number == 2 else guard_b:
            twice |= once & 1 << there
            once |= 1 << there
    blocked = once & ~twice
    for number in range(2):
        turn, mover, guard = (a, mover_a, guard_a) if number == 0 else (b, mover_b, guard_b)
        origin, end = turn & 63, turn >> fast.END & 63
        if guard and blocked >> origin & 1:
            fast.change(ground, here, log, row, origin, guard)
        if mover and once & ~twice & 1 << end:
            captured = here[end]
            fast.change(ground, here, log, row, end, fast.arrived(ground, mover, turn, captured))
            if ground[fast.ALL_REMOVALS] and fast.loses(turn, mover >> fast.KIND & 7, captured != 0):
                blocked |= 1 << (40 + number)
    for there in range(ground[0]):
        if twice >> there & 1:
            fast.change(ground, here, log, row, there, ground[fast.ZERO])
    return blocked


@kernel
def possible(ground: Ints, here: Ints, seat: int, turn: int, met: int) -> int:
    """R48: a turn with its power as it works after both movements, without a crow's targets that are gone; PASS if it is not used."""
    kind, source = turn >> fast.POWER & 7, turn >> fast.SOURCE & 63
    piece = here[source]
    if not kind or met >> (40 + seat) & 1 or met >> source & 1 or not piece or piece >> fast.KIND & 7 != kind:
        return fast.PASS
    if piece >> fast.OWNER & 1 != seat and not ground[fast.ANY]:
        return fast.PASS
    black, grey, aim = piece & fast.ARROWS, piece >> fast.GREYS & fast.ARROWS, turn >> fast.AIM
    if kind == fast.RAT:
        return turn if black | grey else fast.PASS
    if kind == fast.LIZARD:
        return turn if fast.bits(black | grey) < fast.FULL_LIZARD and not black >> (aim >> 6 & 7) & 1 else fast.PASS
    if kind == fast.MONSTER:
        there = here[aim & 63]
        return turn if (there | there >> fast.GREYS) >> (aim >> 6 & 7) & 1 else fast.PASS
    if not ground[fast.FINAL]:
        return turn if grey else fast.PASS
    works, number, spaces = turn & (1 << fast.AIMS) - 1, 0, 0
    for which in range(turn >> fast.AIMS & 3):
        aim = turn >> (fast.AIM + fast.AIM_BITS * which) & 511
        there = here[aim & 63]
        if there and there >> fast.OWNER & 1 == seat and there >> (fast.GREYS + (aim >> 6)) & 1:
            works |= aim << (fast.AIM + fast.AIM_BITS * number)
            number += 1
            spaces |= 1 << (aim & 63)
    if not number or (ground[fast.EXACT] and number != (3 if fast.bits(spaces) == 1 else 2)):
        return fast.PASS
    return works | number << fast.AIMS


@kernel
def spend_both(ground: Ints, here: Ints, log: Ints, row: int, a: int, b: int) -> None:
    """R48: the powers of both turns at the same instant; PASS if one is not used."""
    for number in range(2):
        turn = a if number == 0 else b
        if turn != fast.PASS:
            source = turn >> fast.SOURCE & 63
            fast.change(ground, here, log, row, source, here[source] & fast.NO_KIND)
    if a != fast.PASS and b != fast.PASS and a >> fast.SOURCE & 63 == b >> fast.SOURCE & 63:
        return
    for step in range(4):  # what monsters remove; what crows and lizards add; rats; lizards that refill
        for number in range(2):
            turn = a if number == 0 else b
            if turn == fast.PASS:
                continue
            kind, source, target, arrow = (
                turn >> fast.POWER & 7,
                turn >> fast.SOURCE & 63,
                turn >> fast.AIM & 63,
                1 << (turn >> (fast.AIM + 6) & 7),
            )
            if step == 0 and kind == fast.MONSTER:
                fast.change(ground, here, log, row, target, here[target] & ~(arrow | arrow << fast.GREYS))
            elif step == 1 and kind == fast.LIZARD:
                fast.change(ground, here, log, row, source, here[source] & ~(arrow << fast.GREYS) | arrow)
            elif step == 1 and kind == fast.CROW and not ground[fast.FINAL]:
                piece = here[source]
                fast.change(ground, here, log, row, source, piece & ~(fast.ARROWS << fast.GREYS) | (piece >> fast.GREYS & fast.ARROWS))
            elif step == 1 and kind == fast.CROW:
                for which in range(turn >> fast.AIMS & 3):
                    aim = turn >> (fast.AIM + fast.AIM_BITS * which) & 511
                    grey = here[aim & 63] & 1 << (fast.GREYS + (aim >> 6))
                    fast.change(ground, here, log, row, aim & 63, here[aim & 63] & ~grey | grey >> fast.GREYS)
            elif step == 2 and kind == fast.RAT:
                fast.change(ground, here, log, row, source, fast.turned(here[source], 4))
            elif step == 3 and kind == fast.MONSTER:
                fast.change(ground, here, log, row, target, fast.refilled(here[target]))


@kernel
def make_both(ground: Ints, here: Ints, log: Ints, ply: int, a: int, b: int) -> None:
    """Play the turns of A and B at once, remembered in row `ply` of the log: as `fast.make`. A time-out is PASS, too.

    Each turn is legal by itself (`fast.turns`). `fast.ended` and `fast.stuck` say whether the bout is over.
    """
    row = ply * fast.ROW
    fast.remember(here, log, row)
    before = fast.bits(here[fast.OWN] | here[fast.OWN + 1])
    met = meet(ground, here, log, row, a, b)
    works_a = works_b = ground[fast.ZERO]
    for seat in range(2):
        if seat == 0:
            works_a = possible(ground, here, seat, a, met)
        else:
            works_b = possible(ground, here, seat, b, met)
    if works_a != fast.PASS or works_b != fast.PASS:
        spend_both(ground, here, log, row, works_a, works_b)
    here[fast.LEFT] = fast.bits(here[fast.OWN] | here[fast.OWN + 1]) < before
    for seat in range(2):
        fast.tick(here, seat)
    fast.count(ground, here)


# --- Powers that the search follows (R34 to R39): those that save a piece which has just captured
# It is under attack if a piece of the other seat beside it has an arrow that leads to it. A monster takes such an arrow; a rat, a lizard
# or, in `guardians`, a crow gets an arrow that leads to the piece, and so guards it.


SPENT: Final = (1 << fast.RAT) | (1 << fast.CROW) | (1 << fast.LIZARD) | (1 << fast.MONSTER)  # characters whose powers are looked at


@kernel
def led(ground: Ints, piece: int) -> int:
    """The directions in which a piece may go one space."""
    return int(piece & fast.ARROWS | piece >> fast.GREYS & fast.ARROWS) if ground[fast.FINAL] else int(piece & fast.ARROWS)


@kernel
def able(here: Ints, side: int) -> int:
    """The pieces of a seat whose powers are looked at, as a mask."""
    pieces, found = here[fast.OWN + side], here[fast.OWN + side] & 0
    while pieces:
        space = fast.bits((pieces & -pieces) - 1)
        pieces &= pieces - 1
        if SPENT >> (here[space] >> fast.KIND & 7) & 1:
            found |= 1 << space
    return int(found)


@kernel
def guarding(ground: Ints, piece: int, way: int) -> int:
    """The power that gives a piece an arrow in a direction in which it has none, as in `words`, but for its source; 0 if none does."""
    kind, black, grey = piece >> fast.KIND & 7, piece & fast.ARROWS, piece >> fast.GREYS & fast.ARROWS
    if led(ground, piece) >> way & 1:
        return 0
    if kind == fast.RAT and led(ground, piece) >> (way ^ 4) & 1:
        return fast.RAT << fast.POWER
    if kind == fast.LIZARD and fast.bits(black | grey) < fast.FULL_LIZARD:
        return fast.LIZARD << fast.POWER | 1 << fast.AIMS | way << (fast.AIM + 6)
    if kind == fast.CROW and not ground[fast.FINAL] and grey >> way & 1:
        return fast.CROW << fast.POWER
    return 0


@kernel
def saving(ground: Ints, here: Ints, side: int, turn: int, space: int, sources: int, out: Ints, at: int) -> int:
    """Add a movement with each power that saves the piece on a space after it, to `out` from place `at` on.

    Args:
        sources: the pieces whose powers may be spent, as a mask.

    Returns: the place after the last one.
    """
    end, threatened = turn >> fast.END & 63, False
    for back in range(fast.WAYS):
        attacker = ground[fast.STEP + fast.WAYS * space + back]
        way = back ^ 4
        if (
            attacker < 0
            or attacker == end
            or not here[fast.OWN + 1 - side] >> attacker & 1
            or not led(ground, int(here[attacker])) >> way & 1
        ):
            continue
        threatened = True
        near = int(ground[fast.BESIDE + attacker]) & sources
        while near:
            source = fast.bits((near & -near) - 1)
            near &= near - 1
            if here[source] >> fast.KIND & 7 == fast.MONSTER and at < out.size:
                out[at] = turn | fast.MONSTER << fast.POWER | source << fast.SOURCE | 1 << fast.AIMS | (attacker | way << 6) << fast.AIM
                at += 1
    if not threatened:
        return at
    for back in range(fast.WAYS):
        source = ground[fast.STEP + fast.WAYS * space + back]
        if source < 0 or source == space or not sources >> source & 1:
            continue
        power = guarding(ground, int(here[source]), back ^ 4)
        if power and at < out.size:
            out[at] = turn | power | source << fast.SOURCE | (source << fast.AIM if power >> fast.AIMS & 1 else 0)
            at += 1
    return at


@kernel
def aided(ground: Ints, here: Ints, side: int, turn: int, sources: int, out: Ints, at: int) -> int:
    """Add a capture with each power that saves the capturing piece.

    Args:
        side: the seat to move.
        turn: a movement of it.
        sources: its pieces whose powers are looked at (`able`), as a mask.
        out: receives the turns as far as there is room, from place `at` on.

    Returns: the place after the last one.
    """
    origin, end = turn & 63, turn >> fast.END & 63
    kind = here[origin] >> fast.KIND & 7
    if not here[end] or turn >> fast.MANNER & 3 == fast.SWAP or (ground[fast.ALL_REMOVALS] and fast.loses(turn, kind, True)):
        return at
    spent, rest = sources & ~(1 << origin | 1 << end), sources & 0
    while spent:
        source = fast.bits((spent & -spent) - 1)
        spent &= spent - 1
        if here[source] >> fast.KIND & 7 != kind:
            rest |= 1 << source
    return saving(ground, here, side, turn, end, rest, out, at) if rest else at


# --- Looking ahead in turn: alpha-beta with a table of positions, captures to their end, and powers if they clear the way for a capture
# The search keeps its own stack, so that it can stop after a number of positions and go on later as if it had not stopped: `advance` does.
# Everything but the table lies in one array, `work`, by the places below.


WON: Final = 100_000  # less a turn for each turn that it takes; boards are worth less than SURE
SURE: Final = 90_000
NONE: Final = -1  # no turn
AID: Final = 1 << 27  # the hope of a turn with a power: after captures and turns that refuted others, before the rest

PLIES: Final = 64  # turns in a row that are looked at, at most
EXTRA: Final = 128  # turns with powers that are added to the movements of a position, at most

RECAPTURES: Final = -4  # from so many captures in a row on, only what has just captured is captured

# Places of `work`.
PLY: Final = 0  # where the search stands; 0 once it is done
DOWN: Final = 1  # whether a position is to be entered there
NODES: Final = 2  # positions looked at, ever
RESULT: Final = 3  # what the position looked at last is worth to its seat to move
CAREFUL: Final = 4  # 1: nothing is left out because it is unlikely to matter
KILLERS: Final = 16  # + 2 * ply: turns that refuted others there
HISTORY: Final = KILLERS + 2 * PLIES  # + 36 * origin + end (+ 1296 for B): how good a movement was
FRAMES: Final = HISTORY + 2 * 36 * 36
FRAME: Final = 16  # places of a ply, as follows
LOW, HIGH, BEST, BEST_TURN, DEPTH, NUMBER, NEXT, STAGE, KEY, FIRST_LOW, STATIC, NOW = range(12)
LISTS: Final = FRAMES + FRAME * PLIES  # + WIDTH * ply: the turns of a position, and what is hoped of each
WIDTH: Final = 2 * (fast.CAPACITY + EXTRA)
HOPES: Final = fast.CAPACITY + EXTRA  # from where on in a list
WORK: Final = LISTS + WIDTH * PLIES

# The table: KEY, turn, and value, depth and bound in one.
ENTRY: Final = 3
EXACTLY, AT_LEAST, AT_MOST = 0, 1, 2
SHIFT: Final = 1 << 20  # makes values positive


def new_work() -> Ints:
    """Room for a search."""
    return np.zeros(WORK, dtype=np.int64)


def new_table(bits_: int) -> Ints:
    """A table of 2 ** bits_ positions."""
    return np.zeros(ENTRY << bits_, dtype=np.int64)


@kernel
def active(ground: Ints, here: Ints, seat: int) -> int:
    """The worth of the arrows of a seat that lead to empty spaces and to pieces of the other seat, in shares."""
    pieces, others = here[fast.OWN + seat], here[fast.OWN + 1 - seat]
    empty, grey = ~(pieces | others), fast.ARROWS if ground[fast.FINAL] else 0
    free, hits = ground[fast.ZERO], ground[fast.ZERO]
    while pieces:
        space = fast.bits((pieces & -pieces) - 1)
        pieces &= pieces - 1
        arrows = here[space] & fast.ARROWS | here[space] >> fast.GREYS & grey
        reach = ground[fast.REACH + (space << fast.WAYS) + arrows]
        free += fast.bits(reach & empty)
        hits += fast.bits(reach & others)
    return int(free * ground[fast.WEIGHTS + fast.FREE] + hits * ground[fast.WEIGHTS + fast.HIT])


@kernel
def worth(ground: Ints, here: Ints) -> int:
    """The static worth of a position to the seat to move, in ten-thousandths of all pieces on the board."""
    side = int(here[fast.SIDE])
    own, other = here[fast.WORTH + side], here[fast.WORTH + 1 - side]
    a, b = fast.bits(here[fast.OWN + side]), fast.bits(here[fast.OWN + 1 - side])
    score = (own - other) * 10_000 // max(1, own + other) + ground[fast.WEIGHTS + fast.TURN]
    score += active(ground, here, side) - active(ground, here, 1 - side)
    ahead = a - b
    if not ahead and here[fast.LEADER] < 2:
        ahead = 1 if here[fast.LEADER] == side else -1
        score += ahead * ground[fast.WEIGHTS + fast.LEVEL]
    if ahead:  # the more so, the nearer the bout is to being drawn (R52, R53)
        limit = ground[fast.FEW_TURNS] if max(a, b) <= ground[fast.FEW] else ground[fast.QUIET_TURNS]
        due = min(here[fast.QUIET], here[fast.QUIET + 1], limit)
        bonus = ground[fast.WEIGHTS + fast.DUE] * due * due // (limit * limit)
        score += bonus if ahead > 0 else -bonus
    return int(score)


@kernel
def settled(side: int, end: int, ply: int) -> int:
    """The worth of an ended bout to a seat, `ply` turns after the root of the search."""
    if end == fast.NOBODY:
        return 0
    return WON - ply if end == fast.DECIDED + side else ply - WON


@kernel
def key_of(here: Ints) -> int:
    """A hash of a position with all that is counted in it."""
    counters = (
        here[fast.SIDE]
        | here[fast.QUIET] << 1
        | here[fast.QUIET + 1] << 8
        | (here[fast.SMALL] + 1) << 15
        | (here[fast.SMALL + 1] + 1) << 22
    )
    return fast.mixed(here[fast.HASH] ^ fast.mixed(counters | here[fast.LEADER] << 29))


@kernel
def hope(ground: Ints, here: Ints, work: Ints, ply: int, turn: int, known: int) -> int:
    """How early a turn is to be looked at."""
    if turn == known:
        return 1 << 40
    side = here[fast.SIDE]
    origin, end = turn & 63, turn >> fast.END & 63
    there = here[end]
    score = work[HISTORY + 1296 * side + 36 * origin + end]
    if there and there >> fast.OWNER & 1 != side:
        score = (1 << 30) + 16 * fast.value(ground, there, end) - fast.value(ground, here[origin], origin)
    elif there:
        score -= 1 << 24
    elif turn == work[KILLERS + 2 * ply] or turn == work[KILLERS + 2 * ply + 1]:
        score += 1 << 28
    return AID if turn >> fast.POWER else int(score)


@kernel
def known_turn(table: Ints, work: Ints, frame: int, ply: int) -> int:
    """The turn that the table has for a position. Where its value suffices, it is left in RESULT, and the turn is NONE - 1."""
    key, depth, low, high = work[frame + KEY], work[frame + DEPTH], work[frame + LOW], work[frame + HIGH]
    slot = ENTRY * (key & table.size // ENTRY - 1)
    if table[slot] != key:
        return NONE
    meta = table[slot + 2]
    score, bound = (meta >> 10) - SHIFT, meta & 3
    if abs(score) > SURE:
        score += -ply if score > 0 else ply
    if work[CAREFUL] and meta >> 2 & 255 != depth:
        return int(table[slot + 1])
    if meta >> 2 & 255 >= depth and (bound == EXACTLY or (bound == AT_LEAST and score >= high) or (bound == AT_MOST and score <= low)):
        work[RESULT] = score
        return NONE - 1
    return int(table[slot + 1])


@kernel
def keep(table: Ints, work: Ints, frame: int, ply: int) -> None:
    """Put a position that has been looked at into the table."""
    key, best = work[frame + KEY], work[frame + BEST]
    slot = ENTRY * (key & table.size // ENTRY - 1)
    bound = AT_MOST if best <= work[frame + FIRST_LOW] else AT_LEAST if best >= work[frame + HIGH] else EXACTLY
    if abs(best) > SURE:
        best += ply if best > 0 else -ply
    table[slot], table[slot + 1] = key, work[frame + BEST_TURN]
    table[slot + 2] = (best + SHIFT) << 10 | min(255, work[frame + DEPTH]) << 2 | bound


@kernel
def widened(ground: Ints, here: Ints, work: Ints, out: Ints, number: int) -> int:
    """Add the powers that are followed to the movements of a position, `number` of them; returns how many turns there are then."""
    side, movable = int(here[fast.SIDE]), number
    sources = able(here, side)
    if not sources:
        return number
    for which in range(movable):
        number = aided(ground, here, side, out[which], sources, out, number)
    return number


@kernel
def enter(ground: Ints, here: Ints, work: Ints, table: Ints, ply: int) -> bool:
    """Begin with the position at a ply; whether there is nothing to look at, and its value in RESULT."""
    work[NODES] += 1
    frame = FRAMES + FRAME * ply
    depth, side = work[frame + DEPTH], int(here[fast.SIDE])
    over = fast.ended(ground, here)
    if over:
        work[RESULT] = settled(side, over, ply)
        return True
    static = work[frame + STATIC] = worth(ground, here)
    known = ground[fast.ZERO] + NONE
    base = LISTS + WIDTH * ply
    hopes = work[base : base + HOPES]
    targets = ~ground[fast.ZERO]
    best = -WON - PLIES
    work[frame + FIRST_LOW] = work[frame + LOW]
    if depth <= 0 or ply == PLIES - 1:
        work[RESULT] = static
        if static >= work[frame + HIGH] or ply == PLIES - 1:
            return True
        best, targets = static, here[fast.OWN + 1 - side]
        if depth <= RECAPTURES and not work[CAREFUL]:
            last = work[LISTS + WIDTH * (ply - 1) + work[frame - FRAME + NEXT]]
            targets &= 1 << (last >> fast.END & 63)
        work[frame + LOW] = max(work[frame + LOW], static)
    else:
        work[frame + KEY] = key_of(here)
        known = known_turn(table, work, frame, ply)
        if known < NONE:
            return True
    number = fast.movements(ground, here, here[fast.OWN + side], targets, hopes)
    if depth <= 0 and not number:
        return True
    if not number:
        if fast.stuck(ground, here, hopes):
            work[RESULT] = settled(side, fast.tied(ground, here), ply)
            return True
        hopes[0], number = fast.PASS, 1
    if depth >= 1:
        number = widened(ground, here, work, hopes, number)
    for which in range(number):
        work[base + HOPES + which] = hope(ground, here, work, ply, hopes[which], known)
    work[frame + BEST], work[frame + BEST_TURN], work[frame + STAGE] = best, NONE, 0
    work[frame + NUMBER], work[frame + NEXT] = number, 0
    return False


@kernel
def vain(ground: Ints, here: Ints, work: Ints, frame: int, turn: int, quiet: bool) -> bool:
    """Whether neither this turn nor those after it in the list can be expected to gain enough."""
    static, low, other = work[frame + STATIC], work[frame + LOW], here[fast.OWN + 1 - here[fast.SIDE]]
    if work[frame + DEPTH] == 1:
        return bool(work[frame + NEXT] > 0 and quiet and work[frame + BEST] > -SURE and static + 600 <= low)
    if work[frame + DEPTH] > 0 or not other & (other - 1):
        return False
    end = turn >> fast.END & 63
    return bool(static + 20_000 * fast.value(ground, here[end], end) // (here[fast.WORTH] + here[fast.WORTH + 1]) + 400 <= low)


@kernel
def pick(ground: Ints, here: Ints, work: Ints, ply: int) -> int:
    """The turn to be looked at next, and how: the window and depth of the ply after. NONE if all have been."""
    frame, base = FRAMES + FRAME * ply, LISTS + WIDTH * ply
    at, number, depth = work[frame + NEXT], work[frame + NUMBER], work[frame + DEPTH]
    low, high = work[frame + LOW], work[frame + HIGH]
    if at == number:
        return NONE
    less = 0
    if work[frame + STAGE] == 0:
        top = at
        for which in range(at + 1, number):
            if work[base + HOPES + which] > work[base + HOPES + top]:
                top = which
        for part in range(0, HOPES + 1, HOPES):
            work[base + part + at], work[base + part + top] = work[base + part + top], work[base + part + at]
        turn, hoped = int(work[base + at]), int(work[base + HOPES + at])
        quiet = hoped < 1 << 27
        if not work[CAREFUL] and vain(ground, here, work, frame, turn, quiet):
            work[frame + NEXT] = number
            return NONE
        if depth > 0 and at:
            work[frame + STAGE] = 1
            high = low + 1
            if quiet and depth >= 3 and at >= 4 and not work[CAREFUL]:
                less = 1 + (at >= 12) + (depth >= 6 and at >= 8)
    else:
        turn = work[base + at]
    after = frame + FRAME
    work[after + LOW], work[after + HIGH], work[after + DEPTH] = -high, -low, depth - 1 - less if depth <= 0 else max(0, depth - 1 - less)
    return int(turn)


@kernel
def learn(here: Ints, work: Ints, ply: int, result: int) -> None:
    """What the turn that was looked at is worth to the seat at this ply, which it is taken back to."""
    frame, base = FRAMES + FRAME * ply, LISTS + WIDTH * ply
    low, high, depth = work[frame + LOW], work[frame + HIGH], work[frame + DEPTH]
    if work[frame + STAGE] == 1 and result > low:
        work[frame + STAGE] = 2  # better than thought: look at it again, in full
        return
    turn = work[base + work[frame + NEXT]]
    work[frame + STAGE] = 0
    work[frame + NEXT] += 1
    if result > work[frame + BEST]:
        work[frame + BEST], work[frame + BEST_TURN] = result, turn
        work[frame + LOW] = max(low, result)
    if result < high:
        return
    work[frame + NEXT] = work[frame + NUMBER]
    if depth > 0 and not here[turn >> fast.END & 63]:
        work[HISTORY + 1296 * here[fast.SIDE] + 36 * (turn & 63) + (turn >> fast.END & 63)] += depth * depth
        if work[KILLERS + 2 * ply] != turn:
            work[KILLERS + 2 * ply + 1], work[KILLERS + 2 * ply] = work[KILLERS + 2 * ply], turn


@kernel
def advance(ground: Ints, here: Ints, log: Ints, work: Ints, table: Ints, limit: int) -> bool:
    """Go on with a search until it is done, or until so many positions have been looked at; whether it is done.

    Args:
        here: the position; it changes during the search and is restored at the end.
        log: room for PLIES turns.
        work: as `begin` left it or the last call.
        table: a power of two of entries.
        limit: of work[NODES].
    """
    ply = work[PLY]
    while ply > 0:
        frame = FRAMES + FRAME * ply
        if work[DOWN]:
            if work[NODES] >= limit:
                work[PLY] = ply
                return False
            work[DOWN] = 0
            if not enter(ground, here, work, table, ply):
                continue
        else:
            turn = pick(ground, here, work, ply)
            if turn != NONE:
                fast.make(ground, here, log, ply, turn)
                ply += 1
                work[DOWN] = 1
                continue
            work[RESULT] = work[frame + BEST]
            if work[frame + DEPTH] > 0:
                keep(table, work, frame, ply)
        ply -= 1
        if ply > 0:
            fast.unmake(here, log, ply)
            learn(here, work, ply, -work[RESULT])
    work[PLY] = 0
    return True


def begin(work: Ints, depth: int, low: int, high: int) -> None:
    """Make ready to look at the position at hand so deep: its value is exact between `low` and `high`, in work[RESULT] once it is done."""
    frame = FRAMES + FRAME
    work[frame + LOW], work[frame + HIGH], work[frame + DEPTH] = low, high, depth
    work[PLY], work[DOWN] = 1, 1


# --- The worth of a position after all captures are played out, and the same as a chance to win the bout


FULL = 10_000  # the share of a seat that has everything, and a bout that is won
CHAIN_BEST, CHAIN_LOW, CHAIN_HIGH, CHAIN_NEXT, CHAIN_LEFT = range(
    fast.CAPACITY - 5, fast.CAPACITY
)  # of a part of the spare room: places that no list of captures reaches


@kernel
def finished(end: int) -> int:
    """The worth of an ended bout to A, in shares; 0 if it is played again."""
    return 0 if end == fast.NOBODY else FULL if end == fast.DECIDED else -FULL


@kernel
def opened(ground: Ints, here: Ints, part: Ints, low: int, high: int, depth: int) -> None:
    """Begin to search a position: its captures into `part`, the dearest piece as the highest number, and the present bounds."""
    side = here[fast.SIDE]
    end = fast.ended(ground, here)
    estimate = worth(ground, here)
    if end:
        estimate = -finished(end) if side else finished(end)
    part[CHAIN_BEST], part[CHAIN_LOW], part[CHAIN_HIGH] = estimate, max(low, estimate), high
    part[CHAIN_NEXT] = part[CHAIN_LEFT] = 0
    if end or depth == 0 or estimate >= high:
        return
    part[CHAIN_LEFT] = fast.movements(ground, here, int(here[fast.OWN + side]), int(here[fast.OWN + 1 - side]), part)
    for which in range(part[CHAIN_LEFT]):
        space = part[which] >> fast.END & 63
        part[which] |= fast.value(ground, int(here[space]), space) << 32


@kernel
def dearest(part: Ints) -> int:
    """The next capture to look at; 0 if there is none, or if none can matter."""
    first, last = part[CHAIN_NEXT], part[CHAIN_LEFT]
    if first == last or part[CHAIN_LOW] >= part[CHAIN_HIGH]:
        return 0
    best = first
    for other in range(first + 1, last):
        if part[other] >> 32 > part[best] >> 32:
            best = other
    turn = part[best] & fast.MOVEMENT
    part[best] = part[first]
    part[CHAIN_NEXT] = first + 1
    return int(turn)


@kernel
def exchanged(ground: Ints, here: Ints, log: Ints, ply: int, spare: Ints, low: int, high: int, depth: int) -> int:
    """The worth of a position to the seat to move, which captures or stops; exact between `low` and `high`.

    Not written as a function that calls itself: numba does not load one from its cache.

    Args:
        ply: the first row of the log that is free; `depth` of them are needed.
        spare: room for CAPACITY turns for each row of the log, and one more.
        depth: captures in a row that are looked at.
    """
    now = ply
    part = spare[now * fast.CAPACITY : now * fast.CAPACITY + fast.CAPACITY]
    opened(ground, here, part, low, high, depth)
    while True:
        turn = dearest(part)
        if turn:
            fast.make(ground, here, log, now, turn)
            now += 1
            low, high = -part[CHAIN_HIGH], -part[CHAIN_LOW]
            part = spare[now * fast.CAPACITY : now * fast.CAPACITY + fast.CAPACITY]
            opened(ground, here, part, low, high, depth - now + ply)
            continue
        best = part[CHAIN_BEST]
        if now == ply:
            return int(best)
        now -= 1
        fast.unmake(here, log, now)
        part = spare[now * fast.CAPACITY : now * fast.CAPACITY + fast.CAPACITY]
        part[CHAIN_BEST] = max(part[CHAIN_BEST], -best)
        part[CHAIN_LOW] = max(part[CHAIN_LOW], part[CHAIN_BEST])


@kernel
def chance(ground: Ints, here: Ints, log: Ints, ply: int, spare: Ints, depth: int) -> float:
    """A's chance to win less B's if both move at once, without looking ahead: the middle of what either makes of the captures."""
    side, total, most = here[fast.SIDE], ground[fast.ZERO], ground[fast.ZERO] + FULL
    for seat in range(2):
        here[fast.SIDE] = seat
        worth = exchanged(ground, here, log, ply, spare, -most, most, depth)
        total += -worth if seat else worth
    here[fast.SIDE] = side
    return math.tanh(ground[fast.WEIGHTS + fast.STEEP] * total / (400 * FULL))


def new_spare(depth: int) -> Ints:
    """Room to look at so many captures in a row from the first row of a log on."""
    return np.zeros(fast.CAPACITY * (depth + 1), dtype=np.int64)
