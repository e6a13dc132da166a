"""Words of a list as actions: the letters that may come next, in Letter Hunt in numbers."""

from __future__ import annotations

import pickle
from string import ascii_lowercase

import pytest

from deathmatch.core.game import Deals
from deathmatch.core.seats import Seat
from deathmatch.games.letter_hunt.lexicon import open_list
from deathmatch.library.game import load_game
from deathmatch.match.dealer import HmacSource
from deathmatch_frameworks.encoding import Encoding, load_encoding
from deathmatch_frameworks.trajectory import Trajectory
from deathmatch_frameworks.vocabulary import END


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
