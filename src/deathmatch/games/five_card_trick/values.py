"""Cards, items, moves, options: the values of Five-Card Trick, frozen and without play of their own.

Sets of cards come in two packed forms, so that a round resolves by a few operations on small integers:

- a **mask** has bit `c` set if card `c` is in the set (five bits);
- a **hand** counts copies up to two: bit `c` if there is at least one copy of card `c`, bit `5 + c` if there are two (ten bits). So
  `mine & ~theirs` has a bit for each card with more copies of mine than of theirs (R17), and the low five bits of a hand are its mask.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from itertools import combinations_with_replacement
from typing import Final, TypeAlias

from deathmatch.core.errors import OptionError
from deathmatch.core.game import Timeout
from deathmatch.core.options import Option, Value, Values, WholeNumber, Word, switch, time_bank, time_limit
from deathmatch.core.seats import SEATS, BySeat, Seat, TextEnum
from deathmatch.core.simple import rules_of
from deathmatch.core.speech import count, mark, say

BOOK: Final = "five-card-trick"

R1, R2, R3, R4, R5, R6, R7, R8, R9, R11 = rules_of(BOOK, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11)


class Card(IntEnum):
    """The five cards, in card order (Notation). GROW is called Raise in `setna`."""

    SCORE = 0
    GROW = 1
    CLAIM = 2
    BLOCK = 3
    STEAL = 4

    __hash__ = int.__hash__  # Enum's own hashes in Python, which shows wherever cards key a mapping


CARDS: Final = tuple(Card)
ALL: Final = 31  # the mask of all five cards

Cards: TypeAlias = tuple[Card, ...]
"""Cards in card order, copies side by side."""


class Item(TextEnum):
    """The items of `final` (R8), in the order of the book's State."""

    OVERLOAD = "overload"
    RESET = "reset"
    PRIORITY = "priority"


ITEMS: Final = tuple(Item)


@dataclass(frozen=True, slots=True)
class Submission:
    """The submission of a seat at `submit`, whether or not the rules allow it.

    Attributes:
        cards: in card order.
        names: the card that Block names; one name serves two copies (R4).
        items: used by this submission, in order; two of the same if the text named one twice.
    """

    cards: Cards
    names: Card | None = None
    items: tuple[Item, ...] = ()


class Answer(Enum):
    """The answer of the holder of Claim Priority at `priority` (R11)."""

    PRIORITY = "priority"
    PASS = "pass"  # noqa: S105 - a word of the notation, no secret


Move: TypeAlias = Submission | Answer


# --- Packed sets of cards


def bit(card: Card) -> int:
    """The mask of one card."""
    return 1 << card


def _hand(cards: Cards) -> int:
    once = twice = 0
    for card in cards:
        twice |= once & bit(card)
        once |= bit(card)
    return once | twice << len(CARDS)


HANDS: Final[dict[Cards, int]] = {
    cards: _hand(cards) for size in range(4) for cards in combinations_with_replacement(CARDS, size) if size < 3 or cards[0] is not cards[2]
}
"""The hand of every selection of up to three cards, not three of the same (R9)."""

MASKS: Final[tuple[Cards, ...]] = tuple(tuple(card for card in CARDS if mask & bit(card)) for mask in range(ALL + 1))
"""The cards of every mask."""


def mask_of(cards: Cards) -> int:
    """The mask of the cards in a selection."""
    return HANDS[cards] & ALL


# --- What earlier rounds bar


@dataclass(frozen=True, slots=True)
class Barred:
    """The cards that a seat's last two rounds bar in its next submission; they follow from `recent` alone.

    Attributes:
        three: mask of the cards that would be the third in a row (R5).
        pairs: mask of the cards of the last round; no two different ones of them may be played together again (R6).
        doubled: mask of the cards with two copies in the last round (R7, `final`).
    """

    three: int = 0
    pairs: int = 0
    doubled: int = 0

    @classmethod
    def after(cls, recent: tuple[Cards, ...], doubles: bool) -> Barred:
        """The cards that these rounds bar, oldest first; `doubles` says whether R7 holds."""
        if not recent:
            return FREE
        last = HANDS[recent[-1]]
        three = HANDS[recent[-2]] & last & ALL if len(recent) > 1 else 0
        return cls(three, last & ALL, last >> len(CARDS) if doubles else 0)

    @property
    def alone(self) -> int:
        """Mask of the cards that may not be played at all (R5, R7)."""
        return self.three | self.doubled

    def pair(self, mask: int) -> int:
        """The part of a submission's mask that R6 bars: two or more cards of the last round, or nothing."""
        both = mask & self.pairs
        return both if both & (both - 1) else 0

    def offends(self, mask: int) -> int:
        """The part of a submission's mask that R5, R6 or R7 bars."""
        return mask & self.alone | self.pair(mask)


