"""The rules of a round again, as compiled kernels; `tests/games/five_card_trick/test_fast.py` holds them to `rules.py`.

A position is one row of whole numbers, so that a kernel copies and compares it cheaply. Cards are numbered 0 to 4 in the book's order
(score, grow, claim, block, steal); a set of cards or items is a bit mask. R5, R6 and R7 look at the last rounds only through two masks:

    last      the cards of the seat's last round; two of them may not be played together again (R6, R9)
    barred    those of them that may not be played at all: also played in the round before (R5), or doubled (R7)

Rounds, extensions and replays are not in the row: a caller that looks ahead counts rounds. A search (`search.py`) has no use for chips of
both seats, and packs what binds and lights a seat into one number, a **form**: the masks `last`, `barred` and lights (five bits each) and
the items (three bits).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.seats import SEATS
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.values import HANDS, Barred, Item, Side, Submission, Terms
from deathmatch.games.five_card_trick.view import State
from deathmatch.solve.kernel import inner, kernel, maker

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick.view import View

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

CARDS = 5
CLAIM, BLOCK = 2, 3
ALL_LIGHTS = 0b11111
SCORES, GROWS, CLAIMS, BLOCKS, STEALS = (1 << card for card in range(CARDS))  # masks of the cards; one chip for Score is its mask, 1
OVERLOAD, RESET, PRIORITY = 1, 2, 4  # items, as bits

BITS: Final = {Item.OVERLOAD: OVERLOAD, Item.RESET: RESET, Item.PRIORITY: PRIORITY}
"""The items as the kernels' bits."""

# Columns of a position; each pair is seat A, then seat B.
LAST = 0
BARRED = 2
LIGHTS = 4
BLOCKED = 6  # the seat's own card that is blocked in the round to come, or NONE
ITEMS = 8  # unspent
CHIPS = 10
POT = 12
WIDTH = 13

NONE = -1  # no card; as a submission: a time-out

BLOCKINGS: Final = 1 + 2 * CARDS
"""Blocks in force: 0 none, 1 + card A's card, 6 + card B's."""

# What a round comes to, the last axis of `results`.
SCORE, GROW, TAKER, BLOCKING, ASKED = range(5)
"""A's chips by Score less B's; chips into the pot; who takes the pot (1 A, -1 B, 0 nobody); the block that begins; bits of the seats that
may be asked for Claim Priority, if they hold it."""

Form: TypeAlias = tuple[int, int, int, int]
"""Of one seat: the masks `last`, `barred`, lights and items."""

BESIDE: Final = 4  # chips that a seat gains in a round beside the pot, at most
LIGHTS_AT: Final = 10  # bits of a form as one number
ITEMS_AT: Final = 15
FORM_BITS: Final = 18


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


def opening() -> Ints:
    """The position before round 1 (section Set-up), without items."""
    position = np.zeros(WIDTH, dtype=np.int64)
    position[BLOCKED : BLOCKED + 2] = NONE
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
def one(card: int) -> int:
    """The mask of a card, 0 for NONE."""
    return 1 << card if card >= 0 else 0


@kernel
def count(cards: int) -> int:
    """How many cards or items a mask holds."""
    number = 0
    while cards:
        cards &= cards - 1
        number += 1
    return number


