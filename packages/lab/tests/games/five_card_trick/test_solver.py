"""The solver against brute force over the plain rules, its numbering against `rules.py` on random walks, and what it keeps."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bench.highs import value_by_highs
from deathmatch.core.errors import UnsolvableError
from deathmatch.core.game import TIMEOUT, Ask, Over
from deathmatch.core.options import Values
from deathmatch.core.seats import PUBLIC, SEATS, Seat
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick, rules
from deathmatch.games.five_card_trick.fast.rounds import lead
from deathmatch.games.five_card_trick.solver import Unknown
from deathmatch.games.five_card_trick.values import Answer
from deathmatch.games.five_card_trick.view import State
from deathmatch.match.dealer import HmacSource
from deathmatch_lab import solving
from deathmatch_lab.games.five_card_trick.fast import layers
from deathmatch_lab.games.five_card_trick.solver.plan import plan
from deathmatch_lab.games.five_card_trick.solver.solved import Solved, kept
from deathmatch_lab.solution_folder import SolutionFolder
from deathmatch_lab.solving import Reporter, SilentReporter, Solution
from tests.games.five_card_trick.positions import bound

NEAR = 1e-7  # an independent solver has tolerances of its own


def solve(name: str, state: State | None = None, work: Reporter | None = None, **options: Any) -> Solution:
    game = bound(name, options)
    solver = solving.solver(find(f"five-card-trick/{name}"), game)
    return solver.solve(game.view(game.start() if state is None else state, PUBLIC), work or SilentReporter())


def chance(game: FiveCardTrick, solution: Solution) -> float:
    """A's chance, from the EC's."""
    value = solution.json["value"]
    assert isinstance(value, float)
    return value if game.terms.dmo is Seat.B else 1.0 - value


def by_highs(payoffs: NDArray[np.float64]) -> float:
    """The value of a stage by HiGHS; what comes to the same is left out."""
    return value_by_highs(np.unique(np.unique(payoffs, axis=0), axis=1))


def brute(game: FiveCardTrick, state: State, known: dict[State, float]) -> float:
    """A's chance by the plain rules and nothing else: every submission against every other, to the end."""
    pending = game.pending(state)
    if isinstance(pending, Over):
        return 1.0 if pending.winner is Seat.A else 0.0
    key = replace(state, last=None) if state.answering is None else state
    if key not in known:
        offers = [tuple(game.decision(game.view(state, seat)).moves()) for seat in pending.seats]
        if len(offers) == 1:
            ways = [brute(game, game.play(state, {pending.seats[0]: move}), known) for move in offers[0]]
            known[key] = max(ways) if pending.seats[0] is Seat.A else min(ways)
        else:
            turns = [[{Seat.A: mine, Seat.B: theirs} for theirs in offers[1]] for mine in offers[0]]
            known[key] = by_highs(np.array([[brute(game, game.play(state, turn), known) for turn in row] for row in turns]))
    return known[key]


def walk(game: FiveCardTrick, round_: int, seed: str) -> State | None:
    """The state before a round of a random match without time-outs; None where it ended before."""
    state, source = game.start(), HmacSource(b"walk", seed)
    while state.round < round_ or state.answering is not None:
        pending = game.pending(state)
        if isinstance(pending, Over):
            return None
        assert isinstance(pending, Ask)
        state = game.play(state, {seat: game.decision(game.view(state, seat)).sample(source) for seat in pending.seats})
    return state if state.outcome is None else None


# --- What matches are worth


LAST = {"rounds": 9, "max_rounds": 9}  # one round is to come
WALKS: list[tuple[str, Values, int]] = [
    ("gauntlet", {"rounds": 9, "max_rounds": 9, "dmo": "A"}, 9),
    ("gauntlet", {"rounds": 8, "extension": 1, "max_rounds": 9, "blocked_collides": "no"}, 9),
    ("setna", LAST, 9),
    ("setna", {"illegal": "refuse", "steal_needs": "any", **LAST}, 9),
    ("final", LAST, 9),
    ("final", {"items_tiebreak": "unused", **LAST}, 9),
    ("final", {"priority": "A", "priority_beats_block": "yes", "overload": "B", **LAST}, 9),
    ("final", {"priority": "A", "reset": "none", "steal_needs": "any", "blocked_collides": "no", **LAST}, 9),
]


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "options", "round_"), WALKS)
def test_a_last_round_is_worth_what_brute_force_says(name: str, options: Values, round_: int) -> None:
    game, played = bound(name, options), 0
    for number in range(12):
        state = walk(game, round_, f"{number}")
        if state is not None and played < 3:
            solution = solve(name, state, **options)
            assert chance(game, solution) == pytest.approx(brute(game, state, {}), abs=NEAR)
            played += 1
    assert played


