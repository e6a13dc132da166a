"""Adversaries of `strong`: bots that play as it does and know how it chooses its letters. They test it in the arena and by night.

Commands may name them; players are not offered them. research/notes/bots.md has what each of them wins. None may win significantly
more than 55 of 100 matches against `strong` (`tests/games/letter_hunt/test_adversaries.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deathmatch.core.bots import AdversaryFamily, AnyBot, Dial
from deathmatch.games.letter_hunt import bot
from deathmatch.games.letter_hunt.belief import Habits
from deathmatch.games.letter_hunt.bot import ASSUMED, COMMON_LETTERS, KNOWN, MIXTURE, RARE_LETTERS, SHARE, Sight, Strong, believing
from deathmatch.games.letter_hunt.values import Terms
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


# --- A best response to `strong`, by search


@dataclass(frozen=True, slots=True)
class TastesFamily:
    """Close readers that hold and pick by the power `taste` of the share of words that have a letter.

    `held` is the mean chance of a letter to be held.
    """

    terms: Terms

    @property
    def dials(self) -> Sequence[Dial]:
        """The numbers in which they differ, in the order in which a search sets them."""
        return (Dial("taste", (-2.0, -1.0, 0.0, 1.0, 2.0), 0.0), Dial("held", (0.02, 0.15, 0.4, 0.7), 0.15))

    def adversary(self, settings: Mapping[str, float], /) -> AnyBot:
        """The one with these values of the dials."""
        return CloseReader(self.terms, None, tasting(settings["taste"], settings["held"]), KNOWN, ASSUMED)


def tasting(taste: float, held: float) -> Habits:
    """These habits."""
    weights = [share**taste for share in SHARE]
    mean = sum(weights) / len(weights)
    return Habits(tuple(min(0.95, max(0.02, held * weight / mean)) for weight in weights), tuple(weights))


def families(game: LetterHunt) -> Mapping[str, AdversaryFamily]:
    """The capability `adversary_families`."""
    return {"tastes": TastesFamily(game.terms)}
