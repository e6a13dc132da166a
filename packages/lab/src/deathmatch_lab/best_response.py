"""An exact best response against a bot that states its mixture, by the plain rules: a search of every position of a match, backwards.

A game is walked through as it is: positions that go on alike are met once (`core.exploiting.PublicStateGame`), every turn of both seats
leads to another, and a joint decision is a matrix game. Beside the bot's value against the best response stands the value of the match, so
the bot's loss is known. The loss is a sum over all its decisions, so the decision that costs most is known too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch import games
from deathmatch.bots import solution_folder
from deathmatch.core.bots import AnyBot, MixedStrategyBot, SolutionUser
from deathmatch.core.exploiting import AnyPublicStateGame, Exploiter, ExploitResult, PublicStateGame, SeatExploitResult, WorstDecision
from deathmatch.core.game import AnyGame, Ask, Over, Variant
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.solving import Reporter, UnsolvableError
from deathmatch.solve import matrix

LARGEST: Final = 500_000
"""Turns that are tried at most: some ten seconds."""

CRUMB: Final = 1e-7  # a loss below this is rounding, that of kept solutions too
SHARED: Final = (None,)  # the only move of a seat that owes nothing

Floats: TypeAlias = NDArray[np.float64]


@dataclass(slots=True)
class _Node:
    """A position.

    Attributes:
        state: its essence.
        owing: who has to move; both at a joint decision, nobody at the end.
        moves: of each seat; one None if it owes nothing.
        to: shape (moves of A, moves of B), the number of the position after each turn.
    """

    state: Any
    owing: tuple[Seat, ...] = ()
    moves: BySeat[Sequence[Any]] = field(default_factory=lambda: BySeat(SHARED, SHARED))
    to: NDArray[np.int32] | None = None


class _Map:
    """All reachable positions, and A's chance to win each of them with best play."""

    def __init__(self, game: AnyGame, essence: AnyPublicStateGame, work: Reporter) -> None:
        self.game = game
        self.nodes: list[_Node] = []
        self._essence = essence
        self._number: dict[Any, int] = {}
        self._work = work
        self._explore()
        self.order = self._sort()
        self.values = self._solve()

    @property
    def positions(self) -> int:
        """How many there are, the ends apart."""
        return sum(node.to is not None for node in self.nodes)

    def turn(self, node: _Node, i: int, j: int) -> dict[Seat, Any]:
        """The joint turn of these moves."""
        return {seat: node.moves[seat][k] for seat, k in zip(SEATS, (i, j), strict=True) if seat in node.owing}

    # --- Forwards

    def _explore(self) -> None:
        """Meet every position, those after the same number of turns together."""
        self._meet(self.game.start())
        done, depth, tried = 0, 0, 0
        while done < len(self.nodes):
            end = len(self.nodes)
            for number in range(done, end):
                self._work.report(f"positions after {depth} turns", None)
                tried += self._expand(self.nodes[number])
                if tried > LARGEST:
                    raise UnsolvableError(_too_many(depth, number - done, end - done, len(self.nodes)))
            done, depth = end, depth + 1

    def _meet(self, state: Any) -> int:
        key = self._essence.essence(state)
        number = self._number.get(key)
        if number is None:
            number = self._number[key] = len(self.nodes)
            self.nodes.append(_Node(key))
        return number

    def _expand(self, node: _Node) -> int:
        """Try every turn of a position; how many there are."""
        game, state = self.game, node.state
        pending = game.pending(state)
        if isinstance(pending, Over):
            return 0
        if not isinstance(pending, Ask):
            raise UnsolvableError("this match has deals, and only matches without chance can be searched")
        node.owing = pending.seats
        moves: dict[Seat, Sequence[Any]] = {}
        for seat in pending.seats:
            listed = game.decision(game.view(state, seat)).moves()
            if listed is None:
                raise UnsolvableError(f"the legal moves of {seat} cannot be listed")
            moves[seat] = tuple(listed)
        node.moves = BySeat.of(lambda seat: moves.get(seat, SHARED))
        shape = tuple(len(open_) for open_ in node.moves)
        node.to = np.empty(shape, dtype=np.int32)
        for i, j in np.ndindex(shape):
            node.to[i, j] = self._meet(game.play(state, self.turn(node, i, j)))
        return node.to.size

    # --- Backwards

    def _sort(self) -> list[int]:
        """The positions in an order in which each stands before all that follow it."""
        entries = np.zeros(len(self.nodes), dtype=np.int64)
        for node in self.nodes:
            if node.to is not None:
                entries[np.unique(node.to)] += 1
        order = [0] if not entries[0] else []
        for number in order:  # which grows meanwhile
            to = self.nodes[number].to
            if to is not None:
                after = np.unique(to)
                entries[after] -= 1
                order += [int(one) for one in after if not entries[one]]
        if len(order) < len(self.nodes):
            raise UnsolvableError("this match can return to an earlier state, and only matches that never do can be searched")
        return order

    def _solve(self) -> Floats:
        """A's chance before each position if both play as well as can be."""
        values = np.empty(len(self.nodes))
        for done, number in enumerate(reversed(self.order)):
            self._work.report("values of positions", done / len(self.order))
            node = self.nodes[number]
            values[number] = self._end(node) if node.to is None else _best(values[node.to])
        return values

    def _end(self, node: _Node) -> float:
        """A's chance at an end; one that nobody won counts half."""
        over = self.game.pending(node.state)
        assert isinstance(over, Over)
        return 0.5 if over.winner is None else float(over.winner is Seat.A)


