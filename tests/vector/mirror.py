"""Batches held to the plain rules: every match of a batch is played by `Game` too, move by move.

After each step this compares who owes what, the legal actions of both seats, what each of them observes, and the end of the match. What is
expected comes from the public and private fields of the rule book and from the moves that a decision lists, not from code of the batches.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from deathmatch import vector
from deathmatch.core.game import Ask, Deals, Over
from deathmatch.core.options import Value
from deathmatch.core.seats import SEATS, Seat
from deathmatch.library.encoding import load_encoding
from deathmatch.library.game import Game, State

if TYPE_CHECKING:
    from deathmatch.core.vectoring import Tables


class Mirror(ABC):
    """One match by the plain rules. Each game says how its actions are moves, and what a seat observes.

    Attributes:
        rare: texts of actions that end a match early.
        game: the variant.
        state: of the match.
        tables: the batch's own, of this match: the only place where a deal stands that no seat sees. Deals alone are read from them.
    """

    rare: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state: State = game.start()
        self.tables: Tables = ()

    @property
    def over(self) -> Over | None:
        """How the match ended, once it has."""
        pending = self.game.pending(self.state)
        return pending if isinstance(pending, Over) else None

    @property
    def owing(self) -> tuple[Seat, ...]:
        """Who owes an action."""
        pending = self.game.pending(self.state)
        return pending.seats if isinstance(pending, Ask) else ()

    @property
    def asked(self) -> str:
        """The name of the decision; empty if there is none."""
        pending = self.game.pending(self.state)
        return pending.name if isinstance(pending, Ask) else ""

    def fields(self, seat: Seat) -> dict[str, Any]:
        """The public fields of the book, as this seat sees them."""
        return dict(self.game.public(self.game.view(self.state, seat)))

    def fall(self, looks: Sequence[Sequence[float]]) -> None:
        """Deals that are due fall as they fell in the batch, which the seats' observations tell together, or else its tables."""
        while isinstance(pending := self.game.pending(self.state), Deals):
            deal = self.dealt(pending.chance.name, looks)
            pending.chance.check(deal)
            self.state = self.game.rules.deal(self.state, deal)

    def dealt(self, name: str, looks: Sequence[Sequence[float]]) -> Any:
        """The deal of this name, from the observations of A and of B after it."""
        raise AssertionError(f"{self.game.id} deals {name}, {looks}")

    @abstractmethod
    def legal(self, seat: Seat) -> set[str]:
        """The texts of a seat's legal actions."""

    @abstractmethod
    def play(self, turn: Mapping[Seat, str]) -> None:
        """The actions of all seats that owe one, as texts."""

    @abstractmethod
    def expected(self, seat: Seat) -> list[float]:
        """The seat's observation."""


class Once:
    """A decision that puts each of its steps together once."""

    def __init__(self, decision: Any) -> None:
        self._decision, self._steps = decision, dict[tuple[str, ...], Any]()

    def compose(self, prefix: tuple[str, ...]) -> Any:
        """The step after these tokens."""
        if prefix not in self._steps:
            self._steps[prefix] = self._decision.compose(prefix)
        return self._steps[prefix]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._decision, name)


class Composed(Mirror):
    """A match whose actions are the tokens of the encoding, by their ids: a submission is put together by the composer's own steps.

    Attributes:
        given: the actions of each seat's submission that is begun and not played yet.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.vocabulary = load_encoding(game).vocabulary
        self._forget()

    def _forget(self) -> None:
        self.given: dict[Seat, tuple[int, ...]] = dict.fromkeys(SEATS, ())
        self._moves: dict[Seat, Any] = {}
        self._decisions: dict[Seat, Any] = {}

    @property
    def owing(self) -> tuple[Seat, ...]:
        """Who owes an action: not a seat whose submission is whole."""
        return tuple([seat for seat in super().owing if seat not in self._moves])

    def _decision(self, seat: Seat) -> Any:
        if seat not in self._decisions:
            self._decisions[seat] = Once(self.game.decision(self.game.view(self.state, seat)))
        return self._decisions[seat]

    def legal(self, seat: Seat) -> set[str]:
        """See `Mirror`."""
        return {self.vocabulary.tokens[action] for action in self.vocabulary.legal(self._decision(seat), self.given[seat])}

    def play(self, turn: Mapping[Seat, str]) -> None:
        """See `Mirror`: the turn is played once every submission is whole."""
        asked = super().owing
        for seat, text in turn.items():
            self.given[seat] += (self.vocabulary.ids[text],)
            move = self.vocabulary.finished(self._decision(seat), self.given[seat])
            if move is not None:
                self._moves[seat] = move
        if len(self._moves) == len(asked):
            self.state = self.game.rules.play(self.state, self._moves)
            self._forget()


def play(kind: type[Mirror], name: str, given: Mapping[str, Value], size: int, *, seed: int) -> int:
    """Plays a batch and its mirrors to the end of every match; returns the number of steps of all matches together.

    Every other match chooses again, up to three times, instead of an action that `kind.rare` names: those that end a match early.
    """
    batch = vector.make(name, size, given, seed=seed, auto_reset=False)
    texts = [batch.text(action) for action in range(batch.actions)]
    assert len(set(texts)) == len(texts)
    early = [action for action, text in enumerate(texts) if text in kind.rare]
    mirrors = [kind(batch.game) for _ in range(size)]
    for number, mirror in enumerate(mirrors):
        mirror.tables = tuple([table[number] for table in batch._tables])
    steps = 0
    while any(mirror.over is None for mirror in mirrors):
        masks, owing, actions = batch.legal(), batch.owing(), batch.sample()
        for _ in range(3 if kind.rare else 0):
            actions[::2] = np.where(np.isin(actions, early), batch.sample(), actions)[::2]
        looks = [batch.observe(seat) for seat in SEATS]
        running = [mirror.over is None for mirror in mirrors]
        for number, mirror in enumerate(mirrors):
            mirror.fall([look[number].tolist() for look in looks])
            turn: dict[Seat, str] = {}
            asked = mirror.owing
            for place, seat in enumerate(SEATS):
                assert owing[number, place] == (seat in asked)
                legal = {texts[action] for action in np.flatnonzero(masks[number, place])}
                assert legal == (mirror.legal(seat) if seat in asked else set())
                assert looks[place][number].tolist() == mirror.expected(seat)
                if seat in asked:
                    turn[seat] = texts[actions[number, place]]
                    assert turn[seat] in legal
                else:
                    assert actions[number, place] == -1
            if turn:
                mirror.play(turn)
                steps += 1
        rewards, ended = batch.step(actions)
        for number, mirror in enumerate(mirrors):
            over = mirror.over if running[number] else None
            assert ended[number] == (over is not None)
            assert rewards[number].tolist() == ([0, 0] if over is None else [1 if over.winner is seat else -1 for seat in SEATS])
    assert not batch.owing().any()
    return steps
