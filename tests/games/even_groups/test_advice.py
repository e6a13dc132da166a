"""What is said about a finished match, held to endings by trying everything."""

from __future__ import annotations

import pytest

from deathmatch import load_game, play_match
from deathmatch.bots.budget import Counted
from deathmatch.core.reviewing import Review, Verdict
from deathmatch.games.even_groups.advice import Advisor
from deathmatch.games.even_groups.values import Colour
from deathmatch.match.record import Record
from deathmatch.match.replay import match_history
from tests.games.even_groups.trying import winning

GAME = "even-groups/standard"
LATE = 6  # empty cells, up to which trying everything is quick enough
LESS = 14  # empty cells, up to which these tests have positions solved: quickly


def review(record: Record, units: int = 1000) -> Review:
    return Advisor(LESS).review(match_history(record), Counted(units))


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
