"""The protocols of bots. A bot gets a view, a decision, a budget and its randomness; it never sees a state."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, Generic, ParamSpec, Protocol, TypeAlias, TypeVar, cast, runtime_checkable

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision, Fields, Resources
from deathmatch.core.letters import alike
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.speech import mark, say

if TYPE_CHECKING:
    from numpy.typing import NDArray


V_contra = TypeVar("V_contra", contravariant=True)
M = TypeVar("M")
T_co = TypeVar("T_co", covariant=True)


class Budget(Protocol):
    """The thinking time that is left. A bot has no clock: it calls `spent` once for each unit of work (a playout, a node, a depth).

    After the budget is spent, a bot answers soon. If it is spent from the start, the bot answers at once, with a sensible move.
    """

    def spent(self) -> bool:
        """Whether the bot has to answer now."""
        ...


class Bot(Protocol[V_contra, M]):
    """A player. One object may play many matches, and must not carry information from one match to another."""

    def choose(self, view: V_contra, decision: Decision[M], budget: Budget, source: RandomSource, /) -> M:
        """Choose a legal move.

        Args:
            view: all that the bot's seat has learned.
            decision: the question; `decision.moves()` lists the legal moves, `decision.sample(source)` picks one.
            budget: tells the bot when to stop thinking.
            source: the only random numbers that the bot may use, so that a match can be repeated.

        Returns: a legal move of this decision, as a value and not as text.
        """
        ...


@runtime_checkable
class MixedStrategyBot(Protocol[V_contra, M]):
    """A bot that can state its mixed strategy."""

    def mixture(self, view: V_contra, decision: Decision[M], /) -> Sequence[tuple[M, float]]:
        """The probabilities with which the bot chooses its move.

        Args:
            view: all that the bot's seat has learned.
            decision: the question.

        Returns: moves with their probabilities, which add up to 1; moves that are never chosen may be left out.
        """
        ...


@runtime_checkable
class Warmable(Protocol):
    """A bot or an advisor that compiles or loads something, and can do so before it is asked for the first time."""

    def warm(self) -> None:
        """Compile or load everything that a match may need."""
        ...


@runtime_checkable
class ResourceUser(Protocol[T_co]):
    """A bot or an advisor (core/reviewing.py) that uses resources outside the rules, such as word lists."""

    def equip(self, resources: Resources, /) -> T_co:
        """The same bot or advisor with these resources. Without them it plays as well as it can."""
        ...


@runtime_checkable
class SavedArrays(Protocol):
    """Arrays that a solver has saved, to be read later."""

    def about(self) -> Fields | None:
        """The solver's description of the arrays; None if nothing has been kept yet."""
        ...

    def kept(self, name: str, /) -> NDArray[Any] | None:
        """An array to read, which need not lie in memory; None if it has not been kept."""
        ...


@runtime_checkable
class SolutionUser(Protocol[T_co]):
    """A bot or an advisor that uses solutions on disk."""

    def consult(self, solutions: Sequence[SavedArrays], /) -> T_co | None:
        """The same bot or advisor with those of these solutions that it can use; None if it can use none.

        Without one a bot is not offered, and an advisor works as well as it can.
        """
        ...


AnyBot: TypeAlias = Bot[Any, Any]

Bots: TypeAlias = Mapping[str, AnyBot]
"""The capability `bots` of a variant: `bots(game) -> {"random": ..., "steady": ..., "strong": ...}`, weakest first.

The capability `adversaries` has the same form: bots that test these. Commands may name them, players are not offered them.
"""


LEVELS: Final = 8
"""How many levels a variant has: `level-1` to `level-8`."""

LEVEL: Final = "level-"
"""The name of a level before its number."""

CALLED: Final = (mark("Mole"), mark("Hare"), mark("Otter"), mark("Badger"), mark("Fox"), mark("Heron"), mark("Lynx"), mark("Raven"))
"""The levels as people read them at a table, the weakest first: a number in a sentence about numbers would confuse."""

NAMED: Final = (mark("Random"), mark("Steady"), mark("Strong"))
"""The bots that have a name beside the levels, as people read it."""

GUESTS: Final = (mark("Guest"), "Guest A", "Guest B")
"""The names of players who give none. The first has no letter of a seat, so that a rematch changes nothing; the others tell two apart."""

_NUMBERS: Final = frozenset(str(level) for level in range(1, LEVELS + 1))


def level_of(name: str) -> int | None:
    """The level of a bot of this name, from 1 to 8; None if it is no level."""
    prefix, number = name[: len(LEVEL)].lower(), name[len(LEVEL) :]
    return int(number) if prefix == LEVEL and number in _NUMBERS else None


def shown_name(name: str) -> str:
    """The name of a player as people read it: in their language a bot (`CALLED`, `NAMED`) and a guest, and every other name as it is."""
    level = level_of(name)
    if level is not None:
        return say(CALLED[level - 1])
    if name in (*NAMED, GUESTS[0]):
        return say(name)
    return say("Guest {seat}", seat=name[-1]) if name in GUESTS else name


