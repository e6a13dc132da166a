"""What `strong` knows of `gauntlet`: the digest against exact solutions, how it is looked at, and what the best response makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from itertools import islice
from typing import Any

import numpy as np
import pytest

from deathmatch.bots import study
from deathmatch.core.game import TIMEOUT, AnyGame
from deathmatch.core.seats import PUBLIC, SEATS, Seat
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.games.five_card_trick.bot import Strong, bots
from deathmatch.games.five_card_trick.fast.rounds import BLOCKINGS, packed
from deathmatch.games.five_card_trick.solver import GUESSED, MARGINS, Effort, efforts, estimator_of, judged, searched
from deathmatch.games.five_card_trick.values import Variation
from deathmatch.games.five_card_trick.view import State
from deathmatch_lab.games.five_card_trick import strategies as estimating
from deathmatch_lab.games.five_card_trick.digest import FILES, DigestEstimates, digest_of, shares
from deathmatch_lab.games.five_card_trick.digest_rows import GRAIN, Rows
from deathmatch_lab.games.five_card_trick.solver import Exact
from deathmatch_lab.games.five_card_trick.solver.plan import plan
from deathmatch_lab.games.five_card_trick.strategies import RECALLED
from deathmatch_lab.solving import SilentReporter
from research.range_coder import coded
from tests.games.five_card_trick.test_strong import bound, walk

DIGESTS = {Variation.GAUNTLET: 8_000_000, Variation.FINAL: 9_000_000, Variation.SETNA: 10_000_000}
"""Bytes that the digest of a solution may have."""


def mixed(game: FiveCardTrick, state: State, seat: Seat) -> dict[Any, float]:
    """What `strong` plays."""
    view = game.view(state, seat)
    return dict(Strong(game.terms).mixture(view, game.decision(view)))


# --- The digest


def shipped(variation: Variation = Variation.GAUNTLET) -> DigestEstimates:
    """The digest of a variant."""
    digest = digest_of(variation)
    assert digest is not None
    return digest


@pytest.mark.nightly
@pytest.mark.parametrize(("variant", "dmo"), [("gauntlet", "A"), ("gauntlet", "B"), ("setna", "B")])
def test_what_is_recalled_is_near_to_what_is_solved(variant: str, dmo: str) -> None:
    """Of positions of matches of seven rounds, where a tie is the last; both seats may be the one that wins it."""
    options = {"rounds": 7, "max_rounds": 7, "dmo": dmo}
    game, errors = bound(options, variant), []
    for label in "abcdef":
        for state in walk(game, label):
            if state.round in (2, 3) and state.outcome is None:
                solved = Exact(game.terms).solved(game.view(state, PUBLIC), SilentReporter())[0]
                errors.append(judged(game.terms, state, Effort(1)).value - solved.chance(state))
    assert len(errors) > 8
    assert np.sqrt(np.mean(np.square(errors))) < 0.03


@pytest.mark.nightly
def test_after_one_card_or_none_it_judges_as_after_two() -> None:
    """Every configuration of `setna` has a row, its own or that of one that binds the seats a little more."""
    game = bound({}, "setna")
    whole = plan(game.terms, game.start())
    number, place = shipped(Variation.SETNA).places_of_fewer_cards
    forms, own = list(shipped(Variation.SETNA)._form), list(whole.forms.a)
    judged_as = np.array([number[packed(*form)] for form in own])
    for (last, barred, lights, _), here in zip(own, judged_as, strict=True):
        near = forms[here]
        assert (last & ~near[0], barred, lights & ~near[2]) == (0, near[1], 0)
        assert near[0].bit_count() == 2 or not any(near)
        assert near[:3] == (last, barred, lights) or last.bit_count() < 2
        assert (near[2] & ~lights).bit_count() <= 2
    pairs, blocking = np.divmod(whole.known.keys, BLOCKINGS)
    a, b = np.divmod(pairs, len(own))
    assert (place[judged_as[a], judged_as[b], blocking] >= 0).all()


def test_swapped_seats_have_the_same_chances() -> None:
    """With the last tie swapped as well: A's chance at a lead is B's at the same lead of its own."""
    chances = []
    for dmo, turn in (("B", False), ("A", True)):
        game = bound({"rounds": 7, "max_rounds": 7, "dmo": dmo})
        start = game.start()
        cards = dict(zip(SEATS, ("score block:steal", "grow claim"), strict=True))
        moves = {seat: game.decision(game.view(start, seat)).read(cards[seat.other if turn else seat]) for seat in SEATS}
        state = game.play(start, moves)
        for effort in (Effort(1), Effort(2)):
            value = judged(game.terms, state, effort).value
            chances.append(1 - value if turn else value)
    assert chances[:2] == pytest.approx(chances[2:], abs=1e-6)
    assert chances[0] != chances[1]


def test_rows_are_foretold_from_rows_that_are_told_before_them() -> None:
    """And from those of the same two forms, or of the same configuration with a smaller pot; no row is left out or told twice."""
    remembered, count = shipped(), 0
    there = np.zeros((remembered._keys.size, 6), dtype=np.bool_)
    row = remembered._digests["early"]["open"].row
    there[(row[:, 1:] >= 0) & (row[:, 1:] % 2 == 0)] = True
    rows = Rows.of(remembered._keys, there)
    pair = remembered._keys[rows.place] // BLOCKINGS
    assert rows.place.size == there.sum()
    assert there[rows.place, rows.pot - 1].all()
    for group in rows.groups:
        assert group.first == count
        count = group.last
        for near in group.near:
            assert ((near >= 0) & (near < group.first)).all()
            assert (pair[near] == pair[group.first : group.last]).all()
            assert (rows.pot[near] <= rows.pot[group.first : group.last]).all()
    assert count == rows.place.size
    assert sum(bool(group.near) for group in rows.groups) > 50


def test_scores_are_what_is_foretold_and_so_many_steps_more() -> None:
    """Of two pots of one configuration: too few rows for a matrix, so every row is the mean and what is told beside it."""
    rows = Rows.of(np.array([0]), np.ones((1, 2), dtype=np.bool_))
    fine = np.packbits([True, False])
    assert rows.kinds(fine).tolist() == [1, 0]
    assert rows.sources(2, False).tolist() == [0, 0]
    parts = {
        "fine": fine,
        "late_left": coded(np.array([[3, -2], [200, 0]], dtype=np.int16), rows.kinds(fine)),
        "late_matrices": coded(np.array([[1, 0], [20, -2]], dtype=np.int16), rows.sources(2, False)),
        "late_step": np.array(0.5),
    }
    assert rows.pot.tolist() == [1, 2]
    one = GRAIN * 0.5
    assert rows.scores(parts, "late", 2) == pytest.approx(np.array([[one + 3 * 0.25, 20 * one + 200 * 0.25], [-2 * 0.5, -2 * one]]))


def test_a_digest_of_final_is_asked_once_all_items_are_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of `gauntlet` stands for it here: its restrictions are among those of `final`."""
    chances = []
    for digest in (None, shipped()):
        estimator_of.cache_clear()
        searched.cache_clear()
        monkeypatch.setattr(estimating, "digest_of", lambda _variation, found=digest: found)
        for options in ({}, {"overload": "none", "priority": "none", "reset": "none"}):
            game = find("five-card-trick/final").bind(options)[1]
            assert isinstance(game, FiveCardTrick)
            chances.append(judged(game.terms, game.start(), Effort(1)).value)
            margins = GUESSED if digest is None or not options else MARGINS
            assert next(islice(efforts(game.terms, replace(game.start(), round=10)), 1, None)).margins == margins
    estimator_of.cache_clear()
    searched.cache_clear()
    assert chances[0] == chances[2]
    assert chances[1] != chances[3]


