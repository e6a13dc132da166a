"""The roles of a Death Match, and the option that they are bound to."""

from __future__ import annotations

import pytest

from deathmatch import games
from deathmatch.core.errors import OptionError
from deathmatch.core.options import DMO, recorded, roles

WITH = games.find("even-groups/standard").options


def test_the_role_and_the_option_set_each_other() -> None:
    assert roles(WITH, {}, "A") == ({DMO: "B"}, "A")
    assert roles(WITH, {}, "B") == ({DMO: "A"}, "B")
    assert roles(WITH, {DMO: "A"}, "") == ({DMO: "A"}, "B")
    assert roles(WITH, {DMO: "A"}, "B") == ({DMO: "A"}, "B")
    assert roles(WITH, {}, "") == ({}, "")
    assert roles((), {}, "A") == ({}, "A"), "a variant without the option has roles all the same"
    with pytest.raises(OptionError, match="seat A cannot be both EC and DMO"):
        roles(WITH, {DMO: "A"}, "A")


def test_a_record_says_the_role_by_its_option_or_its_tag() -> None:
    assert recorded({DMO: "A"}, ()) == "B"
    assert recorded({}, (("ec", "a"),)) == "A"
    assert recorded({}, (("ec", "nobody"),)) == ""
    assert recorded({DMO: "B"}, (("ec", "B"),)) == "A"
