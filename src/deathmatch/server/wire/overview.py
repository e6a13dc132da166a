"""The tables of a host side by side (docs/api.md): what each waits for and since when, clocks, who is connected, and the public picture."""

from __future__ import annotations

from msgspec import Struct

from deathmatch.server.wire.messages import ClockMessage
from deathmatch.server.wire.private import Private


class KnownTable(Private, Struct, forbid_unknown_fields=True):
    """A table that somebody asks about.

    Attributes:
        key: the host's secret link.
        mark: of the last card of this table that is known; empty for none.
    """

    key: str
    mark: str = ""


class OverviewBody(Private, Struct, forbid_unknown_fields=True):
    """Tables, in any order; the answer names them by their places in this list, from 0, and never by their links.

    Attributes:
        tables: at most 48.
        wait: for so many ms, if nothing is new at once.
    """

    tables: list[KnownTable]
    wait: int = 0


class Card(Struct, omit_defaults=True):
    """A table as its host sees it from afar: nothing in it is secret, and it holds no link.

    Attributes:
        place: of the table in the request.
        mark: to be sent with the next request.
        id, game, variant, title, names, bots, ec: as in the message about the table.
        state: `waiting`, `running` or `over`.
        here: the seats whose player is connected; bots always are.
        waits: whom the table waits for: `A`, `B`, `host`; empty once it is over.
        vacant: the seats that were given out again, until somebody takes them over.
        missing: what the seats in `waits` have to do before the match begins: `sit`, `call` or `ready`; empty in a match.
        paused: whether the clocks stand still.
        since: for so many ms it has waited.
        clocks: of a match that goes on.
        sealed: the seats whose submission waits.
        ending: why it ended, in words.
        winner: the seat that won.
        next: whether there is a next match of the same people.
        title_of_picture: the state of the match in a few words, such as `Round 7 of 25`.
        svg: the public picture, for a page with `themes.css`; empty if it is the one that is known.
    """

    place: int
    mark: str
    id: str
    game: str
    variant: str
    title: str
    state: str
    names: dict[str, str] = {}
    bots: dict[str, str] = {}
    ec: str = ""
    here: list[str] = []
    waits: list[str] = []
    vacant: list[str] = []
    missing: str = ""
    paused: bool = False
    since: int = 0
    clocks: dict[str, ClockMessage] = {}
    sealed: list[str] = []
    ending: str = ""
    winner: str = ""
    next: bool = False
    title_of_picture: str = ""
    svg: str = ""


class Overview(Struct):
    """The cards that differ from those that are known, and the places of the tables whose links open nothing (any more)."""

    cards: list[Card]
    gone: list[int]
