"""Options: what a key takes, in which spellings, what is said where it does not, and how defaults follow from each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deathmatch.core.errors import OptionError
from deathmatch.core.options import (
    Lexicon,
    Name,
    Option,
    Value,
    Values,
    WholeNumber,
    Word,
    complete,
    lexicons,
    lower,
    read_one,
    switch,
    time_bank,
    time_limit,
)


def doubled(values: Values) -> Value:
    rounds = values["rounds"]
    assert isinstance(rounds, int)
    return 2 * rounds


OPTIONS = (
    Option("rounds", WholeNumber(1, 99), 10, "how many"),
    Option("limit", WholeNumber(1, 200), doubled, "no more than these"),
    Option("first", Word(("A", "B", "choose")), "A", "who begins"),
    switch("aids", "no", "help"),
    time_limit("time_move", 60, "to move"),
    time_bank(120),
)


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("rounds", "1", 1),
        ("rounds", "99", 99),
        ("ROUNDS", "7", 7),
        ("first", "a", "A"),
        ("first", "CHOOSE", "choose"),
        ("aids", "Yes", "yes"),
        ("time_move", "86400", 86400),
        ("bank", "0", 0),
        ("bank", "1000000", 1_000_000),
    ],
)
def test_a_value_is_read_in_any_letter_case(key: str, text: str, value: Value) -> None:
    assert read_one(OPTIONS, key, text) == (key.lower(), value)


@given(st.integers(-300, 300))
def test_a_whole_number_is_read_just_where_it_is_in_range(number: int) -> None:
    kind = WholeNumber(0, 200)
    if 0 <= number <= 200:
        assert kind.read("x", str(number)) == number
    else:
        with pytest.raises(OptionError):
            kind.read("x", str(number))


def test_no_other_letter_passes_for_one_of_ours() -> None:
    assert lower("BAN\u212a \u0130 \u017f") == "ban\u212a \u0130 \u017f"
    with pytest.raises(OptionError):
        read_one((Option("bank", WholeNumber(0, 9), 0, "a reserve"),), "ban\u212a", "5")


@pytest.mark.parametrize("text", ["", "x" * 41, "a b", "a/b", "ä", "a\n"])
def test_a_name_is_short_and_plain(text: str) -> None:
    with pytest.raises(OptionError, match="lexicon must be a name of 1 to 40 characters"):
        Name().read("lexicon", text)


def test_a_default_follows_from_what_is_given_before_it_and_yields_to_what_is_given() -> None:
    assert complete(OPTIONS, {"rounds": 30})["limit"] == 60
    assert complete(OPTIONS, {"rounds": 30, "limit": 31})["limit"] == 31


def test_a_switch_lists_its_default_first() -> None:
    assert str(switch("x", "no", "").kind) == "no, yes"
    assert str(switch("x", "yes", "").kind) == "yes, no"


def test_clocks_are_marked_as_such() -> None:
    assert [option.key for option in OPTIONS if option.clock] == ["time_move", "bank"]
    assert str(OPTIONS[-2].kind) == "1 to 86400"
    assert str(OPTIONS[-1].kind) == "0 to 1000000"


def test_a_word_list_is_needed_by_the_live_match_that_names_one() -> None:
    options = (Option("lexicon", Lexicon(10, ("any",)), "any", "words"), OPTIONS[0])
    assert str(options[0].kind) == "a name"
    assert lexicons(options, complete(options, {})) == ()
    assert lexicons(options, complete(options, {"lexicon": "birds"})) == ("birds",)
