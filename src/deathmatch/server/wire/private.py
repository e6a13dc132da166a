"""The base of messages and entries whose values may be secret, and the kinds of a family of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

T = TypeVar("T")


class Private:
    """Its `repr` is the name of the class without any value, because it may end in a log or in a traceback."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


def kinds(base: type[T]) -> Iterator[type[T]]:
    """The classes below this one that have no subclasses: every kind of message or entry, wherever it stands."""
    for one in base.__subclasses__():
        yield from kinds(one) if one.__subclasses__() else (one,)
