"""Adversaries of `strong`: bots that differ from it in bidding alone. They test it in the arena and by night; players are not offered them.

research/notes/bots.md has what each of them wins. None may win more than 55 of 100 matches against `strong`
(`tests/games/tile_joust/test_adversaries.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from deathmatch.core.bots import AdversaryFamily, AnyBot, Dial, OutOfTime, TimeLeft, remembered
from deathmatch.core.chance import RandomSource
from deathmatch.games.tile_joust import bidding
from deathmatch.games.tile_joust.bidding import (
    SOLD,
    Auctioned,
    BackwardInduction,
    Bidding,
    FixedPrice,
    Table,
    model,
    own_worth,
    price,
    public_worth,
    unit,
    units,
)
from deathmatch.games.tile_joust.bot import WORLDS, Strong
from deathmatch.games.tile_joust.values import GROUPS, SIZES, Bid, Move, Plain, Size, Terms
from deathmatch.games.tile_joust.view import View
from deathmatch.solve.kernel import kernel

if TYPE_CHECKING:
    from deathmatch.games.tile_joust import TileJoust


def adversaries(game: TileJoust) -> Mapping[str, AnyBot]:
    """The capability `adversaries`."""
    return against(game.terms, WORLDS)


def against(terms: Terms, worlds: int) -> Mapping[str, Strong]:
    """All of them, jousting as a `strong` that looks at so many hands."""
    biddings: Mapping[str, Bidding] = {
        "fixed-price": FixedPrice(),
        "additive": Additive(),
        "price-reader": PriceReader(),
        "searched": SEARCHED,
    }
    return {name: Strong(terms, bidding, worlds) for name, bidding in biddings.items()}


# --- The additive auction


@dataclass(frozen=True, slots=True)
class Additive(BackwardInduction):
    """Solves the auctions as if the worth of tiles just added up: the count of tiles and left-over ones are worth nothing."""

    shown: float = 1.0

    def model(self, terms: Terms) -> Auctioned:
        """The model of `strong` without its ends."""
        return _plain(terms)


@lru_cache(maxsize=4)
def _plain(terms: Terms) -> Auctioned:
    return model(terms)._replace(ends=(0.0,) * (SOLD + 1))


# --- A best response to fixed prices


@kernel
def _response(won: Table, lost: Table, half: float, share: float, out: Table) -> None:
    """The lead of a seat that knows the other's price, before an auction, by its chips and those of the other.

    `won` and `lost` are its leads after it has bought and after the other seat has; the tile is worth twice `half`. The other
    seat bids up to `share` of the chips of both. This seat bids just that and buys, or drives the price up to it.
    """
    for mine in range(out.shape[0]):
        for theirs in range(out.shape[1]):
            limit = min(int(share * (mine + theirs)), theirs)
            driven = min(limit, mine + 1)
            out[mine, theirs] = -half + lost[mine, theirs - driven]
            bought = max(limit, 1)
            if bought <= mine:
                out[mine, theirs] = max(out[mine, theirs], half + won[mine - bought, theirs])


class _Answers:
    """The auctions of one group against `FixedPrice`, for all chips: leads of the seat that answers.

    Args:
        terms: of the match.
        after: the table of the group after it, by the tiles of the set that the seat has bought, its units and the other's.
        worths: of all tiles after the group together, as `FixedPrice` counts them.
    """

    def __init__(self, terms: Terms, after: Table, worths: float) -> None:
        self._less, self._after, self._worths = bidding.spare(terms), after, worths
        self._known: dict[tuple[int, float, tuple[float, ...]], Table] = {}

    def bought(self, count: int, later: tuple[float, ...], *, own: bool) -> Table:
        """After a sale, if the seat itself chooses which tile comes next, or the other: that takes the better one."""
        if not later:
            return np.ascontiguousarray(self._after[count])
        each = [self.auctioned(count, one, (*later[:at], *later[at + 1 :])) for at, one in enumerate(later)]
        return each[0] if len(each) == 1 else np.maximum(*each) if own else each[later.index(max(later))]

    def auctioned(self, count: int, here: float, later: tuple[float, ...]) -> Table:
        """Before an auction."""
        known = self._known.get((count, here, later))
        if known is None:
            known = self._known[count, here, later] = np.empty(self._after.shape[1:], dtype=np.float32)
            won, lost = self.bought(count + 1, later, own=True), self.bought(count, later, own=False)
            _response(won, lost, here / 2, self.share(here, later), known)
        return known

    def share(self, here: float, later: tuple[float, ...]) -> float:
        """The price of `FixedPrice`, as a part of the chips of both."""
        mine = here - self._less
        return mine / (mine + sum(later) - self._less * len(later) + self._worths)


def _answers(terms: Terms, sets: int, group: int, time: TimeLeft) -> _Answers:
    """The answers in a group, if so many sets are to come with the present one. Raises OutOfTime."""
    tiles = sets * SOLD - (group + 1) * len(SIZES)
    return _Answers(terms, _answered(terms, sets, group + 1, time), tiles * (bidding.mean(terms) - bidding.spare(terms)))


def _answered_(terms: Terms, sets: int, group: int, time: TimeLeft) -> Table:
    """The lead before a group of the seat that answers, by the tiles of the set that it has bought and by units. Raises OutOfTime."""
    size = terms.chips // unit(terms) + 1
    if group == GROUPS:
        ends = np.array(bidding.counted(terms), dtype=np.float32)[:, None, None]
        return ends + (_answered(terms, sets - 1, 0, time) if sets > 1 else np.zeros((1, size, size), dtype=np.float32))
    table = np.zeros((group * len(SIZES) + 1, size, size), dtype=np.float32)
    time.check()
    answers = _answers(terms, sets, group, time)
    for first, worths, chance in model(terms).groups[group]:
        for count in range(len(table)):
            table[count] += chance * answers.auctioned(count, worths[first], (*worths[:first], *worths[first + 1 :]))
    return table


_answered = remembered(64)(_answered_)


def _guessed(view: View, size: Size) -> float:
    """How the other seat is likely to rate a tile: between what everybody sees and what this seat knows."""
    return (own_worth(view, size) + public_worth(view, size)) / 2


@dataclass(frozen=True, slots=True)
class PriceReader:
    """Knows what `FixedPrice` would pay for a tile: buys at that price, or has the other seat pay nearly so much, whichever is better.

    It looks ahead to the end of the match, against a seat that goes on bidding so.
    """

    def bid(self, view: View, time: TimeLeft, source: RandomSource, /) -> Move:
        """Buys, drives the price up, or folds."""
        block, terms = view.block, view.terms
        assert block is not None
        assert block.tile is not None
        here = own_worth(view, block.tile)
        later = tuple([own_worth(view, size) for size in block.unsold if size is not block.tile])
        try:
            answers = _answers(terms, terms.sets - view.set + 1, block.group - 1, time)
        except OutOfTime:
            return FixedPrice().bid(view, time, source)
        count = view.bought(view.near, view.set)
        mine, theirs = units(view)
        most = min(price(view, _guessed), view.chips[view.near.other])
        limit, lowest = min(int(most / unit(terms)), theirs), block.lowest(terms.opening)
        bought = max(limit, 1)
        sold = float(answers.bought(count, later, own=False)[mine, theirs - limit]) - here / 2
        if bought <= mine and here / 2 + float(answers.bought(count + 1, later, own=True)[mine - bought, theirs]) > sold:
            bid = max(lowest, int(most))
            return Bid(bid) if bid <= min(most + 1, view.chips[view.near]) else Plain.FOLD
        bid = max(lowest, int(most) - 1)
        return Bid(bid) if bid <= min(most - 1, view.chips[view.near]) else Plain.FOLD

    def next_size(self, view: View, time: TimeLeft, /) -> Size:
        """The better one."""
        return FixedPrice().next_size(view, time)


# --- A best response to `strong`, by search


@dataclass(frozen=True, slots=True)
class Tilted(BackwardInduction):
    """Bids as `strong` does, but rates tiles otherwise.

    Attributes:
        by_set: times the worth of the tiles in the first, the later and the last set.
        low, high: times that of a tile that is worth less, and more, than the average.
    """

    by_set: tuple[float, float, float] = (1.0, 1.0, 1.0)
    low: float = 1.0
    high: float = 1.0

    def worth(self, view: View, size: Size, part: float) -> float:
        """The worth of a tile to this bot."""
        plain, mean = BackwardInduction.worth(self, view, size, part), bidding.mean(view.terms)
        times = self.by_set[2 if view.set == view.terms.sets else 0 if view.set == 1 else 1]
        return times * (mean + (plain - mean) * (self.high if plain > mean else self.low))


SEARCHED = Tilted(shown=0.7, mostly=0.7)
"""The `Tilted` that did best against `strong` in a search over auctions alone (research/notes/bots.md)."""

STEPS = (0.7, 0.85, 1.0, 1.15, 1.3)


@dataclass(frozen=True, slots=True)
class TiltedFamily:
    """Bots that bid as `strong` does but rate tiles otherwise; `knowledge` is the part of its own knowledge that a bid goes by."""

    terms: Terms

    @property
    def dials(self) -> Sequence[Dial]:
        """The numbers in which they differ, in the order in which a search sets them."""
        weights = tuple(Dial(name, STEPS, 1.0) for name in ("first-set", "last-set", "low", "high"))
        return (Dial("knowledge", (0.4, 0.7, 1.0), 0.7), *weights)

    def adversary(self, settings: Mapping[str, float], /) -> AnyBot:
        """The one with these values of the dials."""
        shown, by_set = settings["knowledge"], (settings["first-set"], 1.0, settings["last-set"])
        return Strong(self.terms, Tilted(shown=shown, mostly=shown, by_set=by_set, low=settings["low"], high=settings["high"]), WORLDS)


def families(game: TileJoust) -> Mapping[str, AdversaryFamily]:
    """The capability `adversary_families`."""
    return {"tilted": TiltedFamily(game.terms)}
