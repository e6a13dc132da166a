"""Seats that change hands: new links are made here, because `decide` makes nothing up; the log and the store get only their digests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from deathmatch.server import tokens
from deathmatch.server.store.interface import Relinked
from deathmatch.server.table.commands import Claim, Reissue, Renew
from deathmatch.server.table.entries import Claimed, Entry, Reissued, Renewed
from deathmatch.server.table.roles import ticket
from deathmatch.server.wire import bodies

if TYPE_CHECKING:
    from deathmatch.server.rooms.lobby import Link, Lobby


def relinked(added: Sequence[Entry]) -> Relinked | None:
    """How these entries change the links of their match, for the store; None if they do not."""
    handed = next((entry for entry in added if isinstance(entry, Reissued | Claimed | Renewed)), None)
    if handed is None:
        return None
    role = ticket(handed.seat) if isinstance(handed, Reissued) else handed.seat
    return Relinked((handed.seat, ticket(handed.seat)), {bytes.fromhex(handed.key): role})


async def reissue(lobby: Lobby, host: Link, seat: str, *, substitute: bool) -> bodies.NewLink:
    """Give a seat out again. The old link is dead at once; the new one, which the host hands out, takes the seat over. Raises Problem."""
    key = tokens.new_token()
    await lobby.act(host, Reissue(seat, substitute, _digest(key)))
    lobby.forget(host.key.match)
    return bodies.NewLink(seat, key)


async def claim(lobby: Lobby, link: Link, wanted: bodies.SitDown) -> bodies.Seated:
    """Take a seat over. The answer has the seat's link from now on; the one that the host knows is dead. Raises Problem."""
    key = tokens.new_token()
    seated = await lobby.act(link, Claim(wanted.name, wanted.nonce, _digest(key)))
    assert isinstance(seated, bodies.Seated), seated
    lobby.forget(link.key.match)
    return msgspec.structs.replace(seated, key=key)


async def renew(lobby: Lobby, link: Link) -> bodies.NewLink:
    """Change the link of the sender's seat; the old one is dead at once. Raises Problem."""
    key = tokens.new_token()
    await lobby.act(link, Renew(_digest(key)))
    lobby.forget(link.key.match)
    return bodies.NewLink(link.key.role, key)


def _digest(token: str) -> str:
    return tokens.digest(token).hex()
