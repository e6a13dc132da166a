"""Many matches at once (`vectoring.py`): the submissions of a variant by number, around the kernels of `batch.py`.

Nothing in this game is hidden between two rounds, so both seats observe the same, each its own side first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.errors import OptionError
from deathmatch.core.seats import SEATS
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.games.five_card_trick.fast import rounds
from deathmatch.games.five_card_trick.fast.rounds import Ints
from deathmatch.games.five_card_trick.values import Answer, Move, Terms
from deathmatch.solve.kernel import inner, kernel
from deathmatch_frameworks.splitmix import below
from deathmatch_frameworks.vectoring import Column, layout

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Actions, Bools, Observations, Rewards, Seeds, Tables

# --- Many matches at once, by kernels: rounds, answers about Claim Priority and the count (R8 to R25), without time-outs and resignations
#
# A match is a row of small numbers, by the columns below; a pair of columns is seat A, then seat B. Sets of cards are masks, and a hand is
# packed as in `values.py`: five bits for one copy of each card, five more for a second one.
#
# A submission is a number too, **packed**: its hand (bits 0 to 9), the mask of the card that Block names (10 to 14) and its items (15 to
# 17). `Choices` says for each **setting** which submissions are open: the last cards, the barred ones, and the items that a submission can
# spend.


# Columns of a match.
LAST, BARRED, LIGHTS, BLOCKED, ITEMS, CHIPS = 0, 2, 4, 6, 8, 10  # pairs
POT, ROUND, ENDS, ASKED = 12, 13, 14, 15
WIDTH: Final = 16

BOTH, OVER = 2, 3  # in ASKED, where 0 and 1 are the seat that decides about Claim Priority

# Places of the options.
ROUNDS, EXTENSION, MOST, DMO, COLLIDES, STEAL_ANY, DISREGARD, BEATS, UNUSED, RECEIVED = range(10)
OPTIONS: Final = RECEIVED + 2

ALL: Final = rounds.ALL_LIGHTS
GROW: Final = 1  # the number of this card
TWO: Final = rounds.CARDS  # shift to the second copies of a hand
NAME_AT, ITEMS_AT = 10, 15  # of a packed submission
SPENDABLE: Final = rounds.OVERLOAD | rounds.RESET  # by a submission
BARRED_AT, SPENDABLE_AT = 5, 10  # of a setting

SIDE: Final = 1 + 4 * rounds.CARDS + 3  # columns of an observation for one seat
SHARED: Final = 4
COLUMNS: Final = SHARED + 2 * SIDE + 2

Rows: TypeAlias = NDArray[np.int16]


class Choices(NamedTuple):
    """The submissions of a variant, and those that each setting leaves open.

    Attributes:
        packed: shape (n,).
        open: shape (settings, n), whether each may be made.
        totals: shape (settings,), how many may.
        which: shape (settings, n), their numbers, ascending, then those that may not be made.
    """

    packed: Ints
    open: Bools
    totals: Ints
    which: NDArray[np.int16]


def choices(all_: rounds.Submissions, disregard: bool) -> Choices:
    """The tables for these submissions; with `disregard` R5 and R6 refuse nothing (R13)."""
    names = np.where(all_.name >= 0, 1 << np.maximum(all_.name, 0), 0)
    packed = all_.cards | all_.doubled << TWO | names << NAME_AT | all_.items << ITEMS_AT
    settings = np.arange(1 << SPENDABLE_AT + 2 if all_.items.any() else 1 << SPENDABLE_AT)[:, np.newaxis]
    last, barred, held = settings & ALL, settings >> BARRED_AT & ALL, settings >> SPENDABLE_AT
    twice = all_.cards & last
    kept = (all_.cards & barred == 0) & (twice & (twice - 1) == 0)  # R5, R7; R6: more than one card of the last round
    free = (all_.items & rounds.RESET != 0) | disregard  # R10
    open_ = (all_.items & ~held == 0) & (free | kept)  # R8
    return Choices(packed, open_, open_.sum(1), np.argsort(~open_, axis=1, kind="stable").astype(np.int16))


@inner
def setting(rows: Rows, match: int, seat: int) -> int:
    """The number of a seat's setting in `Choices`."""
    spendable = int(rows[match, ITEMS + seat]) & SPENDABLE
    return int(rows[match, LAST + seat]) | int(rows[match, BARRED + seat]) << BARRED_AT | spendable << SPENDABLE_AT


@inner
def size(mask: int) -> int:
    """How many items a mask holds, of three."""
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2)


