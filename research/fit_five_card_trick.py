"""Fit the figures of the bot `strong` of Five-Card Trick: `python research/fit_five_card_trick.py [VARIANT ...]` rewrites its data file.

Value iteration over a compact position. With k rounds to play, a position is worth the value of the matrix game whose entries are the
chips of one round plus the worth of the next position with k - 1 rounds to play. Rows (the restrictions of both seats), block and pot
are a table that is computed in full, each cell with random lights; lights and rare restrictions are parts that are added, measured on
pairs of positions that differ in nothing else. Seats may be swapped, so the worth is made antisymmetric. The levels after `SETTLED` are
averaged. Items come last: they wait for a good moment, so their worth depends on how often one comes, and is measured on positions of
matches. The variances that turn chips into a chance to win are measured in self-play too. About ten minutes of one core each.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from deathmatch import games
from deathmatch.games import five_card_trick
from deathmatch.games.five_card_trick.fast import rounds
from deathmatch.games.five_card_trick.fast import worth as worth_kernels
from deathmatch.games.five_card_trick.fast.rounds import Floats, Ints, RoundOptions, Submissions
from deathmatch.games.five_card_trick.fast.worth import Worth, rows_of, unpack
from deathmatch.solve.kernel import kernel, maker
from deathmatch.solve.matrix import mix

POTS = 8  # of the table; larger pots go on linearly
BLOCKS = 1 + 2 * rounds.CARDS
LEVELS = 4  # rounds left that have a table of their own, the last for all more
SETTLED, LAST = 6, 14  # iterations that the last level averages
ITEM_LEVELS = 24
ITEM_POTS = 4  # the last stands for all larger
ITEM_MATCHES = 200  # of self-play, for the positions on which items are measured
PAIRS = 40  # samples of every entry that is measured by pairs
BOOK = RoundOptions(1, 1, 0)  # the defaults
KEPT_POTS = 4  # of the file
STEP = 0.04  # chips; the file rounds to it
MATCHES, ROUNDS = 1000, 25  # of self-play, to measure variances
SEED = 1
LEAST = 0.3  # variance: not even the last round is sure
NAMES = ("gauntlet", "final", "setna")


def homes(all_: Submissions) -> list[tuple[int, int]]:
    """The masks (last, barred) that rounds without items lead to, (0, 0) first."""
    plain = np.flatnonzero(all_.items == 0)
    states = [(0, 0)]
    out = np.empty(all_.cards.size, dtype=np.int64)
    for last, barred in states:  # grows while it is read
        open_ = out[: rounds.allowed(all_, last, barred, 0, out)]
        for k in np.intersect1d(open_, plain):
            after = int(all_.cards[k]), int(all_.cards[k] & last | all_.doubled[k])
            if after not in states:
                states.append(after)
    return states


def strays(all_: Submissions, known: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The masks that only Overload leads to, from the known ones."""
    states: list[tuple[int, int]] = []
    out = np.empty(all_.cards.size, dtype=np.int64)
    for last, barred in known:
        for k in out[: rounds.allowed(all_, last, barred, rounds.OVERLOAD, out)]:
            after = int(all_.cards[k]), int(all_.cards[k] & last | all_.doubled[k])
            if after not in known and after not in states:
                states.append(after)
    return states


@kernel
def sow(seed: int) -> None:
    """Seed the kernels' random numbers."""
    np.random.seed(seed)


@kernel
def some_lights() -> int:
    """A random mask of 0 to 4 lights, each number as likely."""
    mask, wanted = 0, np.random.randint(0, rounds.CARDS)
    while rounds.count(mask) < wanted:
        mask |= 1 << np.random.randint(0, rounds.CARDS)
    return mask


