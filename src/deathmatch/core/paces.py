"""Paces: clocks for a whole match under one name, so that nobody has to set eight numbers.

| pace | time of each decision | reserve |
| --- | --- | --- |
| `book` | as in the rule book | as in the rule book |
| `relaxed` | three times as long | three times as much |
| `days` | a day | as in the rule book |
| `none` | no clock runs | |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from deathmatch.core.options import Option, Value, WholeNumber

Pace: TypeAlias = Literal["book", "relaxed", "days", "none"]
PACES: tuple[Pace, ...] = get_args(Pace)

BANK = "bank"
DAY_S = 86_400
TIMES = 3  # by which `relaxed` is slower than the book


def paced(options: Sequence[Option], defaults: Mapping[str, Value], pace: Pace) -> dict[str, Value]:
    """The options that set the clocks of this pace, where they differ from the book's.

    Args:
        options: of the variant.
        defaults: the value of each by the book.
        pace: its name.
    """
    found: dict[str, Value] = {}
    for option in options:
        default = defaults[option.key]
        if not option.clock or not isinstance(option.kind, WholeNumber) or not isinstance(default, int):
            continue
        wanted = _seconds(default, pace, reserve=option.key == BANK)
        value = max(option.kind.low, min(option.kind.high, wanted))
        if value != default:
            found[option.key] = value
    return found


def _seconds(book: int, pace: Pace, *, reserve: bool) -> int:
    if pace == "relaxed":
        return book * TIMES
    return DAY_S if pace == "days" and not reserve else book


def pace_of(options: Sequence[Option], defaults: Mapping[str, Value], values: Mapping[str, Value]) -> Pace | None:
    """The pace whose clocks these values of all options are; None if somebody set the clocks one by one.

    A match without clocks has those of the book in its options, so `none` is never the answer.
    """
    for pace in PACES:
        clocks = paced(options, defaults, pace)
        if all(values[option.key] == clocks.get(option.key, defaults[option.key]) for option in options if option.clock):
            return pace
    return None
