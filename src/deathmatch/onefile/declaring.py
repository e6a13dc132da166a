"""The words of a game in one file: what its class declares, and what its rules say while a match runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, NoReturn, cast

from deathmatch.core.game import Over
from deathmatch.core.options import DMO, Option, WholeNumber, Word
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.speech import mark
from deathmatch.onefile.values import Row, freeze

CHANCE: Final = object()
"""`late=CHANCE`: the committed dealer answers for a late seat, each legal answer with the same chance."""

Rules = Generator[Any, Any, None]
"""What `play` returns: it yields `ask(...)` and `deal(...)`, and gets the answers."""


def _line() -> int:
    """The line of the file whose code called a function of the kit."""
    return sys._getframe(2).f_lineno


# --- Declarations, which stand in the body of the class


@dataclass
class Declared:
    """Something that a class declares, with its name there and its line in the file."""

    line: int
    name: str = field(default="", init=False)

    def __set_name__(self, _owner: type, name: str) -> None:
        self.name = name


@dataclass
class Item(Declared):
    """A value of the state.

    Attributes:
        start: makes the value at the start.
        words: its meaning, for the book.
        seats: whether each seat has one.
        closed: whether it is secret: of its seat, or of nobody if no seat has one.
        turned: whether the other seat knows it, and its own does not.
        of: all that a set may hold, in order.
        unit: one and many, if it counts the points.
        tells: whether the rules make it of secrets on purpose.
    """

    start: Callable[[], Any]
    words: str
    seats: bool = False
    closed: bool = False
    turned: bool = False
    of: tuple[Any, ...] = ()
    unit: tuple[str, str] | None = None
    tells: bool = False

    @property
    def private(self) -> str:
        """The name of the private field for it."""
        return f"{'other' if self.turned else 'own'}_{self.name}"

    def fresh(self) -> Any:
        """The value at the start, one for each seat if each has one."""
        return {seat: self.start() for seat in SEATS} if self.seats else self.start()


def _maker(start: Any) -> Callable[[], Any]:
    """A maker of start values: a class such as `set`, or copies of a value."""
    return cast("Callable[[], Any]", start) if callable(start) else lambda: start.copy() if hasattr(start, "copy") else start


def public(start: Any, words: str = "", *, tells: bool = False) -> Any:
    """A value that everybody sees. Say `tells=True` if the rules make it of secrets on purpose, such as a score."""
    return Item(_line(), _maker(start), words, tells=tells)


def each(start: Any, words: str = "", *, of: Iterable[Any] = (), tells: bool = False) -> Any:
    """A value of each seat that everybody sees: `self.lamps[seat]`. `of` is all that a set may hold."""
    return Item(_line(), _maker(start), words, seats=True, of=tuple(of), tells=tells)


def secret(start: Any, words: str = "", *, of: Iterable[Any] = ()) -> Any:
    """A value of each seat that the other does not see until `self.show` or the end. The number of things in a list or a set is open."""
    return Item(_line(), _maker(start), words, seats=True, closed=True, of=tuple(of))


def turned(start: Any, words: str = "", *, of: Iterable[Any] = ()) -> Any:
    """A value of each seat that only the other sees until `self.show` or the end, such as a card on one's own forehead."""
    return Item(_line(), _maker(start), words, seats=True, closed=True, turned=True, of=tuple(of))


def hidden(start: Any, words: str = "") -> Any:
    """A value that nobody sees until `self.show` or the end, such as a deck."""
    return Item(_line(), _maker(start), words, closed=True)


def row(places: int, words: str = "") -> Any:
    """A row of places of each seat (`Row`). Its seat knows all that lies there, the other only what lies face up."""
    return Item(_line(), lambda: Row(places), words, seats=True, closed=True)


def points(one: str, many: str, words: str = "", *, start: int = 0, tells: bool = False) -> Any:
    """The number of each seat that decides the match, and the words for one and for many of its units: `points("chip", "chips")`."""
    return Item(_line(), lambda: start, words or many, seats=True, unit=(one, many), tells=tells)


@dataclass
class Choosable(Declared):
    """An option of the match that the rules ask for; `seat` if it is a seat."""

    make: Callable[[str], Option]
    seat: bool = False


def option(default: int | str, low: int | Sequence[str], high: int = 0, words: str = "") -> Any:
    """A number from `low` to `high`, or one of the words in `low`; the player or host who sets up a match may choose it: `self.rounds`."""
    kind = WholeNumber(low, high) if isinstance(low, int) else Word(tuple(low))
    return Choosable(_line(), lambda key: Option(key, kind, default, words or key.replace("_", " ")))


def role(default: str = "B") -> Any:
    """The option that says which seat is the DMO, under the name `dmo`. `self.dmo` is that seat, which wins a tie at the end."""
    return Choosable(_line(), lambda key: Option(key, Word(("A", "B")), default, mark("the seat of the DMO")), seat=True)


def starter(default: str = "A") -> Any:
    """The option that says which seat begins. `self.first` is that seat."""
    return Choosable(_line(), lambda key: Option(key, Word(("A", "B")), default, mark("the seat that begins")), seat=True)


