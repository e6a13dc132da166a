"""The levels: how the mistakes of a `Fallible` shrink with skill, up to `strong`, which makes none of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import AnyBot, Budget, FittedLevels, OutOfTime, SkillScale, TimeLeft
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import certain
from deathmatch.core.speech import say
from deathmatch.games.tile_joust import bidding
from deathmatch.games.tile_joust.bidding import BackwardInduction, FixedPrice
from deathmatch.games.tile_joust.bot import SINGLE, WHOLE, WORLDS, Steady, Strong, held, jousts_by_sums, look, mix, picked, solves_whole
from deathmatch.games.tile_joust.deduction import own, seated
from deathmatch.games.tile_joust.values import HIGHEST, SIZES, Bid, Choose, Item, Keep, Move, Owed, Pick, Plain, Put, Size, Terms
from deathmatch.games.tile_joust.view import View

if TYPE_CHECKING:
    from deathmatch.games.tile_joust import TileJoust


# --- The bot of a level: `strong` with the mistakes of people. Its `Knobs` say how large they are (levels.py)


STAYS: Final = 0.8
"""The part of a misjudgment that stays the same as long as the seat holds the same tiles; the rest is new for each decision."""
CHANGES: Final = sqrt(1 - STAYS**2)
ROUNDS: Final = 200  # of regret matching, which is near enough to its mistakes
_NORMAL: Final = NormalDist()
_BITS: Final = 64


@dataclass(frozen=True, slots=True)
class Knobs:
    """The mistakes of a level.

    Attributes:
        worlds: hands of the other seat that it looks at in a joust, on average.
        whole: tiles of both seats up to which it works out a joust phase to its end, on average.
        single: likewise, up to which it works out one joust; with more tiles it jousts by sums, as `steady` does.
        astray: the standard deviation by which it misjudges a move of a joust that it works out, in points.
        guess: the standard deviation by which it misjudges the total of the other seat if it jousts by sums, in points.
        blur: the standard deviation by which it misjudges a tile under auction, in points.
        naive: the part, from 0 to 1, to which it goes by the likely number of a tile alone. It takes a high number for a good tile, and
            overlooks all that its own tiles and the order of the tiles tell.
        plodding: the part of the auctions in which it only ever bids one more.
    """

    worlds: float
    whole: float
    single: float
    astray: float
    guess: float
    blur: float
    naive: float
    plodding: float


@dataclass(frozen=True, slots=True)
class Misjudged(BackwardInduction):
    """Bids by the tables of `strong`, but rates the tiles of the group under auction otherwise.

    Attributes:
        naive: as in `Knobs`.
        off: by size, by how many points it misjudges a tile.
    """

    naive: float = 0.0
    off: tuple[float, ...] = (0.0,) * len(SIZES)

    def worth(self, view: View, size: Size, part: float) -> float:
        """As it rates a tile."""
        rated = BackwardInduction.worth(self, view, size, part) if self.naive < 1 else 0.0
        rated += self.naive * (by_colour(view, size) - rated) + self.off[SIZES.index(size)]
        return max(rated, 0.0)


def by_number(terms: Terms, number: float) -> float:
    """The worth of a tile to those who think that it grows with the number, in points: right for the average tile."""
    return number * bidding.mean(terms) / ((terms.lowest + HIGHEST) / 2)


def by_colour(view: View, size: Size) -> float:
    """The same for an unsold tile, by its size and colour alone."""
    chances = bidding.at_place(range(view.terms.lowest, HIGHEST + 1), certain(view.block).colours[SIZES.index(size)], size)
    return by_number(view.terms, sum(number * chance for number, chance in chances.items()))


@dataclass(frozen=True, slots=True)
class Fallible:
    """Bids and jousts as `strong` does, with mistakes.

    Attributes:
        terms: the variant and its options.
        knobs: its mistakes.
    """

    terms: Terms
    knobs: Knobs

    def warm(self) -> None:
        """Have the kernels and the tables of the auctions ready."""
        Strong(self.terms).warm()

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A legal move."""
        match view.owed:
            case Owed.PICK:
                return Pick(Item.INVERSION)
            case Owed.BID:
                return self._bid(view, TimeLeft(budget), source)
            case Owed.CHOOSE:
                return Choose(self.bidding(view, source).next_size(view, TimeLeft(budget)))
            case Owed.KEEP:
                return Keep(max(own(view).offer, key=self.rated))
            case Owed.ITEMS:
                return self._items(view)
            case _:
                return self._put(view, budget, source)

    def rated(self, number: int) -> float:
        """The worth of a tile whose number it knows, in points, as it sees it."""
        plain = bidding.of(self.terms)[number]
        return plain + self.knobs.naive * (by_number(self.terms, number) - plain)

    # --- The auctions

    def bidding(self, view: View, source: RandomSource) -> Misjudged:
        """How it rates the tiles now."""
        label = f"{view.set} {certain(view.block).group}"
        off = tuple([self.knobs.blur * _misjudgment(view, f"{label} {size}", source) for size in SIZES])
        return Misjudged(naive=self.knobs.naive, off=off)

    def _bid(self, view: View, time: TimeLeft, source: RandomSource) -> Move:
        """The best bid as it rates the tiles, or one more as long as the tile is worth it."""
        block = certain(view.block)
        bidding = self.bidding(view, source)
        lowest = block.lowest(self.terms.opening)
        plods = _kept(view, f"{view.set} {block.group} {block.tile} bids", source) < self.knobs.plodding
        if not plods or view.chips[seated(view).other] < lowest:  # nobody overlooks that the other seat cannot bid any more
            return bidding.bid(view, time, source)
        try:
            most = bidding.even_price(view, time)
        except OutOfTime:
            return FixedPrice().bid(view, time, source)
        return Bid(lowest) if lowest <= min(most, view.chips[seated(view)]) else Plain.FOLD

    # --- The joust phase

    def _items(self, view: View) -> Move:
        """As `strong`, by its own opinion of numbers."""
        conceals = not self.terms.conceal_both
        return bidding.used_items(view, lambda number: (self.rated(HIGHEST - number) - self.rated(number)) / 2, 2.0, conceals=conceals)

    def _put(self, view: View, budget: Budget, source: RandomSource) -> Move:
        """A tile or a pass: worked out as far as it can, with each move misjudged."""
        mine, theirs = held(view)
        whole = solves_whole(mine, theirs) and mine + theirs <= _about(self.knobs.whole, source)
        if not whole and (jousts_by_sums(view) or mine + theirs > _about(self.knobs.single, source)):
            return self._by_sums(view, source)
        seen = look(view, _about(self.knobs.worlds, source), budget, whole=whole)
        if not seen.games:
            return self._by_sums(view, source)
        for row in range(len(seen.moves)):
            off = self.knobs.astray * _fresh(source)
            for matrix, _ in seen.games:
                matrix[row] += off
        return picked(seen, mix(seen.games, budget, ROUNDS), source)

    def _by_sums(self, view: View, source: RandomSource) -> Move:
        """A small tile first, then tiles as `steady` adds them, with a wrong idea of the other seat's total."""
        guess = self.knobs.guess
        if view.owed is Owed.FIRST:
            low = {tile: tile.number + (guess / 2 + 1) * _fresh(source) for tile in own(view).hand}
            return Put(min(low, key=low.__getitem__))
        return Steady(self.terms).more(view, guess * _fresh(source))


