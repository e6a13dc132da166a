"""Batches held to the plain rules: every match of a batch is played by `Game` too, move by move.

After each step this compares who owes what, the legal actions of both seats, what each of them observes, and the end of the match. What is
expected comes from the views of the plain rules and from the moves that a decision lists or composes, not from code of the batches.

A mirror writes what it expects into arrays of the whole batch, but only the parts that have changed since it wrote last. The arrays are
compared whole after each step.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from deathmatch.core.game import Ask, Over, Pending
from deathmatch.core.options import Value
from deathmatch.core.seats import SEATS, Seat
from deathmatch_frameworks import vector
from deathmatch_frameworks.encoding import load_encoding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deathmatch_frameworks.vectoring import Bools, Observations


class Setting:
    """The facts that all matches of a batch share.

    Attributes:
        game, rules: the variant with its options; `rules` are the bare ones.
        texts: of the actions; `ids` are their numbers.
        moves: the numbers of moves, which mirrors fill.
        places: the places of each column of an observation, by its name.
    """

    def __init__(self, batch: vector.Batch) -> None:
        self.game, self.rules = batch.game, batch.game.rules
        self.texts = tuple([batch.text(action) for action in range(batch.actions)])
        self.ids = {text: action for action, text in enumerate(self.texts)}
        assert len(self.ids) == len(self.texts)
        self.moves: dict[Any, int] = {}
        self.places = {column.name: slice(column.start, column.start + column.size) for column in batch.layout}
        self.width = batch.layout[-1].start + batch.layout[-1].size

    def name(self, place: int) -> str:
        """The column of a place of an observation."""
        return next(name for name, places in self.places.items() if place in range(places.start, places.stop))


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a batch must show: of a batch with the match as the first axis of every array, or of one match.

    Attributes:
        owes: the seats that owe an action, shape (2,).
        masks: the legal actions, shape (2, actions).
        looks: the observation of each seat.
    """

    owes: Bools
    masks: Bools
    looks: tuple[Observations, Observations]

    @classmethod
    def of(cls, setting: Setting, size: int) -> Sheet:
        """The empty sheet of a batch."""
        owes, masks = np.zeros((size, 2), dtype=np.bool_), np.zeros((size, 2, len(setting.texts)), dtype=np.bool_)
        return cls(owes, masks, (np.zeros((size, setting.width), np.float32), np.zeros((size, setting.width), np.float32)))

    def match(self, number: int) -> Sheet:
        """The part of one match."""
        return Sheet(self.owes[number], self.masks[number], (self.looks[0][number], self.looks[1][number]))

    def hold(self, setting: Setting, found: Sheet) -> None:
        """The batch shows what this sheet says; else an error names the first difference."""
        self._same(setting, "owes", self.owes, found.owes)
        self._same(setting, "legal", self.masks, found.masks)
        for wanted, look in zip(self.looks, found.looks, strict=True):
            self._same(setting, "look", wanted, look)

    @staticmethod
    def _same(setting: Setting, what: str, wanted: NDArray[Any], found: NDArray[Any]) -> None:
        if np.array_equal(wanted, found):
            return
        place = [int(number) for number in np.argwhere(wanted != found)[0]]
        named = SEATS[place[1]] if what == "owes" else setting.texts[place[2]] if what == "legal" else setting.name(place[1])
        was, rule = found[tuple(place)], wanted[tuple(place)]
        raise AssertionError(f"{setting.game!r}, {what} at {place} ({named}): {was} in the batch, {rule} by the rules")


class Mirror(ABC):
    """One match by the plain rules. Each game says how its actions are moves, and what a seat observes.

    Attributes:
        setting: of the batch.
        sheet: where it writes what the batch must show of this match.
        state: of the match; `pending` is what it waits for.
    """

    def __init__(self, setting: Setting, sheet: Sheet) -> None:
        self.setting, self.sheet = setting, sheet
        self._stale, self._new = set[Seat](), set[Seat]()
        self.go(setting.rules.start())

    def go(self, state: Any) -> None:
        """The match goes on with this state."""
        self.state = state
        self.pending: Pending[Any] = self.setting.rules.pending(state)
        self.asked = self.pending.seats if isinstance(self.pending, Ask) else ()
        self._views, self._decisions = dict[Seat, Any](), dict[Seat, Any]()
        self._stale.update(SEATS)
        self._new.update(SEATS)

    @property
    def over(self) -> Over | None:
        """How the match ended, once it has."""
        return self.pending if isinstance(self.pending, Over) else None

    @property
    def owing(self) -> tuple[Seat, ...]:
        """Who owes an action."""
        return self.asked

    @property
    def owed(self) -> str:
        """The name of the decision; empty if there is none."""
        return self.pending.name if isinstance(self.pending, Ask) else ""

    def decision(self, seat: Seat) -> Any:
        """The decision of a seat that is asked."""
        if seat not in self._decisions:
            self._decisions[seat] = Once(self.setting.rules.decision(self.view(seat)))
        return self._decisions[seat]

    def view(self, seat: Seat) -> Any:
        """The view of a seat."""
        if seat not in self._views:
            self._views[seat] = self.setting.rules.view(self.state, seat)
        return self._views[seat]

    def show(self) -> None:
        """Write what the batch must show now."""
        owing = self.owing
        for place, seat in enumerate(SEATS):
            if seat in self._stale:
                mask = self.sheet.masks[place]
                mask[:] = False
                self.sheet.owes[place] = seat in owing
                if seat in owing:
                    mask[[*self.legal(seat)]] = True
                self.look(seat, self.sheet.looks[place], new=seat in self._new)
        self._stale.clear()
        self._new.clear()

    def act(self, actions: Sequence[int]) -> None:
        """The actions of both seats, of which those of seats that owe one are played."""
        turn = {seat: actions[place] for place, seat in enumerate(SEATS) if seat in self.owing}
        self._stale.update(turn)
        self.play(turn)

    @abstractmethod
    def legal(self, seat: Seat) -> Iterable[int]:
        """A seat's legal actions."""

    @abstractmethod
    def play(self, turn: Mapping[Seat, int]) -> None:
        """The actions of all seats that owe one."""

    @abstractmethod
    def look(self, seat: Seat, row: Observations, *, new: bool) -> None:
        """Write the seat's observation; `new` if the state has changed since it was written last."""


