"""A random state that fits a seat's view: the other hand, how it came about, and the onlookers' letters.

The present hand is taken from the exact belief (`belief.py`). The set-up is then gone back redraw by redraw: the hand before it,
and the letters that were kept, given the hand after it. All of it has the chances of the book, if the other seat holds and picks every set
of letters with the same chance (`priors.UNIFORM`). A time-out of the other seat is assumed only where there must have been one.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games.letter_hunt import belief
from deathmatch.games.letter_hunt.belief import Belief, exchanged, mask, named
from deathmatch.games.letter_hunt.state import Side, State
from deathmatch.games.letter_hunt.values import SKIP, Letters, Phase, Terms, letters, without
from deathmatch.games.letter_hunt.view import UNSEEN, Own, View

Floats: TypeAlias = NDArray[np.float64]


def resample(view: View, source: RandomSource) -> State:
    """A state that looks like this to the seat."""
    assert isinstance(view.eye, Seat)
    assert view.own is not None
    seat, own = view.eye, view.own
    other = _side(view, own, seat.other, source)
    sides = BySeat.of(lambda one: Side(own.hand, own.dealt, own.kept, own.late) if one is seat else other)
    held = own.hand + view.lost[seat] + other.hand + view.lost[seat.other]
    return State(
        phase=view.phase,
        first=view.first,
        defaulted=view.defaulted,
        sides=sides,
        onlookers=_onlookers(view, held, source),
        redraws=view.redraws,
        turn=view.turn,
        turns=view.turns,
        lost=view.lost,
        not_held=view.not_held,
        again=view.again,
        skipped=_skipped(view),
        outcome=view.outcome,
    )


def _skipped(view: View) -> int:
    """R18: turns skipped in a row, as long as words may be played."""
    run = 0
    for number, turn in reversed(list(enumerate(view.turns, 1))):
        if turn.action != SKIP:
            break
        run += not view.terms.over_words(number)
    return run


def _onlookers(view: View, held: Letters, source: RandomSource) -> str:
    """R6: the letters that the eye does not see are any that are in no hand and that it does not see elsewhere."""
    hidden = view.onlookers.count(UNSEEN)
    fallen = source.sample(without(view.terms.sizes.letters, held + view.onlookers), hidden)
    return "".join(fallen.pop() if letter == UNSEEN else letter for letter in view.onlookers)


def _side(view: View, own: Own, other: Seat, source: RandomSource) -> Side:
    if not own.dealt:
        return Side()
    lost = view.lost[other]
    if view.terms.offers:
        return _picked(view, own, other, source)
    whole = view.hands[other] + lost if view.hands is not None else named(_hand(view, source)) + lost
    dealt, kept = _history(view.terms, own, letters(whole), source)
    if len(own.kept) == len(own.dealt):  # held, and the redraw is due
        kept = (*kept, "".join(letter for letter in whole if source.below(2)))
    return Side(without(letters(whole), lost), dealt, kept)


@lru_cache(maxsize=8)  # a search samples the same view again and again
def _believed(view: View) -> Belief:
    return belief.of_other(view)


def _hand(view: View, source: RandomSource) -> int:
    """The other seat's present hand as a bit mask."""
    believed = _believed(view)
    return int(believed.hands[_any(believed.chances, source)])


def _any(weights: Floats, source: RandomSource) -> int:
    """A random index, each with a probability in proportion to its weight."""
    sums = np.cumsum(weights)
    at = int(np.searchsorted(sums, source.unit() * sums[-1], side="right"))
    return min(at, int(np.flatnonzero(weights)[-1]))


# --- `gambit`: back through the redraws


def _history(terms: Terms, own: Own, whole: Letters, source: RandomSource) -> tuple[tuple[Letters, ...], tuple[Letters, ...]]:
    """The letters dealt to the other seat and those that it kept, if its hand became this one in the end."""
    dealt: tuple[Letters, ...] = ()
    kept: tuple[Letters, ...] = ()
    size, pool = terms.sizes.hand, len(terms.sizes.letters)
    for redraw in range(len(own.dealt) - 1, 0, -1):
        fallen = len(own.dealt[redraw])
        free = pool - (size - fallen)  # letters that the seat did not keep itself
        ways = [comb(free - held, fallen) * comb(free - held - fallen, size - held) for held in range(size + 1)]
        prior = exchanged(own.dealt[:redraw], own.kept[: redraw - 1], sizes=terms.sizes)
        both = np.bitwise_count(prior.hands & np.uint32(mask(whole)))
        worth = np.array([sum(comb(shared, held) / ways[held] for held in range(shared + 1)) for shared in range(size + 1)])
        before = named(int(prior.hands[_any(prior.chances * worth[both], source)]))
        shared = [letter for letter in before if letter in whole]
        held = source.weighted([comb(len(shared), number) / ways[number] for number in range(len(shared) + 1)])
        keeps = letters(source.sample(shared, held))
        dealt, kept = (without(whole, keeps), *dealt), (keeps, *kept)
        whole = before
    return (whole, *dealt), kept


# --- `colosseum`: the offer around the pick


def _picked(view: View, own: Own, other: Seat, source: RandomSource) -> Side:
    """The offer, and the pick as far as there is one."""
    size = view.terms.sizes.hand
    if view.turn or view.turns:
        whole = view.hands[other] + view.lost[other] if view.hands is not None else named(_hand(view, source)) + view.lost[other]
        offer = _offer(view.terms, own, whole, source)
        return Side(without(letters(whole), view.lost[other]), (offer,), (letters(whole),))
    offer = _offer(view.terms, own, "", source)
    if view.phase is Phase.PICK or not (own.kept or own.late):
        return Side(dealt=(offer,))
    if own.kept:  # somebody was late, and it was not this seat
        return Side(dealt=(offer,), late=True)
    return Side(dealt=(offer,), kept=(letters(source.sample(offer, size)),))


def _offer(terms: Terms, own: Own, picked: Letters, source: RandomSource) -> Letters:
    """R7: an offer that has these letters and none of the seat's own."""
    offer = picked
    for rarity, number in terms.sizes.rarities:
        spare = without(rarity, own.dealt[0] + picked)
        offer += "".join(source.sample(spare, number - sum(letter in rarity for letter in picked)))
    return letters(offer)
