"""Checksums of everything that is kept: a damaged value is noticed when it is read.

Each entry has the checksum of itself and of the one before it, so an entry that is missing, doubled or in another place is found too.
They guard against faults of disks. They are no signature: a person who can write the file can make them again.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import TypeAlias

Stored: TypeAlias = int | str | bytes | None
"""A value of a column."""

BYTES = 16
EMPTY = b""
"""The head of a log without entries: the checksum before the first one."""


def checksum(values: Iterable[object]) -> bytes:
    """The checksum of the values of a row, with their kinds and lengths: no two rows are the same text."""
    digest = blake2b(digest_size=BYTES)
    for value in values:
        if isinstance(value, bytes):
            raw = value
        elif isinstance(value, str):
            raw = value.encode("utf-8", "surrogateescape")
        else:
            raw = repr(value).encode()
        digest.update(f"{type(value).__name__} {len(raw)} ".encode())
        digest.update(raw)
    return digest.digest()


def chained(head: bytes, match: str, n: int, body: bytes) -> bytes:
    """The checksum of entry `n`, after a log whose last one is `head`."""
    return checksum((head, match, n, body))
