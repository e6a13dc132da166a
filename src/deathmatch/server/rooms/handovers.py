"""Seats that change hands: new links are made here, because `decide` makes nothing up; the log and the store get only their digests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from deathmatch.core.speech import say
from deathmatch.server import tokens
from deathmatch.server.store.interface import Relinked
from deathmatch.server.table.commands import Claim, Reissue, Renew
from deathmatch.server.table.entries import Claimed, Entry, Reissued, Renewed
from deathmatch.server.table.roles import TAKEN, ticket
from deathmatch.server.table.seating import clean_nonce
from deathmatch.server.wire import bodies, problems

if TYPE_CHECKING:
    from deathmatch.server.rooms.lobby import Link, Lobby


def relinked(added: Sequence[Entry]) -> Relinked | None:
    """How these entries change the links of their match, for the store; None if they do not."""
    handed = next((entry for entry in added if isinstance(entry, Reissued | Claimed | Renewed)), None)
    if handed is None:
        return None
    given = {bytes.fromhex(handed.key): ticket(handed.seat) if isinstance(handed, Reissued) else handed.seat}
    if isinstance(handed, Claimed) and handed.used:
        given[bytes.fromhex(handed.used)] = TAKEN + handed.seat
    return Relinked((handed.seat, ticket(handed.seat)), given)


async def reissue(lobby: Lobby, host: Link, seat: str, *, substitute: bool) -> bodies.NewLink:
    """Give a seat out again. The old link is dead at once; the new one, which the host hands out, takes the seat over. Raises Problem."""
    key = tokens.new_token()
    await lobby.act(host, Reissue(seat, substitute, _digest(key)))
    lobby.forget(host.key.match)
    return bodies.NewLink(seat, key)


async def claim(lobby: Lobby, link: Link, wanted: bodies.SitDown) -> bodies.Seated:
    """Take a seat over, or a free one. The answer has the seat's link from now on, which nobody else knows. Raises Problem.

    With a `claim`, the same person may ask again if the answer was lost: the link follows from it.
    """
    claim = clean_nonce(wanted.claim)
    key, used = (tokens.claimed(link.token, claim), _digest(link.token)) if claim else (tokens.new_token(), "")
    if not link.key.role.startswith(TAKEN):
        try:
            seated = await lobby.act(link, Claim(wanted.name, wanted.nonce, _digest(key), used))
            assert isinstance(seated, bodies.Seated), seated
            return msgspec.structs.replace(seated, key=key)
        except problems.Problem as problem:
            if not claim or problem.status not in (404, 409):
                raise
        finally:
            lobby.forget(link.key.match)
    if not await lobby.opens(key):
        raise problems.conflict(say("this seat is taken already"))
    own = await lobby.seat(key)
    names = (await lobby.room(own)).table.shown_names
    return bodies.Seated(own.key.match, own.key.role, names.get(own.key.role, own.key.role), key)


async def renew(lobby: Lobby, link: Link) -> bodies.NewLink:
    """Change the link of the sender's seat; the old one is dead at once. Raises Problem."""
    key = tokens.new_token()
    await lobby.act(link, Renew(_digest(key)))
    lobby.forget(link.key.match)
    return bodies.NewLink(link.key.role, key)


def _digest(token: str) -> str:
    return tokens.digest(token).hex()
