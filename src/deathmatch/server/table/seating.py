"""Before the match: who sits where and is ready, the coin, the game by lot, and seats that change hands. Everything here is pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec

from deathmatch.core.errors import OptionError
from deathmatch.core.game import Variant
from deathmatch.core.optional import HoldingGame
from deathmatch.core.options import CHOOSER, DMO, Value, Word, chosen, tossed
from deathmatch.core.seats import SEATS
from deathmatch.core.speech import mark, say
from deathmatch.match import dealer, record
from deathmatch.server.names import seat_name
from deathmatch.server.table import roles
from deathmatch.server.table.entries import DEAD, Added, Dated, Entry, Handed
from deathmatch.server.table.play import Inherits, moved_in_parts
from deathmatch.server.table.table import Table, fold, others
from deathmatch.server.wire import bodies, messages, problems

LOST = mark("The host gave out a new link for seat {seat}. The old link is dead.")
SOUGHT = mark("The host gives seat {seat} to a substitute. The link of {name} is dead.")
OPENED = mark("{name} is back in seat {seat}, with the new link.")
TAKEN_OVER = mark("{name} plays in seat {seat} from now on, in place of {before}.")
RENEWED = mark("{name} changed the link of seat {seat}.")
HOST_RENEWED = mark("The host changed the host's link.")


# --- Entries


class Sat(Entry, frozen=True, tag="sat"):
    """Somebody sat down, with the random number of their own that goes into the dealing."""

    at: int
    seat: str
    name: str
    nonce: str

    def after(self, table: Table) -> Table:
        """The table with somebody on this seat."""
        return replace(table, names={**table.names, self.seat: self.name}, nonces={**table.nonces, self.seat: self.nonce})


class Readied(Entry, frozen=True, tag="readied"):
    """A seat is ready for the match to begin."""

    at: int
    seat: str

    def after(self, table: Table) -> Table:
        """The table with one more seat ready."""
        return replace(table, ready=table.ready | {self.seat})


class Called(Entry, frozen=True, tag="called"):
    """The caller has named a face of the coin."""

    at: int
    seat: str
    face: dealer.Face

    def after(self, table: Table) -> Table:
        """The table with the call."""
        return replace(table, call=self.face)


class Tossed(Dated, frozen=True, tag="tossed"):
    """The coin fell on this face, and this seat won the toss: both follow from the dealer and the call."""

    face: dealer.Face
    winner: str

    def after(self, table: Table) -> Table:
        """The table after the toss: of the options that it has set."""
        call_, caller = table.call or (BOTS_CALL if table.made.caller else ""), table.made.caller
        values, game = table.variant.bind(tossed(table.variant.options, table.made.options, table.made.coin, self.winner))
        after = replace(table, call=call_, face=self.face, toss_winner=self.winner, values=values, game=game)
        if caller:
            after = after.told(CALLED_SUN if call_ == "sun" else CALLED_MOON, {"name": table.people[caller]}, self.wall)
        return after.told(SUN if self.face == "sun" else MOON, {"name": table.people[self.winner]}, self.wall)


class Allotted(Dated, frozen=True, tag="allotted"):
    """The lot fell on the game in this place of the list, from 0: it follows from the dealer."""

    place: int

    def after(self, table: Table) -> Table:
        """The table after the lot has fallen: of the game that was chosen, as if it had been set up so."""
        variant, options, values, game, settings = table.choices[self.place]
        made = msgspec.structs.replace(table.made, variant=variant.id, options=options)
        after = replace(table, made=made, variant=variant, values=values, game=game, settings=settings, allotted=self.place)
        return after.told(FALLEN, {"game": variant.title, "variant": variant.name}, self.wall)


class Reissued(Handed, frozen=True, tag="reissued", omit_defaults=True):
    """The host gave out a seat again: its link is dead, and `key` is the digest, in hex, of the one that takes it over once."""

    seat: str
    key: str
    substitute: bool = False

    @property
    def dead(self) -> str:
        """Why the old link is dead, for people who have it; one of `DEAD`."""
        return DEAD[self.substitute]

    def after(self, table: Table) -> Table:
        """The table once the old link of the seat is dead."""
        seat, after = self.seat, _dead(table, self.seat)
        keys = {**after.keys, seat: "", roles.ticket(seat): self.key}
        after = replace(after, keys=keys, vacant={**after.vacant, seat: self.substitute}, handed=table.handed + 1)
        return after.told(SOUGHT if self.substitute else LOST, {"seat": seat, "name": table.people[seat]}, self.wall)


class Claimed(Handed, frozen=True, tag="claimed", omit_defaults=True):
    """Somebody took a seat over, or sat down on a free one, and got a link of their own.

    Attributes:
        seat, name: which, and who.
        key: the digest, in hex, of the seat's link from now on, which only this person has been told.
        used: the digest, in hex, of the link with which they came, if that is kept to say that the seat is taken; else it is dead.
    """

    seat: str
    name: str
    key: str
    used: str = ""

    def after(self, table: Table) -> Table:
        """The table with this person in the seat.

        A player's notes and marks are theirs alone, and so is their talk with the host: a substitute starts without them. Everything
        that the game has shown to the seat stays with it, and so does its talk with the onlookers.
        """
        seat = self.seat
        vacant = {other: sought for other, sought in table.vacant.items() if other != seat}
        after = replace(
            _dead(table, seat), keys={**table.keys, seat: self.key, roles.ticket(seat): ""}, vacant=vacant, handed=table.handed + 1
        )
        if seat not in table.names:
            return after  # the self that follows says who sits down
        facts = {"seat": seat, "name": self.name, "before": table.people[seat]}
        if not table.vacant.get(seat):
            return after.told(OPENED, facts, self.wall)
        after = replace(
            after,
            names={**after.names, seat: self.name},
            notes={role: text for role, text in after.notes.items() if role != seat},
            marks={role: marks for role, marks in after.marks.items() if role != seat},
            talks={ends: talk for ends, talk in after.talks.items() if ends != (seat, roles.HOST)},
            ready=after.ready - {seat},
        )
        if after.match is not None:
            header = after.match.header
            tag = (record.SUBSTITUTE, record.tidy(f"{seat} {after.match.ply} {self.name}"))
            after = replace(after, match=replace(after.match, header=replace(header, tags=(*header.tags, tag))))
        return after.told(TAKEN_OVER, facts, self.wall)


class Renewed(Handed, frozen=True, tag="renewed", omit_defaults=True):
    """A player changed the link of their seat, or the host theirs.

    Attributes:
        seat: whose; `host` for the host.
        key: the digest of the new link, in hex.
        onlookers: role -> link of a numbered onlooker, sealed for the host's new link.
    """

    seat: str
    key: str
    onlookers: dict[str, str] = {}  # noqa: RUF012 - msgspec copies it

    def after(self, table: Table) -> Table:
        """The table once the old link is dead."""
        seat, after = self.seat, _dead(table, self.seat)
        after = replace(after, keys={**after.keys, seat: self.key}, handed=table.handed + 1)
        if seat == roles.HOST:
            made = msgspec.structs.replace(table.made, onlookers=self.onlookers)
            return replace(after, made=made, sealed={}).told(HOST_RENEWED, {}, self.wall)
        return after.told(RENEWED, {"seat": seat, "name": table.people[seat]}, self.wall)


# --- Commands of the server


@dataclass(frozen=True, slots=True)
class Reissue(roles.OwnCommand):
    """The host gives a seat out again, to the person who lost the link or to a substitute.

    Attributes:
        seat: which.
        substitute: whether somebody else is to play from now on.
        key: the digest, in hex, of the link with which the seat can be taken over.
    """

    seat: str
    substitute: bool
    key: str


@dataclass(frozen=True, slots=True)
class Claim(roles.OwnCommand):
    """Somebody takes a seat over that the host gave out again, or a free one, and gets a link of their own.

    Attributes:
        name: of this person.
        nonce: for the dealing, if nobody had the seat before.
        key: the digest, in hex, of the seat's link from now on.
        used: that of the sender's link, if it is kept to say that the seat is taken.
    """

    name: str
    nonce: str
    key: str
    used: str = ""


@dataclass(frozen=True, slots=True)
class Renew(roles.OwnCommand):
    """A player changes the link of their seat, or the host theirs.

    Attributes:
        key: the digest of the new one, in hex.
        onlookers: for a host, the links of onlookers, sealed for the new link.
        heirs: for a host, what follows from the new link for the next match.
    """

    key: str
    onlookers: Mapping[str, str] = field(default_factory=dict)
    heirs: tuple[Inherits, ...] = ()


def _dead(table: Table, seat: str) -> Table:
    """The table once the link of a seat is dead: nothing follows from it any more for the next match."""
    return replace(
        table,
        wishes={role: wish for role, wish in table.wishes.items() if role != seat},
        heirs={role: heir for role, heir in table.heirs.items() if role != seat},
    )


# --- The coin at a table: which options it may set, who may call, and the table after the toss


BOTS_CALL = "sun"  # a bot has no reason to prefer a face
SUN = mark("The coin shows the sun: {name} wins the toss.")
MOON = mark("The coin shows the moon: {name} wins the toss.")
CALLED_SUN = mark("{name} called the sun.")
CALLED_MOON = mark("{name} called the moon.")
ROLE = mark("who is the DMO, the opponent of the elimination candidate")
CHOOSES = mark("who chooses the player that starts")


def targets(variant: Variant) -> list[str]:
    """The things that a coin may set: the role, which every variant has, options for either seat, and who chooses the start."""
    seats = {seat.value for seat in SEATS}
    options = [one.key for one in variant.options if isinstance(one.kind, Word) and seats <= set(one.kind.words)]
    return [*dict.fromkeys([DMO, *options]), *([CHOOSER] if chosen(variant.options) else [])]


def check_coin(variant: Variant, given: Mapping[str, Value], ec: str, coin: bodies.Coin) -> None:
    """Whether this coin may be tossed before a match with these options; raises Problem."""
    known = targets(variant)
    if coin.sets not in known:
        raise problems.wrong(say("the coin must set one of {known} here, not {given}", known=", ".join(known), given=coin.sets[:40]))
    if coin.sets in given or (coin.sets == DMO and ec) or (coin.sets == CHOOSER and chosen(variant.options) in given):
        raise problems.wrong(say("the coin sets {option}, so leave it out of the options and roles", option=coin.sets))
    if coin.sealed and not coin.caller:
        raise problems.wrong(say("nobody calls the toss, so no call can be sealed; name the caller"))
    for seat in SEATS:
        try:
            variant.bind(tossed(variant.options, given, coin.sets, seat.value))
        except OptionError as error:
            raise problems.wrong(error.reason) from None


@roles.decides(messages.Call)
def _call(table: Table, command: messages.Call, sender: roles.Sender, now: roles.Now) -> Added:
    """The caller names a face."""
    seat = roles.seat_of(sender.role)
    if table.made.caller != seat.value:
        raise problems.conflict(say("you do not call a toss at this table"))
    if table.call:
        raise problems.conflict(say("you have called the toss already"))
    if seat.value not in table.names:
        raise problems.conflict(say("nobody sits here yet; sit down first"))
    return begin(table, (Called(now.at, seat.value, command.face),), now)


def toss_now(table: Table, now: roles.Now) -> tuple[Tossed, ...]:
    """The toss, if it is due."""
    if not table.toss_due:
        return ()
    face = dealer.toss(table.dealer)
    return (Tossed(now.at, now.wall, face, dealer.toss_winner(face, table.made.caller, table.call or BOTS_CALL)),)


@roles.shows("coin")
def coin_message(table: Table, role: str) -> messages.CoinMessage | None:
    """The coin as this role is shown it; None if none is tossed here."""
    made = table.made
    if not made.coin:
        return None
    shown = bool(table.face) or not made.sealed_call or role == made.caller
    option = next((one for one in table.variant.options if one.key == made.coin), None)
    return messages.CoinMessage(
        sets=made.coin,
        about=say(CHOOSES if made.coin == CHOOSER else ROLE if made.coin == DMO or option is None else option.words),
        caller=made.caller,
        sealed=made.sealed_call,
        called=bool(table.call),
        call=table.call if shown else "",
        face=table.face,
        winner=table.toss_winner,
    )


# --- The game of a table chosen by lot from a list of its host's: the fall, and the table after it


FALLEN = mark("The lot falls on {game}, {variant}.")


def fall_now(table: Table, now: roles.Now) -> tuple[Allotted, ...]:
    """The fall of the lot, if it is due."""
    return (Allotted(now.at, now.wall, dealer.allot(table.dealer, len(table.choices))),) if table.lot_due else ()


@roles.shows("lot")
def lot_message(table: Table, role: str) -> messages.LotMessage | None:
    """The lot as everybody is shown it; None at a table whose game was named."""
    if not table.choices:
        return None
    games = [messages.LotGame(one.variant.id, say(one.variant.title), say(one.variant.name)) for one in table.choices]
    return messages.LotMessage(games, 0 if table.allotted is None else table.allotted + 1)


# --- Before and between moves: who is ready, and seats that change hands


HANDOVERS = 100  # times that the links of a table may change; the log keeps each for ever
NONCE_DIGITS = 32


def clean_nonce(nonce: str) -> str:
    """A nonce, or a claim, in lower case; raises Problem."""
    plain = nonce.lower()
    if plain and (len(plain) != NONCE_DIGITS or set(plain) - set("0123456789abcdef")):
        raise problems.wrong(say("nonce and claim each have {number} hexadecimal digits, or are empty", number=NONCE_DIGITS))
    return plain


@roles.decides(messages.Ready)
def _ready(table: Table, command: messages.Ready, sender: roles.Sender, now: roles.Now) -> Added:
    """A seat says that it is ready; no entry if it has said so before."""
    seat = roles.seat_of(sender.role)
    if not table.checks_in:
        raise problems.conflict(say("this table does not ask whether the players are ready"))
    if table.match is not None:
        raise problems.conflict(say("the match has started"))
    if not table.full:
        raise problems.conflict(say("a seat is still free; say that you are ready once both players are here"))
    if table.made.coin and not table.face:
        raise problems.conflict(say("the coin has not been tossed; wait for the call"))
    return begin(table, () if seat.value in table.ready else (Readied(now.at, seat.value),), now)


@roles.decides(Reissue)
def _reissue(table: Table, command: Reissue, sender: roles.Sender, now: roles.Now) -> Added:
    """The host gives a seat out again."""
    roles.check_host(sender, say("only the host can give out a seat again"))
    seat = command.seat
    _check_changeable(table)
    if seat in table.made.bots:
        raise problems.conflict(say("a bot plays in seat {seat}", seat=seat))
    if seat in table.free:
        raise problems.conflict(say("seat {seat} is offered to everybody, so nobody has a link to it", seat=seat))
    if command.substitute and table.over:
        raise problems.conflict(say("the match is over, so nobody can take a player's place"))
    return begin(table, (Reissued(now.at, now.wall, seat, command.key, command.substitute and seat in table.names),), now)


@roles.decides(Claim)
def _claim(table: Table, command: Claim, sender: roles.Sender, now: roles.Now) -> Added:
    """Somebody takes a seat over, with the link that the host gave out, or a free one; each gets a link of their own."""
    role = sender.role
    seat = role.removeprefix(roles.TICKET)
    if seat not in SEATS:
        raise problems.forbidden(say("this link does not open a seat"))
    if role == seat and seat in table.names:
        raise problems.conflict(say("this seat is taken already"))
    taken, meant = table.names.get(seat), table.made.meant.get(seat)
    wished = meant if taken is None and meant else seat_name(command.name, seat, others(table, seat))
    name = wished if taken is None or table.vacant.get(seat) else taken
    claimed = Claimed(now.at, now.wall, seat, name, command.key, command.used)
    return begin(table, (claimed,) if taken is not None else (claimed, Sat(now.at, seat, name, clean_nonce(command.nonce))), now)


@roles.decides(Renew)
def _renew(table: Table, command: Renew, sender: roles.Sender, now: roles.Now) -> Added:
    """A player changes the link of their seat, or the host theirs."""
    whose = roles.HOST if sender.role == roles.HOST else roles.seat_of(sender.role).value
    _check_changeable(table)
    if whose not in (roles.HOST, *table.names):
        raise problems.conflict(say("nobody sits here yet; sit down first"))
    return begin(table, (Renewed(now.at, now.wall, whose, command.key, dict(command.onlookers)), *command.heirs), now)


def _check_changeable(table: Table) -> None:
    if table.next_match is not None:
        raise problems.conflict(say("both players have agreed on the next match; change the links there"))
    if table.handed >= HANDOVERS:
        raise problems.conflict(say("the links of this table have changed {number} times, and cannot change again", number=HANDOVERS))


@roles.shows("people")
def people_message(table: Table, role: str) -> dict[str, messages.Person]:
    """The players and onlookers in the host's words, as this role may read them.

    Notes are for their player and the host alone, and so is the name of an onlooker. Once the match is over, the host reads what the
    onlookers hold.
    """
    names, people = table.made.meant, table.made.people
    told = {}
    for who in [
        *(SEATS if not people.keys().isdisjoint(SEATS) else ()),
        *(one for one in people if roles.is_onlooker(one) and role in (one, roles.HOST)),
    ]:
        one = people.get(who, messages.Person())
        notes = one.notes if role in (who, roles.HOST) else ""
        held = _held(table, who) if role == roles.HOST and roles.is_onlooker(who) else ""
        told[str(who)] = msgspec.structs.replace(one, name=names.get(who, ""), notes=notes, held=held)
    return told


def _held(table: Table, onlooker: str) -> str:
    match = table.match
    if match is None or not table.over or not isinstance(table.game, HoldingGame):
        return ""
    return table.game.held(match.view(roles.eye_of(onlooker, table.variant), match.questions))


# --- To sit down, and to begin


@roles.decides(bodies.SitDown)
def _sit_down(table: Table, command: bodies.SitDown, sender: roles.Sender, now: roles.Now) -> Added:
    role = sender.role
    if role not in ("A", "B"):
        raise problems.forbidden(say("this link does not open a seat"))
    if role in table.names:
        raise problems.conflict(say("this seat is taken already"))
    name = table.made.meant.get(role) or seat_name(command.name, role, others(table, role))
    return begin(table, (Sat(now.at, role, name, clean_nonce(command.nonce)),), now)


def begin(table: Table, added: Added, now: roles.Now) -> Added:
    """These entries, then the lot, the toss and the beginning of the match, each if nothing is missing for it."""
    table = fold(table, added)
    for fall in (fall_now, toss_now):
        fallen = fall(table, now)
        table, added = fold(table, fallen), (*added, *fallen)
    return (*added, *moved_in_parts(table.new_match().start(now.at, table.past))) if table.may_begin and table.match is None else added
