"""The bots `random` and `steady`, and what all bots have in common."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeVar

import numpy as np

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision, Resources
from deathmatch.games.letter_hunt import belief, fast
from deathmatch.games.letter_hunt.belief import Belief
from deathmatch.games.letter_hunt.bot import vocabulary
from deathmatch.games.letter_hunt.bot.vocabulary import Vocabulary
from deathmatch.games.letter_hunt.fast import COLUMN, Ints
from deathmatch.games.letter_hunt.values import Kind, Move, Phase, Terms, Verb
from deathmatch.games.letter_hunt.view import View

B = TypeVar("B", bound="Worded")

HASTY: Final = 400  # shapes of words that are judged if there is no time
FIRST: Final = 100  # shapes that are put in order first, for hardly ever have all of their words been played


@dataclass(frozen=True, slots=True)
class Worded:
    """A bot that knows words.

    Attributes:
        terms: of the match.
        known: the words at hand; before it was equipped None, for the list that comes with the game.
    """

    terms: Terms
    known: Vocabulary | None = None

    def equip(self: B, resources: Resources, /) -> B:
        """With the words of the match; with none if the host lacks their list."""
        return replace(self, known=vocabulary.of(self.terms, resources))

    def warm(self) -> None:
        """Have the kernels and the list that comes with the game ready."""
        fast.warm()
        vocabulary.shipped(self.terms)

    @property
    def words(self) -> Vocabulary:
        """The words at hand."""
        return self.known or vocabulary.shipped(self.terms)


@dataclass(frozen=True, slots=True)
class Random(Worded):
    """Any legal move; of words, those of the list that the match is played with."""

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A legal move."""
        while True:
            move = decision.sample(source)
            if move.verb is not Verb.WORD:
                return move
            if (word := self.words.any(vocabulary.used(view), source)) is not None:
                return Move(Verb.WORD, word)


def some_shapes(words: Vocabulary, source: RandomSource) -> Ints:
    """The numbers of some shapes, at random."""
    count = len(words.book)
    return np.array([source.below(count) for _ in range(min(HASTY, count))], dtype=np.int64)


def smallest(values: Floats, count: int) -> Ints:
    """The places of the `count` smallest values, or of all, ascending by value."""
    few = np.argpartition(values, count)[:count] if values.size > count else np.arange(values.size)
    return few[np.argsort(values[few], kind="stable")]


def likeliest_letter(other: Belief) -> tuple[str, float]:
    """The letter that is most likely in a hand, and its chance."""
    chances = other.letters
    place = int(chances.argmax())
    return chr(ord("A") + place), float(chances[place])


@dataclass(frozen=True, slots=True)
class Steady(Worded):
    """Computes the exact belief about the other hand, and asks for the most information. It ignores the information that it gives away.

    At the set-up it decides by lot, as it takes the other to do. Of words it plays the one whose second-best hint tells it most, since the
    other seat chooses first. It names the hand once it is all but sure of it; letters it guesses if no word may be played.
    """

    SURE = 0.9  # the chance from which it names the whole hand

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A legal move."""
        assert view.own is not None
        match view.phase:
            case Phase.TURN:
                return self._turn(view, budget, source)
            case Phase.HINT:
                return self._hint(view)
            case Phase.LOSE:
                return Move(Verb.LOSE, source.choice(view.own.hand))
            case _:
                return decision.sample(source)

    def _turn(self, view: View, budget: Budget, source: RandomSource) -> Move:
        other = belief.of_other(view)
        hand, sure = other.best
        if sure < self.SURE and not self.terms.over_words(view.turn):
            word = self._word(view, other, budget, source)
            if word is not None:
                return Move(Verb.WORD, word)
        letter, chance = likeliest_letter(other)
        return Move(Verb.GUESS, letter) if chance > sure else Move(Verb.HAND, belief.named(hand))

    def _word(self, view: View, other: Belief, budget: Budget, source: RandomSource) -> str | None:
        """The word that tells it most; None if there is no unused one."""
        words = self.words
        if budget.spent():
            shapes = some_shapes(words, source)
            uneven = second_best(self.terms, fast.judge_some(other.hands, other.chances, words.book, shapes))
        else:
            shapes = np.arange(len(words.book))
            uneven = second_best(self.terms, fast.judge(other.hands, other.chances, words.book))
        few = smallest(uneven, FIRST)
        used = vocabulary.used(view)
        return words.of(shapes[few], used, source) or words.of(shapes[np.argsort(uneven, kind="stable")], used, source)

    def _hint(self, view: View) -> Move:
        """The kind that tells it most; of equals the first."""
        assert view.last is not None
        told = expected(view, belief.of_other(view))
        return Move(Verb.HINT, max((kind for kind in view.terms.kinds if kind not in view.last.taken), key=told.__getitem__))


def second_best(terms: Terms, judged: fast.Judged) -> Floats:
    """How even the second-best question is that a word puts, from 0.5 (no question) to 0 (a whole bit), for each word, shape (words,)."""
    first, second, third = (np.abs(judged[:, COLUMN[kind][0]] - np.float32(0.5)) for kind in terms.kinds)
    low, high = np.minimum(first, second), np.maximum(first, second)
    runner_up: Floats = np.maximum(low, np.minimum(high, third))
    return runner_up


def expected(view: View, hand: Belief) -> dict[Kind, float]:
    """How much each kind of hint to the last word would tell about a hand, in bits."""
    assert view.last is not None
    shape = belief.shape(view.last.what, view.terms.each)
    chances = {kind: float(hand.chances[belief.answers(hand.hands, shape, kind)].sum()) for kind in view.terms.kinds}
    return {kind: float(fast.bits(np.array(chance))) for kind, chance in chances.items()}
