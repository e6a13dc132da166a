"""How often an address may come, how many connections it may have, and how much it is sent; all of it bounded in memory too.

A person who holds a right link has allowances of that link's own, and uses those of the address only beyond them. All right links of an
address together have an allowance too; otherwise somebody with hundreds of links could wear the server out. Once it is used up, each link
has a small one left. So nobody who shares an address with others can use up all that they have.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from deathmatch.core.speech import mark, say
from deathmatch.server.limits import Buckets
from deathmatch.server.rooms.lobby import Link, Lobby
from deathmatch.server.settings import Rate, Settings
from deathmatch.server.store.interface import StoreError
from deathmatch.server.table.roles import is_spectator
from deathmatch.server.wire import problems

COMING_BACK = 32_768  # bytes that a connection counts besides what it is sent: what it costs to open one

SHARED_S = 2.0  # that a count which all processes share may take
LOUD = 5  # messages that one counts for which everybody at the table hears: chat, a pause and its end

TOO_MANY_REVIEWS = mark("too many reviews for your address; wait a moment and try again")
TOO_MANY_PICTURES = mark("too many pictures for your address; wait a moment and try again")
TOO_MANY_RECORDS = mark("too many records from your address; wait a moment and try again")

Leave = Callable[[], None]
"""Gives a place back; more than once does no harm."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A right link, as it is counted.

    Attributes:
        token: the link; empty for somebody who has none.
        spare: whose allowance it uses if the links of its address have used up theirs. Seats and hosts have one each; all numbered
            onlookers of a table share one, because a table may have sixteen of them.
        table: the match that it opens.
    """

    token: str = ""
    spare: str = ""
    table: str = ""

    @classmethod
    def of(cls, link: Link) -> Holder:
        """The holder of a link; nobody for the link of a watcher, which is no secret."""
        if not link.token:
            return NOBODY
        key = link.key
        return cls(link.token, f"onlookers {key.match}" if is_spectator(key.role) else link.token, key.match)

    def __bool__(self) -> bool:
        """Whether there is a right link at all."""
        return bool(self.token)


NOBODY = Holder()


class Allowance:
    """How much of something may be used: by an address, by each right link, and by all right links of an address together.

    Args:
        own: of an address; for its links too, beyond the allowance of each.
        of_link: of one right link.
        of_links: of all right links of one address.
        spare: of each `Holder.spare`, if the links of its address have used up theirs.
        beyond: whether a link that has used up its allowance uses that of its address.
    """

    def __init__(self, own: Rate, of_link: Rate, of_links: Rate, spare: Rate, *, beyond: bool = True) -> None:
        self._own, self._of_link, self._of_links, self._spare = (Buckets(rate, time.monotonic) for rate in (own, of_link, of_links, spare))
        self._beyond = beyond

    def _payers(self, who: str, holder: Holder) -> list[tuple[Buckets, str]]:
        """The buckets that can pay, with their keys; empty if none can."""
        if holder and self._of_link.peek(holder.token):
            link = (self._of_link, holder.token)
            if self._of_links.peek(who):
                return [link, (self._of_links, who)]
            if self._spare.peek(holder.spare):
                return [link, (self._spare, holder.spare)]
        return [(self._own, who)] if (self._beyond or not holder) and self._own.peek(who) else []

    def has(self, who: str, holder: Holder = NOBODY) -> bool:
        """Whether something is left; nothing is counted."""
        return bool(self._payers(who, holder))

    def take(self, who: str, holder: Holder = NOBODY, size: float = 1.0) -> bool:
        """Use this much, even if only less is left; False, and nothing is counted, if nothing is."""
        payers = self._payers(who, holder)
        for buckets, key in payers:
            buckets.spend(key, size)
        return bool(payers)

    def spend(self, who: str, holder: Holder, size: float) -> None:
        """Use this much, although nothing may be left."""
        if not self.take(who, holder, size):
            self._own.spend(who, size)


class OpenConnections:
    """How many of something each address has open, at most `most`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count: Counter[str] = Counter()

    def enter(self, who: str) -> Leave | None:
        """Count one more; None, and nothing is counted, if the address has too many."""
        if self._count[who] >= self._most:
            return None
        self._count[who] += 1
        inside = [who]

        def leave() -> None:
            if inside:
                self._count[inside.pop()] -= 1
                if not self._count[who]:
                    del self._count[who]

        return leave


class Orders:
    """What each address has made in another process: so often, and so many at the same time, or one could fill the queue of all.

    Args:
        rate: how often.
        waiting: how many of one address may wait, or be in the making.
        refusal: the reason, marked, if that is too many.
    """

    def __init__(self, rate: Rate, waiting: int, refusal: str) -> None:
        self._rate = Buckets(rate, time.monotonic)
        self._waiting = OpenConnections(waiting)
        self._refusal = refusal

    def enter(self, who: str) -> Leave:
        """One order more; the answer is called when it is done. Raises Problem if that is too many."""
        if (leave := self._waiting.enter(who)) is not None:
            if self._rate.take(who):
                return leave
            leave()
        raise problems.too_many(say(self._refusal))


