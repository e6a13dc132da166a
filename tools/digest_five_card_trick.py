"""Make the digest for the bot `strong` of Five-Card Trick: `python tools/digest_five_card_trick.py OPEN LAST` writes its data file.

OPEN is a folder with the kept solution of `gauntlet` by default, LAST one with that of `max_rounds=25`, where the first count is the last
(`deathmatch solve five-card-trick/gauntlet [--option max_rounds=25] --keep DIR`). `fast/digest.py` explains
curves, rows, scores and shapes. Shapes are principal components of the rows that matches reach most often, found in matches of optimal play
with some random moves; a chance at an unreachable lead counts for nothing. It takes about three minutes of one core.

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

import lzma
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.bots.solution_folder import SolutionFolder
from deathmatch.games import find, five_card_trick
from deathmatch.games.five_card_trick.bot.digest import EARLY, FILE, KINDS, PHASES, mirrored
from deathmatch.games.five_card_trick.bot.rows import STEPS, Rows, grain, nearby
from deathmatch.games.five_card_trick.fast.ahead import Ints
from deathmatch.games.five_card_trick.fast.digest import LEADS, REACH, Singles
from deathmatch.games.five_card_trick.fast.layers import (
    COUNT_AT,
    LOW_ZERO,
    MOST,
    START_AT,
    Layer,
    find_sources,
    gain_of,
    payoffs,
    sources,
    taker_of,
)
from deathmatch.games.five_card_trick.fast.stages import TO_AT, Configurations, cells, stage
from deathmatch.games.five_card_trick.game import FiveCardTrick
from deathmatch.games.five_card_trick.solver.plan import Plan, plan
from deathmatch.games.five_card_trick.solver.reachable import LEADS as HULL
from deathmatch.games.five_card_trick.solver.stored import RUNS, VALUES
from deathmatch.solve.coding import BITS, Bytes, coded
from deathmatch.solve.kernel import kernel
from deathmatch.solve.matrix import certified, workspace

Flags: TypeAlias = NDArray[np.bool_]

LAST = 25  # the round after which chips are compared for the first time
ROUNDS = 22  # curves for so many rounds to play
PHASE = {"early": range(EARLY, ROUNDS + 1), "late": range(1, EARLY)}
POTS = 6  # larger ones go on by a rule
SHAPES = 120
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


class Listed(NamedTuple):
    """Configurations and pots that stand for themselves and for those with the seats swapped; the most frequent first."""

    place: Ints
    pot: Ints
    weight: NDArray[np.float64]


class Curves:
    """The rows of a kept solution, for some numbers of rounds to play."""

    def __init__(self, folder: Path, lefts: range) -> None:
        solution = SolutionFolder(folder)
        self._layers = [tuple(np.asarray(solution.kept(name.format(LAST + 1 - left))) for name in (RUNS, VALUES, HULL)) for left in lefts]

    def of(self, place: Ints, pot: Ints) -> tuple[Singles, Flags]:
        """Chances, shape (rows, T, LEADS), and which of them are known."""
        lead = np.arange(-REACH, REACH + 1)
        chances = np.zeros((place.size, len(self._layers), LEADS), dtype=np.float32)
        known = np.zeros(chances.shape, dtype=np.bool_)
        for slot, (runs, values, hull) in enumerate(self._layers):
            there = pot < runs.shape[1]
            kept = np.where(there, runs[place, np.minimum(pot, runs.shape[1] - 1)], 0)
            start, count, low = kept >> START_AT, kept >> COUNT_AT & MOST, (kept & MOST) - LOW_ZERO
            chances[:, slot] = values[start[:, None] + 1 + np.clip(lead - low[:, None], -1, count[:, None])]
            least, most = hull[:, place, np.minimum(pot, hull.shape[2] - 1)]
            known[:, slot] = there[:, None] & (lead >= least[:, None]) & (lead <= most[:, None])
        return chances, known


# --- What matches come to


@kernel
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


def visits(whole: Plan, folder: Path) -> NDArray[np.float64]:
    """How often matches come to a configuration and pot, shape (C, POTS + 1)."""
    solution, known = SolutionFolder(folder), whole.known
    count = np.zeros((known.keys.size, POTS + 1))
    for number, wild in enumerate(WILD):
        place = np.full(MATCHES, int(known.place[whole.key(whole.roots[0])]))
        pot, lead = np.ones(MATCHES, dtype=np.int64), np.zeros(MATCHES, dtype=np.int64)
        for round_ in range(1, LAST):
            np.add.at(count, (place, np.minimum(pot, POTS)), 1)
            runs, values = (np.array(solution.kept(name.format(round_ + 1))) for name in (RUNS, VALUES))
            wander(known, Layer(runs, values), wild, SEED + 100 * number + round_, place, pot, lead)
    return count


def listed(count: NDArray[np.float64], hull: NDArray[Any], mirror: Ints) -> Listed:
    """Every row, by how often matches come to it or to that with the seats swapped."""
    can = (hull[0] <= hull[1])[:, : POTS + 1]
    can = can | can[mirror]
    can[:, 0] = False
    place, pot = np.nonzero(can & (np.arange(mirror.size) <= mirror)[:, None])
    weight = (count + count[mirror])[place, pot] * pot**1.5  # the larger the pot, the more an error costs
    order = np.argsort(-weight, kind="stable")
    return Listed(place[order], pot[order], weight[order])


# --- Shapes and scores


def both(curves: Sequence[Curves], rows: Listed, mirror: Ints) -> tuple[Singles, Flags]:
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
    full, shapes = np.where(known, curves, np.float32(0)), np.zeros((curves.shape[1], count), dtype=np.float32)
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


def shaped(name: str, folders: Sequence[Path], listed_: Listed, mirror: Ints) -> tuple[dict[str, NDArray[Any]], Singles]:
    """Means and shapes of a phase, and the exact scores of all rows."""
    curves = [Curves(folder, PHASE[name]) for folder in folders]
    some = np.r_[:FIRST, FIRST : listed_.place.size : OTHERS]
    chances, known = both(curves, part(listed_, some), mirror)
    weight = np.sqrt(listed_.weight[some] + 1).astype(np.float32)
    shares = known * weight[:, None]
    lighter = weights(name)
    mean = (chances * shares).sum(0) / np.maximum(shares.sum(0), np.float32(1e-9))
    shapes = components((chances - mean) * lighter, known, weight / weight.mean(), SHAPES)
    scores = np.zeros((listed_.place.size, SHAPES), dtype=np.float32)
    for first in range(0, listed_.place.size, 20_000):
        chances, known = both(curves, part(listed_, slice(first, first + 20_000)), mirror)
        scores[first : first + 20_000] = scored((chances - mean) * lighter, known, shapes)
    parts: dict[str, NDArray[Any]] = {}
    for kind, middle, shape in zip(KINDS, np.split(mean, 2), np.split(shapes / lighter[:, None], 2), strict=True):
        parts[f"{kind}_mean"] = middle.reshape(-1, LEADS)
        parts[f"{kind}_shapes"] = shape.reshape(-1, LEADS, SHAPES).astype(np.float16)
    return parts, scores


def weights(name: str) -> Singles:
    """How much errors count, by column."""
    slots = np.array([next((heavy for first, heavy in HEAVY if left >= first), 1.0) for left in PHASE[name]])
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
    sources = rows.sources(other is not None)
    return {"left": whole(left, kinds), "matrices": whole(np.concatenate(matrices), sources), "step": np.array(step)}, read_back


def whole(numbers: NDArray[Any], kinds: Bytes) -> Bytes:
    """The bytes of whole numbers, shape (N, K), for rows of these kinds."""
    assert np.abs(numbers).max() < 1 << BITS
    return coded(np.ascontiguousarray(numbers.T.astype(np.int16)), kinds)


def main() -> None:
    """Make the file."""
    folders = [Path(argument) for argument in sys.argv[1:3]]
    game = find("five-card-trick/gauntlet").bind({})[1]
    assert isinstance(game, FiveCardTrick)
    whole = plan(game.terms, game.start())
    keys, forms = whole.known.keys, list(whole.forms.a)
    assert forms == list(whole.forms.b), "both seats have the same forms"
    mirror = mirrored(keys, len(forms))
    hull = np.asarray(SolutionFolder(folders[0]).kept(HULL.format(20)))
    most = listed(visits(whole, folders[0]), hull, mirror)
    print(f"{most.place.size:,} rows, {np.count_nonzero(most.weight):,} were reached", flush=True)
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
        forms_of, scores = shaped(name, folders, most, mirror)
        here, before = told(scores[ranks], rows, parts["fine"], STEP[name], before)
        parts |= {f"{name}_{key}": part_ for key, part_ in (forms_of | here).items()}
        print(f"{name}: {here['left'].size:,} bytes of steps, {here['matrices'].size:,} of matrices", flush=True)
    packed = BytesIO()
    np.savez(packed, **parts)  # type: ignore[arg-type]
    data = lzma.compress(packed.getvalue(), **PACKED)
    target = Path(five_card_trick.__file__).parent / "data" / FILE
    target.write_bytes(data)
    print(f"{target.name}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
