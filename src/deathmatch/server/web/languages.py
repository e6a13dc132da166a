"""The language of a request: the one that was chosen in the menu, else the best of those that the browser wishes for, else English.

Programs send neither, so the API answers them in English.
"""

from __future__ import annotations

from typing import Final

from litestar.types import Scope

from deathmatch.core.catalogues import ENGLISH, LANGUAGES
from deathmatch.server.web.headers import cookie, header

COOKIE: Final = "language"
"""The cookie with the choice; the page's script sets it, since it is no secret."""


def language_of(scope: Scope) -> str:
    """The language in which a request is answered, and all that a WebSocket tells."""
    chosen = cookie(scope, COOKIE)
    if chosen in LANGUAGES:
        return chosen
    return wished(header(scope, b"accept-language"))


def wished(accepted: str) -> str:
    """The best of our languages for an `Accept-Language`, such as `de-CH, ko;q=0.8`; English if none of them is wished for."""
    best, most = ENGLISH, 0.0
    for part in accepted[:LONGEST].split(","):
        name, _, quality = part.partition(";")
        code = name.strip().partition("-")[0].lower()
        weight = _weight(quality)
        if code in LANGUAGES and weight > most:
            best, most = code, weight
    return best


LONGEST: Final = 500  # characters of a header that are read


def _weight(quality: str) -> float:
    """The weight `q=0.8`: 1 if there is none, 0 if it cannot be read."""
    name, _, number = quality.partition("=")
    if not name.strip():
        return 1.0
    try:
        return float(number)
    except ValueError:
        return 0.0


def with_language(headers: list[tuple[bytes, bytes]], language: str) -> list[tuple[bytes, bytes]]:
    """The headers of an answer, with its language if it holds words: a cache may not give it to a reader of another one."""
    kind = next((value for name, value in headers if name.lower() == b"content-type"), b"")
    if not kind.startswith((b"text/html", b"application/json", b"application/manifest+json", b"image/svg+xml")):
        return headers
    return [*headers, (b"content-language", language.encode()), (b"vary", b"Accept-Language, Cookie")]
