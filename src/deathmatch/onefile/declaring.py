"""The words of a game in one file: what a file declares, and what its rules may say while a match runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, NoReturn, cast

from deathmatch.core.game import Over
from deathmatch.core.options import DMO, Option, WholeNumber, Word
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.speech import count, mark
from deathmatch.onefile.values import Row

CHANCE: Final = object()
"""`late=CHANCE`: the committed dealer answers for a late seat, each legal answer with the same chance."""

Rules = Generator[Any, Any, None]
"""What `play` returns: it yields `ask(...)` and `deal(...)`, and gets the answers."""


def line_here(depth: int = 2) -> int:
    """The line of the file that called."""
    return sys._getframe(depth).f_lineno


# --- Declarations, which stand in the body of the class


@dataclass
class Item:
    """A value of the state.

    Attributes:
        start: makes the value at the start.
        words: its meaning, for the book.
        seats: whether each seat has one.
        secret: `seat` if only its own seat knows it, `all` if nobody does; empty if it is open.
        of: all that a set may hold, in order.
        unit: one and many, if it counts the points.
        tells: whether the rules make it of secrets on purpose.
        line: where it is declared.
        name: in the class.
    """

    start: Callable[[], Any]
    words: str = ""
    seats: bool = False
    secret: str = ""
    of: tuple[Any, ...] = ()
    unit: tuple[str, str] | None = None
    tells: bool = False
    line: int = 0
    name: str = ""

    def fresh(self) -> Any:
        """The value at the start, one for each seat if each has one."""
        return {seat: self.start() for seat in SEATS} if self.seats else self.start()


def _made(start: Any) -> Callable[[], Any]:
    """A maker of the start value: a class such as `set` or `list`, or a copy of the value."""
    if callable(start):
        return cast("Callable[[], Any]", start)
    return lambda: start.copy() if hasattr(start, "copy") else start


def public(start: Any, words: str = "", *, of: Iterable[Any] = (), tells: bool = False) -> Any:
    """A value that everybody sees. Say `tells=True` if the rules make it of secrets on purpose, such as a score."""
    return Item(_made(start), words, of=tuple(of), tells=tells, line=line_here())


def each(start: Any, words: str = "", *, of: Iterable[Any] = (), tells: bool = False) -> Any:
    """A value of each seat that everybody sees: `self.lamps[seat]`."""
    return Item(_made(start), words, seats=True, of=tuple(of), tells=tells, line=line_here())


def secret(start: Any, words: str = "", *, of: Iterable[Any] = ()) -> Any:
    """A value of each seat that the other does not see until `self.show` or the end. Of a list or a set the number of things is open."""
    return Item(_made(start), words, seats=True, secret="seat", of=tuple(of), line=line_here())


def hidden(start: Any, words: str = "") -> Any:
    """A value that nobody sees until `self.show` or the end, such as a deck."""
    return Item(_made(start), words, secret="all", line=line_here())


def row(places: int, words: str = "") -> Any:
    """A row of places of each seat (`Row`). Its seat knows all that lies there, the other only what lies face up."""
    return Item(lambda: Row(places), words, seats=True, secret="seat", line=line_here())


def points(one: str, many: str, words: str = "", *, tells: bool = False) -> Any:
    """The number of each seat that decides the match, and what it counts: `points("chip", "chips")`."""
    return Item(int, words or many, seats=True, unit=(one, many), tells=tells, line=line_here())


@dataclass
class Choosable:
    """An option of the match that the rules ask for."""

    make: Callable[[str], Option]
    seat: bool = False
    line: int = 0


def option(default: int | str, low: int | Sequence[str], high: int = 0, words: str = "") -> Any:
    """A number from `low` to `high`, or one of the words in `low`, that whoever sets up a match may choose: `self.rounds`."""
    kind = WholeNumber(low, high) if isinstance(low, int) else Word(tuple(low))
    return Choosable(lambda key: Option(key, kind, default, words or key.replace("_", " ")), line=line_here())


def role(default: str = "B") -> Any:
    """`dmo = role()`: the option that says which seat is the DMO. `self.dmo` is that seat, which wins a tie at the end."""
    return Choosable(lambda key: Option(key, Word(("A", "B")), default, mark("the seat of the DMO")), True, line_here())


def starter(default: str = "A") -> Any:
    """`first = starter()`: the option that says which seat begins. `self.first` is that seat."""
    return Choosable(lambda key: Option(key, Word(("A", "B")), default, mark("the seat that begins")), True, line_here())


@dataclass
class Question:
    """A question to one seat or to both, which a method of the class describes.

    Attributes:
        make: the method. It gets the view of a seat as `self`, and the seat, so it cannot use what the seat does not know.
        seconds: the default of its clock, or the name of the option that has them.
        late: the answer of a late seat, or `CHANCE`.
        secret: whether the answer stays secret: the views of everybody else must not depend on it.
        rule: the number of the rule that gives the form of the answer.
        tells: how the log tells an answer: `{player}` and `{answer}`.
        line: where it is declared.
    """

    make: Callable[[Any, Seat], Any]
    seconds: int | str
    late: Any
    secret: bool
    rule: int
    tells: str
    line: int
    name: str = ""

    @property
    def prompt(self) -> str:
        """The words of the question: the docstring of the method."""
        return " ".join((self.make.__doc__ or self.name.replace("_", " ")).split())

    @property
    def clock(self) -> str:
        """The key of the option with its seconds."""
        return self.seconds if isinstance(self.seconds, str) else f"time_{self.name}"


def question(*, seconds: int | str, late: Any, rule: int, secret: bool = False, tells: str = "") -> Callable[[Any], Any]:
    """The decorator of a method that describes a question. See `Question`."""
    line = line_here()
    return lambda make: Question(make, seconds, late, secret, rule, tells, line)


# --- What the rules yield


@dataclass(frozen=True)
class AskFor:
    """`yield ask("act")`."""

    name: str
    seats: tuple[Seat, ...]
    one: bool
    line: int


def ask(name: str, whom: Seat | Iterable[Seat] = SEATS) -> Any:
    """The answer to a question. `yield ask("act")` asks both at once, and gives `{A: ..., B: ...}`; `yield ask("act", seat)` gives one answer.

    Some seats of a list are asked at once; an empty list asks nobody and gives `{}`.
    """
    one = isinstance(whom, Seat)
    return AskFor(name, (whom,) if isinstance(whom, Seat) else tuple(seat for seat in SEATS if seat in tuple(whom)), one, line_here())


@dataclass(frozen=True)
class DealFor:
    """`yield deal("hands", deck, 3)`."""

    name: str
    items: tuple[Any, ...]
    number: int
    one: bool
    open: bool
    line: int


def deal(name: str, items: Iterable[Any], number: int | None = None, *, shown: bool = False) -> Any:
    """Chance: `yield deal("tiles", deck, 3)` gives three of the deck in random order, `yield deal("die", range(1, 7))` one of the items.

    The deck keeps its items: `remove` them. The log tells what was dealt only if it is `shown`.
    """
    return DealFor(name, tuple(items), 1 if number is None else number, number is None, shown, line_here())


# --- The game


class Ended(Exception):
    """The rules have ended the match."""

    def __init__(self, over: Over) -> None:
        super().__init__(over.reason)
        self.over = over


@dataclass
class Told:
    """A line of the log: the words, for whom alone, for whom not, its notation, its heading, the values by then, the line that said it."""

    words: str
    to: Seat | None = None
    but: Seat | None = None
    notation: str = ""
    heading: str = ""
    values: Any = None
    line: int = 0


@dataclass
class Memory:
    """What a running match knows besides its values."""

    told: list[Told] = field(default_factory=list[Told])
    part: str = ""
    heading: str = ""
    shown: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    freeze: Callable[[], Any] = lambda: None

    def taken_heading(self) -> str:
        """The heading of the part that has just begun, once."""
        heading, self.heading = self.heading, ""
        return heading


class Game:
    """The base of a game. Its class holds the declarations, its method `play` the rules. See the docstring of `deathmatch.onefile`."""

    words: ClassVar[str] = ""
    picture: ClassVar[str] = "head A, hand, head B"
    reasons: ClassVar[dict[str, str]] = {}
    bank: ClassVar[int] = 60
    title: ClassVar[str] = ""
    ITEMS: ClassVar[dict[str, Item]] = {}
    QUESTIONS: ClassVar[dict[str, Question]] = {}
    OPTIONS: ClassVar[dict[str, Choosable]] = {}
    memory: Memory

    def __init_subclass__(cls) -> None:
        """Collects the declarations, its own after those of its base: a variant."""
        cls.ITEMS, cls.QUESTIONS, cls.OPTIONS = dict(cls.ITEMS), dict(cls.QUESTIONS), dict(cls.OPTIONS)
        for name, value in vars(cls).items():
            for kind, into in ((Item, cls.ITEMS), (Question, cls.QUESTIONS), (Choosable, cls.OPTIONS)):
                if isinstance(value, kind):
                    into[name] = value
                    if not isinstance(value, Choosable):
                        value.name = name

    def play(self) -> Rules:
        """The rules of a match, from its start to its end."""
        raise NotImplementedError

    def paint(self, item: Any) -> str:
        """The paint of a card with this item: `raised`, `pale`, `deep` and others of core/themes.py."""
        return "raised"

    def headline(self, seat: Seat) -> str:
        """The words beside the sign of a seat: its points."""
        return self.counted(self.score()[seat]) if any(item.unit for item in self.ITEMS.values()) else ""

    # --- What rules may say

    def say(self, words: str, to: Seat | None = None) -> None:
        """Write a sentence into the log, of everybody or of one seat. `name(seat)` stands for a player. The picture shows this moment."""
        memory = self.memory
        memory.told.append(Told(words, to, None, "", memory.taken_heading(), memory.freeze(), line_here()))

    def part(self, words: str) -> None:
        """Begin a part of the match, such as `Round 3`: the title of the picture, and a heading in the log."""
        self.memory.part = self.memory.heading = words

    def show(self, name: str, seat: Seat | None = None) -> None:
        """Open a secret value, of one seat or of both, from now on."""
        self.memory.shown |= {(name, each) for each in SEATS if seat in (None, each)}

    def end(self, winner: Seat | None, reason: str) -> NoReturn:
        """End the match, for a reason of `reasons`."""
        raise Ended(Over(winner, reason))

    def score(self) -> dict[Seat, int]:
        """The points of both seats."""
        name = next((item.name for item in self.ITEMS.values() if item.unit), None)
        return {seat: getattr(self, name)[seat] if name else 0 for seat in SEATS}

    def leader(self) -> Seat | None:
        """The seat with more points; None if they are level."""
        score = self.score()
        return None if score[Seat.A] == score[Seat.B] else max(SEATS, key=lambda seat: score[seat])

    def settle(self) -> NoReturn:
        """End the match by the points. If they are level, the DMO wins in a game with this role, and nobody in others."""
        leader = self.leader()
        if leader is not None:
            self.end(leader, "points")
        self.end(getattr(self, DMO), "dmo") if DMO in self.OPTIONS else self.end(None, "level")

    def each_round(self, rounds: int, more: int = 0) -> Iterator[int]:
        """The numbers of so many rounds, each with its heading; if the points are level after the last one, of so many more."""
        number, last = 0, rounds
        while number < last:
            number += 1
            self.part(f"Round {number} of {last}")
            yield number
            if number == rounds and self.leader() is None:
                last += more

    def until_decided(self, times: int) -> Iterator[int]:
        """Again from the start while the points are level, at most so many times; then the match ends by the points as they are."""
        for number in range(1, times + 1):
            if number > 1:
                self.restart()
                self.part(f"Match {number}")
            yield number
            if self.leader() is not None:
                return

    def best_of(self, games: int, wins: str) -> Iterator[int]:
        """Games until a seat has won most of so many. `wins` names the points; `end_game` ends each, and all else begins anew.

        A body of the loop says who has won: `self.wins[seat] += 1`.
        """
        for number in range(1, games + 1):
            if number > 1:
                self.restart(keep=(wins,))
            self.part(f"Game {number} of {games}")
            yield number
            if max(getattr(self, wins).values()) > games // 2:
                return

    def restart(self, keep: Sequence[str] = ()) -> None:
        """Give every value its start again, but for those to keep."""
        for name, item in self.ITEMS.items():
            if name not in keep:
                setattr(self, name, item.fresh())
        self.memory.shown = {one for one in self.memory.shown if one[0] in keep}

    def counted(self, number: int) -> str:
        """A number of points in words: `3 chips`."""
        one, many = next((item.unit for item in self.ITEMS.values() if item.unit), ("point", "points"))
        return count(f"{{number}} {one}", f"{{number}} {many}", number)
