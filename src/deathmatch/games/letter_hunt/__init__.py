"""Letter Hunt: five hidden letters each; words bring hints, guesses bring the end (rules/letter-hunt.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from deathmatch.core.game import Ask, Deals, Fields, Showcase, Variant, located
from deathmatch.core.optional import Aid
from deathmatch.core.options import ANNOUNCED, Written
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Eye, Onlooker, Seat
from deathmatch.core.simple import BookGame
from deathmatch.core.speech import mark, say
from deathmatch.games.letter_hunt import compose, rules, values, view
from deathmatch.games.letter_hunt.state import State
from deathmatch.games.letter_hunt.values import BOOK, R1, Deal, Move, Phase, Terms, Variation
from deathmatch.games.letter_hunt.view import View


class LetterHunt(BookGame[Terms, State, Move, View]):
    """One variant with its options bound."""

    rules = rules
    sight = view
    secret_time_outs = (Phase.HOLD.value, Phase.PICK.value)  # R4, R8: they would tell which letters the seat has

    def asks(self, state: State, /) -> Ask | Deals[Any]:
        """One seat is asked, or both (R4, R8), chance deals."""
        seats = state.asked(self.terms)
        return Ask(seats, state.phase.value) if seats else Deals(rules.due(self.terms, state))

    def decision(self, view: View, /) -> compose.Decision:
        """The decision that the seat of this view owes."""
        return compose.decision(view)

    def deal(self, state: State, deal: Deal, /) -> State:
        """The next deal has fallen."""
        return rules.deal(self.terms, state, deal)

    def resign(self, state: State, seat: Seat, /) -> State:
        """The other seat wins (R20)."""
        return rules.resign(state, seat)

    def eyes(self) -> Sequence[Eye]:
        """The seats, the public, and every onlooker who gets a letter (R6)."""
        return (*SEATS, PUBLIC, *(Onlooker(number) for number in range(1, self.terms.onlookers + 1)))

    def private(self, view_: View, /) -> Fields:
        """The book's private fields."""
        return view.private(view_)

    def aided(self, view_: View, aid: Aid, /) -> View:
        """The view for a picture that helps with less or more: without the ledger, or with all that follows from it (Q45)."""
        return replace(view_, aid=aid)

    def score(self, view_: View, /) -> BySeat[int] | None:
        """The letters that are left, once a hand has been emptied; one that was named keeps its letters."""
        over = view_.outcome
        return view_.cards if over and over.reason == "hand_empty" else None

    def held(self, view_: View, /) -> str:
        """A numbered onlooker's own letter (R6)."""
        number = view_.eye.number if isinstance(view_.eye, Onlooker) else 0
        letter = view_.onlookers[number - 1 : number] if number else ""
        return say("Your letter is {letter}.", letter=letter) if letter else ""

    def before_play(self, view_: View, /) -> bool:
        """Once every onlooker has a letter and until the first turn is taken (R6). Their talk is outside the match."""
        return bool(view_.onlookers) and view_.phase is Phase.TURN and view_.turn == 1 and not view_.turns


_WORDS = {
    Variation.GAMBIT: mark(
        "Each player has five hidden letters and may exchange some at the start. Every English word gives both players "
        "a hint about the other hand. Name or empty the other hand first; a wrong guess costs one of your own letters."
    ),
    Variation.COLOSSEUM: mark(
        "Like Gambit, but each player picks five of eight letters, a letter that a word has twice counts twice, "
        "and after a number of turns only guesses are allowed."
    ),
}

_DIFFERS = {
    Variation.GAMBIT: "",
    Variation.COLOSSEUM: mark(
        "You pick five of eight letters, a letter that a word has twice counts twice, and after a number of turns only guesses are left."
    ),
}

_GROUPS = {
    mark("Start"): ("dmo", "first", "holds"),
    mark("Words and hints"): ("lexicon", "hints", "repeats"),
    mark("Onlookers"): ("onlookers", "onlooker_letters"),
}

