"""Even Groups played the slow way, straight from the book: cells are names, stones a mapping, groups are counted from scratch.

It shares nothing with the game but the letters of the seats: adjacency is R1's, counting is flooding, and what is legal is tried out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, product

Stones = Mapping[str, str]
"""Cell -> `w` or `o`."""

Move = tuple[tuple[str, str], tuple[str, str]]
"""Two cells with what is put there, in board order."""


@cache
def cells(side: int) -> tuple[str, ...]:
    """R1: the names in board order."""
    rows = [*range(side, 2 * side - 1), *range(2 * side - 1, side - 1, -1)]
    return tuple(f"{chr(65 + row)}{number}" for row, length in enumerate(rows) for number in range(1, length + 1))


@cache
def adjacent(side: int) -> Mapping[str, frozenset[str]]:
    """R1: the cells adjacent to each."""
    names = set(cells(side))

    def length(row: int) -> int:
        return sum(name.startswith(chr(65 + row)) for name in names)

    neighbours = {}
    for name in names:
        row, i = ord(name[0]) - 65, int(name[1:])
        near = [(row, i - 1), (row, i + 1)]
        for other in (row - 1, row + 1):
            near += [(other, i), (other, i + 1)] if length(other) > length(row) else [(other, i - 1), (other, i)]
        neighbours[name] = frozenset(f"{chr(65 + r)}{j}" for r, j in near if r >= 0) & names
    return neighbours


def groups(side: int, stones: Stones) -> dict[str, int]:
    """R3: the number of groups of each colour, by flooding."""
    counts, seen = {"w": 0, "o": 0}, set[str]()
    for name, colour in stones.items():
        if name in seen:
            continue
        counts[colour] += 1
        waiting = [name]
        while waiting:
            here = waiting.pop()
            if here not in seen:
                seen.add(here)
                waiting += [near for near in adjacent(side)[here] if stones.get(near) == colour]
    return counts


def legal(side: int, stones: Stones) -> Iterator[Move]:
    """R5, R6: every legal move, tried out."""
    empty = [name for name in cells(side) if name not in stones]
    for (x, y), (c, d) in product(combinations(empty, 2), product("wo", repeat=2)):
        if sum(groups(side, {**stones, x: c, y: d}).values()) % 2:
            yield (x, c), (y, d)


def even(side: int, stones: Stones) -> str:
    """R12: the colour that has an even number of groups."""
    colours = [colour for colour, count in groups(side, stones).items() if count % 2 == 0]
    assert len(colours) == 1, "exactly one is even"
    return colours[0]


def ends(side: int, stones: Stones) -> set[str]:
    """R14: the colours that are even at the end of some way to play on."""
    known: dict[frozenset[tuple[str, str]], set[str]] = {}

    def of(here: Stones) -> set[str]:
        key = frozenset(here.items())
        if key not in known:
            moves = list(legal(side, here))
            known[key] = set().union(*(of({**here, **dict(move)}) for move in moves)) if moves else {even(side, here)}
        return known[key]

    return of(stones)
