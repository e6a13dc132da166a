"""A test that stops as soon as it knows which of two bots is better: the sequential probability ratio test.

Wald (1945, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16). The two hypotheses are that the first bot
wins the share 1/2 + margin of all matches, or 1/2 - margin. A wrong answer has a chance of 5 % at most if the bots are as far apart as
that, and less if they are further apart. A match without a winner says nothing about it. The two matches of a pair share their chance,
so the evidence is divided by their dispersion (`ratings.dispersion`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from deathmatch.study.ratings import Meeting, dispersion

WRONG: Final = 0.05  # the chance of a wrong answer, for each of the two
BOUND: Final = math.log((1 - WRONG) / WRONG)  # of the evidence


def evidence(meetings: Sequence[Meeting], margin: float) -> float:
    """The logarithm of the ratio of the two likelihoods: above 0 for the first bot, below 0 for the second.

    Args:
        meetings: of the same two bots, in the same order.
        margin: above 0 and below 1/2; else ValueError.
    """
    if not 0 < margin < 0.5:
        raise ValueError(f"the margin must be above 0 and below 0.5, not {margin}")
    lead = sum(2 * meeting.score - meeting.games for meeting in meetings)
    return lead * math.log((0.5 + margin) / (0.5 - margin)) / dispersion(meetings)


def better(meetings: Sequence[Meeting], margin: float) -> str | None:
    """The name of the better bot, or None while the test must go on."""
    ratio = evidence(meetings, margin)
    if abs(ratio) < BOUND:
        return None
    return meetings[0].a if ratio > 0 else meetings[0].b
