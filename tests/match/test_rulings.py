"""The rulings of a host: what each does to the match, its clocks, its deals and its record, and which are refused."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from deathmatch import games
from deathmatch.core.errors import Illegal
from deathmatch.core.game import Deals, Over
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Seat
from deathmatch.match import rulings
from deathmatch.match.dealer import Dealer, HmacSource, first_seed
from deathmatch.match.journal import KINDS, LateError, Ruled, RulingError, kind
from deathmatch.match.match import Match as Value
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from deathmatch.match.rulings import (
    BACK,
    BOUT,
    ENTER,
    FORFEIT,
    POINTS,
    TIED,
    TIME,
    TIMEOUT,
    VOID,
    WON,
    WORD,
    Ruling,
    WantedRuling,
    end_of,
    rulings_of,
    tag,
)
from tests import toy
from tests.games.letter_hunt.matches import Host
from tests.live import LiveMatch as Match

TRICK = "five-card-trick/gauntlet"
RESERVE = bytes(range(32))
LATER = Dealer(first_seed(RESERVE), BySeat(b"", b""), RESERVE)
ROUNDS = [("score grow", "score block:grow"), ("claim steal", "grow block:claim"), ("score grow", "score grow")]
WHY = "a link was lost"


def trick(rounds: int = 3, /, **options: Any) -> Match:
    """A match of so many rounds, a second for each answer."""
    match = Match(games.find(TRICK), {"time_submit": 60, **options}, names=BySeat("Ann", "Bob"), dealer=LATER)
    match.start(0)
    for number, (a, b) in enumerate(ROUNDS[:rounds]):
        match.submit(Seat.A, a, number, 2000 * number + 1000)
        match.submit(Seat.B, b, number, 2000 * number + 2000)
    return match


def lines(match: Match) -> list[str]:
    return [line for line in match.record().splitlines() if line.split(" ")[0] in ("A", "B", "deal")]


def tags(match: Match) -> list[str]:
    return [line.removeprefix("tag ruling ") for line in match.record().splitlines() if line.startswith("tag ruling ")]


def told(match: Match) -> list[str]:
    return [beat.words for beat in match.story(PUBLIC)]


def test_a_match_goes_on_before_an_event_and_keeps_what_came_before_it() -> None:
    match, one = trick(), trick(1)
    match.rule(WantedRuling(BACK, WHY, event=3), 10_000)
    assert lines(match) == lines(one)
    assert tags(match) == [f"back 3: {WHY}"]
    assert match.seen(PUBLIC, 10_000).public == one.seen(PUBLIC, 10_000).public
    assert told(match)[:-1] == told(one)
    assert WHY in told(match)[-1]
    assert match.paused
    assert [match.seen(seat, 10_000).clocks[seat].left for seat in SEATS] == [59_000, 59_000], "as the clocks stood at event 3"
    match.resume(50_000)
    match.submit(Seat.A, "score claim", match.ply, 51_000)
    assert match.seen(PUBLIC, 51_000).clocks[Seat.B].left == 58_000
    match.submit(Seat.B, "grow claim", match.ply, 51_000)
    assert len(list(positions(read(match.record(), games.find)))) == 5


def test_an_answer_to_a_question_that_was_undone_is_refused_and_none_is_taken_for_another() -> None:
    match = trick()
    match.rule(WantedRuling(BACK, WHY, event=3), 10_000)
    match.resume(10_000)
    assert match.ply == 4
    for seat, (_, old) in zip(SEATS, ROUNDS[1:], strict=True):
        for ply in (1, 2, 3):
            with pytest.raises(LateError, match=f"a ruling has taken back question {ply}; the current question is 4"):
                match.submit(seat, old, ply, 11_000)
    assert match.submit(Seat.A, "score grow", 0, 11_000) == (), "an answer that still stands is acknowledged again"
    assert match.now.owing == SEATS
    match.submit(Seat.A, "claim steal", 4, 12_000)
    assert match.submit(Seat.A, "claim steal", 4, 12_000) == ()


def test_what_waits_sealed_is_withdrawn_and_nobody_sees_it() -> None:
    for event in (7, 5, 1):
        hidden: list[Match] = []
        for text in ("score claim", "grow claim"):
            match = trick()
            match.submit(Seat.A, text, 3, 9_000)
            match.rule(WantedRuling(BACK, WHY, event=event), 10_000)
            hidden.append(match)
            assert match.now.withdrawn[-1].text == text
        one, other = hidden
        assert one.record() == other.record()
        for eye in (PUBLIC, *SEATS):
            assert one.seen(eye, 11_000) == other.seen(eye, 11_000)
            assert one.story(eye) == other.story(eye)
    assert one.now.owing == SEATS


def test_the_right_event_takes_the_place_of_a_wrong_one() -> None:
    match = trick()
    match.rule(WantedRuling(BACK, WHY, event=4, enter=[("B", "GROW claim")]), 10_000)
    assert lines(match)[2:] == ["A claim steal @1", "B grow claim"]
    assert tags(match) == [f"back 4 entered 4: {WHY}"]
    assert (match.ply, match.now.questions) == (5, 2)
    assert [one.event for one in match.now.submissions()] == [1, 2, 3], "the host has no receipt"
    match.rule(
        WantedRuling(BACK, WHY, event=3, enter=[("A", "score claim"), ("B", "timeout"), ("A", "grow claim"), ("B", "score grow")]), 10_000
    )
    assert len(lines(match)) == 6
    assert match.now.rulings[-1].made.entered == (3, 4, 5, 6)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (WantedRuling(BACK, WHY, event=0), "there is no event 0; the last one has number 6"),
        (WantedRuling(BACK, WHY, event=4), "both seats answer this question"),
        (WantedRuling(BACK, WHY, event=3, enter=[("A", "score claim")]), "both seats answer this question"),
        (WantedRuling(BACK, WHY, event=3, enter=[("A", "resign")]), "rule that a seat loses"),
        (WantedRuling(BACK, WHY, event=3, enter=[("deal", "refill 3")]), "no deal is due there"),
        (WantedRuling(TIMEOUT, WHY, event=3, ms=5000), "event 3 is no time-out"),
        (WantedRuling(TIME, WHY, "A", 0), "and not 0"),
        (WantedRuling(TIME, WHY, "A", 2_000_000_000), "1,000,000 s at most"),
        (WantedRuling(TIME, WHY, "A", -60_000), "A has only 56 s left"),
        (WantedRuling(TIME, WHY, "C", 5000), "the seat must be A or B"),
        (WantedRuling("again", WHY), "a ruling is one of"),
        (WantedRuling(WON, WHY), "the seat must be A or B"),
        (WantedRuling(TIED, WHY, "A"), "this ruling names no seat"),
        (WantedRuling(BOUT, WHY, "C"), "names no seat"),
        (WantedRuling(ENTER, WHY), "enter one answer, of A or of B"),
        (WantedRuling(ENTER, WHY, enter=[("A", "resign")]), "rule that a seat loses"),
        (WantedRuling(WORD, WHY), "names no word"),
        (WantedRuling(POINTS, WHY, "A", what="chips"), "not 0, and their unit one word"),
        (WantedRuling(POINTS, WHY, "A", points=1_000_001, what="chips"), "1,000,000 at most"),
    ],
)
def test_a_ruling_that_does_not_fit_is_refused(wanted: WantedRuling, words: str) -> None:
    match = trick()
    before = match.now
    with pytest.raises(RulingError, match=re.escape(words)):
        match.rule(wanted, 10_000)
    with pytest.raises(Illegal, match="five-card-trick R"):
        match.rule(WantedRuling(BACK, WHY, event=4, enter=[("B", "score block:grow")]), 10_000)
    assert match.now == before


def test_time_is_given_to_and_taken_from_the_clock_of_a_seat() -> None:
    match = trick(bank=10)
    for seat, ms, left, bank in ((Seat.A, 5_000, 61_000, 10_000), (Seat.B, -6_000, 50_000, 10_000), (Seat.B, -55_000, 0, 5_000)):
        match.rule(WantedRuling(TIME, WHY, seat, ms), 10_000)
        face = match.seen(PUBLIC, 10_000).clocks[seat]
        assert (face.left, face.bank) == (left, bank)
    assert not match.paused
    assert tags(match) == [f"time A after 6 +5: {WHY}", f"time B after 6 -6: {WHY}", f"time B after 6 -55: {WHY}"]
    assert match.deadline() == 15_001
    match.submit(Seat.A, "score claim", 3, 11_000)
    match.rule(WantedRuling(TIME, WHY, "A", -4_000), 11_000)
    assert match.seen(PUBLIC, 11_000).clocks[Seat.A].bank == 6_000, "a seat that owes nothing has its bank"
    bare = trick(1)
    bare.submit(Seat.A, "score claim", 1, 3_000)
    with pytest.raises(RulingError, match="A owes nothing now, and has no bank"):
        bare.rule(WantedRuling(TIME, WHY, "A", 1000), 3_000)
    free = Match(games.find(TRICK), {}, names=BySeat("", ""), dealer=LATER, untimed=True)
    free.start(0)
    with pytest.raises(RulingError, match="no clock runs"):
        free.rule(WantedRuling(TIME, WHY, "A", 1000), 0)


def test_a_time_out_that_does_not_count_opens_its_question_once_more_with_time_from_the_host() -> None:
    match = trick(2)
    match.submit(Seat.A, "score grow", 2, 5_000)
    match.expire(64_001)
    assert lines(match)[-1].startswith("B timeout")
    match.rule(WantedRuling(TIMEOUT, WHY, event=6, ms=30_000), 70_000)
    assert tags(match) == [f"timeout B back 5 +30: {WHY}"]
    clocks = match.seen(PUBLIC, 70_000).clocks
    assert (clocks[Seat.A].left, clocks[Seat.B].left) == (59_000, 30_000)
    assert match.now.owing == SEATS, "B has seen the answer of A, so A answers anew as well"
    match.resume(80_000)
    match.submit(Seat.B, "score grow", match.ply, 110_000)
    with pytest.raises(LateError):
        match.submit(Seat.A, "score grow", match.ply, 139_001)


def test_a_time_out_that_waits_sealed_looks_like_any_other_answer() -> None:
    said = []
    for late in (True, False):
        match = trick(2)
        match.rule(WantedRuling(TIME, WHY, "B", 900_000), 5_000)
        if not late:
            match.submit(Seat.A, "score grow", 2, 6_000)
        match.expire(80_000)
        with pytest.raises(RulingError) as refused:
            match.rule(WantedRuling(TIMEOUT, WHY, event=5, ms=30_000), 80_000)
        said.append((refused.value.reason, match.now.turns()))
    assert said[0] == said[1]


def test_a_seat_loses_by_a_ruling_and_the_record_says_it_as_a_resignation() -> None:
    match = trick()
    match.submit(Seat.B, "score claim", 3, 9_000)
    match.rule(WantedRuling(FORFEIT, WHY, "A"), 10_000)
    assert match.over is not None
    assert (match.over.winner, match.over.reason) == (Seat.B, "forfeit")
    assert lines(match)[-1] == "A resign"
    assert tags(match) == [f"forfeit A after 6: {WHY}"]
    last = list(positions(read(match.record(), games.find)))[-1]
    assert last.over is not None
    assert (last.over.winner, last.over.reason) == (Seat.B, "resign")
    assert told(match)[:-1] == told(trick())
    with pytest.raises(RulingError, match="the match is over"):
        match.rule(WantedRuling(VOID, WHY), 11_000)
    with pytest.raises(RulingError, match="the match is over"):
        match.rule(WantedRuling(TIME, WHY, "A", 1000), 11_000)
    match.rule(WantedRuling(BACK, WHY, event=7), 12_000)
    assert match.now.owing == SEATS
    assert lines(match) == lines(trick())


def test_a_match_that_is_declared_void_has_no_winner_and_its_record_no_end() -> None:
    match = trick()
    match.submit(Seat.B, "score claim", 3, 9_000)
    match.rule(WantedRuling(VOID, WHY), 10_000)
    seen = match.seen(PUBLIC, 10_000)
    assert match.over is not None
    assert (match.over.winner, seen.public["reason"], seen.score, seen.sealed) == (None, "void", None, ())
    assert tags(match) == [f"void after 6: {WHY}"]
    assert list(positions(read(match.record(), games.find)))[-1].over is None
    with pytest.raises(RulingError, match="there is no event 8"):
        match.rule(WantedRuling(BACK, WHY, event=8), 11_000)
    match.rule(WantedRuling(BACK, WHY, event=7), 12_000)
    assert match.now.owing == SEATS
    assert match.seen(PUBLIC, 12_000).clocks[Seat.A].left == 56_000
    assert len(told(match)) == len(told(trick())) + 2, "both rulings stay in the log"


# --- Deals


def deal(match: Match, event: int) -> str:
    """The deal of the dealer for this event, worked out as docs/dealing.md says it: from the record alone."""
    record = read(match.record(), games.find if match.variant.game != "toy" else lambda _: toy.VARIANTS[0])
    key, seed = "", 0
    backs = [text for name, text in record.header.tags if name == "ruling" and re.search(r"\bback [0-9]+", text.split(": ")[0])]
    for number, text in enumerate(backs, 1):
        said = text.split(": ")[0]
        if int(re.search(r"\bback ([0-9]+)", said)[1]) <= event:  # type: ignore[index]
            key = f"/{number}"
            seed = int(found[1]) if (found := re.search(r"\bseed ([0-9]+)", said)) else 0
    at = list(positions(record))[event - 1]
    assert isinstance(at.pending, Deals)
    secret = match.dealer._key_of(match.dealer.later_seed(seed) if seed else match.dealer.seed)
    return f"deal {at.pending.chance.write(at.pending.chance.sample(HmacSource(secret, f'{event}{key}')))}"


def cellar() -> Match:
    """A match of the toy after two rounds: a deal, then three answers and a deal for each."""
    match = Match(toy.VARIANTS[0], {"rounds": 5}, names=BySeat("", ""), dealer=LATER)
    match.start(0)
    for _ in range(2):
        for text in ("bid 0", "say cat"):
            ply = match.ply
            for seat in match.now.owing:
                match.submit(seat, text, ply, 1)
    return match


def test_no_deal_falls_again_that_somebody_has_seen_and_all_can_be_checked() -> None:
    match = cellar()
    first = lines(match)
    assert [line.split()[0] for line in first] == ["deal", "A", "B", "A", "deal", "A", "B", "A", "deal"]
    seen = {tuple(first)}
    for number, event in enumerate((5, 5, 9, 1, 2), 1):
        match.rule(WantedRuling(BACK, WHY, event=event), 1)
        match.resume(1)
        while len(match.now._entries) < 9:
            for seat in match.now.owing:
                match.submit(seat, "bid 0" if match.seen(seat, 1).public["decision"] == "bid" else "say cat", match.ply, 1)
        assert tuple(lines(match)) not in seen
        seen.add(tuple(lines(match)))
        for place, line in enumerate(lines(match), 1):
            if line.startswith("deal"):
                assert line == deal(match, place), (number, place)
    assert len(tags(match)) == 5


def test_after_the_end_another_seed_decides_because_everybody_may_know_the_first_one() -> None:
    match = cellar()
    for number in (1, 2):
        match.resign(Seat.A, 2)
        match.rule(WantedRuling(BACK, WHY, event=9), 2)
        assert tags(match)[-1] == f"back 9 seed {number}: {WHY}"
        assert lines(match)[-1] == deal(match, 9)
        match.resume(2)
    assert match.now.seed == 2
    older = Match(toy.VARIANTS[0], {}, names=BySeat("", ""), dealer=Dealer(bytes(32), BySeat(b"", b"")))
    older.start(0)
    older.resign(Seat.A, 1)
    with pytest.raises(RulingError, match="the seed of the deals may be known"):
        older.rule(WantedRuling(BACK, WHY, event=2), 2)


def test_a_host_who_does_not_know_a_hand_learns_nothing_from_what_cannot_be_entered() -> None:
    match = Match(games.find("letter-hunt/gambit"), {"first": "A"}, names=BySeat("", ""), dealer=LATER)
    match.start(0)
    said = set()
    hand = match.seen(Seat.A, 0).private["hand"]
    match.submit(Seat.A, "hold -", 1, 1)
    for text in (f"hold {hand}", "hold ABCDE", "?", "timeout"):
        with pytest.raises(RulingError) as refused:
            match.rule(WantedRuling(BACK, WHY, event=2, enter=[("A", text), ("B", "hold -")]), 2)
        said.add(refused.value.reason)
    assert len(said) == 1
    match.resign(Seat.A, 3)
    match.rule(WantedRuling(BACK, WHY, event=2, enter=[("A", f"hold {hand}"), ("B", "hold -")]), 4)


def test_the_host_enters_a_deal_that_hosts_make() -> None:
    match = Match(toy.VARIANTS[0], {}, names=BySeat("", ""), dealer=LATER, by_hand=True)
    match.start(0)
    match.deal("cards A:3 B:7", 0, 1)
    match.rule(WantedRuling(BACK, WHY, event=1, enter=[("deal", "cards A:4 B:7")]), 2)
    assert lines(match) == ["deal cards A:4 B:7"]
    assert match.now.dealt_by_hand == (1,)
    with pytest.raises(LateError, match="taken back question 0"):
        match.deal("cards A:3 B:7", 0, 3)


def test_rulings_are_read_back_from_the_tags_of_a_record() -> None:
    texts = ["time A after 6 +5: a line", "back 4 entered 4 5 seed 2: a card"]
    found = rulings.rulings_of(
        [("event", "Cup"), ("ruling", "nonsense"), ("ruling", "time after 3 +5: whose?"), *[("ruling", one) for one in texts]]
    )
    assert [rulings.tag(one) for one in found] == texts
    assert [one.question for one in found] == [3, 3], "what a ruling undoes had been ruled on"


def test_a_wish_for_a_ruling_does_not_show_what_is_entered() -> None:
    assert repr(WantedRuling(BACK, WHY, event=3, enter=[("A", "score claim")])) == "<a ruling: back>"


def test_no_event_is_entered_after_the_end() -> None:
    match = trick(0, rounds=1, max_rounds=1)
    match.submit(Seat.A, "score grow", 0, 1000)
    wanted = WantedRuling(BACK, WHY, event=1, enter=[("A", "score claim"), ("B", "score grow"), ("A", "score grow")])
    with pytest.raises(RulingError, match="the match is over before all events are entered"):
        match.rule(wanted, 10_000)


def test_bouts_and_points_are_told_and_points_are_summed() -> None:
    def ruled(ruling: str, seat: str = "", points: int = 0) -> Ruling:
        return Ruling(Ruled(0, ruling, WHY, seat, points=points, what="chips"), 0)

    made = [ruled("bout", "A"), ruled("bout"), ruled("points", "A", 50), ruled("points", "B", -1), ruled("points", "A", -20)]
    assert [rulings.told(one.made) for one in made] == [
        "The host gives this bout to {A}.",
        "The host rules that this bout is drawn.",
        "The host gives {A} 50 chips.",
        "The host takes 1 chips from {B}.",
        "The host takes 20 chips from {A}.",
    ]
    assert rulings.corrections(made) == {"chips": {"A": 30, "B": -1}}


# --- Rulings at discretion: a plain result, a bout, an answer for a player, words off the list, points, and the bank


HUNT, RITE, EVEN = "letter-hunt/gambit", "guidance-rite/guardians", "even-groups/standard"


class Live(Match):
    """A match that is played by lot."""

    def __init__(self, variant: str, **options: Any) -> None:
        super().__init__(games.find(variant), options, names=BySeat("Ann", "Bob"), dealer=LATER, resources=Host("CAT"))
        self.source = HmacSource(b"discretion", variant)
        self.start(0)

    def play(self, until: str) -> None:
        """Random legal answers until a question of this name is open."""
        while (seen := self.seen(PUBLIC, 0)).public["decision"] != until:
            seat = next(seat for seat in SEATS if str(seat) in seen.pending and seat not in seen.sealed)
            decision = self.now._position.decision(seat)
            self.submit(seat, decision.write(decision.sample(self.source)), self.ply, 1000)

    def check(self) -> Value:
        """The journal gives the same match, the record replays, and its tags are read back."""
        again = [msgspec.json.decode(msgspec.json.encode(event), type=KINDS[kind(event)]) for event in self.journal]
        assert self.fresh.fold(again) == self.now
        record = read(self.record(), games.find)
        assert list(positions(record))
        assert [tag(one) for one in rulings_of(record.header.tags)] == tags(self)
        return self.now


@pytest.mark.parametrize(
    ("wanted", "over", "text", "ends"),
    [
        (WantedRuling(WON, "it is plain", "A"), Over(Seat.A, WON), "won A after 0: it is plain", ["B resign"]),
        (WantedRuling(TIED, "it is plain"), Over(None, TIED), "tied after 0: it is plain", []),
    ],
)
def test_a_match_ends_because_its_result_is_plain_and_is_no_forfeit(wanted: WantedRuling, over: Over, text: str, ends: list[str]) -> None:
    """Sentence 18."""
    match = Live(EVEN)
    match.rule(wanted, 1000)
    assert (match.over, tags(match), lines(match)) == (over, [text], ends)
    assert end_of(match.check().rulings) == over
    assert told(match)[-1].endswith("Reason: it is plain")
    match.rule(WantedRuling(BACK, WHY, event=1), 2000)
    assert (match.over, lines(match), end_of(match.check().rulings)) == (None, [], None)


def test_a_result_is_corrected_after_the_end_and_the_record_keeps_the_end_of_the_book() -> None:
    match = trick(0, rounds=1, max_rounds=1)
    match.submit(Seat.A, "score grow", 0, 1000)
    match.submit(Seat.B, "claim steal", 0, 1000)
    before, beats = match.over, told(match)
    assert before is not None
    other = "A" if before.winner is Seat.B else "B"
    match.rule(WantedRuling(POINTS, "a slip", other, points=5, what="chips"), 2000)
    with pytest.raises(RulingError, match="this result already"):
        match.rule(WantedRuling(WON, WHY, str(before.winner)), 2000)
    match.rule(WantedRuling(WON, "by the corrected chips", other), 3000)
    assert match.over == Over(Seat(other), WON)
    assert told(match)[: len(beats)] == beats, "the last move is still told"
    assert tags(match) == [f"points {other} after 2 +5 chips: a slip", f"won {other} after 2: by the corrected chips"]
    assert list(positions(read(match.record(), games.find)))[-1].over == before
    match.rule(WantedRuling(BACK, WHY, event=1), 4000)
    assert match.over is None


def test_what_is_void_can_be_won_and_a_tie_goes_on() -> None:
    match = Live(EVEN)
    for wanted in (WantedRuling(VOID, WHY), WantedRuling(WON, WHY, "B")):
        match.rule(wanted, 1000)
    assert lines(match) == ["A resign"]
    match.rule(WantedRuling(BACK, WHY, event=1), 2000)
    for wanted in (WantedRuling(VOID, WHY), WantedRuling(WON, WHY, "B"), WantedRuling(TIED, WHY)):
        match.rule(wanted, 3000)
    assert (match.over, lines(match)) == (Over(None, TIED), ["A resign"])
    match.check()


def test_an_answer_is_entered_for_a_player_and_waits_sealed() -> None:
    """Sentence 11 and M6: for the open question, without taking anything back."""
    hidden = []
    for text in ("score claim", "STEAL + claim"):
        match = trick()
        match.rule(WantedRuling(ENTER, WHY, enter=[("B", text)]), 9_000)
        assert match.now.owing == (Seat.A,)
        hidden.append((match.seen(PUBLIC, 9_000), match.seen(Seat.A, 9_000), told(match), match.record()))
    assert hidden[0] == hidden[1]
    assert match.seen(Seat.B, 9_000).submitted == "claim steal"
    with pytest.raises(Illegal):
        match.rule(WantedRuling(ENTER, WHY, enter=[("A", "score block:claim claim")]), 9_500)
    match.submit(Seat.A, "score claim", match.ply, 10_000)
    assert lines(match)[-2:] == ["B claim steal", "A score claim @4"]
    assert tags(match) == [f"enter after 6 entered 7: {WHY}"]
    assert list(positions(read(match.record(), games.find)))


@pytest.mark.parametrize("variant", [HUNT, "tile-joust/final"])
def test_an_answer_that_a_secret_forbids_is_a_time_out_and_no_refusal(variant: str) -> None:
    match = Live(variant)
    seat = next(seat for seat in SEATS if seat in match.now.owing)
    match.rule(WantedRuling(ENTER, WHY, enter=[(str(seat), "this is no move at all")]), 1000)
    entered = [event for event in match.journal if kind(event) == "entered"]
    assert [(event.seat, event.text) for event in entered] == [(seat, "timeout")]  # type: ignore[union-attr]
    match.check()


def test_words_that_the_host_accepts_count_as_on_the_list_and_only_the_record_names_them() -> None:
    """Sentence 3."""
    match = Live(HUNT, lexicon="open")
    assert match.now.asks_words
    match.rule(WantedRuling(WORD, "a place name is fine", what="YEET FIQH"), 1000)
    assert tags(match) == ["word after 0 YEET FIQH: a place name is fine"]
    assert told(match)[-1].startswith("The host accepts 2 words that are not on the list.")
    assert "YEET" not in "".join(told(match))
    known = match.check()._resources
    assert known is not None
    listed = known.words("open")
    assert ([word in listed for word in ("CAT", "YEET", "DOG")], sorted(listed)) == ([True, True, False], ["CAT", "FIQH", "YEET"])
    assert len(listed) == 3
    many = " ".join(f"{a}{b}" for a in "ABC" for b in "DEF")
    match.rule(WantedRuling(WORD, WHY, what=many), 2000)
    assert tags(match)[-1] == f"word after 0 9 words: {WHY}"
    assert told(match)[-1].startswith("The host accepts 9 words")
    match.check()
    with pytest.raises(RulingError, match="no word list is asked"):
        Live(HUNT, lexicon="any").rule(WantedRuling(WORD, WHY, what="CAT"), 1000)


@pytest.mark.parametrize("options", [{}, {"turns": "simultaneous"}, {"timeouts_lose": 1}, {"timeouts_lose": 9}])
@pytest.mark.parametrize("seat", ["A", "B", ""])
def test_a_bout_is_given_to_a_seat_by_events_of_the_book(seat: str, options: dict[str, Any]) -> None:
    """Sentence 24."""
    match = Live(RITE, best_of=3, last_tie="dmo", **options)
    with pytest.raises(RulingError, match="the battle has not begun"):
        match.rule(WantedRuling(BOUT, WHY, seat), 1000)
    match.play("turn")
    numbers = match.seen(PUBLIC, 0).public
    match.rule(WantedRuling(BOUT, "nobody can win it", seat), 2000)
    result = match.seen(PUBLIC, 0).public["results"][0]
    assert result["bout"] == 1
    if seat:
        assert result["winner"] == seat
    else:
        assert result["winner"] == (numbers["ahead"] or "B")
    entered = match.now.rulings[-1].made.entered
    assert len(entered) == len([event for event in match.journal if kind(event) == "entered"])
    assert tags(match)[-1].startswith(f"bout {seat} after ".replace("  ", " "))
    assert match.check().over is None
    match.rule(WantedRuling(BACK, WHY, event=entered[0]), 3000)
    assert match.seen(PUBLIC, 0).public == numbers


def test_a_bout_is_refused_with_what_else_the_host_can_do() -> None:
    match = Live(RITE, timeouts_lose=0)
    match.play("turn")
    with pytest.raises(RulingError, match=r"time-outs lose no bout here .*: enter other events, or rule that a player has won"):
        match.rule(WantedRuling(BOUT, WHY, "A"), 1000)
    tied = Live(RITE, last_tie="replay")
    tied.play("turn")
    assert tied.seen(PUBLIC, 0).public["ahead"] is None
    with pytest.raises(RulingError, match="played again: go back to its beginning"):
        tied.rule(WantedRuling(BOUT, WHY), 1000)
    drawn = Live(RITE, timeouts_lose=9, quiet_turns=1, last_tie="dmo", dmo="B", **{"draw_pieces": 8})
    drawn.play("turn")
    with pytest.raises(RulingError, match="no time-outs give the bout to that player now"):
        drawn.rule(WantedRuling(BOUT, WHY, "A"), 1000)
    with pytest.raises(RulingError, match="this game has no bouts"):
        trick().rule(WantedRuling(BOUT, WHY, "A"), 10_000)
    match = Live(RITE, turns="simultaneous")
    match.play("turn")
    decision = match.now._position.decision(Seat.A)
    match.submit(Seat.A, decision.write(decision.sample(match.source)), match.ply, 1000)
    with pytest.raises(RulingError, match="an answer waits sealed"):
        match.rule(WantedRuling(BOUT, WHY, "A"), 1000)


def test_a_time_out_that_does_not_count_gives_the_bank_back_that_it_has_used_up() -> None:
    """Sentence 11."""
    match = trick(1, bank=30)
    match.submit(Seat.A, "claim steal", 1, 3_000)
    match.expire(200_000)
    assert match.seen(PUBLIC, 200_000).clocks[Seat.B].bank == 0
    match.rule(WantedRuling(TIMEOUT, WHY, ms=20_000, event=4), 201_000)
    clock = match.seen(PUBLIC, 201_000).clocks[Seat.B]
    assert (clock.left, clock.bank) == (20_000, 30_000)
    assert tags(match) == [f"timeout B back 3 +20: {WHY}"], "as it stood before the first event of its question"
    match.resume(201_000)
    match.submit(Seat.B, "grow claim", match.ply, 231_000)
    match.expire(500_000)
    match.rule(WantedRuling(TIMEOUT, WHY, ms=20_000, event=4, bank=5_000), 501_000)
    assert match.seen(PUBLIC, 501_000).clocks[Seat.A].bank == 35_000
    assert tags(match)[-1] == f"timeout A back 3 +20 bank +5: {WHY}"


def test_a_bank_changes_while_its_player_owes_an_answer() -> None:
    """Sentence 11."""
    match = trick(1, bank=30)
    match.rule(WantedRuling(TIME, WHY, "A", bank=60_000), 3_000)
    match.rule(WantedRuling(TIME, WHY, "B", ms=5_000, bank=-10_000), 3_000)
    clocks = match.seen(PUBLIC, 3_000).clocks
    assert [(clocks[seat].left, clocks[seat].bank) for seat in SEATS] == [(59_000, 90_000), (64_000, 20_000)]
    assert tags(match) == [f"time A after 2 bank +60: {WHY}", f"time B after 2 +5 bank -10: {WHY}"]
    for bank, words in ((-20_001, "only 20 s left in the bank"), (-2_000_000_000, "must be 1,000,000 s at most")):
        with pytest.raises(RulingError, match=words):
            match.rule(WantedRuling(TIME, WHY, "B", bank=bank), 3_000)
    match.rule(WantedRuling(TIME, WHY, "B", bank=-20_000), 3_000)
    assert "The bank of {A} gets 60 s." in told(match)[-3]
    assert "The bank of {B} loses 20 s." in told(match)[-1]
