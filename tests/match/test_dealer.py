from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from deathmatch.core.seats import BySeat
from deathmatch.match.dealer import Dealer, HmacSource, allot, toss
from tests import toy
from tests.live import LiveMatch as Match

DOC = Path(__file__).parents[2] / "docs" / "dealing.md"
SEED = bytes(range(32))
NONCE = bytes(range(0xA0, 0xB0))


def fenced(language: str) -> str:
    matched = re.search(rf"^```{language}\n(.*?)^```$", DOC.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert matched is not None
    return matched[1]


def vectors() -> dict[str, str]:
    """Name and value of each line of the test vectors."""
    rows = (re.split(r" {2,}", line, maxsplit=1) for line in fenced("vectors").splitlines())
    return {name: value.strip() for name, value in rows}


# The specification once more, in other words than the program: a generator of bytes, and powers instead of masks.


def sha(key: bytes, message: str) -> bytes:
    return hmac.new(key, message.encode("ascii"), hashlib.sha256).digest()


def stream(key: bytes, event: int | str) -> Iterator[int]:
    block = 0
    while True:
        yield from sha(key, f"{event}:{block}")
        block += 1


def number(octets: Iterator[int], bound: int) -> int:
    bits = len(bin(bound - 1)) - 2 if bound > 1 else 0
    while bits:
        value = 0
        for octet in islice(octets, -(-bits // 8)):
            value = 256 * value + octet
        if value % 2**bits < bound:
            return value % 2**bits
    return 0


def test_the_vectors_of_the_document_follow_from_the_specification_and_from_the_program() -> None:
    said = vectors()
    assert (said["seed"], said["nonce A"], said["nonce B"]) == (SEED.hex(), NONCE.hex(), "-")
    dealer = Dealer(SEED, BySeat(NONCE, b""))
    assert said["commitment"] == hashlib.sha256(SEED).hexdigest() == dealer.commitment
    key = sha(SEED, f"deathmatch 1 key {NONCE.hex()} -")
    assert said["key"] == key.hex()
    checked = 0
    for name, value in said.items():
        kind, _, label = name.partition(" ")
        if kind == "block":
            assert value == sha(key, label).hex()
        elif kind == "numbers":
            _, bound, *numbers = value.split()
            octets, source = stream(key, int(label)), dealer.source(int(label))
            assert [int(n) for n in numbers] == [number(octets, int(bound)) for _ in numbers]
            assert [int(n) for n in numbers] == [source.below(int(bound)) for _ in numbers]
        elif kind == "shuffle":
            cards = list(range(13))
            dealer.source(int(label)).shuffle(cards)
            assert [int(n) for n in value.split()[4:]] == cards
        elif kind == "coin":
            face = number(stream(key, "coin"), 2)
            assert value == ("sun", "moon")[face] == toss(dealer)
        elif kind == "lot":
            games = int(label.removeprefix("of "))
            assert int(value) == number(stream(key, "lot"), games) + 1 == allot(dealer, games) + 1
        else:
            continue
        checked += 1
    assert checked == 15


@pytest.mark.parametrize("bound", [1, 2, 3, 10, 255, 256, 257, 2**16, 2**53, 2**64 + 1])
def test_a_number_is_below_its_bound_and_is_that_of_the_specification(bound: int) -> None:
    source, octets = HmacSource(b"key", "5"), stream(b"key", 5)
    numbers = [source.below(bound) for _ in range(200)]
    assert numbers == [number(octets, bound) for _ in range(200)]
    assert all(0 <= n < bound for n in numbers)


def test_a_bound_of_one_takes_nothing() -> None:
    source = HmacSource(b"key", "5")
    assert [source.below(1), source.below(10)] == [0, HmacSource(b"key", "5").below(10)]


def test_every_number_comes_up_about_equally_often() -> None:
    source = HmacSource(b"key", "uniform")
    counts = Counter(source.below(10) for _ in range(20_000))
    assert sum((count - 2000) ** 2 / 2000 for count in counts.values()) < 27.9  # chi-squared, 9 degrees, p = 0.001; the seed is fixed


def test_deals_of_one_match_do_not_depend_on_each_other() -> None:
    dealer = Dealer(SEED, BySeat(b"", b""))
    ahead = dealer.source(9).below(2**53)
    dealer.source(8).below(1000)
    assert dealer.source(9).below(2**53) == ahead
    assert dealer.source(8).below(2**53) != ahead


def test_seed_and_either_nonce_change_every_deal() -> None:
    dealers = [
        Dealer(SEED, BySeat(b"", b"")),
        Dealer(bytes(32), BySeat(b"", b"")),
        Dealer(SEED, BySeat(NONCE, b"")),
        Dealer(SEED, BySeat(b"", NONCE)),
        Dealer(SEED, BySeat(NONCE, NONCE)),
    ]
    assert len({dealer.source(1).below(2**53) for dealer in dealers}) == len(dealers)
    assert len({dealer.commitment for dealer in dealers}) == 2


@pytest.mark.parametrize(("seed", "nonce"), [(b"", b""), (bytes(31), b""), (SEED, b"x"), (SEED, bytes(17))])
def test_a_seed_or_nonce_of_another_length_is_refused(seed: bytes, nonce: bytes) -> None:
    with pytest.raises(ValueError, match="bytes"):
        Dealer(seed, BySeat(b"", nonce))


def test_nothing_is_below_zero() -> None:
    with pytest.raises(AssertionError):
        HmacSource(b"key", "1").below(0)


def test_anybody_can_check_a_match_as_the_document_says() -> None:
    scope: dict[str, object] = {}
    exec(fenced("python"), scope)
    scope["find"] = toy.find
    honest = scope["honest"]
    assert callable(honest)
    match = Match(toy.VARIANTS[0], {"rounds": 3, "onlookers": 2}, names=BySeat("", ""), dealer=Dealer(SEED, BySeat(NONCE, b"")))
    match.start(0)
    for now in range(1, 10_000_000, 100_000):  # the clocks alone play it to its end
        match.expire(now)
    assert match.over is not None
    record = match.record()
    assert record.count("deal ") == 4
    assert honest(record, SEED.hex(), NONCE.hex(), "")
    assert not honest(record, SEED.hex(), "", NONCE.hex())
    refill = re.search(r"deal refill (\d)", record)
    assert refill is not None
    assert not honest(record.replace(refill[0], f"deal refill {9 - int(refill[1])}", 1), SEED.hex(), NONCE.hex(), "")


def test_later_seeds_lead_back_to_the_first_one() -> None:
    with pytest.raises(ValueError, match="do not lead back"):
        Dealer(bytes(32), BySeat(b"", b""), bytes(32))
