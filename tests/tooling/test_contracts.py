"""The contracts of import-linter bite: each kind of wrong import, put into a small house with our rooms, breaks its contract."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.conventions import ROOT

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
CONTRACTS: list[dict[str, Any]] = SETTINGS["contracts"]

HOUSE = "the house, from"
ROOM = "inside a game"
FLOORS = "inside the server"
NEIGHBOURS = "a game never imports"
PURE = "games and core are pure"
STATELESS = "pictures and bots"
HANDED = "the referee is handed"
KERNELS = "kernels stay"
BESIDE = "the house never imports"

MEANT = [
    ("core.a", "deathmatch.solve", HOUSE),
    ("core.a", "deathmatch.games.one.values", HOUSE),
    ("solve.a", "deathmatch.match", HOUSE),
    ("games.one.bot", "deathmatch.match", HOUSE),
    ("bots.a", "deathmatch.server.web", HOUSE),
    ("server.web.a", "deathmatch.cli", HOUSE),
    ("library.a", "deathmatch_frameworks", BESIDE),
    ("server.rooms.a", "deathmatch.server.web", FLOORS),
    ("server.table.a", "deathmatch.server.rooms", FLOORS),
    ("server.table.a", "deathmatch.server.store", FLOORS),
    ("server.store.a", "deathmatch.server.table", FLOORS),
    ("games.one.rules", "deathmatch.games.one.bot", ROOM),
    ("games.one.rules", "deathmatch.games.two.values", NEIGHBOURS),
    ("games.one.rules", "random", PURE),
    ("core.a", "time", PURE),
    ("games.one.bot", "deathmatch.games.one.state", STATELESS),
    ("match.a", "deathmatch.games", HANDED),
    ("server.web.a", "deathmatch.games.one.fast", KERNELS),
]
"""Imports that the architecture forbids, each with the contract that must say so."""


def layers(contract: dict[str, Any]) -> Iterator[list[str]]:
    """The rooms of each floor, from the roof down."""
    for floor in contract.get("layers", ()):
        yield [room.strip("() ") for room in re.split("[|:]", floor)]


def module(name: str) -> str:
    """A module that a pattern of a contract stands for."""
    return name.replace("*", "one", 1)


def allowed(line: str) -> tuple[str, str]:
    """An import that a contract makes an exception for: it must exist, or the exception is called idle."""
    source, _, target = line.partition(" -> ")
    return module(source), module(target.replace("**", "core"))


WRONG = [
    *((source if source.startswith("deathmatch_") else f"deathmatch.{source}", target, contract) for source, target, contract in MEANT),
]


def rooms() -> set[str]:
    """Every module that a contract names, in two games for each pattern of games."""
    named = {"deathmatch.server.web.a", *(source for source, _, _ in WRONG if not source.endswith(".cellar"))}
    for contract in CONTRACTS:
        named.update(contract.get("source_modules", ()), contract.get("forbidden_modules", ()), contract.get("modules", ()))
        named.update(f"{container}.{room}" for container in contract.get("containers", ()) for floor in layers(contract) for room in floor)
        named.update(name for line in contract.get("ignore_imports", ()) for name in allowed(line))
    games = {name.replace("*", game, 1) for name in named for game in ("one", "two")}
    return {
        *SETTINGS["root_packages"],
        *(name for name in games if name.partition(".")[0] in SETTINGS["root_packages"] and "*" not in name),
    }


def build(house: Path) -> None:
    """A package with the rooms of ours, all of them empty, and with our own contracts."""
    for name in rooms():
        folder = house
        for part in name.split("."):
            folder /= part
            folder.mkdir(exist_ok=True)
            (folder / "__init__.py").touch()
    for contract in CONTRACTS:
        for line in contract.get("ignore_imports", ()):
            source, target = allowed(line)
            with house.joinpath(*source.split("."), "__init__.py").open("a") as file:
                file.write(f"import {target}\n")
    (house / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())


def spoil(house: Path, source: str, target: str) -> None:
    """Put a wrong import into a room, or a room that no contract knows."""
    folder = house.joinpath(*source.split("."))
    folder.mkdir(exist_ok=True)
    with (folder / "__init__.py").open("a") as file:
        file.write(f"import {target}\n" if target else "")


LINT = """
import os, sys
from importlib import invalidate_caches
from importlinter import cli  # sets import-linter up
from importlinter.application import use_cases

for house in sys.stdin.read().splitlines():
    os.chdir(house)
    sys.path[0] = house
    invalidate_caches()
    options = use_cases.read_user_options()
    use_cases._register_contract_types(options)
    report = use_cases.create_report(options, cache_dir=None)
    assert not report.could_not_run
    for contract, check in report.get_contracts_and_checks():
        if not check.kept:
            print(f"{house}\\t{contract.name}")
"""
"""Checks the houses that it is told, one a line, and prints the contracts that each breaks: as `lint-imports` does, in one process."""


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> dict[int, list[str]]:
    """The names of the contracts that each wrong import of `WRONG` breaks, by its place there; those of the house in order at -1."""
    houses = {place: tmp_path_factory.mktemp("house") for place in range(-1, len(WRONG))}
    for place, house in houses.items():
        build(house)
        if place >= 0:
            spoil(house, *WRONG[place][:2])
    told = "\n".join(map(str, houses.values()))
    done = subprocess.run([sys.executable, "-c", LINT], input=told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = [line.split("\t") for line in done.stdout.splitlines() if "\t" in line]
    return {place: [name for where, name in lines if where == str(house)] for place, house in houses.items()}


def test_a_house_in_order_breaks_nothing(broken: dict[int, list[str]]) -> None:
    assert broken[-1] == []


@pytest.mark.parametrize(
    ("place", "contract"),
    [(place, contract) for place, (_, _, contract) in enumerate(WRONG)],
    ids=[f"{source}: {target or 'a new room'}" for source, target, _ in WRONG],
)
def test_a_wrong_import_breaks_its_contract(broken: dict[int, list[str]], place: int, contract: str) -> None:
    assert any(name.startswith(contract) for name in broken[place])
