"""Make what the bot `strong` of Five-Card Trick knows: `python tools/digest_five_card_trick.py OPEN LAST` writes its data file.

OPEN is a folder with the kept solution of `gauntlet` by default, LAST one with that of `max_rounds=25`, where the first count is the last
(`deathmatch solve five-card-trick/gauntlet [--option max_rounds=25] --keep DIR`). What curves, rows, scores and shapes are is said in
`fast/digest.py`. Shapes are principal components of the rows that matches come to most, found in matches of optimal play with some moves
by lot; a chance at a lead that cannot have come counts for nothing. Some two minutes of two cores.

The file, an `.npz` under xz, has `forms` (F, 3), last, barred and lights of each form, `steps` (C,), the differences of the keys, and
for many (`early`) and few (`late`) rounds to play: `_level` (C, pots), the table in which a row stands, from 1, or 0 where it has none;
for each table `_lowN` and `_highN` (scores, rows), the bytes of its scores; their `_step`; means and shapes where a tie goes on (`_open`)
and where it is the last (`_last`).
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

from deathmatch.bots.shelf import Shelf
from deathmatch.games import find, five_card_trick
from deathmatch.games.five_card_trick.bot.digest import EARLY, FILE, KINDS, PHASES, mirrored
from deathmatch.games.five_card_trick.fast.ahead import Ints
from deathmatch.games.five_card_trick.fast.digest import LEADS, REACH
from deathmatch.games.five_card_trick.fast.layers import COUNT_AT, LOW_ZERO, MOST, START_AT, Layer, look, payoffs, sources
from deathmatch.games.five_card_trick.fast.stages import TO_AT, Tables, cells, stage
from deathmatch.games.five_card_trick.game import FiveCardTrick
from deathmatch.games.five_card_trick.solver.induction import LEADS as HULL
from deathmatch.games.five_card_trick.solver.induction import RUNS, VALUES
from deathmatch.games.five_card_trick.solver.plan import Plan, plan
from deathmatch.solve.kernel import kernel
from deathmatch.solve.matrix import certified, room

Singles: TypeAlias = NDArray[np.float32]
Flags: TypeAlias = NDArray[np.bool_]

LAST = 25  # the round after which chips are compared for the first time
ROUNDS = 22  # curves for so many rounds to play
PHASE = {"early": range(EARLY, ROUNDS + 1), "late": range(1, EARLY)}
POTS = 6  # larger ones go on linearly
SHAPES = 160
TABLES = {  # rows at most, scores of each, and their steps: those that matches come to most are known best
    "early": ((4_000, SHAPES, 0.004), (16_000, SHAPES, 0.008), (38_000, 64, 0.016), (1_000_000, 8, 0.045)),
    "late": ((4_000, SHAPES, 0.004), (32_000, SHAPES, 0.008), (48_000, 96, 0.016), (1_000_000, 10, 0.045)),
}
LIGHTER = 0.3  # matches in which a tie is the last: errors there count so much
FITTED = 30_000  # rows, the most frequent, of which the shapes are made
MATCHES, WILD = 20_000, (0.1, 0.1, 0.3)  # of optimal play, with such parts of moves by lot
SEED = 1


class Rows(NamedTuple):
    """Configurations and pots that stand for themselves and for those with the seats swapped; the most frequent first."""

    place: Ints
    pot: Ints
    weight: NDArray[np.float64]


class Curves:
    """What a kept solution says of rows, for some numbers of rounds to play."""

    def __init__(self, folder: Path, lefts: range) -> None:
        shelf = Shelf(folder)
        self._layers = [tuple(np.asarray(shelf.kept(name.format(LAST + 1 - left))) for name in (RUNS, VALUES, HULL)) for left in lefts]

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
def wander(known: Tables, layer: Layer, wild: float, seed: int, place: Ints, pot: Ints, lead: Ints) -> None:
    """Play one round of many matches, optimally but for a part of the moves; the positions change."""
    np.random.seed(seed)
    side = known.met.shape[0]
    out, from_, work = cells(side), sources(side), room(side)
    row, column, game = np.empty(side), np.empty(side), np.empty((side, side))
    for k in range(place.size):
        m, n = stage(known, int(known.keys[place[k]]), out)
        look(out, m, n, pot[k], lead[k], layer.runs, from_)
        payoffs(from_, m, n, 0, layer.values, game)
        certified(game, m, n, row, column, work)
        i, j = picked(row, m, wild), picked(column, n, wild)
        cell = out.cells[i, j]
        taker, grown = (cell >> 1 & 3) - 1, pot[k] + (cell & 1)
        lead[k] = min(max(lead[k] + (cell >> 8 & 0xFF) - 64 + taker * grown, -REACH), REACH)
        place[k], pot[k] = cell >> TO_AT, 1 if taker else grown


@kernel
def picked(mixture: NDArray[np.float64], size: int, wild: float) -> int:
    """One of so many submissions by lot."""
    if np.random.random() < wild:
        return int(np.random.randint(size))
    left, k = np.random.random(), 0
    while k < size - 1 and left >= mixture[k]:
        left -= mixture[k]
        k += 1
    return k


def visits(found: Plan, folder: Path) -> NDArray[np.float64]:
    """How often matches come to a configuration and pot, shape (C, POTS + 1)."""
    shelf, known = Shelf(folder), found.known
    count = np.zeros((known.keys.size, POTS + 1))
    for number, wild in enumerate(WILD):
        place = np.full(MATCHES, int(known.place[found.key(found.roots[0])]))
        pot, lead = np.ones(MATCHES, dtype=np.int64), np.zeros(MATCHES, dtype=np.int64)
        for round_ in range(1, LAST):
            np.add.at(count, (place, np.minimum(pot, POTS)), 1)
            runs, values = (np.array(shelf.kept(name.format(round_ + 1))) for name in (RUNS, VALUES))
            wander(known, Layer(runs, values), wild, SEED + 100 * number + round_, place, pot, lead)
    return count


def listed(count: NDArray[np.float64], hull: NDArray[Any], mirror: Ints) -> Rows:
    """Every row, by how often matches come to it or to that with the seats swapped."""
    can = (hull[0] <= hull[1])[:, : POTS + 1]
    can = can | can[mirror]
    can[:, 0] = False
    place, pot = np.nonzero(can & (np.arange(mirror.size) <= mirror)[:, None])
    weight = (count + count[mirror])[place, pot] * pot**1.5  # the larger the pot, the more an error costs
    order = np.argsort(-weight, kind="stable")
    return Rows(place[order], pot[order], weight[order])


# --- Shapes and scores


def both(curves: Sequence[Curves], rows: Rows, mirror: Ints) -> tuple[Singles, Flags]:
    """Chances of rows in both kinds of matches, shape (rows, 2 * T * LEADS), by what is known of them and with the seats swapped."""
    found = []
    for kind, of in zip(KINDS, curves, strict=True):
        mine, known = of.of(rows.place, rows.pot)
        theirs, known_too = of.of(mirror[rows.place], rows.pot)
        theirs, known_too = 1.0 - theirs[:, :, ::-1], known_too[:, :, ::-1]
        if kind == "last":  # seats are swapped about half a chip
            theirs, known_too = np.roll(theirs, 1, axis=2), np.roll(known_too, 1, axis=2)
            known_too[:, :, 0] = False
        mine = np.where(known & known_too, (mine + theirs) / 2, np.where(known, mine, theirs))
        found.append((mine, known | known_too))
    chances, flags = (np.stack(parts, axis=1).reshape(rows.place.size, -1) for parts in zip(*found, strict=True))
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
    """The scores that come nearest where a curve is known, shape (rows, K)."""
    scores: Singles = np.where(known, curves, np.float32(0)) @ shapes
    for _ in range(6):
        scores += np.where(known, curves - scores @ shapes.T, np.float32(0)) @ shapes
    return scores


def phase(name: str, folders: Sequence[Path], rows: Rows, mirror: Ints) -> dict[str, NDArray[Any]]:
    """All that the file has of a phase."""
    curves = [Curves(folder, PHASE[name]) for folder in folders]
    head = Rows(rows.place[:FITTED], rows.pot[:FITTED], rows.weight[:FITTED])
    chances, known = both(curves, head, mirror)
    weight = np.sqrt(head.weight + 1).astype(np.float32)
    shares = known * weight[:, None]
    lighter = np.repeat(np.array([1.0, LIGHTER], dtype=np.float32), chances.shape[1] // 2)
    mean = (chances * shares).sum(0) / np.maximum(shares.sum(0), np.float32(1e-9))
    shapes = components((chances - mean) * lighter, known, weight / weight.mean(), SHAPES)
    parts: dict[str, NDArray[Any]] = {"level": np.zeros((mirror.size, POTS), dtype=np.uint8), "step": np.zeros(len(TABLES[name]))}
    begin = 0
    for number, (size, count, step) in enumerate(TABLES[name], 1):
        table = Rows(*(part[begin : begin + size] for part in rows))  # type: ignore[arg-type]
        steps = np.zeros((table.place.size, count), dtype=np.int16)
        for first in range(0, table.place.size, 20_000):
            piece = Rows(*(part[first : first + 20_000] for part in table))  # type: ignore[arg-type]
            chances, known = both(curves, piece, mirror)
            steps[first : first + 20_000] = np.round(scored((chances - mean) * lighter, known, shapes[:, :count]) / step)
        order = np.lexsort((table.pot, table.place))  # in the order in which `level` names them
        parts["level"][table.place, table.pot - 1], parts["step"][number - 1] = number, step
        parts[f"low{number}"], parts[f"high{number}"] = (steps[order].T & 0xFF).astype(np.uint8), (steps[order].T >> 8).astype(np.int8)
        begin += size
    for kind, part, shape in zip(KINDS, np.split(mean, 2), np.split(shapes / lighter[:, None], 2), strict=True):
        parts[f"{kind}_mean"] = part.reshape(-1, LEADS)
        parts[f"{kind}_shapes"] = shape.reshape(-1, LEADS, SHAPES).astype(np.float16)
    return {f"{name}_{key}": part for key, part in parts.items()}


def main() -> None:
    """Make the file."""
    folders = [Path(argument) for argument in sys.argv[1:3]]
    game = find("five-card-trick/gauntlet").bind({})[1]
    assert isinstance(game, FiveCardTrick)
    found = plan(game.terms, game.start())
    keys, forms = found.known.keys, list(found.forms.a)
    assert forms == list(found.forms.b), "both seats have the same forms"
    mirror = mirrored(keys, len(forms))
    hull = np.asarray(Shelf(folders[0]).kept(HULL.format(20)))
    rows = listed(visits(found, folders[0]), hull, mirror)
    print(f"{rows.place.size:,} rows, {np.count_nonzero(rows.weight):,} of which were come to", flush=True)
    parts: dict[str, NDArray[Any]] = {
        "forms": np.array([form[:3] for form in forms], dtype=np.uint8),
        "steps": np.diff(keys, prepend=0).astype(np.uint32),
    }
    for name in PHASES:
        parts |= phase(name, folders, rows, mirror)
    packed = BytesIO()
    np.savez(packed, **parts)  # type: ignore[arg-type]
    data = lzma.compress(packed.getvalue(), preset=9)
    target = Path(five_card_trick.__file__).parent / "data" / FILE
    target.write_bytes(data)
    print(f"{target.name}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
