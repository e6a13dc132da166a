"""Clocks: what they count, and what is given back to a slow connection."""

from __future__ import annotations

import re

import msgspec
import pytest

from deathmatch import games
from deathmatch.core.errors import Illegal
from deathmatch.core.game import Ask, Clock, HostLine
from deathmatch.core.optional import ClosedGame, any_line
from deathmatch.core.options import Values
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Eye, Seat
from deathmatch.match.clock import Clocks, Face
from deathmatch.match.dealer import Dealer, HmacSource
from deathmatch.match.journal import KINDS, LateError, Paused, Submitted, TimedOut
from deathmatch.match.record import read, write
from deathmatch.match.reel import Reel
from deathmatch.match.replay import positions
from tests.live import LiveMatch
from tests.match.test_match import begin, fold, to_turn
from tests.match.test_record import find

A, B = SEATS
VALUES: Values = {"time_turn": 20, "time_look": 10, "time_bid": 30, "bank": 15}
TURN = Clock(("time_turn", "time_look"), bank=True)


def opened(clock: Clock, seat: Seat = Seat.A, now: int = 0) -> Clocks:
    return Clocks.full(VALUES).opened({seat: clock}, VALUES, now)


def test_what_the_times_are_for_shows_from_when_to_when() -> None:
    look = Clock(("time_turn", "time_look"), bank=True, stages=("time to turn", "time to look"))
    stages = ((30_000, "time to turn"), (10_000, "time to look"))
    clocks = opened(look)
    assert clocks.faces(1_000).a == Face(29_000, 15_000, True, stages)
    assert clocks.paused(2_000).resumed(9_000).faces(9_500).a == Face(27_500, 15_000, True, stages)
    assert clocks.closed(Seat.A, 5_000).faces(6_000).a.stages == ()


def test_the_bank_serves_once_the_decisions_own_time_is_spent() -> None:
    clocks = opened(TURN)
    assert clocks.faces(30_000).a == Face(0, 15_000, True)
    assert clocks.faces(34_000).a == Face(0, 11_000, True)
    assert clocks.closed(Seat.A, 34_000).faces(50_000).a == Face(0, 11_000, False)


def test_an_empty_bank_leaves_every_decision_its_own_time() -> None:
    clocks = opened(TURN).closed(Seat.A, 45_000).opened({Seat.A: TURN}, VALUES, 45_000)
    assert clocks.faces(45_000).a == Face(30_000, 0, True)
    assert clocks.deadline() == 75_001


def test_who_ran_out_first_is_late_first() -> None:
    clocks = Clocks.full(VALUES).opened(dict.fromkeys(SEATS, TURN), VALUES, 0)
    assert clocks.late(50_000) == (Seat.A, Seat.B)
    poorer = clocks.closed(Seat.B, 32_000).closed(Seat.A, 31_000).opened(dict.fromkeys(SEATS, TURN), VALUES, 40_000)
    assert poorer.late(90_000) == (Seat.B, Seat.A)
    assert poorer.deadline() == 40_000 + 30_000 + 13_000 + 1


END = 31_000  # the last moment of the first question, which opens at 1000 and allows 30 s


def test_a_slow_connection_may_be_late_by_what_is_given_back_and_no_more() -> None:
    match, _ = begin()
    assert match.submit(A, "bid 0", 1, END + 300, 300) == (Submitted(END + 300, A, 1, "bid 0", 300),)
    with pytest.raises(LateError):
        match.submit(B, "bid 0", 1, END + 301, 300)
    with pytest.raises(LateError):
        match.submit(B, "bid 0", 1, END + 1)


@pytest.mark.parametrize(("allowance", "bank"), [(0, 13_000), (400, 13_400), (5_000, 15_000)])
def test_the_bank_pays_what_a_decision_took_less_what_is_given_back(allowance: int, bank: int) -> None:
    match, _ = begin()
    turn, seat = to_turn(match)
    spent = turn[-1].at + match.seen(seat, turn[-1].at).clocks[seat].left + 2_000
    events = match.submit(seat, "say cat", match.ply, spent, allowance)
    assert match.seen(seat, spent).clocks[seat].bank == bank
    again, _ = begin()
    to_turn(again)
    again.replay(events)
    assert again.seen(seat, spent + 9_000) == match.seen(seat, spent + 9_000)


def test_the_record_says_what_was_charged_and_replays_as_any_other() -> None:
    match, journal = begin()
    journal += [*match.submit(A, "bid 0", 1, 21_000, 500), *match.submit(B, "bid 0", 1, END + 200, 400)]
    record = match.record()
    assert "A bid 0 @19.5\nB bid 0 @29.8\n" in record
    assert fold(match, journal).record() == write(read(record, find)) == record
    assert max(position.ply for position in positions(read(record, find))) == match.ply


def test_a_quick_answer_gains_no_more_than_it_took() -> None:
    match, _ = begin()
    assert match.submit(A, "bid 0", 1, 1_100, 500) == (Submitted(1_100, A, 1, "bid 0", 100),)


def test_no_time_out_comes_while_a_seat_may_still_be_late() -> None:
    match, _ = begin()
    allowed = BySeat(500, 0)
    assert match.now.deadline(allowed) == END + 1  # B's
    assert match.now.deadline(BySeat(500, 200)) == END + 201
    assert match.now.expire(END, allowed) == ()
    assert match.now.expire(END + 500, allowed) == (TimedOut(END + 500, B, 1),)
    assert [event.seat for event in match.now.expire(END + 501, allowed) if isinstance(event, TimedOut)] == [A, B]
    assert match.now.pause(END + 500, BySeat(500, 500)) == (Paused(END + 500),)
    assert [type(event) for event in match.now.pause(END + 500, allowed)] == [TimedOut, Paused]