@pytest.mark.parametrize("warm", [lambda game: bots(game)["strong"].warm(), lambda _: study.warm(find("five-card-trick/final"))])  # type: ignore[attr-defined]
def test_a_warm_bot_has_read_what_it_asks_once_all_items_are_spent(
    warm: Callable[[AnyGame], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the first question after the last item waited until that is unpacked. Reviews are warmed with it."""
    asked: list[Variation] = []

    def noted(variation: Variation) -> None:
        asked.append(variation)

    estimator_of.cache_clear()
    searched.cache_clear()
    monkeypatch.setattr(estimating, "digest_of", noted)
    warm(find("five-card-trick/final").bind({})[1])
    estimator_of.cache_clear()
    searched.cache_clear()
    assert set(asked) == {Variation.FINAL}


def test_a_tie_that_may_go_on_less_often_is_more_like_the_last() -> None:
    parts = [shares(extensions, 5)[1] for extensions in range(5)]
    assert parts[0] == 1.0
    assert parts[1] == pytest.approx(0.45 / 5**0.5, abs=0.02)
    assert parts == sorted(parts, reverse=True)
    assert parts[3:] == [0.0, 0.0]


# --- How it plays


@pytest.mark.parametrize(
    ("round_", "after", "part"),
    [
        pytest.param(10, 11, RECALLED[0], id="a round before what it takes from the digest"),
        pytest.param(9, 11, RECALLED[1], id="two rounds before"),
        pytest.param(8, 11, 0.0, id="three"),
        pytest.param(4, 5, RECALLED[0], id="with as many rounds to play as the digest has curves for"),
        pytest.param(3, 4, 0.0, id="with one more"),
        pytest.param(25, 26, 0.0, id="the round that is counted"),
        pytest.param(24, 26, 0.0, id="a count in between"),
        pytest.param(26, 27, RECALLED[0], id="after the count"),
    ],
)
def test_what_is_solved_is_averaged_with_what_is_recalled_unless_that_is_worse(round_: int, after: int, part: float) -> None:
    counts = (25, 30, 35, 40)
    for variant in ("gauntlet", "setna"):
        assert estimator_of(bound({}, variant).terms).recalled(counts, round_, after) == part
    assert estimator_of(bound({}, "final").terms, spent=False).recalled(counts, round_, after) == 0.0


def test_after_a_time_out_it_goes_on() -> None:
    """The digest knows no position soon after one; the fitted worth judges those."""
    game = bound({})
    state = game.start()
    for a, b in (("score grow", "grow claim"), ("", "score steal")):
        decisions = [game.decision(game.view(state, seat)) for seat in SEATS]
        state = game.play(state, {Seat.A: decisions[0].read(a) if a else TIMEOUT, Seat.B: decisions[1].read(b)})
    assert sum(mixed(game, state, Seat.A).values()) == pytest.approx(1.0)
    assert 0.1 < judged(game.terms, state, Effort(1)).value < 0.6, "it lost a round"


def test_data_files_stay_small() -> None:
    folder = resources.files("deathmatch_lab.games.five_card_trick").joinpath("data")
    sizes = {file.name: len(file.read_bytes()) for file in folder.iterdir() if file.name != "facts.json"}
    assert {FILES[variation] for variation in DIGESTS} == set(FILES.values())
    for variation, most in DIGESTS.items():
        assert sizes.pop(FILES[variation]) <= most
    assert not sizes
