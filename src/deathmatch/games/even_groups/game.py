"""The game as the interface wants it (`core/game.py`): each method hands over to the room that knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deathmatch.core.game import Ask, Beat, Fields, Over, Timeout
from deathmatch.core.scene import Scene
from deathmatch.core.seats import PUBLIC, SEATS, Eye, Seat
from deathmatch.games.even_groups import compose, rules, view
from deathmatch.games.even_groups.compose import ColourChoice, OpenDecision, PlaceDecision
from deathmatch.games.even_groups.values import BOOK, Move, Terms
from deathmatch.games.even_groups.view import State, View


class EvenGroups:
    """The variant with its options bound; chance plays no part, and nothing is hidden."""

    __slots__ = ("terms",)

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def start(self) -> State:
        """Set-up: the empty board."""
        return rules.start(self.terms)

    def pending(self, state: State, /) -> Ask | Over:
        """One seat owes a colour, the opening or a move, or the match is over."""
        if state.outcome is not None:
            return state.outcome
        assert state.owing is not None
        return Ask((state.owing,), "colour" if state.white is None else "place" if state.moves else "open")

    def decision(self, view: View, /) -> ColourChoice | OpenDecision | PlaceDecision:
        """What the seat of this view owes."""
        return compose.decision(view)

    def play(self, state: State, turn: Mapping[Seat, Move | Timeout], /) -> State:
        """A choice of colours (R2), the opening (R4), a move (R5) or a time-out (R10)."""
        return rules.play(self.terms, state, turn)

    def deal(self, state: State, deal: object, /) -> State:
        """There are no deals; asking for one is our own bug."""
        raise AssertionError(f"{BOOK} has no deals: {deal!r}")

    def resign(self, state: State, seat: Seat, /) -> State:
        """The other seat wins (R13)."""
        return rules.resign(state, seat)

    def eyes(self) -> Sequence[Eye]:
        """The seats and the public; onlookers see what the public sees."""
        return (*SEATS, PUBLIC)

    def view(self, state: State, eye: Eye, /) -> View:
        """What this eye has learned: everything."""
        return view.of(state, eye, self.terms)

    def public(self, view_: View, /) -> Fields:
        """The book's public fields."""
        return view.public(view_)

    def private(self, view_: View, /) -> Fields:
        """The book's private fields: none of its own."""
        return view.private(view_)

    def narrate(self, before: View, after: View, /) -> Sequence[Beat[View]]:
        """What happened, in words."""
        # Here and in `picture` the room is loaded on demand: a replay tells and shows nothing.
        from deathmatch.games.even_groups import narration

        return narration.narrate(before, after)

    def picture(self, view_: View, sealed: Sequence[Seat] = (), /) -> Scene:
        """What this eye sees."""
        from deathmatch.games.even_groups import picture

        return picture.picture(view_, sealed)
