"""Wheel and sdist hold everything, say what they are, and work from any directory on every Python that is here."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from importlib.metadata import version
from pathlib import Path

import pytest

from deathmatch import __version__
from deathmatch.games import every
from tests.tooling.serving import fetch, load, serving
from tests.tooling.test_light import MATCHES
from tools.conventions import ROOT
from tools.index_page import VARIABLE, relative_links, urls
from tools.release import metadata
from tools.setup import FOLDERS

ADDRESS = "https://example.org/ann/deathmatch"
NAME = f"deathmatch-{__version__}"
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = SETTINGS["project"]
EXTRAS = PROJECT.get("optional-dependencies", {})
PROJECTS = [PROJECT, *(tomllib.loads(file.read_text())["project"] for file in sorted(ROOT.glob("packages/*/pyproject.toml")))]
MINORS = [
    int(line.rpartition(".")[2]) for line in PROJECT["classifiers"] if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", line)
]
"""The versions of the classifiers: 11 is Python 3.11."""

PIP = ("-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check")
REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?(?:>=([\d.]+))?(?:,<([\d.]+))?(?:;.*)?")
PRIVATE = {"uvicorn", "websockets", "numba"}
"""Libraries of which we use parts that they do not promise to keep."""
SMOKE = """
import deathmatch as dm, deathmatch.server.web.app
import deathmatch_discord.client, deathmatch_frameworks.gymnasium, deathmatch_frameworks.pettingzoo
import deathmatch_lab.tournaments.dataset, deathmatch_postgres.database.store
game = dm.load_game("even-groups/standard", side=2)
record = dm.play_match(game, "steady", "random", seed=1)
assert record.winner is dm.parse_record(str(record)).winner is not None
scene = game.picture(game.view(game.start(), dm.PUBLIC))
assert dm.render_png(scene)[:4] == b"\\x89PNG" and dm.render_gif([(scene, 100)])[:3] == b"GIF"
assert dm.solve_matrix([[1, -1], [-1, 1]]).value == 0
"""
RECORD = """deathmatch 1
GAME Five-Card-Trick/Gauntlet   # in any letter case
A  Score Grow
B score block:grow
"""


# --- How to build and to install


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; fails with its output if it does not end well."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}:\n{done.stdout}{done.stderr}"
    return done.stdout


def sources(*folders: str) -> set[str]:
    """All files that git knows in these folders, or in the whole tree."""
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", *folders, cwd=ROOT).split("\n")
    return {name for name in listed if name and (ROOT / name).exists()}


def packed(wheel: Path) -> set[str]:
    """The files of a wheel but those that describe it."""
    return {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}


def in_the_wheel() -> set[str]:
    """All that has to be there: the sources and the rule books."""
    return {re.sub(r"^src/|^(?=rules/)", lambda matched: "" if matched[0] else "deathmatch/", name) for name in sources("src", "rules")}


def interpreters() -> list[Path]:
    """One for each version that is here: this one, those on the path, and those that pyenv keeps."""
    found = {}
    for minor in MINORS:
        name = f"python3.{minor}"
        kept = sorted(Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob(f"versions/3.{minor}.*/bin/{name}"))
        path = shutil.which(name)
        if minor == sys.version_info.minor:
            found[minor] = Path(sys.executable)
        elif kept:
            found[minor] = kept[-1]
        elif path and "shims" not in path:  # pyenv has stand-ins for versions that are not chosen
            found[minor] = Path(path)
    return list(found.values())


def clean(python: Path, folder: Path, wanted: str | Path, *more: str | Path) -> Path:
    """The `bin` of a new environment of that Python that has only this and its dependencies."""
    run(python, "-m", "venv", folder, cwd=folder.parent)
    run(folder / "bin" / "python", *PIP, wanted, *more, cwd=folder.parent)
    return folder / "bin"


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python that has the build system of `pyproject.toml` alone."""
    folder = tmp_path_factory.mktemp("builder")
    run(sys.executable, "-m", "venv", folder, cwd=folder.parent)
    run(folder / "bin" / "python", *PIP, *SETTINGS["build-system"]["requires"], cwd=folder)
    return folder / "bin" / "python"


