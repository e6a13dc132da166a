"""Bouts in turn: the turns that a seat may submit, searched deeper and deeper by the kernels (`fast.search`).

Movements come first. Once each has been looked at shallowly, the most promising ones are tried with every power, and items are tried;
the promising ones are searched further together with the movements.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite import fast
from deathmatch.games.guidance_rite.bot import held
from deathmatch.games.guidance_rite.fast import search
from deathmatch.games.guidance_rite.rules import items
from deathmatch.games.guidance_rite.values.moves import Bout, Item, Turn, Use
from deathmatch.games.guidance_rite.values.terms import Terms

MOST: Final = 2 * search.WON  # beyond every value
SLICE: Final = 1024  # positions between two questions whether the budget is spent
GLANCE: Final = 600  # positions that a first look at a turn may take
ROOM: Final = 4096  # turns with powers that are listed for one movement
SLACK: Final = 500  # what a turn with a power may look worse than the best and still be searched on
PRICE: Final = 400  # what an item has to gain: there is one, and boards are worth from -10000 to 10000


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How far a bot looks.

    Attributes:
        depth: turns, its own included, before captures alone; with 1 it takes the turn that looks best at a glance.
        positions: that it looks at, at most, after a glance at every movement.
        tried: movements that are tried with powers.
        kept: turns with powers, or with items, that are searched on.
        uses: of each item, that are looked at.
        aided: whether powers of all characters that make a capture safe are followed, or those of monsters alone.
    """

    depth: int
    positions: int
    tried: int
    kept: int
    uses: int
    aided: bool = True


@dataclass(slots=True)
class CandidateTurn:
    """A turn that may be submitted.

    Attributes:
        start: the position before its movement, after its item.
        word: see `fast`.
        use: its item.
        value: its estimated worth, less the price of the item.
    """

    start: fast.Ints
    word: int
    use: Use | None = None
    value: int = -MOST

    @property
    def price(self) -> int:
        """The price of its item."""
        return 0 if self.use is None else PRICE

    @property
    def turn(self) -> Turn:
        """As it is submitted."""
        return replace(fast.turn_of(self.word), item=self.use)


class Spent(Exception):
    """There is no time left, in the middle of a search."""


