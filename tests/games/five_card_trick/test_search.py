"""The search: its mixtures are optimal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from deathmatch.core.game import TIMEOUT, Ask, Timeout
from deathmatch.core.options import Values
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick, rules
from deathmatch.games.five_card_trick.solver import Effort, judged
from deathmatch.games.five_card_trick.values import Move
from deathmatch.games.five_card_trick.view import State
from deathmatch.match.dealer import HmacSource

ITEMLESS: Values = {"overload": "none", "priority": "none", "reset": "none"}
OTHERS: Values = {"blocked_collides": "no", "steal_needs": "any", "dmo": "A"}


def bound(variant: str, options: Values) -> FiveCardTrick:
    game = find(f"five-card-trick/{variant}").bind(options)[1]
    assert isinstance(game, FiveCardTrick)
    return game


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


@pytest.mark.parametrize("variant", ["gauntlet", "setna", "final"])
def test_its_mixtures_are_optimal(variant: str) -> None:
    """Whatever one seat plays, the mixture of the other holds the value; and both mixtures against each other come to it."""
    game = bound(variant, {"rounds": 2, "max_rounds": 2})
    state = next(state for state in walk(game, "optimal") if state.round == 2)
    found = judged(game.terms, state, Effort(4))
    for seat, sign in ((Seat.A, 1), (Seat.B, -1)):
        assert sum(part for _, part in found.mixture(seat)) == pytest.approx(1.0)
        worths = [sign * (found.against(seat, move) - found.value) for move in found.moves[seat]]
        assert max(worths) == pytest.approx(0.0, abs=1e-9)
        assert set(found.moves[seat]) == {
            rules.counting(game.terms, state.sides[seat], move) for move in rules.legal(game.terms, state.sides[seat])
        }
    value = sum(p * q * found.after({Seat.A: a, Seat.B: b}) for a, p in found.mixture(Seat.A) for b, q in found.mixture(Seat.B))
    assert value == pytest.approx(found.value, abs=1e-9)
