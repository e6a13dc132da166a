"""The game as the house has it: the laboratory (`packages/lab`), if it is installed, adds nothing to it in these tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from deathmatch.core import plugins
from deathmatch.games.five_card_trick.solver import estimator_of, searched


@pytest.fixture(autouse=True, scope="module")
def alone() -> Iterator[None]:
    """Nothing is added to the game."""
    with pytest.MonkeyPatch.context() as patch:
        others = {key: plugin for key, plugin in plugins.additions().items() if plugin.package != "deathmatch-lab"}
        patch.setattr(plugins, "additions", lambda: others)
        forget()
        yield
    forget()


def forget() -> None:
    """Forget the estimators and searches of other tests."""
    estimator_of.cache_clear()
    searched.cache_clear()
