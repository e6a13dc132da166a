"""Every spelling that the book reads, and where each misspelling is refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from deathmatch.core.errors import Malformed
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.notation import read_claim, read_deal, read_first, read_piece, read_place, read_turn
from deathmatch.games.guidance_rite.values import Grid, Piece, grid, text

SIZE = grid(4, 3)
BOARD = read_deal("board A:R13 A:P5 . B:P5 | A:P13 A:C37 . B:M7 | A:L1 A:P1/3 . B:G1", SIZE)


def turn(typed: str, *, items: bool = True, seat: Seat = Seat.A) -> str:
    return text(read_turn(typed, SIZE, BOARD, seat, items=items), SIZE)


@pytest.mark.parametrize(
    "typed",
    ["B2-C3", "b2c3", "B2>C3", "B2xC3", "b2 to C3", "b2->  c3", "B2,C3", " \tb2\tTO c3 ", "b2:c3;"],
)
def test_a_movement_is_read_in_every_spelling(typed: str) -> None:
    assert turn(typed) == "B2-C3"


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("pass", "pass"),
        ("take b2-c3", "B2-C3 take"),
        ("b2-c3 take rat a1", "B2-C3 take rat A1"),
        ("r a1, b2 > c3", "B2-C3 rat A1"),
        ("b2c3 c a1", "B2-C3 crow A1"),
        ("crow a1: b1 w, a1 e; b2-c3", "B2-C3 crow A1 A1 E B1 W"),
        ("b2-c3 crow A1 B1 w 3 n", "B2-C3 crow A1 B1 N E W"),
        ("b2-c3 crow A1 w 3 n B1", "B2-C3 crow A1 B1 N E W"),
        ("l c1 8 b2-c3", "B2-C3 lizard C1 NW"),
        ("b2-c3 lizard nw c1", "B2-C3 lizard C1 NW"),
        ("m a1 b1 n b2-c3", "B2-C3 monster A1 B1 N"),
        ("monster 1 a1 b1, b2-c3", "B2-C3 monster A1 B1 N"),
        ("b2-c3 guardian", "B2-C3 guardian"),
        ("b2-c3 g c3", "B2-C3 guardian"),
        ("guardian c3 b2 c3", "B2-C3 guardian"),
        ("b2-c3 swap", "B2-C3 guardian"),
        ("swap b2-c3", "B2-C3 guardian"),
        ("swap a1 b1 b2-c3", "swap A1 B1 B2-C3"),
        ("swap b1 a1 pass", "swap A1 B1 pass"),
        ("swap a1 b1 b2-c3 swap", "swap A1 B1 B2-C3 guardian"),
        ("honour a1 e d3 w b2-c3", "honour A1 E D3 W B2-C3"),
        ("poh d3 w a1 e, b2-c3", "honour A1 E D3 W B2-C3"),
        ("b2-c3 honor w d3 3 a1", "honour A1 E D3 W B2-C3"),
        ("rotate a3 90 b2-c3", "rotate A3 90 B2-C3"),
        ("pass rotate 315 a3", "rotate A3 315 pass"),
        ("monster a1 b1 n rotate a3 45 take b2-c3", "rotate A3 45 B2-C3 take monster A1 B1 N"),
    ],
)
def test_the_parts_of_a_turn_come_in_any_order_and_spelling(typed: str, canonical: str) -> None:
    assert turn(typed) == turn(typed.upper()) == turn(canonical) == canonical


@pytest.mark.parametrize(
    ("typed", "rule", "position"),
    [
        ("", 21, 0),
        ("b2", 21, 2),
        ("b2-c3 b2-c3", 21, 6),
        ("b2-c3 take take", 21, 11),
        ("b2-c3 rat a1 lizard b1 n", 21, 13),
        ("b2-c3 lizard b1", 21, 15),
        ("b2-c3 monster a1 b1", 21, 19),
        ("rotate a3 60 b1-c1", 21, 10),
        ("rotate a3 90 rotate a1 90 b1-c1", 21, 13),
        ("honour a1 d3 w b1-c1", 21, 10),
        ("dance", 21, 0),
        ("b2=c3", 21, 2),
        ("b22222-c3", 21, 0),
        ("pass b2-c3", 21, 0),
        ("pass rat a1", 22, 0),
        ("b2-e3", 1, 3),
        ("b2-c3 rat f6", 1, 10),
        ("b2-c3 guardian c2", 38, 15),
        ("b1-c1take", 21, 5),
        ("b2 toc3", 21, 5),
        ("b2-c3 monster a1b1 n", 21, 16),
        ("swap a1b1 b2-c3", 21, 7),
        ("b2-c3\u00a0take", 21, 5),
        ("b2-c3 ta\u212ae", 21, 8),
    ],
)
def test_what_cannot_be_read_is_refused_where_it_stands(typed: str, rule: int, position: int) -> None:
    with pytest.raises(Malformed) as caught:
        turn(typed)
    assert (caught.value.rule.number, caught.value.position) == (rule, position), caught.value


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [("place C3 +", "place C3 +"), ("+ c3", "place C3 +"), ("c3 plus", "place C3 +"), ("place x C3", "place C3 x"), ("c3 X", "place C3 x")],
)
def test_a_placement_is_read(typed: str, canonical: str) -> None:
    assert text(read_place(typed, SIZE), SIZE) == canonical


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [("r731", "R137"), ("b:c5/3", "B:C5/3"), ("A:P2468*", "A:P2468*"), ("p", "P"), ("a:l/81", "A:L/18"), ("M12345678", "M12345678")],
)
def test_a_piece_is_read(typed: str, canonical: str) -> None:
    assert str(piece(typed)) == canonical


def piece(typed: str) -> Piece | None:
    return read_piece(typed, 0, "B2")


NO_CLAIM = ["", "claim", "claim b2", "b2 d3 a1", "claim b2 e9", "claim b2 or d3", "claim b2d3", "b2andd3", "b2 andd3", "b2and d3"]
NO_PLACE = ["", "c3", "c3 + x", "c3 c2", "c3 + +", "place b2x", "c3+"]
NO_PIECE = ["", "R11", "R1/1", "X1", "C:R1", "R9", "R1/", "R1**", "R1*/2", "A:", "R0", "r\u0661"]
REFUSED = [
    *[(read_claim, 10, typed) for typed in NO_CLAIM],
    *[(read_place, 14, typed) for typed in NO_PLACE],
    (read_place, 1, "e3 +"),
    *[(partial(read_first, seat=Seat.B), 19, typed) for typed in ("", "first", "first c", "a b", "first first a")],
    *[(lambda typed, _: piece(typed), 3, typed) for typed in NO_PIECE],
]


@pytest.mark.parametrize(("read", "rule", "typed"), REFUSED)
def test_what_is_no_claim_placement_seat_or_piece_cites_its_rule(read: Callable[[str, Grid], object], rule: int, typed: str) -> None:
    with pytest.raises(Malformed) as caught:
        read(typed, SIZE)
    assert caught.value.rule.number == rule


@pytest.mark.parametrize(
    ("typed", "rule", "position"),
    [
        ("", 8, 0),
        ("tiles . .", 8, 0),
        ("board . . .", 8, 11),
        ("board | . . . . | . . . . | . . . .", 8, 6),
        ("board . . . . . | . . . | . . . .", 8, 16),
        ("board . . . . | . . . . | . . . . |", 8, 34),
        ("board . . . . | . R11 . . | . . . .", 3, 18),
        ("board . . . M3| . . . . | . . . .", 3, 12),
        ("board| . . . . . . . . . . . .", 8, 0),
        ("board . . . . || . . . . | . . . .", 3, 14),
    ],
)
def test_what_is_no_deal_is_refused_where_it_stands(typed: str, rule: int, position: int) -> None:
    with pytest.raises(Malformed) as caught:
        read_deal(typed, SIZE)
    assert (caught.value.rule.number, caught.value.position) == (rule, position), caught.value
