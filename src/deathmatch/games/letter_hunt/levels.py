"""The levels: bots of ascending skill, from somebody who has just read the rules to `strong`."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core.bots import AnyBot, Budget, FittedLevels, SkillScale, fitted
from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import Seat
from deathmatch.core.speech import mark, say
from deathmatch.games.letter_hunt import belief, bot, deduction, fast
from deathmatch.games.letter_hunt.belief import ANYBODY, Belief, Floats, Habits
from deathmatch.games.letter_hunt.deduction import Ints, mask
from deathmatch.games.letter_hunt.values import Kind, Letters, Taken, Terms
from deathmatch.games.letter_hunt.view import View

if TYPE_CHECKING:
    from deathmatch.games.letter_hunt import LetterHunt


# --- A bot of any skill: it plays as `strong` does, but overlooks things, as people do


UNHEARD: Final = 1.0  # bits that losing a letter gives away, for a player who does not think of the other side
_STEPS: Final = 1 << 64


@dataclass(frozen=True, slots=True)
class Knobs:
    """How much a bot sees, and how much it overlooks.

    Attributes:
        words: how many words it knows, the commonest first; None for all, and then all of them come to mind.
        ideas: how many of them come to mind in a turn.
        hands: how many possible hands it pictures to compare words and hints; None for all.
        crossed: the chance that it keeps a hint in mind which crosses letters off.
        linked: the same for a hint that only says something about letters together.
        minded: the part of the information given away that it thinks of.
        haste: by how much of the chance to win it guesses too early or too late, at most.
        common: how far it prefers common letters for its hand.
    """

    words: int | None
    ideas: int
    hands: int | None
    crossed: float
    linked: float
    minded: float
    haste: float
    common: float


@dataclass(frozen=True, slots=True, eq=False)
class Glance(bot.Sight):
    """The race for a player who does not reckon the other seat's knowledge, and takes it to know as much as it does itself."""

    @property
    def losses(self) -> tuple[Letters, Floats, float]:
        """Any letter, as likely."""
        return deduction.named(self.hand), np.full(self.lives, 1 / self.lives), UNHEARD


@dataclass(frozen=True, slots=True)
class Learner(bot.Strong):
    """Plays as `strong` does, with less knowledge and fewer thoughts.

    A hint that it does not note at once stays unnoted for the rest of the match. Which ones these are depends on the letters that it was
    dealt, so nobody else can foretell it.

    Attributes:
        knobs: its sight and its blindness.
    """

    knobs: Knobs = Knobs(None, 0, None, 1.0, 1.0, 1.0, 0.0, 0.0)

    def warm(self) -> None:
        """As the others, and know which words are common."""
        if self.knobs.minded:
            bot.Strong.warm(self)
        else:
            bot.Worded.warm(self)
        if self.knobs.words is not None:
            bot.commonest_first(self.words)

    def sight(self, view: View) -> bot.Sight:
        """The race as it sees it."""
        noted = self.noted(view)
        other = belief.of_other(noted, self.assumed)
        if not self.knobs.minded:
            assert view.own is not None
            hand, cards = mask(view.own.hand), view.cards
            return Glance(other, other, hand, other.bits, other.bits, len(view.own.hand), cards[view.near.other], 0.0, self.knobs.linked)
        here = bot.believing(noted, other, self.taken)  # it takes the other seat to miss as much
        return replace(
            here, theirs=here.mine + self.knobs.minded * (here.theirs - here.mine), minded=self.knobs.minded, linked=self.knobs.linked
        )

    def noted(self, view: View) -> View:
        """The view without the hints that it has not noted."""
        turns = list(view.turns)
        for number, turn in enumerate(turns):
            for seat in (Seat.A, Seat.B):
                taken = turn.hints[seat]
                if taken is not None and taken.result is not None and self._lot(view, f"{number}{seat}") >= self._kept(taken):
                    turn = replace(turn, hints=turn.hints.put(seat, Taken(taken.kind)))
            turns[number] = turn
        return replace(view, turns=tuple(turns))

    def _kept(self, taken: Taken) -> float:
        """The chance that it keeps a hint in mind."""
        crosses = (taken.kind, taken.result) in {(Kind.NONE, True), (Kind.ANY, False)}
        return self.knobs.crossed if crosses else self.knobs.linked

    @staticmethod
    def _lot(view: View, of: str) -> float:
        """A number from 0 to 1 that stays the same throughout a match, and that its own letters decide."""
        assert view.own is not None
        known = f"{view.own.dealt} {view.own.kept} {of}"
        return int.from_bytes(hashlib.blake2b(known.encode(), digest_size=8).digest(), "big") / _STEPS

    def haste(self, view: View) -> float:
        """In some matches it guesses too early, in others too late."""
        return self.knobs.haste * (2 * self._lot(view, "haste") - 1)

    def judged_words(self, view: View, here: bot.Sight, budget: Budget, source: RandomSource) -> bot.Words:
        """Those of the words that come to mind which have not been played."""
        book, knobs = self.words.book, self.knobs
        if knobs.words is None:
            return bot.best_words(self.terms, here, book, budget)
        shapes = self._ideas(view, min(knobs.ideas, bot.HASTY) if budget.spent() else knobs.ideas, source)
        pictured = self._pictured(here.other, source)
        judged = fast.judge_some(pictured.hands, pictured.chances, book, shapes)
        return bot.words(self.terms, here, book, shapes, judged, bot.ROUGH)

    def spoken(self, shape: int) -> list[str]:
        """The words that this bot knows of."""
        if self.knobs.words is None:
            return bot.Strong.spoken(self, shape)
        first, last = self.words.book.first[shape : shape + 2].tolist()
        places = bot.rareness(self.words)[first:last].tolist()
        return [self.words.book.word(number) for number, place in enumerate(places, first) if place < self.knobs.words]

    def _ideas(self, view: View, count: int, source: RandomSource) -> Ints:
        """The shapes of some words that it knows and that were not played, by lot."""
        known = bot.commonest_first(self.words)[: self.knobs.words]
        if not known.size:
            return known
        used = bot.used_words(view)
        start, step = source.below(known.size), 1 + source.below(max(1, known.size - 1))
        some = known[(start + step * np.arange(count + len(used))) % known.size]
        fresh = [number for number in some.tolist() if self.words.book.word(number) not in used]
        return self.words.shapes(np.unique(np.array(fresh[:count], dtype=np.int64)))

    def _pictured(self, other: Belief, source: RandomSource) -> Belief:
        """Some of the possible hands, by lot, in the place of all."""
        count = self.knobs.hands
        if count is None or count >= other.hands.size:
            return other
        return other.at((np.arange(count) + np.array([source.unit() for _ in range(count)])) / count)

    def judged_hints(self, view: View, here: bot.Sight, source: RandomSource) -> Mapping[Kind, float]:
        """The worth to it of each hint that it can choose."""
        return bot.hints(view, replace(here, other=self._pictured(here.other, source)))


