"""Sets of actions as masks, for batches of matches (`vectoring.py`): masks as bools, the first illegal action, a random legal one.

**Masks** have the shape (N, 2, words): action `a` of a seat is bit `a % 64` of word `a // 64`. A seat without a bit owes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.solve.kernel import inner, kernel
from deathmatch_frameworks.splitmix import below

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Actions, Bools, Seeds, Tables

Words: TypeAlias = NDArray[np.uint64]

BITS: Final = 64  # of a word
ZERO, ONE, LAST = np.uint64(0), np.uint64(1), np.uint64(63)
_2, _4, _56 = np.uint64(2), np.uint64(4), np.uint64(56)
_PAIRS, _QUADS, _BYTES, _SUM = (np.uint64(number * 0x0101010101010101) for number in (0x55, 0x33, 0x0F, 1))


def words(actions: int) -> int:
    """How many words a mask has."""
    return -(-actions // BITS)


class MaskedRules:
    """The part of `deathmatch_frameworks.vectoring.VectorRules` that is the same for all games whose last table is the masks.

    Args:
        texts: the notation of each action, by its id.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)

    @property
    def actions(self) -> int:
        """How many ids of actions there are."""
        return len(self.texts)

    def text(self, action: int, /) -> str:
        """The notation of an action."""
        return self.texts[action]

    def owing(self, tables: Tables, out: Bools, /) -> None:
        """Which seats owe an action."""
        owing(tables[-1], out)

    def legal(self, tables: Tables, out: Bools, /) -> None:
        """The legal actions of both seats."""
        legal(tables[-1], out)

    def wrong(self, tables: Tables, actions: Actions, /) -> int:
        """The first seat whose action is not legal."""
        return wrong(tables[-1], actions)

    def sample(self, tables: Tables, seeds: Seeds, out: Actions, /) -> None:
        """A legal action of each seat, all with equal chances."""
        sample(tables[-1], seeds, out)


@inner
def bit(action: int) -> np.uint64:
    """The mask of an action, within its word."""
    return ONE << (np.uint64(action) & LAST)


@inner
def size(word: np.uint64) -> int:
    """How many bits of a word are on."""
    word -= (word >> ONE) & _PAIRS
    word = (word & _QUADS) + ((word >> _2) & _QUADS)
    return int(np.int64((((word + (word >> _4)) & _BYTES) * _SUM) >> _56))


@kernel
def owing(masks: Words, out: Bools) -> None:
    """Which seats have an action."""
    for match in range(masks.shape[0]):
        for seat in range(2):
            some = ZERO
            for word in range(masks.shape[2]):
                some |= masks[match, seat, word]
            out[match, seat] = some != ZERO


@kernel
def legal(masks: Words, out: Bools) -> None:
    """The masks as bools, into `out`, shape (N, 2, actions)."""
    for match in range(masks.shape[0]):
        for seat in range(2):
            for word in range(masks.shape[2]):
                mask, at = masks[match, seat, word], word * BITS
                for place in range(min(BITS, out.shape[2] - at)):
                    out[match, seat, at + place] = (mask >> np.uint64(place)) & ONE != ZERO


@kernel
def wrong(masks: Words, actions: Actions) -> int:
    """The first entry of `actions` that is not legal, of the seats that owe one, as 2 * match + seat; -1 if there is none."""
    limit = masks.shape[2] * BITS
    for match in range(masks.shape[0]):
        for seat in range(2):
            action = int(actions[match, seat])
            if 0 <= action < limit and masks[match, seat, action // BITS] & bit(action) != ZERO:
                continue
            for word in range(masks.shape[2]):
                if masks[match, seat, word] != ZERO:
                    return 2 * match + seat
    return -1


@kernel
def sample(masks: Words, seeds: Seeds, out: Actions) -> None:
    """A legal action of each seat, all with equal chances; -1 for a seat that has none."""
    for match in range(masks.shape[0]):
        for seat in range(2):
            total = 0
            for word in range(masks.shape[2]):
                total += size(masks[match, seat, word])
            out[match, seat] = -1
            if total:
                mark, word = below(seeds, match, total), 0
                mask = masks[match, seat, 0]
                there = size(mask)
                while mark >= there:
                    mark -= there
                    word += 1
                    mask = masks[match, seat, word]
                    there = size(mask)
                out[match, seat] = word * BITS + nth(mask, mark)


@inner
def nth(word: np.uint64, mark: int) -> int:
    """The place of a bit that is on, after `mark` others that are."""
    place, half = 0, 32
    while half:
        low = size(word & ((ONE << np.uint64(half)) - ONE))
        if mark >= low:
            mark -= low
            word >>= np.uint64(half)
            place += half
        half //= 2
    return place
