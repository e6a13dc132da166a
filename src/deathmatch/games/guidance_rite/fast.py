"""The rules of the battle once more, as compiled kernels; `tests/games/guidance_rite/test_fast.py` holds them to `rules`.

- `ground(terms)` is what stays the same throughout a bout, one array that every kernel gets first.
- `position(ground, bout)` is a position, one array that the kernels change in place; boards of up to 6x6.
  Its parts that one may want to read have names: `here[OWN + seat]`, `here[SIDE]`, `here[HASH]`, `here[WORTH + seat]` ...
  Seats are 0 (A) and 1 (B).
- `new_log(plies)` is room to remember so many turns; `make(ground, here, log, ply, turn)` plays a turn of `here[SIDE]` and remembers it in
  row `ply`, `fast_search.make_both(ground, here, log, ply, a, b)` plays A's and B's at once (R46 to R48, powers included), and
  `unmake(here, log, ply)` takes back either.
- A turn is an integer, PASS (0) a pass or a time-out. `turn_of` turns it into a submission, `word_of` makes it from a movement of the
  rules. `turns(ground, here, log, ply, seat, powers, out)` writes every turn of a seat into `out` and tells how many; row `ply`
  of the log is used for it, so it has to be free. Of turns with powers there may be thousands, in `final` more: turns that do not fit
  into `out` are counted and left out. `movements` lists those of some pieces, or only captures; `powered` the powers that go with one
  movement.
- `ended(ground, here)` after a turn: GOES_ON, DECIDED + the seat that won, or NOBODY if R54 has the bout played again. That nobody
  can move (R52) is `stuck`, which costs more and is needed only if a seat that has to move has only a pass.

Numba compiles a kernel once more for each constant that it is handed by another kernel: hand over variables, such as `ground[ZERO]`.

Options that the kernels honour: `size`, `powers`, `removals`, `crossing`, `draw_pieces`, `draw_turns`, `draw_from`, `quiet_turns`,
`last_tie`, `crow_power`. Not theirs, but the rules': deals, claims, placing, who moves first; items (`battle.used` gives the board
after one, which `position` takes; the pieces that it names may not move then: leave them out of what `movements` is asked for. At once
the other's item may spoil a movement: make it PASS then); time-outs, beyond their being a pass.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.seats import Seat, certain
from deathmatch.games.guidance_rite.battle import Way
from deathmatch.games.guidance_rite.values import OFF, Bout, Kind, LastTie, Manner, Movement, Piece, Power, Terms, Turn
from deathmatch.solve.kernel import kernel

OF_GUARDIANS: Final = (
    *(211, 322, 286, 341, 376, 355),  # BODY
    *(100, 108, 57, 55, 124, 58),  # ARROW
    *(48, 71, 12, 0, 38, 20),  # EDGE
    *(15, 15, 6, 15, 15, 15),  # GREY
    *(0, 310, 0, 3716),  # MARK, LEVEL, TURN, DUE
    *(250, 417, 593),  # FREE, HIT, STEEP
)
OF_FINAL: Final = (
    *(277, 406, 418, 481, 438, 446),  # BODY
    *(100, 120, 81, 13, 160, 71),  # ARROW
    *(58, 63, 10, 0, 49, 44),  # EDGE
    *(34, 16, 47, 24, 27, 19),  # GREY
    *(0, 497, 0, 2256),  # MARK, LEVEL, TURN, DUE
    *(151, 312, 780),  # FREE, HIT, STEEP
)


# --- What stays the same throughout a bout, as one array that every kernel gets: terms, the weights of the evaluation, and the board's
# shape
# One array instead of a record of many, because a compiled call hands over each array of a record, which costs more than the work.


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
WEIGHTS: Final = 12  # + the places below
STEP: Final = 48  # + 8 * space + direction: the space there, or OFF
LOOP: Final = STEP + WAYS * MOST  # the same on the looped board
LEADS: Final = LOOP + WAYS * MOST  # + space: the directions that do not lead off the board, as a mask
BESIDE: Final = LEADS + MOST  # + space: the spaces orthogonally beside it, as a mask
REACH: Final = BESIDE + MOST  # + 256 * space + arrows: the spaces to which they lead, as a mask
GROUND_SIZE: Final = REACH + (MOST << WAYS)

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


def ground(terms: Terms, *, replays: bool = True) -> Ints:
    """The array of a match, shape (SIZE,).

    Args:
        terms: its options. The kernels do not know items, time-outs, claims and placing.
        replays: whether a bout that nothing decides (R54) may still be played again, if the options have it so.
    """
    replayed = terms.last_tie is LastTie.REPLAY and replays
    last = 2 if replayed else seat_number(terms.dmo if terms.last_tie is LastTie.DMO else terms.dmo.other)
    copied = _ground(terms, last).copy()
    copied[WEIGHTS : WEIGHTS + COUNT] = fitted(terms)
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
    table = np.zeros(GROUND_SIZE, dtype=np.int64)
    table[SPACES] = len(size)
    table[FINAL], table[ANY], table[ALL_REMOVALS], table[CLASH] = terms.final, terms.any_power, terms.removals_all, terms.clash
    table[FEW], table[FEW_TURNS], table[REACHED] = terms.few, terms.few_turns, terms.reached
    table[QUIET_TURNS], table[EXACT], table[LAST] = terms.quiet_turns, terms.exact, last
    table[STEP:LEADS] = OFF
    table[STEP : STEP + WAYS * len(size)] = np.ravel(size.step)
    table[LOOP : LOOP + WAYS * len(size)] = np.ravel(size.loop)
    for space, ends in enumerate(size.step):
        leads = [0 if end == OFF else 1 << end for end in ends]
        table[LEADS + space] = sum(1 << way for way, mask in enumerate(leads) if mask)
        table[BESIDE + space] = sum(1 << there for there in size.beside[space])
        for arrows in range(1 << WAYS):
            table[REACH + (space << WAYS) + arrows] = sum(mask for way, mask in enumerate(leads) if arrows >> way & 1)
    return table


# --- Pieces, turns and positions as the kernels have them: words of bits, and the places of an array
# A **piece** is a word: black arrows (bits 0 to 7), grey ones (8 to 15), character (16 to 18, by `fixed.KINDS`), owner (19), mark (20), and
# a bit that says that there is one (21). An empty space is 0.
# A **turn** is a word too: origin (bits 0 to 5), end (6 to 11), direction (12 to 14), two spaces (15), over the edge (16), manner (17, 18:
# 0 move or capture, 1 take, 2 change places with a guardian), the character of its power (19 to 21, 0 without one; a guardian's power is
# the manner), its source (22 to 27), how many arrows it is about (28, 29), and these, from bit 30: space and direction, 9 bits each. 0 is a
# pass.
# A **position** is an array, shape (SIZE,): the piece on each space, numbered as in `values.grid`, then the places named below.


# --- Pieces

ARROWS: Final = 0xFF
GREYS: Final = 8  # shift
KIND: Final = 16
OWNER: Final = 19
MARKED: Final = 1 << 20
THERE: Final = 1 << 21
NO_ARROWS: Final = ~0xFFFF
NO_KIND: Final = ~(7 << KIND)

# --- Turns

PASS: Final = 0
END: Final = 6
WAY: Final = 12
TWO: Final = 15
OVER: Final = 16
MANNER: Final = 17
POWER: Final = 19
SOURCE: Final = 22
AIMS: Final = 28
AIM: Final = 30
AIM_BITS: Final = 9
TAKE: Final = 1
SWAP: Final = 2

MOVEMENT: Final = (1 << POWER) - 1  # mask of a turn without its power
CAPACITY: Final = 4 * 8 * MOST  # more movements than any position has

# --- Positions

OWN: Final = 36  # + seat: the spaces of its pieces, as a mask
SIDE: Final = 38  # whose turn it is; without meaning at once
QUIET: Final = 39  # + seat: turns since a piece last left the board (R52)
SMALL: Final = 41  # + seat: turns since both first had few pieces; -1 before
LEADER: Final = 43  # who had more pieces most recently (R53): 0 A, 1 B, 2 nobody
HASH: Final = 44  # of the board
WORTH: Final = 45  # + seat: its pieces, by the weights
LEFT: Final = 47  # whether a piece has left the board in this turn
SIZE: Final = 48

# --- What a turn has changed: a row of this length for each turn that is to be taken back

TAIL: Final = SIZE - OWN
CHANGED: Final = TAIL  # how many spaces
ROW: Final = TAIL + 1 + 2 * 20


# --- Making turns and taking them back, and ends of bouts (R23 to R39, R44, R50 to R54)


GOES_ON, DECIDED, NOBODY = 0, 1, 3  # what `ended` tells: DECIDED + seat if a seat has won


@kernel
def bits(mask: int) -> int:
    """How many bits are set; the compiler knows this loop and makes it one instruction."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def mixed(number: int) -> int:
    """A hash of a number, all 64 bits of it (splitmix64)."""
    number = (number ^ (number >> 30 & 0x3FFFFFFFF)) * -4658895280553007687
    number = (number ^ (number >> 27 & 0x1FFFFFFFFF)) * -7723592293110705685
    return number ^ (number >> 31 & 0x1FFFFFFFF)