def free() -> Leave:
    """The way in for an order that is counted with others, or by nobody."""
    return lambda: None


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A place that is taken; see `Places.enter`."""

    give_way: Callable[[], None]
    idle: Callable[[], bool]
    group: str


class Places:
    """The open connections of each key, at most `most`. An old one gives way to a new one, so a new one always gets in."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: dict[str, dict[_Place, None]] = {}

    def enter(self, key: str, give_way: Callable[[], None], idle: Callable[[], bool] = _never, group: str = "") -> Leave:
        """Take a place.

        Args:
            key: whose place it is.
            give_way: called if it is needed for a newer connection.
            idle: whether it is of no use just now; then it gives way before all that are.
            group: its table or anything else that it belongs to. The oldest of the group that has most places gives way, so many groups of
                a few lose nothing to a group of many.
        """
        taken = self._taken.setdefault(key, {})
        while len(taken) >= self._most:
            displaced = _displaced(taken)
            del taken[displaced]
            displaced.give_way()
        place = _Place(give_way, idle, group)
        taken[place] = None

        def leave() -> None:
            taken.pop(place, None)
            if not taken and self._taken.get(key) is taken:
                del self._taken[key]

        return leave

    def __len__(self) -> int:
        return sum(len(taken) for taken in self._taken.values())


def _displaced(taken: Iterable[_Place]) -> _Place:
    """The place that is given up for a new one, of all that are taken, the oldest first."""
    for place in taken:
        if place.idle():
            return place
    sizes = Counter(place.group for place in taken)
    most = max(sizes.values())
    return next(place for place in taken if sizes[place.group] == most)


class Doorman:
    """The counts of all addresses and links of one server.

    Attributes:
        requests: requests over HTTP.
        files, files_sent: requests for files of pages, and the bytes of these files, by address.
        answers: the bytes of answers over HTTP.
        sent: the bytes that connections are sent because somebody came.
        wrong_links: requests for links that do not exist; beyond this an address is guessing.
        embedded: pictures that pages of other sites show, by address.
        logged: how often the log mentions an address for a mistake of its program: once in ten minutes.
        reviews, pictures, records: orders of reviews, pictures of matches, and things made of records that are brought.
        connections: of TCP, whatever comes through them.
    """

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.requests = Allowance(limits.requests, limits.requests_of_link, limits.requests_of_links, limits.requests_spare)
        self.files = Buckets(limits.files, time.monotonic)
        self.files_sent = Buckets(limits.files_sent, time.monotonic)
        self.answers = Allowance(limits.answers, limits.answers_to_link, limits.answers_to_links, limits.answers_spare)
        self.sent = Allowance(limits.sent, limits.sent_to_link, limits.sent_to_links, limits.sent_spare)
        self._messages = Allowance(limits.frames, limits.frames, limits.frames_of_links, limits.frames_spare, beyond=False)
        self._guesses = limits.wrong_links
        self.wrong_links = Buckets(limits.wrong_links, time.monotonic)
        self.embedded = Buckets(limits.embedded, time.monotonic)
        self.logged = Buckets(Rate(1, 1 / 600), time.monotonic)
        self._matches = Buckets(limits.matches, time.monotonic)
        self._accounts = Buckets(limits.accounts, time.monotonic)
        self.reviews = Orders(limits.reviews, limits.reviews_waiting, TOO_MANY_REVIEWS)
        self.pictures = Orders(limits.pictures, limits.pictures_waiting, TOO_MANY_PICTURES)
        self.records = Orders(limits.records, limits.pictures_waiting, TOO_MANY_RECORDS)
        self._watchers = OpenConnections(limits.sockets_per_address)
        self._of_link = Places(limits.connections_of_link)
        self._holders = Places(limits.holders_per_address)
        self.connections = Places(limits.connections_per_address)

    async def may_guess(self, who: str, lobby: Lobby | None) -> bool:
        """It asked for a link that does not exist; returns whether that is still no guessing, at all processes together.

        If the others cannot be asked, it counts as guessing.
        """
        if not self.wrong_links.take(who):
            return False
        if lobby is None:
            return True
        try:
            async with asyncio.timeout(SHARED_S):
                return await lobby.others.spend(f"wrong {lobby.vault.alias(who)}", self._guesses.burst, self._guesses.per_second)
        except (StoreError, TimeoutError):
            return False

    def new_match(self, who: str) -> None:
        """It wants a new match; raises Problem if that is too many."""
        if not self._matches.take(who):
            raise problems.too_many(say("too many new matches from your address; wait a moment and try again"))

    def new_account(self, who: str) -> None:
        """It wants a new account; raises Problem if that is too many."""
        if not self._accounts.take(who):
            raise problems.too_many(say("too many new keys from your address; wait a moment and try again"))

    def message(self, who: str, holder: Holder = NOBODY, count: int = 1) -> None:
        """Somebody acts, with this right link if any: as much as so many messages. Raises Problem."""
        if not self._messages.take(who, holder, count):
            raise problems.too_many()

    # --- Connections that stay open

    def enter(self, who: str, holder: Holder, elsewhere: Callable[[], None], crowded: Callable[[], None]) -> Leave:
        """A WebSocket opens.

        A secret link has a few places of its own, and a further connection takes that of the oldest. A watcher without a secret link is
        refused if its address has too many.

        Args:
            who: the address.
            holder: the right link, if any.
            elsewhere: called if the place is needed for newer connections of the same link.
            crowded: called if the place is needed for newer connections of the same address; they may be a neighbour's.

        Raises: Problem.
        """
        if holder:
            leave_link, leave_address = self._of_link.enter(holder.token, elsewhere), self._holders.enter(who, crowded, group=holder.table)

            def leave_both() -> None:
                leave_link()
                leave_address()

            return leave_both
        if (leave := self._watchers.enter(who)) is None:
            raise problems.too_many(say("too many connections from your address; close some and try again"))
        return leave

    def may_come(self, who: str, holder: Holder = NOBODY) -> bool:
        """Whether a connection may open, that will be sent the present table; it is counted."""
        return self.sent.take(who, holder, COMING_BACK)