@kernel
def place(position: Ints, home: Ints, a: int, b: int, block: int, pot: int) -> None:
    """Put rows, block and pot into a position, with random lights and without items; `home` is (R, 2)."""
    position[:] = 0
    position[rounds.BLOCKED] = position[rounds.BLOCKED + 1] = rounds.NONE
    for seat, row in ((0, a), (1, b)):
        position[rounds.LAST + seat] = home[row, 0]
        position[rounds.BARRED + seat] = home[row, 1]
        position[rounds.LIGHTS + seat] = some_lights()
    if block > rounds.CARDS:
        position[rounds.BLOCKED + 1] = block - 1 - rounds.CARDS
    elif block > 0:
        position[rounds.BLOCKED] = block - 1
    position[rounds.POT] = pot


@kernel
def place_any(position: Ints, home: Ints, levels: int) -> None:
    """A random position; small pots are likelier, and so is no block."""
    pot = 1
    while pot < levels and np.random.random() < 0.45:
        pot += 1
    block = np.random.randint(0, BLOCKS) if np.random.random() < 0.5 else 0
    place(position, home, np.random.randint(0, home.shape[0]), np.random.randint(0, home.shape[0]), block, pot)


@maker
def backed(position: Ints, all_: Submissions, book: RoundOptions, worth: Worth, left: int, rows: Ints, columns: Ints) -> float:
    """The value of the matrix game at a position; `rows` and `columns` are room for row numbers, shape (n,)."""
    m = rounds.allowed(all_, position[rounds.LAST], position[rounds.BARRED], position[rounds.ITEMS], rows)
    n = rounds.allowed(all_, position[rounds.LAST + 1], position[rounds.BARRED + 1], position[rounds.ITEMS + 1], columns)
    payoffs = np.empty((m, n))
    worth_kernels.expected(position, all_, book, worth, left, 1.0, rows[:m], columns[:n], payoffs)
    return mix(payoffs, np.empty(m), np.empty(n))[0]


@maker
def sweep_table(home: Ints, all_: Submissions, book: RoundOptions, worth: Worth, left: int, light: Floats, out: Floats) -> None:
    """Every cell of the table once; `light` is (R, 32) of the level that is being made, `out` (R, R, BLOCKS, POTS)."""
    rows, columns = np.empty(all_.cards.size, dtype=np.int64), np.empty(all_.cards.size, dtype=np.int64)
    position = np.empty(rounds.WIDTH, dtype=np.int64)
    for a in range(home.shape[0]):
        for b in range(home.shape[0]):
            for block in range(BLOCKS):
                for pot in range(POTS):
                    place(position, home, a, b, block, pot + 1)
                    shine = light[a, position[rounds.LIGHTS]] - light[b, position[rounds.LIGHTS + 1]]
                    out[a, b, block, pot] = backed(position, all_, book, worth, left, rows, columns) - shine


@maker
def sweep_pairs(
    home: Ints, all_: Submissions, book: RoundOptions, worth: Worth, left: int, pairs: int, column: int, values: Ints, out: Floats
) -> None:
    """The effect of each value of a column of A's on a position in which it is 0, for every row of A's.

    The column is LIGHTS, or LAST for masks (last + 32 * barred) that lie outside the rows; those are for the first row only.
    `values` has the shape (n,); `out`, (n, R), receives the means.
    """
    rows, columns = np.empty(all_.cards.size, dtype=np.int64), np.empty(all_.cards.size, dtype=np.int64)
    position = np.empty(rounds.WIDTH, dtype=np.int64)
    out[:] = 0.0
    for a in range(out.shape[1]):
        for _ in range(pairs):
            place_any(position, home, POTS)
            position[rounds.LAST], position[rounds.BARRED] = home[a, 0], home[a, 1]
            position[column] = 0
            base = backed(position, all_, book, worth, left, rows, columns)
            for k in range(values.size):
                position[column] = values[k]
                if column == rounds.LAST:
                    position[rounds.LAST], position[rounds.BARRED] = values[k] % 32, values[k] // 32
                out[k, a] += (backed(position, all_, book, worth, left, rows, columns) - base) / pairs


def swapped(table: Floats) -> Floats:
    """The table as the other seat sees it."""
    order = [0, *range(1 + rounds.CARDS, BLOCKS), *range(1, 1 + rounds.CARDS)]
    return -np.swapaxes(table, 0, 1)[:, :, order, :]


