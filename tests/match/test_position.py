from __future__ import annotations

import pytest

from deathmatch.core.errors import Illegal, Malformed
from deathmatch.core.game import Variant
from deathmatch.core.seats import Seat
from deathmatch.match.position import DEAL, By, Position, look
from tests import toy

TOY = toy.VARIANTS[0]
CARDS = "cards A:3 B:7"


def begin(variant: Variant = TOY, **given: int | str) -> Position:
    return Position.start(variant, variant.bind(given)[1])


def after(*events: str, variant: Variant = TOY, **given: int | str) -> Position:
    position = begin(variant, **given)
    for event in events:
        actor, _, text = event.partition(" ")
        position, _ = position.accept(actor, text)
    return position


def refused(position: Position, actor: str, text: str, by: By = By.RECORD) -> str:
    with pytest.raises((Malformed, Illegal)) as caught:
        position.accept(actor, text, by)
    return str(caught.value)


def test_a_deal_is_owed_by_chance_alone() -> None:
    position = begin()
    assert position.actors == (DEAL,)
    assert position.owing == ()
    assert refused(position, "A", "bid 1") == "A owes nothing now (toy R1)"
    assert refused(position, "A", "timeout") == "A owes nothing now (toy R1)"
    position, text = position.accept(DEAL, " CARDS  a:3 b:7")
    assert text == CARDS
    assert refused(position, DEAL, CARDS) == "no deal is due now (toy R1)"


def test_the_first_submission_waits_sealed_and_the_question_stays_open() -> None:
    before = after(f"deal {CARDS}")
    sealed, text = before.accept("A", "BID  2")
    assert text == "bid 2"
    assert (sealed.state, sealed.ply, sealed.owing, sealed.waiting) == (before.state, before.ply, (Seat.B,), (Seat.A,))
    assert refused(sealed, "A", "bid 2") == "A owes nothing now (toy R1)"
    assert refused(sealed, "A", "timeout") == "A owes nothing now (toy R1)"
    done, _ = sealed.accept("B", "bid 5")
    assert done.ply == before.ply + 1
    assert done.waiting == ()


def test_a_resignation_voids_what_waits() -> None:
    sealed = after(f"deal {CARDS}", "A bid 2")
    for seat in ("A", "B"):
        done, _ = sealed.accept(seat, "resign")
        assert done == after(f"deal {CARDS}", f"{seat} resign")
        assert look(done, Seat.A).submitted is None


def test_refusals_come_in_the_order_of_the_book() -> None:
    over = after(f"deal {CARDS}", "A resign")
    for actor, text in (("A", "resign"), ("B", "bid 1"), ("B", "timeout"), (DEAL, CARDS), (DEAL, "resign")):
        assert refused(over, actor, text) == "the match is over (toy R1)"
    turn = after(f"deal {CARDS}", "A bid 2", "B bid 3")
    assert refused(turn, "A", "nonsense") == "A owes nothing now (toy R1)"
    assert refused(turn, "B", "nonsense").endswith("(toy R3)")
    assert refused(turn, DEAL, "refill 1") == "no deal is due now (toy R1)"


def test_only_clock_and_record_enter_a_time_out() -> None:
    position = after(f"deal {CARDS}")
    assert refused(position, "A", "timeout", By.PLAYER) == "timeout is entered by the clock, never by a player (toy R1)"
    for by in (By.CLOCK, By.RECORD):
        assert position.accept("A", "TIMEOUT", by)[1] == "timeout"


def test_live_play_alone_asks_for_the_word() -> None:
    turn = after(f"deal {CARDS}", "A bid 2", "B bid 3")
    assert turn.accept("B", "say xyz")[1] == "say XYZ"
    assert turn.accept("B", "say cat", By.PLAYER, toy.Words())[1] == "say CAT"
    with pytest.raises(Illegal, match=r"XYZ is not in the list \(toy R3\)"):
        turn.accept("B", "say xyz", By.PLAYER, toy.Words())


def test_what_breaks_a_rule_is_illegal_and_what_cannot_be_read_malformed() -> None:
    position = after(f"deal {CARDS}")
    with pytest.raises(Illegal, match="you may bid 3 at most"):
        position.accept("A", "bid 4")
    with pytest.raises(Malformed):
        position.accept("A", "bid four")
    with pytest.raises(Illegal, match="the two numbers differ"):
        begin().accept(DEAL, "cards A:3 B:3")


def test_an_actor_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="actor must be A, B, deal or host, not 'C'"):
        begin().accept("C", "bid 1")
    with pytest.raises(ValueError, match="A has no decision here; no seat is asked"):
        begin().decision(Seat.A)
