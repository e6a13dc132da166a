"""The pages in HTML: lobby, a seat, a watcher's and a host's link, the rule books, and what is not there.

A page is a frame that the scripts of `web/static` fill over the WebSocket; nothing of a match stands in the HTML itself, so no page
can leak a thing. Reading a page changes nothing: a seat is taken by a POST (`/api/seats/TOKEN`) alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, cast

import segno
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from litestar import MediaType, Request, Response, Router, get, post
from litestar.exceptions import NotFoundException

from deathmatch import games
from deathmatch.core.game import Variant
from deathmatch.core.options import Option, Whole, Word
from deathmatch.server import book
from deathmatch.server.assets import assets

HTML = "text/html; charset=utf-8"
FOREVER = "public, max-age=31536000, immutable"
LONGEST_LINK = 300  # characters that a QR code is asked for


@dataclass(frozen=True, slots=True)
class Place:
    """What a link opens.

    Attributes:
        match: the match's public id.
        game, variant, title: as in the record, and for people.
        role: of whoever holds the link: "A", "B", "host", "watcher".
        taken: whether somebody has sat down on this seat; True for all other links.
        names: of the seats that are taken.
    """

    match: str
    game: str
    variant: str
    title: str
    role: str
    taken: bool
    names: Mapping[str, str]


class House(Protocol):
    """All that the pages ask of the server; it lies in the application's state as `house`."""

    async def place(self, kind: str, token: str) -> Place | None:
        """What the link `/s/TOKEN`, `/w/ID` or `/h/TOKEN` opens (`kind` is its letter); None where there is nothing."""
        ...

    def bots(self, variant: Variant) -> Sequence[str]:
        """The names of the bots that play this variant, weakest first."""
        ...
