"""The bots, weakest first: `random`, `steady`, `strong`. They see views only; docs/bots.md says how they think and how strong they are."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb, exp
from typing import TYPE_CHECKING, Final, TypeVar
from zlib import crc32

import numpy as np

from deathmatch.core.bots import AnyBot, Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision, Resources
from deathmatch.core.seats import certain
from deathmatch.games.letter_hunt import belief, deduction, fast, lexicon
from deathmatch.games.letter_hunt.fast import COLUMN, Ints, Judged, WordTable
from deathmatch.games.letter_hunt.values import ALPHABET, Kind, Letters, Move, Phase, Terms, Verb, without
from deathmatch.games.letter_hunt.view import View

if TYPE_CHECKING:
    from deathmatch.games.letter_hunt import LetterHunt


# --- The worth of a position to a seat: its chance to win, from the missing knowledge of either hand. Fitted to matches of `strong`


LEAD: Final = 0.47  # for each bit that the other seat lacks more
LATE: Final = 0.58  # the same, and
TEMPO: Final = 0.84  # to be the one that moves, both of which count in full at the end and less while much is unknown
HAND_KNOWN: Final = 0.3  # to know the other hand
BEHIND: Final = -0.3  # the other seat knows its own hand, and so a little more than the public
FAR: Final = 4.0  # bits, of both seats together, from which the end is half in sight


def features(mine: belief.Floats, theirs: belief.Floats, moving: bool) -> belief.Floats:
    """What the chance to win depends on, shape (..., 5), in the order of the figures above.

    Args:
        mine: bits that the seat lacks of the other hand, of any shape.
        theirs: bits that the other seat lacks of its own.
        moving: whether the seat is to move, else the other.
    """
    near = 1 / (1 + (mine + theirs) / FAR)
    lead = theirs - mine
    return np.stack([lead, lead * near, near if moving else -near, np.exp2(-mine), np.ones_like(near)], axis=-1)


def chance(mine: belief.Floats, theirs: belief.Floats, moving: bool) -> belief.Floats:
    """The chance to win, of the same shape."""
    chances: belief.Floats = 1 / (1 + np.exp(-features(mine, theirs, moving) @ np.array([LEAD, LATE, TEMPO, HAND_KNOWN, BEHIND])))
    return chances


# --- The words that a bot knows


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
    sizes = lexicon.sizes()
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


def used_words(view: View) -> frozenset[str]:
    """The words that were played."""
    return frozenset(turn.what for turn in view.turns)


# --- The mixture by which `strong` holds and picks its letters, and the mixture of players for which it takes the other seat


_SHARE: Final = (0.55, 0.16, 0.32, 0.27, 0.69, 0.10, 0.22, 0.21, 0.60, 0.01, 0.08, 0.40, 0.24)
_SHARE_: Final = (0.49, 0.47, 0.24, 0.02, 0.53, 0.60, 0.48, 0.27, 0.08, 0.07, 0.03, 0.14, 0.04)
SHARE: Final = (*_SHARE, *_SHARE_)
"""The part of the words of the list `open` that have each letter, A to Z."""

MIXTURE: Final = belief.Habits(tuple(round(0.5 * share, 3) for share in SHARE), (1.0,) * len(SHARE))
"""How `strong` chooses: the chance of each letter A to Z to be held, and its weight where five of eight are picked."""

COMMON_LETTERS: Final = belief.Habits(tuple(0.9 if share >= 0.45 else 0.1 for share in SHARE), tuple(share**2 for share in SHARE))
"""A player who likes letters that many words have."""

KNOWN: Final[belief.Assumed] = ((1.0, MIXTURE),)
"""The assumption of a player who knows `strong`."""

ASSUMED: Final[belief.Assumed] = ((0.9, MIXTURE), (0.1, COMMON_LETTERS))
"""The assumption of `strong` about the other seat."""


# --- The race as a seat sees it: its belief about the other hand, and the other seat's belief about its own


THIN: Final = 2000  # hands that stand for all that the other seat may take the bot's hand for
_FAINT: Final = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Both sides of the race, as a seat sees them.

    Attributes:
        other: its belief about the other hand.
        own: the other seat's presumed belief about its own hand.
        hand: its own, as a bit mask.
        mine: bits that it lacks of the other hand.
        theirs: bits that the other seat lacks: how surprised it would be to see the bot's hand.
        lives, cards: letters in the bot's own hand, and in the other.
        minded: the part of the information given away that it counts.
        linked: the part of a hint about letters together that it can use.
        words: how many of the coming turns allow a word, if there are only one or none; else None.
    """

    other: belief.Belief
    own: belief.Belief
    hand: int
    mine: float
    theirs: float
    lives: int
    cards: int
    minded: float = 1.0
    linked: float = 1.0
    words: int | None = None

    def chance(
        self, mine: belief.Floats, theirs: belief.Floats, moving: bool, cards: int | None = None, lives: int | None = None
    ) -> belief.Floats:
        """The chance to win once so many bits are missing on either side, of the same shape.

        Args:
            mine: bits that the seat lacks of the other hand, of any shape.
            theirs: bits that the other seat lacks of its own.
            moving: whether the seat is to move, else the other.
            cards: letters in the other hand, if they have changed.
            lives: letters in the bot's own one, if they have changed.
        """
        if self.words is None:
            return chance(mine, theirs, moving)
        cards, lives = self.cards if cards is None else cards, self.lives if lives is None else lives
        race = with_a_word if self.words else ending_chance
        return race(mine, theirs, cards, lives) if moving else 1 - race(theirs, mine, lives, cards)

    def use(self, kind: Kind) -> float:
        """The part of the information of a kind of hint that it can use."""
        return 1.0 if kind in (Kind.NONE, Kind.ANY) else self.linked

    @property
    def losses(self) -> tuple[Letters, belief.Floats, float]:
        """The letters of the bot's hand, the chance with which each is lost if one must be, and the bits that this tells."""
        held = deduction.named(self.hand)
        shares = lost_shares(self.own.few(FEW))[belief.numbers(held)]
        total = float(shares.sum())
        return held, shares / total, surprise(total)


