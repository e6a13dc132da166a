"""Sealed Cards: each round both seats play one card face down, and the higher card wins (rules/sealed-cards.md)."""

from deathmatch.core.game import Variant

from .game import SealedCards
from .view import BOOK, OPTIONS, R1

VARIANTS = (
    Variant(
        game=BOOK,
        name="standard",
        title="Sealed Cards",
        words="Each round both players choose one of their cards in secret. The higher card wins the round; each card serves once.",
        options=OPTIONS,
        submitting=R1,
        reasons={
            "rounds": "{winner} has won more rounds.",
            "level": "Both have won equally many rounds.",
            "resign": "{loser} resigned.",
        },
        make=SealedCards,
        capabilities={"bots": f"{__name__}.bot:bots"},
    ),
)
