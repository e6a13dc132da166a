"""Adversaries of `strong`: bots that play as it does and know how it chooses its letters. They test it in the arena and by night.

Commands may name them; players are not offered them. research/notes/bots.md has what each of them wins. None may win significantly
more than 55 of 100 matches against `strong` (`tests/games/letter_hunt/test_adversaries.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deathmatch.core.bots import AnyBot
from deathmatch.games.letter_hunt import bot
from deathmatch.games.letter_hunt.bot import ASSUMED, COMMON_LETTERS, KNOWN, MIXTURE, RARE_LETTERS, Sight, Strong, believing
from deathmatch.games.letter_hunt.view import View

if TYPE_CHECKING:
    from deathmatch.games.letter_hunt import LetterHunt


def adversaries(game: LetterHunt) -> Mapping[str, AnyBot]:
    """The capability `adversaries`."""
    terms = game.terms
    return {
        "reader": Strong(terms, None, MIXTURE, KNOWN, ASSUMED),
        "close-reader": CloseReader(terms, None, MIXTURE, KNOWN, ASSUMED),
        "common-letters": CloseReader(terms, None, COMMON_LETTERS, KNOWN, ASSUMED),
        "rare-letters": CloseReader(terms, None, RARE_LETTERS, KNOWN, ASSUMED),
    }


@dataclass(frozen=True, slots=True)
class CloseReader(Strong):
    """Knows how `strong` holds and picks, and reads the letters that it chooses to lose."""

    def sight(self, view: View) -> Sight:
        """The race as it sees it."""
        return believing(view, bot.read(view, self.assumed), self.taken)
