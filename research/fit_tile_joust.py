"""Fit the worth of tiles in Tile Joust: `python research/fit_tile_joust.py [VARIANT ...]` rewrites the game's `data/VARIANT.json`.

Backwards from the end of a match, each part resting on the one after it:

1. **stored**: the worth of a tile that is kept for the final joust. Sets are jousted out by the solution of their phase, both hands
   known. The tiles left over from three sets go into a final joust, which is solved; a line through the results is the worth. The worth
   of stored tiles changes which tiles are stored, so this is done in rounds, each from the last one's figures.
2. **tiles**: by how much it moves the points of a set who has a tile. Phases between hands at random are solved, with stored tiles at
   their worth; again a line through the results.
3. **spare**: by how much a tile is worth less because its buyer may miss a left-over one (R18). In matches of `strong` against itself it
   is counted how often one tile more or less decides who has fewer; that times what having fewer is worth.
4. **uneven**: by how much the lead of a seat that bought few tiles of a set is better than the line says. Phases between hands of such
   sizes are solved; a seat that has too few for a joust keeps its tiles, as does the other.
5. **groups**: how a group may look when it is opened, in matches of `strong` against itself: for each first tile two kinds, by the worth of
   the two larger tiles.

Everything follows from the numbers of its samples and from the present figures, so a second run goes on from the first one's. It takes
about five minutes of one core a variant.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from deathmatch.bots.budget import Counted
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import TIMEOUT, Deals, Over
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games import find, tile_joust, variants
from deathmatch.games.tile_joust import TileJoust, bidding, fast
from deathmatch.games.tile_joust.bidding import SOLD, own_worth
from deathmatch.games.tile_joust.bot import Strong
from deathmatch.games.tile_joust.fast import HAND, Floats, SolvedPhase
from deathmatch.games.tile_joust.state import State
from deathmatch.games.tile_joust.values import GROUPS, HIGHEST, Owed, Terms
from deathmatch.games.tile_joust.values import SIZES as SIZES_OF_GROUP
from deathmatch.games.tile_joust.view import View
from deathmatch.match.dealer import HmacSource
from deathmatch.solve.matrix import solve

ROUNDS = 3  # of the stored worth
FINALS = 120  # final jousts of a round
SETS = 3  # that fill them, as by default
PHASES = 300
UNEVEN = 24  # phases for each count of `uneven`
MATCHES = 40
LARGEST = 14  # tiles of both seats in a phase that is solved
SIZES = ((6, 6), (6, 6), (7, 6), (6, 7), (8, 5), (5, 8))  # of hands at the beginning of a phase whose end is stored
RIDGE = 50.0  # how much of the samples' weight it takes to leave the smooth curve
FOLDER = Path(tile_joust.__file__).parent / "data"

Hands = tuple[list[int], list[int]]
"""Numbers of A's tiles and of B's."""


class Sample(NamedTuple):
    """A solved phase: its hands, and A's gain less B's."""

    hands: Hands
    value: float


# --- Phases


def solved(hands: Hands, kept: Sequence[float], least: int) -> SolvedPhase:
    """The phase between these hands, which ends when a hand has `least` tiles or fewer."""
    a, b = (fast.codes(numbers, [kept[number] for number in numbers], whole=True) for numbers in hands)
    return fast.solve(a, b, least, whole=True)


def beginning(hands: Hands) -> tuple[int, int]:
    """The position of a phase in which all tiles are in hand."""
    a, b = (fast.code([HAND] * len(numbers), whole=True) for numbers in hands)
    return a, b


def jousted(phase: SolvedPhase, hands: Hands, least: int, source: RandomSource) -> Hands:
    """The remaining hands at the end of the phase if both mix as the solution says."""
    i, j = beginning(hands)
    a, b = phase.a, phase.b
    while a.up[i] or b.up[j] or (a.hand[i] > least and b.hand[j] > least):
        matrix, rows, columns = phase.round(i, j)
        solution = solve(matrix)
        next_i, next_j = (int(codes[source.weighted(list(side))]) for codes, side in ((rows, solution.row), (columns, solution.column)))
        passed = (next_i, next_j) == (i, j)
        i, j = (int(a.after[i]), int(b.after[j])) if passed else (next_i, next_j)
    return left(hands[0], i), left(hands[1], j)


def left(numbers: Sequence[int], code: int) -> list[int]:
    """The tiles that are in hand at a code."""
    return [number for place, number in enumerate(numbers) if code // 3**place % 3 == HAND]


def dealt(terms: Terms, sizes: tuple[int, int], source: RandomSource) -> Hands:
    """Hands at random, ascending."""
    numbers = source.sample(range(terms.lowest, HIGHEST + 1), min(sum(sizes), HIGHEST + 1 - terms.lowest))
    return sorted(numbers[: sizes[0]]), sorted(numbers[sizes[0] :])


# --- Lines through them


def line(samples: Sequence[Sample]) -> Floats:
    """What each number is worth to who has it, shape (14,): least squares, pulled towards a cubic curve.

    A number that no sample has is worth nothing.
    """
    counts = np.array([[a.count(number) - b.count(number) for number in range(HIGHEST + 1)] for (a, b), _ in samples], dtype=float)
    values = np.array([value for _, value in samples])
    curve = np.vander(np.arange(HIGHEST + 1.0) / HIGHEST, 4)
    smooth = curve @ np.linalg.lstsq(counts @ curve, values, rcond=None)[0]
    rough = np.linalg.solve(counts.T @ counts + RIDGE * np.eye(HIGHEST + 1), counts.T @ (values - counts @ smooth))
    fit_: Floats = (smooth + rough) * np.any(counts, axis=0)
    return fit_


def unexplained(samples: Sequence[Sample], fit_: Floats) -> float:
    """Which part of the variance the line leaves."""
    values = np.array([value for _, value in samples])
    guesses = np.array([fit_[a].sum() - fit_[b].sum() for (a, b), _ in samples])
    return float(((values - guesses) ** 2).mean() / (values**2).mean())


# --- The three parts


def finals(terms: Terms, kept: Sequence[float], count: int, label: str) -> list[Sample]:
    """Solved final jousts between the tiles left over from sets that are jousted out."""
    samples = []
    for number in range(count):
        source = HmacSource(b"fit tile joust", f"final {label} {number}")
        stored: Hands = ([], [])
        for _ in range(SETS):
            hands = dealt(terms, source.choice(SIZES), source)
            for side, some in zip(stored, jousted(solved(hands, kept, 1), hands, 1, source), strict=True):
                side.extend(some)
        if stored[0] and stored[1] and len(stored[0]) + len(stored[1]) <= LARGEST:
            hands = sorted(stored[0]), sorted(stored[1])
            phase = solved(hands, bidding.LAST, 0)
            samples.append(Sample(hands, float(phase.table[beginning(hands)])))
    return samples


def phases(terms: Terms, kept: Sequence[float], count: int) -> list[Sample]:
    """Phases of a set between hands at random, solved."""
    samples = []
    for number in range(count):
        source = HmacSource(b"fit tile joust", f"phase {number}")
        a = 4 + source.below(6)
        hands = dealt(terms, (a, min(4 + source.below(6), LARGEST - 1 - a)), source)
        samples.append(Sample(hands, float(solved(hands, kept, 1).table[beginning(hands)])))
    return samples


class Course(NamedTuple):
    """The auctions of a match of `strong` against itself.

    Attributes:
        end: its last state.
        opened: what the seat to bid sees when a group is opened.
    """

    end: State
    opened: list[View]


def course(terms: Terms, number: int) -> Course:
    """A match of `strong` against itself in which all jousts are lost by the clock."""
    name = f"tile-joust/{terms.variation.value}"
    _, game = find(name).bind({})
    assert isinstance(game, TileJoust)
    bot, source, state = Strong(game.terms), HmacSource(b"fit tile joust", f"match {number}"), game.start()
    opened: list[View] = []
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(source))
        elif state.owed in (Owed.ITEMS, Owed.FIRST, Owed.MORE):
            state = game.play(state, dict.fromkeys(pending.seats, TIMEOUT))
        else:
            (seat,) = pending.seats
            view = game.view(state, seat)
            if view.block is not None and view.block.unsold == SIZES_OF_GROUP and view.block.bid is None:
                opened.append(view)
            state = game.play(state, {seat: bot.choose(view, game.decision(view), Counted(2000), source)})
    return Course(state, opened)


def bought(terms: Terms, state: State) -> list[BySeat[int]]:
    """How many tiles each seat bought in each set of a match."""
    return [
        BySeat.of(lambda seat, set_=set_: sum(sale.seat is seat and sale.set == set_ for sale in state.sales))  # type: ignore[misc]
        for set_ in range(1, terms.sets + 1)
    ]


def looks(views: Sequence[View]) -> list[list[list[object]]]:
    """For each group of a set how it looked: the place of the first tile, the mean worths by size, and how often."""
    groups: list[list[list[object]]] = []
    for group in range(1, GROUPS + 1):
        kinds: list[list[object]] = []
        here = [view.block for view in views if view.block is not None and view.block.group == group]
        seen = np.array([[own_worth(view, size) for size in SIZES_OF_GROUP] for view in views if view.block and view.block.group == group])
        for first, size in enumerate(SIZES_OF_GROUP):
            rows = seen[[block.tile is size for block in here]]
            if len(rows):
                larger = rows[:, 1:].sum(1)
                halves = [half for half in (larger <= np.median(larger), larger > np.median(larger)) if half.any()]
                kinds += [[first, np.round(rows[half].mean(0), 2).tolist(), round(float(half.sum()) / len(here), 4)] for half in halves]
        groups.append(kinds)
    return groups


def deciding(sets: Sequence[BySeat[int]]) -> float:
    """How often who has a tile decides whether its buyer has fewer, as many or more, over all tiles of these sets."""
    tiles = pivots = 0
    for counts in sets:
        for seat in Seat:
            mine = counts[seat]
            tiles += mine
            pivots += mine * (mine in (6, 7))  # without it the seat would have 5 against 7, or 6 each
    return pivots / tiles


def uneven(terms: Terms, kept: Sequence[float], half: Floats) -> list[float]:
    """By the tiles that a seat bought of a set, fewer than half: by how much its lead is better than `half` of each tile, on average."""
    total = HIGHEST + 1 - terms.lowest
    better = []
    for count in range(SOLD // 2):
        own = count + 1  # it gets a left-over tile
        gains = []
        for number in range(UNEVEN):
            source = HmacSource(b"fit tile joust", f"uneven {count} {number}")
            hands = dealt(terms, (own, total - own), source)
            line_ = float(half[hands[0]].sum() - half[hands[1]].sum())
            if own == 1:
                gains.append(sum(kept[tile] for tile in hands[0]) - sum(kept[tile] for tile in hands[1]) - line_)
            else:
                gains.append(float(solved(hands, kept, 1).table[beginning(hands)]) - line_)
        better.append(round(float(np.mean(gains)), 2))
    return better


# --- All of it


class Figures(NamedTuple):
    """As the data file has them (`worth.Fitted`)."""

    tiles: Floats
    stored: Floats
    spare: float
    uneven: list[float]
    groups: list[list[list[object]]]


def fit(terms: Terms, say: Callable[[str], object] = print) -> Figures:
    """The figures of a variant, as its data file has them."""
    kept: Sequence[float] = bidding.stored(terms)
    for turn in range(ROUNDS):
        samples = finals(terms, kept, FINALS, f"{terms.variation.value} {turn}")
        stored = line(samples)
        say(f"stored, round {turn + 1}: {len(samples)} final jousts, {unexplained(samples, stored):.1%} of the variance left")
        kept = tuple(stored)
    every = phases(terms, kept, PHASES)
    half = line(every)
    say(f"tiles: {len(every)} phases, {unexplained(every, half):.1%} of the variance left")
    matches = [course(terms, number) for number in range(MATCHES)]
    often = deciding([counts for match in matches for counts in bought(terms, match.end)])
    say(f"spare: a tile decides who has fewer {often:.0%} of the time")
    tiles = 2 * half  # between having it and the other seat having it
    groups = looks([view for match in matches for view in match.opened])
    return Figures(tiles, np.array(kept), often * bidding.fewer(terms), uneven(terms, kept, half), groups)


def written(values: Figures) -> str:
    """The data file, to a hundredth of a point."""
    plain = {"tiles": np.round(values.tiles, 2).tolist(), "stored": np.round(values.stored, 2).tolist(), "spare": round(values.spare, 2)}
    return json.dumps({**plain, "uneven": values.uneven, "groups": values.groups}, indent=1) + "\n"


def main() -> None:
    """Fit and write the named variants, or all."""
    wanted = sys.argv[1:]
    for variant in variants("tile-joust"):
        if wanted and variant.name not in wanted:
            continue
        _, game = variant.bind({})
        assert isinstance(game, TileJoust)
        print(variant.name)
        fitted = fit(game.terms)
        (FOLDER / f"{variant.name}.json").write_text(written(fitted))
        print(written(fitted))


if __name__ == "__main__":
    main()
