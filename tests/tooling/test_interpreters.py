"""Wheel and sdist are installed into clean environments of every Python that is here, and work from any directory."""

from __future__ import annotations

import os
import re
import sys
import tarfile
from importlib.metadata import version
from pathlib import Path

import pytest

from deathmatch.games import every
from tests.tooling.interpreters import MINORS, PROJECT, interpreters
from tests.tooling.packed import builder, plays, run
from tests.tooling.test_light import MATCHES
from tools.conventions import ROOT

PIP = ("-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check")


REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?(?:>=([\d.]+))?(?:,<([\d.]+))?(?:;.*)?")
PRIVATE = {"uvicorn", "websockets", "numba", "llvmlite"}
"""Libraries of which we use parts that they do not promise to keep."""
SMOKE = """
import deathmatch as dm, deathmatch.cluster
import deathmatch.study.parquet, deathmatch.study.plots.painting, discord, distributed
game = dm.load_game("even-groups/standard", side=2)
record = dm.play_match(game, "steady", "random", seed=1)
assert record.winner is dm.parse_record(str(record)).winner is not None
scene = game.picture(game.view(game.start(), dm.PUBLIC))
assert dm.render_png(scene)[:4] == b"\\x89PNG" and dm.render_gif([(scene, 100)])[:3] == b"GIF"
assert dm.solve_game(game).json["winner"] and dm.solve_matrix([[1, -1], [-1, 1]]).value == 0
"""


def bounds() -> dict[str, tuple[str, str]]:
    """Each library that an extra asks for, with its lower and its upper bound; an upper one is empty if there is none."""
    extras = PROJECT["optional-dependencies"].values()
    wanted = [one for lines in (PROJECT["dependencies"], *extras) for one in lines if not one.startswith("deathmatch[")]
    read = [REQUIREMENT.fullmatch(one) for one in wanted]
    assert None not in read, wanted
    return {one[1].lower(): (one[2], one[3] or "") for one in read if one is not None}


def numbers(version: str) -> list[int]:
    """A version, to be compared."""
    return [int(part) for part in re.findall(r"\d+", version)[:3]]


def clean(python: Path, folder: Path, wanted: str | Path, *more: str | Path) -> Path:
    """The `bin` of a new environment of that Python that has only this and what it asks for."""
    run(python, "-m", "venv", folder, cwd=folder.parent)
    run(folder / "bin" / "python", *PIP, wanted, *more, cwd=folder.parent)
    return folder / "bin"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sdist of this tree and the wheel made of it."""
    folder = tmp_path_factory.mktemp("packages")
    build = (builder(folder), "-m", "hatchling", "build", "-d", folder)
    run(*build, "-t", "sdist", cwd=ROOT)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    run(*build, "-t", "wheel", cwd=folder / sdist.name.removesuffix(".tar.gz"))
    (wheel,) = folder.glob("*.whl")
    return {"sdist": sdist, "wheel": wheel}


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder of this repository is on the path of a process."""
    for name in [name for name in os.environ if name.startswith("PYTHON")]:
        monkeypatch.delenv(name)


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


def test_every_library_has_bounds_that_hold_here() -> None:
    for name, (lowest, highest) in bounds().items():
        assert lowest, f"{name} has no lower bound"
        assert highest or name not in PRIVATE, f"{name} needs an upper bound: we use parts that it does not promise to keep"
        here = numbers(version(name))
        assert numbers(lowest) <= here, f"{name} is older here than its lower bound"
        assert not highest or here < numbers(highest), f"{name} is newer here than its upper bound"


@pytest.mark.nightly
@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("lowest", [True, False], ids=["lowest", "newest"])
def test_everything_works_with_the_oldest_and_the_newest_libraries(lowest: bool, packages: dict[str, Path], tmp_path: Path) -> None:
    chosen = tmp_path / "chosen.txt"
    chosen.write_text("".join(f"{name}=={least}\n" for name, (least, _) in bounds().items()) if lowest else "")
    programs = clean(Path(sys.executable), tmp_path / "all", f"{packages['wheel']}[all]", "--constraint", chosen)
    run(programs / "python", "-c", SMOKE, cwd=tmp_path)
    plays(programs / "deathmatch", tmp_path)


def test_classifiers_name_the_oldest_version_and_those_after_it() -> None:
    assert PROJECT["requires-python"] == f">=3.{MINORS[0]}"
    assert list(range(MINORS[0], MINORS[-1] + 1)) == MINORS
