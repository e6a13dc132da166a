from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deathmatch.core.words import WordList, is_word

letters = st.text("ABC", min_size=1, max_size=4)


@given(st.sets(letters), st.lists(letters))
def test_it_is_the_set_of_its_words(words: set[str], others: list[str]) -> None:
    packed = WordList.of(words)
    assert packed == words
    assert frozenset(words) == packed
    assert list(packed) == sorted(words)
    assert len(packed) == len(words)
    for word in others:
        assert (word in packed) == (word in words)
        assert list(packed.beginning(word)) == [one for one in sorted(words) if one.startswith(word)]
    assert list(packed.beginning("")) == sorted(words)
    assert WordList.unpack(packed.pack()) == words
    assert pickle.loads(pickle.dumps(packed)) == words


def test_nothing_but_a_whole_word_is_in_it() -> None:
    packed = WordList.of(["cat", "Dog", "CAT"])
    assert list(packed) == ["CAT", "DOG"]
    for other in ("", "CA", "AT", "CATS", "cat", "CAT\nDOG", "\n", "CAT\n", "DÖG", "\udcff", 3, None):
        assert other not in packed
    assert "CAT" not in WordList.of([])
    assert repr(packed) == "<2 words>"


@pytest.mark.parametrize("word", ["", "CAT\nDOG", "RE-DO", "KÄFER", "B2"])
def test_what_is_no_word_is_refused(word: str) -> None:
    assert not is_word(word)
    with pytest.raises(ValueError, match="the letters A-Z alone"):
        WordList.of(["CAT", word])


def test_words_of_a_length_stand_side_by_side() -> None:
    assert WordList.of(["dog", "at", "cat", "in", "emus"]).by_length() == {2: b"ATIN", 3: b"CATDOG", 4: b"EMUS"}


def test_operators_of_sets_make_lists() -> None:
    both = WordList.of(["cat", "dog"]) & {"DOG", "EMU"}
    assert isinstance(both, WordList)
    assert list(both) == ["DOG"]
