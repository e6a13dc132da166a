"""A release that is dirty, untested or undocumented is refused with the reason; one that is in order gets its tag."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tools import release
from tools.index_page import VARIABLE
from tools.release import Tree

FILES = {
    "src/deathmatch/__init__.py": '__version__ = "1.2.0"\n',
    "CITATION.cff": "version: 1.2.0\n",
    "CHANGELOG.md": "# Changelog\n\n## 1.2.0, 2026-01-02\n\n- **A door** opens.\n\n## 1.1.0, 2025-01-02\n\n- Less.\n",
    "tools/__init__.py": "",
    "tools/docs.py": "",
    "README.md": "# Doors\n\nThey [open](docs/doors.md).\n",
    ".gitignore": ".venv/\n__pycache__/\n",
}


REPOSITORY = "https://example.org/ann/doors"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tree:
    """A small repository in which all is well."""
    monkeypatch.setenv(VARIABLE, REPOSITORY)
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    made = Tree(tmp_path)
    made.git("init", "--quiet")
    made.git("config", "user.name", "Ann")
    made.git("config", "user.email", "ann@example.org")
    commit(made)
    green(made)
    return made


def commit(tree: Tree) -> None:
    tree.git("add", "--all")
    tree.git("commit", "--quiet", "--allow-empty", "--message", "a step")


def green(tree: Tree) -> None:
    assert all(tree.note(run) for run in release.RUNS)


def rewritten(name: str, old: str, new: str) -> Callable[[Tree], None]:
    """A commit, tested, in which a file says something else."""

    def change(tree: Tree) -> None:
        assert old in FILES[name]
        (tree.root / name).write_text(FILES[name].replace(old, new))
        commit(tree)
        green(tree)

    return change


def touched(tree: Tree) -> None:
    (tree.root / "new.txt").touch()


def tagged(tree: Tree) -> None:
    tree.git("tag", "v1.2.0")


def test_one_that_is_in_order_gets_its_tag_and_only_once(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main([], tree) == 0
    assert tree.git("tag") == ""
    assert release.main(["--tag"], tree) == 0
    assert tree.git("tag") == "v1.2.0"
    assert release.main(["--tagged", "v1.2.0"], tree) == 0
    capsys.readouterr()
    assert release.main(["--tag"], tree) == 1
    assert capsys.readouterr().out == "refused: the tag v1.2.0 exists already; a new release needs a new version\n"


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (touched, "not committed (1): new.txt"),
        (commit, "make test has not passed at this commit; it passed at "),
        (tagged, "the tag v1.2.0 exists already"),
        (rewritten("src/deathmatch/__init__.py", "1.2.0", "1.3"), 'src/deathmatch/__init__.py: __version__ is "1.3"; expected a version'),
        (rewritten("CITATION.cff", "1.2.0", "1.1.0"), "CITATION.cff: its version is 1.1.0; expected 1.2.0"),
        (rewritten("CHANGELOG.md", "1.2.0, 2026-01-02", "1.2.0, unreleased"), "CHANGELOG.md: the section '1.2.0, unreleased' is open"),
        (rewritten("CHANGELOG.md", "- **A door** opens.", ""), "CHANGELOG.md: the section of 1.2.0 says nothing"),
        (
            rewritten("README.md", "[open](docs/doors.md).", "[open]\n\n[open]: docs/doors.md"),
            "README.md: the link docs/doors.md would lead",
        ),
        (rewritten("tools/docs.py", "", "raise SystemExit('docs/cli.md is old')"), "the documents are out of date: docs/cli.md is old"),
    ],
)
def test_a_fault_is_refused_with_its_reason(
    tree: Tree, fault: Callable[[Tree], None], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fault(tree)
    assert release.main(["--tag"], tree) == 1
    said = capsys.readouterr().out
    assert f"refused: {reason}" in said
    assert "can be released" not in said


def test_a_run_over_changes_that_no_commit_has_counts_for_nothing(tree: Tree) -> None:
    commit(tree)
    touched(tree)
    assert release.main(["--passed", "test"], tree) == 0
    (tree.root / "new.txt").unlink()
    assert [reason for reason in release.refusals(tree) if "make test" in reason]
    assert release.main(["--passed", "test"], tree) == 0
    assert not [reason for reason in release.refusals(tree) if "make test" in reason]
