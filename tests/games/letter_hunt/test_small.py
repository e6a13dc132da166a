"""Letter Hunt on six letters, solved whole by CFR+; by night OpenSpiel judges the solution and `strong`."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from bench import cfr
from bench.small_hunt import STEPS, Planted, Small, measured
from deathmatch.games.letter_hunt.values import Phase
from deathmatch.games.letter_hunt.view import View

JUDGED = 100  # steps of OpenSpiel's solver
MOST = {"pick": 0.29, "hands": 0.14}  # of a payoff of 1 for a win and -1 for a loss; docs/notes/bots.md states the figures


def kuhn() -> cfr.Tree:
    """Kuhn poker, whose value is known."""
    growing = cfr.Growing()
    root = growing.add(cfr.CHANCE, -1)

    def grow(parent: int, chance: float, cards: tuple[int, ...], line: str) -> None:
        won = 1 if cards[0] > cards[1] else -1
        payoff = {"pp": won, "bb": 2 * won, "pbb": 2 * won, "bp": 1, "pbp": -1}.get(line)
        if payoff is not None:
            growing.add(cfr.OVER, parent, chance, payoff)
            return
        seat = len(line) % 2
        node = growing.add(seat, parent, chance, named=growing.named((cards[seat], line), seat, ("p", "b")))
        for action in "pb":
            grow(node, 1.0, cards, line + action)

    for cards in permutations((1, 2, 3), 2):
        grow(root, 1 / 6, cards, "")
    return growing.grown()


def test_cfr_solves_kuhn_poker() -> None:
    tree = kuhn()
    policy = cfr.solved(tree, 500)
    assert cfr.value_of(tree, policy) == pytest.approx(-1 / 18, abs=1e-3)
    assert cfr.exploitability(tree, policy) < 1e-3
    assert cfr.best_response(tree, tree.uniform(), 0)[0] == pytest.approx(0.5), "known of the uniform policy"
    assert cfr.best_response(tree, tree.uniform(), 1)[0] == pytest.approx(5 / 12)


@pytest.fixture(scope="module")
def planted() -> Planted:
    """One word and the first deal of the game with picks."""
    return Planted(Small("pick", most=1))


def test_histories_are_in_one_information_set_if_their_views_are_the_same(planted: Planted) -> None:
    """The tree is made of the histories that the rules allow; its information sets are what the game shows to a seat."""
    views: defaultdict[View, set[object]] = defaultdict(set)
    sets: defaultdict[object, set[View]] = defaultdict(set)
    game = planted.game
    for name, number in planted.growing.sets.items():
        state, seat = planted.seen[number]
        view = game.view(state, seat)
        sealed = state.phase is Phase.PICK
        assert planted.growing.owner[number] == ("A", "B").index(seat.value)
        views[view].add((name, sealed))
        sets[name].add(view)
    assert all(len(some) == 1 for some in views.values())
    assert all(len(some) == 1 for some in sets.values())


def test_every_action_of_the_tree_is_a_legal_move(planted: Planted) -> None:
    for number in range(0, planted.tree.sizes.size, 7):
        state, seat = planted.seen[number]
        decision = planted.game.decision(planted.game.view(state, seat))
        for text in planted.growing.actions[number]:
            decision.check(decision.read(text))


@pytest.mark.nightly
def test_strong_plays_a_whole_policy_that_is_harder_to_exploit_than_it_was(planted: Planted) -> None:
    tree = planted.tree
    strong, former = planted.policy(planted.small.strong()), planted.policy(planted.small.former())
    assert np.add.reduceat(strong, tree.offset) == pytest.approx(1)
    solution = cfr.solved(tree, 60)
    worst = [cfr.exploitability(tree, policy) for policy in (solution, strong, former)]
    assert worst == sorted(worst)
    assert worst[1] < cfr.exploitability(tree, tree.uniform())
    lost = cfr.solved(tree, 60, planted.fixed(strong, Phase.LOSE))
    assert cfr.exploitability(tree, lost) < worst[0] + 0.01, "its losses give nothing away"


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["pick", "hands"])
def test_open_spiel_judges_the_same(game: str) -> None:
    """Its exploitabilities are ours, and its own CFR+ goes the same way."""
    pytest.importorskip("pyspiel", reason="pip install open_spiel")
    found: dict[str, Any] = measured(Small(game, most=3), STEPS, JUDGED)
    judge = found["judge"]
    assert judge["cfr_plus"] == pytest.approx(found["cfr_plus"], abs=1e-9)
    assert judge["strong"] == pytest.approx(found["strong"], abs=1e-9)
    assert judge["open_spiel"] < 0.05


@pytest.mark.nightly
@pytest.mark.parametrize("game", list(MOST))
def test_the_exploitability_of_strong_is_as_stated(game: str) -> None:
    found = measured(Small(game), STEPS, 0)
    assert found["cfr_plus"] < 0.01
    assert found["strong"] < MOST[game]