def submissions(name: str, *, items: bool) -> Submissions:
    """The submissions of a variant, with its items or without."""
    game = games.find(f"five-card-trick/{name}").bind({})[1]
    return rounds.numbered(cast(five_card_trick.FiveCardTrick, game).terms, items)[0]


def iterate(name: str) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Level after level, from one round to play: table, light and shift."""
    final = name == "final"
    all_ = submissions(name, items=final)
    plain = submissions(name, items=False)
    known = homes(plain)
    home = np.array(known, dtype=np.int64)
    count = len(known)
    row = rows_of(known)
    far = np.array([last + 32 * barred for last, barred in strays(all_, known)] if final else [], dtype=np.int64)
    table, light, shift = np.zeros((count, count, BLOCKS, POTS)), np.zeros((count, 32)), np.zeros((32, 32))
    for level in range(1, LAST + 1):
        worth = Worth(row, shift, table[None].astype(np.float32), light[None], *no_items(count), np.ones(3))
        left = level - 1  # with none left the parts are not looked at
        made = np.zeros((31, count))
        sweep_pairs(home, plain, BOOK, worth, left, PAIRS, rounds.LIGHTS, np.arange(31), made)
        next_light = np.zeros((count, 32))
        next_light[:, :31] = made.T
        next_table = np.empty_like(table)
        sweep_table(home, plain, BOOK, worth, left, next_light, next_table)
        next_shift = shift.copy()
        if final:
            measured = np.zeros((far.size, 1))
            sweep_pairs(home, plain, BOOK, worth, left, 5 * PAIRS, rounds.LAST, far, measured)
            next_shift[far % 32, far // 32] = measured[:, 0]
        table, light, shift = (next_table + swapped(next_table)) / 2, next_light, next_shift
        yield table, light, shift


def no_items(count: int) -> tuple[Floats, Floats]:
    """`Worth.item` and `Worth.item_pots` of a variant without items, for so many rows."""
    return np.zeros((1, 8, count)), np.zeros((1, 8, 1))


# --- Items


@maker
def sweep_items(positions: Ints, all_: Submissions, book: RoundOptions, worth: Worth, left: int, out: Floats) -> None:
    """The effect of each mask of items of A's, while B has none; `positions` has the shape (n, WIDTH), `out` (n, 8)."""
    rows, columns = np.empty(all_.cards.size, dtype=np.int64), np.empty(all_.cards.size, dtype=np.int64)
    position = np.empty(rounds.WIDTH, dtype=np.int64)
    for k in range(positions.shape[0]):
        position[:] = positions[k]
        position[rounds.ITEMS + 1] = 0
        for mask in range(8):
            position[rounds.ITEMS] = mask
            out[k, mask] = backed(position, all_, book, worth, left, rows, columns) - (out[k, 0] if mask else 0.0)
        out[k, 0] = 0.0


def item_parts(name: str, worth: Worth) -> tuple[Floats, Floats]:
    """`Worth.item` and `Worth.item_pots`, by least squares over positions of self-play without items.

    A part that few of the positions have is drawn towards the mean of all.
    """
    all_, count = submissions(name, items=True), worth.light.shape[1]
    positions, _ = matches(submissions(name, items=False), worth, (0, 0), ITEM_MATCHES)
    positions = positions.reshape(-1, rounds.WIDTH)
    has = np.zeros((len(positions), count + ITEM_POTS))
    each = np.arange(len(positions))
    has[each, worth.row[positions[:, rounds.LAST], positions[:, rounds.BARRED]]] = 1
    has[each, count + np.minimum(positions[:, rounds.POT], ITEM_POTS) - 1] = 1
    item, pots = np.zeros((ITEM_LEVELS + 1, 8, count)), np.zeros((ITEM_LEVELS + 1, 8, ITEM_POTS))
    effects = np.empty((len(positions), 8))
    for level in range(1, ITEM_LEVELS + 1):
        before = worth._replace(item=item[level - 1 : level], item_pots=pots[level - 1 : level])
        sweep_items(positions, all_, BOOK, before, level - 1, effects)
        mean = effects.mean(0)
        found = np.linalg.solve(has.T @ has + np.eye(has.shape[1]), has.T @ (effects - mean)).T
        item[level], pots[level] = mean[:, None] + found[:, :count], found[:, count:]
        print(f"{name}: items with {level} rounds to play: {mean[[rounds.OVERLOAD, rounds.RESET, rounds.PRIORITY]].round(2)}", flush=True)
    return item[1:], pots[1:]


