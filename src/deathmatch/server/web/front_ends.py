"""Programs that speak for many people, such as the front end in Discord: those that the server's owner knows are counted user by user."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from litestar.types import Scope

from deathmatch.server.settings import FrontEnd
from deathmatch.server.web.headers import header

TOKEN, USER = b"x-front-end", b"x-front-end-user"
"""The headers: the front end's token, and a stable name of its choice for the user for whom it asks; without one it asks for itself."""


@dataclass(frozen=True, slots=True)
class FrontEnds:
    """The front ends that a server knows.

    Attributes:
        digests: SHA-256 of each token -> the name of the front end.
    """

    digests: Mapping[bytes, str] = field(repr=False)

    @classmethod
    def of(cls, known: Iterable[FrontEnd]) -> FrontEnds:
        """Those of the settings."""
        return cls({_digest(one.token): one.name for one in known})

    def asks(self, scope: Scope) -> bool:
        """Whether a request comes as that of a front end, rightly or not."""
        return bool(header(scope, TOKEN))

    def guest(self, scope: Scope) -> str:
        """The name under which a request of a front end is counted; empty if its token is wrong.

        No address has such a name, because it begins with @. The user's name is counted by its digest, whatever its length. Each token is
        compared in the same time, whether it is right or not.
        """
        digest, found = _digest(header(scope, TOKEN)), ""
        for known, name in self.digests.items():
            if hmac.compare_digest(known, digest):
                found = name
        user = header(scope, USER)
        return f"@{found} {_digest(user)[:16].hex()}" if found and user else f"@{found}" if found else ""


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
