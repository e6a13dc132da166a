"""The levels (core/bots.py, `SkillScale`): bots that see less of the board and look less far, the less skilled they are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import AnyBot, Budget, FittedLevels, SkillScale, fitted
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Refusal
from deathmatch.core.game import Decision
from deathmatch.core.seats import Seat
from deathmatch.core.speech import mark, say
from deathmatch.games.guidance_rite.bot import BLUR, STRONG, Looking, SearchLimits, SearchPlan
from deathmatch.games.guidance_rite.drafting import dearest
from deathmatch.games.guidance_rite.values import Board, Kind, Move, Owed, numbers, pieces

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite import GuidanceRite
    from deathmatch.games.guidance_rite.view import View


# --- A bot that overlooks things, as people do: it thinks about a board on which some arrows are missing
# Arrows and the ways of far movers are overlooked afresh at each decision, by the bot's own lot, so nobody else can tell which. A capture
# along an arrow that it has overlooked does not come to its mind, neither its own nor one of the other seat.


GRAIN: Final = 10_000
FAR: Final = (Kind.CROW, Kind.GUARDIAN, Kind.MONSTER)
"""The characters that may go two spaces, or over the edge."""


@dataclass(frozen=True, slots=True)
class Overlooking:
    """Thinks as another bot does, about the part of the board that it has seen.

    Attributes:
        looking: how it thinks.
        missed: the part of the other seat's arrows that it overlooks; of its own it overlooks half as many.
        unread: the part of the other seat's far movers that it takes for plain pieces.
        further: how often it looks a turn further ahead.
    """

    looking: Looking
    missed: float
    unread: float
    further: float = 0.0

    def warm(self) -> None:
        """Compile the kernels."""
        self.looking.warm()

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A move that looks good; if the rules do not allow it, the bot looks again and overlooks nothing."""
        if view.owed is not Owed.TURN:
            return self.looking.choose(view, decision, budget, source)
        assert isinstance(view.eye, Seat)
        bout = replace(view.bout, board=self.seen(view.board, view.eye, source))
        looking, limits = self.looking, self.looking.limits
        if source.below(GRAIN) < self.further * GRAIN:
            looking = replace(looking, limits=replace(limits, depth=limits.depth + 1))
        move = looking.choose(replace(view, bout=bout), decision, budget, source)
        try:
            decision.check(move)
        except Refusal:
            return looking.choose(view, decision, budget, source)
        return move

    def seen(self, board: Board, seat: Seat, source: RandomSource) -> Board:
        """The board in the bot's mind. It never overlooks a capture of the last piece of the other seat."""
        last = len(pieces(board, seat.other)) == 1
        seen = list(board)
        for space, piece in enumerate(board):
            if piece is None or (last and piece.owner is seat):
                continue
            own = piece.owner is seat
            missed, unread = (self.missed / 2, 0.0) if own else (self.missed, self.unread)
            gone = sum(1 << way for way in numbers(piece.arrows) if source.below(GRAIN) < missed * GRAIN)
            kind = Kind.PLAIN if piece.kind in FAR and source.below(GRAIN) < unread * GRAIN else piece.kind
            seen[space] = piece.with_arrows(piece.black & ~gone, piece.grey & ~gone).of_kind(kind)
        return tuple(seen)


PACKAGE: Final = "deathmatch.games.guidance_rite"


def bot(skill: float) -> AnyBot:
    """The bot of a skill from 0 to 1: `strong` at 1. Nothing gets worse as the skill rises."""
    return STRONG if skill == 1 else overlooking(skill)


def overlooking(skill: float) -> Overlooking:
    """The bot of a skill; it looks ahead a mean number of turns, by lot the whole number below or above."""
    short, depth = 1 - skill, 1 + 6 * skill**2
    limits = SearchLimits(int(depth), positions=round(400 * 20**skill), tried=int(8 * skill), kept=int(24 * skill), uses=int(16 * skill))
    claims = partial(dearest, blur=3.0 * short + BLUR)
    looking = Looking(limits, SearchPlan(answers=int(4 * skill)), claims, tries=int(12 * skill), captures=int(7 * skill))
    return Overlooking(looking, missed=0.4 * short, unread=min(1.0, 1.2 * short), further=depth - int(depth))


_ABOUT: Final = (
    mark("Misses {missed} of your arrows, and mostly forgets how far crows and monsters go."),
    mark("Misses {missed} of your arrows, and often that guardians come in on the opposite side."),
    mark("Thinks of your best answer, but misses {missed} of your arrows."),
    mark("Looks up to {depth} turns ahead, but misses {missed} of your arrows and many long jumps."),
    mark("Claims with some sense and looks up to {depth} turns ahead; misses {missed} of your arrows."),
    mark("Tries powers with its {tried} best moves; misses {missed} of your arrows and some jumps."),
    mark("Knows what pieces are worth, looks far ahead, and misses only {missed} of your arrows."),
    mark("Plays like the strong bot: misses no arrow, and nobody can foresee its claims."),
)


def levels(game: GuidanceRite) -> SkillScale:
    """The capability `levels`."""
    variant = "final" if game.terms.final else "guardians"
    return FittedLevels(PACKAGE, variant, bot, lambda level: about(fitted(PACKAGE, variant)[level - 1], level))


def about(skill: float, level: int) -> str:
    """The sentence on a level of this skill."""
    turned = overlooking(skill)
    limits = turned.looking.limits
    return say(
        _ABOUT[level - 1],
        missed=say("one in {number}", number=round(1 / turned.missed)) if turned.missed else "",
        depth=ceil(limits.depth + turned.further),
        tried=limits.tried,
    )
