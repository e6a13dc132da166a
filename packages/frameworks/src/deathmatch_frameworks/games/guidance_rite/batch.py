"""Many matches at once, by kernels: the calls of a batch. `columns` has the parts of a row, `flow` the course of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.games.guidance_rite import fast
from deathmatch.games.guidance_rite.fast import Ints
from deathmatch.games.guidance_rite.fast_search import make_both
from deathmatch.solve.kernel import kernel, maker
from deathmatch_frameworks.games.guidance_rite import rows as layout
from deathmatch_frameworks.offered import ZERO as NONE
from deathmatch_frameworks.offered import Words
from deathmatch_frameworks.splitmix import Seeds, below

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Actions, Bools, Observations, Rewards, Seeds

# --- Starting boards for batches: the generator of the book, by kernels
#
# It asks for the same random numbers in the same order as `generator.py`, so the same numbers make the same board.


LAYOUTS = 300
BAG = 63  # directions that a bag may hold, and their number before them
KINDS: Final = 6  # of characters


@kernel
def shuffle(seeds: Seeds, match: int, values: Ints, size: int) -> None:
    """As `RandomSource.shuffle`."""
    for last in range(size - 1, 0, -1):
        other = below(seeds, match, last + 1)
        values[last], values[other] = values[other], values[last]


@kernel
def take(seeds: Seeds, match: int, bag: Ints, has: int) -> int:
    """The first direction in the bag that is not in the mask `has`, as a mask; `bag[BAG]` is how many there are."""
    while True:
        for place in range(bag[BAG]):
            way = bag[place]
            if not has >> way & 1:
                for after in range(place + 1, bag[BAG]):
                    bag[after - 1] = bag[after]
                bag[BAG] -= 1
                return 1 << int(way)
        fresh = bag[bag[BAG] : BAG]
        for way in range(8):
            fresh[way] = way
        shuffle(seeds, match, fresh, 8)
        bag[BAG] += 8


@maker
def pieces(seeds: Seeds, match: int, ground: Ints, wanted: Ints, words: Ints) -> None:
    """Steps 1 to 4: the pieces, in random order. `wanted` has for each a character and, from bit 3 on, how many arrows."""
    size = ground[fast.SPACES]
    order, bag, pool = np.empty(fast.MOST, dtype=np.int64), np.zeros(BAG + 1, dtype=np.int64), np.empty(fast.MOST, dtype=np.int64)
    for place in range(size):
        order[place] = wanted[place]
    shuffle(seeds, match, order, size)
    for place in range(size):
        black = 0
        for _ in range(order[place] >> 3):
            black |= take(seeds, match, bag, black)
        words[place] = black | (order[place] & 7) << fast.KIND | fast.THERE | layout.UNOWNED
    if ground[fast.FINAL]:
        for part in (3, 7):
            for place in range(size):
                pool[place] = place
            shuffle(seeds, match, pool, size)
            for number in range(size // part):
                piece = words[pool[number]]
                if part == 3:
                    for _ in range(1 + below(seeds, match, 2)):
                        piece |= take(seeds, match, bag, int((piece | piece >> fast.GREYS) & fast.ARROWS)) << fast.GREYS
                else:
                    piece |= fast.MARKED
                words[pool[number]] = piece


@kernel
def twice(words: Ints, size: int) -> bool:
    """Whether two pieces are alike."""
    for one in range(size):
        for other in range(one):
            if words[one] == words[other]:
                return True
    return False


@kernel
def fits(ground: Ints, options: Ints, words: Ints, counts: Ints) -> bool:
    """Step 6: no line has too many pieces of one kind, and each piece points to a space. `counts` is room: by kind, then by line."""
    size, rows, columns = ground[fast.SPACES], options[layout.ROWS], options[layout.COLUMNS]
    for place in range(size):
        piece = words[place]
        if piece >> fast.KIND & 7 != fast.GUARDIAN and not piece & ground[fast.LEADS + place]:
            return False
    for number in range(counts.size):
        counts[number] = 0
    for place in range(size):
        counts[words[place] >> fast.KIND & 7] += 1
    for place in range(size):
        kind, column, row = words[place] >> fast.KIND & 7, place // rows, place % rows
        in_row, in_column = KINDS + 6 * kind + row, 7 * KINDS + 6 * kind + column
        counts[in_row] += 1
        counts[in_column] += 1
        all_ = counts[kind]
        if counts[in_row] > (all_ + rows - 1) // rows + 1 or counts[in_column] > (all_ + columns - 1) // columns + 1:
            return False
    return True


@maker
def deal(seeds: Seeds, match: int, ground: Ints, options: Ints, wanted: Ints, row: Ints) -> None:
    """A starting board; its pieces are free."""
    size = ground[fast.SPACES]
    counts = np.empty(13 * KINDS, dtype=np.int64)
    pieces(seeds, match, ground, wanted, row)
    while twice(row, size):
        pieces(seeds, match, ground, wanted, row)
    for _ in range(LAYOUTS):
        shuffle(seeds, match, row, size)
        if fits(ground, options, row, counts):
            break
    row[layout.FREE] = (1 << size) - 1


# --- The course of a match of a batch: claims, placing, who moves first, turns, ends of bouts (R6 to R20, R44 to R56), without time-outs


LEFT_UNCLAIMED = 2  # pieces that are removed (R12)
REPLAYS = 2  # of one bout (R54)
STRAIGHT, DIAGONAL = 0b01010101, 0b10101010  # arrows of a piece that is placed


# --- Up to the battle


@kernel
def new_bout(ground: Ints, options: Ints, wanted: Ints, row: Ints, seeds: Seeds, match: int) -> None:
    """R7 to R9: a bout, whose number stands in the row, begins with a deal."""
    for place in range(fast.SIZE):
        row[place] = 0
    row[fast.SMALL] = row[fast.SMALL + 1] = row[layout.FIRST] = -1
    row[fast.LEADER] = 2
    row[layout.AT_ONCE] = row[layout.BOUT] > options[layout.IN_TURN]
    row[layout.OWED], row[layout.ROUND], row[layout.CLOSED] = layout.CLAIM, 1, 0
    row[layout.DUE] = row[layout.DUE + 1] = 0
    deal(seeds, match, ground, options, wanted, row)


@kernel
def claimed(row: Ints) -> None:
    """R11: the claims opened together."""
    for seat in range(2):
        for number in range(2):
            space = row[layout.SEATS + layout.BLOCK * seat + layout.ONE + number]
            other = layout.SEATS + layout.BLOCK * (1 - seat)
            row[layout.FREE] &= ~(1 << space)
            if space in (row[other + layout.ONE], row[other + layout.TWO]):
                row[space] = 0
            else:
                row[space] = row[space] & ~layout.UNOWNED | seat << fast.OWNER
                row[fast.OWN + seat] |= 1 << space
    row[layout.ROUND] += 1


@kernel
def cleared(options: Ints, row: Ints) -> None:
    """R12, R14: unclaimed pieces are removed; a seat with too few pieces places some."""
    while row[layout.FREE]:
        row[fast.bits((row[layout.FREE] & -row[layout.FREE]) - 1)] = 0
        row[layout.FREE] &= row[layout.FREE] - 1
    for seat in range(2):
        row[layout.DUE + seat] = max(0, options[layout.FILL] - fast.bits(row[fast.OWN + seat]))
    row[layout.OWED], row[layout.ROUND] = layout.PLACE, 1


@kernel
def beside(ground: Ints, spaces: int) -> int:
    """The spaces beside some spaces."""
    around = 0
    for space in range(ground[fast.SPACES]):
        if spaces >> space & 1:
            around |= ground[fast.BESIDE + space]
    return around


@kernel
def open_spaces(ground: Ints, row: Ints, seat: int) -> int:
    """R15, R16: where a seat may place a piece."""
    free = ((1 << ground[fast.SPACES]) - 1) & ~(row[fast.OWN] | row[fast.OWN + 1] | row[layout.CLOSED])
    apart = free & ~beside(ground, row[fast.OWN + 1 - seat])
    near = apart & beside(ground, row[fast.OWN + seat])
    return int(near or apart or free)


@kernel
def placed(row: Ints) -> None:
    """R17: the placements of a wave together."""
    one, other = layout.SEATS, layout.SEATS + layout.BLOCK
    if row[layout.DUE] and row[layout.DUE + 1] and row[one + layout.ONE] == row[other + layout.ONE]:
        row[layout.CLOSED] |= 1 << row[one + layout.ONE]
    else:
        for seat in range(2):
            if row[layout.DUE + seat]:
                at = layout.SEATS + layout.BLOCK * seat
                row[row[at + layout.ONE]] = (DIAGONAL if row[at + layout.TWO] else STRAIGHT) | seat << fast.OWNER | fast.THERE
                row[fast.OWN + seat] |= 1 << row[at + layout.ONE]
                row[layout.DUE + seat] -= 1
    row[layout.ROUND] += 1


@kernel
def wave(ground: Ints, options: Ints, row: Ints, spare: Ints) -> int:
    """R18 to R20, R50: the next wave, or the battle begins; returns as `play.ended`."""
    for seat in range(2):
        if row[layout.DUE + seat] and not open_spaces(ground, row, seat):
            row[layout.DUE + seat] = 0
    if row[layout.DUE] or row[layout.DUE + 1]:
        return fast.GOES_ON
    row[layout.ROUND] = 1
    fast.count(ground, row)
    end = fast.ended(ground, row)
    if end == fast.GOES_ON and not movable(ground, row, spare):
        end = fast.tied(ground, row)
    row[layout.OWED] = layout.BATTLE
    if end != fast.GOES_ON or row[layout.AT_ONCE]:
        return int(end)
    if row[layout.BOUT] == 2 and row[layout.OPENER] >= 0:
        first_is(row, 1 - row[layout.OPENER])
    elif options[layout.GIVEN] >= 0:
        first_is(row, options[layout.GIVEN])
    else:
        row[layout.OWED] = layout.NAME
    return int(end)


@kernel
def movable(ground: Ints, row: Ints, spare: Ints) -> bool:
    """R52: whether either seat has a legal movement."""
    out, zero = spare[layout.OUT_AT :], ground[fast.ZERO]
    return layout.origins(ground, row, zero, zero, out) != 0 or layout.origins(ground, row, zero + 1, zero, out) != 0


@kernel
def first_is(row: Ints, seat: int) -> None:
    """R19: this seat moves first."""
    row[layout.OWED], row[layout.FIRST], row[fast.SIDE] = layout.BATTLE, seat, seat
    if row[layout.BOUT] == 1:
        row[layout.OPENER] = seat


# --- Turns


@kernel
def judged(ground: Ints, row: Ints, spare: Ints, seat: int, still: int) -> int:
    """R46: a seat's turn after the items of both: PASS if its movement has become illegal; without a power of the mover's character."""
    turn = row[layout.SEATS + layout.BLOCK * seat + layout.TURN]
    if turn == fast.PASS:
        return fast.PASS
    out = spare[layout.OUT_AT :]
    origin, end, manner = turn & 63, turn >> fast.END & 63, turn >> fast.MANNER & 3
    if manner == fast.SWAP and still >> end & 1:
        return fast.PASS
    for which in range(fast.movements(ground, row, 1 << origin, ~ground[fast.ZERO], out)):
        if out[which] >> fast.END & 63 == end and out[which] >> fast.MANNER & 3 == manner:
            if row[origin] >> fast.KIND & 7 == turn >> fast.POWER & 7:
                return int(out[which])
            return int(out[which] | turn & ~fast.MOVEMENT)
    return fast.PASS


@kernel
def turned_over(ground: Ints, options: Ints, row: Ints, spare: Ints) -> int:
    """R44, R46: the turns of the seats that owed one; returns as `play.ended`."""
    log, zero = spare[layout.LOG_AT : layout.OUT_AT], ground[fast.ZERO]
    a, b = row[layout.SEATS + layout.TURN], row[layout.SEATS + layout.BLOCK + layout.TURN]
    uses = row[layout.SEATS + layout.USE] | row[layout.SEATS + layout.BLOCK + layout.USE]
    if uses:
        still_a = layout.still_of(row, zero, row[layout.SEATS + layout.USE])
        still_b = layout.still_of(row, zero + 1, row[layout.SEATS + layout.BLOCK + layout.USE])
        for item in range(1, 4):
            for number in range(2):
                seat = options[layout.DMO] ^ number
                use = int(row[layout.SEATS + layout.BLOCK * seat + layout.USE])
                if use & 3 == item:
                    layout.used(row, use)
                    row[layout.ITEMS + seat] &= ~(1 << (item - 1))
        a, b = judged(ground, row, spare, zero, still_a), judged(ground, row, spare, zero + 1, still_b)
    if row[layout.AT_ONCE]:
        make_both(ground, row, log, zero, a, b)
    else:
        seat = row[fast.SIDE]
        turn = b if seat else a
        row[fast.LEFT] = 0
        if turn != fast.PASS:
            layout.carry(ground, row, turn)
            if turn >> fast.POWER & 7:
                log[fast.CHANGED] = 0
                fast.spend(ground, row, log, zero, turn)
        fast.tick(row, seat)
        fast.count(ground, row)
        row[fast.SIDE] = 1 - seat
    return int(fast.ended(ground, row))


@kernel
def bout_ends(options: Ints, row: Ints, end: int) -> bool:
    """R54, R55: the bout counts, or is played again; returns whether the match is over."""
    winner = end - fast.DECIDED
    if end == fast.NOBODY:
        if row[layout.AGAIN] < REPLAYS:
            row[layout.AGAIN] += 1
            if row[layout.BOUT] == 1:
                row[layout.OPENER] = -1
            return False
        winner = 1 - options[layout.DMO]
    row[layout.WINS + winner] += 1
    if 2 * row[layout.WINS + winner] > options[layout.BEST_OF]:
        row[layout.OWED] = layout.OVER
        return True
    row[layout.BOUT] += 1
    row[layout.AGAIN] = 0
    return False


@kernel
def settle(ground: Ints, options: Ints, row: Ints, spare: Ints) -> int:
    """The submissions of all seats that owed one work; returns as `play.ended`, for the bout."""
    owed = row[layout.OWED]
    end = fast.GOES_ON
    if owed == layout.NAME:
        first_is(row, int(row[layout.SEATS + layout.BLOCK * options[layout.CHOOSER] + layout.ONE]))
    elif owed == layout.BATTLE:
        end = turned_over(ground, options, row, spare)
        row[layout.ROUND] += end == fast.GOES_ON
    elif owed == layout.PLACE:
        placed(row)
        end = wave(ground, options, row, spare)
    else:
        claimed(row)
        if fast.bits(row[layout.FREE]) <= LEFT_UNCLAIMED:
            cleared(options, row)
            end = wave(ground, options, row, spare)
    return int(end)


@kernel
def asked(ground: Ints, options: Ints, row: Ints, spare: Ints, seat: int) -> int:
    """The first tokens of a seat's submission; 0 if it owes none."""
    at, owed, size = layout.SEATS + layout.BLOCK * seat, row[layout.OWED], ground[fast.SPACES]
    row[at + layout.USE] = row[at + layout.TURN] = row[at + layout.COUNT] = 0
    if owed == layout.CLAIM:
        row[at + layout.STAGE] = layout.CLAIM_ONE
        return int(row[layout.FREE] << 1)
    if owed == layout.PLACE:
        row[at + layout.STAGE] = layout.PLACE_SPACE
        return open_spaces(ground, row, seat) << 1 if row[layout.DUE + seat] else 0
    if owed == layout.NAME:
        row[at + layout.STAGE] = layout.NAME_SEAT
        return int(3 << (size + layout.SEAT)) if options[layout.CHOOSER] == seat else 0
    if owed == layout.BATTLE and (row[layout.AT_ONCE] or row[fast.SIDE] == seat):
        return layout.begin(ground, row, spare, seat)
    return 0


