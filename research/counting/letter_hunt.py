"""Letter Hunt: its histories are counted exactly, because the number of choices follows from a few numbers.

Before a turn these are its number and the letters left in either hand: every turn but a word takes one letter from a hand, so they say
how many words have been played, too. The words of a match are those of a list.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb, log10
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deathmatch.games import find
from deathmatch.games.letter_hunt import LetterHunt
from deathmatch.games.letter_hunt.values import Terms

HINTS: Final = 6  # ways in which the two seats take two of three kinds of hint (R11)
_RENEWED: Final = 16  # turns after which the scale is set again


def bound(variant: str, **options: object) -> LetterHunt:
    """The game with some options."""
    _, game = find(f"letter-hunt/{variant}").bind({key: str(value) for key, value in options.items()})
    assert isinstance(game, LetterHunt)
    return game


def words(name: str = "open") -> int:
    """The words of a list that ships."""
    return len(find("letter-hunt/gambit").capability("lexicon")[name]())


# --- The set-up


def hands(terms: Terms) -> int:
    """The outcomes of the first deal of letters (R3, R7)."""
    sizes = terms.sizes
    if not terms.offers:
        return comb(len(sizes.letters), sizes.hand) * comb(len(sizes.letters) - sizes.hand, sizes.hand)
    found = 1
    for letters, offered in sizes.rarities:
        found *= comb(len(letters), offered) * comb(len(letters) - offered, offered)
    return found


def beginnings(terms: Terms) -> int:
    """The histories up to the first turn: who starts, the deals, and the holds or picks (R2 to R8)."""
    first = 1 if terms.starter is not None else 2
    if terms.offers:
        offered = sum(number for _, number in terms.sizes.rarities)
        return int(first * hands(terms) * comb(offered, terms.sizes.hand) ** 2)
    return int(first * hands(terms) * _redraws(terms) ** terms.holds)


def _redraws(terms: Terms) -> int:
    """The ways of one hold phase with its deal (R4, R5)."""
    letters, hand = len(terms.sizes.letters), terms.sizes.hand
    return sum(
        comb(hand, a) * comb(hand, b) * comb(letters - a - b, hand - a) * comb(letters - hand - b, hand - b)
        for a, b in product(range(hand + 1), repeat=2)
    )


def hidden(terms: Terms) -> int:
    """The ways in which the other seat can have come to its hand, at most, for a seat that knows all of its own."""
    letters, hand = len(terms.sizes.letters), terms.sizes.hand
    if terms.offers:
        found = comb(sum(number for _, number in terms.sizes.rarities), hand)
        for those, offered in terms.sizes.rarities:
            found *= comb(len(those) - offered, offered)
        return found
    each = sum(comb(hand, held) * comb(letters - hand - held, hand - held) for held in range(hand + 1))
    return int(comb(letters - hand, hand) * each**terms.holds)


# --- Positions before a turn


def held(terms: Terms) -> int:
    """The pairs of hands that can be left before a turn, each with one letter or more."""
    sizes = terms.sizes
    if not terms.offers:
        every = range(1, sizes.hand + 1)
        return sum(comb(len(sizes.letters), a) * comb(len(sizes.letters) - a, b) for a in every for b in every)
    return sum(_ways([len(letters) for letters, _ in sizes.rarities], a, b) for a in _made(terms) for b in _made(terms))


def _made(terms: Terms) -> Iterator[tuple[int, ...]]:
    """How many letters of each rarity a hand can hold."""
    for numbers in product(*(range(offered + 1) for _, offered in terms.sizes.rarities)):
        if 1 <= sum(numbers) <= terms.sizes.hand:
            yield numbers


def _ways(letters: list[int], a: tuple[int, ...], b: tuple[int, ...]) -> int:
    found = 1
    for all_, mine, theirs in zip(letters, a, b, strict=True):
        found *= comb(all_, mine) * comb(all_ - mine, theirs)
    return found


def used(terms: Terms, listed: int) -> int:
    """The sets of words that can have been played."""
    most = min(listed, 2 * terms.turn_limit or listed)
    return 2**listed if most == listed else sum(comb(listed, number) for number in range(most + 1))


def positions(terms: Terms, listed: int) -> int:
    """Positions before a turn: both hands, the words played, and the seat that began, which then says who is to move."""
    return (2 if terms.starter is None else 1) * held(terms) * used(terms, listed)


# --- Histories from the first turn on


class Turns(NamedTuple):
    """The part of the tree below a first turn, as logarithms to base 10.

    Attributes:
        matches: its leaves.
        decisions: the nodes at which a seat owes a submission, both seats together.
    """

    matches: float
    decisions: float


def turns(terms: Terms, listed: int) -> Turns:
    """Counted turn by turn, in floating point with a scale: to ten digits and more."""
    hand, letters = terms.sizes.hand, 26
    most = 2 * terms.turn_limit or listed + 2 * hand
    mine, theirs = np.meshgrid(np.arange(hand + 1), np.arange(hand + 1), indexing="ij")  # letters of the seat to move, and of the other
    alive = (mine > 0) & (theirs > 0)
    misses = np.where(alive, letters - theirs, 0)
    lost = np.where(mine > 1, misses * mine, 0)  # a wrong guess, and the letter that it costs (R14)
    over = np.vectorize(lambda number: comb(letters, int(number)))(theirs).astype(float)  # every hand that can be named ends the match
    over += np.where(theirs == 1, 1, 0) + np.where(mine == 1, misses, 0)
    asked = np.where(alive, 1.0 + np.where(mine > 1, misses, 0), 0.0)
    count: NDArray[np.float64] = np.zeros((hand + 1, hand + 1))
    count[hand, hand] = 1
    matches = decisions = shift = 0.0
    for turn in range(most + 2 * hand):
        left = np.clip(listed - (turn - (2 * hand - mine - theirs)), 0, None) if turn < most else np.zeros_like(mine)
        matches += float((count * over * alive).sum())
        decisions += float(
            (count * (asked + np.where(alive, left * 4, 0))).sum()
        )  # a word asks the other seat once and this one three times
        after = count * left * HINTS
        after[:, :-1] += (count * theirs)[:, 1:]  # a right guess takes a letter of the other hand
        after[:-1, :] += (count * lost)[1:, :]
        after[:, 0] = after[0, :] = 0
        count = np.ascontiguousarray(after.T)  # the seats change
        if turn % _RENEWED == 0 and (top := max(count.max(), matches)) > 0:
            shift += log10(top)
            count, matches, decisions = count / top, matches / top, decisions / top
    return Turns(log10(matches) + shift, log10(decisions) + shift)


def longest(terms: Terms, listed: int) -> int:
    """Submissions of a match at most: all words, and as many wrong guesses as there are letters to lose; the last one costs no choice."""
    setup = (terms.starter is None and terms.chooser is not None) + (2 if terms.offers else 2 * terms.holds)
    return setup + 3 * min(listed, 2 * terms.turn_limit or listed) + 4 * (terms.sizes.hand - 1) + 1


def least(terms: Terms) -> int:
    """Submissions of a match at least: the first turn names the hand."""
    return longest(terms, 0) - 4 * (terms.sizes.hand - 1)


def choices(terms: Terms, listed: int) -> int:
    """Legal submissions of a turn at most: the words, the letters and the hands."""
    return listed + 26 + comb(26, terms.sizes.hand)
