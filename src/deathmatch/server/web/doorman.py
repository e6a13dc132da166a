"""How often an address may come, how many connections it may have, and how much it is sent; all of it bounded in memory too.

A person who holds a right link has allowances of that link's own, and uses those of the address only beyond them. So nobody who shares an
address with others can use up their allowance.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from deathmatch.server.limits import Buckets
from deathmatch.server.settings import Rate, Settings
from deathmatch.server.wire import problems

COMING_BACK = 32_768  # bytes that a connection counts besides what it is sent: what it costs to open one

Leave = Callable[[], None]
"""Gives a place back; more than once does no harm."""


class OpenConnections:
    """How many of something each address has open, at most `most`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count: Counter[str] = Counter()

    def enter(self, who: str) -> bool:
        """Count one more; False, and nothing is counted, if the address has too many."""
        if self._count[who] >= self._most:
            return False
        self._count[who] += 1
        return True

    def leave(self, who: str) -> None:
        """It is closed."""
        self._count[who] -= 1
        if self._count[who] <= 0:
            del self._count[who]


def _never() -> bool:
    return False


class Places:
    """The open connections of each key, at most `most`. The oldest gives way to a new one, so a new one always gets in."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: dict[str, dict[object, tuple[Callable[[], None], Callable[[], bool]]]] = {}

    def enter(self, key: str, give_way: Callable[[], None], idle: Callable[[], bool] = _never) -> Leave:
        """Take a place.

        Args:
            key: whose place it is.
            give_way: called if it is needed for a newer connection.
            idle: whether it is of no use just now; then it gives way before all that are.
        """
        taken = self._taken.setdefault(key, {})
        while len(taken) >= self._most:
            oldest = next((ticket for ticket, (_, idles) in taken.items() if idles()), next(iter(taken)))
            taken.pop(oldest)[0]()
        ticket = object()
        taken[ticket] = give_way, idle

        def leave() -> None:
            taken.pop(ticket, None)
            if not taken and self._taken.get(key) is taken:
                del self._taken[key]

        return leave

    def __len__(self) -> int:
        return sum(len(taken) for taken in self._taken.values())


class Doorman:
    """The counts of all addresses and links of one server.

    Attributes:
        connections: of TCP, whatever comes through them.
    """

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self._requests = Buckets(limits.requests, time.monotonic)
        self._files = Buckets(limits.files, time.monotonic)
        self._requests_of_link = Buckets(limits.requests_of_link, time.monotonic)
        self._wrong = Buckets(limits.wrong_links, time.monotonic)
        self._matches = Buckets(limits.matches, time.monotonic)
        self._reviews = Buckets(limits.reviews, time.monotonic)
        self._pictures = Buckets(limits.pictures, time.monotonic)
        self._records = Buckets(limits.records, time.monotonic)
        self._embedded = Buckets(limits.embedded, time.monotonic)
        self._answers = Buckets(limits.answers, time.monotonic)
        self._answers_to_link = Buckets(limits.answers_to_link, time.monotonic)
        self._files_sent = Buckets(limits.files_sent, time.monotonic)
        self._links = Buckets(limits.frames, time.monotonic)
        self._logged = Buckets(Rate(1, 1 / 600), time.monotonic)
        self._sent = Buckets(limits.sent, time.monotonic)
        self._sent_to_link = Buckets(limits.sent_to_link, time.monotonic)
        self._watchers = OpenConnections(limits.sockets_per_address)
        self._of_link = Places(limits.connections_of_link)
        self._holders = Places(limits.holders_per_address)
        self.connections = Places(limits.connections_per_address)

    def request(self, who: str, link: str = "") -> bool:
        """Whether this address may ask once more; `link` is the right link that it asks with, if any."""
        return bool(link and self._requests_of_link.take(link)) or self._requests.take(who)

    def file(self, who: str) -> bool:
        """Whether this address may ask for one more file of a page."""
        return self._files.take(who)

    def may_be_answered(self, who: str, link: str = "") -> bool:
        """Whether a request may have an answer, or was sent too much lately; nothing is counted."""
        return bool(link and self._answers_to_link.peek(link)) or self._answers.peek(who)

    def answered(self, who: str, link: str, size: int) -> None:
        """An answer has this many bytes."""
        if link and self._answers_to_link.peek(link):
            self._answers_to_link.spend(link, size)
        else:
            self._answers.spend(who, size)

    def may_have_file(self, who: str) -> bool:
        """Whether a file of a page may be sent; nothing is counted."""
        return self._files_sent.peek(who)

    def file_sent(self, who: str, size: int) -> None:
        """A file of a page has this many bytes."""
        self._files_sent.spend(who, size)

    def wrong_link(self, who: str) -> bool:
        """It asked for a link that does not exist; returns whether that is still no guessing."""
        return self._wrong.take(who)

    def new_match(self, who: str) -> None:
        """It wants a new match; raises Problem if that is too many."""
        if not self._matches.take(who):
            raise problems.too_many("too many new matches from your address; wait a moment and try again")

    def logged(self, who: str) -> bool:
        """Whether the log may mention this address for a mistake of its program: once in ten minutes."""
        return self._logged.take(who)

    def review(self, who: str) -> None:
        """It wants a review of a match; raises Problem if that is too many."""
        if not self._reviews.take(who):
            raise problems.too_many("too many reviews for your address; wait a moment and try again")

    def picture(self, who: str) -> None:
        """It wants a picture, a film or an animation made; raises Problem if that is too many."""
        if not self._pictures.take(who):
            raise problems.too_many("too many pictures for your address; wait a moment and try again")

    def record(self, who: str) -> None:
        """It brings a record; raises Problem if that is too many."""
        if not self._records.take(who):
            raise problems.too_many("too many records from your address; wait a moment and try again")

    def embedded(self, who: str) -> bool:
        """Whether a page of another site may show one more picture to this address."""
        return self._embedded.take(who)

    def message(self, link: str) -> None:
        """Somebody acts through this link; raises Problem."""
        if not self._links.take(link):
            raise problems.too_many()

    # --- Connections that stay open

    def enter(self, who: str, link: str, elsewhere: Callable[[], None], crowded: Callable[[], None]) -> Leave:
        """A WebSocket or stream opens.

        A secret link has a few places of its own, and a further connection takes that of the oldest. A watcher without a secret link is
        refused if its address has too many.

        Args:
            who: the address.
            link: the secret link; empty if it has none.
            elsewhere: called if the place is needed for newer connections of the same link.
            crowded: called if the place is needed for newer connections of the same address; they may be a neighbour's.

        Raises: Problem.
        """
        if link:
            leave_link, leave_address = self._of_link.enter(link, elsewhere), self._holders.enter(who, crowded)

            def leave_both() -> None:
                leave_link()
                leave_address()

            return leave_both
        if not self._watchers.enter(who):
            raise problems.too_many("too many connections from your address; close some and try again")
        inside = [who]

        def leave() -> None:
            if inside:
                self._watchers.leave(inside.pop())

        return leave

    def may_come(self, who: str, link: str = "") -> bool:
        """Whether a connection may open, that will be sent the present table; it is counted."""
        if not self.could_come(who, link):
            return False
        self.sent(who, link, COMING_BACK)
        return True

    def could_come(self, who: str, link: str = "") -> bool:
        """Whether a connection could open; nothing is counted."""
        return bool(link and self._sent_to_link.peek(link)) or self._sent.peek(who)

    def sent(self, who: str, link: str, size: int) -> None:
        """So many bytes are sent because somebody came."""
        if link and self._sent_to_link.peek(link):
            self._sent_to_link.spend(link, size)
        else:
            self._sent.spend(who, size)
