"""Five-Card Trick: two of five cards each, in secret and at once; most chips wins (rules/five-card-trick.md)."""

from __future__ import annotations

from functools import partial

from deathmatch.core.game import Showcase, Variant
from deathmatch.core.options import Values, Written
from deathmatch.core.speech import mark
from deathmatch.games.five_card_trick import values
from deathmatch.games.five_card_trick.game import FiveCardTrick
from deathmatch.games.five_card_trick.values import BOOK, R1, Variation


def _make(variation: Variation, options: Values) -> FiveCardTrick:
    return FiveCardTrick(values.terms(variation, options))


_WORDS = {
    Variation.GAUNTLET: mark(
        "Each round both players secretly play two of five cards. A card that both play cancels; the others score, "
        "grow the pot, claim it, steal it or block. Most chips after 25 rounds wins."
    ),
    Variation.FINAL: mark(
        "Like Gauntlet, but you may play a card twice to outnumber the card of your opponent, and three items bend the rules once each."
    ),
    Variation.SETNA: mark("Each round both players play up to two abilities. You may submit a forbidden ability, but it does not count."),
}

_DIFFERS = {
    Variation.GAUNTLET: "",
    Variation.FINAL: mark(
        "You may play one card twice to outnumber the same card of your opponent. Three items bend the rules, once each."
    ),
    Variation.SETNA: mark(
        "You may play one card or two, called abilities here. You may also play one that is barred in this round, but it does not count."
    ),
}

_GROUPS = {
    mark("Length"): ("rounds", "extension", "max_rounds", "replay_limit"),
    mark("Roles and items"): ("dmo", "overload", "priority", "reset"),
}

_SHOWCASE = Showcase(mark("Two of five cards each, in secret and at once. Most chips wins."), __name__, "data/showcase.dm", 17)

_REASONS = {
    "chips": mark("{winner} has more chips."),
    "tie_dmo": mark("Chips are equal to the very end; the tie goes to {winner}, the death match opponent."),
    "tie_items": mark("Chips are equal to the very end; the tie goes to {winner}, by the number of items."),
    "resign": mark("{loser} resigned."),
}

_AS_WRITTEN = {
    Variation.GAUNTLET: {"replay_limit": Written(99, "Q21")},  # as often as an option can say
    Variation.FINAL: {"priority_beats_block": Written("yes", "Q44")},
}


def _variant(variation: Variation) -> Variant:
    final = variation is Variation.FINAL
    return Variant(
        game=BOOK,
        name=variation.value,
        title=mark("Five-Card Trick"),
        words=_WORDS[variation],
        options=values.options(variation),
        submitting=R1,
        reasons={reason: words for reason, words in _REASONS.items() if final or reason != "tie_items"},
        make=partial(_make, variation),
        check=values.check,
        capabilities={
            "adversary_families": "deathmatch.games.five_card_trick.bot.adversaries:families",
            "bots": "deathmatch.games.five_card_trick.bot:bots",
            "levels": "deathmatch.games.five_card_trick.bot.levels:levels",
            "solver": "deathmatch.games.five_card_trick.solver:solver",
            "exploit": "deathmatch.games.five_card_trick.extra.response:exploiter",
            "advise": "deathmatch.games.five_card_trick.advice:advise",
            "plots": "deathmatch.games.five_card_trick.plots:plots",
            "puzzles": "deathmatch.games.five_card_trick.puzzling:puzzles",
            "study": "deathmatch.games.five_card_trick.studying:study",
        },
        differs=_DIFFERS[variation],
        showcase=_SHOWCASE if variation is Variation.GAUNTLET else None,
        groups=_GROUPS,
        as_written=_AS_WRITTEN.get(variation, {}),
    )


VARIANTS = tuple(_variant(variation) for variation in (Variation.GAUNTLET, Variation.FINAL, Variation.SETNA))
"""The three variants, in the book's order."""
