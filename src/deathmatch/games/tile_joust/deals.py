"""The one deal (R3): the tiles of a set, mixed into four groups of three and the left-over ones."""

from __future__ import annotations

from dataclasses import dataclass

from deathmatch.core.arguments import checking
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal
from deathmatch.core.speech import mark, say
from deathmatch.games.tile_joust import notation
from deathmatch.games.tile_joust.values import GROUPS, HIGHEST, R3, SIZES, Deal, Owed, Terms


@checking
@dataclass(frozen=True, slots=True)
class SetDeal:
    """`deal tiles`."""

    terms: Terms

    @property
    def name(self) -> str:
        """The keyword."""
        return Owed.TILES.value

    @property
    def by_hand(self) -> bool:
        """Each set is a full one, whatever was hidden in the sets before."""
        return True

    def read(self, text: str, /) -> Deal:
        """Raises Malformed (R3)."""
        return notation.read_deal(text)

    def write(self, deal: Deal, /) -> str:
        """Canonical."""
        return deal.text

    def check(self, deal: Deal, /) -> None:
        """Raises Illegal (R3)."""
        if len(deal.groups) != GROUPS or any(len(group) != len(SIZES) for group in deal.groups):
            raise Illegal(say("there are {groups} groups of {number} numbers", groups=GROUPS, number=len(SIZES)), R3)
        if len(deal.left) != self.terms.left:
            raise Illegal(say("{most} left over, not {number}", most=self.terms.left, number=len(deal.left)), R3)
        wanted = list(range(self.terms.lowest, HIGHEST + 1))
        dealt = sorted(number for numbers in (*deal.groups, deal.left) for number in numbers)
        if dealt != wanted:
            missing = [number for number in wanted if number not in dealt]
            numbers = ", ".join(map(str, missing))
            text = mark("each number from {low} to {high} is dealt once; missing: {numbers}")
            raise Illegal(say(text, low=wanted[0], high=HIGHEST, numbers=numbers), R3)

    def count(self) -> None:
        """Not listed."""

    def deals(self) -> None:
        """Not listed."""

    def sample(self, source: RandomSource, /) -> Deal:
        """Every outcome equally likely."""
        numbers = list(range(self.terms.lowest, HIGHEST + 1))
        source.shuffle(numbers)
        size = len(SIZES)
        groups = tuple([tuple(sorted(numbers[size * group : size * (group + 1)])) for group in range(GROUPS)])
        return Deal(groups, tuple(sorted(numbers[size * GROUPS :])))
