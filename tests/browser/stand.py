"""Positions of every variant, each as a page of seat A or of a spectator meets it: made by the rules, shown without a match on a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

import msgspec

from deathmatch import games
from deathmatch.core.catalogues import ENGLISH
from deathmatch.core.errors import Refusal
from deathmatch.core.game import Deals, HostLine, Over, Variant
from deathmatch.core.optional import any_line
from deathmatch.core.seats import BySeat, Eye, Seat
from deathmatch.core.speech import speaking
from deathmatch.judging.matches import lost_by_time
from deathmatch.match.clock import Face
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position, look
from deathmatch.server.wire import frames
from tests.browser.fake import Line

Json = dict[str, Any]
NAMES = {"A": "Margarethe-Luise", "B": "Maximilian Wohlgemuth"}
"""Long ones: what is to fit with these fits."""

CLOCKS = BySeat(Face(83_000, 1_200_000, True), Face(48_000, 1_140_000, True))
STARTS = 6  # matches that are gone through for kinds of positions
LONGEST = 4000  # events of one of them


@dataclass(frozen=True)
class Stand:
    """A position as one eye sees it.

    Attributes:
        kind: what is asked of whom: `bid by A`, `submit by AB, A waits`, `the end`.
        variant: whose position it is.
        position: with what is sealed.
        log: what this eye was told so far.
        eye: who looks.
    """

    kind: str
    variant: Variant
    position: Position
    log: tuple[Json, ...]
    eye: Eye = Seat.A

    def full(self, version: int = 1) -> Json:
        """The frame with everything."""
        seen = look(self.position, self.eye, CLOCKS)
        picture = frames.Picture(self.position.game.picture(seen.view, seen.sealed), NAMES)
        table = {
            "id": "m", "game": self.variant.game, "variant": self.variant.name, "title": self.variant.title, "options": {}, "changed": {},
            "names": NAMES, "here": {"A": True, "B": True}, "bots": {}, "role": self.eye.value if isinstance(self.eye, Seat) else "watcher",
            "state": "over" if seen.over else "running", "commitment": "", "settings": {},
        }  # fmt: skip
        step = frames.step(seen.decision.compose(()), (), NAMES) if seen.decision is not None else None
        rest = {"log": list(self.log), "chat": [], "notes": "", "marks": {}, "now": 0}
        told: Json = {
            "type": "full", "version": version, "table": table, "seen": plain(frames.seen(seen, self.variant, NAMES)),
            "svg": picture.svg(), "picture": picture.text(), "step": plain(step), **rest,
        }  # fmt: skip
        return told

    def answer(self, frame: Json) -> Json:
        """What the server says to a composition."""
        seen = look(self.position, self.eye)
        decision = seen.decision
        assert decision is not None
        try:
            step = decision.compose(tuple(frame["prefix"]))
        except Refusal as refusal:
            return {"type": "refused", "about": "compose", "reason": str(refusal), "n": frame["n"]}
        change = None
        if step.view is not None:
            change = self.picture(step.view).change(self.picture(seen.view))
        return {"type": "step", "n": frame["n"], "ply": frame["ply"], "step": plain(frames.step(step, frame["prefix"], NAMES, change))}

    def picture(self, view: Any) -> frames.Picture:
        """A view as the page shows it."""
        return frames.Picture(self.position.game.picture(view, look(self.position, self.eye).sealed), NAMES)


def plain(message: object) -> Any:
    """A message as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(message))


class StandLine(Line):
    """A page's line that shows one stand after another."""

    stand: Stand
    language: str = ENGLISH

    def hear(self, frame: Json) -> None:
        if frame["type"] == "hello":
            self.send(self._full())
            return
        self.heard.append(frame)
        self.take(frame)
        if frame["type"] == "compose" and not frame.get("slot"):
            with speaking(self.language):
                self.late.append(self.stand.answer(frame))
            if not self.slow:
                self.catch_up()

    def show(self, stand: Stand) -> None:
        """Another position."""
        self.stand = stand
        self.version += 1
        self.send(self._full())

    def _full(self) -> Json:
        with speaking(self.language):
            return self.stand.full(self.version)


def line(first: Stand, language: str = ENGLISH) -> StandLine:
    """A line that begins with this stand, and speaks this language."""
    made = StandLine({}, "")
    made.stand, made.language = first, language
    return made


def stands(name: str, given: Mapping[str, Any] | None = None, eye: Eye = Seat.A) -> list[Stand]:
    """Of every kind of position that random matches of a variant meet, the last one found: where most lies on the table."""
    found: dict[str, Stand] = {}
    for number in range(STARTS):
        for stand in played(name, given or {}, number, eye):
            found[stand.kind] = stand
    return sorted(found.values(), key=lambda stand: (stand.kind == "the end", stand.kind))


def played(name: str, given: Mapping[str, Any], number: int, eye: Eye) -> Iterator[Stand]:
    """The positions of one random match."""
    variant = games.find(name)
    game = variant.bind(given)[1]
    source = HmacSource(b"stands", f"{name}:{number}")
    position, before = Position.start(variant, game), None
    log: list[Json] = []
    for _ in range(LONGEST):
        view = position.view(eye)
        if before is not None and before is not view:
            log += [plain(frames.beat(beat, NAMES)) for beat in game.narrate(before, view)]
        before = view
        yield Stand(kind(position, eye), variant, position, tuple(log), eye)
        pending = position.pending
        if isinstance(pending, Over):
            return
        if isinstance(pending, Deals):
            chance: Any = pending.chance
            position, _ = position.accept("deal", chance.write(chance.sample(source)))
            continue
        if isinstance(pending, HostLine):
            position, _ = position.accept("host", any_line(game, position.state, source)[0])
            continue
        # B first: so that A is seen to move beside a sealed submission; every second time A first, to see A wait.
        order = sorted(position.owing, reverse=bool(source.below(2)))
        seat = order[0]
        for _ in count():
            decision = position.decision(seat)
            after, _ = position.accept(seat.value, decision.write(decision.sample(source)))
            if not lost_by_time(after.pending):
                break
        position = after


def kind(position: Position, eye: Eye) -> str:
    """What is asked, of whom, and who has answered already."""
    pending = position.pending
    if isinstance(pending, Over):
        return "the end"
    if isinstance(pending, Deals):
        return f"deal of {pending.chance.name}"
    if isinstance(pending, HostLine):
        return "a line of the host"
    mine = eye in position.owing
    waits = f", {''.join(position.waiting)} sealed" if position.waiting else ""
    return f"{pending.name} {'owed' if mine else 'awaited'}{waits}"
