"""Counted trees by kernels: how many lines of play there are from a position, each turn really made and taken back."""

from __future__ import annotations

from deathmatch.games.guidance_rite import fast
from deathmatch.games.guidance_rite.fast import Ints
from deathmatch.games.guidance_rite.fast_search import make_both
from deathmatch.solve.kernel import kernel


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
