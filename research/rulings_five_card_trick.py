"""Make the table of Five-Card Trick's rulings: `python -m research.rulings_five_card_trick DIR` writes its data file.

DIR has, or gets, a kept solution of the whole match under each ruling, in folders named after the option, and by the book, in the folder
`book`: 22 GB for `gauntlet`, two hours of one core. With `--minutes` it stops after that time, and the same command goes on.

The table has A's chance at the **plain** positions of every round: nothing lit, nothing blocked, and no card played before. After the first
round no match comes to one, but every match may come to the positions that follow it, so its stage game is solved from the layer after it.

The file is an `.npz` under xz, with a part for the book and one for each ruling: chances in steps (`games/five_card_trick/studying.py`), by
round, pot and lead, those of rulings as differences to the book's.
"""

from __future__ import annotations

import lzma
import sys
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.bots import Budget
from deathmatch.core.seats import PUBLIC
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.games.five_card_trick.values import Variation
from deathmatch.solve.kernel import kernel, maker
from deathmatch.solve.matrix import certified, workspace
from deathmatch_lab.games import five_card_trick
from deathmatch_lab.games.five_card_trick.fast.layers import (
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
from deathmatch_lab.games.five_card_trick.solver.plan import RUNS, VALUES, plan
from deathmatch_lab.games.five_card_trick.solver.reachable import LEADS as HULL
from deathmatch_lab.games.five_card_trick.studying import BOOK, FILES, LEADS, POTS, RULINGS, STEPS, UNKNOWN, WHOLE, options
from deathmatch_lab.solution_folder import SolutionFolder
from research.digest_five_card_trick import Session, arguments, solved, whole_match

VARIATION: Final = Variation.GAUNTLET
PACKED: Final[Any] = {"filters": [{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "lp": 1, "pb": 1}]}

Hull = NDArray[np.int16]


def matched(key: str) -> FiveCardTrick:
    """The match under a ruling, or by the book."""
    game = find(f"five-card-trick/{VARIATION.value}").bind(options(key))[1]
    assert isinstance(game, FiveCardTrick)
    return game


@maker
def plain_chances(known: Configurations, key: int, next_: Layer, hull: Hull, counted: bool, out: NDArray[np.float64]) -> None:
    """The chances at a configuration before a round, from the layer after it.

    Args:
        known: the configurations.
        key: of this one.
        next_: the layer before the next round.
        hull: shape (2, C, pots + 1), the least and the greatest leads that are known there.
        counted: whether chips are compared after this round, so that a lead decides.
        out: shape (POTS, 2 * LEADS + 1), receives the chances; -1 if the layer doesn't know what follows.
    """
    side = known.met.shape[0]
    cells_, from_, work = cells(side), sources(side), workspace(side)
    row, column, game = np.empty(side), np.empty(side), np.empty((side, side))
    m, n = stage(known, key, cells_)
    for pot in range(1, out.shape[0] + 1):
        for at in range(out.shape[1]):
            lead, there = at - out.shape[1] // 2, True
            for i in range(m):
                for j in range(n):
                    cell = cells_.cells[i, j]
                    taker, here = taker_of(cell), pot + (cell & 1)
                    after = lead + gain_of(cell) + taker * here
                    here = here if taker == 0 else 1
                    to = cell >> TO_AT
                    decided = counted and after != 0
                    there &= here < hull.shape[2] and (decided or hull[0, to, here] <= after <= hull[1, to, here])
            if there:
                find_sources(cells_, m, n, pot, lead, next_.runs, from_)
                payoffs(from_, m, n, 0, next_.values, game)
                certified(game, m, n, row, column, work)
                out[pot - 1, at] = _value(game, m, n, row)
            else:
                out[pot - 1, at] = -1.0


@kernel
def _value(game: NDArray[np.float64], m: int, n: int, row: NDArray[np.float64]) -> float:
    """The least that a mixture of the rows wins."""
    least = 1e9
    for j in range(n):
        total = 0.0
        for i in range(m):
            total += row[i] * game[i, j]
        least = min(least, total)
    return least


def table(game: FiveCardTrick, solution: SolutionFolder, rounds: int) -> NDArray[np.int32]:
    """The steps of the plain positions of a match, shape (rounds, POTS, 2 * LEADS + 1)."""
    whole = plan(game.terms, game.start())
    key, known = whole.key(whole.roots[0]), whole.known
    chances = np.empty((rounds, POTS, 2 * LEADS + 1))
    for round_ in range(1, rounds + 1):
        if round_ == whole.last:
            next_, hull = (
                Layer(whole.end(), np.array([0.0, 1.0], dtype=np.float32)),
                np.zeros((2, known.keys.size, POTS + 2), dtype=np.int16),
            )
        else:
            runs, kept, leads = (np.array(solution.kept(name.format(round_ + 1))) for name in (RUNS, VALUES, HULL))
            next_, hull = Layer(runs, kept), leads.astype(np.int16)
        plain_chances(known, key, next_, hull, round_ in whole.counts, chances[round_ - 1])
    return np.where(chances < 0, UNKNOWN, np.rint(chances * STEPS)).astype(np.int32)


def packed(made: dict[str, NDArray[np.int32]]) -> bytes:
    """The bytes of the file."""
    book = made[BOOK]
    parts: dict[str, NDArray[Any]] = {WHOLE: book}
    for key in RULINGS:
        parts[key] = made[key] - book[: made[key].shape[0]]
    file = BytesIO()
    np.savez(file, **parts)  # type: ignore[arg-type]
    return lzma.compress(file.getvalue(), **PACKED)


def tables(folder: Path, budget: Budget, threads: int) -> dict[str, NDArray[np.int32]]:
    """The table of the book and of each ruling; matches that are not kept in the folder are solved.

    Raises: OutOfTime if there is more to solve, UnsolvableError if the folder holds something else.
    """
    found = {}
    for key in (BOOK, *RULINGS):
        game, solution = matched(key), SolutionFolder(folder / (key or WHOLE))
        if not whole_match(game, solution):
            Exact(game.terms).solve(game.view(game.start(), PUBLIC), Session(solution, budget, threads))
        rounds = game.terms.rounds if key in RULINGS and RULINGS[key].extends else game.terms.max_rounds
        found[key] = table(game, solution, rounds)
        print(f"{key or WHOLE}: {np.count_nonzero(found[key] != UNKNOWN):,} plain positions", flush=True)
    return found


def main() -> int:
    """Solve, and make the file if all is solved; the exit status."""
    parser = arguments("python -m research.rulings_five_card_trick", __doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="keeps the solutions")
    given, found = parser.parse_args(), dict[str, NDArray[np.int32]]()
    if status := solved(given, lambda budget: found.update(tables(given.folder, budget, given.threads))):
        return status
    target = Path(five_card_trick.__file__).parent / "data" / FILES[VARIATION]
    target.write_bytes(packed(found))
    print(f"{target.name}: {target.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
