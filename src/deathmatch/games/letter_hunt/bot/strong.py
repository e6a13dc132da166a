"""The bot `strong`: plays for the chance to win the race, so it weighs the information gained by a word against that given away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.games.letter_hunt import belief, fast
from deathmatch.games.letter_hunt.bot import vocabulary
from deathmatch.games.letter_hunt.bot.plain import HASTY, Worded, expected, second_best, smallest, some_shapes
from deathmatch.games.letter_hunt.bot.sight import THIN, Sight, sight, surprise, thinned
from deathmatch.games.letter_hunt.bot.worth import chance
from deathmatch.games.letter_hunt.fast import COLUMN, Floats, Ints, Judged, WordTable
from deathmatch.games.letter_hunt.values import ALPHABET, HAND, Kind, Letters, Move, Phase, Terms, Verb, letters
from deathmatch.games.letter_hunt.view import View

EVEN: Final = 0.35  # from an even question: words whose second-best one is less even are left aside
ROUGH: Final = 100  # hands that stand for the own one when all others are looked through
LOOKED: Final = 60_000  # shapes of words that are looked through for what they give away
WIDE: Final = 1500  # shapes of words, the best by that, which are then asked of more hands
FAINT: Final = 0.02  # a letter less likely than this is not guessed
NEAR: Final = 0.004  # of the chance to win: words so close to the best are as good, and one of them is taken by lot

SHARE: Final = dict(
    zip(ALPHABET, (55, 16, 32, 27, 69, 10, 22, 21, 60, 1, 8, 40, 24, 49, 47, 24, 2, 53, 60, 48, 27, 8, 7, 3, 14, 4), strict=True)
)
"""The percentage of words of the list `open` that have each letter."""
HELD: Final = 45  # words of a hundred that a letter has to be in to be held


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """What some words are worth.

    Attributes:
        shapes: their numbers in the book, shape (n,).
        values: the chance to win after each.
        told: the bits that each may be expected to tell oneself.
        given: the bits that it gives away.
    """

    shapes: Ints
    values: Floats
    told: Floats
    given: Floats


def words(terms: Terms, here: Sight, book: WordTable, shapes: Ints, judged: Judged | None = None, hands: int = THIN) -> Words:
    """What these words of a book are worth.

    The other seat is taken to choose the kind that it expects most of, and this one the better of those that remain.

    Args:
        terms: of the match.
        here: the race before.
        book: the list.
        shapes: the words, by their numbers in it.
        judged: their information about the other hand, if that is known already.
        hands: how many stand for all that the other seat may take the own one for.
    """
    if judged is None:
        judged = fast.judge_some(here.other.hands, here.other.chances, book, shapes)
    theirs = thinned(here.own, hands)
    seen = fast.judge_some(theirs.hands, theirs.chances, book, shapes)
    truth = fast.judge_some(np.array([here.hand], dtype=np.uint32), np.ones(1), book, shapes)
    gains = {kind: fast.bits(judged[:, COLUMN[kind][0]]) for kind in terms.kinds}
    wants = np.stack([fast.bits(seen[:, COLUMN[kind][0]]) for kind in terms.kinds])
    first = wants.argmax(0)
    told, given = np.zeros((2, shapes.size))
    for number, kind in enumerate(terms.kinds):
        column, takes = COLUMN[kind][0], first == number
        expects = np.where(truth[:, column] > 0.5, seen[:, column], 1 - seen[:, column])
        given[takes] = np.abs(np.log2(np.clip(expects[takes], 0.5 / hands, 1.0)))
        told[takes] = np.max([gains[other] for other in terms.kinds if other is not kind], axis=0)[takes]
    values = chance(np.maximum(here.mine - told, 0), np.maximum(here.theirs - given, 0), moving=False)
    return Words(shapes, values, told, given)


def best_words(terms: Terms, here: Sight, book: WordTable, budget: Budget, most: int = LOOKED) -> Words:
    """The same of the best words of a book; if there is no time, of those that tell oneself most.

    Args:
        terms: of the match.
        here: the race before.
        book: the list.
        budget: asked once.
        most: how many shapes are checked for the information that they give away, spread evenly over the book.
    """
    judged = fast.judge(here.other.hands, here.other.chances, book)
    uneven = second_best(terms, judged)
    even = np.flatnonzero(uneven < EVEN)
    if budget.spent() or not even.size:
        shapes = smallest(uneven, HASTY)
    else:
        even = even[:: 1 + even.size // most]
        rough = words(terms, here, book, even, judged[even], ROUGH)
        shapes = even[smallest(-rough.values, WIDE)]
    return words(terms, here, book, shapes, judged[shapes])


def guesses(here: Sight) -> list[tuple[float, Move]]:
    """The worth of naming the likeliest hand, and of guessing each letter that is not quite unlikely."""
    hand, sure = here.other.best
    moves = [(sure, Move(Verb.HAND, belief.named(hand)))]
    theirs = np.array(max(0.0, here.theirs - here.cheapest[1]))
    for place, likely in enumerate(here.other.letters):
        if likely < FAINT:
            continue
        has = (here.other.hands >> np.uint32(place)) & 1 == 1
        right, wrong = here.other.given(has), here.other.given(~has)
        value = 0.0
        if right is not None:
            value += likely * (1.0 if here.cards == 1 else float(chance(np.array(right.bits), np.array(here.theirs), moving=False)))
        if wrong is not None and here.lives > 1:
            value += (1 - likely) * float(chance(np.array(wrong.bits), theirs, moving=False))
        moves.append((float(value), Move(Verb.GUESS, ALPHABET[place])))
    return moves


def hints(view: View, here: Sight) -> dict[Kind, float]:
    """The worth of each kind of hint that is left; the other seat then takes its best one, if it has yet to choose."""
    assert view.last is not None
    gains, left = expected(view, here.other), [kind for kind in view.terms.kinds if kind not in view.last.taken]
    given = dict.fromkeys(left, 0.0)
    if view.last.seat is not view.eye:
        wants, shape = expected(view, here.own), belief.shape(view.last.what, view.terms.each)
        for kind in left:
            taken = max((other for other in left if other is not kind), key=wants.__getitem__)
            truth = belief.answers(np.array([here.hand], dtype=np.uint32), shape, taken)
            given[kind] = surprise(float(here.own.chances[belief.answers(here.own.hands, shape, taken) == truth].sum()))
    moving = view.last.seat is not view.eye
    mine, theirs = (np.array([max(0.0, bits - less[kind]) for kind in left]) for bits, less in ((here.mine, gains), (here.theirs, given)))
    return dict(zip(left, chance(mine, theirs, moving).tolist(), strict=True))


def picked(offer: Letters, source: RandomSource) -> Letters:
    """Five letters of an offer by lot, one after the other, with chances in proportion to the squares of their shares of words."""
    chosen = ""
    while len(chosen) < HAND:
        left = [letter for letter in offer if letter not in chosen]
        chosen += left[source.weighted([float(SHARE[letter] ** 2) for letter in left])]
    return letters(chosen)


@dataclass(frozen=True, slots=True)
class Strong(Worded):
    """Makes the move with the best chance to win, one move ahead.

    It computes the exact belief about the other hand, and the other seat's belief about its own. A word is good if it splits the other hand
    and its answer about the own hand is no surprise. It guesses and names if that is worth more than the best word. At the set-up it likes
    letters that many words have, because such words get unsurprising answers.
    """

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A legal move."""
        assert view.own is not None
        match view.phase:
            case Phase.TURN:
                return self._turn(view, budget, source)
            case Phase.HINT:
                values = hints(view, sight(view))
                return Move(Verb.HINT, max(values, key=values.__getitem__))
            case Phase.LOSE:
                return Move(Verb.LOSE, sight(view).cheapest[0])
            case Phase.HOLD:
                return Move(Verb.HOLD, "".join(letter for letter in view.own.hand if SHARE[letter] >= HELD))
            case Phase.PICK:
                return Move(Verb.PICK, picked(view.own.dealt[0], source))
            case Phase.FIRST:
                return Move(Verb.FIRST, view.near.value)
            case _:
                return decision.sample(source)

    def _turn(self, view: View, budget: Budget, source: RandomSource) -> Move:
        here = sight(view)
        value, move = max(guesses(here), key=lambda pair: pair[0])
        if value == 1 or self.terms.over_words(view.turn):
            return move
        book = self.words.book
        hurried = budget.spent()
        judged = words(self.terms, here, book, some_shapes(self.words, source)) if hurried else best_words(self.terms, here, book, budget)
        if not judged.shapes.size or judged.values.max() <= value:
            return move
        return self._one(judged, value, view, source) or move

    def _one(self, judged: Words, value: float, view: View, source: RandomSource) -> Move | None:
        """One of the best words, by lot, that is worth more than this; None if all have been played."""
        order = np.argsort(-judged.values, kind="stable")
        order = order[judged.values[order] > value]
        good = list(order[: int((judged.values[order] >= judged.values[order[0]] - NEAR).sum())])
        source.shuffle(good)
        word = self.words.of(judged.shapes[[*good, *order[len(good) :]]], vocabulary.used(view), source)
        return None if word is None else Move(Verb.WORD, word)
