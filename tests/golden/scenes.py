"""Golden pictures: positions of short records, as the SVG that they must give.

After a wanted change of the drawing `python -m tests.golden.scenes` writes them again: look at each, and say in the commit what changed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from deathmatch.core import themes
from deathmatch.core.scene import Scene
from deathmatch.core.seats import PUBLIC, BySeat, Eye, Onlooker, Seat
from deathmatch.games import find
from deathmatch.match.record import read
from deathmatch.match.replay import positions

FOLDER = Path(__file__).parent

CASES: dict[str, tuple[str, int, Eye]] = {
    "gauntlet-start": ("gauntlet", 0, PUBLIC),
    "gauntlet-barred": ("gauntlet", 4, Seat.A),
    "gauntlet-five-lights": ("gauntlet", 6, Seat.B),
    "gauntlet-sealed": ("gauntlet", 9, Seat.A),
    "final-overload": ("final", 4, Seat.A),
    "final-priority-open": ("final", 8, Seat.B),
    "final-priority-used": ("final", 9, PUBLIC),
    "setna-struck": ("setna", 4, Seat.A),
    "setna-over": ("setna", 7, Seat.B),
    "gambit-hold": ("gambit", 2, Seat.A),
    "gambit-answers": ("gambit", 11, Seat.B),
    "gambit-onlooker": ("gambit", 15, Onlooker(2)),
    "gambit-over": ("gambit", 16, Seat.A),
    "colosseum-pick": ("colosseum", 2, Seat.B),
    "colosseum-hint": ("colosseum", 20, Seat.A),
    "colosseum-watched": ("colosseum", 12, PUBLIC),
    "even-choice": ("even-small", 0, PUBLIC),
    "even-small": ("even-small", 4, Seat.A),
    "even-middle": ("even", 14, Seat.A),
    "even-blocked": ("even-blocked", 9, PUBLIC),
    "tiles-bid": ("tiles", 14, Seat.B),
    "tiles-left-over": ("tiles", 25, Seat.B),
    "tiles-items": ("tiles", 27, Seat.B),
    "tiles-joust": ("tiles", 33, Seat.A),
    "tiles-watched": ("tiles", 36, PUBLIC),
    "tiles-over": ("tiles", 51, Seat.A),
    "rite-claims": ("rite", 5, Seat.A),
    "rite-middle": ("rite", 17, Seat.B),
    "rite-final-sealed": ("rite-final", 4, Seat.A),
    "rite-final-watched": ("rite-final", 1, PUBLIC),
}
"""Name -> the record in this folder, after how many of its events, who looks."""


def scene(name: str) -> Scene:
    """The picture of a case."""
    record, event, eye = CASES[name]
    position = list(positions(read((FOLDER / f"{record}.dm").read_bytes(), find)))[event]
    picture: Scene = position.game.picture(position.view(eye), position.waiting)
    return picture.named(BySeat("Ann", "Bob"))


def document(name: str) -> str:
    """The file of a case: an element a line, so that a change can be read."""
    return themes.document(scene(name), "light").replace('<g id="slot-', '\n<g id="slot-').replace("}.", "}\n.") + "\n"


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
