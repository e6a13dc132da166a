"""Receipts: each seat gets a commitment to each of its submissions, which anybody who has the record can check after the match.

docs/dealing.md is the specification. A nonce keeps a receipt from giving the submission away; it follows from a secret of the match, so a
receipt is the same whenever it is asked for, and survives a restart.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import NamedTuple

from deathmatch.core.seats import Seat


class RecordedSubmission(NamedTuple):
    """A submission that has been revealed and stands in the record.

    Attributes:
        event: its number in the record, from 1.
        ply: of the question that it answered.
        seat: who submitted it.
        text: canonical.
    """

    event: int
    ply: int
    seat: Seat
    text: str


def nonce(secret: bytes, match: str, ply: int, seat: Seat) -> str:
    """The nonce of the receipt for this seat's answer to question `ply`: 64 hexadecimal digits, secret until the receipt is opened."""
    return hmac.digest(secret, f"deathmatch 1 nonce {match} {ply} {seat}".encode(), "sha256").hex()


def receipt(secret: bytes, match: str, ply: int, seat: Seat, text: str) -> str:
    """The receipt for a submission, in canonical text: 64 hexadecimal digits. Nobody without its nonce can learn the text from it."""
    opened = f"deathmatch 1 receipt {match} {ply} {seat} {nonce(secret, match, ply, seat)} {text}"
    return hashlib.sha256(opened.encode()).hexdigest()
