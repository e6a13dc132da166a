"""Refuses a release that is dirty, untested or undocumented, and else tags it: `make release`. Standard library only.

    python -m tools.release                  # checks everything, and prints what to do
    python -m tools.release --tag            # the same, and makes the tag; pushing it publishes (.github/workflows/release.yml)
    python -m tools.release --tagged v1.2.3  # for the workflow: the tag is there, and its tests have run
    python -m tools.release --packages dist  # for the workflow: wheel and sdist name the repository, and their README's links lead there
    python -m tools.release --passed test    # for `make test` and `make nightly`: notes that they were green

Where the repository is published stands in the environment, as DEATHMATCH_REPOSITORY (`tools/index_page.py`).
A run of the tests counts for the commit at which it was made, and only if nothing was changed then.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

from tools import index_page

ROOT = Path(__file__).resolve().parent.parent
NOTES = Path(".venv") / "green"
RUNS = ("test", "nightly")
"""The targets of the Makefile that have to be green."""

USAGE = "usage: python -m tools.release [--tag | --tagged TAG | --packages FOLDER | --passed test|nightly]\n"


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


def unaddressed(tree: Tree) -> Iterator[str]:
    """An address of the repository that is missing or none, and links of the README that would not lead there."""
    try:
        repository = index_page.address(os.environ)
    except ValueError as error:
        yield str(error)
        return
    if not repository:
        yield f"{index_page.VARIABLE} is not set; expected the https address of the repository, such as https://example.org/ann/deathmatch"
    text = index_page.readme(tree.read(index_page.README), repository or "https://example.org", f"v{tree.version}")
    for target in index_page.relative_links(text):
        yield f"{index_page.README}: the link {target} would lead nowhere on a package index; write it as [words](path)"


def refusals(tree: Tree) -> list[str]:
    """All that speaks against a release of this tree as it is."""
    return [reason for rule in (dirty, untested, unversioned, tagged_before, undocumented, outdated, unaddressed) for reason in rule(tree)]


def of_a_tag(tree: Tree, tag: str) -> list[str]:
    """The same in a workflow that this tag has started, and that runs the tests itself."""
    found = [reason for rule in (unversioned, undocumented, unaddressed) for reason in rule(tree)]
    return found if tag == f"v{tree.version}" else [f"the tag is {tag}; expected v{tree.version}", *found]


def metadata(package: Path) -> bytes:
    """The metadata of a wheel or an sdist; empty if it has none."""
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as wheel:
            return next((wheel.read(name) for name in wheel.namelist() if name.endswith(".dist-info/METADATA")), b"")
    with tarfile.open(package) as sdist:
        file = next((member for member in sdist if re.fullmatch(r"[^/]+/PKG-INFO", member.name)), None)
        held = None if file is None else sdist.extractfile(file)
        return b"" if held is None else held.read()


def unpublishable(tree: Tree, folder: Path) -> Iterator[str]:
    """Packages that are missing or of another version, do not name the repository, or whose README would have dead links on an index."""
    repository, version = index_page.address(os.environ), tree.version
    kinds = {".whl": "wheel", ".gz": "sdist"}
    packages = sorted(path for path in folder.iterdir() if path.suffix in kinds) if folder.is_dir() else []
    if sorted(kinds[path.suffix] for path in packages) != ["sdist", "wheel"]:
        yield f"{folder} has {', '.join(path.name for path in packages) or 'no package'}; expected one wheel and one sdist"
    for package in packages:
        about = message_from_bytes(metadata(package))
        named = dict(str(line).split(", ", 1) for line in about.get_all("Project-URL", []))
        if about["Version"] != version:
            yield f"{package.name}: its version is {about['Version']}; expected {version}"
        for label, wanted in index_page.urls(repository, f"v{version}").items():
            if named.get(label) != wanted:
                yield f"{package.name}: the address {label} is {named.get(label, 'missing')}; expected {wanted}"
        text = bytes(about.get_payload(decode=True)).decode()
        if not text.strip():
            yield f"{package.name}: it has no README"
        for target in index_page.relative_links(text):
            yield f"{package.name}: the README's link {target} leads nowhere on a package index"


def main(arguments: list[str], tree: Tree | None = None) -> int:
    """Check and perhaps tag; the exit status: 1 for a release that is refused, 2 for arguments that nobody can read."""
    tree = tree or Tree()
    match arguments:
        case ["--passed", run] if run in RUNS:
            tree.note(run)
            return 0
        case ["--tagged", tag]:
            found = of_a_tag(tree, tag)
        case ["--packages", folder]:
            found = [*unaddressed(tree)] or [*unpublishable(tree, Path(folder))]
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
