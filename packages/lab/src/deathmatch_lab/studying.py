"""Positions to study: a reader chooses one, and sees for both seats how to mix the submissions, and the chance after each pair.

A variant whose rounds can be studied so has the capability `study`, a function `study(game) -> Study`. The page *Study* of a server asks it
(packages/lab/docs/research.md). The controls and the facts are read by the server itself, so making a study loads no kernel; `find` runs in
a worker process, and gets everything as plain texts. A variant that has solved figures and no positions to choose has `FactsAlone`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol, TypeAlias

from deathmatch import games
from deathmatch.bots import answers, solution_folder
from deathmatch.bots.budget import Deadline
from deathmatch.bots.study import having
from deathmatch.core.bots import Budget
from deathmatch.core.errors import OptionError, UnknownNameError
from deathmatch.core.game import AnyGame, Resources, Variant
from deathmatch.core.options import Word
from deathmatch.core.seats import Seat
from deathmatch.core.speech import say

LONGEST = 60  # letters of a wrong value that an error quotes

Chosen: TypeAlias = Mapping[str, str]
"""The value of every control, by key; several values of one control have spaces between them."""


@dataclass(frozen=True, slots=True)
class Span:
    """Whole numbers from `low` to `high`, which may be negative."""

    low: int
    high: int

    def read(self, key: str, text: str) -> str:
        """The number, without a sign if it is positive, and without leading zeros; raises OptionError."""
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 4 and self.low <= int(text) <= self.high):
            low, high = self.low, self.high
            given = text[:LONGEST]
            raise OptionError(
                say("{key} must be a whole number from {low} to {high}, not {given}", key=key, low=low, high=high, given=given), key
            )
        return str(int(text))


@dataclass(frozen=True, slots=True)
class Control:
    """One thing that a reader chooses.

    Attributes:
        key: its name in an address.
        words: its name for people, marked for translation.
        kind: its values.
        default: the value of the first visit.
        seat: whose side it is about; None for the table.
        several: whether any number of the values may be chosen, none too.
        names: the values in words for people, marked, and the parts of those with a `+`; a value without any is shown as it is.
    """

    key: str
    words: str
    kind: Word | Span
    default: str = ""
    seat: Seat | None = None
    several: bool = False
    names: Mapping[str, str] | None = None

    def shown(self, value: str) -> str:
        """A value in words."""
        names = self.names or {}
        return " + ".join([say(names[part]) if part in names else part for part in value.split("+")])

    def read(self, given: list[str]) -> str:
        """The value in its one spelling; raises OptionError, which names the values that were expected."""
        if not self.several:
            if len(given) > 1:
                raise OptionError(say("{key} is given {number} times; give it once", key=self.key, number=len(given)), self.key)
            return self.kind.read(self.key, given[0][:LONGEST]) if given else self.default
        assert isinstance(self.kind, Word)
        read = {self.kind.read(self.key, one[:LONGEST]) for text in given for one in text.split()}
        return " ".join([word for word in self.kind.words if word in read])


def read_all(controls: tuple[Control, ...], given: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The values that a reader gave, and the defaults of the others; raises OptionError."""
    texts: dict[str, list[str]] = {}
    known = [control.key for control in controls]
    for key, text in given:
        if key not in known:
            raise OptionError(say("unknown choice {key}; the choices are {known}", key=key[:LONGEST], known=", ".join(known)), key)
        texts.setdefault(key, []).append(text)
    return {control.key: control.read(texts.get(control.key, [])) for control in controls}


@dataclass(frozen=True, slots=True)
class Way:
    """A submission of a seat.

    Attributes:
        text: in canonical notation.
        share: its part of the optimal mixture, from 0 to 1.
        worth: the seat's own chance to win with it against the other seat's mixture.
    """

    text: str
    share: float
    worth: float


@dataclass(frozen=True, slots=True)
class Finding:
    """The best play at a position, as it was found. Plain values, so it crosses to other processes as JSON.

    Attributes:
        exact: whether all of it is exact; else it is an estimate.
        value: A's chance to win if both play as well as can be.
        a, b: the submissions of each seat, the most played first, then the best.
        chances: A's chance after each pair, by submission of A, then of B.
        left: how many submissions of A and of B are left out, because they are worth least.
    """

    exact: bool
    value: float
    a: tuple[Way, ...]
    b: tuple[Way, ...]
    chances: tuple[tuple[float, ...], ...]
    left: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Fact:
    """A solved figure: its match, in words; the chance; its largest possible error, None if it was not measured."""

    words: str
    value: float
    error: float | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """Solved figures that ship with a game.

    Attributes:
        title: of the table.
        words: the meaning of the figures.
        source: the file of the repository that has them with their method.
        facts: in the order in which they are read.
        usual: the figure that the others are compared with; None if there is none.
        head: what the facts are about, in words, as the head of their column.
        share: the meaning of a figure, in words, as the head of its column.
        digits: of each figure in percent, after the point.
    """

    title: str
    words: str
    source: str
    facts: tuple[Fact, ...]
    usual: float | None = None
    head: str = ""
    share: str = ""
    digits: int = 2