@kernel
def start(rows: Rows, options: Ints, which: Bools) -> None:
    """Set-up of these matches."""
    for match in range(rows.shape[0]):
        if which[match]:
            rows[match] = 0
            rows[match, ITEMS], rows[match, ITEMS + 1] = options[RECEIVED], options[RECEIVED + 1]
            rows[match, POT] = rows[match, ROUND] = 1
            rows[match, ENDS] = options[ROUNDS]
            rows[match, ASKED] = BOTH


@kernel
def owing(rows: Rows, out: Bools) -> None:
    """Which seats owe something."""
    for match in range(rows.shape[0]):
        asked = rows[match, ASKED]
        for seat in range(2):
            out[match, seat] = asked in (BOTH, seat)


@kernel
def legal(rows: Rows, open_: Bools, out: Bools) -> None:
    """The masks of both seats; beyond the submissions stand the answers, if the variant has them."""
    number = open_.shape[1]
    for match in range(rows.shape[0]):
        asked = rows[match, ASKED]
        for seat in range(2):
            here = setting(rows, match, seat)
            for action in range(number):
                out[match, seat, action] = open_[here, action] & (asked == BOTH)
            for action in range(number, out.shape[2]):
                out[match, seat, action] = asked == seat


@kernel
def wrong(rows: Rows, open_: Bools, actions: Actions) -> int:
    """The first illegal action, as 2 * match + seat; -1 if there is none."""
    number = open_.shape[1]
    for match in range(rows.shape[0]):
        asked = rows[match, ASKED]
        for seat in range(2):
            action = actions[match, seat]
            if asked == BOTH:
                if action < 0 or action >= number or not open_[setting(rows, match, seat), action]:
                    return 2 * match + seat
            elif asked == seat and not number <= action < number + 2:
                return 2 * match + seat
    return -1


@kernel
def sample(rows: Rows, count: Ints, which: NDArray[np.int16], seeds: Seeds, out: Actions) -> None:
    """A legal action of each seat."""
    number = which.shape[1]
    for match in range(rows.shape[0]):
        asked = rows[match, ASKED]
        for seat in range(2):
            out[match, seat] = -1
            if asked == BOTH:
                here = setting(rows, match, seat)
                out[match, seat] = which[here, below(seeds, match, count[here])]
            elif asked == seat:
                out[match, seat] = number + below(seeds, match, 2)


@kernel
def step(rows: Rows, options: Ints, packed: Ints, actions: Actions, rewards: Rewards, ended: Bools) -> None:
    """A round or an answer of each match."""
    for match in range(rows.shape[0]):
        rewards[match, 0] = rewards[match, 1] = 0.0
        ended[match] = False
        asked = rows[match, ASKED]
        if asked == OVER:
            continue
        if asked == BOTH:
            play(rows, match, options, int(packed[actions[match, 0]]), int(packed[actions[match, 1]]))
            if rows[match, ASKED] != BOTH:
                continue  # R11: the window opens before the count
        else:
            rows[match, ASKED] = BOTH
            if actions[match, asked] == packed.size:  # the answer `priority`; it is followed by `pass`
                rows[match, ITEMS + asked] &= ~rounds.PRIORITY
                rows[match, CHIPS + asked] += rows[match, POT]
                rows[match, POT] = 1
        winner = counted(rows, match, options)
        if winner >= 0:
            rows[match, ASKED] = OVER
            rewards[match, winner], rewards[match, 1 - winner] = 1.0, -1.0
            ended[match] = True


@inner
def counted(rows: Rows, match: int, options: Ints) -> int:
    """R25: the winner if the match is over, else -1 with the next round begun."""
    round_, lead = rows[match, ROUND], rows[match, CHIPS] - rows[match, CHIPS + 1]
    winner = -1
    if round_ == rows[match, ENDS] and lead != 0:
        winner = 0 if lead > 0 else 1
    elif round_ == options[MOST]:
        a, b = options[RECEIVED], options[RECEIVED + 1]
        if options[UNUSED]:
            a, b = int(rows[match, ITEMS]), int(rows[match, ITEMS + 1])
        more = size(a) - size(b)
        winner = options[DMO] if more == 0 else 0 if more > 0 else 1
    else:
        if round_ == rows[match, ENDS]:
            rows[match, ENDS] = min(round_ + options[EXTENSION], options[MOST])
        rows[match, ROUND] = round_ + 1
    return winner


