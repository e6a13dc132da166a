"""The knowledge of one eye. It has no place for the other hand, or for letters dealt to it, held, given up or picked.

The private knowledge of an eye stands in `own`, which only a seat's view has, and, of onlookers' letters, in `onlookers`. The rest of the
hands at the end stands in `hands`, which is filled for no other state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deathmatch.core import speech
from deathmatch.core.game import Fields, Json
from deathmatch.core.optional import Aid
from deathmatch.core.seats import BySeat, Eye, Onlooker, Seat, certain, plain
from deathmatch.core.simple import Seated, parts
from deathmatch.core.speech import mark, say, voiced
from deathmatch.games.letter_hunt.state import Open, State
from deathmatch.games.letter_hunt.values import Kind, Letters, Side, Terms, Turn, Verb

UNSEEN = "?"


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Open, Seated):
    """A match as one eye sees it.

    Attributes:
        eye: who looks.
        terms: the variant and its options.
        owing: the seats that owe a submission.
        cards: how many letters each hand has; 0 if an offer is still to be picked from.
        onlookers: a character an onlooker, `?` for a letter that this eye does not see; empty before the deal.
        own: the side of the seat; None for every other eye.
        hands: the rest of both hands, once the match is over.
        aid: what the picture of this view helps with (`core.optional.Aid`).
    """

    eye: Eye
    terms: Terms
    owing: tuple[Seat, ...]
    cards: BySeat[int]
    onlookers: str
    own: Side | None
    hands: BySeat[Letters] | None
    aid: Aid = Aid.LOG

    @property
    def round(self) -> int:
        """Turns of each seat that have begun (R9); 0 in the set-up."""
        return (self.turn + 1) // 2

    @property
    def last(self) -> Turn | None:
        """The last turn, finished or not."""
        return self.turns[-1] if self.turns else None

    @property
    def out(self) -> str:
        """The letters that either seat has lost."""
        return self.lost.a + self.lost.b

    def missed(self, seat: Seat) -> Letters:
        """Letters that a seat is known to everybody not to hold though nobody lost them: wrong guesses of the other seat, and slips."""
        guesses = [turn.what for turn in self.turns if turn.action == Verb.GUESS and turn.seat is seat.other and turn.hit is False]
        return "".join(sorted({*guesses, *self.not_held[seat]}))


def of(state: State, eye: Eye, terms: Terms) -> View:
    """This eye's view of a state."""
    hands = state.sides.map(lambda side: side.hand)
    return View(
        **parts(Open, state),
        eye=eye,
        terms=terms,
        owing=state.asked(terms),
        cards=hands.map(len),
        onlookers="".join(letter if _shown(number, eye, terms) else UNSEEN for number, letter in enumerate(state.onlookers, 1)),
        own=state.sides[eye] if isinstance(eye, Seat) else None,
        hands=hands if state.outcome is not None else None,
    )


def _shown(number: int, eye: Eye, terms: Terms) -> bool:
    """R6: whether this eye sees the letter of this onlooker."""
    if isinstance(eye, Onlooker) and eye.number == number:
        return True
    if terms.onlooker_letters == "split":
        return eye is (Seat.A if number % 2 else Seat.B)
    return terms.onlooker_letters == "public"


def public(view: View) -> Fields:
    """The book's public fields, section State, without those that all books share."""
    hidden = isinstance(view.eye, Seat) and view.terms.onlooker_letters != "public"
    return {
        "first": plain(view.first),
        "active": plain(view.active),
        "round": view.round,
        "redraws": view.redraws,
        "cards": view.cards.json(),
        "lost": view.lost.json(),
        "not_held": view.not_held.json(),
        "turns": [_turn(turn) for turn in view.turns],
        "onlookers": UNSEEN * len(view.onlookers) if hidden else view.onlookers,
        "hands": plain(view.hands),
    }


def _turn(turn: Turn) -> Fields:
    fields: dict[str, Json] = {"seat": turn.seat.value, "action": str(turn.action)}
    if turn.action == Verb.WORD:
        return {**fields, "word": turn.what, "hints": plain(turn.hints)}
    if turn.action == Verb.GUESS:
        return {**fields, "letter": turn.what, "hit": turn.hit, "lost": turn.lost or None}
    if turn.action == Verb.HAND:
        return {**fields, "letters": turn.what, "hit": turn.hit}
    return {**fields, "lost": turn.lost or None}


def private(view: View) -> Fields:
    """The book's private fields of the view's seat, without those that all books share."""
    own = certain(view.own)
    return {"dealt": list(own.dealt), "kept": list(own.kept), "hand": own.hand, "onlookers": view.onlookers}


# --- In words


def listed(letters: str) -> str:
    """Letters for people: `A, B and C`."""
    return speech.listed(letters) or say("nothing")


_NONE = mark("no letter of {word} is in your hand"), mark("no letter of {word} is in {player}'s hand")
_ANY = mark("at least one letter of {word} is in your hand"), mark("at least one letter of {word} is in {player}'s hand")
_ANSWERS: Final = {
    (Kind.NONE, True): _NONE,
    (Kind.NONE, False): _ANY,
    (Kind.ONE, True): (mark("exactly one letter of {word} is in your hand"), mark("exactly one letter of {word} is in {player}'s hand")),
    (Kind.ONE, False): (
        mark("either none or several letters of {word} are in your hand"),
        mark("either none or several letters of {word} are in {player}'s hand"),
    ),
    (Kind.ODD, True): (
        mark("an odd number of letters of {word} is in your hand"),
        mark("an odd number of letters of {word} is in {player}'s hand"),
    ),
    (Kind.ODD, False): (
        mark("an even number of letters of {word}, or none, is in your hand"),
        mark("an even number of letters of {word}, or none, is in {player}'s hand"),
    ),
    (Kind.ANY, True): _ANY,
    (Kind.ANY, False): _NONE,
}

QUESTIONS: Final = {
    Kind.NONE: mark("no letter?"),
    Kind.ONE: mark("exactly one letter?"),
    Kind.ODD: mark("an odd number of letters?"),
    Kind.ANY: mark("at least one letter?"),
}
"""What each kind of hint asks (R12); marked (`core/speech.py`)."""

LABELS: Final = {
    Kind.NONE: mark("None at all?"),
    Kind.ONE: mark("Exactly one?"),
    Kind.ODD: mark("Odd number?"),
    Kind.ANY: mark("At least one?"),
}
"""The same in a word or two, to be chosen; marked."""

_KINDS: Final = {Kind.NONE: mark("none"), Kind.ONE: mark("one"), Kind.ODD: mark("odd"), Kind.ANY: mark("any")}


def kind_name(kind: Kind) -> str:
    """The name of a kind of hint for people."""
    return say(_KINDS[kind])


def learned(terms: Terms, turn: Turn, seat: Seat) -> str:
    """R12: the information that a seat got from a word once both have chosen, in words; empty if it got no hint."""
    taken = turn.hints[seat]
    if taken is None or taken.kind is None or taken.result is None:
        return ""
    fact = voiced(seat.other, *_ANSWERS[taken.kind, taken.result], word=turn.what)
    repeats = len(set(turn.what)) < len(turn.what) and taken.kind in (Kind.ONE, Kind.ODD)
    if not repeats:
        return fact
    return say("{fact}, counting every place", fact=fact) if terms.each else say("{fact}, counting each letter once", fact=fact)
