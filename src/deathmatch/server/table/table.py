"""A table as a value: all that its log says. `apply` makes the next one; nothing here changes."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any, Literal, NamedTuple, TypeAlias, cast

import msgspec

from deathmatch.core.bots import people, shown_names
from deathmatch.core.game import AnyGame, Over, Resources, Variant
from deathmatch.core.optional import Aid, TalkingGame, aided, offers
from deathmatch.core.options import DMO, EC, Pace, Value, Values, announced, roles, tossed
from deathmatch.core.plate import Plate
from deathmatch.core.scene import Scene
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Onlooker, Seat
from deathmatch.core.speech import mark, say
from deathmatch.core.words import PinnedWords
from deathmatch.match import clock, record
from deathmatch.match.dealer import COIN, FACES, LOT, Dealer, coin_tag, lot_tag
from deathmatch.match.match import Match
from deathmatch.server import limits, tokens
from deathmatch.server.table.entries import Entry, Made
from deathmatch.server.table.roles import CASTER, TABLE, UNDELAYED, WATCHER
from deathmatch.server.wire import bodies, frames, messages
from deathmatch.server.wire.problems import conflict

Find = Callable[[str], Variant]
REMINDERS = (86_400_000, 10_800_000, 1_800_000)  # ms that a player has left when the table reminds of them
BY_LOT = mark("A game by lot")
PICTURE = "picture"  # the public field, in a game that a host leads, with the digest of the picture that lies on the table


class Answered(NamedTuple):
    """A submission that was accepted.

    Attributes:
        ply: of the question that it answers.
        text: in canonical form.
        version: of the table, the first one that contains it.
    """

    ply: int
    text: str
    version: int


class Bound(NamedTuple):
    """A game on which the lot of a table may fall.

    Attributes:
        variant, values, game, settings: as of a table of it.
        options: those that were given.
    """

    variant: Variant
    options: dict[str, Value]
    values: Values
    game: AnyGame
    settings: bodies.TableSettings


@dataclass(frozen=True, slots=True, repr=False)
class Talk:
    """A private talk.

    Attributes:
        lines: the last ones.
        count: of all lines.
    """

    lines: tuple[messages.ChatLine, ...] = ()
    count: int = 0


class Gallery(NamedTuple):
    """The chat of the spectators among themselves.

    Attributes:
        told: the last ones that the players may read too, because the match was over after them.
        held: the last ones after these. They are kept apart so that new ones push none of the others out.
    """

    told: tuple[messages.ChatLine, ...] = ()
    held: tuple[messages.ChatLine, ...] = ()


NO_GALLERY = Gallery()


class Closing(NamedTuple):
    """How a match ended before its start.

    Attributes:
        over: the winner, if a player did not come, and which of the two it was.
        reason: for everybody.
        wall: when, in ms since 1970.
    """

    over: Over
    reason: str
    wall: int


class TalkOpen(NamedTuple):
    """The time in which the players may speak with the onlookers.

    Attributes:
        until: its end, in the server's own time; 0 if only the host ends it.
        holds: whether it has stopped the clocks; they stood still before if not.
    """

    until: int
    holds: bool


class Rest(NamedTuple):
    """The clocks stand still until a time.

    Attributes:
        at: its end, in the server's own time.
        until: the same in ms since 1970, for people.
        by: who set it: `both` players or `host`.
    """

    at: int
    until: int
    by: str


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """What the entries of a log add up to.

    Attributes:
        id: of the match.
        made: the first entry.
        variant, values, game: of the match.
        settings: of the table.
        seed: of the dealer.
        resources: what live play asks besides the rules.
        names, nonces: of the seats that are taken.
        count: entries so far.
        version: of them those that everybody counts.
        match: None until it has started.
        ended_at: the moment of the last entry of a match that is over.
        chat: the last lines.
        notes, marks: private, by seat.
        noted: seat -> the version of its notes.
        heard: role -> the ids of the last messages that were done for it.
        written: role -> how much its chat, notes and marks take in the log, in bytes.
        wishes: seat -> digest of its link to the next match, in hex.
        heirs: role -> digest of its link to the next match, as far as known.
        sealed: onlooker -> its link to the next match, sealed for that match's host, as far as known.
        answers: seat -> its last submission.
        rest: until when the clocks stand still; None if they do not stand still until a time.
        proposed: seat -> the time until which its player would have them stand still, in ms since 1970; 0 in a rest for its end.
        proposals: how many there were.
        reminded: seat -> the last reminder of its player: the number of the question, and the time left in ms.
        choices: the games from which the lot chooses; none if the game was named.
        allotted: the place among them on which it fell; None before.
        call: the face of the coin that was called; empty before, and if nobody calls.
        face, toss_winner: the face on which the coin fell, and the seat that won; empty before the toss. The options follow.
        ready: the seats whose players have said so.
        keys: role -> digest, in hex, of its link, for those that changed since the table was set up; empty for one that is dead.
        vacant: seat that was given out again -> whether to a substitute.
        handed: how many times the link of a seat changed.
        talks: seat, and the host or an onlooker -> their private talk.
        gallery: what spectators have written to each other.
        things: numbered onlooker -> the view in which they last held a thing that a ruling has taken back.
        talk: None unless the players may speak with the onlookers now.
        talked: whether they could before.
        muted: the spectators whom the host has muted (`ChatLine.by`), and the empty text if all are.
        walls: when each ruling was made, in ms since 1970.
        covered: whether this is what spectators see of a match that is hidden until its end: its `match` is taken out.
        pictures: digest -> kind and bytes of a picture that the host has brought.
        posted: the digests of those that everybody at this table has been shown, those that a ruling took back too.
        closing: how the match ended before its start; None if it did not.
        prepared: the host's alone: the deals that the host has laid out for when they are due, in order.
        unfit: the one of them that the rules refused when it was due; empty if none.
    """

    id: str
    made: Made
    variant: Variant
    values: Values
    game: AnyGame
    settings: bodies.TableSettings
    seed: bytes
    resources: Resources
    names: Mapping[str, str]
    nonces: Mapping[str, str]
    count: int = 1
    version: int = 1
    match: Match | None = None
    ended_at: int | None = None
    chat: tuple[messages.ChatLine, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    noted: Mapping[str, int] = field(default_factory=dict)
    heard: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    written: Mapping[str, int] = field(default_factory=dict)
    wishes: Mapping[str, str] = field(default_factory=dict)
    heirs: Mapping[str, str] = field(default_factory=dict)
    sealed: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, Answered] = field(default_factory=dict)
    rest: Rest | None = None
    proposed: Mapping[str, int] = field(default_factory=dict)
    proposals: int = 0
    reminded: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    choices: tuple[Bound, ...] = ()
    allotted: int | None = None
    call: str = ""
    face: str = ""
    toss_winner: str = ""
    ready: frozenset[str] = frozenset()
    keys: Mapping[str, str] = field(default_factory=dict)
    vacant: Mapping[str, bool] = field(default_factory=dict)
    handed: int = 0
    talks: Mapping[tuple[str, str], Talk] = field(default_factory=dict)
    gallery: Gallery = NO_GALLERY
    things: Mapping[str, Any] = field(default_factory=dict)
    talk: TalkOpen | None = None
    talked: bool = False
    muted: frozenset[str] = frozenset()
    walls: tuple[int, ...] = ()
    covered: bool = False
    pictures: Mapping[str, tuple[str, bytes]] = field(default_factory=dict)
    posted: frozenset[str] = frozenset()
    closing: Closing | None = None
    prepared: tuple[str, ...] = ()
    unfit: str = ""

    def __repr__(self) -> str:
        return f"<Table {self.id}, {self.count} entries>"  # all else may be secret

    @property
    def started_match(self) -> Match:
        """The match; raises Problem until it has started."""
        if self.match is None:
            raise conflict(say("the match ended before its start") if self.closing is not None else unseen(self.covered))
        return self.match

    def new_match(self) -> Match:
        """The match before its start, for a table whose seats are both taken. It is the same each time."""
        assert self.full, f"a seat of {self.id} is free"
        return Match.new(
            self.variant,
            self.options,
            names=BySeat.of(lambda seat: self.names[seat]),
            tags=self._tags(),
            dealer=self.dealer,
            resources=self.resources,
            by_hand=self.settings.by_hand,
            untimed=self.settings.untimed,
            set_up=self.made.at,
        )

    @property
    def until(self) -> dict[str, int]:
        """The key of each time that counts from the announcement -> its end, in ms since 1970."""
        counted = {} if self.undecided or self.settings.untimed else announced(self.values)
        return {key: self.made.wall + 1000 * seconds for key, seconds in counted.items()}

    @property
    def past(self) -> tuple[record.Entry, ...]:
        """The events of the match that this one goes on from."""
        return record.recalled(self.made.past)

    def _tags(self) -> list[tuple[str, str]]:
        """For the record: where the past of the match comes from, and the seat of the EC."""
        made = self.made
        told = {
            record.PAST: str(len(made.past)) if made.past else "",
            record.SOURCE: made.source,
            EC: self.ec if made.ec or made.coin == DMO else "",
        }
        told |= {record.TITLE: made.title, record.RULES: made.rules, **dict(self.story)}
        told[COIN] = coin_tag(FACES[self.face == FACES[1]], self.toss_winner, made.coin, made.caller, self.call) if self.face else ""
        told[LOT] = lot_tag(self.allotted, [one.variant.id for one in self.choices]) if self.allotted is not None else ""
        return [(key, text) for key, text in told.items() if text]

    @property
    def story(self) -> tuple[tuple[str, str], ...]:
        """The winner's prize and the loser's fate, in the host's words."""
        return ((record.PRIZE, self.settings.prize), (record.LOSS, self.settings.loss))

    @property
    def ec(self) -> str:
        """The seat of the elimination candidate; empty if nobody named the roles."""
        if self.made.coin == DMO:
            return Seat(self.toss_winner).other.value if self.toss_winner else ""
        return roles(self.variant.options, self.made.options, self.made.ec)[1]

    @property
    def options(self) -> dict[str, Value]:
        """The options that were given, and the one that the coin has set."""
        made = self.made
        return tossed(self.variant.options, made.options, made.coin, self.toss_winner) if self.toss_winner else dict(made.options)

    @property
    def dealer(self) -> Dealer:
        """The randomness of the match, with the nonces of the seats that are taken."""
        nonces = BySeat.of(lambda seat: bytes.fromhex(self.nonces.get(seat, "")))
        return Dealer(self.seed, nonces, bytes.fromhex(self.made.reserve))

    @property
    def receipt_secret(self) -> bytes | None:
        """The secret behind the receipts for submissions; None if an older server set the table up, which gave no receipts."""
        return bytes.fromhex(self.made.receipts) if self.made.receipts else None

    @property
    def full(self) -> bool:
        """Whether both seats are taken."""
        return all(seat in self.names for seat in SEATS)

    @property
    def checks_in(self) -> bool:
        """Whether the match waits, once both seats are taken, until their players are ready; after a toss they look at it first."""
        return self.settings.check_in or bool(self.made.coin or self.made.lot)

    @property
    def undecided(self) -> bool:
        """Whether the lot has not chosen the game yet."""
        return bool(self.choices) and self.allotted is None and self.closing is None

    @property
    def lot_due(self) -> bool:
        """Whether nothing is missing for the lot to fall."""
        return self.undecided and self.full

    @property
    def title(self) -> str:
        """The match for people: as its host has called it, else its game in the language that is being spoken."""
        return self.made.title or say(BY_LOT if self.undecided else self.variant.title)

    @property
    def toss_due(self) -> bool:
        """Whether nothing is missing for the coin to be tossed."""
        called = bool(self.call) or self.made.caller in ("", *self.made.bots)
        return bool(self.made.coin) and self.full and called and not self.face and not self.undecided and self.closing is None

    @property
    def seats_ready(self) -> list[str]:
        """The seats that are ready for the match to begin, at a table that waits for it; bots always are."""
        return [seat.value for seat in SEATS if seat in self.ready or seat in self.made.bots] if self.checks_in else []

    @property
    def may_begin(self) -> bool:
        """Whether nothing is missing for the match to begin."""
        return (
            self.full
            and self.closing is None
            and not self.undecided
            and bool(self.face or not self.made.coin)
            and (not self.checks_in or len(self.seats_ready) == len(SEATS))
        )

    def opens(self, role: str, token: str) -> bool:
        """Whether this link still opens this role; the caller has found it once, so only a change since then is looked at."""
        return role not in self.keys or hmac.compare_digest(self.keys[role], tokens.digest(token).hex())

    @property
    def result(self) -> Over | None:
        """How the match ended, also before its start; None until then."""
        return self.match.over if self.match is not None else self.closing.over if self.closing is not None else None

    @property
    def over(self) -> bool:
        """Whether the match has ended, also before its start."""
        return self.result is not None

    @property
    def running(self) -> bool:
        """Whether the match has started and not ended."""
        return self.match is not None and not self.over

    @property
    def state(self) -> str:
        """`waiting` for a seat, `running` or `over`."""
        return "running" if self.covered else "over" if self.over else "waiting" if self.match is None else "running"

    @property
    def late(self) -> bool:
        """Whether spectators see this table later than its players."""
        return bool(self.settings.delay or self.settings.behind or self.settings.hidden)

    @property
    def delay(self) -> int:
        """Milliseconds by which spectators see everything later; a number of decisions, and the wait for the end, take no time after it."""
        return self.settings.delay * 1000

    def known_over(self, role: str, at: int) -> bool:
        """Whether a role may know by now that the match has ended."""
        return self.ended_at is not None and (role in UNDELAYED or self.ended_at + self.delay <= at)

    @property
    def may_talk(self) -> bool:
        """Whether this is the moment of the match at which the players may speak with the onlookers."""
        match = self.match
        if match is None or match.over is not None or not offers(type(self.game), TalkingGame):
            return False
        return cast("TalkingGame", self.game).before_play(match.seen(PUBLIC, 0).view)

    @property
    def talk_due(self) -> bool:
        """Whether the table has to let the players speak with the onlookers now."""
        return bool(self.settings.talk) and not self.talked and self.may_talk

    @property
    def prepared_due(self) -> str:
        """The deal that the host has laid out for the one that is due now; empty if there is none, or if one was refused for it."""
        due = self.match.hand_due if self.match is not None and self.prepared and not self.unfit else ""
        return next((text for text in self.prepared if due and text.split()[0] == due), "")

    def deadline(self, allowed: BySeat[int] = clock.NO_ALLOWANCE) -> int | None:
        """The first ms at which the server has something to enter, if nothing comes in before; None if it never will have.

        Each seat may be late by so many ms as `allowed` says. If nothing is missing, it is the start of the match, at once; so is the
        talk with the onlookers.
        """
        if self.match is not None:
            if self.talk is not None:
                return self.talk.until or None
            if self.talk_due or self.rest is not None:
                return 0 if self.rest is None else self.rest.at
            if self.prepared_due:
                return 0
            ends = [moment for moment, _, _ in self.reminders()]
            end = self.match.deadline(allowed)
            return min([*ends, *([] if end is None else [end])], default=None)
        return 0 if self.may_begin or self.lot_due or self.toss_due else None

    def reminders(self) -> list[tuple[int, int, str]]:
        """The reminders to come if nobody decides: the moment, the time left then in ms, and the seat. Only long clocks have any."""
        match = self.match
        if match is None or match.over is not None or match.paused:
            return []
        found = []
        for seat in match.owing:
            since, end = match.owed_since(seat), match.last_moment(seat)
            if since is None or end is None or end - since < 4 * REMINDERS[-1] or seat.value in self.made.bots:
                continue
            ply, last = self.reminded.get(seat.value, (-1, 0))
            found += [(end - left, left, seat.value) for left in REMINDERS if end - since >= 4 * left and (ply != match.ply or left < last)]
        return found

    @property
    def bots_owing(self) -> tuple[Seat, ...]:
        """The seats of bots that owe a submission while the match is not paused."""
        if not self.made.bots or self.match is None or self.match.paused:
            return ()
        return tuple([seat for seat in self.match.owing if seat.value in self.made.bots])

    def due(self, now: int = 0) -> int | None:
        """When the server has to see to this table although nobody comes: `now` if a bot owes a submission, else at the deadline."""
        due = 0 if self.bots_owing else self.deadline()
        return now if due == 0 else due

    @property
    def people(self) -> dict[str, str]:
        """Names for `{A}` and `{B}`, as people read them."""
        return frames.by_letter(people(BySeat(self.names.get("A", ""), self.names.get("B", ""))))

    def people_at(self, ply: int) -> Mapping[str, str]:
        """The same while question `ply` was open: a substitute has done nothing before."""
        header = None if self.match is None else self.match.header
        return frames.by_letter(header.people_at(ply)) if header is not None and header.substituted else self.people

    @property
    def expected(self) -> dict[str, str]:
        """The same, also for seats that are kept for somebody who has not sat down."""
        names = {**self.made.meant, **self.names}
        return frames.by_letter(people(BySeat(names.get("A", ""), names.get("B", ""))))

    @property
    def shown_names(self) -> dict[str, str]:
        """The names of the seats that are taken, as people read them."""
        return shown_names(self.names)

    @property
    def changed(self) -> dict[str, Value]:
        """The options that differ from their default."""
        return {
            option.key: self.values[option.key]
            for option in self.variant.options
            if self.values[option.key] != option.default_given(self.values)
        }

    @property
    def pace(self) -> Pace | Literal[""]:
        """The name of the clocks (`core.options`); empty if somebody set them one by one."""
        return self.variant.pace(self.values, untimed=self.settings.untimed)

    @property
    def free(self) -> list[str]:
        """The seats that anybody may take."""
        return [seat for seat in self.made.open if seat not in self.names and self.closing is None]

    @property
    def place(self) -> bodies.ListName | None:
        """The public list in which it belongs, as its people know it; None for every table that is nobody else's business."""
        if self.free:
            return "open"
        if not self.settings.listed or self.match is None:
            return None
        return "finished" if self.over else "playing"

    @property
    def next_match(self) -> str | None:
        """The id of the rematch, once both want it."""
        agreed = bool(self.wishes) and all(seat in self.wishes or seat in self.made.bots for seat in SEATS)
        return rematch_id(self.id, self.seed) if agreed else None

    @property
    def plate(self) -> Plate:
        """The words above its pictures, in the language that is being spoken."""
        return Plate(self.title, self.people, self.ec, self.settings.named)

    def aided(self, view: Any) -> Any:
        """A view with the help that is given here; once the match is over, nobody has to remember anything any more."""
        aid = Aid(self.settings.aids)
        return aided(self.game, view, Aid.LOG if aid is Aid.NONE and self.over else aid)

    def picture(self, view: Any, sealed: Sequence[Seat] = ()) -> Scene:
        """The picture that the eye of this view is shown here."""
        return self.game.picture(self.aided(view), sealed)

    def told(self, text: str, facts: dict[str, str], wall: int) -> Table:
        """The table after it wrote a line of its own; `facts` fill the names in it."""
        return replace(self, chat=(*self.chat, messages.ChatLine("", TABLE, text, wall, facts))[-limits.CHAT_LINES :])

    def roles(self) -> list[str]:
        """All roles that have a secret link of their own, but the host's."""
        caster = [CASTER] if self.settings.caster else []
        onlookers = [str(eye) for eye in self.game.eyes() if isinstance(eye, Onlooker) and eye.number > 0]
        return [seat.value for seat in SEATS if seat not in self.made.bots] + onlookers + caster


