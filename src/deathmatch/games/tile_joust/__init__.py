"""Tile Joust: tiles whose numbers nobody sees are bought with one stock of chips, then put up face down (rules/tile-joust.md)."""

from __future__ import annotations

from functools import partial

from deathmatch.core.game import Showcase, Variant
from deathmatch.core.options import Values, Written
from deathmatch.core.speech import mark
from deathmatch.games.tile_joust import values
from deathmatch.games.tile_joust.game import TileJoust
from deathmatch.games.tile_joust.values import BOOK, R1, Variation


def _make(variation: Variation, options: Values) -> TileJoust:
    return TileJoust(values.terms(variation, options))


_WORDS = {
    Variation.GAUNTLET: mark(
        "Buy hidden numbers in auctions, with chips that must last three sets. Then play your tiles face down in jousts. "
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
}

_SHOWCASE = Showcase(mark("Buy numbers unseen, then put them up face down. The larger total wins."), __name__, "data/showcase.dm", 190)

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
        words=_WORDS[variation],
        options=values.options(variation),
        submitting=R1,
        reasons={reason: words for reason, words in _REASONS.items() if reason != other},
        make=partial(_make, variation),
        deals=True,
        discreet=True,  # the deals hold numbers that the state shows to nobody, also not at the end (Q45)
        capabilities={
            "advise": "deathmatch.games.tile_joust.advice:advise",
            "plots": "deathmatch.games.tile_joust.plots:plots",
            "adversaries": "deathmatch.games.tile_joust.adversaries:adversaries",
            "adversary_families": "deathmatch.games.tile_joust.adversaries:families",
            "bots": "deathmatch.games.tile_joust.bot:bots",
            "levels": "deathmatch.games.tile_joust.levels:levels",
            "puzzles": "deathmatch.games.tile_joust.puzzling:puzzles",
        },
        differs=_DIFFERS[variation],
        showcase=_SHOWCASE if variation is Variation.GAUNTLET else None,
        groups=_GROUPS,
        as_written={"late_first": Written("nothing", "Q21")},
    )


VARIANTS = tuple(_variant(variation) for variation in Variation)
"""Both variants, in the book's order."""
