"""Before the battle: claims lead where the rules say."""

from __future__ import annotations

import numpy as np
import pytest

from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games.guidance_rite import drafting, rules
from deathmatch.games.guidance_rite.drafting import claims
from deathmatch.games.guidance_rite.values import Board, Bout, Claim, Move, Terms, unclaimed
from deathmatch.match.dealer import HmacSource
from tests.games.guidance_rite.matches import advanced, start


def dealt(variant: str, seed: str) -> tuple[Terms, Bout]:
    """A board before its first claim."""
    position = advanced(start(variant, {}), HmacSource(b"deal", seed))
    return position.game.terms, position.state.bout


def half_claimed(variant: str, source: RandomSource) -> tuple[Terms, Bout]:
    """The same after some claims at random."""
    terms, bout = dealt(variant, "1")
    for _ in range(3):
        free = unclaimed(bout.board)
        turn: dict[Seat, Move] = {seat: Claim(_named(source, free)) for seat in SEATS}
        bout = rules.claimed(bout, turn)
    return terms, bout


def _named(source: RandomSource, free: list[int]) -> tuple[int, int]:
    one, other = sorted(source.sample(free, 2))
    return one, other


def holders(board: Board) -> drafting.Floats:
    return np.array([0.0 if piece is None or piece.owner is None else 1.0 if piece.owner is Seat.A else -1.0 for piece in board])


@pytest.mark.parametrize("variant", ["guardians", "final"])
def test_claims_lead_where_the_rules_say(variant: str) -> None:
    """Each cell of the matrix has the odds of the board that the rules make of both claims; a piece that both name is gone."""
    terms, bout = half_claimed(variant, HmacSource(b"half", variant))
    here = drafting.Draft(terms, bout.board, Seat.A)
    pairs, payoffs = claims(here, bout.board, 4)
    for i, own in enumerate(pairs):
        for j, other in enumerate(pairs):
            after = rules.claimed(bout, {Seat.A: Claim(own), Seat.B: Claim(other)}).board
            there = np.array([float(piece is not None) for piece in after])
            assert payoffs[i, j] == pytest.approx(here.odds(holders(after), there))
