"""A small network learns a short match of Five-Card Trick by self-play, and its exploitability falls.

    pip install deathmatch-frameworks deathmatch-lab torch
    python packages/frameworks/examples/learn.py --out learning

It is minimax-Q with a network (Littman 1994, "Markov games as a framework for multi-agent reinforcement learning"). The network sees a
position and gives a matrix: the chance of A to win after each pair of submissions. The matrix game is solved; its value is the target of
the round before, and its mixtures are what the bot plays. Thousands of matches are played side by side (`deathmatch_frameworks.vector`),
with both seats trying any submission now and then. The exploitability is exact (`deathmatch_lab.exploit_bot`): the gain of an opponent that
knows the mixtures. Nothing of the solver's is used for learning.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import deathmatch as dm
import deathmatch_frameworks.vector
from deathmatch import Seat
from deathmatch_lab import exploit_bot

CARDS = ("score", "grow", "claim", "block", "steal")
EXPLORING = 0.3  # of all submissions are any legal one
HIDDEN = 256
MATCHES = 2048  # side by side
STEPS = 6  # of the optimiser for each round of the matches
REMEMBERED = 32  # rounds of the matches from which it learns
RATE = 1e-3

Matrix = Callable[[np.ndarray], np.ndarray]
"""The network: features, shape (N, F), to chances of A, shape (N, 26, 26)."""


# --- A position as features: the same from a batch and from a view


def features_of_batch(batch: deathmatch_frameworks.vector.Batch) -> np.ndarray:
    """What the network sees of each match, shape (N, F): round, pot, the lead of A, and lights, blocks and last cards of both seats."""
    seen, at = batch.observe(Seat.A), {column.name: slice(column.start, column.start + column.size) for column in batch.layout}
    numbers = np.hstack([seen[:, at["round"]], seen[:, at["pot"]], seen[:, at["own.chips"]] - seen[:, at["other.chips"]]])
    sides = [seen[:, at[f"{whose}.{what}"]] for whose in ("own", "other") for what in ("lights", "blocked", "last", "barred")]
    return np.hstack([numbers / 4.0, *sides]).astype(np.float32)


def features_of_view(public: Mapping[str, Any]) -> np.ndarray:
    """The same from the public fields of a view (rules/five-card-trick.md, State), shape (F,)."""
    numbers = [public["round"] / 4.0, public["pot"] / 4.0, (public["chips"]["A"] - public["chips"]["B"]) / 4.0]
    for seat in ("A", "B"):
        recent = [set(cards) for cards in public["recent"][seat]]
        last = recent[-1] if recent else set()
        barred = recent[-1] & recent[-2] if len(recent) == 2 else set()  # R5
        for cards in (public["lights"][seat], [public["blocked"][seat]], last, barred):
            numbers += [float(card in cards) for card in CARDS]
    return np.array(numbers, dtype=np.float32)


# --- The bot: its mixture is that of the matrix game


class Learner:
    """Plays by the matrix that the network gives.

    Args:
        game: the match.
        matrix: the network.
        numbers: the number of each submission, by its text.
    """

    def __init__(self, game: dm.Game, matrix: Matrix, numbers: Mapping[str, int]) -> None:
        self._game, self._matrix, self._numbers = game, matrix, numbers
        self._known: dict[bytes, dict[Seat, dict[str, float]]] = {}

    def mixture(self, view: Any, decision: Any) -> list[tuple[Any, float]]:
        """The submissions that it plays, with their probabilities."""
        public = self._game.rules.public(view)
        found = features_of_view(public)
        known = self._known.get(found.tobytes())
        if known is None:
            known = self._known[found.tobytes()] = self._solved(public, found)
        chances = [(move, known[view.eye][decision.write(move)]) for move in decision.moves()]
        total = sum(chance for _, chance in chances)
        return [(move, chance / total) for move, chance in chances if chance > 0]

    def choose(self, view: Any, decision: Any, budget: Any, source: Any) -> Any:
        """A submission by that mixture."""
        del budget
        chances = self.mixture(view, decision)
        place = source.below(1 << 30) / (1 << 30)
        for move, chance in chances:
            place -= chance
            if place < 0:
                return move
        return chances[-1][0]

    def _solved(self, public: Mapping[str, Any], found: np.ndarray) -> dict[Seat, dict[str, float]]:
        open_ = {seat: [text for text in self._numbers if is_open(public, seat, text)] for seat in Seat}
        rows, columns = ([self._numbers[text] for text in open_[seat]] for seat in Seat)
        solution = dm.solve_matrix(self._matrix(found[None])[0][np.ix_(rows, columns)])
        mixtures = zip(Seat, (solution.row, solution.column), strict=True)
        return {seat: dict(zip(open_[seat], map(float, mixture), strict=True)) for seat, mixture in mixtures}


def is_open(public: Mapping[str, Any], seat: Seat, text: str) -> bool:
    """Whether a seat may submit this: R5 and R6."""
    cards = {card.partition(":")[0] for card in text.split()}
    recent = [set(played) for played in public["recent"][seat.value]]
    barred = recent[-1] & recent[-2] if len(recent) == 2 else set()
    return not cards & barred and (not recent or recent[-1] != cards)


# --- Learning


def solved(matrix: Matrix, found: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The value of each position, shape (N,), and the mixtures of both seats, shape (N, 2, 26). Equal positions are solved once."""
    _, first, place = np.unique(found, axis=0, return_index=True, return_inverse=True)
    worth, mixtures = np.empty(first.size), np.zeros((first.size, *legal.shape[1:]))
    for number, (each, (rows, columns)) in enumerate(zip(matrix(found[first]), legal[first], strict=True)):
        solution = dm.solve_matrix(each[np.ix_(rows, columns)])
        worth[number] = solution.value
        mixtures[number, 0, rows], mixtures[number, 1, columns] = solution.row, solution.column
    return worth[place.ravel()], mixtures[place.ravel()]


