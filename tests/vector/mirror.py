"""Batches held to the plain rules: every match of a batch is played by `Game` too, move by move.

After each step this compares who owes what, the legal actions of both seats, what each of them observes, and the end of the match. What is
expected comes from the public and private fields of the rule book and from the moves that a decision lists, not from code of the batches.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np

from deathmatch import vector
from deathmatch.core.game import Ask, Over
from deathmatch.core.options import Value
from deathmatch.core.seats import SEATS, Seat
from deathmatch.library.game import Game, State


class Mirror(ABC):
    """One match by the plain rules. Each game says how its actions are moves, and what a seat observes.

    Attributes:
        game: the variant.
        state: of the match.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state: State = game.start()

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

    @abstractmethod
    def legal(self, seat: Seat) -> set[str]:
        """The texts of a seat's legal actions."""

    @abstractmethod
    def play(self, turn: Mapping[Seat, str]) -> None:
        """The actions of all seats that owe one, as texts."""

    @abstractmethod
    def expected(self, seat: Seat) -> list[float]:
        """The seat's observation."""


def play(kind: type[Mirror], name: str, given: Mapping[str, Value], size: int, *, seed: int) -> int:
    """Plays a batch and its mirrors to the end of every match; returns the number of steps of all matches together."""
    batch = vector.make(name, size, given, seed=seed, auto_reset=False)
    texts = [batch.text(action) for action in range(batch.actions)]
    assert len(set(texts)) == len(texts)
    mirrors = [kind(batch.game) for _ in range(size)]
    steps = 0
    while any(mirror.over is None for mirror in mirrors):
        masks, owing, actions = batch.legal(), batch.owing(), batch.sample()
        looks = [batch.observe(seat) for seat in SEATS]
        running = [mirror.over is None for mirror in mirrors]
        for number, mirror in enumerate(mirrors):
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
