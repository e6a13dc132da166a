from __future__ import annotations

from collections.abc import Iterator

import pytest

from deathmatch import games
from deathmatch.core.errors import Rule
from deathmatch.core.game import TIMEOUT, Ask, Deals, Over, Variant
from deathmatch.core.seats import BySeat, Seat
from deathmatch.match.record import LONGEST_LINE, RecordError, canonical_seconds, gather, read, unfold, write
from deathmatch.match.replay import UnfinishedError, match_history
from tests import toy

HEAD = "deathmatch 1\ngame toy/lenient\n"
DEALT = HEAD + "deal cards A:3 B:7\n"


def find(name: str) -> Variant:
    """The toy's variants and those of the house."""
    return toy.find(name) if name.startswith("toy/") else games.find(name)


def canonical(text: str | bytes) -> str:
    return write(read(text, find))


def refused(text: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read(text, find)
    return caught.value


def test_a_record_in_any_spelling_is_written_in_canonical_form() -> None:
    text = (
        "\ufeff  # a comment\r\n\r\n\tDeathMatch\t1 # format\r\nGAME  Toy/LENIENT\r\nTag Event  Autumn\t Cup # of '26\r\n"
        "option BANK 20\r\nname b Bob #1\r\nOPTION Rounds 3\r\ntag host x@1 @2\r\noption FIRST b\r\nname A  Ann  of#Ur\r\n"
        "DEAL cards  a:3 B:7\r\na  BID 2   @012.50\r\n\r\nB bid 7 @0 # seven\r\nb SAY cat\t@.5"
    )
    with pytest.raises(RecordError, match="guess and a digit"):
        read(text, find)  # `@.5` is no time: it belongs to the move, which cannot be read then
    assert canonical(text.replace("@.5", "@5.000")) == (
        "deathmatch 1\ngame toy/lenient\noption first B\noption rounds 3\noption bank 20\nname A Ann of#Ur\nname B Bob\n"
        "tag event Autumn Cup\ntag host x@1 @2\ndeal cards A:3 B:7\nA bid 2 @12.5\nB bid 7 @0\nB say CAT @5\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        *("name\u00a0A Ann", "name A\u00a0Ann", "tag\u2003x y", "option\u3000rounds 3"),
        *("option rounds\x0c3", "option rounds\x1f3", "option ROUND\u017f 3"),
    ],
)
def test_only_spaces_and_tabs_are_space_and_only_a_to_z_have_letter_case(line: str) -> None:
    assert refused(HEAD + line + "\n").line == 3


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "must start with the line deathmatch 1"),
        ("\ngame toy/lenient\n", 2, "must start with the line deathmatch 1, not game toy/lenient"),
        ("deathmatch\n", 1, "unknown record format (none)"),
        ("deathmatch 2\n", 1, "unknown record format 2"),
        ("deathmatch 1\n", 1, "game GAME/VARIANT is missing"),
        ("deathmatch 1\n\nname A Ann\n", 3, "expected the line game GAME/VARIANT, not name A Ann"),
        ("deathmatch 1\ngame toy lenient\n", 2, "expected the line game GAME/VARIANT"),
        ("deathmatch 1\ngame toy/none\n", 2, "there is no toy/none"),
        ("deathmatch 1\ngame chess/standard\n", 2, "unknown game chess"),
        (HEAD + "game toy/lenient\n", 3, "one line game"),
        (HEAD + "opt first A\n", 3, "expected option, name, tag, A, B or deal, not opt first A"),
        (HEAD + "C bid 1\n", 3, "expected option, name, tag, A, B or deal, not C bid 1"),
        (HEAD + "option first\n", 3, "expected option KEY VALUE"),
        (HEAD + "option last A\n", 3, "unknown option last"),
        (HEAD + "option first C\n", 3, "first must be A or B, not C"),
        (HEAD + "option rounds 0\n", 3, "rounds must be a whole number from 1 to 99, not 0"),
        (HEAD + "option rounds \u0663\n", 3, "rounds must be a whole number"),
        (HEAD + "option rounds 3\n\noption ROUNDS 3\n", 5, "option rounds is given twice; the first time is in line 3"),
        (HEAD + "option rounds 9\ntag a b\noption max_rounds 3\ntag c d\n", 5, "max_rounds is at least rounds"),
        (HEAD + "tag a b\noption max_rounds 1\ntag c d\n", 4, "max_rounds is at least rounds"),
        (HEAD + "name C Cid\n", 3, "expected name A TEXT or name B TEXT"),
        (HEAD + "name A Ann\nname a Bea\n", 4, "seat A has two names"),
        (HEAD + "tag event\n", 3, "expected tag KEY TEXT"),
        (DEALT + "name A Ann\n", 4, "name must stand above the first event"),
        (DEALT + "C bid 1\n", 4, "an event must start with A, B or deal, not C"),
        (DEALT + "A\n", 4, "expected a move after A"),
        (DEALT + "bid 1\n", 4, "an event must start with A, B or deal, not bid"),
    ],
)
def test_errors_of_the_header_and_of_the_form_cite_no_rule(text: str, line: int, reason: str) -> None:
    error = refused(text)
    assert error.line == line
    assert reason in str(error)
    assert error.rule is None
    assert " R" not in str(error)


