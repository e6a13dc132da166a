"""The bots of every skill: `level-1` to `level-8`. docs/levels.md has their knobs as a table."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import AnyBot, FittedLevels, SkillScale
from deathmatch.core.speech import mark, say
from deathmatch.games.five_card_trick.bot.skilled import Knobs, Skilled
from deathmatch.games.five_card_trick.bot.strong import Strong
from deathmatch.games.five_card_trick.values import Terms

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick import FiveCardTrick

MIXES: Final = 0.8
"""The skill from which on a player mixes as is best against everything."""

FORESIGHT: Final = 0.7
"""The skill from which on a player counts all of the gain that follows a round."""

_ABOUT: Final = (
    mark("Plays the cards that it happens to like: it sees few choices and thinks little of later rounds."),
    mark("Counts chips, but misses many choices, and often forgets lights, blocks and barred cards."),
    mark("Asks itself what you will play, but often forgets which cards you may not play."),
    mark("Counts what later rounds bring, but misjudges a choice by most of a chip."),
    mark("Thinks many steps ahead of you, but errs by half a chip and minds the score too little."),
    mark("Mixes its choices so that they are hard to guess, but some of them do not come to its mind."),
    mark("Overlooks very little in this round, but looks only one round ahead."),
    mark("Plays as the bot strong: it searches several rounds and plays the last ones perfectly."),
)
"""By level; `tests/games/five_card_trick/test_levels.py` holds the sentences to the knobs."""


def knobs(skill: float) -> Knobs:
    """The errors of a player of a skill below 1."""
    lacks = 1.0 - skill
    return Knobs(
        misjudges=7.0 * lacks**2,
        steps=1.0 + 2.0 * skill / (MIXES - skill) if skill < MIXES else inf,
        misses=0.7 * lacks,
        unseen=0.7 * lacks,
        slips=0.2 * lacks,
        later=min(1.0, skill / FORESIGHT),
        blur=12.0 * lacks,
    )


def bot(terms: Terms, skill: float) -> AnyBot:
    """The bot of a skill: `strong` at 1."""
    return Strong(terms) if skill >= 1.0 else Skilled(terms, knobs(skill))


def levels(game: FiveCardTrick) -> SkillScale:
    """The capability `levels`."""
    terms = game.terms
    return FittedLevels(
        "deathmatch.games.five_card_trick", terms.variation.value, partial(bot, terms), lambda level: say(_ABOUT[level - 1])
    )
