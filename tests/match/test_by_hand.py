"""Deals made by hand: which ones a host may make, and what the match says of them afterwards."""

from __future__ import annotations

import pytest

from deathmatch import games
from deathmatch.core.errors import Illegal
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.match.dealer import Dealer
from deathmatch.match.journal import Dealt, Started, Submitted
from tests import toy
from tests.live import LiveMatch as Match


def test_at_a_table_of_an_older_server_every_deal_was_made_by_the_host() -> None:
    given: dict[str, str | int] = {"first": "A", "holds": 1}
    match = Match(games.find("letter-hunt/gambit"), given, names=BySeat("", ""), dealer=Dealer(bytes(32), BySeat(b"", b"")), by_hand=True)
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
    given: dict[str, str | int] = {"first": "A", "holds": 0, "onlookers": 3}
    match = Match(games.find("letter-hunt/gambit"), given, names=BySeat("", ""), dealer=Dealer(bytes(32), BySeat(b"", b"")), by_hand=True)
    match.start(0)
    match.deal("hands A:ABCDE B:FGHIJ", match.ply, 1)
    assert match.now.owing == (Seat.A,), "the onlookers have their letters"
    assert match.now.dealt_by_hand == (1,)


def test_the_dealer_picks_for_seats_that_were_late_because_the_offers_are_hidden() -> None:
    given: dict[str, str | int] = {"first": "A"}
    dealer = Dealer(bytes(32), BySeat(b"", b""))
    match = Match(games.find("letter-hunt/colosseum"), given, names=BySeat("", ""), dealer=dealer, by_hand=True)
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
    dealer = Dealer(bytes(32), BySeat(b"", b""))
    tags = (("By-Hand", "7"), ("event", "Cup"))
    match = Match(toy.VARIANTS[0], {}, names=BySeat("", ""), tags=tags, dealer=dealer, by_hand=True)
    match.start(0)
    match.deal("cards A:1 B:2", 0, 1)
    assert [line for line in match.record().splitlines() if line.startswith("tag")] == ["tag event Cup", "tag by-hand 1"]


def test_the_submissions_of_a_match_are_those_that_were_revealed() -> None:
    match = Match(toy.VARIANTS[0], {}, names=BySeat("", ""), dealer=Dealer(bytes(32), BySeat(b"", b"")))
    match.start(0)
    match.submit(Seat.B, "bid 0", 1, 1)
    assert match.now.submissions() == ()
    match.submit(Seat.A, "BID 0", 1, 2)
    assert [tuple(one) for one in match.now.submissions()] == [(2, 1, Seat.B, "bid 0"), (3, 1, Seat.A, "bid 0")]
    deadline = match.deadline()
    assert deadline is not None
    match.expire(deadline + 1)  # a time-out and a refill: no submissions
    bids = match.ply
    match.submit(Seat.A, "bid 0", bids, deadline + 2)
    match.resign(Seat.B, deadline + 3)
    assert len(match.now.submissions()) == 2
    assert {one.seat for one in match.now.submissions()} == set(SEATS)
