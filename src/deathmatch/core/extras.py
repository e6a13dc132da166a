"""Which extra of the package installs a library. `pip install deathmatch` alone installs no library: rules and records need none."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

_LIBRARIES: Final = {
    "cli": "typer rich",
    "study": "numpy numba llvmlite resvg_py PIL",
    "server": "litestar uvicorn h11 websockets msgspec jinja2 markupsafe markdown_it segno httpcore webauthn prometheus_client "
    "cryptography",
    "discord": "discord aiohttp",
    "postgres": "psycopg psycopg_pool",
    "cluster": "distributed",
    "openspiel": "pyspiel",
    "plot": "matplotlib",
    "data": "pyarrow",
    "pettingzoo": "pettingzoo gymnasium",
}

EXTRAS: Final = {library: extra for extra, libraries in _LIBRARIES.items() for library in libraries.split()}
"""The extra that installs each library, by the name under which the library is imported."""


def told(library: str, extra: str) -> str:
    """The text of an error: this library is missing, and this extra installs it."""
    return f"{library} is not installed; pip install 'deathmatch[{extra}]' installs it"


@contextmanager
def naming_extras(own: str | None = None) -> Generator[None]:
    """Import something that may need a library of an extra; raises ModuleNotFoundError, whose text names the extra.

    Args:
        own: the extra to name; by default the smallest that has the library.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or (extra := EXTRAS.get(error.name)) is None:
            raise
        raise ModuleNotFoundError(told(error.name, own or extra), name=error.name) from error
