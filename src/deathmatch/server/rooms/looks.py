"""Everything that a role can look at, at a table in memory. A look changes nothing.

Each function takes the room and the role first, so `Lobby.look` can ask it of the room that is in memory now. What needs only the value of
the table is made by `table/queries.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from secrets import token_bytes
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar
from zlib import crc32

from deathmatch.bots import study
from deathmatch.core import optional
from deathmatch.core.errors import Illegal
from deathmatch.core.game import AnyGame, Variant
from deathmatch.core.options import Pace, lexicons
from deathmatch.core.seats import PUBLIC, SEATS, Seat
from deathmatch.core.speech import say, speaking
from deathmatch.core.words import pinned
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import AnyDecision
from deathmatch.server.rooms.audiences import Audiences, Presence
from deathmatch.server.rooms.room import Room
from deathmatch.server.rooms.telling import Telling
from deathmatch.server.table import pictures, queries, roles, ruling, table, writing
from deathmatch.server.table.roles import HOST
from deathmatch.server.table.table import Table
from deathmatch.server.wire import bodies, frames, messages, problems
from deathmatch.server.wire.bodies import Effect, Hands, Mine, Sketch, Talks
from deathmatch.server.wire.messages import TableMessage

P = ParamSpec("P")
T = TypeVar("T")


async def _shown(room: Room, role: str) -> table.Table:
    """The table as this role is shown it now."""
    async with room.looking() as audiences:
        return audiences.shown(role)


def _of_table(query: Callable[Concatenate[Table, str, P], T]) -> Callable[Concatenate[Room, str, P], Awaitable[T]]:
    """A look that needs only the value of the table, as the role is shown it."""

    async def look(room: Room, role: str, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return query(await _shown(room, role), role, *args, **kwargs)

    return look


position = _of_table(queries.look)
record = _of_table(queries.record)
may_have_record = _of_table(queries.may_have_record)
to_replay = _of_table(queries.to_replay)
to_review = _of_table(queries.to_review)
dealing = _of_table(queries.dealing)
receipts = _of_table(queries.receipts)
links = _of_table(queries.links)
desk = _of_table(ruling.desk)


async def _until_other(room: Room, audiences: Audiences, role: str, wait: int, same: Callable[[], bool]) -> None:
    """Wait until something that this role sees is not the same any more, but at most so many ms. Raises Gone."""
    end = room.now() + wait
    while same() and (left := end - room.now()) > 0:
        await audiences.wait_for_news(role, left)
        if room.closed:
            raise problems.Gone


async def full(room: Room, role: str, pictures: str = frames.CLASSES) -> messages.Full:
    """Everything that this role may see, with one of `frames.PICTURES`."""
    async with room.looking() as audiences:
        return await audiences.full(role, room.now(), pictures)


async def table_message(room: Room, role: str) -> messages.TableMessage:
    """Which match this is, and who sits there."""
    async with room.looking() as audiences:
        return await audiences.table_message(role)


async def version(room: Room, role: str, since: int, wait: int) -> int:
    """The version that this role is shown, as soon as it is not `since`, or after `wait` milliseconds.

    A lower one is news too: a backup has been put back, and the reader knows a version that no longer exists.
    """
    async with room.looking() as audiences:
        await _until_other(room, audiences, role, wait, lambda: audiences.shown(role).version == since)
        return audiences.shown(role).version


async def news(room: Room, role: str, since: int, wait: int, pictures: str = frames.CLASSES) -> messages.Full:
    """Everything that this role may see, as soon as its version is not `since`, or after `wait` milliseconds."""
    async with room.looking():
        await version(room, role, since, wait)
        return await full(room, role, pictures)


async def news_and_decision(
    room: Room, role: str, since: int, wait: int, pictures: str = frames.CLASSES
) -> tuple[messages.Full, AnyDecision | None]:
    """As `news`, with the decision that this role owes then; None if it owes none."""
    async with room.looking() as audiences:
        everything = await news(room, role, since, wait, pictures)
        return everything, queries.owed(audiences.shown(role), role, room.now())


async def compose(room: Room, role: str, ply: int, prefix: list[str], slot: str = "") -> messages.StepMessage:
    """Which tokens may come after these; raises a Refusal if a rule has something against the place `slot`."""
    return queries.compose(await _shown(room, role), role, ply, prefix, slot, room.now())


async def preview(room: Room, role: str, ply: int, prefix: list[str], theme: str) -> str:
    """The picture of a seat with these tokens in it."""
    return queries.preview(await _shown(room, role), role, ply, prefix, theme, room.now())


async def hands(room: Room, role: str, since: int, wait: int, pictures: str = frames.CLASSES) -> Hands:
    """Both hands, for the caster and the host of a table that was made so, as soon as its version is not `since`."""
    async with room.looking() as audiences:
        queries.check_sees_hands(audiences.now, role)
        await version(room, role, since, wait)
        full = await audiences.full(role, room.now(), frames.NO_PICTURES)
        return Hands(full, queries.hands(audiences.now, role, pictures, room.now()))


async def posted(room: Room, role: str, digest: str) -> tuple[str, bytes]:
    """Kind and bytes of a picture that this role has been shown; raises the same Problem for every other digest."""
    async with room.looking() as audiences:
        kept = audiences.now.pictures.get(digest)
        seen = pictures.may_see(audiences.shown(role), role, digest)  # asked in any case, so that the time tells nothing either
        if kept is None or not seen:
            raise problems.missing()
        return kept


async def mine(room: Room, role: str, link: str) -> Mine:
    """This match in the list of somebody who takes part in it through this link."""
    found = queries.mine(await _shown(room, role), role, link, room.now())
    found.rematch = (await table_message(room, role)).rematch
    return found


async def talks(room: Room, role: str, since: int, wait: int) -> Talks:
    """The private talks that this role may read, as soon as their lines are not `since` in number, or after `wait` milliseconds."""
    async with room.looking() as audiences:
        await _until_other(room, audiences, role, wait, lambda: writing.lines_read(audiences.now, role) == since)
        return Talks(writing.lines_read(audiences.now, role), writing.talk_messages(audiences.now, role))


async def effect(room: Room, role: str, command: messages.Rule) -> Effect:
    """The effect of a ruling, which is not made."""
    return ruling.effect(await _shown(room, role), command, roles.Sender(role), roles.Now(room.now(), 0))


async def sketch(room: Room, role: str, deal: str, prefix: list[str]) -> Sketch:
    """The host lays a deal out by hand; it changes nothing at the table."""
    if role != roles.HOST:
        raise problems.forbidden(say("only the host can prepare a deal"))
    return _sketch(room.table.variant, room.table.game, room.table.people, deal, prefix)


def _sketch(variant: Variant, game: AnyGame, names: Mapping[str, str], deal: str, prefix: Sequence[str]) -> Sketch:
    """A deal on the workbench after some tokens; a fresh one for an empty text.

    Raises Malformed for text that is no deal and tokens that were not offered, and a Problem if the variant has no generator.
    """
    try:
        made = study.generator(variant, game)
    except LookupError as error:
        raise problems.wrong(str(error.args[0])) from None
    before = made.read(deal) if deal else made.make(HmacSource(token_bytes(32), "sketch"))
    step = made.compose(before, tuple(prefix))
    after = before if step.whole is None else made.read(step.whole)
    answer = Sketch(made.write(before), frames.Picture(made.picture(after, prefix), names).svg(), frames.step(step, prefix, names))
    try:
        made.check(after)
    except Illegal as why:
        answer.problem, answer.rule = why.reason, str(why.rule)
    return answer


# --- A table as a host sees it among others: one card, made again only if something on it has changed


async def card(room: Room, role: str, mark: str, wait: int) -> bodies.Card | None:
    """The card of a table as soon as its mark is another one than `mark`; None if it is the same after `wait` ms."""
    known, _, painted = mark.rpartition(".")
    async with room.looking() as audiences:

        def same() -> bool:
            return known == _mark(audiences.shown(role), audiences.presence(role))

        await _until_other(room, audiences, role, wait, same)
        if same():
            return None
        audience = await audiences.of(role)
        table, presence = audiences.shown(role), audiences.presence(role)
        return _card(table, presence, audience.telling, room.now(), painted)


def _mark(table: Table, presence: Presence) -> str:
    """Two cards with the same mark show the same, clocks apart, which go on by themselves."""
    return f"{table.version}.{''.join(_here(table, presence))}"


def _here(table: Table, presence: Presence) -> list[str]:
    return [seat.value for seat in SEATS if seat.value in presence.roles or seat.value in table.made.bots]


def _card(table: Table, presence: Presence, telling: Telling, now: int, painted: str) -> bodies.Card:
    """The card of a table; the picture is left out if it is the one that is known."""
    waits, missing = _waits(table)
    match = table.match
    with speaking(telling.language):
        made = bodies.Card(
            place=0,
            mark="",
            id=table.id,
            game=table.variant.game,
            variant="" if table.undecided else table.variant.name,
            title=table.title,
            state=table.state,
            names=table.shown_names,
            meant=dict(table.made.meant),
            bots=dict(table.made.bots),
            ec=table.ec,
            here=_here(table, presence),
            waits=list(waits),
            vacant=sorted(table.vacant),
            missing=missing,
            since=max(0, now - (table.made.at if match is None else match.waiting_since)),
            next=table.next_match is not None,
        )
        svg = ""
        if match is not None:
            seen = match.seen(telling.eye, now)
            picture = telling.look(seen)
            svg = picture.svg()
            made.title_of_picture = frames.fill(picture.scene.title, telling.people)
            made.clocks = {} if match.over is not None else frames.clocks(seen)
            made.paused = seen.paused
            made.sealed = [seat.value for seat in seen.sealed]
        if (over := table.result) is not None:
            made.ending = frames.ending(over, table.variant, table.expected, table.story)
            made.winner = over.winner.value if over.winner is not None else ""
        paint = f"{crc32(svg.encode()):08x}"
        made.svg = "" if paint == painted else svg
        made.mark = f"{_mark(table, presence)}.{paint}"
        return made


def _waits(table: Table) -> tuple[Sequence[str], str]:
    """Whom the table waits for, and before the match for what."""
    match = table.match
    if table.over:
        return (), ""
    if match is not None:
        owing = [seat.value for seat in match.owing]
        return [*([HOST] if match.waits_for_host else []), *owing], ""
    if vacant := [seat.value for seat in SEATS if seat.value not in table.names]:
        return vacant, "sit"
    if table.made.coin and not table.face:
        return [table.made.caller], "call"
    return [seat.value for seat in SEATS if seat.value not in table.seats_ready], "ready"


# --- What the page behind a link has to know of its table before the first message


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
        """The things that the player of this seat holds before the match, by the options."""
        game = self.kind.bind(self.facts.options)[1]
        held = optional.items(game, game.view(game.start(), PUBLIC))[Seat(self.role)]
        given = [one.item for one in self.kind.options if one.item and self.facts.options[one.key] in (self.role, "both")]
        return tuple([say(item) for item in dict.fromkeys([*held, *given])])

    @property
    def pace(self) -> Pace | Literal[""]:
        """The name of its clocks; empty if somebody set them one by one."""
        return self.kind.pace(self.facts.options, untimed=self.facts.settings["untimed"])

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
