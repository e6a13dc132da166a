"""No opponent that differs in bidding alone beats `strong` by much: its adversaries, by day in auctions alone, by night in matches."""

from __future__ import annotations

import pytest

from deathmatch.bots import registry
from deathmatch.core.errors import UnknownNameError
from deathmatch.games import find
from deathmatch.games.tile_joust import TileJoust
from deathmatch.games.tile_joust.bidding import FixedPrice
from deathmatch.games.tile_joust.bot import Strong
from deathmatch_lab.games.tile_joust.adversaries import Additive, Tilted
from research.bidding import MATCHES, SEED, WORLDS, duels

NAMES = ("fixed-price", "additive", "searched")
MOST = 0.55  # of the matches, that an adversary may win


@pytest.mark.nightly
@pytest.mark.parametrize("variant", ["gauntlet", "final"])
@pytest.mark.parametrize("name", NAMES)
def test_an_adversary_wins_no_more_than_55_of_100_matches(variant: str, name: str) -> None:
    figures = duels(variant, [name], MATCHES, SEED, WORLDS, jobs=1)[name]
    assert figures["share"] <= MOST, figures


def test_an_adversary_can_be_named_and_is_not_offered() -> None:
    variant = find("tile-joust/gauntlet")
    _, game = variant.bind({})
    assert set(registry.names(variant)) == {"random", "steady", "strong"}
    assert isinstance(game, TileJoust)
    assert set(registry.adversaries(variant, game)) == {"fixed-price", "additive", "searched"}
    for name, bidding_ in (("fixed-price", FixedPrice), ("additive", Additive), ("searched", Tilted)):
        bot = registry.pick(variant, game, name)
        assert isinstance(bot, Strong)
        assert isinstance(bot.bidding, bidding_)
    with pytest.raises(UnknownNameError, match="the bots are random, steady, strong"):
        registry.pick(variant, game, "additive-price")
