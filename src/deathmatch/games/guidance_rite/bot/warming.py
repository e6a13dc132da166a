"""Has the kernels compiled before a match asks for them: each way of thinking is tried once on a small board."""

from __future__ import annotations

from deathmatch.core.chance import RandomSource
from deathmatch.core.options import complete
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.bot import at_once, deep, opening
from deathmatch.games.guidance_rite.rules import bouts
from deathmatch.games.guidance_rite.values.moves import Bout
from deathmatch.games.guidance_rite.values.pieces import CHARACTERS, Kind, Piece
from deathmatch.games.guidance_rite.values.terms import Variation, options, terms

PLAN = at_once.SearchPlan(answers=2, kept=2, deeper=((1, 2, 36),))
LIMITS = deep.SearchLimits(depth=3, positions=2000, tried=1, kept=2, uses=4)


class _Unmoved(RandomSource):
    """No chance at all; nobody plays by it."""

    def below(self, bound: int, /) -> int:
        """0."""
        return 0


class _Endless:
    """Time enough."""

    def spent(self) -> bool:
        """Never."""
        return False


def warm() -> None:
    """Compile the kernels that are not compiled yet."""
    variation = Variation.FINAL
    small = terms(variation, complete(options(variation), {"size": "3x4"}))
    kinds = (*CHARACTERS, Kind.PLAIN)
    pieces = [Piece(kind, 0b10101010, 1, seat) for seat in Seat for kind in kinds[seat is Seat.B :: 2]]
    board = (*pieces, *[None] * (len(small.grid) - len(pieces)))
    for simultaneous in (False, True):
        bout = Bout(1, simultaneous, board, mover=None if simultaneous else Seat.A)
        bout = bouts.carried(small, bout, board, (), left=False)
        if simultaneous:
            at_once.choose(small, bout, Seat.A, PLAN, _Endless(), _Unmoved(), replays=True)
        else:
            deep.choose(deep.Search(small, bout, LIMITS, _Endless(), replays=True), Seat.A, (), _Unmoved())
            opening.first(small, bout, Seat.A, 1, _Endless())
