from __future__ import annotations

from hashlib import sha256

from deathmatch.core.seats import Seat
from deathmatch.match.dealer import receipt, receipt_nonce


def test_a_receipt_is_that_of_the_document() -> None:
    secret = bytes(range(32))
    made = receipt(secret, "abc", 7, Seat.B, "bid 3")
    assert made == sha256(f"deathmatch 1 receipt abc 7 B {receipt_nonce(secret, 'abc', 7, Seat.B)} bid 3".encode()).hexdigest()


def test_each_receipt_has_a_nonce_of_its_own() -> None:
    secret = bytes(range(32))
    places = [("abc", 7, Seat.B), ("abd", 7, Seat.B), ("abc", 8, Seat.B), ("abc", 7, Seat.A)]
    nonces = [*(receipt_nonce(secret, *place) for place in places), receipt_nonce(bytes(32), *places[0])]
    assert len(set(nonces)) == 5
    assert {len(bytes.fromhex(one)) for one in nonces} == {32}
