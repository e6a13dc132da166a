"""Everything that a role can look at, at a table in memory. A look changes nothing.

Each function takes the room and the role first, so `Lobby.look` can ask it of the room that is in memory now. What needs only the value of
the table is made by `table/queries.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import token_bytes

from deathmatch.bots import study
from deathmatch.core.errors import Illegal
from deathmatch.core.game import AnyGame, Variant
from deathmatch.core.speech import say
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import AnyDecision
from deathmatch.server.rooms.room import Room
from deathmatch.server.table import pictures, queries, roles, ruling, table, writing
from deathmatch.server.wire import frames, messages, problems
from deathmatch.server.wire.bodies import Dealing, Desk, Effect, Hands, Links, Looked, Mine, Receipts, Sketch, Talks


async def _shown(room: Room, role: str) -> table.Table:
    """The table as this role is shown it now."""
    async with room.looking() as audiences:
        return audiences.shown(role)


async def full(room: Room, role: str, pictures: str = frames.CLASSES) -> messages.Full:
    """Everything that this role may see, with one of `frames.PICTURES`."""
    async with room.looking() as audiences:
        return await audiences.full(role, room.now(), pictures)


async def table_message(room: Room, role: str) -> messages.TableMessage:
    """Which match this is, and who sits there."""
    async with room.looking() as audiences:
        return await audiences.table(role)


async def version(room: Room, role: str, since: int, wait: int) -> int:
    """The version that this role is shown, as soon as it is not `since`, or after `wait` milliseconds.

    A lower one is news too: a backup has been put back, and the reader knows a version that no longer exists.
    """
    end = room.now() + wait
    async with room.looking() as audiences:
        while (known := audiences.shown(role).version) == since and (left := end - room.now()) > 0:
            await audiences.heard(role, known, left)
            if room.closed:
                raise problems.Gone
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


async def position(room: Room, role: str, ply: int, pictures: str = frames.CLASSES) -> Looked:
    """How it looked to this role when question `ply` opened; for a match that is over."""
    return queries.look(await _shown(room, role), role, ply, pictures)


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


async def record(room: Room, role: str) -> str:
    """The record, once it may be seen."""
    return queries.record(await _shown(room, role), role)


async def may_have_record(room: Room, role: str) -> bool:
    """Whether this role may have the record once the match is over."""
    return queries.may_have_record(await _shown(room, role), role)


async def to_replay(room: Room, role: str) -> queries.Replayable:
    """The finished match, for a replay; with what this role may see of it."""
    return queries.to_replay(await _shown(room, role), role)


async def to_review(room: Room, role: str) -> tuple[str, str, Mapping[str, str]]:
    """Variant, record, and the digests of the word lists of a match that can be looked back at, for every role that may have the record."""
    return queries.to_review(await _shown(room, role), role)


async def dealing(room: Room, role: str) -> Dealing:
    """Seed and nonces of the deals, and the openings of the receipts, once they may be seen."""
    return queries.dealing(await _shown(room, role), role)


async def mine(room: Room, role: str, link: str) -> Mine:
    """This match in the list of somebody who takes part in it through this link."""
    found = queries.mine(await _shown(room, role), role, link, room.now())
    found.rematch = (await table_message(room, role)).rematch
    return found


async def receipts(room: Room, role: str) -> Receipts:
    """A seat's own receipts."""
    return queries.receipts(await _shown(room, role), role)


async def talks(room: Room, role: str, since: int, wait: int) -> Talks:
    """The private talks that this role may read, as soon as their lines are not `since` in number, or after `wait` milliseconds."""
    end = room.now() + wait
    async with room.looking() as audiences:
        while (count := writing.lines_read(audiences.now, role)) == since and (left := end - room.now()) > 0:
            await audiences.called(role, left)
            if room.closed:
                raise problems.Gone
        return Talks(count, writing.talk_messages(audiences.now, role))


async def links(room: Room, role: str, token: str) -> Links:
    """The onlookers' secret links, for the host."""
    return queries.links(await _shown(room, role), role, token)


async def desk(room: Room, role: str) -> Desk:
    """The events that a ruling can take back."""
    return ruling.desk(await _shown(room, role), roles.Sender(role))


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
