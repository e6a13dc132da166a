"""A round as a player of some skill sees it: payoffs by sight, and the thoughts about each other's thoughts."""

from __future__ import annotations

from deathmatch.games.five_card_trick.fast.ahead import GREED, Floats, normal
from deathmatch.solve.kernel import kernel


@kernel
def weigh(gains: Floats, liked: Floats, feared: Floats, lead: float, spread: float) -> None:
    """Turn gains into chances to win, as a player sees them.

    Args:
        gains: shape (m, n), A's gain less B's by pairs of submissions, in chips; receives the chances.
        liked: shape (m,), how much more a submission of A seems to gain than it does.
        feared: shape (n,), the same of B.
        lead: A's chips less B's before the round; half a chip more or less if a tie is decided.
        spread: of the lead at the end about the expected one.
    """
    for i in range(gains.shape[0]):
        for j in range(gains.shape[1]):
            ends = lead + gains[i, j] + liked[i] - feared[j]
            gains[i, j] = normal(ends / spread) + GREED * ends


@kernel
def think(payoffs: Floats, naive: Floats, steps: float, row: Floats, column: Floats) -> None:
    """Steps of thought: in each, both seats answer what the other one has thought of so far, and in the first a naive B and A.

    Args:
        payoffs: shape (m, n), to A.
        naive: shape (m + n,), the parts with which a naive A and a naive B play their submissions.
        steps: more than 0; the last one may be a part of a step.
        row: shape (m,), receives A's mixture: the answers that it thought of.
        column: shape (n,), receives B's.
    """
    m, n = payoffs.shape
    row[:], column[:] = 0.0, 0.0
    left = steps
    while left > 0:
        part = min(left, 1.0)
        best_i, best_j, most, least = 0, 0, 0.0, 0.0
        for i in range(m):
            total = 0.0
            for j in range(n):
                total += payoffs[i, j] * (naive[m + j] if left == steps else column[j])
            if i == 0 or total > most:
                best_i, most = i, total
        for j in range(n):
            total = 0.0
            for i in range(m):
                total += payoffs[i, j] * (naive[i] if left == steps else row[i])
            if j == 0 or total < least:
                best_j, least = j, total
        row[best_i] += part
        column[best_j] += part
        left -= part
    row /= steps
    column /= steps
