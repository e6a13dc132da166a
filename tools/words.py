"""The catalogues of languages (docs/languages.md): `python -m tools.words` reports each text that is missing or wrong.

`--write` brings them up to date with the texts of the project: new ones come in without a translation, a changed one keeps its translation
as fuzzy, and one that is gone is kept at the end as obsolete. `--tidy` removes the obsolete ones.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from deathmatch import games
from deathmatch.core.catalogues import ENGLISH, LANGUAGES
from deathmatch.core.lessons import without_values
from deathmatch.core.options import Word, key_words
from deathmatch.server.web.assets import lean
from tools.conventions import ROOT, nodes

SOURCES = ROOT / "src" / "deathmatch"
FOLDER = SOURCES / "languages"
BESIDE = tuple(folder.parent for folder in sorted(ROOT.glob("packages/*/src/*/languages")))
"""The sources of packages that bring catalogues of their own."""

KEYWORDS: Mapping[str, tuple[int, ...] | None] = {"say": None, "count": (1, 2), "mark": None, "woven": None}
"""The functions whose first argument is a text; `count` has it in two forms."""

COMMENT = "For translators:"
"""How a comment above a text begins that is meant for translators."""

WIDTH = 140
METHODS = {".py": f"{__name__}:python_texts", ".html": "jinja2", ".js": f"{__name__}:script_texts", ".toml": f"{__name__}:lesson_texts"}
LESSON_KEYS = frozenset("title about end say task other minute hints right wrong owed happened has words".split())  # noqa: SIM905 - so many
ENGLISH_ONLY = ("cli/",)
SPEECH = "core/speech.py"  # where `say` is, with some texts of its own
IMPORTS = {".py": b"core.speech import", ".js": b'"./say.js"'}
SHOWN = "src/deathmatch/web/static/lists.js"
"""Where scripts show names of variants and options."""

SAID = re.compile(r'(?<![\w.$])(say|count)\(\s*("(?:[^"\\]|\\.)*")(?:,\s*("(?:[^"\\]|\\.)*"))?')
"""A call in a script, with the literals that it begins with."""
NAME = re.compile(r"\{(\w+)\}")
DATED = re.compile(
    r'^"(?:POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Project-Id-Version|Report-Msgid-Bugs-To|Generated-By):.*\n',
    re.MULTILINE,
)

Found = tuple[int, str, str | tuple[str, ...], list[str]]
"""A text as Babel's extractors give it: line, function, text or its two forms, comments."""