def pick(source: np.random.Generator, mixtures: np.ndarray, legal: np.ndarray) -> np.ndarray:
    """A submission of each seat by its mixture, or now and then any legal one, shape (N, 2)."""
    anything = source.random(mixtures.shape[:2]) < EXPLORING
    weights = np.where(anything[:, :, None], legal, mixtures)
    sums = weights.cumsum(2)
    chosen: np.ndarray = (sums <= source.random((*sums.shape[:2], 1)) * sums[:, :, -1:]).sum(2)
    return chosen.astype(np.int32)


def learn(game: dm.Game, seed: int, seconds: float) -> Iterator[tuple[int, float, Matrix]]:
    """Learn for so long; yields the matches so far, the seconds of processor time and the network, more and more seldom."""
    torch: Any = import_module("torch")  # optional: pip install torch
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    source = np.random.default_rng(seed)
    rounds: dict[str, Any] = {key: game.options[key] for key in ("rounds", "max_rounds")}
    batch = deathmatch_frameworks.vector.make(game.id, MATCHES, seed=seed, **rounds)
    actions, size = batch.actions, features_of_batch(batch).shape[1]
    network = torch.nn.Sequential(
        torch.nn.Linear(size, HIDDEN),
        torch.nn.ReLU(),
        torch.nn.Linear(HIDDEN, HIDDEN),
        torch.nn.ReLU(),
        torch.nn.Linear(HIDDEN, actions**2),
    )
    optimiser = torch.optim.Adam(network.parameters(), RATE)

    def matrix(found: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            chances: np.ndarray = torch.sigmoid(network(torch.from_numpy(found))).numpy()
        return chances.reshape(-1, actions, actions).astype(np.float64)

    played, spent, due = 0, 0.0, 0.0
    memory: deque[tuple[np.ndarray, np.ndarray, np.ndarray]] = deque(maxlen=REMEMBERED)  # features, joint actions, targets
    found, legal = features_of_batch(batch), batch.legal()
    _, mixtures = solved(matrix, found, legal)
    while True:
        if spent >= due:
            yield played, spent, matrix
            if spent >= seconds:
                return
            due = min(seconds, max(1.5 * spent, seconds / 24))
        began = time.process_time()
        chosen, before = pick(source, mixtures, legal), found
        rewards, ended = batch.step(chosen)
        found, legal = features_of_batch(batch), batch.legal()
        worth, mixtures = solved(matrix, found, legal)
        target = np.where(ended, (rewards[:, 0] + 1) / 2, worth).astype(np.float32)
        memory.append((before, chosen[:, 0].astype(np.int64) * actions + chosen[:, 1], target))
        for _ in range(STEPS):
            inputs, place, wanted = map(torch.from_numpy, memory[source.integers(len(memory))])
            guess = network(inputs).gather(1, place[:, None])[:, 0]
            loss = torch.nn.functional.binary_cross_entropy_with_logits(guess, wanted)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        played += int(ended.sum())
        spent += time.process_time() - began


def main() -> None:
    """Learn, and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("learning"), help="the folder for the table")
    parser.add_argument("--rounds", type=int, default=2, help="the length of the match, without an extension")
    parser.add_argument("--seconds", type=float, default=60.0, help="of processor time to learn; measuring comes on top")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = dm.load_game("five-card-trick/gauntlet", rounds=given.rounds, max_rounds=given.rounds)
    batch = deathmatch_frameworks.vector.make(game.id, 1)
    numbers = {batch.text(action): action for action in range(batch.actions)}
    given.out.mkdir(parents=True, exist_ok=True)
    table = []
    for played, spent, matrix in learn(game, given.seed, given.seconds):
        result = exploit_bot(game, Learner(game, matrix, numbers))
        losses = [seat.loss for seat in result.seats]
        table.append((played, round(spent, 1), *[round(loss, 6) for loss in losses]))
        print(f"{played:>9,} matches, {spent:5.0f} s: exploitability {losses[0]:.2%} as A, {losses[1]:.2%} as B", flush=True)
    with (given.out / "learning.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([("matches", "seconds", "loss_a", "loss_b"), *table])


if __name__ == "__main__":
    main()