@kernel
def value(ground: Ints, piece: int, space: int) -> int:
    """The worth of a piece at its place, by the weights."""
    kind = piece >> KIND & 7
    leads = ARROWS if kind == GUARDIAN else ground[LEADS + space]
    at = WEIGHTS + kind
    total = ground[at + BODY] + bits(piece & leads) * ground[at + ARROW] + bits(piece & ARROWS & ~leads) * ground[at + EDGE]
    grey = piece >> GREYS & leads
    if grey:
        total += bits(grey) * ground[at + GREY]
    if piece & MARKED:
        total += ground[WEIGHTS + MARK]
    return int(total)


@kernel
def place(ground: Ints, here: Ints, space: int, piece: int) -> None:
    """Put a piece, or none (0), on a space, whatever stands there."""
    old = here[space]
    if old:
        here[HASH] ^= mixed(old << 6 | space)
        seat = old >> OWNER & 1
        here[OWN + seat] &= ~(1 << space)
        here[WORTH + seat] -= value(ground, old, space)
    if piece:
        here[HASH] ^= mixed(piece << 6 | space)
        seat = piece >> OWNER & 1
        here[OWN + seat] |= 1 << space
        here[WORTH + seat] += value(ground, piece, space)
    here[space] = piece


@kernel
def change(ground: Ints, here: Ints, log: Ints, row: int, space: int, piece: int) -> None:
    """The same, remembered in the log at `row` so that it can be taken back."""
    at = row + CHANGED
    count = log[at]
    log[at + 1 + 2 * count] = space
    log[at + 2 + 2 * count] = here[space]
    log[at] = count + 1
    place(ground, here, space, piece)


