"""The guest behind a browser: a sealed cookie with a name and the links of the last matches. Nobody needs an account."""

from __future__ import annotations

import msgspec
from litestar.datastructures import Cookie
from msgspec import Struct

from deathmatch.server import tokens
from deathmatch.server.vault import Vault, WrongKey, is_sealed

COOKIE = "deathmatch"
REMEMBERED = 12  # matches
YEAR = 365 * 24 * 3600  # seconds


class Guest(Struct):
    """A name, and match id and link (`/s/TOKEN`) of the last matches, newest first. The cookie holds the first of them."""

    name: str = ""
    matches: list[tuple[str, str]] = []

    def with_match(self, match: str, link: str) -> Guest:
        """The same guest, who is in this match too."""
        others = [pair for pair in self.matches if pair != (match, link)]
        return Guest(self.name, [(match, link), *others])

    def without_match(self, match: str) -> Guest:
        """The same guest, who has nothing to do with this match any more."""
        return Guest(self.name, [pair for pair in self.matches if pair[0] != match])


class Guests:
    """Reads and writes the cookie. It is sealed, because the links in it are secrets; those of older servers were only signed."""

    def __init__(self, vault: Vault, old_key: bytes | None = None) -> None:
        self._vault = vault
        self._old_key = old_key

    def read(self, cookie: str | None) -> Guest:
        """The guest of a request; a new one if the cookie is not ours."""
        body = self._opened(cookie) if cookie and len(cookie) < 4096 else None
        if body is None:
            return Guest()
        try:
            return msgspec.json.decode(body, type=Guest)
        except msgspec.DecodeError:
            return Guest()

    def is_old(self, cookie: str | None) -> bool:
        """Whether this is a cookie that an older server only signed, so that it should be replaced."""
        return bool(cookie) and not is_sealed(str(cookie)) and self.read(cookie) != Guest()

    def _opened(self, cookie: str) -> bytes | None:
        if not is_sealed(cookie):
            return None if self._old_key is None else tokens.unsign(self._old_key, cookie)
        try:
            return self._vault.unseal(cookie, COOKIE)
        except WrongKey:
            return None

    def write(self, guest: Guest, secure: bool) -> Cookie:
        """The cookie for the answer; no script can read it."""
        kept = Guest(guest.name, guest.matches[:REMEMBERED])
        value = self._vault.seal(msgspec.json.encode(kept), COOKIE)
        return Cookie(key=COOKIE, value=value, path="/", max_age=YEAR, httponly=True, samesite="lax", secure=secure)