def _best(payoffs: Floats) -> float:
    """The value of a decision to A."""
    if 1 in payoffs.shape:
        return float(payoffs.min(axis=1).max())
    return matrix.solve(payoffs).value


def _too_many(depth: int, tried: int, of: int, met: int) -> str:
    searched = f"{tried:,} of the {of:,} positions after {depth} turns were searched"
    return (
        f"this match is too long: it has more than {LARGEST:,} turns in {met:,} positions, and {searched}; "
        f"a match that ends after {depth} turns is short enough"
    )


# --- One seat


class _Response:
    """The best response against a bot on one seat; everything counts A's chance."""

    def __init__(self, map_: _Map, bot: MixedStrategyBot[Any, Any], seat: Seat) -> None:
        self._map = map_
        self._bot = bot
        self._seat = seat
        self._axis = SEATS.index(seat)
        self._mixtures: dict[int, Floats] = {}
        self._reached = self._forwards()
        self._chances, self._answers = self._backwards()

    def seat_result(self) -> SeatExploitResult:
        """The result of the bot in this seat."""
        value, chance = (self._own(float(chances[0])) for chances in (self._map.values, self._chances))
        return SeatExploitResult(self._seat, value, chance, len(self._mixtures), self._worst())

    def _own(self, chance: float) -> float:
        """The bot's chance, from A's."""
        return chance if self._seat is Seat.A else 1.0 - chance

    def _forwards(self) -> list[int]:
        """The positions that the bot lets come about, in order; it is asked in each."""
        seen = np.zeros(len(self._map.nodes), dtype=np.bool_)
        seen[0] = True
        reached = []
        for number in self._map.order:
            node = self._map.nodes[number]
            if not seen[number]:
                continue
            reached.append(number)
            if node.to is None:
                continue
            if self._seat in node.owing:
                self._mixtures[number] = self._ask(node)
            seen[self._of_bot(node, number)] = True
        return reached

    def _ask(self, node: _Node) -> Floats:
        """The bot's probabilities, in the order of its moves."""
        game = self._map.game
        view = game.view(node.state, self._seat)
        place = {move: k for k, move in enumerate(node.moves[self._seat])}
        mixture: Floats = np.zeros(len(place))
        for move, part in self._bot.mixture(view, game.decision(view)):
            mixture[place[move]] += part
        assert abs(mixture.sum() - 1.0) < 1e-6, f"probabilities add up to 1, not {mixture.sum()}"
        mixture /= mixture.sum()
        return mixture

    def _of_bot(self, node: _Node, number: int) -> NDArray[np.int32]:
        """Where what the bot plays leads: shape (its moves that it plays, the other's moves)."""
        assert node.to is not None
        to = node.to if self._axis == 0 else node.to.T
        mixture = self._mixtures.get(number)
        return to if mixture is None else to[mixture > 0]

    def _parts(self, number: int) -> Floats:
        """The probabilities that go with `_of_bot`."""
        mixture = self._mixtures.get(number)
        return np.ones(1) if mixture is None else mixture[mixture > 0]

    def _backwards(self) -> tuple[Floats, Mapping[int, int]]:
        """A's chances, and the number of the move with which the best response answers."""
        chances, answers = self._map.values.copy(), dict[int, int]()
        for number in reversed(self._reached):
            node = self._map.nodes[number]
            if node.to is None:
                continue
            ahead = self._parts(number) @ chances[self._of_bot(node, number)]
            answers[number] = int(ahead.argmin() if self._seat is Seat.A else ahead.argmax())
            chances[number] = ahead[answers[number]]
        return chances, answers

    # --- What costs most

    def _worst(self) -> WorstDecision | None:
        """The decision with the greatest part in the loss."""
        reach, before = np.zeros(len(self._map.nodes)), dict[int, tuple[float, int, int, int]]()
        reach[0] = 1.0
        cost, worst = CRUMB, None
        for number in self._reached:
            node, here = self._map.nodes[number], float(reach[number])
            if node.to is None or not here:
                continue
            parts, answer = self._parts(number), self._answers[number]
            after = self._of_bot(node, number)[:, answer]
            lost = here * (self._own(float(self._map.values[number])) - self._own(float(parts @ self._map.values[after])))
            if number in self._mixtures and lost > cost:
                cost, worst = lost, number
            mixture = self._mixtures.get(number)
            played = np.zeros(1, dtype=np.int64) if mixture is None else np.flatnonzero(mixture)
            for k, part, to in zip(played, parts, after, strict=True):
                reach[to] += here * part
                if here * part > before.get(int(to), (0.0,))[0]:
                    before[int(to)] = (here * float(part), number, int(k), answer)
        return None if worst is None else self._worst_decision(worst, float(reach[worst]), before)

    def _worst_decision(self, number: int, reached: float, before: Mapping[int, tuple[float, int, int, int]]) -> WorstDecision:
        node, answer, values = self._map.nodes[number], self._answers[number], self._map.values
        mixture = self._mixtures[number]
        written = [(self._text(node, self._seat, int(k)), float(mixture[k])) for k in np.flatnonzero(mixture)]
        after = self._parts(number) @ values[self._of_bot(node, number)[:, answer]]
        other = self._seat.other
        return WorstDecision(
            self._way(number, before),
            tuple(sorted(written, key=lambda pair: (-pair[1], pair[0]))),
            self._text(node, other, answer) if other in node.owing else "",
            self._own(float(values[number])),
            self._own(float(after)),
            reached,
        )

    def _way(self, number: int, before: Mapping[int, tuple[float, int, int, int]]) -> tuple[tuple[str, str], ...]:
        """The likeliest way, step by step."""
        way: list[tuple[str, str]] = []
        while number in before:
            _, number, played, answer = before[number]
            node = self._map.nodes[number]
            chosen = {self._seat: played, self._seat.other: answer}
            way[:0] = [(seat.value, self._text(node, seat, chosen[seat])) for seat in node.owing]
        return tuple(way)

    def _text(self, node: _Node, seat: Seat, k: int) -> str:
        game = self._map.game
        text: str = game.decision(game.view(node.state, seat)).write(node.moves[seat][k])
        return text