@kernel
def remember(here: Ints, log: Ints, row: int) -> None:
    """Begin a row of the log."""
    for at in range(TAIL):
        log[row + at] = here[OWN + at]
    log[row + CHANGED] = 0


@kernel
def unmake(here: Ints, log: Ints, ply: int) -> None:
    """Take back what row `ply` of the log remembers."""
    row = ply * ROW
    at = row + CHANGED
    for number in range(log[at] - 1, -1, -1):
        here[log[at + 1 + 2 * number]] = log[at + 2 + 2 * number]
    for place_ in range(TAIL):
        here[OWN + place_] = log[row + place_]


@kernel
def refilled(piece: int) -> int:
    """R27."""
    if piece >> KIND & 7 == LIZARD and not piece & ARROWS:
        return piece | (ARROWS & ~(piece >> GREYS))
    return piece


@kernel
def turned(piece: int, eighths: int) -> int:
    """R2: the piece with all its arrows turned clockwise."""
    black, grey = piece & ARROWS, piece >> GREYS & ARROWS
    black = (black << eighths | black >> (8 - eighths)) & ARROWS
    grey = (grey << eighths | grey >> (8 - eighths)) & ARROWS
    return piece & NO_ARROWS | grey << GREYS | black


@kernel
def loses(turn: int, kind: int, captures: bool) -> bool:
    """R28, R29: whether a movement costs a mover its character, which is `kind`."""
    return (kind == MONSTER and not turn >> TWO & 1) or (captures and kind == GUARDIAN and turn >> OVER & 1 == 1)


@kernel
def arrived(ground: Ints, mover: int, turn: int, captured: int) -> int:
    """R33: the piece that moved, after it has arrived and captured something, or nothing (0)."""
    kind, used, taken = mover >> KIND & 7, 1 << (turn >> WAY & 7), False
    piece = mover
    if mover >> GREYS & used:
        piece &= ~(used << GREYS)
    elif kind == LIZARD:
        piece &= ~used
    elif kind == CROW and turn >> TWO & 1:
        piece = piece & ~used | used << GREYS
    if captured and ground[FINAL] and not (captured ^ mover) >> OWNER & 1:
        gift = captured & ARROWS
        piece = piece & ~gift | gift << GREYS | MARKED
        if turn >> MANNER & 3 == TAKE:
            taken = True
            piece = piece & NO_KIND | captured & 7 << KIND
    if kind == RAT:
        piece = turned(piece, 1)
    if not taken and loses(turn, kind, captured != 0):
        piece &= NO_KIND
    return refilled(piece)


