"""The state, the rules, and the decision that both seats owe in each round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from deathmatch.core.errors import Illegal
from deathmatch.core.game import Ask, Beat, Choice, Clock, Fields, Over, Timeout
from deathmatch.core.options import Values
from deathmatch.core.scene import Scene
from deathmatch.core.seats import SEATS, BySeat, Eye, Seat, asked_seat
from deathmatch.core.simple import ListedDecision, SimpleGame
from deathmatch.core.speech import name

from .view import R3, R4, View


@dataclass(frozen=True, slots=True)
class State:
    """Where the match stands between two rounds."""

    round: int
    hands: BySeat[tuple[int, ...]]
    points: BySeat[int]
    last: BySeat[int] | None = None
    outcome: Over | None = None


@dataclass(frozen=True, slots=True)
class Play(ListedDecision[int]):
    """R3, R4: one card from the hand."""

    cards: int
    hand: tuple[int, ...]
    seat: Seat
    words = "a card"
    clock = Clock(("time_play",), bank=True)
    form = R3

    def named(self) -> Sequence[int]:
        """All cards of the game."""
        return range(1, self.cards + 1)

    def refusal(self, move: int, /) -> Illegal | None:
        """R4: each card serves once."""
        return None if move in self.hand else Illegal(f"you have played {move} already", R4)

    def choice(self, words: tuple[str, ...], /) -> Choice:
        """A card, which can be tapped in the picture."""
        return Choice(words[0], words[0], slot=f"{self.seat.lower()}-{words[0]}", key=words[0])


class SealedCards(SimpleGame[State, int, View]):
    """The variant with its options bound."""

    def __init__(self, values: Values) -> None:
        self.rounds = int(values["rounds"])
        self.cards = self.rounds + 2

    def start(self) -> State:
        """R2."""
        hand = tuple(range(1, self.cards + 1))
        return State(1, BySeat(hand, hand), BySeat(0, 0))

    def asks(self, _state: State, /) -> Ask:
        """R3: a card from both seats at once."""
        return Ask(SEATS, "play")

    def decision(self, view: View, /) -> Play:
        """A card of this seat."""
        seat = asked_seat(view.eye, () if view.outcome is not None else SEATS)
        return Play(self.cards, view.hands[seat], seat)

    def play(self, state: State, turn: Mapping[Seat, int | Timeout], /) -> State:
        """R5, R6: the higher card wins; a seat that is late plays none."""
        last = BySeat.of(lambda seat: move if isinstance(move := turn[seat], int) else 0)
        hands = BySeat.of(lambda seat: tuple(card for card in state.hands[seat] if card != last[seat]))
        a, b = points = BySeat.of(lambda seat: state.points[seat] + (last[seat] > last[seat.other]))
        if state.round < self.rounds:
            return State(state.round + 1, hands, points, last)
        outcome = Over(None, "level") if a == b else Over(Seat.A if a > b else Seat.B, "rounds")
        return State(state.round, hands, points, last, outcome)

    def view(self, state: State, eye: Eye, /) -> View:
        """Nothing in the state is secret: a card that waits face down is not in it."""
        return View(eye, state.round, state.hands, state.points, state.last, state.outcome)

    def public(self, view: View, /) -> Fields:
        """The fields of the book's section State."""
        last = None if view.last is None else view.last.json()
        return {"round": view.round, "hands": view.hands.map(list).json(), "points": view.points.json(), "last": last}

    def happened(self, _before: View, after: View, /) -> Sequence[Beat[View]]:
        """Both cards, and who won the round."""
        assert after.last is not None
        a, b = after.last
        beats: list[Beat[View]] = []
        for seat, card in after.last.items():
            beats.append(Beat(f"{name(seat)} {f'plays {card}' if card else 'is late'}.", f"{seat} {card or 'timeout'}"))
        winner = name(Seat.A if a > b else Seat.B) if a != b else "Nobody"
        return [*beats, Beat(f"{winner} wins the round: {after.points.a} to {after.points.b}.", view=after)]

    def picture(self, view: View, sealed: Sequence[Seat] = (), /) -> Scene:
        """See `picture.py`."""
        from . import picture

        return picture.picture(view, sealed, self.cards)
