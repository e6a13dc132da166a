"""The levels of Even Groups: what each knob does, and that the strongest level is `strong`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, replace

import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.bots import Budget
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.games.even_groups import EvenGroups, rules, shape, solver
from deathmatch.games.even_groups.bot import Strong
from deathmatch.games.even_groups.compose import PlaceDecision
from deathmatch.games.even_groups.levels import LARGEST, Knobs, Learner, bot, knobs, levels
from deathmatch.games.even_groups.values import COLOURS, Board, Colour, Stones, Terms
from deathmatch.games.even_groups.view import State, View, of
from deathmatch.match.dealer import HmacSource
from tests.games.even_groups.trying import scattered, winning

CLEAR = Knobs(mind=10_000, blur=0.0, even=0.0, horizon=0.0)
"""Sees every move and judges its shape as `strong` does, but never looks at the end."""

STEPS = [number / 20 for number in range(21)]


def seen(board: Board, colour: Colour) -> View:
    """A position in which A owns a colour and is to place two stones."""
    white = Seat.A if colour is Colour.WHITE else Seat.B
    return of(State(board, white, moves=1, owing=Seat.A), Seat.A, Terms(board.side, Seat.B, white, settled=False))


def chosen(knobs_: Knobs, board: Board, colour: Colour, chance: str = "one", thinking: int = 2000) -> Stones:
    """The move of a player with these knobs."""
    view = seen(board, colour)
    move = Learner(knobs_).choose(view, PlaceDecision(view), Counted(thinking), HmacSource(b"levels", chance))
    assert isinstance(move, tuple)
    return move


def looks(knobs_: Knobs, board: Board, colour: Colour, chance: str = "one") -> list[Stones]:
    """The moves that come to mind, the best-looking first."""
    return Learner(knobs_).by_looks(board, colour, HmacSource(b"levels", chance), knobs_.mind)


def test_the_greatest_skill_is_strong() -> None:
    assert bot(1.0) == Strong()
    assert levels(EvenGroups(Terms(5, Seat.A, None, settled=True))).skills[-1] == 1


def test_more_skill_turns_every_knob_one_way() -> None:
    turned = [(one.mind, -one.blur, -one.even, one.horizon) for one in map(knobs, STEPS)]
    for column in zip(*turned, strict=True):
        assert list(column) == sorted(column)
        assert column[0] < column[-1]
    for empty in range(2, 26, 2):
        followed = [knobs(skill).followed(empty) for skill in STEPS]
        assert followed == sorted(followed)


def test_nearly_all_the_sight_of_strong_is_reached_just_below_the_greatest_skill() -> None:
    most = knobs(0.999)
    assert astuple(most)[:1] == (796,)
    assert most.blur < 0.01
    assert most.even == 0
    assert most.followed(Strong.exact) > 400  # more than there are moves
    assert (most.followed(LARGEST), most.followed(LARGEST + 2)) == (Strong.tried, 0)


def test_so_many_moves_come_to_mind_each_legal_and_each_once() -> None:
    source = HmacSource(b"levels", "mind")
    for side, empty in ((4, 30), (5, 12), (6, 70)):
        board = scattered(side, empty, source)
        legal = rules.reach(board).count()
        for mind in (1, 7, 60, 10_000):
            moves = looks(replace(CLEAR, mind=mind), board, Colour.WHITE)
            assert len(moves) == len(set(moves)) == min(mind, legal) if empty <= shape.LISTED else len(moves) <= mind
            assert all(sum(rules.counts_after(board, move)) % 2 for move in moves)


def test_without_blur_the_best_shape_comes_first_and_with_blur_not_always() -> None:
    source = HmacSource(b"levels", "blur")
    board = scattered(5, 40, source)
    for colour in COLOURS:
        clear = looks(CLEAR, board, colour)
        worths = list(shape.worths(board, colour, clear))
        assert worths == sorted(worths, reverse=True)
        blurred = [shape.worths(board, colour, looks(replace(CLEAR, blur=blur), board, colour))[0] for blur in (0.0, 1.0, 4.0)]
        assert blurred[0] == max(worths)
        assert blurred[2] < max(worths)


def test_a_beginner_keeps_its_own_colour_even() -> None:
    board = scattered(5, 40, HmacSource(b"levels", "even"))
    for colour in COLOURS:
        assert rules.counts_after(board, looks(replace(CLEAR, even=100.0), board, colour)[0])[colour] % 2 == 0
    half = [rules.counts_after(board, looks(replace(CLEAR, blur=100.0), board, Colour.WHITE, str(n))[0])[0] % 2 for n in range(8)]
    assert set(half) == {0, 1}, "without that it does not care"


def test_all_levels_see_the_last_move() -> None:
    source, won = HmacSource(b"levels", "last"), 0
    for _ in range(12):
        board = scattered(5, 2, source)
        for colour in COLOURS:
            if good := winning(board, colour):
                won += 1
                assert all(chosen(knobs(skill), board, colour) in good for skill in STEPS[:-1])
    assert won


def test_the_best_looking_followed_move_that_wins_is_played() -> None:
    source, better = HmacSource(b"levels", "follow"), 0
    for _ in range(6):
        board = scattered(5, 8, source)
        for colour in COLOURS:
            ending = solver.solve(board, colour)
            assert ending is not None
            good, ordered = set(ending.winning()), looks(CLEAR, board, colour)
            winners = [move for move in ordered if move in good]
            if winners:
                assert chosen(replace(CLEAR, horizon=30.0), board, colour) == winners[0]
                assert chosen(CLEAR, board, colour) == ordered[0]
                better += winners[0] != ordered[0]
    assert better


def test_if_all_followed_moves_lose_the_next_one_is_played_and_of_lost_moves_the_best_trap() -> None:
    source, unseen, lost = HmacSource(b"levels", "lost"), 0, 0
    for _ in range(8):
        board = scattered(5, 8, source)
        for colour in COLOURS:
            ending = solver.solve(board, colour)
            assert ending is not None
            good, traps, ordered = set(ending.winning()), ending.traps(), looks(CLEAR, board, colour)
            few = replace(CLEAR, horizon=8.0)
            if not good & set(ordered[: few.followed(8)]):
                unseen += 1
                assert chosen(few, board, colour) == ordered[few.followed(8)]
            if not good:
                lost += 1
                assert traps[chosen(replace(CLEAR, horizon=30.0), board, colour)] == min(traps.values())
    assert unseen
    assert lost


def test_a_budget_that_is_spent_leaves_the_looks() -> None:
    board = scattered(5, 16, HmacSource(b"levels", "budget"))
    sharp = replace(CLEAR, horizon=30.0)
    assert chosen(sharp, board, Colour.WHITE, thinking=0) == looks(CLEAR, board, Colour.WHITE)[0]


def test_with_two_cells_more_than_are_solved_it_follows_as_many_moves_as_strong(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Stones] = []

    def proven(_board: Board, _colour: Colour, moves: Sequence[Stones], _budget: Budget) -> Stones:
        asked.extend(moves)
        return moves[-1]

    board = scattered(5, LARGEST, HmacSource(b"levels", "largest"))
    monkeypatch.setattr("deathmatch.games.even_groups.levels.proven", proven)
    ordered = looks(CLEAR, board, Colour.WHITE)
    assert chosen(replace(CLEAR, horizon=30.0), board, Colour.WHITE) == ordered[Strong.tried - 1]
    assert asked == ordered[: Strong.tried]


@pytest.mark.parametrize("side", [2, 3, 8])
def test_levels_play_on_any_board(side: int) -> None:
    _, game = find("even-groups/standard").bind({"side": side})
    state, ply = game.start(), 0
    while pending := getattr(game.pending(state), "seats", ()):
        if ply > 40:
            break
        view = game.view(state, pending[0])
        move = Learner(knobs(ply % 8 / 10)).choose(view, game.decision(view), Counted(3), HmacSource(b"levels", f"{side} {ply}"))
        game.decision(view).check(move)
        state, ply = game.play(state, {pending[0]: move}), ply + 1
