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
from deathmatch.bots.arena import ArenaBout, play
from deathmatch.bots.budget import Counted
from deathmatch.games import variants

for variant in variants("five-card-trick"):
    assert not {"solver", "exploit", "study"} & {name for name in ("solver", "exploit", "study") if variant.has(name)}
    assert list(registry.names(variant))[:3] == ["random", "steady", "strong"], registry.names(variant)
    assert "perfect" not in registry.names(variant)
    bout = ArenaBout(variant.id, "strong", "level-4", 1, 7, (("rounds", 2), ("max_rounds", 2)), 1000)
    record = play(bout, 0).record(bout)
    assert study.look_back(record, Counted(1000)).chart is not None
assert not [name for name in sys.modules if name.startswith("deathmatch_lab")]
"""


def test_the_house_plays_and_reviews_alone() -> None:
    subprocess.run([sys.executable, "-c", HIDDEN], check=True, timeout=600)
