"""The audiences of one table, by role and language: their readers, their frames, and the moment at which pictures are painted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence

from deathmatch.core.seats import SEATS, BySeat, Eye, Seat
from deathmatch.core.speech import mark, say, spoken
from deathmatch.server.line import Line
from deathmatch.server.rooms.audience import Audience, Presence, Reader
from deathmatch.server.rooms.delay import Delay
from deathmatch.server.rooms.lane import Lane
from deathmatch.server.rooms.others import NOBODY, Company
from deathmatch.server.rooms.recent import Recent
from deathmatch.server.rooms.telling import News, Telling
from deathmatch.server.settings import Limits
from deathmatch.server.table import talks
from deathmatch.server.table.apply import Steps
from deathmatch.server.table.entries import HANDED, REFEREED, RESTS, Entry, Marked, Moved, Murmured, Muted, Noted, Ruled, Spoken, goes_on
from deathmatch.server.table.gallery import counted as counts
from deathmatch.server.table.gallery import lines as gallery_lines
from deathmatch.server.table.roles import AT_TABLE, HOST, UNDELAYED, WATCHER, eye_of, is_onlooker
from deathmatch.server.table.table import Table
from deathmatch.server.times import Slices
from deathmatch.server.wire import messages, problems

log = logging.getLogger("deathmatch.rooms")

QUESTIONS = 4  # told between two looks at the time
WARM_MS = 60_000  # a role is still followed this long after its last reader left, for one who comes back
SLICE = 200  # copies of a frame that go out before everybody else gets a turn


class Audiences:
    """The audiences of one table.

    Args:
        table: as it is now.
        delay: the table as watchers see it.
        limits: see there.
        lane: in which pictures are painted and frames are sent.
        recent: the frames that are kept for readers who come back.
        broken: called after a bug in painting.
        time: the server's own time.
        elsewhere: the people who are connected to other processes.
    """

    def __init__(
        self,
        table: Table,
        delay: Delay,
        limits: Limits,
        lane: Lane,
        recent: Recent,
        broken: Callable[[], None],
        time: Callable[[], int],
        elsewhere: Callable[[], Company] = lambda: NOBODY,
    ) -> None:
        self._id = table.id
        self._table = table
        self._delay = delay
        self._limits = limits
        self._lane = lane
        self._recent = recent
        self._broken: Callable[[], None] = broken
        self._time: Callable[[], int] = time
        self._elsewhere: Callable[[], Company] = elsewhere
        self._closed = False
        self.making_ready: dict[str, int] = {}  # seats of bots whose code is compiled -> how many parts of it are
        self._by_role: dict[str, dict[str, Audience]] = {}  # and by language
        self._links: dict[str, str] = {}  # role -> its secret link, if somebody has opened it
        self._tellings: dict[tuple[Eye, bool, str], Telling] = {}  # by the eye, whether it is shown the table late, and the language
        self._ahead: dict[Telling, Telling] = {}  # what each will have told of the past once the match has begun
        self._watching = 0  # watchers that were told of
        self._news: dict[bool, asyncio.Event] = {}  # set as soon as the late roles, or all others, are shown more; there if somebody waits
        self._delivering = False  # whether frames wait to go out

    # --- Who listens

    def shown(self, role: str) -> Table:
        """The table as this role is shown it."""
        return self._delay.shown_to(role, self._table)

    @property
    def now(self) -> Table:
        """The table as it is shown to everybody who sees it without a delay; private talks are always shown so."""
        return self._table

    def moment(self, role: str, now: int) -> int:
        """The present moment for this role: for watchers of a table with a delay it lies in the past, clocks included."""
        return self._delay.moment(now) if self._delay.hides(role) else now

    async def of(self, role: str) -> Audience:
        """The audience of a role in the language that is being spoken. The telling of a long story goes in slices, as it takes a while."""
        language = spoken()
        if language not in self._by_role.get(role, ()):
            key = (eye_of(role), self._delay.hides(role), language)
            telling = self._tellings.get(key) or Telling(eye_of(role), self.shown(role), language, still=self._stands_still(role))
            slices = Slices()
            while (match := self.shown(role).match) is not None and not telling.tell(match, QUESTIONS)[1]:
                await slices.turn()
            telling = self._tellings.setdefault(key, telling)
            telling.sync(self.shown(role))
            made = Audience(role, self.shown(role), telling, self._limits, self._recent, self._table)
            made.token = self._links.get(role)
            self._by_role.setdefault(role, {}).setdefault(language, made)
        return self._by_role[role][language]

    def _stands_still(self, role: str) -> bool:
        """Whether the clocks that this role sees do not run: it is so many decisions late, however long they take."""
        return self._delay.hides(role) and not self._table.delay

    def _all(self) -> Iterator[Audience]:
        for languages in self._by_role.values():
            yield from languages.values()

    def _in(self, role: str) -> Iterator[Audience]:
        """The audiences of a role, one for each language."""
        return iter(self._by_role.get(role, {}).values())

    @property
    def readers(self) -> int:
        """How many readers are connected."""
        return sum(len(audience.readers) for audience in self._all())

    @property
    def attended(self) -> bool:
        """Whether a player or the host is connected."""
        return any(audience.readers for audience in self._all() if audience.role in AT_TABLE)

    @property
    def _watchers(self) -> int:
        return self._watchers_here + self._elsewhere().watchers

    @property
    def _watchers_here(self) -> int:
        return sum(len(audience.readers) for audience in self._all() if audience.role not in UNDELAYED)

    def people(self) -> Company:
        """The people who are connected to this process."""
        given = {seat.value: ms for seat in SEATS if (ms := self._slowest(seat.value))}
        return Company(frozenset(audience.role for audience in self._all() if audience.readers), self._watchers_here, given)

    def knows_link(self, role: str) -> bool:
        """Whether somebody has opened this role's secret link."""
        return role in self._links

    def keep_link(self, role: str, token: str) -> None:
        """Somebody has opened this role's secret link."""
        self._links[role] = token
        for audience in self._in(role):
            audience.token = token

    def expel(self, role: str) -> None:
        """The link of this role is dead: nobody reads through it any more, and nothing follows from it."""
        self._links.pop(role, None)
        for audience in self._in(role):
            audience.token = None
            audience.expel(mark("this link has been replaced by a new one"))

    def presence(self, role: str) -> Presence:
        """The connections that this role may know of: late watchers get no news of the seats, only their own number."""
        now = self._time()
        if self._delay.hides(role):
            at = now if is_onlooker(role) else self.moment(role, now)
            return Presence(frozenset(self._delay.shown.names), self._watchers, at=at)
        here = frozenset(audience.role for audience in self._all() if audience.readers)
        given_back = {seat.value: ms for seat, ms in self.allowed().items() if ms}
        return Presence(here | self._elsewhere().roles, self._watchers, given_back, now, dict(self.making_ready))

    # --- The lines of the seats

    def _lines(self, seat: Seat) -> list[Line]:
        return [reader.line for audience in self._in(seat.value) for reader in audience.readers]

    def _slowest(self, role: str) -> int:
        most = 0
        for audience in self._in(role):
            for reader in audience.readers:
                most = max(most, reader.line.allowance)
        return most

    def allowed(self) -> BySeat[int]:
        """By how many ms each seat may be late: as much as is given back on the slowest of its connections."""
        given = self._elsewhere().given
        return BySeat(max(self._slowest("A"), given.get("A", 0)), max(self._slowest("B"), given.get("B", 0)))

    def oldest(self) -> int | None:
        """When the oldest message from a seat's connection arrived that is not done yet; None if all are."""
        return min((at for seat in SEATS for line in self._lines(seat) if (at := line.oldest) is not None), default=None)

    # --- What is looked at and joined

    async def full(self, role: str, now: int, pictures: str) -> messages.Full:
        """Everything that this role may see."""
        audience = await self.of(role)
        return audience.full(self.moment(role, now), self.presence(role), pictures)

    async def table(self, role: str) -> messages.TableMessage:
        """The message about the table: which match it is, and who plays."""
        audience = await self.of(role)
        return audience.table(self.presence(role))

    def join(self, audience: Audience, reader: Reader, version: int, now: int) -> None:
        """A reader that knows this version joins; frames go to it until it leaves. Raises Problem if it watches and too many do.

        A secret link has places of its own, whatever watchers do (`web/doorman.py` bounds them).
        """
        role = audience.role
        if role == WATCHER and sum(len(each.readers) for each in self._in(role)) >= self._limits.watchers_per_table:
            raise problems.too_many(say("this table has too many spectators"))
        audience.join(reader, version, self.moment(role, now), self.presence(role))

    def leave(self, role: str, reader: Reader, now: int) -> bool:
        """A reader left; returns whether it was one of ours."""
        audience = next((each for each in self._in(role) if reader in each.readers), None)
        if audience is None:
            return False
        audience.leave(reader, now)
        return True

    def drop_all(self, reason: str) -> None:
        """Send everybody away, and forget the room."""
        self._closed = True
        self._broken = _nothing  # it led back to the room
        for audience in self._all():
            for reader in tuple(audience.readers):
                reader.drop(reason)
            audience.leave_memory()
        for late in tuple(self._news):
            self._call(late=late)

    def _call(self, *, late: bool) -> None:
        """Wake those who wait for news."""
        if (news := self._news.pop(late, None)) is not None:
            news.set()

    # --- What is sent

    async def foresee(self, steps: Steps) -> None:
        """A match is about to begin with a long past: tell that ahead, in slices, to every eye that somebody looks with."""
        past = next((table for entry, table in reversed(steps) if goes_on(entry)), None)
        if past is None:
            return
        slices = Slices()
        self._ahead.clear()
        for telling in tuple(self._tellings.values()):
            ahead = Telling(telling.eye, past, telling.language)
            while not ahead.tell(past.started_match, QUESTIONS)[1]:
                await slices.turn()
            self._ahead[telling] = ahead

    def publish(self, steps: Steps, now: int) -> None:
        """These entries are on disk, and have made these tables: show them to every role that may see them by now."""
        before, self._table = self._table, steps[-1][1]
        for audience in self._all():
            audience.now = self._table
        self._update([entry for entry, _ in steps], now, late=False)
        if self._delay.late:
            for entry, table in steps:
                self._delay.add(entry, table)
        self._tell(steps, before)

    def _tell(self, steps: Steps, before: Table) -> None:
        """Give private lines to their readers, and to onlookers the time for talk and the thing that they hold; at once, at any delay."""
        spoken = [(entry, table) for entry, table in steps if isinstance(entry, Spoken)]
        for entry, table in spoken:
            for audience in self._all():
                if audience.role in talks.readers(talks.ends(entry)):
                    audience.tell(entry, table)
        for role in {entry.role for entry, _ in steps if isinstance(entry, (Noted, Marked))}:
            for audience in self._in(role):
                audience.keep()
        for audience in self._all():
            role = audience.role
            if not is_onlooker(role):
                continue
            late = self._delay.hides(role)
            then, now = (self._delay.shown, self._delay.shown) if late else (before, self._table)
            held = talks.held(before, role, then), talks.held(self._table, role, now)
            if held[0] != held[1] or (late and before.talk != self._table.talk):
                audience.present(self.presence(role))
        self._tell_gallery([entry for entry, _ in steps], before)
        if spoken:
            self._call(late=False)
            self._call(late=True)
        self._wake()

    def _tell_gallery(self, added: Sequence[Entry], before: Table) -> None:
        """Give what spectators write to each other to its readers at once, at any delay; to the players once the match is over."""
        if not self._table.settings.gallery:
            return
        wrote, muted = (any(isinstance(entry, kind) for entry in added) for kind in (Murmured, Muted))
        for audience in self._all():
            role = audience.role
            if (lines := gallery_lines(self._table, role)) == gallery_lines(before, role):
                continue
            if wrote:
                audience.murmur(lines[-1])
            else:
                audience.release()
        if muted:
            for audience in self._in(HOST):
                audience.present(self.presence(HOST))

    def catch_up(self, now: int) -> None:
        """Show late watchers the entries that they may see by now."""
        covered = self._delay.shown.covered
        while added := self._delay.step(now):
            self._update(added, now, late=True, anew=covered)
            covered = self._delay.shown.covered

    def _update(self, added: Sequence[Entry], now: int, *, late: bool, anew: bool = False) -> None:
        """The table as either the late roles or all others are shown it has got these entries; with `anew` they get everything."""
        counted = [entry for entry in added if counts(entry, self._table.settings)]
        news: dict[Telling, News | None] = {}
        for audience in tuple(self._all()):
            if self._delay.hides(audience.role) is not late:
                continue
            if counted and self._is_left(audience, now):  # not after what is private: who comes back could tell
                self._drop(audience)
                continue
            self._show(audience, counted, now, news, anew=anew)
        if counted:
            self._call(late=late)
        self._wake()

    def _is_left(self, audience: Audience, now: int) -> bool:
        """Whether nobody has read in this role for so long that nobody will come back and ask for missed frames."""
        if not audience.readers and audience.away_since is None:
            audience.away_since = now  # somebody looked once, or asks again and again
        return audience.away_since is not None and now - audience.away_since > WARM_MS

    def _drop(self, left: Audience) -> None:
        del self._by_role[left.role][left.telling.language]
        left.leave_memory()
        if all(audience.telling is not left.telling for audience in self._all()):
            self._tellings = {key: telling for key, telling in self._tellings.items() if telling is not left.telling}

    def _show(self, audience: Audience, counted: Sequence[Entry], now: int, news: dict[Telling, News | None], *, anew: bool) -> None:
        """Give an audience these entries; `news` has what each telling made of them, so that roles with the same eye share it."""
        role, telling = audience.role, audience.telling
        table, moment = self.shown(role), self.moment(role, now)
        if not counted:
            telling.table = table
            audience.follow(table)
        elif anew or len(counted) > 1 or _begins_anew(counted[0]) or isinstance(counted[0], HANDED):
            if telling not in news:
                telling.sync(table, self._ahead.pop(telling, None))
                news[telling] = None
            audience.anew(table, moment, self.presence(role))
        else:
            if telling not in news:
                telling.table = table
                news[telling] = telling.follow(table, moment) if isinstance(counted[0], REFEREED) else None
            audience.update(table, counted[0], news[telling], lambda: self.presence(role))

    def _wake(self) -> None:
        if not self._delivering:
            self._delivering = True
            self._lane.add(self._deliver)

    def _deliver(self) -> bool:
        """Paint the waiting frames and send them; returns whether a large audience has to wait for the rest of its copies."""
        if self._closed:
            return False
        try:
            more = [audience.deliver(SLICE) for audience in self._all()]
        except Exception as error:
            log.error("a bug in room %s: %s", self._id, problems.outline(error))
            self._broken()
            return False
        self._delivering = any(more)
        return self._delivering

    def tell_presence(self) -> None:
        """Tell all readers who is connected now."""
        before, self._watching = self._watching, self._watchers
        came_or_went = before != self._watching
        for audience in self._all():
            if audience.readers and (came_or_went or not self._delay.hides(audience.role)):
                audience.present(self.presence(audience.role))
        self._call(late=False)
        self._wake()

    async def heard(self, role: str, version: int, milliseconds: int) -> None:
        """Wait until this role sees another version than this one, or other people are connected, but at most `milliseconds`."""
        if self.shown(role).version == version:
            await self.called(role, milliseconds)

    async def called(self, role: str, milliseconds: int) -> None:
        """Wait until there is something new for roles that are shown the table as late as this one, but at most `milliseconds`."""
        news = self._news.setdefault(self._delay.hides(role), asyncio.Event())
        try:
            await asyncio.wait_for(news.wait(), milliseconds / 1000)
        except TimeoutError:
            return


def _nothing() -> None:
    """For a bug in painting that comes after the room was closed."""


def _begins_anew(entry: Entry) -> bool:
    """Whether a match begins with this entry, or goes on elsewhere, so that everybody gets everything."""
    return isinstance(entry, (Ruled, *RESTS)) or (isinstance(entry, Moved) and entry.events[0][0] == "started")
