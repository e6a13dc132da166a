"""What the page behind a link has to know of its table before the first message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from deathmatch.core.game import Variant
from deathmatch.core.options import lexicons, pace_of
from deathmatch.core.words import pinned
from deathmatch.server.store.interface import Key
from deathmatch.server.table.roles import TICKET, is_spectator
from deathmatch.server.table.table import BY_LOT, Table
from deathmatch.server.wire.messages import TableMessage


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedTable:
    """The table that a link opens, and as whom.

    Attributes:
        match: the match's public id.
        game, variant, title: as in the record, and for people.
        role: of the person who holds the link: "A", "B", "host", "watcher".
        taken: whether somebody has sat down on this seat; True for all other links.
        names: of the seats that are taken.
        closed: the seat on which somebody sat down with the link, which does not open it any more; else empty.
        handed: whether the link takes a seat over.
        substitute: whether it does so for somebody else than before.
        vacant: the name of the player who had that seat; else empty.
        begun: whether the match has begun.
        advise: whether the match can be looked back at through this link, once it is over.
        aids: what the table helps with (`core.optional.Aid`).
        lists: the word lists that its words are looked up in.
        published: whether record and dealing are given out to all, once the match is over.
        record: whether this link gets them then (`queries.may_have_record`).
        deals: whether anything is dealt in this variant.
        by_hand: whether its host deals.
        sketches: whether a deal can be laid out by hand before it is due.
        listed: whether everybody finds it in the public lists.
        delay: seconds by which the person who holds the link sees everything later.
        behind: decisions by which that person sees everything later.
        hidden: whether that person sees nothing of the match before its end.
        covered: whether that is so now.
        caster: whether a caster and the host see what both seats hold.
        kibitz: whether spectators may chat with everybody before the end.
        gallery: whether they may chat among themselves before the end.
        ec: the seat of the elimination candidate; empty if nobody named the roles.
        coin: whether a coin is tossed before the match, which may decide that.
        lot: the games for people on which the lot may fall, until it has.
        meant: the name of the player of a season for whom this seat is.
        past: how many events come from the match that this one goes on from.
        source: the id of that match, if everybody may have its record.
        pace: the name of its clocks (`core.options`); empty if somebody set them one by one.
    """

    match: str
    game: str
    variant: str
    title: str
    role: str
    taken: bool
    names: Mapping[str, str]
    closed: str = ""
    handed: bool = False
    substitute: bool = False
    vacant: str = ""
    begun: bool = False
    advise: bool = False
    aids: str = "log"
    lists: tuple[str, ...] = ()
    published: bool = True
    record: bool = True
    deals: bool = False
    by_hand: bool = False
    sketches: bool = False
    past: int = 0
    source: str = ""
    pace: str = ""
    listed: bool = False
    delay: int = 0
    behind: int = 0
    hidden: bool = False
    covered: bool = False
    caster: bool = False
    kibitz: bool = False
    gallery: bool = False
    ec: str = ""
    coin: bool = False
    meant: str = ""
    lot: tuple[str, ...] = ()


def linked(key: Key, variant: Variant, table: TableMessage, *, record: bool, handed: Table | None = None, meant: str = "") -> LinkedTable:
    """The table that a link opens.

    Args:
        key: of the link.
        variant: of the match.
        table: as the role of the link is shown it.
        record: whether this role gets the record once the match is over.
        handed: the table as it is, for a link with which a seat is taken over.
        meant: the name of the player for whom the seat is.
    """
    role, seat = key.role, key.role.removeprefix(TICKET)
    open_lot = table.lot.games if table.lot is not None and not table.lot.chosen else []
    names = table.names if handed is None else handed.shown_names
    return LinkedTable(
        match=key.match,
        game=table.game,
        variant=table.variant,
        title=BY_LOT if open_lot else variant.title,
        lot=tuple([f"{one.title}, {one.variant}" for one in open_lot]),
        role=table.role if handed is None else seat,
        taken=handed is None and (role not in ("A", "B") or role in table.names),
        names=names,
        handed=handed is not None,
        substitute=handed is not None and handed.vacant.get(seat, False),
        vacant=names.get(seat, "") if handed is not None else "",
        begun=table.state != "waiting" and not table.covered,
        advise=variant.has("advise") and record,
        aids=table.settings["aids"],
        lists=tuple([pinned(name, table.lists) for name in lexicons(variant.options, table.options)]),
        published=table.settings["publish"],
        record=record,
        deals=variant.deals,
        by_hand=table.settings["by_hand"],
        sketches=variant.has("generator"),
        past=table.past,
        source=table.source,
        pace="none" if table.settings["untimed"] else pace_of(variant.options, variant.bind({})[0], table.options) or "",
        listed=table.settings["listed"],
        delay=table.settings["delay"] if is_spectator(role) else 0,
        behind=table.settings["behind"] if is_spectator(role) else 0,
        hidden=table.settings["hidden"] and is_spectator(role),
        covered=table.covered,
        caster=table.settings["caster"],
        kibitz=table.settings["kibitz"],
        gallery=table.settings["gallery"],
        ec=table.ec,
        coin=table.coin is not None,
        meant=meant,
    )