@inner
def resolve(all_: Submissions, book: RoundOptions, a: int, b: int, blocked_a: int, blocked_b: int) -> tuple[int, int, int, int]:
    """The result of a pair of submissions (R17, R20, R21, R11).

    Args:
        a, b: the row numbers of both submissions, or NONE for a time-out.
        blocked_a, blocked_b: the card of each seat that is blocked, or NONE.

    Returns: the masks of the cards that stand for A and for B; who takes the pot: 1 A, -1 B, 0 nobody; bits of the seats that may be asked
        for Claim Priority, if they hold it: 1 A, 2 B.
    """
    a1, a2, b1, b2 = 0, 0, 0, 0
    if a != NONE:
        a1, a2 = all_.cards[a], all_.doubled[a]
    if b != NONE:
        b1, b2 = all_.cards[b], all_.doubled[b]
    # 1. R17: a card stands for the seat that played more copies and is not blocked.
    claimed_a, claimed_b, free_a, free_b = a1 & CLAIMS, b1 & CLAIMS, ~one(blocked_a), ~one(blocked_b)
    if not book.blocked_collides:
        a1, a2, b1, b2 = a1 & free_a, a2 & free_a, b1 & free_b, b2 & free_b
    mine = ((a1 & ~b1) | (a2 & ~b2)) & free_a
    theirs = ((b1 & ~a1) | (b2 & ~a2)) & free_b
    # 2. R20, R21: Steal goes before Claim; the pot is taken once at most.
    taker = 0
    if mine & STEALS and (theirs & CLAIMS if book.steal_needs_live else claimed_b):
        taker = 1
    elif theirs & STEALS and (mine & CLAIMS if book.steal_needs_live else claimed_a):
        taker = -1
    elif (mine | theirs) & CLAIMS:
        taker = 1 if mine & CLAIMS else -1
    # 3. R11: who may decide a tie of Claims.
    asked = 0
    if a1 & b1 & CLAIMS and not (a2 ^ b2) & CLAIMS:
        if not theirs & STEALS and (blocked_a != CLAIM or book.priority_beats_block):
            asked |= 1
        if not mine & STEALS and (blocked_b != CLAIM or book.priority_beats_block):
            asked |= 2
    return mine, theirs, taker, asked


@kernel
def play(position: Ints, all_: Submissions, book: RoundOptions, a: int, b: int, after: Ints) -> int:
    """One round (R15 to R24), without a replay.

    Args:
        position: shape (WIDTH,), before the round; stays as it is.
        a, b: the row numbers of both submissions, or NONE for a time-out.
        after: shape (WIDTH,), receives the position after the round.

    Returns: the seat that is now asked for Claim Priority (R11), or NONE; both seats never hold the item.
    """
    for column in range(WIDTH):
        after[column] = position[column]
    mine, theirs, taker, asked = resolve(all_, book, a, b, position[BLOCKED], position[BLOCKED + 1])
    # 1. R10, R13, R16, R24: what both played is remembered and lights its lights.
    remember(after, 0, all_, a)
    remember(after, 1, all_, b)
    # 2. R18, R19: Score and Grow; R20, R21: the pot.
    after[CHIPS] += mine & SCORES
    after[CHIPS + 1] += theirs & SCORES
    after[POT] += 1 if (mine | theirs) & GROWS else 0
    if taker:
        take_pot(after, 0 if taker > 0 else 1)
    # 3. R22: older blocks end, a Block that stands begins.
    after[BLOCKED] = all_.name[b] if theirs & BLOCKS else NONE
    after[BLOCKED + 1] = all_.name[a] if mine & BLOCKS else NONE
    # 4. R23: all five lights.
    for seat in range(2):
        if after[LIGHTS + seat] == ALL_LIGHTS:
            after[LIGHTS + seat] = 0
            after[CHIPS + seat] += 1
    if asked & 1 and after[ITEMS] & PRIORITY:
        return 0
    if asked & 2 and after[ITEMS + 1] & PRIORITY:
        return 1
    return NONE


@maker
def results(all_: Submissions, book: RoundOptions) -> NDArray[np.int8]:
    """What each pair of submissions comes to under each block in force, shape (K, K, BLOCKINGS, 5): R17 to R22, R11."""
    out = np.zeros((all_.cards.size, all_.cards.size, BLOCKINGS, 5), dtype=np.int8)
    for a in range(all_.cards.size):
        for b in range(all_.cards.size):
            for blocking in range(BLOCKINGS):
                blocked_a = blocking - 1 if 1 <= blocking <= CARDS else NONE
                blocked_b = blocking - 1 - CARDS if blocking > CARDS else NONE
                mine, theirs, taker, asked = resolve(all_, book, a, b, blocked_a, blocked_b)
                begins = 0
                if mine & BLOCKS:
                    begins = 1 + CARDS + all_.name[a]
                elif theirs & BLOCKS:
                    begins = 1 + all_.name[b]
                met = out[a, b, blocking]
                met[SCORE] = (mine & SCORES) - (theirs & SCORES)
                met[GROW] = 1 if (mine | theirs) & GROWS else 0
                met[TAKER], met[BLOCKING], met[ASKED] = taker, begins, asked
    return out


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