@kernel
def goes_on(ground: Ints, options: Ints, wanted: Ints, row: Ints, spare: Ints, seeds: Seeds, match: int, end: int, masks: Ints) -> bool:
    """The next decision, after a bout has come to an end or goes on; returns whether the match is over.

    Args:
        end: as `play.ended`.
        masks: shape (2,), receives the first tokens of both seats.
    """
    zero = ground[fast.ZERO]
    while True:
        if end != fast.GOES_ON:
            if bout_ends(options, row, end):
                masks[0] = masks[1] = row[layout.SEATS + layout.COUNT] = row[layout.SEATS + layout.BLOCK + layout.COUNT] = 0
                return True
            if options[layout.EACH_BOUT]:
                row[layout.ITEMS], row[layout.ITEMS + 1] = options[layout.HELD], options[layout.HELD + 1]
            new_bout(ground, options, wanted, row, seeds, match)
        masks[0], masks[1] = asked(ground, options, row, spare, zero), asked(ground, options, row, spare, zero + 1)
        if (
            row[layout.OWED] != layout.BATTLE
            or not (masks[0] | masks[1]) >> (ground[fast.SPACES] + layout.PASSING) & 1
            or movable(ground, row, spare)
        ):
            return False
        row[layout.ROUND] -= 1  # nobody could move after the last turn, so this one is none
        end = fast.tied(ground, row)


