"""Pictures that a host posts in a game that a host leads. Everything here is pure.

The log keeps each with its bytes, so that copies, deletion and another store have it as they have the match. A line of the record names one
by its digest. Until then it is the host's alone; afterwards it is shown to everybody who has been shown that line.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass, replace
from typing import ClassVar

from deathmatch.core.speech import numeral, say
from deathmatch.server.table.entries import Added, Dated
from deathmatch.server.table.roles import HOST, Now, OwnCommand, Sender, check_host, decides
from deathmatch.server.table.table import Table, fold
from deathmatch.server.wire import problems

PICTURES = 60  # that a table keeps
BYTES = 4_000_000  # that all of them may have


class Pictured(Dated, frozen=True, tag="pictured"):
    """The host brought a picture.

    Attributes:
        digest: SHA-256 of its bytes, in hex.
        media: its media type.
        data: its bytes in base64.
    """

    versioned: ClassVar = False

    digest: str
    media: str
    data: str

    def after(self, table: Table) -> Table:
        """The table that keeps the picture."""
        return replace(table, pictures={**table.pictures, self.digest: (self.media, base64.b64decode(self.data))})


@dataclass(frozen=True, slots=True, repr=False)
class Bring(OwnCommand):
    """The host brings a picture, which the server has painted from a file."""

    digest: str
    media: str
    data: bytes


@decides(Bring)
def _bring(table: Table, command: Bring, sender: Sender, now: Now) -> tuple[Pictured, ...]:
    check_host(sender, say("only the host can bring pictures"))
    if not table.variant.hosted:
        raise problems.conflict(say("only a game that a host leads has pictures"))
    if command.digest in table.pictures:
        return ()
    if len(table.pictures) >= PICTURES or sum(len(data) for _, data in table.pictures.values()) + len(command.data) > BYTES:
        told = {"most": PICTURES, "bytes": numeral(BYTES)}
        raise problems.conflict(say("this table keeps no more pictures: {most} at most, with {bytes} bytes together", **told))
    return (Pictured(now.at, now.wall, command.digest, command.media, base64.b64encode(command.data).decode()),)


def check(table: Table, added: Added) -> None:
    """Raises Problem if these entries would post a picture that the table does not keep."""
    if not table.variant.hosted:
        return
    if unknown := fold(table, added).posted - table.posted - table.pictures.keys():
        raise problems.wrong(say("this table keeps no picture {digest}; bring the file first", digest=min(unknown)[:12]))


def may_see(table: Table, role: str, digest: str) -> bool:
    """Whether a role may be given a picture; `table` is the one that the role is shown."""
    return digest in table.pictures if role == HOST else table.match is not None and digest in table.posted
