"""Secret links. A link holds 128 random bits; only its SHA-256 is kept."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable

TOKEN_BYTES = 16  # 128 bits
TOKEN_LETTERS = 22  # of URL-safe base64
_SHAPE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def packed(raw: bytes) -> str:
    """Bytes in URL-safe base64."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def new_token() -> str:
    """A fresh secret: 22 letters that may stand in an address."""
    return packed(secrets.token_bytes(TOKEN_BYTES))


def new_id() -> str:
    """A public name for a match: 60 bits, enough to be unique. It is of no use except for watching."""
    return base64.b32encode(secrets.token_bytes(8)).decode("ascii").lower()[:12]


SEASON = "season-"
"""How the id of a season's log begins; no id of a match has a hyphen."""


def season_log(season: str) -> str:
    """The id under which the store keeps the log of a season."""
    return SEASON + season


def is_match(log: str) -> bool:
    """Whether this is the id of a match's log."""
    return "-" not in log


def is_token(text: str) -> bool:
    """Whether this could be a secret link at all."""
    return len(text) == TOKEN_LETTERS and set(text) <= _SHAPE


def digest(token: str) -> bytes:
    """The fingerprint of a token, which is all that the server stores of it: 32 bytes."""
    return hashlib.sha256(token.encode("ascii", "replace")).digest()


def heir(token: str) -> str:
    """The same person's token in the rematch; it can be computed only from the old token."""
    return packed(hmac.new(token.encode("ascii"), b"deathmatch rematch", hashlib.sha256).digest()[:TOKEN_BYTES])


def claimed(token: str, claim: str) -> str:
    """The link of the person who sat down with an invitation and a number of their own: the same at each try, and only theirs."""
    return packed(hmac.new(token.encode("ascii"), f"deathmatch seat {claim}".encode(), hashlib.sha256).digest()[:TOKEN_BYTES])


def seal(token: str, host: str, role: str) -> str:
    """An onlooker's link, encrypted (in hex) so that only the holder of the same match's host link can read it."""
    raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    return bytes(a ^ b for a, b in zip(raw, _pad(host, role), strict=True)).hex()


def unseal(sealed: str, host: str, role: str) -> str:
    """The link that `seal` sealed."""
    return packed(bytes(a ^ b for a, b in zip(bytes.fromhex(sealed), _pad(host, role), strict=True)))


def _pad(host: str, role: str) -> bytes:
    """Used once: a host's link belongs to one match, in which a role has one link."""
    return hmac.digest(host.encode("ascii"), f"deathmatch {role}".encode(), "sha256")[:TOKEN_BYTES]


# --- Things that are good once: each is remembered until it is too old anyway


MOST = 10_000  # in memory; beyond it nothing is good until some are too old


class Once:
    """The names that have been used up, in the memory of this process.

    Args:
        clock: in seconds.

    Attributes:
        scope: seal it into things whose names are only in memory, so that none from before the start of this process is good.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: dict[str, float] = {}  # name -> until when
        self.scope = secrets.token_hex(8)

    async def first(self, name: str, ms: int) -> bool:
        """Whether this is the first use of a name, which is too old in `ms` at the latest; raises StoreError."""
        now = self._clock()
        if len(self._used) >= MOST:
            self._used = {used: until for used, until in self._used.items() if until > now}
        if self._used.get(name, now) > now or len(self._used) >= MOST:
            return False
        self._used[name] = now + ms / 1000
        return True
