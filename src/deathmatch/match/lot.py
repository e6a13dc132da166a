"""The game of a match chosen by lot: fair by the same commitment as the deals (docs/dealing.md), and kept in the record as a tag."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from deathmatch.match.dealer import Dealer

LOT: Final = "lot"
"""The label of the source of the lot, and the key of the tag."""


def fall(dealer: Dealer, games: int) -> int:
    """The place, from 0, of the game on which the lot of this match falls: it follows from the seed and both nonces, as every deal does."""
    return dealer.named(LOT).below(games)


def tag(place: int, games: Sequence[str]) -> str:
    """The text of the tag: the number of the game, from 1, and all games of the list: `2 GAME/VARIANT GAME/VARIANT`."""
    return " ".join([str(place + 1), *games])
