"""The kernels of Guidance Rite: turns made and taken back a second in counted trees, one core's own time."""

from __future__ import annotations

from time import process_time
from typing import Any

import numpy as np

from bench.machine import each
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games import find
from deathmatch.games.guidance_rite import GuidanceRite, fast, rules
from deathmatch.games.guidance_rite.fast import Ints
from deathmatch.games.guidance_rite.fast_search import make_both
from deathmatch.games.guidance_rite.rules import board
from deathmatch.games.guidance_rite.values import Bout, Terms
from deathmatch.match.dealer import HmacSource
from deathmatch.solve.kernel import kernel

ROOM = 1 << 17  # turns of a seat
TREES = {"in turn": {"guardians": 5, "final": 4}, "in turn, powers": {"guardians": 2, "final": 2}, "at once": {"guardians": 2, "final": 2}}
"""How deep; one turn more takes from half a minute to half an hour."""


def measure() -> dict[str, Any]:
    """Lines of play, and turns made a second, from the same battle in both variants."""
    return {name: _trees(name) for name in each(("guardians", "final"))}


def battle(terms: Terms, *, simultaneous: bool) -> Bout:
    """A battle that begins on a generated board, whose pieces go to A and B in turn; every sixth one is gone."""
    dealt = board(terms, HmacSource(b"bench", "guidance"))
    pieces = [None if number % 6 == 5 else piece.owned(SEATS[number % 6 % 2]) for number, piece in enumerate(dealt) if piece is not None]
    mover = None if simultaneous else Seat.A
    return rules.carried(terms, Bout(1, simultaneous, tuple(pieces), mover=mover), tuple(pieces), (), left=False)


def _trees(name: str) -> dict[str, Any]:
    _, game = find(f"guidance-rite/{name}").bind({})
    assert isinstance(game, GuidanceRite)
    ground = fast.ground(game.terms)
    return {what: _counted(ground, battle(game.terms, simultaneous=what == "at once"), what, depth[name]) for what, depth in TREES.items()}


def _counted(ground: Ints, bout: Bout, what: str, depth: int) -> dict[str, int]:
    """The lines of each depth, and turns made a second in the deepest."""
    here, counts, spent = fast.position(ground, bout), dict[str, int](), 0.0
    for deep in range(1, depth + 1):
        turns, log = np.zeros(deep * 2 * ROOM, dtype=np.int64), fast.new_log(deep + 1)
        began = process_time()
        counts[f"depth {deep}"] = lines(ground, here, log, turns, deep, what.endswith("powers"), bout.simultaneous)
        spent = process_time() - began
    return {**counts, "turns_per_second": round(sum(counts.values()) / spent)}


# --- Counted trees by kernels: how many lines of play there are from a position, each turn really made and taken back


@kernel
def listed(ground: Ints, here: Ints, log: Ints, ply: int, powers: bool, at_once: bool, part: Ints) -> None:
    """The turns of both seats, a half of `part` each; in turn a pass for the seat that waits. A half ends with their number, and 0."""
    half = part.size // 2
    for seat in range(2):
        room = part[seat * half : seat * half + half]
        if at_once or here[fast.SIDE] == seat:
            room[half - 2] = fast.turns(ground, here, log, ply, seat, powers, room)
        else:
            room[0], room[half - 2] = fast.PASS, 1
        room[half - 1] = 0


@kernel
def lines(ground: Ints, here: Ints, log: Ints, out: Ints, depth: int, powers: bool, at_once: bool) -> int:
    """How many sequences of `depth` turns there are, or of pairs of turns at once; a bout that ends sooner has none.

    Args:
        ground: the board and the terms.
        here: the position, whose bout goes on; it stays as it is.
        log: room for depth + 1 turns.
        out: `depth` equal parts; each half of a part has room for every turn of a seat and two more places.
        depth: 1 or more.
        powers: whether turns with powers are among them.
        at_once: whether both seats move at once.
    """
    part = out.size // depth
    half = part // 2
    total = ply = ground[fast.ZERO]
    listed(ground, here, log, depth, powers, at_once, out[:part])
    while ply >= 0:
        base = ply * part
        one, two = out[base + half - 1], out[base + 2 * half - 1]
        if two == out[base + 2 * half - 2]:
            one, two = one + 1, 0
        if one == out[base + half - 2]:
            ply -= 1
            if ply >= 0:
                fast.unmake(here, log, ply)
            continue
        out[base + half - 1], out[base + 2 * half - 1] = one, two + 1
        a, b = int(out[base + one]), int(out[base + half + two])
        if at_once:
            make_both(ground, here, log, ply, a, b)
        else:
            fast.make(ground, here, log, ply, b if here[fast.SIDE] else a)
        if ply + 1 == depth:
            total += 1
            fast.unmake(here, log, ply)
            continue
        base += part
        over = fast.ended(ground, here) != 0
        if not over:
            listed(ground, here, log, depth, powers, at_once, out[base : base + part])
            over = out[base] == fast.PASS and out[base + half] == fast.PASS and fast.stuck(ground, here, out[base + 1 : base + half - 2])
        if over:
            fast.unmake(here, log, ply)
            continue
        ply += 1
    return int(total)
