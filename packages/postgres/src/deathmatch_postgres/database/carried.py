"""Entries that travel with the news of them, so that another process need not read them, nor the row of their match.

A note goes to everybody who may listen in the database, even to a role that may read no table, and such a role may send notes as well.
So the entries are sealed with the key that all servers have, and filled up, or their length would tell something of a move that waits
sealed. A process that cannot open them, or was sent none, reads the log.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from deathmatch.server.store.logs import MatchRow
from deathmatch.server.vault import Vault, WrongKey

KIND = "entries"  # the line of a note that has them
STEP = 512  # bytes; the length of all that is sealed is a multiple of it, and most entries take one
MOST = 1_500  # bytes of entries in one note; PostgreSQL carries 8000 bytes in all


class Carried(msgspec.Struct, array_like=True, frozen=True):
    """The entries of one addition, and the columns of the match's row after it.

    Attributes:
        begun, due: see `MatchRow`.
        entries: as they are in the log, the oldest first.
        filler: nothing, which makes it longer.
    """

    begun: bool
    due: int | None
    entries: list[bytes]
    filler: bytes = b""


def line(vault: Vault, after: MatchRow, entries: Sequence[bytes]) -> str:
    """The line of a note with these entries, the last of a log with this row; empty if they are too long for one."""
    if sum(map(len, entries)) > MOST:
        return ""
    carried = Carried(after.begun, after.due, list(entries))
    short = -len(msgspec.msgpack.encode(carried)) % STEP
    packed = msgspec.msgpack.encode(msgspec.structs.replace(carried, filler=bytes(short)))
    return f"\n{KIND} {after.count} {after.id} {vault.seal(packed, _place(after.id, after.count))}"


def opened(vault: Vault, text: str, match: str, count: int) -> Carried | None:
    """The entries of a line; None if it was not sealed with this key for this place of this log."""
    try:
        return msgspec.msgpack.decode(vault.unseal(text, _place(match, count)), type=Carried)
    except (WrongKey, msgspec.DecodeError):
        return None


def _place(match: str, count: int) -> str:
    return f"news {match} {count}"
