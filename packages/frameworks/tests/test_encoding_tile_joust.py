"""Chance of Tile Joust: the first tiles of a deal against their factors."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deathmatch.core.game import Deals
from deathmatch.library.game import load_game
from deathmatch.match.dealer import HmacSource
from deathmatch_frameworks.encoding import load_encoding
from packages.frameworks.tests.posteriors import fits

SAMPLES = 1500  # of a deal


@pytest.mark.parametrize("name", ["gauntlet", "final"])
def test_the_first_tiles_come_as_often_as_their_factors_say(name: str) -> None:
    encoding, source = load_encoding(load_game(f"tile-joust/{name}")), HmacSource(b"tiles", name)
    match = encoding.start()
    if match.actors:  # the pick of an item comes first
        match = match.act(match.actors[0], match.legal_actions(match.actors[0])[0])
    pending = match.pending
    assert isinstance(pending, Deals)
    chance = pending.chance
    paths = [encoding.path(chance, chance.sample(source)) for _ in range(SAMPLES)]
    pairs = {
        (one, two): first * second
        for one, first in encoding.chance_outcomes(chance)
        for two, second in encoding.chance_outcomes(chance, (one,))
    }
    assert sum(pairs.values()) == 1
    assert fits(pairs, [path[:2] for path in paths])
    ends = {last: Fraction(0) for last in range(14)}
    start = paths[0][:9]  # three groups, then every fourth one
    for one, first in encoding.chance_outcomes(chance, start):
        for two, second in encoding.chance_outcomes(chance, (*start, one)):
            for three, third in encoding.chance_outcomes(chance, (*start, one, two)):
                ends[three] += first * second * third
                assert first * second * third == Fraction(1, {"gauntlet": 4, "final": 10}[name])
    assert sum(ends.values()) == 1
