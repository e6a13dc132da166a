"""Where solutions of whole matches lie (`core.bots.SolutionUser`). The laboratory makes and reads them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from deathmatch.core import bots, plugins

VARIABLE: Final = "DEATHMATCH_SOLUTIONS"
SOLUTIONS: Final = "solutions"  # in the folder of matches


def home(environment: Mapping[str, str] | None = None) -> Path:
    """The default folder of this program's files: `$XDG_STATE_HOME/deathmatch`, normally `~/.local/state/deathmatch`."""
    configured = (os.environ if environment is None else environment).get("XDG_STATE_HOME", "")
    state = Path(configured) if configured and Path(configured).is_absolute() else Path.home() / ".local" / "state"
    return state / "deathmatch"


def solutions_home(environment: Mapping[str, str] | None = None) -> Path:
    """The folder with solutions: `$DEATHMATCH_SOLUTIONS`, by default `solutions` in `home`."""
    configured = (os.environ if environment is None else environment).get(VARIABLE, "")
    return Path(configured) if configured else home(environment) / SOLUTIONS


def solution_folders() -> Sequence[bots.SavedArrays]:
    """The kept solutions; none without the laboratory, whose addition `solutions.kept` reads them: `(folder) -> saved arrays`."""
    read = plugins.brought("solutions.kept")
    return () if read is None else tuple(read(solutions_home()))
