"""Make the digest for the bot `strong` of Five-Card Trick: `python -m research.digest_five_card_trick VARIANT DIR` writes its data file.

First it solves two matches, in the folders `open` and `last` of DIR: that of the variant by default (`final` without items), and one whose
first count is the last (`rounds` and `max_rounds` are 25, and 22 for `final`). Every round that is solved is kept. With `--minutes` it
stops after that time, and the same command goes on from the last round that is kept; so it can be done over several sessions, none of
them shorter than the longest round takes. Solutions that `deathmatch solve --keep` made serve as well.

Then it makes the digest; for `gauntlet` in about three minutes of one core. `fast/digest.py` explains curves, rows, scores and shapes.
Shapes are principal components of the rows that matches reach most often, found in matches of optimal play with some random moves; a
chance at an unreachable lead counts for nothing.

The file is an `.npz` under xz. It has:

- `forms` (F, 3): last, barred and lights of each form;
- `steps` (C,): the differences of the keys;
- `there` (C, pots): whether a configuration and pot has a row;
- `fine`: a bit for each row, set if the row has half the step.

For few (`late`) and many (`early`) rounds to play it also has:

- `_left` (coded, K by rows): the errors of the predicted scores in steps (`bot/rows.py`);
- `_matrices` (coded, K by inputs): they predict the scores;
- `_step`;
- means and shapes, for ties that extend the match (`_open`) and for last ties (`_last`).
"""

from __future__ import annotations

import argparse
import lzma
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.bots.budget import Deadline
from deathmatch.bots.processes import processors
from deathmatch.core.bots import UNLIMITED, Budget, OutOfTime
from deathmatch.core.errors import UnsolvableError
from deathmatch.core.options import Values
from deathmatch.core.seats import PUBLIC
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.games.five_card_trick.fast.rounds import Ints
from deathmatch.games.five_card_trick.values import Variation
from deathmatch.solve.kernel import kernel, maker
from deathmatch.solve.matrix import certified, workspace
from deathmatch_lab.games import five_card_trick
from deathmatch_lab.games.five_card_trick.digest import FILES, KINDS, PHASES, mirrored
from deathmatch_lab.games.five_card_trick.digest_rows import STEPS, Rows, grain, nearby
from deathmatch_lab.games.five_card_trick.fast.curves import LEADS, NEVER, REACH, Singles
from deathmatch_lab.games.five_card_trick.fast.layers import (
    COUNT_AT,
    LOW_ZERO,
    MOST,
    START_AT,
    TO_AT,
    Configurations,
    Layer,
    cells,
    find_sources,
    gain_of,
    payoffs,
    sources,
    stage,
    taker_of,
)
from deathmatch_lab.games.five_card_trick.solver import Exact
from deathmatch_lab.games.five_card_trick.solver.plan import CONFIGURATIONS, RUNS, VALUES, Plan, plan
from deathmatch_lab.games.five_card_trick.solver.reachable import LEADS as HULL
from deathmatch_lab.solution_folder import SolutionFolder
from deathmatch_lab.solve.coding import BITS, Bytes
from research.range_coder import coded

Flags: TypeAlias = NDArray[np.bool_]

POTS = 6  # larger ones go on by a rule
STEP = {"late": 0.0130, "early": 0.0134}
FINE = 30_000  # rows, those that matches come to most, of half the step
LIGHTER = 0.3  # matches in which a tie is the last: errors there count so much
HALF = 4  # errors at a lead of so many chips count half of those at 0: few matches come there
HEAVY = (
    (19, 2.0),
    (17, 1.4),
    (2, 1.0),
    (1, 0.4),
)  # from so many rounds to play on: matches begin there; `strong` looks beyond the last
RIDGE = 1e-4  # for a matrix: what keeps it from fitting noise
FIRST, OTHERS = 25_000, 8  # rows of which the shapes are made: the most frequent, and of the others one of so many
MATCHES, WILD = 20_000, (0.1, 0.1, 0.3)  # of optimal play, with such parts of moves by lot
SEED = 1
PACKED: Any = {"filters": [{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "lp": 0, "pb": 0}]}  # for what is not coded

