"""The game as the interface wants it (`core/game.py`): each method hands over to the room that knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deathmatch.core.game import RESIGN, Ask, Beat, Fields, Over, Timeout
from deathmatch.core.scene import Scene
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Eye, Seat
from deathmatch.games.five_card_trick import compose, rules, view
from deathmatch.games.five_card_trick.compose import PriorityDecision, SubmitDecision
from deathmatch.games.five_card_trick.values import BOOK, ITEM_TITLES, Move, Terms
from deathmatch.games.five_card_trick.view import State, View

_SUBMIT = Ask(SEATS, "submit")
_PRIORITY = BySeat(Ask((Seat.A,), "priority"), Ask((Seat.B,), "priority"))


class FiveCardTrick:
    """One variant with its options bound; chance plays no part."""

    __slots__ = ("terms",)

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def start(self) -> State:
        """Set-up: round 1, one chip in the pot."""
        return rules.start(self.terms)

    def pending(self, state: State, /) -> Ask | Over:
        """Both seats owe cards, one owes an answer, or the match is over."""
        if state.outcome is not None:
            return state.outcome
        return _SUBMIT if state.answering is None else _PRIORITY[state.answering]

    def decision(self, view: View, /) -> SubmitDecision | PriorityDecision:
        """What the seat of this view owes."""
        return compose.decision(view)

    def play(self, state: State, turn: Mapping[Seat, Move | Timeout], /) -> State:
        """A round (R15 to R25), a replay (R12) or an answer (R11)."""
        return rules.play(self.terms, state, turn)

    def deal(self, state: State, deal: object, /) -> State:
        """There are no deals; asking for one is our own bug."""
        raise AssertionError(f"{BOOK} has no deals: {deal!r}")

    def resign(self, state: State, seat: Seat, /) -> State:
        """The other seat wins (R14)."""
        return rules.resign(state, seat)

    def eyes(self) -> Sequence[Eye]:
        """The seats and the public; onlookers see what the public sees."""
        return (*SEATS, PUBLIC)

    def view(self, state: State, eye: Eye, /) -> View:
        """What this eye has learned: all but which seat it is in, since the state has no secrets."""
        return view.of(state, eye, self.terms)

    def public(self, view_: View, /) -> Fields:
        """The book's public fields."""
        return view.public(view_)

    def private(self, view_: View, /) -> Fields:
        """The book's private fields: none of its own."""
        return view.private(view_)

    def essence(self, state: State, /) -> State:
        """What still matters of a state, for anyone who goes through all of them (`core.exploiting.PublicStateGame`)."""
        return rules.essence(self.terms, state)

    def score(self, view: View, /) -> BySeat[int] | None:
        """Chips; a resignation has none."""
        over = view.outcome
        return None if over is None or over.reason == RESIGN else view.at.sides.map(lambda side: side.chips)

    def items(self, view: View, /) -> BySeat[tuple[str, ...]]:
        """The items that are not used yet; who holds them is public."""
        return view.at.sides.map(lambda side: tuple([ITEM_TITLES[item] for item in side.items]))

    def narrate(self, before: View, after: View, /) -> Sequence[Beat[View]]:
        """What happened, step by step in the order of the rules."""
        # Here and in `picture` the room is loaded on demand: a replay tells and shows nothing.
        from deathmatch.games.five_card_trick import narration

        return narration.narrate(before, after)

    def picture(self, view_: View, sealed: Sequence[Seat] = (), /) -> Scene:
        """What this eye sees."""
        from deathmatch.games.five_card_trick import picture

        return picture.picture(view_, sealed)
