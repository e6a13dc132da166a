"""Time to look at the board before the first claim: as the referee keeps it."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Seat
from deathmatch.match.clock import Face
from deathmatch.match.dealer import Dealer
from deathmatch.match.journal import LateError
from tests.games.guidance_rite.matches import BY_NAME
from tests.live import LiveMatch as Match

DEAL = "board R1 R2 R3 | C1 C2 C3 | L15 L26 L37"
STAGES = ((3_000, "time to look"), (1_000, "time to claim"))


def claiming(*, untimed: bool = False, **given: Any) -> Match:
    """A match whose board lies since moment 0, with two seconds to look at it and one to claim."""
    options = {"size": "3x3", "best_of": "1", "time_look": 2, "time_claim": 1, **given}
    dealer = Dealer(bytes(32), BySeat(b"", b""))
    match = Match(BY_NAME["guardians"], options, names=BySeat("Ada", "Bob"), dealer=dealer, by_hand=True, untimed=untimed)
    match.start(0)
    match.deal(DEAL, 0, 0)
    return match


def test_with_a_review_nothing_is_accepted_until_the_time_to_look_is_over() -> None:
    """Sentence 25 of the hosts' list (as-written W2); it is the same for both seats, and only the first claim on a board has it."""
    match = claiming(review="yes")
    assert match.seen(PUBLIC, 500).clocks == BySeat(*[Face(2_500, 0, True, STAGES, True)] * 2)
    for seat in SEATS:
        for text in ("claim A1 A2", "claim A1 A1", "nonsense"):
            with pytest.raises(LateError, match=r"^time to look: an answer is accepted in 2 seconds$"):
                match.submit(seat, text, 1, 900)
    match.pause(1_000)
    match.resume(11_000)
    with pytest.raises(LateError, match=r"in 1 second$"):
        match.submit(Seat.A, "claim A1 A2", 1, 11_999)
    match.submit(Seat.A, "claim A1 A2", 1, 12_000)
    match.submit(Seat.B, "claim B1 B2", 1, 12_001)
    match.submit(Seat.A, "claim C1 C2", 2, 12_002)
    assert match.resign(Seat.B, 12_003)


def test_without_a_clock_there_is_no_review_and_a_player_may_resign_in_one() -> None:
    assert claiming(review="yes").resign(Seat.A, 100)
    match = claiming(review="yes", untimed=True)
    match.submit(Seat.A, "claim A1 A2", 1, 0)
