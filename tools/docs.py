"""What keeps the documents true: links and anchors lead somewhere, generated parts are fresh, the rule books are the agreed ones.

`python -m tools.docs` prints all faults; with `--write` it rewrites the generated parts first. A generated part of a document stands
between `<!-- generated: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from unittest.mock import patch

from tools import wire_types
from tools.conventions import ROOT, Files, tracked
from tools.prose import table

if TYPE_CHECKING:
    from deathmatch.cli.main import Command

FENCE = re.compile(r"^( *)(```+|~~~+).*?^\1?\2`*\s*?$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"(?<!\\)\[(?:[^\[\]]|\[[^\]]*\])*\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")
HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.MULTILINE)
ANCHOR = re.compile(r"<a\s+(?:id|name)=\"([^\"]+)\"")
GENERATED = re.compile(r"(<!-- generated: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


# --- Links


def prose(text: str) -> str:
    """A document with its code blanked out, line by line."""
    bare = FENCE.sub(lambda matched: "\n" * matched[0].count("\n"), text)
    return CODE.sub("", bare)


def anchors(text: str) -> set[str]:
    """The anchors of a document: its headings as GitHub spells them, and those set by hand."""
    counts: dict[str, int] = {}
    names = set(ANCHOR.findall(text))
    for heading in HEADING.findall(FENCE.sub("", text)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
        slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        names.add(f"{slug}-{counts[slug]}" if slug in counts else slug)
        counts[slug] = counts.get(slug, 0) + 1
    return names


def broken_links(files: Files, exists: Callable[[str], bool] | None = None) -> Iterator[str]:
    """Relative links of documents that lead nowhere, and anchors that a document lacks; `exists` says which other paths there are."""
    there = exists or (lambda path: (ROOT / path).exists())
    for path, text in files.items():
        if not path.endswith(".md"):
            continue
        for number, line in enumerate(prose(text).split("\n"), 1):
            for target in LINK.findall(line):
                if re.match(r"[a-z]+:", target):
                    continue  # the web is not ours to check
                place, _, anchor = target.partition("#")
                goal = resolve(path, place) if place else path
                if goal not in files and not there(goal):
                    yield f"{path}:{number}: {target} leads nowhere"
                elif anchor and anchor not in anchors(files.get(goal, "")):
                    yield f"{path}:{number}: {goal} has no anchor #{anchor}"


MENTIONED = re.compile(r"(?<![\w/.-])(?:docs|rules|research|packages)/(?:[\w-]+/)*[\w-]+\.md\b")
CODE_FOLDERS = ("src/", "bench/", "tools/", "research/", "packages/")


def missing_mentions(files: Files) -> Iterator[str]:
    """Code that sends its reader to a document that is not there; a package beside the house may name its own `docs/`."""
    for path, text in files.items():
        if path.startswith(CODE_FOLDERS) and not path.endswith(".md"):
            own = "/".join(path.split("/")[:2])
            for number, line in enumerate(text.split("\n"), 1):
                for name in MENTIONED.findall(line):
                    if name not in files and f"{own}/{name}" not in files:
                        yield f"{path}:{number}: there is no {name}"


def resolve(path: str, target: str) -> str:
    """Where a relative link in a document leads, as a path from the root."""
    steps: list[str] = []
    for step in (*PurePosixPath(path).parent.parts, *PurePosixPath(target).parts):
        if step == "..":
            steps = steps[:-1]
        elif step != ".":
            steps.append(step)
    return "/".join(steps)


# --- Generated parts


def command_line() -> str:
    """The help of `deathmatch` and of each of its own commands, as the program prints it."""
    from deathmatch.cli.main import COMMANDS

    return f"```text\n{help_of()}\n```\n\n{helps_of(COMMANDS)}"


def added_commands(package: str) -> str:
    """The help of each command that a package beside the house adds."""
    from deathmatch.cli.main import find
    from deathmatch.core import plugins

    names = [name for name, brought in sorted(plugins.under("command.").items()) if brought.package == package]
    return helps_of({name: command for name in names if (command := find(name)) is not None})


def helps_of(commands: Mapping[str, Command]) -> str:
    """The help of each of these commands, as the program prints it."""
    from deathmatch.cli.main import load

    parts: list[str] = []
    for name, command in commands.items():
        within = getattr(load(name, command), "commands", {})
        calls = [(name,), *((name, one) for one in within)]
        parts += [f"### `deathmatch {' '.join(words)}`\n\n```text\n{help_of(*words)}\n```\n" for words in calls]
    return "\n".join(parts)


def help_of(*command: str) -> str:
    """What `deathmatch COMMAND --help` prints on a terminal of 100 columns; in this process, since a process for each takes seconds."""
    from deathmatch.cli.main import app

    with patch.dict(os.environ, {"COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1"}), redirect_stdout(StringIO()) as printed:
        app([*command, "--help"], prog_name="deathmatch", standalone_mode=False)
    return "\n".join(line.rstrip() for line in printed.getvalue().strip().splitlines())


def options_table() -> str:
    """Every variant with its options, from the games themselves."""
    from deathmatch import games

    lines: list[str] = []
    for variant in games.every():
        lines += [f"### `{variant.id}`\n", f"{variant.words}\n", "| option | takes | default | means |", "| --- | --- | --- | --- |"]
        defaults, _ = variant.bind({})
        for option in variant.options:
            derived = " (follows from the others)" if callable(option.default) else ""
            lines.append(f"| `{option.key}` | {option.kind} | {defaults[option.key]}{derived} | {option.words} |")
        lines.append("")
    return "\n".join(lines)


PARTS: Mapping[str, Callable[[], str]] = {
    "command-line": command_line,
    "options": options_table,
    "prose": table,
    "commands-of-discord": lambda: added_commands("deathmatch-discord"),
    "commands-of-lab": lambda: added_commands("deathmatch-lab"),
    "commands-of-postgres": lambda: added_commands("deathmatch-postgres"),
}


def fresh(text: str, makers: Mapping[str, Callable[[], str]] = PARTS) -> str:
    """A document with its generated parts made again; raises LookupError for a part without a maker."""

    def make(matched: re.Match[str]) -> str:
        if matched[2] not in makers:
            raise LookupError(f"no generated part is called {matched[2]}; there are {', '.join(makers)}")
        return f"{matched[1]}\n{makers[matched[2]]().strip()}\n\n{matched[3]}"

    return GENERATED.sub(make, text)


def stale_parts(files: Files) -> Iterator[str]:
    """Documents whose generated parts are not what the program says now."""
    for path, text in files.items():
        if path.startswith(("docs/", "packages/")) and path.endswith(".md") and fresh(text) != text:
            yield f"{path}:1: a generated part is stale; run make docs"


def stale_types(files: Files) -> Iterator[str]:
    """The types of the page's scripts, if the messages of the server have changed."""
    if files.get(wire_types.PATH, "") != wire_types.types():
        yield f"{wire_types.PATH}:1: is not what the messages of the server make; run make docs"