def surprise(chance: float) -> float:
    """How many bits are learned when something of this chance turns out to be so."""
    return max(0.0, -float(np.log2(max(chance, _FAINT))))


def sight(view: View, assumed: belief.Assumed = belief.ANYBODY, taken: belief.Assumed = belief.ANYBODY) -> Sight:
    """The race as a seat sees it.

    Args:
        view: of the seat.
        assumed: how it takes the other seat to choose its letters.
        taken: how the other seat takes this one to choose its letters.
    """
    return believing(view, belief.of_other(view, assumed), taken)


def believing(view: View, other: belief.Belief, taken: belief.Assumed) -> Sight:
    """The race as a seat sees it that has this belief about the other hand."""
    assert view.own is not None
    own = belief.of_own(view, taken).clear_of(belief.elsewhere(view, other))
    hand = deduction.mask(view.own.hand)
    theirs = surprise(float(own.chances[own.hands == hand].sum()))
    left = 2 * view.terms.turn_limit - view.turn
    words = None if not view.terms.turn_limit or left > 1 else max(0, left)
    return Sight(other, own, hand, other.bits, theirs, len(view.own.hand), view.cards[view.near.other], words=words)


# --- Which letter to hand over (R14), so that the other seat learns as little as possible of the rest of the hand, even if it knows how
# A rule such as "the letter that is most likely" gives away more than the letter: none of the others was more likely. So the letter comes
# from a mixture. For every hand that everybody may believe in there is one; together they are the channel from the hand to the letter with
# the least mutual information, among the channels that name a letter of the hand. Blahut's and Arimoto's algorithm finds it: the chance of
# a letter, given the hand, is in proportion to its chance over all hands.


STEPS: Final = 30
FEW: Final = 500  # hands that stand for all of a belief
_LEAST: Final = 1e-6  # of a letter's share, so that every letter can be handed over


