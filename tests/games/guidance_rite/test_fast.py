"""The kernels of Guidance Rite, held to the rules: on walks with all kinds of options, in turn and at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games.guidance_rite import battle, fast, fast_search, rules
from deathmatch.games.guidance_rite.fast import CAPACITY, SIDE, Ints, ground
from deathmatch.games.guidance_rite.rules import resolve
from deathmatch.games.guidance_rite.values import Bout, Terms, Turn
from deathmatch.match.dealer import HmacSource
from tests.games.guidance_rite.matches import begun, start

ROOM = 1 << 14  # turns
VARIANTS = ("guardians", "final")
MIXES: list[dict[str, Any]] = [
    {},
    {"size": "3x4", "powers": "any", "crossing": "clash", "draw_turns": 2, "quiet_turns": 3, "last_tie": "ec"},
    {"size": "4x4", "removals": "all", "draw_from": "reached", "draw_turns": 3, "quiet_turns": 6, "last_tie": "dmo", "dmo": "A"},
    {"size": "6x6", "powers": "any", "removals": "all", "crossing": "clash", "draw_pieces": 6, "draw_turns": 2},
]
LAST = {"ec": {"A": Seat.B, "B": Seat.A}, "dmo": {"A": Seat.A, "B": Seat.B}}


def terms_of(variant: str, options: dict[str, Any], number: int) -> Terms:
    extra = {"crow_power": "exact"} if variant == "final" and number % 2 else {}
    return start(variant, {"board": "free", **options, **extra}).game.terms


def assert_same(ground_: Ints, here: Ints, bout: Bout) -> None:
    """That the position is the bout, and that what is kept up to date in it is what it would be from scratch."""
    fresh = fast.position(ground_, bout)
    fresh[fast.LEFT] = here[fast.LEFT]
    assert list(here) == list(fresh)


def assert_end(terms: Terms, ground_: Ints, here: Ints, bout: Bout) -> bool:
    """Whether the bout is over, which both say."""
    spare = np.zeros(CAPACITY, dtype=np.int64)
    end = fast.ended(ground_, here)
    if end == fast.GOES_ON and fast.stuck(ground_, here, spare):
        end = fast.tied(ground_, here)
    expected = rules.ended(terms, bout)
    if expected is None:
        assert end == fast.GOES_ON
        return False
    winner = expected[0]
    if winner is None and terms.last_tie.value != "replay":
        winner = LAST[terms.last_tie.value][terms.dmo.value]
    assert end == (fast.NOBODY if winner is None else fast.DECIDED + SEATS.index(winner))
    return True


def listed(out: Ints, number: int) -> set[Turn]:
    """The turns that a kernel has found, of which none is there twice."""
    words = [int(word) for word in out[:number]]
    turns_ = {fast.turn_of(word) for word in words}
    assert len(turns_) == len(words)
    return turns_


@pytest.mark.parametrize("simultaneous", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("number", range(len(MIXES)))
def test_a_bout_is_that_of_the_rules(variant: str, number: int, simultaneous: bool) -> None:
    terms, source = terms_of(variant, MIXES[number], number), HmacSource(b"fast", f"{variant} {number} {simultaneous}")
    ground_, log, out = ground(terms), fast.new_log(4), np.zeros(ROOM, dtype=np.int64)
    for most in (3, 8, 11, 14):
        bout = begun(terms, source, most, None if simultaneous else source.choice(SEATS))
        here = fast.position(ground_, bout)
        for ply in range(25):
            if assert_end(terms, ground_, here, bout):
                break
            seats = SEATS if simultaneous else (SEATS[here[SIDE]],)
            for seat in seats:
                whole = ply % 4 == 0 and most < 11
                count = fast.turns(ground_, here, log, 0, SEATS.index(seat), whole, out)
                if count <= ROOM:
                    assert listed(out, count) == (set(battle.moves(terms, bout.board, seat)) if whole else movements(terms, bout, seat))
            chosen = [picked(terms, source, bout, seat, ground_, here, log, out) for seat in seats]
            turns = {seat: fast.turn_of(word) for seat, word in zip(seats, chosen, strict=True)}
            for seat, turn in turns.items():
                battle.check_turn(terms, bout.board, seat, (), turn)
            done, before = resolve(terms, bout.board, turns), here.copy()
            make(ground_, here, log, chosen)
            bout = rules.carried(terms, bout, done.board, seats, left=done.left)
            bout = bout if simultaneous else replace(bout, mover=seats[0].other)
            assert_same(ground_, here, bout)
            after = here.copy()
            fast.unmake(here, log, 1)
            assert (here == before).all()
            make(ground_, here, log, chosen)
            assert (here == after).all()


def make(ground_: Ints, here: Ints, log: Ints, chosen: list[int]) -> None:
    """The turn of the seat to move, or those of both."""
    if len(chosen) == 1:
        fast.make(ground_, here, log, 1, chosen[0])
    else:
        fast_search.make_both(ground_, here, log, 1, *chosen)


def movements(terms: Terms, bout: Bout, seat: Seat) -> set[Turn]:
    """Every turn of the rules without a power but a guardian's."""
    turns_ = {Turn(*battle.written(way, manner)) for way, manner in battle.movements(terms, bout.board, seat)}
    return turns_ or {battle.PASS}


def picked(terms: Terms, source: RandomSource, bout: Bout, seat: Seat, ground_: Ints, here: Ints, log: Ints, out: Ints) -> int:
    """A turn at random; every second one with a power, where there is one. Powers are as many as the rules count."""
    number = SEATS.index(seat)
    count = fast.turns(ground_, here, log, 0, number, False, out)
    word = int(source.choice(out[:count].tolist()))
    turn = fast.turn_of(word)
    if turn.movement is None or source.below(2):
        return word
    swap = turn.power is not None
    way, manner = battle.judge(terms, bout.board, seat, turn.movement, swap=swap)
    assert fast.word_of(way, manner) == word
    some = fast.powered(ground_, here, log, 0, number, word, out, 0)
    assert some == (0 if swap else sum(1 for _ in battle.powers(terms, *battle.gone(terms, bout.board, seat, way, manner))))
    if not some:
        return word
    chosen = int(source.choice(out[: min(some, ROOM)].tolist()))
    assert fast.word_of(way, manner, fast.turn_of(chosen).power) == chosen
    return chosen
