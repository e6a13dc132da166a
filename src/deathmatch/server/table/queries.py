"""Looks that need only the value of a table, receipts and both hands among them. Everything here is pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from deathmatch.core.errors import Refusal
from deathmatch.core.game import CautiousDecision, ExplainingDecision, Variant
from deathmatch.core.optional import Aid
from deathmatch.core.seats import PUBLIC, SEATS, Seat
from deathmatch.core.speech import mark, say, speaking, spoken
from deathmatch.match import journal, position
from deathmatch.match.match import Match
from deathmatch.match.story import Story
from deathmatch.server import tokens
from deathmatch.server.table.roles import CASTER, HOST, eye_of, seat_of
from deathmatch.server.table.table import Table
from deathmatch.server.wire import frames, messages, problems
from deathmatch.server.wire.bodies import Dealing, Hand, Legal, Links, Looked, Mine, Opening, Receipt, Receipts

# --- Receipts for submissions


def openings(table: Table) -> list[Opening]:
    """The nonces that open the receipts of all submissions in the record. A submission that was never revealed has none."""
    secret = table.receipt_secret
    if secret is None:
        return []
    shown = table.started_match.submissions()
    return [Opening(one.event, one.ply, one.seat.value, journal.receipt_nonce(secret, table.id, one.ply, one.seat)) for one in shown]


def receipts(table: Table, role: str) -> Receipts:
    """A seat's own receipts for all that it has submitted; once the match is over, opened if they are in the record."""
    seat, secret = seat_of(role), table.receipt_secret
    if secret is None or table.match is None:
        return Receipts(table.id, seat.value, [])
    shown = {one.ply: one.text for one in table.started_match.submissions() if one.seat is seat}
    answered = table.answers.get(seat.value)
    waiting = {} if answered is None or answered.ply in shown else {answered.ply: answered.text}
    undone = {one.ply: one.text for one in table.started_match.withdrawn if one.seat is seat}
    found = []
    for ply, text in sorted({**undone, **shown, **waiting}.items()):
        opened = journal.receipt_nonce(secret, table.id, ply, seat) if table.over and ply in shown else ""
        found.append(Receipt(ply, text, journal.receipt(secret, table.id, ply, seat, text), opened))
    return Receipts(table.id, seat.value, found)


# --- Looks at a table that need only its value, the one that the role is shown


HEADER = ("deathmatch", "game", "option", "name", "tag")
"""The words with which the lines of a record begin that are no events."""

NOT_OVER = mark("this is published once the match is over")


@dataclass(frozen=True, slots=True, repr=False)
class Replayable:
    """A finished match, for one role.

    Attributes:
        match: its public id.
        variant: of the match.
        title: of the match, in the language of the reader.
        record: its text; a role that may not have it gets only what its own eye saw of it.
        whole: whether the role may have the record, and so look with every eye.
        published: whether everybody may.
        eye: the role's own.
        aid: of the table (`core.optional.Aid`).
        people: the players' names.
        bots: the bot of each seat that one plays.
        named: whether pictures say the names.
        winner: the letter of a seat; empty if nobody won.
    """

    match: str
    variant: Variant
    title: str
    record: str
    whole: bool
    published: bool
    eye: str
    aid: str
    people: Mapping[str, str]
    bots: Mapping[str, str]
    named: bool
    winner: str

    def __repr__(self) -> str:
        return f"<Replayable {self.match}>"  # the record may be secret


def compose(table: Table, role: str, ply: int, prefix: Sequence[str], slot: str, at: int) -> messages.StepMessage:
    """Which tokens may come after these; raises a Refusal if a rule has something against the place `slot`."""
    seat = seat_of(role)
    match = table.started_match
    if ply != match.ply:
        raise problems.conflict(say("the current question is {now}, not {ply}", now=match.ply, ply=ply))
    seen = match.seen(seat, at)
    if seen.decision is None:
        raise problems.conflict(say("it is not this seat's turn"))
    if slot and isinstance(seen.decision, ExplainingDecision) and (why := seen.decision.why_not(tuple(prefix), slot)) is not None:
        raise why
    step, people, change = table.game.decision(table.aided(seen.view)).compose(tuple(prefix)), table.people, None
    if step.view is not None:
        with speaking(spoken(), to=seat):
            before, then = [frames.Picture(table.picture(view, seen.sealed), people) for view in (seen.view, step.view)]
        change = then.change(before)
    return frames.step(step, prefix, people, change, frames.told(seen.decision, step.whole, people))