@inner
def entered(rows: Rows, match: int, seat: int, packed: int, disregard: int) -> int:
    """Enter a submission into the seat's items, lights and memory (R10, R13, R15, R16, R24).

    Returns: the hand that counts.
    """
    spent = packed >> ITEMS_AT
    hand = packed & (1 << NAME_AT) - 1
    before, barred = int(rows[match, LAST + seat]), int(rows[match, BARRED + seat])
    if spent & rounds.RESET:
        before = barred = 0
    if disregard:
        both = hand & before
        struck = hand & barred | (both if both & (both - 1) else 0)
        hand &= ~struck
    cards = hand & ALL
    rows[match, ITEMS + seat] &= ~spent
    rows[match, LIGHTS + seat] |= cards
    rows[match, LAST + seat] = cards
    rows[match, BARRED + seat] = cards & before | hand >> TWO
    return hand


@inner
def play(rows: Rows, match: int, options: Ints, a: int, b: int) -> None:
    """One round (R15 to R24, R11); ASKED becomes the seat that decides about Claim Priority, if any."""
    blocked_a, blocked_b = int(rows[match, BLOCKED]), int(rows[match, BLOCKED + 1])
    # R10, R13, R15, R16, R24.
    hand_a = entered(rows, match, 0, a, options[DISREGARD])
    hand_b = entered(rows, match, 1, b, options[DISREGARD])
    # R17: a card stands for the seat that played more copies and is not blocked.
    counts_a, counts_b = hand_a, hand_b
    if not options[COLLIDES]:
        counts_a &= ~(blocked_a | blocked_a << TWO)
        counts_b &= ~(blocked_b | blocked_b << TWO)
    more_a, more_b = counts_a & ~counts_b, counts_b & ~counts_a
    mine = (more_a | more_a >> TWO) & ALL & ~blocked_a
    theirs = (more_b | more_b >> TWO) & ALL & ~blocked_b
    # R18, R19.
    chips_a, chips_b = int(rows[match, CHIPS]) + (mine & rounds.SCORES), int(rows[match, CHIPS + 1]) + (theirs & rounds.SCORES)
    pot = int(rows[match, POT]) + (((mine | theirs) & rounds.GROWS) >> GROW)
    # R20, R21: Steal goes before Claim, and the pot is taken once at most.
    claimed_a, claimed_b = (hand_a, hand_b) if options[STEAL_ANY] else (mine, theirs)
    steal_a, steal_b = mine & rounds.STEALS and claimed_b & rounds.CLAIMS, theirs & rounds.STEALS and claimed_a & rounds.CLAIMS
    if steal_a or (mine & rounds.CLAIMS and not steal_b):
        chips_a += pot
        pot = 1
    elif steal_b or theirs & rounds.CLAIMS:
        chips_b += pot
        pot = 1
    # R22.
    rows[match, BLOCKED] = (b >> NAME_AT) & ALL if theirs & rounds.BLOCKS else 0
    rows[match, BLOCKED + 1] = (a >> NAME_AT) & ALL if mine & rounds.BLOCKS else 0
    # R23.
    if rows[match, LIGHTS] == ALL:
        rows[match, LIGHTS] = 0
        chips_a += 1
    if rows[match, LIGHTS + 1] == ALL:
        rows[match, LIGHTS + 1] = 0
        chips_b += 1
    rows[match, CHIPS], rows[match, CHIPS + 1], rows[match, POT] = chips_a, chips_b, pot
    # R11: one seat at most has the item.
    claims = rounds.CLAIMS | rounds.CLAIMS << TWO
    if counts_a & claims and counts_a & claims == counts_b & claims:
        if rows[match, ITEMS] & rounds.PRIORITY and not theirs & rounds.STEALS and (options[BEATS] or not blocked_a & rounds.CLAIMS):
            rows[match, ASKED] = 0
        elif rows[match, ITEMS + 1] & rounds.PRIORITY and not mine & rounds.STEALS and (options[BEATS] or not blocked_b & rounds.CLAIMS):
            rows[match, ASKED] = 1


@kernel
def observe(rows: Rows, seat: int, out: Observations) -> None:
    """The observation of a seat: all of it is public."""
    for match in range(rows.shape[0]):
        asked = rows[match, ASKED]
        out[match, 0] = seat
        out[match, 1] = rows[match, ROUND]
        out[match, 2] = rows[match, ENDS]
        out[match, 3] = rows[match, POT]
        for other in range(2):
            whose, place = seat ^ other, SHARED + other * SIDE
            out[match, place] = rows[match, CHIPS + whose]
            for card in range(rounds.CARDS):
                out[match, place + 1 + card] = rows[match, LIGHTS + whose] >> card & 1
                out[match, place + 1 + rounds.CARDS + card] = rows[match, BLOCKED + whose] >> card & 1
                out[match, place + 1 + 2 * rounds.CARDS + card] = rows[match, LAST + whose] >> card & 1
                out[match, place + 1 + 3 * rounds.CARDS + card] = rows[match, BARRED + whose] >> card & 1
            for item in range(3):
                out[match, place + 1 + 4 * rounds.CARDS + item] = rows[match, ITEMS + whose] >> item & 1
            out[match, SHARED + 2 * SIDE + other] = asked == whose


