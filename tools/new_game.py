"""A new game that runs at once: `make game NAME=blind-mice`, or `python -m tools.new_game blind-mice`.

The game is a copy of the worked example in `examples/sealed_cards` (docs/adding-a-game.md) under another name: its folder, its book, its
tests, its line in the registry, its row and checksum among the books, and the matches that later versions are held to.
"""

from __future__ import annotations

import keyword
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tools import docs
from tools.conventions import ROOT, games_named, tracked

EXAMPLE = "sealed-cards"
REGISTRY = Path("src/deathmatch/games/__init__.py")
_NAME = re.compile(r"[a-z]{2,}(?:-[a-z]{2,})*")
LONGEST = 40  # characters of a name
WRITERS = ("tests.conformance.playthroughs", "tests.records.make")
"""What writes the matches that a later version of a game is held to; each takes the names of games."""


class Refused(ValueError):
    """A name that no new game can have; its text says why."""


def module(name: str) -> str:
    """The folder of a game."""
    return name.replace("-", "_")


def title(name: str) -> str:
    """The name of a game for people."""
    return name.replace("-", " ").title()


def check(name: str, files: Mapping[str, str]) -> None:
    """Raises Refused for a name that no new game can have in a tree with these files."""
    if not _NAME.fullmatch(name) or len(name) > LONGEST:
        raise Refused(f"{name or 'no name'}: a name is lower-case words of at least two letters a-z, joined by -, such as blind-mice")
    if keyword.iskeyword(module(name)):
        raise Refused(f"{name} is a word of Python; choose another name")
    folder = f"{REGISTRY.parent.as_posix()}/{module(name)}"
    taken = [path for path in files if path == f"rules/{name}.md" or path.startswith((f"{folder}/", f"tests/games/{module(name)}/"))]
    if taken:
        raise Refused(f"{name} is taken: there is {taken[0]}")
    named = list(games_named({**files, f"rules/{name}.md": ""}))
    if named:
        raise Refused(f"{name} stands in code that may not name a game ({named[0].partition(': ')[0]}); choose another name")


def renamed(text: str, name: str) -> str:
    """A text of the example as one of the game."""
    spellings = (str, module, title, lambda words: title(words).replace(" ", ""))
    for spelling in spellings:
        text = text.replace(spelling(EXAMPLE), spelling(name))
    return text


def skeleton(name: str, files: Mapping[str, str]) -> dict[str, str]:
    """The files of a new game, made of the example's."""
    example = f"examples/{module(EXAMPLE)}/"
    places = {
        "game/": f"{REGISTRY.parent.as_posix()}/{module(name)}/",
        "tests/": f"tests/games/{module(name)}/",
        "rules.md": f"rules/{name}.md",
    }
    made: dict[str, str] = {}
    for path, text in files.items():
        inside = path.removeprefix(example)
        for here, there in places.items():
            if inside != path and inside.startswith(here):
                made[there + inside.removeprefix(here)] = renamed(text, name)
    return made


def registered(registry: str, name: str) -> str:
    """The registry with one line more."""
    head, end, rest = registry.partition("\n}\n")
    return f'{head}\n    "{name}": "deathmatch.games.{module(name)}",{end}{rest}'


def indexed(index: str, name: str) -> str:
    """The page of the books with one row more in its table of games."""
    *_, last = re.findall(r"^\| .*\.md \|\n", index, re.MULTILINE)
    return index.replace(last, f"{last}| {title(name)} | `standard` | {name}.md |\n")


def write(name: str, root: Path = ROOT) -> list[str]:
    """Write a new game into a tree; the paths that are new or changed. Raises Refused."""
    files = tracked(root)
    check(name, files)
    made = skeleton(name, files)
    made[REGISTRY.as_posix()] = registered(files[REGISTRY.as_posix()], name)
    made[docs.INDEX] = indexed(files[docs.INDEX], name)
    for path, text in made.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    docs.agree({f"rules/{name}.md", docs.INDEX}, root)
    return [*made, docs.CHECKSUMS.as_posix()]


def main(arguments: list[str]) -> int:
    """Write the game, and the matches that later versions of it are held to; the exit status."""
    if len(arguments) != 1:
        sys.stderr.write("usage: make game NAME=blind-mice\n")
        return 2
    (name,) = arguments
    try:
        paths = write(name)
    except Refused as refused:
        sys.stderr.write(f"{refused}\n")
        return 1
    for writer in WRITERS:
        subprocess.run([sys.executable, "-m", writer, name], cwd=ROOT, check=True)
    sys.stdout.writelines(f"{path}\n" for path in paths)
    sys.stdout.write(f"{name} runs: deathmatch play {name}/standard. Tests: make test-game NAME={name}. Guide: docs/adding-a-game.md\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