TOLD: Final = 60.0  # seconds between two lines about the progress
UNFINISHED: Final = 3  # the exit status if there is more to solve


@dataclass(frozen=True)
class Recipe:
    """The sources of a digest.

    Attributes:
        variation: the variant.
        options: of the match whose ties extend it.
        last: the round after which chips are compared for the first time.
        sudden: rounds of the match whose first count is the last.
        shapes: how many.
        coarse: how large its steps are, in those of `STEP`.
        most: curves for so many rounds to play.
        early: rounds to play from which on there are rows of their own.
        listed: every configuration and pot has a row that can come before this round, or an earlier one that has curves.
        pairs: whether only configurations have rows in which both seats have just submitted two cards, or nothing yet; in `setna` the bot
            asks for no others.
    """

    variation: Variation
    options: Values = field(default_factory=dict)
    last: int = 25
    sudden: int = 25
    shapes: int = 120
    coarse: float = 1.0
    most: int = 22
    early: int = 6
    listed: int = 20
    pairs: bool = False

    @property
    def phases(self) -> dict[str, range]:
        """Rounds to play, by phase."""
        return {"late": range(1, self.early), "early": range(self.early, self.most + 1)}

    @property
    def matches(self) -> dict[str, FiveCardTrick]:
        """The matches to be solved, by kind and folder."""
        sudden = {**self.options, "rounds": self.sudden, "max_rounds": self.sudden}
        return {kind: self._bound(options) for kind, options in zip(KINDS, (self.options, sudden), strict=True)}

    def _bound(self, options: Values) -> FiveCardTrick:
        game = find(f"five-card-trick/{self.variation.value}").bind(options)[1]
        assert isinstance(game, FiveCardTrick)
        return game

    def rows(self, whole: Plan) -> Ints:
        """The places of the configurations that have rows."""
        return np.flatnonzero(whole.paired) if self.pairs else np.arange(whole.known.keys.size)


RECIPES: Final = {
    "gauntlet": Recipe(Variation.GAUNTLET),
    "final": Recipe(Variation.FINAL, {"overload": "none", "priority": "none", "reset": "none"}, sudden=22, shapes=80, coarse=1.5),
    "setna": Recipe(Variation.SETNA, sudden=22, pairs=True),
}


# --- Solutions


class Session:
    """Work in a folder that breaks off as soon as the budget is spent (`deathmatch_lab.solving.Checkpoints`); arrays that are kept stay."""

    def __init__(self, folder: SolutionFolder, budget: Budget, threads: int) -> None:
        self.about, self.begin = folder.about, folder.begin
        self.keep, self.kept, self.drop = folder.keep, folder.kept, folder.drop
        self.threads = threads
        self._budget, self._name, self._told = budget, folder.folder.name, monotonic()

    def report(self, words: str, done: float | None = None, /) -> None:
        """Raises OutOfTime."""
        if self._budget.spent():
            raise OutOfTime
        if monotonic() - self._told >= TOLD:
            self._told = monotonic()
            print(f"{self._name}: {words}" + ("" if done is None else f", {done:.0%}"), file=sys.stderr, flush=True)


def solve(recipe: Recipe, folder: Path, budget: Budget, threads: int) -> None:
    """Solve both matches, or go on with them.

    Raises: OutOfTime if there is more to do, UnsolvableError if the folders hold something else.
    """
    for kind, game in recipe.matches.items():
        if not whole_match(game, SolutionFolder(folder / kind)):
            Exact(game.terms).solve(game.view(game.start(), PUBLIC), Session(SolutionFolder(folder / kind), budget, threads))


def whole_match(game: FiveCardTrick, folder: SolutionFolder) -> bool:
    """Whether a folder has every round of a match, which its first round says; raises UnsolvableError if it is of another match."""
    if folder.about() is None:
        return False
    folder.begin(plan(game.terms, game.start()).about())
    return folder.kept(VALUES.format(1)) is not None