def test_an_answer_that_came_in_before_an_event_that_is_known_is_judged_by_when_it_came_in() -> None:
    match, journal = begin()
    journal += match.submit(B, "bid 0", 1, END + 250, 400)
    journal += match.submit(A, "bid 0", 1, END - 10)  # it was on its way all the while
    assert journal[-1] == Submitted(END + 250, A, 1, "bid 0", 260)
    assert "A bid 0 @29.99\n" in match.record()
    assert fold(match, journal).record() == match.record()


def test_a_journal_of_before_reads_as_it_did() -> None:
    old = {"at": 5, "seat": "A", "ply": 1, "text": "bid 0"}
    assert msgspec.convert(old, KINDS["submitted"]) == Submitted(5, A, 1, "bid 0", 0)


# --- A move that comes too late: it is told whose time was up and when, and refused in the order of rules/README.md


def test_a_late_answer_is_told_whose_time_was_up_and_when() -> None:
    match, _ = begin()
    match.submit(A, "bid 0", 1, 2000)
    match.expire(31_020)
    with pytest.raises(LateError, match=r"^the time of B for question 1 was up 2\.5 s before this came in, and the current question is 2$"):
        match.submit(B, "bid 0", 1, 33_500)
    with pytest.raises(LateError, match=r"^this answers question 1, but the current question is 2$"):
        match.submit(A, "bid 1", 1, 33_500)  # who was in time hears nothing of the other's clock
    assert match.submit(A, "bid 0", 1, 33_500) == ()
    with pytest.raises(LateError, match=r"^this answers question 0, but the current question is 2$"):
        match.submit(B, "bid 0", 0, 33_500)


def test_a_late_answer_is_refused_by_the_rule_that_it_breaks_while_the_other_seat_still_owes_and_after_the_end() -> None:
    match, _ = begin()
    match.now = match.now.apply(TimedOut(31_001, B, 1))  # A has an allowance
    for text in ("bid 0", "nonsense"):
        with pytest.raises(Illegal, match=r"^the time of B for question 1 was up 0\.5 s before this came in \(toy R1\)$"):
            match.submit(B, text, 1, 31_500)
    match.now = match.now.apply(Paused(31_600))
    with pytest.raises(LateError, match="paused"):
        match.submit(B, "bid 0", 1, 31_700)
    strict, _ = begin(1)
    _, seat = to_turn(strict)
    strict.expire(50_000)
    assert strict.over is not None
    with pytest.raises(Illegal, match=rf"^the time of {seat} for question 2 was up 3\.0 s before this came in \(toy R1\)$"):
        strict.submit(seat, "nonsense", 2, 51_000)
    with pytest.raises(Illegal, match=r"over"):
        strict.submit(seat, "resign", 2, 51_000)
    with pytest.raises(Illegal, match=r"over"):
        strict.submit(seat.other, "bid 0", 2, 51_000)


STEPS = 60


@pytest.mark.parametrize("name", [variant.id for variant in games.every()])
@pytest.mark.one_variant
def test_a_time_out_is_told_to_its_player_and_to_everybody_in_every_game(name: str) -> None:
    """Sentence 23 of the hosts' list: where the clock has answered, the words say so, and do not tell a fold or a pass."""
    variant, source = games.find(name), HmacSource(b"late", name)
    match = LiveMatch(variant, {}, names=BySeat("Ada", "Bob"), dealer=Dealer(b"s" * 32, BySeat(b"", b"")))
    match.start(0)
    told: dict[Eye, int] = dict.fromkeys((A, B, PUBLIC), 0)
    now = 0
    for _ in range(STEPS):
        owing, asked = match.now.owing, match.now._position.pending
        if match.now.over is not None:
            break
        if isinstance(asked, HostLine):
            match.line(any_line(match.game, match.now._position.state, source)[0], match.now.ply, now)
            told = {eye: len(match.story(eye)) for eye in told}
            continue
        assert isinstance(asked, Ask)
        late = owing[source.below(len(owing))] if source.below(3) == 0 else None
        for seat in owing:
            if seat is not late:
                decision = match.now.seen(seat, now).decision
                assert decision is not None
                match.submit(seat, decision.write(decision.sample(source)), match.now.ply, now)
        if late is not None:
            deadline = match.now.deadline()
            assert deadline is not None
            now = deadline + 1
            match.expire(now)
        closed = isinstance(match.now.game, ClosedGame) and asked.name in match.now.game.secret_time_outs
        for eye in told:
            beats = match.story(eye)
            fresh, told[eye] = beats[told[eye] :], len(beats)
            own = [beat.words for beat in fresh if beat.notation == f"{late} timeout"]
            said = [beat.words for beat in fresh if "ime ran out" in beat.words]
            assert [words for words in own if not re.search(r"out of time|too late|Time is up", words)] == []
            if closed and eye is not late:  # the game alone may know that this one is no secret
                assert not said
            else:
                assert len(said) + len(own) == (late is not None), (asked.name, eye, late, fresh)
    reel = Reel.of(match.now.record(), games.find)
    for eye in (A, PUBLIC):
        assert [beat.words for ply in range(reel.last + 1) for beat in reel.told(ply, eye)] == [beat.words for beat in match.story(eye)]
