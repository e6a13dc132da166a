"""A move that comes too late: it is told whose time was up and when, and refused in the order of rules/README.md."""

from __future__ import annotations

import re

import pytest

from deathmatch import games
from deathmatch.core.errors import Illegal
from deathmatch.core.game import Ask, HostLine
from deathmatch.core.optional import ClosedGame, any_line
from deathmatch.core.seats import PUBLIC, BySeat, Eye, Seat
from deathmatch.match.dealer import Dealer, HmacSource
from deathmatch.match.journal import LateError, Paused, TimedOut
from deathmatch.match.reel import Reel
from tests.live import LiveMatch
from tests.match.test_match import begin, to_turn

A, B = Seat.A, Seat.B


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
