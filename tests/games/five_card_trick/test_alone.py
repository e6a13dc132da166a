"""Without the laboratory the game is played, reviewed and offered at every level."""

from __future__ import annotations

import subprocess
import sys

HIDDEN = """
import sys
from deathmatch.core import plugins

plugins.additions = dict

import deathmatch
from deathmatch.bots import registry, study
from deathmatch.bots.budget import Counted
from deathmatch.games import variants

for variant in variants("five-card-trick"):
    assert not {"solver", "exploit", "study"} & {name for name in ("solver", "exploit", "study") if variant.has(name)}
    assert list(registry.names(variant))[:3] == ["random", "steady", "strong"], registry.names(variant)
    assert "perfect" not in registry.names(variant)
    game = deathmatch.load_game(variant.id, {"rounds": 2, "max_rounds": 2})
    record = deathmatch.play_match(game, "strong", "level-4", seed=7, thinking=1000)
    assert study.look_back(record, Counted(1000)).chart is not None
assert not [name for name in sys.modules if name.startswith("deathmatch_lab")]
"""


def test_the_house_plays_and_reviews_alone() -> None:
    subprocess.run([sys.executable, "-c", HIDDEN], check=True, timeout=600)
