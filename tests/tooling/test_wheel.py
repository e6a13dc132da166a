"""The wheel of this tree holds all that is needed and plays from any directory. By night it is installed (`test_interpreters.py`)."""

from __future__ import annotations

import re
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

from deathmatch import __version__
from tests.tooling.packed import plays, run
from tools.conventions import ROOT
from tools.index_page import VARIABLE, relative_links, urls

ADDRESS = "https://example.org/ann/deathmatch"
PROGRAM = """#!{python} -P
import deathmatch.cli.main
assert deathmatch.__file__.startswith({folder!r}), deathmatch.__file__
deathmatch.cli.main.main()
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree, as one that is published at `ADDRESS`."""
    folder = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, ADDRESS)
        run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


def sources() -> set[str]:
    """What has to be in the wheel: all sources that git knows, and the rule books."""
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "src", "rules", cwd=ROOT).split("\n")
    there = [name for name in listed if name and (ROOT / name).exists()]
    return {re.sub(r"^src/|^(?=rules/)", lambda matched: "" if matched[0] else "deathmatch/", name) for name in there}


def test_it_holds_every_source_and_says_what_it_is(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == sources()
    assert "deathmatch/py.typed" in packed
    licences = {name.rpartition("/")[2] for name in archive.namelist() if ".dist-info/licenses/" in name}
    assert licences == {"LICENSE", "NOTICE", "Inter-LICENSE.txt", "SCOWL-LICENSE.txt"}

    about = message_from_bytes(archive.read(f"deathmatch-{__version__}.dist-info/METADATA"))
    assert about["License-Expression"] == "MIT AND OFL-1.1 AND LicenseRef-SCOWL"
    assert {"discord", "all"} <= set(about.get_all("Provides-Extra", []))
    named = [f"{label}, {url}" for label, url in urls(ADDRESS, f"v{__version__}").items()]
    assert about.get_all("Project-URL") == named
    text = bytes(about.get_payload(decode=True)).decode()
    assert "![A match of Even Groups" in text
    assert f"]({ADDRESS}/raw/v{__version__}/docs/images/board-desktop.png)" in text
    assert relative_links(text) == []
    assert b"deathmatch = deathmatch.cli.main:main" in archive.read(f"deathmatch-{__version__}.dist-info/entry_points.txt")


@pytest.mark.nightly
def test_unpacked_elsewhere_it_plays(wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the libraries of this environment, which installs none."""
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    monkeypatch.setenv("PYTHONPATH", str(site))
    program = tmp_path / "deathmatch"
    program.write_text(PROGRAM.format(python=sys.executable, folder=str(site)))
    program.chmod(0o755)
    plays(program, tmp_path)
