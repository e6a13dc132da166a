"""The bot `steady`; every game has `random` by itself."""

from deathmatch.core.bots import Bots, Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import Seat

from .view import View


class Steady:
    """Plays one of its higher cards, and any one if it leads."""

    def choose(self, view: View, decision: Decision[int], _budget: Budget, source: RandomSource, /) -> int:
        """A card."""
        assert isinstance(view.eye, Seat)
        hand, points = view.hands[view.eye], view.points
        leads = points[view.eye] > points[view.eye.other]
        return decision.sample(source) if leads else source.choice(hand[len(hand) // 2 :])


def bots(_game: object) -> Bots:
    """Weakest first."""
    return {"steady": Steady()}
