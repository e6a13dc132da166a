"""The adversaries of `strong`, which differ from it in bidding alone."""

from __future__ import annotations

import pytest

from deathmatch.bots import registry
from deathmatch.core.errors import UnknownNameError
from deathmatch.games import find
from deathmatch.games.tile_joust import TileJoust
from deathmatch.games.tile_joust.bidding import FixedPrice
from deathmatch.games.tile_joust.bot import Strong
from deathmatch_lab.games.tile_joust.adversaries import Additive, Tilted


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
