"""Live randomness that anyone can check afterwards. docs/dealing.md is the specification, with test vectors.

In short: the server fixes a seed and publishes its SHA-256, the commitment; then each seat's page adds a nonce of its own; the key of the
match is made from all three; every deal has a source of its own, named by the number of its event in the record.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field

from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import BySeat

SEED_BYTES = 32
NONCE_BYTES = 16  # 128 bits; a seat without a page of its own, such as a bot, adds none


class HmacSource(RandomSource):
    """The one seeded generator of the project: HMAC-SHA256 in counter mode, with rejection sampling.

    Block i, counted from 0, is HMAC-SHA256(key, "LABEL:i"); the blocks one after another are the stream of bytes.
    """

    def __init__(self, key: bytes, label: str) -> None:
        self._key = key
        self._label = label
        self._blocks = 0  # made so far
        self._bytes = b""  # of the stream, not used yet

    def below(self, bound: int, /) -> int:
        """A whole number from 0 to `bound` - 1, each equally likely.

        With k the number of bits of `bound` - 1, takes ceil(k / 8) bytes off the stream, most significant first, and of them the low k
        bits; if that is not below `bound`, takes the next ones. A bound of 1 takes nothing.
        """
        assert bound >= 1, f"nothing is below {bound}"
        bits = (bound - 1).bit_length()
        if bits == 0:
            return 0
        count = (bits + 7) // 8
        mask = (1 << bits) - 1
        while True:
            value = int.from_bytes(self._take(count), "big") & mask
            if value < bound:
                return value

    def _take(self, count: int) -> bytes:
        while len(self._bytes) < count:
            self._bytes += hmac.digest(self._key, f"{self._label}:{self._blocks}".encode(), "sha256")
            self._blocks += 1
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken


@dataclass(frozen=True, slots=True, repr=False)
class Dealer:
    """Deals for one match.

    Attributes:
        seed: 32 bytes that the server chose before any player sat down; secret until the match is over.
        nonces: the bytes that each seat added after the server published the commitment; 16, or none.
    """

    seed: bytes
    nonces: BySeat[bytes]
    _key: bytes = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(self.seed)}")
        for nonce in self.nonces:
            if len(nonce) not in (0, NONCE_BYTES):
                raise ValueError(f"a nonce has {NONCE_BYTES} bytes, or none, not {len(nonce)}")
        label = f"deathmatch 1 key {self.nonces.a.hex() or '-'} {self.nonces.b.hex() or '-'}"
        object.__setattr__(self, "_key", hmac.digest(self.seed, label.encode(), "sha256"))

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, in hexadecimal digits. The server publishes it before the first nonce comes in."""
        return hashlib.sha256(self.seed).hexdigest()

    def source(self, event: int) -> HmacSource:
        """The source of the deal that is the `event`-th event of the record; the first event is 1."""
        return HmacSource(self._key, str(event))
