"""The picture shows what the view holds: it is clean, it fits, owners are told by shape, arrows by form, and it says itself in words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from deathmatch.core import themes
from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import PUBLIC, SEATS, Eye, Seat
from deathmatch.games.guidance_rite import glyphs
from deathmatch.games.guidance_rite.values import Item, Kind, Piece
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from tests import scene_checks
from tests.core.test_themes import contrast
from tests.games.guidance_rite.matches import BY_NAME, SMALL, play, walk

SHAPES = 3.0  # WCAG 2.2, 1.4.11: what has to be seen to be understood
SIZES = ["3x3", "3x6", "6x3", "5x5", "6x6"]
HELD: dict[str, Any] = {"honour": "both", "rotate": "A", "swap": "both"}


def seen(position: Position, eye: Eye = Seat.A, sealed: tuple[Seat, ...] = ()) -> Scene:
    scene: Scene = position.game.picture(position.view(eye), sealed)
    return scene


def slots(scene: Scene) -> dict[str, Element]:
    return {element.slot: element for element in scene.elements}


def board(deal: str, variant: str = "guardians", **options: Any) -> Position:
    return play(variant, [f"deal board {deal}"], **{**SMALL, **options})


@pytest.mark.parametrize("variant", BY_NAME)
@pytest.mark.parametrize("size", SIZES)
def test_every_picture_of_a_match_is_clean_fits_and_has_one_size(variant: str, size: str) -> None:
    options = {"size": size, "board": "free", "best_of": "1", **(HELD if variant == "final" else {})}
    positions = list(walk(variant, options, HmacSource(b"pictures", f"{variant} {size}"), 80))
    scenes = [seen(position, eye) for position in positions for eye in (*SEATS, PUBLIC)]
    for scene in {scene.svg(): scene for scene in scenes[:3] + scenes[-12:]}.values():
        scene_checks.check(scene)
    assert len({(scene.width, scene.height) for scene in scenes}) == 1
    assert scenes[0].width == 360


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


def test_a1_lies_at_the_lower_left_for_everybody() -> None:
    position = board(". . B:P5 | . . . | A:P1 . .")
    places = [{slot: element.at for slot, element in slots(seen(position, eye)).items() if "space" in slot} for eye in (*SEATS, PUBLIC)]
    assert places[0] == places[1] == places[2]
    left, low = places[0]["space-a1"]
    right, high = places[0]["space-c3"]
    assert left < right
    assert low > high


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


def test_black_arrows_are_solid_and_grey_ones_hollow() -> None:
    none = glyphs.piece(Piece(Kind.PLAIN, 0))
    for way in range(8):
        black, grey = (glyphs.piece(Piece(Kind.PLAIN, *masks)) for masks in ((1 << way, 0), (0, 1 << way)))
        assert len({none, black, grey}) == 3
        assert f"rotate({45 * way})" in black or way == 0
        assert "pale deep-line" in grey.replace(none, "")
        assert "pale deep-line" not in black


def test_every_kind_and_every_item_has_a_sign_of_its_own() -> None:
    assert len({glyphs.glyph(kind, "ink", "ground") for kind in Kind}) == len(Kind)
    assert len({glyphs.item(item, "ink") for item in Item}) == len(Item)


@pytest.mark.parametrize("theme", list(themes.THEMES))
def test_what_matters_stands_out_in_every_theme(theme: str) -> None:
    paints = themes.theme(theme).paints
    pairs = [("pale", "wood"), ("deep", "pale"), ("glow", "wood"), ("glow", "lamp"), ("deep", "etched"), ("pale", "wood-dark")]
    pairs += [("on-fill", seat) for seat in ("seat-a", "seat-b")] + [("etched", "wood-dark")]
    for sign, ground in pairs:
        assert contrast(paints[sign], paints[ground]) >= SHAPES, (sign, ground)


def test_pieces_say_what_they_are_and_whose() -> None:
    position = board("P1 P2 B:P5 | A:R13/2* . . | A:P P3 .", "final")
    own, other, public = (slots(seen(position, eye)) for eye in (*SEATS, PUBLIC))
    assert own["space-a2"].label == "A2: your rat, arrows N E, grey NE, marked"
    assert other["space-a2"].label == public["space-a2"].label == "A2: {A}'s rat, arrows N E, grey NE, marked"
    assert own["space-a1"].label == "A1: your plain piece, no black arrows"
    assert own["space-b3"].label == "B3: unclaimed plain piece, arrows NE"
    assert own["space-b2"].label == ""


def test_what_may_be_chosen_has_a_light_everywhere() -> None:
    for element in slots(seen(board(". . B:P5 | . . . | A:P1 . ."))).values():
        if element.slot.startswith("space-"):
            assert element.markable
            assert 'class="lit"' in element.svg
            assert 'class="halo"' in element.svg


@pytest.mark.parametrize("variant", BY_NAME)
def test_slots_of_choices_are_in_the_picture(variant: str) -> None:
    options = {**SMALL, "size": "4x4", **(HELD if variant == "final" else {})}
    deal = "A:R1 A:C3 B:P1 B:P5 | A:L135 A:G1 B:P2 . | B:M3 . A:P1 . | A:P12 . . B:G7"
    position = play(variant, [f"deal board {deal}"], **options)
    decision = position.decision(Seat.A)
    shown = set(slots(seen(position)))
    first = decision.compose(())
    assert {choice.slot for choice in first.choices if choice.slot} <= shown
    for choice in first.choices:
        step = decision.compose((choice.token,))
        assert {choice.slot for choice in step.choices if choice.slot} <= shown


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


def test_the_board_of_an_ended_bout_is_gone_with_its_traces() -> None:
    events = ["deal board . . . | B:P5 . . | A:P1 . .", "A A1-A2"]
    ended = play("guardians", events, **{**SMALL, "best_of": "3"})
    assert "seat-a" not in slots(seen(ended))["space-a1"].svg
    over = play("guardians", events, **SMALL)
    assert "seat-a" in slots(seen(over))["space-a1"].svg


@pytest.mark.parametrize(
    ("deal", "move", "turn"),
    [("A:P3 . .", "A3-B3", 90), ("A:M4 . .", "A3-C1", 135), ("A:G8 . .", "A3-C1", 315), ("A:G1 . .", "A3-A1", 0)],
)
def test_the_space_that_a_piece_left_points_where_it_went(deal: str, move: str, turn: int) -> None:
    position = play("guardians", [f"deal board {deal} | . . . | . . B:P1", f"A {move}"], **{**SMALL, "size": "3x3"})
    left = slots(seen(position))[f"space-{move[:2].lower()}"].svg
    assert "M-7,4L0,-5L7,4" in left
    assert (f"rotate({turn})" in left) == bool(turn)


def test_both_ways_of_a_turn_at_once_show_each_in_its_sides_colour() -> None:
    events = ["deal board B:P5 . . | . . . | A:P3 . A:P1", "A C1-C2", "B A3-A2"]
    shown = slots(seen(play("guardians", events, **{**SMALL, "turns": "simultaneous"})))
    for slot, paint in (("c1", "seat-a"), ("c2", "seat-a"), ("a3", "seat-b"), ("a2", "seat-b")):
        assert f'"bare {paint}-line"' in shown[f"space-{slot}"].svg


def test_the_board_turns_round_its_middle_and_signs_keep_their_head_up() -> None:
    scene = seen(board(". . B:P5 | . . . | A:R1 . ."))
    assert scene.pivot is not None
    x, y = scene.pivot
    shown = slots(scene)
    assert {slot for slot, element in shown.items() if element.turns} == {slot for slot in shown if slot.startswith(("space-", "board"))}
    frame = next(box for box in scene_checks.shapes(scene) if box.slot == "board" and not box.what)
    assert ((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2) == (x, y)
    assert shown["board"].svg.count('class="upright"') == shown["board"].svg.count("<text") == 6
    piece = glyphs.piece(Piece(Kind.RAT, 0b10, 0, Seat.A))
    assert piece.index("rotate(45)") < piece.index('class="upright"') < piece.index(glyphs.glyph(Kind.RAT, "on-fill", "seat-a"))


def test_a_side_says_its_pieces_bouts_lateness_and_what_it_has_to_place() -> None:
    late = play("guardians", ["deal board . . B:P57 | . . . | A:P1 . .", "A timeout"], **SMALL)
    assert slots(seen(late))["head-a"].label == "You, seat A: 1 piece, 0 bouts won, 1 time-out in this bout"
    assert "late 1 of 3" in slots(seen(late))["head-a"].svg
    placing = board("B:P1 . . | . . . | . . A:P1", fill=3)
    assert "1 piece, 2 to place" in slots(seen(placing))["head-a"].svg
    assert slots(seen(placing, PUBLIC))["head-b"].label == "{B}, seat B: 1 piece, 0 bouts won, 2 to place"


def test_items_show_who_holds_them_and_whether_they_are_used() -> None:
    deal = "deal board B:P5 B:C5 B:P5 | A:P2 A:P3 A:G1 | A:R13 A:L1 A:P3*"
    position = play("final", [deal, "A rotate A1 45 A2-B3"], **{**SMALL, **HELD})
    shown = slots(seen(position))
    assert shown["item-a-rotate"].label == "Your Rotate: used"
    assert shown["item-a-honour"].label == "Your Point of Honour: not used yet"
    assert shown["item-b-swap"].label == "{B}'s Swap: not used yet"
    assert "item-b-rotate" not in shown


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
