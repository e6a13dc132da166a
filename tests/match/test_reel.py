"""A record as something to look at; and a match that goes on from another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from deathmatch.core.seats import PUBLIC, BySeat, Seat
from deathmatch.games import find
from deathmatch.match.dealer import Dealer
from deathmatch.match.match import Match
from deathmatch.match.record import line, read, recalled
from deathmatch.match.reel import REST, STEP, Reel, thinned
from deathmatch.match.replay import positions

RECORDS = Path(__file__).parents[1] / "records"
WHOLE = sorted(RECORDS.glob("*-whole.dm"))
HALF = "deathmatch 1\ngame five-card-trick/gauntlet\nA score grow\nB grow steal\nA claim score\n"


def test_a_reel_has_the_position_in_which_each_question_opened() -> None:
    reel = Reel.of(WHOLE[1].read_bytes(), find)
    along = list(positions(read(WHOLE[1].read_bytes(), find)))
    assert [position.ply for position in reel.positions] == list(range(reel.last + 1))
    for position, event in zip(reel.positions, reel.events, strict=True):
        assert position.view(Seat.A) == along[event].view(Seat.A)
        assert event == 0 or along[event - 1].ply < position.ply
    assert reel.events[-1] == len(reel.entries)


def test_a_record_that_ends_within_a_joint_decision_shows_that_one_has_submitted() -> None:
    reel = Reel.of(HALF, find)
    assert reel.events == (0, 3)
    assert reel.positions[-1].waiting == (Seat.A,)
    assert "Submitted" in reel.scene(1, PUBLIC).text() or "sealed" in reel.scene(1, PUBLIC).text()


def test_an_animation_is_thinned_from_within() -> None:
    reel = Reel.of(WHOLE[4].read_bytes(), find)
    every = reel.shots(PUBLIC, 10_000)
    for most in (2, 60, 100):
        few = reel.shots(PUBLIC, most)
        assert len(few) <= most
        assert (few[0][0], few[-1][0]) == (every[0][0], every[-1][0])
    scene = every[0][0]
    mixed = [(scene, REST), (scene, STEP), (scene, STEP), (scene, REST)]
    assert [hold for _, hold in thinned(mixed, 3)] == [REST, STEP, REST]
    assert [hold for _, hold in thinned(mixed, 2)] == [REST, REST]


@pytest.mark.parametrize("file", WHOLE, ids=lambda file: file.stem.removesuffix("-whole"))
def test_a_match_that_goes_on_is_the_same_as_far_as_the_other_went(file: Path) -> None:
    record = read(file.read_bytes(), find)
    reel = Reel.of(file.read_bytes(), find)
    ply = next(ply for ply in range(reel.last * 2 // 3, -1, -1) if reel.positions[ply].actors != ("deal",))
    count = reel.events[ply]
    match = Match.new(
        record.variant,
        record.header.given,
        names=BySeat("Cleo", "Dan"),
        tags=[("past", str(count))],
        dealer=Dealer(b"s" * 32, BySeat(b"", b"")),
    )
    past = recalled([line(entry) for entry in record.entries[:count]])
    events = match.start(5_000, past)
    match = match.fold(events)
    assert len(events) == 1 + count
    assert match.ply == ply
    for seat in Seat:
        assert match.view(seat, ply) == reel.positions[ply].view(seat)
        assert match.view(seat, ply // 2) == reel.positions[ply // 2].view(seat)
    written = read(match.record(), find)
    assert written.entries == record.entries[:count]
    assert match.submissions() == (), "nobody here made these choices"
    fresh = Match.new(record.variant, record.header.given, names=BySeat("", ""), dealer=Dealer(b"s" * 32, BySeat(b"", b"")))
    fresh = fresh.fold(fresh.start(5_000))
    faces = zip(match.seen(PUBLIC, 5_000).clocks, fresh.seen(PUBLIC, 5_000).clocks, strict=True)
    assert all(face.bank == full.bank for face, full in faces), "the past took nobody's time"
