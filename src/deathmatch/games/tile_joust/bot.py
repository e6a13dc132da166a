"""The bots, weakest first: `random`, `steady`, `strong`. They see views only; docs/bots.md says how they think and how strong they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import erf, prod, sqrt
from statistics import fmean, pvariance
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from deathmatch.core.bots import UNLIMITED, AnyBot, Budget, OutOfTime, TimeLeft, remembered
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import BySeat, certain
from deathmatch.games.tile_joust import belief, bidding, fast, values
from deathmatch.games.tile_joust.belief import Hand
from deathmatch.games.tile_joust.bidding import BackwardInduction, Bidding, model
from deathmatch.games.tile_joust.deduction import dealt, own, seated
from deathmatch.games.tile_joust.fast import HAND, UP, Floats, SolvedPhase
from deathmatch.games.tile_joust.view import View
from deathmatch.solve.matrix import solve

if TYPE_CHECKING:
    from deathmatch.games.tile_joust import TileJoust


# --- The bots `random` and `steady`


PRICE: Final = 0.7  # of what a tile is worth in the final joust, which putting it up is taken to cost
ANSWER: Final = 1.0  # what the other seat is taken to add to its total


@dataclass(frozen=True, slots=True)
class Steady:
    """Shares its chips out over the coming tiles in proportion to their worth, and jousts by sums.

    It looks at colour and size of a tile and at the numbers it holds itself, not at conclusions from the starting tiles. In a joust it
    begins with a small tile, estimates its chance to be ahead from the mean and the spread of the other seat's possible numbers, and adds
    a tile if that gains more than the tile is worth. It does not consider the other seat's answer.
    """

    terms: values.Terms

    def choose(self, view: View, decision: Decision[values.Move], budget: Budget, source: RandomSource, /) -> values.Move:
        """A legal move."""
        match view.owed:
            case values.Owed.PICK:
                return values.Pick(values.Item.INVERSION)
            case values.Owed.BID:
                return self._bid(view)
            case values.Owed.CHOOSE:
                return values.Choose(max(certain(view.block).unsold, key=lambda size: self.promise(view, size)))
            case values.Owed.KEEP:
                return values.Keep(max(own(view).offer, key=bidding.of(self.terms).__getitem__))
            case values.Owed.ITEMS:
                return self.items(view)
            case values.Owed.FIRST:
                # One of the two smallest by lot: a joust can cost no more than the smallest tile that is up.
                return values.Put(own(view).hand[source.below(min(2, len(own(view).hand)))])
            case _:
                return self.more(view)

    def promise(self, view: View, size: values.Size) -> float:
        """What the tile of a size in the group under auction is worth, in points, on average."""
        chances = bidding.at_place(unseen(view, view.set), certain(view.block).colours[values.SIZES.index(size)], size)
        return sum(chance * bidding.of(self.terms)[number] for number, chance in chances.items())

    def _bid(self, view: View) -> values.Move:
        """One more than the present bid, up to its chips times the tile's share of half of all coming worth."""
        block, seat = certain(view.block), seated(view)
        assert block.tile is not None
        here = self.promise(view, block.tile)
        rest = sum(self.promise(view, size) for size in block.unsold if size is not block.tile)
        after = bidding.tiles_to_come(view) - len(block.unsold)
        rest += after * bidding.mean(self.terms)
        most = view.chips[seat] * here / (here + rest / 2)
        lowest = block.lowest(self.terms.opening)
        return values.Bid(lowest) if lowest <= most else values.Plain.FOLD

    def items(self, view: View) -> values.Move:
        """Turns a tile round that gains much by it, or at the last chance; hides groups from the first."""
        return bidding.used_items(view, partial(bidding.turned, self.terms), 1.0, conceals=True)

    def more(self, view: View, more: float = 0.0) -> values.Move:
        """The best tile by points, or a pass."""
        points = self.points(view, more)
        tile = max(points, key=points.__getitem__)
        return values.Plain.PASS if tile is None else values.Put(tile)

    def points(self, view: View, more: float) -> dict[values.Tile | None, float]:
        """A pass (None) and each tile, in points.

        The other seat's smallest tile if it is ahead, less its own smallest if not, less a part of the tile's worth. It takes the total of
        the other seat for larger than it is likely to be by `more`.
        """
        mine, seat = own(view), seated(view)
        likely = [numbers_of(view, face) for face in certain(view.table).up[seat.other]]
        middles = [fmean(numbers) for numbers in likely]
        spread = sqrt(sum(pvariance(numbers) for numbers in likely) + 0.01)
        ahead = sum(tile.number for tile in mine.up) - sum(middles) - (ANSWER if view.tiles[seat.other] else 0.0) - more
        won = smallest(likely)
        kept = bidding.LAST if view.final else bidding.stored(self.terms)

        def comes_to(tile: values.Tile | None) -> float:
            chance = (1 + erf((ahead + (tile.number if tile else 0)) / spread / sqrt(2))) / 2
            lost = min(one.number for one in (*mine.up, *([tile] if tile else [])))
            return chance * won - (1 - chance) * lost - (PRICE * kept[tile.number] if tile else 0.0)

        return {tile: comes_to(tile) for tile in (None, *mine.hand)}


