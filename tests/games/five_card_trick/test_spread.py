"""What can come: three steps through what is left of the seats, against every pair of submissions of every stage, lead by lead."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from deathmatch.core.seats import BySeat
from deathmatch.core.solving import Silent
from deathmatch.games.five_card_trick.fast import layers, spread, stages
from deathmatch.games.five_card_trick.fast.layers import asked_of, gain_of, taker_of
from deathmatch.games.five_card_trick.fast.stages import TO_AT, Seats, Tables, cells, open_stage
from deathmatch.games.five_card_trick.solver.induction import Hull, Induction, positions
from deathmatch.games.five_card_trick.solver.plan import plan
from deathmatch.solve.kernel import kernel
from tests.games.five_card_trick.test_solver import bound

WORDS: Final = 3
ZERO: Final = 32 * WORDS  # the bit of a lead of 0

Bits: TypeAlias = NDArray[np.uint64]  # shape (C, pots + 1, WORDS): a bit for each lead, in words of 64

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("gauntlet", {"blocked_collides": "no", "steal_needs": "any"}),
    ("setna", {"dmo": "A"}),
    ("final", {"overload": "none", "reset": "none", "priority": "A"}),
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
def follow(known: Tables, now: Bits, after: Bits) -> None:
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


def leads(bits: Bits) -> NDArray[np.bool_]:
    """Whether each lead is there, the least first."""
    return np.unpackbits(bits.view(np.uint8), axis=-1, bitorder="little").astype(np.bool_)


def hull_of(bits: Bits) -> Hull:
    """The least and the greatest."""
    there = leads(bits)
    none = ~there.any(axis=-1)
    least, most = there.argmax(axis=-1) - ZERO, 64 * WORDS - 1 - there[..., ::-1].argmax(axis=-1) - ZERO
    return np.where(none, layers.FAR, least).astype(np.int16), np.where(none, -layers.FAR, most).astype(np.int16)


def next_round(seats: BySeat[Seats], known: Tables, hull: Hull) -> Hull:
    """What can come before the next round, by shares in another order."""
    mine, theirs = seats.map(spread.ways)
    least = np.full((known.keys.size, hull[0].shape[1] + 1), layers.FAR, dtype=np.int16)
    most = -least
    for first, last in reversed(spread.shares(seats.a, mine)):
        spread.can_come(known, mine, theirs, first, last, *hull, least, most)
    return least, most


@pytest.mark.parametrize(("name", "more"), OPTIONS)
def test_what_can_come_is_what_the_cells_of_all_stages_lead_to(name: str, more: dict[str, Any]) -> None:
    """From leads that lie anywhere, so that no way of a seat is taken for another."""
    game = bound(name, **more)
    found = plan(game.terms, game.start())
    few, known = (stages.tables(found.book.rows, found.book.book, *found.seats, [found.key(game.start())], steps) for steps in (2, 3))
    assert few is not None
    assert known is not None
    numbers = np.random.default_rng(2026)
    now, after = (np.zeros((known.keys.size, pots + 1, WORDS), dtype=np.uint64) for pots in (4, 5))
    for place in known.place[numbers.choice(few.keys, min(few.keys.size, 600), replace=False)]:  # whose successors are numbered
        now[place, numbers.choice(np.arange(1, 5), 2, replace=False), 1] = numbers.integers(1, 1 << 60, 2) << 2
    follow(known, now, after)
    assert (after != 0).any(axis=-1).sum() > 5000
    for expected, least in zip(hull_of(after), next_round(found.seats, known, hull_of(now)), strict=True):
        np.testing.assert_array_equal(least, expected)


def missing(name: str, **options: Any) -> dict[int, int]:
    """How many positions before each round are counted that cannot come: leads between the least and the greatest."""
    game = bound(name, **options)
    found = plan(game.terms, game.start())
    known, induction = found.known, Induction(found, Silent())
    now, missed = np.zeros((0, 0, WORDS), dtype=np.uint64), {}
    for round_, hull in induction.coming():
        after = np.zeros((known.keys.size, found.pots(round_) + 1, WORDS), dtype=np.uint64)
        if round_ == 1:
            after[int(known.place[found.key(game.start())]), 1, ZERO // 64] = 1 << ZERO % 64
        else:
            follow(known, now, after)
        if induction.tied(round_):
            after[..., ZERO // 64] &= np.uint64(1 << ZERO % 64)
            after[..., : ZERO // 64] = after[..., ZERO // 64 + 1 :] = 0
        if round_ <= found.counts[0]:  # a tie may lie in between, too
            for least, expected in zip(hull, hull_of(after), strict=True):
                np.testing.assert_array_equal(least, expected)
        missed[round_] = positions(hull) - int(leads(after).sum())
        now = after
    return missed


def test_hardly_a_lead_between_the_least_and_the_greatest_cannot_come() -> None:
    assert missing("gauntlet", rounds=4, max_rounds=5, extension=1) == {1: 0, 2: 0, 3: 2008, 4: 45_512, 5: 2436}
    assert missing("final", overload="none", reset="none", rounds=3, max_rounds=3) == {1: 0, 2: 0, 3: 9368}


@pytest.mark.nightly
def test_every_lead_between_can_come_once_a_match_has_gone_on() -> None:
    """From round 7 on; after a tie the first rounds leave some out again (docs/five-card-trick.md)."""
    missed = {round_: count for round_, count in missing("gauntlet", rounds=8, max_rounds=13).items() if count}
    assert missed == {3: 2008, 4: 45_512, 5: 17_088, 6: 242, 10: 13_048, 11: 20_139, 12: 890, 13: 4}