class Once:
    """A decision that puts each of its steps together once."""

    def __init__(self, decision: Any) -> None:
        self.decision, self._steps = decision, dict[tuple[str, ...], Any]()

    def compose(self, prefix: tuple[str, ...]) -> Any:
        """The step after these tokens."""
        if prefix not in self._steps:
            self._steps[prefix] = self.decision.compose(prefix)
        return self._steps[prefix]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.decision, name)


class Whole(Mirror):
    """A match whose actions are whole moves, by their canonical texts."""

    def go(self, state: Any) -> None:
        """See `Mirror`."""
        super().go(state)
        self._moves = dict[Seat, dict[int, Any]]()

    def legal(self, seat: Seat) -> Iterable[int]:
        """See `Mirror`."""
        decision, ids = self.decision(seat).decision, self.setting.moves
        found = self._moves[seat] = {}
        for move in decision.moves():
            number = ids.get(move)
            if number is None:
                number = ids[move] = self.setting.ids[decision.write(move)]
            found[number] = move
        return found

    def play(self, turn: Mapping[Seat, int]) -> None:
        """See `Mirror`."""
        self.go(self.setting.rules.play(self.state, {seat: self._moves[seat][action] for seat, action in turn.items()}))


class Composed(Mirror):
    """A match whose actions are the tokens of the encoding, by their ids: a submission is put together by the composer's own steps.

    Attributes:
        given: the actions of each seat's submission that is begun and not played yet.
    """

    def __init__(self, setting: Setting, sheet: Sheet) -> None:
        self.vocabulary = load_encoding(setting.game).vocabulary
        assert self.vocabulary.tokens == setting.texts
        super().__init__(setting, sheet)

    def go(self, state: Any) -> None:
        """See `Mirror`."""
        super().go(state)
        self.given: dict[Seat, tuple[int, ...]] = dict.fromkeys(SEATS, ())
        self._moves = dict[Seat, Any]()

    @property
    def owing(self) -> tuple[Seat, ...]:
        """Who owes an action: not a seat whose submission is whole."""
        return tuple([seat for seat in self.asked if seat not in self._moves])

    def legal(self, seat: Seat) -> Iterable[int]:
        """See `Mirror`."""
        return self.vocabulary.legal(self.decision(seat), self.given[seat])

    def play(self, turn: Mapping[Seat, int]) -> None:
        """See `Mirror`: the turn is played once every submission is whole."""
        for seat, action in turn.items():
            self.given[seat] += (action,)
            move = self.vocabulary.finished(self.decision(seat), self.given[seat])
            if move is not None:
                self._moves[seat] = move
        if len(self._moves) == len(self.asked):
            self.go(self.setting.rules.play(self.state, self._moves))


def shown(batch: vector.Batch) -> Sheet:
    """Everything that a batch shows now."""
    return Sheet(batch.owing(), batch.legal(), (batch.observe(Seat.A), batch.observe(Seat.B)))


def play(kind: type[Mirror], name: str, given: Mapping[str, Value], size: int, *, seed: int) -> int:
    """Plays a batch and its mirrors to the end of every match; returns the number of steps of all matches together."""
    batch = vector.make(name, size, given, seed=seed, auto_reset=False)
    setting = Setting(batch)
    sheet, rewards = Sheet.of(setting, size), np.zeros((size, 2), dtype=np.float32)
    running = {number: kind(setting, sheet.match(number)) for number in range(size)}
    steps = 0
    while running:
        found = shown(batch)
        for mirror in running.values():
            mirror.show()
        sheet.hold(setting, found)
        actions = batch.sample()
        chosen = np.take_along_axis(found.masks, np.maximum(actions, 0)[:, :, None].astype(np.int64), 2)[:, :, 0]
        assert (chosen == found.owes).all()
        assert ((actions == -1) == ~found.owes).all()
        result = batch.step(actions)
        rewards[:], ended = 0, []
        for (number, mirror), pair in zip(running.items(), actions[[*running]].tolist(), strict=True):
            mirror.act(pair)
            if mirror.over is not None:
                rewards[number] = [1 if mirror.over.winner is seat else -1 for seat in SEATS]
                ended.append(number)
        steps += len(running)
        assert np.flatnonzero(result.ended).tolist() == ended
        assert (result.rewards == rewards).all()
        for number in ended:
            running.pop(number).show()  # the last look is compared from now on, or at the end
    sheet.hold(setting, shown(batch))
    return steps
