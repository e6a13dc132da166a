"""The style of our English, as patterns: `python -m tools.prose [PATH...]` prints `path:line: rule: "words": suggestion`.

It reads the documents, and in code all that people read: docstrings, messages, the help of commands, page templates, texts in scripts.
It leaves out the rule books, which are not ours to change.

Every offence fails the check. With paths, only those files are read.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from tools.conventions import Files, nodes, tracked

LONGEST = 40  # words in a sentence
CONTEXT = 24  # characters after a match that the report shows
SHORT = 3  # words; a text in code with fewer is a name or a key
READ = ("src/", "tools/", "bench/", "examples/")


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern that we do not write.

    Attributes:
        name: what the report calls it.
        pattern: finds it, in any letter case and over line ends.
        instead: the advice.
        questions: whether it may stand in a question.
    """

    name: str
    pattern: re.Pattern[str]
    instead: str
    questions: bool = False


def _rule(name: str, pattern: str, instead: str, *, questions: bool = False, case: bool = False) -> Rule:
    return Rule(name, re.compile(pattern.replace(" ", r"\s+"), 0 if case else re.IGNORECASE), instead, questions)


_START = r"(?:^|(?<=[.:;!]\s)|(?<=\n\n))"
RULES = (
    _rule("whoever", r"\b(?:whoever|whomever|whosoever)\b", "name the person: the player, the host, anyone who ..."),
    _rule("that which", r"\b(?:that which|those which|all which)\b", "name the thing"),
    _rule(
        "old words",
        r"\b(?:anew|lest|thereof|therein|thereby|whereof|whereby|wherein|whence|thence|hence|ere|upon|unto|shall)\b",
        "again, so that ... not, by this, so, on, must",
    ),
    _rule(
        "where for if",
        r"(?<!know\s)(?<!knows\s)(?<!show\s)(?<!shows\s)(?<!say\s)(?<!says\s)(?<!see\s)(?<!tells\s)(?<!finds\s)\bwhere "
        r"(?:there (?:is|are|was|were)|it (?:is|has|can|may|does|fits)|they (?:are|have|can|may)|one (?:is|has)|that is|"
        r"nothing|nobody|somebody|none|no one)\b|\b(?:None|False|True|empty|raises? \w+),? where\b",
        "a condition begins with if",
    ),
    _rule(
        "is there",
        r"\b(?:(?:it|he|she|that|which|who) (?:is|was) there|(?:they|that|which|who) (?:are|were) there|(?:is|are) there (?:for|where))\b",
        "exists, is available",
    ),
    _rule("of which", r"\b(?:of (?:which|whom)|that of what)\b", "two sentences, or whose"),
    _rule(
        "what-clause",
        r"\bwhat (?:is|was|are|were|has|had|can|cannot|could|may|must|does|comes?|came|goes|stands?|stood|remains?|happens|"
        r"belongs?|it|they|one|nobody|somebody|a|an|no)\b",
        "use the noun: the rest, the message, the cause",
        questions=True,
    ),
    _rule("who as a noun", _START + r"Who (?:is|was|has|had|does|can|may|must|\w+s)\b", "name the person", questions=True, case=True),
    _rule("of first", _START + r"Of (?:all|the|what|a|an|each|every|two|so|these|those|which)\b", "the subject comes first", case=True),
    _rule("the own", r"\b(?:the|an) own\b", "say whose: their own, your own, the seat's"),
    _rule("so many", r"\b(?:of|every|in|after) so many\b", "give the number, or every Nth"),
    _rule("and nothing else", r"\band (?:nothing|nobody|nowhere|none|no) (?:else|more|others?|one else)\b", "only"),
    _rule("nothing but", r"\b(?:nothing|none|nobody) but\b", "only"),
    _rule("inverted if", r"(?:^|[,;.:] )(?:be it|were it|were they|had it|should it|should they|be they)\b", "if"),
    _rule("for meaning because", r"[,;] for (?:it|they|there|nobody|nothing|he|she)\b", "because"),
    _rule("is said", r"\b(?:is|are|was|were|be|being) (?:said|told)\b", "say who reports it: the server logs, the page shows"),
    _rule("as it were", r"\b(?:as it were|so to speak|such a one|to and fro|hardly a)\b", "leave it out, or give the number"),
)
"""All patterns; the limit on the length of a sentence is the only rule besides."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Some English in a file: its text with code blanked out, and the line on which it begins."""

    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Offence:
    """What is wrong in one place."""

    path: str
    line: int
    rule: str
    words: str
    instead: str

    def __str__(self) -> str:
        return f'{self.path}:{self.line}: {self.rule}: "{self.words}": {self.instead}'


# --- What is English in a file

