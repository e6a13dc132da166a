"""Reading moves in every spelling that the book accepts (R7). Writing is `values.text`."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from deathmatch.core.errors import Malformed
from deathmatch.core.hexes import Hexagon
from deathmatch.core.options import lower
from deathmatch.core.speech import mark, say
from deathmatch.games.even_groups.values import R1, R2, R7, Colour, Kind, Stone, Stones

_COLOURS: Final = {"white": Colour.WHITE, "w": Colour.WHITE, "orange": Colour.ORANGE, "o": Colour.ORANGE}

_WORD: Final = re.compile(r"[^ \t,;:.+&/]+")
_CELL: Final = r"[a-z](?:0|[1-9][0-9]*)"
# A letter O with a number right after it is a cell (Q31), so what is a cell is read as one first.
_PARTS: Final = re.compile(rf"(?P<cell>{_CELL})|(?P<colour>white|orange|w|o)|(?P<short>[wo])(?P<its>{_CELL})")

_MOVE: Final = mark("give each stone a colour and a cell, such as: orange A1 white B2")
_OPENING: Final = mark("the opening is an orange stone and its cell, such as: orange A1")


class _Part(NamedTuple):
    """A colour or a cell, and where it stands in the text, from 0."""

    value: Colour | str  # cells as in the board's names
    at: int

    @property
    def sign(self) -> str:
        """`c` for a colour, `x` for a cell."""
        return "c" if isinstance(self.value, Colour) else "x"


def read_colour(text: str) -> Colour:
    """The answer of the DMO at `colour`; raises Malformed (R2)."""
    typed = text.strip(" \t")
    colour = _COLOURS.get(lower(typed))
    if colour is None:
        reason = (
            say("the choice is white or orange, not {given}", given=typed) if typed else say("the choice is white or orange, not nothing")
        )
        raise Malformed(reason, R2, len(text) - len(text.lstrip(" \t")))
    return colour


def read_opening(text: str, cells: Hexagon) -> Stones:
    """The submission at `open`, of either colour; raises Malformed (R7, R4, R1)."""
    return _Reader(text, cells, Kind.OPENING).stones()


def read_move(text: str, cells: Hexagon) -> Stones:
    """The submission at `place`, in board order, whether or not the rules allow it; raises Malformed (R7, R5, R1)."""
    return _Reader(text, cells, Kind.MOVE).stones()


class _Reader:
    """Reads one opening or move; the checks come in the book's order: form (R7), number of stones (R4, R5), cells (R1)."""

    def __init__(self, text: str, cells: Hexagon, kind: Kind) -> None:
        self._cells = cells
        self._kind = kind
        self._end = len(text.rstrip(" \t"))
        self._form = _OPENING if kind is Kind.OPENING else _MOVE
        self._parts = [part for word in _WORD.finditer(text) for part in self._word(word[0], word.start())]

    def stones(self) -> Stones:
        """The whole text as stones in board order."""
        pairs = self._pairs()
        if wrong := self._kind.wrong(len(pairs)):
            surplus = pairs[self._kind.value :]
            raise Malformed(wrong, self._kind.rule, surplus[0][0].at if surplus else self._end)
        return tuple(sorted(self._stone(*pair) for pair in pairs))

    def _word(self, word: str, at: int) -> list[_Part]:
        """The parts of a word: a colour, a cell, or the letter of a colour joined to its cell."""
        plain = lower(word)
        if plain == "and":
            return []
        match = _PARTS.fullmatch(plain)
        if match is None:
            raise Malformed(say("{word} is no colour and no cell; {form}", word=word, form=say(self._form)), R7, at)
        if match["cell"]:
            return [_Part(match["cell"].upper(), at)]
        if match["colour"]:
            return [_Part(_COLOURS[match["colour"]], at)]
        return [_Part(_COLOURS[match["short"]], at), _Part(match["its"].upper(), at + 1)]

    def _pairs(self) -> list[tuple[_Part, _Part]]:
        """Each stone as its first part and the rest: its colour and its cell, or the reverse."""
        parts, shape = self._parts, "".join([part.sign for part in self._parts])
        if shape == "cxx":
            colour = parts[0]
            return [(colour, parts[1]), (parts[2], colour)]
        if shape == "x" and self._kind is Kind.OPENING:
            return [(parts[0], _Part(Colour.ORANGE, self._end))]
        pattern = ("xc" if shape.startswith("x") else "cx") * (len(shape) // 2 + 1)
        for part, sign in zip(parts, pattern, strict=False):
            if part.sign != sign:
                raise Malformed(say(self._form), R7, part.at)
        if not shape or len(shape) % 2:
            raise Malformed(say(self._form), R7, self._end)
        return list(zip(parts[::2], parts[1::2], strict=True))

    def _stone(self, first: _Part, second: _Part) -> Stone:
        colour, cell = (first, second) if isinstance(first.value, Colour) else (second, first)
        assert isinstance(colour.value, Colour)
        assert isinstance(cell.value, str)
        if cell.value not in self._cells.index:
            raise Malformed(say("there is no cell {cell} on a board of side {side}", cell=cell.value, side=self._cells.side), R1, cell.at)
        return Stone(self._cells.index[cell.value], colour.value)
