"""Even Groups: two stones a turn on a hexagon; the player whose colour ends with an even number of groups wins (rules/even-groups.md)."""

from __future__ import annotations

from dataclasses import replace

from deathmatch.core.game import Ask, Showcase, Variant, located
from deathmatch.core.options import Written
from deathmatch.core.seats import Seat, certain
from deathmatch.core.simple import BookGame
from deathmatch.core.speech import mark
from deathmatch.games.even_groups import compose, rules, values, view
from deathmatch.games.even_groups.compose import ColourChoice, OpenDecision, PlaceDecision
from deathmatch.games.even_groups.values import BOOK, R8, Move, Terms
from deathmatch.games.even_groups.view import State, View


class EvenGroups(BookGame[Terms, State, Move, View]):
    """The variant with its options bound; chance plays no part, and nothing is hidden."""

    rules = rules
    sight = view

    def asks(self, state: State, /) -> Ask:
        """One seat owes a colour, the opening or a move."""
        return Ask((certain(state.owing),), "colour" if state.white is None else "place" if state.moves else "open")

    def decision(self, view: View, /) -> ColourChoice | OpenDecision | PlaceDecision:
        """The decision that the seat of this view owes."""
        return compose.decision(view)

    def resign(self, state: State, seat: Seat, /) -> State:
        """The other seat wins (R13)."""
        return replace(super().resign(state, seat), owing=None)


_SAYS = {
    "white choose": mark("The DMO chooses."),
    "settled yes": mark("The match ends as soon as every way to play on has the same winner."),
}

VARIANTS = (
    Variant(
        game=BOOK,
        name="standard",
        title=mark("Even Groups"),
        says=_SAYS,
        original="Simply Genius, Death Match by RedsToad",
        words=mark(
            "Fill a hexagon with white and orange stones, two a turn, each of either colour, so that the number of groups stays odd. "
            "When no move is left, exactly one colour has an even number of groups: its owner wins."
        ),
        options=values.OPTIONS,
        minutes=10,
        clocks=mark("{time_place} for each move, and {bank} in reserve for the whole match."),
        submitting=R8,
        reasons={
            "full": mark("The board is full, and {winner}'s colour is even."),
            "blocked": mark("No legal move is left, and {winner}'s colour is even."),
            "settled": mark("However they go on, {winner}'s colour ends even."),
            "timeout": mark("{loser} ran out of time."),
            "resign": mark("{loser} resigned."),
        },
        yours={
            "full": mark("The board is full, and your colour is even."),
            "blocked": mark("No legal move is left, and your colour is even."),
            "settled": mark("However they go on, your colour ends even."),
        },
        make=lambda options: EvenGroups(values.terms(options)),
        capabilities=located(__name__, bots="bot", levels="levels", advise="advice"),
        groups={mark("Board and colours"): ("side", "white", "dmo")},
        as_written={"settled": Written("yes", "Q20")},
        showcase=Showcase(
            mark("Two stones a turn, of either colour. End with an even number of groups."), __name__, "data/showcase.dm", 14
        ),
    ),
)
"""The one variant."""
