"""Live randomness that anyone can check afterwards. docs/dealing.md is the specification, with test vectors.

In short: the server fixes a seed and publishes its SHA-256, the commitment; then each seat's page adds a nonce of its own; the key of the
match is made from all three; every deal has a source of its own, named by the number of its event in the record.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import BySeat, Seat

SEED_BYTES = 32
LATER_SEEDS = 15  # that a dealer has in reserve
NONCE_BYTES = 16  # 128 bits; a seat without a page of its own, such as a bot, adds none


class Stream(NamedTuple):
    """Which random numbers decide the deals: rulings change them, so that a deal that somebody has seen does not fall again.

    Attributes:
        backs: how many rulings have taken the match back so far.
        seed: which of the dealer's seeds counts; 0 until a match goes on that was over, when everybody may know that one.
    """

    backs: int = 0
    seed: int = 0


FIRST = Stream()
"""The one of a match without rulings."""


def first_seed(reserve: bytes) -> bytes:
    """The seed whose later seeds, up to this last one, can be checked against it: each is the SHA-256 of the one after it."""
    return _hashed(reserve, LATER_SEEDS)


def _hashed(seed: bytes, times: int) -> bytes:
    for _ in range(times):
        seed = hashlib.sha256(seed).digest()
    return seed


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
            self._bytes += hmac.digest(self._key, f"{self._label}:{self._blocks}".encode("utf-8", "surrogatepass"), "sha256")
            self._blocks += 1
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken


@dataclass(frozen=True, slots=True, repr=False)
class Dealer:
    """Deals for one match.

    Attributes:
        seed: 32 bytes that the server chose before any player sat down; secret until the match is over.
        nonces: the bytes that each seat added after the server published the commitment; 16, or none.
        reserve: the last of the later seeds (`first_seed`); empty if there are none.
    """

    seed: bytes
    nonces: BySeat[bytes]
    reserve: bytes = b""
    _key: bytes = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(self.seed)}")
        for nonce in self.nonces:
            if len(nonce) not in (0, NONCE_BYTES):
                raise ValueError(f"a nonce has {NONCE_BYTES} bytes, or none, not {len(nonce)}")
        if self.reserve and first_seed(self.reserve) != self.seed:
            raise ValueError("the later seeds do not lead back to the first one")
        object.__setattr__(self, "_key", self._key_of(self.seed))

    def _key_of(self, seed: bytes) -> bytes:
        label = f"deathmatch 1 key {self.nonces.a.hex() or '-'} {self.nonces.b.hex() or '-'}"
        return hmac.digest(seed, label.encode(), "sha256")

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, in hexadecimal digits. The server publishes it before the first nonce comes in."""
        return hashlib.sha256(self.seed).hexdigest()

    @property
    def later_seeds(self) -> int:
        """How many later seeds there are."""
        return LATER_SEEDS if self.reserve else 0

    def later_seed(self, number: int) -> bytes:
        """One of the later seeds, from 1. It tells nothing of those after it."""
        assert 1 <= number <= self.later_seeds, f"there is no later seed {number}"
        return _hashed(self.reserve, LATER_SEEDS - number)

    def source(self, event: int, stream: Stream = FIRST) -> HmacSource:
        """The source of the deal that is the `event`-th event of the record; the first event is 1."""
        key = self._key_of(self.later_seed(stream.seed)) if stream.seed else self._key
        return HmacSource(key, f"{event}/{stream.backs}" if stream.backs else str(event))

    def named(self, label: str) -> HmacSource:
        """The source of a chance event that is no event of the record, such as a toss before the match. No label is a number."""
        return HmacSource(self._key, label)


# --- The coin before a match, kept in the record as a tag


Face: TypeAlias = Literal["sun", "moon"]
"""The faces of the coin. Without a call the sun is seat A's and the moon seat B's."""

FACES: Final[tuple[Face, Face]] = ("sun", "moon")
COIN: Final = "coin"
"""The label of the source of the toss, and the key of the tag."""


def toss(dealer: Dealer) -> Face:
    """The face on which the coin of this match falls: it follows from the seed and both nonces, as every deal does."""
    return FACES[dealer.named(COIN).below(len(FACES))]


def toss_winner(face: Face, caller: str, call: str) -> str:
    """The seat that wins the toss: the caller if the call was right, else the other seat; without a caller, the seat of the face."""
    if not caller:
        return "A" if face == FACES[0] else "B"
    return caller if call == face else Seat(caller).other.value


def coin_tag(face: Face, won: str, sets: str, caller: str, call: str) -> str:
    """The text of the tag: the face, the winner, the option that the toss set, and the call if there was one: `sun B first A:moon`."""
    return f"{face} {won} {sets}" + (f" {caller}:{call}" if caller else "")


# --- The game chosen by lot, kept in the record as a tag


LOT: Final = "lot"
"""The label of the source of the lot, and the key of the tag."""


def allot(dealer: Dealer, games: int) -> int:
    """The place, from 0, of the game on which the lot of this match falls: it follows from the seed and both nonces, as every deal does."""
    return dealer.named(LOT).below(games)


def lot_tag(place: int, games: Sequence[str]) -> str:
    """The text of the tag: the number of the game, from 1, and all games of the list: `2 GAME/VARIANT GAME/VARIANT`."""
    return " ".join([str(place + 1), *games])
