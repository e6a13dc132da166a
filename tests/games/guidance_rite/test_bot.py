"""The bots of Guidance Rite see what stands to be won and lost, in turn and at once, and use no more than their budget."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.bots import Budget
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite import rules
from deathmatch.games.guidance_rite.bot import bots
from deathmatch.games.guidance_rite.drafting import Draft, claims
from deathmatch.games.guidance_rite.values import Claim, unclaimed
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from tests.games.guidance_rite.matches import SMALL, advanced, play, start

AT_ONCE = {"turns": "simultaneous"}
LAST_PIECE = "B:P5 . | A:P3 A:P127 . | A:P1 A:P2 ."


def answer(name: str, position: Position, budget: Budget) -> str:
    """What a bot does where it is asked."""
    seat = position.owing[0]
    view, decision = position.game.view(position.state, seat), position.decision(seat)
    return decision.write(bots(position.game)[name].choose(view, decision, budget, HmacSource(b"bots", "1")))


@pytest.mark.parametrize("name", ["steady", "strong"])
@pytest.mark.parametrize(
    ("events", "options", "units", "wanted"),
    [
        ([f". {LAST_PIECE}"], {}, 400, {"B2-B3"}),  # it captures the last piece
        ([f". {LAST_PIECE}"], {}, 0, {"B2-B3"}),  # with no time to think too
        ([". B:P . | A:P3 A:P127 . | A:P1 A:P2 ."], AT_ONCE, 0, {"B2-B3"}),  # what wins against everything is played
        ([". . B:P5 | . B:P5 . | A:P13 . ."], {}, 400, {"A1-A2"}),  # on B1 the piece is captured, and it is the last one
        ([". B:P5 . | . B:P . | A:P12345 . ."], {}, 400, {"A1-A2", "A1-B1"}),  # B2 is guarded: 5 arrows for none
        # B is behind and captures on B2, where it is captured in turn, only if a quiet turn ends the bout (R52).
        (["B:P45 B:P1 . | . A:P . | A:P2 . A:P37", "A C1-B1"], {"quiet_turns": 1}, 400, {"A3-B2"}),
        (["B:P45 B:P1 . | . A:P . | A:P2 . A:P37", "A C1-B1"], {}, 400, {"A3-A2"}),
        # B2 captures A1 next, which can neither move nor be guarded; the monster on B1 takes B2's only arrow.
        (["B:P . A:P7 | . B:P6 . | A:L5678 A:M5 ."], {}, 400, {"C3-B3 monster B1 B2 SW"}),
    ],
)
def test_it_sees_what_stands_to_be_won_and_lost(
    name: str, events: list[str], options: dict[str, Any], units: int, wanted: set[str]
) -> None:
    deal, *rest = events
    assert answer(name, play("guardians", [f"deal board {deal}", *rest], **SMALL, **options), Counted(units)) in wanted


@pytest.mark.parametrize(("name", "options"), [("strong", {}), ("steady", AT_ONCE), ("strong", AT_ONCE)])
def test_an_item_that_wins_is_used(name: str, options: dict[str, Any]) -> None:
    """B cannot move. A1 goes up until neither can, and B has more pieces; B4 turned by 180 degrees captures three of them before."""
    deal = "deal board . A:P1 A:P | . B:P A:P | . B:P B:P | A:P1 B:P B:P"
    position = play("final", [deal], **{**SMALL, "size": "3x4", "rotate": "A", **options})
    assert answer(name, position, Counted(400)) == "rotate B4 180 A1-A2"


@pytest.mark.parametrize("name", ["steady", "strong"])
@pytest.mark.parametrize(
    ("deal", "options", "wanted"),
    [
        (". . . | . . B:P6 | A:P1 . .", {"fill": 2}, "place A2"),  # beside A1 there are A2 and B1, and B1 can be captured
        (". B:P5 . | . A:P1 . | . . .", {"first": "choose", "dmo": "A"}, "first A"),  # who can win at once begins
    ],
)
def test_it_places_and_begins_as_the_battle_wants_it(name: str, deal: str, options: dict[str, Any], wanted: str) -> None:
    assert answer(name, play("guardians", [f"deal board {deal}"], **{**SMALL, **options}), Counted(50)).startswith(wanted)


@pytest.mark.parametrize("variant", ["guardians", "final"])
def test_claims_lead_where_the_rules_say(variant: str) -> None:
    """Each cell of the matrix has the odds of the board that the rules make of both claims; a piece that both name is gone."""
    position = advanced(start(variant, {}), HmacSource(b"deal", "1"))
    terms, bout = position.game.terms, position.state.bout
    one, two, three, four = unclaimed(bout.board)[:4]
    bout = rules.claimed(bout, {Seat.A: Claim((one, two)), Seat.B: Claim((three, four))})
    draft = Draft(terms, bout.board, Seat.A)
    pairs, payoffs = claims(draft, bout.board, 4)
    for i, own in enumerate(pairs):
        for j, other in enumerate(pairs):
            after = rules.claimed(bout, {Seat.A: Claim(own), Seat.B: Claim(other)}).board
            holders = [0.0 if piece is None or piece.owner is None else 1.0 if piece.owner is Seat.A else -1.0 for piece in after]
            there = [float(piece is not None) for piece in after]
            assert payoffs[i, j] == pytest.approx(draft.odds(np.array(holders), np.array(there)))
