"""The course of a match of a batch: claims, placing, who moves first, turns, ends of bouts (R6 to R20, R44 to R56), without time-outs."""

from __future__ import annotations

from deathmatch.games.guidance_rite.fast import (
    BESIDE,
    CHANGED,
    DECIDED,
    END,
    GOES_ON,
    KIND,
    LEADER,
    LEFT,
    MANNER,
    MOVEMENT,
    NOBODY,
    OWN,
    OWNER,
    PASS,
    POWER,
    SIDE,
    SIZE,
    SMALL,
    SPACES,
    SWAP,
    THERE,
    ZERO,
    Ints,
    bits,
    count,
    ended,
    movements,
    spend,
    tick,
    tied,
)
from deathmatch.games.guidance_rite.fast_search import make_both
from deathmatch.solve.kernel import kernel
from deathmatch_frameworks.games.guidance_rite.boards import deal
from deathmatch_frameworks.games.guidance_rite.columns import (
    AGAIN,
    AT_ONCE,
    BATTLE,
    BEST_OF,
    BLOCK,
    BOUT,
    CHOOSER,
    CLAIM,
    CLOSED,
    COUNT,
    DMO,
    DUE,
    EACH_BOUT,
    FILL,
    FIRST,
    FREE,
    GIVEN,
    HELD,
    IN_TURN,
    ITEMS,
    NAME,
    ONE,
    OPENER,
    OVER,
    OWED,
    PASSING,
    PLACE,
    ROUND,
    SEAT,
    SEATS,
    STAGE,
    TURN,
    TWO,
    UNOWNED,
    USE,
    WINS,
)
from deathmatch_frameworks.games.guidance_rite.naming import carry, origins, still_of, used
from deathmatch_frameworks.games.guidance_rite.tokens import CLAIM_ONE, LOG_AT, NAME_SEAT, OUT_AT, PLACE_SPACE, begin
from deathmatch_frameworks.splitmix import Seeds

LEFT_UNCLAIMED = 2  # pieces that are removed (R12)
REPLAYS = 2  # of one bout (R54)
STRAIGHT, DIAGONAL = 0b01010101, 0b10101010  # arrows of a piece that is placed


# --- Up to the battle


@kernel
def new_bout(ground: Ints, options: Ints, wanted: Ints, row: Ints, seeds: Seeds, match: int) -> None:
    """R7 to R9: a bout, whose number stands in the row, begins with a deal."""
    for place in range(SIZE):
        row[place] = 0
    row[SMALL] = row[SMALL + 1] = row[FIRST] = -1
    row[LEADER] = 2
    row[AT_ONCE] = row[BOUT] > options[IN_TURN]
    row[OWED], row[ROUND], row[CLOSED] = CLAIM, 1, 0
    row[DUE] = row[DUE + 1] = 0
    deal(seeds, match, ground, options, wanted, row)


@kernel
def claimed(row: Ints) -> None:
    """R11: the claims opened together."""
    for seat in range(2):
        for number in range(2):
            space = row[SEATS + BLOCK * seat + ONE + number]
            other = SEATS + BLOCK * (1 - seat)
            row[FREE] &= ~(1 << space)
            if space in (row[other + ONE], row[other + TWO]):
                row[space] = 0
            else:
                row[space] = row[space] & ~UNOWNED | seat << OWNER
                row[OWN + seat] |= 1 << space
    row[ROUND] += 1


@kernel
def cleared(options: Ints, row: Ints) -> None:
    """R12, R14: unclaimed pieces are removed; a seat with too few pieces places some."""
    while row[FREE]:
        row[bits((row[FREE] & -row[FREE]) - 1)] = 0
        row[FREE] &= row[FREE] - 1
    for seat in range(2):
        row[DUE + seat] = max(0, options[FILL] - bits(row[OWN + seat]))
    row[OWED], row[ROUND] = PLACE, 1


@kernel
def beside(ground: Ints, spaces: int) -> int:
    """The spaces beside some spaces."""
    around = 0
    for space in range(ground[SPACES]):
        if spaces >> space & 1:
            around |= ground[BESIDE + space]
    return around


