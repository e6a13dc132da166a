"""The rules of Penny Match, in the shape of `deathmatch.authoring.GameRules`. Nothing is dealt and nothing is hidden but a sealed coin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from deathmatch.authoring import (
    PUBLIC,
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
    Malformed,
    Over,
    Pending,
    Resources,
    Rule,
    Scene,
    Seat,
    Source,
    Step,
    Timeout,
    Values,
)

R2 = Rule("penny-match", 2)
COINS = ("heads", "tails")
POINTS = BySeat(0, 0)
CLOCK = Clock(("time_show",), bank=True)


@dataclass(frozen=True, slots=True)
class State:
    """How many rounds are over, the points, the coins of the last round (None for a time-out), and the end."""

    played: int = 0
    points: BySeat[int] = POINTS
    coins: BySeat[str | None] | None = None
    over: Over | None = None


@dataclass(frozen=True, slots=True)
class View:
    """All of the state: in this game every eye sees it. The coin that waits sealed is not in the state."""

    eye: Eye
    played: int
    points: BySeat[int]
    coins: BySeat[str | None] | None
    over: Over | None


@dataclass(frozen=True, slots=True)
class Show:
    """The decision `show`: a coin."""

    words: str = "a coin"
    clock: Clock = CLOCK

    def read(self, text: str, /) -> str:
        """`heads` or `tails`, in any letter case."""
        coin = text.strip(" \t").lower()
        if coin not in COINS:
            raise Malformed(f"heads or tails was expected, not {text.strip()}", R2)
        return coin

    def write(self, move: str, /) -> str:
        """The coin."""
        return move

    def check(self, move: str, /) -> None:
        """Every coin may be shown."""

    def count(self) -> int:
        """Two."""
        return len(COINS)

    def moves(self) -> Iterable[str]:
        """Both."""
        return COINS

    def sample(self, source: Source, /) -> str:
        """Either, with the same chance."""
        return source.choice(COINS)

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One choice, and the move is whole."""
        if not prefix:
            return Step("Show a coin", tuple(Choice(coin, coin.capitalize(), key=coin[0]) for coin in COINS))
        coin, *more = prefix
        if more or coin not in COINS:
            raise Malformed("no choices led here", R2)
        return Step("Show it", whole=coin)

    def admit(self, move: str, resources: Resources, /) -> None:
        """Live play asks nothing more."""


@dataclass(frozen=True)
class PennyMatch:
    """The game with its options bound."""

    values: Values

    def start(self) -> State:
        """No round has been played."""
        return State()

    def pending(self, state: State, /) -> Pending[None]:
        """Both owe a coin until the match is over."""
        return state.over or Ask(SEATS, "show")

    def decision(self, view: View, /) -> Show:
        """A coin."""
        return Show()

    def play(self, state: State, turn: Mapping[Seat, str | Timeout], /) -> State:
        """A round (R3, R4)."""
        coins: BySeat[str | None] = BySeat.of(lambda seat: None if turn[seat] is TIMEOUT else str(turn[seat]))
        winner = None
        if coins.a is not None and coins.b is not None:
            winner = Seat.A if coins.a == coins.b else Seat.B
        elif coins.a is not None or coins.b is not None:
            winner = Seat.A if coins.b is None else Seat.B
        points = state.points if winner is None else state.points.put(winner, state.points[winner] + 1)
        after = State(state.played + 1, points, coins)
        return after if after.played < int(self.values["rounds"]) else replace(after, over=_end(points))

    def deal(self, state: State, deal: None, /) -> State:
        """Nothing is ever dealt."""
        return state

    def resign(self, state: State, seat: Seat, /) -> State:
        """The other seat has won."""
        return replace(state, over=Over(seat.other, "resign"))

    def essence(self, state: State, /) -> State:
        """The coins of the last round change nothing any more, so `deathmatch exploit` meets fewer positions."""
        return replace(state, coins=None)

    def eyes(self) -> Sequence[Eye]:
        """Both seats and the public."""
        return (*SEATS, PUBLIC)

    def view(self, state: State, eye: Eye, /) -> View:
        """The whole state."""
        return View(eye, state.played, state.points, state.coins, state.over)

    def public(self, view: View, /) -> Fields:
        """The book's section State."""
        return {"played": view.played, "points": view.points.json(), "coins": view.coins.json() if view.coins else None}

    def private(self, view: View, /) -> Fields:
        """A seat knows nothing of its own."""
        return {}

    def narrate(self, before: View, after: View, /) -> Sequence[Beat[View]]:
        """A round, or a resignation."""
        if after.played > before.played and after.coins is not None:
            words = " and ".join(f"{{{seat}}} shows {coin or 'nothing'}" for seat, coin in after.coins.items())
            return (Beat(f"{words}.", view=after, heading=f"Round {after.played}"),)
        if after.over is not None and before.over is None and after.over.winner is not None:
            return (Beat(f"{{{after.over.winner.other}}} resigns.", f"{after.over.winner.other} resign", after),)
        return ()

    def picture(self, view: View, sealed: Sequence[Seat] = (), /) -> Scene:
        """The points and the coins of the last round."""
        places = []
        for seat in SEATS:
            coin = "ready" if seat in sealed else (view.coins[seat] or "nothing") if view.coins else "no coin yet"
            words = f"{{{seat}}}: {view.points[seat]}, {coin}"
            svg = f'<text class="ink" font-size="20">{seat} {view.points[seat]} {coin}</text>'
            places.append(Element(f"seat-{seat.lower()}", svg, words, at=(24.0, 40.0 if seat is Seat.A else 80.0)))
        return Scene(360, 110, f"Round {min(view.played + 1, int(self.values['rounds']))} of {self.values['rounds']}", tuple(places))


def _end(points: BySeat[int]) -> Over:
    if points.a == points.b:
        return Over(None, "level")
    return Over(Seat.A if points.a > points.b else Seat.B, "points")