# --- Rows


class Listed(NamedTuple):
    """Configurations and pots that stand for themselves and for those with the seats swapped; the most frequent first."""

    place: Ints
    pot: Ints
    weight: NDArray[np.float64]


class Curves:
    """The rows of a kept solution before some rounds, by their places among configurations with these keys."""

    def __init__(self, folder: Path, rounds: Sequence[int], keys: Ints) -> None:
        solution = SolutionFolder(folder)
        self._layers = [tuple(np.asarray(solution.kept(name.format(round_))) for name in (RUNS, VALUES, HULL)) for round_ in rounds]
        own = np.asarray(solution.kept(CONFIGURATIONS))
        place = np.minimum(np.searchsorted(own, keys), own.size - 1)
        self._place = np.where(own[place] == keys, place, NEVER)

    def of(self, place: Ints, pot: Ints) -> tuple[Singles, Flags]:
        """Chances, shape (rows, T, LEADS), and which of them are known."""
        lead, place = np.arange(-REACH, REACH + 1), self._place[place]
        chances = np.zeros((place.size, len(self._layers), LEADS), dtype=np.float32)
        known = np.zeros(chances.shape, dtype=np.bool_)
        for slot, (runs, values, hull) in enumerate(self._layers):
            there = (place >= 0) & (pot < runs.shape[1])
            kept = np.where(there, runs[place, np.minimum(pot, runs.shape[1] - 1)], 0)
            start, count, low = kept >> START_AT, kept >> COUNT_AT & MOST, (kept & MOST) - LOW_ZERO
            chances[:, slot] = values[start[:, None] + 1 + np.clip(lead - low[:, None], -1, count[:, None])]
            least, most = hull[:, place, np.minimum(pot, hull.shape[2] - 1)]
            known[:, slot] = there[:, None] & (lead >= least[:, None]) & (lead <= most[:, None])
        return chances, known


class SuddenCurves:
    """The rows of a match whose first count is the last, by rounds to play.

    They are exact with fewer rounds to play than the solved match has. With more they are made of those where a tie goes on: it counts
    half a win there, and the last tie is B's, so A needs half a chip more.
    """

    def __init__(self, recipe: Recipe, folder: Path, lefts: Sequence[int], keys: Ints) -> None:
        exact, more = (tuple(left for left in lefts if (left < recipe.sudden) == near) for near in (True, False))
        assert (*exact, *more) == tuple(lefts), "ascending"
        self._exact = Curves(folder / "last", [recipe.sudden + 1 - left for left in exact], keys)
        self._open = Curves(folder / "open", [recipe.last + 1 - left for left in more], keys)

    def of(self, place: Ints, pot: Ints) -> tuple[Singles, Flags]:
        """As that of `Curves`."""
        chances, known = self._open.of(place, pot)
        chances[:, :, 1:] = (chances[:, :, 1:] + chances[:, :, :-1]) / 2
        known[:, :, 1:] &= known[:, :, :-1].copy()
        known[:, :, 0] = False
        exact, flags = self._exact.of(place, pot)
        return np.concatenate([exact, chances], axis=1), np.concatenate([flags, known], axis=1)


# --- What matches come to


@maker
def wander(known: Configurations, layer: Layer, wild: float, seed: int, place: Ints, pot: Ints, lead: Ints) -> None:
    """Play one round of many matches, optimally but for a part of the moves; the positions change."""
    np.random.seed(seed)
    side = known.met.shape[0]
    out, from_, work = cells(side), sources(side), workspace(side)
    row, column, game = np.empty(side), np.empty(side), np.empty((side, side))
    for k in range(place.size):
        m, n = stage(known, int(known.keys[place[k]]), out)
        find_sources(out, m, n, pot[k], lead[k], layer.runs, from_)
        payoffs(from_, m, n, 0, layer.values, game)
        certified(game, m, n, row, column, work)
        i, j = picked(row, m, wild), picked(column, n, wild)
        cell = out.cells[i, j]
        taker, grown = taker_of(cell), pot[k] + (cell & 1)
        lead[k] = min(max(lead[k] + gain_of(cell) + taker * grown, -REACH), REACH)
        place[k], pot[k] = cell >> TO_AT, 1 if taker else grown