def lost_shares(hand: belief.Belief) -> belief.Floats:
    """How often each letter is handed over, over all hands, shape (26,): a hand hands over its own letters in these proportions."""
    has = has_letters(hand.hands)
    mean = hand.chances @ has
    share: belief.Floats = mean / mean.sum()
    for _ in range(STEPS):
        share = share * ((hand.chances / (has @ share)) @ has)
    share = np.maximum(share, _LEAST)
    share /= share.sum()
    return share


def has_letters(hands: deduction.Masks) -> belief.Floats:
    """Which letters each hand has, as 0.0 and 1.0, shape (n, 26)."""
    found: belief.Floats = (hands[:, None] >> np.arange(len(ALPHABET), dtype=np.uint32) & 1).astype(np.float64)
    return found


# --- The race of guesses that is left once no more words may be played (R16), solved for hands that are equally likely
# Each seat knows that the other hand is some letters out of a number of candidates, all sets of them as likely. The seat to move names the
# hand, or guesses a letter: a hit takes the letter from the other hand, a miss costs one of its own, which the other seat then knows.


MOST: Final = len(ALPHABET)


@lru_cache(maxsize=100_000)
def solved(cards: int, candidates: int, lives: int, exposed: int) -> float:
    """The chance of the seat to move to win.

    Args:
        cards: letters of the other hand, at least 1.
        candidates: letters that may be among them.
        lives: letters of its own hand, at least 1.
        exposed: letters that the other seat takes to be possible there.
    """
    named = 1 / comb(candidates, cards)
    if candidates == cards:
        return 1.0
    hit = 1.0 if cards == 1 else 1 - solved(lives, exposed, cards - 1, candidates - 1)
    missed = 0.0 if lives == 1 else 1 - solved(lives - 1, exposed - 1, cards, candidates - 1)
    likely = cards / candidates
    return max(named, likely * hit + (1 - likely) * missed)


@lru_cache(maxsize=32)
def _table(cards: int, lives: int) -> tuple[belief.Floats, belief.Floats, belief.Floats]:
    """The bits of each number of candidates for either hand, and the chances of all pairs of them."""
    mine, theirs = (np.log2([float(comb(number, size)) for number in range(size, MOST + 1)]) for size in (cards, lives))
    chances = [[solved(cards, one, lives, other) for other in range(lives, MOST + 1)] for one in range(cards, MOST + 1)]
    return mine, theirs, np.array(chances)


def ending_chance(mine: belief.Floats, theirs: belief.Floats, cards: int, lives: int) -> belief.Floats:
    """The chance to win of the seat to move, between whole numbers of candidates by interpolation, of the shape of the bits.

    Args:
        mine: bits that it lacks of the other hand.
        theirs: bits that the other seat lacks of its own.
        cards: letters of the other hand.
        lives: letters of its own.
    """
    rows, columns, chances = _table(cards, lives)
    row, column = (np.interp(bits, grid, np.arange(grid.size)) for bits, grid in ((mine, rows), (theirs, columns)))
    top, left = (np.minimum(place.astype(np.int64), grid.size - 2) for place, grid in ((row, rows), (column, columns)))
    down, right = row - top, column - left
    upper = chances[top, left] * (1 - right) + chances[top, left + 1] * right
    lower = chances[top + 1, left] * (1 - right) + chances[top + 1, left + 1] * right
    found: belief.Floats = upper * (1 - down) + lower * down
    return found


def with_a_word(mine: belief.Floats, theirs: belief.Floats, cards: int, lives: int) -> belief.Floats:
    """The same if the seat to move may play the last word, which tells both seats a bit."""
    guessing = ending_chance(mine, theirs, cards, lives)
    return np.maximum(guessing, 1 - ending_chance(np.maximum(theirs - 1, 0), np.maximum(mine - 1, 0), lives, cards))


# --- The bots `random` and `steady`, and what all bots have in common


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
        return replace(self, known=of(self.terms, resources))

    def warm(self) -> None:
        """Have the kernels and the list that comes with the game ready."""
        fast.warm()
        shipped(self.terms)

    @property
    def words(self) -> Vocabulary:
        """The words at hand."""
        return self.known or shipped(self.terms)


