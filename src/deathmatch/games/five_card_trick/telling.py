"""A move in words for the seat that makes it."""

from __future__ import annotations

from deathmatch.core.speech import say
from deathmatch.core.wording import listed
from deathmatch.games.five_card_trick.values import Answer, Card, Move, Submission, Terms, item_title


def told(terms: Terms, move: Move) -> str:
    """`You play Score and Grow.`"""
    if isinstance(move, Answer):
        return say("You use Claim Priority.") if move is Answer.PRIORITY else say("You do not use Claim Priority.")
    cards = listed([_part(terms, move, card) for card in sorted(set(move.cards))])
    items = listed([item_title(item) for item in move.items])
    if items and cards:
        return say("You use {items} and play {cards}.", items=items, cards=cards)
    if items:
        return say("You use {items} and play no card.", items=items)
    return say("You play {cards}.", cards=cards) if cards else say("You play no card.")


def _part(terms: Terms, move: Submission, card: Card) -> str:
    title = terms.title(card)
    if card is Card.BLOCK and move.names is not None:
        title = say("{card} (naming {named})", card=title, named=terms.title(move.names))
    return say("{card} twice", card=title) if move.cards.count(card) > 1 else title
