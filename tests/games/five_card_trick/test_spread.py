"""What can come: three steps through what is left of the seats, against every pair of submissions of every configuration."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from deathmatch.core.seats import BySeat
from deathmatch.games.five_card_trick.fast import layers, spread, stages
from deathmatch.games.five_card_trick.fast.stages import Seats, Tables
from deathmatch.games.five_card_trick.solver.induction import Hull
from deathmatch.games.five_card_trick.solver.plan import plan
from tests.games.five_card_trick.test_solver import bound

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("gauntlet", {}),
    ("gauntlet", {"blocked_collides": "no", "steal_needs": "any"}),
    ("setna", {"dmo": "A"}),
    ("final", {"overload": "none", "reset": "none", "priority": "A"}),
    ("final", {"overload": "none", "reset": "none", "priority": "B", "priority_beats_block": "yes"}),
]
POTS = 4


def next_round(seats: BySeat[Seats], known: Tables, hull: Hull) -> Hull:
    """What can come before the next round, by shares in another order."""
    mine, theirs = seats.map(spread.ways)
    least, most = nowhere(known, POTS + 1)
    for first, last in reversed(spread.shares(seats.a, mine)):
        spread.can_come(known, mine, theirs, first, last, *hull, least, most)
    return least, most


def nowhere(known: Tables, pots: int) -> Hull:
    least = np.full((known.keys.size, pots + 1), layers.FAR, dtype=np.int16)
    return least, -least


def by_cells(known: Tables, hull: Hull) -> dict[tuple[int, int], tuple[int, int]]:
    """The same by the cells of each stage: the least and the greatest lead by configuration and pot."""
    can: dict[tuple[int, int], tuple[int, int]] = {}
    out = stages.cells(known.met.shape[0])

    def note(place: int, pot: int, low: int, high: int) -> None:
        before = can.get((place, pot), (low, high))
        can[place, pot] = min(before[0], low), max(before[1], high)

    for c in np.flatnonzero((hull[0] <= hull[1]).any(axis=1)):
        m, n = stages.open_stage(known, int(known.keys[c]), out)
        for cell, used in zip(out.cells[:m, :n].ravel().tolist(), out.used[:m, :n].ravel().tolist(), strict=True):
            taker, asked = layers.taker_of.py_func(cell), layers.asked_of.py_func(cell)
            for pot in np.flatnonzero(hull[0][c] <= hull[1][c]).tolist():
                grown = pot + (cell & 1)
                gain, here = layers.gain_of.py_func(cell) + taker * grown, 1 if taker else grown
                low, high = int(hull[0][c, pot]) + gain, int(hull[1][c, pot]) + gain
                note(cell >> stages.TO_AT, here, low, high)
                if asked:
                    prize = here if asked == 1 else -here
                    note(used, 1, low + prize, high + prize)
    return can


def told(hull: Hull) -> dict[tuple[int, int], tuple[int, int]]:
    """A hull as `by_cells` has it."""
    places = np.argwhere(hull[0] <= hull[1]).tolist()
    return {(place, pot): (int(hull[0][place, pot]), int(hull[1][place, pot])) for place, pot in places}


@pytest.mark.parametrize(("name", "more"), OPTIONS)
def test_what_can_come_is_what_the_cells_of_all_stages_lead_to(name: str, more: dict[str, Any]) -> None:
    """From leads that lie anywhere, so that neither seat's ways may be mixed up with another's."""
    game = bound(name, **more)
    found = plan(game.terms, game.start())
    few, known = (stages.tables(found.book.rows, found.book.book, *found.seats, [found.key(game.start())], steps) for steps in (2, 3))
    assert few is not None
    assert known is not None
    numbers = np.random.default_rng(2026)
    least, most = nowhere(known, POTS)
    for place in known.place[numbers.choice(few.keys, min(few.keys.size, 600), replace=False)]:  # whose successors are numbered
        for pot in numbers.choice(np.arange(1, POTS + 1), 2, replace=False):
            least[place, pot] = numbers.integers(-20, 20)
            most[place, pot] = least[place, pot] + numbers.integers(0, 5)
    expected = by_cells(known, (least, most))
    assert told(next_round(found.seats, known, (least, most))) == expected
    assert len(expected) > 5000
