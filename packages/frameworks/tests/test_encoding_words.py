"""Words of a list as actions: the letters that may come next, in Letter Hunt in numbers."""

from __future__ import annotations

import pickle
from string import ascii_lowercase

import pytest

from deathmatch.core.game import Deals
from deathmatch.core.seats import Seat
from deathmatch.core.words import WordList
from deathmatch.games.letter_hunt.lexicon import open_list
from deathmatch.library.game import load_game
from deathmatch.match.dealer import HmacSource
from deathmatch_frameworks.encoding import Encoding, encoding_of, load_encoding
from deathmatch_frameworks.trajectory import Trajectory
from deathmatch_frameworks.vocabulary import END


def spelled(match: Trajectory, letters: str) -> Trajectory:
    """The match after the letters of a word and its end."""
    for token in (*(f"~{letter}" for letter in letters), END):
        match = match.act(match.actors[0], match.encoding.id(token))
    return match


def dealt(encoding: Encoding) -> Trajectory:
    """A match with hands, in which A moves first."""
    match = encoding.start()
    assert isinstance(match.pending, Deals)
    return match.deal(match.pending.chance.sample(HmacSource(b"words", "hands")))


def tokens(match: Trajectory) -> list[str]:
    return [match.encoding.token(action) for action in match.legal_actions(match.actors[0])]


@pytest.mark.parametrize("name", ["open", "any"])
def test_with_words_only_those_of_the_list_can_be_spelled_unless_the_options_name_none(name: str) -> None:
    game = load_game("letter-hunt/gambit", holds=0, first="A", lexicon=name)
    encoding, words = load_encoding(game, words=True), open_list()
    assert encoding.vocabulary.tokens == load_encoding(game).vocabulary.tokens
    source, ended = HmacSource(b"words", name), set[bool]()
    for one in (encoding, pickle.loads(pickle.dumps(encoding))):
        for _ in range(10):
            match, word = dealt(one).act(Seat.A, one.id("word")), ""
            while (legal := tokens(match)) != [END]:
                letters = [token[1] for token in legal if token != END]
                can = {letter for letter in ascii_lowercase if name == "any" or any(words.beginning(f"{word}{letter}".upper()))}
                assert set(letters) == can
                assert (END in legal) == (len(word) >= 3 and (name == "any" or word.upper() in words))
                ended.add(END in legal)
                letter = source.choice(letters)
                match, word = match.act(Seat.A, one.id(f"~{letter}")), word + letter
            assert name == "any" or word.upper() in words
    assert ended == {False, True}
    assert load_encoding(game).vocabulary.words is None


def test_a_list_whose_words_have_all_been_played_offers_no_word() -> None:
    game = load_game("letter-hunt/gambit", holds=0, first="A")
    match = dealt(encoding_of(game, WordList.of(["CAT", "CATS", "OX", "A" * 16])))
    for word in ("cats", "cat"):
        assert "word" in tokens(match)
        match = match.act(match.actors[0], match.encoding.id("word"))
        assert tokens(match) == ["~c"]
        match = spelled(match, word)
        while "guess" not in tokens(match):
            match = match.act(match.actors[0], match.legal_actions(match.actors[0])[0])
    assert "word" not in tokens(match)


def test_a_list_that_is_not_there_is_refused_in_words() -> None:
    game = load_game("letter-hunt/gambit", lexicon="mine")
    assert load_encoding(game).num_distinct_actions
    with pytest.raises(LookupError, match="unknown word list mine; the word lists are open"):
        load_encoding(game, words=True)
