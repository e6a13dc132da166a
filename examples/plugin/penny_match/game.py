"""The rules of Penny Match. Nothing is dealt, and nothing is secret but a coin that waits for the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from deathmatch.authoring import (
    SEATS,
    TIMEOUT,
    Ask,
    Beat,
    BySeat,
    Choice,
    Clock,
    Element,
    Eye,
    Fields,
    ListedDecision,
    Over,
    Rule,
    Scene,
    Seat,
    SimpleGame,
    Timeout,
    Values,
    asked_seat,
)

COINS = ("heads", "tails")
POINTS = BySeat(0, 0)


@dataclass(frozen=True, slots=True)
class State:
    """How many rounds are over, the points, the coins of the last round (None for a time-out), and the end."""

    played: int = 0
    points: BySeat[int] = POINTS
    coins: BySeat[str | None] | None = None
    outcome: Over | None = None


@dataclass(frozen=True, slots=True)
class View:
    """All of the state, for every eye. A coin that waits sealed is not in the state."""

    eye: Eye
    played: int
    points: BySeat[int]
    coins: BySeat[str | None] | None
    outcome: Over | None


@dataclass(frozen=True, slots=True)
class Show(ListedDecision[str]):
    """The decision `show`: a coin (R1, R2)."""

    words = "a coin"
    clock = Clock(("time_show",), bank=True)
    form = Rule("penny-match", 2)

    def named(self) -> Sequence[str]:
        """Both coins."""
        return COINS

    def choice(self, words: tuple[str, ...], /) -> Choice:
        """A coin by its first letter."""
        return Choice(words[-1], words[-1].capitalize(), key=words[-1][0])


@dataclass(frozen=True)
class PennyMatch(SimpleGame[State, str, View]):
    """The game with its options bound."""

    values: Values

    def start(self) -> State:
        """No round has been played."""
        return State()

    def asks(self, state: State, /) -> Ask:
        """Both owe a coin."""
        return Ask(SEATS, "show")

    def decision(self, view: View, /) -> Show:
        """A coin, for both seats until the end; no other eye owes one."""
        asked_seat(view.eye, SEATS if view.outcome is None else ())
        return Show()

    def play(self, state: State, turn: Mapping[Seat, str | Timeout], /) -> State:
        """A round (R3, R4), and the end after the last one (R5)."""
        coins: BySeat[str | None] = BySeat.of(lambda seat: None if turn[seat] is TIMEOUT else str(turn[seat]))
        winner = None
        if coins.a is not None and coins.b is not None:
            winner = Seat.A if coins.a == coins.b else Seat.B
        elif coins.a is not None or coins.b is not None:
            winner = Seat.A if coins.b is None else Seat.B
        points = state.points if winner is None else state.points.put(winner, state.points[winner] + 1)
        after = State(state.played + 1, points, coins)
        return after if after.played < int(self.values["rounds"]) else replace(after, outcome=_end(points))

    def essence(self, state: State, /) -> State:
        """The coins of the last round change nothing any more, so `deathmatch exploit` meets fewer positions."""
        return replace(state, coins=None)

    def view(self, state: State, eye: Eye, /) -> View:
        """The whole state."""
        return View(eye, state.played, state.points, state.coins, state.outcome)

    def public(self, view: View, /) -> Fields:
        """The book's section State."""
        return {"played": view.played, "points": view.points.json(), "coins": view.coins.json() if view.coins else None}

    def happened(self, before: View, after: View, /) -> Sequence[Beat[View]]:
        """A round."""
        assert after.coins is not None, "a round has been played"
        words = " and ".join(f"{{{seat}}} shows {coin or 'nothing'}" for seat, coin in after.coins.items())
        return (Beat(f"{words}.", view=after, heading=f"Round {after.played}"),)

    def picture(self, view: View, sealed: Sequence[Seat] = (), /) -> Scene:
        """The points and the coins of the last round."""
        places = []
        for seat in SEATS:
            coin = "ready" if seat in sealed else (view.coins[seat] or "nothing") if view.coins else "no coin yet"
            svg = f'<text class="ink" font-size="20">{seat} {view.points[seat]} {coin}</text>'
            label = f"{{{seat}}}: {view.points[seat]}, {coin}"
            places.append(Element(f"seat-{seat.lower()}", svg, label, at=(24.0, 40.0 if seat is Seat.A else 80.0)))
        return Scene(360, 110, f"Round {min(view.played + 1, int(self.values['rounds']))} of {self.values['rounds']}", tuple(places))


def _end(points: BySeat[int]) -> Over:
    if points.a == points.b:
        return Over(None, "level")
    return Over(Seat.A if points.a > points.b else Seat.B, "points")
