"""A bot of any skill: it plays as `strong` does, but overlooks things, as people do."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import Seat
from deathmatch.games.letter_hunt import belief, fast
from deathmatch.games.letter_hunt.belief import Belief
from deathmatch.games.letter_hunt.bot import vocabulary
from deathmatch.games.letter_hunt.bot.plain import HASTY, Worded
from deathmatch.games.letter_hunt.bot.sight import Sight, believing
from deathmatch.games.letter_hunt.bot.strong import ROUGH, Strong, Words, best_words, hints, words
from deathmatch.games.letter_hunt.priors import Floats, Ints, mask
from deathmatch.games.letter_hunt.values import Kind, Letters, Taken
from deathmatch.games.letter_hunt.view import View

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
class Glance(Sight):
    """The race for a player who does not reckon the other seat's knowledge, and takes it to know as much as it does itself."""

    @property
    def losses(self) -> tuple[Letters, Floats, float]:
        """Any letter, as likely."""
        return belief.named(self.hand), np.full(self.lives, 1 / self.lives), UNHEARD


@dataclass(frozen=True, slots=True)
class Learner(Strong):
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
            Strong.warm(self)
        else:
            Worded.warm(self)
        if self.knobs.words is not None:
            vocabulary.commonest_first(self.words)

    def sight(self, view: View) -> Sight:
        """The race as it sees it."""
        noted = self.noted(view)
        other = belief.of_other(noted, self.assumed)
        if not self.knobs.minded:
            assert view.own is not None
            hand, cards = mask(view.own.hand), view.cards
            return Glance(other, other, hand, other.bits, other.bits, len(view.own.hand), cards[view.near.other], 0.0, self.knobs.linked)
        here = believing(noted, other, self.taken)  # it takes the other seat to miss as much
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

    def judged_words(self, view: View, here: Sight, budget: Budget, source: RandomSource) -> Words:
        """Those of the words that come to mind which have not been played."""
        book, knobs = self.words.book, self.knobs
        if knobs.words is None:
            return best_words(self.terms, here, book, budget)
        shapes = self._ideas(view, min(knobs.ideas, HASTY) if budget.spent() else knobs.ideas, source)
        pictured = self._pictured(here.other, source)
        judged = fast.judge_some(pictured.hands, pictured.chances, book, shapes)
        return words(self.terms, here, book, shapes, judged, ROUGH)

    def spoken(self, shape: int) -> list[str]:
        """See `Strong`."""
        if self.knobs.words is None:
            return Strong.spoken(self, shape)
        first, last = self.words.book.first[shape : shape + 2].tolist()
        places = vocabulary.rareness(self.words)[first:last].tolist()
        return [self.words.book.word(number) for number, place in enumerate(places, first) if place < self.knobs.words]

    def _ideas(self, view: View, count: int, source: RandomSource) -> Ints:
        """The shapes of some words that it knows and that were not played, by lot."""
        known = vocabulary.commonest_first(self.words)[: self.knobs.words]
        if not known.size:
            return known
        used = vocabulary.used(view)
        start, step = source.below(known.size), 1 + source.below(max(1, known.size - 1))
        some = known[(start + step * np.arange(count + len(used))) % known.size]
        fresh = [number for number in some.tolist() if self.words.book.word(number) not in used]
        return self.words.shapes(np.unique(np.array(fresh[:count], dtype=np.int64)))

    def _pictured(self, other: Belief, source: RandomSource) -> Belief:
        """Some of the possible hands, by lot, in the place of all."""
        count = self.knobs.hands
        if count is None or count >= other.hands.size:
            return other
        marks = (np.arange(count) + np.array([source.unit() for _ in range(count)])) / count
        places = np.minimum(np.searchsorted(np.cumsum(other.chances), marks), other.hands.size - 1)
        places, counts = np.unique(places, return_counts=True)
        return Belief(other.hands[places], counts / count)

    def judged_hints(self, view: View, here: Sight, source: RandomSource) -> Mapping[Kind, float]:
        """The worth to it of each hint that it can choose."""
        return hints(view, replace(here, other=self._pictured(here.other, source)))
