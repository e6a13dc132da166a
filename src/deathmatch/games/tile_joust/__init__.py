"""Tile Joust: tiles whose numbers nobody sees are bought with one stock of chips, then put up face down (rules/tile-joust.md)."""

from __future__ import annotations

from dataclasses import replace

from deathmatch.core.game import RESIGN, Ask, Deals, Fields, Showcase, Variant, located
from deathmatch.core.optional import Aid
from deathmatch.core.options import Written
from deathmatch.core.seats import BySeat
from deathmatch.core.simple import BookGame
from deathmatch.core.speech import mark
from deathmatch.games.tile_joust import compose, rules, values, view
from deathmatch.games.tile_joust.rules import SetDeal
from deathmatch.games.tile_joust.state import State
from deathmatch.games.tile_joust.values import BOOK, ITEM_TITLES, ITEMS, R1, Deal, Move, Owed, Terms, Variation
from deathmatch.games.tile_joust.view import View


class TileJoust(BookGame[Terms, State, Move, View]):
    """One variant with its options bound."""

    rules = rules
    sight = view
    secret_time_outs = (Owed.KEEP.value,)  # Q20: it would tell which of two numbers is the lower one

    def asks(self, state: State, /) -> Ask | Deals[Deal]:
        """One seat is asked, or both, the tiles of a set are dealt."""
        seats = state.asked(self.terms)
        return Ask(seats, state.owed.value) if seats else Deals(SetDeal(self.terms))

    def decision(self, view: View, /) -> compose.Decision:
        """The decision that the seat of this view owes."""
        return compose.decision(view)

    def deal(self, state: State, deal: Deal, /) -> State:
        """A set begins (R14)."""
        return rules.deal(self.terms, state, deal)

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

    def aided(self, view_: View, aid: Aid, /) -> View:
        """The view for a picture that helps with less or more: without prices and old reveals, or with the numbers that tiles may have."""
        return replace(view_, aid=aid)


_WORDS = {
    Variation.GAUNTLET: mark(
        "Buy hidden numbers in auctions, with chips that must last for all sets. Then play your tiles face down in jousts. "
        "The larger total wins a joust and scores the smallest tile of the loser."
    ),
    Variation.FINAL: mark(
        "Like Gauntlet, with a zero, two left-over tiles and three items: one secretly inverts a number, one hides the "
        "origin of tiles, one wins ties."
    ),
}

_DIFFERS = {
    Variation.GAUNTLET: "",
    Variation.FINAL: mark(
        "There is a zero, each side keeps left-over tiles, and there are three items: "
        "one secretly inverts a number, one hides the origin of tiles, one wins ties."
    ),
}

_GROUPS = {
    mark("Length and chips"): ("chips", "sets", "opening"),
    mark("Roles"): ("dmo", "picker"),
    mark("Items"): ("holds_inversion", "holds_equaliser", "holds_conceal"),
}

_SAYS = {
    "preview yes": mark("The colours of all four groups are shown from the deal on."),
    "shown all": mark("Every tile of a joust shows its colour and group before the reveal."),
    "shown first": mark("Only the first tile of a joust shows its colour and group before the reveal."),
    "late_first surrender": mark("A time-out at the first tile of a joust costs the smallest tile of the hand."),
    "late_first nothing": mark("A time-out at the first tile of a joust costs nothing."),
    "conceal both": mark("Conceal hides the groups of both players."),
    "conceal own": mark("Conceal hides the groups of its holder alone."),
    "inverted_colour new": mark("An inverted tile has the colour of its new number."),
    "inverted_colour old": mark("An inverted tile keeps its colour."),
}

_SHOWCASE = Showcase(mark("Buy numbers unseen, then put them up face down. The larger total wins."), __name__, "data/showcase.dm", 190)

_YOURS = {
    "points": mark("You have more points."),
    "tie_dmo": mark("Points are equal; the tie goes to you, the death match opponent."),
    "tie_equaliser": mark("Points are equal; the tie goes to you, who hold the Equaliser."),
}

_REASONS = {
    "points": mark("{winner} has more points."),
    "tie_dmo": mark("Points are equal; the tie goes to {winner}, the death match opponent."),
    "tie_equaliser": mark("Points are equal; the tie goes to {winner}, who holds the Equaliser."),
    "resign": mark("{loser} resigned."),
}


def _variant(variation: Variation) -> Variant:
    other = "tie_dmo" if variation is Variation.FINAL else "tie_equaliser"
    return Variant(
        game=BOOK,
        name=variation.value,
        title=mark("Tile Joust"),
        says=_SAYS,
        original="Zero's Gauntlet, Final Match" if variation is Variation.FINAL else "Zero's Gauntlet, Death Match",
        words=_WORDS[variation],
        options=values.options(variation),
        submitting=R1,
        reasons={reason: words for reason, words in _REASONS.items() if reason != other},
        yours=_YOURS,
        make=lambda options: TileJoust(values.terms(variation, options)),
        deals=True,
        discreet=True,  # the deals hold numbers that the state shows to nobody, also not at the end (Q45)
        capabilities=located(__name__, advise="advice", bots="bot", levels="levels"),
        differs=_DIFFERS[variation],
        minutes=20,
        clocks=mark("{time_bid} for each bid and each tile."),
        showcase=_SHOWCASE if variation is Variation.GAUNTLET else None,
        groups=_GROUPS,
        as_written={"late_first": Written("nothing", "Q21")},
    )


VARIANTS = tuple(_variant(variation) for variation in Variation)
"""Both variants, in the book's order."""
