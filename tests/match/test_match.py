from __future__ import annotations

from collections.abc import Sequence

import pytest

from deathmatch.core.errors import Illegal, Malformed
from deathmatch.core.game import Over
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Onlooker, Seat
from deathmatch.match.clock import NO_CLOCKS, Face
from deathmatch.match.dealer import Dealer
from deathmatch.match.journal import Dealt, Event, EventError, LateError, Paused, Resigned, Resumed, Started, Submitted, TimedOut
from deathmatch.match.match import Match
from deathmatch.match.record import read, write
from deathmatch.match.story import Story
from tests import toy
from tests.live import LiveMatch
from tests.match.test_record import find

A, B = SEATS
DEALER = Dealer(bytes(32), BySeat(b"", b""))


def begin(variant: int = 0, by_hand: bool = False, **given: int | str) -> tuple[LiveMatch, list[Event]]:
    """A match of the toy game, started at 1000, and its journal."""
    tags = (("Event", "Cup"),)
    match = LiveMatch(toy.VARIANTS[variant], given, names=BySeat("Ann", "Bob"), tags=tags, dealer=DEALER, by_hand=by_hand)
    return match, list(match.start(1000))


def fold(match: LiveMatch, journal: Sequence[Event]) -> LiveMatch:
    """The match that the journal makes."""
    header = match.now.header
    again = LiveMatch(match.variant, header.given, names=match.names, tags=header.tags, dealer=match.dealer)
    again.replay(journal)
    return again


def top(match: LiveMatch, seat: Seat) -> int:
    """The seat's own hidden number."""
    number = match.now._position.state.numbers[seat]
    assert isinstance(number, int)
    return number


def to_turn(match: LiveMatch) -> tuple[list[Event], Seat]:
    """Both bid nothing, so the seat of `first` is to speak."""
    return to_turn_at(match, 2000), A


def to_turn_at(match: LiveMatch, now: int) -> list[Event]:
    return [*match.submit(A, "0", match.ply, now), *match.submit(B, "bid 0", match.ply, now + 1000)]


def test_another_answer_to_the_same_question_is_refused() -> None:
    match, _ = begin()
    match.submit(A, "bid 0", 1, 2000)
    with pytest.raises(Illegal, match=r"A owes nothing now \(toy R1\)"):
        match.submit(A, "bid 1", 1, 2100)
    with pytest.raises(Illegal, match=r"A owes nothing now \(toy R1\)"):
        match.submit(A, "nonsense", 1, 2100)
    match.submit(B, "bid 0", 1, 3000)
    with pytest.raises(LateError, match="question 1, but the current question is 2"):
        match.submit(B, "bid 1", 1, 3100)


def test_a_submission_at_the_very_last_moment_is_in_time_and_a_later_one_is_not() -> None:
    match, _ = begin()
    assert match.deadline() == 31_001
    assert match.expire(31_000) == ()
    assert match.submit(A, "bid 0", 1, 31_000)
    with pytest.raises(LateError, match=r"^the time of B for question 1 was up 0\.1 s before this came in$"):
        match.submit(B, "bid 0", 1, 31_001)
    assert match.expire(31_001) == (TimedOut(31_001, B, 1),)
    assert "A bid 0 @30\nB timeout @30\n" in match.record()


def test_the_clock_enters_a_time_out_for_every_seat_whose_time_is_up() -> None:
    match, _ = begin()
    assert match.expire(40_000) == (TimedOut(40_000, A, 1), TimedOut(40_000, B, 1))
    assert match.seen(PUBLIC, 40_000).public["decision"] == "turn"
    assert match.deadline() == 40_000 + 30_000 + 15_000 + 1  # the next question opened when the time-outs were entered


def test_a_time_out_may_be_followed_by_a_deal_and_by_the_end() -> None:
    match, _ = begin(rounds=1)
    to_turn(match)
    assert match.deadline() == 48_001
    events = match.expire(50_000)
    assert [type(event) for event in events] == [TimedOut, Dealt]
    assert match.over == Over(None, "level")
    assert match.deadline() is None
    assert match.seen(PUBLIC, 99_000).clocks.a == Face(0, 0, False)
    strict, _ = begin(1)
    to_turn(strict)
    assert strict.expire(50_000) == (TimedOut(50_000, A, 2),)
    assert strict.over == Over(B, "timeout")


