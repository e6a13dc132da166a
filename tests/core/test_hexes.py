"""Hexagons of hexagons: names, neighbours and places agree with each other."""

from __future__ import annotations

import pytest

from deathmatch.core.hexes import hexagon


@pytest.mark.parametrize("side", [0, -1, 14])
def test_a_side_that_no_board_has_is_refused(side: int) -> None:
    with pytest.raises(ValueError, match="1 to 13"):
        hexagon(side)
