"""Turns of phrase that all games share, for the words that they show to people."""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core.game import Over
from deathmatch.core.seats import Seat

RESIGN = "resign"
"""The reason of an `Over` when a seat gave up, and its notation (rules/README.md, Resigning)."""


def name(seat: Seat) -> str:
    """Where a player's name will stand (`core/game.py`)."""
    return f"{{{seat}}}"


def resignation(outcome: Over | None) -> tuple[str, str] | None:
    """A resignation for the log: its words and its notation. None if the match goes on, or ended in another way."""
    if outcome is None or outcome.reason != RESIGN or outcome.winner is None:
        return None
    loser = outcome.winner.other
    return f"{name(loser)} resigns: {name(outcome.winner)} wins.", f"{loser} {RESIGN}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; nothing for none."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), words[-1] if words else "") if part)
