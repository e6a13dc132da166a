"""The notation of the free table: lines, answers, deals, their spellings, and texts in quotes (section Notation, R2 and R4)."""

from __future__ import annotations

import json
import re

import pytest

from deathmatch.core.errors import Refusal
from deathmatch.games import find
from deathmatch.games.free_table import notation
from deathmatch.match.position import DEAL, HOSTS, Position
from deathmatch.match.record import read, write

VARIANT = find("free-table/standard")
HEAD = "deathmatch 1\ngame free-table/standard\n"
DIGEST = "0123456789abcdef" * 4
NAME24 = "a_b-0123456789zyxwvutsrq"
ITEMS = ",".join(f"i{number}" for number in range(60))


def after(*events: str) -> Position:
    """The position after these events of a record."""
    position = Position.start(VARIANT, VARIANT.bind({})[1])
    for event in events:
        actor, _, text = event.partition(" ")
        position, _ = position.accept(actor, text)
    return position


def refused(position: Position, actor: str, text: str) -> str:
    """The rule that refuses a text."""
    with pytest.raises(Refusal) as caught:
        position.accept(actor, text)
    return str(caught.value.rule)


CANONICAL = (
    'ask A text "Why?"',
    'ask AB number -1000000 1000000 secret chance 86400 "Round 1"',
    'ask B one red,blue chance 1 ""',
    f'ask AB one {ITEMS} ""',
    'ask AB some 0 3 a,b,c secret "x"',
    'ask AB hand 0 2 secret keep chance 5 "x"',
    'ask AB number 1 2 "secret keep 5"',
    'say all "Hello"',
    'say A "Hello"',
    'board ""',
    f'picture {DIGEST} "The \\"map\\""',
    "deck tiles 0-8",
    "deck tiles 0-59 20",
    "deck tiles 9999940-9999999",
    f"deck {NAME24} {NAME24},b",
    "deck d 1-2,3-4 2",
    "throw 2",
    "throw 1000",
    "count x AB +1",
    "count x A -1000000",
    "count x B 0",
    'end A "Won"',
    'end none ""',
)
SPELLED = {
    '  ASK\tab  NUMBER 0 9  SECRET   "Keep  MY Case" ': 'ask AB number 0 9 secret "Keep  MY Case"',
    'Ask a One RED,Blue "x"': 'ask A one red,blue "x"',
    'SAY ALL "\\u0041\\/"': 'say all "A/"',
    'say b"x"': 'say B "x"',
    f'picture {DIGEST.upper()} "x"': f'picture {DIGEST} "x"',
    "Deck Tiles A,B 1": "deck tiles a,b",
    "count X ab +0": "count x AB +0",
    'End NONE ""': 'end none ""',
}
MALFORMED = """
? ; "x" ; hello ; ask ; ask C text ; ask BA text "" ; ask A text ; ask A text "x" "y" ; ask A text "x" 5 ; ask A text 5 secret "x"
ask A number 5 4 "" ; ask A number 00 4 "" ; ask A number -0 4 "" ; ask A number 0 1000001 "" ; ask A number +1 4 ""
ask A number 0 "" ; ask A one red "" ; ask A one red,red "" ; ask A one red,,blue "" ; ask A one 1-3 "" ; ask A one a,timeout ""
ask A some 3 3 a,b "" ; ask A some -1 1 a,b "" ; ask A some 0 1 a,none "" ; ask A number 0 1 chance secret ""
ask A number 0 1 0 "" ; ask A number 0 1 86401 "" ; show ; show C ; show AB x ; say all ; say AB x ; say C "x" ; board x ; deck d
deck d 5 ; deck d 5-5 ; deck d 8-0 ; deck d 0-60 ; deck d 00-09 ; deck d a,b 0 ; deck d a,b 21 ; deck d a,all ; deck d a,none
deck d a,- ; deck d! a,b ; deal d 1 1 ; deal d 1 1 -1 ; deal d 1 1 01 ; take A ; take C all ; take A 1,,2 ; throw 1 ; throw 1001
throw ; count x A ; count x A ++1 ; count x A +-1 ; count x A 01 ; count x A 1000001 ; count x! A 1 ; end C "" ; end A
end A "x" y
"""
LONG = (
    "",
    f'picture {DIGEST[:-1]} "x"',
    f"picture {DIGEST}",
    f'ask A one {ITEMS},more ""',
    f"deck {NAME24}x a,b",
)


@pytest.mark.parametrize("text", CANONICAL)
def test_a_canonical_line_stays(text: str) -> None:
    assert notation.write_line(notation.read_line(text)) == text


@pytest.mark.parametrize("text", SPELLED)
def test_a_line_is_read_in_other_spellings(text: str) -> None:
    assert notation.write_line(notation.read_line(text)) == SPELLED[text]


@pytest.mark.parametrize("text", [*re.split(" ; |\n", MALFORMED.strip()), *LONG])
def test_a_line_of_another_form_is_refused_by_r2(text: str) -> None:
    assert refused(after(), HOSTS, text) == "free-table R2"


# --- Quoted texts


