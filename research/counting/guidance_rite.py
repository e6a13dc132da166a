"""Guidance Rite: the boards of its generator are bounded from both sides; the tree is bounded from below by random matches.

The generator takes directions from a bag of all eight. A bag never holds a direction twice: a piece with k arrows takes k of its r
directions if it has as many, else all of them, and k - r of the others from the next bag, whose other directions stay. So in the end the
numbers of arrows in any two directions differ by one at most. The sets of pieces for which that holds are the upper bound. The pieces
in one fixed order, each with all that it can take, are the lower one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import permutations, product
from math import comb, factorial, log10, perm, prod
from typing import Final, NamedTuple

from deathmatch.core.chance import RandomSource
from deathmatch.games import find
from deathmatch.games.guidance_rite import GuidanceRite, rules
from deathmatch.games.guidance_rite.values import REPLAYS, Kind, Terms
from deathmatch.match.dealer import HmacSource
from deathmatch_frameworks.games.guidance_rite.encoding import bouts, longest
from research.counting.trees import Interval, interval, walk

DIRECTIONS: Final = 8
WALKS: Final = {"guardians": 500, "final": 50}  # random matches of an estimate; those of `final` take ten times as long
QUANTILES: Final = {"guardians": 1.96, "final": 2.01}  # of Student's distribution, for intervals of 95 %
LAYOUTS: Final = 20_000

Slots = tuple[tuple[Kind, int], ...]
"""The character and the number of black arrows of each piece."""


def bound(variant: str, **options: object) -> GuidanceRite:
    """The game with some options."""
    _, game = find(f"guidance-rite/{variant}").bind({key: str(value) for key, value in options.items()})
    assert isinstance(game, GuidanceRite)
    return game


# --- Boards that the rules allow


def allowed(terms: Terms) -> int:
    """The boards that R8 allows: different pieces, each with a black arrow."""
    spaces = len(terms.grid)
    arrows = 3**DIRECTIONS - 2**DIRECTIONS if terms.final else 2**DIRECTIONS - 1
    pieces = len(Kind) * arrows * (2 if terms.final else 1)
    return perm(pieces, spaces)


# --- Boards that the generator can make


def most(terms: Terms) -> int:
    """An upper bound of the boards of the generator."""
    slots = tuple(rules.wanted(terms))
    return factorial(len(slots)) * (balanced([count for _, count in slots]) * _extras(terms, slots) >> len(twins(slots)))


def least(terms: Terms) -> int:
    """A lower bound: pieces that have a twin first, pair after pair, then the others, in the best order of these kinds."""
    slots = tuple(rules.wanted(terms))
    pairs = [count for _, count in twins(slots)]
    left = Counter(count for _, count in slots) - Counter([count for count in pairs for _ in (1, 2)])
    found = 0
    for order in set(permutations(pairs)):
        if all(apart(order)):
            ways, room = 1, DIRECTIONS
            for count in (count for count in order for _ in (1, 2)):
                some, room = taken(room, count)
                ways *= some
            found = max(found, ways // 2 ** len(pairs) * best(tuple(sorted(left.items())), room))
    return factorial(len(slots)) * found * _fewest_extras(terms, slots)


def twins(slots: Slots) -> list[tuple[Kind, int]]:
    """The pairs of pieces with the same character and as many arrows."""
    assert max(Counter(slots).values()) <= len("ab")
    return [slot for slot, number in Counter(slots).items() if number > 1]


def taken(room: int, count: int) -> tuple[int, int]:
    """The ways of a piece to take its arrows from a bag with some directions, and how many the bag has then."""
    if count <= room:
        return comb(room, count), room - count
    return comb(DIRECTIONS - room, count - room), DIRECTIONS - (count - room)


def apart(pairs: Sequence[int]) -> list[bool]:
    """Of pairs of pieces in this order, whether the second always differs: the first leaves in the bag no direction that it took."""
    found, room = [], DIRECTIONS
    for count in pairs:
        _, between = taken(room, count)
        found.append(between > 0)  # the next piece takes one of these
        _, room = taken(between, count)
    return found


@cache
def best(left: tuple[tuple[int, int], ...], room: int) -> int:
    """The ways of the best order of pieces, given how many pieces have each number of arrows."""
    found = 0 if left else 1
    for place, (count, number) in enumerate(left):
        rest = (*left[:place], *(((count, number - 1),) if number > 1 else ()), *left[place + 1 :])
        some, after = taken(room, count)
        found = max(found, some * best(rest, after))
    return found


def balanced(counts: Sequence[int]) -> int:
    """The ways to give each piece its arrows so that the numbers of all directions differ by one at most.

    Directions with the same number so far are alike, so a state is how many directions have each number.
    """
    top = -(-sum(counts) // DIRECTIONS)
    states: Counter[tuple[int, ...]] = Counter({(0,) * DIRECTIONS: 1})
    for count in counts:
        after: Counter[tuple[int, ...]] = Counter()
        for state, ways in states.items():
            numbers = sorted(Counter(state).items())
            for chosen in product(*(range(size + 1) for _, size in numbers)):
                if sum(chosen) == count:
                    grown = [number + (place < some) for (number, size), some in zip(numbers, chosen, strict=True) for place in range(size)]
                    if max(grown) <= top:
                        after[tuple(sorted(grown))] += ways * prod(
                            comb(size, some) for (_, size), some in zip(numbers, chosen, strict=True)
                        )
        states = after
    return sum(ways for state, ways in states.items() if max(state) - min(state) <= 1)


def _extras(terms: Terms, slots: Slots) -> int:
    """Steps 4: the ways to give grey arrows and marks, if no direction were short."""
    if not terms.final:
        return 1
    greys = [1]
    for _, count in slots:
        free = DIRECTIONS - count
        ways = free + comb(free, 2)
        greys = [
            (greys[number] if number < len(greys) else 0) + (greys[number - 1] * ways if number else 0) for number in range(len(greys) + 1)
        ]
    return greys[len(slots) // 3] * comb(len(slots), len(slots) // 7)


def _fewest_extras(terms: Terms, slots: Slots) -> int:
    """The ways to say which pieces get grey arrows, one or two each, and marks."""
    size = len(slots)
    return comb(size, size // 3) * 2 ** (size // 3) * comb(size, size // 7) if terms.final else 1


def fitting(terms: Terms, layouts: int = LAYOUTS) -> Interval:
    """The part of all layouts that satisfy (a) and (b) of step 6, for pieces of the generator."""
    source: RandomSource = HmacSource(b"counting", f"layouts {terms.final}")
    found: list[float] = []
    for _ in range(layouts):
        pieces = rules._pieces(terms, source)
        found.append(float(rules._spread(terms, pieces) and rules._pointing(terms, pieces)))
    return interval(found)


# --- Positions, choices, matches


def positions(terms: Terms) -> int:
    """A bound of the positions before a turn: see packages/lab/docs/games.md."""
    spaces, own = len(terms.grid), owned(terms)
    arrows = 3**DIRECTIONS
    kinds = len(Kind) * arrows * 2 if terms.final else (len(Kind) - 1) * 2**DIRECTIONS + arrows
    boards = sum(comb(spaces, a) * comb(spaces - a, b) * kinds ** (a + b) for a in range(1, own + 1) for b in range(1, own + 1))
    counters = (terms.quiet_turns + 1) ** 2 * 3  # turns without a loss (R52), and who had more pieces most recently (R53)
    return int(boards) * counters * 2 * 2 * (terms.best_of + 1) * (1 + REPLAYS)  # the mover, the opener of bout 1, and the score (R20, R54)


def owned(terms: Terms) -> int:
    """Pieces of a seat at most: a round of claims that gives one seat two takes four from the board, unless clocks run out (R11, R12)."""
    return max(2 * -(-(len(terms.grid) - 2) // 4), terms.fill)


def choices(terms: Terms) -> int:
    """A bound of the legal submissions of a decision: see packages/lab/docs/games.md."""
    own, each = owned(terms), Counter(kind for kind, _ in rules.wanted(terms))
    movements = max(
        (16 * (crows + monsters) + 8 * (own - crows - monsters)) * (2 if terms.final else 1) * (2 + _powers(terms, own, crows, monsters))
        for crows in range(each[Kind.CROW] + 1)
        for monsters in range(each[Kind.MONSTER] + 1)
        if crows + monsters <= own
    )
    return max(movements, comb(len(terms.grid), 2))


def _powers(terms: Terms, own: int, crows: int, monsters: int) -> int:
    """Powers to choose from at most: a crow's by its targets, a lizard's by a direction, a monster's by a neighbour and a direction."""
    crow = 1
    if terms.final:
        crow = own * sum(comb(DIRECTIONS, number) for number in (1, 2, 3)) + comb(own, 2) * DIRECTIONS**2
    return crows * crow + monsters * 4 * DIRECTIONS + (own - crows - monsters) * DIRECTIONS


class Estimate(NamedTuple):
    """Of random matches with given boards.

    Attributes:
        weight: of the log10 of one over the chance of the moves. It is at most the log10 of the matches with given boards.
        choices: legal submissions of a decision, the most seen.
    """

    weight: Interval
    choices: int


def estimate(variant: str) -> Estimate:
    """Random matches at the defaults."""
    game = bound(variant)
    found = [walk(game, HmacSource(b"counting", f"{variant} {number}")) for number in range(WALKS[variant])]
    return Estimate(interval([one.weight for one in found], QUANTILES[variant]), max(one.choices for one in found))


def matches(terms: Terms) -> float:
    """The log10 of a bound of all matches: as many choices at each submission of the longest match, and a deal each bout."""
    return longest(terms) * log10(choices(terms)) + bouts(terms) * log10(most(terms))


def shortest(terms: Terms) -> int:
    """A bound of the submissions of a match: in each of the bouts to win, claims by fours from the board, and a turn (R10 to R12)."""
    rounds = -(-(len(terms.grid) - 2) // 4)
    return (terms.best_of // 2 + 1) * (2 * rounds + 1)
