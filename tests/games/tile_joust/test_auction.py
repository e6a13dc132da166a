"""The auctions solved backwards, against a search through every bid."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.bots import UNLIMITED
from deathmatch.games.tile_joust import bidding
from deathmatch.games.tile_joust.bidding import Auctioned, Lot, Opened
from deathmatch.games.tile_joust.bot import Strong
from deathmatch.games.tile_joust.values import GROUPS
from deathmatch.match.dealer import HmacSource
from tests.games.tile_joust.test_rule_cases import DEAL, play

UNITS = 5
LOOKS = (Opened(1, (4.0, 5.0, 7.0), 0.75), Opened(2, (5.0, 3.0, 6.0), 0.25))
ENDS = (3.0, 2.5, 2.0, 1.5, 1.0, 0.5, 0.0, -0.5, -1.0, -1.5, -2.0, -2.5, -3.0)
SMALL = Auctioned((LOOKS,) * GROUPS, ENDS, UNITS, 1)

Position_ = tuple[int, int, int, int]
"""Chips of the seat to act and of the other, and the tiles of the set that each has bought."""


@cache
def best_lead(at: Position_, worth: float, later: tuple[float, ...], standing: int | None) -> float:
    """The lead of the seat to act, by a search through all bids; after the last tile only the counts are worth something (R18)."""
    mine, theirs, own, others = at
    best = -bought((theirs - (standing or 0), mine, others + 1, own), later) - worth / 2
    for price in range(1 if standing is None else standing + 1, mine + 1):
        best = max(best, -best_lead((theirs, mine, others, own), worth, later, price))
    return best


@cache
def bought(at: Position_, later: tuple[float, ...]) -> float:
    """The lead of the seat that has just bought, and chooses what comes next."""
    if not later:
        return ENDS[at[2]]
    return max(best_lead(at, worth, (*later[:place], *later[place + 1 :]), None) for place, worth in enumerate(later))


@pytest.mark.parametrize("own", [3, 6, 9])
def test_the_last_group_is_worth_what_a_search_through_all_bids_finds(own: int) -> None:
    table = bidding.opened(SMALL, 1, GROUPS - 1, UNLIMITED)
    for mine in range(UNITS + 1):
        for theirs in range(UNITS + 1):
            wanted = 0.0
            for first, worths, chance in LOOKS:
                later = (*worths[:first], *worths[first + 1 :])
                wanted += chance * best_lead((mine, theirs, own, 9 - own), worths[first], later, None)
            assert table[0, own, mine, theirs] == pytest.approx(wanted, abs=1e-5)


@pytest.mark.parametrize("standing", [None, 1, 3])
def test_every_bid_is_worth_what_a_search_through_all_bids_finds(standing: int | None) -> None:
    lot = Lot(1, GROUPS - 1, False, 4, 6, 6.0, (4.5,))
    for mine, theirs in ((5, 5), (5, 3), (3, 5), (4, 3)):
        after = bidding.continued(SMALL, lot, UNITS + 1, UNLIMITED)
        offers = bidding.offers(after, lot.worth, (mine, theirs), standing, 1)
        assert offers.fold == pytest.approx(-bought((theirs - (standing or 0), mine, 7, 4), lot.later) - 3.0, abs=1e-5)
        for price, value in enumerate(offers.bids):
            legal = price <= mine and price > (standing or 0)
            wanted = -best_lead((theirs, mine, 6, 4), lot.worth, lot.later, price) if legal else -np.inf
            assert value == pytest.approx(wanted, abs=1e-5)


@pytest.mark.parametrize("options", [{"chips": 999}, {"chips": 0}, {"chips": 1, "sets": 1}, {"opening": 0, "chips": 20, "sets": 1}])
def test_options_at_their_ends_make_legal_bids(options: dict[str, int]) -> None:
    at = play("gauntlet", [DEAL], **{"sets": 1, **options})
    seat = at.owing[0]
    view = at.view(seat)
    bot = Strong(view.terms)
    for number in range(3):
        at.decision(seat).check(bot.choose(view, at.decision(seat), Counted(2000), HmacSource(b"ends", str(number))))
