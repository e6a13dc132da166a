"""The picture: what it shows to whom, where it stays, and what follows from what was shown about the tiles across the table."""

from __future__ import annotations

from typing import Any

from deathmatch.core.optional import Aid, picture
from deathmatch.core.scene import Scene
from deathmatch.core.seats import PUBLIC, Eye, Seat
from deathmatch.games.tile_joust.words import Fate, Lot, lots
from tests.games.tile_joust.test_rule_cases import BROKE, DEAL, KEEP, SOLD, SOLD_2, play


def scene(variant: str, events: list[str], eye: Eye, **options: Any) -> Scene:
    position = play(variant, events, **options)
    painted: Scene = position.game.picture(position.view(eye), position.waiting)
    return painted


def labels(painted: Scene) -> dict[str, str]:
    return {element.slot: element.label for element in painted.elements}


def held(variant: str, events: list[str], seat: Seat, eye: Eye = PUBLIC, **options: Any) -> dict[str, Lot]:
    return {lot.lot: lot for lot in lots(play(variant, events, **options).view(eye), seat)}


def fates(variant: str, events: list[str], seat: Seat, eye: Eye = PUBLIC, **options: Any) -> list[tuple[str, int | None]]:
    return [(lot.fate.value, lot.number) for lot in held(variant, events, seat, eye, **options).values()]


def test_the_offer_lies_open_for_the_chooser_alone() -> None:
    assert labels(scene("final", KEEP, Seat.B, chips=1))["offer-1"] == "Tile 0 left over: black"
    for eye in (Seat.A, PUBLIC):
        shown = labels(scene("final", KEEP, eye, chips=1))
        assert shown["offer-1"] == shown["offer-2"] == "A tile left over, face down"


def test_conceal_leaves_open_of_which_group_a_tile_was() -> None:
    events = [*SOLD_2, "A pass", "B conceal", "A put 1", "B put 2"]
    assert fates("final", events, Seat.A, **BROKE).count(("perhaps", None)) == 3  # the white ones


def test_an_inversion_leaves_the_colour_open() -> None:
    events = [*SOLD_2, "A invert 8", "B pass", "A put 5*", "B put 2"]
    shown = held("final", events, Seat.A, **BROKE)
    assert shown["1-2-balance"].fate is Fate.GONE  # the only one of group 2, though it was black
    assert shown["1-3-minute"].fate is Fate.HELD


def helped(events: list[str], eye: Eye, aid: Aid, **options: Any) -> dict[str, str]:
    position = play("gauntlet", events, **options)
    return labels(picture(position.game, position.view(eye), position.waiting, aid))


def test_a_table_with_deductions_says_which_numbers_a_tile_may_have() -> None:
    """A holds 1 6 7 8 11 12; of the even numbers 2, 4 and 10 are left, and 10 alone is the middle one of group 4."""
    shown = helped([*SOLD, "A put 1", "B put 13"], Seat.A, Aid.DEDUCTION, **BROKE)
    assert shown["their-1-1-minute"] == "{B}'s white minute tile, 3 5, group 1, 0 paid; it may be 3 or 5"
    assert shown["their-1-4-balance"] == "{B}'s black balance tile, = 10, group 4, 0 paid; it is 10"
    assert shown["their-up-1"] == "{B}'s white tile, face down, group 3; it may be 9 or 13"
    assert shown["hand-1-1-balance"] == "Your tile 6: 0 paid, black, balance, group 1"
    block = helped([DEAL, "B bid 5", "A fold", "B choose minute"], Seat.B, Aid.DEDUCTION)
    assert block["block-minute"] == "Minute, smallest, white: under auction now; it may be 1, 3 or 5"


def test_a_table_without_deductions_and_a_watcher_are_told_nothing_of_it() -> None:
    events = [*SOLD, "A put 1", "B put 13"]
    assert not [label for label in helped(events, Seat.A, Aid.LOG, **BROKE).values() if "may be" in label]
    assert helped(events, PUBLIC, Aid.DEDUCTION, **BROKE) == helped(events, PUBLIC, Aid.LOG, **BROKE)