# --- Numbering


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("gauntlet", {}),
        ("gauntlet", {"blocked_collides": "no", "steal_needs": "any"}),
        ("setna", {"illegal": "refuse"}),
        ("final", {"reset": "none"}),
    ],
)
def test_a_stage_leads_where_the_rules_lead(name: str, options: Values) -> None:
    """Every cell of a stage, from positions of random matches: configuration, pot and lead, also where Claim Priority is used."""
    game = bound(name, {"rounds": 9, "max_rounds": 9, **options})
    seen = asked = 0
    for number in range(3):
        state = walk(game, 2 + 3 * number, f"numbering {number}")
        assert state is not None
        whole = plan(game.terms, state)
        known, out = (
            layers.tables(whole.book.rows, whole.book.book, *whole.seats, [whole.key(state)], 1),
            layers.cells(len(whole.book.moves)),
        )
        m, n = layers.open_stage(known, whole.key(state), out)
        for i, j in np.ndindex(m, n):
            turn = {Seat.A: whole.book.moves[out.rows[i]], Seat.B: whole.book.moves[out.columns[j]]}
            after = rules.play(game.terms, state, turn)
            ways = [(after, int(out.cells[i, j]) >> layers.TO_AT, 0)]
            if after.answering is not None:
                prize = after.pot if after.answering is Seat.A else -after.pot
                used = rules.play(game.terms, after, {after.answering: Answer.PRIORITY})
                ways = [(rules.play(game.terms, after, {after.answering: Answer.PASS}), ways[0][1], 0), (used, int(out.used[i, j]), prize)]
                asked += 1
            assert layers.asked_of.py_func(int(out.cells[i, j])) == (0 if after.answering is None else 1 + SEATS.index(after.answering))
            for way, to, prize in ways:
                cell = int(out.cells[i, j])
                grown, taker = state.pot + (cell & 1), layers.taker_of.py_func(cell)
                assert int(known.keys[to]) == whole.key(way)
                assert way.pot == (1 if taker or prize else grown)
                assert lead(way) == lead(state) + layers.gain_of.py_func(cell) + taker * grown + prize
                seen += 1
    assert seen > 500
    assert asked > 0 or name != "final"


# --- What is kept


@cache
def three() -> FiveCardTrick:
    return bound("gauntlet", {"rounds": 3, "max_rounds": 3})


class Told(SolutionFolder):
    """Work that keeps, counts rounds, and can be stopped."""

    __slots__ = ("rounds", "stop", "threads")

    def __init__(self, folder: Path, stop: str = "", threads: int = 1) -> None:
        super().__init__(folder)
        self.stop, self.threads = stop, threads
        self.rounds: list[str] = []

    def report(self, words: str, done: float | None = None, /) -> None:
        assert done is None or 0 <= done <= 1
        if words == self.stop:
            raise KeyboardInterrupt
        if words.startswith("round") and words not in self.rounds:
            self.rounds.append(words)


def solve_three(work: Reporter) -> Solution:
    return solve("gauntlet", None, work, rounds=3, max_rounds=3)


def read(folder: Path) -> Solved:
    solution = kept(three().terms, SolutionFolder(folder))
    assert solution is not None
    return solution


@pytest.mark.nightly
def test_a_solution_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        solve_three(Told(tmp_path, stop="round 2", threads=2))
    again = Told(tmp_path, threads=2)
    solution = solve_three(again)
    assert again.rounds == ["round 2", "round 1"]
    assert solution == solve_three(SilentReporter())
    once_more = Told(tmp_path)
    assert solve_three(once_more) == solution
    assert once_more.rounds == []
    with pytest.raises(UnsolvableError, match="dmo differ"):
        solve("gauntlet", None, Told(tmp_path), rounds=3, max_rounds=3, dmo="A")


def wrong(solved: Solved, game: FiveCardTrick) -> int:
    """How many positions of a match are not worth what their stage game is worth to an independent solver, by the plain rules."""
    state, count, source = game.start(), 0, HmacSource(b"match", "0")
    while state.outcome is None:
        stage = solved.stage(state)
        count += abs(solved.chance(state) - by_highs(stage.payoffs)) > NEAR
        state = game.play(state, {seat: source.choice(stage.moves[seat]) for seat in SEATS})
    return count


@pytest.mark.nightly
def test_an_error_that_is_planted_in_what_is_kept_is_caught(tmp_path: Path) -> None:
    solve_three(Told(tmp_path))
    assert wrong(read(tmp_path), three()) == 0
    values = np.load(tmp_path / "round-001-values.npy")
    values[3] += 1e-5
    np.save(tmp_path / "round-001-values.npy", values)
    assert wrong(read(tmp_path), three()) == 1


@pytest.mark.nightly
def test_kept_solutions_know_positions_of_their_match_and_no_others(tmp_path: Path) -> None:
    whole = solve_three(Told(tmp_path))
    solved, game = read(tmp_path), three()
    assert solved.chance(game.start()) == pytest.approx(whole.json["value"], abs=1e-12)
    state = walk(game, 3, "kept")
    assert state is not None
    assert chance(game, solve("gauntlet", state, Told(tmp_path), rounds=3, max_rounds=3)) == pytest.approx(solved.chance(state), abs=1e-12)
    assert solved.chance(state) == pytest.approx(solved.stage(state).solution().value, abs=NEAR)
    late = game.play(
        game.start(), {Seat.A: TIMEOUT, Seat.B: game.decision(game.view(game.start(), Seat.B)).sample(HmacSource(b"late", "0"))}
    )
    with pytest.raises(Unknown):
        solved.chance(late)
    with pytest.raises(Unknown):
        solved.stage(late)
    assert kept(bound("gauntlet", {"rounds": 3, "max_rounds": 3, "dmo": "A"}).terms, SolutionFolder(tmp_path)) is None
    assert kept(game.terms, SolutionFolder(tmp_path / "nothing")) is None


def test_what_is_too_large_is_refused_before_much_is_done() -> None:
    game = bound("gauntlet", {"rounds": 99, "max_rounds": 200})
    late = walk(game, 3, "late")
    assert late is not None
    with pytest.raises(UnsolvableError, match="more than 35,177 configurations"):
        solve("gauntlet", late, rounds=99, max_rounds=200)
