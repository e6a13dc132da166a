"""The kernels against the rules: what every word would tell, hand by hand."""

from __future__ import annotations

import numpy as np
import pytest

from deathmatch.core.words import WordList
from deathmatch.games.letter_hunt import deduction, fast
from deathmatch.games.letter_hunt.fast import COLUMN, Judged, WordTable
from deathmatch.games.letter_hunt.values import ALPHABET, Kind, Variation, options, terms
from deathmatch.match.dealer import HmacSource

SOURCE = HmacSource(b"fast", "words")
WORDS = sorted({"".join(SOURCE.choice("AAABCDEEEFGHIJKLLMNOOPQRSTUVWXYZ") for _ in range(3 + SOURCE.below(13))) for _ in range(300)})


def made(each: bool) -> WordTable:
    return fast.book(WordList.of([*WORDS, "AB", "STOP", "POST", "STOOP"]), each)


def some_hands(number: int, letters: str) -> tuple[fast.Masks, fast.Floats]:
    """Different hands of letters of some, with unlike chances."""
    hands = np.array(sorted({deduction.mask(SOURCE.sample(letters, 5)) for _ in range(number)}), dtype=np.uint32)
    chances = np.arange(1.0, hands.size + 1)
    return hands, chances / chances.sum()


def reckoned(book: WordTable, each: bool, hands: fast.Masks, chances: fast.Floats) -> Judged:
    """By the rules alone: the first word of each shape against each hand."""
    variant = Variation.COLOSSEUM
    given = {option.key: option.default for option in options(variant)} | {"repeats": "each" if each else "distinct"}
    bound = terms(variant, given)
    judged = np.zeros((len(book), 3))
    for shape in range(len(book)):
        word = book.words(shape)[0]
        for hand, chance in zip(hands, chances, strict=True):
            count = bound.count(word, deduction.named(int(hand)))
            for kind in (Kind.NONE, Kind.ONE, Kind.ODD):
                judged[shape, COLUMN[kind][0]] += chance * kind.holds(count)
    return judged.astype(np.float32)


@pytest.mark.parametrize("each", [False, True], ids=["distinct", "each"])
@pytest.mark.parametrize("letters", [ALPHABET[2:23], "BDFHJLNPRTVXZ"], ids=["21", "13"])
def test_tables_and_hand_by_hand_say_what_the_rules_say(each: bool, letters: str, monkeypatch: pytest.MonkeyPatch) -> None:
    book = made(each)
    hands, chances = some_hands(25, letters)
    wanted = reckoned(book, each, hands, chances)
    for pays in (False, True):
        monkeypatch.setattr(fast, "_pays", lambda *_sizes, pays=pays: pays)
        assert fast.judge(hands, chances, book) == pytest.approx(wanted, abs=1e-5)
    few = np.array([3, 0, 7])
    assert fast.judge_some(hands, chances, book, few) == pytest.approx(wanted[few], abs=1e-5)


@pytest.mark.parametrize("each", [False, True], ids=["distinct", "each"])
def test_a_book_has_every_word_of_legal_length_once_beside_those_of_its_shape(each: bool) -> None:
    book = made(each)
    by_shape = [book.words(shape) for shape in range(len(book))]
    words = [word for group in by_shape for word in group]
    assert sorted(words) == sorted({*WORDS, "STOP", "POST", "STOOP"})
    assert book.count == len(words)
    assert [book.word(number) for number in range(book.count)] == words
    shapes = [{deduction.shape(word, each) for word in group} for group in by_shape]
    assert all(len(group) == 1 for group in shapes)
    assert len(set().union(*shapes)) == len(book)
    for shape, group in enumerate(shapes):
        assert group == {deduction.Shape(int(book.letters[shape]), int(book.odd[shape]), int(book.once[shape]))}
    together = next(group for group in by_shape if "STOP" in group)
    assert together == (["POST", "STOP"] if each else ["POST", "STOP", "STOOP"])
