"""The two seats, values kept one a seat, and the eyes that look at a match (rules/README.md, Words used everywhere)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, StrEnum
from typing import Any, Generic, TypeAlias, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class TextEnum(StrEnum):
    """Names that key mappings and stand in views: they hash as texts do, for an Enum hashes in Python, which shows."""

    __hash__ = str.__hash__


class Seat(TextEnum):
    """One of the two seats. A seat is its letter: it formats, hashes and goes into JSON as `"A"` or `"B"`."""

    A = "A"
    B = "B"

    @property
    def other(self) -> Seat:
        """The seat across the table."""
        return Seat.B if self is Seat.A else Seat.A


SEATS = (Seat.A, Seat.B)
"""Both seats, A first."""


@dataclass(frozen=True, slots=True)
class BySeat(Generic[T]):
    """One value for each seat; it replaces every pair of twin variables."""

    a: T
    b: T

    @classmethod
    def of(cls, make: Callable[[Seat], T]) -> BySeat[T]:
        """The values that `make` gives for A, then for B."""
        return BySeat(make(Seat.A), make(Seat.B))

    def __getitem__(self, seat: Seat) -> T:
        return self.a if seat is Seat.A else self.b

    def __iter__(self) -> Iterator[T]:
        yield self.a
        yield self.b

    def items(self) -> tuple[tuple[Seat, T], tuple[Seat, T]]:
        """Both pairs of seat and value, A first."""
        return ((Seat.A, self.a), (Seat.B, self.b))

    def put(self, seat: Seat, value: T) -> BySeat[T]:
        """A copy with the value of one seat replaced."""
        return BySeat(value, self.b) if seat is Seat.A else BySeat(self.a, value)

    def map(self, change: Callable[[T], U]) -> BySeat[U]:
        """Both values changed alike."""
        return BySeat(change(self.a), change(self.b))

    def swap(self) -> BySeat[T]:
        """The value of each seat given to the other."""
        return BySeat(self.b, self.a)

    def json(self) -> dict[str, T]:
        """`{"A": ..., "B": ...}`, the form that all states of the rule books use."""
        return {"A": self.a, "B": self.b}


@dataclass(frozen=True, slots=True)
class Onlooker:
    """A spectator. Number 0 is the public; the host numbers others from 1 if a game shows them something of their own."""

    number: int = 0

    def __str__(self) -> str:
        return f"onlooker-{self.number}" if self.number else "public"


@dataclass(frozen=True, slots=True)
class Host:
    """The host, in a game whose host enters lines and therefore sees more than the public."""

    def __str__(self) -> str:
        return "host"


Eye: TypeAlias = Seat | Onlooker | Host
"""A point of view: a seat, the public, a numbered onlooker, or the host of a game with host's lines."""

PUBLIC = Onlooker(0)
"""The eye of the public: it sees what everybody may see."""

HOST = Host()
"""The eye of the host."""


def certain(value: T | None) -> T:
    """A seat, or anything else that may be missing, that the rules make sure of."""
    assert value is not None
    return value


def plain(value: Any) -> Any:
    """A value of a view as JSON: a name by its text, one value for each seat by the seats, a sequence as a list, all else by its fields."""
    if isinstance(value, Enum):
        return value.value
    if issubclass(type(value), BySeat):
        return value.map(plain).json()
    if issubclass(type(value), tuple):
        return [plain(one) for one in value]
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return value


def asked_seat(eye: Eye, owing: Collection[Seat]) -> Seat:
    """The seat whose decision a view asks for: the eye of the view, if it is one of the seats that owe a submission.

    Raises: ValueError if it is not.
    """
    if isinstance(eye, Seat) and eye in owing:
        return eye
    raise ValueError(f"{eye} has no decision here; {' and '.join(map(str, owing)) or 'no seat'} is asked")
