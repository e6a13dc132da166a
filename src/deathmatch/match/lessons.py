"""A lesson, played: its records as positions, and the way on from each of its tasks. The referee decides on every move, as in a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from deathmatch.core.errors import Illegal, Refusal
from deathmatch.core.lessons import Answer, Lesson, LessonError, LessonScene, LessonStep
from deathmatch.core.options import lower
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.speech import mark, say
from deathmatch.match.position import RESIGN, TIMED_OUT, Position
from deathmatch.match.record import Entry, Find, Header, RecordError, unfold

FEW: Final = 300  # positions that are looked at to refute a wrong move: a hundredth of a second in most games
PLAYERS = mark("Ann"), mark("Bob")  # of the house's own lessons: each language has names of its own for them


@dataclass(frozen=True, slots=True, repr=False)
class PlayedScene:
    """The record of a scene.

    Attributes:
        scene: as its author wrote it.
        header: of the record.
        positions: where the match stands as each question opens; a submission that waits sealed is in none of them.
        events: the events that answer each question but the last one.
    """

    scene: LessonScene
    header: Header
    positions: tuple[Position, ...]
    events: tuple[tuple[Entry, ...], ...]

    @property
    def names(self) -> BySeat[str]:
        """The players' names in the record, as the reader's language has them; a seat's letter if it gives none."""
        return BySeat(say(self.header.names[Seat.A] or "A"), say(self.header.names[Seat.B] or "B"))

    def at(self, step: LessonStep) -> Position:
        """The table as the learner sees it in a step; raises LessonError if the record has no such question."""
        ply = len(self.positions) - 1 if step.ply is None else step.ply
        if not 0 <= ply < len(self.positions):
            raise LessonError(f"the record has no question {ply}; its last one is {len(self.positions) - 1}")
        return self.positions[ply]


@dataclass(frozen=True, slots=True, repr=False)
class Answered:
    """The outcome of a learner's move.

    Attributes:
        text: the move in canonical form.
        say: the remark on it.
        right: whether it is what the task asks for.
        path: the positions that are shown, from the one of the step on. A turn that is still sealed shows nothing.
    """

    text: str
    say: str
    right: bool
    path: tuple[Position, ...]


def play_scene(scene: LessonScene, find: Find) -> PlayedScene:
    """A scene with its record played; raises LessonError if a rule refuses the record."""
    try:
        header, steps = unfold(scene.record.strip() + "\n", find)
        positions, events, waiting = list[Position](), list[tuple[Entry, ...]](), list[Entry]()
        for entry, position in steps:
            if entry is not None:
                waiting.append(entry)
            if not position.waiting:
                if positions:
                    events.append(tuple(waiting))
                positions.append(position)
                waiting = []
    except RecordError as error:
        raise LessonError(f"the record{f' of {scene.name}' if scene.name else ''} is refused at line {error.line}: {error}") from None
    return PlayedScene(scene, header, tuple(positions), tuple(events))


def answer(played: PlayedScene, step: LessonStep, text: str) -> Answered:
    """The outcome of a move that the learner makes in a step that has a task; an empty text is the answer to the task.

    Raises: Refusal if the move is not legal there, LessonError if what the author lets follow is not.
    """
    before, seat = played.at(step), played.scene.seat
    if lower(text.strip(" \t")) in (RESIGN, TIMED_OUT):
        raise Illegal(say("this task wants a move"), before.variant.submitting)
    after, canonical = before.accept(seat.value, text or step.right[0])
    known = next((one for one in step.answers if one.move == canonical), Answer(canonical, False, step.other, step.after))
    path: tuple[Position, ...] = (before,) if after.waiting else (before, after)
    if known.then:
        path = (*path, *_follow(after, known.then))
    elif known.right and (on := _recorded(played, before, seat, canonical)) is not None:
        path = on
    elif step.proved:
        path += _forced(after, seat.other if known.right else seat, [FEW]) or ()
    return Answered(canonical, known.say, known.right, path)


