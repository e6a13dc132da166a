"""What the page behind a link has to know of its table before the first message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deathmatch.core import optional
from deathmatch.core.game import Variant
from deathmatch.core.options import lexicons, pace_of
from deathmatch.core.seats import PUBLIC, Seat
from deathmatch.core.speech import say
from deathmatch.core.words import pinned
from deathmatch.server.table import roles, table
from deathmatch.server.wire.messages import TableMessage


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedTable:
    """The table that a link opens, and as whom.

    Attributes:
        link: the role of the link.
        kind: the variant of the match.
        facts: the table as the role of the link is shown it.
        record: whether this link gets the record once the match is over (`queries.may_have_record`).
        handed: the table as it is, for a link with which a seat is taken over; else None.
        meant: the name that the host, or a season, has given to the person whose link it is; else empty.
        closed: the seat on which somebody sat down with the link, which does not open it any more; else empty.
    """

    link: str
    kind: Variant
    facts: TableMessage
    record: bool = True
    handed: table.Table | None = None
    meant: str = ""
    closed: str = ""

    @property
    def role(self) -> str:
        """The role of the person who holds the link: "A", "B", "host", "watcher"."""
        return self.facts.role if self.handed is None else self.link.removeprefix(roles.TICKET)

    @property
    def names(self) -> Mapping[str, str]:
        """The names of the seats that are taken."""
        return self.facts.names if self.handed is None else self.handed.shown_names

    @property
    def taken(self) -> bool:
        """Whether somebody has sat down on this seat; True for links that are no seat's."""
        return self.handed is None and (self.link not in ("A", "B") or self.link in self.names)

    @property
    def substitute(self) -> bool:
        """Whether the link takes a seat over for somebody else than before."""
        return self.handed is not None and self.handed.vacant.get(self.role, False)

    @property
    def vacant(self) -> str:
        """The name of the player who had the seat that the link takes over; else empty."""
        return self.names.get(self.role, "") if self.handed is not None else ""

    @property
    def begun(self) -> bool:
        """Whether the match has begun, and this link may see it."""
        return self.facts.state != "waiting" and not (self.facts.covered or self.facts.ending)

    @property
    def advise(self) -> bool:
        """Whether the match can be looked back at through this link, once it is over."""
        return self.record and self.kind.has("advise")

    @property
    def lists(self) -> tuple[str, ...]:
        """The word lists that its words are looked up in."""
        return tuple([pinned(name, self.facts.lists) for name in lexicons(self.kind.options, self.facts.options)])

    @property
    def lot(self) -> tuple[str, ...]:
        """The games for people on which the lot may fall, until it has."""
        lot = self.facts.lot
        return () if lot is None or lot.chosen else tuple([f"{one.title}, {one.variant}" for one in lot.games])

    @property
    def title(self) -> str:
        """The match for people, in the language of the reader."""
        return self.facts.title

    @property
    def items(self) -> tuple[str, ...]:
        """What the player of this seat holds before the match, by the options."""
        game = self.kind.bind(self.facts.options)[1]
        held = optional.items(game, game.view(game.start(), PUBLIC))[Seat(self.role)]
        given = [one.item for one in self.kind.options if one.item and self.facts.options[one.key] in (self.role, "both")]
        return tuple([say(item) for item in dict.fromkeys([*held, *given])])

    @property
    def pace(self) -> str:
        """The name of its clocks (`core.paces`); empty if somebody set them one by one."""
        if self.facts.settings["untimed"]:
            return "none"
        return pace_of(self.kind.options, self.kind.bind({})[0], self.facts.options) or ""

    @property
    def delay(self) -> int:
        """Seconds by which the person who holds the link sees everything later."""
        return int(self._for_spectators("delay"))

    @property
    def behind(self) -> int:
        """Decisions by which that person sees everything later."""
        return int(self._for_spectators("behind"))

    @property
    def hidden(self) -> bool:
        """Whether that person sees nothing of the match before its end."""
        return bool(self._for_spectators("hidden"))

    def _for_spectators(self, setting: str) -> Any:
        return self.facts.settings[setting] if roles.is_spectator(self.link) else 0
