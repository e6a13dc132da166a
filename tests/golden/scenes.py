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
EVEN = """
option white B
B orange F5
A orange C6 white G6
B white E5 white I1
A white C5 orange I5
B orange D2 white E3
A white E8 white G3
B white A1 white C3
A orange C1 white D6
B white G4 white I2
A orange C7 white E9
B white F1 white F4
A orange B1 orange D7
B white A2 orange I4
A white F7 orange F8
"""
EVEN_BLOCKED = """
option side 3
option white A
A orange C1
B white B4 orange E2
A orange C5 white E3
B white A2 white C3
A orange A3 white C4
B orange B2 orange B3
A orange D2 orange E1
B white C2 orange D4
A orange B1 orange D1
"""
EVEN_SMALL = """
option side 3
B orange
A orange C3
B white B2 white D4
A orange C4 white A1
"""
GAMBIT = """
option first A
option onlookers 4
option onlooker_letters split
deal hands A:ABCKZ B:FGHQX
B hold FGH
A hold ABC
deal redraw A:DQ B:IZ
A hold ABCD
B hold FGHI
deal redraw A:E B:J
deal onlookers ZKYL
A word BASIC
B hint any
A hint one
B guess A
A timeout
B guess W
B lose F
A hand GHIJ
"""
COLOSSEUM = """
option first A
option slip reveal
deal offer A:EGHJMNPT B:ABCFILQR
A pick EGJNP
B pick ABCIR
A word GENIUS
B hint one
A hint odd
B guess N
A word NONE
B hint one
A hint any
B guess O
B lose Z
B lose B
A guess Q
A lose P
B word UNCOPYRIGHTABLE
A hint any
B hint odd
A word JUMPY
B hint any
"""

TILES = """
option chips 12
option sets 1
option preview yes
A pick inversion
deal tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 0-5
B bid 2
A bid 4
B fold
A choose minute
A bid 1
B bid 2
A fold
B fold
A fold
B choose balance
B bid 3
A bid 4
B fold
A fold
B fold
A choose giant
A fold
B fold
A bid 1
B fold
A choose minute
A fold
B fold
B keep 5
A invert 12
B conceal
A put 7
B put 9
A put 1*
B pass
A pass
B put 4
A pass
B pass
A put 10
B put 13
A pass
B pass
A put 11
B put 5
A pass
B pass
A put 8
B put 3
A pass
B pass
A put 6s1
B put 2s1
A pass
"""

RITE = """
deal board C346 P123458 M12678 R278 P1267 | P1568 P23458 L68 G58 C38 | G24567 M47 M238 R13478 P15678 \
| C1234 L356 L12467 M1246 C13456 | R1235 G178 R57 L2347 G3456
A claim B2 D4
B claim D4 C3
A claim E1 D1
B claim A1 A2
A claim E5 E4
B claim A3 A4
A claim E3 E2
B claim B4 B5
A claim C1 D5
B claim C5 A5
A claim D2 D3
B claim B1 C4
B first A
A D3-D4
B C3-E3
A D4-E3 lizard B2 N
"""
RITE_FINAL = """
option turns simultaneous
option board free
option fill 0
option honour both
option rotate A
option swap B
deal board A:R13/2 A:P5 . B:P5* . | . B:C357 B:M15/8 . B:G7 | . A:L1/3* . B:P24 . \
| A:M1357 . B:R246/1 . B:L5 | A:P1/3 A:G128* . B:P2 . | . A:C37/1 . A:P13 B:P7
A rotate A6 90 A3-A5
B C3-B2 crow B5 C5 NW
B swap B6 B4 E5-D5
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
    "gambit-hold": ("letter-hunt/gambit", GAMBIT, 2, Seat.A),
    "gambit-answers": ("letter-hunt/gambit", GAMBIT, 11, Seat.B),
    "gambit-onlooker": ("letter-hunt/gambit", GAMBIT, 15, Onlooker(2)),
    "gambit-over": ("letter-hunt/gambit", GAMBIT, 16, Seat.A),
    "colosseum-pick": ("letter-hunt/colosseum", COLOSSEUM, 2, Seat.B),
    "colosseum-hint": ("letter-hunt/colosseum", COLOSSEUM, 20, Seat.A),
    "colosseum-watched": ("letter-hunt/colosseum", COLOSSEUM, 12, PUBLIC),
    "even-choice": ("even-groups/standard", EVEN_SMALL, 0, PUBLIC),
    "even-small": ("even-groups/standard", EVEN_SMALL, 4, Seat.A),
    "even-middle": ("even-groups/standard", EVEN, 14, Seat.A),
    "even-blocked": ("even-groups/standard", EVEN_BLOCKED, 9, PUBLIC),
    "tiles-bid": ("tile-joust/final", TILES, 14, Seat.B),
    "tiles-left-over": ("tile-joust/final", TILES, 25, Seat.B),
    "tiles-items": ("tile-joust/final", TILES, 27, Seat.B),
    "tiles-joust": ("tile-joust/final", TILES, 33, Seat.A),
    "tiles-watched": ("tile-joust/final", TILES, 36, PUBLIC),
    "tiles-over": ("tile-joust/final", TILES, 51, Seat.A),
    "rite-claims": ("guidance-rite/guardians", RITE, 5, Seat.A),
    "rite-middle": ("guidance-rite/guardians", RITE, 17, Seat.B),
    "rite-final-sealed": ("guidance-rite/final", RITE_FINAL, 4, Seat.A),
    "rite-final-watched": ("guidance-rite/final", RITE_FINAL, 1, PUBLIC),
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
