"""The bot `strong`: plays for the chance to win the race, and weighs what a word gives away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from deathmatch.core.bots import Budget
from deathmatch.core.chance import Source
from deathmatch.core.game import Decision
from deathmatch.games.letter_hunt import belief, fast
from deathmatch.games.letter_hunt.belief import Belief
from deathmatch.games.letter_hunt.bot import vocabulary
from deathmatch.games.letter_hunt.bot.plain import Worded, decision_hand, expected, second_best, some_shapes
from deathmatch.games.letter_hunt.bot.worth import chance
from deathmatch.games.letter_hunt.fast import COLUMN, Floats, Ints
from deathmatch.games.letter_hunt.values import ALPHABET, Kind, Move, Phase, Verb
from deathmatch.games.letter_hunt.view import View

WIDE: Final = 1500  # shapes of words, the best for oneself, of which is asked what they give away
THIN: Final = 2000  # hands that stand for all that the other seat may take the own hand for
FAINT: Final = 0.02  # a letter less likely than this is not guessed


@dataclass(frozen=True, slots=True)
class Sight:
    """Both sides of the race, as a seat sees them.

    Attributes:
        other: what it believes of the other hand.
        own: what it takes the other seat to believe of its own.
        hand: its own, as a bit mask.
        mine: how many bits it lacks.
        theirs: how many bits the other seat lacks: how surprised it would be by the own hand.
        lives, cards: letters in the own hand, and in the other.
    """

    other: Belief
    own: Belief
    hand: int
    mine: float
    theirs: float
    lives: int
    cards: int


def sight(view: View) -> Sight:
    """What a seat sees of the race."""
    other = belief.of_other(view)
    own = belief.of_own(view).clear_of(other)
    hand = belief.mask(decision_hand(view))
    share = float(own.chances[own.hands == hand].sum())
    return Sight(other, own, hand, other.bits, -float(np.log2(max(share, 1e-9))), view.cards[view.near], view.cards[view.near.other])


def thinned(hand: Belief) -> Belief:
    """A belief in few hands that stands for another: hands at even steps of the chances added up."""
    if hand.hands.size <= THIN:
        return hand
    places = np.searchsorted(np.cumsum(hand.chances), (np.arange(THIN) + 0.5) / THIN)
    places, counts = np.unique(np.minimum(places, hand.hands.size - 1), return_counts=True)
    return Belief(hand.hands[places], counts / THIN)


@dataclass(frozen=True, slots=True)
class Strong(Worded):
    """Plays for the chance to win, one move ahead."""

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: Source, /) -> Move:
        """A legal move."""
        match view.phase:
            case Phase.TURN:
                return self._turn(view, budget, source)
            case Phase.HINT:
                return self._hint(view)
            case Phase.LOSE:
                return Move(Verb.LOSE, surest(sight(view))[0])
            case Phase.HOLD:
                return Move(Verb.HOLD, "")
            case Phase.FIRST:
                return Move(Verb.FIRST, view.near.value)
            case _:
                return decision.sample(source)

    def _turn(self, view: View, budget: Budget, source: Source) -> Move:
        here = sight(view)
        hand, sure = here.other.best
        moves = [(sure, Move(Verb.HAND, belief.named(hand))), *self._guesses(here)]
        value, move = max(moves, key=lambda pair: pair[0])
        if sure == 1 or self.terms.over_words(view.turn):
            return move
        shapes, values = self._words(here, budget, source)
        better = values > value
        order = np.argsort(-values[better], kind="stable")
        word = self.words.of(shapes[better][order], vocabulary.used(view), source)
        return move if word is None else Move(Verb.WORD, word)

    def _guesses(self, here: Sight) -> list[tuple[float, Move]]:
        """What each letter is worth to guess."""
        found = []
        lost = here.theirs - surest(here)[1]
        for place, likely in enumerate(here.other.letters):
            if likely < FAINT:
                continue
            has = (here.other.hands >> np.uint32(place)) & 1 == 1
            right, wrong = here.other.given(has), here.other.given(~has)
            value = 0.0
            if right is not None:
                value = likely * (1.0 if here.cards == 1 else _after(here, right.bits, here.theirs, cards=here.cards - 1))
            if wrong is not None and here.lives > 1:
                value += (1 - likely) * _after(here, wrong.bits, lost, lives=here.lives - 1)
            found.append((float(value), Move(Verb.GUESS, ALPHABET[place])))
        return found

    def _words(self, here: Sight, budget: Budget, source: Source) -> tuple[Ints, Floats]:
        """Words, by the number of their shape, and what each is worth."""
        book, terms = self.words.book, self.terms
        if budget.spent():
            shapes = some_shapes(self.words, source)
            judged = fast.judge_some(here.other.hands, here.other.chances, book, shapes)
        else:
            judged = fast.judge(here.other.hands, here.other.chances, book)
            told = second_best(terms, judged)
            shapes = np.argpartition(-told, WIDE)[:WIDE] if told.size > WIDE else np.arange(told.size)
            judged = judged[shapes]
        if not shapes.size:
            return shapes, np.zeros(0)
        theirs = thinned(here.own)
        seen = fast.judge_some(theirs.hands, theirs.chances, book, shapes)
        gains = {kind: fast.bits(judged[:, COLUMN[kind][0]]) for kind in terms.kinds}
        wants = np.stack([fast.bits(seen[:, COLUMN[kind][0]]) for kind in terms.kinds])
        truth = np.empty_like(seen)
        fast.ask_each(np.array([here.hand], dtype=np.uint32), np.ones(1), book.letters[shapes], book.odd[shapes], book.once[shapes], truth)
        values = np.zeros(shapes.size)
        first = wants.argmax(0)
        for number, kind in enumerate(terms.kinds):
            rest = np.max([gains[other] for other in terms.kinds if other is not kind], axis=0)
            column = COLUMN[kind][0]
            told = np.where(truth[:, column] > 0.5, seen[:, column], 1 - seen[:, column])
            gone = -np.log2(np.maximum(told, 0.5 / THIN))
            value = chance(np.maximum(here.mine - rest, 0), np.maximum(here.theirs - gone, 0), here.lives, here.cards, False)
            values += np.where(first == number, value, 0.0)
        return shapes, values

    def _hint(self, view: View) -> Move:
        """The kind that is best for the race; what the other seat may then take counts too."""
        assert view.last is not None
        here = sight(view)
        gains = expected(view, here.other)
        left = [kind for kind in view.terms.kinds if kind not in view.last.taken]
        if view.last.seat is view.eye:  # the other seat has chosen already
            return Move(Verb.HINT, max(left, key=gains.__getitem__))
        wants = expected(view, here.own)
        shape = belief.shape(view.last.what, view.terms.each)

        def value(kind: Kind) -> float:
            taken = max((other for other in left if other is not kind), key=wants.__getitem__)
            same = belief.answers(here.own.hands, shape, taken) == belief.answers(np.array([here.hand], dtype=np.uint32), shape, taken)
            gone = -np.log2(here.own.chances[same].sum())
            mine, theirs = max(0.0, here.mine - gains[kind]), max(0.0, here.theirs - gone)
            return float(chance(np.array(mine), np.array(theirs), here.lives, here.cards, True))

        return Move(Verb.HINT, max(left, key=value))


def surest(here: Sight) -> tuple[str, float]:
    """The letter of the own hand that it costs least to lose, and the bits that the other seat learns from it."""
    chances = here.own.letters
    held = [place for place in range(len(ALPHABET)) if here.hand >> place & 1]
    place = max(held, key=lambda place: float(chances[place]))
    return ALPHABET[place], -float(np.log2(max(chances[place], 1e-9)))


def _after(here: Sight, mine: float, theirs: float, lives: int | None = None, cards: int | None = None) -> float:
    """The chance to win with the other seat to move."""
    lives, cards = lives or here.lives, cards or here.cards
    return float(chance(np.array(mine), np.array(max(0.0, theirs)), lives, cards, False))
