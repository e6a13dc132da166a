"""Starting boards for batches: the generator of the book, by kernels. It asks for the same random numbers in the same order as
`generator.py`, so the same numbers make the same board.
"""

from __future__ import annotations

import numpy as np

from deathmatch.games.guidance_rite.fast import ARROWS, FINAL, GREYS, GUARDIAN, KIND, LEADS, MARKED, MOST, SPACES, THERE, Ints
from deathmatch.solve.kernel import kernel, maker
from deathmatch_frameworks.games.guidance_rite.columns import COLUMNS, FREE, ROWS, UNOWNED
from deathmatch_frameworks.splitmix import Seeds, below

LAYOUTS = 300
BAG = 63  # directions that a bag may hold, and their number before them
_KINDS = 6


@kernel
def shuffle(seeds: Seeds, match: int, values: Ints, size: int) -> None:
    """As `RandomSource.shuffle`."""
    for last in range(size - 1, 0, -1):
        other = below(seeds, match, last + 1)
        values[last], values[other] = values[other], values[last]


@kernel
def take(seeds: Seeds, match: int, bag: Ints, has: int) -> int:
    """The first direction in the bag that is not in the mask `has`, as a mask; `bag[BAG]` is how many there are."""
    while True:
        for place in range(bag[BAG]):
            way = bag[place]
            if not has >> way & 1:
                for after in range(place + 1, bag[BAG]):
                    bag[after - 1] = bag[after]
                bag[BAG] -= 1
                return 1 << int(way)
        fresh = bag[bag[BAG] : BAG]
        for way in range(8):
            fresh[way] = way
        shuffle(seeds, match, fresh, 8)
        bag[BAG] += 8


@maker
def pieces(seeds: Seeds, match: int, ground: Ints, wanted: Ints, words: Ints) -> None:
    """Steps 1 to 4: the pieces, in random order. `wanted` has for each a character and, from bit 3 on, how many arrows."""
    size = ground[SPACES]
    order, bag, pool = np.empty(MOST, dtype=np.int64), np.zeros(BAG + 1, dtype=np.int64), np.empty(MOST, dtype=np.int64)
    for place in range(size):
        order[place] = wanted[place]
    shuffle(seeds, match, order, size)
    for place in range(size):
        black = 0
        for _ in range(order[place] >> 3):
            black |= take(seeds, match, bag, black)
        words[place] = black | (order[place] & 7) << KIND | THERE | UNOWNED
    if ground[FINAL]:
        for part in (3, 7):
            for place in range(size):
                pool[place] = place
            shuffle(seeds, match, pool, size)
            for number in range(size // part):
                piece = words[pool[number]]
                if part == 3:
                    for _ in range(1 + below(seeds, match, 2)):
                        piece |= take(seeds, match, bag, int((piece | piece >> GREYS) & ARROWS)) << GREYS
                else:
                    piece |= MARKED
                words[pool[number]] = piece


@kernel
def twice(words: Ints, size: int) -> bool:
    """Whether two pieces are alike."""
    for one in range(size):
        for other in range(one):
            if words[one] == words[other]:
                return True
    return False


@kernel
def fits(ground: Ints, options: Ints, words: Ints, counts: Ints) -> bool:
    """Step 6: no line has too many pieces of one kind, and each piece points to a space. `counts` is room: by kind, then by line."""
    size, rows, columns = ground[SPACES], options[ROWS], options[COLUMNS]
    for place in range(size):
        piece = words[place]
        if piece >> KIND & 7 != GUARDIAN and not piece & ground[LEADS + place]:
            return False
    for number in range(counts.size):
        counts[number] = 0
    for place in range(size):
        counts[words[place] >> KIND & 7] += 1
    for place in range(size):
        kind, column, row = words[place] >> KIND & 7, place // rows, place % rows
        in_row, in_column = _KINDS + 6 * kind + row, 7 * _KINDS + 6 * kind + column
        counts[in_row] += 1
        counts[in_column] += 1
        all_ = counts[kind]
        if counts[in_row] > (all_ + rows - 1) // rows + 1 or counts[in_column] > (all_ + columns - 1) // columns + 1:
            return False
    return True


@maker
def deal(seeds: Seeds, match: int, ground: Ints, options: Ints, wanted: Ints, row: Ints) -> None:
    """A starting board; its pieces are free."""
    size = ground[SPACES]
    counts = np.empty(13 * _KINDS, dtype=np.int64)
    pieces(seeds, match, ground, wanted, row)
    while twice(row, size):
        pieces(seeds, match, ground, wanted, row)
    for _ in range(LAYOUTS):
        shuffle(seeds, match, row, size)
        if fits(ground, options, row, counts):
            break
    row[FREE] = (1 << size) - 1
