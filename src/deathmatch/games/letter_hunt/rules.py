"""The course of a match of Letter Hunt, step by step as in the book; which moves are legal says `compose.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import TypeAlias

from deathmatch.core.arguments import checking
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal, Rule
from deathmatch.core.game import TIMEOUT, Over, Timeout
from deathmatch.core.seats import SEATS, BySeat, Seat, certain
from deathmatch.core.simple import ListedDeal, UnlistedDeal
from deathmatch.core.speech import say
from deathmatch.games.letter_hunt import values
from deathmatch.games.letter_hunt.state import State

Played: TypeAlias = Mapping[Seat, values.Move | Timeout]

# --- How a match goes on


def start(terms: values.Terms) -> State:
    """Set-up: who starts, if that is not settled (R2), else the hands."""
    if terms.starter is not None:
        return _hands(terms, State(values.Phase.FIRST, terms.starter))
    return State(values.Phase.FIRST if terms.chooser is not None else values.Phase.COIN, None)


def play(terms: values.Terms, state: State, turn: Played) -> State:
    """The state after every seat that owed something has submitted."""
    match state.phase:
        case values.Phase.FIRST:
            return _first(terms, state, turn)
        case values.Phase.HOLD:
            return _hold(state, turn)
        case values.Phase.PICK:
            return _pick(terms, state, turn)
    (seat, move), *_ = turn.items()
    if move is TIMEOUT:
        return _late(terms, state, seat)
    match state.phase:
        case values.Phase.TURN | values.Phase.LAST:
            return _turn(terms, state, seat, move)
        case values.Phase.HINT:
            return _hint(terms, state, seat, values.Taken(values.Kind(move.what)))
        case _:
            assert state.phase is values.Phase.LOSE
            return _lose_or_slip(state, seat, move.what)


def deal(terms: values.Terms, state: State, deal: values.Deal) -> State:
    """The state after a deal."""
    match deal:
        case values.Coin(seat):
            return _hands(terms, replace(state, first=seat))
        case values.Both(values.Due.HANDS, sets):
            return _filled(terms, replace(state, sides=sets.map(lambda hand: values.Side(hand, (hand,)))))
        case values.Both(values.Due.REDRAW, sets):
            return _redraw(terms, state, sets)
        case values.Both(values.Due.OFFER, sets):
            return replace(state, phase=values.Phase.PICK, sides=sets.map(lambda offer: values.Side(dealt=(offer,))))
        case values.Both(_, sets):
            sides = BySeat.of(lambda seat: replace(state.sides[seat], kept=(sets[seat],)) if sets[seat] else state.sides[seat])
            return _picked(replace(state, sides=sides))
        case values.Row(values.Due.ONLOOKERS, row):
            return _next(replace(state, onlookers=row))
        case values.Row(_, letter):  # R18: chance takes it  # pragma: no branch - the last kind of deal
            return _lose(state, state.turns[-1].seat, letter)


def resign(state: State, seat: Seat) -> State:
    """R20: the other seat wins; all else stays as it stood."""
    return _over(state, seat.other, "resign")


# --- The set-up


def _first(terms: values.Terms, state: State, turn: Played) -> State:
    """R2: after a time-out the chooser starts."""
    assert terms.chooser is not None
    move = turn[terms.chooser]
    if move is TIMEOUT:
        return _hands(terms, replace(state, first=terms.chooser, defaulted=True))
    return _hands(terms, replace(state, first=Seat(move.what)))


def _hands(terms: values.Terms, state: State) -> State:
    return replace(state, phase=values.Phase.OFFER if terms.offers else values.Phase.HANDS)


def _hold(state: State, turn: Played) -> State:
    """R4: a time-out holds all five."""

    def held(seat: Seat) -> values.Side:
        side, move = state.sides[seat], turn[seat]
        keeps, late = (side.hand, True) if move is TIMEOUT else (move.what, False)
        return replace(side, kept=(*side.kept, keeps), late=late)

    return replace(state, phase=values.Phase.REDRAW, sides=BySeat.of(held))


def _redraw(terms: values.Terms, state: State, sets: BySeat[values.Letters]) -> State:
    """R5."""

    def filled(seat: Seat) -> values.Side:
        side = state.sides[seat]
        return replace(side, hand=values.letters(side.kept[-1] + sets[seat]), dealt=(*side.dealt, sets[seat]))

    return _filled(terms, replace(state, redraws=state.redraws + 1, sides=BySeat.of(filled)))


def _filled(terms: values.Terms, state: State) -> State:
    """Both hands have five letters: another hold phase (R4), the onlookers (R6), or the first turn."""
    if state.redraws < terms.holds:
        return replace(state, phase=values.Phase.HOLD)
    return replace(state, phase=values.Phase.ONLOOKERS) if terms.onlookers else _next(state)


def _pick(terms: values.Terms, state: State, turn: Played) -> State:
    """R8: chance picks five for a seat whose time ran out."""

    def picked(seat: Seat) -> values.Side:
        side, move = state.sides[seat], turn[seat]
        return replace(side, late=True) if move is TIMEOUT else replace(side, kept=(move.what,))

    state = replace(state, phase=values.Phase.PICKED, sides=BySeat.of(picked))
    return state if any(side.late for side in state.sides) else _picked(state)


def _picked(state: State) -> State:
    return _next(replace(state, sides=state.sides.map(lambda side: replace(side, hand=side.kept[0]))))


# --- The turns


def _next(state: State) -> State:
    """R9: the next turn."""
    return replace(state, phase=values.Phase.TURN, turn=state.turn + 1, again=False)


def _over(state: State, winner: Seat | None, reason: str) -> State:
    return replace(state, phase=values.Phase.OVER, outcome=Over(winner, reason))


def _turn(terms: values.Terms, state: State, seat: Seat, move: values.Move) -> State:
    state = replace(state, skipped=0)
    what, other = move.what, seat.other
    if move.verb is values.Verb.WORD:  # R10: shown, and the hints are due
        return replace(state, phase=values.Phase.HINT, turns=(*state.turns, values.Turn(seat, values.Verb.WORD, what)))
    theirs = state.sides[other].hand
    if move.verb is values.Verb.HAND:  # R15, W4
        turns, what = (state.turns[:-1], state.turns[-1].what + what) if state.phase is values.Phase.LAST else (state.turns, what)
        hit = False if values.without(what, theirs) else True if len(what) == len(theirs) else None
        state = replace(state, turns=(*turns, values.Turn(seat, values.Verb.HAND, what, hit=hit)))
        if hit is None:
            return replace(state, phase=values.Phase.LAST)
        return _over(state, seat, "hand_guessed") if hit else _over(state, other, "hand_missed")
    hit = what in theirs
    state = replace(state, turns=(*state.turns, values.Turn(seat, values.Verb.GUESS, what, hit=hit)))
    return _removed(state, other, what) if hit else _owes(state, seat)  # R13


def _late(terms: values.Terms, state: State, seat: Seat) -> State:
    """R18, outside the set-up."""
    if terms.lose_on_time or state.phase is values.Phase.LAST:
        return _over(state, seat.other, "timeout")
    if state.phase is values.Phase.HINT:
        return _hint(terms, state, seat, values.Taken(None))
    if state.phase is values.Phase.LOSE:
        return replace(state, phase=values.Phase.LOST)
    state = replace(state, turns=(*state.turns, values.Turn(seat, values.SKIP)))
    if terms.over_words(state.turn):
        return _owes(state, seat, values.Phase.LOST)
    state = replace(state, skipped=state.skipped + 1)
    return _over(state, None, "abandoned") if state.skipped == terms.void_after else _next(state)


def _owes(state: State, seat: Seat, phase: values.Phase = values.Phase.LOSE) -> State:
    """R14: a letter is to be lost; the last one goes at once."""
    hand = state.sides[seat].hand
    return _lose(state, seat, hand) if len(hand) == 1 else replace(state, phase=phase)


def _lose_or_slip(state: State, seat: Seat, letter: str) -> State:
    """R14."""
    if letter in state.sides[seat].hand:
        return _lose(state, seat, letter)
    return replace(state, not_held=state.not_held.put(seat, state.not_held[seat] + letter), again=True)


def _lose(state: State, seat: Seat, letter: str) -> State:
    """The seat loses a letter by its own turn."""
    turns = (*state.turns[:-1], replace(state.turns[-1], lost=letter))
    return _removed(replace(state, turns=turns), seat, letter)


def _removed(state: State, seat: Seat, letter: str) -> State:
    """A letter has left a hand and is shown; an empty hand ends the match (R19), else the turn is over."""
    side = state.sides[seat]
    hand = values.without(side.hand, letter)
    state = replace(
        state,
        sides=state.sides.put(seat, replace(side, hand=hand)),
        lost=state.lost.put(seat, state.lost[seat] + letter),
    )
    return _next(state) if hand else _over(state, seat.other, "hand_empty")


def _hint(terms: values.Terms, state: State, seat: Seat, taken: values.Taken) -> State:
    """R11; and R12, once both have chosen."""
    turn = state.turns[-1]
    turn = replace(turn, hints=turn.hints.put(seat, taken))
    if turn.asked is not None:
        return replace(state, turns=(*state.turns[:-1], turn))

    def answered(seat: Seat) -> values.Taken:
        taken = certain(turn.hints[seat])
        if taken.kind is None:
            return taken
        return replace(taken, result=taken.kind.holds(terms.count(turn.what, state.sides[seat.other].hand)))

    return _next(replace(state, turns=(*state.turns[:-1], replace(turn, hints=BySeat.of(answered)))))


# --- The deals that may be due (R2 to R8, R18), each as a chance: its text, its possible results, and a sample with the book's chances


@checking
class _Letters:
    """The common part of deals of letters: the keyword (`name`), and the rule that they follow."""

    __slots__ = ()
    name: str
    rule: Rule

    def read(self, text: str, /) -> values.Deal:
        """Raises Malformed."""
        return values.read_deal(text, values.Due(self.name), self.rule)

    def write(self, deal: values.Deal, /) -> str:
        """Canonical."""
        return deal.text


@checking
@dataclass(frozen=True, slots=True)
class FirstDeal(_Letters, ListedDeal[values.Coin]):
    """`deal first`: a coin says who takes the first turn (R2)."""

    name = values.Due.FIRST.value
    rule = values.R2
    by_hand = True  # nothing is hidden yet

    def check(self, deal: values.Coin, /) -> None:
        """Both seats may start."""

    def deals(self) -> Sequence[values.Coin]:
        """Both seats."""
        return tuple(values.Coin(seat) for seat in SEATS)


@checking
@dataclass(frozen=True, slots=True)
class HandsDeal(_Letters, UnlistedDeal):
    """`deal hands` and `deal redraw`: letters out of a pool, so many to each seat, all different (R3, R5)."""

    due: values.Due
    pool: values.Letters
    sizes: BySeat[int]

    @property
    def name(self) -> str:  # type: ignore[override]
        """The keyword."""
        return self.due.value

    @property
    def rule(self) -> Rule:  # type: ignore[override]
        """That of the first hands, or of the redraw."""
        return values.R3 if self.due is values.Due.HANDS else values.R5

    @property
    def by_hand(self) -> bool:
        """The first hands come from the whole alphabet. Those of a redraw depend on the hands and on the letters kept."""
        return self.due is values.Due.HANDS

    def check(self, deal: values.Both, /) -> None:
        """Raises Illegal (R3, R5)."""
        rule = self.rule
        for seat, size in self.sizes.items():
            hand = deal.sets[seat]
            if len(hand) != size:
                raise Illegal(say("{seat} gets {most} letters, not {number}", seat=seat, most=size, number=len(hand)), rule)
            for letter in values.without(hand, self.pool):
                raise Illegal(say("{letter} is held and cannot be dealt", letter=letter), rule)
        for letter in deal.sets.a:
            if letter in deal.sets.b:
                raise Illegal(say("{letter} cannot go to both seats", letter=letter), rule)

    def sample(self, source: RandomSource, /) -> values.Both:
        """Every outcome equally likely."""
        dealt = source.sample(self.pool, self.sizes.a + self.sizes.b)
        return values.Both(self.due, BySeat(values.letters(dealt[: self.sizes.a]), values.letters(dealt[self.sizes.a :])))


@checking
@dataclass(frozen=True, slots=True)
class Onlookers(_Letters, UnlistedDeal):
    """`deal onlookers`: a letter each, different, in neither hand (R6)."""

    pool: values.Letters
    size: int

    name = values.Due.ONLOOKERS.value
    rule = values.R6
    by_hand = False  # the letters of the hands are hidden, and cannot fall

    def check(self, deal: values.Row, /) -> None:
        """Raises Illegal (R6)."""
        if len(deal.row) != self.size:
            raise Illegal(say("{most} onlookers get a letter each, not {number}", most=self.size, number=len(deal.row)), values.R6)
        for letter in values.without(deal.row, self.pool):
            raise Illegal(say("{letter} is in a hand", letter=letter), values.R6)

    def sample(self, source: RandomSource, /) -> values.Row:
        """Every outcome equally likely."""
        return values.Row(values.Due.ONLOOKERS, "".join(source.sample(self.pool, self.size)))


@checking
@dataclass(frozen=True, slots=True)
class OfferDeal(_Letters, UnlistedDeal):
    """`deal offer`: 4 common, 3 uncommon and 1 rare letter to each seat, all different (R7)."""

    sizes: values.Sizes

    name = values.Due.OFFER.value
    rule = values.R7
    by_hand = True  # nobody has a letter yet

    def check(self, deal: values.Both, /) -> None:
        """Raises Illegal (R7)."""
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
class PickDeal(_Letters, ListedDeal[values.Both]):
    """`deal pick`: five of the eight for each seat that did not pick in time (R8). `offers` has an empty set for one that did."""

    offers: BySeat[values.Letters]
    hand: int

    name = values.Due.PICK.value
    rule = values.R8
    by_hand = False  # the offers are hidden, and so is the seat that was late

    def check(self, deal: values.Both, /) -> None:
        """Raises Illegal (R8)."""
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

    def deals(self) -> Sequence[values.Both]:
        """56 choices for one seat, 56 times 56 for both."""
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
class LoseDeal(_Letters, ListedDeal[values.Row]):
    """`deal lose`: chance takes a letter of the hand of a seat whose time ran out (R18)."""

    hand: values.Letters

    name = values.Due.LOSE.value
    rule = values.R18
    by_hand = False  # the hand is hidden

    def check(self, deal: values.Row, /) -> None:
        """Raises Illegal (R18)."""
        if len(deal.row) != 1:
            raise Illegal(say("chance takes one letter now"), values.R18)
        if deal.row not in self.hand:
            raise Illegal(say("{letter} is not in the hand that loses a letter", letter=deal.row), values.R18)

    def deals(self) -> Sequence[values.Row]:
        """Each letter of the hand."""
        return [values.Row(values.Due.LOSE, letter) for letter in self.hand]


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
