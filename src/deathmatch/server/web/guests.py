"""The guest behind a browser: a signed cookie with a name and the links of the last matches. There are no accounts."""

from __future__ import annotations

import msgspec
from litestar.datastructures import Cookie
from msgspec import Struct

from deathmatch.server import tokens

COOKIE = "deathmatch"
REMEMBERED = 12  # matches
_YEAR = 365 * 24 * 3600  # seconds


class Guest(Struct):
    """What the cookie holds: a name, and match id and link (`/s/TOKEN`) of the last matches, newest first."""

    name: str = ""
    matches: list[tuple[str, str]] = []

    def with_match(self, match: str, link: str) -> Guest:
        """The same guest, who is in this match too."""
        others = [pair for pair in self.matches if pair != (match, link)]
        return Guest(self.name, [(match, link), *others][:REMEMBERED])


class Guests:
    """Reads and writes the cookie."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def read(self, cookie: str | None) -> Guest:
        """The guest of a request; a new one if the cookie is not ours."""
        body = tokens.unsign(self._key, cookie) if cookie and len(cookie) < 4096 else None
        if body is None:
            return Guest()
        try:
            return msgspec.json.decode(body, type=Guest)
        except msgspec.DecodeError:
            return Guest()

    def write(self, guest: Guest, secure: bool) -> Cookie:
        """The cookie for the answer; no script can read it."""
        value = tokens.sign(self._key, msgspec.json.encode(guest))
        return Cookie(key=COOKIE, value=value, path="/", max_age=_YEAR, httponly=True, samesite="lax", secure=secure)