def _forced(at: Position, loser: Seat, left: list[int]) -> tuple[Position, ...] | None:
    """A way to an end that the loser does not win, whatever the loser does; None if none is forced, or `left` positions do not tell."""
    if at.over is not None or not at.owing or left[0] < 1:
        return () if at.over is not None and at.over.winner is not loser else None
    left[0] -= 1
    winning = loser.other in at.owing
    seat, first = loser.other if winning else loser, None
    decision = at.decision(seat)
    for after in (at.accept(seat.value, decision.write(move))[0] for move in decision.moves() or ()):
        way = _forced(after, loser, left)
        if way is not None:
            first = first or (way if after.waiting else (after, *way))
        if (way is None) is not winning:
            return first if winning else None
    return None if winning else first


def _follow(after: Position, events: tuple[str, ...]) -> Iterator[Position]:
    """The positions on the way that an author wrote down."""
    for event in events:
        actor, _, text = event.partition(" ")
        if actor not in ("A", "B", "deal"):
            raise LessonError(f"{event} does not begin with A, B or deal")
        try:
            after, _ = after.accept(actor, text)
        except Refusal as error:
            raise LessonError(f"{event} is refused: {error}") from None
        if not after.waiting:
            yield after


def _recorded(played: PlayedScene, before: Position, seat: Seat, text: str) -> tuple[Position, ...] | None:
    """The positions of the record, up to the next step or to its end, if it goes on with this move."""
    if before.ply >= len(played.events) or (seat.value, text) not in [(entry.actor, entry.text) for entry in played.events[before.ply]]:
        return None
    later = [played.at(step).ply for step in played.scene.steps if played.at(step).ply > before.ply]
    return played.positions[before.ply : min(later, default=len(played.positions) - 1) + 1]


def check_lesson(lesson: Lesson, find: Find) -> Iterator[tuple[PlayedScene, LessonStep, Any]]:
    """Go through a lesson as strictly as a learner could.

    Returns: each step that has a task, with its scene and the learner's decision there, for further checks.
    Raises: LessonError at the first step that is not as it should be.
    """
    for number, scene in enumerate(lesson.scenes, 1):
        played = play_scene(scene, find)
        plies = [played.at(step).ply for step in scene.steps]
        if plies != sorted(plies):
            raise LessonError(f"the steps of scene {number} are not in the order of their plies")
        for place, step in enumerate(scene.steps, 1):
            where = f"step {place} of scene {scene.name or number}"
            try:
                decision = _check_step(played, step)
            except LessonError as error:
                raise LessonError(f"{where}: {error}") from None
            if decision is not None:
                yield played, step, decision


def _check_step(played: PlayedScene, step: LessonStep) -> Any:
    """The learner's decision in a step; None if it only says something. Raises LessonError."""
    position = played.at(step)
    slots = {element.slot for element in position.game.picture(position.view(played.scene.seat)).elements}
    if lost := set(step.look) - slots:
        raise LessonError(f"the picture has no slot {min(lost)}")
    if not step.task:
        return None
    if played.scene.seat not in position.owing:
        raise LessonError(f"{played.scene.seat} owes nothing at question {position.ply}")
    decision = position.decision(played.scene.seat)
    for one in step.answers:
        try:
            found = answer(played, step, one.move)
        except Refusal as error:
            raise LessonError(f"{one.move} is refused: {error}") from None
        if found.text != one.move:
            raise LessonError(f"{one.move} is written {found.text}")
        if one.right and len(found.path) < 2 and not played.scene.name:
            raise LessonError(f"nothing is shown after {one.move}; write a `then` for it")
    for move in decision.moves() or () if step.after else ():
        answer(played, step, decision.write(move))
    first, ply = step.right[0], position.ply
    if ply < len(played.events) and (played.scene.seat.value, first) not in [(one.actor, one.text) for one in played.events[ply]]:
        raise LessonError(f"the record goes on without {first}, the first of the right moves")
    count = decision.count()
    if not step.other and (count is None or count > len(step.answers)):
        raise LessonError("other moves are legal, and have no remark")
    return decision
