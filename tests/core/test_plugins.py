"""Games and bots of other packages: one that cannot be loaded is named with its cause, and the rest works."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from deathmatch import games
from deathmatch.bots import plugins as bots
from deathmatch.bots import registry
from deathmatch.core import plugins
from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import PluginError, UnknownNameError
from deathmatch.core.game import Decision
from deathmatch.core.plugins import MissingLibraryError, Plugin, naming
from deathmatch.server.web import book
from tests import toy
from tools.conventions import ROOT

EVEN = games.find("even-groups/standard")  # whose bots are ready at once


LAMPS = ROOT / "examples" / "three_lamps.py"


def test_a_game_in_one_file_is_one_of_all_here_and_in_processes_that_are_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(plugins.FILES, "")
    plugins.add_file(str(LAMPS))
    assert games.names()[-1] == "three-lamps"
    assert games.find("THREE-LAMPS/standard") in games.every()
    assert "**R5 (blocked)**" in (games.rule_book("three-lamps") or "")
    assert "**R5 (blocked)**" in book.source("three-lamps")
    assert games.lesson(games.find("three-lamps/standard")) is None
    code = "from deathmatch import games; print(games.find('three-lamps/standard').title)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "Three Lamps\n"


def test_a_file_with_a_fault_is_left_out_and_named_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "odd.py").write_text('"""Odd"""\n\nimport no_such_module\n', encoding="utf-8")
    monkeypatch.setenv(plugins.FILES, str(tmp_path / "odd.py"))
    assert "odd" not in {variant.game for variant in games.every()}
    assert f"{tmp_path / 'odd.py'}:3: ModuleNotFoundError" in caplog.text
    with pytest.raises(PluginError, match=r"odd\.py:3: "):
        games.find("odd/standard")


class Idle:
    """Plays whatever comes first."""

    plays = "even-groups"

    def choose(self, _view: Any, decision: Decision[Any], _budget: Budget, _source: RandomSource) -> Any:
        return next(iter(decision.moves()))


class Bound(Idle):
    """Is given its game."""

    def __init__(self, game: object) -> None:
        self.game = game


class Thing:
    """No bot."""


@pytest.fixture
def announce(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A module that stands for another package, and caches that forget it afterwards."""
    module = ModuleType("other_package")
    module.Idle, module.Bound, module.Thing = Idle, Bound, Thing  # type: ignore[attr-defined]
    module.VARIANTS = tuple(replace(variant, game="other", capabilities={}) for variant in toy.VARIANTS)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "other_package", module)
    caches = (plugins._attempt, plugins._report, games._attempt)
    for cache in caches:
        cache.cache_clear()
    monkeypatch.setattr(plugins, "announced", lambda group: POINTS[group])
    yield module
    for cache in caches:
        cache.cache_clear()


POINTS = {
    plugins.GAMES: (
        Plugin("absent", "no_such_module", "gone"),
        Plugin("even-groups", "other_package", "copycat"),
        Plugin("other", "other_package", "works"),
        Plugin("wrong", "other_package", "mistaken"),
    ),
    plugins.BOTS: (
        Plugin("bound", "other_package:Bound", "works"),
        Plugin("idle", "other_package:Idle", "works"),
        Plugin("Shouting", "other_package:Idle", "loud"),
        Plugin("steady", "other_package:Idle", "copycat"),
        Plugin("thing", "other_package:Thing", "odd"),
    ),
}


