"""What all decisions have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NoReturn

from deathmatch.core.arguments import checking
from deathmatch.core.errors import Malformed, Rule
from deathmatch.core.game import Clock, Resources
from deathmatch.core.seats import Seat
from deathmatch.core.wording import misplaced
from deathmatch.games.tile_joust import telling
from deathmatch.games.tile_joust.values import Move, text
from deathmatch.games.tile_joust.view import Own, View

DIGITS: Final = "0123456789abcd"
"""The key of a number."""


@checking
@dataclass(frozen=True, slots=True)
class Owes:
    """What all decisions have in common."""

    view: View
    seat: Seat

    @property
    def clock(self) -> Clock:
        """The time of this decision, then the bank."""
        return Clock((f"time_{self.view.owed}",), bank=True)

    def write(self, move: Move, /) -> str:
        """Canonical."""
        return text(move, final=self.view.final)

    def admit(self, move: Move, resources: Resources, /) -> None:
        """Live play asks nothing more."""

    def told(self, move: Move, /) -> str:
        """In words for the seat itself."""
        return telling.told(move)

    @property
    def own(self) -> Own:
        """What the seat knows of itself."""
        assert self.view.own is not None
        return self.view.own

    def wrong(self, prefix: tuple[str, ...], rule: Rule) -> NoReturn:
        """A token that was not offered."""
        raise Malformed(misplaced(prefix, len(prefix) - 1), rule)
