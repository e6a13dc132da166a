"""A bot that overlooks things, as people do: it thinks about a board on which some arrows are missing.

Arrows and the ways of far movers are overlooked afresh at each decision, by the bot's own lot, so nobody else can tell which. A capture
along an arrow that it has overlooked does not come to its mind, neither its own nor one of the other seat.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Refusal
from deathmatch.core.game import Decision
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.bot.looking import Looking
from deathmatch.games.guidance_rite.values.grid import Board, pieces
from deathmatch.games.guidance_rite.values.moves import Move, Owed
from deathmatch.games.guidance_rite.values.pieces import Kind, Piece, numbers

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite.view import View

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
