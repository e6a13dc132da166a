"""The game as the interface wants it (`core/game.py`): each method hands over to the room that knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from deathmatch.core.game import Ask, Beat, Deals, Fields, Over, Timeout
from deathmatch.core.optional import Aid
from deathmatch.core.scene import Scene
from deathmatch.core.seats import PUBLIC, SEATS, Eye, Onlooker, Seat
from deathmatch.core.speech import say
from deathmatch.games.letter_hunt import compose, deals, rules, view
from deathmatch.games.letter_hunt.state import State
from deathmatch.games.letter_hunt.values import Deal, Move, Phase, Terms
from deathmatch.games.letter_hunt.view import View


class LetterHunt:
    """One variant with its options bound."""

    __slots__ = ("terms",)
    secret_time_outs = (Phase.HOLD.value, Phase.PICK.value)  # R4, R8: they would tell which letters the seat has

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def start(self) -> State:
        """Nobody has a letter yet."""
        return rules.start(self.terms)

    def pending(self, state: State, /) -> Ask | Deals[Deal] | Over:
        """One seat is asked, or both (R4, R8), chance deals, or the match is over."""
        if state.outcome is not None:
            return state.outcome
        seats = state.asked(self.terms)
        return Ask(seats, state.phase.value) if seats else Deals(deals.due(self.terms, state))

    def decision(self, view: View, /) -> compose.Decision:
        """What the seat of this view owes."""
        return compose.decision(view)

    def play(self, state: State, turn: Mapping[Seat, Move | Timeout], /) -> State:
        """A decision of the set-up (R2, R4, R8), a turn (R9), a hint (R11) or a letter that is lost (R14)."""
        return rules.play(self.terms, state, turn)

    def deal(self, state: State, deal: Deal, /) -> State:
        """The next deal has fallen."""
        return rules.deal(self.terms, state, deal)

    def resign(self, state: State, seat: Seat, /) -> State:
        """The other seat wins (R20)."""
        return rules.resign(state, seat)

    def eyes(self) -> Sequence[Eye]:
        """The seats, the public, and every onlooker who gets a letter (R6)."""
        return (*SEATS, PUBLIC, *(Onlooker(number) for number in range(1, self.terms.onlookers + 1)))

    def view(self, state: State, eye: Eye, /) -> View:
        """What this eye has learned."""
        return view.of(state, eye, self.terms)

    def public(self, view_: View, /) -> Fields:
        """The book's public fields."""
        return view.public(view_)

    def private(self, view_: View, /) -> Fields:
        """The book's private fields."""
        return view.private(view_)

    def narrate(self, before: View, after: View, /) -> Sequence[Beat[View]]:
        """What happened, in words."""
        # Here and in `picture` the room is loaded on demand: a replay tells and shows nothing.
        from deathmatch.games.letter_hunt import narration

        return narration.narrate(before, after)

    def picture(self, view_: View, sealed: Sequence[Seat] = (), /) -> Scene:
        """What this eye sees."""
        from deathmatch.games.letter_hunt import picture

        return picture.picture(view_, sealed)

    def aided(self, view_: View, aid: Aid, /) -> View:
        """The view for a picture that helps with less or more: without the ledger, or with all that follows from it (Q45)."""
        return replace(view_, aid=aid)

    def held(self, view_: View, /) -> str:
        """A numbered onlooker's own letter (R6)."""
        number = view_.eye.number if isinstance(view_.eye, Onlooker) else 0
        letter = view_.onlookers[number - 1 : number] if number else ""
        return say("Your letter is {letter}.", letter=letter) if letter else ""

    def before_play(self, view_: View, /) -> bool:
        """Once every onlooker has a letter and until the first turn is taken (R6). Their talk is outside the match."""
        return bool(view_.onlookers) and view_.phase is Phase.TURN and view_.turn == 1 and not view_.turns