@kernel
def move(ground: Ints, here: Ints, log: Ints, row: int, turn: int) -> None:
    """Carry out the movement of a turn (R33, R38); the rest of the turn is to follow."""
    origin, end = turn & 63, turn >> END & 63
    mover, there, left = here[origin], here[end], ground[ZERO]
    if turn >> MANNER & 3 == SWAP:
        left, there = there & NO_KIND, 0
    change(ground, here, log, row, origin, left)
    change(ground, here, log, row, end, arrived(ground, mover, turn, there))
    here[LEFT] = there != 0


@kernel
def spend(ground: Ints, here: Ints, log: Ints, row: int, turn: int) -> None:
    """Carry out the power of a turn (R35 to R37, R39), and refill (R27)."""
    kind, source = turn >> POWER & 7, turn >> SOURCE & 63
    piece = here[source] & NO_KIND
    if kind == MONSTER:
        aim = turn >> AIM
        target, arrow = aim & 63, 1 << (aim >> 6 & 7)
        change(ground, here, log, row, source, piece)
        change(ground, here, log, row, target, refilled(here[target] & ~(arrow | arrow << GREYS)))
    elif kind == RAT:
        change(ground, here, log, row, source, turned(piece, 4))
    elif kind == LIZARD:
        arrow = 1 << (turn >> (AIM + 6) & 7)
        change(ground, here, log, row, source, piece & ~(arrow << GREYS) | arrow)
    elif not ground[FINAL]:
        change(ground, here, log, row, source, piece & ~(ARROWS << GREYS) | (piece >> GREYS & ARROWS))
    else:
        change(ground, here, log, row, source, piece)
        for number in range(turn >> AIMS & 3):
            aim = turn >> (AIM + AIM_BITS * number)
            target, arrow = aim & 63, 1 << (aim >> 6 & 7)
            change(ground, here, log, row, target, here[target] & ~(arrow << GREYS) | arrow)


@kernel
def count(ground: Ints, here: Ints) -> None:
    """R52, R53: looks at the numbers of pieces; as a battle begins, and after each turn."""
    a, b = bits(here[OWN]), bits(here[OWN + 1])
    if a != b:
        here[LEADER] = 0 if a > b else 1
    if here[SMALL] < 0 and max(a, b) <= ground[FEW]:
        here[SMALL] = here[SMALL + 1] = 0


@kernel
def tick(here: Ints, seat: int) -> None:
    """R52: one more turn of a seat, which no piece left the board in."""
    if here[LEFT]:
        here[QUIET] = here[QUIET + 1] = 0
    else:
        here[QUIET + seat] += 1
    if here[SMALL] >= 0:
        here[SMALL + seat] += 1


@kernel
def make(ground: Ints, here: Ints, log: Ints, ply: int, turn: int) -> None:
    """Play a legal turn of the seat to move (R44), remembered in row `ply` of the log; `ended` says whether it was the last.

    Args:
        ground: see `fixed`.
        here: the position, which changes.
        log: of at least ROW * (ply + 1) places.
        turn: see `words`.
    """
    row = ply * ROW
    remember(here, log, row)
    here[LEFT] = 0
    if turn != PASS:
        move(ground, here, log, row, turn)
        if turn >> POWER & 7:
            spend(ground, here, log, row, turn)
    seat = here[SIDE]
    tick(here, seat)
    count(ground, here)
    here[SIDE] = 1 - seat


@kernel
def ended(ground: Ints, here: Ints) -> int:
    """R50 to R54, but for time-outs: GOES_ON, DECIDED + the seat that has won, or NOBODY if the bout is to be played again.

    Whether neither seat can move is not looked at here: `stuck` says that.
    """
    a, b = here[OWN], here[OWN + 1]
    if not a or not b:
        if a:
            return DECIDED
        return DECIDED + 1 if b else tied(ground, here)
    quiet = min(here[QUIET], here[QUIET + 1])
    if quiet >= ground[QUIET_TURNS]:
        return tied(ground, here)
    if max(bits(a), bits(b)) <= ground[FEW]:
        turns = min(here[SMALL], here[SMALL + 1]) if ground[REACHED] else quiet
        if turns >= ground[FEW_TURNS]:
            return tied(ground, here)
    return GOES_ON


