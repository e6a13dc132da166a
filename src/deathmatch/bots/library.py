"""Where bots and advisors that ask them (`core.bots.Consulting`) find the solutions that were kept (`deathmatch solve --keep`)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from deathmatch.bots.shelf import ABOUT, Shelf
from deathmatch.core.game import Fields

VARIABLE: Final = "DEATHMATCH_SOLUTIONS"
SOLUTIONS: Final = "solutions"  # in the folder of matches


def home(environment: Mapping[str, str] | None = None) -> Path:
    """Where this program keeps things if nobody says otherwise: `$XDG_STATE_HOME/deathmatch`, `~/.local/state/deathmatch` by default."""
    found = (os.environ if environment is None else environment).get("XDG_STATE_HOME", "")
    state = Path(found) if found and Path(found).is_absolute() else Path.home() / ".local" / "state"
    return state / "deathmatch"


def folder(environment: Mapping[str, str] | None = None) -> Path:
    """The folder with solutions: `$DEATHMATCH_SOLUTIONS`, by default `solutions` in `home`."""
    found = (os.environ if environment is None else environment).get(VARIABLE, "")
    return Path(found) if found else home(environment) / SOLUTIONS


class Opened:
    """A shelf to read, each of whose arrays is opened once (`core.solving.Kept`)."""

    __slots__ = ("_arrays", "_shelf")

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._arrays: dict[str, NDArray[Any]] = {}

    def about(self) -> Fields | None:
        """See `Kept`."""
        return self._shelf.about()

    def kept(self, name: str, /) -> NDArray[Any] | None:
        """See `Kept`; an array lies on disk until somebody looks at it."""
        found = self._arrays.get(name)
        if found is None:
            found = self._shelf.kept(name)
            if found is not None:
                # As a plain array on the same pages: each look at a `memmap` would make another of them, which takes longer than the look.
                found = self._arrays[name] = np.asarray(found)
        return found


def shelves(where: Path | None = None) -> tuple[Opened, ...]:
    """The solutions that lie there: the folder itself where it is one, else those in it, by name. None where there is no such folder."""
    where = folder() if where is None else where
    if (where / ABOUT).is_file():
        return (Opened(Shelf(where)),)
    try:
        inside = sorted(where.iterdir())
    except OSError:
        return ()
    return tuple(Opened(Shelf(one)) for one in inside if (one / ABOUT).is_file())
