"""The rules once more, as compiled kernels for looking ahead; `tests/games/five_card_trick/test_fast.py` holds them to `rules.py`.

A position is one row of whole numbers, so that a search copies and compares it cheaply. Cards are numbered 0 to 4 in the book's order
(score, grow, claim, block, steal); a set of cards or items is a bit mask. R5, R6 and R7 look at the last rounds only through two masks:

    last      the cards of the seat's last round; two of them may not be played together again (R6, R9)
    barred    those of them that may not be played at all: also played in the round before (R5), or doubled (R7)

Rounds, extensions and replays are not in the row: who looks ahead counts rounds.
"""

from __future__ import annotations

import math
from itertools import combinations_with_replacement
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.solve.kernel import kernel, maker

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

SCORE, GROW, CLAIM, BLOCK, STEAL = range(5)
CARDS = 5
ALL_LIGHTS = 0b11111
SCORES, GROWS, CLAIMS, BLOCKS, STEALS = (1 << card for card in range(CARDS))  # their masks; one chip for Score is its mask, 1
OVERLOAD, RESET, PRIORITY = 1, 2, 4  # items, as bits

# Columns of a position; each pair is seat A, then seat B.
LAST = 0
BARRED = 2
LIGHTS = 4
BLOCKED = 6  # the seat's own card that is blocked in the round to come, or NONE
ITEMS = 8  # unspent
CHIPS = 10
POT = 12
WIDTH = 13

GREED = 1e-6  # what a chip adds to a match that is decided, so that more chips still are better than fewer

NONE = -1  # no card; as a submission: a time-out


class Submissions(NamedTuple):
    """Every submission that some position of a variant allows and that is worth looking at; each array has the shape (n,).

    Attributes:
        cards, doubled: masks of the cards played, and of those played twice.
        name: the card that Block names, or NONE.
        items: mask of the items spent.
    """

    cards: Ints
    doubled: Ints
    name: Ints
    items: Ints


class RoundOptions(NamedTuple):
    """The options of a match that a round asks for, as 0 or 1."""

    blocked_collides: int
    steal_needs_live: int
    priority_beats_block: int


def submissions(sizes: tuple[int, ...], doubles: bool, items: bool) -> Submissions:
    """The submissions of a variant.

    Args:
        sizes: how many cards one may hold without Overload (R2).
        doubles: whether a card may be played twice (R3).
        items: whether Overload and Limit Reset exist (R8); then each submission comes without and with Limit Reset.
    """
    rows: list[tuple[int, int, int, int]] = []
    for size, overload in [(size, 0) for size in sizes] + ([(3, OVERLOAD)] if items else []):
        for hand in combinations_with_replacement(range(CARDS), size):
            cards, doubled, tripled = (sum(1 << card for card in range(CARDS) if hand.count(card) > more) for more in range(3))
            if tripled or (doubled and not doubles):
                continue
            names = range(CARDS) if BLOCK in hand else (NONE,)
            rows += [(cards, doubled, name, overload | reset) for name in names for reset in ((0, RESET) if items else (0,))]
    columns = np.array(rows, dtype=np.int64).T.copy()
    return Submissions(*columns)


def opening(items: tuple[int, int] = (0, 0)) -> Ints:
    """The position before round 1 (section Set-up); `items` are the masks that A and B receive."""
    position = np.zeros(WIDTH, dtype=np.int64)
    position[BLOCKED : BLOCKED + 2] = NONE
    position[ITEMS : ITEMS + 2] = items
    position[POT] = 1
    return position


@kernel
def allowed(all_: Submissions, last: int, barred: int, items: int, out: Ints) -> int:
    """The submissions that keep to R5 to R10, for a seat with these masks.

    Args:
        out: shape (n,), receives their row numbers, ascending.

    Returns: how many there are.
    """
    count = 0
    for k in range(all_.cards.size):
        spent = all_.items[k]
        if spent & ~items:
            continue  # R8
        if not spent & RESET:  # R10
            cards = all_.cards[k]
            twice = cards & last
            if cards & barred or twice & (twice - 1):
                continue  # R5, R7; R6: more than one card of the last round
        out[count] = k
        count += 1
    return count


