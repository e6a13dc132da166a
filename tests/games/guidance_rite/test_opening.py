"""Before the battle: claims that are worth having and cannot be foreseen, placements out of reach, and who begins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games.guidance_rite import bot, drafting, fast, fast_bouts, rules
from deathmatch.games.guidance_rite.bot import STRONG, bots
from deathmatch.games.guidance_rite.drafting import claims
from deathmatch.games.guidance_rite.values import Board, Bout, Claim, First, Move, Terms, unclaimed
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from tests.games.guidance_rite.matches import GUARDIANS, SMALL, advanced, play, start

LOOKING = ("steady", "strong")


def chosen(name: str, position: Position, seat: Seat = Seat.A, seed: str = "1") -> Any:
    view = position.game.view(position.state, seat)
    return bots(position.game)[name].choose(view, position.decision(seat), Counted(50), HmacSource(b"bots", seed))


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


@pytest.mark.parametrize(("name", "many"), [("steady", 12), ("strong", 5)])
def test_claims_are_mixed_and_good_pieces_are_the_likelier(name: str, many: int) -> None:
    _, game = GUARDIANS.bind({})
    position = advanced(Position.start(GUARDIANS, game), HmacSource(b"deal", "1"))
    board = position.game.view(position.state, Seat.A).board
    claims = [chosen(name, position, seed=str(seed)) for seed in range(60)]
    assert len(set(claims)) >= many
    arrows = [piece.arrows.bit_count() for claim in claims for space in claim.spaces if (piece := board[space]) is not None]
    every = [piece.arrows.bit_count() for piece in board if piece is not None]
    assert sum(arrows) / len(arrows) > sum(every) / len(every) + 0.8


def test_two_equal_seats_do_not_clash_for_ever() -> None:
    terms, bout = dealt("guardians", "2")
    sources = {seat: HmacSource(b"claims", seat.value) for seat in SEATS}
    while not rules.claims_end(bout):
        bout = rules.claimed(bout, {seat: STRONG.claims.claim(terms, bout, seat, sources[seat]) for seat in SEATS})
    owned = [piece for piece in bout.board if piece is not None and piece.owner is not None]
    assert len(owned) >= len(bout.board) // 3


@pytest.mark.parametrize("variant", ["guardians", "final"])
def test_a_good_draft_wins_most_bouts_by_itself(variant: str) -> None:
    """Claims by the matrix game against any, both sides playing alike afterwards: they win some nine bouts in ten."""
    won = 0
    for number in range(8):
        terms, bout = dealt(variant, str(number))
        source = HmacSource(b"claims", str(number))
        while not rules.claims_end(bout):
            free = unclaimed(bout.board)
            bout = rules.claimed(bout, {Seat.A: STRONG.claims.claim(terms, bout, Seat.A, source), Seat.B: Claim(_named(source, free))})
        bout = rules.carried(terms, bout, rules.cleared(bout.board), (), left=False)
        ground, log, spare = fast.ground(terms), fast.new_log(fast_bouts.CAPTURES + 2), fast_bouts.room_to_play()
        for mover in SEATS:
            here = fast.position(ground, replace(bout, mover=mover))
            won += fast_bouts.played(ground, here, log, spare, number, bot.SPREAD) == fast.DECIDED
    assert won >= 11


def holders(board: Board) -> drafting.Floats:
    return np.array([0.0 if piece is None or piece.owner is None else 1.0 if piece.owner is Seat.A else -1.0 for piece in board])


@pytest.mark.parametrize("variant", ["guardians", "final"])
def test_the_odds_of_a_whole_draft_are_those_of_its_features(variant: str) -> None:
    """What was fitted is what is looked at: once everything is claimed, nothing counts by halves."""
    terms, bout = half_claimed(variant, HmacSource(b"half", variant))
    board = rules.cleared(bout.board)
    given = np.array(drafting.weights(terms))
    expected = drafting.features(drafting.counted(terms, board), holders(board)) @ given
    for seat, sign in ((Seat.A, 1), (Seat.B, -1)):
        drafted = drafting.Draft(terms, board, seat)
        assert drafted.odds(drafted.holders, drafted.there) == pytest.approx(sign * expected)


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


def test_before_any_claim_both_seats_see_the_same() -> None:
    terms, bout = dealt("final", "3")
    pairs, payoffs = claims(drafting.Draft(terms, bout.board, Seat.A), bout.board)
    mirrored, other = claims(drafting.Draft(terms, bout.board, Seat.B), bout.board)
    assert pairs == mirrored
    assert np.allclose(payoffs, other)
    assert np.allclose(payoffs, -payoffs.T)


@pytest.mark.parametrize("name", LOOKING)
def test_placements_stay_out_of_reach(name: str) -> None:
    """Beside A1 there are A2 and B1, and B1 can be captured."""
    position = play("guardians", ["deal board . . . | . . B:P6 | A:P1 . ."], **{**SMALL, "fill": 2})
    move = chosen(name, position)
    assert position.decision(Seat.A).write(move).startswith("place A2")


@pytest.mark.parametrize("name", LOOKING)
def test_who_can_win_at_once_moves_first(name: str) -> None:
    given = {**SMALL, "first": "choose", "dmo": "A"}
    position = play("guardians", ["deal board . B:P5 . | . A:P1 . | . . ."], **given)
    assert chosen(name, position) == First(Seat.A)


def test_who_would_lose_by_beginning_lets_the_other_seat_begin() -> None:
    """Either seat has to step before the other's piece, which then captures it."""
    given = {**SMALL, "size": "3x3", "first": "choose", "dmo": "A"}
    position = play("guardians", ["deal board . B:P5 . | . . . | . A:P1 ."], **given)
    assert chosen("strong", position) == First(Seat.B)


def test_a_spent_budget_lets_the_seat_itself_begin() -> None:
    terms, bout = dealt("guardians", "1")
    assert bot.first(terms, replace(bout, board=rules.cleared(bout.board)), Seat.B, 40, Counted(0)) == First(Seat.B)
