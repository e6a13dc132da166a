"""Fit the worth of a shape in Even Groups (`games/even_groups/shape.py`) to boards that are solved with 20 empty cells.

    python -m research.fit_even_groups label FILE --boards 200 --seed 1
    python -m research.fit_even_groups fit [FILE...]

`label` plays matches on side 5 down to 20 empty cells, each colour by a policy of its own: by the present weights, by counting groups, or
by chance, with some moves by chance in between. It solves the board for Orange, which is to move and does not place last, and appends one
line a match: how many of the legal moves win, and the board. A board takes half a second of one core, 709 of them six minutes.

`fit` makes the weights of that by ridge regression and prints them, to be written into that file by hand: the log-odds that a move wins
as a sum over the features, with a constant of its own for each number of empty cells. It prints how well that predicts matches that
were left out. Without a file it takes `research/even_groups_labels.txt`, to which the present weights are fitted.

A line has two numbers, the moves that win and all legal ones, and a letter for each cell in board order: `.` for an empty one, `a` to `e`
for a white stone and `A` to `E` for an orange one. `a` and `A` lay there with 30 cells empty, the others came before 26, 24, 22 and 20.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.chance import RandomSource
from deathmatch.core.hexes import bits
from deathmatch.games.even_groups import rules, shape, solver
from deathmatch.games.even_groups.fast import NAMES
from deathmatch.games.even_groups.values import COLOURS, Board, Colour, Stone, Stones
from deathmatch.match.dealer import HmacSource
from deathmatch_lab.games.even_groups.adversaries import by_groups

SIDE = 5
EMPTY = 20  # cells of the boards that are solved
NOTED = (20, 22, 24, 26, 30)  # empty cells of the boards whose features are fitted
POLICIES = ("shape", "shape", "shape", "groups", "random")
STRAYS = (0, 0, 10, 30)  # percent of the moves that are by chance
WHITES, ORANGES = "abcde", "ABCDE"  # letters of the stones, by the number of empty cells with which they were first noted
KEPT = Path(__file__).with_name("even_groups_labels.txt")
FOLDS = 10
RIDGE = 30.0  # pulls the weights of a board towards nothing

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Label:
    """A match down to `EMPTY` cells, and its solution.

    Attributes:
        boards: by the number of empty cells, the masks of White's stones and of Orange's.
        winning, legal: the moves of Orange on the last board that win, and all.
    """

    boards: Mapping[int, tuple[int, int]]
    winning: int
    legal: int

    def line(self) -> str:
        """The label as a line of a file."""
        cells = ["."] * len(Board(SIDE).hexagon)
        for number, empty in reversed(list(enumerate(sorted(NOTED, reverse=True)))):
            for letters, stones in zip((WHITES, ORANGES), self.boards[empty], strict=True):
                for cell in bits(stones):
                    cells[cell] = letters[number]
        return f"{self.winning} {self.legal} {''.join(cells)}\n"

    @classmethod
    def read(cls, line: str) -> Label:
        """The label of such a line."""
        winning, legal, cells = line.split()
        boards = {
            empty: (_mask(cells, WHITES[: number + 1]), _mask(cells, ORANGES[: number + 1]))
            for number, empty in enumerate(sorted(NOTED, reverse=True))
        }
        return cls(boards, int(winning), int(legal))


def _mask(cells: str, letters: str) -> int:
    """The cells that hold one of these letters."""
    return sum(1 << number for number, cell in enumerate(cells) if cell in letters)


def labelled(number: int, seed: int) -> Label:
    """A match, played down and solved."""
    source = HmacSource(b"fit even groups", f"{seed} {number}")
    policies = [source.choice(POLICIES) for _ in COLOURS]
    strays = source.choice(STRAYS)
    board = Board(SIDE)
    board = board.put(Stone(source.choice(bits(board.empty)), Colour.ORANGE))
    mover, noted = Colour.ORANGE, dict[int, tuple[int, int]]()
    while True:
        empty = board.empty.bit_count()
        if empty in NOTED:
            noted[empty] = board.stones(Colour.WHITE), board.stones(Colour.ORANGE)
        if empty == EMPTY:
            break
        move = _move(board, mover, "random" if source.below(100) < strays else policies[mover], source)
        board, mover = board.put(move[0]).put(move[1]), mover.other
    return Label(noted, *solution(board))


def solution(board: Board) -> tuple[int, int]:
    """The moves of Orange that win, and all legal ones."""
    ending = solver.solve(board, Colour.ORANGE)
    assert ending is not None
    return len(list(ending.winning())), rules.reach(board).count()


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
    for match, label in enumerate(labels(files)):
        for empty, stones in label.boards.items():
            features.append(shape.features(board_of(stones)).ravel())
            odds.append(np.log((label.winning + 0.5) / (label.legal - label.winning + 0.5)))
            matches.append(match)
            empties.append(empty)
    table, empty_cells = np.array(features), np.array(empties)
    for empty in NOTED:
        table[empty_cells == empty] -= table[empty_cells == empty].mean(axis=0)
    return Rows(table, np.array(odds), np.array(matches), empty_cells)


def labels(files: Sequence[Path]) -> list[Label]:
    """The labels of these files."""
    return [Label.read(line) for file in files for line in file.read_text("ascii").splitlines()]


def board_of(stones: Sequence[int]) -> Board:
    """The board with these masks of stones."""
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


def fitted(data: Rows) -> dict[str, tuple[float, float]]:
    """The weights by all boards, as `shape.OTHER` has them."""
    table = weights(data, np.full(data.odds.size, True)).reshape(2, -1)
    return {name: (float(table[0, place]), float(table[1, place])) for place, name in enumerate(NAMES)}


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
    for name, (last, other) in fitted(data).items():
        print(f'    "{name}": ({last:.3f}, {other:.3f}),')


def main() -> None:
    """Label or fit, as the command line asks."""
    parser = argparse.ArgumentParser(description="Fit the worth of a shape in Even Groups.")
    parts = parser.add_subparsers(dest="part", required=True)
    label, fitting = parts.add_parser("label"), parts.add_parser("fit")
    label.add_argument("file", type=Path)
    label.add_argument("--boards", type=int, default=200)
    label.add_argument("--seed", type=int, default=1)
    fitting.add_argument("files", type=Path, nargs="*", help="the kept labels if none is given")
    asked = parser.parse_args()
    if asked.part == "fit":
        fit(asked.files or [KEPT])
        return
    with asked.file.open("a", encoding="ascii") as out:
        for number in range(asked.boards):
            out.write(labelled(number, asked.seed).line())
            out.flush()


if __name__ == "__main__":
    main()
