"""The key beside the database. It seals the secrets of each match's dealer, and the cookies that remember guests.

A copy of the database alone then gives away no deal of the future, and a cookie alone no link. Only a process that can read the
key opens either. The sealing is AES-256-GCM, with a fresh nonce each time and bound to its place.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from deathmatch.core.errors import DeathmatchError

KEY_FILE = "secrets.key"
KEY_BYTES = 32
_NONCE_BYTES = 12  # random: 2**32 seals with one key are safe (NIST SP 800-38D, 8.3)
_SEALED = "sealed."  # how a sealed text begins; no plain one does


class WrongKey(DeathmatchError, ValueError):
    """The key is missing, cannot be used, or is another one than that with which something was sealed."""


class Vault:
    """Seals with one key.

    Attributes:
        mark: tells this key from every other one, and tells nothing about it.
        workers: the key for questions to workers on other machines; it opens nothing that this one seals.
    """

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise WrongKey(f"a key has {KEY_BYTES} bytes, not {len(key)}")
        self._cipher = AESGCM(hmac.digest(key, b"deathmatch 1 seal", "sha256"))
        self._aliases = hmac.digest(key, b"deathmatch 1 alias", "sha256")
        self.workers = hmac.digest(key, b"deathmatch 1 workers", "sha256")
        self.mark = hmac.digest(key, b"deathmatch 1 mark", "sha256")

    def alias(self, text: str) -> str:
        """A name for a text: the same for the same text, and without the key nobody can tell the text from it."""
        return hmac.digest(self._aliases, text.encode(), "sha256")[:8].hex()

    def seal(self, secret: bytes, place: str) -> str:
        """The secret, sealed for one place: a text that may stand in JSON and in a cookie."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        sealed = nonce + self._cipher.encrypt(nonce, secret, place.encode())
        return _SEALED + base64.urlsafe_b64encode(sealed).rstrip(b"=").decode("ascii")

    def unseal(self, text: str, place: str) -> bytes:
        """The secret of a sealed text; raises WrongKey if it was sealed with another key or for another place, or has changed."""
        body = text.removeprefix(_SEALED)
        try:
            raw = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
            return self._cipher.decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], place.encode())
        except (binascii.Error, ValueError, InvalidTag):
            raise WrongKey("this was sealed with another key, for another place, or has changed since") from None


def is_sealed(text: str) -> bool:
    """Whether this is a sealed text, and not a plain one of an older version."""
    return text.startswith(_SEALED)


def key_of(folder: Path, mark: bytes | None) -> Vault:
    """The vault of a data folder.

    Args:
        folder: with the key in it. A key that is missing is made, if nothing has been sealed.
        mark: of the key with which the database has been sealed; None if nothing has been.

    Raises:
        WrongKey: the key is missing, damaged or another one; the message names the file and says what to do.
        OSError: the file cannot be read or written.
    """
    path = folder / KEY_FILE
    if not path.exists():
        if mark is not None:
            raise WrongKey(f"{path} is missing, and the matches of this folder are sealed with it; put it back from your backup")
        make_key(path)
    path.chmod(0o600)
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise WrongKey(f"{path} must hold {KEY_BYTES} bytes, not {len(key)}; put it back from your backup")
    vault = Vault(key)
    if mark not in (None, vault.mark):
        raise WrongKey(f"{path} is not the key with which the matches of this folder are sealed; put that one back from your backup")
    return vault


def make_key(path: Path, key: bytes | None = None) -> None:
    """A key, a new one by default: whole and on disk, or not there at all, and readable by its owner alone."""
    fresh = path.with_suffix(".new")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(secrets.token_bytes(KEY_BYTES) if key is None else key)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Have a file, or the names in a folder, on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