# --- The law

CHECKSUMS = Path("tools/rules.sha256")
INDEX = "rules/README.md"


def checksums(root: Path = ROOT) -> str:
    """The rule books as `sha256sum` lists them."""
    books = sorted((root / "rules").glob("*.md"))
    return "".join(f"{hashlib.sha256(book.read_bytes()).hexdigest()}  rules/{book.name}\n" for book in books)


def agree(books: Collection[str], root: Path = ROOT) -> None:
    """Take these books, paths from the root, as agreed; the checksums of the others stay."""
    file = root / CHECKSUMS
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.split()[1] not in books]
    lines += [line for line in checksums(root).splitlines() if line.split()[1] in books]
    file.write_text("".join(f"{line}\n" for line in sorted(lines, key=lambda line: line.split()[1])), encoding="utf-8")


def changed_law(root: Path = ROOT) -> Iterator[str]:
    """Rule books that are not the agreed ones: code, tests and old records cite them, so they change only on purpose."""
    agreed, here = (_by_book(text) for text in ((root / CHECKSUMS).read_text(encoding="utf-8"), checksums(root)))
    for book in sorted({*agreed, *here}):
        if book not in agreed:
            yield f"{book}:1: is new; add its line to {CHECKSUMS}: {here[book]}  {book}"
        elif agreed[book] != here.get(book):
            yield f"{book}:1: differs from {CHECKSUMS}; a rule book changes only by agreement"


def _by_book(sums: str) -> dict[str, str]:
    """The checksum of each book."""
    return {book: checksum for checksum, book in (line.split() for line in sums.splitlines())}


def unlisted_games(files: Files) -> Iterator[str]:
    """Games of the registry without a row in the table of the books."""
    from deathmatch import games

    for game, variants in ((game, games.variants(game)) for game in games.GAMES):
        listed = ", ".join(f"`{variant.name}`" for variant in variants)
        row = f"| {variants[0].title} | {listed} | {game}.md |"
        if row not in files[INDEX].splitlines():
            yield f"{INDEX}:1: the table of games lacks this row: {row}"


def main(arguments: list[str]) -> int:
    """Print every complaint; the exit status."""
    files = tracked()
    if arguments == ["--write"]:
        for path, text in files.items():
            if path.startswith(("docs/", "packages/")) and path.endswith(".md") and (new := fresh(text)) != text:
                (ROOT / path).write_text(new, encoding="utf-8")
                sys.stdout.write(f"{path}: rewritten\n")
        (ROOT / wire_types.PATH).write_text(wire_types.types(), encoding="utf-8")
        files = tracked()
    complaints = [
        *broken_links(files),
        *missing_mentions(files),
        *stale_parts(files),
        *stale_types(files),
        *changed_law(),
        *unlisted_games(files),
    ]
    sys.stdout.writelines(f"{complaint}\n" for complaint in complaints)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
