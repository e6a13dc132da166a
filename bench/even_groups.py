"""The kernels of Even Groups: how long a board takes to be solved, by its empty cells.

It is one core's own time, so that the figures hold on a machine that has other work besides.
"""

from __future__ import annotations

from time import process_time
from typing import Any

from bench.machine import each
from deathmatch.bots.budget import Counted
from deathmatch.core.game import Ask
from deathmatch.core.seats import Seat
from deathmatch.core.simple import RandomBot
from deathmatch.games import find
from deathmatch.games.even_groups import fast, solver
from deathmatch.games.even_groups.bot import Steady
from deathmatch.games.even_groups.values import COLOURS, Board
from deathmatch.match.dealer import HmacSource
from deathmatch_lab.arena import quantile

BOARDS = {8: 40, 10: 40, 12: 40, 14: 40, 16: 40, 18: 20, 20: 6, 22: 1}  # how many are solved, by empty cells; every second of steady play


def measure() -> dict[str, Any]:
    """Milliseconds to solve boards of side 5, and who wins them."""
    return {"solving": _solving()}


def _solving() -> dict[str, Any]:
    figures = {}
    walks = [_walk(number) for number in range(max(BOARDS.values()))]
    for empty, count in each(BOARDS.items(), lambda board: f"{board[0]} empty cells"):
        fast.plan(empty)
        spent, won = [], 0
        for number in range(count):
            board = walks[number][empty]
            began = process_time()
            solved = solver.solve(board, COLOURS[number // 2 % 2])
            spent.append(process_time() - began)
            won += solved is not None and solved.wins
        spent.sort()
        milliseconds = {name: round(1000 * quantile(spent, part), 2) for name, part in (("p50", 0.5), ("p90", 0.9), ("max", 1.0))}
        figures[f"{empty} cells"] = {"boards": count, **milliseconds, "won_by_the_seat_to_move": round(won / count, 2)}
    return figures


def _walk(number: int) -> dict[int, Board]:
    """The boards of one match, by empty cells: of random moves, or, each second one, of steady against itself."""
    game = find("even-groups/standard").bind({"white": "A"})[1]
    bot, source = (RandomBot(), Steady())[number % 2], HmacSource(b"bench", f"endings {number}")
    state, boards = game.start(), dict[int, Board]()
    while isinstance(pending := game.pending(state), Ask):
        boards[state.board.empty.bit_count()] = state.board
        seat: Seat = pending.seats[0]
        view = game.view(state, seat)
        state = game.play(state, {seat: bot.choose(view, game.decision(view), Counted(1), source)})
    return boards
