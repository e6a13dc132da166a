"""Where matches of Five-Card Trick stand: after written events, and along random walks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from deathmatch.core.game import TIMEOUT, Ask, Timeout
from deathmatch.core.options import Values
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.games.five_card_trick.values import Move
from deathmatch.games.five_card_trick.view import State
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from tests.rules import cases

ITEMLESS: Values = {"overload": "none", "priority": "none", "reset": "none"}


def bound(variant: str, options: Values) -> FiveCardTrick:
    """A variant under these options."""
    game = find(f"five-card-trick/{variant}").bind(options)[1]
    assert isinstance(game, FiveCardTrick)
    return game


def after(variant: str, events: Iterable[str], **options: Any) -> Position:
    """Where a match stands after these events."""
    return cases.after(find(f"five-card-trick/{variant}"), events, options)


def walk(game: FiveCardTrick, label: str, *, late: float = 0.0) -> Iterator[State]:
    """The rounds of a random match, in which a part of all submissions comes too late."""
    state, source = game.start(), HmacSource(b"walk", label)
    while isinstance(pending := game.pending(state), Ask):
        if state.answering is None:
            yield state
        turn: dict[Seat, Move | Timeout] = {}
        for seat in pending.seats:
            turn[seat] = game.decision(game.view(state, seat)).sample(source)
            if seat is Seat.A and source.below(1000) < 1000 * late:
                turn[seat] = TIMEOUT
        state = game.play(state, turn)
