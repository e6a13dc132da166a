"""The levels (core/bots.py, `SkillScale`): bots that see less of the board and look less far, the less skilled they are."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import AnyBot, FittedLevels, SkillScale, fitted
from deathmatch.core.speech import mark, say
from deathmatch.games.guidance_rite.bot.at_once import SearchPlan
from deathmatch.games.guidance_rite.bot.claiming import Dearest
from deathmatch.games.guidance_rite.bot.deep import SearchLimits
from deathmatch.games.guidance_rite.bot.looking import BLUR, STRONG, Looking
from deathmatch.games.guidance_rite.bot.overlooking import Overlooking

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite.game import GuidanceRite

PACKAGE: Final = "deathmatch.games.guidance_rite"


@dataclass(frozen=True, slots=True)
class Knobs:
    """The things in which bots of different skill differ.

    Attributes:
        missed: the part of the other seat's arrows that it overlooks at a decision.
        unread: the part of the other seat's crows, guardians and monsters that it takes for plain pieces.
        positions: that it looks at for a turn.
        depth: turns that it looks ahead, its own included, before captures alone: the mean, by lot the whole number below or above.
        tried: movements that it tries with powers.
        kept: turns with powers or items that it thinks about further.
        uses: of each item, that it looks at.
        answers: how often turns at once are answered by better ones.
        blur: how far off its opinion of an unclaimed piece is, in arrows.
        tries: bouts that it imagines with either seat to begin.
        captures: in a row, that it looks at after a placement.
    """

    missed: float
    unread: float
    positions: int
    depth: float
    tried: int
    kept: int
    uses: int
    answers: int
    blur: float
    tries: int
    captures: int


def knobs(skill: float) -> Knobs:
    """Those of a skill from 0 to 1; nothing gets worse as it rises."""
    short = 1 - skill
    return Knobs(
        missed=0.4 * short,
        unread=min(1.0, 1.2 * short),
        positions=round(400 * 20**skill),
        depth=1 + 6 * skill**2,
        tried=int(8 * skill),
        kept=int(24 * skill),
        uses=int(16 * skill),
        answers=int(4 * skill),
        blur=3.0 * short + BLUR,
        tries=int(12 * skill),
        captures=int(7 * skill),
    )


def bot(skill: float) -> AnyBot:
    """The bot of a skill: `strong` at 1."""
    if skill == 1:
        return STRONG
    turned = knobs(skill)
    depth = int(turned.depth)
    limits = SearchLimits(depth, turned.positions, turned.tried, turned.kept, turned.uses)
    looking = Looking(limits, SearchPlan(turned.answers), Dearest(blur=turned.blur), turned.tries, turned.captures)
    return Overlooking(looking, turned.missed, turned.unread, turned.depth - depth)


_ABOUT: Final = (
    mark("Overlooks {missed} of your arrows, and mostly forgets how far crows and monsters go."),
    mark("Overlooks {missed} of your arrows, and often that guardians come in on the opposite side."),
    mark("Thinks of your best answer, but overlooks {missed} of your arrows."),
    mark("Looks up to {depth} turns ahead, but overlooks {missed} of your arrows and many long jumps."),
    mark("Claims with some sense and looks up to {depth} turns ahead; overlooks {missed} of your arrows."),
    mark("Tries powers with its {tried} best movements; overlooks {missed} of your arrows and some jumps."),
    mark("Knows what pieces are worth, looks far ahead, and overlooks only {missed} of your arrows."),
    mark("Plays like the strong bot: overlooks no arrow, and nobody can foresee its claims."),
)


def levels(game: GuidanceRite) -> SkillScale:
    """The capability `levels`."""
    variant = "final" if game.terms.final else "guardians"
    return FittedLevels(PACKAGE, variant, bot, lambda level: about(fitted(PACKAGE, variant)[level - 1], level))


def about(skill: float, level: int) -> str:
    """The sentence on a level of this skill."""
    turned = knobs(skill)
    return say(_ABOUT[level - 1], missed=f"{turned.missed:.0%}", depth=ceil(turned.depth), tried=turned.tried)
