"""Secret links, and the cookies that older servers signed. A link holds 128 random bits; only its SHA-256 is kept."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from pathlib import Path

TOKEN_BYTES = 16  # 128 bits
TOKEN_LETTERS = 22  # of URL-safe base64
_SHAPE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def new_token() -> str:
    """A fresh secret: 22 letters that may stand in an address."""
    return _text(secrets.token_bytes(TOKEN_BYTES))


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
    return _text(hmac.new(token.encode("ascii"), b"deathmatch rematch", hashlib.sha256).digest()[:TOKEN_BYTES])


def claimed(token: str, claim: str) -> str:
    """The link of the person who sat down with an invitation and a number of their own: the same at each try, and only theirs."""
    return _text(hmac.new(token.encode("ascii"), f"deathmatch seat {claim}".encode(), hashlib.sha256).digest()[:TOKEN_BYTES])


def seal(token: str, host: str, role: str) -> str:
    """An onlooker's link, encrypted (in hex) so that only the holder of the same match's host link can read it."""
    raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    return bytes(a ^ b for a, b in zip(raw, _pad(host, role), strict=True)).hex()


def unseal(sealed: str, host: str, role: str) -> str:
    """The link that `seal` sealed."""
    return _text(bytes(a ^ b for a, b in zip(bytes.fromhex(sealed), _pad(host, role), strict=True)))


def _pad(host: str, role: str) -> bytes:
    """Used once: a host's link belongs to one match, in which a role has one link."""
    return hmac.digest(host.encode("ascii"), f"deathmatch {role}".encode(), "sha256")[:TOKEN_BYTES]


def old_cookie_key(folder: Path) -> bytes | None:
    """The key with which older servers signed cookies in this folder, to read those; None if there is none."""
    try:
        key = (folder / "cookie.key").read_bytes()
    except OSError:
        return None
    return key if len(key) == 32 else None


def unsign(key: bytes, value: str) -> bytes | None:
    """The body of a cookie that an older server signed; None for anything else."""
    parts = value.split(".")
    if len(parts) != 2 or not all(set(part) <= _SHAPE for part in parts):
        return None
    try:
        body, seal = (base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)) for part in parts)
    except (binascii.Error, ValueError):
        return None
    return body if hmac.compare_digest(seal, hmac.new(key, body, hashlib.sha256).digest()) else None