@kernel
def open_spaces(ground: Ints, row: Ints, seat: int) -> int:
    """R15, R16: where a seat may place a piece."""
    free = ((1 << ground[SPACES]) - 1) & ~(row[OWN] | row[OWN + 1] | row[CLOSED])
    apart = free & ~beside(ground, row[OWN + 1 - seat])
    near = apart & beside(ground, row[OWN + seat])
    return int(near or apart or free)


@kernel
def placed(row: Ints) -> None:
    """R17: the placements of a wave together."""
    one, other = SEATS, SEATS + BLOCK
    if row[DUE] and row[DUE + 1] and row[one + ONE] == row[other + ONE]:
        row[CLOSED] |= 1 << row[one + ONE]
    else:
        for seat in range(2):
            if row[DUE + seat]:
                at = SEATS + BLOCK * seat
                row[row[at + ONE]] = (DIAGONAL if row[at + TWO] else STRAIGHT) | seat << OWNER | THERE
                row[OWN + seat] |= 1 << row[at + ONE]
                row[DUE + seat] -= 1
    row[ROUND] += 1


@kernel
def wave(ground: Ints, options: Ints, row: Ints, spare: Ints) -> int:
    """R18 to R20, R50: the next wave, or the battle begins; returns as `play.ended`."""
    for seat in range(2):
        if row[DUE + seat] and not open_spaces(ground, row, seat):
            row[DUE + seat] = 0
    if row[DUE] or row[DUE + 1]:
        return GOES_ON
    row[ROUND] = 1
    count(ground, row)
    end = ended(ground, row)
    if end == GOES_ON and not movable(ground, row, spare):
        end = tied(ground, row)
    row[OWED] = BATTLE
    if end != GOES_ON or row[AT_ONCE]:
        return int(end)
    if row[BOUT] == 2 and row[OPENER] >= 0:
        first_is(row, 1 - row[OPENER])
    elif options[GIVEN] >= 0:
        first_is(row, options[GIVEN])
    else:
        row[OWED] = NAME
    return int(end)


@kernel
def movable(ground: Ints, row: Ints, spare: Ints) -> bool:
    """R52: whether either seat has a legal movement."""
    out, zero = spare[OUT_AT:], ground[ZERO]
    return origins(ground, row, zero, zero, out) != 0 or origins(ground, row, zero + 1, zero, out) != 0


@kernel
def first_is(row: Ints, seat: int) -> None:
    """R19: this seat moves first."""
    row[OWED], row[FIRST], row[SIDE] = BATTLE, seat, seat
    if row[BOUT] == 1:
        row[OPENER] = seat


# --- Turns


@kernel
def judged(ground: Ints, row: Ints, spare: Ints, seat: int, still: int) -> int:
    """R46: a seat's turn after the items of both: PASS if its movement has become illegal; without a power of the mover's character."""
    turn = row[SEATS + BLOCK * seat + TURN]
    if turn == PASS:
        return PASS
    out = spare[OUT_AT:]
    origin, end, manner = turn & 63, turn >> END & 63, turn >> MANNER & 3
    if manner == SWAP and still >> end & 1:
        return PASS
    for which in range(movements(ground, row, 1 << origin, ~ground[ZERO], out)):
        if out[which] >> END & 63 == end and out[which] >> MANNER & 3 == manner:
            if row[origin] >> KIND & 7 == turn >> POWER & 7:
                return int(out[which])
            return int(out[which] | turn & ~MOVEMENT)
    return PASS


@kernel
def turned_over(ground: Ints, options: Ints, row: Ints, spare: Ints) -> int:
    """R44, R46: the turns of the seats that owed one; returns as `play.ended`."""
    log, zero = spare[LOG_AT:OUT_AT], ground[ZERO]
    a, b = row[SEATS + TURN], row[SEATS + BLOCK + TURN]
    uses = row[SEATS + USE] | row[SEATS + BLOCK + USE]
    if uses:
        still_a, still_b = still_of(row, zero, row[SEATS + USE]), still_of(row, zero + 1, row[SEATS + BLOCK + USE])
        for item in range(1, 4):
            for number in range(2):
                seat = options[DMO] ^ number
                use = int(row[SEATS + BLOCK * seat + USE])
                if use & 3 == item:
                    used(row, use)
                    row[ITEMS + seat] &= ~(1 << (item - 1))
        a, b = judged(ground, row, spare, zero, still_a), judged(ground, row, spare, zero + 1, still_b)
    if row[AT_ONCE]:
        make_both(ground, row, log, zero, a, b)
    else:
        seat = row[SIDE]
        turn = b if seat else a
        row[LEFT] = 0
        if turn != PASS:
            carry(ground, row, turn)
            if turn >> POWER & 7:
                log[CHANGED] = 0
                spend(ground, row, log, zero, turn)
        tick(row, seat)
        count(ground, row)
        row[SIDE] = 1 - seat
    return int(ended(ground, row))


