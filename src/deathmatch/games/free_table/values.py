"""The values of the free table: questions, decks and lines, a match between two events, and the view of one eye (rules/free-table.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from deathmatch.core import game, options, simple
from deathmatch.core.seats import BySeat, Eye, Seat
from deathmatch.core.speech import mark

BOOK = "free-table"
R1, R2, R3, R4, R5, R6, R8, R12 = simple.rules_of(BOOK, 1, 2, 3, 4, 5, 6, 8, 12)

OPTIONS = (
    options.Option("dmo", options.Word(("A", "B")), "B", mark("which seat is the DMO; the other is the EC")),
    options.time_limit("time_answer", 120, mark("seconds for a question that names none")),
    options.time_bank(0),
)

LATE: Final = game.Timeout.TIMEOUT.value
"""The answer of a seat whose time was up."""
NONE: Final = "none"
"""The answer that chooses nothing."""

TEXT, NUMBER, ONE, SOME, HAND = "text", "number", "one", "some", "hand"
KINDS: Final = (TEXT, NUMBER, ONE, SOME, HAND)
LONGEST_ANSWER: Final = 300
LONGEST_WORDS: Final = 300
LONGEST_BOARD: Final = 2_000
MOST: Final = 1_000_000
"""The largest number of a question or a counter; the least is as far below 0."""
FEWEST_ITEMS, MOST_ITEMS = 2, 60
MOST_COPIES: Final = 20
SIDES: Final = (2, 1_000)


# --- Questions and decks


@dataclass(frozen=True, slots=True)
class Question:
    """What the host has asked (R2, R3).

    Attributes:
        seats: who are asked.
        kind: one of `KINDS`.
        low, high: of a number, or of the number of items or cards; None if the kind has none.
        items: to choose from, as listed; None if the kind has none.
        secret, keep, chance: the flags.
        seconds: its own time; None if it names none.
        words: in the host's own words.
    """

    seats: tuple[Seat, ...]
    kind: str
    low: int | None
    high: int | None
    items: tuple[str, ...] | None
    secret: bool
    keep: bool
    chance: bool
    seconds: int | None
    words: str

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest number, or number of items or cards."""
        return (1, 1) if self.kind == ONE else (self.low or 0, self.high or 0)

    def pool(self, hand: Sequence[str]) -> tuple[str, ...]:
        """The items, or the cards of this hand, to choose from."""
        return self.items if self.items is not None else tuple(hand)


class Deck(NamedTuple):
    """A deck.

    Attributes:
        name: of the deck.
        items: the different cards, as listed.
        left: the cards that are still in it, in that order; the same card may be among them several times.
    """

    name: str
    items: tuple[str, ...]
    left: tuple[str, ...]


# --- The host's lines, as they are read


@dataclass(frozen=True, slots=True)
class Ask:
    """A question."""

    question: Question


@dataclass(frozen=True, slots=True)
class Show:
    """The last answers of these seats, secret so far."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Say:
    """Words to one seat, or to all if `seat` is None."""

    seat: Seat | None
    words: str


@dataclass(frozen=True, slots=True)
class Board:
    """The state of the duel in words."""

    words: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, by the digest of its file, and words for it."""

    digest: str
    words: str


@dataclass(frozen=True, slots=True)
class NewDeck:
    """A full deck. `spelled` are its items as the line has them, a list or a range."""

    name: str
    spelled: str
    items: tuple[str, ...]
    copies: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards for A, for B and face up."""

    deck: str
    counts: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Take:
    """Cards that leave the hands of these seats; all if `cards` is None."""

    seats: tuple[Seat, ...]
    cards: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Throw:
    """A die with so many sides."""

    sides: int


@dataclass(frozen=True, slots=True)
class Count:
    """A counter. `sign` is `+` or `-` for a change, and empty for a new value."""

    name: str
    seats: tuple[Seat, ...]
    sign: str
    value: int


@dataclass(frozen=True, slots=True)
class End:
    """The winner, or None, and the host's words."""

    winner: Seat | None
    words: str


Line: TypeAlias = Ask | Show | Say | Board | Picture | NewDeck | Deal | Take | Throw | Count | End
"""A host's line."""


# --- What has just happened, as far as somebody may know it


class Answered(NamedTuple):
    """All answers to a question are in; None for one that is secret."""

    seats: tuple[Seat, ...]
    answers: BySeat[str | None]


class Showed(NamedTuple):
    """Answers that were secret so far."""

    seats: tuple[Seat, ...]
    answers: BySeat[str | None]


class Dealt(NamedTuple):
    """A deal of cards: how many each seat got, which (None if that is secret), and the cards face up."""

    counts: BySeat[int]
    cards: BySeat[tuple[str, ...] | None]
    open: tuple[str, ...]


class Taken(NamedTuple):
    """Cards that left the hands of these seats: how many, and which (None if that is secret)."""

    seats: tuple[Seat, ...]
    counts: BySeat[int]
    cards: BySeat[tuple[str, ...] | None]