FREE: Final = Barred()
"""Nothing is barred: at the start, and under Limit Reset (R10)."""


# --- One seat, one round


@dataclass(frozen=True, slots=True)
class Side:
    """The side of one seat; all of it is public.

    Attributes:
        chips: won so far.
        lights: mask of the lights that are on.
        blocked: the seat's own card that is blocked in the round of the next `submit`.
        recent: its cards of the last two rounds that counted, oldest first (R24).
        items: unspent, in order.
    """

    chips: int = 0
    lights: int = 0
    blocked: Card | None = None
    recent: tuple[Cards, ...] = ()
    items: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """A round that counted, as it was resolved.

    Attributes:
        number: from 1.
        moves: what each seat submitted.
        struck: masks of the cards that R13 struck.
        played: the cards that count for each seat: those submitted and not struck.
        blocked: the card of each seat that was blocked in this round.
        stands: masks of the cards that stood (R17).
        taker, by, took: who took the pot by which card, and how many chips (R20); None, None, 0 if nobody did.
        full: whether each seat had all five lights (R23).
        answer: what the holder of Claim Priority answered (R11), once that was asked.
        priority: who took the pot by Claim Priority, if anybody, and `prize`: how many chips.
    """

    number: int
    moves: BySeat[Submission | Timeout]
    struck: BySeat[int]
    played: BySeat[Cards]
    blocked: BySeat[Card | None]
    stands: BySeat[int]
    taker: Seat | None
    by: Card | None
    took: int
    full: BySeat[bool]
    answer: Answer | Timeout | None = None
    priority: Seat | None = None
    prize: int = 0

    def __hash__(self) -> int:
        """Few rounds are alike in these; the rest would cost more than it tells apart."""
        return hash((self.number, self.taker, self.took, self.stands.a, self.stands.b))

    def stood(self, seat: Seat, card: Card) -> bool:
        """Whether this card stood for this seat."""
        return bool(self.stands[seat] & bit(card))

    def cancelled(self, card: Card) -> bool:
        """Whether both seats played this card, in equal number, so that it stood for neither."""
        a, b = self.played
        return card in a and a.count(card) == b.count(card) and not (self.stands.a | self.stands.b) & bit(card)

    def worked(self, seat: Seat) -> Cards:
        """The cards of a seat that changed something, in card order (State, `effects`)."""
        took = self.by if self.taker is seat else None
        idle = {Card.CLAIM, Card.STEAL} - {took}
        return tuple(card for card in MASKS[self.stands[seat]] if card not in idle)


# --- The options of a match, bound


class Variation(TextEnum):
    """The three variants."""

    GAUNTLET = "gauntlet"
    FINAL = "final"
    SETNA = "setna"


@dataclass(frozen=True, slots=True)
class Terms:
    """A variant with its options, in the form that the rules use.

    Attributes:
        variation: which of the three.
        dmo: the seat that wins the last tie (R25).
        rounds, extension, max_rounds: numbers of rounds (R25).
        replay_limit: how many times one round may be replayed (R12).
        blocked_collides: whether a blocked card still cancels (R17).
        steal_any: whether Steal is content with any Claim that was played (R20).
        disregard: whether a submission against R5 or R6 is accepted and struck (R13).
        received: the items that each seat got at the start, in order.
        priority_beats_block: whether Claim Priority serves though the holder's own Claim was blocked (R11).
        unused_items: whether the last tie-break counts unspent items instead of those received (R25).
        late_priority: whether Claim Priority may be used until the next round ends (as-written W5).
    """

    variation: Variation
    dmo: Seat
    rounds: int
    extension: int
    max_rounds: int
    replay_limit: int
    blocked_collides: bool
    steal_any: bool
    disregard: bool
    received: BySeat[tuple[Item, ...]]
    priority_beats_block: bool
    unused_items: bool
    late_priority: bool

    @property
    def doubles(self) -> bool:
        """Whether a submission may hold a card twice, and R7 bars it afterwards."""
        return self.variation is Variation.FINAL

    @property
    def last_tie(self) -> Seat:
        """The seat that wins the last tie if no item is unspent (R25)."""
        a, b = (0, 0) if self.unused_items else self.received.map(len)
        return self.dmo if a == b else Seat.A if a > b else Seat.B

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards a submission may have, Overload apart (R2)."""
        return (0, 1, 2) if self.variation is Variation.SETNA else (2,)

    @property
    def words(self) -> tuple[str, ...]:
        """The cards' words in notation and states, by card."""
        return _RAISE if self.variation is Variation.SETNA else _GROW

    def word(self, card: Card) -> str:
        """The card's word in notation and states."""
        return self.words[card]

    def title(self, card: Card) -> str:
        """The card's name for people."""
        return card_title(self.words[card])

    def text(self, move: Move | Timeout) -> str:
        """Canonical notation of a move, or `timeout`."""
        if not isinstance(move, Submission):
            return str(move.value)
        words = self.words
        parts = [item.value for item in move.items]
        for card in move.cards:
            named = card is Card.BLOCK and move.names is not None
            parts.append(f"{words[card]}:{words[move.names]}" if named and move.names is not None else words[card])
        return " ".join(parts) or "none"


