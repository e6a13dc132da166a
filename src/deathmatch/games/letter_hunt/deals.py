"""The deals that may be due (R2 to R8, R18), each as a chance: its text, its possible results, and a sample with the book's chances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb

from deathmatch.core.arguments import checking
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.speech import say
from deathmatch.games.letter_hunt import notation, values
from deathmatch.games.letter_hunt.state import State


@checking
@dataclass(frozen=True, slots=True)
class FirstDeal:
    """`deal first`: a coin says who takes the first turn (R2)."""

    @property
    def name(self) -> str:
        """The keyword."""
        return values.Due.FIRST.value

    @property
    def by_hand(self) -> bool:
        """Nothing is hidden yet."""
        return True

    def read(self, text: str, /) -> values.Coin:
        """Raises Malformed (R2)."""
        return notation.read_coin(text)

    def write(self, deal: values.Deal, /) -> str:
        """Canonical."""
        assert isinstance(deal, values.Coin)
        return f"{self.name} {deal.seat}"

    def check(self, deal: values.Deal, /) -> None:
        """Raises Illegal (R2)."""
        if not isinstance(deal, values.Coin):
            raise Illegal(say("the deal of the first turn is due now"), values.R2)

    def count(self) -> int:
        """Two."""
        return len(SEATS)

    def deals(self) -> Iterable[values.Coin]:
        """Both seats."""
        return tuple(values.Coin(seat) for seat in SEATS)

    def sample(self, source: RandomSource, /) -> values.Coin:
        """Even odds."""
        return values.Coin(source.choice(SEATS))


@checking
@dataclass(frozen=True, slots=True)
class HandsDeal:
    """`deal hands` and `deal redraw`: letters out of a pool, so many to each seat, all different (R3, R5)."""

    due: values.Due
    pool: values.Letters
    sizes: BySeat[int]

    @property
    def name(self) -> str:
        """The keyword."""
        return self.due.value

    @property
    def by_hand(self) -> bool:
        """The first hands come from the whole alphabet. Those of a redraw depend on the hands and on the letters kept."""
        return self.due is values.Due.HANDS

    def read(self, text: str, /) -> values.Both:
        """Raises Malformed (R3, R5)."""
        return notation.read_both(text, self.due, values.R3 if self.due is values.Due.HANDS else values.R5)

    def write(self, deal: values.Deal, /) -> str:
        """Canonical."""
        assert isinstance(deal, values.Both)
        return notation.write_both(deal)

    def check(self, deal: values.Deal, /) -> None:
        """Raises Illegal (R3, R5)."""
        rule = values.R3 if self.due is values.Due.HANDS else values.R5
        if not isinstance(deal, values.Both) or deal.due is not self.due:
            raise Illegal(say("{known} is due now", known=self.due), rule)
        for seat, size in self.sizes.items():
            hand = deal.sets[seat]
            if len(hand) != size:
                raise Illegal(say("{seat} gets {most} letters, not {number}", seat=seat, most=size, number=len(hand)), rule)
            for letter in values.without(hand, self.pool):
                raise Illegal(say("{letter} is held and cannot be dealt", letter=letter), rule)
        for letter in deal.sets.a:
            if letter in deal.sets.b:
                raise Illegal(say("{letter} cannot go to both seats", letter=letter), rule)

    def count(self) -> None:
        """Not listed."""

    def deals(self) -> None:
        """Not listed."""

    def sample(self, source: RandomSource, /) -> values.Both:
        """Every outcome equally likely."""
        dealt = source.sample(self.pool, self.sizes.a + self.sizes.b)
        return values.Both(self.due, BySeat(values.letters(dealt[: self.sizes.a]), values.letters(dealt[self.sizes.a :])))


@checking
@dataclass(frozen=True, slots=True)
class Onlookers:
    """`deal onlookers`: a letter each, different, in neither hand (R6)."""

    pool: values.Letters
    size: int

    @property
    def name(self) -> str:
        """The keyword."""
        return values.Due.ONLOOKERS.value

    @property
    def by_hand(self) -> bool:
        """The letters of the hands are hidden, and cannot fall."""
        return False

    def read(self, text: str, /) -> values.Row:
        """Raises Malformed (R6)."""
        return notation.read_row(text, values.Due.ONLOOKERS, values.R6)

    def write(self, deal: values.Deal, /) -> str:
        """Canonical: as the letters fell."""
        assert isinstance(deal, values.Row)
        return f"{self.name} {deal.row}"

    def check(self, deal: values.Deal, /) -> None:
        """Raises Illegal (R6)."""
        if not isinstance(deal, values.Row) or deal.due is not values.Due.ONLOOKERS:
            raise Illegal(say("the letters of the onlookers are due now"), values.R6)
        if len(deal.row) != self.size:
            raise Illegal(say("{most} onlookers get a letter each, not {number}", most=self.size, number=len(deal.row)), values.R6)
        for letter in values.without(deal.row, self.pool):
            raise Illegal(say("{letter} is in a hand", letter=letter), values.R6)

    def count(self) -> None:
        """Not listed."""

    def deals(self) -> None:
        """Not listed."""

    def sample(self, source: RandomSource, /) -> values.Row:
        """Every outcome equally likely."""
        return values.Row(values.Due.ONLOOKERS, "".join(source.sample(self.pool, self.size)))


@checking
@dataclass(frozen=True, slots=True)
class OfferDeal:
    """`deal offer`: 4 common, 3 uncommon and 1 rare letter to each seat, all different (R7)."""

    sizes: values.Sizes

    @property
    def name(self) -> str:
        """The keyword."""
        return values.Due.OFFER.value

    @property
    def by_hand(self) -> bool:
        """Nobody has a letter yet."""
        return True

    def read(self, text: str, /) -> values.Both:
        """Raises Malformed (R7)."""
        return notation.read_both(text, values.Due.OFFER, values.R7)

    def write(self, deal: values.Deal, /) -> str:
        """Canonical."""
        assert isinstance(deal, values.Both)
        return notation.write_both(deal)

    def check(self, deal: values.Deal, /) -> None:
        """Raises Illegal (R7)."""
        if not isinstance(deal, values.Both) or deal.due is not values.Due.OFFER:
            raise Illegal(say("an offer to each seat is due now"), values.R7)
        for seat, offer in deal.sets.items():
            most = sum(number for _, number in self.sizes.rarities)
            if len(offer) != most:
                raise Illegal(say("{seat} is offered {most} letters, not {number}", seat=seat, most=most, number=len(offer)), values.R7)
            for rarity, number in self.sizes.rarities:
                if sum(letter in rarity for letter in offer) != number:
                    raise Illegal(say("{seat} is offered {number} out of {letters}", seat=seat, number=number, letters=rarity), values.R7)
        for letter in deal.sets.a:
            if letter in deal.sets.b:
                raise Illegal(say("{letter} cannot be offered to both seats", letter=letter), values.R7)

    def count(self) -> None:
        """Not listed."""

    def deals(self) -> None:
        """Not listed."""

    def sample(self, source: RandomSource, /) -> values.Both:
        """Every outcome equally likely."""
        offers: dict[Seat, list[str]] = {seat: [] for seat in SEATS}
        for rarity, number in self.sizes.rarities:
            fallen = source.sample(rarity, 2 * number)
            offers[Seat.A] += fallen[:number]
            offers[Seat.B] += fallen[number:]
        return values.Both(values.Due.OFFER, BySeat.of(lambda seat: values.letters(offers[seat])))


@checking
@dataclass(frozen=True, slots=True)
class PickDeal:
    """`deal pick`: five of the eight for each seat that did not pick in time (R8). `offers` has an empty set for one that did."""

    offers: BySeat[values.Letters]
    hand: int

    @property
    def name(self) -> str:
        """The keyword."""
        return values.Due.PICK.value

    @property
    def by_hand(self) -> bool:
        """The offers are hidden, and so is the seat that was late."""
        return False

    def read(self, text: str, /) -> values.Both:
        """Raises Malformed (R8)."""
        return notation.read_both(text, values.Due.PICK, values.R8)

    def write(self, deal: values.Deal, /) -> str:
        """Canonical."""
        assert isinstance(deal, values.Both)
        return notation.write_both(deal)

    def check(self, deal: values.Deal, /) -> None:
        """Raises Illegal (R8)."""
        if not isinstance(deal, values.Both) or deal.due is not values.Due.PICK:
            raise Illegal(say("the deal that is due now gives letters to the seats that did not pick in time"), values.R8)
        for seat, offer in self.offers.items():
            hand = deal.sets[seat]
            if bool(hand) != bool(offer):
                raise Illegal(
                    say("{seat} did not pick in time", seat=seat) if offer else say("{seat} picked in time", seat=seat), values.R8
                )
            if offer and len(hand) != self.hand:
                raise Illegal(say("{seat} gets {most} letters, not {number}", seat=seat, most=self.hand, number=len(hand)), values.R8)
            for letter in values.without(hand, offer):
                raise Illegal(say("{letter} was not offered to {seat}", letter=letter, seat=seat), values.R8)

    def count(self) -> int:
        """56 choices for one seat, 56 times 56 for both."""
        a, b = self.offers.map(lambda offer: comb(len(offer), self.hand) if offer else 1)
        return a * b

    def deals(self) -> Iterable[values.Both]:
        """Every outcome."""
        a, b = self.offers.map(self._hands)
        return [values.Both(values.Due.PICK, BySeat(one, other)) for one, other in product(a, b)]

    def sample(self, source: RandomSource, /) -> values.Both:
        """Each choice equally likely, for each seat."""
        return values.Both(values.Due.PICK, self.offers.map(lambda offer: values.letters(source.sample(offer, self.hand))))

    def _hands(self, offer: values.Letters) -> Sequence[values.Letters]:
        """Every five out of an offer; the empty set if there is none."""
        return ["".join(letters) for letters in combinations(offer, self.hand)] if offer else [""]


@checking
@dataclass(frozen=True, slots=True)
class LoseDeal:
    """`deal lose`: chance takes a letter of the hand of a seat whose time ran out (R18)."""

    hand: values.Letters

    @property
    def name(self) -> str:
        """The keyword."""
        return values.Due.LOSE.value

    @property
    def by_hand(self) -> bool:
        """The hand is hidden."""
        return False

    def read(self, text: str, /) -> values.Row:
        """Raises Malformed (R18)."""
        return notation.read_row(text, values.Due.LOSE, values.R18)

    def write(self, deal: values.Deal, /) -> str:
        """Canonical."""
        assert isinstance(deal, values.Row)
        return f"{self.name} {deal.row}"

    def check(self, deal: values.Deal, /) -> None:
        """Raises Illegal (R18)."""
        if not isinstance(deal, values.Row) or deal.due is not values.Due.LOSE or len(deal.row) != 1:
            raise Illegal(say("chance takes one letter now"), values.R18)
        if deal.row not in self.hand:
            raise Illegal(say("{letter} is not in the hand that loses a letter", letter=deal.row), values.R18)

    def count(self) -> int:
        """The letters of the hand."""
        return len(self.hand)

    def deals(self) -> Iterable[values.Row]:
        """Each letter of the hand."""
        return [values.Row(values.Due.LOSE, letter) for letter in self.hand]

    def sample(self, source: RandomSource, /) -> values.Row:
        """Each letter equally likely."""
        return values.Row(values.Due.LOSE, source.choice(self.hand))


Chance = FirstDeal | HandsDeal | Onlookers | OfferDeal | PickDeal | LoseDeal


def due(terms: values.Terms, state: State) -> Chance:
    """The deal that a state waits for."""
    hands, sizes = state.sides.map(lambda side: side.hand), terms.sizes
    match state.phase:
        case values.Phase.COIN:
            return FirstDeal()
        case values.Phase.HANDS:
            return HandsDeal(values.Due.HANDS, sizes.letters, BySeat(sizes.hand, sizes.hand))
        case values.Phase.REDRAW:  # R5: what neither seat holds, what was just given up included
            held = state.sides.map(lambda side: side.kept[-1])
            return HandsDeal(
                values.Due.REDRAW, values.without(sizes.letters, held.a + held.b), held.map(lambda kept: sizes.hand - len(kept))
            )
        case values.Phase.ONLOOKERS:
            return Onlookers(values.without(sizes.letters, hands.a + hands.b), terms.onlookers)
        case values.Phase.OFFER:
            return OfferDeal(sizes)
        case values.Phase.PICKED:
            return PickDeal(state.sides.map(lambda side: side.dealt[0] if side.late else ""), sizes.hand)
        case _:
            assert state.phase is values.Phase.LOST
            return LoseDeal(hands[state.turns[-1].seat])
