"""Chance proved and not sampled; chances with their errors; ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from deathmatch.core.chance import OddsLine, RandomSource, Repeated, around, chance_of, margin, odds_of, wilson
from deathmatch.core.glicko import Rating, after_period


class Scripted(RandomSource):
    """Gives the answers of a script; where the script ends it gives 0. `asked` holds every bound."""

    def __init__(self, script: Sequence[int] = ()) -> None:
        self.script = script
        self.asked: list[int] = []

    def below(self, bound: int, /) -> int:
        assert bound >= 1
        self.asked.append(bound)
        place = len(self.asked) - 1
        return self.script[place] if place < len(self.script) else 0


def chances(play: Callable[[RandomSource], Hashable]) -> dict[Hashable, Fraction]:
    """The exact chance of every outcome: all scripts, in the order of a counter whose digits have the bounds that were asked for."""
    counts: Counter[Hashable] = Counter()
    script: list[int] = []
    while True:
        source = Scripted(script)
        outcome = play(source)
        weight = Fraction(1)
        for bound in source.asked:
            weight /= bound
        counts[outcome] += weight  # type: ignore[assignment]  # a Counter adds fractions as well
        script = [*script, *[0] * len(source.asked)][: len(source.asked)]
        while script and script[-1] == source.asked[len(script) - 1] - 1:
            script.pop()
        if not script:
            return dict(counts)  # type: ignore[arg-type]
        script[-1] += 1


def shuffled(values: str) -> Callable[[RandomSource], str]:
    def play(source: RandomSource) -> str:
        cards = list(values)
        source.shuffle(cards)
        return "".join(cards)

    return play


def test_every_value_is_chosen_alike() -> None:
    assert chances(lambda source: source.choice("abcde")) == dict.fromkeys("abcde", Fraction(1, 5))


@pytest.mark.parametrize("values", ["", "a", "ab", "abc", "abcde"])
def test_every_order_is_alike(values: str) -> None:
    orders = ["".join(order) for order in permutations(values)]
    assert chances(shuffled(values)) == dict.fromkeys(orders, Fraction(1, len(orders)))


@pytest.mark.parametrize("count", range(5))
def test_every_sample_in_every_order_is_alike_and_the_values_stay(count: int) -> None:
    values = tuple("abcd")
    samples = ["".join(order) for chosen in combinations(values, count) for order in permutations(chosen)]
    assert chances(lambda source: "".join(source.sample(values, count))) == dict.fromkeys(samples, Fraction(1, len(samples)))
    assert values == tuple("abcd")


def test_a_unit_is_a_whole_number_of_steps_from_0_and_below_1() -> None:
    source = Scripted([0, 1, 2**53 - 1])
    assert [source.unit(), source.unit(), source.unit()] == [0.0, 2.0**-53, 1 - 2.0**-53]
    assert source.asked == [2**53] * 3


@pytest.mark.parametrize(
    ("weights", "unit", "index"),
    [
        ([1, 1, 2], 0.0, 0),
        ([1, 1, 2], 0.2499, 0),
        ([1, 1, 2], 0.25, 1),
        ([1, 1, 2], 0.4999, 1),
        ([1, 1, 2], 0.5, 2),
        ([1, 1, 2], 0.9999, 2),
        ([0, 3, 0], 0.0, 1),
        ([0, 3, 0], 0.9999, 1),
        ([5.0], 0.5, 0),
    ],
)
def test_an_index_has_the_part_of_the_line_that_its_weight_is(weights: list[float], unit: float, index: int) -> None:
    assert Scripted([int(unit * 2**53)]).weighted(weights) == index


def test_rounding_never_gives_an_index_without_weight() -> None:
    class Brink(Scripted):
        def unit(self) -> float:
            return 1.0  # beyond the last step, where all rounding ends up

    assert Brink().weighted([0.0, 0.5, 0.0]) == 1


@pytest.mark.parametrize("chance", [0.0, 0.001, 0.5, 0.9, 1.0])
def test_odds_and_chances_are_one_another_back(chance: float) -> None:
    assert chance_of(odds_of(chance)) == pytest.approx(chance, abs=2e-6)


def test_wilson_is_the_interval_of_the_book() -> None:
    assert wilson(8, 10, 1.959964) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)
    for wins in range(21):
        low, high = wilson(wins, 20)
        assert 0 <= low <= wins / 20 <= high <= 1
        assert (low, high) == pytest.approx(tuple(1 - end for end in reversed(wilson(20 - wins, 20))))


def test_a_line_is_even_at_nothing_and_its_band_grows_with_the_reading() -> None:
    line = OddsLine(2.0, 0.3, 0.1)
    assert line.chance(0) == 0.5
    assert line.chance(1.0) + line.chance(-1.0) == pytest.approx(1)
    for reading in (-3.0, -0.5, 0.0, 0.5, 3.0):
        low, high = line.between(reading)
        assert 0 <= low < line.chance(reading) < high <= 1
    widths = [odds_of(high) - odds_of(low) for low, high in map(line.between, (0.0, 1.0, 2.0))]
    assert widths == sorted(widths)


def test_a_margin_is_twice_the_usual_step_and_needs_some_steps() -> None:
    assert margin([0.1, -0.1, 0.1], 3) == pytest.approx(0.2)
    assert margin([0.1, -0.1], 3) is None
    assert around(0.05, 0.1) == pytest.approx((0.0, 0.15))
    assert around(0.95, 0.1) == pytest.approx((0.85, 1.0))


def test_repeated_numbers_are_the_same_again_and_even() -> None:
    first, again, other = Repeated(7), Repeated(7), Repeated(8)
    numbers = [first.below(6) for _ in range(6000)]
    assert numbers == [again.below(6) for _ in range(6000)]
    assert numbers != [other.below(6) for _ in range(6000)]
    assert all(900 < count < 1100 for count in Counter(numbers).values())


def test_the_papers_example() -> None:
    after = after_period(Rating(1500, 200, 0.06), [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)])
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)
