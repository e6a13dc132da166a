"""Golden pictures: positions of short records, as the SVG that they must give.

After a wanted change of the drawing `python -m tests.golden.scenes` writes them again: look at each, and say in the commit what changed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from deathmatch.core import ink
from deathmatch.core.scene import Scene
from deathmatch.core.seats import PUBLIC, BySeat, Eye, Seat
from deathmatch.games import find
from deathmatch.match.record import read
from deathmatch.match.replay import positions

FOLDER = Path(__file__).parent

GAUNTLET = """
A score grow
B score block:block
A claim block:block
B block:claim steal
A claim steal
B score steal
A grow block:score
B timeout
A timeout
"""
FINAL = """
A score claim
B score score
A overload grow block:score steal
B grow claim
A score score
B score claim
A grow claim
B reset claim block:claim
B priority
"""
SETNA = """
A score claim
B raise
A score claim
B raise
A none
B steal raise
B resign
"""

CASES: dict[str, tuple[str, str, int, Eye]] = {
    "gauntlet-start": ("five-card-trick/gauntlet", GAUNTLET, 0, PUBLIC),
    "gauntlet-barred": ("five-card-trick/gauntlet", GAUNTLET, 4, Seat.A),
    "gauntlet-five-lights": ("five-card-trick/gauntlet", GAUNTLET, 6, Seat.B),
    "gauntlet-sealed": ("five-card-trick/gauntlet", GAUNTLET, 9, Seat.A),
    "final-overload": ("five-card-trick/final", FINAL, 4, Seat.A),
    "final-priority-open": ("five-card-trick/final", FINAL, 8, Seat.B),
    "final-priority-used": ("five-card-trick/final", FINAL, 9, PUBLIC),
    "setna-struck": ("five-card-trick/setna", SETNA, 4, Seat.A),
    "setna-over": ("five-card-trick/setna", SETNA, 7, Seat.B),
}
"""Name -> variant, events, after how many of them, who looks."""


def scene(name: str) -> Scene:
    """The picture of a case."""
    variant, events, event, eye = CASES[name]
    position = list(positions(read(f"deathmatch 1\ngame {variant}\n{events}", find)))[event]
    picture: Scene = position.game.picture(position.view(eye), position.waiting)
    return picture.named(BySeat("Ann", "Bob"))


def document(name: str) -> str:
    """The file of a case: an element a line, so that a change can be read."""
    return ink.document(scene(name), "light").replace('<g id="slot-', '\n<g id="slot-').replace("}.", "}\n.") + "\n"


def path(name: str) -> Path:
    """Where the file lies."""
    return FOLDER / f"{name}.svg"


def main() -> None:
    """Write every file again."""
    for name in CASES:
        path(name).write_text(document(name), encoding="utf-8")
        sys.stdout.write(f"{path(name).name}\n")


if __name__ == "__main__":
    main()
