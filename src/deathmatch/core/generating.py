"""Generators: starting positions that are laid out by a method, made from a seed, pictured, and changed by hand.

A variant with such a deal has the capability `generator`, a function `generator(game) -> Generator`. It is asked by
`deathmatch board` of the laboratory, and by the page on which a host prepares a deal (docs/hosting.md). Everything about a deal goes
through its text, which is that of the record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Step
from deathmatch.core.scene import Scene

D = TypeVar("D")


class Generator(Protocol[D]):
    """Makes deals, and changes them one small step at a time. All of it is pure."""

    @property
    def words(self) -> str:
        """The kind of thing that it makes, for people: `a board`."""
        ...

    def make(self, source: RandomSource, /) -> D:
        """A random deal.

        Args:
            source: the only random numbers that it may use: the same numbers make the same deal.

        Returns: a deal that the book allows, with the probabilities of the book.
        """
        ...

    def read(self, text: str, /) -> D:
        """The deal of a text.

        Args:
            text: in any spelling that the book reads, without the word `deal`.

        Returns: the deal; the book may forbid it (`check`).

        Raises:
            Malformed: the text is no deal of this game.
        """
        ...

    def write(self, deal: D, /) -> str:
        """The canonical text of a deal, as a record has it after the word `deal`."""
        ...

    def check(self, deal: D, /) -> None:
        """Check a deal against the book. A deal that is being changed may be forbidden for a while.

        Args:
            deal: the deal.

        Raises:
            Illegal: the book forbids it; the error cites the rule.
        """
        ...

    def plain(self, deal: D, /) -> str:
        """The deal as lines of text for a terminal."""
        ...

    def picture(self, deal: D, prefix: Sequence[str] = (), /) -> Scene:
        """The picture of a deal.

        Args:
            deal: the deal.
            prefix: the tokens of a change that has begun; the places that they name look selected.

        Returns: the picture, with the deal as it is before the change.
        """
        ...

    def compose(self, deal: D, prefix: tuple[str, ...], /) -> Step:
        """The next step of a change to a deal, put together like a move.

        If a change names two places, the second may follow the first at once, so that a piece can be dragged. The same change is always
        possible with choices that name no place.

        Args:
            deal: the deal before the change.
            prefix: the tokens so far.

        Returns: the choices that may follow. Once the tokens are complete, `Step.whole` is the text of the changed deal.

        Raises:
            Malformed: a token was not offered.
        """
        ...


AnyGenerator: TypeAlias = Generator[Any]
