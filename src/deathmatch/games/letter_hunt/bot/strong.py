"""The bot `strong`: plays for the chance to win the race, so it weighs the information gained by a word against that given away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

import numpy as np

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.games.letter_hunt import belief, fast
from deathmatch.games.letter_hunt.belief import Belief
from deathmatch.games.letter_hunt.bot import vocabulary
from deathmatch.games.letter_hunt.bot.habits import ASSUMED, KNOWN, MIXTURE
from deathmatch.games.letter_hunt.bot.plain import HASTY, Worded, expected, second_best, smallest, some_shapes
from deathmatch.games.letter_hunt.bot.sight import THIN, Sight, sight, surprise
from deathmatch.games.letter_hunt.fast import COLUMN, Ints, Judged, WordTable
from deathmatch.games.letter_hunt.priors import SETTLED, Assumed, Habits, numbers, places, public
from deathmatch.games.letter_hunt.values import ALPHABET, Kind, Letters, Move, Phase, Terms, Verb
from deathmatch.games.letter_hunt.view import View

EVEN: Final = 0.35  # from an even question: words whose second-best one is less even are left aside
ROUGH: Final = 100  # hands that stand for the bot's own one when all others are looked through
LOOKED: Final = 60_000  # shapes of words that are looked through for what they give away
WIDE: Final = 1500  # shapes of words, the best by that, which are then asked of more hands
EPSILON: Final = 1e-12  # rounding of a chance
FAINT: Final = 0.02  # a letter less likely than this is not guessed
ALIKE: Final = 0.8  # of the chance of the likeliest hand: one that has so much may be named in its place
TEMPER: Final = 0.01  # of the chance to win: a guess or a hint that is worth so much less is taken 2.7 times less often
WITHIN: Final = 4 * TEMPER  # one that is worth so much less is not taken
NEAR: Final = 0.004  # of the chance to win: words so close to the best are as good, and one of them is taken by lot


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
        hands: how many stand for all that the other seat may take the bot's hand for.
    """
    if judged is None:
        judged = fast.judge_some(here.other.hands, here.other.chances, book, shapes)
    theirs = here.own.few(hands)
    seen = fast.judge_some(theirs.hands, theirs.chances, book, shapes)
    truth = fast.judge_some(np.array([here.hand], dtype=np.uint32), np.ones(1), book, shapes)
    gains = {kind: here.use(kind) * fast.bits(judged[:, COLUMN[kind][0]]) for kind in terms.kinds}
    wants = np.stack([fast.bits(seen[:, COLUMN[kind][0]]) for kind in terms.kinds])
    first = wants.argmax(0)
    told, given = np.zeros((2, shapes.size))
    for number, kind in enumerate(terms.kinds):
        column, takes = COLUMN[kind][0], first == number
        expects = np.where(truth[:, column] > 0.5, seen[:, column], 1 - seen[:, column])
        given[takes] = np.abs(np.log2(np.clip(expects[takes], 0.5 / hands, 1.0)))
        told[takes] = np.max([gains[other] for other in terms.kinds if other is not kind], axis=0)[takes]
    values = here.chance(np.maximum(here.mine - told, 0), np.maximum(here.theirs - here.minded * given, 0), moving=False)
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
    theirs = max(0.0, here.theirs - here.losses[2])
    right, wrong = here.other.split_bits
    hit = np.ones_like(right) if here.cards == 1 else here.chance(right, np.full_like(right, here.theirs), False, cards=here.cards - 1)
    missed = here.chance(wrong, np.full_like(wrong, theirs), False, lives=max(1, here.lives - 1))
    for place, likely in enumerate(here.other.letters):
        if likely < FAINT:
            continue
        value = float(likely * hit[place])
        if likely < 1 - EPSILON and here.lives > 1:
            value += float((1 - likely) * missed[place])
        moves.append((value, Move(Verb.GUESS, ALPHABET[place])))
    return moves


def mixed(options: Sequence[tuple[float, Move]]) -> Mapping[Move, float]:
    """Moves that are nearly as good as the best, with chances that fall with their worth: the best alone would be foretold.

    A win that is sure is taken.
    """
    best = max(value for value, _ in options)
    within = EPSILON if best > 1 - EPSILON else WITHIN
    weights = {move: exp((value - best) / TEMPER) for value, move in options if value > best - within}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


def guessed(options: Sequence[tuple[float, Move]], other: Belief) -> Mapping[Move, float]:
    """The mixture of guesses. In the place of the best hand it names any that is nearly as likely, in proportion to its chance.

    An opponent who knows which hand is thought likeliest never has that one.
    """
    named = mixed(options)
    best = next((move for move in named if move.verb is Verb.HAND), None)
    if best is None:
        return named
    likely = np.flatnonzero(other.chances >= ALIKE * other.chances.max())
    chances = other.chances[likely] / other.chances[likely].sum()
    hands = {Move(Verb.HAND, belief.named(int(hand))): float(part) for hand, part in zip(other.hands[likely], chances, strict=True)}
    return {**{move: part for move, part in named.items() if move != best}, **{move: named[best] * part for move, part in hands.items()}}


