"""All webhooks of one server: which of them sends something, and when.

A room says only that its match has changed, and goes on at once. Everything else happens in tasks of their own, a bounded number at a time:
the change is read from the log, made into a message and sent, and the row of the webhook is written down. So a server that is killed
between commit and delivery finds, in the row and in the log, the changes that are still to be delivered. Every message arrives at least
once, in order.

If several processes share the store, each change is heard by all of them. The one that has written it sees to it at once; the others look
some seconds later, in case that one has died. A lease for each webhook keeps two from sending the same message.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from deathmatch.core.speech import speaking
from deathmatch.server import settings, times
from deathmatch.server.hooks import bodies, discord, places, webhook
from deathmatch.server.hooks.changes import Change, Follower
from deathmatch.server.limits import Buckets
from deathmatch.server.rooms.others import OtherProcesses
from deathmatch.server.rooms.room import LogReader
from deathmatch.server.store.interface import HookRow, Store, StoreError
from deathmatch.server.wire import problems

log = logging.getLogger("deathmatch.webhooks")

Painter = Callable[[str], Awaitable[bytes]]
"""Makes a PNG of a picture; raises Problem."""

FIRST_MS = 1_000  # after the start of the server: people who come back are served first
AGAIN_MS = 1_000  # until a webhook whose maker has used up an allowance is looked at again
TROUBLE_MS = 10_000  # the same after an error of the disk, or a bug
FOLLOWERS = 64  # matches that are followed in memory; the others are read again from their logs
LOCKS = 16
RECENT = 40  # entries that a preview reads
BACKUP_MS = 12_000  # after a change that another process wrote: by then it has sent it, or it is dead
TAKEN_MS = 500  # until a webhook is looked at again that another process has the lease of
SPARE_MS = 5_000  # a lease is so much longer than a delivery may take


@dataclass(slots=True, eq=False)
class _Pending:
    """A webhook that has something to do.

    Attributes:
        id, maker: of the row.
        timer: that starts it; None while it waits for its turn, or is under way.
        busy: whether it is under way.
        again: whether its match has changed meanwhile.
        stale: whether the log of its match was rewritten meanwhile.
        backup: whether another process should have seen to it by now.
    """

    id: str
    maker: str
    timer: times.Timer | None = None
    busy: bool = False
    again: bool = False
    stale: bool = False
    backup: bool = False


@dataclass(slots=True, eq=False)
class _Following:
    """A follower, and the changes that it has come to and that have not arrived.

    Attributes:
        follower: of the log of a match.
        edits: of the webhook for which it was made.
        done: the entries that the row says are delivered; other ones if another process has gone on with it.
        waiting: changes for the next message.
        held: changes after these, for a message that is not due yet.
    """

    follower: Follower
    edits: int
    done: int
    waiting: list[Change] = field(default_factory=list)
    held: list[Change] = field(default_factory=list)


class Webhooks:
    """The webhooks of one server.

    Args:
        store, others, time, limits: of the server.
        log_reader: makes tables of logs.
        sender: sends the messages.
        paint: see `Painter`.
    """

    def __init__(
        self,
        store: Store,
        others: OtherProcesses,
        time: times.Time,
        limits: settings.Limits,
        log_reader: LogReader,
        sender: places.Sender,
        paint: Painter,
    ) -> None:
        self.store = store
        self._others = others
        self.time = time
        self.limits = limits
        self.log_reader = log_reader
        self.sender = sender
        self._paint = paint
        self._of_match: dict[str, dict[str, str]] = {}  # the webhooks that are on: match -> id -> maker
        self._pending: dict[str, _Pending] = {}
        self._turns: deque[_Pending] = deque()  # those whose time has come
        self._tasks: set[asyncio.Task[None]] = set()
        self._busy: Counter[str] = Counter()  # by maker
        self._posts = Buckets(limits.webhook_posts, lambda: time.now() / 1000)
        self._followers: OrderedDict[str, _Following] = OrderedDict()
        self._locks = [asyncio.Lock() for _ in range(LOCKS)]
        self._closed = False

    # --- Coming and going

    async def open(self) -> None:
        """Learn which webhooks there are, and which of them have something to deliver. Raises StoreError."""
        await self.learn(FIRST_MS)

    async def learn(self, wait: int) -> None:
        """Read which webhooks are on, and have those with something to deliver looked at so much later. Raises StoreError."""
        for note in await self.store.hooks():
            self._of_match.setdefault(note.match, {})[note.id] = note.maker
            if note.waiting:
                self._have(note.id, note.maker, wait)

    async def close(self) -> None:
        """Send no more. A message that is under way goes out again after the next start."""
        self._closed = True
        for pending in self._pending.values():
            if pending.timer is not None:
                pending.timer.cancel()
        tasks = set(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        self.sender.close()

    # --- What a room says

    def rewritten(self, match: str) -> None:
        """The log of a match was rewritten: nothing that was read of it before goes into a message any more."""
        for name in self._of_match.get(match, {}):
            self._followers.pop(name, None)
            pending = self._pending.get(name)
            if pending is not None and pending.busy:
                pending.stale = True

    def changed(self, match: str, *, elsewhere: bool = False) -> None:
        """The log of a match has new entries on disk; those that come from elsewhere another process sends, unless it has died."""
        for name, maker in self._of_match.get(match, {}).items():
            pending = self._pending.get(name)
            if pending is not None and pending.busy:
                pending.again = True
                continue
            if pending is not None and pending.backup and not elsewhere:
                self._cancel(pending)
            self._have(name, maker, BACKUP_MS if elsewhere else 0, backup=elsewhere)

    def knows(self, name: str) -> bool:
        """Whether a webhook is on; it is read again when it has something to do."""
        return any(name in hooks for hooks in self._of_match.values())

    def take_up(self, row: HookRow) -> None:
        """Another process has added a webhook, and sends the messages that are due, unless it has died."""
        self._of_match.setdefault(row.match, {})[row.id] = row.maker
        self._have(row.id, row.maker, BACKUP_MS, backup=True)

    # --- Turns

    def _cancel(self, pending: _Pending) -> None:
        """Forget one that waits for its time."""
        if pending.timer is not None:
            pending.timer.cancel()
            del self._pending[pending.id]

    def _have(self, name: str, maker: str, wait: int, *, backup: bool = False) -> None:
        """Have a webhook looked at so much later; an earlier order stays."""
        if self._closed or name in self._pending:
            return
        pending = self._pending[name] = _Pending(name, maker, backup=backup)
        pending.timer = self.time.later(wait, lambda: self._come(pending))

    def _come(self, pending: _Pending) -> None:
        pending.timer = None
        self._turns.append(pending)
        self._go()

    def _go(self) -> None:
        """Start those whose time has come, as many as may be under way; one after the other of each maker."""
        for _ in range(len(self._turns)):
            if self._closed or len(self._tasks) >= self.limits.webhooks_at_once:
                return
            pending = self._turns.popleft()
            if self._busy[pending.maker] >= self.limits.webhooks_of_maker:
                self._turns.append(pending)
                continue
            pending.busy = True
            self._busy[pending.maker] += 1
            task = asyncio.create_task(self._see_to(pending), name=f"webhook {pending.id}")
            self._tasks.add(task)
            task.add_done_callback(lambda done, pending=pending: self._ended(done, pending))  # type: ignore[misc]

    def _ended(self, task: asyncio.Task[None], pending: _Pending) -> None:
        self._tasks.discard(task)
        self._busy -= Counter({pending.maker: 1})
        self._go()

    # --- One webhook

    async def _see_to(self, pending: _Pending) -> None:
        """Deliver the next message of a webhook; then it waits for its next turn, behind all others."""
        wait: int | None = TROUBLE_MS
        try:
            wait = await self._deliver(pending)
        except StoreError as error:
            log.error("webhook %s waits: %s", pending.id, error)
        except Exception as error:
            log.error("a bug with webhook %s: %s", pending.id, problems.outline(error))
        finally:
            del self._pending[pending.id]
            if pending.stale:
                self._followers.pop(pending.id, None)  # it may have been made of the old log
            if wait is None and (pending.again or pending.stale):
                wait = 0
            if wait is not None:
                self._have(pending.id, pending.maker, wait)

    async def _deliver(self, pending: _Pending) -> int | None:
        """Deliver one message, if one is due; returns in how many ms the webhook is looked at again, None if nothing waits."""
        if pending.backup and await self._is_seen_to(pending.id):
            return None
        async with self._others.lease(f"hook {pending.id}", self.limits.webhook_ms + SPARE_MS) as taken:
            return await self._deliver_alone(pending) if taken else TAKEN_MS

    async def _is_seen_to(self, name: str) -> bool:
        """Whether another process has delivered everything."""
        row = await self.store.hook(name)
        return row is not None and row.live and row.done >= (await self.store.counts([row.match])).get(row.match, 0)

    async def _deliver_alone(self, pending: _Pending) -> int | None:
        name = pending.id
        row = await self.store.hook(name)
        if row is None or not row.live:
            self.forget(name, "" if row is None else row.match)
            return None
        hook = webhook.decoded(row)
        early = hook.next - self.time.wall()
        if 0 < early <= webhook.LONGEST_WAIT_MS:  # more than that only if somebody has set the clock back
            return early
        following = await self._following(row, hook)
        if following is None or not (waiting := await self._changes(row, hook, following)):
            return await self._gone_past(row, following)
        if not self._posts.take(row.maker or row.match):
            return AGAIN_MS
        message = await self._message(row, hook, waiting)
        if pending.stale:
            return 0
        answer = await self._post(hook, row.id, message)
        written = await self._attempted(row, hook, waiting, answer)
        if written is None:
            return None
        after, following.done = webhook.decoded(written), written.done
        if answer.well:
            following.waiting.clear()
        wait = max(0, after.next - self.time.wall())
        if wait > TROUBLE_MS:
            self._followers.pop(name, None)  # it may take long: the log has it
        return wait

    async def _following(self, row: HookRow, hook: webhook.Webhook) -> _Following | None:
        """The follower of a webhook, where its row says; None if the match is gone."""
        kept = self._followers.get(row.id)
        if kept is not None and (kept.edits, kept.done) == (hook.edits, row.done):
            self._followers.move_to_end(row.id)
            return kept
        entries = await self.store.load(row.match)
        if entries is None:
            return None
        first = self.log_reader.first(row.match, entries[0])
        follower = await Follower.of(first, entries, row.done, hook.language, pictures=hook.format == "discord")
        made = self._followers[row.id] = _Following(follower, hook.edits, row.done)
        while len(self._followers) > FOLLOWERS:
            self._followers.popitem(last=False)
        return made

    async def _changes(self, row: HookRow, hook: webhook.Webhook, following: _Following) -> list[Change]:
        """The changes of the next message."""
        most = discord.TOGETHER if hook.format == "discord" else 1
        if len(following.waiting) < most and (entries := await self.store.load(row.match)) is not None:
            while len(following.waiting) < most:
                change = await following.follower.next(entries, self.time.now())
                if change is None:
                    break
                await self._carry(row, hook, change)
                if change.goes(hook.sends):
                    following.waiting.append(replace(change, before=following.held))
                    following.held = []
                elif change.waits(hook.sends):
                    following.held.append(replace(change, svg="", seen=None))
        return following.waiting

    async def _gone_past(self, row: HookRow, following: _Following | None) -> int | None:
        """Nothing is to be delivered now: write down how far it is, and say when spectators see more."""
        if following is None:
            self.forget(row.id, row.match)
            return None
        if following.follower.done > row.done and not following.held:  # those are read again after a restart
            await self.edit(row.id, lambda now, hook: webhook.with_body(now, hook, done=max(now.done, following.follower.done)))
            following.done = following.follower.done
        due = following.follower.due()
        return None if due is None else max(0, due - self.time.now())

    async def _message(self, row: HookRow, hook: webhook.Webhook, changes: Sequence[Change]) -> bodies.Message:
        if hook.format == "json":
            (change,) = changes
            secret = webhook.secret_of(hook, row.id, self.log_reader.vault)
            return bodies.changed(row.id, hook.number + 1, change, secret, self.time.wall() // 1000)
        png = await self._picture(changes[-1].svg)
        with speaking(hook.language):
            return discord.changed(changes, self.form(hook), png)

    def form(self, hook: webhook.Webhook) -> discord.Form:
        """The additions to the messages of this webhook at this moment, besides the match."""
        return discord.Form(hook.base, hook.mention, self.time.wall() - self.time.now())

    async def latest(self, match: str, hook: webhook.Webhook, seen: int) -> Change:
        """The change of a message that would be due now; spectators have seen so many entries of the log."""
        log: Sequence[bytes] = await self.store.load(match) or []
        told: list[Change] = []
        last: Change | None = None
        fresh = False  # whether a message has gone with the last of them
        for start in (max(0, seen - RECENT), 0):
            follower = await Follower.of(self.log_reader.first(match, log[0]), log, start, hook.language, pictures=True)
            while (change := await follower.next(log, self.time.now())) is not None:
                last = change
                if tells := change.waits("resolved") or change.kind == "made":
                    told = [*([] if fresh else told), change]
                fresh = change.due or (fresh and not tells)
            if last is not None:
                break
        assert last is not None, "a log begins with an entry that everybody sees"
        return last if hook.sends == "all" else replace(last, before=told, beats=(), chat=None, kind="")

    async def _post(self, hook: webhook.Webhook, name: str, message: bodies.Message) -> places.Answer:
        return await self.sender.post(webhook.address_of(hook, name, self.log_reader.vault), message.headers, message.body)

    async def _carry(self, row: HookRow, hook: webhook.Webhook, change: Change) -> None:
        """Have the rematch tell the same receiver, if its host has a link to it, and so can switch that off."""
        if change.following and await self.store.hook(name := webhook.heir(row.id, change.following)) is None:
            await self.put(webhook.carried(row, hook, name, change.following, self.log_reader.vault))

    async def _picture(self, svg: str) -> bytes:
        """The picture as PNG; nothing if none can be made now: the words matter more."""
        if not svg:
            return b""
        try:
            png = await self._paint(svg)
        except problems.Problem:
            return b""
        return png if len(png) <= discord.LARGEST else b""

    async def _attempted(self, row: HookRow, hook: webhook.Webhook, changes: Sequence[Change], answer: places.Answer) -> HookRow | None:
        """Write down how an attempt has ended; returns the webhook, None if it is off now."""
        wall = self.time.wall()

        def after(now: HookRow, current: webhook.Webhook) -> HookRow:
            if answer.well:
                return webhook.with_body(now, webhook.delivered(current, 1, answer, wall), done=changes[-1].done)
            if current.edits != hook.edits:  # the host has changed it meanwhile: the new address has failed nothing
                return now
            failed = webhook.failed(current, answer, wall)
            return webhook.with_body(now, failed, live=now.live and not failed.off)

        written = await self.edit(row.id, after)
        if written is None or not written.live:
            self.forget(row.id, row.match)
            return None
        return written

    async def edit(self, name: str, change: Callable[[HookRow, webhook.Webhook], HookRow]) -> HookRow | None:
        """Change a row as it is now; None if there is none any more. Raises StoreError."""
        async with self._locks[hash(name) % LOCKS], self._others.alone(f"hook row {name}"):
            row = await self.store.hook(name)
            if row is None:
                return None
            after = change(row, webhook.decoded(row))
            if after != row:
                await self.store.keep_hook(after)
            return after

    async def put(self, row: HookRow) -> None:
        """Keep a webhook that is new, or that its host has changed, and begin or end its deliveries. Raises StoreError."""
        async with self._locks[hash(row.id) % LOCKS], self._others.alone(f"hook row {row.id}"):
            await self.store.keep_hook(row)
        self.switched(row)

    def switched(self, row: HookRow) -> None:
        """A webhook is on disk like this: begin or end its deliveries."""
        self.forget(row.id, row.match)
        if row.live:
            self._of_match.setdefault(row.match, {})[row.id] = row.maker
            pending = self._pending.get(row.id)
            if pending is not None and pending.busy:
                pending.again = True
                return
            if pending is not None:
                self._cancel(pending)  # it waits for the next attempt at the old address
            self._have(row.id, row.maker, 0)

    def forget(self, name: str, match: str) -> None:
        """A webhook is off: nothing of it stays in memory."""
        self._followers.pop(name, None)
        if match in self._of_match:
            self._of_match[match].pop(name, None)
            if not self._of_match[match]:
                del self._of_match[match]
