"""Hypothesis drives live matches with random submissions, times, pauses and refusals, and holds what must hold after every step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from deathmatch import games
from deathmatch.core.errors import Refusal
from deathmatch.core.game import HostLine, Variant
from deathmatch.core.optional import any_line
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.match.dealer import Dealer, HmacSource
from deathmatch.match.journal import Event, LateError
from deathmatch.match.position import Position
from deathmatch.match.record import read, write
from tests import toy
from tests.live import LiveMatch
from tests.match.test_record import find

SEAT = st.sampled_from(SEATS)
VARIANTS = (*toy.VARIANTS, *games.every())


def state(position: Position) -> tuple[Any, ...]:
    return (position.state, position.sealed, position.ply, position.actors)


class Table(RuleBasedStateMachine):
    """One live match, its journal, and a clock that goes on."""

    @initialize(
        variant=st.sampled_from(VARIANTS), seed=st.integers(0, 2**32), bank=st.sampled_from((0, 15, 600)), at=st.integers(0, 10**13)
    )
    def sit_down(self, variant: Variant, seed: int, bank: int, at: int) -> None:
        self.now = at
        self.variant = variant
        self.given = {"bank": bank, "rounds": 2, "max_rounds": 4}
        self.dealer = Dealer(seed.to_bytes(32, "big"), BySeat(b"", bytes(16)))
        self.match = self.fresh()
        self.journal: list[Event] = list(self.match.start(at))
        self.banks = (bank * 1000, bank * 1000)
        self.last: tuple[Seat, str, int] | None = None

    def fresh(self) -> LiveMatch:
        return LiveMatch(self.variant, self.given, names=BySeat("Ann", "Bob"), dealer=self.dealer)

    def do(self, verb: Callable[[], tuple[Event, ...]]) -> tuple[Event, ...]:
        """Carries out a verb; a refusal must change nothing."""
        before = self.match.now
        position, record, deadline = before._position, before.record(), before.deadline()
        try:
            events = verb()
        except (Refusal, LateError):
            assert self.match.now is before
            return ()
        finally:
            assert (before._position, before.record(), before.deadline()) == (position, record, deadline)
        self.journal += events
        return events

    @rule(by=st.one_of(st.integers(0, 5_000), st.integers(0, 200_000)))
    def wait(self, by: int) -> None:
        self.now += by

    @rule()
    def wait_for_the_deadline(self) -> None:
        deadline = self.match.deadline()
        if deadline is not None:
            assert deadline > self.journal[-1].at
            if deadline > self.now:
                self.now = deadline - 1
                assert self.match.expire(self.now) == ()
            self.now = max(self.now, deadline)
            assert self.do(lambda: self.match.expire(self.now))

    @rule(seat=SEAT, choice=st.integers(0, 2**32))
    def submit(self, seat: Seat, choice: int) -> None:
        position = self.match.now._position
        if seat not in position.owing:
            return
        decision = position.decision(seat)
        text = decision.write(decision.sample(HmacSource(b"choice", str(choice))))
        ply = self.match.ply
        if self.do(lambda: self.match.submit(seat, text, ply, self.now)):
            self.last = (seat, text, ply)

    @precondition(lambda self: isinstance(self.match.now._position.pending, HostLine))
    @rule(choice=st.integers(0, 2**32))
    def lead(self, choice: int) -> None:
        line = any_line(self.match.game, self.match.now._position.state, HmacSource(b"line", str(choice)))[0]
        self.do(lambda: self.match.line(line, self.match.ply, self.now))

    @rule(seat=SEAT, text=st.sampled_from(("", "timeout", "?", "none none", "bid 99", "deal", "A score grow")), off=st.integers(-2, 2))
    def submit_nonsense(self, seat: Seat, text: str, off: int) -> None:
        self.do(lambda: self.match.submit(seat, text, self.match.ply + off, self.now))

    @rule()
    def send_again(self) -> None:
        if self.last is not None:
            seat, text, ply = self.last
            assert self.match.submit(seat, text, ply, self.now) == ()

    @rule()
    def expire(self) -> None:
        self.do(lambda: self.match.expire(self.now))

    @rule()
    def pause(self) -> None:
        self.do(lambda: self.match.pause(self.now))
        assert self.match.paused or self.match.over is not None

    @rule()
    def resume(self) -> None:
        self.do(lambda: self.match.resume(self.now))
        assert not self.match.paused

    @rule(back=st.integers(1, 10_000))
    def set_the_servers_clock_back(self, back: int) -> None:
        self.do(lambda: self.match.expire(self.now - back))

    @precondition(lambda self: self.match.ply > 3)
    @rule(seat=SEAT)
    def resign(self, seat: Seat) -> None:
        self.do(lambda: self.match.resign(seat, self.now))

    @invariant()
    def clocks_are_never_negative_and_banks_never_grow(self) -> None:
        faces = self.match.seen(Seat.A, self.now).clocks
        assert all(face.left >= 0 and face.bank >= 0 for face in faces)
        banks = (faces.a.bank, faces.b.bank)
        assert banks[0] <= self.banks[0]
        assert banks[1] <= self.banks[1]
        self.banks = banks
        owing = self.match.now._position.owing
        assert all(face.running == (seat in owing and not self.match.paused) for seat, face in faces.items())

    @invariant()
    def the_journal_is_the_match(self) -> None:
        again = self.fresh()
        again.replay(self.journal)
        assert again.now == self.match.now
        assert hash(again.now) == hash(self.match.now)
        assert [event.at for event in self.journal] == sorted(event.at for event in self.journal)
        for eye in self.match.game.eyes():
            one, other = self.match.seen(eye, self.now), again.seen(eye, self.now)
            assert (one.view, one.public, one.private, one.submitted, one.clocks) == (
                (other.view, other.public, other.private, other.submitted, other.clocks)
            )
        assert state(again.now._position) == state(self.match.now._position)
        assert again.record() == self.match.record()
        assert again.deadline() == self.match.deadline()

    @invariant()
    def the_record_is_canonical_and_is_the_match_but_for_what_is_sealed(self) -> None:
        text = self.match.record()
        record = read(text, find)
        assert write(record) == text
        position = Position.start(self.variant, record.header.game())
        for entry in record.entries:
            position, _ = position.accept(entry.actor, entry.text)
        assert position.state == self.match.now._position.state
        assert position.waiting == ()


class TestTable(Table.TestCase):  # type: ignore[misc, valid-type]
    """What fits into every run."""

    settings = settings(max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.nightly
class TestManyTables(Table.TestCase):  # type: ignore[misc, valid-type]
    """The same for long."""

    settings = settings(max_examples=1_000, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck))
