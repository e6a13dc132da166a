"""The tool that makes the digest, from the first round that it solves to what the bot reads; over several sessions, in short matches."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from deathmatch.bots.budget import Counted
from deathmatch.bots.solution_folder import SolutionFolder
from deathmatch.core.solving import UnsolvableError
from deathmatch.core.thinking import UNLIMITED, OutOfTime
from deathmatch.games.five_card_trick.bot.digest import DigestEstimates, unpack
from deathmatch.games.five_card_trick.fast import digest as recalling
from deathmatch.games.five_card_trick.fast import respond
from deathmatch.games.five_card_trick.fast.digest import LEADS, REACH
from deathmatch.games.five_card_trick.fast.layers import Layer
from deathmatch.games.five_card_trick.solver.plan import plan
from deathmatch.games.five_card_trick.solver.reachable import LEADS as HULL
from deathmatch.games.five_card_trick.solver.stored import RUNS, VALUES
from deathmatch.games.five_card_trick.values import Variation
from tools import digest_five_card_trick as tool
from tools.digest_five_card_trick import RECIPES, Curves, Recipe, SuddenCurves, made, solve

SESSION = 250  # reports of the solver in a session that breaks off: enough for a round
WORST = {"gauntlet": 0.02, "final": 0.04, "setna": 0.02}
"""The root of the mean square of all errors; `final` has fewer shapes and larger steps."""

STRIDE = 7  # one of so many configurations and pots is compared


def short(variant: str, last: int, sudden: int | None = None) -> Recipe:
    """The recipe of a variant for a match of few rounds, and `sudden` where the first count is the last; as many by default."""
    recipe = RECIPES[variant]
    options = {**recipe.options, "rounds": last, "max_rounds": last + 1, "extension": 1}
    return replace(recipe, options=options, last=last, sudden=sudden or last, most=last - 1, early=last - 1, listed=last)


def sessions(recipe: Recipe, folder: Path) -> int:
    """How many sessions it took."""
    for number in count(1):
        try:
            solve(recipe, folder, Counted(SESSION), 1)
        except OutOfTime:
            assert number < 100
        else:
            return number
    raise AssertionError


def files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            yield str(file.relative_to(folder)), file.read_bytes()


def test_several_sessions_solve_what_one_does(tmp_path: Path) -> None:
    """And a session that finds all solved does nothing."""
    recipe = short("gauntlet", 2)
    assert sessions(recipe, tmp_path / "several") > 2
    solve(recipe, tmp_path / "one", UNLIMITED.budget, 2)
    assert dict(files(tmp_path / "several")) == dict(files(tmp_path / "one"))
    solve(recipe, tmp_path / "one", Counted(0), 1)


def test_a_folder_with_another_match_is_refused(tmp_path: Path) -> None:
    solve(short("gauntlet", 2), tmp_path, UNLIMITED.budget, 1)
    with pytest.raises(UnsolvableError, match="counts differ"):
        solve(short("gauntlet", 3), tmp_path, UNLIMITED.budget, 1)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("variant", "last", "sudden"), [("gauntlet", 3, 3), ("gauntlet", 4, 4), ("gauntlet", 4, 3), ("final", 4, 4), ("setna", 4, 4)]
)
def test_the_bot_reads_what_the_solutions_say(
    variant: str, last: int, sudden: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every chance in the match whose last tie ends it, at leads that can come; in so short a match the others are made up.

    In `setna`, those after submissions of two cards.
    """
    monkeypatch.setattr(tool, "MATCHES", 300)
    recipe = short(variant, last, sudden)
    solve(recipe, tmp_path, UNLIMITED.budget, 1)
    *_, data = made(recipe, tmp_path)
    assert isinstance(data, bytes)
    digest = DigestEstimates(unpack(dict(np.load(BytesIO(lzma.decompress(data))))))
    game = recipe.matches["last"]
    whole = plan(game.terms, game.start())
    curve = np.empty(LEADS, dtype=np.float32)
    for round_ in range(2, sudden + 1):
        view = digest.view(game.terms, whole.counts, round_)
        assert (view.part, view.narrow) == ((0.0, 1.0), 1.0)
        read, errors = digest._digests[view.phase]["last"], []
        runs, values, hull = (np.array(SolutionFolder(tmp_path / "last").kept(name.format(round_))) for name in (RUNS, VALUES, HULL))
        exact = Layer(runs, values)
        places = digest._places(whole)
        assert np.array_equal(np.flatnonzero(places >= 0), recipe.rows(whole))
        there = (hull[0] <= hull[1]) & (places >= 0)[:, None]
        for place, pot in list(zip(*np.nonzero(there), strict=True))[::STRIDE]:
            row = read.row[places[place], pot]
            recalling.curve(read, row >> 1, view.slot, curve)
            for lead in range(int(hull[0][place, pot]), int(hull[1][place, pot]) + 1):
                chance = 1 - curve[REACH + 1 - lead] if row & 1 else curve[REACH + lead]
                errors.append(chance - respond.chance_at(exact, int(place), int(pot), lead))
        assert len(errors) > 30
        assert np.sqrt(np.mean(np.square(errors))) < WORST[variant]


@pytest.mark.nightly
def test_further_from_the_end_than_a_shorter_match_goes_a_tie_counts_half(tmp_path: Path) -> None:
    """So a chance lies half-way between those at two leads of the match where a tie goes on."""
    recipe = short("gauntlet", 4, 2)
    solve(recipe, tmp_path, UNLIMITED.budget, 1)
    game = recipe.matches["open"]
    keys = plan(game.terms, game.start()).known.keys
    place, pot = np.repeat(np.arange(keys.size), 2), np.tile([1, 2], keys.size)
    exact, sure = Curves(tmp_path / "last", [2], keys).of(place, pot)
    open_, there = Curves(tmp_path / "open", [3], keys).of(place, pot)
    made_, known = SuddenCurves(recipe, tmp_path, [1, 2], keys).of(place, pot)
    assert (made_[:, 0] == exact[:, 0]).all()
    assert (known[:, 0] == sure[:, 0]).all()
    assert sure.any()
    rows, leads = np.nonzero(known[:, 1])
    assert rows.size > 100
    assert (there[rows, 0, leads] & there[rows, 0, leads - 1]).all()
    assert made_[rows, 1, leads] == pytest.approx((open_[rows, 0, leads] + open_[rows, 0, leads - 1]) / 2)


def test_every_digest_is_of_a_variant_whose_seats_are_alike() -> None:
    assert {recipe.variation for recipe in RECIPES.values()} == set(Variation)
    for recipe in RECIPES.values():
        for game in recipe.matches.values():
            assert game.terms.received.a == game.terms.received.b == ()
