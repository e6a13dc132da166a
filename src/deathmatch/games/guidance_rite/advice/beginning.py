"""The seat that begins a bout, the worth of beginning, and the chance to win the match that follows from the bout at hand."""

from __future__ import annotations

from typing import Final

from deathmatch.core.chances import chance_of
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.state import State
from deathmatch.games.guidance_rite.values.terms import Terms

EDGE: Final = 0.57
"""Log-odds of the seat that is expected to begin a bout in turn, fitted to bouts of the levels (packages/lab/docs/calibration.md)."""


def expected(terms: Terms, state: State) -> Seat | None:
    """The seat that moves first in the bout at hand, or that probably will; None if both move at once."""
    bout = state.bout
    return upcoming(terms, bout.number, state.opener) if bout.first is None else bout.first


def upcoming(terms: Terms, number: int, opener: Seat | None) -> Seat | None:
    """The seat that probably moves first in a bout, if `opener` did in bout 1 (R19, R20): a seat that is asked names itself."""
    if terms.simultaneous(number):
        return None
    if number == 2 and opener is not None:
        return opener.other
    return terms.chooser if terms.first is None else terms.first


def edge(first: Seat | None, seat: Seat) -> float:
    """The log-odds of a seat to win a bout that `first` begins, by that alone."""
    return 0.0 if first is None else EDGE if first is seat else -EDGE


def match_chance(terms: Terms, state: State, bout: float) -> float:
    """A's chance to win the match, from its chance to win the bout at hand; players of equal strength play the later ones."""
    number, most = state.bout.number, terms.best_of // 2 + 1
    opener = expected(terms, state) if number == 1 else state.opener

    def ahead(a: int, b: int, coming: int) -> float:
        """The chance to win `a` bouts before the other seat wins `b`."""
        if a <= 0 or b <= 0:
            return float(a <= 0)
        won = chance_of(edge(upcoming(terms, coming, opener), Seat.A))
        return won * ahead(a - 1, b, coming + 1) + (1 - won) * ahead(a, b - 1, coming + 1)

    lacks_a, lacks_b = most - state.wins.a, most - state.wins.b
    return bout * ahead(lacks_a - 1, lacks_b, number + 1) + (1 - bout) * ahead(lacks_a, lacks_b - 1, number + 1)
