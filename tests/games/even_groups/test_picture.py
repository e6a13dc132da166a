"""The picture shows what the view holds, on every side: it is clean, it fits, groups melt together, and it says itself in words."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from math import hypot

import pytest
from PIL import Image

from deathmatch.core import themes
from deathmatch.core.hexes import bits, hexagon
from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import PUBLIC, SEATS, Seat
from deathmatch.games import find
from deathmatch.games.even_groups import picture
from deathmatch.games.even_groups.values import COLOURS
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from tests import scene_checks
from tests.core.test_themes import contrast

GAME = "even-groups/standard"
SIDES = range(2, 9)
SHAPES = 3.0  # WCAG 2.2, 1.4.11: what has to be seen to be understood


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


@cache
def walk(side: int) -> tuple[Position, ...]:
    """A whole match of random moves."""
    source = HmacSource(b"pictures", str(side))
    variant = find(GAME)
    _, game = variant.bind({"side": side})
    walked = [Position.start(variant, game)]
    while walked[-1].over is None:
        position = walked[-1]
        seat = position.owing[0]
        decision = position.decision(seat)
        walked.append(position.accept(seat, decision.write(decision.sample(source)))[0])
    return tuple(walked)


@pytest.mark.parametrize("side", SIDES)
def test_every_picture_of_a_match_is_clean_fits_and_has_one_size(side: int) -> None:
    scenes = [seen(position, eye) for position in walk(side) for eye in (*SEATS, PUBLIC)]
    for scene in {scene.svg(): scene for scene in scenes[:3] + scenes[-15:]}.values():
        scene_checks.check(scene)
    assert {(scene.width, scene.height) for scene in scenes} == {(360, 342)}
    assert len({tuple(slots(scene)) for scene in scenes}) <= 3  # places stay; only the two counts change ends, with the eye


@pytest.mark.parametrize("theme", list(themes.THEMES))
def test_what_matters_on_the_board_stands_out_in_every_theme(theme: str) -> None:
    paints = themes.theme(theme).paints
    for piece, ground in (
        ("pale", "wood"),
        ("warm", "wood"),
        ("pale", "wood-dark"),
        ("warm", "wood-dark"),
        ("deep", "warm"),
        ("deep", "pale"),
    ):
        assert contrast(paints[piece], paints[ground]) >= SHAPES, (piece, ground)
    for piece, ground in (("glow", "wood"), ("glow", "lamp"), ("pale", "lamp"), ("etched", "lamp"), ("etched", "wood-dark")):
        assert contrast(paints[piece], paints[ground]) >= SHAPES, (piece, ground)


# --- Where things lie


@pytest.mark.parametrize("side", SIDES)
def test_neighbours_lie_one_width_apart_and_nobody_else_is_as_near(side: int) -> None:
    cells, places = hexagon(side), slots(seen(walk(side)[0]))
    at = [places[f"cell-{name.lower()}"].at for name in cells.names]
    width = min(hypot(at[0][0] - x, at[0][1] - y) for x, y in at[1:])
    for index, (x, y) in enumerate(at):
        near = [other for other, (u, v) in enumerate(at) if other != index and hypot(x - u, y - v) < 1.2 * width]
        assert tuple(near) == cells.neighbours[index]


def test_an_own_colour_is_counted_below_and_an_onlooker_sees_that_of_a_there() -> None:
    position = after("B orange", "A orange C3", side=3)  # A is White
    for eye, below, above in ((Seat.A, "white", "orange"), (Seat.B, "orange", "white"), (PUBLIC, "white", "orange")):
        texts = {
            box.slot: box for box in scene_checks.shapes(seen(position, eye)) if box.what.isdecimal() and box.slot.startswith("count-")
        }
        assert texts[f"count-{below}"].top > 171 > texts[f"count-{above}"].bottom


def test_stones_are_joined_with_the_neighbours_of_their_group_alone() -> None:
    for position in walk(4)[::3]:
        board = position.view(PUBLIC).board
        shown, cells = slots(seen(position)), board.hexagon
        for colour in COLOURS:
            for group in board.groups(colour):
                for cell in bits(group):
                    x, y = cells.places[cell]
                    joined = 0
                    for other in bits(cells.around[cell] & group):
                        u, v = cells.places[other]
                        joined |= 1 << max(range(6), key=lambda k: (u - x) * picture.STEPS[k][0] + (v - y) * picture.STEPS[k][1])
                    width = (picture.REACH - picture.RIM) / (4 - 1 / 3)
                    markup = shown[f"cell-{cells.names[cell].lower()}"].svg
                    paint = "warm" if colour else "pale"
                    if joined:
                        assert f'd="{picture.melted(width, joined)}"' in markup
                    assert f'class="{paint}"' in markup
                    assert bool(re.search(r'<circle[^>]*class="bare deep-line"', markup)) == bool(colour)


@pytest.mark.parametrize("joined", range(1, 64))
def test_the_halves_of_a_bridge_meet_in_the_middle_of_the_edge_between_two_cells(joined: int) -> None:
    numbers = [float(number) for number in re.findall(r"-?\d+\.\d\d", re.sub(r"A\S+ 0 [01] 1 ", " ", picture.melted(40, joined)))]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    for side, (dx, dy) in enumerate(picture.STEPS):
        reach = max(x * dx + y * dy for x, y in points)
        if joined >> side & 1:
            assert reach == pytest.approx(20.4, abs=0.02)  # a little beyond, so that no seam shows
        else:
            assert reach <= 20.4 / 3**0.5 * 2  # a corner between two others at the most


def test_a_whole_group_is_one_patch_of_paint_without_seams() -> None:
    """Seven stones around C3 on side 3: nothing of the wood shows within them."""
    events = ("A orange C3", "B orange B2 orange B3", "A orange C2 orange C4", "B orange D2 orange D3")
    scene = seen(after(*events, side=3, white="A"))
    image = Image.open(BytesIO(themes.png(scene, "light", 2))).convert("RGB")
    x, y = slots(scene)["cell-c3"].at
    wood = {themes.theme("light").paints[name] for name in ("wood", "wood-dark")}
    for angle_x, angle_y in picture.STEPS:
        for far in range(0, 2 * 62):
            red, green, blue = image.getpixel((int(2 * x + far * angle_x), int(2 * y + far * angle_y)))  # type: ignore[misc]
            assert f"#{red:02X}{green:02X}{blue:02X}" not in wood


def test_a_move_changes_its_cells_those_it_joins_and_what_is_said_of_it() -> None:
    for before, now in zip(walk(8)[5:40], walk(8)[6:41], strict=True):
        was, view = before.view(PUBLIC), now.view(PUBLIC)
        change = seen(now).change(seen(before))
        near = {stone.cell for stone in (*was.last, *view.last)}
        near |= {cell for stone in view.last for cell in view.board.hexagon.neighbours[stone.cell]}
        names = {f"cell-{view.board.hexagon.names[cell].lower()}" for cell in near}
        cells = {element.slot for _, element in change.edited if element.slot.startswith("cell-")}
        assert cells <= names
        assert not change.gone
        assert change.order is None
        assert len(change.edited) <= 24
        assert not change.put


# --- What it says


def test_a_count_says_whose_it_is_how_many_whether_even_and_which() -> None:
    position = after("B orange", "A orange C3", "B white B2 white D4", "A white A1 orange C4", side=3)
    assert says(seen(position), "count-white") == "White, your colour: 2 groups, even; A1 B2, D4"
    assert says(seen(position), "count-orange") == "Orange, {B}'s colour: 1 group, odd; C3 C4"
    assert says(seen(position, PUBLIC), "count-white").startswith("White, {A}'s colour: 2 groups, even")
    for word in ("2", "even", "White"):
        assert f">{word}</text>" in slots(seen(position))["count-white"].svg
    assert says(seen(after()), "count-white") == "White: 0, even; no group yet"


def test_rows_say_what_lies_in_them_and_cells_say_nothing() -> None:
    scene = seen(after("A orange C3", "B white A1 white C2", side=3, white="A"))
    assert [element.label for element in scene.elements if element.slot.startswith("row-")] == [
        "Row A: 1 white, 2 and 3 empty",
        "Row B: 1 to 4 empty",
        "Row C: 1 empty, 2 white, 3 orange, 4 and 5 empty",
        "Row D: 1 to 4 empty",
        "Row E: 1 to 3 empty",
    ]
    assert not any(element.label for element in scene.elements if element.slot.startswith("cell-"))
    assert says(scene, "board") == "A hexagon of 19 cells in rows A to E, 3 along each edge"
    assert len(seen(walk(8)[0]).text().splitlines()) < 25


def test_the_last_move_is_said_and_marked_where_it_lies() -> None:
    scene = seen(after("A orange C3", "B white B2 white E3", side=3, white="A"))
    assert says(scene, "last") == "Last move: white B2, white E3"
    marked = {slot for slot, element in slots(scene).items() if "glow-line" in element.svg}
    assert marked == {"cell-b2", "cell-e3"}
    assert says(seen(after(side=3)), "last") == ""


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


def test_the_end_shows_the_winner() -> None:
    settled = seen(after("A orange B2", side=2, white="A", settled="yes"))
    assert settled.title == "{A} wins with white: white can only end even"
    assert "A wins" in slots(settled)["progress"].svg
    assert says(settled, "count-white") == "White, your colour: 0 groups, even, the winner"
    assert ", the winner" not in says(settled, "count-orange")


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


def test_a_cell_that_may_be_chosen_has_a_light_and_every_cell_a_halo() -> None:
    shown = slots(seen(after("A orange C3", side=3, white="A")))
    for slot, element in shown.items():
        if slot.startswith("cell-"):
            assert element.markable
            assert ('class="lit"' in element.svg) == (slot != "cell-c3")
            assert 'class="halo' in element.svg
