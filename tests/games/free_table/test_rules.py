"""The rules of the free table, one by one, beside the examples of its book; records of random matches; rulings."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal
from deathmatch.core.game import Deals
from deathmatch.core.seats import HOST, PUBLIC, SEATS, BySeat, Seat
from deathmatch.games import find
from deathmatch.games.free_table import notation
from deathmatch.games.free_table.rules import Choices
from deathmatch.match.dealer import Dealer
from deathmatch.match.journal import LateError
from deathmatch.match.position import DEAL, HOSTS, TIMED_OUT, Position, legal_counts, private_state, public_state
from deathmatch.match.record import read, write
from deathmatch.match.rulings import BACK, WantedRuling
from tests.games.free_table.test_notation import VARIANT, after, refused
from tests.live import LiveMatch

A, B = SEATS
DEALT = ("host deck d 1-4 2", "host deal d 2 2 1", "deal cards A:1,1 B:2,4 open:3")
SECRET = 'host ask AB one red,blue secret ""'


def public(position: Position, field: str) -> Any:
    return public_state(position)[field]


def private(position: Position, seat: Seat, field: str) -> Any:
    return private_state(position, seat)[field]


# --- What is legal


def test_r1_only_who_is_pending_may_submit_and_once() -> None:
    asked = after('host ask B number 0 9 ""')
    assert refused(asked, "A", "3") == refused(asked, HOSTS, 'say all ""') == refused(asked, DEAL, "throw 1") == "free-table R1"
    both = after('host ask AB number 0 9 ""', "A 3")
    assert refused(both, "A", "4") == refused(after("host throw 6"), HOSTS, 'say all ""') == "free-table R1"
    over = after('host end A ""')
    assert {refused(over, actor, text) for actor in ("A", HOSTS, DEAL) for text in ("resign", "timeout", "x")} == {"free-table R1"}
    for text in ("timeout", "resign"):
        assert refused(after(), HOSTS, text) == refused(after("host throw 6"), DEAL, text) == "free-table R1"
    assert refused(after(), "A", "timeout") == "free-table R1"


def test_r3_questions_that_go_together() -> None:
    dealt = after(*DEALT)
    for text in ('ask A text chance ""', 'ask A number 0 1 keep ""', 'ask AB hand 3 3 ""', 'ask A one a,b secret keep ""'):
        assert refused(dealt, HOSTS, text) == "free-table R3"
    assert legal_counts(dealt.accept(HOSTS, 'ask AB hand 2 9 keep ""')[0]) == {"A": 1, "B": 1}
    assert legal_counts(dealt.accept(HOSTS, 'ask A hand 0 1 ""')[0]) == {"A": 2}


def test_r5_decks() -> None:
    dealt = after(*DEALT)
    for text in ("deal d 2 2 0", "deal e 0 0 0", "take A 2", "take AB 1", "take A 1,1,1"):
        assert refused(dealt, HOSTS, text) == "free-table R5"
    assert private(dealt.accept(HOSTS, "take AB all")[0], A, "hand") == []
    assert public(dealt.accept(HOSTS, "take A 1")[0], "cards") == {"A": 1, "B": 2}
    again = dealt.accept(HOSTS, "deck d 3,4")[0]
    assert (public(again, "decks"), private(again, B, "hand")) == ({"d": 2}, ["4", "2"])
    nothing = dealt.accept(HOSTS, "deal d 0 0 0")[0].accept(DEAL, "cards A:- B:- open:-")[0]
    assert public(nothing, "decks") == {"d": 3}


def test_r6_show_names_the_last_secret_answer_of_a_seat_once() -> None:
    assert refused(after(), HOSTS, "show A") == "free-table R6"
    answered = after(SECRET, "A red", "B blue")
    shown = answered.accept(HOSTS, "show A")[0]
    assert public(shown, "answers") == {"A": "red", "B": None}
    assert refused(shown, HOSTS, "show AB") == "free-table R6"
    other = after(SECRET, "A red", "B blue", 'host ask A number 0 9 ""', "A 7")
    assert refused(other, HOSTS, "show A") == "free-table R6"
    assert public(other.accept(HOSTS, "show B")[0], "answers") == {"A": "7", "B": None}, "B's answer is not to that question"
    late = after(SECRET, "A timeout", "B blue", "host show A")
    assert public(late, "answers") == {"A": "timeout", "B": None}


def test_r7_the_time_of_an_answer() -> None:
    for line, time in (('ask A number 0 9 30 ""', 30), ('ask A number 0 9 ""', 45)):
        match = LiveMatch(VARIANT, {"time_answer": 45, "bank": 10}, names=BySeat("", ""), dealer=Dealer(bytes(32), BySeat(b"", b"")))
        match.start(0)
        assert match.deadline() is None, "nothing runs out while the host's line is owed (Q4)"
        match.replay(match.now.line(line, 0, 99_000))
        deadline = match.deadline()
        assert deadline == 99_000 + 1_000 * (time + 10) + 1


# --- Resolution


def test_r8_a_late_answer() -> None:
    assert public(after('host ask A text ""', "A timeout"), "answers") == {"A": "timeout", "B": None}
    one = after('host ask AB some 0 2 x,y,z chance ""', "A timeout", "B x")
    assert (legal_counts(one), public(one, "answers")) == ({"deal": 7}, {"A": None, "B": None})
    both = after('host ask AB number 0 9 chance ""', "A timeout", "B timeout")
    assert legal_counts(both) == {"deal": 100}
    for position, most in ((one, 7), (both, 100), (after("host throw 6"), 6)):
        assert isinstance(position.pending, Deals)
        assert len(set(position.pending.chance.deals() or ())) == position.pending.chance.count() == most
    assert public(both.accept(DEAL, "late A:3 B:9")[0], "answers") == {"A": "3", "B": "9"}
    assert public(after('host ask AB number 0 9 chance ""', "A 1", "B 2"), "pending") == ["host"]


def test_r9_and_r10_open_and_secret_answers() -> None:
    waits = after('host ask AB number 0 9 ""', "A 3")
    assert (public(waits, "answers"), private(waits, A, "submitted")) == ({"A": None, "B": None}, "3")
    assert public(waits.accept("B", "4")[0], "answers") == {"A": "3", "B": "4"}
    done = after(SECRET, "B blue", "A red")
    assert (public(done, "answers"), private(done, A, "answer"), private(done, B, "answer")) == ({"A": None, "B": None}, "red", "blue")
    assert done.private(HOST)["answers"] == {"A": "red", "B": "blue"}
    assert after(SECRET, "B blue").private(HOST)["answers"] == {"A": None, "B": None}, "sealed for the host too"


def test_r11_cards_leave_the_hand_with_the_last_answer() -> None:
    one = after(*DEALT, 'host ask AB hand 1 2 secret ""', "A 1 1")
    assert (private(one, A, "hand"), public(one, "cards")) == (["1", "1"], {"A": 2, "B": 2})
    late = one.accept("B", "timeout")[0]
    assert (private(late, A, "hand"), private(late, B, "hand"), public(late, "cards")) == ([], ["2", "4"], {"A": 0, "B": 2})
    kept = after(*DEALT, 'host ask AB hand 1 1 keep ""', "A 1", "B 4")
    assert public(kept, "cards") == {"A": 2, "B": 2}
    none = after(*DEALT, 'host ask A hand 0 1 ""', "A none")
    assert public(none, "cards") == {"A": 2, "B": 2}


def test_r12_r13_r14_deals_words_and_counters() -> None:
    dealt = after(*DEALT)
    assert (public(dealt, "open"), public(dealt, "decks"), private(dealt, A, "hand")) == (["3"], {"d": 3}, ["1", "1"])
    assert public(dealt.accept(HOSTS, "throw 9")[0].accept(DEAL, "throw 9")[0], "thrown") == 9
    told = after('host say A "psst"', 'host say all "hear"')
    assert (private(told, A, "told"), private(told, B, "told"), public(told, "said")) == ("psst", None, "hear")
    counted = after("host count x A +5", "host count y B -2", "host count x AB -7", "host count y A 1000000")
    assert list(public(counted, "counters").items()) == [("x", {"A": -2, "B": -7}), ("y", {"A": 1_000_000, "B": -2})]
    assert refused(counted, HOSTS, "count y AB +1") == refused(after(), HOSTS, "count x A -1000001") == "free-table R2"


def test_r15_the_end() -> None:
    for word, winner in (("A", "A"), ("b", "B"), ("none", None)):
        over = after(SECRET, "A red", "B blue", f'host end {word} "Well"')
        state = public_state(over)
        assert (state["over"], state["winner"], state["reason"], state["ending"]) == (True, winner, "host", "Well")
        assert state["answers"] == {"A": None, "B": None}
    for events in ((SECRET, "A red"), (SECRET.replace("secret", "secret chance"), "A red", "B timeout"), ("host throw 6",)):
        resigned = after(*events).accept("B", "resign")[0]
        assert (public(resigned, "winner"), public(resigned, "reason"), public(resigned, "answers")) == (
            "A",
            "resign",
            {"A": None, "B": None},
        )
        assert resigned.private(HOST)["answers"] == {"A": None, "B": None}, "what waited is void, for the host too"


# --- Counting and chance


class Ranked(RandomSource):
    """A source whose first number is known."""

    def __init__(self, rank: int) -> None:
        self.rank, self.bound = rank, 0

    def below(self, bound: int, /) -> int:
        self.bound = bound
        return self.rank


@pytest.mark.parametrize(
    "line",
    ['number -3 4 ""', 'one a,b,c ""', 'some 0 4 a,b,c,d ""', 'some 2 3 a,b,c,d ""', 'hand 0 9 ""', 'hand 2 3 ""', 'hand 0 0 ""'],
)
def test_each_legal_answer_is_listed_once_and_has_one_rank(line: str) -> None:
    question = notation.read_line(f"ask A {line}").question  # type: ignore[union-attr]
    for hand in (("1", "1", "1", "2", "3", "3"), ("1", "2", "3")):
        choices = Choices(question, hand)
        listed = list(choices)
        assert len(set(listed)) == len(listed) == choices.count()
        sources = [Ranked(rank) for rank in range(choices.count())]
        assert Counter(choices.sample(source) for source in sources) == Counter(listed)
        assert {source.bound for source in sources} == {len(listed)}
        assert all(notation.read_answer(question, hand, answer) == answer for answer in listed)


# --- Rulings, as Q2 has them


def live(*events: str, **options: int) -> LiveMatch:
    """A match with these events of seats and of the host, one a second; a time-out comes when it is due."""
    match = LiveMatch(VARIANT, options, names=BySeat("Ann", "Bob"), dealer=Dealer(bytes(32), BySeat(b"", b"")))
    match.start(0)
    go_on(match, *events)
    return match


def go_on(match: LiveMatch, *events: str) -> None:
    for event in events:
        actor, _, text = event.partition(" ")
        now = 1_000 * (len(match.record()) + 1)
        if text == TIMED_OUT:
            deadline = match.deadline()
            assert deadline is not None
            match.expire(deadline + 1)
        elif actor == HOSTS:
            match.line(text, match.ply, now)
        else:
            match.submit(Seat(actor), text, match.ply, now)


def rule(match: LiveMatch, ruling: str, **more: Any) -> None:
    now = 10_000_000
    match.rule(WantedRuling(ruling, "a mistake", **more), now)
    if match.paused:
        match.resume(now)


@pytest.mark.parametrize("events", [(), ("A 3",), ("A 3", "B 4")])
def test_a_question_that_is_taken_back_leaves_its_answers_void(events: tuple[str, ...]) -> None:
    secret = 'host ask AB number 0 9 secret ""'
    found = []
    for mine in ("3", "8"):
        match = live(secret, *[event.replace("3", mine) for event in events])
        rule(match, BACK, event=1)
        assert match.now.seen(PUBLIC, 0).public["question"] is None
        if len(events) < 2:  # else the host has learned the answers, and may remember them
            found.append([(match.seen(eye, 10_000_000), repr(match.story(eye))) for eye in (B, PUBLIC, HOST)])
        found.append([(match.seen(eye, 10_000_000), repr(match.story(eye))) for eye in (B, PUBLIC)])
        assert match.now.seen(HOST, 0).view.desk.answers == BySeat(None, None)
        go_on(match, 'host ask A one red,blue ""', "A red", 'host end A "Done"')
        assert write(read(match.record(), find)) == match.record()
        assert [line for line in match.record().splitlines() if line[:2] in ("A ", "B ", "ho")] == [
            'host ask A one red,blue ""',
            *[line for line in match.record().splitlines() if line.startswith("A ")],
            'host end A "Done"',
        ]
    half = len(found) // 2
    assert found[:half] == found[half:]


def test_a_deal_sent_again_where_the_host_entered_a_line_is_refused() -> None:
    match = LiveMatch(VARIANT, {}, names=BySeat("", ""), dealer=Dealer(bytes(32), BySeat(b"", b"")), by_hand=True)
    match.start(0)
    match.line('say all "x"', 0, 1)
    assert match.line('SAY all "x"', 0, 2) == ()
    with pytest.raises(LateError):
        match.deal("throw 3", 0, 3)
    match.line('end A ""', match.ply, 4)
    with pytest.raises(Illegal, match="R1"):
        match.line('say all "y"', match.ply, 5)