@kernel
def remember(position: Ints, seat: int, all_: Submissions, k: int) -> None:
    """Enter a submission (NONE: a time-out) into the seat's masks, items and lights (R10, R15, R16, R24); `position` changes."""
    if k == NONE:
        position[LAST + seat] = 0
        position[BARRED + seat] = 0
        return
    before = 0 if all_.items[k] & RESET else position[LAST + seat]
    position[LAST + seat] = all_.cards[k]
    position[BARRED + seat] = (all_.cards[k] & before) | all_.doubled[k]
    position[ITEMS + seat] &= ~all_.items[k]
    position[LIGHTS + seat] |= all_.cards[k]


@kernel
def take_pot(position: Ints, seat: int) -> None:
    """The pot goes to a seat and is refilled (R20, R21); `position` changes."""
    position[CHIPS + seat] += position[POT]
    position[POT] = 1


@kernel
def use_priority(position: Ints, seat: int) -> None:
    """The answer `priority` (R11); `position` changes."""
    position[ITEMS + seat] &= ~PRIORITY
    take_pot(position, seat)


@kernel
def standing(mine: int, mine_twice: int, theirs: int, theirs_twice: int, blocked: int) -> int:
    """The cards that stand for a seat (R17): more copies than the opponent, and not the card that is blocked; all but it are masks."""
    return ((mine & ~theirs) | (mine_twice & ~theirs_twice)) & ~one(blocked)


@kernel
def one(card: int) -> int:
    """The mask of a card, 0 for NONE."""
    return 1 << card if card >= 0 else 0


@kernel
def play(position: Ints, all_: Submissions, book: RoundOptions, a: int, b: int, after: Ints) -> int:
    """One round (R15 to R24), without a replay.

    Args:
        position: shape (WIDTH,), before the round; stays as it is.
        a, b: the row numbers of both submissions, or NONE for a time-out.
        after: shape (WIDTH,), receives the position after the round.

    Returns: the seat that is now asked for Claim Priority (R11), or NONE.
    """
    for column in range(WIDTH):
        after[column] = position[column]
    blocked_a, blocked_b = position[BLOCKED], position[BLOCKED + 1]
    # 1. R10, R13, R16, R24: what both played is remembered and lights its lights.
    remember(after, 0, all_, a)
    remember(after, 1, all_, b)
    # 2. R17: a card stands for the seat that played more copies and is not blocked.
    a1, a2 = (0, 0) if a < 0 else (all_.cards[a], all_.doubled[a])
    b1, b2 = (0, 0) if b < 0 else (all_.cards[b], all_.doubled[b])
    claimed_a, claimed_b = a1 & CLAIMS, b1 & CLAIMS
    if not book.blocked_collides:
        a1, a2 = a1 & ~one(blocked_a), a2 & ~one(blocked_a)
        b1, b2 = b1 & ~one(blocked_b), b2 & ~one(blocked_b)
    mine, theirs = standing(a1, a2, b1, b2, blocked_a), standing(b1, b2, a1, a2, blocked_b)
    # 3. R18, R19: Score and Grow.
    after[CHIPS] += mine & SCORES
    after[CHIPS + 1] += theirs & SCORES
    after[POT] += ((mine | theirs) & GROWS) >> GROW
    # 4. R20, R21: Steal goes before Claim; the pot is taken once at most.
    if mine & STEALS and (theirs & CLAIMS if book.steal_needs_live else claimed_b):
        take_pot(after, 0)
    elif theirs & STEALS and (mine & CLAIMS if book.steal_needs_live else claimed_a):
        take_pot(after, 1)
    elif mine & CLAIMS:
        take_pot(after, 0)
    elif theirs & CLAIMS:
        take_pot(after, 1)
    # 5. R22: older blocks end, a Block that stands begins.
    after[BLOCKED] = all_.name[b] if theirs & BLOCKS else NONE
    after[BLOCKED + 1] = all_.name[a] if mine & BLOCKS else NONE
    # 6. R23: all five lights.
    for seat in range(2):
        if after[LIGHTS + seat] == ALL_LIGHTS:
            after[LIGHTS + seat] = 0
            after[CHIPS + seat] += 1
    # 7. R11: who may decide a tie of Claims; both seats never hold the item.
    if (a1 & b1 & CLAIMS) and not (a2 ^ b2) & CLAIMS:
        if after[ITEMS] & PRIORITY and not theirs & STEALS and (blocked_a != CLAIM or book.priority_beats_block):
            return 0
        if after[ITEMS + 1] & PRIORITY and not mine & STEALS and (blocked_b != CLAIM or book.priority_beats_block):
            return 1
    return NONE