@pytest.mark.parametrize(
    "words", ["#1 # 2", "@12", " two  spaces ", 'say "no"', "back\\slash", "a\nb", "\u2028\u00a0\u0130", "{A} {", "\U0001f600", "é"]
)
def test_a_quoted_text_stays_in_a_record_beside_comments_and_times(words: str) -> None:
    quoted = json.dumps(words)
    lines = [
        f"host say all {quoted}  # a comment",
        f"host ask A text {quoted} # another",
        f"A {quoted} @12.50 # x",
        "#? host 0",
        f"host board {quoted}\t#",
    ]
    record = write(read(HEAD + "\n".join(lines) + "\n", find))
    plain = notation.quoted(words)
    assert record == HEAD + f"host say all {plain}\nhost ask A text {plain}\nA {plain} @12.5\nhost board {plain}\n"
    assert write(read(record, find)) == record
    assert record.encode("utf-8").count(b"\n") == 6


def test_quotes_keep_a_time_and_a_comment_out_of_the_text_only_if_they_end_before() -> None:
    position = after('host ask A text ""')
    assert position.accept("A", '"12 @12"')[1] == '"12 @12"'
    for text in ('"open', "closed", '"a" "b"', '"a"b', '"bad \\x"', "'a'", '["a"]', "5", '""'):
        assert refused(position, "A", text) == "free-table R4"


@pytest.mark.parametrize("bad", ['"\\u0000"', '"\\t"', '"\\u007f"', '"\\u0085"', '"\\ud800"', '"\\r"', '"a\tb"'])
def test_control_characters_and_half_characters_are_refused(bad: str) -> None:
    assert refused(after(), HOSTS, f"say all {bad}") == "free-table R2"
    assert refused(after(), HOSTS, f"board {bad}") == "free-table R2"
    assert refused(after('host ask A text ""'), "A", bad) == "free-table R4"


# --- Answers and deals

DEALT = ("host deck d a,b,c 3", "host deal d 4 2 0", "deal cards A:a,a,b,c B:a,c open:-")


@pytest.mark.parametrize(
    ("question", "text", "canonical"),
    [
        ("number -5 5", " -5\t", "-5"),
        ("number 0 5", "5", "5"),
        ("one red,blue", "BLUE", "blue"),
        ("one none,blue", "None", "none"),
        ("some 0 2 c,b,a", "A  c", "c a"),
        ("some 0 2 c,b,a", "a, C", "c a"),
        ("some 0 2 c,b,a", "NONE", "none"),
        ("hand 0 3", "C a A", "a a c"),
        ("hand 0 3", "none", "none"),
    ],
)
def test_an_answer_is_read_in_other_spellings(question: str, text: str, canonical: str) -> None:
    assert after(*DEALT, f'host ask A {question} ""').accept("A", text)[1] == canonical


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("number -5 5", ("6", "-6", "05", "-0", "+1", "", "1 2", "none", "1.0")),
        ("one red,blue", ("green", "red blue", "red red", "none", "", '"red"')),
        ("some 1 2 a,b,c", ("none", "a b c", "a a", "d", "")),
        ("some 0 2 a,b,c", ("", "none a", "a none")),
        ("hand 1 3", ("b b", "d", "none", "a a b c", "a a a", "")),
    ],
)
def test_an_answer_that_does_not_fit_is_refused_by_r4(question: str, texts: tuple[str, ...]) -> None:
    position = after(*DEALT, f'host ask A {question} ""')
    for text in texts:
        assert refused(position, "A", text) == "free-table R4"


@pytest.mark.parametrize(
    "text", ["cards A:a B:- open:b", "cards A:a B:b open:d", "cards A:a B:b", "cards A:a,a B:- open:b", "cards A:b B:a,c open:-", "throw 1"]
)
def test_a_deal_of_cards_that_cannot_be_is_refused_by_r12(text: str) -> None:
    assert refused(after("host deck d a,b,c", "host deal d 1 1 1"), DEAL, text) == "free-table R12"


def test_cards_are_written_in_the_order_of_the_deck() -> None:
    position = after("host deck d c,b,a 2", "host deal d 3 1 1")
    assert position.accept(DEAL, "CARDS a:A,c,a  B:b open:C")[1] == "cards A:c,a,a B:b open:c"
    assert position.accept(DEAL, "cards A:a,b,c B:b open:c")[0].state.hidden.hands.a == ("c", "b", "a")
    for text in ("throw 0", "throw 7", "throw 06", "throw", "throw x"):
        assert refused(after("host throw 6"), DEAL, text) == "free-table R12"


def test_a_late_deal_has_several_items_with_spaces() -> None:
    asked = (*DEALT, 'host ask AB hand 0 2 chance ""', "A timeout", "B timeout")
    assert after(*asked).accept(DEAL, "Late A:c a B:none")[1] == "late A:a c B:none"
    for text in ("late A:a c B:-", "late A:- B:a", "late A:a a a B:a", "late A:b b B:a", "late A:a", "late A:d B:a"):
        assert refused(after(*asked), DEAL, text) == "free-table R8"
    record = HEAD + "\n".join([*asked, "deal late A:a c B:none @0.5"]) + "\n"
    assert write(read(record, find)) == record
