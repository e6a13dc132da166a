"""Optional libraries of the packages beside this one: an error names the package that installs the missing library."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager


class MissingLibraryError(ModuleNotFoundError):
    """An optional library is not installed; the text says how to install it."""


@contextmanager
def naming(requirement: str) -> Generator[None]:
    """Import an optional library; raises MissingLibraryError.

    Args:
        requirement: the package that installs it, as pip takes it, such as `deathmatch-frameworks[openspiel]`.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("deathmatch"):
            raise
        words = f"{error.name} is not installed; pip install '{requirement}' installs it"
        raise MissingLibraryError(words, name=error.name) from error
