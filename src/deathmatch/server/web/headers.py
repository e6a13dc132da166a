"""The headers of a request."""

from __future__ import annotations

from urllib.parse import unquote

from litestar.types import Scope


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