class Search:
    """The search for one turn of a seat."""

    def __init__(self, terms: Terms, bout: Bout, limits: SearchLimits, budget: Budget, *, replays: bool) -> None:
        self.terms, self.bout, self.limits, self.budget = terms, bout, limits, budget
        self.ground = fast.ground(terms, replays=replays)
        self.log = fast.new_log(search.PLIES)
        self.work = search.new_work()
        self.work[search.AIDED] = limits.aided
        self.table = search.new_table(min(17, limits.positions.bit_length()))
        self._glanced = 0

    def after(self, option: CandidateTurn, depth: int, low: int, high: int, room: int | None = None) -> int:
        """The worth of an option by a search of `depth` turns after it, exact between `low` and `high`.

        With `room` for so many positions it is taken as it stands after these; without it raises Spent if there is no time.
        """
        here, work, price = option.start.copy(), self.work, option.price
        fast.make(self.ground, here, self.log, 0, option.word)
        stand = -search.worth(self.ground, here)
        search.begin(work, depth, -high - price, -low - price)
        limit = int(work[search.NODES]) + (self._slice() if room is None else room)
        while not search.advance(self.ground, here, self.log, work, self.table, limit):
            if room is not None:
                return stand - price
            limit += self._slice()
            if self.budget.spent():
                raise Spent
        return -int(work[search.RESULT]) - price

    def _slice(self) -> int:
        """The positions to look at before the next question whether there is time. Raises Spent if there may be no more of them."""
        left = self._left()
        if left <= 0:
            raise Spent
        return min(SLICE, left)

    def _left(self) -> int:
        """The positions that it may still look at."""
        return self.limits.positions + self._glanced - int(self.work[search.NODES])

    def glance(self, option: CandidateTurn) -> int:
        """A first look: captures only, and not many."""
        return self.after(option, 0, -MOST, MOST, GLANCE)

    def glanced(self, options: list[CandidateTurn]) -> list[CandidateTurn]:
        """The options with a first estimate of each, best first; their positions do not count as looked at."""
        found = ranked(self.looked(options))
        self._glanced = int(self.work[search.NODES])
        return found

    # --- What there is

    def movements(self, source: RandomSource) -> list[CandidateTurn]:
        """Every turn without a power but a guardian's, in random order, so that of equals one is taken by lot."""
        here, turns = fast.position(self.ground, self.bout), np.zeros(fast.CAPACITY, dtype=np.int64)
        side = int(here[fast.SIDE])
        number = fast.turns(self.ground, here, self.log, 0, side, False, turns)
        words = [int(word) for word in turns[:number]]
        source.shuffle(words)
        return [CandidateTurn(here, word) for word in words]

    def powered(self, option: CandidateTurn) -> list[CandidateTurn]:
        """The same movement with each power, in the place of the one that the option has."""
        turns = np.zeros(ROOM, dtype=np.int64)
        here = option.start.copy()
        number = fast.powered(self.ground, here, self.log, 0, int(here[fast.SIDE]), option.word & fast.MOVEMENT, turns, 0)
        return [CandidateTurn(option.start, int(word), option.use) for word in turns[: min(number, ROOM)]]

    def using(self, seat: Seat, holds: tuple[Item, ...], source: RandomSource) -> Iterator[CandidateTurn]:
        """The best movement after each of some uses of the items that a seat holds."""
        board = self.bout.board
        turns = np.zeros(fast.CAPACITY, dtype=np.int64)
        for item in items.usable(board, holds):
            for use in source.sample(list(held.uses(self.terms, board, seat, item)), self.limits.uses):
                if self.budget.spent():
                    return
                still = sum(1 << space for space in items.still(board, seat, use))
                here = fast.position(self.ground, replace(self.bout, board=items.used(board, use)))
                own = int(here[fast.OWN + int(here[fast.SIDE])])
                number = fast.movements(self.ground, here, own & ~still, -1, turns)
                options = [CandidateTurn(here, int(word), use) for word in turns[:number] if not _swaps_with(int(word), still)]
                if options:
                    yield max(self.looked(options), key=_value)

    # --- Deeper and deeper

    def looked(self, options: list[CandidateTurn]) -> list[CandidateTurn]:
        """The options with a first estimate of each."""
        for option in options:
            option.value = self.glance(option)
        return options

    def widened(
        self, options: list[CandidateTurn], glance: int, source: RandomSource, seat: Seat, holds: tuple[Item, ...]
    ) -> list[CandidateTurn]:
        """The options, and turns with powers and items that look nearly as good as the best of them at a glance."""
        wider = [option for option in (*self.spendings(options), *self.using(seat, holds, source)) if option.value >= glance - SLACK]
        return options + ranked(wider)[: self.limits.kept]

    def spendings(self, options: list[CandidateTurn]) -> Iterator[CandidateTurn]:
        """The best options with every power, with a first estimate of each."""
        for option in options[: self.limits.tried]:
            for powered in self.powered(option):
                if self._left() <= 0 or self.budget.spent():
                    return
                yield from self.looked([powered])

    def deepened(self, options: list[CandidateTurn], depth: int) -> tuple[list[CandidateTurn], bool]:
        """The options, best first, by a search of `depth` turns after each; and whether there was time for all."""
        best, looked = -MOST, list[CandidateTurn]()
        try:
            for option in options:
                value = self.after(option, depth, best, MOST if not looked else best + 1)
                if looked and value > best:
                    value = self.after(option, depth, best, MOST)
                looked.append(replace(option, value=value))
                best = max(best, value)
        except Spent:
            # What is not better than the best is only known to be no better, and keeps its place behind it.
            rest = options[len(looked) :]
            looked = ranked(looked)
            return (rest + looked if best < -search.SURE else looked + rest), False
        return ranked(looked), True


def _swaps_with(word: int, still: int) -> bool:
    """Whether a movement would move a guardian that may not move (R40)."""
    turn = fast.turn_of(word)
    return turn.power is not None and bool(still >> turn.power.source & 1)


def _value(option: CandidateTurn) -> int:
    return option.value


def ranked(options: list[CandidateTurn]) -> list[CandidateTurn]:
    """Best first; of several as good the earlier ones stay first."""
    return sorted(options, key=_value, reverse=True)


def choose(search_: Search, seat: Seat, holds: tuple[Item, ...], source: RandomSource) -> Turn:
    """The best turn as far as the limits and the budget go."""
    options = search_.glanced(search_.movements(source))
    if search_.limits.depth == 1 or search_.budget.spent():
        return options[0].turn
    glance = options[0].value
    options, whole = search_.deepened(options, 1)
    if whole and options[0].value < search.SURE:
        options, whole = search_.deepened(search_.widened(options, glance, source, seat, holds), 1)
    depth = 2
    while whole and depth < search_.limits.depth and depth <= search.WON - abs(options[0].value):  # else how it ends is known
        options, whole = search_.deepened(options, depth)
        depth += 1
    return options[0].turn