@dataclass(frozen=True, slots=True)
class Cell:
    """A hexagon of a board: its name, its centre in widths of a cell with y downwards, and its kind."""

    name: str
    x: float
    y: float
    kind: str


@dataclass(frozen=True, slots=True)
class Board:
    """Cells of several kinds; `kinds` says the paint of each kind, in the order of the key."""

    cells: tuple[Cell, ...]
    kinds: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Map:
    """A solved board that ships with a game, its cells by their kind.

    Attributes:
        title: of the picture.
        words: the whole of its meaning, so that nobody needs to see it.
        source: as of `Facts`.
        board: its cells, whose kinds are words for people.
    """

    title: str
    words: str
    source: str
    board: Board


class Study(Protocol):
    """Finds the best play at the positions of a game that is bound to its options."""

    @property
    def controls(self) -> tuple[Control, ...]:
        """The choices of a reader, in the order in which they are read."""
        ...

    def check(self, chosen: Chosen, /) -> None:
        """Refuse values that do not go together; raises OptionError. Quick, and without kernels, as `told` and `facts`."""
        ...

    def told(self, chosen: Chosen, /) -> tuple[str, ...]:
        """Sentences about the position that follow from the choices, such as the cards that are barred."""
        ...

    def facts(self) -> tuple[Facts | Map, ...]:
        """Solved figures of whole matches, and solved boards."""
        ...

    def warm(self) -> None:
        """Have ready what `find` loads or compiles."""
        ...

    def find(self, chosen: Chosen, budget: Budget, /) -> Finding:
        """The best mixtures at a position that `check` has let pass; as good an answer as the budget allows."""
        ...


@dataclass(frozen=True, slots=True)
class FactsAlone:
    """The study of a variant without positions to choose.

    Attributes:
        facts: see `Study`.
        controls: none.
    """

    facts: Callable[[], tuple[Facts | Map, ...]]
    controls: tuple[Control, ...] = ()

    def check(self, chosen: Chosen, /) -> None:
        """There is nothing to refuse."""

    def told(self, chosen: Chosen, /) -> tuple[str, ...]:
        """There is no position."""
        return ()

    def warm(self) -> None:
        """There is nothing to load."""

    def find(self, chosen: Chosen, budget: Budget, /) -> Finding:
        """There is no position; raises LookupError."""
        raise LookupError("this variant has solved figures, and no positions to study")


Studied: TypeAlias = Callable[[AnyGame], Study]
"""The capability `study` of a variant."""


# --- Asked for by a page


def studied(variant: Variant) -> Any:
    """The study of a variant under its default options; None if it has none. It loads no kernel and no solution.

    Raises: PluginError if it cannot be loaded.
    """
    return games.made_by(variant, "study", variant.bind({})[1])


def find(variant: Variant, chosen: Mapping[str, str], budget: Budget) -> Finding:
    """The finding at a position to study, by a kept solution if there is one.

    Raises: UnknownNameError if the variant has nothing to study; PluginError if it cannot be loaded.
    """
    made: Any = studied(variant)
    if made is None:
        raise UnknownNameError(f"{variant.id} has nothing to study{having('study')}")
    consulted = made.consult(solution_folder.solution_folders()) if hasattr(made, "consult") else None
    found: Finding = (consulted or made).find(chosen, budget)
    return found


@dataclass(frozen=True, slots=True)
class StudyQuestion(answers.PatientQuestion):
    """A position to study; a worker process answers with the finding as JSON (`deathmatch.bots.answers`)."""

    chosen: Mapping[str, str] = field(default_factory=dict)

    def answer(self, _resources: Resources | None) -> answers.Reply:
        """The finding at the position."""
        variant = games.find(self.variant)
        if not self.chosen:
            with answers.getting_ready():
                if (made := studied(variant)) is not None:
                    made.warm()
            return answers.Reply()
        return answers.Reply(json.dumps(asdict(find(variant, self.chosen, Deadline(self.seconds)))))