@cache
def calls(source: bytes) -> list[tuple[str, ast.Call]]:
    """The calls in a Python file of functions that take texts, by their names."""
    found = [(node.func.id, node) for node in nodes(ast.parse(source)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    return [(name, node) for name, node in found if name in KEYWORDS]


def python_texts(file: IO[bytes], _keywords: object, _comments: object, options: object) -> Iterator[Found]:
    """The texts of a Python file, as Babel asks for them. Its own extractor takes methods for functions: `word.count("a")`."""
    source = file.read()
    lines = source.decode().split("\n")
    for name, node in calls(source):
        given = [one.value for one in node.args[:2] if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        above = lines[node.lineno - 2].strip().removeprefix("# ") if node.lineno > 1 else ""
        comments = [above.removeprefix(COMMENT).strip()] if above.startswith(COMMENT) else []
        if given and (name != "count" or len(given) == 2):
            yield node.lineno, name, tuple(given) if name == "count" else given[0], comments


def without_a_literal(files: Iterable[tuple[str, str, bytes]]) -> Iterator[str]:
    """Texts in Python that are put together before `say` gets them, so that no catalogue can have them: `say(f"...")`."""
    for name, _, content in files:
        if not name.endswith(".py"):
            continue
        for called, node in calls(content):
            for one in node.args[: 2 if called == "count" else 1]:
                parts = (one.body, one.orelse) if isinstance(one, ast.IfExp) else ()
                if isinstance(one, ast.JoinedStr | ast.BinOp) or any(isinstance(part, ast.Constant | ast.JoinedStr) for part in parts):
                    yield f"{name}:{one.lineno}: {called} takes a literal or a marked constant: {ast.unparse(one)[:80]}"


def script_texts(file: IO[bytes], _keywords: object, _comments: object, options: object) -> Iterator[Found]:
    """The texts of a script, as Babel asks for them. Its own extractor passes over those in a template within quotation marks or in another
    template, and over those that are a value of another text: `<a title="${say("Close")}">`."""
    for called in SAID.finditer(lean(file.read().decode())):
        name, first, second = called.groups()
        yield 1, name, (json.loads(first), json.loads(second)) if name == "count" else json.loads(first), []


def lesson_texts(file: IO[bytes], _keywords: object, _comments: object, options: object) -> Iterator[Found]:
    """The texts of a file of lessons, puzzles or legends, as Babel asks for them; each as one line, as the reader of lessons makes it."""

    def walk(value: Any, wanted: bool) -> Iterator[str]:
        match value:
            case str() if wanted and value.strip():
                yield " ".join(value.split())
            case dict():
                for key, inner in value.items():
                    if key == "happened":
                        yield from inner  # parts of sentences, which the coach looks for
                    yield from walk(inner, wanted or key in LESSON_KEYS)
            case list():
                for inner in value:
                    yield from walk(inner, wanted)
            case _:
                return

    for text in walk(tomllib.loads(file.read().decode()), False):
        yield 1, "say", text, []


def puzzle_texts(file: IO[bytes], _keywords: object, _comments: object, options: object) -> Iterator[Found]:
    """The texts of a file of puzzles, with names for the values that differ from puzzle to puzzle."""
    for line, function, text, comments in lesson_texts(file, _keywords, _comments, options):
        yield line, function, without_values(str(text))[0], comments


def sources(root: Path = SOURCES) -> Iterator[tuple[str, str, bytes]]:
    """Every file that may hold texts: its path from the root of the project, the extractor, its bytes."""
    for path in sorted(root.rglob("*")):
        method, name = METHODS.get(path.suffix), path.relative_to(root).as_posix()
        if name.endswith("-puzzles.toml"):
            method = f"{__name__}:puzzle_texts"
        if method is None or "__pycache__" in path.parts or name.startswith(ENGLISH_ONLY):
            continue
        content = path.read_bytes()
        if (
            name == SPEECH or (imports := IMPORTS.get(path.suffix)) is None or imports in content
        ):  # others have functions of their own by these names
            yield f"src/{root.name}/{name}", method, content


def values() -> Iterator[tuple[str, str]]:
    """The texts of the registry that pages show without a literal of their own: names of variants, keys and words of options.

    Yields: a text, and the file that stands for its game.
    """
    for variant in games.every():
        place = f"src/deathmatch/games/{variant.game.replace('-', '_')}/__init__.py"
        yield key_words(variant.name), place
        for option in variant.options:
            yield key_words(option.key), place
            for word in option.kind.words if isinstance(option.kind, Word) else ():
                if not str(word).isdigit():
                    yield str(word), place


def texts(files: Iterable[tuple[str, str, bytes]]) -> Catalog:
    """All texts of these files, without translations."""
    found = Catalog(charset="utf-8", fuzzy=False)
    for name, method, content in files:
        for _line, text, comments, _context in extract(method, io.BytesIO(content), KEYWORDS, (COMMENT,), strip_comment_tags=True):
            if text and text != ("", ""):
                found.add(text, locations=[(name, 0)], auto_comments=comments)
    return found


def template() -> Catalog:
    """All texts of the house."""
    found = texts(sources())
    for text, place in values():
        found.add(text, locations=[(place, 0), (SHOWN, 0)])
    return found


def templates() -> Iterator[tuple[Path, Catalog]]:
    """The folders with catalogues, and the texts of each: those of the house, and those of a package that the house has not."""
    house = template()
    yield FOLDER, house
    for root in BESIDE:
        own = texts(sources(root))
        for message in [message for message in own if message.id and message.id in house]:
            own.delete(message.id)
        yield root / "languages", own


def read(code: str, folder: Path = FOLDER) -> Catalog:
    """The catalogue of a language as it stands; an empty one if it has no file yet."""
    path = folder / f"{code}.po"
    if not path.exists():
        return Catalog(locale=code, charset="utf-8", fuzzy=False)
    return read_po_text(path.read_text("utf-8"), code)


def read_po_text(text: str, code: str) -> Catalog:
    """The catalogue of a file's text."""
    return read_po(io.BytesIO(text.encode()), locale=code, charset="utf-8")


def written(catalogue: Catalog) -> bytes:
    """A catalogue as a file: without dates, and with the files of each text but no lines, so that it changes only if a text does."""
    out = io.BytesIO()
    catalogue.header_comment = f"# {LANGUAGES.get(str(catalogue.locale), 'A language')} (docs/languages.md)"
    write_po(out, catalogue, width=WIDTH, include_lineno=False, sort_by_file=True)
    return DATED.sub("", out.getvalue().decode()).encode()


def merged(old: Catalog, template: Catalog) -> Catalog:
    """A catalogue with the texts of the project as they are now."""
    old.update(template, no_fuzzy_matching=False, update_header_comment=False, keep_user_comments=True)
    return old


# --- What is wrong with a catalogue


def forms(text: object) -> tuple[str, ...]:
    """The forms of a text or of its translation: one, or one for each plural form."""
    return (text,) if isinstance(text, str) else tuple(str(part) for part in text) if isinstance(text, Sequence) else ()


def _names(texts: Iterable[str]) -> set[str]:
    return {name for text in texts for name in NAME.findall(text)}


def wrong_names(message: Message) -> str:
    """The `{names}` that the translation of a text lacks or makes up; empty if it has the same ones. A form may leave the number out."""
    asked = _names(forms(message.id))
    for form in forms(message.string):
        if differing := (asked ^ _names([form])) - ({"number"} if message.pluralizable and "number" in asked else set()):
            return ", ".join(sorted(differing))
    return ""


def complaints(code: str, catalogue: Catalog, template: Catalog) -> Iterator[str]:
    """Everything that is missing or wrong in the catalogue of a language."""
    for message in template:
        first = (forms(message.id) or ("",))[0]
        if first and message.id not in catalogue:
            yield f"{code}: is not in the catalogue: {first}"
    for message in catalogue:
        first = (forms(message.id) or ("",))[0]
        if not first:
            continue
        if message.id not in template:
            yield f"{code}: no such text: {first}"
        elif not message.string or not all(forms(message.string)):
            yield f"{code}: is not translated: {first}"
        elif message.fuzzy:
            yield f"{code}: the text has changed, and the translation is only a guess: {first}"
        elif differing := wrong_names(message):
            yield f"{code}: other names ({differing}) than in: {first}"
        elif any(
            text[:1].isspace() != first[:1].isspace() or text[-1:].isspace() != first[-1:].isspace() for text in forms(message.string)
        ):
            yield f"{code}: blanks at its ends differ: {first}"
    for message in catalogue.obsolete.values():
        yield f"{code}: obsolete (--tidy removes it): {(forms(message.id) or ('',))[0]}"


def main(arguments: list[str]) -> int:
    """Check the catalogues, or bring them up to date; the exit status."""
    if arguments not in ([], ["--write"], ["--tidy"]):
        sys.stderr.write("usage: python -m tools.words [--write | --tidy]\n")
        return 2
    wrong = [complaint for root in (SOURCES, *BESIDE) for complaint in without_a_literal(sources(root))]
    for folder, known in templates():
        for code in (code for code in LANGUAGES if code != ENGLISH):
            catalogue = read(code, folder)
            if arguments:
                catalogue = merged(catalogue, known)
                if arguments == ["--tidy"]:
                    catalogue.obsolete.clear()
                (folder / f"{code}.po").write_bytes(written(catalogue))
            else:
                wrong += complaints(code, catalogue, known)
        if arguments:
            print(f"{folder.relative_to(ROOT)}: {len(known)} texts")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
