"""Every spelling that the book accepts, what it refuses, and where reading stopped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deathmatch.core.errors import Malformed
from deathmatch.games.five_card_trick import compose
from deathmatch.games.five_card_trick.values import Submission, Terms
from tests.games.five_card_trick.positions import bound

GAUNTLET, FINAL, SETNA = (bound(name, {}).terms for name in ("gauntlet", "final", "setna"))


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("steal,CLAIM", "claim steal"),
        ("claim , and steal", "claim steal"),
        ("g&sc", "score grow"),
        ("RAISE/score", "score grow"),
        ("st;b:g", "block:grow steal"),
        ("block=claim\tgrow", "grow block:claim"),
        ("block(claim)grow", "grow block:claim"),
        ("BLOCK ( BLOCKING r ) grow", "grow block:grow"),
        ("bl : st + c", "claim block:steal"),
        ("block block:sc", "block:score block:score"),
        ("block:sc b=score", "block:score block:score"),
        ("score overload grow and claim", "overload score grow claim"),
        ("score, Limit-Reset; grow", "reset score grow"),
        ("score LIMIT \t reset grow overload claim", "overload reset score grow claim"),
    ],
)
def test_accepted_spelling(typed: str, canonical: str) -> None:
    move = compose.read(typed, FINAL)
    assert FINAL.text(move) == canonical
    assert compose.read(canonical, FINAL) == move


@pytest.mark.parametrize(
    ("typed", "canonical"), [("NONE", "none"), (" nothing ", "none"), ("pass", "none"), ("grow", "raise"), ("r", "raise")]
)
def test_spelling_of_setna(typed: str, canonical: str) -> None:
    assert SETNA.text(compose.read(typed, SETNA)) == canonical


@pytest.mark.parametrize(
    ("typed", "rule", "position"),
    [
        ("s grow", 2, 0),
        ("score growl", 2, 6),
        ("none", 2, 0),
        ("", 2, 0),
        ("score grow,", 2, 11),
        (", score grow", 2, 0),
        ("score grow é", 2, 11),
        ("ſcore grow", 2, 0),  # a long s folds to s, and is none
        ("score limit grow", 2, 6),
        ("score priority", 2, 6),
        ("score:grow claim", 4, 5),
        ("overload:grow score claim", 4, 8),
        ("block:s grow", 4, 6),
        ("block:reset grow", 4, 6),
        ("block:score:grow claim", 4, 11),
        ("block (score grow", 4, 13),
        ("block (blocking) grow", 4, 15),
        ("block:grow block:steal", 4, 17),
        ("score) grow", 2, 5),
    ],
)
def test_refused_spelling(typed: str, rule: int, position: int) -> None:
    with pytest.raises(Malformed) as caught:
        compose.read(typed, FINAL)
    assert (caught.value.rule.number, caught.value.position) == (rule, position)


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("grow score)", 2),
        ("score:claim x", 2),
        ("block:grow block:claim x", 2),
        ("score:claim grow", 4),
        ("block:grow block:claim", 4),
        ("block:grow:claim score", 4),
    ],
)
def test_a_word_that_cannot_be_read_comes_before_a_name_in_the_wrong_place(typed: str, rule: int) -> None:
    with pytest.raises(Malformed) as caught:
        compose.read(typed, FINAL)
    assert caught.value.rule.number == rule


def test_none_stands_alone() -> None:
    with pytest.raises(Malformed, match="stands alone") as caught:
        compose.read("none score", SETNA)
    assert caught.value.position == 5


@pytest.mark.parametrize("typed", ["", "claim", "score grow", "y", "priority pass", "none", "ye\u017f", "claim\u00a0priority"])
def test_no_answer(typed: str) -> None:
    with pytest.raises(Malformed) as caught:
        compose.read_answer(typed)
    assert caught.value.rule.number == 11


def attempt(text: str, each: Terms) -> Submission | Malformed:
    """What comes of reading a text."""
    try:
        return compose.read(text, each)
    except Malformed as error:
        return error


@given(text=st.text(alphabet="scgrbtalimoke:=() ,+&and\u00e9", max_size=30))
def test_other_text_is_read_or_refused_inside_the_text(text: str) -> None:
    for each in (GAUNTLET, FINAL, SETNA):
        read_ = attempt(text, each)
        if isinstance(read_, Malformed):
            assert 0 <= read_.position <= len(text)
            assert read_.rule.number in (2, 4)
        else:
            assert compose.read(each.text(read_), each) == read_