def people(names: BySeat[str]) -> BySeat[str]:
    """The names of both players as people read them: a seat without one is called by its letter, and names that look alike get theirs."""
    a, b = (shown_name(names[seat] or seat.value) for seat in SEATS)
    return BySeat(f"{a} A", f"{b} B") if alike(a, b) else BySeat(a, b)


def shown_names(names: Mapping[str, str]) -> dict[str, str]:
    """The same for the seats that are taken, by their letters."""
    told = people(BySeat(names.get("A", ""), names.get("B", "")))
    return {seat: told[Seat(seat)] for seat in names}


class SkillScale(Protocol):
    """Bots of a variant that differ in skill alone. The less skilled overlook more, as people do: they do not toss a coin between moves.

    The capability `levels` of a variant is a function `levels(game)` that returns one.
    """

    @property
    def skills(self) -> Sequence[float]:
        """The skills of `level-1` to `level-8`: `LEVELS` numbers from 0 to 1, ascending."""
        ...

    def bot(self, skill: float, /) -> AnyBot:
        """The bot of this skill: the weakest at 0, and at 1 the strongest that a level may be."""
        ...

    def about(self, level: int, /) -> str:
        """One sentence about the play of a level (1 to `LEVELS`): the things it sees and those it overlooks, in the reader's language."""
        ...


# --- The skills of a game's levels, which `research/fit_levels.py` fits and keeps in the game's folder: `data/levels.json`


FILE: Final = "levels.json"


@lru_cache(maxsize=16)
def fitted(package: str, variant: str) -> tuple[float, ...]:
    """The skills of `level-1` to `level-8` of a variant.

    Args:
        package: the package of the game, which holds `data/levels.json`.
        variant: the name of the variant within its game, such as `gauntlet`.

    Raises: ValueError if the file does not hold `LEVELS` ascending numbers from 0 to 1.
    """
    text = resources.files(package).joinpath("data", FILE).read_text("ascii")
    known: Mapping[str, list[float]] = json.loads(text)
    skills = tuple(known[variant])
    if len(skills) != LEVELS or sorted(set(skills)) != list(skills) or not 0 <= skills[0] <= skills[-1] <= 1:
        raise ValueError(f"{package} must have {LEVELS} ascending skills from 0 to 1 for {variant}, not {skills}")
    return skills


@dataclass(frozen=True, slots=True)
class FittedLevels:
    """The levels of a variant whose skills were fitted: a `core.bots.SkillScale`.

    Attributes:
        package, variant: as for `fitted`.
        bot: the bot of a skill, from 0 to 1.
        about: one sentence about the play of a level, from 1 on, in the reader's language.
    """

    package: str
    variant: str
    bot: Callable[[float], AnyBot]
    about: Callable[[int], str]

    @property
    def skills(self) -> Sequence[float]:
        """The fitted skills of the levels, ascending."""
        return fitted(self.package, self.variant)


# --- Thinking in slices: long work of a bot that is kept once it is finished, and broken off if the time is over


P = ParamSpec("P")
R = TypeVar("R")


class OutOfTime(Exception):
    """The budget is spent, in the middle of work that is of no use unfinished."""


class _Endless:
    """A budget that is never spent."""

    def spent(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """A budget, to be asked after each slice of work.

    All of them are equal, so a function of one can be cached: how much time there is changes nothing of a result that is finished.
    """

    budget: Budget = field(default_factory=_Endless, compare=False)

    def check(self) -> None:
        """Raises OutOfTime if the budget is spent."""
        if self.budget.spent():
            raise OutOfTime


UNLIMITED: Final = TimeLeft()


class _Meter:
    """A budget that counts how often it is asked."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.asked = 0

    def spent(self) -> bool:
        """Whether the budget itself is."""
        self.asked += 1
        return self._budget.spent()


class Remembered(Generic[P, R]):
    """`lru_cache` for a function whose last argument is a TimeLeft.

    A result that is remembered takes as many slices of the budget as it took at first. So a counted budget ends at the same slice, whatever
    was worked out before, and a match can be played again.
    """

    def __init__(self, work: Callable[P, R], size: int) -> None:
        def metered(*given: Any) -> tuple[R, int, TimeLeft]:
            meter = _Meter(given[-1].budget)
            return cast(Callable[..., R], work)(*given[:-1], TimeLeft(meter)), meter.asked, given[-1]

        self._kept = lru_cache(maxsize=size)(metered)

    def __call__(self, *args: P.args, **_none: P.kwargs) -> R:
        """The result for these arguments, all of them positional; without a TimeLeft, however long it takes."""
        last = args[-1]
        time = last if isinstance(last, TimeLeft) else UNLIMITED
        result, slices, first = self._kept(*(args if time is last else (*args, time)))
        if first is not time:
            for _ in range(slices):
                time.check()
        return result

    def cache_clear(self) -> None:
        """Forget all results."""
        self._kept.cache_clear()


def remembered(size: int) -> Callable[[Callable[P, R]], Remembered[P, R]]:
    """Have a function remember its last results, so many of them."""
    return lambda work: Remembered(work, size)
