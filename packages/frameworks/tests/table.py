"""The table of docs/frameworks.md: when the suites of other frameworks judge each variant, as pytest collects the tests.

`python -m packages.frameworks.tests.table` prints it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from deathmatch.core.game import Variant
from deathmatch.library.game import load_game
from deathmatch_frameworks.encoding import load_encoding
from packages.frameworks.tests import test_gymnasium, test_openspiel, test_pettingzoo
from packages.frameworks.tests.judging import SIZES, VARIANTS
from tests.variants import by_night

SUITES: Final[dict[str, Callable[..., None]]] = {
    "`random_sim_test`": test_openspiel.test_the_simulation_test_of_openspiel_passes,
    "`games_sim_test`": test_openspiel.test_the_simulation_test_of_python_passes_with_pickles_and_turn_by_turn,
    "`api_test`": test_openspiel.test_the_api_test_of_openspiel_passes,
    "`api_test` of `convert_to_turn_based`": test_openspiel.test_the_api_test_of_openspiel_passes_turn_by_turn,
    "`generate_playthrough`": test_openspiel.test_a_playthrough_of_openspiel_is_the_one_that_is_kept_and_openspiel_plays_it_again,
    "four suites of PettingZoo": test_pettingzoo.test_the_suites_of_pettingzoo_pass,
    "`performance_benchmark`": test_pettingzoo.test_the_benchmark_of_pettingzoo_passes,
    "`check_env`": test_gymnasium.test_the_checker_of_gymnasium_finds_nothing,
}
"""The columns: suites, and the tests that run them."""


def when(test: Callable[..., None], variant: Variant, size: str) -> str:
    """When a test judges a variant at a size: by day, by night or never."""
    marks: list[pytest.Mark] = test.__dict__["pytestmark"]
    node = f"{test.__module__.replace('.', '/')}.py::{test.__name__}"
    (cases,) = [mark.args[1] for mark in marks if mark.name == "parametrize"]
    for case in cases:
        kept: Any = by_night(case, node, alone=False)
        found = [*marks, *getattr(case, "marks", ()), *getattr(kept, "marks", ())]
        if getattr(case, "values", case) == (variant, size):
            return "night" if any(mark.name == "nightly" for mark in found) else "day"
    return "-"


def cell(name: str, variant: Variant) -> str:
    """A cell: at the defaults, and at small options."""
    if "turn_based" in name and not load_encoding(load_game(variant.id)).of_game.joint:
        return "sequential"
    return " / ".join(when(SUITES[name], variant, size) for size in SIZES)


def lines() -> Iterator[str]:
    """The lines of the table."""
    yield f"| variant | {' | '.join(SUITES)} |"
    yield f"| --- |{' --- |' * len(SUITES)}"
    for variant in VARIANTS:
        yield f"| `{variant.id}` | {' | '.join(cell(name, variant) for name in SUITES)} |"


if __name__ == "__main__":
    sys.stdout.write("".join(f"{line}\n" for line in lines()))
