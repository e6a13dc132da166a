"""The dealer: numbers from seeds, deals by hand, and receipts."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from deathmatch import games
from deathmatch.core.errors import Illegal
from deathmatch.core.seats import BySeat, Seat
from deathmatch.match.dealer import Dealer, HmacSource, allot, toss
from deathmatch.match.journal import Dealt, Started, Submitted, receipt_nonce
from tests import toy
from tests.live import LiveMatch as Match

DOC = Path(__file__).parents[2] / "docs" / "dealing.md"
SEED = bytes(range(32))
NONCE = bytes(range(0xA0, 0xB0))
ZERO = Dealer(bytes(32), BySeat(b"", b""))


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


@pytest.mark.parametrize(("seed", "nonce"), [(b"", b""), (bytes(31), b""), (SEED, b"x"), (SEED, bytes(17))])
def test_a_seed_or_nonce_of_another_length_is_refused(seed: bytes, nonce: bytes) -> None:
    with pytest.raises(ValueError, match="bytes"):
        Dealer(seed, BySeat(b"", nonce))


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


def by_hand(variant: str, **given: str | int) -> Match:
    """A match of Letter Hunt whose host deals."""
    return Match(games.find(f"letter-hunt/{variant}"), given, names=BySeat("", ""), dealer=ZERO, by_hand=True)


def test_at_a_table_of_an_older_server_every_deal_was_made_by_the_host() -> None:
    match = by_hand("gambit", first="A", holds=1)
    match.replay([Started(0), Dealt(1, "hands A:ABCDE B:FGHIJ"), Submitted(2, Seat.A, 1, "hold A"), Submitted(3, Seat.B, 1, "hold F")])
    assert match.deadline() is not None  # its host owed the redraw, which the dealer makes now
    waiting = match.now
    match.replay([Dealt(4, "redraw A:BCDE B:GHIJ")])
    assert "tag by-hand 1 4\n" in match.record()
    later = waiting.fold(waiting.expire(5))
    assert later.dealt_by_hand == (1,)
    with pytest.raises(Illegal, match="the dealer makes this deal"):
        waiting.deal("redraw A:BCDE B:GHIJ", waiting.ply, 4)


def test_the_deals_of_the_dealer_follow_that_of_the_host_at_once() -> None:
    match = by_hand("gambit", first="A", holds=0, onlookers=3)
    match.start(0)
    match.deal("hands A:ABCDE B:FGHIJ", match.ply, 1)
    assert match.now.owing == (Seat.A,), "the onlookers have their letters"
    assert match.now.dealt_by_hand == (1,)


def test_the_dealer_picks_for_seats_that_were_late_because_the_offers_are_hidden() -> None:
    match = by_hand("colosseum", first="A")
    match.start(0)
    match.deal("offer A:EJLMPSTV B:ACDHNRXY", 0, 1)
    deadline = match.deadline()
    assert deadline is not None
    match.expire(deadline + 1)
    assert [entry.split()[0] for entry in match.record().splitlines()[-2:]] == ["B", "deal"]
    assert match.now.dealt_by_hand == (1,)
    with pytest.raises(Illegal):
        match.deal("pick A:LMSTV B:HNRXY", match.ply, deadline + 2)


def test_the_key_of_the_tag_belongs_to_the_match() -> None:
    tags = (("By-Hand", "7"), ("event", "Cup"))
    match = Match(toy.VARIANTS[0], {}, names=BySeat("", ""), tags=tags, dealer=ZERO, by_hand=True)
    match.start(0)
    match.deal("cards A:1 B:2", 0, 1)
    assert [line for line in match.record().splitlines() if line.startswith("tag")] == ["tag event Cup", "tag by-hand 1"]


def test_each_receipt_has_a_nonce_of_its_own() -> None:
    secret = bytes(range(32))
    places = [("abc", 7, Seat.B), ("abd", 7, Seat.B), ("abc", 8, Seat.B), ("abc", 7, Seat.A)]
    nonces = [*(receipt_nonce(secret, *place) for place in places), receipt_nonce(bytes(32), *places[0])]
    assert len(set(nonces)) == 5
    assert {len(bytes.fromhex(one)) for one in nonces} == {32}