def exploit(variant: Variant, game: AnyGame, bot: AnyBot, work: Reporter) -> ExploitResult:
    """The best response to a bot on either seat, in a game that is bound already.

    Raises: UnsolvableError for a bot that states no mixture, and for a game that hides something, deals, or has too many positions.
    """
    if not isinstance(bot, MixedStrategyBot):
        raise UnsolvableError("this bot does not state its mixed strategy, so its best response cannot be computed")
    if not isinstance(game, PublicStateGame):
        raise UnsolvableError(f"{variant.id} has hidden information or deals, so its best response cannot be computed")
    exploiter: Exploiter | None = games.made_by(variant, "exploit", game)
    known: ExploitResult | None = None
    if exploiter is not None:
        consulted: Exploiter | None = exploiter.consult(solution_folder.solution_folders()) if isinstance(exploiter, SolutionUser) else None
        known = (consulted or exploiter).exploit(bot, work)
    return through(game, game, bot, work) if known is None else known


def through(game: AnyGame, essence: AnyPublicStateGame, bot: MixedStrategyBot[Any, Any], work: Reporter) -> ExploitResult:
    """The same by the plain rules alone, however fast the game may know another way."""
    explored = _Map(game, essence, work)
    return ExploitResult(BySeat.of(lambda seat: _Response(explored, bot, seat).seat_result()), explored.positions)