# --- The calls of a batch


SHARED: Final = 11  # columns of an observation before those of the seats
SIDES: Final = 11  # of one seat
PIECE: Final = 25  # of a space
OWNED, BLACK, GREY, MARK = 6, 8, 16, 24  # within a space


@kernel
def early(ground: Ints, row: Ints, seat: int, action: int) -> int:
    """A token of a submission before the battle; returns the mask of those that may follow."""
    at, size = layout.SEATS + layout.BLOCK * seat, ground[fast.SPACES]
    stage = row[at + layout.STAGE]
    row[at + layout.STAGE] = stage + 1
    if stage == layout.CLAIM_ONE:
        row[at + layout.ONE] = action - 1
        return int((row[layout.FREE] & ~(1 << (action - 1))) << 1)
    if stage == layout.PLACE_SPACE:
        row[at + layout.ONE] = action - 1
        return int(1 << (size + layout.PLUS) | 1 << (size + layout.CROSS))
    if stage == layout.CLAIM_TWO:
        row[at + layout.TWO] = action - 1
    elif stage == layout.PLACE_ARROWS:
        row[at + layout.TWO] = action == size + layout.CROSS
    else:
        row[at + layout.ONE] = action - size - layout.SEAT
    return 0


@kernel
def write(masks: Words, match: int, seat: int, mask: int) -> None:
    """The tokens that a seat may give next."""
    masks[match, seat, 0] = np.uint64(mask)


