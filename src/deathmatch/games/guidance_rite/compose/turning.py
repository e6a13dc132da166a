"""A turn (R21 to R43). How one is put together is in `composition`, `spending` and `using`."""

from __future__ import annotations

from collections.abc import Iterable

from deathmatch.core.arguments import checking
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal, Refusal
from deathmatch.core.game import Step
from deathmatch.core.speech import say
from deathmatch.games.guidance_rite import notation
from deathmatch.games.guidance_rite.compose.composition import Composition
from deathmatch.games.guidance_rite.compose.owes import Owes
from deathmatch.games.guidance_rite.compose.samples import sample
from deathmatch.games.guidance_rite.rules import items, turns
from deathmatch.games.guidance_rite.values.moves import R21, Move, Turn


@checking
class Turning(Owes):
    """A movement, perhaps with a power and, in `final`, an item before it; or a pass."""

    __slots__ = ()

    @property
    def words(self) -> str:
        """The prompt."""
        return say("a turn")

    @property
    def _listed(self) -> bool:
        """Whether the turns are listed: not while an item may be used (rules/REPLAY.md)."""
        return not items.usable(self.board, self.view.items[self.seat])

    def read(self, text: str, /) -> Move:
        """Raises Malformed (R21, R22, R38, R1)."""
        return notation.read_turn(text, self.size, self.board, self.seat, items=self.view.terms.final)

    def check(self, move: Move, /) -> None:
        """Raises Illegal (R21 to R43)."""
        if not isinstance(move, Turn):
            raise Illegal(say("a turn is owed now"), R21)
        turns.check(self.view.terms, self.board, self.seat, self.view.items[self.seat], move)

    def count(self) -> int | None:
        """The legal turns; None while an item may be used."""
        return turns.count(self.view.terms, self.board, self.seat) if self._listed else None

    def moves(self) -> Iterable[Move] | None:
        """Every legal turn; None while an item may be used."""
        return turns.moves(self.view.terms, self.board, self.seat) if self._listed else None

    def sample(self, source: RandomSource, /) -> Move:
        """A movement, each with the same chance; now and then with a power, or with an item before it."""
        return sample(self.view, self.seat, source)

    def why_not(self, prefix: tuple[str, ...], slot: str, /) -> Refusal | None:
        """R22 to R43: what the rules have against a space at this point of the turn."""
        return Composition(self).why_not(prefix, self.at(slot))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """An item and its targets; a piece, its destination and its act there; a power and its targets."""
        return Composition(self).step(prefix)