# --- From values to the kernels' numbers and back


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The submissions of a variant as the kernels number them.

    Attributes:
        rows: for the kernels.
        moves: the same as values, by row number.
        book: the options that a round asks for.
    """

    rows: Submissions
    moves: tuple[Submission, ...]
    book: RoundOptions

    def open(self, position: Ints, seat: int) -> Ints:
        """The row numbers of the submissions that a seat (0 for A) may make within the restrictions, shape (m,)."""
        masks = np.empty(len(self.moves), dtype=np.int64)
        last, barred, items = (int(position[column + seat]) for column in (LAST, BARRED, ITEMS))
        return masks[: allowed(self.rows, last, barred, items, masks)]


@lru_cache(maxsize=64)
def catalogue(terms: Terms) -> Catalogue:
    """The submissions under these terms."""
    book = RoundOptions(int(terms.blocked_collides), int(not terms.steal_any), int(terms.priority_beats_block))
    return Catalogue(*numbered(terms, any(terms.received)), book)


def numbered(terms: Terms, items: bool) -> tuple[Submissions, tuple[Submission, ...]]:
    """The submissions of a variant for the kernels, and the same as values; with `items` those that use Overload or Limit Reset, too."""
    held = (Item.OVERLOAD, Item.RESET) if items else ()
    moves = tuple(sorted(rules.legal(terms, Side(items=held)), key=_order))
    return Submissions(*(np.array(column, dtype=np.int64) for column in zip(*map(_row, moves), strict=True))), moves


def _order(move: Submission) -> tuple[Any, ...]:
    """How submissions are numbered; those without Overload come first, and each with Limit Reset right after the same without it."""
    name = NONE if move.names is None else move.names
    return Item.OVERLOAD in move.items, len(move.cards), move.cards, name, Item.RESET in move.items


def _row(move: Submission) -> tuple[int, int, int, int]:
    """A submission for the kernels."""
    hand = HANDS[move.cards]
    return hand & ALL_LIGHTS, hand >> CARDS, NONE if move.names is None else move.names, sum(BITS[item] for item in move.items)


def position(view: View) -> Ints:
    """The part of a view that the kernels need, shape (WIDTH,)."""
    row = opening()
    for seat in SEATS:
        side, k = view.sides[seat], SEATS.index(seat)
        row[LAST + k], row[BARRED + k], row[LIGHTS + k], row[ITEMS + k] = form(view.terms, side)
        row[BLOCKED + k] = NONE if side.blocked is None else side.blocked
        row[CHIPS + k] = side.chips
    row[POT] = view.pot
    return row


def form(terms: Terms, side: Side) -> Form:
    """What binds and lights a seat."""
    barred = Barred.after(side.recent, terms.doubles)
    return barred.pairs, barred.alone, side.lights, sum(BITS[item] for item in side.items)


def lead(state: State) -> int:
    """A's chips less B's."""
    return state.sides.a.chips - state.sides.b.chips


def block_key(blocked: Sequence[int], open_: Sequence[int]) -> int:
    """The block in force, from the blocked card of each seat (or NONE) and the masks of the cards that they may play."""
    for seat in range(2):
        if blocked[seat] != NONE and open_[seat] >> blocked[seat] & 1:
            return 1 + seat * CARDS + blocked[seat]
    return 0


# --- Forms as one number


def packed(last: int, barred: int, lights: int, items: int = 0) -> int:
    """A form as one number."""
    return last | barred << CARDS | lights << LIGHTS_AT | items << ITEMS_AT


@inner
def free(form: int) -> int:
    """The mask of the cards that some submission of a form may play."""
    return ALL_LIGHTS if form >> ITEMS_AT & RESET else ALL_LIGHTS & ~(form >> CARDS)


@inner
def effective(begins: int, form_a: int, form_b: int) -> int:
    """A block in force, 0 if it is of a card that its seat cannot play anyway."""
    if begins == 0:
        return 0
    open_ = free(form_a) >> (begins - 1) if begins <= CARDS else free(form_b) >> (begins - 1 - CARDS)
    return begins if open_ & 1 else 0
