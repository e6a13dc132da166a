"""The bots, weakest first. They see views only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deathmatch.core.bots import AnyBot, Budget
from deathmatch.core.chance import Source
from deathmatch.core.game import Decision, Resources
from deathmatch.games.letter_hunt.values import LONGEST, SHORTEST, Move, Verb

if TYPE_CHECKING:
    from deathmatch.games.letter_hunt.game import LetterHunt
    from deathmatch.games.letter_hunt.view import View


@dataclass(frozen=True, slots=True)
class Random:
    """Any legal move; its words are of the list that the match is played with.

    Attributes:
        lexicon: the name of that list; empty where words are not looked up.
        known: its words of legal length, in order; without them a word that would be refused gives way to a guess.
    """

    lexicon: str
    known: tuple[str, ...] = ()

    def equip(self, resources: Resources, /) -> AnyBot:
        """With the words at hand; raises LookupError where the host lacks the list."""
        if not self.lexicon:
            return self
        return replace(self, known=tuple(sorted(word for word in resources.words(self.lexicon) if SHORTEST <= len(word) <= LONGEST)))

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: Source, /) -> Move:
        """A legal move."""
        while True:
            move = decision.sample(source)
            if move.verb is not Verb.WORD or not self.lexicon:
                return move
            used = {turn.what for turn in view.turns}
            if self.known and (word := source.choice(self.known)) not in used:
                return Move(Verb.WORD, word)


def bots(game: LetterHunt) -> Mapping[str, AnyBot]:
    """As the capability has it."""
    return {"random": Random(game.terms.lexicon)}