# --- Chance


def _about(number: float, source: RandomSource) -> int:
    """One of the two whole numbers around this one, by lot, so that it is right on average."""
    return int(number) + (source.unit() < number % 1)


def _fresh(source: RandomSource) -> float:
    """A normal random number."""
    return _NORMAL.inv_cdf(source.unit() or 0.5)


def _misjudgment(view: View, label: str, source: RandomSource) -> float:
    """A normal random number. Most of it stays as long as the seat holds the same tiles."""
    stays = _NORMAL.inv_cdf(_kept(view, label, source) or 0.5)
    return STAYS * stays + CHANGES * _fresh(source)


def _kept(view: View, label: str, source: RandomSource) -> float:
    """A random number from 0 to 1 that stays as long as the seat holds the same tiles, whose numbers only it knows.

    With no tile there is no such secret, and each number is a new one.
    """
    tiles = (*own(view).stored, *own(view).hand)
    if not tiles:
        return source.unit()
    secret = f"{seated(view)} {label} {[(tile.set, tile.group, tile.number) for tile in tiles]}"
    return (int.from_bytes(blake2b(secret.encode(), digest_size=_BITS // 8).digest()) >> 11) / 2**53


PACKAGE: Final = "deathmatch.games.tile_joust"


def knobs(skill: float) -> Knobs:
    """The mistakes of a skill from 0 to 1."""
    missing = 1 - skill
    return Knobs(
        worlds=1 + (WORLDS - 1) * max(0.0, 1 - 2.5 * missing),
        whole=WHOLE * max(0.0, 1 - 1.2 * missing),
        single=SINGLE * max(0.0, 1 - 1.1 * missing),
        astray=1.0 * missing,
        guess=8.0 * missing,
        blur=2.0 * missing,
        naive=missing,
        plodding=min(1.0, missing / 0.3),
    )


def bot(terms: Terms, skill: float) -> AnyBot:
    """The bot of a skill: `strong` at 1."""
    return Strong(terms) if skill >= 1 else Fallible(terms, knobs(skill))


def told() -> tuple[str, ...]:
    """A sentence on the play of each level, weakest first."""
    return (
        say("Takes high numbers for good tiles, misjudges their worth, and jousts by feel."),
        say("Guesses prices a little better, but thinks little of small tiles and mostly jousts by feel."),
        say("Works a joust out once few tiles are left; before that it guesses your total."),
        say("Begins to see the worth of small tiles, but its prices are still rough."),
        say("Rates tiles more by their use in a joust than by number, but mostly raises by one chip."),
        say("Concludes much from the tiles it knows, and works out most jousts for a few hands of yours."),
        say("Bids and jousts with few mistakes, and thinks of several hands that you may have."),
        say("Solves the auctions to the end of the match almost without mistakes, and each joust for many hands of yours."),
    )


def levels(game: TileJoust) -> SkillScale:
    """The capability `levels`."""
    terms = game.terms
    return FittedLevels(PACKAGE, terms.variation.value, partial(bot, terms), lambda level: told()[level - 1])
