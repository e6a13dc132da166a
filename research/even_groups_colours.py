"""Even Groups: which colour wins, in matches between bots and with best play from boards that can be solved.

    python -m research.even_groups_colours play strong strong --matches 400
    python -m research.even_groups_colours play strong strong --opening E5 --option side=5
    python -m research.even_groups_colours rules most-both fewest-theirs --exact 14 16 --opening E5
    python -m research.even_groups_colours endings 8 12 16 20 --boards 200 --play strong

The first bot is White. `rules` plays bots that compare moves by the numbers of groups alone, and solve the board once so many cells are
empty. `endings` plays matches down to so many empty cells, one for each board, and solves that board for the seat that is to move.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bench.machine import each
from deathmatch.bots.budget import THINKING, Counted
from deathmatch.bots.players import Player, ready
from deathmatch.cli.options import read_options
from deathmatch.core.bots import AnyBot
from deathmatch.core.chance import RandomSource, wilson
from deathmatch.core.game import AnyGame, Ask, Over
from deathmatch.core.options import Value
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games import find
from deathmatch.games.even_groups import rules, solver
from deathmatch.games.even_groups.bot import Strong
from deathmatch.games.even_groups.values import Board, Colour, Stones
from deathmatch.games.even_groups.view import State
from deathmatch.match.dealer import HmacSource
from deathmatch_lab.games.even_groups.adversaries import COUNTED

GAME = "even-groups/standard"
TWO_SIDED = 1.96  # standard deviations of a 95 % interval
SEED = 2026

RULES: Final[Mapping[str, Callable[[int, int], int]]] = {
    "any": lambda _own, _theirs: 0,
    "fewest-theirs": lambda _own, theirs: theirs,
    "most-theirs": lambda _own, theirs: -theirs,
    "fewest-own": lambda own, _theirs: own,
    "most-own": lambda own, _theirs: -own,
    "most-both": lambda own, theirs: -own - theirs,
    "most-own-less-theirs": lambda own, theirs: theirs - own,
}
"""The number that a rule keeps low, from the numbers of groups of a seat's own colour and of the other's after a move."""


def measure() -> dict[str, Any]:
    """A few of each."""
    return {
        "steady against itself": played("steady", "steady", 200, SEED, {}),
        "endings of random play": {str(empty): solved(empty, 40, "random", SEED, {}) for empty in (8, 12, 16)},
    }


def by_rule(rule: str, exact: int) -> Strong:
    """A bot that takes the best of 100 legal moves by a rule of `RULES`, and solves the board from `exact` empty cells on."""
    worth = RULES[rule]

    def ranked(board: Board, colour: Colour, source: RandomSource) -> list[Stones]:
        moves = [rules.sample(board, source) for _ in range(COUNTED)]
        counts = {move: rules.counts_after(board, move) for move in moves}
        return sorted(moves, key=lambda move: worth(counts[move][colour], counts[move][colour.other]))

    return Strong(exact=exact, tried=0, ranking=ranked)


def played(white: Player, orange: Player, matches: int, seed: int, given: Mapping[str, Value], opening: str = "") -> dict[str, Any]:
    """How many matches Orange wins, with its 95 % interval."""
    game, bots = _bound(white, orange, given)
    wins = 0
    for number in each(range(matches), lambda number: f"match {number + 1}"):
        state, ply = _opened(game, opening), 0
        while isinstance(pending := game.pending(state), Ask):
            state, ply = _moved(game, bots, state, pending, f"{seed} {number} {ply}"), ply + 1
        assert isinstance(pending, Over)
        wins += pending.winner is Seat.B
    return _share("orange", wins, matches)


def solved(empty: int, boards: int, play: str, seed: int, given: Mapping[str, Value]) -> dict[str, Any]:
    """How many boards with so many empty cells the seat to move wins with best play; and what part of its moves win."""
    game, bots = _bound(play, play, given)
    wins, parts = 0, []
    for number in each(range(boards), lambda number: f"{empty} empty cells, board {number + 1}"):
        state = _played_to(game, bots, empty, f"{seed} {number}")
        if state.outcome is not None:  # blocked with two cells empty
            continue
        ending = solver.solve(state.board, Colour.WHITE if state.owing is state.white else Colour.ORANGE)
        assert ending is not None
        wins += ending.wins
        parts.append(len(list(ending.winning())) / rules.reach(ending.board).count())
    parts.sort()
    mover = "places last" if empty % 4 == 2 else "does not place last"
    return {"to move": mover, "median part of moves": round(parts[len(parts) // 2], 4), **_share("wins", wins, len(parts))}


def _played_to(game: AnyGame, bots: BySeat[AnyBot], empty: int, chance: str) -> State:
    """The state of a match in which so many cells are empty."""
    state: State = game.start()
    ply = 0
    while state.board.empty.bit_count() > empty:
        pending = game.pending(state)
        assert isinstance(pending, Ask)
        state, ply = _moved(game, bots, state, pending, f"{chance} {ply}"), ply + 1
    return state


def _bound(white: Player, orange: Player, given: Mapping[str, Value]) -> tuple[AnyGame, BySeat[AnyBot]]:
    """The game in which A is White, and both bots."""
    variant = find(GAME)
    _, game = variant.bind({**given, "white": "A"})
    return game, BySeat(ready(variant, game, white), ready(variant, game, orange))


def _opened(game: AnyGame, opening: str) -> State:
    """The start, or the state after the opening on this cell."""
    state: State = game.start()
    if opening:
        decision = game.decision(game.view(state, Seat.A))
        state = game.play(state, {Seat.A: decision.read(f"orange {opening}")})
    return state


def _moved(game: AnyGame, bots: BySeat[AnyBot], state: State, pending: Ask, chance: str) -> State:
    """The state after the decision that is pending."""
    (seat,) = pending.seats
    view = game.view(state, seat)
    move = bots[seat].choose(view, game.decision(view), Counted(THINKING), HmacSource(b"colours", chance))
    after: State = game.play(state, {seat: move})
    return after


def _share(who: str, wins: int, tries: int) -> dict[str, Any]:
    low, high = wilson(wins, tries, TWO_SIDED)
    return {who: wins, "of": tries, "share": round(wins / tries, 3), "interval": [round(low, 3), round(high, 3)]}


def main(arguments: Sequence[str] | None = None) -> None:
    """The part that the command line asks for, a JSON object a line."""
    parser = argparse.ArgumentParser(prog="python -m research.even_groups_colours", description="Which colour wins Even Groups.")
    parts = parser.add_subparsers(dest="part", required=True)
    play, ruled, endings = parts.add_parser("play"), parts.add_parser("rules"), parts.add_parser("endings")
    for part in (play, ruled):
        part.add_argument("white", choices=RULES if part is ruled else None)
        part.add_argument("orange", choices=RULES if part is ruled else None)
        part.add_argument("--matches", type=int, default=400)
        part.add_argument("--opening", default="", help="the cell of the opening; White's choice if none is given")
    ruled.add_argument("--exact", type=int, nargs=2, default=(14, 14), metavar=("WHITE", "ORANGE"), help="empty cells")
    endings.add_argument("empty", type=int, nargs="+")
    endings.add_argument("--boards", type=int, default=200)
    endings.add_argument("--play", default="random", help="the bot that plays both colours before")
    for part in (play, ruled, endings):
        part.add_argument("--seed", type=int, default=SEED)
        part.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    asked = parser.parse_args(arguments)
    _, given = read_options(GAME, asked.option)
    if asked.part == "endings":
        for empty in asked.empty:
            print(json.dumps({"empty": empty, **solved(empty, asked.boards, asked.play, asked.seed, given)}), flush=True)
        return
    white, orange = asked.white, asked.orange
    if asked.part == "rules":
        white, orange = by_rule(white, asked.exact[0]), by_rule(orange, asked.exact[1])
    print(json.dumps(played(white, orange, asked.matches, asked.seed, given, asked.opening)), flush=True)


if __name__ == "__main__":
    main()
