"""Fields of a rule book as numbers: each field has a kind, and a kind turns its JSON value into a fixed number of floats.

A game lists its public and private fields with their kinds (`declaring.GameEncoding`); the layout of the tensor, its documentation and
its checks follow from that list. A value that does not fit its kind is a bug and raises ValueError. Numbers are divided by their maximum,
so all floats lie in 0 to 1. None is all zeros, unless a `OneOf` lists it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

Floats: TypeAlias = list[float]


class Kind(Protocol):
    """How a JSON value becomes floats."""

    @property
    def size(self) -> int:
        """How many floats."""
        ...

    @property
    def words(self) -> str:
        """What the floats are, for people."""
        ...

    def write(self, value: Any, floats: Floats, /) -> None:
        """Appends `size` floats; raises ValueError if the value does not fit."""
        ...


def unfit(kind: Kind, value: Any) -> ValueError:
    """The error of a value that does not fit."""
    return ValueError(f"{value!r} is not {kind.words}")


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number from 0 to `most`, as one float in 0 to 1; `capped` if larger ones come and count as that.

    None is 0; if it is `optional`, a second float says whether there is a number.
    """

    most: int
    optional: bool = False
    capped: bool = False

    @property
    def size(self) -> int:
        """One, or two."""
        return 1 + self.optional

    @property
    def words(self) -> str:
        """See `Kind`."""
        return f"a number divided by {self.most}{', and whether there is one' if self.optional else ''}"

    def write(self, value: Any, floats: Floats, /) -> None:
        """See `Kind`."""
        if value is None and self.optional:
            floats += (0.0, 0.0)
        elif type(value) is int and value >= 0 and (value <= self.most or self.capped):
            floats.append(min(value, self.most) / max(1, self.most))
            if self.optional:
                floats.append(1.0)
        else:
            raise unfit(self, value)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these values, as a float each: 1 for the one."""

    values: tuple[Any, ...]

    @property
    def size(self) -> int:
        """One each."""
        return len(self.values)

    @property
    def words(self) -> str:
        """See `Kind`."""
        return f"one of {listed(self.values)}"

    def write(self, value: Any, floats: Floats, /) -> None:
        """See `Kind`."""
        if value not in self.values and value is not None:
            raise unfit(self, value)
        floats += [float(value == one and type(value) is type(one)) for one in self.values]


SEAT = OneOf(("A", "B"))
"""A seat; None is all zeros."""

FLAG = OneOf((False, True))
"""False or true; None is all zeros."""


@dataclass(frozen=True, slots=True)
class CountOf:
    """How often each of these values stands in a list, or in a text as a word or, without spaces, as a letter; each divided by `most`."""

    values: tuple[Any, ...]
    most: int = 1
    by_letter: bool = False

    @property
    def size(self) -> int:
        """One each."""
        return len(self.values)

    @property
    def words(self) -> str:
        """See `Kind`."""
        return f"how often there is each of {listed(self.values)}{f', divided by {self.most}' if self.most > 1 else ''}"

    def write(self, value: Any, floats: Floats, /) -> None:
        """See `Kind`."""
        given = [] if value is None else value if not isinstance(value, str) else list(value) if self.by_letter else value.split()
        if any(one not in self.values or given.count(one) > self.most for one in given):
            raise unfit(self, value)
        floats += [given.count(one) / self.most for one in self.values]


@dataclass(frozen=True, slots=True)
class Spelled:
    """A text or a list of texts, put together, of at most `length` letters: for each place one of `letters`."""

    letters: str
    length: int

    @property
    def size(self) -> int:
        """One a letter a place."""
        return len(self.letters) * self.length

    @property
    def words(self) -> str:
        """See `Kind`."""
        return f"for each of {self.length} places one of {self.letters}"

    def write(self, value: Any, floats: Floats, /) -> None:
        """See `Kind`."""
        text = "" if value is None else "".join(value)
        if len(text) > self.length or any(letter not in self.letters for letter in text):
            raise unfit(self, value)
        floats += [float(letter == one) for letter in text for one in self.letters]
        floats += [0.0] * (len(self.letters) * (self.length - len(text)))


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list: for each place whether it is taken, and the value; the last `length` ones if `recent`, else there are never more."""

    kind: Kind
    length: int
    recent: bool = False

    @property
    def size(self) -> int:
        """For each place one more than the kind."""
        return self.length * (1 + self.kind.size)

    @property
    def words(self) -> str:
        """See `Kind`."""
        latest = "latest, the oldest of them first" if self.recent else "at most"
        return f"a list of {self.length} {latest}; for each whether there is one, and {self.kind.words}"

    def write(self, value: Any, floats: Floats, /) -> None:
        """See `Kind`."""
        given = [] if value is None else list(value)
        if len(given) > self.length and not self.recent:
            raise unfit(self, value)
        for one in given[-self.length :]:
            floats.append(1.0)
            self.kind.write(one, floats)
        floats += [0.0] * ((self.length - min(self.length, len(given))) * (1 + self.kind.size))


