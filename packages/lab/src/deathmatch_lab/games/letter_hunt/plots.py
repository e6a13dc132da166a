"""The capability `plots`: what letters are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deathmatch.games.letter_hunt.bot import MIXTURE
from deathmatch.games.letter_hunt.lexicon import open_list
from deathmatch.games.letter_hunt.values import ALPHABET
from deathmatch.games.letter_hunt.view import View
from deathmatch_lab.plotting import Bar, Bars, Plot, Plotter
from deathmatch_lab.solving import Reporter

if TYPE_CHECKING:
    from deathmatch.games.letter_hunt import LetterHunt


class LetterWorth:
    """The words that a letter opens, and how often `strong` holds it."""

    words = "the worth of each letter: the words that have it, and how often strong holds it"

    def plot(self, _view: View, _work: Reporter, /) -> Plot:
        """The plot, equal for every position."""
        words = list(open_list())
        having = [sum(letter in word for word in words) / len(words) for letter in ALPHABET]
        opened = tuple([Bar(letter, share) for letter, share in zip(ALPHABET, having, strict=True)])
        held = tuple([Bar(letter, chance, paint="seat-a") for letter, chance in zip(ALPHABET, MIXTURE.hold, strict=True)])
        told = (
            f"Above, the share of the {len(words):,} words of the open list that have each letter: a letter of the hand is worth the "
            "words that it opens. Below, the chance that strong holds the letter if it is dealt."
        )
        panels = (
            Bars("words that have the letter", opened, percent=True, upright=True),
            Bars("held by strong", held, percent=True, upright=True, names="letter"),
        )
        return Plot("The worth of letters", told, panels)


def plots(_game: LetterHunt) -> Mapping[str, Plotter[View]]:
    """The capability."""
    return {"letters": LetterWorth()}
