"""The picture shows what the view holds, and says itself in words."""

from __future__ import annotations

import pytest

from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import PUBLIC, Seat
from deathmatch.games import find
from deathmatch.match.position import Position
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from tests import scene_checks

GAME = "even-groups/standard"


def after(*events: str, **options: object) -> Position:
    lines = [f"option {key} {value}" for key, value in options.items()]
    return list(positions(read("\n".join(["deathmatch 1", f"game {GAME}", *lines, *events, ""]), find)))[-1]


def seen(position: Position, eye: Seat | object = Seat.A) -> Scene:
    scene: Scene = position.game.picture(position.view(eye), ())  # type: ignore[arg-type]
    return scene


def slots(scene: Scene) -> dict[str, Element]:
    return {element.slot: element for element in scene.elements}


def says(scene: Scene, slot: str) -> str:
    return slots(scene)[slot].label


# --- Where things lie


def test_an_own_colour_is_counted_below_and_an_onlooker_sees_that_of_a_there() -> None:
    position = after("B orange", "A orange C3", side=3)  # A is White
    for eye, below, above in ((Seat.A, "white", "orange"), (Seat.B, "orange", "white"), (PUBLIC, "white", "orange")):
        texts = {
            box.slot: box for box in scene_checks.shapes(seen(position, eye)) if box.what.isdecimal() and box.slot.startswith("count-")
        }
        assert texts[f"count-{below}"].top > 171 > texts[f"count-{above}"].bottom


# --- What it says


@pytest.mark.parametrize(
    ("events", "title", "progress"),
    [
        ((), "The choice of colours", "0 moves made, 7 cells empty"),
        (("B white",), "Move 1 of at most 4", "0 moves made, 7 cells empty"),
        (("B orange", "A orange B2"), "Move 2 of at most 4", "1 move made, 6 cells empty"),
        (("B orange", "A resign"), "{A} resigned, {B} wins", "0 moves made, 7 cells empty"),
        (("B resign",), "{B} resigned, {A} wins", "0 moves made, 7 cells empty"),
        (("B orange", "A timeout @360.1"), "{A} ran out of time, {B} wins", "0 moves made, 7 cells empty"),
        (
            ("B orange", "A orange A2", "B orange B3 orange C2", "A orange A1 orange C1", "B orange B1 orange B2"),
            "{A} wins with white: the board is full",
            "4 moves made, 0 cells empty",
        ),
    ],
)
def test_the_title_says_where_the_match_stands(events: tuple[str, ...], title: str, progress: str) -> None:
    scene = seen(after(*events, side=2))
    assert scene.title == title
    assert says(scene, "progress") == progress


# --- While a move is put together


def test_a_stone_that_is_being_composed_lies_on_the_board_and_is_counted() -> None:
    position = after("A orange C3", side=3, white="A")
    decision = position.decision(Seat.B)
    first = decision.compose(("B2",))
    scene = position.game.picture(first.view)
    assert says(scene, "count-white") == "White, {A}'s colour: 1 group, odd; B2"
    changed = {element.slot for _, element in scene.change(seen(position, Seat.B)).edited}
    assert changed == {"cell-b2", "count-white", "row-b", "progress"}
    assert {choice.slot for choice in first.choices} <= set(slots(scene))
