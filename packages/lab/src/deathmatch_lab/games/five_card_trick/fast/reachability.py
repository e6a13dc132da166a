"""Which leads can come before the next round, from those before this one: `propagate`.

Leads are bits. A configuration has one long row of them, for each pot a segment of whole words (`Spans`), so an operation on a whole row is
done to sixty-four leads at a time.

The result of a round depends on the restrictions and lights of a seat only through the form that it has afterwards. So a round is
taken in three steps, each over much less than all pairs of submissions: the leads after A has submitted, those after B has as well, and
those after the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast.rounds import ASKED, BLOCKING, BLOCKINGS, GROW, SCORE, TAKER, Ints
from deathmatch.solve.kernel import inner, kernel, maker
from deathmatch_lab.games.five_card_trick.fast.layers import FAR, Configurations, Leads, Numbers, SeatForms, asks, leads

WORD: Final = 64

Row: TypeAlias = NDArray[np.uint64]
"""Leads of one configuration, as `Spans` has them."""


# --- Leads as bits


class Spans(NamedTuple):
    """Where the leads of each pot have their bits in a row.

    Attributes:
        at: shape (pots + 2,), the word with which each pot begins, and where the last ends. No pot is 0.
        zero: shape (pots + 1,), the bit of a lead of 0, counted from the start of the row; it need not lie in the segment.
    """

    at: Ints
    zero: Ints


class Bits(NamedTuple):
    """Leads that can come before a round.

    Attributes:
        rows: shape (C, words), a bit for each.
        ends: shape (C,), how many words of a row hold them all; 0 if nothing can come.
    """

    rows: NDArray[np.uint64]
    ends: Numbers


def spans(ranges: Sequence[tuple[int, int] | None]) -> Spans:
    """Room for leads from one to another, by pot from 0 on; None if it cannot stand. A bit on both sides stays free, for a light."""
    at, zero = [0], [0]
    for pot, range_ in enumerate(ranges):
        low, high = range_ or (0, -3)
        if pot:
            zero.append(at[-1] * WORD + 1 - low)
        at.append(at[-1] + (-(-(high - low + 3) // WORD) if pot else 0))
    return Spans(np.array(at), np.array(zero))


def nothing(configurations: int, spans: Spans) -> Bits:
    """No lead of any pot."""
    return Bits(np.zeros((configurations, int(spans.at[-1])), dtype=np.uint64), np.zeros(configurations, dtype=np.int32))


def ranges(spans: Spans, bits: Bits) -> list[tuple[int, int] | None]:
    """The least and the greatest lead of each pot in any configuration."""
    pots: list[tuple[int, int] | None] = [None]
    all_ = np.bitwise_or.reduce(bits.rows, axis=0)
    for zero, (first, last) in zip(spans.zero[1:].tolist(), pairwise(spans.at[1:].tolist()), strict=True):
        places = np.flatnonzero(np.unpackbits(all_[first:last].astype("<u8").view(np.uint8), bitorder="little")) + first * WORD - zero
        pots.append((int(places[0]), int(places[-1])) if places.size else None)
    return pots


@inner
def ones(word: np.uint64) -> np.uint64:
    """How many bits of a word are set."""
    word -= word >> np.uint64(1) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (word >> np.uint64(2) & np.uint64(0x3333333333333333))
    word = word + (word >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (word * np.uint64(0x0101010101010101)) >> np.uint64(56)


@kernel
def hull(now: Spans, bits: Bits, first: int, last: int, least: Leads, most: Leads) -> None:
    """The least and the greatest leads of configurations from `first` on up to `last`.

    Args:
        now: where the leads lie.
        bits: which there are.
        first: the first configuration to look at.
        last: the first not to look at.
        least: shape (C, pots + 1), receives the least; `FAR` if there is none.
        most: receives the greatest; `-FAR` if there is none.
    """
    for c in range(first, last):
        for pot in range(least.shape[1]):
            least[c, pot], most[c, pot] = FAR, -FAR
            if pot == 0 or now.at[pot] >= bits.ends[c]:
                continue
            for k in range(now.at[pot], now.at[pot + 1]):
                word = bits.rows[c, k]
                if word != np.uint64(0):
                    begin = k * WORD - now.zero[pot]
                    if least[c, pot] == FAR:
                        least[c, pot] = begin + int(ones(~word & word - np.uint64(1)))
                    for by in (1, 2, 4, 8, 16, 32):
                        word |= word >> np.uint64(by)
                    most[c, pot] = begin + int(ones(word)) - 1


@inner
def over(to: Row, had: int, more: Row, count: int, up: int) -> int:
    """Join the first words of a row to another that has so many, each lead `up` chips higher: -1, 0 or 1; how many words that has then."""
    full = min(count + 1, to.size) if up > 0 else count
    for k in range(had, full):
        to[k] = np.uint64(0)
    if up == 0:
        for k in range(count):
            to[k] |= more[k]
    elif up > 0:
        to[0] |= more[0] << np.uint64(1)
        for k in range(1, count):
            to[k] |= more[k] << np.uint64(1) | more[k - 1] >> np.uint64(WORD - 1)
        if full > count:
            to[count] |= more[count - 1] >> np.uint64(WORD - 1)
    else:
        for k in range(count - 1):
            to[k] |= more[k] >> np.uint64(1) | more[k + 1] << np.uint64(WORD - 1)
        to[count - 1] |= more[count - 1] >> np.uint64(1)
    return max(had, full)


# --- One round


class Ways(NamedTuple):
    """How one seat comes to its forms: G pairs of a form and a submission that leads to it, and N forms before.

    Attributes:
        to: shape (G,), the form afterwards; by: the submission. In the order of the form without Claim Priority.
        at: shape (G + 1,), where the forms before begin.
        before: shape (N,), a form in which the submission leads there; shine: 1 if it completes all five lights then.
    """

    to: Ints
    by: Ints
    at: Ints
    before: Ints
    shine: Ints


def ways(seat: SeatForms) -> Ways:
    """The ways of a seat."""
    forms, rows = np.nonzero(seat.after >= 0)
    after, lit = (table[forms, rows].astype(np.int64) for table in (seat.after, seat.shine))
    order = np.lexsort((forms, rows, after, _bare(seat, after)))
    before, by, to, shine = (part[order] for part in (forms, rows, after, lit))
    fresh = np.flatnonzero((np.diff(to, prepend=-1) != 0) | (np.diff(by, prepend=-1) != 0))
    return Ways(to[fresh], by[fresh], np.append(fresh, to.size), before, shine)


def shares(seat: SeatForms, mine: Ways) -> list[tuple[int, int]]:
    """A seat's ways in parts that lead to different configurations: from one number up to another."""
    bare = _bare(seat, mine.to)
    edges = [*np.flatnonzero(np.diff(bare, prepend=-1)).tolist(), bare.size]
    return list(pairwise(edges))


