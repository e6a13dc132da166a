"""The sdist holds all sources of this tree, and the wheel made of it is whole. Classifiers are those of the package index."""

from __future__ import annotations

import re
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

from deathmatch import __version__
from tests.tooling.packed import builder, run
from tests.tooling.test_wheel import sources
from tools.conventions import ROOT
from tools.index_page import VARIABLE
from tools.release import Tree, metadata, unpublishable

NAME = f"deathmatch-{__version__}"
CLASSIFIERS = "import trove_classifiers; print('\\n'.join(sorted(trove_classifiers.classifiers)))"


@pytest.fixture(scope="module")
def building(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python that has the build system, and nothing else."""
    return builder(tmp_path_factory.mktemp("builder"))


@pytest.mark.nightly
def test_the_sdist_has_every_source_and_makes_the_whole_wheel(building: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one who builds the wheel need not know where the sdist was published."""
    monkeypatch.setenv(VARIABLE, "https://example.org/ann/deathmatch")
    run(building, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=ROOT)
    with tarfile.open(tmp_path / f"{NAME}.tar.gz") as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
        archive.extractall(tmp_path, filter="data")
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT).split("\n")
    there = {name for name in listed if name and (ROOT / name).exists() and not re.match(r"\.ci/", name)}
    assert packed - {"PKG-INFO"} == there

    monkeypatch.delenv(VARIABLE)
    run(building, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, cwd=tmp_path / NAME)
    (wheel,) = tmp_path.glob("*.whl")
    assert {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name} == sources()
    monkeypatch.setenv(VARIABLE, "https://example.org/ann/deathmatch")
    assert list(unpublishable(Tree(), tmp_path)) == []


@pytest.mark.nightly
def test_a_build_that_knows_no_address_has_the_readme_as_it_is(building: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    run(building, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, cwd=ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    about = message_from_bytes(metadata(wheel))
    assert about.get_all("Project-URL") is None
    assert bytes(about.get_payload(decode=True)).decode().strip() == (ROOT / "README.md").read_text().strip()


@pytest.mark.nightly
def test_every_classifier_is_known_to_the_package_index(building: Path, tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert set(project["classifiers"]) <= set(run(building, "-c", CLASSIFIERS, cwd=tmp_path).splitlines())
