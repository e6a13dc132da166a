"""Uniformity is proved, not sampled: every answer of the primitive is tried, with its exact chance, and outcomes are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from deathmatch.core.chance import RandomSource


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


def test_the_enumeration_itself_is_exact() -> None:
    coins = chances(lambda source: source.below(2) + source.below(2))
    assert coins == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    either = chances(lambda source: source.below(3) and source.below(2))  # asks again only after 1 and 2
    assert either == {0: Fraction(2, 3), 1: Fraction(1, 3)}


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
