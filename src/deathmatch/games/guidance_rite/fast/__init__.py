"""The rules of the battle once more, as compiled kernels; `tests/games/guidance_rite/test_fast.py` holds them to `rules`.

- `ground(terms)` is what stays the same throughout a bout, one array that every kernel gets first.
- `position(ground, bout)` is a position, one array that the kernels change in place; boards of up to 6x6. `board_of` and `counters_of` are
  the way back. Its parts that one may want to read have names: `here[OWN + seat]`, `here[SIDE]`, `here[HASH]`, `here[WORTH + seat]` ...
  (`words`). Seats are 0 (A) and 1 (B).
- `new_log(plies)` is room to remember so many turns; `make(ground, here, log, ply, turn)` plays a turn of `here[SIDE]` and remembers it in
  row `ply`, `make_both(ground, here, log, ply, a, b)` plays A's and B's at once (R46 to R48, powers included), and
  `unmake(here, log, ply)` takes back either.
- A turn is an integer, PASS (0) a pass or a time-out. `turn_of` turns it into a submission, `word_of` makes it from a movement of the
  rules. `turns(ground, here, log, ply, seat, powers, out)` writes every turn of a seat into `out` and tells how many; row `ply`
  of the log is used for it, so it has to be free. Of turns with powers there may be thousands, in `final` more: turns that do not fit
  into `out` are counted and left out. `movements` lists those of some pieces, or only captures; `powered` the powers that go with one
  movement.
- `counting.lines` counts trees, `search` looks ahead in turn.
- `ended(ground, here)` after a turn: GOES_ON, DECIDED + the seat that won, or NOBODY if R54 has the bout played again. That nobody
  can move (R52) is `stuck`, which costs more and is needed only if a seat that has to move has only a pass.

Numba compiles a kernel once more for each constant that it is handed by another kernel: hand over variables, such as `ground[ZERO]`.

Options that the kernels honour: `size`, `powers`, `removals`, `crossing`, `draw_pieces`, `draw_turns`, `draw_from`, `quiet_turns`,
`last_tie`, `crow_power`. Not theirs, but the rules': deals, claims, placing, who moves first; items (`rules.items.used` gives the board
after one, which `position` takes; the pieces that it names may not move then: leave them out of what `movements` is asked for. At once
the other's item may spoil a movement: make it PASS then); time-outs, beyond their being a pass.

Batches of whole matches have kernels of their own for the rest, but for time-outs: `boards` deals, `flow` leads from decision to decision,
`tokens` puts submissions together, and `naming` has the pieces and arrows that they may name, items included. `batch` has their calls.
"""

from __future__ import annotations

from deathmatch.games.guidance_rite.fast.coding import board_of, counters_of, new_log, position, turn_of, word_of
from deathmatch.games.guidance_rite.fast.fixed import ZERO, Ints, ground
from deathmatch.games.guidance_rite.fast.moving import movements, powered, stuck, turns
from deathmatch.games.guidance_rite.fast.play import DECIDED, GOES_ON, NOBODY, ended, make, tied, unmake
from deathmatch.games.guidance_rite.fast.together import make_both
from deathmatch.games.guidance_rite.fast.words import CAPACITY, HASH, MOVEMENT, OWN, PASS, ROW, SIDE, WORTH

__all__ = [
    "CAPACITY",
    "DECIDED",
    "GOES_ON",
    "HASH",
    "MOVEMENT",
    "NOBODY",
    "OWN",
    "PASS",
    "ROW",
    "SIDE",
    "WORTH",
    "ZERO",
    "Ints",
    "board_of",
    "counters_of",
    "ended",
    "ground",
    "make",
    "make_both",
    "movements",
    "new_log",
    "position",
    "powered",
    "stuck",
    "tied",
    "turn_of",
    "turns",
    "unmake",
    "word_of",
]
