"""What can be said of a file without playing it: names that stand for nothing, and things that nothing uses, each with its line."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from deathmatch.core.game import RESIGN
from deathmatch.core.options import DMO
from deathmatch.onefile.book import Text
from deathmatch.onefile.declaring import Game, Question

REFEREE = ("pending", "decision", "over", "winner", "reason", "seat", "submitted")  # fields that all books share
OWN = ("title", "words", "picture", "reasons", "bank", "play", "paint", "headline")  # names of the base that a game gives
UNSURE = ("random", "secrets", "time", "datetime", "uuid", "os")  # modules by which rules are not the same twice


class Source:
    """The text of a file, as a tree."""

    def __init__(self, text: str) -> None:
        self.tree = ast.parse(text)
        self.nodes = list(ast.walk(self.tree))

    def calls(self, name: str) -> Iterator[ast.Call]:
        """The calls of a function or a method of this name."""
        for node in self.nodes:
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == name:
                yield node

    def named(self, function: str, place: int = 0) -> Iterator[tuple[str, int]]:
        """The texts that such calls have in this place, with their lines."""
        for call in self.calls(function):
            given = call.args[place] if len(call.args) > place else None
            if isinstance(given, ast.Constant) and isinstance(given.value, str):
                yield given.value, given.lineno

    @cached_property
    def mentioned(self) -> set[str]:
        """All names that stand behind a point, and all texts that calls get."""
        texts = {given.value for node in self.nodes if isinstance(node, ast.Call) for given in node.args if isinstance(given, ast.Constant)}
        return {node.attr for node in self.nodes if isinstance(node, ast.Attribute)} | texts

    def line(self, declared: type[Game], name: str = "") -> int:
        """The line of a class, or of a name that it gives."""
        for node in self.nodes:
            if isinstance(node, ast.ClassDef) and node.name == declared.__name__:
                for inner in node.body:
                    targets = inner.targets if isinstance(inner, ast.Assign) else [getattr(inner, "target", None)]
                    if getattr(inner, "name", "") == name or any(getattr(target, "id", "") == name for target in targets):
                        return inner.value.lineno if isinstance(inner, ast.Assign) else inner.lineno
                return node.lineno
        return 1

    def set_at(self, name: str) -> int:
        """The first line that sets a value in the rules; 0 if none does."""
        for node in self.nodes:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                targets = [node.func.value]  # `self.hand[seat].append(card)`
            if any(isinstance(one, ast.Attribute) and one.attr == name for target in targets for one in ast.walk(target)):
                return node.lineno
        return 0


def faults(source: Source, declared: type[Game], text: Text, reasons: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Every fault, with its line."""
    for check in _CHECKS:
        yield from check(source, declared)
    for words, line in source.named("end", 1):
        if words not in reasons:
            yield line, f"the reason {words!r} is not declared; reasons = {{...}} has {', '.join(sorted(reasons))}"
    ended = {words for words, _ in source.named("end", 1)}
    for reason in declared.reasons.keys() - ended - {RESIGN, "points", "level", DMO}:
        yield source.line(declared, "reasons"), f"no rule ends the match for the reason {reason!r}"
    cited = [(question.rule, question.line) for question in declared.QUESTIONS.values()]
    for call in (call for kind in ("pick", "sequence", "one", "one_of_each", "number") for call in source.calls(kind)):
        cited += [(word.value.value, call.lineno) for word in call.keywords if word.arg == "rule" and isinstance(word.value, ast.Constant)]
    for rule, line in cited:
        if rule != 1 and f"R{rule}" not in text.entries:
            yield line, f"the docstring of the file has no rule R{rule}"


def _imports(source: Source, _declared: type[Game]) -> Iterator[tuple[int, str]]:
    for node in source.nodes:
        named = (
            [name.name for name in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
        for name in named:
            if name.partition(".")[0] in UNSURE:
                yield node.lineno, f"rules must be the same whenever they run, so they have no {name}; chance comes by `yield deal(...)`"


def _names(source: Source, declared: type[Game]) -> Iterator[tuple[int, str]]:
    for name, value in vars(declared).items():
        if not name.startswith("__") and name not in OWN and hasattr(Game, name) and name not in ("ITEMS", "QUESTIONS", "OPTIONS"):
            yield source.line(declared, name), f"{name} is a word of the kit; choose another name"
        if name in declared.ITEMS and name in REFEREE:
            yield declared.ITEMS[name].line, f"{name} is a field of all games; choose another name"
        if isinstance(value, Question) and not value.make.__doc__:
            yield value.line, f"the question {name} has no words: write them as the docstring of its method"
    counting = [item for item in declared.ITEMS.values() if item.unit]
    for item in counting[1:]:
        yield item.line, f"{item.name} and {counting[0].name} both count the points; one value does"


def _clocks(_source: Source, declared: type[Game]) -> Iterator[tuple[int, str]]:
    clocks = {f"time_{one.name}" for one in declared.QUESTIONS.values() if isinstance(one.seconds, int)} | set(declared.OPTIONS)
    for question in declared.QUESTIONS.values():
        if question.clock not in clocks:
            yield question.line, f"the clock {question.clock!r} is no option; there are {', '.join(sorted(clocks)) or 'none'}"


def _unused(source: Source, declared: type[Game]) -> Iterator[tuple[int, str]]:
    for name, one in {**declared.ITEMS, **declared.OPTIONS}.items():
        if name not in source.mentioned and name != DMO and not getattr(one, "unit", None):
            yield one.line, f"no rule uses {name}"


def _questions(source: Source, declared: type[Game]) -> Iterator[tuple[int, str]]:
    asked = dict(source.named("ask"))
    for name, line in asked.items():
        if name not in declared.QUESTIONS:
            yield line, f"there is no question {name!r}; there are {', '.join(declared.QUESTIONS) or 'none'}"
    for name, question in declared.QUESTIONS.items():
        if name not in asked:
            yield question.line, f"no rule asks the question {name!r}"


_CHECKS: tuple[Callable[[Source, type[Game]], Iterator[tuple[int, str]]], ...] = (_imports, _names, _clocks, _unused, _questions)
