"""Fit the worth of a shape in Even Groups (`games/even_groups/shape.py`) to boards that are solved with 20 empty cells.

    python tools/fit_even_groups.py label FILE --boards 200 --seed 1
    python tools/fit_even_groups.py fit FILE...

`label` plays matches on side 5 down to 20 empty cells, each colour by a policy of its own: by the present weights, by counting groups, or
by chance, with some moves by chance in between. It solves the board for Orange, which is to move and does not place last, and writes one
line of JSON a match: the boards on the way, and how many of the legal moves win. A board takes half a second of one core.

`fit` makes the weights of that by ridge regression and prints them, to be written into that file by hand: the log-odds that a move wins
as a sum over the features, with a constant of its own for each number of empty cells. It prints how well that predicts matches that
were left out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.chance import RandomSource
from deathmatch.core.hexes import bits
from deathmatch.games.even_groups import rules, shape, solver
from deathmatch.games.even_groups.bot.adversaries import by_groups
from deathmatch.games.even_groups.fast.shape import NAMES
from deathmatch.games.even_groups.values import COLOURS, Board, Colour, Stone, Stones
from deathmatch.match.dealer import HmacSource

SIDE = 5
EMPTY = 20  # cells of the boards that are solved
NOTED = (20, 22, 24, 26, 30)  # empty cells of the boards whose features are fitted
POLICIES = ("shape", "shape", "shape", "groups", "random")
STRAYS = (0, 0, 10, 30)  # percent of the moves that are by chance
FOLDS = 10
RIDGE = 30.0  # pulls the weights of a board towards nothing

Floats = NDArray[np.float64]


def labelled(number: int, seed: int) -> dict[str, object]:
    """A match down to `EMPTY` cells, and its solution."""
    source = HmacSource(b"fit even groups", f"{seed} {number}")
    policies = [source.choice(POLICIES) for _ in COLOURS]
    strays = source.choice(STRAYS)
    board = Board(SIDE)
    board = board.put(Stone(source.choice(bits(board.empty)), Colour.ORANGE))
    mover, noted = Colour.ORANGE, {}
    while True:
        empty = board.empty.bit_count()
        if empty in NOTED:
            noted[str(empty)] = [board.stones(colour) for colour in COLOURS]
        if empty == EMPTY:
            break
        move = _move(board, mover, "random" if source.below(100) < strays else policies[mover], source)
        board, mover = board.put(move[0]).put(move[1]), mover.other
    ending = solver.solve(board, mover)
    assert ending is not None
    return {"boards": noted, "winning": len(list(ending.winning())), "legal": rules.reach(board).count()}


def _move(board: Board, mover: Colour, policy: str, source: RandomSource) -> Stones:
    if policy == "random":
        return rules.sample(board, source)
    return (shape.ranked if policy == "shape" else by_groups)(board, mover, source)[0]


@dataclass(frozen=True)
class Rows:
    """The boards of all matches.

    Attributes:
        features: shape (boards, features), less the mean of those with as many empty cells.
        odds: shape (boards,), the log-odds that a move wins.
        match: shape (boards,), the match of each.
        empty: shape (boards,), its empty cells.
    """

    features: Floats
    odds: Floats
    match: NDArray[np.int64]
    empty: NDArray[np.int64]


def rows(files: Sequence[Path]) -> Rows:
    """The boards of these files."""
    features, odds, matches, empties = [], [], [], []
    for match, line in enumerate(_lines(files)):
        for empty, stones in line["boards"].items():
            features.append(shape.features(_board(stones)).ravel())
            odds.append(np.log((line["winning"] + 0.5) / (line["legal"] - line["winning"] + 0.5)))
            matches.append(match)
            empties.append(int(empty))
    table, empty_cells = np.array(features), np.array(empties)
    for empty in NOTED:
        table[empty_cells == empty] -= table[empty_cells == empty].mean(axis=0)
    return Rows(table, np.array(odds), np.array(matches), empty_cells)


def _lines(files: Sequence[Path]) -> Iterator[Mapping[str, Any]]:
    for file in files:
        for line in file.read_text().splitlines():
            yield json.loads(line)


def _board(stones: Sequence[int]) -> Board:
    board = Board(SIDE)
    for colour in COLOURS:
        for cell in bits(stones[colour]):
            board = board.put(Stone(cell, colour))
    return board


def weights(data: Rows, chosen: NDArray[np.bool_]) -> Floats:
    """The ridge regression over some of the boards: a weight for each feature."""
    spread = np.maximum(data.features.std(axis=0), 1e-9)
    table = data.features[chosen] / spread
    pull = RIDGE * len(NOTED) * np.eye(spread.size)
    solution: Floats = np.linalg.solve(table.T @ table + pull, table.T @ (data.odds[chosen] - data.odds.mean())) / spread
    return solution


def fit(files: Sequence[Path]) -> None:
    """Print how well the fit predicts, and the weights."""
    data = rows(files)
    fold = np.random.default_rng(0).integers(0, FOLDS, data.match.max() + 1)[data.match]
    predicted = np.zeros(data.odds.size)
    for left_out in range(FOLDS):
        predicted[fold == left_out] = data.features[fold == left_out] @ weights(data, fold != left_out)
    for empty in NOTED:
        here = data.empty == empty
        correlation = np.corrcoef(predicted[here], data.odds[here])[0, 1]
        print(f"{empty} empty cells: {here.sum()} boards, correlation with the log-odds {correlation:.2f}")
    table = weights(data, np.full(data.odds.size, True)).reshape(2, -1)
    for place, name in enumerate(NAMES):
        print(f'    "{name}": ({table[0, place]:.3f}, {table[1, place]:.3f}),')


def main() -> None:
    """Label or fit, as the command line asks."""
    parser = argparse.ArgumentParser(description="Fit the worth of a shape in Even Groups.")
    parts = parser.add_subparsers(dest="part", required=True)
    label, fitting = parts.add_parser("label"), parts.add_parser("fit")
    label.add_argument("file", type=Path)
    label.add_argument("--boards", type=int, default=200)
    label.add_argument("--seed", type=int, default=1)
    fitting.add_argument("files", type=Path, nargs="+")
    asked = parser.parse_args()
    if asked.part == "fit":
        fit(asked.files)
        return
    with asked.file.open("a") as out:
        for number in range(asked.boards):
            out.write(json.dumps(labelled(number, asked.seed)) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
