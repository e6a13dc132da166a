"""A room: a table in memory, and the one task that changes it; and all rooms of a server.

Every command goes the same way (`Room._attempt`): decide which entries it adds, append them to the log on disk, apply them to the table,
answer, publish. Memory changes only once the entries are on disk, and nobody is shown anything earlier; so if the disk refuses, nothing has
happened. Looks change nothing, and wait only if something fell due that the task has to enter first.

`Rooms` are those of one server: which tables are in memory. One is loaded if somebody comes or it is due, and put away if nobody needs it.
One that is put away loses nothing. Its log is on disk, and so is the moment when the server has to see to it next. Its clocks run on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice

from deathmatch.core.catalogues import ENGLISH
from deathmatch.core.errors import Refusal
from deathmatch.core.game import Resources
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.speech import mark, say, speaking, spoken
from deathmatch.match.journal import LateError
from deathmatch.server import settings, times, tokens
from deathmatch.server.rooms.audiences import Audiences, Delay, Reader, Recent
from deathmatch.server.rooms.directory import Directory
from deathmatch.server.rooms.others import OtherProcesses
from deathmatch.server.rooms.turns import SeatBots, Turns
from deathmatch.server.store.interface import Addition, Behind, Damaged, NewLog, Relinked, Store, StoreError
from deathmatch.server.table import entries, forgetting, play, seating
from deathmatch.server.table.decide import Expire, Reply, acknowledge, decide
from deathmatch.server.table.roles import REPLACED, SERVER, TAKEN, Command, Now, Sender, is_spectator, ticket
from deathmatch.server.table.table import Find, Steps, Table, apply, set_up
from deathmatch.server.times import Lane
from deathmatch.server.vault import Vault
from deathmatch.server.wire import problems
from deathmatch.server.wire.bodies import Done

log = logging.getLogger("deathmatch.rooms")

UNCERTAIN_MS = 25  # until it is looked again whether all is read that arrived before a time-out
RETRY_MS = 1_000  # until the clock tries again to enter what is due, if the disk or a bug kept it from doing so
FORGOTTEN = mark("somebody at this table deleted their account; open the link again")
BROKEN = mark("something went wrong here; come again in a moment")
PRESENCE_MS = 300  # who came and went is told this much later
LOOKED_AT = 100  # rooms, to find one that can be put away; the others are looked at when the next one is wanted
FINISH_S = 3.0  # that a room has for the commands in its inbox when the server goes down
LOOK_S = 0.01  # between two looks whether they are done
AGAIN_MS = 1_000  # until a match that is due is loaded again, if the disk or a bug kept the server from seeing to it


@dataclass(frozen=True, slots=True)
class Letter:
    """A command in the inbox.

    Attributes:
        at: when it came in.
        command: the verb and its values.
        sender: who gives it.
        answer: takes the reply before any role is shown the effect of the command.
        done: the same reply, for the task that waits.
        language: the sender's, for a refusal.
    """

    at: int
    command: Command
    sender: Sender
    answer: Callable[[Reply], None] | None
    done: asyncio.Future[Reply]
    language: str = ENGLISH

    def succeed(self, reply: Reply) -> None:
        """Tell the task that waits, if it still does."""
        if not self.done.done():
            self.done.set_result(reply)

    def fail(self, error: BaseException) -> None:
        """Tell the task that waits, if it still does."""
        if not self.done.done():
            self.done.set_exception(error)
            self.done.exception()  # seen, should nobody wait


def own(at: int) -> Letter:
    """A letter of the server to itself: to enter whatever is due."""
    return Letter(at, Expire(), SERVER, None, asyncio.get_running_loop().create_future())


def nobody_listens(match: str) -> None:
    """Takes the place of a listener until there is one."""


@dataclass(slots=True)
class Shared:
    """What all rooms of a server have in common.

    Attributes:
        store, time, limits: of the server.
        others: the other processes on the store.
        directory: the public lists.
        prepare: brings into memory what live play at this table asks.
        rematch: the next match of these people, for the store.
        ended: hears of a table whose match has another result, or has none any more, once that is on disk.
        changed: told that the log of this match has new entries on disk; it returns at once.
        rewritten: told that the log of this match was rewritten on disk.
        left: takes a room that left memory.
        recent: the frames that are kept for readers who come back.
        coming: the commands on their way to a room.
        lane: in which roles are shown what happened.
    """

    store: Store
    time: times.Time
    limits: settings.Limits
    others: OtherProcesses
    directory: Directory
    prepare: Callable[[Table], Awaitable[None]]
    rematch: Callable[[Table], Awaitable[NewLog]]
    ended: Callable[[Table], None] = field(init=False)
    changed: Callable[[str], None] = nobody_listens
    rewritten: Callable[[str], None] = nobody_listens
    left: Callable[[Room], None] = field(init=False)
    recent: Recent = field(init=False)
    lane: Lane = field(default_factory=Lane)
    coming: times.Coming = field(default_factory=times.Coming)


def _relinked(steps: Steps) -> Relinked | None:
    """How these entries change the links of their match, for the store; None if they do not."""
    handed = next((entry for entry, _ in steps if isinstance(entry, seating.Reissued | seating.Claimed | seating.Renewed)), None)
    if handed is None:
        return None
    given = {bytes.fromhex(handed.key): ticket(handed.seat) if isinstance(handed, seating.Reissued) else handed.seat}
    if isinstance(handed, seating.Claimed) and handed.used:
        given[bytes.fromhex(handed.used)] = TAKEN + handed.seat
    if isinstance(handed, seating.Reissued) and handed.substitute:
        return Relinked((ticket(handed.seat),), given, {handed.seat: REPLACED + handed.seat})
    return Relinked((handed.seat, ticket(handed.seat)), given)


class Room:
    """A table in memory, its inbox, its readers and its bots. Anybody may call its methods at any time.

    Attributes:
        id: of the match.
        table: the table as it is on disk.
        closed: whether it has left memory.
    """

    def __init__(self, shared: Shared, turns: Turns, table: Table, delay: Delay) -> None:
        self.id = table.id
        self.table = table
        self.closed = False
        self._shared = shared
        self._delay = delay
        self._audiences = Audiences(table, delay, shared.limits, shared.lane, shared.recent, lambda: self.close(BROKEN), shared.time.now)
        self._presence_due = False  # whether it is about to send who is connected
        self._bots = SeatBots(self, turns, self._making_ready)
        self._inbox: times.Mailbox[Letter] = times.Mailbox()
        self._unpublished: list[tuple[Steps, int]] = []  # what is on disk, and since when
        self._alarm: times.Timer | None = None  # rings when the room has to look what is due
        self._retry_at = 0
        self._waiting = 0  # requests that look, or wait for news
        self._handling = False  # whether a command is being done
        self._idle_since: int | None = None
        self._task = asyncio.create_task(self._run(), name=f"room {table.id}")

    # --- Commands

    async def act(
        self,
        sender: Sender,
        command: Command,
        answer: Callable[[Reply], None] | None = None,
        *,
        at: int | None = None,
    ) -> Reply:
        """Have a command done when its turn comes; it counts from the moment at which it arrived.

        Args:
            sender: who gives it.
            command: the verb and its values.
            answer: gets the reply as soon as the command is on disk, before any role is shown its effect.
            at: when it arrived at the server; now by default.

        Raises: Problem, Refusal, LateError; Gone.
        """
        if at is None:
            at = self._shared.time.now() if sender is SERVER else self._shared.time.arrived()
        if self.closed:
            raise problems.Gone
        most = self._shared.limits.inbox
        if self._inbox.qsize() >= (most // 2 if is_spectator(sender.role) else most):
            raise problems.too_many(say("this table is busy; try again in a moment"))
        letter = Letter(at, command, sender, answer, asyncio.get_running_loop().create_future(), spoken())
        self._inbox.put_nowait(letter)
        return await letter.done

    async def _run(self) -> None:
        try:
            self._idle()
            while not self.closed:
                letter = await self._inbox.get()
                self._handling = True
                await self._handle(letter)
                self._handling = False
                self._idle()
        except Exception as error:  # between two commands; without its task a room would take commands that nobody does
            self._fall(error)

    async def _handle(self, letter: Letter) -> None:
        """Take a command out of the inbox: enter what fell due before it came in, do it, and tell the task that waits."""
        try:
            await self._enter_time_outs(letter.at)
            if not isinstance(letter.command, Expire):
                with speaking(letter.language):
                    await self._execute(letter)
        except asyncio.CancelledError:
            letter.fail(problems.cut_short())  # or its sender would wait for ever
            raise
        except (problems.Problem, Refusal, LateError, problems.Gone) as refusal:
            letter.fail(refusal)
        except Exception as error:
            self._log_bug(error)
            letter.fail(error)
        else:
            letter.succeed(Done(self.table.version))

    async def _execute(self, letter: Letter) -> None:
        """Do a command, whatever the log says to that. Raises Gone if the room has closed itself.

        If the log has other entries although nobody else writes, the disk kept some that it seemed to refuse. Then the room leaves memory,
        and the next one reads them.
        """
        try:
            await self._attempt(letter)
        except Behind:
            self.close("")
            raise problems.Gone from None

    async def _attempt(self, letter: Letter) -> None:
        """Do a command if the log has only the entries of this table: decide, append, apply, answer, publish.

        Raises: Gone if the room has closed itself; Behind if the log has other entries, and then nothing has happened.
        """
        if self.closed:
            raise problems.Gone
        if isinstance(letter.command, forgetting.Forget):
            await self._forget(letter.command, letter.sender.role, letter.at)
            return
        steps, reply = await self._decide(letter)
        if steps:
            await self._append(steps, letter.at)
            self._apply(steps)
        letter.succeed(reply)
        try:
            if letter.answer is not None:
                letter.answer(reply)
        finally:
            if steps:
                self._publish_soon(steps)

    async def _decide(self, letter: Letter) -> tuple[Steps, Reply]:
        """The entries that a command adds, each with the table after it, and the reply to its sender. Nothing has changed yet."""
        command, sender = letter.command, letter.sender
        now = Now(letter.at, self._shared.time.wall(), self._audiences.allowed())
        slices = times.Slices()  # for a match with a long past; everything else takes one
        added = decide(self.table, command, sender, now, self._shared.limits)
        steps: list[tuple[entries.Entry, Table]] = []
        for entry in added:
            await slices.turn()
            steps.append((entry, apply(steps[-1][1] if steps else self.table, entry)))
        await self._audiences.narrate_ahead(steps)
        after = steps[-1][1] if steps else self.table
        version = self._delay.shown_to(sender.role, after).version
        return steps, acknowledge(after, command, sender, added, version)  # before the disk: what fails here has not happened

    async def _append(self, steps: Steps, at: int) -> None:
        """Put the entries on disk, and with those that agree on a rematch that match. Raises Problem, Behind; then nothing has changed."""
        store, directory, after = self._shared.store, self._shared.directory, steps[-1][1]
        following = await self._shared.rematch(after) if after.next_match is not None and self.table.next_match is None else None
        try:
            bodies = [entries.encode(entry) for entry, _ in steps]
            listed = directory.row(self.table, after, at) if self.table.place or after.place else None
            begun, count, links = after.match is not None, self.table.count, _relinked(steps)
            await store.append(Addition(self.id, count, bodies, at, begun, after.due(at), after.over, following, listed, links))
        except Behind:
            raise
        except StoreError as error:
            log.error("room %s: the log did not take %d entries: %s", self.id, len(steps), error)
            raise problems.not_saved() from error
        if listed is not None:
            directory.keep(self.id, listed)
        self._shared.changed(self.id)
        if after.result != self.table.result:
            self._shared.ended(after)

    def _apply(self, steps: Steps) -> None:
        """The table is from now on the one after these entries, which are on disk."""
        self.table = steps[-1][1]
        for entry, _ in steps:
            if isinstance(entry, entries.Handed):
                self._audiences.expel(entry.whose, entry.dead)
                self.attendance_changed()

    def _publish_soon(self, steps: Steps) -> None:
        """Have these entries, which are on disk, shown in their turn."""
        self._unpublished.append((steps, self._shared.time.now()))
        if self._delay.late:
            self._publish()  # the alarm for the late watchers is set after this
        else:
            self._shared.lane.add(self._publish)

    def _publish(self) -> bool:
        """Show everybody the entries that are on disk. Their sender has been answered. People who look meanwhile are shown it at once."""
        try:
            while self._unpublished and not self.closed:
                self._audiences.publish(*self._unpublished.pop(0))
        except Exception as error:
            self._fall(error)
        return False

    async def _forget(self, command: forgetting.Forget, role: str, at: int) -> None:
        """Have log and row in the public lists rewritten without the person of a role, and leave memory. Raises Problem, Behind."""
        store, directory = self._shared.store, self._shared.directory
        try:
            stored = await store.load(self.id) or []
            after = forgetting.forgotten([entries.decode(body) for body in stored], role, at, self._shared.time.wall(), command.only)
            if after is None:
                return
            listed = directory.nameless(self.id, role) if forgetting.name_of(after, role) == role else None  # else it is another's seat now
            await store.rewrite(self.id, len(stored), [entries.encode(entry) for entry in after], at, listed=listed)
        except Behind:
            raise
        except StoreError as error:
            log.error("the log of %s was not rewritten: %s", self.id, error)
            raise problems.not_saved() from error
        directory.keep(self.id, listed)
        directory.look_again()
        self._shared.rewritten(self.id)
        self.close(FORGOTTEN)
        self._shared.changed(self.id)

    def _show_due(self, now: int) -> None:
        """Show the entries that are on disk, and late watchers those that they may see by now."""
        self._publish()
        try:
            self._audiences.show_due(now)
        except Exception as error:
            self._fall(error)

    def _log_bug(self, error: Exception) -> None:
        log.error("a bug in room %s: %s", self.id, problems.outline(error))

    def _fall(self, error: Exception) -> None:
        """After a bug that leaves it uncertain what the readers have: they come again and get everything."""
        self._log_bug(error)
        self.close(BROKEN)

    # --- Time

    @property
    def running(self) -> bool:
        """Whether a clock runs, so that the server's time has to be kept."""
        return self.table.deadline() is not None

    def _deadline(self) -> int | None:
        """When the next thing falls due that the room enters by itself; None for never."""
        return self.table.deadline(self._audiences.allowed())

    async def _enter_time_outs(self, now: int) -> None:
        """Enter whatever fell due by now, before anything else is done."""
        if self._is_due(now):
            before, self._retry_at = self.table, now + RETRY_MS  # the alarm comes again so much later if anything here fails
            with contextlib.suppress(problems.Problem):  # the referee still refuses what comes too late
                await self._execute(own(now))
            if self.table is not before:
                self._retry_at = 0
        self._show_due(now)

    def _is_due(self, now: int) -> bool:
        """Whether something fell due by now. It did only if everything that arrived before is read and done: it may be in time."""
        due = self._deadline()
        if due is None or due > min(now, self._shared.time.heard()):
            return False
        coming = [at for at in (self._shared.coming.oldest(self.id), self._audiences.oldest()) if at is not None]
        return not coming or min(coming) >= due

    def _idle(self) -> None:
        """Between two commands: set the alarm, wake the bots, and leave memory when nobody needs this room."""
        if self.closed or not self._inbox.empty():
            return
        now = self._shared.time.now()
        if self.table.made.bots:
            self._bots.wake(self.table, now)
        deadline, shown_next = self._deadline(), self._delay.due()
        if deadline is not None and deadline <= now and not self._is_due(now):
            deadline = now + UNCERTAIN_MS
        alarms = [] if deadline is None else [max(deadline, self._retry_at)]
        if self.needed:
            self._idle_since = None
            alarms += [] if shown_next is None else [shown_next]
        else:
            self._idle_since = now if self._idle_since is None else self._idle_since
            leave_at = self._idle_since + self._shared.limits.idle_ms
            if deadline is None or deadline - leave_at > self._shared.limits.idle_ms:  # else it would be back too soon
                if leave_at <= now:
                    self.close("")
                    return
                alarms.append(leave_at)
        self._stop_alarm()
        if alarms:
            self._alarm = self._shared.time.later(min(alarms) - now, self._ring)

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    @property
    def attended(self) -> bool:
        """Whether a player or the host is connected."""
        return self._audiences.attended

    @property
    def needed(self) -> bool:
        """Whether it has to stay in memory: somebody listens, looks or has sent a command, or a bot owes a submission."""
        return bool(self._audiences.readers or self._waiting or self._inbox.qsize() or self._handling or self.table.bots_owing)

    @property
    def busy(self) -> bool:
        """Whether a command is being done, or waits for its turn."""
        return self._handling or not self._inbox.empty()

    def _ring(self) -> None:
        """The alarm: something is due, or somebody left and it may be time to leave memory."""
        self._stop_alarm()
        if not self.closed and self._inbox.empty():  # else the next command looks at everything that is due before it is done itself
            self._inbox.put_nowait(own(self._shared.time.now()))

    # --- Coming and going

    async def begin(self) -> None:
        """Begin the match if both seats are taken already; if the disk refuses, the room itself tries again."""
        await self.act(SERVER, Expire())

    async def contact(self, role: str, token: str) -> None:
        """Somebody came with a secret link: the link to a rematch follows from it, and the log keeps the digest of that one."""
        if not self._audiences.knows_link(role):
            self._audiences.learn_link(role, token)
        elif role in self.table.heirs or self.table.next_match is not None:
            return
        with contextlib.suppress(problems.Problem):  # a disk that is full keeps nobody from looking
            await self.act(Sender(role, token), play.Arrive(), at=self._shared.time.now())

    async def join(self, role: str, reader: Reader, version: int, token: str = "") -> None:
        """A reader comes with this secret link, if it needs one; frames go to it until it leaves. Raises Problem if the link is dead."""
        async with self.looking() as audiences:
            audience = await audiences.of(role)
            if self.closed:
                raise problems.Gone
            if not self.table.opens(role, token):
                raise problems.missing()
            audiences.join(audience, reader, version, self._shared.time.now())
            self.attendance_changed()

    def attendance_changed(self) -> None:
        """Somebody came or went, or a connection became slower or faster: send it soon, together with the others who do."""
        self._shared.others.tell(self.id)
        if not self._presence_due and not self.closed:
            self._presence_due = True
            self._shared.time.later(max(PRESENCE_MS, self._audiences.readers), self._send_presence)  # seldom if it goes to thousands

    def _send_presence(self) -> None:
        self._presence_due = False
        if not self.closed:
            self._audiences.send_presence()

    def _making_ready(self, seat: Seat, compiled: int | None) -> None:
        """So many parts of the code of this seat's bot are compiled; None once it is ready."""
        if compiled is None:
            self._audiences.making_ready.pop(seat.value, None)
        else:
            self._audiences.making_ready[seat.value] = compiled
        self.attendance_changed()

    def leave(self, role: str, reader: Reader) -> None:
        """A reader went."""
        if self._audiences.leave(role, reader, self._shared.time.now()):
            self.attendance_changed()
            if not self._audiences.readers or role in ("A", "B"):  # nobody is left, or a slow connection counts no longer
                self._ring()

    def close(self, reason: str) -> None:
        """Leave memory. The log stays."""
        if self.closed:
            return
        self.closed = True
        self._stop_alarm()
        self._bots.stop()
        self._shared.left(self)
        self._audiences.close(reason or mark("the server has closed this table; open the link again"))
        while not self._inbox.empty():
            self._inbox.get_nowait().fail(problems.Gone())
        if asyncio.current_task() is not self._task:
            self._task.cancel()

    async def ended(self) -> None:
        """Wait until the tasks of a closed room are no more."""
        await asyncio.wait({self._task})

    # --- Looks

    def now(self) -> int:
        """The server's own time."""
        return self._shared.time.now()

    @contextlib.asynccontextmanager
    async def looking(self) -> AsyncIterator[Audiences]:
        """While somebody looks (`rooms/looks.py`) the room stays in memory; whatever fell due by now is entered before.

        Raises: Gone if the room has left memory all the same; `Lobby.look` then asks the next one.
        """
        self._waiting += 1
        try:
            await self._settle()
            if self.closed:
                raise problems.Gone
            yield self._audiences
        finally:
            self._waiting -= 1
            self._idle_since = self._shared.time.now()
            if not self._waiting and self._alarm is None:
                self._ring()  # to see whether it may leave memory

    async def _settle(self) -> None:
        now = self._shared.time.now()
        if self._is_due(now):
            with contextlib.suppress(problems.Problem):
                await self.act(SERVER, Expire())
        self._show_due(now)