_GROW = ("score", "grow", "claim", "block", "steal")
_RAISE = ("score", "raise", "claim", "block", "steal")

CARD_TITLES: Final = {
    "score": mark("Score"),
    "grow": mark("Grow"),
    "raise": mark("Raise"),
    "claim": mark("Claim"),
    "block": mark("Block"),
    "steal": mark("Steal"),
}
ITEM_TITLES: Final = {Item.OVERLOAD: mark("Overload"), Item.RESET: mark("Limit Reset"), Item.PRIORITY: mark("Claim Priority")}


def card_title(word: str) -> str:
    """The name of a card for people, from its word in the notation."""
    return say(CARD_TITLES[word])


def item_title(item: Item) -> str:
    """The name of an item for people."""
    return say(ITEM_TITLES[item])


def chips(number: int) -> str:
    """`1 chip`, `2 chips`."""
    return count("{number} chip", "{number} chips", number)


# --- The book's table of options

_HOLDER = Word(("A", "B", "none"))


def options(variation: Variation) -> tuple[Option, ...]:
    """The table of one variant, in the book's order."""
    final, setna = variation is Variation.FINAL, variation is Variation.SETNA
    spare = 25 if final else 15  # rounds that extensions may add

    def longest(values: Values) -> Value:
        return min(int(values["rounds"]) + spare, 200)

    table = [
        Option("dmo", Word(("A", "B")), "B", mark("the seat of the death match opponent, who wins the last tie")),
        Option("rounds", WholeNumber(1, 99), 25, mark("the round after which chips are first compared")),
        Option("extension", WholeNumber(1, 99), 5, mark("rounds added after a tie")),
        Option("max_rounds", WholeNumber(1, 200), longest, mark("no round after this one")),
        Option("replay_limit", WholeNumber(0, 99), 0 if setna else 3, mark("how often a round may be replayed after both seats timed out")),
        switch("blocked_collides", "yes", mark("whether a blocked card still cancels the opponent's same card")),
        Option("steal_needs", Word(("live", "any")), "live", mark("whether Steal needs a Claim that stands, or any Claim that was played")),
    ]
    if setna:
        table.append(Option("illegal", Word(("disregard", "refuse")), "disregard", mark("how a forbidden card is treated")))
    if final:
        table += [
            Option("overload", _HOLDER, "A", mark("who holds Overload"), item=ITEM_TITLES[Item.OVERLOAD]),
            Option("priority", _HOLDER, "B", mark("who holds Claim Priority"), item=ITEM_TITLES[Item.PRIORITY]),
            Option("reset", _HOLDER, "B", mark("who holds Limit Reset"), item=ITEM_TITLES[Item.RESET]),
            switch("priority_beats_block", "no", mark("whether Claim Priority may be used when the holder's own Claim was blocked")),
            Option("items_tiebreak", Word(("received", "unused")), "received", mark("which items the last tie-break counts")),
            Option("priority_window", Word(("step", "round")), "step", mark("when Claim Priority may be used")),
        ]
    table.append(time_limit("time_submit", 60 if setna else 90, mark("seconds to submit the cards of a round")))
    if final:
        table.append(time_limit("time_priority", 90, mark("seconds to decide about Claim Priority")))
    return (*table, time_bank(0))


def check(values: Values) -> None:
    """Refuses values that do not go together; raises OptionError."""
    rounds, most = int(values["rounds"]), int(values["max_rounds"])
    if most < rounds:
        reason = say("max_rounds is at least rounds: {most} is below {rounds}", most=most, rounds=rounds)
        raise OptionError(reason, "max_rounds", "rounds")


def terms(variation: Variation, values: Values) -> Terms:
    """The options bound; a variant without an option plays as if it held the value that changes nothing."""

    def received(seat: Seat) -> tuple[Item, ...]:
        return tuple(item for item in ITEMS if values.get(item.value, "none") == seat.value)

    return Terms(
        variation=variation,
        dmo=Seat(str(values["dmo"])),
        rounds=int(values["rounds"]),
        extension=int(values["extension"]),
        max_rounds=int(values["max_rounds"]),
        replay_limit=int(values["replay_limit"]),
        blocked_collides=values["blocked_collides"] == "yes",
        steal_any=values["steal_needs"] == "any",
        disregard=values.get("illegal") == "disregard",
        received=BySeat(*(received(seat) for seat in SEATS)),
        priority_beats_block=values.get("priority_beats_block") == "yes",
        unused_items=values.get("items_tiebreak") == "unused",
        late_priority=values.get("priority_window") == "round",
    )
