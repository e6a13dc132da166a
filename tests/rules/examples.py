"""The annotated examples of the rule books (rules/README.md, Example annotations): finding them, and holding the referee against them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from deathmatch.core.errors import Refusal
from deathmatch.core.seats import Seat
from deathmatch.games import GAMES, find
from deathmatch.match.position import Position, legal_counts, private_state, public_state
from deathmatch.match.record import RecordError, read
from deathmatch.match.replay import ReplayStep, replay_steps

RULES = Path(__file__).parents[2] / "rules"

_GAME = re.compile(r"^game\s+([a-z-]+)/", re.MULTILINE)
_ANNOTATION = re.compile(r"#([=AB!~?X]) (.*)")


@dataclass(frozen=True)
class Annotation:
    """One line that says what holds. `line` counts from 1 within its block, `kind` is one of `=AB!~?X`."""

    line: int
    kind: str
    text: str


@dataclass(frozen=True)
class Block:
    """One example record. `at` is the line of the book on which its first line stands."""

    book: str
    at: int
    lines: tuple[str, ...]

    @property
    def game(self) -> str | None:
        matched = _GAME.search("\n".join(self.lines))
        return matched[1] if matched else None

    @property
    def record(self) -> str:
        return "\n".join(self.lines) + "\n"

    @property
    def annotations(self) -> tuple[Annotation, ...]:
        listed = []
        for number, line in enumerate(self.lines, 1):
            match = _ANNOTATION.fullmatch(line)
            if match:
                listed.append(Annotation(number, match[1], match[2]))
            else:
                assert not line.startswith("#") or line.startswith("# "), f"{self.book}:{self.at + number - 1} is no annotation: {line}"
        return tuple(listed)

    @property
    def refused(self) -> bool:
        return any(annotation.kind == "X" for annotation in self.annotations)


def blocks(book: Path) -> list[Block]:
    """Every fenced block marked `dm` of one book."""
    all_blocks: list[Block] = []
    lines: list[str] | None = None
    for number, line in enumerate(book.read_text(encoding="utf-8").splitlines(), 1):
        if lines is None:
            if line.strip() == "```dm":
                lines, start = [], number + 1
        elif line.startswith("```"):
            all_blocks.append(Block(book.name, start, tuple(lines)))
            lines = None
        else:
            lines.append(line)
    return all_blocks


def all_blocks() -> list[Block]:
    """The examples, in all books, of the games that exist here."""
    return [block for book in sorted(RULES.glob("*.md")) for block in blocks(book) if block.game in GAMES]


def contains(actual: Any, wanted: Any) -> bool:
    """Whether an object has these fields with these values; `null` also stands for a key that it lacks."""
    if isinstance(wanted, dict):
        return isinstance(actual, dict) and all(contains(actual.get(key), value) for key, value in wanted.items())
    # bool is an int in Python and not in JSON
    return type(actual) is type(wanted) and bool(actual == wanted)


def position_at(block: Block, line: int) -> Position:
    """Where the match stands after the events above this line."""
    before: list[ReplayStep] = [m for m in replay_steps(block.record, find)[1] if m.entry is None or m.entry.line < line]
    return before[-1].position


def hold(block: Block, annotation: Annotation) -> None:
    """Fails where what an annotation says does not hold."""
    if annotation.kind == "X":
        _hold_refused(block, annotation.text)
        return
    position = position_at(block, annotation.line)
    if annotation.kind == "!":
        _hold_illegal(position, annotation.text)
    elif annotation.kind == "~":
        actor, _, rest = annotation.text.partition(" ")
        typed, _, canonical = rest.rpartition(" -> ")
        assert position.accept(actor, typed)[1] == canonical
    elif annotation.kind == "?":
        actor, number = annotation.text.split()
        assert legal_counts(position).get(actor, 0) == int(number)
    else:
        actual = public_state(position) if annotation.kind == "=" else private_state(position, Seat(annotation.kind))
        plain = json.loads(json.dumps(actual))
        wanted = json.loads(annotation.text)
        assert contains(plain, wanted), f"{annotation.text} is not in {plain}"


def _hold_refused(block: Block, text: str) -> None:
    line, _, words = text.partition(" ")
    with pytest.raises(RecordError) as caught:
        read(block.record, find)
    assert caught.value.line == int(line)
    assert words in str(caught.value)


def _hold_illegal(position: Position, text: str) -> None:
    event, _, rules = text.rpartition(" -- ")
    actor, _, move = event.partition(" ")
    with pytest.raises(Refusal) as caught:
        position.accept(actor, move)
    assert f"R{caught.value.rule.number}" in rules.split("|")
    assert caught.value.rule.book == position.variant.game
