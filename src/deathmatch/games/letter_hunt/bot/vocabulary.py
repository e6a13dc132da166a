"""The words that a bot knows."""

from __future__ import annotations

from collections.abc import Collection, Container
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

import numpy as np

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Resources
from deathmatch.games.letter_hunt import fast, lexicon
from deathmatch.games.letter_hunt.fast import Ints, WordTable
from deathmatch.games.letter_hunt.values import Terms
from deathmatch.games.letter_hunt.view import View

Used = Container[str]
"""Words that were played in the match already."""


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """A list of words, ready to be judged.

    Attributes:
        book: the words by their sets of letters.
    """

    book: WordTable

    def any(self, used: Used, source: RandomSource) -> str | None:
        """Some word that was not played yet, each as likely; None if none comes up in a few tries."""
        tries = (self.book.word(source.below(self.book.count)) for _ in range(100 if self.book.count else 0))
        return next((word for word in tries if word not in used), None)

    def shapes(self, numbers: Ints) -> Ints:
        """The shapes of words by number, of the same shape as the numbers."""
        return np.searchsorted(self.book.first, numbers, side="right") - 1

    def of(self, shapes: Ints, used: Used, source: RandomSource) -> str | None:
        """A word of the first of these shapes that still has one, any of its words; None if none has."""
        for shape in shapes:
            if fresh := [word for word in self.book.words(int(shape)) if word not in used]:
                return source.choice(fresh)
        return None


@lru_cache(maxsize=4)
def commonest_first(words: Vocabulary) -> Ints:
    """The numbers of the words, those of the commonest size first; within a size in an order that is always the same, without a pattern."""
    sizes = {word: place for place, size in enumerate(lexicon.common_words()) for word in size}
    every = [words.book.word(number) for number in range(words.book.count)]
    size = np.array([sizes.get(word, len(sizes)) for word in every], dtype=np.int64)
    return np.lexsort([np.array([crc32(word.encode()) for word in every], dtype=np.int64), size])


@lru_cache(maxsize=4)
def rareness(words: Vocabulary) -> Ints:
    """The place of each word, by number, in that order, from 0."""
    return np.argsort(commonest_first(words))


class _Same:
    """A list of words as a key: the same object, which lives as long as the key."""

    __slots__ = ("words",)

    def __init__(self, words: Collection[str]) -> None:
        self.words = words

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.words is self.words

    def __hash__(self) -> int:
        return id(self.words)


@lru_cache(maxsize=4)
def _ordered(words: _Same, each: bool) -> Vocabulary:
    return Vocabulary(fast.book(words.words, each))


@lru_cache(maxsize=1)
def _shipped() -> _Same:
    return _Same(lexicon.open_list())


def shipped(terms: Terms) -> Vocabulary:
    """The list that comes with the game. It serves if words are not looked up, and if nobody names one."""
    return _ordered(_shipped(), terms.each)


def of(terms: Terms, resources: Resources) -> Vocabulary:
    """The list that the match is played with; without a word if the host lacks it, for then none will be let pass."""
    if not terms.lexicon:
        return shipped(terms)
    try:
        words = resources.words(terms.lexicon)
    except LookupError:
        words = ()
    return _ordered(_Same(words), terms.each)


def used(view: View) -> frozenset[str]:
    """The words that were played."""
    return frozenset(turn.what for turn in view.turns)
