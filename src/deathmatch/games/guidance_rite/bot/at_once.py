"""Turns at once (R45 to R48): a matrix of the seats' most promising turns, solved exactly; the bot chooses by its mixture."""

from __future__ import annotations

from typing import Final

import numpy as np

from deathmatch.core.bots import Budget
from deathmatch.core.chance import Source
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.bot.search import Option, exchange, options, rated, spending, value_of
from deathmatch.games.guidance_rite.rules import bouts
from deathmatch.games.guidance_rite.rules.resolution import resolve
from deathmatch.games.guidance_rite.values.moves import Bout, Turn
from deathmatch.games.guidance_rite.values.terms import Terms
from deathmatch.solve import matrix

NEXT: Final = 1  # captures that are looked at after a turn at once


def promising(terms: Terms, bout: Bout, seat: Seat, wide: int, budget: Budget, source: Source) -> list[Turn]:
    """A seat's turns that are worth most if the other does nothing: half of them captures and what else gains, half what keeps pieces safe.

    The best one is also tried with its best power.
    """
    found = list(options(terms, bout, seat))
    source.shuffle(found)
    by_safety = [option for _, option in rated(terms, found, seat, budget)]
    by_gain = sorted(found, key=lambda option: -exchange(terms, option.after, seat, depth=0))
    chosen: dict[Turn, None] = {}
    for option in (*by_safety[: (wide + 1) // 2], *by_gain):
        if len(chosen) < wide:
            chosen.setdefault(option.turn)
    if not budget.spent():
        powered: list[Option] = list(spending(terms, bout, seat, by_safety[0]))
        if powered:
            chosen.setdefault(rated(terms, powered, seat, budget)[0][1].turn)
    return list(chosen)


def cell(terms: Terms, bout: Bout, seat: Seat, own: Turn, other: Turn) -> float:
    """What a pair of turns comes to for a seat: the middle of what either seat would make of the captures that are there then."""
    done = resolve(terms, bout.board, {seat: own, seat.other: other})
    then = bouts.carried(terms, bout, done.board, tuple(Seat), left=done.left)
    ended = value_of(terms, then, seat)
    if ended is not None:
        return ended
    mine = exchange(terms, then, seat, depth=NEXT)
    theirs = exchange(terms, then, seat.other, depth=NEXT)
    return (mine - theirs) / 2


def choose(terms: Terms, bout: Bout, seat: Seat, wide: int, budget: Budget, source: Source) -> Turn:
    """A turn by lot, as the optimal mixture of the matrix has it; the most promising one where the budget is spent before it is filled."""
    rows = promising(terms, bout, seat, wide, budget, source)
    if budget.spent():
        return rows[0]
    columns = promising(terms, bout, seat.other, wide, budget, source)
    payoffs = np.empty((len(rows), len(columns)))
    for i, own in enumerate(rows):
        for j, other in enumerate(columns):
            if budget.spent():
                return rows[0]
            payoffs[i, j] = cell(terms, bout, seat, own, other)
    return rows[source.weighted(matrix.solve(payoffs).row.tolist())]
