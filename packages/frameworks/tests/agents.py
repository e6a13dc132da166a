"""Bots of OpenSpiel for the tests: functions `make(game, player, seed, budget)`, and one that looks at what it gets."""

from __future__ import annotations

from typing import Any

SEEN: list[str] = []
"""The states that `watching` has been shown, as text, secrets included."""


class Chooser:
    """Any object with `step` will do."""

    def __init__(self, choose: Any) -> None:
        self.choose = choose

    def step(self, state: Any) -> int:
        return int(self.choose(state))


def last(_game: Any, _player: int, _seed: int, _budget: Any) -> Chooser:
    """The last legal action."""
    return Chooser(lambda state: max(state.legal_actions()))


def spelling(_game: Any, player: int, _seed: int, _budget: Any) -> Chooser:
    """In Letter Hunt a word of the letter Z, as long as words may be."""
    return Chooser(lambda state: max(state.legal_actions(), key=lambda action: (state.action_to_string(player, action) == "word", action)))


def wrong(_game: Any, _player: int, _seed: int, _budget: Any) -> Chooser:
    """No legal action."""
    return Chooser(lambda state: state.num_distinct_actions() + 1)


def watching(_game: Any, player: int, seed: int, _budget: Any) -> Chooser:
    """Chooses by all that it sees, secrets of the other seat included."""

    def chosen(state: Any) -> int:
        assert state.current_player() == player, "the seat that is asked acts first"
        SEEN.append(str(state))
        legal = state.legal_actions()
        return int(legal[(seed + sum(map(ord, str(state)))) % len(legal)])

    return Chooser(chosen)