# --- How far a match may stray from what is expected


@kernel
def lot(mixture: Floats) -> int:
    """An index, by its probability."""
    mark = np.random.random()
    for k in range(mixture.size):
        mark -= mixture[k]
        if mark < 0:
            return k
    return int(np.argmax(mixture))


@maker
def self_play(all_: Submissions, book: RoundOptions, worth: Worth, items: tuple[int, int], out: Ints, gains: Floats) -> None:
    """Matches in which both seats play for chips; `items` are the masks of the items that A and B receive.

    `out`, (matches, rounds, WIDTH), receives the position before each round; `gains`, (matches, rounds), the chips that A wins from
    there on, less B's.
    """
    rows, columns = np.empty(all_.cards.size, dtype=np.int64), np.empty(all_.cards.size, dtype=np.int64)
    position, after = np.empty(rounds.WIDTH, dtype=np.int64), np.empty(rounds.WIDTH, dtype=np.int64)
    for match in range(out.shape[0]):
        position[:] = 0
        position[rounds.BLOCKED] = position[rounds.BLOCKED + 1] = rounds.NONE
        position[rounds.ITEMS], position[rounds.ITEMS + 1], position[rounds.POT] = items[0], items[1], 1
        for played in range(out.shape[1]):
            left = out.shape[1] - played - 1
            out[match, played] = position
            gains[match, played] = position[rounds.CHIPS + 1] - position[rounds.CHIPS]
            m = rounds.allowed(all_, position[rounds.LAST], position[rounds.BARRED], position[rounds.ITEMS], rows)
            n = rounds.allowed(all_, position[rounds.LAST + 1], position[rounds.BARRED + 1], position[rounds.ITEMS + 1], columns)
            payoffs, x, y = np.empty((m, n)), np.empty(m), np.empty(n)
            worth_kernels.expected(position, all_, book, worth, left, 1.0, rows[:m], columns[:n], payoffs)
            mix(payoffs, x, y)
            asked = rounds.play(position, all_, book, rows[lot(x)], columns[lot(y)], after)
            position[:] = after
            if asked != rounds.NONE:
                lead = after[rounds.CHIPS] - after[rounds.CHIPS + 1] + worth_kernels.advantage(worth, after, left)
                rounds.use_priority(after, asked)
                used = after[rounds.CHIPS] - after[rounds.CHIPS + 1] + worth_kernels.advantage(worth, after, left)
                if used > lead if asked == 0 else used < lead:
                    position[:] = after
        gains[match] += position[rounds.CHIPS] - position[rounds.CHIPS + 1]


def matches(all_: Submissions, worth: Worth, items: tuple[int, int], number: int) -> tuple[Ints, Floats]:
    """So many matches of self-play: see `self_play`."""
    positions, gains = np.zeros((number, ROUNDS, rounds.WIDTH), dtype=np.int64), np.zeros((number, ROUNDS))
    self_play(all_, BOOK, worth, items, positions, gains)
    return positions, gains


