"""The levels (core/bots.py, `SkillScale`): bots that see less of the board and look less far, the less skilled they are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import AnyBot, Budget, FittedLevels, SkillScale, fitted
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Refusal
from deathmatch.core.game import Decision
from deathmatch.core.seats import Seat
from deathmatch.core.speech import mark, say
from deathmatch.games.guidance_rite.bot import BLUR, STRONG, Looking, SearchLimits, SearchPlan
from deathmatch.games.guidance_rite.drafting import Dearest
from deathmatch.games.guidance_rite.values import Board, Kind, Move, Owed, Piece, numbers, pieces

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
        looking = self._for_this_decision(source)
        move = looking.choose(replace(view, bout=bout), decision, budget, source)
        try:
            decision.check(move)
        except Refusal:
            return looking.choose(view, decision, budget, source)
        return move

    def _for_this_decision(self, source: RandomSource) -> Looking:
        """How it thinks at this decision."""
        if source.below(GRAIN) >= self.further * GRAIN:
            return self.looking
        limits = self.looking.limits
        return replace(self.looking, limits=replace(limits, depth=limits.depth + 1))

    def seen(self, board: Board, seat: Seat, source: RandomSource) -> Board:
        """The board in the bot's mind. It never overlooks a capture of the last piece of the other seat."""
        last = len(pieces(board, seat.other)) == 1
        seen = list(board)
        for space, piece in enumerate(board):
            if piece is None or (last and piece.owner is seat):
                continue
            own = piece.owner is seat
            seen[space] = self._seen(piece, self.missed / 2 if own else self.missed, 0.0 if own else self.unread, source)
        return tuple(seen)

    @staticmethod
    def _seen(piece: Piece, missed: float, unread: float, source: RandomSource) -> Piece:
        """A piece in its mind."""
        gone = sum(1 << way for way in numbers(piece.arrows) if source.below(GRAIN) < missed * GRAIN)
        kind = Kind.PLAIN if piece.kind in FAR and source.below(GRAIN) < unread * GRAIN else piece.kind
        return piece.with_arrows(piece.black & ~gone, piece.grey & ~gone).of_kind(kind)


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
    turned = knobs(skill)
    return say(
        _ABOUT[level - 1],
        missed=say("one in {number}", number=round(1 / turned.missed)) if turned.missed else "",
        depth=ceil(turned.depth),
        tried=turned.tried,
    )
