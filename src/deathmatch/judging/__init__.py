"""Judging a game of anybody: random matches are played, and what every game owes the others is looked for in them.

`deathmatch judge` prints what is found, and `tests/conformance` holds the games of this repository to the same checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from deathmatch.core import themes
from deathmatch.core.errors import Refusal
from deathmatch.core.game import Variant
from deathmatch.core.options import Value
from deathmatch.core.scene import Scene
from deathmatch.core.seats import SEATS, BySeat
from deathmatch.judging import books, checks, scenes, twins
from deathmatch.judging.faults import Fault, Finding, Findings
from deathmatch.judging.matches import Course, EndlessError, Moment, alone, stepwise
from deathmatch.match.record import Entry, Record, RecordError, new_header, read, write
from deathmatch.match.replay import positions

MATCHES = 5  # of a variant with its default options
ALL, FEW = 99, 2  # moments of a match that are looked at closely: with default options, and with one that differs
ENOUGH = 3  # matches that break off; the others will, too
PICTURED = 3  # of them, those at which every eye's pictures are measured


def judge(variants: Sequence[Variant], home: Path, book: str | None = None, matches: int = MATCHES) -> list[Finding]:
    """Plays random matches of these variants, and finds what is wrong.

    Args:
        variants: of one game.
        home: the file or the folder with the author's code, whose lines are named.
        book: the text of the rule book, if there is one.
        matches: how many of each variant with its default options; every other value of an option is tried in one more. 0 plays none.

    Returns: each cause once, faults before warnings.
    """
    found = Findings(home)
    for variant in variants:
        found.run(lambda variant=variant: introduced(variant, book), variant.id)  # type: ignore[misc]
        rows: list[dict[str, Value]] = [{}] * matches
        if matches:
            found.run(lambda rows=rows, variant=variant: rows.extend(alone(variant)) or (), variant.id)  # type: ignore[misc]
        dealt, broken = False, 0
        for number, given in enumerate(rows):
            course = _course(variant, given, 0 if given else number, found)
            if course is not None:
                dealt |= any(step.deal is not None for step in course.steps)
                _judge(course, found, book, closely=FEW if given else ALL)
            elif (broken := broken + 1) == ENOUGH:
                break
        if matches and variant.deals and not dealt and not list(found):
            found.add(Fault("the variant says that chance deals, and it never does", warning=True), variant.id)
    return list(found)


def introduced(variant: Variant, book: str | None) -> Iterator[Fault]:
    """Faults of a variant before its first match."""
    yield from checks.introduction(variant)
    if book is not None:
        yield from books.introduced(variant, book)


def home_of(module: str) -> Path:
    """The folder or the file with the code of a game, whose `VARIANTS` stand in this module."""
    file = Path(import_module(module).__file__ or ".")
    return file.parent if file.name == "__init__.py" else file


def _course(variant: Variant, given: dict[str, Value], number: int, found: Findings) -> Course | None:
    """A random match; None if it breaks off, which is a fault."""
    made: list[Course] = []
    options = "".join(f" with {key}={value}" for key, value in given.items())
    name = f"{variant.id}{options}, match {number}"

    def play() -> Iterator[Fault]:
        values, game = variant.bind(given)
        try:
            made.append(Course(name, variant, values, game, tuple(stepwise(game, variant.id, number))))
        except EndlessError as error:
            yield Fault("a random match does not end", str(error), game.play, "Count rounds, and end after the last one.")

    found.run(play, name)
    return made[0] if made else None


def _judge(course: Course, found: Findings, book: str | None, *, closely: int) -> None:
    """All checks of one match; those that take long at some moments."""
    moments, asked = course.moments, course.asked[:closely]
    dealt = [moment for moment in moments if not moment.turn][: closely // 2]

    def run(check: Callable[[Moment], Iterable[Fault]], some: Iterable[Moment], *blames: Any) -> None:
        for moment in some:
            found.run(lambda moment=moment: check(moment), f"{course.name}, event {moment.number + 1}", *blames, *authored(moment))  # type: ignore[misc]

    for check in checks.EVERYWHERE:
        run(check, moments if closely == ALL else course.asked)
    for check in checks.ASKED:
        run(check, asked)
    run(checks.beats, dealt, course.game.narrate)
    run(twins.leaks, (*asked, *dealt))
    run(pictures, (*asked[:: max(1, len(asked) // PICTURED)], *moments[-1:]), course.game.picture)
    if book is not None:
        run(lambda moment: books.written(moment, book), asked)
    found.run(lambda: replayed(course), course.name, course.game.play)


def authored(moment: Moment) -> Iterator[Any]:
    """What the author wrote of a moment: in a game in one file the method of its question and its class; else its decision, its game."""
    declared: Any = getattr(moment.game, "declared", None)
    name = getattr(moment.pending, "name", "")
    yield getattr(getattr(declared, name, None), "make", None)
    yield from (declared, *map(type, moment.decisions.values()), type(moment.game))


def pictures(moment: Moment) -> Iterator[Fault]:
    """Every eye has a picture before and after, sealed or not, which themes can paint and a phone can show."""
    game, seen = moment.game, dict[Scene, list[str]]()
    size = game.picture(game.view(moment.state, SEATS[0]))
    for eye in game.eyes():
        view = game.view(moment.state, eye)
        later = game.view(moment.after, eye)
        shown = [game.picture(view, sealed) for sealed in ((), *((seat,) for seat in moment.turn))]
        shown += [game.picture(beat.view) for beat in game.narrate(view, later) if beat.view is not None]
        if len(moment.turn) == len(SEATS) and len(set(shown[:3])) != 3:
            yield Fault("a picture does not show who has submitted", str(eye), game.picture, "`sealed` names the seats that wait.")
        for scene in (*shown, game.picture(later)):
            seen.setdefault(scene, [])
            if scene.width != size.width or (scene.height != size.height and not moment.course.variant.hosted):
                yield Fault("pictures of a match differ in size", f"{scene.width} by {scene.height}", game.picture, warning=True)
        if eye in moment.decisions:
            seen[shown[0]] = [choice.slot for choice in moment.decisions[SEATS[eye == SEATS[1]]].compose(()).choices if choice.slot]
    for scene, chosen in seen.items():
        for fault in (*scenes.faults(scene), *scenes.touched(scene, chosen)):
            yield fault._replace(blame=game.picture)
    if not themes.png(size, "light", 1).startswith(b"\x89PNG"):
        yield Fault("a picture cannot be painted", "", game.picture)


def replayed(course: Course) -> Iterator[Fault]:
    """The record of the match is written, read, and played again to the same states."""
    entries = [Entry(*line.split(" ", 1)) for moment in course.moments for line in moment.events]
    given = {key: value for key, value in course.options.items() if value != course.variant.bind({})[0][key]}
    record = Record(new_header(course.variant, given, BySeat("Ann", "Bob"), ()), tuple(entries))
    text = write(record)
    try:
        again = read(text, lambda _name: course.variant)
    except (RecordError, Refusal) as error:
        yield Fault("the record of a match cannot be read again", f"line {getattr(error, 'line', 0)}: {error}", course.game.play)
        return
    if write(again) != text:
        yield Fault("the record of a match is not the same once it was read", "", course.game.play)
    *_, last = positions(again)
    if last.state != course.steps[-1].state or repr(last.state) != repr(course.steps[-1].state):
        yield Fault("the record of a match leads to another state", "", course.game.play)
