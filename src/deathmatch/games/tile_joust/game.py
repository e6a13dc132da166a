"""The game as the interface wants it (`core/game.py`): each method hands over to the room that knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from deathmatch.core.game import RESIGN, Ask, Beat, Deals, Fields, Over, Timeout
from deathmatch.core.optional import Aid
from deathmatch.core.scene import Scene
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Eye, Seat
from deathmatch.games.tile_joust import compose, rules, view
from deathmatch.games.tile_joust.deals import SetDeal
from deathmatch.games.tile_joust.state import State
from deathmatch.games.tile_joust.values import ITEM_TITLES, ITEMS, Deal, Move, Owed, Terms
from deathmatch.games.tile_joust.view import View


class TileJoust:
    """One variant with its options bound."""

    __slots__ = ("terms",)
    secret_time_outs = (Owed.KEEP.value,)  # Q20: it would tell which of two numbers is the lower one

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def start(self) -> State:
        """Set-up: only chips."""
        return rules.start(self.terms)

    def pending(self, state: State, /) -> Ask | Deals[Deal] | Over:
        """One seat is asked, or both, the tiles of a set are dealt, or the match is over."""
        if state.outcome is not None:
            return state.outcome
        seats = state.asked(self.terms)
        return Ask(seats, state.owed.value) if seats else Deals(SetDeal(self.terms))

    def decision(self, view: View, /) -> compose.Decision:
        """What the seat of this view owes."""
        return compose.decision(view)

    def play(self, state: State, turn: Mapping[Seat, Move | Timeout], /) -> State:
        """A pick, a step of an auction (R15 to R18), items (R20) or a round of a joust (R21)."""
        return rules.play(self.terms, state, turn)

    def deal(self, state: State, deal: Deal, /) -> State:
        """A set begins (R14)."""
        return rules.deal(self.terms, state, deal)

    def resign(self, state: State, seat: Seat, /) -> State:
        """The other seat wins (R13)."""
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
        """Points; a resignation has none."""
        over = view.outcome
        return None if over is None or over.reason == RESIGN else view.points

    def items(self, view: View, /) -> BySeat[tuple[str, ...]]:
        """The items that are not used yet; who holds them is public."""
        held = zip(ITEMS, view.items, strict=False)  # nobody holds one before the pick
        unused = [(one.seat, ITEM_TITLES[item]) for item, one in held if one.used is None]
        return BySeat.of(lambda seat: tuple([title for holder, title in unused if holder is seat]))

    def narrate(self, before: View, after: View, /) -> Sequence[Beat[View]]:
        """What happened, step by step in the order of the rules."""
        # Here and in `picture` the room is loaded on demand: a replay tells and shows nothing.
        from deathmatch.games.tile_joust import narration

        return narration.narrate(before, after)

    def picture(self, view_: View, sealed: Sequence[Seat] = (), /) -> Scene:
        """What this eye sees."""
        from deathmatch.games.tile_joust import picture

        return picture.picture(view_, sealed)

    def aided(self, view_: View, aid: Aid, /) -> View:
        """The view for a picture that helps with less or more: without prices and old reveals, or with the numbers that tiles may have."""
        return replace(view_, aid=aid)
