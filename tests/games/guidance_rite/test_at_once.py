"""Bouts at once: what is looked at is what the rules make of both turns, and no turn is better than the mixture found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games.guidance_rite import battle, bot, fast, fast_bouts, fast_search, rules
from deathmatch.games.guidance_rite.rules import resolve
from deathmatch.games.guidance_rite.values import Bout, Kind, LastTie, Terms, Turn, put
from deathmatch.match.dealer import HmacSource
from deathmatch.solve import matrix
from tests.games.guidance_rite.matches import begun, start

pytestmark = pytest.mark.nightly
PLENTY = 10_000  # units of work


# --- What is looked at


def captured(ground: fast.Ints, here: fast.Ints, log: fast.Ints, ply: int, depth: int) -> int:
    """What `exchange.exchanged` is to find, without leaving anything out."""
    side, end = int(here[fast.SIDE]), fast.ended(ground, here)
    if end:
        return int(fast_search.finished(end)) * (-1 if side else 1)
    best = int(fast_search.worth(ground, here))
    turns = np.zeros(fast.CAPACITY, dtype=np.int64)
    for turn in turns[: fast.movements(ground, here, here[fast.OWN + side], here[fast.OWN + 1 - side], turns) if depth else 0]:
        fast.make(ground, here, log, ply, int(turn))
        best = max(best, -captured(ground, here, log, ply + 1, depth - 1))
        fast.unmake(here, log, ply)
    return best


@pytest.mark.parametrize("variant", ["guardians", "final"])
def test_captures_that_are_left_out_change_nothing(variant: str) -> None:
    terms = start(variant, {"size": "4x4"}).game.terms
    ground, log, spare = fast.ground(terms), fast.new_log(5), fast_search.new_spare(4)
    for number in range(30):
        here = fast.position(ground, begun(terms, HmacSource(b"at once", str(number)), 13, None))
        before = here.copy()
        worth = fast_search.exchanged(ground, here, log, 0, spare, -fast_search.FULL, fast_search.FULL, 3)
        assert (here == before).all()
        assert worth == captured(ground, here, log, 0, 3)


def plain(terms: Terms, bout: Bout, depth: int) -> float:
    """What `fast.at_once.valued` is to find, by the rules: A's chance to win less B's, with every movement looked at."""
    ended = rules.ended(terms, bout)
    if ended is not None:
        tied = 0.0 if terms.last_tie is LastTie.REPLAY else -1.0  # the DMO is B
        return tied if ended[0] is None else 1.0 if ended[0] is Seat.A else -1.0
    if depth == 0:
        ground, spare = fast.ground(terms), fast_search.new_spare(fast_bouts.CAPTURES)
        return float(fast_search.chance(ground, fast.position(ground, bout), fast.new_log(8), 0, spare, fast_bouts.CAPTURES))
    listed = [[Turn(*battle.written(*way)) for way in battle.movements(terms, bout.board, seat)] or [battle.PASS] for seat in SEATS]
    return matrix.solve([[plain(terms, after(terms, bout, a, b), depth - 1) for b in listed[1]] for a in listed[0]]).value


def after(terms: Terms, bout: Bout, a: Turn, b: Turn) -> Bout:
    """The bout after both turns, by the rules."""
    done = resolve(terms, bout.board, {Seat.A: a, Seat.B: b})
    return rules.carried(terms, bout, done.board, SEATS, left=done.left)


@pytest.mark.parametrize(("variant", "options"), [("guardians", {}), ("final", {"quiet_turns": 1, "last_tie": "dmo"})])
def test_games_in_games_are_those_of_the_rules(variant: str, options: dict[str, Any]) -> None:
    """Where every movement fits in, the value of a pair of turns is what the rules and the solver make of it."""
    terms = start(variant, {"size": "3x3", **options}).game.terms
    looked = 0
    for number in range(30):
        bout = begun(terms, HmacSource(b"at once", str(number)), 4, None)
        game = bot.JointTurn(terms, bout)
        if max(map(len, game.movements)) > 5 or rules.ended(terms, bout) is not None:
            continue
        looked += 1
        payoffs = game.payoffs(game.movements.a, game.movements.b, 1, 16)
        for i, a in enumerate(game.movements.a):
            for j, b in enumerate(game.movements.b):
                assert payoffs[i, j] == pytest.approx(plain(terms, after(terms, bout, fast.turn_of(a), fast.turn_of(b)), 1), abs=1e-6)
    assert looked >= 4


def test_no_turn_is_better_against_the_mixture_than_the_mixture() -> None:
    """Of pieces without powers, so that the turns are the movements: the game that was built up is worth what the whole one is."""
    terms = start("guardians", {"size": "4x4"}).game.terms
    for number in range(6):
        bout = begun(terms, HmacSource(b"at once", str(number)), 9, None)
        bout = replace(bout, board=put(bout.board, {s: p.of_kind(Kind.PLAIN) for s, p in enumerate(bout.board) if p is not None}))
        game = bot.JointTurn(terms, bout)
        solved = bot.solve_turns(game, bot.SearchPlan(answers=100), Counted(PLENTY))
        whole = matrix.solve(game.payoffs(game.movements.a, game.movements.b))
        assert solved.value == pytest.approx(whole.value, abs=2 * bot.BETTER)