@pytest.mark.parametrize(
    ("events", "line", "text"),
    [
        ("A bid 4\n", 4, "you may bid 3 at most (toy R2)"),
        ("A bid 1\nA bid 1\n", 5, "A owes nothing now (toy R1)"),
        ("deal refill 1\n", 4, "no deal is due now (toy R1)"),
        ("deal resign\n", 4, "a deal has no resign (toy R1)"),
        ("A resign\nB resign\n", 5, "the match is over (toy R1)"),
        ("A bid 1 @1 @2\n", 4, "bid and a digit was expected (toy R2)"),
        ("A bid 1 @\u0662\n", 4, "bid and a digit was expected (toy R2)"),
        ("A bid 1\u2028B bid 2\n", 4, "bid and a digit was expected (toy R2)"),
        ("A bid 1\x85B bid 2\n", 4, "bid and a digit was expected (toy R2)"),
    ],
)
def test_what_breaks_a_rule_is_refused_at_its_line_and_cites_the_rule(events: str, line: int, text: str) -> None:
    error = refused(DEALT + events)
    assert (error.line, str(error)) == (line, text)
    assert error.rule == Rule("toy", int(text[-2]))


def test_the_first_offending_line_is_the_one_reported() -> None:
    assert refused(DEALT + "A bid 4\nnonsense\n").line == 4
    assert refused(DEALT + "nonsense\nA bid 4\n").line == 4


