"""The game as the interface wants it (`core/game.py`): each method hands over to the room that knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deathmatch.core.game import RESIGN, Ask, Beat, Deals, Fields, Over, Timeout
from deathmatch.core.scene import Scene
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Eye, Seat
from deathmatch.games.guidance_rite import compose, rules, view
from deathmatch.games.guidance_rite.deals import BoardDeal
from deathmatch.games.guidance_rite.values import ITEM_TITLES, Board, Move, Terms
from deathmatch.games.guidance_rite.view import State, View


class GuidanceRite:
    """One variant with its options bound."""

    __slots__ = ("terms",)

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def start(self) -> State:
        """Set-up: an empty board."""
        return rules.start(self.terms)

    def pending(self, state: State, /) -> Ask | Deals[Board] | Over:
        """One seat is asked, or both, a board is dealt, or the match is over."""
        if state.outcome is not None:
            return state.outcome
        seats = state.asked(self.terms)
        return Ask(seats, state.owed.value) if seats else Deals(BoardDeal(self.terms))

    def decision(self, view: View, /) -> compose.Decision:
        """What the seat of this view owes."""
        return compose.decision(view)

    def play(self, state: State, turn: Mapping[Seat, Move | Timeout], /) -> State:
        """Claims (R11), placements (R17), who moves first (R19), or a turn (R44, R46)."""
        return rules.play(self.terms, state, turn)

    def deal(self, state: State, deal: Board, /) -> State:
        """A bout begins (R7)."""
        return rules.deal(self.terms, state, deal)

    def resign(self, state: State, seat: Seat, /) -> State:
        """The other seat wins (R56)."""
        return rules.resign(state, seat)

    def eyes(self) -> Sequence[Eye]:
        """The seats and the public; onlookers see what the public sees."""
        return (*SEATS, PUBLIC)

    def view(self, state: State, eye: Eye, /) -> View:
        """What this eye has learned."""
        return view.of(state, eye, self.terms)

    def public(self, view_: View, /) -> Fields:
        """The book's public fields."""
        return view.public(view_)

    def private(self, view_: View, /) -> Fields:
        """The book's private fields."""
        return view.private(view_)

    def score(self, view: View, /) -> BySeat[int] | None:
        """Bouts; a resignation has none."""
        over = view.outcome
        return None if over is None or over.reason == RESIGN else view.wins

    def items(self, view: View, /) -> BySeat[tuple[str, ...]]:
        """The items that are not used yet; who holds them is public."""
        return view.items.map(lambda held: tuple([ITEM_TITLES[item] for item in held]))

    def narrate(self, before: View, after: View, /) -> Sequence[Beat[View]]:
        """What happened, step by step in the order of the rules."""
        # Here and in `picture` the room is loaded on demand: a replay tells and shows nothing.
        from deathmatch.games.guidance_rite import narration

        return narration.narrate(before, after)

    def picture(self, view_: View, sealed: Sequence[Seat] = (), /) -> Scene:
        """What this eye sees."""
        from deathmatch.games.guidance_rite import picture

        return picture.picture(view_, sealed)