@dataclass
class Question(Declared):
    """A question to one seat or to both, which a method describes; its docstring is the prompt.

    Attributes:
        make: the method. It gets the view of a seat as `self`, and the seat, so it cannot use what the seat does not know.
        seconds: the default of its clock, the option `time_NAME`; or the name of the option that has them.
        late: the answer of a late seat, or `CHANCE`.
        rule: the number of the rule that gives the form of the answer.
        hidden: whether the answer stays secret: no view of anybody else may depend on it.
        tells: how the log tells an answer: `{player}` and `{answer}`.
    """

    make: Callable[[Any, Seat], Any]
    seconds: int | str
    late: Any
    rule: int
    hidden: bool
    tells: str

    @property
    def prompt(self) -> str:
        """The words of the question."""
        return " ".join((self.make.__doc__ or "").split())

    @property
    def clock(self) -> str:
        """The key of the option with its seconds."""
        return self.seconds if isinstance(self.seconds, str) else f"time_{self.name}"


def question(*, seconds: int | str, late: Any, rule: int, secret: bool = False, tells: str = "") -> Callable[[Any], Any]:
    """The decorator of a method that describes a question (`Question`); `secret` if only its own seat learns the answer."""
    line = _line()
    return lambda make: Question(line, make, seconds, late, rule, secret, tells)


# --- What the rules yield


@dataclass(frozen=True)
class Wait:
    """A wait of the rules: answers of seats to a question, or a deal of `number` things out of `deck`; `one` if they get one alone."""

    name: str
    line: int
    one: bool
    seats: tuple[Seat, ...] = ()
    deck: tuple[Any, ...] | None = None
    number: int = 1
    shown: bool = False


def ask(name: str, whom: Seat | Iterable[Seat] = SEATS) -> Any:
    """A question to both at once. Its answers are `{A: ..., B: ...}`; of a single seat, its answer alone.

    Of a list of seats all are asked at once; an empty one asks nobody and gives `{}`.
    """
    seats = (whom,) if isinstance(whom, Seat) else tuple(whom)
    return Wait(name, _line(), isinstance(whom, Seat), tuple(seat for seat in SEATS if seat in seats))


def deal(name: str, deck: Iterable[Any], number: int | None = None, *, shown: bool = False) -> Any:
    """A deal by chance: so many things of a deck in random order; without a number, one thing alone.

    The deck keeps its things, so `remove` them. The log tells them only if they are `shown`.
    """
    return Wait(name, _line(), number is None, deck=tuple(deck), number=1 if number is None else number, shown=shown)


# --- A match that runs


@dataclass(frozen=True)
class Told:
    """A line of the log: its words, for whom alone, for whom not, its notation, heading and line, the values by then (`Run.shot`), and
    the words for the seat that it is about."""

    words: str
    to: Seat | None = None
    but: Seat | None = None
    notation: str = ""
    heading: str = ""
    line: int = 0
    shot: Any = None
    mine: tuple[Seat, str] | None = None


Shot = tuple[tuple[Any, ...], str, frozenset[tuple[str, Seat]]]
"""A moment, frozen: the values in the order of their declarations, the part of the match, and which secrets are open."""


class Ended(Exception):
    """The rules have ended the match."""

    def __init__(self, over: Over) -> None:
        super().__init__(over.reason)
        self.over = over


class Run:
    """The rules of one match, running."""

    def __init__(self, declared: type[Game], settings: Mapping[str, Any]) -> None:
        self.match = declared()
        self.match.run = self
        self.told: list[Told] = []
        self.part = self.heading = ""
        self.shown: set[tuple[str, Seat]] = set()
        self.closing: dict[tuple[str, Seat], Any] = {}  # the values that close with the next step, or once they change
        for key, value in (*settings.items(), *((name, item.fresh()) for name, item in declared.ITEMS.items())):
            setattr(self.match, key, value)
        self.rules = self.match.play()

    def shot(self) -> Shot:
        """The values now. Raises: TypeError for one that a state cannot hold."""
        values = []
        for name, item in self.match.ITEMS.items():
            value = getattr(self.match, name)
            try:
                values.append(freeze(tuple(value[seat] for seat in SEATS) if item.seats else value))
            except (TypeError, LookupError) as error:
                raise TypeError(f"{name}{' holds a value for each seat' if item.seats else ''}: {error}") from None
        changed = {key for key, was in self.closing.items() if freeze(getattr(self.match, key[0])[key[1]]) != was}
        return tuple(values), self.part, frozenset(self.shown - changed)

    def tell(self, line: Told) -> None:
        """Write a line into the log, under the heading of a part that has just begun."""
        self.told.append(replace(line, heading=self.heading))
        self.heading = ""

    def go_on(self, answer: Any, told: Iterable[Told] = (), heading: str = "") -> tuple[Wait | None, Over | None]:
        """Hand an answer to the rules, and the log its words under a heading. Returns: their next `Wait`, or the end of the match."""
        self.told, self.heading = [], heading
        self.shown -= self.closing.keys()
        self.closing = {}
        for line in told:
            self.tell(line)
        try:
            try:
                while isinstance(wait := self.rules.send(answer), Wait) and not wait.seats and wait.deck is None:
                    answer = {}
            except StopIteration:
                self.match.settle()
        except Ended as ended:
            return None, ended.over
        if not isinstance(wait, Wait):
            raise TypeError(f"the rules yield ask(...) or deal(...), not {wait!r}")
        return wait, None


