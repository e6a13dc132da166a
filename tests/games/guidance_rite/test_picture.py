"""The picture shows what the view holds: owners are told by shape, and it says itself in words."""

from __future__ import annotations

import re
from typing import Any

from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import PUBLIC, Eye, Seat
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


def test_what_waits_shows_as_sealed_and_as_nothing_more() -> None:
    position = play("guardians", ["deal board . . B:P5 | . . . | A:P12 . ."], **{**SMALL, "turns": "simultaneous"})
    one, other = (position.accept("A", text)[0] for text in ("A1-A2", "A1-B2"))
    assert seen(one, Seat.B, one.waiting) == seen(other, Seat.B, other.waiting)
    assert slots(seen(one, Seat.B, one.waiting))["sealed-a"].label == "{A}'s submission: sealed"