@dataclass(frozen=True, slots=True)
class Table:
    """An object with these fields in order; a field left out is None. If it is `optional`, a float before them says that it is not None."""

    fields: Mapping[str, Kind]
    optional: bool = False

    @property
    def size(self) -> int:
        """All together."""
        return self.optional + sum(kind.size for kind in self.fields.values())

    @property
    def words(self) -> str:
        """See `Kind`."""
        return "; ".join(
            [*(["whether there is one"] if self.optional else []), *(f"{key}: {kind.words}" for key, kind in self.fields.items())]
        )

    def write(self, value: Any, floats: Floats, /) -> None:
        """See `Kind`."""
        if value is None:
            floats += [0.0] * self.size
            return
        given: Any = value
        if not isinstance(value, Mapping) or given.keys() - self.fields.keys():
            raise unfit(self, value)
        if self.optional:
            floats.append(1.0)
        for key, kind in self.fields.items():
            write(kind, given.get(key), floats)


@dataclass(frozen=True, slots=True)
class Coded:
    """A text of a notation of the game: a float for each character of `alphabet` that stands in it, and for each prefix of `starts`.

    A notation of pieces has few characters, each with one meaning; the part before `mark` and the part after it are counted apart.
    """

    starts: tuple[str, ...]
    alphabet: str
    mark: str = ""

    @property
    def size(self) -> int:
        """One a start, and one a character, or two with a mark."""
        return len(self.starts) + len(self.alphabet) * (2 if self.mark else 1)

    @property
    def words(self) -> str:
        """See `Kind`."""
        parts = f" before {self.mark}, and each after it" if self.mark else ""
        return f"a text that begins with one of {listed(self.starts)}; whether each of {self.alphabet} stands in the rest{parts}"

    def write(self, value: Any, floats: Floats, /) -> None:
        """See `Kind`."""
        if value is None:
            floats += [0.0] * self.size
            return
        start = max((one for one in self.starts if value.startswith(one)), key=len, default=None)
        if start is None:
            raise unfit(self, value)
        rest = value[len(start) :]
        parts = rest.partition(self.mark)[::2] if self.mark else (rest,)
        if any(letter not in self.alphabet or part.count(letter) > 1 for part in parts for letter in part):
            raise unfit(self, value)
        floats += [float(one == start) for one in self.starts]
        floats += [float(letter in part) for part in parts for letter in self.alphabet]


def listed(values: Sequence[Any]) -> str:
    """Values as the words of a kind have them: `A, B, null`."""
    return ", ".join("null" if value is None else str(value).lower() if isinstance(value, bool) else str(value) for value in values)


def write(kind: Kind, value: Any, floats: Floats) -> None:
    """Appends the floats of a value; None is all zeros in every kind that does not list it."""
    if value is None and not isinstance(kind, OneOf):
        floats += [0.0] * kind.size
    else:
        kind.write(value, floats)


def both(kind: Kind) -> Table:
    """A value for each seat."""
    return Table({"A": kind, "B": kind})


def places(kind: Table) -> Iterator[tuple[str, int, str]]:
    """The name, the size and the words of each field of a table, with tables inside it opened: `chips.A`."""
    for key, inner in kind.fields.items():
        if isinstance(inner, Table) and not inner.optional:
            yield from ((f"{key}.{name}", size, words) for name, size, words in places(inner))
        else:
            yield key, inner.size, inner.words
