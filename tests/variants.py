"""What a test marked `one_variant` has by day: a variant of each game, with some options. Another test has others, so the day has all."""

from __future__ import annotations

from functools import cache
from typing import Any
from zlib import crc32

import pytest

from deathmatch import games


@cache
def _variants() -> dict[str, list[str]]:
    """The variants of each game."""
    found: dict[str, list[str]] = {}
    for variant in games.every():
        found.setdefault(variant.id.partition("/")[0], []).append(variant.id)
    return found


def by_day(game: str, test: str) -> str:
    """The variant of this game that a test has by day."""
    names = _variants()[game]
    return names[crc32(f"{game} {test}".encode()) % len(names)]


def by_night(value: Any, test: str, *, alone: bool, share: int = 5) -> Any:
    """A case of a test, marked as one of the night if it is about another variant than that of the day, or about options of the night.

    Args:
        value: as in `parametrize`.
        test: the name of the test.
        alone: whether a case has one value, or a tuple of several.
        share: one of so many cases under other options than the defaults is one of the day.
    """
    given = isinstance(value, type(pytest.param()))
    values = value.values if given else (value,) if alone else tuple(value)
    named = {name for one in values if (name := _variant(one)) is not None}
    under = [f"{one} {test}" for one in values if getattr(one, "given", ())]
    if all(name == by_day(name.partition("/")[0], test) for name in named) and not any(crc32(one.encode()) % share for one in under):
        return value
    return pytest.param(*values, marks=[*(value.marks if given else ()), pytest.mark.nightly], id=value.id if given else None)


def _variant(value: Any) -> str | None:
    """The name of the variant that a value is, or is about."""
    about = getattr(value, "variant", value)
    name = about if isinstance(about, str) else getattr(about, "id", None)
    return name if isinstance(name, str) and name in _variants().get(name.partition("/")[0], ()) else None
