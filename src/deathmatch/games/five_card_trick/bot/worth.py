"""What positions are worth, as `research/fit_five_card_trick.py` has fitted it: the data files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast import ahead
from deathmatch.games.five_card_trick.values import Variation


@lru_cache(maxsize=len(Variation))
def worth(variation: Variation) -> ahead.Worth:
    """What positions of a variant are worth, unpacked from its data file (`research/fit_five_card_trick.py`)."""
    with resources.files("deathmatch.games.five_card_trick").joinpath("data", f"{variation.value}.npz").open("rb") as file:
        parts = dict(np.load(file))
    return unpack(parts)


def unpack(parts: Mapping[str, NDArray[Any]]) -> ahead.Worth:
    """The worth in the form that the kernels use, from the arrays of a data file."""
    floats = {name: parts[name].astype(np.float64) for name in ("light", "item", "item_pots", "shift", "variance")}
    return ahead.Worth(
        rows_of(parts["home"]), floats["shift"], _table(parts), floats["light"], floats["item"], floats["item_pots"], floats["variance"]
    )


def rows_of(home: Iterable[tuple[int, int]]) -> NDArray[np.int64]:
    """The row numbers of masks (last, barred), shape (32, 32); 0 for those without a row of their own."""
    row = np.zeros((32, 32), dtype=np.int64)
    for number, (last, barred) in enumerate(home):
        row[last, barred] = number
    return row


def _table(parts: Mapping[str, NDArray[Any]]) -> NDArray[np.float32]:
    """The table. The file has whole steps for rows a <= b only, each as its difference to the pot and the level before."""
    cells = parts["cells"].astype(np.int32).cumsum(1).cumsum(-1).astype(np.float32) * np.float32(parts["step"])
    count = len(parts["home"])
    table = np.empty((cells.shape[1], count, count, *cells.shape[2:]), dtype=np.float32)
    mirrored = [0, *range(1 + ahead.CARDS, 1 + 2 * ahead.CARDS), *range(1, 1 + ahead.CARDS)]  # blocks with the seats swapped
    for cell, (a, b) in zip(cells, combinations_with_replacement(range(count), 2), strict=True):
        table[:, b, a] = -cell[:, mirrored]
        table[:, a, b] = cell
    return table
