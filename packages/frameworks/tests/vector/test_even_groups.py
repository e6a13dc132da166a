"""A position of Even Groups that random matches hardly ever reach, held to the rules."""

from __future__ import annotations

from typing import Final

from deathmatch.games.even_groups.values import Colour
from packages.frameworks.tests.vector.even_groups import EvenGroups
from packages.frameworks.tests.vector.mirror import Script

MOVES: Final = ("D3 E5", "C3 C4", "C5 D6", "F3 G4", "F6 G3", "I5o G5")
"""After `orange A1`: white stones but for I5. Three white groups lead from E4 to E6, which touch all of them."""


def put(script: Script, stone: str) -> None:
    """A stone of the colour that is wanted."""
    seat = script.seat
    script.play(stone.removesuffix("o"))
    if script.mirror.given[seat] and stone.endswith("o") and "orange" in script.legal:
        script.play("orange")
    elif script.mirror.given[seat] and "." in script.legal:
        script.play(".")


def test_cells_that_three_groups_have_in_common() -> None:
    script = Script(EvenGroups, "even-groups/standard", white="A")
    script.play("A1")
    for move in MOVES:
        for stone in move.split():
            put(script, stone)
    board = script.mirror.state.board
    assert (len(board.white), board.total) == (3, 5)
    assert all(len(board.touching(board.hexagon.index[cell], Colour.WHITE)) == 3 for cell in ("E4", "E6"))
    script.play("E4")