@kernel
def picked(mixture: NDArray[np.float64], size: int, wild: float) -> int:
    """One of `size` submissions, at random."""
    if np.random.random() < wild:
        return int(np.random.randint(size))
    left, k = np.random.random(), 0
    while k < size - 1 and left >= mixture[k]:
        left -= mixture[k]
        k += 1
    return k


def visits(whole: Plan, folder: Path, last: int) -> NDArray[np.float64]:
    """How often matches come to a configuration and pot, shape (C, POTS + 1)."""
    solution, known = SolutionFolder(folder), whole.known
    count = np.zeros((known.keys.size, POTS + 1))
    for number, wild in enumerate(WILD):
        place = np.full(MATCHES, int(known.place[whole.key(whole.roots[0])]))
        pot, lead = np.ones(MATCHES, dtype=np.int64), np.zeros(MATCHES, dtype=np.int64)
        for round_ in range(1, last):
            np.add.at(count, (place, np.minimum(pot, POTS)), 1)
            runs, values = (np.array(solution.kept(name.format(round_ + 1))) for name in (RUNS, VALUES))
            wander(known, Layer(runs, values), wild, SEED + 100 * number + round_, place, pot, lead)
    return count


def listed(count: NDArray[np.float64], hulls: Sequence[NDArray[Any]], mirror: Ints) -> Listed:
    """Every row that can come, by how often matches come to it or to that with the seats swapped."""
    can = np.zeros_like(count, dtype=np.bool_)
    for hull in hulls:
        can[:, : hull.shape[2]] |= (hull[0] <= hull[1])[:, : POTS + 1]
    can |= can[mirror]
    can[:, 0] = False
    place, pot = np.nonzero(can & (np.arange(mirror.size) <= mirror)[:, None])
    weight = (count + count[mirror])[place, pot] * pot**1.5  # the larger the pot, the more an error costs
    order = np.argsort(-weight, kind="stable")
    return Listed(place[order], pot[order], weight[order])


# --- Shapes and scores


def both(curves: Sequence[Curves | SuddenCurves], rows: Listed, mirror: Ints) -> tuple[Singles, Flags]:
    """Chances of rows in both kinds of matches, shape (rows, 2 * T * LEADS): the known ones, and those with the seats swapped."""
    phases = []
    for kind, of in zip(KINDS, curves, strict=True):
        mine, known = of.of(rows.place, rows.pot)
        theirs, known_too = of.of(mirror[rows.place], rows.pot)
        theirs, known_too = 1.0 - theirs[:, :, ::-1], known_too[:, :, ::-1]
        if kind == "last":  # seats are swapped about half a chip
            theirs, known_too = np.roll(theirs, 1, axis=2), np.roll(known_too, 1, axis=2)
            known_too[:, :, 0] = False
        mine = np.where(known & known_too, (mine + theirs) / 2, np.where(known, mine, theirs))
        phases.append((mine, known | known_too))
    chances, flags = (np.stack(parts, axis=1).reshape(rows.place.size, -1) for parts in zip(*phases, strict=True))
    return chances.astype(np.float32), flags


def components(curves: Singles, known: Flags, weight: Singles, count: int) -> Singles:
    """The principal components, the largest first, shape (columns, count)."""
    full, shapes = np.where(known, curves, np.float32(0)), np.empty((0, 0), dtype=np.float32)
    for _ in range(4):  # what is not known is filled in with what the components so far make of it
        _, shapes = np.linalg.eigh((full * weight[:, None]).T @ full)
        shapes = shapes[:, ::-1][:, :count]
        full = np.where(known, curves, (full @ shapes) @ shapes.T)
    return shapes


