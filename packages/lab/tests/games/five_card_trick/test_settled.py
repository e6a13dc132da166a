"""Leads that decide a match whatever both seats play: those of every cell by itself, also if a seat is asked for Claim Priority."""

from __future__ import annotations

import numpy as np
import pytest

from deathmatch.core.options import Values
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick, rules
from deathmatch_lab.games.five_card_trick.fast import respond
from deathmatch_lab.games.five_card_trick.fast.bounds import cell_limit
from deathmatch_lab.games.five_card_trick.fast.layers import COUNT_AT, FAR, LOW_ZERO, asked_of, cells, stage
from deathmatch_lab.games.five_card_trick.solver.induction import Induction
from deathmatch_lab.games.five_card_trick.solver.plan import plan
from deathmatch_lab.solving import SilentReporter

CASES: dict[str, Values] = {
    "five-card-trick/setna": {},
    "five-card-trick/final": {"overload": "none", "reset": "none", "priority": "A"},
}


@pytest.mark.parametrize("name", CASES)
def test_they_are_those_of_every_cell(name: str) -> None:
    game = find(name).bind({**CASES[name], "rounds": 2, "max_rounds": 2})[1]
    assert isinstance(game, FiveCardTrick)
    found = Induction(plan(game.terms, rules.start(game.terms)), SilentReporter())
    (least, most), known = found.reachable_hulls()[1], found.plan.known
    source, shape = np.random.default_rng(7), (known.keys.size, least.shape[1] + 1)
    runs = source.integers(0, 30, size=shape) << COUNT_AT | LOW_ZERO + source.integers(-20, 20, size=shape)  # of any next layer
    low, high = np.zeros_like(least), np.zeros_like(least)
    respond.settled(known, 0, known.keys.size, least, most, runs, low, high)
    out, asked, checked = cells(known.met.shape[0]), 0, 0
    for place, pot in np.argwhere(least <= most)[::11]:
        m, n = stage(known, known.keys[place], out)
        met = [(out.cells[i, j], out.used[i, j]) for i in range(m) for j in range(n)]
        asked += sum(asked_of(cell) != 0 for cell, _ in met)
        checked += 1
        for top, limits, best in ((True, high, max), (False, low, min)):
            assert limits[place, pot] == best(cell_limit(cell, used, pot, runs, top) for cell, used in met), (place, pot, top)
            assert abs(limits[place, pot]) < FAR
    assert checked > 20
    assert (asked > 0) == ("final" in name), "cells in which a seat is asked for Claim Priority are among them"
