"""Adversaries of `strong`: bots that play as it does and know how it chooses its letters. They test it in the arena and by night.

Commands may name them; players are not offered them. research/notes/bots.md has what each of them wins. None may win significantly
more than 55 of 100 matches against `strong` (`tests/games/letter_hunt/test_adversaries.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core.bots import AnyBot
from deathmatch.games.letter_hunt import belief, bot, deduction
from deathmatch.games.letter_hunt.bot import ASSUMED, COMMON_LETTERS, KNOWN, MIXTURE, SHARE, Sight, Strong, believing
from deathmatch.games.letter_hunt.values import Turn, Verb
from deathmatch.games.letter_hunt.view import View

if TYPE_CHECKING:
    from deathmatch.games.letter_hunt import LetterHunt


RARE_LETTERS: Final = belief.Habits(tuple(0.1 if share >= 0.2 else 0.9 for share in SHARE), tuple(1 / share for share in SHARE))
"""A player who likes letters that few words have."""


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
        return believing(view, read(view, self.assumed), self.taken)


def read(view: View, assumed: belief.Assumed) -> belief.Belief:
    """The belief about the other hand of a seat that also reads which letters the other chose to lose (`bot.lost_shares`)."""
    other = view.near.other
    held = belief.of_other(view, assumed)
    weights, gone = held.chances.copy(), view.lost[other]
    for number, turn in enumerate(view.turns):
        if not _chosen(turn) or turn.seat is not other:
            continue
        since = gone[gone.index(turn.lost) :]  # the letters that left the hand from this one on
        before = replace(view, turns=view.turns[:number], lost=view.lost.put(other, gone[: -len(since)]))
        seen = belief.of_other(before, assumed)
        weights /= bot.has_letters(held.hands | np.uint32(deduction.mask(since))) @ bot.lost_shares(seen.few(bot.FEW))
    return belief.scaled(held.hands, weights) or held


def _chosen(turn: Turn) -> bool:
    """Whether a seat chose the letter that the turn cost it; after a time-out chance does (R18)."""
    return bool(turn.lost) and turn.action == Verb.GUESS
