"""The deals that the dealer makes: as soon as they are due, one after another, up to one that the host makes."""

from __future__ import annotations

from deathmatch.core.game import Deals
from deathmatch.match.dealer import FIRST, Dealer, Stream
from deathmatch.match.journal import Dealt, Event
from deathmatch.match.position import DEAL, AnyPending, By, Position, is_hosts


def due_deals(position: Position, dealer: Dealer, entries: int, now: int, *, by_hand: bool, stream: Stream = FIRST) -> tuple[Event, ...]:
    """The deals that are due at a position, up to one that the host makes.

    Args:
        position: after the submission or the time-outs.
        dealer: makes them.
        entries: how many entries the record has then; the number of an event names the source of its deal.
        now: the moment.
        by_hand: whether the host makes those deals that hosts may make.
        stream: which random numbers decide, after rulings.
    """
    events: list[Event] = []
    while isinstance(position.pending, Deals) and is_dealers(position.pending, by_hand=by_hand):
        entries += 1
        chance = position.pending.chance
        text = chance.write(chance.sample(dealer.source(entries, stream)))
        position, _ = position.accept(DEAL, text, By.DEALER)
        events.append(Dealt(now, text, False if by_hand else None))
    return tuple(events)


def is_dealers(pending: AnyPending, *, by_hand: bool) -> bool:
    """Whether a deal is due that the dealer makes."""
    return isinstance(pending, Deals) and not (by_hand and is_hosts(pending))