# --- What a seat sees


def unseen(view: View, set_: int) -> list[int]:
    """The numbers of a set, ascending, that the seat has neither had nor seen; all of them if it has seen them all."""
    seat, mine = seated(view), own(view)
    seen = {dealt(tile) for tile in (*mine.hand, *mine.stored, *mine.up) if tile.set == set_}
    seen.update(given.number for given in mine.given if given.set == set_)
    for done in view.jousts:
        seen.update(tile.number for side in (seat, seat.other) for tile in done.shown(side) if tile.set == set_)
    every = range(view.terms.lowest, values.HIGHEST + 1)
    return [number for number in every if number not in seen] or list(every)


def numbers_of(view: View, face: values.FaceDown) -> list[int]:
    """The possible numbers of a tile that lies face down, by its colour and the seen tiles of its set."""
    if face.set is None:
        return list(range(view.terms.lowest, values.HIGHEST + 1))
    numbers = unseen(view, face.set)
    return [number for number in numbers if values.Colour.of(number) is face.colour] or numbers


def smallest(likely: Sequence[Sequence[int]]) -> float:
    """The expected smallest number of several tiles; each is one of its possible numbers, independently."""
    return sum(
        prod(sum(number >= least for number in numbers) / len(numbers) for numbers in likely) for least in range(1, values.HIGHEST + 1)
    )


# --- The bot `strong`


WHOLE: Final = 14  # tiles of both seats up to which a joust phase is solved to its end: 3**14 positions, most of which cannot be
SINGLE: Final = 18  # likewise, up to which one joust is solved; above, it jousts by sums
WIDE: Final = (10, 15)
"""Tiles of one seat up to which a phase, and one joust, is solved: all statuses of such a hand take some hundredths of a second."""
WORLDS: Final = 10  # hands of the other seat that are looked at
LARGE: Final = {13: 4, 14: 3}  # the same if a phase of so many tiles takes longer to be solved: 0.2 and 0.6 s
ROUNDS: Final = 1000  # of regret matching, if there are several
SLICE: Final = 100  # of them, without a question whether there is time for more: some milliseconds
_CRUMB: Final = 1e-3  # a probability below this is an iteration's noise


