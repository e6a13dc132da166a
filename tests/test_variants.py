"""By day a test marked `one_variant` has one variant of each game, by night the others; the day has every variant among all such tests."""

from __future__ import annotations

import pytest

from deathmatch import games
from tests import variants

MANY = [f"tests/test_one.py::test_{number}" for number in range(30)]
EVERY = list(games.every())


def of_the_night(value: object) -> bool:
    return isinstance(value, type(pytest.param())) and any(mark.name == "nightly" for mark in value.marks)


def test_every_variant_is_left_to_the_day_by_some_test() -> None:
    kept = {variants.by_day(variant.game, test) for variant in EVERY for test in MANY}
    assert kept == {variant.id for variant in EVERY}


def test_a_case_is_known_by_a_name_and_by_one_of_several_values_and_keeps_its_own_marks() -> None:
    name = next(variant.id for variant in EVERY if variants.by_day(variant.game, MANY[0]) != variant.id)
    assert of_the_night(variants.by_night(name, MANY[0], alone=True))
    assert of_the_night(variants.by_night((3, name), MANY[0], alone=False))
    options = pytest.param(name, marks=pytest.mark.options, id="its name")
    case = variants.by_night(options, MANY[0], alone=True)
    assert ([mark.name for mark in case.marks], case.id, case.values) == (["options", "nightly"], "its name", (name,))