def variance(name: str, worth: Worth) -> Floats:
    """The three parts of `Worth.variance`, by least squares over the squared misses of self-play."""
    final = name == "final"
    held = (rounds.OVERLOAD, rounds.RESET | rounds.PRIORITY) if final else (0, 0)  # the defaults
    positions, gains = matches(submissions(name, items=final), worth, held, MATCHES)
    left = np.broadcast_to(np.arange(ROUNDS, 0, -1), gains.shape).ravel()
    positions = positions.reshape(-1, rounds.WIDTH)
    worths = np.array([worth_kernels.advantage(worth, position, int(rounds)) for position, rounds in zip(positions, left, strict=True)])
    pot, miss = positions[:, rounds.POT], worths - gains.ravel()
    print(f"{name}: before round 1 a worth of {worths[0]:.2f}, and {gains[:, 0].mean():.2f} won in the mean", flush=True)
    parts = np.stack([np.ones_like(miss), left - 1.0, (1 - np.exp(-left / 4)) * (pot - 1) ** 1.5], axis=1)
    weight = 1 / (0.3 + left)  # a variance is known as well as it is small
    coefficients = np.linalg.lstsq(parts * weight[:, None], miss**2 * weight, rcond=None)[0]
    return np.maximum(np.asarray(coefficients, dtype=np.float64), LEAST)


# --- From levels to a file


def fit(name: str) -> dict[str, NDArray[Any]]:
    """All parts of one variant."""
    sow(SEED)
    final = name == "final"
    known = homes(submissions(name, items=False))
    levels: list[tuple[Floats, ...]] = []
    began = time.perf_counter()
    for number, parts in enumerate(iterate(name), 1):
        step = float(np.abs(parts[0] - levels[-1][0]).mean()) if levels else float("nan")
        print(f"{name}: {number} rounds to play, moved by {step:.4f}; {time.perf_counter() - began:.0f} s", flush=True)
        levels.append(parts)
    settled = levels[SETTLED:LAST]

    def by_level(part: int) -> Floats:
        own = [levels[k][part] for k in range(LEVELS - 1)]
        return np.stack([*own, np.mean([parts[part] for parts in settled], axis=0)])

    table, light, shift = by_level(0), by_level(1), by_level(2)[-1]
    item, item_pots = no_items(len(known))
    if final:
        worth = Worth(rows_of(known), shift, table.astype(np.float32), light, item, item_pots, np.ones(3))
        item, item_pots = item_parts(name, worth)
    return {
        "home": np.array(known, dtype=np.int8),
        "table": table,
        "light": light,
        "shift": shift,
        "item": item,
        "item_pots": item_pots,
    }


def shorten(table: Floats) -> Floats:
    """The pots 1 to 3 of a table, and 4 so that the last step goes on as the larger pots do on the whole; shape (..., KEPT_POTS)."""
    steps = np.arange(1, POTS - 2)
    weight = np.exp(-0.5 * steps)  # large pots are rare
    slope = ((table[..., 3:] - table[..., 2:3]) * steps * weight).sum(-1) / (steps**2 * weight).sum()
    return np.concatenate([table[..., :3], table[..., 2:3] + slope[..., None]], axis=-1)


def pack(parts: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The parts as the file has them: the table in whole steps, rows a <= b alone, as differences to the pot and the level before."""
    table, count = shorten(parts["table"]), len(parts["home"])
    half = np.stack([table[:, a, b] for a, b in combinations_with_replacement(range(count), 2)])
    cells = np.diff(np.diff(np.round(half / STEP).astype(np.int64), axis=-1, prepend=0), axis=1, prepend=0)
    cells = cells.astype(np.min_scalar_type(-np.abs(cells).max()))
    small = {name: parts[name].astype(np.float16) for name in ("light", "item", "item_pots", "shift")}
    packed: dict[str, NDArray[Any]] = {
        "home": parts["home"],
        "cells": cells,
        "step": np.array(STEP, dtype=np.float32),
        **small,
    }
    return packed


def main() -> None:
    """Fit the variants that are named, or all."""
    folder = Path(five_card_trick.__file__).parent / "data"
    folder.mkdir(exist_ok=True)
    for name in sys.argv[1:] or NAMES:
        parts = pack(fit(name))
        parts["variance"] = np.ones(3)
        parts["variance"] = variance(name, unpack(parts))
        print(f"{name}: variance {parts['variance'].round(3)}", flush=True)
        np.savez_compressed(folder / f"{name}.npz", **cast("dict[str, Any]", parts))


if __name__ == "__main__":
    main()