@pytest.mark.usefixtures("announce")
class TestGames:
    def test_a_game_of_another_package_is_one_of_all(self) -> None:
        assert games.find("OTHER/lenient").game == "other"
        assert {variant.id for variant in games.every()} >= {"other/lenient", "other/strict", EVEN.id}
        assert games.names() == (*games.GAMES, "absent", "other", "wrong")

    def test_a_package_with_a_fault_is_left_out_and_named_with_its_cause(self, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level(logging.WARNING):
            listed = {variant.game for variant in [*games.every(), *games.every()]}
        assert listed == {*games.GAMES, "other"}
        assert sorted(record.getMessage() for record in caplog.records) == [
            "absent of the package gone cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'; it is left out",
            "even-groups of the package copycat cannot be loaded: there is a game of this name already; it is left out",
            "wrong of the package mistaken cannot be loaded: ValueError: it is announced as wrong, and its variant other/lenient says "
            "that it is other; it is left out",
        ]

    def test_whoever_asks_for_it_is_told_the_cause(self) -> None:
        with pytest.raises(PluginError, match="absent of the package gone cannot be loaded: ModuleNotFoundError") as caught:
            games.find("absent/one")
        assert (caught.value.name, caught.value.package) == ("absent", "gone")
        with pytest.raises(UnknownNameError, match=r"unknown game nobody; the games are .*, other, wrong"):
            games.find("nobody/one")

    @pytest.mark.parametrize(
        ("variants", "cause"),
        [
            (None, "AttributeError|TypeError: VARIANTS is a tuple"),
            ((), "at least one Variant"),
            (("one",), "str is none"),
            ((toy.VARIANTS[0],), "says that it is toy"),
            ((replace(toy.VARIANTS[0], game="other", make=lambda _: 1 / 0),), "ZeroDivisionError"),
            ((replace(toy.VARIANTS[0], game="other", make=lambda _: sys.exit("good-bye")),), "SystemExit: good-bye"),
            ((replace(toy.VARIANTS[0], game="other", capabilities={"bots": "no_such_module:bots"}),), "ModuleNotFoundError"),
            ((replace(toy.VARIANTS[0], game="other", capabilities={}),) * 2, "two of its variants"),
        ],
    )
    def test_a_variant_that_does_not_begin_is_refused_as_it_is_loaded(self, announce: ModuleType, variants: object, cause: str) -> None:
        announce.VARIANTS = variants
        with pytest.raises(PluginError, match=cause):
            games.find("other/lenient")

    def test_a_game_without_a_book_still_has_a_page(self) -> None:
        assert games.rule_book("other") is None
        assert "The package works brings this game, and no rule book." in book.source("other")
        assert "other/strict" in book.source("OTHER")
        with pytest.raises(PluginError, match="no_such_module"):
            book.source("absent")
        book.names.cache_clear()
        assert "other" in book.names()
        assert "absent" not in book.names()
        book.names.cache_clear()


@pytest.mark.usefixtures("announce")
class TestBots:
    def test_bots_of_other_packages_follow_those_of_the_game(self, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level(logging.WARNING):
            listed = registry.names(EVEN)
        assert listed[-2:] == ("bound", "idle")
        assert "steady" in listed
        faults = sorted(record.getMessage().partition(" of the package ")[0] for record in caplog.records)
        assert faults == ["Shouting", "steady", "thing"]

    def test_one_is_picked_by_its_name(self) -> None:
        game = EVEN.bind({})[1]
        assert isinstance(registry.pick(EVEN, game, "IDLE"), Idle)
        bound = registry.pick(EVEN, game, "bound")
        assert isinstance(bound, Bound)
        assert bound.game is game
        assert not isinstance(registry.pick(EVEN, game, "steady"), Idle)
        with pytest.raises(PluginError, match="thing of the package odd cannot be loaded: TypeError: a bot has a method choose"):
            registry.pick(EVEN, game, "thing")

    def test_a_bot_plays_what_it_says_it_plays(self) -> None:
        other = games.find("other/lenient")
        assert registry.names(other) == ("random",)
        assert [bots.plays(Idle, variant) for variant in (EVEN, other)] == [True, False]
        choosy = type("Said", (Idle,), {"plays": (EVEN.id, "other/strict")})
        assert [bots.plays(choosy, games.find(name)) for name in ("other/lenient", "other/strict", EVEN.id)] == [False, True, True]
        assert bots.plays(Thing, EVEN)

    def test_a_variable_names_bots_that_are_not_installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(bots.VARIABLE, "lazy=other_package:Idle,other_package:Bound,nonsense")
        assert list(bots.all_bots()) == ["bound", "idle", "Shouting", "steady", "thing", "lazy"]
        assert bots.all_bots()["bound"].package == ""

    @pytest.mark.parametrize("text", ["", "Idle", "module", "=module:Idle", "module:", ":"])
    def test_what_names_no_bot_is_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match="a bot is MODULE:CLASS or NAME=MODULE:CLASS"):
            bots.parse(text)


def test_the_path_of_a_bot_is_read() -> None:
    assert bots.parse("mine:Idle") == Plugin("idle", "mine:Idle")
    assert bots.parse("Lazy=mine.bots:make.Idle") == Plugin("lazy", "mine.bots:make.Idle")


def test_nothing_else_than_a_path_is_loaded() -> None:
    with pytest.raises(PluginError, match="MODULE:ATTRIBUTE was expected"):
        Plugin("idle", "os:system('true')").load()


def test_a_missing_library_is_named_with_its_package() -> None:
    words = r"^nonsense is not installed; pip install 'deathmatch-frameworks\[openspiel\]' installs it$"
    with pytest.raises(MissingLibraryError, match=words), naming("deathmatch-frameworks[openspiel]"):
        __import__("nonsense")
    with pytest.raises(ModuleNotFoundError, match=r"deathmatch\.nonsense"), naming("deathmatch-frameworks"):
        __import__("deathmatch.nonsense")


class TestAdditions:
    @pytest.fixture(autouse=True)
    def _installed(self, monkeypatch: pytest.MonkeyPatch, announce: ModuleType) -> Iterator[None]:
        announce.TABLE = {"toy.extra": "no_such_module:extra", "toy.thing": "other_package:Thing"}  # type: ignore[attr-defined]
        tables = (Plugin("lost", "no_such_module:TABLE", "gone"), Plugin("found", "other_package:TABLE", "works"))
        before = plugins.additions()
        monkeypatch.setattr(plugins, "_installed", lambda _: tables)
        plugins.additions.cache_clear()
        yield
        plugins.additions.cache_clear()
        monkeypatch.undo()
        plugins.additions().update(before)  # type: ignore[attr-defined]

    def test_what_an_installed_package_adds_is_found_and_one_with_a_fault_is_reported(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setenv(plugins.VARIABLE, "on")
        assert plugins.brought("toy.thing") is Thing
        assert plugins.brought("toy.extra") is None
        assert plugins.brought("toy.nothing") is None
        assert ["lost of the package gone" in text or "no_such_module" in text for text in caplog.messages] == [True, True]

    def test_if_plugins_are_off_only_our_own_packages_add_something(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(plugins.VARIABLE, "off")
        assert plugins.additions() == {}