# --- One round ahead


@kernel
def count(cards: int) -> int:
    """How many cards or items a mask holds."""
    number = 0
    while cards:
        cards &= cards - 1
        number += 1
    return number


@maker
def plain_payoffs(
    position: Ints, all_: Submissions, book: RoundOptions, rows: Ints, columns: Ints, lights: Floats, prices: Floats, out: Floats
) -> None:
    """A's gain of a round in chips and lights, less B's: the only goal of the bot `steady`.

    Args:
        position: shape (WIDTH,).
        rows, columns: shapes (m,) and (n,), submissions of A and of B.
        lights: shape (6,), what so many lights that are on are worth, in chips.
        prices: shape (8,), what holding each mask of items is worth.
        out: shape (m, n), receives the payoffs.
    """
    after = np.empty(WIDTH, dtype=np.int64)
    start = position[CHIPS] - position[CHIPS + 1]
    for i in range(rows.size):
        for j in range(columns.size):
            asked = play(position, all_, book, rows[i], columns[j], after)
            if asked != NONE and after[POT] > prices[after[ITEMS + asked]] - prices[after[ITEMS + asked] & ~PRIORITY]:
                use_priority(after, asked)
            gain = after[CHIPS] - after[CHIPS + 1] - start
            shine = lights[count(after[LIGHTS])] - lights[count(after[LIGHTS + 1])]
            out[i, j] = gain + shine + prices[after[ITEMS]] - prices[after[ITEMS + 1]]


# --- Many rounds ahead: what a position is worth


class Worth(NamedTuple):
    """What positions are worth, in chips that A will gain beyond B; fitted by `research/fit_five_card_trick.py`.

    A worth is a sum of parts, each for the rounds still to be played. Levels are those rounds, the last level standing for all more:
    K levels for what soon settles, H for items, which may wait long. R rows are the masks (last, barred) that rounds without items
    lead to; P and Q are the largest pots that a part has an entry for.

    Attributes:
        row: shape (32, 32), the row of the masks (last, barred); 0, that of a fresh seat, for those without one of their own.
        shift: shape (32, 32), what such masks without a row change; 0 for the others.
        table: shape (K, R, R, 11, P), by the rows of A and B, the block in force (0 none, 1 + card A's, 6 + card B's), the pot from 1.
        light: shape (K, R, 32), the worth of a mask of lights that are on.
        item: shape (H, 8, R), the worth of a mask of items.
        item_pots: shape (H, 8, Q), what the pot changes about it, Q standing for all larger pots.
        variance: shape (3,), of A's gain less B's, about its worth: with one round to play; more for each one more; more for
            (pot - 1) ** 1.5, times 1 - exp(-rounds / 4).
    """

    row: Ints
    shift: Floats
    table: NDArray[np.float32]
    light: Floats
    item: Floats
    item_pots: Floats
    variance: Floats