def test_a_decision_that_continues_runs_on_the_same_clock() -> None:
    match, _ = begin()
    _, seat = to_turn(match)
    wrong = (top(match, seat.other) + 1) % 10
    match.submit(seat, f"guess {wrong}", match.ply, 13_000)  # after 10 of 30 seconds
    seen = match.seen(seat, 14_000)
    assert seen.public["decision"] == "again"
    assert seen.clocks.a == Face(19_000, 15_000, True)
    match.submit(seat, f"again {wrong}", match.ply, 43_000)  # 20 + 10 of the bank
    assert match.seen(seat, 43_000).clocks.a.bank == 5_000
    assert f"A guess {wrong} @10\nA again {wrong} @30\n" in match.record()


@pytest.mark.parametrize("seat", SEATS)
def test_a_resignation_leaves_what_waits_sealed_out_of_the_record(seat: Seat) -> None:
    match, journal = begin()
    journal += match.submit(A, "bid 0", 1, 2000)
    assert "bid" not in match.record()
    journal += (resigned := match.resign(seat, 3000))
    assert resigned == (Resigned(3000, seat),)
    assert "bid" not in match.record()
    assert match.record().endswith(f"{seat} resign\n")
    assert match.seen(A, 3000).submitted is None
    assert write(read(match.record(), find)) == match.record()
    assert fold(match, journal).record() == match.record()


def test_resigning_may_be_typed_and_needs_no_ply() -> None:
    match, _ = begin()
    assert match.submit(B, " Resign ", 77, 2000) == (Resigned(2000, B),)
    with pytest.raises(Illegal, match=r"the match is over \(toy R1\)"):
        match.resign(A, 2100)
    with pytest.raises(Illegal, match=r"the match is over \(toy R1\)"):
        match.submit(A, "bid 0", 1, 2100)


def test_while_the_clocks_are_stopped_nothing_is_accepted_but_a_resignation() -> None:
    match, _ = begin()
    assert match.pause(11_000) == (Paused(11_000),)
    assert match.pause(12_000) == ()
    assert match.paused
    assert match.deadline() is None
    assert match.expire(999_000) == ()
    assert match.seen(A, 500_000).clocks.a == Face(20_000, 15_000, False)
    with pytest.raises(LateError, match="the host has paused the match"):
        match.submit(A, "bid 0", 1, 13_000)
    assert match.resume(111_000) == (Resumed(111_000),)
    assert match.resume(111_000) == ()
    assert match.deadline() == 131_001
    match.submit(A, "bid 0", 1, 112_000)
    match.submit(B, "bid 0", 1, 113_000)
    assert "A bid 0 @11\nB bid 0 @12\n" in match.record()
    match.pause(120_000)
    match.resign(A, 130_000)
    assert not match.paused
    assert match.pause(140_000) == ()


def test_each_eye_is_told_its_own_story_and_only_once() -> None:
    match, _ = begin(onlookers=1)
    match.submit(A, "bid 0", 1, 2000)
    match.submit(B, "timeout" if top(match, B) == 0 else f"bid {top(match, B)}", 1, 3000)
    assert [beat.words for beat in match.story(B)] == ["bid is due.", "{B} is to speak.", f"You see {top(match, A)}."]
    assert [beat.words for beat in match.story(PUBLIC)] == ["bid is due.", "{B} is to speak."]
    assert match.story(B, 2) == match.story(B)[2:]
    match.submit(B, "say owl", 2, 4000)
    assert [beat.words for beat in match.story(PUBLIC, 2)] == ["{B} says OWL.", "bid is due."]
    assert len(match.story(Onlooker(1))) == len(match.story(PUBLIC))


def test_the_past_is_there_to_look_at() -> None:
    match, _ = begin()
    match.submit(A, "bid 0", 1, 2000)
    assert match.seen(A, 2500).submitted == "bid 0"
    seen, told = match.recall(A, 1)
    assert (seen.sealed, seen.submitted, seen.clocks) == ((), None, NO_CLOCKS)
    assert seen.decision is not None
    assert [beat.words for beat in told] == ["bid is due."]
    match.submit(B, "bid 0", 1, 3000)
    for eye in match.game.eyes():
        assert [match.recall(eye, ply)[0].ply for ply in range(3)] == [0, 1, 2]
        assert match.recall(eye, 2)[0].view == match.seen(eye, 3000).view
        assert [beat.words for ply in range(3) for beat in match.recall(eye, ply)[1]] == [beat.words for beat in match.story(eye)]
        for ply in (-1, 3):
            with pytest.raises(LookupError, match="there are 0 to 2"):
                match.recall(eye, ply)


