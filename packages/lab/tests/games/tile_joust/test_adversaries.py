"""No opponent that differs in bidding alone beats `strong` by much: its adversaries, by day in auctions alone, by night in matches."""

from __future__ import annotations

import pytest

from deathmatch.bots import registry
from deathmatch.core.errors import UnknownNameError
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.games.tile_joust import TileJoust
from deathmatch.games.tile_joust.bidding import SOLD, BackwardInduction, FixedPrice
from deathmatch.games.tile_joust.bot import Strong
from deathmatch.match.dealer import HmacSource
from deathmatch_lab.games.tile_joust.adversaries import Additive, Tilted, against
from research.bidding import MATCHES, SEED, WORLDS, auctions, duels
from tests.games.tile_joust.test_auction import sold_out, terms

NAMES = ("fixed-price", "additive", "searched")
MOST = 0.55  # of the matches, that an adversary may win


def test_a_fixed_price_is_behind_after_the_auctions() -> None:
    figures = auctions("gauntlet", ["fixed-price"], 6, 3)["fixed-price"]
    assert figures["points_a_match"] < -1
    assert figures["chips_unspent"][1] < 10, "strong spends its chips"


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


@pytest.mark.parametrize("variant", ["gauntlet", "final"])
def test_adversaries_make_legal_bids_through_all_auctions(variant: str) -> None:
    _, game = find(f"tile-joust/{variant}").bind({"sets": 1, "chips": 12})
    for name, bot in against(terms({"sets": 1, "chips": 12}, variant), 1).items():
        source = HmacSource(b"adversaries", name)
        state = sold_out(game, {Seat.A: bot.bidding, Seat.B: BackwardInduction()}, source)
        assert len(state.sales) == SOLD
