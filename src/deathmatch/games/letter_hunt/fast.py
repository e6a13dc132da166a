"""Words fast: what every word of a list would tell about a hand, in one go.

For all words at once two tables over every set of letters are made of the hands and their chances: how likely none of the set is in the
hand (a sum over subsets), and how far an even number is likelier than an odd one (a Walsh-Hadamard transform). Each takes `letters` times
`2**letters` additions, whatever the number of hands, and each word is then a few look-ups: exactly one letter is in the hand if one of
only those that count once are. If there are few words or few hands, each word is asked of each hand.

`tests/games/letter_hunt/test_fast.py` holds all this to `values.Terms.count` and `values.Kind.holds`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.words import WordList
from deathmatch.games.letter_hunt.values import ALPHABET, LONGEST, SHORTEST, Kind
from deathmatch.solve.kernel import kernel

Masks: TypeAlias = NDArray[np.uint32]
Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Table: TypeAlias = NDArray[np.float32]
Judged: TypeAlias = NDArray[np.float32]
"""For each word the chance that none, that exactly one, and that an odd number of its letters is in the hand, shape (words, 3)."""

COLUMN: Final[Mapping[Kind, tuple[int, bool]]] = {
    Kind.NONE: (0, True),
    Kind.ANY: (0, False),
    Kind.ONE: (1, True),
    Kind.ODD: (2, True),
}
"""The column of `Judged` that a kind of hint asks for, and the answer whose chance stands there."""

# What things cost, in nanoseconds, roughly: to ask one word of one hand, to add up for one set and letter, to look one word up.
_ASK, _ADD, _LOOK = 7.0, 2.5, 120.0


# --- Lists of words


@dataclass(frozen=True, slots=True, eq=False)
class WordTable:
    """The words of a list, those that no hint can tell apart as one: so many shapes, in the order of their bit masks.

    Attributes:
        letters, odd, once: of each shape the letters that it has, that count an odd number of times, that count once; shapes (n,).
        text: all words, one after the other.
        starts, sizes: where each word begins in it, and its length; the words of one shape follow each other.
        first: the number of the first word of each shape, shape (n + 1,).
    """

    letters: Masks
    odd: Masks
    once: Masks
    text: bytes
    starts: NDArray[np.uint32]
    sizes: NDArray[np.uint8]
    first: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.letters)

    def words(self, shape: int) -> list[str]:
        """The words of a shape, in the order of the alphabet by length."""
        numbers = range(int(self.first[shape]), int(self.first[shape + 1]))
        return [self.text[self.starts[n] : self.starts[n] + self.sizes[n]].decode() for n in numbers]

    def word(self, number: int) -> str:
        """A word by its number, from 0."""
        return self.text[self.starts[number] : self.starts[number] + self.sizes[number]].decode()

    @property
    def count(self) -> int:
        """How many words there are."""
        return len(self.starts)


def book(words: Collection[str], each: bool) -> WordTable:
    """The words of legal length of a list, put together by shape; `each` as option `repeats` has it."""
    by_length = (words if isinstance(words, WordList) else WordList.of(words)).by_length()
    lengths = [length for length in by_length if SHORTEST <= length <= LONGEST]
    text = b"".join(by_length[length] for length in lengths)
    counts = [len(by_length[length]) // length for length in lengths]
    sizes = np.repeat(np.array(lengths, dtype=np.uint8), counts)
    starts = np.cumsum(sizes, dtype=np.uint32) - sizes
    parts = [_shapes(np.frombuffer(by_length[length], np.uint8).reshape(-1, length), each) for length in lengths]
    shapes = [np.concatenate(rows) for rows in zip(*parts, strict=True)] if parts else [np.zeros(0, np.uint32)] * 3
    if not each:
        shapes = shapes[:1]  # all three are the same
    order = np.lexsort(shapes[::-1])
    new = np.arange(order.size) == 0
    for masks in shapes:
        new[1:] |= masks[order[1:]] != masks[order[:-1]]
    first = np.append(np.flatnonzero(new), order.size).astype(np.uint32)
    letters, odd, once = [masks[order[new]] for masks in shapes] * (1 if each else 3)
    return WordTable(letters, odd, once, text, starts[order], sizes[order], first)


def _shapes(rows: NDArray[np.uint8], each: bool) -> tuple[Masks, Masks, Masks]:
    """The three bit masks of each word, given words of one length, a row a word."""
    bits = np.left_shift(np.uint32(1), (rows - ord("A")).astype(np.uint32))
    letters = np.bitwise_or.reduce(bits, axis=1)
    if not each:
        return letters, letters, letters
    seen = twice = np.zeros(len(bits), dtype=np.uint32)
    for column in bits.T:
        twice = twice | (seen & column)
        seen = seen | column
    return letters, np.bitwise_xor.reduce(bits, axis=1), letters & ~twice


# --- Kernels


@kernel
def fill_tables(hands: Masks, chances: Floats, zero: Table, sign: Table) -> None:
    """Both tables of some hands, in place.

    Args:
        hands: over so many letters, shape (n,); chances of them, shape (n,).
        zero: shape (2**letters,); becomes for each set the chance that no letter of it is in the hand.
        sign: likewise; becomes the chance of an even number less that of an odd one.
    """
    size = zero.size
    zero[:] = 0.0
    sign[:] = 0.0
    for n in range(hands.size):
        zero[size - 1 - hands[n]] += chances[n]  # by what is not in the hand: then it is a sum over supersets
        sign[hands[n]] += chances[n]
    block = min(size, 1 << 14)  # what stays in the nearest memory
    for base in range(0, size, block):
        step = 1
        while step < block:
            for start in range(base, base + block, 2 * step):
                for low in range(start, start + step):
                    zero[low] += zero[low + step]
                    above = sign[low + step]
                    sign[low + step] = sign[low] - above
                    sign[low] += above
            step *= 2
    step = block
    while step < size:
        for start in range(0, size, 2 * step):
            for low in range(start, start + step):
                zero[low] += zero[low + step]
                above = sign[low + step]
                sign[low + step] = sign[low] - above
                sign[low] += above
        step *= 2


@kernel
def squeeze(masks: Masks, places: Ints, squeezed: Masks) -> None:
    """Sets of letters as sets of some letters alone: bit k of a result is bit `places[k]` of the mask."""
    for n in range(masks.size):
        bits_ = np.uint32(0)
        for k in range(places.size):
            bits_ |= np.uint32((masks[n] >> np.uint32(places[k])) & np.uint32(1)) << np.uint32(k)
        squeezed[n] = bits_


@kernel
def look_up(zero: Table, sign: Table, letters: Masks, odd: Masks, once: Masks, judged: Judged) -> None:
    """`judged` from both tables, for words whose masks are over the letters of the tables, each of shape (words,)."""
    for n in range(letters.size):
        none = zero[letters[n]]
        one = np.float32(0.0)
        left = once[n]
        while left:
            lowest = left & (~left + np.uint32(1))
            one += zero[letters[n] ^ lowest] - none
            left ^= lowest
        judged[n, 0] = none
        judged[n, 1] = one
        judged[n, 2] = np.float32(0.5) * (np.float32(1.0) - sign[odd[n]])


@kernel
def ask_each(hands: Masks, chances: Floats, letters: Masks, odd: Masks, once: Masks, judged: Judged) -> None:
    """`judged` hand by hand; masks as `look_up` has them, over the letters of the hands."""
    for n in range(letters.size):
        none = one = uneven = 0.0
        for k in range(hands.size):
            there = hands[k] & letters[n]
            if not there:
                none += chances[k]
                continue
            if not there & (there - np.uint32(1)) and there & once[n]:
                one += chances[k]
            parity = hands[k] & odd[n]
            parity ^= parity >> np.uint32(16)
            parity ^= parity >> np.uint32(8)
            parity ^= parity >> np.uint32(4)
            if (np.uint32(0x6996) >> (parity & np.uint32(15))) & np.uint32(1):
                uneven += chances[k]
        judged[n, 0] = none
        judged[n, 1] = one
        judged[n, 2] = uneven


# --- What words tell


def judge(hands: Masks, chances: Floats, words: WordTable) -> Judged:
    """What every shape of a book would tell about a hand.

    Args:
        hands: the possible hands, as bit masks of the 26 letters, shape (n,).
        chances: of each, adding up to 1.
        words: the book.
    """
    judged = np.empty((len(words), 3), dtype=np.float32)
    possible = int(np.bitwise_or.reduce(hands))
    places = np.array([place for place in range(len(ALPHABET)) if possible >> place & 1], dtype=np.int64)
    if not _pays(hands.size, len(words), places.size):
        ask_each(hands, chances, words.letters, words.odd, words.once, judged)
        return judged
    few, letters, odd, once = (_squeezed(masks, places) for masks in (hands, words.letters, words.odd, words.once))
    zero, sign = np.empty((2, 1 << places.size), dtype=np.float32)
    fill_tables(few, chances, zero, sign)
    look_up(zero, sign, letters, odd, once, judged)
    return judged


def _pays(hands: int, words: int, letters: int) -> bool:
    """Whether tables cost less than asking each word of each hand."""
    return _ASK * hands * words > _ADD * letters * (1 << letters) + _LOOK * words


def _squeezed(masks: Masks, places: Ints) -> Masks:
    squeezed = np.empty_like(masks)
    squeeze(masks, places, squeezed)
    return squeezed


def judge_some(hands: Masks, chances: Floats, words: WordTable, shapes: Ints) -> Judged:
    """As `judge`, for some shapes of a book alone, by number."""
    judged = np.empty((shapes.size, 3), dtype=np.float32)
    ask_each(hands, chances, words.letters[shapes], words.odd[shapes], words.once[shapes], judged)
    return judged


def warm() -> None:
    """Have every kernel compiled."""
    hands, chances, words = np.array([31, 62], dtype=np.uint32), np.full(2, 0.5), book(("ABC",), each=True)
    judge_some(hands, chances, words, np.arange(1))
    judged, masks = np.empty((1, 3), dtype=np.float32), _squeezed(words.letters, np.arange(6))
    zero, sign = np.empty((2, 1 << 6), dtype=np.float32)
    fill_tables(hands, chances, zero, sign)
    look_up(zero, sign, masks, masks, masks, judged)


def bits(chances: NDArray[np.floating]) -> Floats:
    """How much the answer to a question tells that has this chance of a yes, in bits, of any shape."""
    sure = np.clip(chances.astype(np.float64), 1e-12, 1 - 1e-12)
    entropy: Floats = -(sure * np.log2(sure) + (1 - sure) * np.log2(1 - sure))
    return entropy
