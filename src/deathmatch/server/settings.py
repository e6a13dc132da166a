"""The settings of a server. None of them changes a rule or a record."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deathmatch.bots.processes import processors
from deathmatch.bots.solution_folder import home

FRAME_BYTES = 32_768  # the longest frame or body that is read from anybody, but for a record
RECORD_BYTES = 131_072  # the longest record that somebody may bring; a long match has some 40,000
RECORD_BODY_BYTES = 2 * RECORD_BYTES  # of a request that brings one, because JSON escapes some letters


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something may happen.

    Attributes:
        burst: how many at once.
        per_second: how many are allowed again each second.
    """

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds that keep one guest from hurting the others.

    Attributes:
        frames: WebSocket frames and API calls through one secret link, over all its connections; for watchers, from one address.
        frames_of_links: the same for all secret links of one address together.
        frames_spare: the same for one seat, host or table of onlookers, once the links of its address have used up theirs.
        requests: HTTP requests and new connections of one address, beyond those of its links.
        files: requests of one address for the files of the pages, which are the same for all.
        requests_of_link: HTTP requests and new connections with one secret link, before they count for the address.
        requests_of_links, requests_spare: as `frames_of_links` and `frames_spare`.
        matches: new matches of one address.
        accounts: new accounts of one address.
        open_matches: matches of one address that are not over.
        bots_alone: matches of one address that are not over, in which two bots play.
        reviews: reviews that one address may have made; a review that exists already costs nothing.
        pictures: pictures, films and animations of matches that one address may have made; one that is kept costs nothing.
        records: the same of records that it brings.
        reviews_waiting, pictures_waiting: how many of them one address may wait for at the same time.
        embedded: pictures that pages of other sites show to visitors of one address.
        wrong_links: requests of one address for links that do not exist.
        sent: bytes that new connections of one address are sent, and some for each connection, beyond those of its links.
        sent_to_link: the same for one secret link, before they count for the address.
        sent_to_links, sent_spare: as `frames_of_links` and `frames_spare`.
        answers: bytes of answers over HTTP to one address, beyond those of its links; the files of the pages do not count.
        answers_to_link: the same for one secret link, before they count for the address.
        answers_to_links, answers_spare: as `frames_of_links` and `frames_spare`.
        files_sent: bytes of the files of the pages that one address is sent.
        sockets_per_address, watchers_per_table: WebSockets that watch without a secret link.
        connections_of_link: WebSockets of one secret link; the oldest gives way to a new one.
        holders_per_address: WebSockets of one address with secret links; the oldest gives way to a new one.
        connections_per_address: open connections of any kind, idle ones too.
        request_ms: how long a request may take to arrive, counted from the opening of the connection or from its first byte.
        visitors: connections that listen to the public lists.
        live_matches: matches in memory at the same time.
        outbox_frames, outbox_bytes: the most that may wait for one reader before it is cut off.
        inbox: messages that may wait for one table; half of them may be spectators'.
        send_ms: how long one write to a reader may take.
        pong_ms: how long an open WebSocket may take to answer a ping.
        hello_ms: how long a new connection may stay silent.
        ring: the last versions a table remembers for readers who come back; those who missed more get everything.
        ring_bytes: how much these versions may take in memory for one role.
        rings_bytes: how much they may take for all roles of all tables; those with the oldest news are forgotten first.
        idle_ms: how long a table that nobody looks at stays in memory; longer if it is due within the same time after that.
        long_poll_ms: how long a request may wait for news.
        writes: entries that may wait for the disk.
        webhooks: of one match.
        webhooks_at_once: deliveries under way at the same time.
        webhooks_of_maker: of those the ones for one address that sets up matches.
        webhook_posts: deliveries for one address that sets up matches.
        webhook_ms: how long a delivery may take.
        webhook_tests: webhooks that one match may add, change or test.
        written: bytes of chat, notes and marks that a seat, the host, or all watchers together may leave at one table.
    """

    frames: Rate = Rate(60, 20)
    frames_of_links: Rate = Rate(1_500, 150)
    frames_spare: Rate = Rate(20, 0.5)
    requests: Rate = Rate(240, 40)
    files: Rate = Rate(2_000, 100)
    requests_of_link: Rate = Rate(60, 5)
    requests_of_links: Rate = Rate(1_000, 80)
    requests_spare: Rate = Rate(10, 0.1)
    matches: Rate = Rate(20, 0.2)
    accounts: Rate = Rate(20, 0.02)
    open_matches: int = 300
    bots_alone: int = 20
    reviews: Rate = Rate(10, 0.1)
    pictures: Rate = Rate(40, 1)
    records: Rate = Rate(20, 0.5)
    embedded: Rate = Rate(60, 5)
    reviews_waiting: int = 4
    pictures_waiting: int = 6
    wrong_links: Rate = Rate(30, 0.5)
    sent: Rate = Rate(8_000_000, 300_000)
    sent_to_link: Rate = Rate(2_000_000, 25_000)
    sent_to_links: Rate = Rate(16_000_000, 300_000)
    sent_spare: Rate = Rate(200_000, 1_000)
    answers: Rate = Rate(16_000_000, 600_000)
    answers_to_link: Rate = Rate(4_000_000, 100_000)
    answers_to_links: Rate = Rate(32_000_000, 600_000)
    answers_spare: Rate = Rate(200_000, 1_000)
    files_sent: Rate = Rate(100_000_000, 2_000_000)
    sockets_per_address: int = 200
    watchers_per_table: int = 5_000
    connections_of_link: int = 8
    holders_per_address: int = 400
    connections_per_address: int = 300
    request_ms: int = 10_000
    visitors: int = 5_000
    live_matches: int = 5_000
    outbox_frames: int = 64
    outbox_bytes: int = 1_000_000
    inbox: int = 256
    send_ms: int = 10_000
    pong_ms: int = 20_000
    hello_ms: int = 10_000
    ring: int = 8
    ring_bytes: int = 24_000
    rings_bytes: int = 32_000_000
    idle_ms: int = 120_000
    long_poll_ms: int = 25_000
    writes: int = 10_000
    webhooks: int = 3
    webhooks_at_once: int = 8
    webhooks_of_maker: int = 2
    webhook_posts: Rate = Rate(60, 5)
    webhook_ms: int = 10_000
    webhook_tests: Rate = Rate(10, 0.1)
    written: int = 2_000_000


@dataclass(frozen=True, slots=True)
class FrontEnd:
    """A program that speaks for many people; limits count each of them like an address.

    Attributes:
        name: for the server's owner.
        token: its secret, by which the server knows it.
    """

    name: str
    token: str = field(repr=False)


TOKEN_LETTERS = 32  # of a front end's token at least: 128 bits even if they are hexadecimal digits
_FRONT_END = re.compile(r"([a-z0-9-]{1,20})=([A-Za-z0-9_-]+)")


def read_front_ends(text: str) -> tuple[FrontEnd, ...]:
    """`NAME=TOKEN` for each front end, with spaces between them; raises ValueError, which names no token."""
    found: list[FrontEnd] = []
    for number, part in enumerate(text.split(), 1):
        if (pair := _FRONT_END.fullmatch(part)) is None:
            raise ValueError(
                f"front end {number} is not NAME=TOKEN; a name has at most 20 lower-case letters, a token letters, digits, - and _"
            )
        if len(pair[2]) < TOKEN_LETTERS:
            raise ValueError(f"the token of {pair[1]} is too short; expected at least {TOKEN_LETTERS} random letters")
        found.append(FrontEnd(pair[1], pair[2]))
    if len({one.name for one in found}) < len(found) or len({one.token for one in found}) < len(found):
        raise ValueError("two front ends have the same name or the same token")
    return tuple(found)


def default_data(environment: Mapping[str, str] | None = None) -> Path:
    """The default folder for matches: `$XDG_STATE_HOME/deathmatch`, normally `~/.local/state/deathmatch`."""
    return home(environment)


@dataclass(frozen=True, slots=True)
class Settings:
    """One server.

    Attributes:
        data: the folder with the matches and the server's own key.
        limits: the bounds on guests.
        origins: other addresses (`https://play.example.org`) whose pages may talk to this server.
        host_names: names of this server besides those of this machine (`play.example.org`).
        proxies: addresses and networks of the web servers in front of this one, besides those on this machine.
        webhook_networks: networks that webhooks may reach although they are private, without https too.
        front_ends: programs that speak for many people, who are counted one by one.
        sign_in: what the ways to sign in of other packages are set up with, by their names (`web/accounts.py`, `SignIn`).
        thinkers: the most worker processes for bots; they start with the first question.
        bots_here: whether bots and advisors think in processes of this server; otherwise in those of `deathmatch work`.
        warm: whether bots are made ready when the server starts, so that nobody waits for them later.
        waiting_days: for how many days of the server's own time a match that has not begun is kept; 0 keeps it for ever. A match that has
            begun is always kept.
        drain_s: for how long a server that was asked to end (SIGTERM) still works, while `/ready` tells load balancers to send nobody.
        metrics: the address and the port at which metrics are shown; None if nowhere.
        store: the address of a PostgreSQL in which the matches are, with its password perhaps; empty if they are in the data folder.
        beat_ms: how often the running time is put on disk while a clock runs; a killed server loses no more time than this.
    """

    data: Path
    limits: Limits = field(default_factory=Limits)
    origins: tuple[str, ...] = ()
    host_names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    webhook_networks: tuple[str, ...] = ()
    front_ends: tuple[FrontEnd, ...] = ()
    sign_in: Mapping[str, Any] = field(default_factory=dict[str, Any])
    thinkers: int = field(default_factory=lambda: max(1, processors() - 1))
    bots_here: bool = True
    warm: bool = False
    waiting_days: int = 7
    drain_s: float = 0
    metrics: tuple[str, int] | None = None
    store: str = field(default="", repr=False)
    beat_ms: int = 1000
