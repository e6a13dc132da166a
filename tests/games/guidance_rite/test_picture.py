"""The picture shows what the view holds: owners are told by shape, and it says itself in words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import PUBLIC, SEATS, Eye, Seat
from deathmatch.games.guidance_rite import glyphs
from deathmatch.games.guidance_rite.values import Item, Kind, Piece
from deathmatch.match.position import Position
from tests.games.guidance_rite.matches import SMALL, play


def seen(position: Position, eye: Eye = Seat.A, sealed: tuple[Seat, ...] = ()) -> Scene:
    scene: Scene = position.game.picture(position.view(eye), sealed)
    return scene


def slots(scene: Scene) -> dict[str, Element]:
    return {element.slot: element for element in scene.elements}


def board(deal: str, variant: str = "guardians", **options: Any) -> Position:
    return play(variant, [f"deal board {deal}"], **{**SMALL, **options})


def test_a_space_is_at_least_44_units_wide_on_every_board() -> None:
    from deathmatch.games.guidance_rite.picture import board_layout as plan

    for columns in range(3, 7):
        for rows in range(3, 7):
            layout = plan(columns, rows)
            assert layout.side >= 44
            for space in range(columns * rows):
                x, y = layout.middle(space)
                assert layout.side / 2 <= x <= 360 - layout.side / 2
                assert layout.side / 2 <= y <= layout.height - layout.side / 2


def test_the_own_side_is_below() -> None:
    position = board(". . B:P5 | . . . | A:P1 . .")
    for eye, near in ((Seat.A, "head-a"), (Seat.B, "head-b"), (PUBLIC, "head-a")):
        shown = slots(seen(position, eye))
        far = "head-b" if near == "head-a" else "head-a"
        assert shown[far].at[1] < shown["space-a3"].at[1] < shown["space-a1"].at[1] < shown[near].at[1]


def test_owners_differ_by_shape_and_marks_by_a_pale_centre() -> None:
    looks = {}
    for owner in (None, *SEATS):
        for marked in (False, True):
            svg = glyphs.piece(Piece(Kind.RAT, 1, 0, owner, marked))
            looks[owner, marked] = svg
            assert ("seat-a" in svg) == (owner is Seat.A)
            assert ("seat-b" in svg) == (owner is Seat.B)
    assert len(set(looks.values())) == 6
    assert looks[Seat.A, False].count("<circle") > looks[Seat.B, False].count("<circle")
    assert 'class="pale seat-a-line"' in looks[Seat.A, True]
    assert 'class="pale seat-b-line"' in looks[Seat.B, True]


def test_every_kind_and_every_item_has_a_sign_of_its_own() -> None:
    assert len({glyphs.glyph(kind, "ink", "ground") for kind in Kind}) == len(Kind)
    assert len({glyphs.item(item, "ink") for item in Item}) == len(Item)


def test_pieces_say_what_they_are_and_whose() -> None:
    position = board("P1 P2 B:P5 | A:R13/2* . . | A:P P3 .", "final")
    own, other, public = (slots(seen(position, eye)) for eye in (*SEATS, PUBLIC))
    assert own["space-a2"].label == "A2: your rat, arrows N E, grey NE, marked"
    assert other["space-a2"].label == public["space-a2"].label == "A2: {A}'s rat, arrows N E, grey NE, marked"
    assert own["space-a1"].label == "A1: your plain piece, no black arrows"
    assert own["space-b3"].label == "B3: unclaimed plain piece, arrows NE"
    assert own["space-b2"].label == ""


def test_the_last_movement_shows_and_one_that_is_tried_in_its_place() -> None:
    position = play("guardians", ["deal board . . B:P5 | . . . | A:P1 . .", "A A1-A2"], **SMALL)

    def lit(scene: Scene, paint: str) -> set[str]:
        shown = slots(scene).items()
        return {
            slot
            for slot, element in shown
            if slot.startswith("space-") and f'"bare {paint}-line"' in re.split("<g class|halo", element.svg)[0]
        }

    assert lit(seen(position, Seat.B), "seat-a") == {"space-a1", "space-a2"}
    step = position.decision(Seat.B).compose(("C3", "C2"))
    assert lit(position.game.picture(step.view), "glow") == {"space-c3", "space-c2"}
    assert not lit(position.game.picture(step.view), "seat-a")


def test_a_side_says_its_pieces_bouts_lateness_and_what_it_has_to_place() -> None:
    late = play("guardians", ["deal board . . B:P57 | . . . | A:P1 . .", "A timeout"], **SMALL)
    assert slots(seen(late))["head-a"].label == "You, seat A: 1 piece, 0 bouts won, 1 time-out in this bout"
    assert "late 1 of 3" in slots(seen(late))["head-a"].svg
    placing = board("B:P1 . . | . . . | . . A:P1", fill=3)
    assert "1 piece, 2 to place" in slots(seen(placing))["head-a"].svg
    assert slots(seen(placing, PUBLIC))["head-b"].label == "{B}, seat B: 1 piece, 0 bouts won, 2 to place"


def test_what_waits_shows_as_sealed_and_as_nothing_more() -> None:
    position = play("guardians", ["deal board . . B:P5 | . . . | A:P12 . ."], **{**SMALL, "turns": "simultaneous"})
    one, other = (position.accept("A", text)[0] for text in ("A1-A2", "A1-B2"))
    assert seen(one, Seat.B, one.waiting) == seen(other, Seat.B, other.waiting)
    assert slots(seen(one, Seat.B, one.waiting))["sealed-a"].label == "{A}'s submission: sealed"


@pytest.mark.parametrize(
    ("events", "options", "title", "strip"),
    [
        ([], {}, "The bout: the board is laid out", ""),
        (["deal board P1 P2 P3 | . . B:P5 | A:P1 . ."], {}, "The bout: claims, round 1", "3 pieces unclaimed"),
        (["deal board . . B:P5 | . . . | A:P1 . ."], {"fill": 2}, "The bout: placing", ""),
        (["deal board . . B:P5 | . . . | A:P1 . ."], {"first": "choose"}, "The bout: who moves first?", ""),
        (
            ["deal board . . B:P5 | . . . | A:P1 A:P1 .", "A A1-A2"],
            {"best_of": "3"},
            "Bout 1 of 3, in turn: turn 2",
            "Turns without a capture: {A} 1, {B} 0; at 10 each the bout ends, and {A} was ahead last",
        ),
        (["deal board . . B:P5 | . . . | A:P1 . .", "A resign"], {}, "{A} resigned, {B} wins", None),
        (["deal board . . . | B:P5 . . | A:P1 . .", "A A1-A2"], {}, "{A} wins, 1 to 0", None),
    ],
)
def test_the_title_and_the_line_below_the_board_say_where_it_stands(
    events: list[str], options: dict[str, Any], title: str, strip: str | None
) -> None:
    scene = seen(play("guardians", events, **{**SMALL, **options}))
    assert scene.title == title
    assert strip is None or slots(scene)["strip"].label == strip


def test_a_closed_space_says_so() -> None:
    deal = "deal board . . . | . . . | . . ."
    position = play("guardians", [deal, "A place B2 +", "B place B2 +"], **{**SMALL, "fill": 1})
    assert slots(seen(position))["space-b2"].label == "B2: closed to placing"