PACKAGE: Final = "deathmatch.games.letter_hunt"
WATCHES: Final = 0.35  # the skill from which a player thinks of what it gives away
ALL_WORDS: Final = 0.78  # the skill from which all words of the list come to mind


def knobs(skill: float) -> Knobs:
    """The knobs of a skill below 1."""
    grown = min(1.0, skill / ALL_WORDS)
    sees_all = skill >= ALL_WORDS
    return Knobs(
        words=None if sees_all else round(2000 * 20**grown),
        ideas=round(2 * 1500**grown),
        hands=None if sees_all else round(3 * 100**grown),
        crossed=min(1.0, 0.35 + 1.4 * skill),
        linked=skill,
        minded=max(0.0, (skill - WATCHES) / (1 - WATCHES)),
        haste=0.1 * (1 - skill),
        common=1 - skill,
    )


def habits(common: float) -> Habits:
    """The mixture of `strong`, or as far as that a preference for common letters."""
    hold = tuple(common * liked + (1 - common) * mixed for liked, mixed in zip(bot.COMMON_LETTERS.hold, bot.MIXTURE.hold, strict=True))
    return Habits(hold, tuple(share ** (2 * common) for share in bot.SHARE))


def bot_of(terms: Terms, skill: float) -> AnyBot:
    """The bot of a skill: `strong` at 1."""
    if skill >= 1:
        return bot.Strong(terms)
    turned = knobs(skill)
    assumed = bot.ASSUMED if turned.minded else ANYBODY
    return Learner(terms, None, habits(turned.common), assumed, knobs=turned)


_ABOUT: Final = (
    mark("Plays one of the first everyday words that come to mind, and overlooks about half of the hints that cross letters off."),
    mark("Compares some everyday words, overlooks about one in three of the hints that cross letters off, and seldom uses any other."),
    mark("Compares more words and overlooks only about one in five of the hints that cross letters off, but forgets most of the others."),
    mark("Overlooks about one in seven of the hints that cross letters off, and forgets about two in three of the others."),
    mark("Overlooks hardly any hint that crosses letters off, but forgets more of the others than it keeps."),
    mark("Crosses off every letter that it can, keeps about half of the other hints in mind, and begins to guard its own letters."),
    mark("Forgets only some hints, and weighs the information that a word brings against your share of it."),
    mark("Knows every word of the list and forgets few hints, but takes the information that its words give you a little too lightly."),
    mark("Forgets nothing, knows every word of the list, and weighs its own gain from a word against yours."),
)

_SKILLS: Final = (0.12, 0.22, 0.335, 0.362, 0.41, 0.53, 0.7, 0.88, 1.0)
"""The skill that each sentence is of, about."""


def about(skill: float) -> str:
    """The sentence on a skill: that of the nearest."""
    return say(_ABOUT[min(range(len(_SKILLS)), key=lambda place: abs(_SKILLS[place] - skill))])


def levels(game: LetterHunt) -> SkillScale:
    """The capability."""
    terms, name = game.terms, game.terms.variation.value
    return FittedLevels(PACKAGE, name, partial(bot_of, terms), lambda level: about(fitted(PACKAGE, name)[level - 1]))
