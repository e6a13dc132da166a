"""Both hands, for the caster and the host of a table that was made so."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from deathmatch.server.wire.messages import Full
from deathmatch.server.wire.private import Private


class Hand(Private, Struct):
    """Everything that a seat knows, without its sealed submission.

    Attributes:
        private: the private state of the seat (the rule book, section State).
        svg: its picture.
        picture: the picture in words.
    """

    private: dict[str, Any]
    svg: str
    picture: str


class Hands(Private, Struct):
    """Both hands: `public` has all that everybody sees without a delay, `hands` one hand for each seat once the match is on."""

    public: Full
    hands: dict[str, Hand]
