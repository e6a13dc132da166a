"""Turns of phrase that all games share, for the words that they show to people."""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core.seats import Seat


def name(seat: Seat) -> str:
    """Where a player's name will stand (`core/game.py`)."""
    return f"{{{seat}}}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; nothing for none."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), words[-1] if words else "") if part)