def preview(table: Table, role: str, ply: int, prefix: Sequence[str], theme: str, at: int) -> str:
    """The picture of this seat with the tokens so far as they would lie there, or as it is if they change nothing in it."""
    compose(table, role, ply, prefix, "", at)  # refuses
    seen = table.started_match.seen(seat_of(role), at)
    assert seen.decision is not None, "a seat that composes owes a decision"
    step = seen.decision.compose(tuple(prefix))
    with speaking(spoken(), to=seat_of(role)):
        scene = table.picture(seen.view if step.view is None else step.view, seen.sealed)
    return frames.Picture(scene, table.people, table.plate).svg(theme)


def caution(table: Table, seat: Seat, ply: int, text: str, at: int) -> str:
    """A warning for this seat before it sends this move; empty if nothing, or if the move is none: then the referee says why."""
    match = table.started_match
    seen = match.seen(seat, at) if ply == match.ply else None
    if seen is None or not isinstance(seen.decision, CautiousDecision):
        return ""
    try:
        move = seen.decision.read(text)
        seen.decision.check(move)
    except Refusal:
        return ""
    return frames.fill(cast("CautiousDecision", table.game.decision(table.aided(seen.view))).caution(move), table.people)


def owed(table: Table, role: str, at: int) -> position.AnyDecision | None:
    """The decision that this role owes now; None if it owes none. Each call makes a new one, so that another thread may use it alone."""
    if table.match is None:
        return None
    seen = table.match.seen(eye_of(role, table.variant), at)
    return None if seen.decision is None else table.game.decision(seen.view)


def legal(decision: position.AnyDecision, ply: int, most: int) -> Legal:
    """The legal moves of a decision: their number, and a list of them if they are no more than `most`. It may take long."""
    count = decision.count()
    listed = decision.moves() if count is not None and count <= most else None
    return Legal(ply, count, None if listed is None else [decision.write(move) for move in listed])


def look(table: Table, role: str, ply: int, pictures: str = frames.CLASSES) -> Looked:
    """How it looked to this role when question `ply` opened, and the beats just before; for a match that is over."""
    match = table.match
    if match is None or not table.over:
        raise problems.conflict(say("positions can be replayed once the match is over"))
    if not 0 <= ply <= match.questions:
        raise problems.wrong(say("the position must be 0 to {last}, not {ply}", last=match.questions, ply=ply))
    seen, told = match.recall(eye_of(role, table.variant), ply)
    picture = frames.Picture(table.picture(seen.view), table.people)
    people = table.people_at(match.number(max(0, ply - 1)))
    beats = [frames.beat(one, people) for one in told]
    return Looked(
        ply,
        match.questions,
        seen.public,
        seen.private,
        picture.svg(pictures),
        picture.text() if pictures != frames.NO_PICTURES else "",
        beats,
    )


def mine(table: Table, role: str, link: str, at: int) -> Mine:
    """A match in the list of somebody who takes part in it."""
    found = Mine(table.id, link, table.title, table.shown_names, table.state, table.variant.game, table.variant.name, role)
    found.bots, found.ec, found.wants_rematch = dict(table.made.bots), table.ec, sorted(table.wishes)
    if (over := table.result) is not None:
        found.winner = over.winner.value if over.winner is not None else ""
        found.ending = frames.ending(over, table.variant, table.expected, table.story)
        found.since = max(0, at - (table.ended_at or at))
        if table.match is not None and (score := table.match.seen(PUBLIC, at).score) is not None:
            found.score = {seat.value: score[seat] for seat in SEATS}
        return found
    if table.match is None:
        if role in SEATS and role in table.names:
            found.owes = say("call the toss") if table.made.caller == role and not table.call else ""
            if table.checks_in and table.full and role not in table.ready and (table.face or not table.made.coin):
                found.owes = say("say that you are ready")
        return found
    if role != HOST and (since := table.match.owed_since(seat_of(role))) is not None:
        decision = owed(table, role, at)
        found.owes = frames.fill(decision.words, table.people) if decision is not None else ""
        found.since = max(0, at - since)
        end = table.started_match.last_moment(seat_of(role))
        found.left = 0 if end is None or table.match.paused else max(0, end - at)
    found.away = 0 if table.rest is None else table.rest.until
    return found


def record(table: Table, role: str) -> str:
    """The record, once it may be seen. The host gets it earlier if everybody has been told each of its events as it stands there."""
    if role != HOST or table.match is None or table.over:
        _check_finished(table, role)
    elif _untold(table.match):
        raise problems.conflict(say("the record so far holds something that not everybody knows; you get it after the end"))
    return table.started_match.record()


