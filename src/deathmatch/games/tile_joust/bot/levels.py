"""The levels: how the mistakes of a `Fallible` shrink with skill, up to `strong`, which makes none of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import AnyBot, FittedLevels, SkillScale
from deathmatch.core.speech import say
from deathmatch.games.tile_joust.bot.fallible import Fallible, Knobs
from deathmatch.games.tile_joust.bot.strong import SINGLE, WHOLE, WORLDS, Strong
from deathmatch.games.tile_joust.values import Terms

if TYPE_CHECKING:
    from deathmatch.games.tile_joust.game import TileJoust

PACKAGE: Final = "deathmatch.games.tile_joust"


def knobs(skill: float) -> Knobs:
    """The mistakes of a skill from 0 to 1."""
    missing = 1 - skill
    return Knobs(
        worlds=1 + (WORLDS - 1) * max(0.0, 1 - 2.5 * missing),
        whole=WHOLE * max(0.0, 1 - 1.2 * missing),
        single=SINGLE * max(0.0, 1 - 1.1 * missing),
        astray=1.0 * missing,
        guess=8.0 * missing,
        blur=2.0 * missing,
        naive=missing,
        plodding=min(1.0, missing / 0.3),
    )


def bot(terms: Terms, skill: float) -> AnyBot:
    """The bot of a skill: `strong` at 1."""
    return Strong(terms) if skill >= 1 else Fallible(terms, knobs(skill))


def told() -> tuple[str, ...]:
    """A sentence on the play of each level, weakest first."""
    return (
        say("Takes high numbers for good tiles, misjudges their worth, and jousts by feel."),
        say("Guesses prices a little better, but thinks little of small tiles and mostly jousts by feel."),
        say("Works a joust out once few tiles are left; before that it guesses your total."),
        say("Begins to see the worth of small tiles, but its prices are still rough."),
        say("Rates tiles more by their use in a joust than by number, but mostly raises by one chip."),
        say("Concludes much from the tiles it knows, and works out most jousts for a few hands of yours."),
        say("Bids and jousts with few mistakes, and thinks of several hands that you may have."),
        say("Solves the auctions to the end of the match almost without mistakes, and each joust for many hands of yours."),
    )


def levels(game: TileJoust) -> SkillScale:
    """The capability `levels`."""
    terms = game.terms
    return FittedLevels(PACKAGE, terms.variation.value, partial(bot, terms), lambda level: told()[level - 1])
