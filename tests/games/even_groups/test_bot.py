"""The bots of Even Groups: exact at the end, and on small boards from the choice of colours on."""

from __future__ import annotations

import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.game import Variant
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.games.even_groups import solver
from deathmatch.games.even_groups.bot import Steady, Strong
from deathmatch.games.even_groups.compose import PlaceDecision
from deathmatch.games.even_groups.values import Board, Colour
from deathmatch.games.even_groups.view import State, View, of
from deathmatch.match.dealer import HmacSource
from tests.games.even_groups.trying import scattered, winning

GAME = "even-groups/standard"


def standard() -> Variant:
    return find(GAME)


def seen(board: Board, colour: Colour) -> View:
    """A position in which A owns a colour and is to place two stones."""
    _, game = standard().bind({"side": board.side})
    white = Seat.A if colour is Colour.WHITE else Seat.B
    return of(State(board, white, moves=1, owing=Seat.A), Seat.A, game.terms)


@pytest.mark.parametrize("bot", [Steady(), Strong()], ids=["steady", "strong"])
@pytest.mark.parametrize(("side", "empty"), [(2, 2), (3, 4), (5, 6), (8, 4)])
def test_the_last_six_cells_are_played_exactly(bot: Steady | Strong, side: int, empty: int) -> None:
    source = HmacSource(b"bots", f"exact {side} {empty}")
    for _ in range(3 if empty < 6 else 1):
        board = scattered(side, empty, source)
        for colour in Colour:
            view = seen(board, colour)
            good = winning(board, colour)
            move = bot.choose(view, PlaceDecision(view), Counted(2000), source)
            assert move in good or not good


def test_strong_is_exact_long_before_the_end_and_sets_traps_where_it_is_lost() -> None:
    source, lost = HmacSource(b"bots", "traps"), 0
    for empty in (16, 12, 12, 8, 8, 8):
        board = scattered(5, empty, source)
        for colour in Colour:
            view = seen(board, colour)
            ending = solver.solve(board, colour)
            assert ending is not None
            move = Strong().choose(view, PlaceDecision(view), Counted(2000), source)
            if ending.wins:
                assert move in set(ending.winning())
            else:
                lost += 1
                traps = ending.traps()
                assert traps[move] == min(traps.values())
    assert lost
