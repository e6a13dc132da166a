"""Which leads can come before the next round, from those before this one: `can_come`.

What a round comes to depends on what binds and lights a seat only through what is left of it: which form it has afterwards. So a round is
taken in three steps, each a minimum and a maximum over much less than all pairs of submissions: what can stand once A has submitted, what
once B has as well, and what then comes of it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast.ahead import Ints
from deathmatch.games.five_card_trick.fast.layers import FAR, Leads
from deathmatch.games.five_card_trick.fast.stages import ASKED, BLOCKING, BLOCKINGS, GROW, SCORE, TAKER, Numbers, Seats, Tables, leads
from deathmatch.solve.kernel import inner, kernel

Row: TypeAlias = NDArray[np.int16]  # shape (pots + 1,), of one configuration


class Ways(NamedTuple):
    """How one seat comes to its forms: G pairs of a form and a submission that leads to it, and N forms before.

    Attributes:
        to: shape (G,), the form afterwards; by: the submission. In the order of the form without Claim Priority.
        at: shape (G + 1,), where the forms before begin.
        before: shape (N,), a form in which the submission leads there; shine: 1 where it completes all five lights then.
    """

    to: Ints
    by: Ints
    at: Ints
    before: Ints
    shine: Ints


def ways(seat: Seats) -> Ways:
    """The ways of a seat."""
    forms, rows = np.nonzero(seat.after >= 0)
    after, lit = (table[forms, rows].astype(np.int64) for table in (seat.after, seat.shine))
    order = np.lexsort((forms, rows, after, _bare(seat, after)))
    before, by, to, shine = (part[order] for part in (forms, rows, after, lit))
    fresh = np.flatnonzero((np.diff(to, prepend=-1) != 0) | (np.diff(by, prepend=-1) != 0))
    return Ways(to[fresh], by[fresh], np.append(fresh, to.size), before, shine)


def shares(seat: Seats, mine: Ways) -> list[tuple[int, int]]:
    """A seat's ways in parts that lead to different configurations: from one number up to another."""
    bare = _bare(seat, mine.to)
    edges = [*np.flatnonzero(np.diff(bare, prepend=-1)).tolist(), bare.size]
    return list(pairwise(edges))


def _bare(seat: Seats, forms: Ints) -> Ints:
    """Forms without Claim Priority, which may be used right after a round."""
    return np.where(seat.spent[forms] >= 0, seat.spent[forms], forms)


class Reach(NamedTuple):
    """What can stand, by form of B, block in force and pot, while one way of A is followed.

    Attributes:
        there: shape (forms of B,), a bit for each block under which anything can.
        low: shape (forms of B * BLOCKINGS, pots + 1), the least lead; high: the greatest.
    """

    there: Numbers
    low: Leads
    high: Leads


@kernel
def can_come(
    known: Tables, mine: Ways, theirs: Ways, first: int, last: int, least: Leads, most: Leads, next_least: Leads, next_most: Leads
) -> None:
    """Which leads can come in the next round, from those of this one, by some ways of A.

    Args:
        known: the configurations.
        mine: the ways of A, theirs: of B.
        first: the first way of A to look at.
        last: the first not to look at.
        least: shape (C, pots + 1), the least lead that can come; greater than `most` where none can.
        most: the greatest.
        next_least: shape (C, pots + 2), is lowered to what follows.
        next_most: is raised.
    """
    forms, pots = known.b.open.size, least.shape[1]
    room, low, high = (forms * BLOCKINGS, pots), np.empty(pots, dtype=np.int16), np.empty(pots, dtype=np.int16)
    reach = Reach(np.empty(forms, dtype=np.int32), np.empty(room, dtype=np.int16), np.empty(room, dtype=np.int16))
    for g in range(first, last):
        submitted(known, mine, g, least, most, reach)
        for h in range(theirs.to.size):
            there = 0
            for s in range(theirs.at[h], theirs.at[h + 1]):
                there |= reach.there[theirs.before[s]]
            for blocking in range(BLOCKINGS):
                if there >> blocking & 1:
                    answered(theirs, h, blocking, reach, low, high)
                    come(known, mine, g, theirs, h, blocking, low, high, next_least, next_most)


@kernel
def submitted(known: Tables, mine: Ways, g: int, least: Leads, most: Leads, reach: Reach) -> None:
    """What can stand once A has gone one of its ways; `reach` receives it."""
    reach.there[:] = 0
    places = reach.low.shape[0]
    for s in range(mine.at[g], mine.at[g + 1]):
        shine, begin = np.int16(mine.shine[s]), mine.before[s] * places
        c = np.searchsorted(known.keys, begin)
        while c < known.keys.size and known.keys[c] < begin + places:
            x = known.keys[c] - begin
            form, block = x // BLOCKINGS, 1 << x % BLOCKINGS
            if not reach.there[form] & block:
                reach.there[form] |= block
                reach.low[x], reach.high[x] = FAR, -FAR
            for pot in range(1, least.shape[1]):
                reach.low[x, pot] = min(reach.low[x, pot], np.int16(least[c, pot] + shine))
                reach.high[x, pot] = max(reach.high[x, pot], np.int16(most[c, pot] + shine))
            c += 1


@inner
def answered(theirs: Ways, h: int, blocking: int, reach: Reach, low: Row, high: Row) -> None:
    """What can stand under a block once B has gone one of its ways as well, by pot; `low` and `high` receive it."""
    low[:], high[:] = FAR, -FAR
    for s in range(theirs.at[h], theirs.at[h + 1]):
        form, shine = theirs.before[s], np.int16(theirs.shine[s])
        if reach.there[form] >> blocking & 1:
            x = form * BLOCKINGS + blocking
            for pot in range(1, low.size):
                low[pot] = min(low[pot], np.int16(reach.low[x, pot] - shine))
                high[pot] = max(high[pot], np.int16(reach.high[x, pot] - shine))


@inner
def come(known: Tables, mine: Ways, g: int, theirs: Ways, h: int, blocking: int, low: Row, high: Row, least: Leads, most: Leads) -> None:
    """What both ways come to under a block; `least` and `most` are those of the next round."""
    met, place, a, b = known.met[mine.by[g], theirs.by[h], blocking], known.place, known.a, known.b
    to_a, to_b, begins, taker, grow, gain = mine.to[g], theirs.to[h], met[BLOCKING], met[TAKER], met[GROW], met[SCORE]
    asked, spent = 0, np.int64(0)
    if met[ASKED] & 1 and a.spent[to_a] >= 0:
        asked, spent = 1, np.int64(place[leads(a.open, b.open, int(a.spent[to_a]), to_b, begins)])
    elif met[ASKED] & 2 and b.spent[to_b] >= 0:
        asked, spent = 2, np.int64(place[leads(a.open, b.open, to_a, int(b.spent[to_b]), begins)])
    to = np.int64(place[leads(a.open, b.open, to_a, to_b, begins)])
    for pot in range(1, low.size):
        if low[pot] > high[pot]:
            continue
        here, won = (1, taker * (pot + grow)) if taker else (pot + grow, 0)
        least[to, here] = min(least[to, here], low[pot] + gain + won)
        most[to, here] = max(most[to, here], high[pot] + gain + won)
        if asked:
            prize = gain + won + (here if asked == 1 else -here)
            least[spent, 1] = min(least[spent, 1], low[pot] + prize)
            most[spent, 1] = max(most[spent, 1], high[pot] + prize)
