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


@pytest.mark.parametrize("text", ["0", "100", "-1", "+1", "01", "1.0", "", "x", "1 ", "²", "٣", "1" * 10, "1" * 5000, "1_0"])
def test_a_whole_number_has_no_sign_no_leading_zero_and_stays_in_range(text: str) -> None:
    with pytest.raises(OptionError, match="rounds must be a whole number from 1 to 99, not ") as error:
        read_one(OPTIONS, "rounds", text)
    assert error.value.keys == ("rounds",)


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


def test_a_word_that_is_not_listed_is_told_the_list() -> None:
    with pytest.raises(OptionError, match="first must be A, B or choose, not C") as error:
        read_one(OPTIONS, "first", "C")
    assert error.value.keys == ("first",)


def test_an_option_that_is_not_there_is_told_what_is() -> None:
    with pytest.raises(OptionError, match="unknown option colour; the options are rounds, limit, first, aids, time_move, bank"):
        read_one(OPTIONS, "colour", "red")


@pytest.mark.parametrize("text", ["scowl-80", "A.b_c-9", "x" * 40])
def test_a_name_is_read_in_lower_case(text: str) -> None:
    assert Name().read("lexicon", text) == text.lower()


@pytest.mark.parametrize("text", ["", "x" * 41, "a b", "a/b", "ä", "a\n"])
def test_a_name_is_short_and_plain(text: str) -> None:
    with pytest.raises(OptionError, match="lexicon must be a name of 1 to 40 characters"):
        Name().read("lexicon", text)


def test_what_is_not_given_has_its_default_in_the_order_of_the_table() -> None:
    assert list(complete(OPTIONS, {"bank": 5, "first": "B"}).items()) == [
        ("rounds", 10),
        ("limit", 20),
        ("first", "B"),
        ("aids", "no"),
        ("time_move", 60),
        ("bank", 5),
    ]


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
