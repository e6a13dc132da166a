"""Pieces and their arrows (R2 to R5). Directions are numbers from 0 (up), clockwise; sets of them are masks of 8 bits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from deathmatch.core.seats import Seat
from deathmatch.core.speech import mark, say

DIRECTIONS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""R2, by number."""

_WHERE: Final = (
    mark("north"),
    mark("north-east"),
    mark("east"),
    mark("south-east"),
    mark("south"),
    mark("south-west"),
    mark("west"),
    mark("north-west"),
)


def where(direction: int) -> str:
    """A direction for people, true from whichever side they look at the board."""
    return say(_WHERE[direction])


ALL: Final = 0xFF  # arrows in every direction


class Kind(StrEnum):
    """The character of a piece; its value is the letter of the piece text (R3)."""

    RAT = "R"
    CROW = "C"
    LIZARD = "L"
    GUARDIAN = "G"
    MONSTER = "M"
    PLAIN = "P"

    __hash__ = str.__hash__  # Enum's own hashes in Python, which shows wherever views are keys

    @property
    def word(self) -> str:
        """In notation, and the name of the power."""
        return _WORDS[self]

    @property
    def told(self) -> str:
        """In words for people: `rat`, `plain piece`."""
        return say(_TOLD[self])

    @property
    def short(self) -> str:
        """The character alone: `rat`, `plain`."""
        return say("plain") if self is Kind.PLAIN else say(_TOLD[self])

    @property
    def titled(self) -> str:
        """As a sentence begins: `Rat`, `Plain piece`."""
        return say(_TITLES[self])


_WORDS: Final = {
    Kind.RAT: "rat",
    Kind.CROW: "crow",
    Kind.LIZARD: "lizard",
    Kind.GUARDIAN: "guardian",
    Kind.MONSTER: "monster",
    Kind.PLAIN: "plain",
}

_TOLD: Final = {
    Kind.RAT: mark("rat"),
    Kind.CROW: mark("crow"),
    Kind.LIZARD: mark("lizard"),
    Kind.GUARDIAN: mark("guardian"),
    Kind.MONSTER: mark("monster"),
    Kind.PLAIN: mark("plain piece"),
}
_TITLES: Final = {
    Kind.RAT: mark("Rat"),
    Kind.CROW: mark("Crow"),
    Kind.LIZARD: mark("Lizard"),
    Kind.GUARDIAN: mark("Guardian"),
    Kind.MONSTER: mark("Monster"),
    Kind.PLAIN: mark("Plain piece"),
}

CHARACTERS: Final = (Kind.RAT, Kind.CROW, Kind.LIZARD, Kind.GUARDIAN, Kind.MONSTER)
"""All but plain, in the order of the book."""


@lru_cache(maxsize=256)
def numbers(mask: int) -> tuple[int, ...]:
    """The directions of a mask, in the order of R2."""
    return tuple([number for number in range(8) if mask >> number & 1])


def digits(mask: int) -> str:
    """R3: the directions as digits from 1."""
    return "".join([str(number + 1) for number in numbers(mask)])


def turned(mask: int, eighths: int) -> int:
    """R2: the mask after a clockwise turn of `steps` times 45 degrees."""
    return (mask << eighths | mask >> (8 - eighths)) & ALL


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as it stands on the board.

    Attributes:
        kind: its character, or plain.
        black, grey: its arrows, as masks that have no direction in common (R4).
        owner: None while unclaimed.
        marked: by a capture of its own side, or from the start (R5).
    """

    kind: Kind
    black: int
    grey: int = 0
    owner: Seat | None = None
    marked: bool = False

    @property
    def arrows(self) -> int:
        """R4: black and grey."""
        return self.black | self.grey

    @property
    def text(self) -> str:
        """R3: canonical."""
        return _text(self)

    def __str__(self) -> str:
        return _text(self)

    def owned(self, owner: Seat | None) -> Piece:
        """The same piece in other hands."""
        return Piece(self.kind, self.black, self.grey, owner, self.marked)

    def of_kind(self, kind: Kind) -> Piece:
        """The same piece with another character."""
        return Piece(kind, self.black, self.grey, self.owner, self.marked)

    def with_arrows(self, black: int, grey: int) -> Piece:
        """The same piece with other arrows."""
        return Piece(self.kind, black, grey, self.owner, self.marked)

    def refilled(self) -> Piece:
        """R27: a lizard without black arrows has one in every direction in which it has no grey one."""
        if self.kind is not Kind.LIZARD or self.black:
            return self
        return self.with_arrows(ALL & ~self.grey, self.grey)


@lru_cache(maxsize=8192)
def _text(piece: Piece) -> str:
    owner = "" if piece.owner is None else f"{piece.owner}:"
    grey = f"/{digits(piece.grey)}" if piece.grey else ""
    return f"{owner}{piece.kind}{digits(piece.black)}{grey}{'*' if piece.marked else ''}"


def aimed(mask: int) -> Iterator[str]:
    """The names of a mask's directions."""
    return (DIRECTIONS[number] for number in numbers(mask))
