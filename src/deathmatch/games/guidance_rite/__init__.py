"""Guidance Rite: pieces with arrows are claimed in secret, then fight until one side has none (rules/guidance-rite.md)."""

from __future__ import annotations

from functools import partial

from deathmatch.core.game import Showcase, Variant
from deathmatch.core.options import Values, Written
from deathmatch.core.speech import mark
from deathmatch.games.guidance_rite import values
from deathmatch.games.guidance_rite.game import GuidanceRite
from deathmatch.games.guidance_rite.values import BOOK, R57, Variation


def _make(variation: Variation, options: Values) -> GuidanceRite:
    return GuidanceRite(values.terms(variation, options))


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

_SHOWCASE = Showcase(mark("Claim animals in secret, move by their arrows, capture them all."), __name__, "data/showcase.dm", 20)

_AS_WRITTEN = {
    "powers": Written("any", "Q31"),
    "draw_from": Written("reached", "Q52"),
    "quiet_turns": Written(100, "Q52"),  # the text has no such limit; this is as far as the option goes
}


def _variant(variation: Variation) -> Variant:
    return Variant(
        game=BOOK,
        name=variation.value,
        title=mark("Guidance Rite"),
        words=_WORDS[variation],
        options=values.options(variation),
        submitting=R57,
        reasons={"bouts": mark("{winner} has won most bouts."), "resign": mark("{loser} resigned.")},
        make=partial(_make, variation),
        deals=True,
        capabilities={
            "adversaries": "deathmatch.games.guidance_rite.adversaries:adversaries",
            "adversary_families": "deathmatch.games.guidance_rite.adversaries:families",
            "advise": "deathmatch.games.guidance_rite.advice:advise",
            "bots": "deathmatch.games.guidance_rite.bot:bots",
            "levels": "deathmatch.games.guidance_rite.levels:levels",
            "generator": "deathmatch.games.guidance_rite.extra.workbench:generator",
            "puzzles": "deathmatch.games.guidance_rite.puzzling:puzzles",
        },
        differs=_DIFFERS[variation],
        showcase=_SHOWCASE if variation is Variation.GUARDIANS else None,
        groups=_GROUPS,
        as_written=_AS_WRITTEN | ({"crow_power": Written("exact", "Q38")} if variation is Variation.FINAL else {}),
    )


VARIANTS = tuple(_variant(variation) for variation in Variation)
"""Both variants, in the book's order."""
