"""The bound on the frames that all tables of a server keep for readers who come back."""

from __future__ import annotations

from collections import OrderedDict
from typing import Protocol


class Keeper(Protocol):
    """An audience that keeps its last frames."""

    def forget(self) -> None:
        """Keep them no longer."""
        ...


class Recent:
    """The bytes that each audience keeps. Beyond the bound, the audience with the oldest news forgets; its readers get everything.

    Args:
        most: bytes that all of them may keep.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Keeper, int] = OrderedDict()  # the one with the oldest news first
        self.size = 0

    def keep(self, keeper: Keeper, size: int) -> None:
        """This one has had news, and keeps so many bytes now."""
        self.size += size - self._kept.pop(keeper, 0)
        if size:
            self._kept[keeper] = size
        while self.size > self._most:
            oldest, held = self._kept.popitem(last=False)
            self.size -= held
            oldest.forget()

    def __len__(self) -> int:
        return len(self._kept)
