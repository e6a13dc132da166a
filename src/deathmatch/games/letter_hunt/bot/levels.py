"""The levels: bots of ascending skill, from somebody who has just read the rules to `strong`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import AnyBot, FittedLevels, SkillScale, fitted
from deathmatch.core.speech import mark, say
from deathmatch.games.letter_hunt.bot.habits import ASSUMED, COMMON_LETTERS, MIXTURE, SHARE
from deathmatch.games.letter_hunt.bot.learner import Knobs, Learner
from deathmatch.games.letter_hunt.bot.strong import Strong
from deathmatch.games.letter_hunt.priors import ANYBODY, Habits
from deathmatch.games.letter_hunt.values import Terms

if TYPE_CHECKING:
    from deathmatch.games.letter_hunt.game import LetterHunt

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
    hold = tuple(common * liked + (1 - common) * mixed for liked, mixed in zip(COMMON_LETTERS.hold, MIXTURE.hold, strict=True))
    return Habits(hold, tuple(share ** (2 * common) for share in SHARE))


def bot(terms: Terms, skill: float) -> AnyBot:
    """The bot of a skill: `strong` at 1."""
    if skill >= 1:
        return Strong(terms)
    turned = knobs(skill)
    assumed = ASSUMED if turned.minded else ANYBODY
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
    return FittedLevels(PACKAGE, name, partial(bot, terms), lambda level: about(fitted(PACKAGE, name)[level - 1]))
