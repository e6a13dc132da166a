"""What a seat may believe, against brute force: every way through the set-up, every deal that would have led to the same view."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import Any

import numpy as np
import pytest

from deathmatch.core.game import Deals, Variant
from deathmatch.core.options import Values
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games.letter_hunt import belief, deduction
from deathmatch.games.letter_hunt.belief import ANYBODY, UNIFORM, Belief, Habits
from deathmatch.games.letter_hunt.values import ALPHABET, RARITIES
from deathmatch.games.letter_hunt.view import View
from deathmatch.match.dealer import HmacSource
from tests.games.letter_hunt.matches import COLOSSEUM, GAMBIT, after, replayed, walk

LIKES = Habits(tuple(0.2 + 0.02 * place for place in range(26)), tuple(1.0 + place for place in range(26)))
MIXED = ((0.25, UNIFORM), (0.75, LIKES))


def parts(letters: str) -> list[str]:
    return ["".join(some) for size in range(len(letters) + 1) for some in combinations(letters, size)]


def without(letters: str) -> str:
    return "".join(letter for letter in ALPHABET if letter not in letters)


def told(prior: Belief) -> dict[str, float]:
    """Hands with their chances, those without a chance left out."""
    pairs = zip(prior.hands, prior.chances, strict=True)
    return {deduction.named(int(hand)): float(chance) for hand, chance in pairs if chance > 0}


def scaled(weights: Mapping[str, Fraction | float]) -> dict[str, float]:
    total = sum(weights.values())
    return {hand: float(weight / total) for hand, weight in weights.items() if weight}


def close(given: Mapping[str, float], wanted: Mapping[str, float]) -> bool:
    return given.keys() == wanted.keys() and np.allclose([given[hand] for hand in wanted], list(wanted.values()), rtol=1e-9, atol=0)


# --- The set-up


def outcomes(held: str, theirs: str) -> int:
    """How many redraws the rules allow after these holds of A and B."""
    hands = {"A": held, "B": theirs}
    spare = iter(without(held + theirs))
    full = {seat: "".join(sorted(hand + "".join(next(spare) for _ in range(5 - len(hand))))) for seat, hand in hands.items()}
    lines = [f"deal hands A:{full['A']} B:{full['B']}", *(f"{seat} hold {hand or '-'}" for seat, hand in hands.items())]
    position = after(GAMBIT, {"first": "A"}, "\n".join(lines))
    assert isinstance(position.pending, Deals)
    chance = position.pending.chance
    return comb(len(chance.pool), chance.sizes.a) * comb(len(chance.pool) - chance.sizes.a, chance.sizes.b)


def ways_to(hand: str, held: str, fallen: str, habits: Habits) -> float:
    """The chance of one hand after one redraw, from ABCKZ: every hand before and every part of it that may have been held."""
    total = 0.0
    for some in parts(hand):
        if set(some) & set(held + fallen):
            continue
        rate = prod(habits.hold[ord(letter) - ord("A")] for letter in some) / outcomes(held, some)
        spare = [letter for letter in without("ABCKZ") if letter not in some]
        if set(some) & set("ABCKZ"):
            continue
        total += sum(rate * prod(1 - habits.hold[ord(x) - ord("A")] for x in rest) for rest in combinations(spare, 5 - len(some)))
    return total


def test_a_redraw_is_counted_way_by_way() -> None:
    held, fallen = "AB", "DQR"
    counted = told(belief.exchanged(("ABCKZ", fallen), (held,), ((1.0, LIKES),)))
    assert len(counted) == comb(21, 5)
    hands = ["CEKLZ", "FGHIJ", "CPVWY"]  # with letters given up, and without
    wanted = {hand: ways_to(hand, held, fallen, LIKES) for hand in hands}
    assert close(scaled({hand: counted[hand] for hand in hands}), scaled(wanted))


def offers(own: str) -> list[str]:
    """Every offer that the other seat may have got (R7)."""
    pools = [combinations([letter for letter in rarity if letter not in own], number) for rarity, number in RARITIES]
    return ["".join(letter for some in parts for letter in some) for parts in product(*pools)]


@pytest.mark.parametrize("assumed", [ANYBODY, MIXED], ids=["uniform", "mixed"])
def test_the_prior_of_colosseum_counts_offers_and_picks(assumed: belief.Assumed) -> None:
    wanted: defaultdict[str, float] = defaultdict(float)
    for offer in offers("ABCFILQR"):
        for share, habits in assumed:
            picks = {some: prod(habits.pick[ord(letter) - ord("A")] for letter in some) for some in combinations(sorted(offer), 5)}
            total = sum(picks.values())
            for some, weight in picks.items():
                wanted["".join(some)] += share * weight / total
    assert close(told(belief.offered("ABCFILQR", assumed)), scaled(wanted))


# --- Whole matches: every deal that leads to the same view

HUNTED = """
deal hands A:ABCDE B:FGHIJ
deal onlookers KLMN
A word FIGHT
B hint none
A hint one
B guess A
A guess F
B word NEED
A timeout
B hint any
A guess Z
A lose Q
A lose B
B guess Y
B lose G
A word JIGSAW
B hint one
A hint any
B timeout
A guess H
B guess C
A word VEX
B hint one
A hint none
B word DOZE
A hint one
B hint none
"""
TERMS: Values = {"first": "A", "holds": 0, "onlookers": 4, "onlooker_letters": "split", "slip": "reveal"}

PICKED = """
deal offer A:EGHJMNPT B:ABCFILQR
A pick EGJNP
B pick ABCIR
A word GENIUS
B hint one
A hint odd
B guess N
A word MAMMAL
B hint one
A hint any
B guess O
B lose B
A guess R
B word COCOA
A hint any
B hint odd
A guess Z
A lose E
B word PEEP
A hint odd
B hint one
"""


@pytest.mark.parametrize("seat", SEATS)
def test_a_late_belief_is_every_deal_that_leads_to_the_same_view(seat: Seat) -> None:
    lines = HUNTED.strip().splitlines()
    position = after(GAMBIT, TERMS, HUNTED)
    view: View = position.view(seat)
    assert view.own is not None
    lost, start = set(view.lost[seat.other]), view.own.dealt[0]
    same = set()
    for five in combinations([letter for letter in ALPHABET if letter not in start], 5):
        if not lost <= set(five):
            continue
        hands = {seat: start, seat.other: "".join(five)}
        for onlookers in worlds_of_onlookers(position.state.onlookers, seat, set(start) | set(five)):
            deals = [f"deal hands A:{hands[Seat.A]} B:{hands[Seat.B]}", f"deal onlookers {onlookers}"]
            other = replayed(GAMBIT, TERMS, [*deals, *lines[2:]])
            if other is not None and other.view(seat) == view:
                same.add("".join(letter for letter in five if letter not in lost))
    assert len(same) > 3
    assert close(told(belief.of_other(view)), dict.fromkeys(same, 1 / len(same)))


def worlds_of_onlookers(real: str, seat: Seat, held: set[str]) -> list[str]:
    """One way, if there is one, to give onlookers letters that this seat cannot tell from the real ones."""
    seen = [letter if number % 2 == (0 if seat is Seat.A else 1) else "" for number, letter in enumerate(real)]
    if held & set(seen):
        return []
    spare = iter(letter for letter in ALPHABET if letter not in held and letter not in seen)
    return ["".join(letter or next(spare) for letter in seen)]


@pytest.mark.parametrize("seat", SEATS)
def test_a_late_belief_counts_the_offers_that_lead_to_the_same_view(seat: Seat) -> None:
    lines = PICKED.strip().splitlines()
    view: View = after(COLOSSEUM, {"first": "A"}, PICKED).view(seat)
    assert view.own is not None
    lost, (own,), (pick,) = set(view.lost[seat.other]), view.own.dealt, view.own.kept
    holding: defaultdict[str, list[str]] = defaultdict(list)
    for offer in offers(own):
        if lost <= set(offer):
            for some in combinations([letter for letter in offer if letter not in lost], 5 - len(lost)):
                holding["".join(sorted({*some, *lost}))].append(offer)
    wanted = {}
    for five, ways in holding.items():
        offered, picks = {seat: own, seat.other: ways[0]}, {seat: pick, seat.other: five}
        deal = f"deal offer A:{offered[Seat.A]} B:{offered[Seat.B]}"
        other = replayed(COLOSSEUM, {"first": "A"}, [deal, *(f"{by} pick {picks[by]}" for by in SEATS), *lines[3:]])
        if other is not None and other.view(seat) == view:
            wanted["".join(letter for letter in five if letter not in lost)] = Fraction(len(ways))
    assert len(wanted) > 3
    assert close(told(belief.of_other(view)), scaled(wanted))


# --- On the way

OPTIONS: list[tuple[Variant, Values]] = [
    (GAMBIT, {}),
    (GAMBIT, {"holds": 1, "onlookers": 3, "onlooker_letters": "public", "slip": "reveal", "hints": "one-odd-any"}),
    (GAMBIT, {"holds": 0, "onlookers": 16, "onlooker_letters": "split", "repeats": "each", "turn_limit": 4}),
    (COLOSSEUM, {}),
    (COLOSSEUM, {"repeats": "distinct", "hints": "none-one-any", "slip": "reveal", "on_timeout": "skip"}),
]


@pytest.mark.parametrize(("variant", "given"), OPTIONS)
def test_the_real_hand_is_always_possible_and_what_the_picture_proves_is_what_is_certain(variant: Variant, given: Values) -> None:
    for position in walk(variant, given, HmacSource(b"belief", "1"), 50):
        state: Any = position.state
        if position.over is not None or not (state.turn or state.redraws):
            continue
        for seat in SEATS:
            view, real = position.view(seat), state.sides[seat.other].hand
            held = belief.of_other(view)
            assert deduction.mask(real) in held.hands
            assert held.chances.sum() == pytest.approx(1)
            assert np.bitwise_count(held.hands).max() == np.bitwise_count(held.hands).min() == len(real)
            shown = deduction.deduce(view, seat.other)
            assert set(shown.held) <= set(real)
            assert not set(shown.absent) & set(real)
            chances = dict(zip(ALPHABET, held.letters, strict=True))
            assert shown.held == "".join(letter for letter in ALPHABET if chances[letter] > 1 - 1e-9)
            assert shown.absent == "".join(letter for letter in ALPHABET if chances[letter] < 1e-12 and letter not in view.out)
