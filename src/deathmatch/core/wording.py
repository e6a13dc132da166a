"""Turns of phrase that all games share, for the words that they show to people, in the language that is being spoken."""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core.seats import Seat
from deathmatch.core.speech import say


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; nothing for none."""
    if len(words) <= 1:
        return words[0] if words else ""
    return say("{several} and {last}", several=", ".join(words[:-1]), last=words[-1])


def either(words: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`; nothing for none."""
    if len(words) <= 1:
        return words[0] if words else ""
    return say("{several} or {last}", several=", ".join(words[:-1]), last=words[-1])


def capital(words: str) -> str:
    """As a sentence begins."""
    return words[:1].upper() + words[1:]


# --- Turns of phrase that all games share, for the words that they show to people


def name(seat: Seat) -> str:
    """Where a player's name will stand (`core/game.py`)."""
    return f"{{{seat}}}"


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
