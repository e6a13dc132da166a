"""Even Groups: its boards are counted exactly, with the parity of their groups, cell by cell.

A board can come up just if its stones are odd in number, its groups too, and one of its stones is orange. The proof is in
packages/lab/docs/games.md.
The sum of (-1)^groups over all boards of each number of stones tells odd boards from even ones. It is a sum over the ways to colour the
cells in board order, in which all ways that leave the same colours and connections at the edge of the coloured part count together.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from math import comb, log2
from typing import Final, NamedTuple

from deathmatch.core.hexes import hexagon
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.games.even_groups import EvenGroups, rules
from deathmatch.games.even_groups.values import Board, Colour, Stone
from deathmatch.match.dealer import HmacSource
from research.counting.trees import Interval, interval, walk

_COLOURS: Final = 2
CORNER: Final = 3  # neighbours of a corner
WALKS: Final = 2000  # random matches of an estimate

Edge = tuple[int, ...]
"""The coloured cells with neighbours still to come: 0 for an empty one, else the number of its group, negative for orange."""


def signed(side: int, colours: int) -> list[int]:
    """For each number of stones the sum of (-1)^groups over all boards with stones of one colour, or of two."""
    board = hexagon(side)
    cells = len(board.names)
    last = [max([cell, *board.neighbours[cell]]) for cell in range(cells)]  # when a cell has no more neighbours to come
    width = int(cells * log2(3)) + 3  # bits of a coefficient: the sums for all numbers of stones are one number, as its digits
    edge: list[int] = []
    sums: dict[Edge, int] = {(): 1}
    for cell in range(cells):
        near = [place for place, other in enumerate(edge) if other in board.neighbours[cell]]
        edge.append(cell)
        stay = [place for place, other in enumerate(edge) if last[other] > cell]
        edge = [edge[place] for place in stay]
        after: dict[Edge, int] = defaultdict(int)
        for groups, total in sums.items():
            after[_named([(*groups, 0)[place] for place in stay])] += total
            for sign in (1, -1)[:colours]:
                touched = {groups[place] for place in near if groups[place] * sign > 0}
                fresh = sign * (len(groups) + 1)
                grown = [fresh if group in touched else group for group in groups] + [fresh]
                flipped = total if len(touched) % 2 else -total
                after[_named([grown[place] for place in stay])] += flipped << width
        sums = after
    (total,) = sums.values()
    return _digits(total, width, cells + 1)


def _named(groups: list[int]) -> Edge:
    """The groups renumbered in the order in which they come."""
    names: dict[int, int] = {0: 0}
    for group in groups:
        if group not in names:
            names[group] = len(names) if group > 0 else -len(names)
    return tuple([names[group] for group in groups])


def _digits(number: int, width: int, count: int) -> list[int]:
    """The digits of a number, each from minus to plus half of 2**width."""
    digits = []
    for _ in range(count):
        digit = number & ((1 << width) - 1)
        if digit >> (width - 1):
            digit -= 1 << width
        digits.append(digit)
        number = (number - digit) >> width
    return digits


@cache
def boards(side: int) -> dict[int, int]:
    """The boards that can come up, by their number of stones; the empty one is among them."""
    cells = len(hexagon(side).names)
    both, white = signed(side, _COLOURS), signed(side, 1)
    found = {0: 1}
    for stones in range(1, cells + 1, 2):
        odd = (comb(cells, stones) * 2**stones - both[stones]) // 2
        odd_white = (comb(cells, stones) - white[stones]) // 2
        found[stones] = odd - odd_white
    return found


def positions(side: int) -> int:
    """With the choice of colours: the question itself, and each board for either owner of White."""
    return 1 + 2 * sum(boards(side).values())


class Estimate(NamedTuple):
    """Whole matches, and the nodes at which seat A owes a submission."""

    matches: Interval
    decisions: Interval


def bound(**options: object) -> EvenGroups:
    """The game with some options."""
    _, game = find("even-groups/standard").bind({key: str(value) for key, value in options.items()})
    assert isinstance(game, EvenGroups)
    return game


def estimate(side: int, walks: int = WALKS) -> Estimate:
    """Knuth's: a random match stands for as many as its moves had alternatives."""
    game = bound(side=side)
    found = [walk(game, HmacSource(b"counting", f"even groups {number}"), uniform=True) for number in range(walks)]
    decisions = [sum(10**weight for seat, weight in one.decisions if seat is Seat.A) for one in found]
    return Estimate(interval([10**one.weight for one in found]), interval(decisions))


def choices(side: int) -> int:
    """Legal submissions of a decision at most: over all boards with one stone or three, but those that turned or mirrored are like others.

    With five stones or more fewer pairs of stones are left than that, which is asserted.
    """
    names = hexagon(side).names
    alike = {kind(side, cell): cell for cell in range(len(names))}
    most, three = len(names), set[Board]()
    for cell in alike.values():
        board = Board(side).put(Stone(cell, Colour.ORANGE))
        most = max(most, rules.reach(board).count())
        three |= {board.put(one).put(other) for one, other in rules.reach(board).moves()}
    most = max(most, *(rules.Reach(board).count() for board in three))
    assert most >= 4 * comb(len(names) - 5, 2), "boards with more stones have fewer choices"
    return most


def kind(side: int, cell: int) -> tuple[int, ...]:
    """The steps from a cell to each corner, sorted: cells that a turn or a mirror brings onto each other have the same."""
    near = hexagon(side).neighbours
    steps, front, reached = {cell: 0}, [cell], 0
    while front:
        reached += 1
        front = [other for one in front for other in near[one] if other not in steps and steps.setdefault(other, reached) == reached]
    return tuple(sorted(steps[corner] for corner in range(len(near)) if len(near[corner]) == CORNER))