# --- The rules of a batch


_ORDER = "score, grow, claim, block, steal"
_SIDE = (
    ("chips", 1, "a number"),
    ("lights", rounds.CARDS, f"which are on: {_ORDER}"),
    ("blocked", rounds.CARDS, f"the seat's own card that is blocked: {_ORDER}"),
    ("last", rounds.CARDS, f"the cards of its last round (R6): {_ORDER}"),
    ("barred", rounds.CARDS, f"the cards that R5 and R7 bar: {_ORDER}"),
    ("items", len(rounds.BITS), f"which are not spent: {', '.join(item.value for item in rounds.BITS)}"),
)
_COLUMNS = (
    ("seat", 1, "0 for A, 1 for B"),
    ("round", 1, "a number"),
    ("ends_after", 1, "a number: the round after which chips are compared next"),
    ("pot", 1, "a number"),
    *((f"{whose}.{name}", size, words) for whose in ("own", "other") for name, size, words in _SIDE),
    ("own.answering", 1, "whether the seat decides about Claim Priority"),
    ("other.answering", 1, "whether the other seat does"),
)


class FiveCardTrickVector:
    """The variant with its options bound, for many matches.

    Attributes:
        moves: every action as a move; its place is its id. They are the same under all options of a variant.
        layout: as in `VectorRules`.
    """

    def __init__(self, terms: Terms) -> None:
        if terms.late_priority:
            raise OptionError("batches ask about Claim Priority in a step of its own; leave out priority_window", "priority_window")
        all_, moves = rounds.numbered(terms, terms.doubles)
        answers = tuple(Answer) if terms.doubles else ()
        self.moves: tuple[Move, ...] = (*moves, *answers)
        self.layout: Sequence[Column] = layout(_COLUMNS)
        self._terms = terms
        self._choices = choices(all_, terms.disregard)
        self._options = _options(terms)

    @property
    def actions(self) -> int:
        """See `VectorRules`."""
        return len(self.moves)

    def text(self, action: int, /) -> str:
        """See `VectorRules`."""
        return self._terms.text(self.moves[action])

    def tables(self, size: int, /) -> Tables:
        """See `VectorRules`: one table."""
        return (np.zeros((size, WIDTH), dtype=np.int16),)

    def start(self, tables: Tables, which: Bools, /) -> None:
        """See `VectorRules`."""
        start(tables[0], self._options, which)

    def owing(self, tables: Tables, out: Bools, /) -> None:
        """See `VectorRules`."""
        owing(tables[0], out)

    def legal(self, tables: Tables, out: Bools, /) -> None:
        """See `VectorRules`."""
        legal(tables[0], self._choices.open, out)

    def wrong(self, tables: Tables, actions: Actions, /) -> int:
        """See `VectorRules`."""
        return wrong(tables[0], self._choices.open, actions)

    def step(self, tables: Tables, actions: Actions, rewards: Rewards, ended: Bools, /) -> None:
        """See `VectorRules`."""
        step(tables[0], self._options, self._choices.packed, actions, rewards, ended)

    def sample(self, tables: Tables, seeds: Seeds, out: Actions, /) -> None:
        """See `VectorRules`."""
        sample(tables[0], self._choices.totals, self._choices.which, seeds, out)

    def observe(self, tables: Tables, seat: int, out: Observations, /) -> None:
        """See `VectorRules`."""
        observe(tables[0], seat, out)


def _options(terms: Terms) -> rounds.Ints:
    """The options by the places of `batch`."""
    options = np.zeros(OPTIONS, dtype=np.int64)
    values: dict[int, Any] = {
        ROUNDS: terms.rounds,
        EXTENSION: terms.extension,
        MOST: terms.max_rounds,
        DMO: SEATS.index(terms.dmo),
        COLLIDES: terms.blocked_collides,
        STEAL_ANY: terms.steal_any,
        DISREGARD: terms.disregard,
        BEATS: terms.priority_beats_block,
        UNUSED: terms.unused_items,
    }
    for place, value in values.items():
        options[place] = value
    for seat, items in enumerate(terms.received):
        options[RECEIVED + seat] = sum(rounds.BITS[item] for item in items)
    return options


def vector(rules: FiveCardTrick) -> FiveCardTrickVector:
    """The capability `vector`."""
    return FiveCardTrickVector(rules.terms)
