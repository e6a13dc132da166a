"""The deals of Letter Hunt letter by letter: one path of factors to each deal (R2 to R8, R18)."""

from __future__ import annotations

from typing import Any

from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.letter_hunt.rules import FirstDeal, HandsDeal, LoseDeal, OfferDeal, Onlookers, PickDeal
from deathmatch.games.letter_hunt.values import Both, Coin, Deal, Due, Letters, Row, letters
from deathmatch_frameworks.factors import Factored, Pools, parts, selection, uniform


def factored(chance: Any) -> Factored[Deal]:
    """The factors of a deal that is due."""
    match chance:
        case FirstDeal():
            return Factored(
                lambda path: () if path else uniform([seat.value for seat in SEATS]),
                lambda path: Coin(Seat(path[0])),
                lambda deal: (deal.seat.value,),  # type: ignore[union-attr]  # the deal of this chance
            )
        case HandsDeal(due=due, pool=pool, sizes=sizes):
            return _selected(due, [(_lower(pool), size) for size in sizes])
        case PickDeal(offers=offers, hand=hand):
            return _selected(Due.PICK, [(_lower(offer), hand if offer else 0) for offer in offers])
        case OfferDeal():
            return _offers(chance)
        case Onlookers(pool=pool, size=size):
            return _row(Due.ONLOOKERS, pool, size)
        case _:
            assert isinstance(chance, LoseDeal)
            return _row(Due.LOSE, chance.hand, 1)


def _lower(pool: Letters) -> tuple[str, ...]:
    """Letters as tokens of a path."""
    return tuple(pool.lower())


def _sets(pools: Pools, path: tuple[str, ...]) -> list[Letters]:
    """The letters out of each pool."""
    return ["".join(part).upper() for part in parts(pools, path)]


def _selected(due: Due, pools: Pools) -> Factored[Deal]:
    """The letters of A, then those of B, each selection of a pool equally likely."""

    def path(deal: Deal) -> tuple[str, ...]:
        assert isinstance(deal, Both)
        return _lower(deal.sets.a + deal.sets.b)

    return Factored(lambda before: selection(pools, before), lambda whole: Both(due, BySeat(*_sets(pools, whole))), path)


def _offers(chance: OfferDeal) -> Factored[Deal]:
    """The letters of A, then those of B, for each rarity in turn."""
    rarities = chance.sizes.rarities
    pools = [(_lower(rarity), number) for rarity, number in rarities for _ in SEATS]

    def whole(path: tuple[str, ...]) -> Both:
        sets = _sets(pools, path)
        return Both(Due.OFFER, BySeat(letters("".join(sets[::2])), letters("".join(sets[1::2]))))

    def path(deal: Deal) -> tuple[str, ...]:
        assert isinstance(deal, Both)
        return tuple([letter.lower() for rarity, _ in rarities for offer in deal.sets for letter in rarity if letter in offer])

    return Factored(lambda before: selection(pools, before), whole, path)


def _row(due: Due, pool: Letters, size: int) -> Factored[Deal]:
    """So many letters one after another, in the order in which they fall."""

    def path(deal: Deal) -> tuple[str, ...]:
        assert isinstance(deal, Row)
        return _lower(deal.row)

    return Factored(
        lambda before: uniform([letter for letter in _lower(pool) if letter not in before]) if len(before) < size else (),
        lambda whole: Row(due, "".join(whole).upper()),
        path,
    )
