"""Seats that change hands: new links are made here, because `decide` makes nothing up; the log and the store get only their digests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from deathmatch.core.speech import mark, say
from deathmatch.server import tokens
from deathmatch.server.table import play, roles, seating
from deathmatch.server.wire import bodies, problems

if TYPE_CHECKING:
    from deathmatch.server.rooms.lobby import Link, Lobby

NOT_OPEN = mark("there is no such table with an open seat")


async def reissue(lobby: Lobby, host: Link, seat: str, *, substitute: bool) -> bodies.NewLink:
    """Give a seat out again. The old link is dead at once; the new one, which the host hands out, takes the seat over. Raises Problem."""
    key = tokens.new_token()
    await lobby.act(host, seating.Reissue(seat, substitute, _digest(key)))
    lobby.forget(host.key.match)
    return bodies.NewLink(seat, key)


async def claim(lobby: Lobby, link: Link, wanted: bodies.SitDown) -> bodies.Seated:
    """Take a seat over, or a free one. The answer has the seat's link from now on, which nobody else knows. Raises Problem.

    With a `claim`, the same person may ask again if the answer was lost: the link follows from it.
    """
    number = seating.clean_nonce(wanted.claim)
    key, used = (tokens.claimed(link.token, number), _digest(link.token)) if number else (tokens.new_token(), "")
    if not link.key.role.startswith(roles.TAKEN):
        try:
            seated = await lobby.act(link, seating.Claim(wanted.name, wanted.nonce, _digest(key), used))
            assert isinstance(seated, bodies.Seated), seated
            return msgspec.structs.replace(seated, key=key)
        except problems.Problem as problem:
            if not number or problem.status not in (404, 409):
                raise
        finally:
            lobby.forget(link.key.match)
    if (mine := await _claimed_before(lobby, key)) is None:
        raise problems.conflict(say("this seat is taken already"))
    return mine


async def _claimed_before(lobby: Lobby, key: str) -> bodies.Seated | None:
    """The answer to a claim that led to this link; None if it did not."""
    if not await lobby.opens(key):
        return None
    own = await lobby.seat(key)
    names = (await lobby.room(own)).table.shown_names
    return bodies.Seated(own.key.match, own.key.role, names.get(own.key.role, own.key.role), key)


async def join(lobby: Lobby, match: str, wanted: bodies.SitDown) -> bodies.Joined:
    """Take a seat that stands in the public lists; with a `claim` that has one already, get its link again.

    Every table without a seat for the sender gives the same answer, whether it exists or not. Raises Problem, Refusal.
    """
    number = seating.clean_nonce(wanted.claim)
    if not (number or lobby.directory.is_open(match)):
        raise problems.missing(say(NOT_OPEN))
    table = (await lobby.rooms.room(match, always=True)).table
    links = lobby.offered(table)
    for link in links.values() if number else ():
        if (mine := await _claimed_before(lobby, tokens.claimed(link.token, number))) is not None:
            return bodies.Joined(match, mine.role, mine.key, mine.name)
    if not lobby.directory.is_open(match):
        raise problems.missing(say(NOT_OPEN))
    for seat in table.free:
        seated = await (claim(lobby, links[seat], wanted) if number else lobby.act(links[seat], wanted))
        assert isinstance(seated, bodies.Seated), seated
        return bodies.Joined(match, seat, seated.key or links[seat].token, seated.name)
    raise problems.conflict(say("this seat is taken already"))


async def renew(lobby: Lobby, link: Link) -> bodies.NewLink:
    """Change the link of the sender's seat, or the host's; the old one is dead at once. Raises Problem."""
    key = tokens.new_token()
    command = seating.Renew(_digest(key))
    if link.key.role == roles.HOST:
        sealed = (await lobby.room(link)).table.made.onlookers
        onlookers = {role: tokens.seal(tokens.unseal(sealed[role], link.token, role), key, role) for role in sealed}
        command = seating.Renew(_digest(key), onlookers, tuple(play.inheritance(roles.HOST, key, onlookers)))
    await lobby.act(link, command)
    lobby.forget(link.key.match)
    table = (await lobby.rooms.room(link.key.match, always=True)).table
    if table.made.season and link.key.role == roles.HOST:
        lobby.seasons.spawn(lobby.seasons.renewed(table, key))
    return bodies.NewLink(link.key.role, key)


def _digest(token: str) -> str:
    return tokens.digest(token).hex()
