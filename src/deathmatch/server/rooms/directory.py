"""The public lists: the tables that anybody may join or watch, because their makers wished so.

A table comes in here only with a seat for everybody or with the setting `listed`. Nothing of any other table is known here: no count, no
order, no moment. So the lists cannot leak it. All changes of a second are shown together.

The row of a table says what the lists show of it, and from when on: watchers of a table with a spectator delay must not learn from here
that a match has ended. The store keeps the rows in the same transactions as the logs. Its words are English there, and each listener gets
them in its own language.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, cast

import msgspec
from msgspec import Struct

from deathmatch.core.bots import shown_names
from deathmatch.core.catalogues import ENGLISH
from deathmatch.core.game import Over, Variant
from deathmatch.core.options import Pace
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.speech import say, speaking, spoken
from deathmatch.match.rulings import ENDS
from deathmatch.server.table.table import Table
from deathmatch.server.times import Time, Timer
from deathmatch.server.wire.bodies import Listing, ListName, Tables, TablesChanged
from deathmatch.server.wire.frames import encode, ending

SHOWN: dict[ListName, int] = {"open": 50, "playing": 50, "finished": 30}
"""The most tables that a list shows: the newest."""

KEPT = 200  # finished matches in memory and on disk, at most; the older ones leave the lists
ROUND_MS = 1_000  # between two looks for changes, while somebody listens
AWAY_MS = 15_000  # a match with a running clock stays in its list this long after its people have gone
LASTING_MS = 3 * 86_400_000  # and a table that waits for a player, at a pace at which people come and go
LASTING = ("days", "none")
"""Paces at which people come and go: such a match is listed although nobody is there."""


class Step(Struct, array_like=True):
    """The row of a table in the public lists from the moment `at` on, in the server's own time; nothing if there is no listing."""

    at: int
    listing: Listing | None


_rows = msgspec.json.Decoder(list[Step])


class Listener(Protocol):
    """The receiver of every change."""

    def put(self, frame: bytes, /) -> None:
        """Take one more frame; a listener that does not keep up is cut off."""
        ...


def listing(table: Table, place: ListName, since: int) -> Listing:
    """The entry of a table in a list, in English, in whatever language its players read."""
    over = table.match.over if table.match is not None else None
    clocked = {option.key for option in table.variant.options if option.clock}
    with speaking(ENGLISH):
        title = table.title
        words = ending(over, table.variant, table.people, table.story) if over is not None else ""
        clocks = table.variant.timed(table.pace) if place == "open" and table.pace else ""
    return Listing(
        id=table.id,
        place=place,
        game=table.variant.game,
        variant=table.variant.name,
        title=title,
        names={seat.value: table.names[seat] for seat in SEATS if seat in table.names},
        bots=table.made.bots,
        open=table.free,
        changed={key: value for key, value in table.changed.items() if not table.pace or key not in clocked},
        pace=table.pace,
        clocks=clocks,
        level=table.settings.level,
        listed=table.settings.listed,
        delay=table.settings.delay,
        behind=table.settings.behind,
        hidden=table.settings.hidden,
        caster=table.settings.caster,
        since=since,
        winner=over.winner.value if over is not None and over.winner is not None else "",
        ending=words,
        reason=over.reason if over is not None else "",
        ec=table.ec,
    )


def told(one: Listing, find: Callable[[str], Variant]) -> Listing:
    """An entry in the language that is being spoken; in English if its variant is gone, or for an ending from before there were reasons."""
    one = msgspec.structs.replace(one, names=shown_names(one.names))
    if spoken() == ENGLISH:
        return one
    try:
        variant = find(f"{one.game}/{one.variant}")
    except LookupError:
        return one
    words = _ending(one, variant, one.names) if one.reason in variant.reasons or one.reason in ENDS else one.ending
    title = say(variant.title) if one.title == variant.title else one.title  # a host's own is never translated
    clocks = variant.timed(cast("Pace", one.pace)) if one.clocks else ""
    return msgspec.structs.replace(one, title=title, ending=words, clocks=clocks)


