"""What can come: three steps through what is left of the seats, against every pair of submissions of every stage, lead by lead."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from deathmatch.solve.kernel import kernel
from deathmatch_lab.games.five_card_trick.fast import layers, reachability
from deathmatch_lab.games.five_card_trick.fast.layers import TO_AT, Configurations, asked_of, cells, gain_of, open_stage, taker_of
from deathmatch_lab.games.five_card_trick.fast.reachability import Bits, Spans
from deathmatch_lab.games.five_card_trick.solver.plan import Plan, plan
from deathmatch_lab.games.five_card_trick.solver.reachable import Reachability
from deathmatch_lab.games.five_card_trick.solver.threads import Threads
from deathmatch_lab.solving import SilentReporter
from packages.lab.tests.games.five_card_trick.test_solver import bound

WORDS: Final = 3
ZERO: Final = 32 * WORDS  # the bit of a lead of 0
FURTHEST: Final = 60  # of the leads from which a test goes on, which have three words, too

Wide: TypeAlias = NDArray[np.uint64]  # shape (C, pots + 1, WORDS): a bit for each lead, in words of 64

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("final", {"overload": "none", "reset": "none", "priority": "A"}),
    ("gauntlet", {"blocked_collides": "no", "steal_needs": "any"}),
    ("setna", {"dmo": "A"}),
    ("final", {"overload": "none", "reset": "none", "priority": "B", "priority_beats_block": "yes"}),
]


@kernel
def join(bits: NDArray[np.uint64], more: NDArray[np.uint64], by: int) -> None:
    """Set the bits of some leads, that many chips higher."""
    words, places = by // 64, by % 64
    for word in range(WORDS):
        source = word - words
        if 0 <= source < WORDS:
            bits[word] |= more[source] << np.uint64(places)
        if places and 0 <= source - 1 < WORDS:
            bits[word] |= more[source - 1] >> np.uint64(64 - places)


@kernel
def follow(known: Configurations, now: Wide, after: Wide) -> None:
    """Every lead that comes of these in one round; `after` receives it."""
    out = cells(known.met.shape[0])
    for c in range(known.keys.size):
        if not now[c].any():
            continue
        m, n = open_stage(known, known.keys[c], out)
        for i in range(m):
            for j in range(n):
                cell = out.cells[i, j]
                for pot in range(1, now.shape[1]):
                    if now[c, pot].any():
                        grown = pot + (cell & 1)
                        here, gain = 1 if taker_of(cell) else grown, gain_of(cell) + taker_of(cell) * grown
                        join(after[cell >> TO_AT, here], now[c, pot], gain)
                        if asked_of(cell):
                            join(after[out.used[i, j], 1], now[c, pot], gain + (here if asked_of(cell) == 1 else -here))


def dense(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Whether each bit is set, the least first."""
    return np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little").astype(np.bool_)


def leads(spans: Spans, bits: Bits, pot: int) -> NDArray[np.bool_]:
    """Which leads of a pot there are, with 0 at `ZERO`; shape (C, 64 * WORDS)."""
    there = np.zeros((bits.ends.size, 64 * WORDS), dtype=np.bool_)
    first, last = int(spans.at[pot]), int(spans.at[pot + 1])
    places, bit = dense(np.ascontiguousarray(bits.rows[:, first:last])).nonzero() if last > first else (np.empty(0, int), np.empty(0, int))
    there[places, bit + 64 * first - int(spans.zero[pot]) + ZERO] = True
    return there