def test_what_was_due_when_the_journal_ended_is_done_by_the_next_expire() -> None:
    match, journal = begin()
    assert fold(match, journal[:1]).deadline() == 1000
    again = fold(match, journal[:1])
    assert again.expire(5000) == (Dealt(5000, journal[1].text if isinstance(journal[1], Dealt) else ""),)
    assert again.deadline() == 35_001


def test_a_journal_that_does_not_fit_is_not_quoted() -> None:
    match, _ = begin(by_hand=True)
    with pytest.raises(ValueError, match=r"^event 2 of the journal, submitted, does not fit the events before it$") as caught:
        match.replay([Dealt(1000, "cards A:1 B:2"), Submitted(2000, A, 1, "bid 7")])
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_a_host_deals_by_hand() -> None:
    match, journal = begin(by_hand=True)
    assert [type(event) for event in journal] == [Started]
    assert match.deadline() is None
    assert match.expire(50_000) == ()
    assert match.seen(PUBLIC, 50_000).pending == ("deal",)
    with pytest.raises(Malformed):
        match.deal("cards", 0, 50_000)
    with pytest.raises(Illegal, match="differ"):
        match.deal("cards A:3 B:3", 0, 50_000)
    with pytest.raises(Illegal, match="no timeout"):
        match.deal("timeout", 0, 50_000)
    with pytest.raises(Illegal, match="A owes nothing"):
        match.submit(A, "bid 1", 0, 50_000)
    with pytest.raises(LateError):
        match.deal("cards A:3 B:5", 1, 50_000)
    journal += match.deal(" CARDS a:3 b:5", 0, 60_000)
    assert journal[1:] == [Dealt(60_000, "cards A:3 B:5", True)]
    assert match.deal("cards a:3  b:5", 0, 60_500) == ()  # the same packet again
    with pytest.raises(LateError):
        match.deal("cards A:3 B:6", 0, 61_000)
    with pytest.raises(Illegal, match="no deal is due"):
        match.deal("cards A:3 B:6", 1, 61_000)
    assert match.deadline() == 90_001
    moves = to_turn_at(match, 62_000)
    moves += match.submit(A, "say cat", 2, 63_000)
    assert [type(event) for event in moves] == [Submitted] * 3  # and no deal by itself
    refill = Dealt(64_000, "refill 7", True)
    assert match.deal("refill 7", 3, 64_000) == (refill,)
    assert match.seen(A, 64_000).view.number == 7
    assert [chance.name for chance in match.now.hand_chances] == ["refill", "cards"]
    again = LiveMatch(match.variant, {}, names=match.names, dealer=match.dealer, by_hand=True)
    again.replay([*journal, *moves, refill])
    assert again.seen(A, 64_000) == match.seen(A, 64_000)
    assert again.deadline() == match.deadline()
    assert again.deal("refill 7", 3, 65_000) == ()


def test_a_host_who_deals_may_stop_the_clocks_and_a_player_give_up() -> None:
    match, _ = begin(by_hand=True)
    match.pause(2000)
    with pytest.raises(LateError, match="paused"):
        match.deal("cards A:3 B:5", 0, 3000)
    match.resume(9000)
    match.deal("cards A:3 B:5", 0, 10_000)
    assert match.deadline() == 40_001
    match, _ = begin(by_hand=True)
    match.resign(B, 2000)
    assert match.over == Over(A, "resign")
    with pytest.raises(Illegal, match="the match is over"):
        match.deal("cards A:3 B:5", 0, 3000)


def test_where_the_dealer_deals_nobody_else_does() -> None:
    match, journal = begin()
    with pytest.raises(Illegal, match="nobody deals by hand"):
        match.deal("refill 7", 1, 2000)
    fresh = fold(match, journal[:1])
    with pytest.raises(Illegal, match="nobody deals by hand"):
        fresh.deal("cards A:3 B:5", 0, 2000)


