"""Wheel and sdist are installed into clean environments of every Python that is here, and work from any directory."""

from __future__ import annotations

import os
import tarfile
from pathlib import Path

import pytest

from deathmatch.games import every
from tests.tooling.interpreters import MINORS, PROJECT, interpreters
from tests.tooling.packed import builder, plays, run
from tests.tooling.test_light import MATCHES
from tools.conventions import ROOT

PIP = ("-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check")


def clean(python: Path, folder: Path, wanted: str | Path) -> Path:
    """The `bin` of a new environment of that Python that has only this and what it asks for."""
    run(python, "-m", "venv", folder, cwd=folder.parent)
    run(folder / "bin" / "python", *PIP, wanted, cwd=folder.parent)
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
def test_rules_need_nothing_and_a_server_plays(python: Path, kind: str, packages: dict[str, Path], tmp_path: Path) -> None:
    bare = clean(python, tmp_path / "bare", packages[kind])
    listed = run(bare / "python", "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check", cwd=tmp_path).split()
    assert {line.partition("==")[0] for line in listed} <= {"deathmatch", "pip", "setuptools"}
    variants = run(bare / "python", "-c", f"import deathmatch as dm\n{MATCHES}", cwd=tmp_path).split()
    assert variants == [variant.id for variant in every()]
    if kind == "wheel":
        plays(clean(python, tmp_path / "server", f"{packages[kind]}[server]") / "deathmatch", tmp_path)


def test_classifiers_name_the_oldest_version_and_those_after_it() -> None:
    assert PROJECT["requires-python"] == f">=3.{MINORS[0]}"
    assert list(range(MINORS[0], MINORS[-1] + 1)) == MINORS
