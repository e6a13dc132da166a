"""The contracts of import-linter bite: each kind of wrong import, put into a small house with our rooms, breaks its contract."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    "values",
    "state",
    "rules",
    "view",
    "notation",
    "generator",
    "compose",
    "deals",
    "picture",
    "narration",
    "game",
    "belief",
    "fast",
    "lexicon",
    "solver",
    "bot",
    "extra",
)
LAYERS = (
    "cli",
    "study",
    "cluster",
    "library",
    "authoring",
    "bots",
    "match",
    "solve",
    "core",
)
DISCORD = ("client", "managing", "commands", "challenges", "boards", "leagues", "hands", "desk", "forms", "listening", "api", "duels")
SERVER = ("web", "hooks", "rooms", "accounts", "table", "store", "replays", "seasons", "wire")

HOUSE = "the house"
ROOM = "inside a game"
FLOORS = "inside the server"
NEIGHBOURS = "a game never imports"
PURE = "games and core are pure"
STATELESS = "pictures and bots"
HANDED = "the referee is handed"
KERNELS = "kernels stay"
CLIENT = "the front end in Discord is a client"
DASK = "only the layer of the cluster"
FRONT = "inside the front end in Discord"
BESIDE = "the house never imports"

WRONG = [
    ("core/a.py", "import deathmatch.solve.a", HOUSE),
    ("core/a.py", "import deathmatch.games.one.values", HOUSE),
    ("library/a.py", "import deathmatch_frameworks", BESIDE),
    ("bots/a.py", "import deathmatch.study.a", HOUSE),
    ("bots/a.py", "import deathmatch.cluster.a", HOUSE),
    ("study/a.py", "import deathmatch.cluster.a", HOUSE),
    *((f"{room}.py", f"import {module}", DASK) for room in ("games/one/solver", "core/a", "cli/a") for module in ("distributed", "dask")),
    ("solve/a.py", "import deathmatch.match.a", HOUSE),
    ("games/one/bot.py", "import deathmatch.match.a", HOUSE),
    ("games/__init__.py", "import deathmatch.bots.a", HOUSE),
    ("bots/a.py", "import deathmatch.server.web.a", HOUSE),
    ("server/web/a.py", "import deathmatch.cli.a", HOUSE),
    ("shed/__init__.py", "", HOUSE),
    ("server/rooms/a.py", "import deathmatch.server.web.a", FLOORS),
    ("server/rooms/a.py", "import deathmatch.server.hooks.a", FLOORS),
    ("server/hooks/a.py", "import deathmatch.server.web.a", FLOORS),
    ("server/table/a.py", "import deathmatch.server.rooms.a", FLOORS),
    ("server/accounts/a.py", "import deathmatch.server.rooms.a", FLOORS),
    ("server/table/a.py", "import deathmatch.server.store.a", FLOORS),
    ("server/store/a.py", "import deathmatch.server.table.a", FLOORS),
    ("server/wire/a.py", "import deathmatch.server.table.a", FLOORS),
    ("server/cellar.py", "", FLOORS),
    ("games/one/values.py", "import deathmatch.games.one.state", ROOM),
    ("games/one/state.py", "import deathmatch.games.one.rules", ROOM),
    ("games/two/view.py", "import deathmatch.games.two.compose", ROOM),
    ("games/two/picture.py", "import deathmatch.games.two.belief", ROOM),
    ("games/two/narration.py", "import deathmatch.games.two.game", ROOM),
    ("games/two/picture.py", "import deathmatch.games.two.narration", ROOM),
    ("games/two/deals.py", "import deathmatch.games.two.game", ROOM),
    ("games/two/generator.py", "import deathmatch.games.two.deals", ROOM),
    ("games/two/rules.py", "import deathmatch.games.two.generator", ROOM),
    ("games/two/game.py", "import deathmatch.games.two.bot", ROOM),
    ("games/two/fast.py", "import deathmatch.games.two.bot", ROOM),
    ("games/two/solver.py", "import deathmatch.games.two.bot", ROOM),
    ("games/one/cellar.py", "", ROOM),
    ("games/one/rules.py", "import deathmatch.games.two.values", NEIGHBOURS),
    ("games/two/extra.py", "from deathmatch.games.one import values", NEIGHBOURS),
    *((f"games/one/{room}.py", f"import {module}", PURE) for room in ("rules", "bot") for module in ("random", "os")),
    *(("core/a.py", f"import {module}", PURE) for module in ("random", "time", "datetime", "os", "pathlib", "secrets")),
    ("games/one/picture.py", "import deathmatch.games.one.state", STATELESS),
    ("games/two/bot.py", "from deathmatch.games.two.state import X", STATELESS),
    ("match/a.py", "import deathmatch.games", HANDED),
    ("match/a.py", "import deathmatch.games.one.fast", KERNELS),
    ("server/web/a.py", "import deathmatch.games.one.fast", KERNELS),
    ("cli/a.py", "import deathmatch.games.one.fast", KERNELS),
    ("server/web/a.py", "import deathmatch.discord.api", HOUSE),
    ("discord/api.py", "import deathmatch.server.web.a", CLIENT),
    ("discord/forms.py", "import deathmatch.games.one.values", CLIENT),
    ("discord/duels.py", "import deathmatch.discord.client", FRONT),
    ("discord/cellar.py", "", FRONT),
]


def build(house: Path) -> None:
    """A small package with the rooms of ours, whose imports are all right, and with our own contracts."""
    package = house / "deathmatch"
    for layer in LAYERS:
        (package / layer).mkdir(parents=True)
        (package / layer / "__init__.py").touch()
        (package / layer / "a.py").touch()
    (package / "core" / "plugins.py").write_text("import os\n")  # the one exception of the house
    (package / "discord").mkdir()
    for module in ("__init__", *DISCORD):
        (package / "discord" / f"{module}.py").touch()
    (package / "server").mkdir()
    (package / "server" / "__init__.py").touch()
    for floor in SERVER:
        (package / "server" / floor).mkdir()
        (package / "server" / floor / "__init__.py").touch()
        (package / "server" / floor / "a.py").touch()
    for module in (
        "running",
        "backup",
        "checking",
        "collector",
        "lexicons",
        "times",
        "tokens",
        "vault",
        "warming",
        "limits",
        "line",
        "figures",
        "mailbox",
        "names",
        "sheets",
        "once",
        "settings",
        "wordfiles",
    ):
        (package / "server" / f"{module}.py").touch()
    for game in ("one", "two"):
        (package / "games" / game).mkdir(parents=True)
        for room in ("__init__", *ROOMS):
            (package / "games" / game / f"{room}.py").write_text("X = 1\n")
    (package / "__init__.py").touch()
    (package / "games" / "__init__.py").touch()
    (package / "games" / "one" / "bot.py").write_text("import deathmatch.games.one.view\nimport deathmatch.solve.a\n")
    (package / "games" / "one" / "view.py").write_text("import deathmatch.games.one.state\n")
    (package / "games" / "one" / "deals.py").write_text("import deathmatch.games.one.generator\nimport deathmatch.games.one.notation\n")
    (package / "games" / "one" / "game.py").write_text("import deathmatch.games.one.deals\n")
    (package / "server" / "web" / "a.py").write_text("import time\nimport deathmatch.match.a\nimport deathmatch.bots.a\n")
    (house / "deathmatch_frameworks").mkdir()
    (house / "deathmatch_frameworks" / "__init__.py").touch()
    text = (ROOT / "pyproject.toml").read_text()
    assert tomllib.loads(text)["tool"]["importlinter"]["root_packages"][0] == "deathmatch"
    (house / "pyproject.toml").write_text(text)


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
            file, line, _ = WRONG[place]
            path = house / "deathmatch" / file
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"{path.read_text() if path.exists() else ''}{line}\n")
    done = subprocess.run(
        [sys.executable, "-c", LINT], input="\n".join(map(str, houses.values())), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = [line.split("\t") for line in done.stdout.splitlines() if "\t" in line]
    return {place: [name for where, name in lines if where == str(house)] for place, house in houses.items()}


def test_a_house_in_order_breaks_nothing(broken: dict[int, list[str]]) -> None:
    assert broken[-1] == []


def test_the_program_says_the_same(tmp_path: Path, broken: dict[int, list[str]]) -> None:
    build(tmp_path)
    file, line, _ = WRONG[0]
    (tmp_path / "deathmatch" / file).write_text(f"{line}\n")
    lint = Path(sys.executable).parent / "lint-imports"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "NO_COLOR": "1", "COLUMNS": "200"}
    done = subprocess.run([lint, "--no-cache", "--no-logo"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.findall(r"^(.+?) BROKEN", done.stdout, flags=re.MULTILINE) == broken[0]


@pytest.mark.parametrize(
    ("place", "contract"),
    [(place, contract) for place, (_, _, contract) in enumerate(WRONG)],
    ids=[f"{file}: {line or 'a new room'}" for file, line, _ in WRONG],
)
def test_a_wrong_import_breaks_its_contract(broken: dict[int, list[str]], place: int, contract: str) -> None:
    assert any(name.startswith(contract) for name in broken[place])
