"""Lessons and puzzles over HTTP. A request names a variant and a step; the answer is made from the file alone, and nothing is kept.

The position stays here: the view of the learner's seat goes out, as a picture, words and the next `Step`, as in a match.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, TypeVar

from litestar import Router, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from deathmatch import games
from deathmatch.core import errors, plugins, scene
from deathmatch.core.game import ExplainingDecision, Variant
from deathmatch.core.lessons import Lesson, LessonError, LessonStep, say_lesson
from deathmatch.core.speech import say, signs_of, speaking, spoken
from deathmatch.match.lessons import PlayedScene, answer, play_scene
from deathmatch.match.position import Position
from deathmatch.server import limits
from deathmatch.server.web import guard, guests
from deathmatch.server.wire import frames, messages, problems


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


class TriedMove(messages.Private, Struct, forbid_unknown_fields=True):
    """A move that a learner tries, in any spelling; an empty text asks for the answer."""

    text: str


class LessonTokens(messages.Private, Struct, forbid_unknown_fields=True):
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


# --- Lessons and puzzles over HTTP


T = TypeVar("T")
LONGEST_MOVE: Final = 200  # letters of a move that a learner tries
MOST_TOKENS: Final = 40
KEPT_SCENES: Final = 64  # records that are kept played; one takes some 100 KB


def lesson_of(variant: Variant) -> Lesson | None:
    """The lesson of a variant; None if it has none, or a faulty one, which the log says."""
    return _unless_faulty(variant, games.lesson)


def puzzles_of(variant: Variant) -> Lesson | None:
    """The puzzles of a variant likewise."""
    return _unless_faulty(variant, games.puzzles)


def _unless_faulty(variant: Variant, load: Callable[[Variant], Lesson | None]) -> Lesson | None:
    try:
        return load(variant)
    except (LessonError, errors.PluginError) as error:
        plugins.log.warning("a lesson of %s is left out: %s", variant.id, error)
        return None


def infos() -> list[LessonInfo]:
    """Every variant that has a lesson or puzzles, in the order of the games."""
    found = []
    for variant in games.every():
        lesson, puzzles = lesson_of(variant), puzzles_of(variant)
        if lesson is not None or puzzles is not None:
            title, about = (lesson.title, lesson.about) if lesson is not None else (variant.title, "")
            found.append(LessonInfo(variant.id, say(title), say(about) if about else "", len(lesson or ()), len(puzzles or ())))
    return found


@lru_cache(maxsize=KEPT_SCENES)
def _played(puzzles: bool, name: str, number: int) -> PlayedScene:
    """A scene of a variant's lesson or puzzles, played; raises Problem if it does not exist."""
    return play_scene(_lesson(puzzles, name).scenes[number], games.find)


def _lesson(puzzles: bool, name: str) -> Lesson:
    try:
        lesson = (puzzles_of if puzzles else lesson_of)(games.find(name))
    except LookupError:
        lesson = None
    if lesson is None:
        raise problems.Problem(say("there are no such puzzles") if puzzles else say("there is no such lesson"), 422)
    return lesson


class Classroom:
    """One step of one lesson, for one request."""

    def __init__(self, puzzles: bool, name: str, at: int) -> None:
        self.puzzles = puzzles
        self.lesson = _lesson(puzzles, name)
        steps = [(number, step) for number, scene in enumerate(self.lesson.scenes) for step in scene.steps]
        if not 0 <= at < len(steps):
            raise problems.wrong(say("the steps are 0 to {last}, not {at}", last=len(steps) - 1, at=at))
        self.at, self.of = at, len(steps)
        number, self.step = steps[at]
        self.played = _played(puzzles, name.lower(), number)
        self.seat = self.played.scene.seat
        self.position = self.played.at(self.step)
        self.people = frames.by_letter(self.played.names)

    def _picture(self, position: Position) -> frames.Picture:
        return frames.Picture(position.game.picture(position.view(self.seat), position.waiting), self.people)

    def _say(self, text: str) -> str:
        return say_lesson(text, puzzle=self.puzzles)

    @property
    def scene(self) -> scene.Scene:
        """The picture of the step, with the players' names."""
        return self._picture(self.position).scene.named(self.played.names)

    def shown(self) -> LessonStepBody:
        """The step."""
        scene, step, picture = self.played.scene, self.step, self._picture(self.position)
        return LessonStepBody(
            at=self.at,
            of=self.of,
            title=self._say(self.lesson.title),
            name=scene.name,
            grade=scene.grade,
            seat=self.seat.value,
            names=self.people,
            say=self._say(step.say),
            task=self._say(step.task),
            hints=[self._say(hint) for hint in step.hints],
            look=list(step.look),
            heading=frames.fill(picture.scene.title, self.people),
            svg=picture.svg(),
            picture=picture.text(),
            step=self.compose([]) if step.task else None,
            end=self._say(self.lesson.end) if self.at == self.of - 1 else "",
        )

    def _asked(self) -> LessonStep:
        if not self.step.task:
            raise problems.conflict(say("this step has no task"))
        return self.step

    def compose(self, prefix: list[str], slot: str = "") -> messages.StepMessage:
        """The tokens that may follow; raises Refusal, Problem."""
        self._asked()
        decision = self.position.game.decision(self.position.view(self.seat))  # one of its own, because requests share the position
        if slot and isinstance(decision, ExplainingDecision) and (why := decision.why_not(tuple(prefix), slot)) is not None:
            raise why
        step = decision.compose(tuple(prefix))
        now = self._picture(self.position)
        ahead = now if step.view is None else frames.Picture(self.position.game.picture(step.view, ()), self.people)
        return frames.step(step, prefix, self.people, ahead.change(now))

    def tried(self, text: str) -> TriedBody:
        """The outcome of a move; raises Refusal, Problem."""
        found = answer(self.played, self._asked(), text)
        last = self._picture(found.path[-1])
        title = last.scene.title if found.path[-1].over is None else ""  # the end names the learner's seat, whose name nobody has told
        return TriedBody(
            found.text, found.right, self._say(found.say), list(self._frames(found.path)), frames.fill(title, self.people), last.text()
        )

    def _frames(self, path: tuple[Position, ...]) -> Iterator[LessonFrame]:
        """The frames between the positions of a path: every beat, with the picture where it changes."""
        shown = self._picture(path[0])
        for before, after in itertools.pairwise(path):
            game = after.game
            for beat in game.narrate(before.view(self.seat), after.view(self.seat)):
                picture = shown if beat.view is None else frames.Picture(game.picture(beat.view, ()), self.people)
                yield LessonFrame(frames.fill(beat.words, self.people), picture.change(shown))
                shown = picture
            picture = self._picture(after)
            if (change := picture.change(shown)) is not None:
                shown = picture
                yield LessonFrame("", change)