def scored(curves: Singles, known: Flags, shapes: Singles) -> Singles:
    """The scores that fit the known parts of a curve best, shape (rows, K); only a few steps, so that the unknown parts stay moderate."""
    scores: Singles = np.where(known, curves, np.float32(0)) @ shapes
    for _ in range(6):
        scores += np.where(known, curves - scores @ shapes.T, np.float32(0)) @ shapes
    return scores


def shaped(
    curves: Sequence[Curves | SuddenCurves], lefts: range, listed_: Listed, mirror: Ints, count: int
) -> tuple[dict[str, NDArray[Any]], Singles]:
    """Means and so many shapes of a phase, and the exact scores of all rows."""
    first = min(FIRST, listed_.place.size)
    some = np.r_[:first, first : listed_.place.size : OTHERS]
    chances, known = both(curves, part(listed_, some), mirror)
    weight = np.sqrt(listed_.weight[some] + 1).astype(np.float32)
    shares = known * weight[:, None]
    lighter = weights(lefts)
    mean = (chances * shares).sum(0) / np.maximum(shares.sum(0), np.float32(1e-9))
    shapes = components((chances - mean) * lighter, known, weight / weight.mean(), count)
    scores = np.zeros((listed_.place.size, shapes.shape[1]), dtype=np.float32)
    for begin in range(0, listed_.place.size, 20_000):
        chances, known = both(curves, part(listed_, slice(begin, begin + 20_000)), mirror)
        scores[begin : begin + 20_000] = scored((chances - mean) * lighter, known, shapes)
    parts: dict[str, NDArray[Any]] = {}
    for kind, middle, shape in zip(KINDS, np.split(mean, 2), np.split(shapes / lighter[:, None], 2), strict=True):
        parts[f"{kind}_mean"] = middle.reshape(-1, LEADS)
        parts[f"{kind}_shapes"] = shape.reshape(-1, LEADS, shapes.shape[1]).astype(np.float16)
    return parts, scores


def weights(lefts: range) -> Singles:
    """How much errors count, by column."""
    slots = np.array([next((heavy for first, heavy in HEAVY if left >= first), 1.0) for left in lefts])
    lead = np.arange(-REACH, REACH + 1)
    columns = np.outer(slots, 1 / (1 + (lead / HALF) ** 2)).ravel()
    return np.concatenate([columns, LIGHTER * columns]).astype(np.float32)


def part(listed_: Listed, which: Any) -> Listed:
    """Some of the rows."""
    return Listed(listed_.place[which], listed_.pot[which], listed_.weight[which])


# --- What is told


def told(scores: Singles, rows: Rows, fine: Bytes, step: float, other: Singles | None) -> tuple[dict[str, NDArray[Any]], Singles]:
    """The contents of the file about scores, and the scores that a reader gets from it."""
    left, read_back, matrices = np.zeros(scores.shape, dtype=np.int64), np.zeros_like(scores), []
    kinds = rows.kinds(fine)
    steps = np.float32(step) * STEPS[kinds, None]
    for group in rows.groups:
        here = slice(group.first, group.last)
        inputs = nearby(read_back, group, other)
        square = inputs.T @ inputs
        square[np.diag_indices_from(square)] += np.float32(RIDGE * inputs.shape[0])
        matrices.append(np.rint(np.linalg.solve(square, inputs.T @ scores[here]) / grain(group, step)))
        predicted = inputs @ (matrices[-1] * grain(group, step))
        left[here] = np.rint((scores[here] - predicted) / steps[here])
        read_back[here] = predicted + left[here] * steps[here]
    sources = rows.sources(scores.shape[1], other is not None)
    return {"left": whole(left, kinds), "matrices": whole(np.concatenate(matrices), sources), "step": np.array(step)}, read_back


def whole(numbers: NDArray[Any], kinds: Bytes) -> Bytes:
    """The bytes of whole numbers, shape (N, K), for rows of these kinds."""
    assert np.abs(numbers).max() < 1 << BITS
    return coded(np.ascontiguousarray(numbers.T.astype(np.int16)), kinds)