@pytest.fixture(scope="module")
def packages(builder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sdist of this tree as one that is published at `ADDRESS`, and the wheel made of it without that address."""
    folder = tmp_path_factory.mktemp("packages")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, ADDRESS)
        run(builder, "-m", "hatchling", "build", "-d", folder, "-t", "sdist", cwd=ROOT)
        patch.delenv(VARIABLE)
        with tarfile.open(folder / f"{NAME}.tar.gz") as archive:
            archive.extractall(folder, filter="data")
        run(builder, "-m", "hatchling", "build", "-d", folder, "-t", "wheel", cwd=folder / NAME)
    (wheel,) = folder.glob("*.whl")
    return {"sdist": folder / f"{NAME}.tar.gz", "wheel": wheel}


# --- What they hold and say


def test_the_wheel_holds_every_source_and_says_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, ADDRESS)
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    archive = zipfile.ZipFile(wheel)
    assert packed(wheel) == in_the_wheel()
    assert "deathmatch/py.typed" in packed(wheel)
    licences = {name.rpartition("/")[2] for name in archive.namelist() if ".dist-info/licenses/" in name}
    assert licences == {"LICENSE", "NOTICE", "Inter-LICENSE.txt", "SCOWL-LICENSE.txt"}

    about = message_from_bytes(metadata(wheel))
    assert about["License-Expression"] == "MIT AND OFL-1.1 AND LicenseRef-SCOWL"
    assert set(EXTRAS) == set(about.get_all("Provides-Extra", []))
    assert about.get_all("Project-URL") == [f"{label}, {url}" for label, url in urls(ADDRESS, f"v{__version__}").items()]
    text = bytes(about.get_payload(decode=True)).decode()
    assert f"]({ADDRESS}/raw/v{__version__}/docs/images/board-desktop.png)" in text
    assert relative_links(text) == []
    assert b"deathmatch = deathmatch.cli.main:main" in archive.read(f"deathmatch-{__version__}.dist-info/entry_points.txt")


# --- What they need


def bounds() -> dict[str, tuple[str, str]]:
    """Each library that the house or a package asks for, with its lower and its upper bound; an upper one is empty if there is none."""
    lines = [line for project in PROJECTS for line in (project["dependencies"], *project.get("optional-dependencies", {}).values())]
    wanted = [one for line in lines for one in line if not one.startswith("deathmatch")]
    read = [REQUIREMENT.fullmatch(one) for one in wanted]
    assert None not in read, wanted
    return {one[1].lower(): (one[2], one[3] or "") for one in read if one is not None}


def numbers(version: str) -> list[int]:
    """A version, to be compared."""
    return [int(part) for part in re.findall(r"\d+", version)[:3]]


def test_every_library_has_bounds_that_hold_here() -> None:
    for name, (lowest, highest) in bounds().items():
        assert lowest, f"{name} has no lower bound"
        assert highest or name not in PRIVATE, f"{name} needs an upper bound: we use parts that it does not promise to keep"
        here = numbers(version(name))
        assert numbers(lowest) <= here, f"{name} is older here than its lower bound"
        assert not highest or here < numbers(highest), f"{name} is newer here than its upper bound"


# --- What they do


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder of this repository is on the path of a process."""
    for name in [name for name in os.environ if name.startswith("PYTHON")]:
        monkeypatch.delenv(name)


def plays(program: Path, folder: Path) -> None:
    """The program gives help, reads and replays a record, and serves pages with all that they load, from a folder of its own."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "a.dm").write_text(RECORD)
    assert run(program, "--version", cwd=elsewhere).strip() == f"deathmatch {__version__}"
    assert "replay" in run(program, "--help", cwd=elsewhere)
    canonical = "deathmatch 1\ngame five-card-trick/gauntlet\nA score grow\nB score block:grow\n"
    assert run(program, "record", "a.dm", cwd=elsewhere) == canonical
    positions = [json.loads(line) for line in run(program, "replay", "--json", "a.dm", cwd=elsewhere).splitlines()]
    assert [position["line"] for position in positions] == [None, "A score grow", "B score block:grow"]
    with serving(program, elsewhere) as address:
        front = fetch(f"{address}/")
        assert "Five-Card Trick" in front
        loaded = re.findall(r'(?:href|src)="(/(?:static/|ink)[^"]+)"', front)
        assert loaded
        assert all(load(address + one) for one in loaded)
        assert 'id="r5"' in fetch(f"{address}/rules/five-card-trick")
        assert {game["variant"] for game in json.loads(fetch(f"{address}/api/games"))} >= {"five-card-trick/gauntlet"}


@pytest.mark.nightly
@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("python", interpreters(), ids=lambda path: path.name)
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_the_package_alone_plays_and_serves(python: Path, kind: str, packages: dict[str, Path], tmp_path: Path) -> None:
    bare = clean(python, tmp_path / "bare", packages[kind])
    variants = run(bare / "python", "-c", f"import deathmatch as dm\n{MATCHES}", cwd=tmp_path).split()
    assert variants == [variant.id for variant in every()]
    if kind == "wheel":
        plays(bare / "deathmatch", tmp_path)


@pytest.mark.nightly
@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("lowest", [True, False], ids=["lowest", "newest"])
def test_everything_works_with_the_oldest_and_the_newest_libraries(lowest: bool, packages: dict[str, Path], tmp_path: Path) -> None:
    chosen = tmp_path / "chosen.txt"
    chosen.write_text("".join(f"{name}=={least}\n" for name, (least, _) in bounds().items()) if lowest else "")
    others = [folder.replace("[openspiel]", "") for folder in FOLDERS]
    here = [f"{ROOT}/{folder}" for folder in others]
    programs = clean(Path(sys.executable), tmp_path / "all", packages["wheel"], *here, "--constraint", chosen)
    run(programs / "python", "-c", SMOKE, cwd=tmp_path)
    plays(programs / "deathmatch", tmp_path)
