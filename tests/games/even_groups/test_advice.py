"""What is said about a finished match, held to endings by trying everything."""

from __future__ import annotations

import pytest

from deathmatch import load_game, play_match
from deathmatch.bots.budget import Counted
from deathmatch.core.reviewing import Review, Verdict
from deathmatch.games import find
from deathmatch.games.even_groups.advice import Advisor
from deathmatch.games.even_groups.values import Colour
from deathmatch.match.record import Record, read
from deathmatch.match.replay import match_history
from tests.games.even_groups.trying import winning

GAME = "even-groups/standard"
LATE = 6  # empty cells, up to which trying everything is quick enough
LESS = 14  # empty cells, up to which these tests have positions solved: quickly


def review(record: Record, units: int = 1000) -> Review:
    return Advisor(LESS).review(match_history(record), Counted(units))


def record(*lines: str) -> Record:
    return read("\n".join(["deathmatch 1", f"game {GAME}", *lines, ""]), find)


def played(side: int, number: int) -> Record:
    """A match of random moves."""
    return play_match(load_game(GAME, {"side": side, "white": "A"}), "random", "random", seed=number)


@pytest.mark.parametrize(("side", "number"), [(2, 0), (2, 1), (4, 0), (4, 1), (5, 2)])
def test_a_blunder_is_a_move_after_which_the_win_is_gone(side: int, number: int) -> None:
    match = played(side, number)
    reviewed = review(match)
    remarks, given = {remark.event: remark for remark in reviewed.remarks}, dict(reviewed.given)
    for moment in match_history(match).moments:
        board, seat = moment.state.board, moment.seat
        if not moment.state.moves or board.empty.bit_count() > LATE:
            continue
        assert seat is not None
        good = winning(board, Colour.WHITE if seat is moment.state.white else Colour.ORANGE)
        assert given[moment.event] == float(bool(good) and moment.move not in good)
        remark = remarks.get(moment.event)
        if remark is not None and remark.verdict is not Verdict.GOOD:
            assert remark.verdict is Verdict.BLUNDER
            assert given[moment.event]
            assert remark.value == 0
            game = match.header.game()
            decision = game.decision(game.view(moment.state, seat))
            assert {decision.read(better.move) for better in remark.better} <= good
            assert f"{len(good)} moves" in remark.words or (len(good) == 1 and "one move" in remark.words)


def test_example_3_of_the_book() -> None:
    lines = ("option side 2", "option white A", "A orange A1", "B white A2 orange B3", "A white B1 white C2", "B white B2 white C1")
    reviewed = review(record(*lines))
    assert reviewed.summary == (
        "{B} won it for good when {A} played white on B1 and C2, with 4 cells empty.",
        "The first to let a win go was {A}, with 7 cells empty; {A} did so twice, {B} once.",
        "The win was {A}'s with 7 cells empty.",
    )
    turning, opening = reviewed.remarks[0], reviewed.remarks[1]
    assert (turning.verdict, turning.turning) == (Verdict.BLUNDER, True)
    assert "White on B1 begins a white group." in turning.words or "joins" in turning.words
    assert (opening.event, [better.move for better in opening.better]) == (1, ["orange B2"])
    assert reviewed.chart is not None
    assert reviewed.chart.points[:2] == ((0, 1.0), (1, 0.0))


def test_whoever_resigns_a_won_position_is_told_so_even_off_turn() -> None:
    lines = ("option side 2", "option white A", "A orange B2")
    for seat, verdict in (("A", Verdict.BLUNDER), ("B", None)):
        reviewed = review(record(*lines, f"{seat} resign"))
        last = {remark.event: remark for remark in reviewed.remarks}.get(2)
        assert (last and last.verdict) is verdict
    assert reviewed.summary[0] == "{A} had the win in hand with 7 cells empty, and kept it."
    reviewed = review(record(*lines, "A resign"))
    assert reviewed.summary[0] == "{B} won it for good when {A} resigned, with 6 cells empty."
    assert reviewed.remarks[-1].better == (), "it was not A's turn"