@kernel
def bout_ends(options: Ints, row: Ints, end: int) -> bool:
    """R54, R55: the bout counts, or is played again; returns whether the match is over."""
    winner = end - DECIDED
    if end == NOBODY:
        if row[AGAIN] < REPLAYS:
            row[AGAIN] += 1
            if row[BOUT] == 1:
                row[OPENER] = -1
            return False
        winner = 1 - options[DMO]
    row[WINS + winner] += 1
    if 2 * row[WINS + winner] > options[BEST_OF]:
        row[OWED] = OVER
        return True
    row[BOUT] += 1
    row[AGAIN] = 0
    return False


@kernel
def settle(ground: Ints, options: Ints, row: Ints, spare: Ints) -> int:
    """The submissions of all seats that owed one work; returns as `play.ended`, for the bout."""
    owed = row[OWED]
    end = GOES_ON
    if owed == NAME:
        first_is(row, int(row[SEATS + BLOCK * options[CHOOSER] + ONE]))
    elif owed == BATTLE:
        end = turned_over(ground, options, row, spare)
        row[ROUND] += end == GOES_ON
    elif owed == PLACE:
        placed(row)
        end = wave(ground, options, row, spare)
    else:
        claimed(row)
        if bits(row[FREE]) <= LEFT_UNCLAIMED:
            cleared(options, row)
            end = wave(ground, options, row, spare)
    return int(end)


@kernel
def asked(ground: Ints, options: Ints, row: Ints, spare: Ints, seat: int) -> int:
    """The first tokens of a seat's submission; 0 if it owes none."""
    at, owed, size = SEATS + BLOCK * seat, row[OWED], ground[SPACES]
    row[at + USE] = row[at + TURN] = row[at + COUNT] = 0
    if owed == CLAIM:
        row[at + STAGE] = CLAIM_ONE
        return int(row[FREE] << 1)
    if owed == PLACE:
        row[at + STAGE] = PLACE_SPACE
        return open_spaces(ground, row, seat) << 1 if row[DUE + seat] else 0
    if owed == NAME:
        row[at + STAGE] = NAME_SEAT
        return int(3 << (size + SEAT)) if options[CHOOSER] == seat else 0
    if owed == BATTLE and (row[AT_ONCE] or row[SIDE] == seat):
        return begin(ground, row, spare, seat)
    return 0


@kernel
def goes_on(ground: Ints, options: Ints, wanted: Ints, row: Ints, spare: Ints, seeds: Seeds, match: int, end: int, masks: Ints) -> bool:
    """The next decision, after a bout has come to an end or goes on; returns whether the match is over.

    Args:
        end: as `play.ended`.
        masks: shape (2,), receives the first tokens of both seats.
    """
    zero = ground[ZERO]
    while True:
        if end != GOES_ON:
            if bout_ends(options, row, end):
                masks[0] = masks[1] = row[SEATS + COUNT] = row[SEATS + BLOCK + COUNT] = 0
                return True
            if options[EACH_BOUT]:
                row[ITEMS], row[ITEMS + 1] = options[HELD], options[HELD + 1]
            new_bout(ground, options, wanted, row, seeds, match)
        masks[0], masks[1] = asked(ground, options, row, spare, zero), asked(ground, options, row, spare, zero + 1)
        if row[OWED] != BATTLE or not (masks[0] | masks[1]) >> (ground[SPACES] + PASSING) & 1 or movable(ground, row, spare):
            return False
        row[ROUND] -= 1  # nobody could move after the last turn, so this one is none
        end = tied(ground, row)
