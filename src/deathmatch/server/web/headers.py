"""A request as all pages read it: headers, its language, strict bodies; and the errors with which it is refused.

The language is the one that was chosen in the menu, else the best of those that the browser wishes for, else English. Programs send
neither, so the API answers them in English.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import unquote

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException
from litestar.types import Scope
from markupsafe import Markup, escape

from deathmatch.core import catalogues, errors
from deathmatch.core.speech import count, say
from deathmatch.match.journal import LateError
from deathmatch.server.store.interface import Damaged, StoreError
from deathmatch.server.wire import problems


def header(scope: Scope, name: bytes) -> str:
    """A header of a request; empty if it has none."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def cookie(scope: Scope, name: str) -> str | None:
    """A cookie of a request."""
    for part in header(scope, b"cookie").split(";"):
        key, _, value = part.partition("=")
        if key.strip() == name:
            return unquote(value.strip().strip('"'))
    return None


# --- The language of a request


LANGUAGE_COOKIE: Final = "language"
"""The cookie with the choice; the page's script sets it, since it is no secret."""


LONGEST: Final = 500  # characters of a header that are read


def language_of(scope: Scope) -> str:
    """The language in which a request is answered, and all that a WebSocket tells."""
    chosen = cookie(scope, LANGUAGE_COOKIE) or ""
    return chosen if chosen in catalogues.LANGUAGES else wished(header(scope, b"accept-language"))


def wished(accepted: str) -> str:
    """The best of our languages for an `Accept-Language`, such as `de-CH, ko;q=0.8`; English if none of them is wished for."""
    best, most = catalogues.ENGLISH, 0.0
    for part in accepted[:LONGEST].split(","):
        name, _, quality = part.partition(";")
        code = name.strip().partition("-")[0].lower()
        weight = _weight(quality)
        if code in catalogues.LANGUAGES and weight > most:
            best, most = code, weight
    return best


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


# --- For the templates


def said(text: str, /, **values: object) -> Markup:
    """`say` for a template: everything is escaped, except values that are markup, such as a link inside a sentence."""
    return _escaped(lambda plain: say(text, **plain), values)


def counted(one: str, many: str, number: int, /, **values: object) -> Markup:
    """`count` for a template likewise."""
    return _escaped(lambda plain: count(one, many, number, **plain), values)


def _escaped(told: Callable[[dict[str, object]], str], values: dict[str, object]) -> Markup:
    markup = {name: value for name, value in values.items() if isinstance(value, Markup)}
    marks = {name: f"\ue002{place}\ue003" for place, name in enumerate(markup)}  # characters for private use
    text = escape(told({**values, **marks}))
    for name, mark in marks.items():
        text = text.replace(mark, markup[name])
    return text


# --- Bodies, read as strictly as they are described


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON body is a value of the type that its handler wants. The framework itself would convert types that differ."""

    async def json(self) -> Any:
        """The body as its handler declares it; raises ValidationException."""
        body, wanted = await super().json(), self.route_handler.parsed_data_field
        if wanted is None:
            return body
        try:
            return msgspec.convert(body, wanted.annotation)
        except msgspec.ValidationError as error:
            message, _, place = str(error).partition(" - at ")
            detail = {"key": place.strip("`").removeprefix("$").lstrip("."), "message": message}
            raise ValidationException(extra=[detail]) from None


# --- Refusals of a lobby and its rooms


UNMET = (problems.Problem, errors.Refusal, LateError, StoreError)
"""All errors by which a lobby and its rooms refuse a request."""


def problem_of(error: Exception) -> problems.Problem:
    """One of `UNMET` in the words for its sender."""
    match error:
        case problems.Problem():
            return error
        case errors.Refusal():
            return problems.by_the_rules(error)
        case LateError():
            return problems.conflict(error.reason)
        case Damaged():
            return problems.damaged()
        case StoreError():
            return problems.Problem(say("the server cannot read its matches now; try again in a moment"), 503)
        case _:
            raise AssertionError(f"{type(error).__name__} is no refusal") from error
