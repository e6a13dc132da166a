"""The cost of showing a match: pictures a second, and the frames that the server makes of every submission for two seats and a watcher.

The frames are measured in processor time, without sockets and disk. Many matches run side by side, as on a server, so they share the caches
and compete for them.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from statistics import fmean
from time import process_time
from typing import Any

from bench.machine import each_variant, rate
from bench.walks import walk
from deathmatch.core.game import Variant
from deathmatch.core.scene import Scene
from deathmatch.core.seats import PUBLIC, SEATS, Seat
from deathmatch.games import find
from deathmatch.match.dealer import HmacSource
from deathmatch.server.rooms.audiences import Audience, Presence, Recent
from deathmatch.server.rooms.telling import Telling
from deathmatch.server.settings import Limits
from deathmatch.server.table import entries
from deathmatch.server.table.play import moved_now
from deathmatch.server.table.roles import eye_of
from deathmatch.server.table.seating import Sat
from deathmatch.server.table.table import Table, apply, set_up
from deathmatch.server.times import Line

WALKS = 20  # random matches whose pictures are painted
MATCHES, TURNS = 50, 20  # shown side by side, and for how many submissions each
ROLES = ("A", "B", "watcher")


def measure() -> dict[str, Any]:
    """Both, for every variant."""
    return {"variants": {variant.id: {**_pictures(variant), **_shown(variant)} for variant in each_variant()}}


def _pictures(variant: Variant) -> dict[str, Any]:
    """`Game.picture` of every position of some matches, and the whole picture as SVG."""
    views: list[tuple[Any, Any]] = []
    for number in range(WALKS):
        game, steps = walk(variant, number)
        views += [(game, game.view(step.state, eye)) for step in steps for eye in (*SEATS, PUBLIC)]
    scenes: list[Scene] = [game.picture(view) for game, view in views]

    def paint() -> int:
        for game, view in views:
            game.picture(view)
        return len(views)

    def write() -> int:
        for scene in scenes:
            scene.svg()
        return len(scenes)

    sizes = [len(scene.svg().encode()) for scene in scenes]
    return {"pictures_per_second": round(rate(paint)), "svgs_per_second": round(rate(write)), "svg_bytes": round(fmean(sizes))}


class _AnyWord(frozenset[str]):
    """A word list that holds every word, since random play knows none; and the host that has it under any name."""

    def words(self, _lexicon: str, /) -> frozenset[str]:
        """The list."""
        return self

    def __contains__(self, _word: object) -> bool:
        return True


class _Reader:
    """Keeps the frames that it gets."""

    gone = False

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.line = Line()

    def put(self, frame: bytes, /) -> None:
        """Keep one."""
        self.frames.append(frame)

    def drop(self, _reason: str, /) -> None:
        """Nothing is held."""


EVERYBODY = Presence(frozenset(SEATS), 1)
"""All are there."""


@dataclass(slots=True)
class _Shown:
    """A match with its audiences, and the frames made for them.

    Attributes:
        sealed, turns: sizes of single updates in bytes, after a submission that waits and after one that ends a turn; raw and deflated.
    """

    table: Table
    audiences: list[Audience]
    readers: list[_Reader]
    source: HmacSource
    sealed: list[tuple[int, int]] = field(default_factory=list)
    turns: list[tuple[int, int]] = field(default_factory=list)

    @classmethod
    def of(cls, variant: Variant, number: int) -> _Shown:
        """The `number`-th, with everybody there and the match begun."""
        made = entries.Made(0, 0, variant.id, {}, {}, bytes([number]).hex() * 32, {})
        table = set_up(f"bench{number}", made, find, _AnyWord())
        for seat in SEATS:
            table = apply(table, Sat(0, seat.value, f"Player {2 * number + (seat is Seat.B)}", ""))
        table = apply(table, moved_now(table.new_match().start(0))[0])
        audiences = [Audience(role, table, Telling(eye_of(role, variant), table), Limits(), Recent(1_000_000), table) for role in ROLES]
        for audience in audiences:
            audience.telling.start_from(table)
        shown = cls(table, audiences, [_Reader() for _ in ROLES], HmacSource(b"bench", f"{variant.id} shown {number}"))
        for audience, reader in zip(audiences, shown.readers, strict=True):
            audience.join(reader, 0, 0, EVERYBODY)
        return shown

    def submit(self) -> tuple[float, float] | None:
        """One submission: seconds for the referee, and for the frames; None once the match is over."""
        match = self.table.started_match
        if match.over is not None:
            return None
        seat, decision = next((seat, owed) for seat in SEATS if (owed := match.seen(seat, 0).decision) is not None)
        text = decision.write(decision.sample(self.source))
        for reader in self.readers:
            reader.frames.clear()
        started = process_time()
        ply = match.ply
        (entry,) = moved_now(match.submit(seat, text, ply, 0))
        self.table = apply(self.table, entry)
        entries.encode(entry)
        accepted = process_time()
        for audience in self.audiences:
            audience.send_version(self.table, entry, audience.telling.next_news(self.table, 0), lambda: EVERYBODY)
            audience.deliver(1)  # at once, where a server waits for a quiet moment
        told = process_time()
        sizes = self.sealed if self.table.started_match.ply == ply else self.turns
        sizes += [(len(frame), len(zlib.compress(frame))) for reader in self.readers for frame in reader.frames]
        return accepted - started, told - accepted


def _shown(variant: Variant) -> dict[str, Any]:
    """Matches side by side: a submission to each, then the next to each."""
    matches = [_Shown.of(variant, number) for number in range(MATCHES)]
    spent = [cost for _ in range(TURNS) for match in matches if (cost := match.submit()) is not None]

    def kilobytes(sizes: list[tuple[int, int]]) -> dict[str, float] | None:
        if not sizes:  # nothing is sealed in a game that is played in turn
            return None
        return {"raw": round(fmean(raw for raw, _ in sizes) / 1000, 1), "deflated": round(fmean(small for _, small in sizes) / 1000, 1)}

    return {
        "submissions": len(spent),
        "referee_ms_each": round(1000 * fmean(referee for referee, _ in spent), 3),
        "frames_ms_each": round(1000 * fmean(frames for _, frames in spent), 3),
        "update_kb_sealed": kilobytes([size for match in matches for size in match.sealed]),
        "update_kb_turn": kilobytes([size for match in matches for size in match.turns]),
    }
