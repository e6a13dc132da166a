"""Turns at once (R45 to R48): matrix games of the seats' most promising turns, and of those that answer them best, solved exactly.

The first game is solved one turn deep by a double oracle: to the turns that it has come those that are best against the mixture found,
out of all there are, until none is better. So every turn counts, though few are compared with each other. Then the best turns of either
seat are compared again by what the games after them are worth (`fast.at_once`).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.thinking import UNLIMITED, OutOfTime, TimeLeft
from deathmatch.games.guidance_rite import fast
from deathmatch.games.guidance_rite.bot import held
from deathmatch.games.guidance_rite.fast import at_once
from deathmatch.games.guidance_rite.fast.fixed import seat_number
from deathmatch.games.guidance_rite.rules import items
from deathmatch.games.guidance_rite.values.moves import Bout, Item, Turn
from deathmatch.games.guidance_rite.values.terms import Terms
from deathmatch.solve import matrix

Floats = NDArray[np.float64]

BEGIN: Final = 4  # turns of each seat that the first game begins with
POWERED: Final = 3  # movements whose powers are tried as answers
ROOM: Final = 1024  # turns with powers of one movement, at most
PRICE: Final = 0.1  # what an item has to gain, of the chance to win less that to lose: there is but one
USES: Final = 16  # uses of an item that are looked at
SLICE: Final = 256  # pairs of turns that are compared without a question whether there is time for more
FEW: Final = 32  # turns with powers that are compared likewise: each may take a millisecond
BETTER: Final = 1e-3  # by how much an answer is better than what there is, to join it


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """How far a bot looks.

    Attributes:
        answers: how often the best answers of both seats join the first game.
        kept: turns of each seat that are looked at deeper.
        deeper: for each further step: turns of both beyond the first, movements of each seat that are looked at in them, and up to how
            many pieces on the board it is done.
    """

    answers: int
    kept: int = 0
    deeper: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SolvedTurns:
    """The result so far.

    Attributes:
        turns: of each seat, as `fast` has them.
        payoffs: shape (A's turns, B's turns): A's chance to win less B's.
        mixtures: how likely each turn is.
        value: A's chance to win less B's.
        depth: turns of both that were looked at.
    """

    turns: BySeat[list[int]]
    payoffs: Floats
    mixtures: BySeat[Floats]
    value: float
    depth: int


class JointTurn:
    """A position in which both seats owe a turn."""

    def __init__(self, terms: Terms, bout: Bout, time: TimeLeft = UNLIMITED, *, replays: bool = True) -> None:
        self._time = time
        self._ground = fast.ground(terms, replays=replays)
        self._here = fast.position(self._ground, bout)
        self._log, self._spare = fast.new_log(at_once.ROWS), at_once.new_spare()
        self._work = matrix.workspace(at_once.WIDEST)
        self.movements = BySeat.of(self._movements)

    def check(self) -> None:
        """Raises OutOfTime if the time is up."""
        self._time.check()

    def _movements(self, seat: Seat) -> list[int]:
        """Every turn of a seat without a power but a guardian's."""
        turns = np.zeros(fast.CAPACITY, dtype=np.int64)
        number = fast.turns(self._ground, self._here, self._log, 0, seat_number(seat), False, turns)
        return [int(turn) for turn in turns[:number]]

    def powered(self, seat: Seat, turn: int) -> list[int]:
        """The same movement with each power; some, if there are very many."""
        turns = np.zeros(ROOM, dtype=np.int64)
        number = fast.powered(self._ground, self._here, self._log, 0, seat_number(seat), turn, turns, 0)
        return [int(word) for word in turns[: min(number, ROOM)]]

    def likely(self, seat: Seat, count: int) -> list[int]:
        """A seat's most promising movements, the safest first."""
        turns = np.zeros(count, dtype=np.int64)
        number = at_once.likely(self._ground, self._here, self._log, 0, self._spare, seat_number(seat), turns)
        return [int(turn) for turn in turns[:number]]

    def payoffs(self, rows: list[int], columns: list[int], depth: int = 0, wide: int = 1) -> Floats:
        """What each pair of turns is worth to A, looked at so many turns of both beyond it. Raises OutOfTime if it takes long."""
        payoffs = np.empty((len(rows), len(columns)))
        a, b = np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64)
        step = max(1, SLICE // max(1, len(columns)))
        for first in range(0, len(rows), step):
            if first:
                self._time.check()
            part = slice(first, first + step)
            at_once.filled(self._ground, self._here, self._log, self._spare, a[part], b, depth, wide, self._work, payoffs[part])
        return payoffs

    def against(self, seat: Seat, turns: list[int], other: list[int], mixture: Floats, depth: int = 0, wide: int = 1) -> Floats:
        """What each turn of a seat is worth to it against a mixture of the other's; `depth` and `wide` as for `payoffs`."""
        used = np.flatnonzero(mixture > 0)
        chosen, share = [other[number] for number in used], mixture[used]
        if seat is Seat.A:
            worth: Floats = self.payoffs(turns, chosen, depth, wide) @ share
            return worth
        lost: Floats = -(share @ self.payoffs(chosen, turns, depth, wide))
        return lost

    @property
    def pieces(self) -> int:
        """How many stand on the board."""
        return sum(int(self._here[fast.OWN + number]).bit_count() for number in range(2))


def solved(turns: BySeat[list[int]], payoffs: Floats, depth: int) -> SolvedTurns:
    """The game of these turns."""
    solution = matrix.solve(payoffs)
    return SolvedTurns(turns, payoffs, BySeat(solution.row, solution.column), solution.value, depth)


def answered(game: JointTurn, known: SolvedTurns) -> SolvedTurns:
    """The same game with the best answer of each seat to the other's mixture, if it improves on the present turns. Raises OutOfTime."""
    joining: dict[Seat, list[int]] = {}
    for seat in SEATS:
        other, mixture = known.turns[seat.other], known.mixtures[seat.other]
        movements = game.movements[seat]
        values = game.against(seat, movements, other, mixture)
        best = [movements[number] for number in np.argsort(-values, kind="stable")[:POWERED]]
        powered = [turn for movement in best for turn in game.powered(seat, movement)]
        turn, value = best[0], float(values.max())
        if powered:
            parts = []
            for first in range(0, len(powered), FEW):
                game.check()
                parts.append(game.against(seat, powered[first : first + FEW], other, mixture))
            more = np.concatenate(parts)
            if more.max() > value + BETTER:
                turn, value = powered[int(more.argmax())], float(more.max())
        worth = known.value if seat is Seat.A else -known.value
        joining[seat] = [turn] if value > worth + BETTER and turn not in known.turns[seat] else []
    if not any(joining.values()):
        return known
    game.check()
    a, b = known.turns
    payoffs = np.vstack([known.payoffs, game.payoffs(joining[Seat.A], b)])
    payoffs = np.hstack([payoffs, game.payoffs(a + joining[Seat.A], joining[Seat.B])])
    return solved(BySeat(a + joining[Seat.A], b + joining[Seat.B]), payoffs, known.depth)


def kept(game: JointTurn, known: SolvedTurns, count: int) -> BySeat[list[int]]:
    """The turns of each seat to search deeper: those of its mixture, and the best ones against the other's."""

    def best(seat: Seat) -> list[int]:
        other = seat.other
        turns = list(dict.fromkeys((*known.turns[seat], *game.movements[seat])))
        values = game.against(seat, turns, known.turns[other], known.mixtures[other])
        return [turns[number] for number in np.argsort(-values, kind="stable")[:count]]

    return BySeat.of(best)


def solve_turns(game: JointTurn, plan: SearchPlan, budget: Budget) -> SolvedTurns:
    """The game as deep as the plan and the budget go. The budget is asked for each answer, and for each row of a deeper game."""
    turns, time = BySeat.of(lambda seat: game.likely(seat, BEGIN)), TimeLeft(budget)
    known = solved(turns, game.payoffs(turns.a, turns.b), 1)
    with suppress(OutOfTime):
        for _ in range(plan.answers):
            time.check()
            before, known = known, answered(game, known)
            if known is before:
                break
        chosen = None
        for depth, wide, most in plan.deeper:
            if game.pieces > most:
                break
            chosen = chosen or kept(game, known, plan.kept)
            rows = []
            for turn in chosen.a:
                time.check()
                rows.append(game.payoffs([turn], chosen.b, depth, wide))
            known = solved(chosen, np.vstack(rows), depth + 1)
    return known


def with_item(
    terms: Terms, bout: Bout, seat: Seat, holds: tuple[Item, ...], known: SolvedTurns, game: JointTurn, budget: Budget, source: RandomSource
) -> Turn | None:
    """The best movement after an item, if that gains clearly more against the other seat's mixture than any movement without one.

    Only items that leave the other seat's turns unchanged: the swapped pieces are the seat's own.
    """
    other, mixture, time, chosen = known.turns[seat.other], known.mixtures[seat.other], TimeLeft(budget), None
    with suppress(OutOfTime):
        limit = float(game.against(seat, game.movements[seat], other, mixture).max()) + PRICE
        for item in items.usable(bout.board, holds):
            for use in source.sample(list(held.uses(terms, bout.board, seat, item)), USES):
                time.check()
                foreign = any((piece := bout.board[space]) is not None and piece.owner is not seat for space in use.spaces)
                if item is Item.SWAP and (foreign or terms.any_power):
                    continue
                after = JointTurn(terms, replace(bout, board=items.used(bout.board, use)), time)
                still = items.still(bout.board, seat, use)
                able = [word for word in after.movements[seat] if word != fast.PASS and still.isdisjoint(_moved(word))]
                values = after.against(seat, able, other, mixture) if able else np.array([-1.0])
                if values.max() > limit:
                    limit, chosen = float(values.max()), replace(fast.turn_of(able[int(values.argmax())]), item=use)
    return chosen


def _moved(word: int) -> set[int]:
    """The spaces of the pieces that a movement moves: of its own, and of a guardian that it changes places with."""
    turn = fast.turn_of(word)
    assert turn.movement is not None
    return {turn.movement.origin} | ({turn.power.source} if turn.power is not None else set())


def choose(
    terms: Terms,
    bout: Bout,
    seat: Seat,
    plan: SearchPlan,
    budget: Budget,
    source: RandomSource,
    *,
    replays: bool = True,
    holds: tuple[Item, ...] = (),
) -> Turn:
    """A turn by lot, as the optimal mixture has it; the safest one if the budget is spent at the start."""
    bout = replace(bout, mover=None)
    game = JointTurn(terms, bout, TimeLeft(budget), replays=replays)
    if budget.spent():
        return fast.turn_of(game.likely(seat, 1)[0])
    known = solve_turns(game, plan, budget)
    using = with_item(terms, bout, seat, holds, known, game, budget, source) if holds else None
    return using or fast.turn_of(known.turns[seat][source.weighted(known.mixtures[seat].tolist())])
