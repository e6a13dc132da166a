"""Refuses a release that is dirty, untested or undocumented, and else tags it: `make release`. Standard library only.

    python -m tools.release                  # checks everything, and prints what to do
    python -m tools.release --tag            # the same, and makes the tag; pushing it publishes (.github/workflows/release.yml)
    python -m tools.release --tagged v1.2.3  # for the workflow: the tag is there, and its tests have run
    python -m tools.release --passed test    # for `make test` and `make nightly`: notes that they were green

A run of the tests counts for the commit at which it was made, and only if nothing was changed then.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOTES = Path(".venv") / "green"
RUNS = ("test", "nightly")
"""The targets of the Makefile that have to be green."""

USAGE = "usage: python -m tools.release [--tag | --tagged TAG | --passed test|nightly]\n"


class Tree:
    """A repository: what git and the files say.

    Attributes:
        root: its folder.
    """

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root

    def git(self, *arguments: str) -> str:
        """What git prints."""
        return subprocess.run(["git", *arguments], cwd=self.root, check=True, capture_output=True, text=True).stdout.strip("\n")

    def read(self, path: str) -> str:
        """A file's text; empty if it is missing."""
        file = self.root / path
        return file.read_text(encoding="utf-8") if file.is_file() else ""

    @property
    def version(self) -> str:
        """The version that the package has; empty if it says none."""
        found = re.search(r'^__version__ = "([^"]+)"', self.read("src/deathmatch/__init__.py"), re.MULTILINE)
        return found[1] if found else ""

    def changed(self) -> list[str]:
        """Files that differ from the commit, and new ones that git does not ignore."""
        return [line[3:] for line in self.git("status", "--porcelain").splitlines()]

    def note(self, run: str) -> bool:
        """Note that a run was green at this commit; False, and nothing is noted, if a file has changed."""
        if self.changed():
            return False
        folder = self.root / NOTES
        folder.mkdir(parents=True, exist_ok=True)
        (folder / run).write_text(self.git("rev-parse", "HEAD"), encoding="utf-8")
        return True


def dirty(tree: Tree) -> Iterator[str]:
    """Changes that no commit has."""
    if changed := tree.changed():
        yield f"not committed ({len(changed)}): {', '.join(changed[:5])}"


def untested(tree: Tree) -> Iterator[str]:
    """Runs that were not green at this commit."""
    now = tree.git("rev-parse", "HEAD")
    for run in RUNS:
        noted = tree.read(f"{NOTES.as_posix()}/{run}")
        if noted != now:
            yield f"make {run} has not passed at this commit" + (f"; it passed at {noted[:8]}" if noted else "")


def unversioned(tree: Tree) -> Iterator[str]:
    """A version that is no version, has its tag already, or is named otherwise elsewhere."""
    version = tree.version
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
        yield f'src/deathmatch/__init__.py: __version__ is "{version}"; expected a version such as 1.2.0 or 1.2.0rc1'
    if (cited := re.search(r"^version: [\"']?([^\"'\n]+)", tree.read("CITATION.cff"), re.MULTILINE)) is None or cited[1].strip() != version:
        yield f"CITATION.cff: its version is {cited[1].strip() if cited else 'missing'}; expected {version}"


def tagged_before(tree: Tree) -> Iterator[str]:
    """A tag of this version that exists."""
    if tree.git("tag", "--list", f"v{tree.version}"):
        yield f"the tag v{tree.version} exists already; a new release needs a new version"


SECTION = re.compile(r"^## (.*)$", re.MULTILINE)


def undocumented(tree: Tree) -> Iterator[str]:
    """A changelog whose newest section is not this version with its day, or is empty, or that still has an open one."""
    text, version = tree.read("CHANGELOG.md"), tree.version
    titles = SECTION.findall(text)
    for title in titles:
        if "unreleased" in title.lower():
            yield f"CHANGELOG.md: the section {title!r} is open; give it the day of the release"
    if not titles or not re.fullmatch(rf"{re.escape(version)}, \d{{4}}-\d\d-\d\d", titles[0]):
        newest = repr(titles[0]) if titles else "missing"
        yield f"CHANGELOG.md: the newest section is {newest}; expected '{version}, YEAR-MONTH-DAY'"
    elif not re.search(r"^- ", SECTION.split(text)[2], re.MULTILINE):
        yield f"CHANGELOG.md: the section of {version} says nothing; expected a line for each change that a user notices"


def outdated(tree: Tree) -> Iterator[str]:
    """Documents whose links are dead or whose generated parts are old (`make docs`)."""
    done = subprocess.run([sys.executable, "-m", "tools.docs"], cwd=tree.root, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stdout + done.stderr).strip().splitlines()
        yield f"the documents are out of date: {last[-1] if last else 'tools.docs failed'}"


def refusals(tree: Tree) -> list[str]:
    """All that speaks against a release of this tree as it is."""
    return [reason for rule in (dirty, untested, unversioned, tagged_before, undocumented, outdated) for reason in rule(tree)]


def of_a_tag(tree: Tree, tag: str) -> list[str]:
    """The same in a workflow that this tag has started, and that runs the tests itself."""
    found = [reason for rule in (unversioned, undocumented) for reason in rule(tree)]
    return found if tag == f"v{tree.version}" else [f"the tag is {tag}; expected v{tree.version}", *found]


def main(arguments: list[str], tree: Tree | None = None) -> int:
    """Check and perhaps tag; the exit status: 1 for a release that is refused, 2 for arguments that nobody can read."""
    tree = tree or Tree()
    match arguments:
        case ["--passed", run] if run in RUNS:
            tree.note(run)
            return 0
        case ["--tagged", tag]:
            found = of_a_tag(tree, tag)
        case [] | ["--tag"]:
            found = refusals(tree)
        case _:
            sys.stderr.write(USAGE)
            return 2
    for reason in found:
        print(f"refused: {reason}")
    if found:
        return 1
    if arguments == ["--tag"]:
        tree.git("tag", "--annotate", f"v{tree.version}", "--message", f"Deathmatch {tree.version}")
    print(f"Deathmatch {tree.version} can be released" + ("" if arguments else ": python -m tools.release --tag, then push the tag"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
