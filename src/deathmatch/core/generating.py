"""Generators: starting positions that are laid out by a method, made from a seed, pictured, and changed by hand.

A variant with such a deal has the capability `generator`, a function `generator(game) -> Generator`. It is asked by `deathmatch board`, and
by the page on which a host prepares a deal (docs/hosting.md). Everything about a deal goes through its text, which is that of the record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import UnknownNameError
from deathmatch.core.game import AnyGame, Step, Variant
from deathmatch.core.scene import Scene

D = TypeVar("D")


class Generator(Protocol[D]):
    """Makes deals, and changes them one small step at a time. All of it is pure."""

    @property
    def words(self) -> str:
        """The kind of thing that it makes, for people: `a board`."""
        ...

    def make(self, source: RandomSource, /) -> D:
        """A random deal, with the probabilities of the rule book."""
        ...

    def read(self, text: str, /) -> D:
        """The deal of this text, in any spelling that the book reads; raises Malformed."""
        ...

    def write(self, deal: D, /) -> str:
        """As it stands in a record, after `deal`."""
        ...

    def check(self, deal: D, /) -> None:
        """Raises Illegal if the book forbids this deal; one that is being changed may well be forbidden for a while."""
        ...

    def plain(self, deal: D, /) -> str:
        """The deal as lines of text for a terminal."""
        ...

    def picture(self, deal: D, prefix: Sequence[str] = (), /) -> Scene:
        """The picture of the deal, with the places that these tokens select."""
        ...

    def compose(self, deal: D, prefix: tuple[str, ...], /) -> Step:
        """How the deal may be changed, as moves are put together: the step after these tokens.

        `Step.whole` is the text of the changed deal. If a change names two places, the second may follow the first at once, so that a
        piece can be dragged. The same change is always possible with choices that name no place. Raises
        Malformed if a token was not offered.
        """
        ...


AnyGenerator: TypeAlias = Generator[Any]


def generator(variant: Variant, game: AnyGame) -> AnyGenerator:
    """The generator of a game that is bound already; raises LookupError if the variant has none."""
    make = variant.capability("generator")
    if make is None:
        raise UnknownNameError(f"{variant.id} has no board generator, because it does not start from a board")
    made: AnyGenerator = make(game)
    return made