def some(plan_: Plan, known: Configurations, numbers: np.random.Generator, few: NDArray[np.int64]) -> tuple[Wide, Spans, Bits]:
    """Leads that lie anywhere in two pots of some configurations, as the test and as `reachability` have them."""
    spans = reachability.spans([None, *[(-FURTHEST, FURTHEST)] * 4])
    now, bits = np.zeros((known.keys.size, 5, WORDS), dtype=np.uint64), reachability.nothing(known.keys.size, spans)
    for place in known.place[numbers.choice(few, min(few.size, 600), replace=False)]:
        for pot in numbers.choice(np.arange(1, 5), 2, replace=False):
            for lead in np.flatnonzero(numbers.random(2 * FURTHEST + 1) < 0.3).tolist():
                for row, bit in ((now[place, pot], lead - FURTHEST + ZERO), (bits.rows[place], lead - FURTHEST + int(spans.zero[pot]))):
                    row[bit // 64] |= np.uint64(1 << bit % 64)
            bits.ends[place] = max(int(bits.ends[place]), int(spans.at[pot + 1]))
    return now, spans, bits


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "more"), OPTIONS)
def test_what_can_come_is_what_the_cells_of_all_stages_lead_to(name: str, more: dict[str, Any]) -> None:
    """From leads that lie anywhere, so that no way of a seat is taken for another; by shares of the ways, the last first."""
    game = bound(name, **more)
    whole = plan(game.terms, game.start())
    a, b = whole.seats
    few, known = (layers.tables(whole.book.rows, whole.book.book, a, b, [whole.key(game.start())], steps) for steps in (2, 3))
    assert few is not None
    assert known is not None
    now, spans, before = some(whole, known, np.random.default_rng(2026), few.keys)  # whose successors are numbered
    expected = np.zeros((known.keys.size, 6, WORDS), dtype=np.uint64)
    follow(known, now, expected)
    room = reachability.spans(reachability.widest(known, reachability.ranges(spans, before)))
    after = reachability.nothing(known.keys.size, room)
    mine, theirs = whole.seats.map(reachability.ways)
    for first, last in reversed(reachability.shares(whole.seats.a, mine)):
        reachability.propagate(known, mine, theirs, first, last, spans, before, room, after)
    assert (expected != 0).any(axis=-1).sum() > 5000
    for pot in range(1, 6):
        np.testing.assert_array_equal(leads(room, after, pot), dense(expected[:, pot]))


def check(name: str, **options: Any) -> list[int]:
    """Follow a match lead by lead, and hold what is found to it; how many positions can come before each round."""
    game = bound(name, **options)
    whole = plan(game.terms, game.start())
    known, forward, counts = whole.known, Reachability(whole, SilentReporter(), Threads(2)), []
    hulls, said = forward.hulls()
    now, reachable = np.zeros((0, 0, WORDS), dtype=np.uint64), forward.start()
    for round_ in range(1, whole.last + 1):
        after = np.zeros((known.keys.size, whole.pots(round_) + 1, WORDS), dtype=np.uint64)
        if round_ == 1:
            after[int(known.place[whole.key(game.start())]), 1, ZERO // 64] = 1 << ZERO % 64
        else:
            follow(known, now, after)
            reachable = forward.after(reachable)
        if whole.tied(round_):
            after[..., ZERO // 64] &= np.uint64(1 << ZERO % 64)
            after[..., : ZERO // 64] = after[..., ZERO // 64 + 1 :] = 0
        counts.append(0)
        for pot in range(1, whole.pots(round_) + 1):
            there = dense(np.ascontiguousarray(after[:, pot]))
            np.testing.assert_array_equal(leads(reachable.spans, reachable.bits, pot), there)
            none, least, most = ~there.any(axis=-1), there.argmax(axis=-1) - ZERO, 64 * WORDS - 1 - there[:, ::-1].argmax(axis=-1) - ZERO
            np.testing.assert_array_equal(hulls[round_ - 1][0][:, pot], np.where(none, layers.FAR, least))
            np.testing.assert_array_equal(hulls[round_ - 1][1][:, pot], np.where(none, -layers.FAR, most))
            counts[-1] += int(there.sum())
        now = after
    assert said == counts
    return counts


@pytest.mark.nightly
def test_every_lead_that_can_come_is_found_over_five_rounds() -> None:
    assert check("gauntlet", rounds=4, max_rounds=5, extension=1) == [1, 292, 32_818, 645_816, 272_410]