_ORIGINAL = {Variation.GAMBIT: "Zero's Gambit, Death Match 1", Variation.COLOSSEUM: "DM Colosseum 2"}

_SAYS = {
    "first choose": mark("The DMO chooses."),
    "first ec_chooses": mark("The EC chooses."),
    "first coin": mark("A coin decides."),
    "onlooker_letters hidden": mark("Nobody else sees the letter of an onlooker."),
    "onlooker_letters split": mark("Each player sees the letters of half the onlookers."),
    "onlooker_letters public": mark("Everybody sees the letters of the onlookers."),
    "hints none-one-any": mark("The hints are none, one and any."),
    "hints one-odd-any": mark("The hints are one, odd and any."),
    "repeats distinct": mark("A letter that a word has twice counts once."),
    "repeats each": mark("A letter that a word has twice counts twice."),
    "on_timeout skip": mark("A time-out loses the turn."),
    "on_timeout lose": mark("A time-out loses the match."),
    "last_chance whole": mark("Last Chance names all letters at once."),
    "first_hold_from deal": mark("The time of the first hold counts from the deal."),
    "first_hold_from announcement": mark("The time of the first hold counts from the announcement, when the match is set up."),
    "last_chance letters": mark("Last Chance names the letters one by one; the first wrong one loses the match."),
    "slip refuse": mark("A letter to lose that is not in the hand is refused."),
    "slip reveal": mark("If a player names a letter to lose that is not in the hand, everybody learns that, and the player chooses again."),
}

_SHOWCASE = Showcase(
    mark("Five hidden letters each. Every English word is a hint; a wrong guess costs a letter."), __name__, "data/showcase.dm", 22
)

_REASONS = {
    "hand_empty": mark("{loser} has no letter left."),
    "hand_guessed": mark("{winner} named the whole hand."),
    "hand_missed": mark("{loser} named the whole hand, and was wrong."),
    "timeout": mark("{loser} ran out of time."),
    "abandoned": mark("Turn after turn was skipped; nobody wins."),
    "resign": mark("{loser} resigned."),
}
_YOURS = {
    "hand_empty": mark("You have no letter left."),
    "hand_guessed": mark("You named the whole hand."),
    "hand_missed": mark("You named the whole hand, and were wrong."),
}

_AS_WRITTEN = {
    Variation.GAMBIT: {
        "void_after": Written(0, "Q39"),
        "last_chance": Written("letters", "W4"),
        "time_first_hold": Written(13 * 3600, "W3"),  # 13 hours
        "first_hold_from": Written(ANNOUNCED, "W6"),
    },
    Variation.COLOSSEUM: {"slip": Written("reveal", "Q31")},
}


def _variant(variation: Variation) -> Variant:
    return Variant(
        game=BOOK,
        name=variation.value,
        title=mark("Letter Hunt"),
        says=_SAYS,
        original=_ORIGINAL[variation],
        words=_WORDS[variation],
        options=values.options(variation),
        submitting=R1,
        reasons=_REASONS,
        yours=_YOURS,
        make=lambda options: LetterHunt(values.terms(variation, options)),
        deals=True,
        discreet=True,  # what was dealt, given up and held is told to nobody else, also not at the end
        capabilities=located(__name__, bots="bot", lexicon="lexicon:LISTS", advise="advice", levels="levels"),
        differs=_DIFFERS[variation],
        minutes=20 if variation is Variation.GAMBIT else 15,
        clocks=mark("{time_first} for the start, then {time_turn} for each turn, and {bank} in reserve for the whole match."),
        showcase=_SHOWCASE if variation is Variation.GAMBIT else None,
        groups=_GROUPS,
        as_written=_AS_WRITTEN[variation],
        as_written_table={"aids": "none"} if variation is Variation.COLOSSEUM else {},
    )


VARIANTS = tuple(_variant(variation) for variation in Variation)
"""Both variants, in the book's order."""
