"""The rulings that a host makes at discretion: a plain result, a bout, an answer for a player, words off the list, points, and the bank."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deathmatch import games
from deathmatch.core.errors import Illegal
from deathmatch.core.game import Over
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Seat
from deathmatch.core.words import WordList
from deathmatch.match.dealer import HmacSource
from deathmatch.match.journal import KINDS, RulingError, kind
from deathmatch.match.match import Match as Value
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from deathmatch.match.rulings import BACK, BOUT, ENTER, POINTS, TIED, TIME, TIMEOUT, VOID, WON, WORD, WantedRuling, end_of, rulings_of, tag
from tests.live import LiveMatch as Match
from tests.match.test_rulings import LATER, WHY, lines, tags, told, trick

HUNT, RITE, EVEN = "letter-hunt/gambit", "guidance-rite/guardians", "even-groups/standard"


class Lists:
    """One word list, for every name."""

    def words(self, lexicon: str, /) -> WordList:
        return WordList.of(["CAT"])


class Live(Match):
    """A match that is played by lot."""

    def __init__(self, variant: str, **options: Any) -> None:
        super().__init__(games.find(variant), options, names=BySeat("Ann", "Bob"), dealer=LATER, resources=Lists())
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
    match = Match(games.find("five-card-trick/gauntlet"), {"rounds": 1, "max_rounds": 1}, names=BySeat("Ann", "Bob"), dealer=LATER)
    match.start(0)
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
    assert ("CAT" in listed, "YEET" in listed, "DOG" in listed, len(listed), sorted(listed)) == (
        True,
        True,
        False,
        3,
        ["CAT", "FIQH", "YEET"],
    )
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
