"""What bots play that do not look at the score, for all positions of a match at once: the same whatever the lead."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.fast import blind
from deathmatch.games.five_card_trick.fast.ahead import Floats, Ints
from deathmatch.games.five_card_trick.fast.blind import Blind
from deathmatch.games.five_card_trick.fast.stages import BLOCKINGS
from deathmatch.games.five_card_trick.solver.induction import Induction
from deathmatch.games.five_card_trick.solver.plan import Plan, side
from deathmatch.games.five_card_trick.solver.reachable import Hull


def random_mixtures(plan: Plan) -> Blind:
    """Each legal submission with the same chance."""
    parts = BySeat.of(lambda seat: _random_mixtures(plan, seat))
    begin = parts.map(lambda forms: np.concatenate([[0], np.cumsum([form.size for form in forms])]).astype(np.int64))
    at = BySeat(begin.a, begin.b + begin.a[-1])
    mixtures = [
        np.repeat(at[seat][numbers][:, None], plan.pots(plan.last) + 1, axis=1) for seat, numbers in zip(SEATS, _forms(plan), strict=True)
    ]
    return Blind(mixtures[0], mixtures[1], np.concatenate([*parts.a, *parts.b]).astype(np.float32))


def _random_mixtures(plan: Plan, seat: Seat) -> list[Floats]:
    """For every form of a seat, the chance of each of the submissions that are open to it."""
    row = {move: number for number, move in enumerate(plan.book.moves)}
    mixtures = []
    for form, number in plan.forms[seat].items():
        bound = side(form)
        moves = rules.legal(plan.terms, bound)
        parts = np.zeros(len(row))
        for move in moves:
            parts[row[rules.counting(plan.terms, bound, move)]] += 1.0 / len(moves)
        mixtures.append(parts[plan.seats[seat].after[number] >= 0])
    return mixtures


def plainly(induction: Induction, hulls: Sequence[Hull], lights: Floats) -> Blind:
    """The optimal mixtures of a round by its own gains.

    Args:
        induction: of the match.
        hulls: of the rounds that are asked about.
        lights: shape (6,), what so many lights that are on are worth, in chips.
    """
    plan = induction.plan
    known, there = plan.known, np.zeros((plan.known.keys.size, plan.pots(plan.last) + 1), dtype=np.bool_)
    for least, most in hulls:
        there[:, : least.shape[1]] |= least <= most
    sizes = [(plan.seats[seat].after >= 0).sum(axis=1)[numbers] for seat, numbers in zip(SEATS, _forms(plan), strict=True)]
    ends = np.cumsum(np.where(there, (sizes[0] + sizes[1])[:, None], 0).ravel()).reshape(there.shape)
    begin = np.where(there, ends - (sizes[0] + sizes[1])[:, None], -1)
    mixtures = Blind(begin, np.where(there, begin + sizes[0][:, None], -1), np.empty(int(ends[-1, -1]), dtype=np.float32))
    worth = [np.array([lights[form[2].bit_count()] for form in plan.forms[seat]]) for seat in SEATS]
    alike = _alike(plan)
    induction.each(lambda first, last: blind.plain(known, first, last, alike, worth[0], worth[1], mixtures))
    return mixtures


def _alike(plan: Plan) -> Ints:
    """A number for each submission, the same for those that differ only in the name that Block gives."""
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault((move.cards, move.items), len(numbers)) for move in plan.book.moves], dtype=np.int64)


def _forms(plan: Plan) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The forms of A and of B in every configuration."""
    pairs = plan.known.keys // BLOCKINGS
    a, b = np.divmod(pairs, plan.seats.b.open.size)
    return a, b
