"""Many matches at once, as numpy arrays: `deathmatch_frameworks.vector.make("GAME/VARIANT", 4096)` (docs/vector.md).

A `Batch` plays so many matches of one variant side by side, each with its own state, by kernels that numba compiles. All arrays have the
match as their first axis, N long, and seat A before seat B. They are new with each call and the caller's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import numpy as np

from deathmatch.bots.processes import processors
from deathmatch.core.errors import UnknownNameError
from deathmatch.core.options import Value
from deathmatch.core.seats import SEATS, Seat
from deathmatch.library.game import Game, list_variants, load_game
from deathmatch_frameworks import splitmix
from deathmatch_frameworks.vectoring import Column, VectorRules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deathmatch_frameworks.vectoring import Actions, Bools, Observations, Rewards

R = TypeVar("R")

__all__ = ["Batch", "Column", "Result", "list_built", "make"]

LARGEST: Final = 1 << 24
"""Matches of one batch, at most."""

_LEAST: Final = 4096  # matches that are worth a core of their own (docs/vector.md has measurements)
_WORDS: Final = 2**64  # seeds


class Result(NamedTuple):
    """The result of a step.

    Attributes:
        rewards: shape (N, 2), float32: 1 for the winner and -1 for the loser of a match that ended in this step, else 0.
        ended: shape (N,), bool: the matches that ended in this step.
    """

    rewards: Rewards
    ended: Bools


def list_built() -> tuple[str, ...]:
    """The variants that have batches, as `GAME/VARIANT`."""
    return tuple([variant.id for variant in list_variants() if variant.has("vector")])


def make(
    name: str,
    size: int,
    options: Mapping[str, Value | bool] | None = None,
    /,
    *,
    seed: int = 0,
    cores: int = 1,
    auto_reset: bool = True,
    **more: Value | bool,
) -> Batch:
    """A batch of new matches of one variant.

    Args:
        name: `GAME/VARIANT` in any letter case; `list_built` has all that there are.
        size: N, the number of matches, 1 to `LARGEST`.
        options: of the variant, as `load_game` takes them. Clocks have no meaning here: nobody runs out of time.
        seed: of `sample`, 0 to 2**64 - 1. The same seed gives the same samples on any number of cores.
        cores: threads that share the work of each call, at most one for every 4,096 matches; 0 for as many as there are cores.
        auto_reset: whether a match that ends starts again in the same step.
        more: options as keyword arguments.

    Returns: the batch.

    Raises:
        UnknownNameError: there is no such variant, or it has no batches yet; the text names those that have.
        OptionError: the variant does not take these options.
        ValueError: `size`, `seed` or `cores` is out of its range.
    """
    game = load_game(name, options, **more)
    make_rules = game.variant.capability("vector")
    if make_rules is None:
        raise UnknownNameError(f"{game.id} has no batches yet; these variants have: {', '.join(list_built())}")
    _check_range("size", size, 1, LARGEST)
    _check_range("seed", seed, 0, _WORDS - 1)
    _check_range("cores", cores, 0, 1024)
    return Batch(game, make_rules(game.rules), size, seed=seed, cores=cores or processors(), auto_reset=auto_reset)


def _check_range(name: str, value: object, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} is a whole number, not {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name} is from {low} to {high}, not {value}")


class Batch:
    """N matches of one variant, played side by side. `make` makes one.

    Attributes:
        game: the variant with its options.
        size: N.
        actions: how many ids of actions there are. An id means the same action in every match, and in every version of the package.
        layout: the columns of an observation, in order.
        auto_reset: whether a match that ends starts again in the same step. If not, it stays over, owing nothing, until `reset`.
    """

    def __init__(self, game: Game, rules: VectorRules, size: int, *, seed: int, cores: int, auto_reset: bool) -> None:
        self.game, self.size, self.auto_reset = game, size, auto_reset
        self.actions, self.layout = rules.actions, tuple(rules.layout)
        self._rules = rules
        self._seeds = splitmix.streams(seed, size)
        self._parts = _parts(size, cores)
        self._threads = ThreadPoolExecutor(len(self._parts) - 1) if len(self._parts) > 1 else None
        self._tables = rules.tables(size)
        self.reset()

    def __repr__(self) -> str:
        return f"<Batch of {self.size} matches of {self.game.id}>"

    # --- Actions as text

    def text(self, action: int) -> str:
        """The notation of an action, as in the rule book.

        Args:
            action: 0 to `actions` - 1.

        Returns: the text; no other action has the same one.

        Raises:
            ValueError: there is no such action.
        """
        if not 0 <= action < self.actions:
            raise ValueError(f"expected an action from 0 to {self.actions - 1}, not {action}")
        return self._rules.text(action)

    # --- The matches

    def reset(self, which: NDArray[Any] | None = None) -> None:
        """Start matches again.

        Args:
            which: shape (N,), bool: which; by default all.

        Raises:
            ValueError: `which` has another shape or type.
        """
        chosen = np.ones(self.size, dtype=np.bool_) if which is None else np.ascontiguousarray(which)
        if chosen.shape != (self.size,) or chosen.dtype != np.bool_:
            raise ValueError(f"expected a bool for each of the {self.size} matches, not {chosen.dtype} of shape {chosen.shape}")
        self._each(self._rules.start, chosen)

    def owing(self) -> Bools:
        """Which seats owe an action now: shape (N, 2), bool. Both do in a simultaneous decision, one in a turn, none after the end."""
        out = np.empty((self.size, 2), dtype=np.bool_)
        self._each(self._rules.owing, out)
        return out

    def legal(self) -> Bools:
        """The legal actions: shape (N, 2, actions), bool; all false for a seat that owes nothing. A mask tells its seat no news."""
        out = np.empty((self.size, 2, self.actions), dtype=np.bool_)
        self._each(self._rules.legal, out)
        return out

    def sample(self) -> Actions:
        """A random legal action of each seat, all with equal chances: shape (N, 2), int32; -1 for a seat that owes nothing."""
        out = np.empty((self.size, 2), dtype=np.int32)
        self._each(self._rules.sample, self._seeds, out)
        return out

    def step(self, actions: NDArray[Any]) -> Result:
        """Play one action of every seat that owes one, in all matches.

        Args:
            actions: shape (N, 2), whole numbers. The entry of a seat that owes nothing is not read.

        Returns: rewards and ends. With `auto_reset`, an ended match has started again already: `legal` and `observe` are of the new one.

        Raises:
            ValueError: the array has another shape or type, or an action is not legal; no match has changed then.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.size, 2) or chosen.dtype.kind not in "iu":
            raise ValueError(f"expected whole numbers of shape ({self.size}, 2), not {chosen.dtype} of shape {chosen.shape}")
        if chosen.dtype != np.int32:
            chosen = np.clip(chosen, -1, self.actions).astype(np.int32)
        chosen = np.ascontiguousarray(chosen)
        self._check(chosen)
        rewards, ended = np.empty((self.size, 2), dtype=np.float32), np.empty(self.size, dtype=np.bool_)
        self._each(self._rules.step, chosen, rewards, ended)
        if self.auto_reset and ended.any():
            self._each(self._rules.start, ended)
        return Result(rewards, ended)

    def _check(self, actions: Actions) -> None:
        for first, wrong in zip((part.start for part in self._parts), self._each(self._rules.wrong, actions), strict=True):
            if wrong >= 0:
                match, seat = first + wrong // 2, wrong % 2
                action = int(actions[match, seat])
                named = f"{action} ({self._rules.text(action)})" if 0 <= action < self.actions else f"{action}"
                raise ValueError(f"match {match}, seat {SEATS[seat]}: {named} is no legal action; `legal` has those that are")

    def observe(self, seat: Seat | str) -> Observations:
        """The knowledge of one seat: shape (N, columns), float32, as `layout` says. Nothing that the seat may not see is in it.

        Args:
            seat: `Seat.A`, `Seat.B`, or the letter.

        Returns: the observations.

        Raises:
            ValueError: there is no such seat.
        """
        number = SEATS.index(Seat(seat))
        out = np.empty((self.size, self.layout[-1].start + self.layout[-1].size), dtype=np.float32)
        self._each(lambda tables, part: self._rules.observe(tables, number, part), out)
        return out

    def clone(self) -> Batch:
        """A copy of all matches that goes its own way. Both have the same samples."""
        copy = object.__new__(Batch)
        copy.__dict__.update(self.__dict__)
        copy._seeds, copy._tables = self._seeds.copy(), tuple([table.copy() for table in self._tables])
        return copy

    def _each(self, work: Callable[..., R], *arrays: NDArray[Any]) -> list[R]:
        """The work done on every part, with that part of the tables and of each of these arrays; the first part by the caller's thread."""
        if self._threads is None:
            return [work(self._tables, *arrays)]

        def share(part: slice) -> R:
            return work(tuple([table[part] for table in self._tables]), *[array[part] for array in arrays])

        first, *others = self._parts
        waiting = [self._threads.submit(share, part) for part in others]
        return [share(first), *[future.result() for future in waiting]]


def _parts(size: int, cores: int) -> list[slice]:
    """A batch in parts of nearly the same size, one a core."""
    number = max(1, min(cores, size // _LEAST))
    ends = [size * part // number for part in range(number + 1)]
    return [slice(first, last) for first, last in pairwise(ends)]
