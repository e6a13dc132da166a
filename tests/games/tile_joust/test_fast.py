"""The kernels of Tile Joust, held to the rules by brute force on small hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games import find
from deathmatch.games.tile_joust import fast, rules
from deathmatch.games.tile_joust.fast import HAND
from deathmatch.games.tile_joust.state import Joust, State
from deathmatch.games.tile_joust.values import FINAL, Colour, Move, Owed, Plain, Put, Tile, Tiles, Variation, terms
from deathmatch.solve.matrix import solve

CLOSE = 2e-4  # the table has single precision, and saddle points are taken from 1e-5 on


TERMS = terms(Variation.GAUNTLET, find("tile-joust/gauntlet").bind({"sets": 2})[0])


def tiles(numbers: Sequence[int]) -> Tiles:
    """Tiles with these numbers, of sets of their own where one is there twice."""
    return tuple(sorted(Tile(number, 1 + place, False, Colour.of(number), 1, None) for place, number in enumerate(numbers)))


def at_joust(a: Sequence[int], b: Sequence[int], *, final: bool) -> State:
    return State(Owed.FIRST, FINAL if final else 1, BySeat(0, 0), hands=BySeat(tiles(a), tiles(b)), joust=Joust())


def submissions(state: State, seat: Seat) -> list[Move | None]:
    """What the seat may do; None where it is not asked."""
    if seat not in state.asked(TERMS):
        return [None]
    puts: list[Move | None] = [Put(tile) for tile in state.hands[seat]]
    return puts if state.owed is Owed.FIRST else [Plain.PASS, *puts]


@dataclass
class Brute:
    """What A comes to gain beyond B by the rules."""

    worth: Callable[[int], float]
    one: bool = False  # stops after the joust
    known: dict[object, float] = field(default_factory=dict)

    def value(self, state: State) -> float:
        assert state.joust is not None
        key = (state.hands, state.joust.up.map(frozenset))
        if key not in self.known:
            pairs = [submissions(state, seat) for seat in SEATS]
            self.known[key] = solve([[self.after(state, {Seat.A: x, Seat.B: y}) for y in pairs[1]] for x in pairs[0]]).value
        return self.known[key]

    def after(self, state: State, moves: dict[Seat, Move | None]) -> float:
        later = rules.play(TERMS, state, {seat: move for seat, move in moves.items() if move is not None})
        points = later.points.a - later.points.b - (state.points.a - state.points.b)
        if later.outcome is not None:
            return float(points)
        if later.owed is not Owed.TILES and not (self.one and len(later.jousts) > len(state.jousts)):
            return points + self.value(later)
        kept = BySeat.of(lambda seat: sum(self.worth(tile.number) for tile in (*later.hands[seat], *later.stored[seat])))
        return points + kept.a - kept.b


def kept(number: int) -> float:
    return 0.75 + number / 8


def table_value(a: Sequence[int], b: Sequence[int], worth: Callable[[int], float], least: int, *, whole: bool) -> float:
    sides = [fast.codes(sorted(numbers), [worth(number) for number in sorted(numbers)], whole=whole) for numbers in (a, b)]
    solved = fast.solve(*sides, least, whole=whole)
    return float(solved.table[fast.code((HAND,) * len(a), whole=whole), fast.code((HAND,) * len(b), whole=whole)])


HANDS = [((1, 13), (2, 12)), ((1, 6, 7), (2, 3)), ((3, 5, 9), (1, 10, 12)), ((2, 9, 11, 4), (5, 6, 13)), ((7, 7), (7, 6, 0))]


@pytest.mark.parametrize(("a", "b"), HANDS)
def test_a_phase_of_a_set_comes_to_what_the_rules_say(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    assert table_value(a, b, kept, 1, whole=True) == pytest.approx(Brute(kept).value(at_joust(a, b, final=False)), abs=CLOSE)


@pytest.mark.parametrize(("a", "b"), [*HANDS, ((4,), (1, 2, 3)), ((9,), (9,))])
def test_a_final_joust_comes_to_what_the_rules_say(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    assert table_value(a, b, lambda _: 1.0, 0, whole=True) == pytest.approx(Brute(kept).value(at_joust(a, b, final=True)), abs=CLOSE)


@pytest.mark.parametrize(("a", "b"), [*HANDS, ((0, 1, 2, 3, 4, 6), (9, 13))])
def test_one_joust_comes_to_what_the_rules_say(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    assert table_value(a, b, kept, 1, whole=False) == pytest.approx(Brute(kept, one=True).value(at_joust(a, b, final=False)), abs=CLOSE)
