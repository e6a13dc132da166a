"""The bodies of lessons and puzzles (docs/lessons.md). They name no match and no person: everybody gets the same ones."""

from __future__ import annotations

from msgspec import Struct

from deathmatch.server.wire import messages
from deathmatch.server.wire.messages import Private


class LessonFrame(Struct, omit_defaults=True):
    """One thing that is shown of what follows a move."""

    words: str = ""  # what happened
    change: messages.ChangeMessage | None = None  # from the picture before it


class LessonStepBody(Struct):
    """One step of a lesson, or one puzzle, as its learner sees it."""

    at: int  # its number, from 0
    of: int  # how many there are
    title: str
    name: str  # of a puzzle; empty in a lesson
    grade: int  # of a puzzle, 1 to 5; 0 in a lesson
    seat: str  # the learner's: "A" or "B"
    names: dict[str, str]
    say: str
    task: str  # empty if there is only something to read
    hints: list[str]
    look: list[str]  # slots of the picture that are pointed at
    heading: str  # the picture's title, such as "Round 3 of 25"
    svg: str
    picture: str  # the picture in words
    step: messages.StepMessage | None  # the first step of the learner's move; null if there is no task
    end: str  # what is said after the last step; empty before it


class TriedMove(Private, Struct, forbid_unknown_fields=True):
    """A move that a learner tries, in any spelling."""

    text: str


class LessonTokens(Private, Struct, forbid_unknown_fields=True):
    """Which tokens may come after these? With a slot of the picture: why may that place not be chosen?"""

    prefix: list[str] = []
    slot: str = ""


class TriedBody(Struct):
    """The outcome of a move."""

    text: str  # in canonical form
    right: bool
    say: str
    frames: list[LessonFrame]  # from the picture of the step on
    heading: str  # the title of the last picture
    picture: str  # the last picture in words


class LegendThingBody(Struct):
    """Words about a thing of the picture (core.lessons.LegendThing)."""

    slots: str  # a pattern: * stands for any text
    has: str  # that the label contains; empty for any label
    words: str


class LegendBody(Struct):
    """The words of the coach in a first match."""

    owed: dict[str, str]  # name of a decision -> how to answer it
    happened: dict[str, str]  # text in a beat -> its meaning; the first that fits
    things: list[LegendThingBody]  # the first that fits


class LessonInfo(Struct):
    """A variant with a lesson or with puzzles."""

    variant: str
    title: str
    about: str
    steps: int
    puzzles: int
