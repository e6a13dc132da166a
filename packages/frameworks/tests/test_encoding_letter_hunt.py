"""Chance of Letter Hunt: every deal of small chances, and the beginnings of large ones, against their factors."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from deathmatch.core.seats import BySeat
from deathmatch.games.letter_hunt.rules import HandsDeal, LoseDeal, OfferDeal, Onlookers, PickDeal
from deathmatch.games.letter_hunt.values import ALPHABET, Due, Sizes
from deathmatch.library.game import load_game
from deathmatch.match.dealer import HmacSource
from deathmatch_frameworks.encoding import load_encoding
from packages.frameworks.tests.posteriors import every_deal, fits

SMALL = Sizes("ABCDEF", 2, (("ABCD", 2), ("EF", 1)))
SAMPLES = 1500  # of a deal


@pytest.mark.parametrize(
    "chance",
    [
        HandsDeal(Due.HANDS, "ABCDEF", BySeat(2, 2)),
        HandsDeal(Due.REDRAW, "ABCDE", BySeat(0, 2)),
        HandsDeal(Due.REDRAW, "ABCDE", BySeat(2, 1)),
        Onlookers("ABCDE", 3),
        OfferDeal(SMALL),
        PickDeal(BySeat("ABCDE", ""), 3),
        PickDeal(BySeat("ABC", "DEF"), 2),
        LoseDeal("ACE"),
    ],
    ids=lambda chance: f"{chance.name}-{chance}"[:60],
)
def test_the_factors_go_through_every_deal_once_and_samples_come_as_often(chance: Any) -> None:
    encoding = load_encoding(load_game("letter-hunt/gambit"))
    deals = dict[Any, Fraction]()
    for deal, weight in every_deal(encoding, chance):
        assert deal not in deals
        chance.check(deal)
        deals[deal] = weight
    assert sum(deals.values()) == 1
    listed = chance.deals()
    assert listed is None or set(listed) == set(deals)
    source = HmacSource(b"samples", chance.name)
    assert fits(deals, [chance.sample(source) for _ in range(SAMPLES)])


@pytest.mark.parametrize("chance", [HandsDeal(Due.HANDS, ALPHABET, BySeat(5, 5)), OfferDeal(Sizes())], ids=["hands", "offer"])
def test_the_first_letters_of_large_deals_come_as_often_as_their_factors_say(chance: Any) -> None:
    encoding, source = load_encoding(load_game("letter-hunt/gambit")), HmacSource(b"large", chance.name)
    paths = [encoding.path(chance, chance.sample(source)) for _ in range(SAMPLES)]
    firsts = {
        (one, two): first * second
        for one, first in encoding.chance_outcomes(chance)
        for two, second in encoding.chance_outcomes(chance, (one,))
    }
    assert fits(firsts, [path[:2] for path in paths])
    half = len(paths[0]) // 2  # seat B's letters, after some of seat A's
    start = paths[0][:half]
    assert sum(part for _, part in encoding.chance_outcomes(chance, start)) == 1
