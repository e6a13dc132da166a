"""The race of guesses after the last word: small races by hand and by going through every hand."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from deathmatch.games.letter_hunt.bot import solved


def test_the_chance_is_that_of_the_best_play_over_all_hands() -> None:
    """A race over named letters: guessing letters in order is as good as in any other, for all of them are as likely."""

    @cache
    def best(others: frozenset[str], exposed: frozenset[str]) -> float:
        """For the seat to move: the hands that the other may have, and those that its own may be for the other."""
        if len(others) == 1:
            return 1.0
        options = [1 / len(others)]
        for letter in sorted({letter for hand in others for letter in hand}):
            hits = frozenset("".join(sorted(set(hand) - {letter})) for hand in others if letter in hand)
            misses = frozenset(hand for hand in others if letter not in hand)
            share = len(hits) / len(others)
            value = share * (1.0 if hits == {""} else 1 - best(exposed, hits)) if hits else 0.0
            if misses:
                lost = min(letter for hand in exposed for letter in hand)  # by symmetry any letter
                left = frozenset("".join(sorted(set(hand) - {lost})) for hand in exposed if lost in hand)
                value += 0.0 if left == {""} else (1 - share) * (1 - best(left, misses))
            options.append(value)
        return max(options)

    for cards, candidates, lives, shown in [(1, 3, 1, 3), (2, 4, 1, 3), (1, 3, 2, 4), (2, 4, 2, 4), (2, 5, 2, 4)]:
        others, own = (frozenset(map("".join, combinations("ABCDE"[:of], size))) for of, size in ((candidates, cards), (shown, lives)))
        assert solved(cards, candidates, lives, shown) == pytest.approx(best(others, own))
