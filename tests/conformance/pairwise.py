"""Few sets of options that try every two values together: most faults that options cause need no more than two of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value", bound=Hashable)


def pairs(row: Mapping[Key, Value]) -> Iterator[frozenset[tuple[Key, Value]]]:
    """Every two choices of a row."""
    return (frozenset(two) for two in combinations(row.items(), 2))


def cover(
    choices: Mapping[Key, Sequence[Value]], allowed: Callable[[Mapping[Key, Value]], bool], first: Sequence[Mapping[Key, Value]] = ()
) -> list[dict[Key, Value]]:
    """Rows that hold every pair of values which a row can hold.

    Each new row begins with the first pair that no row holds yet. Then comes the value, of any key, that adds most new pairs, and so on.

    Args:
        choices: the values of every key, the usual one first.
        allowed: whether the values of a row go together.
        first: rows to begin with.

    Returns: `first`, then the other rows, each with a value for every key. The same choices give the same rows.
    """
    known: dict[frozenset[tuple[Key, Value]], bool] = {}

    def may(row: Mapping[Key, Value]) -> bool:
        """Whether these go together. The same rows come up again and again."""
        if (mine := frozenset(row.items())) not in known:
            known[mine] = allowed(row)
        return known[mine]

    usual = {key: values[0] for key, values in choices.items()}
    rows = [dict(row) for row in first]
    held = {pair for row in rows for pair in pairs(row)}
    wanted = [
        ((one, a), (two, b))
        for one, two in combinations(choices, 2)
        for a in choices[one]
        for b in choices[two]
        if may(usual | {one: a, two: b})
    ]
    missing = {frozenset(pair): pair for pair in wanted if frozenset(pair) not in held}
    while missing:
        fixed = dict(next(iter(missing.values())))
        while rest := [key for key in choices if key not in fixed]:
            gains = {
                (key, value): sum(frozenset(((key, value), other)) in missing for other in fixed.items())
                for key in rest
                for value in choices[key]
                if may(usual | fixed | {key: value})
            }
            key, value = max(gains, key=lambda choice: gains[choice])
            fixed[key] = value
        rows.append({key: fixed[key] for key in choices})
        for pair in pairs(fixed):
            missing.pop(pair, None)
    return rows