@maker
def start(rows: Ints, masks: Words, fixed: tuple[Ints, Ints, Ints], which: Bools, seeds: Seeds) -> None:
    """Set-up of these matches."""
    ground, options, wanted = fixed
    spare, offered = np.zeros(layout.SPARE, dtype=np.int64), np.zeros(2, dtype=np.int64)
    for match in range(rows.shape[0]):
        if which[match]:
            row = rows[match]
            for place in range(row.size):
                row[place] = 0
            row[layout.BOUT], row[layout.OPENER] = 1, -1
            row[layout.ITEMS], row[layout.ITEMS + 1] = options[layout.HELD], options[layout.HELD + 1]
            new_bout(ground, options, wanted, row, seeds, match)
            goes_on(ground, options, wanted, row, spare, seeds, match, int(ground[fast.ZERO]), offered)
            write(masks, match, 0, offered[0])
            write(masks, match, 1, offered[1])


@maker
def step(rows: Ints, masks: Words, fixed: tuple[Ints, Ints, Ints], actions: Actions, seeds: Seeds, rewards: Rewards, ended: Bools) -> None:
    """A token of each seat that owes one."""
    ground, options, wanted = fixed
    spare, offered = np.zeros(layout.SPARE, dtype=np.int64), np.zeros(2, dtype=np.int64)
    for match in range(rows.shape[0]):
        rewards[match, 0] = rewards[match, 1] = 0.0
        ended[match] = False
        row = rows[match]
        if row[layout.OWED] == layout.OVER:
            continue
        for seat in range(2):
            offered[seat] = 0
            if masks[match, seat, 0] != NONE:
                at = layout.SEATS + layout.BLOCK * seat
                action = int(actions[match, seat])
                row[at + layout.TOKENS + row[at + layout.COUNT]] = action
                row[at + layout.COUNT] += 1
                if row[at + layout.STAGE] >= layout.CLAIM_ONE:
                    offered[seat] = early(ground, row, seat, action)
                else:
                    offered[seat] = layout.advance(ground, row, spare, seat, action)
        if not offered[0] | offered[1]:
            end = settle(ground, options, row, spare)
            if goes_on(ground, options, wanted, row, spare, seeds, match, end, offered):
                winner = 0 if row[layout.WINS] > row[layout.WINS + 1] else 1
                rewards[match, winner], rewards[match, 1 - winner] = 1.0, -1.0
                ended[match] = True
        write(masks, match, 0, offered[0])
        write(masks, match, 1, offered[1])