def _ending(one: Listing, variant: Variant, names: Mapping[str, str]) -> str:
    """Why a match ended, in words with these names."""
    over = Over(Seat(one.winner) if one.winner else None, one.reason)
    return ending(over, variant, {seat.value: names.get(seat.value, seat.value) for seat in SEATS})


class Directory:
    """The public lists of one server.

    Attributes:
        kept: how many rows it has been given.

    Args:
        time: of the server.
        attended: whether a player or the host of this table is connected.
        find: the variant `GAME/VARIANT`; raises LookupError.
    """

    def __init__(self, time: Time, attended: Callable[[str], bool], find: Callable[[str], Variant]) -> None:
        self._time = time
        self._attended = attended
        self._find = find
        self._rows: dict[str, list[Step]] = {}
        self.kept = 0
        self._seen: dict[str, int] = {}  # when somebody was last at a table
        self._shown: dict[str, Listing] = {}
        self._version = 1
        self._listeners: dict[Listener, str] = {}  # and the language of each
        self._here = 0  # listeners, as they were told last
        self._waiting: list[Callable[[], None]] = []
        self._timer: Timer | None = None
        self._looked_at: int | None = None
        self._full: dict[str, bytes] = {}  # everything, by language

    # --- What the tables say

    def load(self, rows: Iterable[tuple[str, bytes]]) -> None:
        """The rows from the disk; one that cannot be read is left out."""
        for match, body in rows:
            self.keep(match, body)

    def keep(self, match: str, body: bytes | None) -> None:
        """The row of a table is on disk: empty if the table has left the lists, None if nothing changed."""
        if body is None:
            return
        self.kept += 1
        try:
            steps = _rows.decode(body) if body else []
        except msgspec.DecodeError:
            return
        self._rows.pop(match, None)
        if steps:
            self._rows[match] = steps

    def matches(self) -> set[str]:
        """The tables that have a row."""
        return set(self._rows)

    def look_again(self) -> None:
        """The lists are made again for the next request, however new they are."""
        self._looked_at = None

    def row(self, before: Table | None, after: Table, at: int) -> bytes | None:
        """The row of a table from the moment `at` on; empty if it leaves the lists, None if nothing changes there."""
        place = after.place
        if before is not None and before.place == place and (place != "open" or before.names == after.names):
            return None
        if place is None:
            return None if before is None or before.place is None else b""
        if place == "open":
            return encode([Step(at, listing(after, place, after.made.wall))])
        shown_at = at + after.delay
        earlier = [] if before is None or before.place == "open" else [step for step in self._rows.get(after.id, []) if step.at < shown_at]
        return encode([*earlier[-1:], Step(shown_at, listing(after, place, self._time.wall()))])

    def nameless(self, match: str, role: str) -> bytes | None:
        """The row of a table without the name of a role; None if it is in no list."""
        steps = self._rows.get(match)
        if steps is None or role not in SEATS:
            return None
        return encode([Step(step.at, None if step.listing is None else self._nameless(step.listing, role)) for step in steps])

    def _nameless(self, one: Listing, role: str) -> Listing:
        names, words = {seat: role if seat == role else name for seat, name in one.names.items()}, ""
        if one.reason:
            with speaking(ENGLISH), contextlib.suppress(LookupError):
                words = _ending(one, self._find(f"{one.game}/{one.variant}"), names)
        return msgspec.structs.replace(one, names=names, ending=words)

    def superfluous(self) -> list[str]:
        """The finished matches that leave the lists because there are too many; they are forgotten here."""
        finished = sorted(
            (steps[-1].listing.since, match)
            for match, steps in self._rows.items()
            if steps[-1].listing is not None and steps[-1].listing.place == "finished"
        )
        surplus = [match for _, match in finished[: max(0, len(finished) - KEPT)]]
        for match in surplus:
            del self._rows[match]
        return surplus

    # --- What is shown

    def is_open(self, match: str) -> bool:
        """Whether the lists have a free seat at this table now."""
        found, now = [step.listing for step in self._rows.get(match, [])], self._time.now()
        return any(one is not None and one.place == "open" and self._is_alive(match, one, now) for one in found)

    def tables(self) -> Tables:
        """All lists as they are now."""
        self._look()
        return Tables(self._version, self._told(self._shown.values()), self._here)

    def _told(self, listings: Iterable[Listing]) -> list[Listing]:
        return [told(one, self._find) for one in listings]

    def _now_shown(self, now: int) -> dict[str, Listing]:
        by_place: dict[ListName, list[Listing]] = {place: [] for place in SHOWN}
        for match, steps in self._rows.items():
            current = next((step.listing for step in reversed(steps) if step.at <= now), None)
            if current is not None and self._is_alive(match, current, now):
                by_place[current.place].append(current)
        shown: dict[str, Listing] = {}
        for place, found in by_place.items():
            found.sort(key=lambda one: (-one.since, one.id))
            shown.update((one.id, one) for one in found[: SHOWN[place]])
        self._seen = {match: at for match, at in self._seen.items() if match in self._rows}
        return shown

    def _is_alive(self, match: str, one: Listing, now: int) -> bool:
        """Whether it makes sense to show a table: it is over, its people may come and go, or some of them are connected.

        A person who sits down at an open table meets somebody, so the table of an owner who has left is not listed, or not for long.
        At a table with a spectator delay nobody may learn who is connected, once the match goes on.
        """
        late = one.delay or one.behind or one.hidden
        if one.place == "finished" or len(one.bots) == len(SEATS) or (one.place == "playing" and (late or one.pace in LASTING)):
            return True
        if self._attended(match):
            self._seen[match] = now
            return True
        away = now - self._seen[match] if match in self._seen else self._time.wall() - one.since
        return away < (LASTING_MS if one.pace in LASTING else AWAY_MS if one.place == "playing" else 0)

    def _look(self) -> None:
        """Find out what changed, and tell everybody who listens: at most once in each round."""
        now = self._time.now()
        if self._looked_at is not None and 0 <= now - self._looked_at < ROUND_MS:
            return
        self._looked_at = now
        before, self._shown = self._shown, self._now_shown(now)
        put = [one for match, one in self._shown.items() if before.get(match) != one]
        gone = [match for match in before if match not in self._shown]
        if not put and not gone and self._here == len(self._listeners):
            return
        self._here = len(self._listeners)
        self._version += 1
        self._full.clear()
        changes: dict[str, bytes] = {}
        for listener, language in tuple(self._listeners.items()):
            if language not in changes:
                with speaking(language):
                    changes[language] = encode(TablesChanged(self._version, self._told(put), gone, self._here))
            listener.put(changes[language])
        waiting, self._waiting = self._waiting, []
        for call in waiting:
            call()

    # --- Who listens

    def join(self, listener: Listener) -> None:
        """Somebody listens from now on, in the language that is being spoken: everything first, then every change."""
        self._look()
        language = spoken()
        if language not in self._full:
            self._full[language] = encode(Tables(self._version, self._told(self._shown.values()), self._here))
        listener.put(self._full[language])
        self._listeners[listener] = language
        self._go_on()

    def leave(self, listener: Listener) -> None:
        """Somebody listens no more."""
        self._listeners.pop(listener, None)

    def once(self, call: Callable[[], None]) -> None:
        """Call this after the next change."""
        self._waiting.append(call)
        self._go_on()

    def never(self, call: Callable[[], None]) -> None:
        """Do not call this after all."""
        if call in self._waiting:
            self._waiting.remove(call)

    @property
    def listeners(self) -> int:
        """How many listen or wait."""
        return len(self._listeners) + len(self._waiting)

    def _go_on(self) -> None:
        if self._timer is None and self.listeners:
            self._timer = self._time.later(ROUND_MS, self._round)

    def _round(self) -> None:
        self._timer = None
        self._look()
        self._go_on()

    def close(self) -> None:
        """The server stops."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