def _bare(seat: SeatForms, forms: Ints) -> Ints:
    """Forms without Claim Priority, which may be used right after a round."""
    return np.where(seat.spent[forms] >= 0, seat.spent[forms], forms)


def widest(known: Configurations, ranges: Sequence[tuple[int, int] | None]) -> list[tuple[int, int] | None]:
    """Between which leads those of each pot lie before the next round, at the most, from those before this one."""
    gain = int(np.abs(known.met[..., SCORE]).max()) + 1  # by Score and a light
    asked = bool((known.met[..., ASKED] > 0).any()) and max(int(seat.spent.max()) for seat in (known.a, known.b)) >= 0
    reached: list[tuple[int, int] | None] = [None] * (len(ranges) + 1)
    for pot, range_ in enumerate(ranges):
        if range_ is not None:
            taken = (pot + 1) * (2 if asked else 1)  # by Steal or Claim, and by Claim Priority what then stands
            for here, more in ((pot, gain), (pot + 1, gain), (1, gain + taken)):
                low, high = reached[here] or range_
                reached[here] = min(low, range_[0] - more), max(high, range_[1] + more)
    return reached


class PartlyReached(NamedTuple):
    """The possible leads by form of B and block in force, while one way of A is followed.

    Attributes:
        there: shape (forms of B,), a bit for each block under which anything can.
        rows: shape (forms of B * BLOCKINGS, words), the leads; those without a bit are of no meaning.
        ends: shape (forms of B * BLOCKINGS,), how many words hold them.
        row: shape (words,), room for the leads under a block after one way of B as well.
    """

    there: Numbers
    rows: NDArray[np.uint64]
    ends: Numbers
    row: Row


