"""What follows from all that an eye has learned: letters that are certainly in a hand, and letters that certainly are not.

Every hand that fits is gone through, so nothing that follows for one hand by itself is missed. That two hands have no letter in common
is used if the eye knows one of them; between two hands that it does not know it is not.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from deathmatch.core.seats import Seat
from deathmatch.games.letter_hunt.values import ALPHABET, HAND, RARITIES, Kind, Letters, Turn, Verb
from deathmatch.games.letter_hunt.view import UNSEEN, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Masks = NDArray[np.uint32]

_BITS: Final = {letter: 1 << place for place, letter in enumerate(ALPHABET)}


class Deduced(NamedTuple):
    """The certain facts about one hand.

    Attributes:
        held: letters that are in it.
        absent: letters that are not, those that are out left aside.
    """

    held: Letters
    absent: Letters


def deduce(view: View, seat: Seat) -> Deduced:
    """The certain facts about the present hand of a seat that this eye does not see."""
    if not view.cards[seat] or view.hands is not None:
        return Deduced("", "")
    offered = view.own.dealt[0] if view.own is not None and view.terms.offers and view.own.dealt else ""
    own = view.own.hand if view.own is not None else ""
    barred = "".join({*view.missed(seat), *view.out, *own, *offered, *view.onlookers.replace(UNSEEN, "")})
    return _deduce(
        view.cards[seat],
        _mask(barred),
        tuple(_asked(view, seat)),
        tuple(_mask(rarity) for rarity, _ in RARITIES) if view.terms.offers else (),
        _mask(view.lost[seat]),
        view.out,
    )


def _mask(letters: str) -> int:
    return sum(_BITS[letter] for letter in set(letters))


class _HintAnswer(NamedTuple):
    """A hint about a hand.

    Attributes:
        kind, result: as it was given.
        once, more: masks of the letters that count once and more often.
        odd: mask of those that count an odd number of times.
        gone: mask of the letters that have left the hand since.
    """

    kind: Kind
    result: bool
    once: int
    more: int
    odd: int
    gone: int


def _asked(view: View, seat: Seat) -> list[_HintAnswer]:
    """Every hint that was given about a hand, the last one first."""
    answers: list[_HintAnswer] = []
    gone = 0
    for turn in reversed(view.turns):
        taken = turn.hints[seat.other] if turn.action == Verb.WORD else None
        if taken is not None and taken.kind is not None and taken.result is not None:
            counts = Counter(turn.what) if view.terms.each else Counter(set(turn.what))
            once = _mask("".join(letter for letter, number in counts.items() if number == 1))
            odd = _mask("".join(letter for letter, number in counts.items() if number % 2))
            answers.append(_HintAnswer(taken.kind, taken.result, once, _mask(turn.what) & ~once, odd, gone))
        gone |= _mask(_left(turn, seat))
    return answers


def _left(turn: Turn, seat: Seat) -> str:
    """The letter that left a hand in a turn, if one did."""
    if turn.seat is seat:
        return turn.lost
    return turn.what if turn.action == Verb.GUESS and turn.hit else ""


@lru_cache(maxsize=HAND + 1)
def _hands(size: int) -> Masks:
    """Every set of `size` letters, as masks in ascending order, shape (number of them,)."""
    import numpy as np  # here, since few tables ask for deductions and the library is large

    if not size:
        return np.zeros(1, dtype=np.uint32)
    smaller = _hands(size - 1)  # those of them that lie below a letter's bit, and that bit
    parts = [smaller[: np.searchsorted(smaller, bit)] | np.uint32(bit) for bit in _BITS.values()]
    return np.concatenate(parts)


@lru_cache(maxsize=1024)
def _deduce(size: int, barred: int, answers: tuple[_HintAnswer, ...], rarities: tuple[int, ...], lost: int, out: str) -> Deduced:
    import numpy as np

    hands = _hands(size)
    hands = hands[hands & np.uint32(barred) == 0]
    for rarity, (_, most) in zip(rarities, RARITIES, strict=False):  # R7: the hand and what it lost are out of one offer
        hands = hands[np.bitwise_count(hands & np.uint32(rarity)) + (lost & rarity).bit_count() <= most]
    for answer in answers:
        then = hands | np.uint32(answer.gone)
        hands = hands[_yes(answer, then) == answer.result]
    assert hands.size, "the hand that is held fits"
    held, possible = int(np.bitwise_and.reduce(hands)), int(np.bitwise_or.reduce(hands))
    absent = "".join(letter for letter, bit in _BITS.items() if not bit & possible and letter not in out)
    return Deduced("".join(letter for letter, bit in _BITS.items() if bit & held), absent)


def _yes(answer: _HintAnswer, hands: Masks) -> NDArray[np.bool_]:
    """R12: to which hands the answer is yes."""
    import numpy as np

    if answer.kind is Kind.ODD:
        odd: NDArray[np.bool_] = np.bitwise_count(hands & np.uint32(answer.odd)) % 2 == 1
        return odd
    none: NDArray[np.bool_] = hands & np.uint32(answer.once | answer.more) == 0
    if answer.kind is Kind.ONE:
        alone: NDArray[np.bool_] = np.bitwise_count(hands & np.uint32(answer.once)) == 1
        plain: NDArray[np.bool_] = hands & np.uint32(answer.more) == 0
        return alone & plain
    return none if answer.kind is Kind.NONE else ~none
