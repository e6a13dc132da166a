"""Pieces and deals (R3, R8)."""

from __future__ import annotations

import re
from typing import Final

from deathmatch.core.errors import Malformed
from deathmatch.core.options import lower
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.values.grid import Board, Grid
from deathmatch.games.guidance_rite.values.moves import R3, R8
from deathmatch.games.guidance_rite.values.pieces import Kind, Piece

_PIECE: Final = re.compile(r"(?:(?P<owner>[ab]):)?(?P<kind>[rclgmp])(?P<black>[1-8]*)(?:/(?P<grey>[1-8]+))?(?P<mark>\*)?", re.ASCII)
_WORD: Final = re.compile(r"[^ \t|]+|\|")
_REPEATED: Final = 40  # characters of a text that an error repeats


def read_piece(text: str, at: int = 0) -> Piece | None:
    """R3: a piece, or None for `.`; `at` is where the text stands in a longer one. Raises Malformed."""
    if text == ".":
        return None
    short = text if len(text) <= _REPEATED else f"{text[:_REPEATED]}..."
    found = _PIECE.fullmatch(lower(text))
    if found is None:
        raise Malformed(f"expected a piece such as M137 or B:C5/3, or a point for none, not {short}", R3, at)
    black, grey = found["black"], found["grey"] or ""
    if len(set(black + grey)) < len(black + grey):
        raise Malformed(f"{short} names a direction twice", R3, at)
    owner = None if found["owner"] is None else Seat(found["owner"].upper())
    return Piece(Kind(found["kind"].upper()), _mask(black), _mask(grey), owner, found["mark"] is not None)


def _mask(digits: str) -> int:
    return sum(1 << int(digit) - 1 for digit in digits)


def read_deal(text: str, size: Grid) -> Board:
    """R8; raises Malformed (R8, R3)."""
    words = [(found[0], found.start()) for found in _WORD.finditer(text)]
    if not words or lower(words[0][0]) != "board":
        raise Malformed("expected board and what stands on each space", R8, words[0][1] if words else 0)
    pieces: list[Piece | None] = []
    for word, at in words[1:]:
        if word != "|":
            pieces.append(read_piece(word, at))
        elif not pieces or len(pieces) % size.columns or len(pieces) == len(size):
            raise Malformed(f"expected a bar after each {size.columns} spaces, between two rows", R8, at)
    if len(pieces) != len(size):
        raise Malformed(f"expected {len(size)} spaces, {size.rows} rows of {size.columns}, not {len(pieces)}", R8, len(text))
    board: list[Piece | None] = [None] * len(size)
    for space, piece in zip((space for row in size.reading() for space in row), pieces, strict=True):
        board[space] = piece
    return tuple(board)
