"""Proofs that owe nothing to the solvers: the referee's own rules, and every move of everybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deathmatch.core.game import AnyGame, Ask, Over
from deathmatch.core.seats import Seat
from deathmatch.match.position import Position


class SureWins:
    """Which moves win for certain, by trying everything with the plain rules."""

    def __init__(self, game: AnyGame, seat: Seat) -> None:
        self._game, self._seat = game, seat
        self._known: dict[tuple[Any, int], bool] = {}

    def moves(self, state: Any, depth: int) -> Iterator[str]:
        """The moves in canonical form that win with at most so many own moves."""
        decision = self._game.decision(self._game.view(state, self._seat))
        for move in decision.moves() or ():
            if self._all(state, move, depth):
                yield decision.write(move)

    def _moves(self, state: Any, seat: Seat) -> Sequence[Any]:
        return list(self._game.decision(self._game.view(state, seat)).moves() or ())

    def _all(self, state: Any, move: Any, depth: int) -> bool:
        """Whether this own move wins against everything that may be played at the same time and later."""
        pending = self._game.pending(state)
        assert isinstance(pending, Ask)
        if self._seat.other not in pending.seats:
            return self._sure(self._game.play(state, {self._seat: move}), depth - 1)
        others = self._moves(state, self._seat.other)
        return all(self._sure(self._game.play(state, {self._seat: move, self._seat.other: other}), depth - 1) for other in others)

    def _sure(self, state: Any, depth: int) -> bool:
        if (state, depth) not in self._known:
            self._known[state, depth] = self._judged(state, depth)
        return self._known[state, depth]

    def _judged(self, state: Any, depth: int) -> bool:
        pending = self._game.pending(state)
        if isinstance(pending, Over):
            return pending.winner is self._seat
        if not isinstance(pending, Ask):
            return False  # the bout is played again, from a new deal
        if self._seat in pending.seats:
            return depth > 0 and any(self._all(state, move, depth) for move in self._moves(state, self._seat))
        return all(self._sure(self._game.play(state, {self._seat.other: move}), depth) for move in self._moves(state, self._seat.other))


def sure_wins(position: Position, seat: Seat, depth: int) -> set[str]:
    """The moves that win for certain from a position."""
    return set(SureWins(position.game, seat).moves(position.state, depth))
