"""CFR+ for any game of two players that fits in memory: a tree of histories, its solution, and the best response to a policy.

Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014): regrets that never fall below zero, the seats in turn, and an
average that counts the policy of step t with weight t. All nodes of an information set must have the same depth, as they have in a game
whose turns everybody sees.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.solve.kernel import kernel

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

CHANCE: Final = 2
OVER: Final = 3


class Tree(NamedTuple):
    """A game as arrays, its nodes in order of depth. The first two seats are 0 and 1.

    Attributes:
        kind, named, parent: of each node: the seat, `CHANCE` or `OVER`; its information set; the node before.
        first, children: its first child, and how many follow each other from there.
        chance, payoff: of coming here by chance; of seat 0, if the game is over.
        levels: where each depth begins, and the end.
        sizes, offset, owner: of each information set: its actions, the place of the first of them in a policy, its seat.
    """

    kind: Ints
    named: Ints
    parent: Ints
    first: Ints
    children: Ints
    chance: Floats
    payoff: Floats
    levels: Ints
    sizes: Ints
    offset: Ints
    owner: Ints

    def uniform(self) -> Floats:
        """The policy that takes every action as often."""
        policy: Floats = np.repeat(1 / self.sizes, self.sizes)
        return policy


class Growing:
    """A tree that is being made, parents before children.

    Attributes:
        sets: the number of each information set, by its name.
        actions: the names of the actions of each.
        owner: its seat.
    """

    def __init__(self) -> None:
        self.sets: dict[Hashable, int] = {}
        self.actions: list[tuple[str, ...]] = []
        self.owner: list[int] = []
        self._rows: list[tuple[int, int, int, int]] = []  # kind, set, parent, depth
        self._figures: list[tuple[float, float]] = []  # chance, payoff

    def add(self, kind: int, parent: int, chance: float = 1.0, payoff: float = 0.0, *, named: int = -1) -> int:
        """A node, and its number: of a seat (0 or 1) in an information set, of `CHANCE`, or `OVER`."""
        depth = self._rows[parent][3] + 1 if parent >= 0 else 0
        self._rows.append((kind, named, parent, depth))
        self._figures.append((chance, payoff))
        return len(self._rows) - 1

    def named(self, name: Hashable, owner: int, actions: Sequence[str]) -> int:
        """The number of an information set."""
        number = self.sets.setdefault(name, len(self.sets))
        if number == len(self.actions):
            self.actions.append(tuple(actions))
            self.owner.append(owner)
        assert self.actions[number] == tuple(actions), "the actions of an information set are always the same"
        return number

    def grown(self) -> Tree:
        """The finished tree."""
        table = np.array(self._rows, dtype=np.int64)
        order = np.argsort(table[:, 3], kind="stable")
        place = np.empty_like(order)
        place[order] = np.arange(order.size)
        kind, named, parent, depth = np.ascontiguousarray(table[order].T)
        parent = np.where(parent >= 0, place[parent], -1)
        first = np.full(order.size, -1, dtype=np.int64)
        behind = np.arange(1, order.size)[::-1]
        first[parent[behind]] = behind  # children of a node follow each other, in the order in which they were added
        chance, payoff = np.ascontiguousarray(np.array(self._figures)[order].T)
        sizes = np.array([len(actions) for actions in self.actions], dtype=np.int64)
        return Tree(
            kind=kind,
            named=named,
            parent=parent,
            first=first,
            children=np.bincount(parent[1:], minlength=order.size),
            chance=chance,
            payoff=payoff,
            levels=np.searchsorted(depth, np.arange(depth[-1] + 2)),
            sizes=sizes,
            offset=np.cumsum(sizes) - sizes,
            owner=np.array(self.owner, dtype=np.int64),
        )


# --- Kernels


@kernel
def reached(tree: Tree, policy: Floats, reach: Floats) -> None:
    """How likely each node is, as far as it depends on seat 0, on seat 1 and on chance: `reach`, shape (3, nodes)."""
    reach[:, 0] = 1.0
    for node in range(1, tree.kind.size):
        above = tree.parent[node]
        for who in range(3):
            reach[who, node] = reach[who, above]
        if tree.kind[above] == CHANCE:
            reach[2, node] *= tree.chance[node]
        else:
            reach[tree.kind[above], node] *= policy[tree.offset[tree.named[above]] + node - tree.first[above]]


@kernel
def _mean(tree: Tree, policy: Floats, node: int, value: Floats) -> float:
    """The worth of a node that is not over, by its children."""
    total = 0.0
    for number in range(tree.children[node]):
        child = tree.first[node] + number
        share = tree.chance[child] if tree.kind[node] == CHANCE else policy[tree.offset[tree.named[node]] + number]
        total += share * value[child]
    return float(total)


@kernel
def _values(tree: Tree, policy: Floats, value: Floats) -> None:
    """What each node is worth to seat 0 if both follow a policy: `value`, shape (nodes,)."""
    for back in range(tree.kind.size):
        node = tree.kind.size - 1 - back
        value[node] = tree.payoff[node] if tree.kind[node] == OVER else _mean(tree, policy, node, value)


@kernel
def _regrets(tree: Tree, seat: int, reach: Floats, value: Floats, gained: Floats) -> None:
    """What each action of a seat would have gained over its policy, weighed by the reach of the others: `gained`, shape (actions,)."""
    gained[:] = 0.0
    sign = 1.0 if seat == 0 else -1.0
    for node in range(tree.kind.size):
        if tree.kind[node] == seat:
            others = sign * reach[1 - seat, node] * reach[2, node]
            for number in range(tree.children[node]):
                gained[tree.offset[tree.named[node]] + number] += others * (value[tree.first[node] + number] - value[node])


@kernel
def _respond(tree: Tree, seat: int, policy: Floats, reach: Floats, worth: Floats, best: Ints, value: Floats) -> None:
    """The best response of a seat to a policy: the action of each of its sets, and what each node is then worth to the seat.

    `worth` has the shape (actions,), `best` (sets,), `value` (nodes,).
    """
    sign = 1.0 if seat == 0 else -1.0
    worth[:] = 0.0
    for back in range(tree.levels.size - 1):
        level = tree.levels.size - 2 - back
        for node in range(tree.levels[level], tree.levels[level + 1]):
            if tree.kind[node] == OVER:
                value[node] = sign * tree.payoff[node]
            elif tree.kind[node] != seat:
                value[node] = _mean(tree, policy, node, value)
            else:
                others = reach[1 - seat, node] * reach[2, node]
                for number in range(tree.children[node]):
                    worth[tree.offset[tree.named[node]] + number] += others * value[tree.first[node] + number]
        for node in range(tree.levels[level], tree.levels[level + 1]):
            if tree.kind[node] != seat:
                continue
            start, top = tree.offset[tree.named[node]], 0
            for number in range(1, tree.children[node]):
                if worth[start + number] > worth[start + top]:
                    top = number
            best[tree.named[node]] = top
            value[node] = value[tree.first[node] + top]


# --- Policies


def best_response(tree: Tree, policy: Floats, seat: int) -> tuple[float, Ints]:
    """The payoff of a seat that answers a policy best, and its action in each of its information sets."""
    reach, value = np.empty((3, tree.kind.size)), np.empty(tree.kind.size)
    worth, best = np.empty(policy.size), np.zeros(tree.sizes.size, dtype=np.int64)
    reached(tree, policy, reach)
    _respond(tree, seat, policy, reach, worth, best, value)
    return float(value[0]), best


def value_of(tree: Tree, policy: Floats) -> float:
    """What the game is worth to seat 0 if both follow a policy."""
    value = np.empty(tree.kind.size)
    _values(tree, policy, value)
    return float(value[0])


def exploitability(tree: Tree, policy: Floats) -> float:
    """What the best responses to a policy win over it, the mean of both seats: 0 for a solution."""
    return (best_response(tree, policy, 0)[0] + best_response(tree, policy, 1)[0]) / 2


def solved(tree: Tree, steps: int, fixed: Floats | None = None) -> Floats:
    """The policy of both seats that CFR+ finds.

    Args:
        tree: the game.
        steps: of both seats.
        fixed: the chances that are given, and not a number where the policy is free.
    """
    total, regrets = np.zeros((2, int(tree.sizes.sum())))
    for step in range(1, steps + 1):
        for seat in (0, 1):
            _step(tree, seat, step, regrets, total, fixed)
    return _matched(tree, total, fixed)


def _matched(tree: Tree, weights: Floats, fixed: Floats | None) -> Floats:
    """The policy in proportion to some weights, or uniform if they are 0; numbers of `fixed` stay as they are."""
    sums = np.repeat(np.add.reduceat(weights, tree.offset), tree.sizes)
    policy = np.where(sums > 0, weights / np.where(sums > 0, sums, 1), tree.uniform())
    return policy if fixed is None else np.where(np.isnan(fixed), policy, fixed)


def _step(tree: Tree, seat: int, step: int, regrets: Floats, total: Floats, fixed: Floats | None) -> None:
    """One step of one seat, in place."""
    policy = _matched(tree, regrets, fixed)
    reach, value, gained = np.empty((3, tree.kind.size)), np.empty(tree.kind.size), np.empty(policy.size)
    reached(tree, policy, reach)
    _values(tree, policy, value)
    _regrets(tree, seat, reach, value, gained)
    own = np.repeat(tree.owner == seat, tree.sizes)
    regrets[:] = np.where(own, np.maximum(regrets + gained, 0), regrets)
    mine, at = np.flatnonzero(tree.kind == seat), np.zeros(tree.sizes.size)
    at[tree.named[mine]] = reach[seat, mine]  # the seat's own reach is the same at all nodes of a set
    total += np.where(own, step * np.repeat(at, tree.sizes) * policy, 0.0)
