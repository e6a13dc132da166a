"""The fit of Tile Joust: a line finds what it is given, phases are jousted out by the rules, and the data files are what the bots read."""

from __future__ import annotations

import numpy as np
import pytest

from deathmatch.core.seats import BySeat
from deathmatch.games import find
from deathmatch.games.tile_joust.bot import worth
from deathmatch.games.tile_joust.game import TileJoust
from deathmatch.games.tile_joust.values import HIGHEST
from deathmatch.match.dealer import HmacSource
from tools import fit_tile_joust as fit


def game(variant: str = "gauntlet") -> TileJoust:
    variant_ = find(f"tile-joust/{variant}").bind({})[1]
    assert isinstance(variant_, TileJoust)
    return variant_


def test_a_line_finds_the_worth_that_made_the_values() -> None:
    source, terms = HmacSource(b"fit", "line"), game("final").terms
    wanted = np.array([2 + 0.02 * (number - 5) ** 2 for number in range(HIGHEST + 1)])
    hands = [fit.dealt(terms, source.choice(fit.SIZES), source) for _ in range(200)]
    samples = [fit.Sample((a, b), float(wanted[a].sum() - wanted[b].sum())) for a, b in hands]
    fitted = fit.line(samples)
    assert fitted == pytest.approx(wanted, abs=0.05)
    assert fit.unexplained(samples, fitted) < 1e-3


def test_a_number_that_is_never_dealt_is_worth_nothing() -> None:
    source, terms = HmacSource(b"fit", "zero"), game().terms
    samples = [fit.Sample(fit.dealt(terms, (6, 6), source), 1.0) for _ in range(20)]
    assert fit.line(samples)[0] == 0


def test_a_phase_is_jousted_until_a_hand_has_one_tile() -> None:
    source = HmacSource(b"fit", "phase")
    hands = [1, 6, 8], [2, 7, 9]
    solved = fit.solved(hands, worth.LAST, 1)
    for _ in range(20):
        left = fit.jousted(solved, hands, 1, source)
        assert min(map(len, left)) <= 1
        assert all(set(after) < set(before) for after, before in zip(left, hands, strict=True))


def test_a_tile_decides_where_one_less_makes_fewer() -> None:
    assert fit.deciding([BySeat(6, 6)]) == 1
    assert fit.deciding([BySeat(7, 5)]) == pytest.approx(7 / 12)
    assert fit.deciding([BySeat(9, 3)]) == 0
    assert all(counts.a + counts.b == 12 for counts in fit.bought(game().terms, fit.course(game().terms, 1).end))


def test_what_is_written_is_what_the_bots_read() -> None:
    for variant in ("gauntlet", "final"):
        terms = game(variant).terms
        fitted = worth.fitted(terms.variation)
        groups = [[[first, list(worths), chance] for first, worths, chance in group] for group in fitted.groups]
        values = fit.Figures(np.array(fitted.tiles), np.array(fitted.stored), fitted.spare, list(fitted.uneven), groups)
        assert fit.written(values) == (fit.FOLDER / f"{variant}.json").read_text()
        assert all(sum(look[2] for look in group) == pytest.approx(1, abs=1e-3) for group in fitted.groups)


def test_a_group_looks_as_it_was_seen() -> None:
    opened = fit.course(game().terms, 1).opened
    looks = fit.looks(opened)
    assert len(opened) == 12
    assert {first for first, *_ in looks[0]} == {1}, "the first group opens with its balance"
    assert [round(sum(chance for *_, chance in group), 3) for group in looks] == [1] * 4
