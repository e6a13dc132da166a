"""Pieces and deals (R3, R8)."""

from __future__ import annotations

import re
from typing import Final

from deathmatch.core.errors import Malformed
from deathmatch.core.options import lower
from deathmatch.core.seats import Seat
from deathmatch.core.speech import count, mark, say
from deathmatch.games.guidance_rite.values.grid import Board, Grid
from deathmatch.games.guidance_rite.values.moves import R3, R8
from deathmatch.games.guidance_rite.values.pieces import Kind, Piece

_PIECE: Final = re.compile(r"(?:(?P<owner>[ab]):)?(?P<kind>[rclgmp])(?P<black>[1-8]*)(?:/(?P<grey>[1-8]+))?(?P<mark>\*)?", re.ASCII)
_WORD: Final = re.compile(r"[^ \t]+")
_REPEATED: Final = 40  # characters of a text that an error repeats


def read_piece(text: str, at: int = 0, space: str = "") -> Piece | None:
    """R3: a piece, or None for `.`; `at` is the place of the text in a longer one, `space` the place of the piece. Raises Malformed."""
    if text == ".":
        return None
    short = text if len(text) <= _REPEATED else f"{text[:_REPEATED]}..."
    matched = _PIECE.fullmatch(lower(text))
    if matched is None:
        expected = mark("expected a piece on {space}, such as M137 or B:C5/3, or a point for none, not {given}")
        if not space:
            expected = mark("expected a piece, such as M137 or B:C5/3, or a point for none, not {given}")
        raise Malformed(_slipped(text, say(expected, space=space, given=short)), R3, at)
    black, grey = matched["black"], matched["grey"] or ""
    twice = next((digit for digit in black if (black + grey).count(digit) > 1), None) or next((d for d in grey if grey.count(d) > 1), None)
    if twice is not None:
        repeated = mark("{given} on {space} names a direction twice, {direction}; each has at most one arrow, black or grey")
        if not space:
            repeated = mark("{given} names a direction twice, {direction}; each has at most one arrow, black or grey")
        raise Malformed(say(repeated, given=short, space=space, direction=twice), R3, at)
    owner = None if matched["owner"] is None else Seat(matched["owner"].upper())
    return Piece(Kind(matched["kind"].upper()), _mask(black), _mask(grey), owner, matched["mark"] is not None)


def _slipped(text: str, reason: str) -> str:
    """A reason, with the fault of the first letter of a supposed piece, or of a digit."""
    plain = lower(text)
    kind = plain.partition(":")[2] or plain
    if not kind or kind[0] not in "rclgmp":
        return say("{reason}; the letter is R, C, L, G, M or P", reason=reason)
    strange = next((letter for letter in kind[1:] if letter in "09"), None)
    if strange is None:
        return reason
    return say("{reason}; directions are 1 to 8, and there is no {digit}", reason=reason, digit=strange)


def _mask(digits: str) -> int:
    return sum(1 << int(digit) - 1 for digit in digits)


def read_deal(text: str, size: Grid) -> Board:
    """R8; raises Malformed (R8, R3)."""
    words = [(matched[0], matched.start()) for matched in _WORD.finditer(text)]
    if not words or lower(words[0][0]) != "board":
        raise Malformed(say("expected board and then a piece or . for each space"), R8, words[0][1] if words else 0)
    spaces = [space for row in size.reading() for space in row]
    board: list[Piece | None] = [None] * len(size)
    done = last = 0  # spaces read, and how many of them there were at the last bar
    for word, at in words[1:]:
        row = size.rows - last // size.columns
        if word != "|":
            if done == len(size):
                expected = mark("expected {number} spaces, {rows} rows of {columns}; {given} is one more")
                raise Malformed(say(expected, number=len(size), rows=size.rows, columns=size.columns, given=word), R8, at)
            board[spaces[done]] = read_piece(word, at, size.names[spaces[done]])
            done += 1
        elif done == len(size):
            raise Malformed(say("expected nothing after the last row, row 1"), R8, at)
        elif done == last or done % size.columns:
            instead = say("nothing") if done == last else count("{number} space", "{number} spaces", done - last)
            expected = mark("expected {columns} spaces in row {row}, before a bar, not {spaces}")
            raise Malformed(say(expected, columns=size.columns, row=row, spaces=instead), R8, at)
        else:
            last = done
    if done < len(size):
        name = size.names[spaces[done]]
        expected = mark("expected {number} spaces, {rows} rows of {columns}; from {space} on there is nothing")
        raise Malformed(say(expected, number=len(size), rows=size.rows, columns=size.columns, space=name), R8, len(text))
    return tuple(board)
