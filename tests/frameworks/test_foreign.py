"""OpenSpiel's own algorithms find the figures of our solvers (docs/frameworks.md)."""

from __future__ import annotations

import numpy as np
import pytest

from bench import foreign


def test_matrix_games_are_solved_by_another_program() -> None:
    assert foreign._program(np.array([[2.0, -1.0], [-1.0, 1.0]])) == pytest.approx(0.2)


def test_value_iteration_finds_that_the_ec_loses_a_single_round() -> None:
    assert foreign.iterated("gauntlet, 1 round") == pytest.approx(foreign.value("gauntlet, 1 round"), abs=1e-9) == 0


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "known"), [("gauntlet, 2 rounds", 3 / 13), ("gauntlet, 1 round and an extension of 1", None)])
def test_value_iteration_finds_the_chance_of_the_ec(name: str, known: float | None) -> None:
    ours = foreign.value(name)
    assert foreign.iterated(name) == pytest.approx(ours, abs=1e-6)
    if known is not None:
        assert ours == pytest.approx(known, abs=1e-6)


@pytest.mark.nightly
def test_cfr_finds_that_the_ec_loses_a_single_round() -> None:
    found = foreign.one_round(300)
    assert found["exploitability"] < 0.01
    assert found["open_spiel"] == pytest.approx(0, abs=0.005)


@pytest.mark.nightly
def test_cfr_finds_the_value_of_a_small_letter_hunt() -> None:
    found = foreign.hunt(300)
    assert found["exploitability"] < 0.01
    assert found["open_spiel"] == pytest.approx(foreign.ours_of_hunt(300), abs=0.005)
    assert foreign.ours_of_hunt(300) == pytest.approx(-1 / 9, abs=0.005)
