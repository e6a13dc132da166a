"""Counted trees: how many lines of play there are from a position, each turn really made and taken back."""

from __future__ import annotations

from deathmatch.games.guidance_rite.fast.fixed import Ints
from deathmatch.games.guidance_rite.fast.moving import stuck, turns
from deathmatch.games.guidance_rite.fast.play import ended, make, unmake
from deathmatch.games.guidance_rite.fast.together import make_both, turns_at_once
from deathmatch.games.guidance_rite.fast.words import PASS
from deathmatch.solve.kernel import kernel


@kernel
def lines(ground: Ints, here: Ints, log: Ints, found: Ints, depth: int, powers: bool) -> int:
    """How many sequences of `depth` turns in turn there are; a bout that ends sooner has none.

    Args:
        here: the position, whose bout goes on; it stays as it is.
        log: room for depth + 1 turns.
        found: of depth + 1 equal parts, each with room for every turn of a position and two places more.
        depth: 1 or more.
        powers: whether turns with powers are among them.
    """
    part = found.size // (depth + 1)
    total = ply = 0
    first = turns(ground, here, log, depth, powers, found[:part])
    found[part - 2], found[part - 1] = first, 0  # how many turns there are, and which comes next
    while ply >= 0:
        base = ply * part
        which = found[base + part - 1]
        if which == found[base + part - 2]:
            ply -= 1
            if ply >= 0:
                unmake(here, log, ply)
            continue
        found[base + part - 1] = which + 1
        make(ground, here, log, ply, found[base + which])
        if ply + 1 == depth:
            total += 1
            unmake(here, log, ply)
            continue
        base += part
        there = turns(ground, here, log, depth, powers, found[base : base + part])
        if ended(ground, here) or (found[base] == PASS and stuck(ground, here, found[base + 1 : base + part])):
            unmake(here, log, ply)
            continue
        found[base + part - 2], found[base + part - 1] = there, 0
        ply += 1
    return total


@kernel
def both(ground: Ints, here: Ints, log: Ints, ply: int, powers: bool, part: Ints) -> None:
    """The turns of both seats, a half of `part` each; the last two places of a half are their number, and 0."""
    half = part.size // 2
    for seat in range(2):
        room = part[seat * half : seat * half + half]
        number = turns_at_once(ground, here, log, ply, seat, powers, room)
        room[half - 2], room[half - 1] = number, 0


@kernel
def lines_at_once(ground: Ints, here: Ints, log: Ints, found: Ints, depth: int, powers: bool) -> int:
    """How many sequences of `depth` pairs of turns at once there are; as `lines`, with twice the room."""
    part = found.size // (depth + 1)
    half = part // 2
    total = ply = 0
    both(ground, here, log, depth, powers, found[:part])
    while ply >= 0:
        base = ply * part
        one, two = found[base + half - 1], found[base + 2 * half - 1]
        if two == found[base + 2 * half - 2]:
            one, two = one + 1, 0
        if one == found[base + half - 2]:
            ply -= 1
            if ply >= 0:
                unmake(here, log, ply)
            continue
        found[base + half - 1], found[base + 2 * half - 1] = one, two + 1
        make_both(ground, here, log, ply, found[base + one], found[base + half + two])
        if ply + 1 == depth:
            total += 1
            unmake(here, log, ply)
            continue
        base += part
        if ended(ground, here) or stuck(ground, here, found[base : base + part]):
            unmake(here, log, ply)
            continue
        both(ground, here, log, depth, powers, found[base : base + part])
        ply += 1
    return total
