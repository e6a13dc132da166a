"""The conventions of the project that no ready-made checker knows. `python -m tools.conventions` prints what breaks them.

Every rule is a function from files (`path -> text`) to complaints, `path:line: what is wrong`, so a test can hand it an offence.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
FILE_LINES = 900
FUNCTION_LINES = 60
KERNEL_LINES = 100  # a numba kernel is one loop nest
WRITTEN_BY_HAND = {".py", ".js", ".css", ".html", ".ts"}
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
LAW = "rules/"  # not ours to change

Files = Mapping[str, str]
"""Tracked text files: path from the root, with `/`, and content."""


def tracked(root: Path = ROOT) -> dict[str, str]:
    """All text files that git tracks or would track, without those that git ignores."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, check=True, capture_output=True
    ).stdout.decode()
    texts: dict[str, str] = {}
    for name in sorted(set(listed.split("\0")) - {""}):
        try:
            texts[name] = (root / name).read_bytes().decode("utf-8")
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue  # a font or picture, or a file that was just removed
    return texts


def suffix(path: str) -> str:
    """The ending of a file's name, with its dot."""
    return PurePosixPath(path).suffix


def statements(tree: ast.AST) -> list[ast.AST]:
    """A tree and all statements in it. Expressions, most of it, are left out: no `def` and no import stands in one."""
    found = [tree]
    for block in found:
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            inside = getattr(block, part, ())
            found += inside if isinstance(inside, list) else ()
    return found


def nodes(tree: ast.AST) -> list[ast.AST]:
    """All nodes of a tree, a parent before its children, as `ast.walk` has them but in a third of its time."""
    found = [tree]
    for node in found:
        for value in vars(node).values():
            if isinstance(value, list):
                found += [one for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                found.append(value)
    return found


def lines_with(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, str]]:
    """The lines in which something of a pattern stands, and the first of it in each. Most files have none, which is seen at once."""
    if pattern.search(text):
        for number, line in enumerate(text.split("\n"), 1):
            if matched := pattern.search(line):
                yield number, matched[0]


def long_files(files: Files) -> Iterator[str]:
    """Files of code over 900 lines."""
    for path, text in files.items():
        lines = text.count("\n")
        if suffix(path) in WRITTEN_BY_HAND and lines > FILE_LINES:
            yield f"{path}:{FILE_LINES + 1}: {lines} lines; a file has {FILE_LINES} at most"