def others(table: Table, role: str, by: str = "") -> list[str]:
    """The names of all who sit or have written in the chat of this table, but for this person."""
    seated = [name for seat, name in table.names.items() if seat != role]
    gallery = (*table.gallery.told, *table.gallery.held) if role == WATCHER else ()
    lines = [line for line in (*table.chat, *gallery) if line.role not in (*SEATS, TABLE)]
    return seated + [line.who for line in lines if (line.role, line.by) != (role, by)]


def unseen(covered: bool) -> str:
    """Why there is nothing of a match to see, in words; `covered` if it is hidden until its end."""
    return say("spectators see this match once it is over") if covered else say("the match has not started: a seat is still free")


def rematch_id(match: str, seed: bytes) -> str:
    """The id of the next match of the same people: worked out, so that making it twice makes it once.

    Nobody can do so without the dealer's seed: watchers of a table with a delay must not try whether there is one already.
    """
    return base64.b32encode(hmac.digest(seed, f"deathmatch rematch {match}".encode(), "sha256")).decode("ascii").lower()[:12]


# --- From the log


def set_up(match: str, made: Made, find: Find, resources: Resources) -> Table:
    """The table after its first entry."""
    variant = find(made.variant)
    values, game = variant.bind(made.options)
    settings = _settings(made.settings, variant)
    chosen_from = [(find(name), options) for name, options in made.lot]
    return Table(
        match,
        made,
        variant,
        values,
        game,
        settings,
        bytes.fromhex(made.seed),
        PinnedWords(resources, made.lists) if made.lists else resources,
        names={seat: bot.capitalize() for seat, bot in made.bots.items()},
        nonces=dict.fromkeys(made.bots, ""),
        choices=tuple([Bound(one, options, *one.bind(options), _settings(made.settings, one)) for one, options in chosen_from]),
    )


def _settings(kept: Mapping[str, Any], variant: Variant) -> bodies.TableSettings:
    """The settings as they are on disk, with the variant's own default if nobody has chosen."""
    aids = kept.get("aids")
    old = {} if isinstance(aids, str) else {"aids": Aid.LOG.value}  # it was yes or no, and meant nothing
    settings = bodies.TableSettings(**{**kept, **old})
    return msgspec.structs.replace(settings, publish=not variant.discreet) if settings.publish is None else settings


Steps: TypeAlias = Sequence[tuple[Entry, Table]]
"""Entries, each with the table after it."""


def apply(table: Table, entry: Entry) -> Table:
    """The table after one more entry: the one way in which a table changes, live and at a restart alike."""
    after: Table = entry.after(table)
    if after.variant.hosted and after.match is not None and after.match is not table.match:
        lies = after.match.seen(PUBLIC, 0).public.get(PICTURE)
        after = replace(after, posted=after.posted | {str(lies)}) if lies else after
    if after.count > table.count:
        return after  # a move counts itself
    return replace(after, count=table.count + 1, version=table.version + entry.counts(table.settings))


def fold(table: Table, added: Iterable[Entry]) -> Table:
    """The table after these entries."""
    return reduce(apply, added, table)