@kernel
def tied(ground: Ints, here: Ints) -> int:
    """R53, R54: who wins a drawn bout."""
    a, b = bits(here[OWN]), bits(here[OWN + 1])
    if a != b:
        return DECIDED + (0 if a > b else 1)
    leader = here[LEADER]
    return int(DECIDED + (ground[LAST] if leader == 2 else leader))


# --- The options of a seat: movements (R23 to R32, R38), powers after them (R34 to R37, R39), and whole turns (R21, R22)


FULL_LIZARD = 6  # arrows, with which a lizard's power is of no use (R37)


@kernel
def arrive(ground: Ints, here: Ints, turn: int, targets: int, out: Ints, at: int) -> int:
    """Add the options at the end of a movement (R24, R32, R38) to `out` from place `at` on; returns the place after the last one."""
    if not targets >> (turn >> END & 63) & 1:
        return at
    mover, there = here[turn & 63], here[turn >> END & 63]
    if not there:
        out[at] = turn
        return at + 1
    own = not (mover ^ there) >> OWNER & 1
    if not own or not ground[FINAL]:
        out[at] = turn
        at += 1
    elif not (mover | there) & MARKED:
        out[at] = turn
        at += 1
        if there >> KIND & 7:
            out[at] = turn | TAKE << MANNER
            at += 1
    kind = mover >> KIND & 7
    if (
        there >> KIND & 7 == GUARDIAN
        and kind != GUARDIAN
        and (own or ground[ANY])
        and not (ground[ALL_REMOVALS] and loses(turn, kind, False))
    ):
        out[at] = turn | SWAP << MANNER
        at += 1
    return at


@kernel
def movements(ground: Ints, here: Ints, pieces: int, targets: int, out: Ints) -> int:
    """Every legal movement of some pieces of one seat.

    Args:
        pieces: the spaces of the pieces, as a mask.
        targets: the spaces where movements may end, as a mask: -1 for all, the other seat's pieces for captures.
        out: receives the turns; no position has more than `CAPACITY`.

    Returns: how many there are.
    """
    at, final = ground[ZERO], ground[FINAL]
    while pieces:
        origin = bits((pieces & -pieces) - 1)
        pieces &= pieces - 1
        piece = here[origin]
        kind = piece >> KIND & 7
        ways = piece & ARROWS
        if final:
            ways |= piece >> GREYS & ARROWS
        while ways:
            way = bits((ways & -ways) - 1)
            ways &= ways - 1
            end = int(ground[STEP + WAYS * origin + way])
            turn = origin | way << WAY
            if end < 0:
                if kind == GUARDIAN:
                    end = int(ground[LOOP + WAYS * origin + way])
                    at = arrive(ground, here, turn | end << END | 1 << OVER, targets, out, at)
                continue
            at = arrive(ground, here, turn | end << END, targets, out, at)
            if kind in (CROW, MONSTER):
                far = int(ground[STEP + WAYS * end + way])
                if far < 0:
                    continue
                if (kind == MONSTER and not here[end]) or (kind == CROW and piece >> way & 1 and not here[far]):
                    at = arrive(ground, here, turn | far << END | 1 << TWO, targets, out, at)
    return int(at)


@kernel
def stuck(ground: Ints, here: Ints, spare: Ints) -> bool:
    """R52: whether neither seat has a legal movement. `spare` is written to, at most 32 places."""
    everywhere = ~ground[ZERO]
    for seat in range(2):
        pieces = here[OWN + seat]
        while pieces:
            if movements(ground, here, pieces & -pieces, everywhere, spare):
                return False
            pieces &= pieces - 1
    return True


@kernel
def add(turn: int, out: Ints, at: int) -> int:
    """Add a turn, if there is room for it; it is counted in any case."""
    if at < out.size:
        out[at] = turn
    return at + 1


@kernel
def crow_spendings(ground: Ints, here: Ints, seat: int, turn: int, out: Ints, at: int) -> int:
    """Every power of a crow in `final` (R36): up to three grey arrows of one own piece, or one of each of two."""
    exact = ground[EXACT]
    for one in range(WAYS * ground[0]):
        if not (here[OWN + seat] >> (one >> 3) & 1 and here[one >> 3] >> (GREYS + (one & 7)) & 1):
            continue
        first = turn | (one >> 3 | (one & 7) << 6) << AIM
        if not exact:
            at = add(first | 1 << AIMS, out, at)
        for two in range(one + 1, WAYS * ground[0]):
            if not (here[OWN + seat] >> (two >> 3) & 1 and here[two >> 3] >> (GREYS + (two & 7)) & 1):
                continue
            second = first | (two >> 3 | (two & 7) << 6) << (AIM + AIM_BITS)
            if two >> 3 != one >> 3:
                at = add(second | 2 << AIMS, out, at)
                continue
            if not exact:
                at = add(second | 2 << AIMS, out, at)
            for three in range(two + 1, (one | 7) + 1):
                if here[three >> 3] >> (GREYS + (three & 7)) & 1:
                    at = add(second | (three >> 3 | (three & 7) << 6) << (AIM + 2 * AIM_BITS) | 3 << AIMS, out, at)
    return at