def _untold(match: Match) -> bool:
    """Whether the record has an event that the public log does not have word for word, such as a hidden deal or choice."""
    lines = [line for line in match.record().splitlines() if line.partition(" ")[0] not in HEADER]
    events = Counter(line.rpartition(" @")[0] or line for line in lines)
    return bool(events - Counter(beat.notation for beat in Story.of(match, PUBLIC).beats))


def to_review(table: Table, role: str) -> tuple[str, str, Mapping[str, str]]:
    """Variant, record, and the digests of the word lists of a match that can be looked back at, for every role that may have the record."""
    _check_finished(table, role)
    if not table.started_match.finished:
        raise problems.conflict(say("the record has no end because of a ruling, so it cannot be reviewed"))
    if not table.variant.has("advise"):
        raise problems.wrong(say("matches of {variant} cannot be reviewed", variant=table.variant.id))
    return table.variant.id, table.started_match.record(), table.made.lists


def dealing(table: Table, role: str) -> Dealing:
    """Seed and nonces of the deals, and the openings of the receipts, once they may be seen."""
    _check_finished(table, role)
    nonces = {seat.value: table.nonces[seat] for seat in SEATS}
    return Dealing(
        table.dealer.commitment,
        table.seed.hex(),
        nonces,
        list(table.started_match.dealt_by_hand),
        table.id,
        openings(table),
        len(table.made.past),
        [table.dealer.later_seed(number + 1).hex() for number in range(table.started_match.seed)],
        [ruling.undone for ruling in table.started_match.rulings if ruling.undone is not None],
    )


def links(table: Table, role: str, token: str) -> Links:
    """The onlookers' secret links, for the host, whose link alone can read them."""
    if role != HOST:
        raise problems.forbidden(say("only the host can list the links"))
    return Links({onlooker: tokens.unseal(sealed, token, onlooker) for onlooker, sealed in table.made.onlookers.items()})


def may_have_record(table: Table, role: str) -> bool:
    """Whether a role may have the record once the match is over: the one place for this rule.

    The host always may, and everybody may if the table publishes it. A player who set up a match against a bot may in any case, because
    nobody else's secret is in it: no other person has a seat, no onlooker holds anything, and no host decides.
    """
    if role == HOST or table.settings.publish:
        return True
    return role in ("A", "B") and [role] == table.roles() and HOST not in table.heirs


def to_replay(table: Table, role: str) -> Replayable:
    """The finished match for a replay, with the eyes that this role may look with."""
    match, over = table.match, table.result
    if match is None or over is None:
        raise problems.conflict(say(NOT_OVER))
    aid = Aid(table.settings.aids)
    return Replayable(
        match=table.id,
        variant=table.variant,
        title=table.title,
        record=match.record(),
        whole=may_have_record(table, role),
        published=bool(table.settings.publish),
        eye=frames.eye_name(eye_of(role, table.variant)),
        aid=(Aid.LOG if aid is Aid.NONE else aid).value,
        people=table.people,
        bots=table.made.bots,
        named=table.settings.named,
        winner=over.winner.value if over.winner is not None else "",
    )


def _check_finished(table: Table, role: str) -> None:
    """Raises Problem unless the role may have the record."""
    if not table.over:
        raise problems.conflict(say(NOT_OVER))
    if not may_have_record(table, role):
        raise problems.forbidden(say("this table does not publish its record and deals"))


# --- Both hands at once, for the caster and the host


def check_sees_hands(table: Table, role: str) -> None:
    """Raises Problem unless this role sees both hands: only the caster and the host of a table that was made so."""
    if not table.settings.caster or role not in (CASTER, HOST):
        raise problems.forbidden(say("this table was made without a caster, so nobody sees both hands"))


def hands(table: Table, role: str, pictures: str, at: int) -> dict[str, Hand]:
    """The hand of each seat; none before the match begins. Raises Problem as `check` does."""
    check_sees_hands(table, role)
    return {} if table.match is None else {seat.value: _hand(table, seat, pictures, at) for seat in SEATS}


def _hand(table: Table, seat: Seat, pictures: str, at: int) -> Hand:
    """A sealed submission stays sealed: neither the view of its seat nor these fields have it, and none of them echoes it."""
    match = table.started_match
    seen = match.seen(seat, at)
    picture = frames.Picture(table.picture(seen.view, seen.sealed), table.people)
    own = match.game.private(seen.view)
    private = {key: own.get(key, value) for key, value in (seen.private or {}).items() if key != "submitted"}
    return Hand(private, picture.svg(pictures), picture.text() if pictures != frames.NO_PICTURES else "")