async def _in_class(request: guests.Asking, name: str, at: int, work: Callable[[Classroom], T]) -> T:
    """Work on one step, off the event loop: the first look at a file reads it, and at a record plays it."""
    guests.doorman_of(request).message(f"lessons of {guard.address(request.scope)}")

    def do() -> T:
        try:
            room = Classroom(request.url.path.startswith("/api/puzzles/"), name, at)
            with speaking(spoken(), to=room.seat):
                return work(room)
        except LessonError as error:
            plugins.log.warning("a lesson of %s is faulty: %s", name, error)
            raise problems.Problem(say("this lesson has a fault"), 500) from None

    return await asyncio.to_thread(do)


def _tokens(body: LessonTokens) -> tuple[list[str], str]:
    if len(body.prefix) > MOST_TOKENS:
        raise problems.wrong(say("a move has at most {number} tokens", number=MOST_TOKENS))
    return [limits.clean(token, LONGEST_MOVE) for token in body.prefix], limits.clean(body.slot, LONGEST_MOVE)


@get("/lessons", tags=["lessons"])
async def all_lessons(request: guests.Asking) -> list[LessonInfo]:
    """Every variant that has a lesson or puzzles."""
    guests.doorman_of(request).message(f"lessons of {guard.address(request.scope)}")
    return await asyncio.to_thread(infos)


@get("/legends/{game:str}", tags=["lessons"])
async def legend(request: guests.Asking, game: FromPath[str]) -> LegendBody:
    """The words that explain the table of a game to a newcomer; empty if its package has none."""
    guests.doorman_of(request).message(f"lessons of {guard.address(request.scope)}")

    def look() -> LegendBody:
        try:
            found = games.legend(game.lower())
        except (LessonError, LookupError):
            found = None
        if found is None:
            return LegendBody({}, {}, [])
        things = [LegendThingBody(thing.slots, say(thing.has) if thing.has else "", say(thing.words)) for thing in found.things]
        owed = {decision: say(words) for decision, words in found.owed.items()}
        return LegendBody(owed, {sign: say(meaning) for part, meaning in found.happened.items() for sign in signs_of(part)}, things)

    return await asyncio.to_thread(look)


STEP = [f"/{kind}/{{game:str}}/{{variant:str}}/{{at:int}}" for kind in ("lessons", "puzzles")]


@get(STEP, tags=["lessons"])
async def step(request: guests.Asking, game: FromPath[str], variant: FromPath[str], at: FromPath[int]) -> LessonStepBody:
    """Step `at`, from 0: the table as the learner sees it, the words, and the task. In a file of puzzles each step is a puzzle."""
    return await _in_class(request, f"{game}/{variant}", at, Classroom.shown)


@post([f"{path}/compose" for path in STEP], tags=["lessons"], status_code=200)
async def compose(
    request: guests.Asking, game: FromPath[str], variant: FromPath[str], at: FromPath[int], data: JSONBody[LessonTokens]
) -> messages.StepMessage:
    """The tokens that may follow these. With a slot of the picture that cannot be chosen, a refusal says why."""
    prefix, slot = _tokens(data)
    return await _in_class(request, f"{game}/{variant}", at, lambda room: room.compose(prefix, slot))


@post([f"{path}/try" for path in STEP], tags=["lessons"], status_code=200)
async def attempt(
    request: guests.Asking, game: FromPath[str], variant: FromPath[str], at: FromPath[int], data: JSONBody[TriedMove]
) -> TriedBody:
    """Try a move: whether it is right, the remark on it, and the events that follow. Nothing is kept, so it may be tried again."""
    text = limits.clean(data.text, LONGEST_MOVE)
    return await _in_class(request, f"{game}/{variant}", at, lambda room: room.tried(text))


def router() -> Router:
    """All of it, under `/api`."""
    return Router("/api", route_handlers=[all_lessons, legend, step, compose, attempt])