@pytest.mark.parametrize("bad", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xc0\xaf"])
def test_what_is_not_utf8_is_refused_at_the_first_such_line(bad: bytes) -> None:
    error = refused(DEALT.encode() + b"# " + bad + b"\nnonsense \xff\n")
    assert error.line == 4
    assert "UTF-8" in error.reason
    assert error.rule is None
    assert refused(b"deathmatch 1\r# " + bad).line == 1, "a carriage return alone ends no line of a record"


def test_a_byte_order_mark_is_skipped_once_and_only_at_the_start() -> None:
    assert canonical(b"\xef\xbb\xbf" + DEALT.encode()) == DEALT
    assert refused(b"\xef\xbb\xbf\xef\xbb\xbf" + DEALT.encode()).line == 1
    assert refused(HEAD.encode() + b"\xef\xbb\xbfdeal cards A:3 B:7\n").line == 3


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_may_end_either_way_and_the_last_one_not_at_all(end: str) -> None:
    assert canonical(DEALT.replace("\n", end)) == DEALT
    assert canonical(DEALT.replace("\n", end).removesuffix(end)) == DEALT


def test_carriage_returns_at_the_end_of_a_text_are_the_lines() -> None:
    assert canonical(HEAD + "name A Ann\r \r\r\ntag event Cup\r\r\n") == HEAD + "name A Ann\ntag event Cup\n"
    assert canonical(HEAD + "tag event a\rb\n") == HEAD + "tag event a\rb\n"
    for line in ("name A \r\r\n", "tag event \r\r\n"):
        assert refused(HEAD + line).line == 3


def test_an_error_is_one_short_line_whatever_the_file_holds() -> None:
    error = refused(HEAD + "x\x1b[31m\r\x07" + "y" * 10_000 + "\n")
    assert str(error).isprintable()
    assert len(str(error)) < 600
    assert "\\x1b" in str(error)


@pytest.mark.parametrize(
    ("text", "written"),
    [("012.50", "12.5"), ("0", "0"), ("00.00", "0"), ("007", "7"), ("1.0", "1"), ("10", "10"), ("100.010", "100.01"), ("0.5", "0.5")],
)
def test_seconds_are_written_without_needless_zeros(text: str, written: str) -> None:
    assert canonical_seconds(text) == written
    assert canonical(DEALT + f"A bid 1 @{text}\n").endswith(f"A bid 1 @{written}\n")


def test_a_line_has_an_end() -> None:
    longest = "name A " + "x" * (LONGEST_LINE - 7)
    for end in ("", "\n", "\n# a comment\n"):
        assert canonical(HEAD + longest + end) == f"{HEAD}{longest}\n"
        error = refused(HEAD + longest + "x" + end)
        assert (error.line, str(error)) == (3, "this line is too long; a line has 65,536 bytes at most")
    assert refused("\0" * 100_000).line == 1
    assert refused(DEALT + "#" * 65_537).line == 4


def test_a_record_has_a_size() -> None:
    text = HEAD + "# \u00e9\n" * 100
    size = len(text.encode())
    for source in (text, text.encode()):
        assert read(source, find, largest=size).entries == ()
        with pytest.raises(RecordError, match=r"^the record is too large; it may have 529 bytes unless a higher limit is given$") as caught:
            read(source, find, largest=size - 1)
        assert caught.value.line == 102
    with pytest.raises(RecordError, match="100 bytes"):
        unfold(text, find, largest=100)


def test_a_file_without_an_end_is_refused_by_its_first_parts() -> None:
    taken = []

    def parts(part: bytes) -> Iterator[bytes]:
        while True:
            taken.append(part)
            yield part

    for part, line, most in ((b"\0" * 1000, 1, 67), (b"x\n" * 500, 5001, 11), (b"\n#" + b"x" * 998, 11, 11)):
        taken.clear()
        with pytest.raises(RecordError) as caught:
            gather(parts(part), largest=10_000)
        assert caught.value.line == line
        assert len(taken) <= most
    assert gather([b"ab\n", b"c", b""]) == b"ab\nc"


def test_submissions_to_one_question_stand_in_any_order() -> None:
    one, other = DEALT + "A bid 1\nB bid 2\n", DEALT + "B bid 2\nA bid 1\n"
    assert canonical(one) == one
    assert canonical(other) == other


# --- The course of a match that is over


TEXT = DEALT + "A BID 1 @5\nB bid 2\nB say cat\ndeal refill 4\nA resign\n"


def test_a_course_has_each_event_with_the_state_that_it_met_and_the_value_of_its_move() -> None:
    along = match_history(read(TEXT.replace("B say cat", "B timeout"), find))
    assert [(moment.event, moment.ply, moment.actor, moment.text) for moment in along.moments] == [
        (1, 0, "deal", "cards A:3 B:7"),
        (2, 1, "A", "bid 1"),
        (3, 1, "B", "bid 2"),
        (4, 2, "B", "timeout"),
        (5, 3, "deal", "refill 4"),
        (6, 4, "A", "resign"),
    ]
    assert [moment.move for moment in along.moments] == [toy.Cards(BySeat(3, 7), ()), ("bid", 1), ("bid", 2), TIMEOUT, 4, None]
    assert [moment.seat for moment in along.moments] == [None, Seat.A, Seat.B, Seat.B, None, Seat.A]
    one, two = along.moments[1:3]
    assert one.state == two.state, "the first of two waits sealed, and changes nothing"
    assert [type(moment.pending) for moment in along.moments] == [Deals, Ask, Ask, Ask, Deals, Ask]
    assert along.end.outcome == along.outcome == Over(Seat.B, "resign")


def test_a_match_that_is_not_over_has_no_course() -> None:
    with pytest.raises(UnfinishedError, match="the match is not over"):
        match_history(read(TEXT.replace("A resign\n", ""), find))
