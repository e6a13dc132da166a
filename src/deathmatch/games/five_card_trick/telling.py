"""A move in words for the seat that makes it."""

from __future__ import annotations

from deathmatch.core.listing import listed
from deathmatch.core.speech import say
from deathmatch.games.five_card_trick.values import ITEM_TITLES, Answer, Card, Move, Terms


def told(terms: Terms, move: Move) -> str:
    """`You play Score and Grow.`"""
    if isinstance(move, Answer):
        return say("You use Claim Priority.") if move is Answer.PRIORITY else say("You do not use Claim Priority.")
    parts = []
    for card in sorted(set(move.cards)):
        title = terms.title(card)
        if card is Card.BLOCK and move.names is not None:
            title = say("{card} (naming {named})", card=title, named=terms.title(move.names))
        parts.append(say("{card} twice", card=title) if move.cards.count(card) > 1 else title)
    cards = listed(parts) if parts else say("no card")
    if move.items:
        return say("You use {items} and play {cards}.", items=listed([ITEM_TITLES[item] for item in move.items]), cards=cards)
    return say("You play {cards}.", cards=cards)