@dataclass(frozen=True, slots=True)
class Strong:
    """Solves the auctions backwards, and the joust phase for the possible hands.

    It computes the exact chances of a tile's numbers (`belief`), and bids so that its lead is the largest if both seats go on
    as well as they can (`bidding`, `auction`). The rounds of a joust are matrix games (`fast`), one for each hand that the other seat may
    have; it mixes for the best average value, as if the other seat knew both hands. It plays for points, whatever the score.

    Attributes:
        terms: the variant and its options.
        bidding: how it bids; its adversaries (`adversaries.py`) differ in that alone.
        worlds: hands of the other seat that it looks at in a joust.
    """

    terms: values.Terms
    bidding: Bidding = field(default_factory=BackwardInduction)
    worlds: int = WORLDS

    def warm(self) -> None:
        """Have the kernels ready."""
        for whole in (True, False):
            small = _small((1, 2), (3, 4), bidding.LAST, 1, whole, UNLIMITED)
            small.round(fast.code((HAND, HAND), whole=whole), fast.code((HAND, HAND), whole=whole))
        solve([[1.0, 0.0], [0.0, 1.0]])
        bidding.warm(model(self.terms), self.terms.sets)

    def choose(self, view: View, decision: Decision[values.Move], budget: Budget, source: RandomSource, /) -> values.Move:
        """A legal move."""
        match view.owed:
            case values.Owed.PICK:
                return values.Pick(values.Item.INVERSION)
            case values.Owed.BID:
                return self.bidding.bid(view, TimeLeft(budget), source)
            case values.Owed.CHOOSE:
                return values.Choose(self.bidding.next_size(view, TimeLeft(budget)))
            case values.Owed.KEEP:
                return values.Keep(max(own(view).offer, key=bidding.of(self.terms).__getitem__))
            case values.Owed.ITEMS:
                # It turns a tile round that gains much by it, or, in the final joust, that gains anything, and hides only its own groups.
                return bidding.used_items(view, partial(bidding.turned, self.terms), 2.0, conceals=not self.terms.conceal_both)
            case _:
                return self._put(view, decision, budget, source)

    # --- The joust phase

    def _put(self, view: View, decision: Decision[values.Move], budget: Budget, source: RandomSource) -> values.Move:
        """A tile or a pass, by lot."""
        if jousts_by_sums(view):
            return Steady(self.terms).choose(view, decision, budget, source)
        seen = look(view, self.worlds, budget, whole=solves_whole(*held(view)))
        if not seen.games:
            return Steady(self.terms).choose(view, decision, budget, source)
        return picked(seen, mix(seen.games, budget), source)


class Looked(NamedTuple):
    """A round of a joust, solved for some hands that the other seat may have.

    Attributes:
        games: the matrix of the round for each of these hands, and the chance of the hand; none if the time is over.
        moves: the options of the seat, by row.
    """

    games: list[tuple[Floats, float]]
    moves: list[values.Move]


def look(view: View, worlds: int, budget: Budget, *, whole: bool) -> Looked:
    """The round for the likeliest hands of the other seat, so many of them, or as many as there is time for.

    `whole` solves the phase to its end, and otherwise this joust alone.
    """
    mine, moves = _own_hand(view, whole)
    games: list[tuple[Floats, float]] = []
    codes: list[int] = []
    with suppress(OutOfTime):
        for theirs, chance in belief.hands(view)[: min(worlds, LARGE.get(tiles_out(view), WORLDS) if whole else WORLDS)]:
            matrix, codes = round_of(view.terms, mine, theirs, TimeLeft(budget), final=view.final, whole=whole)
            games.append((matrix, chance))
    return Looked(games, [moves[code] for code in codes])


def picked(seen: Looked, mixture: Floats, source: RandomSource) -> values.Move:
    """A move of the mixture, by lot."""
    return seen.moves[source.weighted([chance if chance > _CRUMB else 0.0 for chance in mixture])]


def jousts_by_sums(view: View) -> bool:
    """Whether there are too many tiles on the table to solve even one joust."""
    return tiles_out(view) > SINGLE or max(held(view)) > WIDE[1]


def _own_hand(view: View, whole: bool) -> tuple[Hand, Mapping[int, values.Move]]:
    """The tiles of the seat that may be or are up, and its options by the code that each leads to."""
    tiles: list[values.Tile] = sorted((*own(view).hand, *own(view).up))
    up = sum(1 << place for place, tile in enumerate(tiles) if tile in own(view).up)
    here = _code(len(tiles), up, whole)
    moves: dict[int, values.Move] = {here: values.Plain.PASS}
    for place, tile in enumerate(tiles):
        if not up >> place & 1:
            moves[_code(len(tiles), up | 1 << place, whole)] = values.Put(tile)
    return (tuple([tile.number for tile in tiles]), up), moves


def tiles_out(view: View) -> int:
    """How many tiles both seats have in hand and up."""
    return sum(held(view))


