"""Guidance Rite: pieces with arrows are claimed in secret, then fight until one side has none (rules/guidance-rite.md)."""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core.game import RESIGN, Ask, Deals, Showcase, Variant, located
from deathmatch.core.options import Written
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.simple import BookGame
from deathmatch.core.speech import mark
from deathmatch.games.guidance_rite import compose, rules, values, view
from deathmatch.games.guidance_rite.rules import BoardDeal
from deathmatch.games.guidance_rite.values import BOOK, ITEM_TITLES, R57, Board, Move, Terms, Variation
from deathmatch.games.guidance_rite.view import State, View


class GuidanceRite(BookGame[Terms, State, Move, View]):
    """One variant with its options bound."""

    rules = rules
    sight = view

    def asks(self, state: State, /) -> Ask | Deals[Board]:
        """One seat is asked, or both, a board is dealt."""
        seats = state.asked(self.terms)
        return Ask(seats, state.owed.value) if seats else Deals(BoardDeal(self.terms))

    def decision(self, view: View, /) -> compose.Decision:
        """The decision that the seat of this view owes."""
        return compose.decision(view)

    def deal(self, state: State, deal: Board, /) -> State:
        """A bout begins (R7)."""
        return rules.deal(self.terms, state, deal)

    def bout_to(self, state: State, seat: Seat | None, /) -> Sequence[tuple[Seat, str]] | str:
        """By time-outs of the other seat (R49)."""
        return rules.bout_to(self.terms, state, seat)

    def score(self, view: View, /) -> BySeat[int] | None:
        """Bouts; a resignation has none."""
        over = view.outcome
        return None if over is None or over.reason == RESIGN else view.wins

    def items(self, view: View, /) -> BySeat[tuple[str, ...]]:
        """The items that are not used yet; who holds them is public."""
        return view.items.map(lambda held: tuple([ITEM_TITLES[item] for item in held]))


_WORDS = {
    Variation.GUARDIANS: mark(
        "Claim pieces in secret, then capture all pieces of your opponent. Each piece moves by its arrows; rats, crows, "
        "lizards, guardians and monsters have their own moves and powers."
    ),
    Variation.FINAL: mark(
        "Like Guardians, on a larger board: grey arrows work once, capturing your own pieces pays, and three items "
        "give arrows, turn a piece or swap characters."
    ),
}


_DIFFERS = {
    Variation.GUARDIANS: "",
    Variation.FINAL: mark(
        "The board is larger, grey arrows work once, it can pay to capture your own pieces, and three items "
        "give arrows, turn a piece or swap characters."
    ),
}

_GROUPS = {
    mark("Board"): ("size", "board"),
    mark("Match"): ("best_of", "turns", "first", "dmo"),
    mark("Items"): ("honour", "rotate", "swap", "item_uses"),
}

_ORIGINAL = {Variation.GUARDIANS: "DeathMatch 11: Guidance Rite", Variation.FINAL: "Final Match 3: Guidance Rite"}

_SAYS = {
    "board full": mark("Each deal is a proper starting board."),
    "board free": mark("A deal may be any position."),
    "best_of 1": mark("One bout decides."),
    "best_of 3": mark("The best of three bouts wins."),
    "turns standard": mark("Bouts 1 and 2 are played in turn, and bout 3 at once."),
    "turns alternate": mark("All bouts are played in turn."),
    "turns simultaneous": mark("All bouts are played at once."),
    "first choose": mark("The DMO chooses."),
    "powers own": mark("A player may spend the characters of own pieces alone."),
    "powers any": mark("A player may spend the character of any piece on the board."),
    "removals powers": mark("A movement that costs its character leaves the power of the turn."),
    "removals all": mark("A movement that costs its character uses up the power of the turn."),
    "crossing pass": mark("Two pieces that swap places pass each other."),
    "crossing clash": mark("Two pieces that swap places are both removed."),
    "draw_from capture": mark("Quiet turns count from the last capture."),
    "draw_from reached": mark("Quiet turns count from the turn since which both players have few pieces."),
    "last_tie replay": mark("A bout that no other rule decides is played again."),
    "last_tie dmo": mark("The DMO wins a bout that no other rule decides."),
    "last_tie ec": mark("The EC wins a bout that no other rule decides."),
    "review yes": mark("No claim is accepted before the time to look is over."),
    "crow_power upto": mark("A crow's power may turn fewer arrows than it could."),
    "crow_power exact": mark("A crow's power turns as many arrows as it can, or none."),
    "item_uses match": mark("An item serves once a match."),
    "item_uses bout": mark("An item serves once a bout."),
}

_FEWER_ITEMS = mark("The player with fewer items chooses; if they have as many, the DMO.")

_SHOWCASE = Showcase(mark("Claim pieces in secret, move by their arrows, capture them all."), __name__, "data/showcase.dm", 20)

_AS_WRITTEN = {
    "powers": Written("any", "Q31"),
    "draw_from": Written("reached", "Q52"),
    "quiet_turns": Written(100, "Q52"),  # the text has no such limit; this is as far as the option goes
    "review": Written("yes", "W2"),
}


def _variant(variation: Variation) -> Variant:
    return Variant(
        game=BOOK,
        name=variation.value,
        title=mark("Guidance Rite"),
        says=_SAYS | ({"first choose": _FEWER_ITEMS} if variation is Variation.FINAL else {}),
        original=_ORIGINAL[variation],
        words=_WORDS[variation],
        options=values.options(variation),
        submitting=R57,
        reasons={"bouts": mark("{winner} has won more bouts."), "resign": mark("{loser} resigned.")},
        yours={"bouts": mark("You have won more bouts.")},
        make=lambda options: GuidanceRite(values.terms(variation, options)),
        deals=True,
        capabilities=located(__name__, advise="advice", bots="bot", levels="levels", generator="extra.workbench"),
        differs=_DIFFERS[variation],
        minutes=20,
        clocks=mark("{time_claim} a claim, the first with {time_look} more to look at the board; at least {time_turn} a turn."),
        showcase=_SHOWCASE if variation is Variation.GUARDIANS else None,
        groups=_GROUPS,
        as_written=_AS_WRITTEN | ({"crow_power": Written("exact", "Q38")} if variation is Variation.FINAL else {}),
    )


VARIANTS = tuple(_variant(variation) for variation in Variation)
"""Both variants, in the book's order."""