def hints(view: View, here: Sight) -> dict[Kind, float]:
    """The worth of each kind of hint that is left; the other seat then takes its best one, if it has yet to choose."""
    assert view.last is not None
    gains = {kind: here.use(kind) * bits for kind, bits in expected(view, here.other).items()}
    left = [kind for kind in view.terms.kinds if kind not in view.last.taken]
    given = dict.fromkeys(left, 0.0)
    if view.last.seat is not view.eye:
        wants, shape = expected(view, here.own), belief.shape(view.last.what, view.terms.each)
        for kind in left:
            taken = max((other for other in left if other is not kind), key=wants.__getitem__)
            truth = belief.answers(np.array([here.hand], dtype=np.uint32), shape, taken)
            given[kind] = here.minded * surprise(float(here.own.chances[belief.answers(here.own.hands, shape, taken) == truth].sum()))
    moving = view.last.seat is not view.eye
    mine, theirs = (np.array([max(0.0, bits - less[kind]) for kind in left]) for bits, less in ((here.mine, gains), (here.theirs, given)))
    return dict(zip(left, here.chance(mine, theirs, moving).tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Strong(Worded):
    """Makes the move with the best chance to win, one move ahead.

    It computes the exact belief about the other hand, and the other seat's belief about its own. A word is good if it splits the other hand
    and its answer about the bot's hand is no surprise. It guesses and names if that is worth more than the best word. Its letters are held,
    picked and lost by lot, from mixtures that tell next to nothing to a player who knows them.

    Attributes:
        habits: how it holds and picks its letters.
        assumed: how it takes the other seat to do so.
        taken: how it thinks that the other seat takes it to do so.
    """

    habits: Habits = MIXTURE
    assumed: Assumed = ASSUMED
    taken: Assumed = KNOWN

    def warm(self) -> None:
        """As the others, and have the prior of its own hand ready."""
        Worded.warm(self)
        for holds in range(SETTLED + 1):
            public(self.terms.offers, holds, self.taken, self.terms.sizes)

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A legal move."""
        assert view.own is not None
        match view.phase:
            case Phase.HOLD:
                return Move(Verb.HOLD, self.hold(view.own.hand, source))
            case Phase.PICK:
                return Move(Verb.PICK, self.pick(view.own.dealt[0], source))
            case Phase.TURN | Phase.HINT | Phase.LOSE:
                chances = self.chances(view, budget, source)
                return list(chances)[source.weighted(list(chances.values()))]
            case Phase.FIRST:
                return Move(Verb.FIRST, view.near.value)
            case _:
                return decision.sample(source)

    def sight(self, view: View) -> Sight:
        """The race as it sees it."""
        return sight(view, self.assumed, self.taken)

    def hold(self, hand: Letters, source: RandomSource) -> Letters:
        """Which letters of a hand it holds: each by its own chance (R4)."""
        chances = self.habits.held(numbers(hand)).tolist()
        return "".join(letter for letter, chance in zip(hand, chances, strict=True) if source.weighted([chance, 1 - chance]) == 0)

    def pick(self, offer: Letters, source: RandomSource) -> Letters:
        """Which letters of an offer it picks (R8)."""
        hand = self.terms.sizes.hand
        chances = self.habits.picked(numbers(offer)[None], hand)[0].tolist()
        return "".join(offer[place] for place in places(len(offer), hand)[source.weighted(chances)])

    def chances(self, view: View, budget: Budget, source: RandomSource) -> Mapping[Move, float]:
        """The moves among which it chooses by lot once the hands are final, with their chances. `source` serves only if time is short."""
        here = self.sight(view)
        if view.phase is Phase.TURN:
            return self._turn(view, here, budget, source)
        if view.phase is Phase.HINT:
            return mixed([(value, Move(Verb.HINT, kind)) for kind, value in self.judged_hints(view, here, source).items()])
        held, chances, _ = here.losses
        return {Move(Verb.LOSE, letter): float(chance) for letter, chance in zip(held, chances, strict=True)}

    def _turn(self, view: View, here: Sight, budget: Budget, source: RandomSource) -> Mapping[Move, float]:
        options = guesses(here)
        guess, value = guessed(options, here.other), max(options, key=lambda pair: pair[0])[0]
        if value == 1 or self.terms.over_words(view.turn):
            return guess
        value += self.haste(view)
        judged = self.judged_words(view, here, budget, source)
        if not judged.shapes.size or judged.values.max() <= value:
            return guess
        return self._best(judged, value, view) or guess

    def haste(self, view: View) -> float:
        """By how much it overrates a guess that is not sure."""
        return 0.0

    def judged_words(self, view: View, here: Sight, budget: Budget, source: RandomSource) -> Words:
        """The words that it considers."""
        book = self.words.book
        if budget.spent():
            return words(self.terms, here, book, some_shapes(self.words, source))
        return best_words(self.terms, here, book, budget)

    def judged_hints(self, view: View, here: Sight, source: RandomSource) -> Mapping[Kind, float]:
        """The worth to it of each hint that it can choose."""
        return hints(view, here)

    def spoken(self, shape: int) -> list[str]:
        """The words of a shape that it knows."""
        return self.words.book.words(shape)

    def _best(self, judged: Words, value: float, view: View) -> Mapping[Move, float]:
        """The best words that are worth more than this: each of their shapes is as likely; empty if all have been played."""
        order = np.argsort(-judged.values, kind="stable")
        order = order[judged.values[order] > value]
        good = int((judged.values[order] >= judged.values[order[0]] - NEAR).sum())
        fresh: list[list[str]] = []
        used = vocabulary.used(view)
        for number, shape in enumerate(judged.shapes[order]):
            if number >= good and fresh:
                break
            if unplayed := [word for word in self.spoken(int(shape)) if word not in used]:
                fresh.append(unplayed)
        return {Move(Verb.WORD, word): 1 / len(fresh) / len(some) for some in fresh for word in some}