class Told(NamedTuple):
    """Words to one seat; None for everybody else."""

    seat: Seat
    words: str | None


class Thrown(NamedTuple):
    """A throw."""

    side: int
    sides: int


class Resigned(NamedTuple):
    """A seat gave up."""

    seat: Seat


News: TypeAlias = Line | Answered | Showed | Dealt | Taken | Told | Thrown | Resigned | None
"""The last event; None before the first, and while a late answer waits for chance. Lines that hold secrets have kinds of their own."""


# --- A match between two events

Stage: TypeAlias = Literal["host", "answer", "cards", "throw", "late"]


@dataclass(frozen=True, slots=True)
class Open:
    """What everybody sees (section State of the book).

    Attributes:
        number: of the events so far.
        stage: whose event is next: the host's, an answer, or a deal.
        question, answers, counters, cards, face_up, decks, thrown, said, board, picture, ending: as in the book.
        caption: the words for the picture.
        sides: of the last throw.
        outcome: how the match ended.
    """

    number: int = 0
    stage: Stage = "host"
    question: Question | None = None
    answers: BySeat[str | None] = BySeat(None, None)  # noqa: RUF009 - a frozen value
    counters: tuple[tuple[str, BySeat[int]], ...] = ()
    cards: BySeat[int] = BySeat(0, 0)  # noqa: RUF009
    face_up: tuple[str, ...] = ()
    decks: tuple[tuple[str, int], ...] = ()
    thrown: int | None = None
    sides: int = 0
    said: str | None = None
    board: str | None = None
    picture: str | None = None
    caption: str = ""
    ending: str | None = None
    outcome: game.Over | None = None

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that owe an answer."""
        return self.question.seats if self.question is not None and self.stage == "answer" and self.outcome is None else ()


@dataclass(frozen=True, slots=True)
class Hidden:
    """What the seats and the host know besides.

    Attributes:
        answers: to the last question that was answered.
        kept: the last secret answer of each seat; None if it had none, or it has been shown.
        hands: the cards that each seat holds, in the order of the decks' items.
        told: the last words to each seat alone.
        decks: in the order of their first naming.
        order: all cards that were ever named, in the order in which hands hold them.
        due: the cards that are to be dealt; None if none are.
        turn: the answers that wait for a late one by chance; None for one that is late.
    """

    answers: BySeat[str | None] = BySeat(None, None)  # noqa: RUF009
    kept: BySeat[str | None] = BySeat(None, None)  # noqa: RUF009
    hands: BySeat[tuple[str, ...]] = BySeat((), ())  # noqa: RUF009
    told: BySeat[str | None] = BySeat(None, None)  # noqa: RUF009
    decks: tuple[Deck, ...] = ()
    order: tuple[str, ...] = ()
    due: Deal | None = None
    turn: BySeat[str | None] = BySeat(None, None)  # noqa: RUF009


@dataclass(frozen=True, slots=True)
class State:
    """A match: its open values, its hidden values, and the last event with all its secrets."""

    open: Open
    hidden: Hidden
    news: News = None

    @property
    def outcome(self) -> game.Over | None:
        """How the match ended; None as long as it runs."""
        return self.open.outcome


@dataclass(frozen=True, slots=True)
class Desk:
    """What the host sees besides: all hands, answers and decks."""

    hands: BySeat[tuple[str, ...]]
    answers: BySeat[str | None]
    decks: tuple[Deck, ...]
    kept: BySeat[str | None]


@dataclass(frozen=True, slots=True)
class View(simple.Seated):
    """A match as one eye sees it.

    Attributes:
        eye: who looks.
        open: what everybody sees.
        hand, told, answer: of the seat that looks; empty and None for everybody else.
        desk: of the host; None for everybody else.
        news: the last event, as far as this eye knows it.
        picked: the cards of `hand` that a move under way has chosen.
    """

    eye: Eye
    open: Open
    hand: tuple[str, ...] = ()
    told: str | None = None
    answer: str | None = None
    desk: Desk | None = None
    news: News = None
    picked: tuple[str, ...] = ()

    @property
    def outcome(self) -> game.Over | None:
        """How the match ended; None as long as it runs."""
        return self.open.outcome


# --- Cards


def sorted_by(cards: Iterable[str], order: Sequence[str]) -> tuple[str, ...]:
    """The cards in this order."""
    place = {card: number for number, card in enumerate(order)}
    return tuple(sorted(cards, key=lambda card: place[card]))


def without(cards: Sequence[str], gone: Iterable[str]) -> tuple[str, ...] | None:
    """The cards that are left, in their order; None if some of those that go are not there."""
    left = Counter(gone)
    kept = []
    for card in cards:
        if left[card] > 0:
            left[card] -= 1
        else:
            kept.append(card)
    return None if any(number > 0 for number in left.values()) else tuple(kept)
