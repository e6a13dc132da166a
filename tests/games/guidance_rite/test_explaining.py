"""Why a piece, a power or an item cannot be used: the reasons that the page shows while a turn is put together."""

from __future__ import annotations

import pytest

from deathmatch.core.errors import Illegal
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite import battle
from deathmatch.games.guidance_rite.values import Board, Kind, Piece, Power, Terms, Turn
from tests.games.guidance_rite.matches import SMALL, start

NORTH, EAST, SOUTH = 1 << 0, 1 << 2, 1 << 4


def terms(variant: str = "guardians") -> Terms:
    position = start(variant, SMALL)
    bound: Terms = position.game.terms
    return bound


def board(known: Terms, **pieces: Piece) -> Board:
    """A board of nine spaces with these pieces, by the names of their spaces."""
    return tuple(pieces.get(name) for name in known.grid.names)


def a(kind: Kind = Kind.PLAIN, black: int = 0, grey: int = 0, owner: Seat = Seat.A, marked: bool = False) -> Piece:
    return Piece(kind, black, grey, owner, marked)


def refused(answer: Illegal | None) -> tuple[int, str] | None:
    """The rule and the words of a refusal."""
    return None if answer is None else (answer.rule.number, str(answer))


@pytest.mark.parametrize(
    ("variant", "pieces", "rule", "words"),
    [
        ("guardians", {}, 23, "nothing stands on A1"),
        ("guardians", {"A1": a(black=NORTH, owner=Seat.B)}, 23, "the piece on A1 is not yours"),
        ("guardians", {"A1": a()}, 23, "the piece on A1 has no arrows"),
        ("guardians", {"A1": a(black=SOUTH)}, 23, "every arrow of the piece on A1 leads off the board"),
        ("guardians", {"A1": a(Kind.CROW, grey=NORTH)}, 26, "all arrows of the piece on A1 are greyed out"),
        ("final", {"A1": a(black=NORTH, marked=True), "A2": a(black=NORTH)}, 32, "the piece on A1 could only capture its own side"),
    ],
)
def test_why_a_piece_may_not_move(variant: str, pieces: dict[str, Piece], rule: int, words: str) -> None:
    known = terms(variant)
    number, said = refused(battle.why_still(known, board(known, **pieces), Seat.A, known.grid.index["A1"])) or (0, "")
    assert number == rule
    assert words in said


def test_a_piece_that_an_item_names_may_not_move_and_one_with_a_way_may() -> None:
    known = terms()
    origin, there = known.grid.index["A1"], board(known, A1=a(black=NORTH))
    assert battle.why_still(known, there, Seat.A, origin) is None
    answer = battle.why_still(known, there, Seat.A, origin, still={origin})
    assert answer is not None
    assert refused(answer) == (40, str(answer))


@pytest.mark.parametrize(
    ("variant", "source", "target", "rule"),
    [
        ("guardians", a(Kind.MONSTER, NORTH), {"A2": a(black=NORTH)}, None),
        ("guardians", a(Kind.MONSTER, NORTH), {"A2": a()}, 39),
        ("guardians", a(Kind.MONSTER, NORTH), {}, 39),
        ("guardians", a(Kind.MONSTER, NORTH), {"A3": a(black=NORTH)}, 39),
        ("guardians", a(Kind.RAT, NORTH), {"A2": a(black=NORTH)}, None),
        ("final", a(Kind.CROW, NORTH), {"A2": a(black=NORTH, grey=EAST)}, None),
        ("final", a(Kind.CROW, NORTH), {"A2": a(black=NORTH)}, 36),
        ("final", a(Kind.CROW, NORTH), {"A2": a(grey=NORTH, owner=Seat.B)}, 36),
        ("final", a(Kind.CROW, NORTH), {}, 36),
    ],
)
def test_why_a_power_has_nothing_to_do_with_a_piece(variant: str, source: Piece, target: dict[str, Piece], rule: int | None) -> None:
    known = terms(variant)
    name = next(iter(target), "A2")
    there = board(known, A1=source, **target)
    answer = refused(battle.why_no_target(known, there, Seat.A, known.grid.index["A1"], known.grid.index[name]))
    assert (answer and answer[0]) == rule


def test_a_crow_turns_each_arrow_once() -> None:
    known = terms("final")
    assert battle.shaped(known, [(0, 1), (0, 2)])
    assert not battle.shaped(known, [(0, 1), (0, 1)])


def test_a_power_goes_with_a_movement() -> None:
    known = terms()
    with pytest.raises(Illegal, match="a power goes with a movement, not with a pass"):
        battle.check_turn(known, board(known, A1=a()), Seat.A, (), Turn(None, power=Power(Kind.RAT, known.grid.index["A1"])))


def test_point_of_honour_names_nobody_if_the_other_seat_has_no_free_direction() -> None:
    known = terms("final")
    own = {"A1": a(black=NORTH), "A3": a(black=EAST)}
    assert battle.honours(known, board(known, **own, B2=a(black=NORTH, owner=Seat.B)), Seat.A) == [known.grid.index[name] for name in own]
    assert battle.honours(known, board(known, **own, B2=a(black=255, owner=Seat.B)), Seat.A) == []