FENCE = re.compile(r"^( *)(```+|~~~+).*?^\1?\2`*\s*?$", re.MULTILINE | re.DOTALL)
GENERATED = re.compile(r"<!-- generated: .*?<!-- end -->", re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\]\([^)]*\)")
TAG = re.compile(r"\{%.*?%\}|\{#.*?#\}|<(?:script|style)\b.*?</(?:script|style)>|<[^>]*>", re.DOTALL)
HOLE = re.compile(r"\{\{.*?\}\}|\$\{[^}]*\}", re.DOTALL)
SCRIPT_TEXT = re.compile(r"//[^\n]*|/\*.*?\*/|'((?:\\.|[^'\\\n])*)'|\"((?:\\.|[^\"\\\n])*)\"|`((?:\\.|[^`\\])*)`", re.DOTALL)


def blank(pattern: re.Pattern[str], text: str, word: str = "") -> str:
    """The text without what matches; line ends stay."""
    return pattern.sub(lambda match: word + "\n" * match[0].count("\n"), text)


def document(path: str, text: str) -> Iterator[Passage]:
    """A Markdown file, without code and without the parts that are generated from code."""
    for pattern in (GENERATED, COMMENT, FENCE):
        text = blank(pattern, text)
    yield Passage(path, 1, blank(LINK, CODE.sub("X", text), "]"))


def python(path: str, text: str) -> Iterator[Passage]:
    """Docstrings and messages of a Python file."""
    inside = set[int]()
    for node in nodes(ast.parse(text, path)):
        said = ""
        if isinstance(node, ast.JoinedStr):
            inside.update(map(id, nodes(node)[1:]))
            said = "".join(part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "X" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            said = node.value
        if len(said.split()) >= SHORT:
            plain = CODE.sub("X", "\n".join("" if line.lstrip().startswith((">>>", "...")) else line for line in said.split("\n")))
            yield Passage(path, node.lineno, plain)  # type: ignore[attr-defined]


def script(path: str, text: str) -> Iterator[Passage]:
    """Texts in a script of the page."""
    for match in SCRIPT_TEXT.finditer(text):
        said = next((group for group in match.groups() if group), "")
        if len(said.split()) >= SHORT:
            yield Passage(path, text.count("\n", 0, match.start()) + 1, blank(HOLE, blank(TAG, said, " "), "X"))


def template(path: str, text: str) -> Iterator[Passage]:
    """The words of a page template."""
    yield Passage(path, 1, blank(HOLE, blank(TAG, text, "  "), "X"))


READERS = {".md": document, ".py": python, ".js": script, ".html": template}


def passages(files: Files) -> Iterator[Passage]:
    """All English in the files that this check reads."""
    for path, text in files.items():
        suffix = PurePosixPath(path).suffix
        wanted = path == "README.md" or path.startswith("docs/") if suffix == ".md" else path.startswith(READ)
        if wanted and suffix in READERS and path != "tools/prose.py":
            yield from READERS[suffix](path, text)


# --- What is wrong with it

BLOCK = re.compile(r"\n\s*\n|\n\s*(?=[-*#|>]|\d+\. )|\n\s*(?=[\w*`]+: )|\||\n(?=(?:Args|Returns|Raises|Attributes|Yields):)")
SENTENCE = re.compile(r"(?<=[.!?:;])[)\"'*_]*\s+")


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Every sentence with the place where it begins. List items, rows of tables and cells are on their own."""
    at = 0
    for block in (*BLOCK.finditer(text), None):
        end = block.start() if block else len(text)
        start = at
        for gap in (*SENTENCE.finditer(text, at, end), None):
            stop = gap.start() if gap else end
            if text[start:stop].strip():
                yield start, text[start:stop]
            start = gap.end() if gap else end
        at = block.end() if block else end


def offences(files: Files) -> Iterator[Offence]:
    """All offences, in the order of files and lines."""
    for passage in passages(files):
        text = passage.text

        def line(at: int, passage: Passage = passage) -> int:
            return passage.line + passage.text.count("\n", 0, at)

        for rule in RULES:
            for match in rule.pattern.finditer(text):
                if not (rule.questions and re.match(r"[^.!;:\n]*\n?[^.!;:\n]*\?", text[match.end() :])):
                    words = " ".join(text[match.start() : match.end() + CONTEXT].split())
                    yield Offence(passage.path, line(match.start()), rule.name, words, rule.instead)
        for start, sentence in sentences(text):
            count = len(re.findall(r"[A-Za-z][\w'-]*", sentence))
            if count > LONGEST:
                begin = start + len(sentence) - len(sentence.lstrip())
                opening = " ".join(sentence.split()[:4])
                yield Offence(passage.path, line(begin), "long sentence", f"{opening} ...", f"{count} words; {LONGEST} at most")


def table() -> str:
    """The rules for the documents."""
    rows = [f"| {rule.name} | {rule.instead} |" for rule in RULES]
    return "\n".join(["| rule | write instead |", "| --- | --- |", *rows, f"| long sentence | at most {LONGEST} words; split it |"])


def main(paths: list[str]) -> int:
    """Print the offences, of all files or of those under the given paths; the exit status."""
    files = {path: text for path, text in tracked().items() if not paths or path.startswith(tuple(paths))}
    reported = sorted(set(offences(files)), key=lambda one: (one.path, one.line))
    for one in reported:
        sys.stdout.write(f"{one}\n")
    return 1 if reported else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
