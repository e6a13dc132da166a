"""The faults of a file that show before it is played: names that stand for nothing, and things that nothing uses, each with its line."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from inspect import isgeneratorfunction

from deathmatch.core import game, options
from deathmatch.onefile import book, declaring, values

REFEREE = ("pending", "decision", "over", "winner", "reason", "seat", "submitted")  # fields that all books share
OWN = ("title", "words", "picture", "reasons", "bank", "play", "paint", "headline")  # names of the base that a game gives
KIT = ("ITEMS", "QUESTIONS", "OPTIONS", "__init_subclass__")
ANSWERS = ("pick", "sequence", "one", "one_of_each", "number")
ENDS = (game.RESIGN, "points", "level", options.DMO)  # by themselves
UNSURE = ("random", "secrets", "time", "datetime", "uuid", "os")  # modules by which rules are not the same twice


class Source:
    """The text of a file, as a tree."""

    def __init__(self, text: str) -> None:
        self.nodes = list(ast.walk(ast.parse(text)))
        self.calls = [node for node in self.nodes if isinstance(node, ast.Call)]
        texts = {str(given.value) for call in self.calls for given in call.args if isinstance(given, ast.Constant)}
        self.mentioned = {node.attr for node in self.nodes if isinstance(node, ast.Attribute)} | texts

    def named(self, function: str, place: int = 0) -> Iterator[tuple[str, int]]:
        """The texts that calls of this name have in this place, with their lines."""
        for call in self.calls:
            given = call.args[place] if len(call.args) > place else None
            if getattr(call.func, "id", getattr(call.func, "attr", "")) == function and isinstance(given, ast.Constant):
                yield str(given.value), given.lineno

    def cited(self) -> Iterator[tuple[int, int]]:
        """The numbers of rules that answers name, with their lines."""
        for call in self.calls:
            for word in call.keywords:
                if getattr(call.func, "id", "") in ANSWERS and word.arg == "rule" and isinstance(word.value, ast.Constant):
                    yield int(str(word.value.value)), word.value.lineno

    def line(self, declared: type[declaring.Game], name: str) -> int:
        """The line of a name that a class gives; that of the class if it does not."""
        for node in self.nodes:
            if isinstance(node, ast.ClassDef) and node.name == declared.__name__:
                for inner in node.body:
                    target = inner.targets[0] if isinstance(inner, ast.Assign) else getattr(inner, "target", inner)
                    if name in (getattr(target, "id", ""), getattr(target, "name", "")):
                        return inner.value.lineno if isinstance(inner, ast.Assign) else inner.lineno
                return node.lineno
        return 1

    def set_at(self, name: str) -> int:
        """The first line that sets a value in the rules; 0 if none does."""
        for node in self.nodes:
            called = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
            for target in [*getattr(node, "targets", ()), *filter(None, (getattr(node, "target", None), called))]:
                for inner in ast.walk(target):
                    if isinstance(inner, ast.Attribute) and inner.attr == name:
                        return inner.lineno
        return 0


def check(source: Source, declared: type[declaring.Game], text: book.Text, reasons: Mapping[str, str]) -> None:
    """Raises: Fault, for the first one."""
    for found in (_names(source, declared), _references(source, declared, text, reasons), _uses(source, declared)):
        for words, line in found:
            raise values.Fault(words, line)


def _names(source: Source, declared: type[declaring.Game]) -> Iterator[tuple[str, int]]:
    """Names that are taken, and modules that rules must not have."""
    for node in source.nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for name in [node.module or ""] if isinstance(node, ast.ImportFrom) else [name.name for name in node.names]:
                if name.partition(".")[0] in UNSURE:
                    yield f"rules are the same whenever they run, so they have no {name}; chance comes by `yield deal(...)`", node.lineno
    for name in vars(declared):
        if hasattr(declaring.Game, name) and name not in (*OWN, *KIT) and not name.startswith("__"):
            yield f"{name} is a word of the kit; choose another name", source.line(declared, name)
    for name, item in declared.ITEMS.items():
        if name in REFEREE:
            yield f"{name} is a field of all games; choose another name", item.line
    if not isgeneratorfunction(declared.play):
        yield "play holds the rules: it yields ask(...) until the match is over", source.line(declared, "play")


def _uses(source: Source, declared: type[declaring.Game]) -> Iterator[tuple[str, int]]:
    """Things that nothing uses."""
    known = source.mentioned | {options.DMO} | {question.clock for question in declared.QUESTIONS.values()}
    for name, one in {**declared.ITEMS, **declared.OPTIONS}.items():
        if name not in known:
            yield f"no rule uses {name}", one.line
    asked = {name for name, _ in source.named("ask")}
    for name, question in declared.QUESTIONS.items():
        if name not in asked:
            yield f"no rule asks the question {name!r}", question.line
    ended = {reason for reason, _ in source.named("end", 1)}
    for reason in declared.reasons.keys() - ended - set(ENDS):
        yield f"no rule ends the match for the reason {reason!r}", source.line(declared, "reasons")


def _references(source: Source, declared: type[declaring.Game], text: book.Text, reasons: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Names that stand for nothing."""
    clocks = {f"time_{name}" for name, one in declared.QUESTIONS.items() if isinstance(one.seconds, int)} | set(declared.OPTIONS)
    cited = [*source.cited(), *((one.rule, one.line) for one in declared.QUESTIONS.values())]
    for one in declared.QUESTIONS.values():
        if one.clock not in clocks:
            yield f"the clock {one.clock!r} is no option; there are {', '.join(sorted(clocks)) or 'none'}", one.line
        if not one.prompt:
            yield f"the question {one.name!r} has no words: write them as the docstring of its method", one.line
    body = [node for node in source.nodes if isinstance(node, ast.ClassDef) and node.name == declared.__name__]
    for node in (node for one in body for node in ast.walk(one) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)):
        if getattr(node.value, "id", "") == "self" and node.attr not in declared.ITEMS:
            yield f"self.{node.attr} is no value that the class declares, such as {node.attr} = public(0)", node.lineno
    for name, line in source.named("ask"):
        if name not in declared.QUESTIONS:
            yield f"there is no question {name!r}; there are {', '.join(declared.QUESTIONS) or 'none'}", line
    for reason, line in source.named("end", 1):
        if reason not in reasons:
            yield f"the reason {reason!r} is not declared; there are {', '.join(sorted(reasons))}", line
    for rule, line in cited:
        if rule != 1 and f"R{rule}" not in text.entries:
            yield f"the docstring of the file has no rule R{rule}", line