class Game:
    """The base of a game: its class holds the declarations, its method `play` the rules."""

    title: ClassVar[str] = ""
    words: ClassVar[str] = ""
    picture: ClassVar[str] = "head A, hand, head B"
    reasons: ClassVar[dict[str, str]] = {}
    bank: ClassVar[int] = 0
    ITEMS: ClassVar[dict[str, Item]] = {}
    QUESTIONS: ClassVar[dict[str, Question]] = {}
    OPTIONS: ClassVar[dict[str, Choosable]] = {}
    run: Run

    def __init_subclass__(cls) -> None:
        """Collects the declarations, behind those of the base: so a subclass is a variant."""
        for kind, kept in ((Item, "ITEMS"), (Question, "QUESTIONS"), (Choosable, "OPTIONS")):
            own = {name: value for name, value in vars(cls).items() if isinstance(value, kind)}
            setattr(cls, kept, {**getattr(cls, kept), **own})

    def play(self) -> Rules:
        """The rules of a match, from its start to its end."""
        raise AssertionError(f"{type(self).__name__} has no rules")

    def paint(self, item: Any) -> str:
        """The paint of a card with this item: `raised`, `pale`, `deep` and others of core/themes.py."""
        return "raised"

    def headline(self, seat: Seat) -> str:
        """The words beside the sign of a seat: its points."""
        return self.counted(self.score()[seat]) if any(item.unit for item in self.ITEMS.values()) else ""

    # --- What rules say

    def say(self, words: str, to: Seat | None = None) -> None:
        """Write a sentence into the log, of everybody or of one seat. `name(seat)` stands for a player. The picture shows this moment."""
        self.run.tell(Told(words, to, line=_line(), shot=self.run.shot()))

    def part(self, words: str) -> None:
        """Begin a part of the match, such as `Round 3`: the title of the picture, and a heading in the log."""
        self.run.part = self.run.heading = words

    def show(self, name: str, seat: Seat | None = None) -> None:
        """Open a secret value, of one seat or of both, until `close` or the next `restart`."""
        self.run.shown |= {(name, each) for each in SEATS if seat in (None, each)}

    def close(self, name: str, seat: Seat | None = None) -> None:
        """Close a secret value again, of one seat or of both, once it changes or the next answer or deal comes."""
        self.run.closing |= {(name, each): freeze(getattr(self, name)[each]) for each in SEATS if seat in (None, each)}

    def end(self, winner: Seat | None, reason: str) -> NoReturn:
        """End the match, for a reason of `reasons`. Rules that just return end it by the points (`settle`)."""
        raise Ended(Over(winner, reason))

    def settle(self) -> NoReturn:
        """End the match by the points. If they are level, the DMO wins in a game with this role, and nobody in others."""
        leader, tie = self.leader(), DMO if DMO in self.OPTIONS else "level"
        self.end(leader or (getattr(self, DMO) if tie == DMO else None), "points" if leader else tie)

    def score(self) -> dict[Seat, int]:
        """The points of both seats."""
        return next((getattr(self, name) for name, item in self.ITEMS.items() if item.unit), dict.fromkeys(SEATS, 0))

    def leader(self) -> Seat | None:
        """The seat with more points; None if they are level."""
        a, b = self.score().values()
        return None if a == b else Seat.A if a > b else Seat.B

    def counted(self, number: int) -> str:
        """A number of points in words: `3 chips`."""
        one, many = next((item.unit for item in self.ITEMS.values() if item.unit), ("point", "points"))
        return f"{number} {one if number == 1 else many}"

    def each_round(self, rounds: int, more: int = 0) -> Iterator[int]:
        """The numbers of the rounds, each with its heading: 1 to `rounds`, and `more` after that if the points are level then."""
        number, last = 0, rounds
        while number < last:
            number += 1
            self.part(f"Round {number} of {last}")
            yield number
            if number == rounds and self.leader() is None:
                last += more

    def until_decided(self, times: int) -> Iterator[int]:
        """Again from the start while the points are level, at most so many times."""
        for number in range(1, times + 1):
            self.restart(f"Match {number}" if number > 1 else "")
            yield number
            if self.leader() is not None:
                return

    def best_of(self, games: int) -> Iterator[int]:
        """Games, each from the start but for the points, which count the games that a seat has won, until a seat has won most of them."""
        for number in range(1, games + 1):
            self.restart(f"Game {number} of {games}", *(name for name, item in self.ITEMS.items() if item.unit))
            yield number
            if max(self.score().values()) > games // 2:
                return

    def restart(self, part: str, *keep: str) -> None:
        """Begin a part in which every value has its start again, but for those of these names."""
        self.part(part)
        for name, item in self.ITEMS.items():
            if name not in keep:
                setattr(self, name, item.fresh())
        self.run.shown = {one for one in self.run.shown if one[0] in keep}
