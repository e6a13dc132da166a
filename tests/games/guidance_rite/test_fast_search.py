"""The search in turn: what it finds is what looking at everything finds, it can be stopped and goes on, and it sees ends by counting."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite import fast, fast_search
from deathmatch.match.dealer import HmacSource
from tests.games.guidance_rite.matches import SMALL, begun, play, start

MOST = 2 * fast_search.WON


def plain(ground: fast.Ints, here: fast.Ints, log: fast.Ints, depth: int, ply: int = 1) -> int:
    """What the search is to find, without leaving anything out."""
    side = int(here[fast.SIDE])
    over = fast.ended(ground, here)
    if over:
        return fast_search.settled(side, over, ply)
    turns = np.zeros(fast.CAPACITY + fast_search.EXTRA, dtype=np.int64)
    targets = -1 if depth > 0 else int(here[fast.OWN + 1 - side])
    number = fast.movements(ground, here, int(here[fast.OWN + side]), targets, turns)
    values = [] if depth > 0 else [fast_search.worth(ground, here)]
    if depth > 0 and not number:
        if fast.stuck(ground, here, turns):
            return fast_search.settled(side, fast.tied(ground, here), ply)
        turns[0], number = fast.PASS, 1
    elif depth > 0:
        words, sources = turns[:number].tolist(), fast_search.able(here, side)
        for word in words:
            number = fast_search.aided(ground, here, side, word, sources, turns, number)
    for word in turns[:number].tolist():
        fast.make(ground, here, log, ply, word)
        values.append(-plain(ground, here, log, max(0, depth - 1), ply + 1))
        fast.unmake(here, log, ply)
    return max(values)


def battle(variant: str, number: int, most: int, **options: object) -> tuple[fast.Ints, fast.Ints]:
    """Ground and position of a battle at random, some quiet turns from its end."""
    terms = start(variant, {"board": "free", "size": "3x4", "quiet_turns": 3, "draw_turns": 2, **options}).game.terms
    bout = begun(terms, HmacSource(b"search", f"{variant} {number}"), most, Seat.A)
    ground = fast.ground(terms)
    return ground, fast.position(ground, bout)


def searched(ground: fast.Ints, here: fast.Ints, depth: int, *, careful: bool = True, room: int = 1 << 60) -> tuple[int, int]:
    """What the search finds, and how many positions it looks at, with a stop after each `room` of them."""
    work, table, log, before = fast_search.new_work(), fast_search.new_table(12), fast.new_log(fast_search.PLIES), here.copy()
    work[fast_search.CAREFUL] = careful
    fast_search.begin(work, depth, -MOST, MOST)
    limit = room
    while not fast_search.advance(ground, here, log, work, table, limit):
        limit += room
    assert (here == before).all()
    return int(work[fast_search.RESULT]), int(work[fast_search.NODES])


@pytest.mark.parametrize("variant", ["guardians", "final"])
def test_what_is_left_out_of_the_search_changes_nothing(variant: str) -> None:
    log = fast.new_log(fast_search.PLIES)
    for number in range(24):
        ground, here = battle(variant, number, 4 + number % 3)
        depth = 1 + number % 3
        assert searched(ground, here, depth)[0] == plain(ground, here, log, depth)


def test_a_search_that_is_stopped_goes_on_as_if_nothing_had_been() -> None:
    for number in range(6):
        ground, here = battle("final", number, 8)
        assert searched(ground, here, 4, careful=False) == searched(ground, here, 4, careful=False, room=7)


@pytest.mark.parametrize("quiet", [0, 1])
def test_a_bout_that_is_drawn_by_counting_is_seen_to_its_end(quiet: int) -> None:
    """A has a piece more and wins when quiet turns end the bout, if B captures nothing: in 2 turns, or in 4."""
    position = play("guardians", ["deal board A:P3 . B:P3 | . . . | A:P3 A:P3 B:P3"], **SMALL, quiet_turns=2)
    bout = replace(position.state.bout, quiet=replace(position.state.bout.quiet, a=quiet, b=quiet))
    ground = fast.ground(position.game.terms)
    assert searched(ground, fast.position(ground, bout), 6, careful=False)[0] > fast_search.SURE
    assert searched(ground, fast.position(ground, replace(bout, mover=Seat.B)), 6, careful=False)[0] < -fast_search.SURE
