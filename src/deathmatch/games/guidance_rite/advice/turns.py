"""What the turns of a finished match were worth: in turn by a search, at once by the matrix game of both seats' turns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.chances import chance_of
from deathmatch.core.reviewing import Moment
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite import fast
from deathmatch.games.guidance_rite.bot import at_once, deep
from deathmatch.games.guidance_rite.fast import exchange, fixed, search
from deathmatch.games.guidance_rite.rules import items, movement
from deathmatch.games.guidance_rite.state import State
from deathmatch.games.guidance_rite.values.grid import Board
from deathmatch.games.guidance_rite.values.moves import Turn
from deathmatch.games.guidance_rite.values.pieces import Kind
from deathmatch.games.guidance_rite.values.terms import REPLAYS, Terms

LIMITS: Final = deep.SearchLimits(depth=7, positions=40_000, tried=3, kept=8, uses=4)
WIDE: Final = 5  # movements of each seat that are looked at after a turn at once
PLAN: Final = at_once.SearchPlan(answers=4, kept=6, deeper=((1, WIDE, 36),))
SHOWN: Final = 0.05  # how likely a turn of a mixture is at least, to be named


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn of a finished match.

    Attributes:
        moment: the event.
        seat: whose.
        played: the chance to win the bout after it, for that seat, from 0 to 1.
        best: the same after the best turn; at once what the mixture guarantees.
        better: the best turn; at once the turns of the mixture, likeliest first.
        mixture: at once how likely each of them is; None in turn.
        depth: turns that were looked at, this one included; at once, turns of both.
    """

    moment: Moment[State]
    seat: Seat
    played: float
    best: float
    better: tuple[Turn, ...]
    mixture: tuple[float, ...] | None
    depth: int

    @property
    def loss(self) -> float:
        """What the turn gave away."""
        return max(0.0, self.best - self.played)


class Fixed(RandomSource):
    """No chance at all: everything stays in its order."""

    def below(self, bound: int, /) -> int:
        """Always the last one."""
        return bound - 1


def chance(terms: Terms, value: int) -> float:
    """The chance to win that goes with a value of the search, from 0 to 1."""
    if abs(value) >= search.SURE:
        return float(value > 0)
    return chance_of(fixed.fitted(terms)[fixed.STEEP] / 100 * value / exchange.FULL)


def turn_of(moment: Moment[State]) -> Turn:
    """The turn that an event was; a time-out is a pass."""
    return moment.move if isinstance(moment.move, Turn) else Turn(None)


def word_of(terms: Terms, board: Board, seat: Seat, turn: Turn) -> int:
    """A legal turn, after its item, as the kernels have it."""
    if turn.movement is None:
        return fast.PASS
    swap = turn.power is not None and turn.power.kind is Kind.GUARDIAN
    return fast.word_of(*movement.judge(terms, board, seat, turn.movement, swap=swap), turn.power)


def replays(state: State) -> bool:
    """Whether the bout may still be played again (R54)."""
    return sum(result.bout == state.bout.number for result in state.results) < REPLAYS


def in_turn(terms: Terms, moment: Moment[State], budget: Budget) -> Judged:
    """A turn in turn, compared with the best one that a search finds, both looked at equally deep."""
    state, turn = moment.state, turn_of(moment)
    bout, seat = state.bout, state.bout.mover
    assert seat is not None
    looking = deep.Search(terms, bout, LIMITS, budget, replays=replays(state))
    board = bout.board if turn.item is None else items.used(bout.board, turn.item)
    start = fast.position(looking.ground, replace(bout, board=board))
    played = deep.CandidateTurn(start, word_of(terms, board, seat, turn), turn.item)
    options = deep.ranked(looking.looked([*looking.movements(Fixed()), played]))
    glance, known = options[0].value, (options[0], looking.glance(played), 1)
    for depth in range(1, LIMITS.depth):
        if budget.spent():
            break
        options, whole = looking.deepened(options, depth)
        try:
            value = looking.after(played, depth, -deep.MOST, deep.MOST) if whole else 0
        except deep.Spent:
            break
        if not whole:
            break
        known = options[0], value, depth + 1
        if abs(options[0].value) >= search.SURE:
            break
        if depth == 1:
            options = looking.widened(options, glance, Fixed(), seat, state.items[seat])
    best, value, depth = known
    return Judged(moment, seat, chance(terms, value), chance(terms, max(best.value, value)), (best.turn,), None, depth)


def both(terms: Terms, moments: tuple[Moment[State], ...], budget: Budget) -> list[Judged]:
    """The turns of a joint submission, each against the other seat's mixture; not one that used an item."""
    state = moments[0].state
    game = at_once.JointTurn(terms, state.bout, replays=replays(state))
    solved = at_once.solve_turns(game, PLAN, budget)
    judged: list[Judged] = []
    for moment in moments:
        seat, turn = moment.seat, turn_of(moment)
        if seat is None or turn.item is not None:
            continue
        word = word_of(terms, state.bout.board, seat, turn)
        value = game.against(seat, [word], solved.turns[seat.other], solved.mixtures[seat.other], solved.depth - 1, WIDE)[0]
        mixture = solved.mixtures[seat]
        order = [int(number) for number in np.argsort(-mixture, kind="stable") if mixture[number] >= SHOWN]
        worth = solved.value if seat is Seat.A else -solved.value
        judged.append(
            Judged(
                moment,
                seat,
                0.5 + 0.5 * float(value),
                0.5 + 0.5 * worth,
                tuple([fast.turn_of(solved.turns[seat][number]) for number in order]),
                tuple([float(mixture[number]) for number in order]),
                solved.depth,
            )
        )
    return judged