def made(recipe: Recipe, folder: Path) -> Iterator[str | bytes]:
    """The bytes of the file at last, from solutions that are kept; lines about the progress before."""
    game = recipe.matches[KINDS[0]]
    whole_ = plan(game.terms, game.start())
    rowed, forms = recipe.rows(whole_), list(whole_.forms.a)
    assert forms == list(whole_.forms.b), "both seats have the same forms"
    keys = whole_.known.keys[rowed]
    mirror = mirrored(keys, len(forms))
    solution = SolutionFolder(folder / KINDS[0])
    hulls = [np.asarray(solution.kept(HULL.format(round_)))[:, rowed] for round_ in range(recipe.last + 1 - recipe.most, recipe.listed + 1)]
    most = listed(visits(whole_, folder / KINDS[0], recipe.last)[rowed], hulls, mirror)
    yield f"{most.place.size:,} rows, {np.count_nonzero(most.weight):,} were reached"
    rank, there = np.full((keys.size, POTS + 1), -1), np.zeros((keys.size, POTS), dtype=np.bool_)
    rank[most.place, most.pot], there[most.place, most.pot - 1] = np.arange(most.place.size), True
    rows = Rows.of(keys, there)
    ranks = rank[rows.place, rows.pot]
    parts: dict[str, NDArray[Any]] = {
        "forms": np.array([form[:3] for form in forms], dtype=np.uint8),
        "steps": np.diff(keys, prepend=0).astype(np.uint32),
        "there": there,
        "fine": np.packbits(ranks < FINE),
    }
    before: Singles | None = None
    for name in PHASES:
        lefts = recipe.phases[name]
        open_ = Curves(folder / "open", [recipe.last + 1 - left for left in lefts], keys)
        curves: list[Curves | SuddenCurves] = [open_, SuddenCurves(recipe, folder, lefts, keys)]
        forms_of, scores = shaped(curves, lefts, most, mirror, recipe.shapes)
        here, before = told(scores[ranks], rows, parts["fine"], recipe.coarse * STEP[name], before)
        parts |= {f"{name}_{key}": part_ for key, part_ in (forms_of | here).items()}
        yield f"{name}: {here['left'].size:,} bytes of steps, {here['matrices'].size:,} of matrices"
    packed = BytesIO()
    np.savez(packed, **parts)  # type: ignore[arg-type]
    yield lzma.compress(packed.getvalue(), **PACKED)


def arguments(program: str, about: str | None) -> argparse.ArgumentParser:
    """The arguments of a tool that solves matches, but for its folder."""
    parser = argparse.ArgumentParser(prog=program, description=about)
    parser.add_argument("--minutes", type=float, help="stop after this time; the same command goes on later")
    parser.add_argument("--threads", type=int, default=processors(), help="of the solver; one for each processor by default")
    return parser


def solved(given: argparse.Namespace, work: Callable[[Budget], None]) -> int:
    """Solve as long as the arguments allow; the exit status, which is 0 if nothing is left to solve."""
    try:
        work(UNLIMITED.budget if given.minutes is None else Deadline(60 * given.minutes))
    except OutOfTime:
        print("There is more to solve. The rounds that are solved are kept; the same command goes on.")
        return UNFINISHED
    except UnsolvableError as error:
        print(error.reason, file=sys.stderr)
        return 1
    return 0


def main() -> int:
    """Solve, and make the file if all is solved; the exit status."""
    parser = arguments("python -m research.digest_five_card_trick", __doc__)
    parser.add_argument("variant", choices=RECIPES)
    parser.add_argument("folder", type=Path, metavar="DIR", help="keeps both solutions")
    given = parser.parse_args()
    recipe = RECIPES[given.variant]
    if status := solved(given, lambda budget: solve(recipe, given.folder, budget, given.threads)):
        return status
    target = Path(five_card_trick.__file__).parent / "data" / FILES[recipe.variation]
    for line in made(recipe, given.folder):
        if isinstance(line, str):
            print(line, flush=True)
        else:
            target.write_bytes(line)
            print(f"{target.name}: {len(line):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
