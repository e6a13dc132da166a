"""Each level of every variant beats the one below, over matches that are the same every night; docs/levels.md has the shares."""

from __future__ import annotations

import pytest

from bench.levels import SEED, bout
from deathmatch.bots import registry
from deathmatch.bots.arena import THINKING
from deathmatch.core.bots import LEVELS
from deathmatch.games import every

MATCHES = 200
DEAR = 60  # where the highest level searches
SHORT = {"guidance-rite/guardians": 10, "guidance-rite/final": 10}
"""Units of work of a decision, where docs/levels.md says that its table stands for fewer than an arena gives."""

STEPS = [(variant.id, upper) for variant in every() if registry.level_names(variant) for upper in range(2, LEVELS + 1)]


@pytest.mark.nightly
@pytest.mark.parametrize(("variant", "upper"), STEPS, ids=lambda part: str(part))
def test_each_level_beats_the_one_below(variant: str, upper: int) -> None:
    result = bout(
        variant, f"level-{upper}", f"level-{upper - 1}", DEAR if upper == LEVELS else MATCHES, SEED, 1, SHORT.get(variant, THINKING)
    )
    assert 0.5 < result.share < 0.85