@kernel
def spendings(ground: Ints, here: Ints, seat: int, turn: int, kind: int, out: Ints, at: int) -> int:
    """Every turn with a power that goes with a movement which has been carried out on `here` (R34), but for a guardian's.

    Args:
        turn: the movement; it did not change places, nor used up the turn's power.
        kind: the character that the mover set out with.
        out: receives the turns as far as there is room.

    Returns: the place after the last one, also if there was no room.
    """
    sources = (here[OWN] | here[OWN + 1] if ground[ANY] else here[OWN + seat]) & ~(1 << (turn >> END & 63))
    while sources:
        source = bits((sources & -sources) - 1)
        sources &= sources - 1
        piece = here[source]
        spent = piece >> KIND & 7
        if spent in (kind, PLAIN, GUARDIAN):
            continue
        word = turn | spent << POWER | source << SOURCE
        black, grey = piece & ARROWS, piece >> GREYS & ARROWS
        if spent == RAT:
            if black | grey:
                at = add(word, out, at)
        elif spent == LIZARD:
            if bits(black | grey) < FULL_LIZARD:
                for way in range(WAYS):
                    if not black >> way & 1:
                        at = add(word | 1 << AIMS | (source | way << 6) << AIM, out, at)
        elif spent == MONSTER:
            targets = ground[BESIDE + source] & (here[OWN] | here[OWN + 1])
            while targets:
                target = bits((targets & -targets) - 1)
                targets &= targets - 1
                arrows = here[target] | here[target] >> GREYS
                for way in range(WAYS):
                    if arrows >> way & 1:
                        at = add(word | 1 << AIMS | (target | way << 6) << AIM, out, at)
        elif spent == CROW:
            if ground[FINAL]:
                at = crow_spendings(ground, here, seat, word, out, at)
            elif grey:
                at = add(word, out, at)
    return at


@kernel
def powered(ground: Ints, here: Ints, log: Ints, ply: int, seat: int, turn: int, out: Ints, at: int) -> int:
    """Every turn that is this movement with a power; `out` as with `spendings`. Row `ply` of the log is written to."""
    kind = here[turn & 63] >> KIND & 7
    there = here[turn >> END & 63]
    if turn == PASS or turn >> MANNER & 3 == SWAP or (ground[ALL_REMOVALS] and loses(turn, kind, there != 0)):
        return at
    remember(here, log, ply * ROW)
    move(ground, here, log, ply * ROW, turn)
    at = spendings(ground, here, seat, turn, kind, out, at)
    unmake(here, log, ply)
    return at


@kernel
def turns(ground: Ints, here: Ints, log: Ints, ply: int, seat: int, powers: bool, out: Ints) -> int:
    """Every turn that a seat may submit without an item, at once as if the other did nothing (R45); its movements come first.

    Args:
        ply: a row of the log that may be written to.
        seat: 0 or 1; in turn the seat to move.
        powers: whether turns with powers are asked for too; a change of places with a guardian is there in any case.
        out: receives the turns as far as there is room, which movements need (`CAPACITY`).

    Returns: how many there are.
    """
    at = number = movements(ground, here, here[OWN + seat], ~ground[ZERO], out)
    if not number:
        out[0] = PASS
        return 1
    if powers:
        for which in range(number):
            at = powered(ground, here, log, ply, seat, out[which], out, at)
    return at


# --- From bouts to positions and back, and from words of turns to submissions and back


_NUMBERS: Final = {kind: number for number, kind in enumerate(KINDS)}
NO_LEADER: Final = 2  # at LEADER


def piece_word(piece: Piece | None) -> int:
    """A piece that somebody owns, or none."""
    if piece is None:
        return 0
    marked = MARKED if piece.marked else 0
    return piece.black | piece.grey << GREYS | _NUMBERS[piece.kind] << KIND | seat_number(certain(piece.owner)) << OWNER | marked | THERE


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
    here[LEADER] = NO_LEADER if bout.ahead is None else seat_number(bout.ahead)
    return here


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