def long_functions(files: Files) -> Iterator[str]:
    """Functions over 60 lines; over 100 in `fast.py`, which holds kernels."""
    for path, text in files.items():
        limit = KERNEL_LINES if path.endswith("/fast.py") else FUNCTION_LINES
        if suffix(path) != ".py" or text.count("\n") < limit:
            continue
        for node in statements(ast.parse(text, path)):
            if isinstance(node, FUNCTION) and (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > limit:
                yield f"{path}:{node.lineno}: {node.name} has {lines} lines; a function has {limit} at most"


# --- Names

BANNED = {"draw", "draws"}  # it means pick, tie and paint: say deal, tie, picture
JS_NOISE = re.compile(r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`", re.DOTALL)
WORD = re.compile(r"(?:(?<=this\.)|(?<![.\w$]))[A-Za-z_$][\w$]*")


def parts(identifier: str) -> list[str]:
    """The words of a name in any case style, in lower case: `redrawAll_now` -> redraw, all, now."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", identifier)]


def python_names(text: str) -> Iterator[tuple[int, str]]:
    """Every name in Python code with its line.

    Words in comments and texts are free. So are members of other objects than `self`: either they are ours, and the check finds their
    definitions, or others gave them their names.
    """
    before: list[str] = ["", ""]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        member = before[-1] == "." and before[-2] != "self"
        if token.type == tokenize.NAME and not member:
            yield token.start[0], token.string
        before = [before[-1], token.string]


def script_names(text: str) -> Iterator[tuple[int, str]]:
    """Every name in a script or its types, with its line; the same words are free as in Python."""
    bare = JS_NOISE.sub(lambda matched: "\n" * matched[0].count("\n"), text)
    for number, line in enumerate(bare.split("\n"), 1):
        for name in WORD.findall(line):
            yield number, name


def banned_names(files: Files) -> Iterator[str]:
    """Names with a word that the project does not use."""
    readers = {".py": python_names, ".js": script_names, ".ts": script_names}
    for path, text in files.items():
        if BANNED & set(parts(PurePosixPath(path).stem)):
            yield f"{path}:1: the file's name says draw; say deal, tie or picture"
        reader = readers.get(suffix(path)) if any(word in text.lower() for word in BANNED) else None
        for line, name in reader(text) if reader else ():
            if BANNED & set(parts(name)):
                yield f"{path}:{line}: {name}: say deal, tie or picture"


def games_named(files: Files) -> Iterator[str]:
    """Files under `src/` that name a game in any spelling; only `games/` and the catalogues may. A game has a rule book."""
    books = [PurePosixPath(path).stem for path in files if re.fullmatch(r"rules/(?!as-written)[a-z-]+\.md", path)]
    names = re.compile("|".join(r"[-_ ]?".join(book.split("-")) for book in books) or r"(?!)", re.IGNORECASE)
    for path, text in files.items():
        if path.startswith("src/") and not path.startswith(("src/deathmatch/games/", "src/deathmatch/languages/")):
            for number, line in enumerate([path, *text.split("\n")]):
                if matched := names.search(line):
                    yield f"{path}:{number or 1}: names a game ({matched[0]}); only games/ may"


# --- What must not be in the tree

TOP = ("work", "root", "home", "Users")  # folders that only one machine has
HOSTS = ("pypi", "pythonhosted", "npmjs", "npmmirror", "yarnpkg", "jfrog", "artifactory")
MACHINE_PATH = re.compile(rf"/(?<![\w.~}})-]/)(?:{'|'.join(TOP)})/\w")
REGISTRY_HOST = re.compile(rf"\b(?:{'|'.join(HOSTS)})\.(?:org|com|io)\b|--(?:extra-)?index-url|\"resolved\":\s*\"http", re.IGNORECASE)


def machine_traces(files: Files) -> Iterator[str]:
    """Paths of one machine, and hosts of package registries."""
    for path, text in files.items():
        if path.startswith(("tools/conventions.py", "tests/test_conventions.py", LAW)):
            continue  # the patterns themselves, and the law
        yield from (f"{path}:{number}: a path of one machine ({what})" for number, what in lines_with(MACHINE_PATH, text))
        yield from (f"{path}:{number}: a package registry's host ({what})" for number, what in lines_with(REGISTRY_HOST, text))


UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX|NotImplementedError)\b|pytest\.(?:mark\.)?(?:skip|xfail)\b|\bassert True\b")


def unfinished(files: Files) -> Iterator[str]:
    """Leftovers: notes to self, stubs, skipped tests."""
    for path, text in files.items():
        if suffix(path) not in WRITTEN_BY_HAND or path in {"tools/conventions.py", "tests/test_conventions.py"}:
            continue
        yield from (f"{path}:{number}: unfinished ({what})" for number, what in lines_with(UNFINISHED, text))


EXCLUSION = re.compile(r"# pragma: no (?:cover|branch)(?! - \w)")


def bare_exclusions(files: Files) -> Iterator[str]:
    """Lines that coverage leaves out without a reason."""
    for path, text in files.items():
        if suffix(path) == ".py" and path not in {"tools/conventions.py", "tests/test_conventions.py"}:
            for number, _ in lines_with(EXCLUSION, text):
                yield f"{path}:{number}: left out of coverage without a reason; write `no cover - reason`"


RULES: tuple[Callable[[Files], Iterator[str]], ...] = (
    long_files,
    long_functions,
    banned_names,
    games_named,
    machine_traces,
    unfinished,
    bare_exclusions,
)


def main() -> int:
    """Print every complaint; the exit status."""
    files = tracked()
    complaints = [complaint for rule in RULES for complaint in rule(files)]
    sys.stdout.writelines(f"{complaint}\n" for complaint in complaints)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