def held(view: View) -> BySeat[int]:
    """How many tiles each seat has in hand and up."""
    return BySeat.of(lambda seat: view.tiles[seat] + (0 if view.table is None else len(view.table.up[seat])))


def solves_whole(mine: int, theirs: int) -> bool:
    """Whether a joust phase between so many tiles is solved to its end, and not one joust alone."""
    return mine + theirs <= WHOLE and max(mine, theirs) <= WIDE[0]


def _code(count: int, up: int, whole: bool) -> int:
    return fast.code([UP if up >> place & 1 else HAND for place in range(count)], whole=whole)


def phase(
    terms: values.Terms,
    mine: tuple[int, ...],
    theirs: tuple[int, ...],
    time: TimeLeft = UNLIMITED,
    *,
    final: bool,
    whole: bool | None = None,
) -> SolvedPhase:
    """A joust phase between these hands, or one joust of it: by `solves_whole` if the caller does not say which.

    The last ones are cached, few of the large ones (up to 20 MB). Raises OutOfTime.
    """
    tiles = len(mine) + len(theirs)
    whole = solves_whole(len(mine), len(theirs)) if whole is None else whole
    kept = bidding.LAST if final else bidding.stored(terms) if whole else bidding.held(terms)
    return (_large if whole and tiles in LARGE else _small)(mine, theirs, kept, 0 if final else 1, whole, time)


def _solved(
    mine: tuple[int, ...], theirs: tuple[int, ...], kept: tuple[float, ...], least: int, whole: bool, time: TimeLeft
) -> SolvedPhase:
    a, b = (fast.codes(numbers, [kept[number] for number in numbers], whole=whole) for numbers in (mine, theirs))
    return fast.solve(a, b, least, whole=whole, time=time)


_small = remembered(12)(_solved)
_large = remembered(4)(_solved)


def round_of(terms: values.Terms, mine: Hand, theirs: Hand, time: TimeLeft, *, final: bool, whole: bool) -> tuple[Floats, list[int]]:
    """The matrix of this round if the hands are these, and the codes that its rows lead to. Raises OutOfTime."""
    chances = phase(terms, mine[0], theirs[0], time, final=final, whole=whole)
    matrix, rows, _ = chances.round(_code(len(mine[0]), mine[1], chances.whole), _code(len(theirs[0]), theirs[1], chances.whole))
    return matrix, [int(row) for row in rows]


def mix(games: Sequence[tuple[Floats, float]], budget: Budget = UNLIMITED.budget, rounds: int = ROUNDS) -> Floats:
    """The mixture of rows with the best average if the other player knows the matrix, and this one only its chance.

    One matrix is solved exactly, several by regret matching (Tammelin's, with averages that grow), which comes near, the nearer the more
    time it has.
    """
    if len(games) == 1:
        return solve(games[0][0]).row
    wide = max(matrix.shape[1] for matrix, _ in games)
    every = np.array([np.pad(matrix, ((0, 0), (0, wide - matrix.shape[1])), mode="edge") for matrix, _ in games])
    chances = np.array([chance for _, chance in games])
    every *= (chances / chances.sum())[:, None, None]
    count, m, _ = every.shape
    regret, against = np.zeros(m), np.zeros((count, wide))
    x, y, mean = np.full(m, 1 / m), np.full((count, wide), 1 / wide), np.zeros(m)
    for step in range(1, rounds + 1):
        if step % SLICE == 0 and budget.spent():
            break
        gain = (every @ y[:, :, None])[:, :, 0].sum(0)
        loss = x @ every
        regret = np.maximum(regret + gain - gain @ x, 0)
        against = np.maximum(against + (loss * y).sum(1, keepdims=True) - loss, 0)
        mean += step * x
        x = regret / regret.sum() if regret.any() else np.full(m, 1 / m)
        sums = against.sum(1, keepdims=True)
        y = np.where(sums > 0, against / np.where(sums > 0, sums, 1), 1 / wide)
    shares: Floats = mean / mean.sum()
    return shares


def bots(game: TileJoust) -> Mapping[str, AnyBot]:
    """As the capability has it."""
    return {"steady": Steady(game.terms), "strong": Strong(game.terms)}
