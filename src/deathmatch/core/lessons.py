"""Lessons and puzzles as data: records of scripted matches, with remarks and tasks at some of their questions (docs/lessons.md).

A game has them as files in the folder `lessons` beside its `VARIANTS`: `VARIANT.toml` is the lesson of a variant, and
`VARIANT-puzzles.toml` has its puzzles. Both have the same form. This file reads the form;
`match/lessons.py` plays the records, and so finds out whether they are legal.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from deathmatch.core.errors import DeathmatchError
from deathmatch.core.seats import Seat
from deathmatch.core.speech import say

GRADES: Final = (1, 2, 3, 4, 5)
"""How hard a puzzle is: 1 if every bot finds the move, 5 if none does."""


class LessonError(DeathmatchError, ValueError):
    """A lesson that cannot be read, or that breaks a rule; the message names the scene and the step."""


# --- The values


@dataclass(frozen=True, slots=True)
class Answer:
    """A move with a remark of its own.

    Attributes:
        move: in canonical form.
        right: whether it is what the task asks for.
        say: the remark.
        then: events that are shown after it, such as `B claim steal`; without any, a right move is followed by the events of the record.
    """

    move: str
    right: bool
    say: str
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A moment at which a lesson stops: the learner reads something, and perhaps makes a move.

    Attributes:
        ply: the question of the record at which the table is shown; None for the last one.
        say: one to three sentences about the table; may be empty if there is a task.
        task: what the learner is asked to do; empty if there is only something to read.
        answers: the moves that have a remark of their own; at least one is right if there is a task.
        other: the remark on every other legal move.
        after: events that are shown after every other legal move; in a file, `then` of `*`.
        hints: from gentle to plain.
        look: slots of the picture that are pointed at.
        minute: a caption, if the picture of this step stands in the rule book's section *In a minute*.
        proved: whether the right moves are exactly those that the game's own proof finds (the capability `puzzles`); tests ask it.
    """

    ply: int | None
    say: str
    task: str = ""
    answers: tuple[Answer, ...] = ()
    other: str = ""
    after: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    look: tuple[str, ...] = ()
    minute: str = ""
    proved: bool = False

    @property
    def right(self) -> tuple[str, ...]:
        """The right moves, the expected one first."""
        return tuple(answer.move for answer in self.answers if answer.right)


