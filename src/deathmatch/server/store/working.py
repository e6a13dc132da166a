"""The part of a store that a worker needs: it takes questions and answers them, and reads and writes nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Question(NamedTuple):
    """A question that a worker has taken.

    Attributes:
        name: of the question; its first word is its kind.
        body: sealed.
        ms: the time that is left for it.
    """

    name: str
    body: bytes
    ms: int


class Work(Protocol):
    """The questions of all servers on one store."""

    async def take(self, kind: str, lease: int) -> Question | None:
        """The oldest question of this kind that nobody has, for so many ms, after which another worker may take it; None if there is none.

        Raises StoreError.
        """
        ...

    async def renew(self, names: Sequence[str], lease: int) -> None:
        """Have these questions for so many ms from now, all that no other worker has taken meanwhile. Raises StoreError."""
        ...

    async def answer(self, name: str, body: bytes) -> None:
        """Answer a question that this worker has; the servers hear of it. Raises StoreError."""
        ...

    async def wait(self, seconds: float) -> None:
        """Wait for a new question, but at most so long."""
        ...

    async def close(self) -> None:
        """Let go of everything."""
        ...
