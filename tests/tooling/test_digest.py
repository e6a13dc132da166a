"""The tool that makes the digest of `gauntlet`: what it tells is what the bot reads, and its shapes span what they are made of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.bot.rows import ENOUGH, NARROWEST, STEPS, WIDEST, Rows
from deathmatch.games.five_card_trick.fast.ahead import Ints
from deathmatch.games.five_card_trick.fast.digest import LEADS
from deathmatch.games.five_card_trick.fast.stages import BLOCKINGS
from tools import digest_five_card_trick as tool

SCORES = 2 * WIDEST
STEP = 0.02
PAIRS = 700


@pytest.fixture(scope="module")
def keys() -> Ints:
    """Pairs of forms with two or three blocks each."""
    pairs = np.repeat(np.arange(PAIRS) * BLOCKINGS, 3) + np.tile([0, 1, 4], PAIRS)
    return pairs[np.random.default_rng(5).random(pairs.size) < 0.9]


@pytest.fixture(scope="module")
def rows(keys: Ints) -> Rows:
    """Up to six pots each, more of the smaller ones."""
    return Rows.of(keys, np.random.default_rng(6).random((keys.size, 6)) < np.linspace(1, 0.5, 6))


def known(rows: Rows, seed: int, count: int) -> NDArray[np.float32]:
    """So many scores that follow from pot and place but for some noise; few are far from all others."""
    chance = np.random.default_rng(seed)
    base = np.sin(rows.place[:, None] * np.linspace(0.01, 0.2, count)) * 3 + rows.pot[:, None] * np.linspace(-1, 1, count)
    scores = base + chance.normal(scale=0.1, size=base.shape)
    scores[chance.integers(rows.place.size, size=9), chance.integers(count, size=9)] += 5000 * STEP
    return scores.astype(np.float32)


@pytest.mark.parametrize("count", [SCORES, NARROWEST + 1])
def test_what_the_tool_tells_is_what_the_bot_reads(rows: Rows, count: int) -> None:
    """Also if rows have fewer scores than a matrix of a large group would look at."""
    assert max(group.width for group in rows.groups) > NARROWEST + 1
    sizes = [group.last - group.first for group in rows.groups]
    assert min(sizes) < ENOUGH <= max(sizes)
    assert {len(group.near) for group in rows.groups} == {0, 1, 2, 3}
    parts: dict[str, NDArray[Any]] = {"fine": np.packbits(np.arange(rows.place.size) % 3 == 0)}
    kinds = rows.kinds(parts["fine"])
    assert np.unique(kinds).tolist() == [0, 1, 2, 3]
    other = None
    for phase, seed in (("late", 1), ("early", 2)):
        scores = known(rows, seed, count)
        here, read_ = tool.told(scores, rows, parts["fine"], STEP, other)
        parts |= {f"{phase}_{name}": part for name, part in here.items()}
        read = rows.scores(parts, phase, count, other)
        assert np.abs(read - read_).max() < 1e-4
        assert (np.abs(read - scores) <= STEP * STEPS[kinds, None] * 0.501 + 1e-4).all()
        other = read[:, :WIDEST].copy()


@pytest.mark.nightly
def test_what_is_told_of_foreseeable_scores_is_small(keys: Ints, rows: Rows) -> None:
    """Next to nothing where neither block nor pot matters."""
    chance = np.random.default_rng(3)
    of_pair = chance.normal(size=(PAIRS, NARROWEST))
    of_pair = np.concatenate([of_pair, of_pair @ chance.normal(size=(NARROWEST, SCORES - NARROWEST)) / 3], axis=1)
    fine = np.packbits(np.zeros(rows.place.size, dtype=np.bool_))
    foreseeable, noise = of_pair.astype(np.float32)[keys[rows.place] // BLOCKINGS], chance.normal(size=(rows.place.size, SCORES))
    sizes = [tool.told(scores.astype(np.float32), rows, fine, STEP, None)[0]["left"].size for scores in (foreseeable, noise)]
    alone = sum(group.last - group.first for group in rows.groups if not group.near) / rows.place.size
    assert 0.4 < alone < 0.6
    assert sizes[0] / sizes[1] < alone + 0.02


def test_shapes_span_curves_of_which_only_a_part_is_known() -> None:
    chance = np.random.default_rng(4)
    curves = (chance.normal(size=(500, 3)) @ chance.normal(size=(3, 40))).astype(np.float32)
    there = chance.random(curves.shape) < 0.8
    shapes = tool.components(np.where(there, curves, np.float32(9)), there, np.ones(500, dtype=np.float32), 3)
    assert np.allclose(shapes.T @ shapes, np.eye(3), atol=1e-4)
    rebuilt = tool.scored(curves, there, shapes) @ shapes.T
    assert np.sqrt(np.mean((rebuilt - curves)[there] ** 2)) < 0.05 * curves.std()


def test_errors_count_more_where_matches_come() -> None:
    phases = tool.RECIPES["gauntlet"].phases
    for slots in phases.values():
        heavy = tool.weights(slots).reshape(2, len(slots), LEADS)
        middle = LEADS // 2
        assert (heavy[..., middle, None] >= heavy).all()
        assert heavy[0, -1, middle + tool.HALF] == pytest.approx(heavy[0, -1, middle] / 2)
        assert heavy[1] == pytest.approx(heavy[0] * tool.LIGHTER)
    early, late = (tool.weights(phases[name]).reshape(2, -1, LEADS)[0, :, LEADS // 2] for name in ("early", "late"))
    assert early[-1] > early[-5] > early[0] == late[-1] > late[0]
