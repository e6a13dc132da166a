"""The cases of the day hold every two values that go together, in few rows."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, product

import pytest

from deathmatch.core.game import Variant
from deathmatch.judging.matches import binds, choices
from tests.conformance.cases import VARIANTS, by_day, by_night
from tests.conformance.pairwise import cover, pairs


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_every_two_values_that_go_together_are_in_a_case(variant: Variant) -> None:
    tried = choices(variant)
    usual = {key: values[0] for key, values in tried.items()}
    held = {pair for case in by_day(variant) for pair in pairs(usual | case.options)}
    for one, two in combinations(tried, 2):
        for a, b in product(tried[one], tried[two]):
            if binds(variant, {one: a, two: b}):
                assert frozenset({(one, a), (two, b)}) in held
    assert all(binds(variant, case.options) for case in (*by_day(variant), *by_night(variant)))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_every_value_that_goes_with_the_defaults_stands_alone_at_night(variant: Variant) -> None:
    alone = {case.given for case in by_night(variant)}
    for key, (_, *others) in choices(variant).items():
        for value in others:
            assert (((key, value),) in alone) == binds(variant, {key: value})


def test_values_that_do_not_go_together_are_in_no_row() -> None:
    def allowed(row: Mapping[str, int]) -> bool:
        return not (row["a"] == 1 and row["b"] == 1) and row["c"] != 2

    rows = cover(dict.fromkeys("abc", (0, 1, 2)), allowed, [{"a": 0, "b": 0, "c": 0}])
    assert rows[0] == {"a": 0, "b": 0, "c": 0}
    assert all(allowed(row) for row in rows)
    assert len({pair for row in rows for pair in pairs(row)}) == 9 - 1 + 6 + 6
