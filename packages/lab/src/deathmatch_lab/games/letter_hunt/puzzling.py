"""The capability `puzzles`: a few answered words from which one letter, or the whole other hand, follows for certain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core.chance import RandomSource
from deathmatch.core.options import Value
from deathmatch.core.seats import Seat
from deathmatch.games.letter_hunt.belief import of_other, offered
from deathmatch.games.letter_hunt.deduction import Masks, answers, hands_of, mask, named, shape
from deathmatch.games.letter_hunt.lexicon import open_list
from deathmatch.games.letter_hunt.values import ALPHABET, HAND, RARITIES, Phase, Terms, Variation, Verb
from deathmatch_lab.puzzling import PuzzleIdea, PuzzleWords, RightMove

if TYPE_CHECKING:
    from deathmatch.games.letter_hunt import LetterHunt
    from deathmatch.games.letter_hunt.view import View

WORDS: Final = (2, 3, 3, 4, 4, 5)  # that have been played
LONGEST: Final = 4  # letters of a word: people can keep these in mind
CERTAIN: Final = 1  # letters that are certain, unless the whole hand is
OPTIONS: Final[Mapping[Variation, Mapping[str, Value]]] = {
    Variation.GAMBIT: {"first": "A", "holds": 0},
    Variation.COLOSSEUM: {"first": "A"},
}


@cache
def _short(doubled: bool) -> tuple[str, ...]:
    """Words that people know how to ask with; whether a letter may stand in one twice."""
    return tuple(word for word in open_list() if 3 <= len(word) <= LONGEST and (doubled or len(set(word)) == len(word)))


class Deductions:
    """Makes and proves them."""

    words = PuzzleWords(
        title="Deductions",
        about="A few words and their answers, and one letter that is certain.",
        task="Guess a letter that is certain, or name the hand if only one is possible.",
        other="That does not follow. Put the answers together: one letter is certain, or the whole hand is.",
        hints=("Strike out the letters of every word whose answer was no letter at all.", "Your own letters are never in the other hand."),
    )

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def ideas(self, source: RandomSource, /) -> Iterator[PuzzleIdea]:
        """Random hands, and words that both have asked with."""
        terms = self._terms
        while True:
            mine, theirs, dealt, hands = self._hands(source)
            events, number = list(dealt), source.choice(WORDS)
            for turn in range(number + number % 2):
                word = source.choice(_short(terms.each))
                first, second = source.sample(terms.kinds, 2)
                seats = ("A", "B") if turn % 2 == 0 else ("B", "A")
                events += [f"{seats[0]} word {word}", f"{seats[1]} hint {first}", f"{seats[0]} hint {second}"]
                kind, asked = (second if turn % 2 == 0 else first), shape(word, terms.each)
                told = answers(np.array([mask(theirs)], dtype=np.uint32), asked, kind)[0]
                hands = hands[answers(hands, asked, kind) == told]
            asked_with = [event.split()[2] for event in events if " word " in event]
            if len(set(asked_with)) < len(asked_with):
                continue
            if hands.size == 1 or int(np.bitwise_and.reduce(hands)).bit_count() == CERTAIN:
                yield PuzzleIdea(OPTIONS[terms.variation], tuple(events), Seat.A, f"You hold {', '.join(mine)}.")

    def _hands(self, source: RandomSource) -> tuple[str, str, tuple[str, ...], Masks]:
        """Both hands, the events that give them, and the hands that the other seat may have for A."""
        if not self._terms.offers:
            letters = source.sample(ALPHABET, 2 * HAND)
            mine, theirs = ("".join(sorted(letters[part])) for part in (slice(HAND), slice(HAND, None)))
            hands = hands_of("".join(letter for letter in ALPHABET if letter not in mine), HAND)
            return mine, theirs, (f"deal hands A:{mine} B:{theirs}",), hands
        both = [source.sample(rarity, 2 * number) for rarity, number in RARITIES]
        offers = ["".join(sorted("".join("".join(some[seat::2]) for some in both))) for seat in (0, 1)]
        mine, theirs = ("".join(sorted(source.sample(offer, HAND))) for offer in offers)
        known = offered(offers[0])
        events = (f"deal offer A:{offers[0]} B:{offers[1]}", f"A pick {mine}", f"B pick {theirs}")
        return mine, theirs, events, known.hands[known.chances > 0]

    def right(self, view: View, /) -> tuple[RightMove, ...]:
        """The whole hand if only one is possible, else the letters that are in every hand that is."""
        if view.own is None or view.outcome is not None or view.phase is not Phase.TURN or view.near not in view.owing:
            return ()
        believed = of_other(view)
        hands = believed.hands[believed.chances > 0]
        if hands.size == 1:
            hand = named(int(hands[0]))
            return (RightMove(f"hand {hand}", f"Only the hand {', '.join(hand)} fits every answer."),)
        certain = named(int(np.bitwise_and.reduce(hands)))
        words = f"{hands.size:,} hands fit every answer, and this letter is in all of them."
        return tuple(RightMove(f"guess {letter}", words) for letter in certain)

    def grade(self, view: View, /) -> int:
        """By the number of answers that are needed: our bots rather ask once more."""
        asked = [turn for turn in view.turns if turn.action == Verb.WORD]
        right = {one.move for one in self.right(view)}
        for number in range(1, len(asked)):
            for some in combinations(asked, number):
                if {one.move for one in self.right(replace(view, turns=some))} == right:
                    return min(5, number if len(asked) > number else number - 1)
        return min(5, len(asked))


def puzzles(game: LetterHunt) -> Deductions:
    """The capability `puzzles`."""
    return Deductions(game.terms)
