"""What can come: three steps through what is left of the seats, against every pair of submissions of every stage, lead by lead."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from deathmatch.solve.kernel import kernel, maker
from deathmatch_lab.games.five_card_trick.fast import layers
from deathmatch_lab.games.five_card_trick.fast.layers import TO_AT, Configurations, asked_of, cells, gain_of, open_stage, taker_of
from deathmatch_lab.games.five_card_trick.fast.reachability import Bits, Spans
from deathmatch_lab.games.five_card_trick.solver.plan import plan
from deathmatch_lab.games.five_card_trick.solver.reachable import Reachability
from deathmatch_lab.games.five_card_trick.solver.threads import Threads
from deathmatch_lab.solving import SilentReporter
from tests.games.five_card_trick.positions import bound

WORDS: Final = 3
ZERO: Final = 32 * WORDS  # the bit of a lead of 0

Wide: TypeAlias = NDArray[np.uint64]  # shape (C, pots + 1, WORDS): a bit for each lead, in words of 64


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


@maker
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


def check(name: str, **options: Any) -> list[int]:
    """Follow a match lead by lead, and hold what is found to it; how many positions can come before each round."""
    game = bound(name, options)
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
@pytest.mark.parametrize(
    ("name", "options", "counts"),
    [
        ("gauntlet", {"rounds": 4, "max_rounds": 5, "extension": 1}, [1, 292, 32_818, 645_816, 272_410]),
        ("final", {"rounds": 2, "max_rounds": 3, "extension": 1, "overload": "none", "reset": "none", "priority": "A"}, [1, 691, 34_858]),
    ],
)
def test_every_lead_that_can_come_is_found(name: str, options: dict[str, Any], counts: list[int]) -> None:
    assert check(name, **options) == counts