@dataclass(frozen=True, slots=True)
class Random(Worded):
    """Any legal move; of words, those of the list that the match is played with."""

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A legal move."""
        while True:
            move = decision.sample(source)
            if move.verb is not Verb.WORD:
                return move
            if (word := self.words.any(used_words(view), source)) is not None:
                return Move(Verb.WORD, word)


def some_shapes(words: Vocabulary, source: RandomSource) -> Ints:
    """The numbers of some shapes, at random."""
    count = len(words.book)
    return np.array([source.below(count) for _ in range(min(HASTY, count))], dtype=np.int64)


def smallest(values: belief.Floats, count: int) -> Ints:
    """The places of the `count` smallest values, or of all, ascending by value."""
    few = np.argpartition(values, count)[:count] if values.size > count else np.arange(values.size)
    return few[np.argsort(values[few], kind="stable")]


def likeliest_letter(other: belief.Belief) -> tuple[str, float]:
    """The letter that is most likely in a hand, and its chance."""
    chances = other.letters
    place = int(chances.argmax())
    return chr(ord("A") + place), float(chances[place])


def rest_of_hand(view: View) -> Move:
    """All letters of the likeliest hand that this Last Chance has not named yet (as-written W4)."""
    hand, _ = belief.of_other(view).best
    return Move(Verb.HAND, without(deduction.named(hand), view.turns[-1].what))


@dataclass(frozen=True, slots=True)
class Steady(Worded):
    """Computes the exact belief about the other hand, and asks for the most information. It ignores the information that it gives away.

    At the set-up it decides by lot, as it takes the other to do. Of words it plays the one whose second-best hint tells it most, since the
    other seat chooses first. It names the hand once it is all but sure of it; letters it guesses if no word may be played.
    """

    SURE = 0.9  # the chance from which it names the whole hand

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A legal move."""
        match view.phase:
            case Phase.TURN:
                return self._turn(view, budget, source)
            case Phase.LAST:
                return rest_of_hand(view)
            case Phase.HINT:
                told = expected(view, belief.of_other(view))
                return Move(
                    Verb.HINT, max((kind for kind in view.terms.kinds if kind not in certain(view.last).taken), key=told.__getitem__)
                )
            case Phase.LOSE:
                return Move(Verb.LOSE, source.choice(certain(view.own).hand))
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
        return Move(Verb.GUESS, letter) if chance > sure else Move(Verb.HAND, deduction.named(hand))

    def _word(self, view: View, other: belief.Belief, budget: Budget, source: RandomSource) -> str | None:
        """The word that tells it most; None if there is no unused one."""
        words = self.words
        if budget.spent():
            shapes = some_shapes(words, source)
            uneven = second_best(self.terms, fast.judge_some(other.hands, other.chances, words.book, shapes))
        else:
            shapes = np.arange(len(words.book))
            uneven = second_best(self.terms, fast.judge(other.hands, other.chances, words.book))
        few = smallest(uneven, FIRST)
        used = used_words(view)
        return words.of(shapes[few], used, source) or words.of(shapes[np.argsort(uneven, kind="stable")], used, source)


def second_best(terms: Terms, judged: fast.Judged) -> belief.Floats:
    """How even the second-best question is that a word puts, from 0.5 (no question) to 0 (a whole bit), for each word, shape (words,)."""
    first, second, third = (np.abs(judged[:, COLUMN[kind][0]] - np.float32(0.5)) for kind in terms.kinds)
    low, high = np.minimum(first, second), np.maximum(first, second)
    runner_up: belief.Floats = np.maximum(low, np.minimum(high, third))
    return runner_up


def expected(view: View, hand: belief.Belief) -> dict[Kind, float]:
    """How much each kind of hint to the last word would tell about a hand, in bits."""
    shape = deduction.shape(certain(view.last).what, view.terms.each)
    chances = {kind: float(hand.chances[deduction.answers(hand.hands, shape, kind)].sum()) for kind in view.terms.kinds}
    return {kind: float(fast.bits(np.array(chance))) for kind, chance in chances.items()}