def test_an_untimed_match_waits_for_ever_and_its_record_has_what_a_decision_took() -> None:
    match = LiveMatch(toy.VARIANTS[0], {}, names=BySeat("", ""), dealer=DEALER, untimed=True)
    match.start(1000)
    assert match.deadline() is None
    assert match.expire(86_401_000) == ()
    assert match.seen(A, 86_401_000).clocks == NO_CLOCKS
    assert match.submit(A, "bid 0", 1, 86_401_000) == (Submitted(86_401_000, A, 1, "bid 0"),)
    match.submit(B, "bid 0", 1, 86_402_500)
    assert match.record().splitlines()[-2:] == ["A bid 0 @86400", "B bid 0 @86401.5"]


def test_names_and_tags_are_made_fit_for_the_record() -> None:
    match = LiveMatch(toy.VARIANTS[0], {}, names=BySeat(" Ann\n #1 ", "\x00"), tags=(("host", "a # b"), ("empty", "\t")), dealer=DEALER)
    match.start(0)
    record = read(match.record(), find)
    assert record.header.names == BySeat("Ann \N{FULLWIDTH NUMBER SIGN}1", None)
    assert record.header.tags == (("host", "a \N{FULLWIDTH NUMBER SIGN} b"),)
    for key in ("", "two words", "#x", "x\n"):
        with pytest.raises(ValueError, match="one word"):
            Match.new(toy.VARIANTS[0], {}, names=BySeat("", ""), tags=((key, "x"),), dealer=DEALER)


# --- A match is a value: verbs decide and change nothing, and events alone lead on to a later value


def journal_of_many_kinds() -> tuple[LiveMatch, list[Event]]:
    """A match in which every kind of event has happened, and its journal."""
    match, journal = begin(onlookers=1)
    journal += match.submit(A, "bid 0", 1, 2000)
    journal += match.pause(3000)
    journal += match.resume(4000)
    journal += match.submit(B, "bid 0", 1, 5000)
    journal += match.submit(A, "say cat", 2, 6000)
    journal += match.expire(99_000)
    journal += match.resign(B, 100_000)
    assert {type(event) for event in journal} == {Started, Dealt, Submitted, Paused, Resumed, TimedOut, Resigned}
    return match, journal


@pytest.mark.parametrize(
    "event",
    [
        Started(9000),
        Submitted(1500, A, 1, "bid 1"),
        Submitted(9000, A, 2, "bid 1"),
        Submitted(9000, B, 1, "bid 1"),
        Submitted(9000, A, 1, "resign"),
        Submitted(9000, B, 1, "timeout"),
        Submitted(9000, A, 1, "nonsense"),
        TimedOut(9000, B, 1),
        TimedOut(9000, A, 0),
        Dealt(9000, "refill 1"),
        Resumed(9000),
        Paused(1500),
    ],
    ids=repr,
)
def test_an_event_that_does_not_fit_is_refused_and_not_quoted(event: Event) -> None:
    match, _ = begin()
    match.submit(B, "bid 0", 1, 2000)
    with pytest.raises(EventError, match=r"^the event [a-z_]+ does not fit the events before it$") as caught:
        match.now.apply(event)
    assert caught.value.__suppress_context__


def test_nothing_follows_the_end_but_nothing() -> None:
    match, _ = begin()
    match.resign(A, 2000)
    for event in (Paused(3000), Resumed(3000), Resigned(3000, B), Dealt(3000, "refill 1"), TimedOut(3000, B, 2)):
        with pytest.raises(EventError):
            match.now.apply(event)


def test_a_match_does_not_show_its_secrets_when_it_is_printed() -> None:
    match, _ = begin()
    assert repr(match.now) == "<Match toy/lenient, question 1>"
    assert DEALER.seed.hex() not in repr(DEALER)
    assert repr(DEALER.seed) not in repr(DEALER)


def test_a_story_that_was_taken_goes_on_with_the_beats_that_come() -> None:
    match, _ = journal_of_many_kinds()
    whole = [beat.words for beat in Story.of(match.now, A).beats]
    story, told = Story(A), []
    while not story.advance(match.now, 1):
        told += [beat.words for beat in story.take()]
    told += [beat.words for beat in story.take()]
    assert told == whole
    assert list(story.beats) == []
