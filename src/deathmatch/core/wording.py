"""Turns of phrase that all games share, for the words that they show to people."""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core.game import Over
from deathmatch.core.seats import Seat
from deathmatch.core.speech import say

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
    return say("{loser} resigns: {winner} wins.", loser=name(loser), winner=name(outcome.winner)), f"{loser} {RESIGN}"


def owned(mine: str, theirs: str, player: str, **values: object) -> str:
    """A sentence about something of the reader's own, or the same sentence about a player's.

    Args:
        mine: if `player` is empty: `Your side`.
        theirs: else; `{player}` stands for the name: `{player}'s side`.
        player: the name, or where it will stand.
        values: for the other `{names}`.
    """
    return say(theirs, player=player, **values) if player else say(mine, **values)


def misplaced(prefix: Sequence[str], place: int) -> str:
    """A token of a composition that was not offered after those before it."""
    if not place:
        return say("{token} cannot come after nothing", token=prefix[0])
    return say("{token} cannot come after {tokens}", token=prefix[place], tokens=" ".join(prefix[:place]))