@maker
def propagate(
    known: Configurations, mine: Ways, theirs: Ways, first: int, last: int, now: Spans, before: Bits, next_: Spans, after: Bits
) -> None:
    """Which leads can come in the next round, from those of this one, by some ways of A.

    Args:
        known: the configurations.
        mine: the ways of A, theirs: of B.
        first: the first way of A to look at.
        last: the first not to look at.
        now: where leads lie before this round, before: which there are.
        next_: where they lie before the next, after: which there are; more is added.
    """
    forms, words = known.b.open.size, before.rows.shape[1]
    places, whole = forms * BLOCKINGS, np.uint64
    reach = PartlyReached(
        np.empty(forms, dtype=np.int32),
        np.empty((places, words), dtype=whole),
        np.empty(places, dtype=np.int32),
        np.empty(words, dtype=whole),
    )
    _propagate(known, mine, theirs, first, last, now, before, next_, after, reach)


@kernel
def _propagate(
    known: Configurations,
    mine: Ways,
    theirs: Ways,
    first: int,
    last: int,
    now: Spans,
    before: Bits,
    next_: Spans,
    after: Bits,
    reach: PartlyReached,
) -> None:
    """As `propagate`, with room."""
    for g in range(first, last):
        submitted(known, mine, g, before, reach)
        for h in range(theirs.to.size):
            there = 0
            for s in range(theirs.at[h], theirs.at[h + 1]):
                there |= reach.there[theirs.before[s]]
            for blocking in range(BLOCKINGS):
                if there >> blocking & 1:
                    end = answered(theirs, h, blocking, reach, reach.row)
                    propagate_pair(known, mine, g, theirs, h, blocking, now, reach.row, end, next_, after)


@kernel
def submitted(known: Configurations, mine: Ways, g: int, before: Bits, reach: PartlyReached) -> None:
    """The possible leads after one way of A; `reach` receives them."""
    reach.there[:] = 0
    places = reach.rows.shape[0]
    for s in range(mine.at[g], mine.at[g + 1]):
        begin = mine.before[s] * places
        c = np.searchsorted(known.keys, begin)
        while c < known.keys.size and known.keys[c] < begin + places:
            end = int(before.ends[c])
            if end > 0:
                x = known.keys[c] - begin
                form, block = x // BLOCKINGS, 1 << x % BLOCKINGS
                had = int(reach.ends[x]) if reach.there[form] & block else 0
                reach.there[form] |= block
                reach.ends[x] = over(reach.rows[x], had, before.rows[c], end, int(mine.shine[s]))
            c += 1


@inner
def answered(theirs: Ways, h: int, blocking: int, reach: PartlyReached, row: Row) -> int:
    """The possible leads under a block after one way of B as well; `row` receives them. Returns how many words hold them."""
    end = 0
    for s in range(theirs.at[h], theirs.at[h + 1]):
        form = theirs.before[s]
        if reach.there[form] >> blocking & 1:
            x = form * BLOCKINGS + blocking
            end = over(row, end, reach.rows[x], int(reach.ends[x]), -int(theirs.shine[s]))
    return end


@inner
def propagate_pair(
    known: Configurations,
    mine: Ways,
    g: int,
    theirs: Ways,
    h: int,
    blocking: int,
    now: Spans,
    row: Row,
    end: int,
    next_: Spans,
    after: Bits,
) -> None:
    """What both ways come to under a block; `after` receives it."""
    met, to_a, to_b = known.met[mine.by[g], theirs.by[h], blocking], mine.to[g], theirs.to[h]
    begins, taker, grow, gain = met[BLOCKING], met[TAKER], met[GROW], met[SCORE]
    to, pot = int(known.place[leads(known.a.open, known.b.open, to_a, to_b, begins)]), 1
    asked, spent = asks(known, met[ASKED], to_a, to_b, begins)
    while now.at[pot] < end:
        here, won = (1, taker * (pot + grow)) if taker else (pot + grow, 0)
        first, last, up = now.at[pot], min(now.at[pot + 1], end), gain + won - now.zero[pot]
        settle(row, first, last, next_.zero[here] + up, after, to)
        if asked:
            settle(row, first, last, next_.zero[1] + up + (here if asked == 1 else -here), after, spent)
        pot += 1


@inner
def settle(row: Row, first: int, last: int, up: int, after: Bits, to: int) -> None:
    """Join the words of a row from `first` on up to `last` to a configuration's, so many bits higher."""
    for k in range(first, last):
        word = row[k]
        if word != np.uint64(0):
            bit = k * WORD + up
            at, by = bit >> 6, bit & (WORD - 1)
            low = word << np.uint64(by)
            if low != np.uint64(0):
                after.rows[to, at] |= low
                after.ends[to] = max(after.ends[to], at + 1)
            if by > 0:
                high = word >> np.uint64(WORD - by)
                if high != np.uint64(0):
                    after.rows[to, at + 1] |= high
                    after.ends[to] = max(after.ends[to], at + 2)