@dataclass(frozen=True, slots=True)
class LessonScene:
    """A record, and the steps along it. Every scene of a file of puzzles is a puzzle.

    Attributes:
        name: of a puzzle, unique in its file; empty in a lesson.
        record: in the format of rules/README.md, held exactly.
        seat: the learner's.
        steps: in the order of their plies.
        grade: of a puzzle, one of `GRADES`; 0 in a lesson.
        found: of a puzzle, the bots that find a right move.
    """

    name: str
    record: str
    seat: Seat
    steps: tuple[LessonStep, ...]
    grade: int = 0
    found: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson, or a file of puzzles.

    Attributes:
        title: a few words.
        about: one sentence about the content.
        scenes: one after another.
        end: the last words.
    """

    title: str
    about: str
    scenes: tuple[LessonScene, ...]
    end: str = ""

    def steps(self) -> Iterator[tuple[LessonScene, LessonStep]]:
        """All steps of all scenes, in order."""
        for scene in self.scenes:
            for step in scene.steps:
                yield scene, step

    def __len__(self) -> int:
        return sum(len(scene.steps) for scene in self.scenes)


# --- Reading

_LESSON = {"title": str, "about": str, "end": str, "seat": str, "task": str, "say": str, "other": str, "hints": list, "scene": list}
_SCENE = {"name": str, "record": str, "seat": str, "step": list, "grade": int, "found": list}
_STEP: dict[str, type] = {
    "ply": int,
    "say": str,
    "task": str,
    "other": str,
    "hints": list,
    "look": list,
    "right": dict,
    "wrong": dict,
    "then": dict,
    "minute": str,
    "proved": bool,
}
ANY: Final = "*"  # in `then`: every move that has no remark of its own
_INHERITED = ("task", "say", "other", "hints")  # what a file may say once for all its steps


def read_lesson(text: str) -> Lesson:
    """The lesson or the puzzles of a file; raises LessonError."""
    data = _table(_toml(text), _LESSON, "the file")
    common = {key: data[key] for key in _INHERITED if key in data}
    scenes = tuple(_scene(scene, number, data.get("seat", "A"), common) for number, scene in enumerate(data.get("scene", ()), 1))
    if not data.get("title") or not scenes:
        raise LessonError("a lesson has a title and at least one scene")
    names = [scene.name for scene in scenes if scene.name]
    if len(set(names)) < len(names):
        raise LessonError(f"two scenes have the name {next(name for name in names if names.count(name) > 1)}")
    return Lesson(_line(data["title"]), _line(data.get("about", "")), scenes, _line(data.get("end", "")))


def _line(text: str) -> str:
    """A text as one line, however it is broken in the file."""
    return " ".join(text.split())


def _toml(text: str) -> Any:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"this is not TOML: {error}") from None


def _table(data: Any, fields: Mapping[str, type], where: str) -> Any:
    """The table itself; raises LessonError if it is none, or if one of its fields does not exist or is of another type."""
    if not isinstance(data, dict):
        raise LessonError(f"{where} is no table")
    for key, value in cast("dict[str, Any]", data).items():
        if key not in fields:
            raise LessonError(f"{where} has no field {key}; the fields are {', '.join(fields)}")
        if not isinstance(value, fields[key]) or (fields[key] is int and isinstance(value, bool)):
            raise LessonError(f"{key} of {where} is {type(value).__name__}, and {fields[key].__name__} was expected")
    return cast("Any", data)


def _scene(data: Any, number: int, seat: str, common: Mapping[str, Any]) -> LessonScene:
    where = f"scene {number}"
    data = _table(data, _SCENE, where)
    letter = data.get("seat", seat)
    if letter not in ("A", "B"):
        raise LessonError(f"seat of {where} is A or B, not {letter}")
    if "record" not in data:
        raise LessonError(f"{where} has no record")
    grade = data.get("grade", 0)
    if "grade" in data and grade not in GRADES:
        raise LessonError(f"grade of {where} is 1 to 5, not {grade}")
    steps = tuple(_step(step, f"step {place} of {where}", common) for place, step in enumerate(data.get("step", ()), 1))
    if not steps:
        raise LessonError(f"{where} has no step")
    return LessonScene(data.get("name", ""), data["record"], Seat(letter), steps, grade, _texts(data.get("found", ()), where))


def _texts(values: Sequence[Any], where: str) -> tuple[str, ...]:
    if not all(isinstance(value, str) for value in values):
        raise LessonError(f"a list of {where} has something else than texts")
    return tuple(map(_line, values))


def _step(data: Any, where: str, common: Mapping[str, Any]) -> LessonStep:
    data = _table(data, _STEP, where)
    tasked = "task" in data or ("task" in common and "right" in data)
    data = {**(common if tasked else {}), **data}
    step = LessonStep(
        ply=data.get("ply"),
        say=_line(data.get("say", "")),
        task=_line(data.get("task", "")),
        answers=_answers(data, where),
        other=_line(data.get("other", "")),
        after=_texts(data.get("then", {}).get(ANY, ()), where),
        hints=_texts(data.get("hints", ()), where),
        look=_texts(data.get("look", ()), where),
        minute=_line(data.get("minute", "")),
        proved=data.get("proved", False),
    )
    if not step.say and not step.task:
        raise LessonError(f"{where} says nothing and asks nothing")
    if bool(step.task) != bool(step.right):
        raise LessonError(f"{where} has {'a task, and no right move' if step.task else 'moves, and no task'}")
    return step


def _answers(data: Mapping[str, Any], where: str) -> tuple[Answer, ...]:
    right, wrong, then = (data.get(key, {}) for key in ("right", "wrong", "then"))
    if both := right.keys() & wrong.keys():
        raise LessonError(f"{min(both)} is right and wrong in {where}")
    if lost := then.keys() - right.keys() - wrong.keys() - {ANY}:
        raise LessonError(f"{where} goes on after {min(lost)}, which is neither right nor wrong there")
    found = [Answer(move, True, _said(say, where), _texts(then.get(move, ()), where)) for move, say in right.items()]
    return (*found, *(Answer(move, False, _said(say, where), _texts(then.get(move, ()), where)) for move, say in wrong.items()))


def _said(say: Any, where: str) -> str:
    if not isinstance(say, str) or not say.strip():
        raise LessonError(f"a move of {where} has no remark")
    return _line(say)


_VALUES = re.compile(r"\b\d+(?:,\d{3})*(?:, \d+)*\b|\b[A-Z](?:, [A-Z])+\b")  # `1,024`, `3, 8, 12` and `E, H, Q`


def without_values(text: str) -> tuple[str, dict[str, str]]:
    """A text of a puzzle as the catalogues have it. Its numbers and lists of letters, which vary, are `{n1}`, `{n2}` and so on there.

    Returns: the text with names, and the values of the names.
    """
    values: dict[str, str] = {}

    def named(found: re.Match[str]) -> str:
        name = f"n{len(values) + 1}"
        values[name] = found[0]
        return f"{{{name}}}"

    return _VALUES.sub(named, text), values


def say_lesson(text: str, *, puzzle: bool = False) -> str:
    """A text of a lesson or puzzle in the language that is being spoken."""
    if not puzzle:
        return say(text)
    key, values = without_values(text)
    return say(key, **values)


# --- What the things on a table are


@dataclass(frozen=True, slots=True)
class LegendThing:
    """Words about a thing of the picture.

    Attributes:
        slots: a slot, or a pattern in which `*` stands for any text.
        has: a text of its own in the catalogue, such as `rat`, that the label of the element must contain; empty if the slot is enough.
        words: one sentence or two.
    """

    slots: str
    has: str
    words: str


@dataclass(frozen=True, slots=True)
class Legend:
    """The words of the coach in a first match.

    Attributes:
        owed: for the name of a decision, how to answer it.
        happened: for a part of a sentence of the log, between its names, the meaning of it; the first one that fits is taken.
        things: the first one that fits a slot is taken.
        rules: the rules of the first variant in short, for the page of the book: a heading, and sentences that name rules, such as `(R5)`.
    """

    owed: Mapping[str, str]
    happened: Mapping[str, str]
    things: tuple[LegendThing, ...]
    rules: tuple[tuple[str, tuple[str, ...]], ...]


def read_legend(text: str) -> Legend:
    """The legend of a file; raises LessonError."""
    data = _table(_toml(text), {"owed": dict, "happened": dict, "thing": list, "rule": list}, "the legend")
    things = list[LegendThing]()
    for number, one in enumerate(data.get("thing", ()), 1):
        thing = _table(one, {"slots": str, "has": str, "words": str}, f"thing {number}")
        if not thing.get("slots") or not thing.get("words"):
            raise LessonError(f"thing {number} has no slots or no words")
        things.append(LegendThing(thing["slots"], thing.get("has", ""), _line(thing["words"])))
    pairs = {part: {key: _said(words, part) for key, words in data.get(part, {}).items()} for part in ("owed", "happened")}
    rules = tuple((str(one.get("title")), _texts(one.get("words", ()), "the legend")) for one in data.get("rule", ()))
    return Legend(pairs["owed"], pairs["happened"], tuple(things), rules)