# --- The bot `strong`: plays for the chance to win the race, so it weighs the information gained by a word against that given away


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
    values: belief.Floats
    told: belief.Floats
    given: belief.Floats


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
    moves = [(sure, Move(Verb.HAND, deduction.named(hand)))]
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


def guessed(options: Sequence[tuple[float, Move]], other: belief.Belief) -> Mapping[Move, float]:
    """The mixture of guesses. In the place of the best hand it names any that is nearly as likely, in proportion to its chance.

    An opponent who knows which hand is thought likeliest never has that one.
    """
    named = mixed(options)
    best = next((move for move in named if move.verb is Verb.HAND), None)
    if best is None:
        return named
    likely = np.flatnonzero(other.chances >= ALIKE * other.chances.max())
    chances = other.chances[likely] / other.chances[likely].sum()
    hands = {Move(Verb.HAND, deduction.named(int(hand))): float(part) for hand, part in zip(other.hands[likely], chances, strict=True)}
    return {**{move: part for move, part in named.items() if move != best}, **{move: named[best] * part for move, part in hands.items()}}


def hints(view: View, here: Sight) -> dict[Kind, float]:
    """The worth of each kind of hint that is left; the other seat then takes its best one, if it has yet to choose."""
    assert view.last is not None
    gains = {kind: here.use(kind) * bits for kind, bits in expected(view, here.other).items()}
    left = [kind for kind in view.terms.kinds if kind not in view.last.taken]
    given = dict.fromkeys(left, 0.0)
    if view.last.seat is not view.eye:
        wants, shape = expected(view, here.own), deduction.shape(view.last.what, view.terms.each)
        for kind in left:
            taken = max((other for other in left if other is not kind), key=wants.__getitem__)
            truth = deduction.answers(np.array([here.hand], dtype=np.uint32), shape, taken)
            given[kind] = here.minded * surprise(float(here.own.chances[deduction.answers(here.own.hands, shape, taken) == truth].sum()))
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

    habits: belief.Habits = MIXTURE
    assumed: belief.Assumed = ASSUMED
    taken: belief.Assumed = KNOWN

    def warm(self) -> None:
        """As the others, and have the prior of its own hand ready."""
        Worded.warm(self)
        for holds in range(belief.SETTLED + 1):
            belief.public(self.terms.offers, holds, self.taken, self.terms.sizes)

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
            case Phase.LAST:
                return rest_of_hand(view)
            case _:
                return decision.sample(source)

    def sight(self, view: View) -> Sight:
        """The race as it sees it."""
        return sight(view, self.assumed, self.taken)

    def hold(self, hand: Letters, source: RandomSource) -> Letters:
        """Which letters of a hand it holds: each by its own chance (R4)."""
        chances = self.habits.held(belief.numbers(hand)).tolist()
        return "".join(letter for letter, chance in zip(hand, chances, strict=True) if source.weighted([chance, 1 - chance]) == 0)

    def pick(self, offer: Letters, source: RandomSource) -> Letters:
        """Which letters of an offer it picks (R8)."""
        hand = self.terms.sizes.hand
        chances = self.habits.picked(belief.numbers(offer)[None], hand)[0].tolist()
        return "".join(offer[place] for place in deduction.places(len(offer), hand)[source.weighted(chances)])

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
        used = used_words(view)
        for number, shape in enumerate(judged.shapes[order]):
            if number >= good and fresh:
                break
            if unplayed := [word for word in self.spoken(int(shape)) if word not in used]:
                fresh.append(unplayed)
        return {Move(Verb.WORD, word): 1 / len(fresh) / len(some) for some in fresh for word in some}


def bots(game: LetterHunt) -> Mapping[str, AnyBot]:
    """As the capability has it."""
    return {"random": Random(game.terms), "steady": Steady(game.terms), "strong": Strong(game.terms)}