# --- The rooms of one server


@dataclass(frozen=True, slots=True)
class LogReader:
    """Reads a log from the disk into a table.

    Attributes:
        find: the variant of this name.
        resources: what live play asks besides the rules.
        vault: opens the secrets in the logs.
    """

    find: Find
    resources: Resources
    vault: Vault

    def first(self, match: str, body: bytes) -> Table:
        """The table after the first entry."""
        made = entries.decode(body)
        assert isinstance(made, entries.Made), f"the log of {match} begins with {type(made).__name__}"
        return set_up(match, entries.unsealed(made, match, self.vault), self.find, self.resources)

    async def read(self, match: str, stored: list[bytes], now: int) -> tuple[Table, Delay]:
        """The table that a log adds up to, now and as watchers see it. A long one is folded in slices, so that the others need not wait."""
        table = self.first(match, stored[0])
        slices = times.Slices()
        delay = Delay(table)
        for entry in map(entries.decode, stored[1:]):
            table = apply(table, entry)
            await slices.turn()
            if delay.late:
                delay.add(entry, table)
                while delay.step(now):
                    pass
        return table, delay


class Rooms:
    """The rooms of one server.

    Args:
        shared: the common parts of all rooms.
        turns: has the bots think.
        reader: of the logs.
    """

    def __init__(self, shared: Shared, turns: Turns, reader: LogReader) -> None:
        self._shared = shared
        self._reader = reader
        self._turns = turns
        shared.left, shared.recent = self._left, Recent(shared.limits.rings_bytes)
        self._rooms: dict[str, Room] = {}  # roughly the one that was needed least recently first
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._calendar = shared.others.calendar(shared.time, self._see_to)
        self._closed = False

    # --- Coming and going

    def open(self, due: Iterable[tuple[int, str]]) -> None:
        """Learn which matches are due when; none of them is loaded before it is due."""
        self._calendar.open((moment, match) for moment, match in due if tokens.is_match(match))

    async def close(self, reason: str) -> None:
        """Put every room away, and send its readers away with this reason; no other is loaded any more.

        A command that came in is done and answered first, unless the disk takes too long.
        """
        self._closed = True
        self._calendar.close()
        if self._loading:
            await asyncio.wait(set(self._loading.values()))
        rooms = busy = list(self._rooms.values())
        patience = asyncio.get_running_loop().time() + FINISH_S
        while busy:
            late = asyncio.get_running_loop().time() > patience
            for room in busy:
                if late or not room.busy:
                    room.close(reason)
            busy = [room for room in busy if not room.closed]
            await asyncio.sleep(LOOK_S if busy else 0)
        for room in rooms:
            await room.ended()

    @property
    def coming(self) -> times.Coming:
        """The commands on their way to a room."""
        return self._shared.coming

    @property
    def running(self) -> bool:
        """Whether a clock runs, in memory or not, so that the server's time has to be kept."""
        return len(self._calendar) > 0 or any(room.running for room in self._rooms.values())

    def __len__(self) -> int:
        """How many matches are in memory."""
        return len(self._rooms)

    def __contains__(self, match: str) -> bool:
        """Whether a match is in memory, or about to be."""
        return match in self._rooms or match in self._loading

    def known(self, match: str) -> Room | None:
        """The room of a match if it is in memory."""
        room = self._rooms.get(match)
        return None if room is None or room.closed else room

    def bots_alone(self, maker: str) -> int:
        """How many matches of a maker are in memory in which two bots play."""
        tables = [room.table for room in self._rooms.values() if room.table.made.maker == maker]
        return sum(len(table.made.bots) == len(SEATS) and not table.over for table in tables)

    # --- Loading

    async def room(self, match: str, *, always: bool = False) -> Room:
        """The room of a match; raises Problem if there is no such match, or no space for it. With `always` it needs no space."""
        room = self.known(match)
        if room is not None:
            return room
        if self._closed:
            raise problems.Problem(say("the server is stopping; try again in a moment"), 503)
        if match not in self._loading and not self._has_space() and not always:
            raise problems.Problem(say("this server is full; try again later"), 503)
        loaded = await self._bring(match)
        if loaded is None:
            raise problems.missing(say("there is no such match"))
        return loaded

    async def _bring(self, match: str) -> Room | None:
        """Load a match, once for all who wait for it; one that is in memory sees to everything by itself."""
        if (room := self.known(match)) is not None:
            return room
        if match not in self._loading:
            task = self._loading[match] = asyncio.create_task(self._load(match), name=f"load {match}")
            task.add_done_callback(lambda _: self._loading.pop(match, None))
        return await asyncio.shield(self._loading[match])

    async def _load(self, match: str) -> Room | None:
        stored = await self._shared.store.load(match)
        if stored is None:
            return None
        table, delay = await self._reader.read(match, stored, self._shared.time.now())
        try:
            await self._shared.prepare(table)
        except problems.Problem as problem:  # a player who needs it is told so
            log.error("match %s: %s", match, problem.reason)
        known, due = self._calendar.take(match), table.due()
        if known is not None and known != due and due != 0:  # a server that kept no moments wrote it
            with contextlib.suppress(StoreError):
                await self._shared.store.set_due(match, due)
        room = self._rooms[match] = self._shared.others.of_table(Room)(self._shared, self._turns, table, delay)
        if table.match is None and table.due() is not None:
            await room.begin()
        return room

    # --- Putting away

    def _has_space(self) -> bool:
        """Whether one more room fits in; if not, the one that has not been needed for longest is put away."""
        if len(self._rooms) + len(self._loading) < self._shared.limits.live_matches:
            return True
        for match in list(islice(self._rooms, LOOKED_AT)):
            room = self._rooms.pop(match)
            if not room.needed:
                room.close("")
                return True
            self._rooms[match] = room  # behind the others: the next one who asks need not look at it again
        return False

    def _left(self, room: Room) -> None:
        """A room left memory; its match comes back when it is due."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
        due = room.table.due()
        if due is not None and not self._closed:
            self._calendar.put(room.id, max(due, self._shared.time.now() + AGAIN_MS))

    # --- People

    def attended(self, match: str) -> bool:
        """Whether a player or the host of a match is connected, to this process or to another one."""
        room = self.known(match)
        return (room is not None and room.attended) or self._shared.others.company(match).attends

    def visited(self, match: str) -> bool:
        """Whether a match is in memory, or somebody is connected to it at another process."""
        return match in self or bool(self._shared.others.company(match))

    # --- What is due

    async def _see_to(self, match: str) -> None:
        """Load a match that is due; it comes in however full the server is."""
        self._has_space()
        try:
            room = await self._bring(match)
        except Exception as error:
            if isinstance(error, StoreError) and not isinstance(error, Damaged):
                log.error("the match %s cannot be read now: %s", match, error)
                self._calendar.put(match, self._shared.time.now() + AGAIN_MS)
            else:
                log.error("the match %s cannot be loaded; the others go on: %s", match, problems.outline(error))
                self._calendar.take(match)
        else:
            if room is None:
                self._calendar.take(match)
