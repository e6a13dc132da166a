"""`--bot`: bots that are not installed are named for this process and those that it starts; a bad one is refused in a sentence."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
import typer

from deathmatch import games
from deathmatch.bots import plugins, registry
from deathmatch.cli.options import bring
from deathmatch.core.plugins import _attempt

EVEN = games.find("even-groups/standard")
BOT = """
class Lazy:
    def choose(self, view, decision, budget, source):
        return decision.sample(source)


class Steady(Lazy):
    pass
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder has a module with bots; path and environment are as before afterwards."""
    (tmp_path / "lazy_bots.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv(plugins.VARIABLE, "")
    monkeypatch.delitem(sys.modules, "lazy_bots", raising=False)
    _attempt.cache_clear()
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_a_bot_of_the_current_folder_is_known_by_the_name_of_its_class() -> None:
    bring(["lazy_bots:Lazy", "patient=lazy_bots:Steady"], [EVEN])
    assert os.environ[plugins.VARIABLE] == "lazy=lazy_bots:Lazy,patient=lazy_bots:Steady"
    assert registry.names(EVEN)[-2:] == ("lazy", "patient")
    assert type(registry.pick(EVEN, EVEN.bind({})[1], "patient")).__name__ == "Steady"
    bring(["other=lazy_bots:Lazy"], [EVEN])
    assert os.environ[plugins.VARIABLE].endswith(",patient=lazy_bots:Steady,other=lazy_bots:Lazy"), "more are added"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("lazy", "a bot is MODULE:CLASS or NAME=MODULE:CLASS, not lazy"),
        ("no_such_module:Lazy", "no_such_module:Lazy cannot be loaded: ModuleNotFoundError"),
        ("lazy_bots:Keen", "lazy_bots:Keen cannot be loaded: AttributeError"),
        ("a b=lazy_bots:Lazy", "lazy_bots:Lazy cannot be loaded: ValueError: its name has letters"),
        ("lazy_bots:Steady", "steady: the game has a bot of this name already; write NAME=lazy_bots:Steady"),
    ],
)
def test_one_that_cannot_be_used_is_refused(text: str, words: str) -> None:
    with pytest.raises(typer.BadParameter) as refused:
        bring([text], [EVEN])
    assert words in str(refused.value)
    assert os.environ[plugins.VARIABLE] == ""
