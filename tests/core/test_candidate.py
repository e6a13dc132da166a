"""The roles of a Death Match, and the option that they are bound to."""

from __future__ import annotations

import pytest

from deathmatch import games
from deathmatch.core.errors import OptionError
from deathmatch.core.game import Variant
from deathmatch.core.options import DMO, recorded, roles

WITH = [variant for variant in games.every() if any(option.key == DMO for option in variant.options)]
WITHOUT = [variant for variant in games.every() if variant not in WITH]


@pytest.mark.parametrize("variant", WITH, ids=lambda variant: variant.id)
def test_the_role_and_the_option_set_each_other(variant: Variant) -> None:
    assert roles(variant.options, {}, "A") == ({DMO: "B"}, "A")
    assert roles(variant.options, {}, "B") == ({DMO: "A"}, "B")
    assert roles(variant.options, {DMO: "A"}, "") == ({DMO: "A"}, "B")
    assert roles(variant.options, {DMO: "A"}, "B") == ({DMO: "A"}, "B")
    assert roles(variant.options, {}, "") == ({}, "")


@pytest.mark.parametrize("variant", WITHOUT, ids=lambda variant: variant.id)
def test_a_variant_without_the_option_has_roles_all_the_same(variant: Variant) -> None:
    assert roles(variant.options, {}, "A") == ({}, "A")


def test_one_seat_cannot_have_both_roles() -> None:
    with pytest.raises(OptionError, match="seat A cannot be both EC and DMO"):
        roles(WITH[0].options, {DMO: "A"}, "A")


def test_a_record_says_the_role_by_its_option_or_its_tag() -> None:
    assert recorded({DMO: "A"}, ()) == "B"
    assert recorded({}, (("ec", "a"),)) == "A"
    assert recorded({}, (("ec", "nobody"),)) == ""
    assert recorded({DMO: "B"}, (("ec", "B"),)) == "A"
