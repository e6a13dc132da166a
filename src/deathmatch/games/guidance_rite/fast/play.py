"""Making turns and taking them back, and ends of bouts (R23 to R39, R44, R50 to R54)."""

from __future__ import annotations

from deathmatch.games.guidance_rite.fast.fixed import (
    ARROW,
    BODY,
    CROW,
    EDGE,
    FEW,
    FEW_TURNS,
    FINAL,
    GREY,
    GUARDIAN,
    LAST,
    LEADS,
    LIZARD,
    MARK,
    MONSTER,
    QUIET_TURNS,
    RAT,
    REACHED,
    WEIGHTS,
    ZERO,
    Ints,
)
from deathmatch.games.guidance_rite.fast.words import (
    AIM,
    AIM_BITS,
    AIMS,
    ARROWS,
    CHANGED,
    END,
    GREYS,
    HASH,
    KIND,
    LEADER,
    LEFT,
    MANNER,
    MARKED,
    NO_ARROWS,
    NO_KIND,
    OVER,
    OWN,
    OWNER,
    PASS,
    POWER,
    QUIET,
    ROW,
    SIDE,
    SMALL,
    SOURCE,
    SWAP,
    TAIL,
    TAKE,
    TWO,
    WAY,
    WORTH,
)
from deathmatch.solve.kernel import kernel

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

    That neither seat can move is not looked at here: see `moving.stuck`.
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
