"""The race of guesses after the last word: small races by hand and by going through every hand, and the sight that counts on it."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import log2

import numpy as np
import pytest

from deathmatch.core.seats import Seat
from deathmatch.games.letter_hunt import bot
from deathmatch.games.letter_hunt.bot import ending_chance as chance
from deathmatch.games.letter_hunt.bot import sight, solved, with_a_word
from tests.games.letter_hunt.matches import GAMBIT, after


def test_small_races_by_hand() -> None:
    assert solved(1, 1, 5, 26) == 1, "it knows the hand"
    assert solved(1, 2, 1, 1) == 0.5, "the other seat wins next"
    assert solved(1, 2, 1, 2) == 0.5
    # one letter of three on either side with a letter to spare: a guess hits by 1/3; else the other one, who then sees one letter
    assert solved(1, 3, 2, 4) == pytest.approx(1 / 3 + 2 / 3 * (1 - solved(1, 3, 1, 2)))


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


def test_between_whole_numbers_of_candidates_the_chance_falls_evenly() -> None:
    bits = np.linspace(0, 12, 49)
    values = chance(bits, np.full_like(bits, 6.0), 3, 3)
    assert (np.diff(values) <= 1e-12).all()
    exact = chance(np.array([log2(10)]), np.array([log2(20)]), 3, 3)
    assert exact == pytest.approx([solved(3, 5, 3, 6)])
    assert (with_a_word(bits, bits, 3, 3) >= chance(bits, bits, 3, 3)).all()


def test_strong_counts_on_the_race_only_where_words_are_about_to_end() -> None:
    lines = "deal hands A:ABCDE B:FGHIJ"
    seen = {limit: sight(after(GAMBIT, {"first": "A", "holds": 0, "turn_limit": limit}, lines).view(Seat.A)) for limit in (0, 1, 2, 40)}
    assert {limit: here.words for limit, here in seen.items()} == {0: None, 1: 1, 2: None, 40: None}
    mine, theirs = np.array([1.0]), np.array([3.0])
    assert seen[0].chance(mine, theirs, True) == bot.chance(mine, theirs, True)
    assert seen[1].chance(mine, theirs, True) == bot.with_a_word(mine, theirs, 5, 5)
    assert seen[1].chance(mine, theirs, False, lives=2) == 1 - bot.with_a_word(theirs, mine, 2, 5)
