"""Five-Card Trick: two of five cards each, in secret and at once; most chips wins (rules/five-card-trick.md)."""

from __future__ import annotations

from functools import partial

from deathmatch.core.game import Variant
from deathmatch.core.options import Values
from deathmatch.games.five_card_trick import values
from deathmatch.games.five_card_trick.game import FiveCardTrick
from deathmatch.games.five_card_trick.values import BOOK, R1, Variation


def _make(variation: Variation, options: Values) -> FiveCardTrick:
    return FiveCardTrick(values.terms(variation, options))


_WORDS = {
    Variation.GAUNTLET: "Each round both secretly play two of five cards. A card that both play cancels; the rest score, grow the pot, "
    "claim it, steal it or block. Most chips after 25 rounds wins.",
    Variation.FINAL: "As the gauntlet, but a card may be played twice to outnumber the other side's, "
    "and three items bend the rules once each.",
    Variation.SETNA: "Up to two abilities a round. One that you may not play can be submitted all the same, and then does not count.",
}

_REASONS = {
    "chips": "{winner} has more chips.",
    "tie_dmo": "Chips are equal to the very end; the tie goes to {winner}, the death match opponent.",
    "tie_items": "Chips are equal to the very end; the tie goes to {winner}, who has more items.",
    "resign": "{loser} resigned.",
}


def _variant(variation: Variation) -> Variant:
    final = variation is Variation.FINAL
    return Variant(
        game=BOOK,
        name=variation.value,
        title="Five-Card Trick",
        words=_WORDS[variation],
        options=values.options(variation),
        submitting=R1,
        reasons={reason: words for reason, words in _REASONS.items() if final or reason != "tie_items"},
        make=partial(_make, variation),
        check=values.check,
        capabilities={
            "bots": "deathmatch.games.five_card_trick.bot:bots",
            "solver": "deathmatch.games.five_card_trick.solver:solver",
            "exploit": "deathmatch.games.five_card_trick.extra.response:exploiter",
            "advise": "deathmatch.games.five_card_trick.advice:advise",
        },
    )


VARIANTS = tuple(_variant(variation) for variation in (Variation.GAUNTLET, Variation.FINAL, Variation.SETNA))
"""The three variants, in the book's order."""
