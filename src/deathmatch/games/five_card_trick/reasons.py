"""Why a submission was worse than the best mixture, in words: cards that meet their like, a pot that is stolen, what the round costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from deathmatch.core.game import TIMEOUT
from deathmatch.core.seats import Seat
from deathmatch.core.speech import mark, say
from deathmatch.core.wording import listed, name
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.state import State
from deathmatch.games.five_card_trick.values import Card, Submission, Terms, card_title, chips

Mixture = Sequence[tuple[Submission, float]]

MOSTLY: Final = 0.4  # of the other seat's mixture, that plays a card too, or steals, from which on that is the reason
CHIPS: Final = 0.15  # chips of one round, that are the reason


def why(terms: Terms, state: State, seat: Seat, move: Submission, own: Mixture, theirs: Mixture) -> str:
    """The reason why a submission gives something away against the other seat's best mixture, one or two sentences."""
    new = [card for card in dict.fromkeys(move.cards) if _played(card, own) < MOSTLY]  # that the best mixture plays little
    parts = [_stolen(state, seat, move, theirs) or _cancelled(terms, seat, new, theirs)]
    made = _swing(terms, state, seat, [(move, 1.0)], theirs)
    could = _swing(terms, state, seat, own, theirs)
    if could - made > CHIPS:
        sentence = mark("In this round alone it gains {less} chips less on average than the best mixture.")
        parts.append(say(sentence, less=f"{could - made:.1f}"))
    else:
        parts.append(_later(terms, state, seat, new))
    return " ".join([part for part in parts if part])


def _cards(terms: Terms, cards: Sequence[Card]) -> str:
    return listed([card_title(terms.word(card)) for card in cards])


def _stolen(state: State, seat: Seat, move: Submission, theirs: Mixture) -> str:
    """That a Claim is likely to be stolen; nothing if it is not."""
    if Card.CLAIM not in move.cards or Card.STEAL in move.cards:
        return ""
    part = sum(share for reply, share in theirs if Card.STEAL in reply.cards and Card.CLAIM not in reply.cards)
    if part < MOSTLY:
        return ""
    sentence = mark("The best mixture of {other} steals in {percent}, so that a Claim gives it the pot of {pot}.")
    return say(sentence, other=name(seat.other), percent=f"{part:.0%}", pot=state.pot)


def _played(card: Card, mixture: Mixture) -> float:
    """How much of a mixture plays a card."""
    return sum(share for move, share in mixture if card in move.cards)


def _cancelled(terms: Terms, seat: Seat, cards: Sequence[Card], theirs: Mixture) -> str:
    """That the other seat is likely to play one of these cards too; nothing if it is not."""
    parts = {card: _played(card, theirs) for card in cards}
    if not parts or max(parts.values()) < MOSTLY:
        return ""
    card = max(parts, key=parts.__getitem__)
    sentence = mark("{card} is in {percent} of the best mixture of {other}, which then cancels it.")
    return say(sentence, card=_cards(terms, [card]), percent=f"{parts[card]:.0%}", other=name(seat.other))


def _later(terms: Terms, state: State, seat: Seat, cards: Sequence[Card]) -> str:
    """The cost in later rounds of a submission that costs nothing in its own."""
    recent = state.sides[seat].recent
    barred = [card for card in cards if recent and card in recent[-1]]
    if barred:
        sentence = mark("It loses hardly anything in this round, but {card} is barred in the next one, having been played twice in a row.")
        return say(sentence, card=_cards(terms, barred[:1]))
    return say("It loses hardly anything in this round; it costs in the rounds after it, for which it leaves the worse cards.")


def _swing(terms: Terms, state: State, seat: Seat, own: Mixture, theirs: Mixture) -> float:
    """The chips by which a seat gains on the other one in this round, on average."""
    total = weight = 0.0
    for move, part in own:
        for reply, share in theirs:
            after = rules.play(terms, state, {seat: move, seat.other: reply})
            gained = after.sides.map(lambda side: side.chips)
            before = state.sides.map(lambda side: side.chips)
            total += part * share * (gained[seat] - before[seat] - gained[seat.other] + before[seat.other])
            weight += part * share
    return total / weight if weight else 0.0


def told(terms: Terms, state: State, after: State, words: Callable[[Submission], str]) -> str:
    """A round in a sentence: what both played, and who gained how much."""
    done = after.last
    if done is None or state.last == done:
        return ""
    texts = [move.value if move is TIMEOUT else words(move) for move in done.moves]
    gained = [after.sides[seat].chips - state.sides[seat].chips for seat in Seat]
    sentence = mark("In round {round} {a} played {a_cards} and {b} {b_cards}; that brought {a} {a_chips} and {b} {b_chips}.")
    figures = {"a_cards": texts[0], "b_cards": texts[1], "a_chips": chips(gained[0]), "b_chips": chips(gained[1])}
    return say(sentence, round=done.number, a=name(Seat.A), b=name(Seat.B), **figures)