@kernel
def advantage(worth: Worth, position: Ints, left: int) -> float:
    """How many chips more than B A can expect to gain in the rounds that are left."""
    if left <= 0:
        return 0.0
    level, item_level = min(left, worth.table.shape[0]) - 1, min(left, worth.item.shape[0]) - 1
    a, b = worth.row[position[LAST], position[BARRED]], worth.row[position[LAST + 1], position[BARRED + 1]]
    block = 0
    if position[BLOCKED] != NONE:
        block = 1 + position[BLOCKED]
    elif position[BLOCKED + 1] != NONE:
        block = 1 + CARDS + position[BLOCKED + 1]
    pots = worth.table[level, a, b, block]
    top = pots.size
    total = float(pots[min(position[POT], top) - 1])
    if position[POT] > top:  # beyond the table the last step goes on
        total += (position[POT] - top) * float(pots[top - 1] - pots[top - 2])
    total += worth.light[level, a, position[LIGHTS]] - worth.light[level, b, position[LIGHTS + 1]]
    total += worth.item[item_level, position[ITEMS], a] - worth.item[item_level, position[ITEMS + 1], b]
    stake = min(position[POT], worth.item_pots.shape[2]) - 1
    total += worth.item_pots[item_level, position[ITEMS], stake] - worth.item_pots[item_level, position[ITEMS + 1], stake]
    total += worth.shift[position[LAST], position[BARRED]] - worth.shift[position[LAST + 1], position[BARRED + 1]]
    return float(total)


@maker
def expected(
    position: Ints, all_: Submissions, book: RoundOptions, worth: Worth, left: int, later: float, rows: Ints, columns: Ints, out: Floats
) -> None:
    """The payoffs of a round in chips: A's gain less B's in it and, by `worth`, in the `left` rounds after it.

    Args:
        later: the part of the gain after this round that counts; 1 for a player who looks at all of it.
        rows, columns: shapes (m,) and (n,), submissions of A and of B.
        out: shape (m, n), receives the payoffs.
    """
    after, used = np.empty(WIDTH, dtype=np.int64), np.empty(WIDTH, dtype=np.int64)
    start = position[CHIPS] - position[CHIPS + 1]
    for i in range(rows.size):
        for j in range(columns.size):
            asked = play(position, all_, book, rows[i], columns[j], after)
            value = after[CHIPS] - after[CHIPS + 1] - start + later * advantage(worth, after, left)
            if asked != NONE:
                used[:] = after
                use_priority(used, asked)
                taken = used[CHIPS] - used[CHIPS + 1] - start + later * advantage(worth, used, left)
                value = max(value, taken) if asked == 0 else min(value, taken)
            out[i, j] = value


# --- The chance to win


class Finish(NamedTuple):
    """How the match ends (R25), as far as the rounds that are looked at reach.

    Attributes:
        extension: rounds that a tie at the next count adds; 0 if that count is the last.
        tie: A's chance to win the very last tie: 1.0 or 0.0; with `by_items` where unspent items are equal too.
        by_items: whether the last tie goes to the seat with more unspent items.
    """

    extension: int
    tie: float
    by_items: int


@kernel
def last_tie(position: Ints, finish: Finish) -> float:
    """A's chance if the very last count is a tie, going by the items that are unspent now."""
    if finish.by_items:
        mine, theirs = count(position[ITEMS]), count(position[ITEMS + 1])
        if mine != theirs:
            return 1.0 if mine > theirs else 0.0
    return finish.tie


@kernel
def normal(x: float) -> float:
    """The chance of a standard normal variable to stay below x."""
    return 0.5 * math.erfc(-x * 0.7071067811865476)


@kernel
def chance(worth: Worth, position: Ints, left: int, finish: Finish) -> float:
    """A's chance to win with so many rounds to play before the next count: with none exact (but for GREED), else a normal estimate."""
    lead = position[CHIPS] - position[CHIPS + 1]
    if left <= 0:
        if lead != 0:
            return float((1.0 if lead > 0 else 0.0) + GREED * lead)
        if finish.extension <= 0:
            return last_tie(position, finish)
        left = finish.extension
    tie = 0.5 if finish.extension > 0 else last_tie(position, finish)
    middle = lead + advantage(worth, position, left)
    variance = worth.variance[0] + worth.variance[1] * (left - 1)
    if position[POT] > 1:
        variance += worth.variance[2] * (1.0 - math.exp(-0.25 * left)) * (position[POT] - 1) ** 1.5
    spread = math.sqrt(variance)
    return float(tie * normal((middle + 0.5) / spread) + (1.0 - tie) * normal((middle - 0.5) / spread))
