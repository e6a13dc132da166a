"""Starting boards: what the book asks of each, over many."""

from __future__ import annotations

from collections import Counter

import pytest

from deathmatch.games.guidance_rite.rules import BoardDeal
from deathmatch.games.guidance_rite.values import CHARACTERS, Kind
from deathmatch.match.dealer import HmacSource
from tests.games.guidance_rite.matches import BY_NAME

BOARDS = 40


@pytest.mark.parametrize("variant", BY_NAME)
@pytest.mark.parametrize("size", ["", "3x3", "6x6", "3x6"])
def test_a_board_has_the_pieces_that_the_book_counts(variant: str, size: str) -> None:
    terms = BY_NAME[variant].bind({"size": size} if size else {})[1].terms
    chance, spaces = BoardDeal(terms), len(terms.grid)
    for number in range(BOARDS):
        board = chance.sample(HmacSource(b"boards", f"{variant} {size} {number}"))
        chance.check(board)
        pieces = [piece for piece in board if piece is not None]
        kinds = Counter(piece.kind for piece in pieces)
        assert all(kinds[kind] == spaces // 6 for kind in CHARACTERS)
        for kind in Kind:
            wanted = [(4, 5, 6)[n % 3] if kind is Kind.PLAIN else (2, 3, 4, 5)[n % 4] for n in range(kinds[kind])]
            assert sorted(piece.black.bit_count() for piece in pieces if piece.kind is kind) == sorted(wanted)
        greys = [piece.grey.bit_count() for piece in pieces if piece.grey]
        assert len(greys) == (spaces // 3 if terms.final else 0)
        assert set(greys) <= {1, 2}
        assert sum(piece.marked for piece in pieces) == (spaces // 7 if terms.final else 0)


@pytest.mark.parametrize("variant", BY_NAME)
def test_kinds_are_spread_and_arrows_point_to_the_board(variant: str) -> None:
    terms = BY_NAME[variant].bind({})[1].terms
    size, kept = terms.grid, 0
    for number in range(BOARDS):
        board = BoardDeal(terms).sample(HmacSource(b"spread", f"{variant} {number}"))
        lines: Counter[tuple[Kind, str]] = Counter()
        stuck = 0
        for name, piece in zip(size.names, board, strict=True):
            assert piece is not None
            lines[piece.kind, name[0]] += 1
            lines[piece.kind, name[1]] += 1
            ways = [way for way in range(8) if piece.black >> way & 1]
            stuck += piece.kind is not Kind.GUARDIAN and all(size.step[size.index[name]][way] < 0 for way in ways)
        kept += max(lines.values()) <= 2 and not stuck
    assert kept >= BOARDS * 0.9, "a layout that satisfies both is nearly always found within 300"
