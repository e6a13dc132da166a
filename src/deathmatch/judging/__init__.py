"""Judging anybody's game: random matches show whether it keeps the contract of every game (`core/game.py`).

`deathmatch judge` prints the findings, and `tests/conformance` holds the games of this repository to the same checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from deathmatch.core import options, seats, themes
from deathmatch.core.game import Over, Variant
from deathmatch.core.scene import Scene
from deathmatch.judging import checks, scenes, twins
from deathmatch.judging.faults import Fault, Finding, Findings
from deathmatch.judging.matches import Moment, alone, asked, moments, stepwise
from deathmatch.match import record, replay

MATCHES = 5  # of a variant with its default options
ALL, FEW = 99, 2  # moments of a match that are looked at closely: with default options, and with one that differs
ENOUGH = 3  # matches that break off; the others will, too
PICTURED = 3  # of the moments looked at, those at which every eye's pictures are measured


def judge(variants: Sequence[Variant], home: Path, matches: int = MATCHES) -> list[Finding]:
    """Plays random matches of these variants, and finds their faults.

    Args:
        variants: of one game.
        home: the file or the folder with the author's code, whose lines are named.
        matches: how many of each variant with its default options; every other value of an option is tried in one more. 0 plays none.

    Returns: each cause once, faults before warnings.
    """
    found = Findings(home)
    for variant in variants if matches else ():
        rows: list[dict[str, options.Value]] = [{}] * matches
        found.run(lambda rows=rows, variant=variant: rows.extend(alone(variant)) or (), variant.id)  # type: ignore[misc]
        dealt, broken = False, 0
        for number, given in enumerate(rows):
            made = _played(variant, given, 0 if given else number, found)
            dealt |= any(not moment.turn and not moment.line for moment in made)
            broken += not made
            if broken == ENOUGH:
                break
        if variant.deals and not dealt and not broken:
            found.add(Fault("the variant says that chance deals, and it never does", warning=True), variant.id)
    return list(found)


def _played(variant: Variant, given: Mapping[str, options.Value], number: int, found: Findings) -> list[Moment]:
    """A random match, judged; nothing if it breaks off, which is a fault."""
    name = f"{variant.id}{''.join(f' with {key}={value}' for key, value in given.items())}, match {number}"
    made: list[Moment] = []

    def play() -> Iterator[Fault]:
        game = variant.bind(given)[1]
        steps = tuple(stepwise(game, variant.id, number))
        if not isinstance(game.pending(steps[-1].state), Over):
            yield Fault("a random match does not end", f"after {len(steps)} steps", game.play, "Count rounds, and end after the last one.")
        else:
            made.extend(moments(variant, game, steps))

    found.run(play, name)
    if made:
        _look(made, name, given, found, closely=FEW if given else ALL)
    return made


def _look(every: list[Moment], name: str, given: Mapping[str, options.Value], found: Findings, *, closely: int) -> None:
    """All checks of one match; those that take long at some moments."""
    some, game = asked(every)[:closely], every[0].game
    dealt = [moment for moment in every if not moment.turn][: closely // 2]

    def run(check: Callable[[Moment], Iterable[Fault]], where: Iterable[Moment], *blames: Any) -> None:
        for moment in where:
            found.run(lambda moment=moment: check(moment), f"{name}, event {moment.number}", *blames, *_authored(moment))  # type: ignore[misc]

    for check in checks.EVERYWHERE:
        run(check, every if closely == ALL else some)
    for check in checks.ASKED:
        run(check, some)
    run(checks.beats, dealt, game.narrate)
    run(twins.leaks, (*some, *dealt))
    run(pictures, (*some[:: max(1, len(some) // PICTURED)], every[-1]), getattr(game, "declared", None))
    found.run(lambda: replayed(every, given), name, game.play)


def _authored(moment: Moment) -> Iterator[Any]:
    """What the author wrote of a moment: in a game in one file the method of its question and its class; else its decision, its game."""
    declared: Any = getattr(moment.game, "declared", None)
    yield getattr(getattr(declared, getattr(moment.pending, "name", ""), None), "make", None)
    yield from (declared, *map(type, moment.decisions.values()), type(moment.game))


def pictures(moment: Moment) -> Iterator[Fault]:
    """Every eye has a picture before and after, sealed or not, which themes can paint and a phone can show."""
    game, seen = moment.game, dict[Scene, list[str]]()
    for eye in game.eyes():
        before, after = game.view(moment.state, eye), game.view(moment.after, eye)
        shown = [game.picture(before, sealed) for sealed in ((), *((seat,) for seat in moment.turn))]
        if len(moment.turn) == len(seats.SEATS) and len(set(shown)) != len(shown):
            yield Fault("a picture does not show who has submitted", str(eye), game.picture, "`sealed` names the seats that wait.")
        views = [beat.view for beat in game.narrate(before, after) if beat.view is not None]
        for scene in (*shown, *map(game.picture, (*views, after))):
            seen.setdefault(scene, [])
        if isinstance(eye, seats.Seat) and eye in moment.decisions:
            seen[shown[0]] = [choice.slot for choice in moment.decisions[eye].compose(()).choices if choice.slot]
    for scene, chosen in seen.items():
        for fault in scenes.shown(scene, chosen):
            yield fault._replace(blame=game.picture)
    if len({(scene.width, scene.height * (not moment.variant.hosted)) for scene in seen}) > 1:  # a host's own words need room
        yield Fault("pictures of a match differ in size", "", game.picture, warning=True)
    themes.png(next(iter(seen)), "light", 1)


def replayed(every: Sequence[Moment], given: Mapping[str, options.Value]) -> Iterator[Fault]:
    """The record of the match is written, read, and played again to the same state."""
    variant, play = every[0].variant, every[0].game.play
    lines = [line.partition(" ") for moment in every for line in moment.events]
    entries = [record.Entry(actor, words) for actor, _, words in lines]
    text = record.write(record.Record(record.new_header(variant, given, seats.BySeat("Ann", "Bob"), ()), tuple(entries)))
    try:
        again = record.read(text, lambda _name: variant)
    except record.RecordError as error:
        yield Fault("the record of a match cannot be read again", f"line {error.line}: {error}", play)
        return
    *_, last = replay.positions(again)
    if record.write(again) != text or last.state != every[-1].after or repr(last.state) != repr(every[-1].after):
        yield Fault("the record of a match is another one once it was read, or leads to another state", "", play)
