"""Libraries that are optional: the extras of the package."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from deathmatch.core.extras import told


def extra(module: str, name: str) -> Any:
    """A module of an optional library.

    Args:
        module: such as `pettingzoo.utils`.
        name: the extra that installs it.

    Returns: the module.

    Raises:
        ModuleNotFoundError: the library is not installed; the text names the extra.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        library = module.partition(".")[0]
        if error.name != library:
            raise
        raise ModuleNotFoundError(told(library, name), name=library) from None
