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
from deathmatch.core.puzzling import PuzzleIdea, PuzzleWords, RightMove
from deathmatch.core.seats import Seat
from deathmatch.games.letter_hunt.belief import answers, fives, mask, named, of_other, shape
from deathmatch.games.letter_hunt.lexicon import open_list
from deathmatch.games.letter_hunt.values import ALPHABET, HAND, Kind, Phase, Verb

if TYPE_CHECKING:
    from deathmatch.games.letter_hunt.game import LetterHunt
    from deathmatch.games.letter_hunt.view import View

WORDS: Final = (2, 3, 3, 4, 4, 5)  # that have been played
LONGEST: Final = 4  # letters of a word: people can keep these in mind
CERTAIN: Final = 1  # letters that are certain, unless the whole hand is
OPTIONS: Final[Mapping[str, Value]] = {"first": "A", "holds": 0}


@cache
def _short() -> tuple[str, ...]:
    """Words that people know how to ask with."""
    return tuple(word for word in open_list() if 3 <= len(word) <= LONGEST and len(set(word)) == len(word))


class Deductions:
    """Makes and proves them."""

    words = PuzzleWords(
        title="Deductions",
        about="A few words and their answers, and one letter that is certain.",
        task="Name a letter that is certainly in the other hand, or the whole hand if only one is possible.",
        other="That does not follow. Put the answers together: one letter is certain, or the whole hand is.",
        hints=("Strike out the letters of every word whose answer was no letter at all.", "Your own letters are never in the other hand."),
    )

    def ideas(self, source: RandomSource, /) -> Iterator[PuzzleIdea]:
        """Random hands, and words that both have asked with."""
        while True:
            letters = source.sample(ALPHABET, 2 * HAND)
            mine, theirs = ("".join(sorted(letters[part])) for part in (slice(HAND), slice(HAND, None)))
            hands = fives("".join(letter for letter in ALPHABET if letter not in mine))
            events, number = [f"deal hands A:{mine} B:{theirs}"], source.choice(WORDS)
            for turn in range(number + number % 2):
                word = source.choice(_short())
                first, second = source.sample((Kind.NONE, Kind.ONE, Kind.ANY), 2)
                seats = ("A", "B") if turn % 2 == 0 else ("B", "A")
                events += [f"{seats[0]} word {word}", f"{seats[1]} hint {first}", f"{seats[0]} hint {second}"]
                kind, asked = (second if turn % 2 == 0 else first), shape(word, False)
                told = answers(np.array([mask(theirs)], dtype=np.uint32), asked, kind)[0]
                hands = hands[answers(hands, asked, kind) == told]
            if len({event.split()[2] for event in events[1::3]}) < len(events[1::3]):
                continue
            if hands.size == 1 or int(np.bitwise_and.reduce(hands)).bit_count() == CERTAIN:
                yield PuzzleIdea(OPTIONS, tuple(events), Seat.A, f"You hold {', '.join(mine)}. Read the answers to every word.")

    def right(self, view: View, /) -> tuple[RightMove, ...]:
        """The whole hand if only one is possible, else the letters that are in every hand that is."""
        if view.own is None or view.outcome is not None or view.phase is not Phase.TURN or view.near not in view.owing:
            return ()
        hands = of_other(view).hands
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


def puzzles(_game: LetterHunt) -> Deductions:
    """The capability `puzzles`."""
    return Deductions()
