"""The values of whole matches that ship with the game (`data/facts.json`)."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any


def facts() -> Any:
    """All that ships: values by variant, by ruling and by length, each A's chance."""
    return json.loads(resources.files("deathmatch_lab.games.five_card_trick").joinpath("data", "facts.json").read_text("utf-8"))