@kernel
def owes(options: Ints, row: Ints, seat: int) -> bool:
    """Whether the open decision asks a seat, finished or not."""
    owed = row[layout.OWED]
    if owed == layout.PLACE:
        return bool(row[layout.DUE + seat] > 0)
    if owed == layout.NAME:
        return bool(options[layout.CHOOSER] == seat)
    return bool(owed == layout.CLAIM or (owed == layout.BATTLE and (row[layout.AT_ONCE] or row[fast.SIDE] == seat)))


@kernel
def observe(rows: Ints, fixed: tuple[Ints, Ints, Ints], seat: int, out: Observations) -> None:
    """The observation of a seat: all is public but the tokens of a submission that is begun."""
    ground, options, _wanted = fixed
    size = ground[fast.SPACES]
    for match in range(rows.shape[0]):
        row, look = rows[match], out[match]
        look[0] = seat
        for number in range(4):
            look[1 + number] = row[layout.OWED] == number
        look[5], look[6], look[7], look[8] = row[layout.BOUT], row[layout.AGAIN], row[layout.AT_ONCE], row[layout.ROUND]
        look[9] = row[fast.SMALL] >= 0
        look[10] = seat == options[layout.CHOOSER]
        at = SHARED
        for other in range(2):
            whose = seat ^ other
            look[at] = owes(options, row, whose)
            look[at + 1] = row[layout.WINS + whose]
            look[at + 2], look[at + 3], look[at + 4] = row[layout.FIRST] == whose, row[layout.OPENER] == whose, row[fast.LEADER] == whose
            look[at + 5], look[at + 6] = row[fast.QUIET + whose], max(0, row[fast.SMALL + whose])
            look[at + 7] = row[layout.DUE + whose]
            for item in range(3):
                look[at + 8 + item] = row[layout.ITEMS + whose] >> item & 1
            at += SIDES
        for space in range(size):
            look[at + space] = row[layout.CLOSED] >> space & 1
        at += size
        for space in range(size):
            piece = row[space]
            for number in range(PIECE):
                look[at + number] = 0.0
            if piece:
                look[at + (piece >> fast.KIND & 7)] = 1.0
                if not piece & layout.UNOWNED:
                    look[at + OWNED + ((piece >> fast.OWNER & 1) ^ seat)] = 1.0
                for way in range(16):
                    look[at + BLACK + way] = piece >> way & 1
                look[at + MARK] = piece & fast.MARKED != 0
            at += PIECE
        begun, order = layout.SEATS + layout.BLOCK * seat, out.shape[1] - layout.LONGEST
        for place in range(at, out.shape[1]):
            look[place] = 0.0
        for number in range(row[begun + layout.COUNT]):
            token = row[begun + layout.TOKENS + number]
            look[at + token] += 1.0
            look[order + number] = token + 1
