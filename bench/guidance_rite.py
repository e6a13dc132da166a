"""The kernels of Guidance Rite: turns made and taken back a second in counted trees, one core's own time."""

from __future__ import annotations

from time import process_time
from typing import Any

import numpy as np

from bench.machine import each
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games import find
from deathmatch.games.guidance_rite import GuidanceRite, fast, rules
from deathmatch.games.guidance_rite.rules import board
from deathmatch.games.guidance_rite.values import Bout, Terms
from deathmatch.match.dealer import HmacSource
from tests.games.guidance_rite.trees import lines

ROOM = 1 << 17  # turns of a seat
TREES = {"in turn": {"guardians": 5, "final": 4}, "in turn, powers": {"guardians": 2, "final": 2}, "at once": {"guardians": 2, "final": 2}}
"""How deep; one turn more takes from half a minute to half an hour."""


def measure() -> dict[str, Any]:
    """Lines of play, and turns made a second, from the same battle in both variants."""
    return {name: _trees(name) for name in each(("guardians", "final"))}


def battle(terms: Terms, *, simultaneous: bool) -> Bout:
    """A battle that begins on a generated board, whose pieces go to A and B in turn; every sixth one is gone."""
    dealt = board(terms, HmacSource(b"bench", "guidance"))
    pieces = [None if number % 6 == 5 else piece.owned(SEATS[number % 6 % 2]) for number, piece in enumerate(dealt) if piece is not None]
    mover = None if simultaneous else Seat.A
    return rules.carried(terms, Bout(1, simultaneous, tuple(pieces), mover=mover), tuple(pieces), (), left=False)


def _trees(name: str) -> dict[str, Any]:
    _, game = find(f"guidance-rite/{name}").bind({})
    assert isinstance(game, GuidanceRite)
    ground = fast.ground(game.terms)
    return {what: _counted(ground, battle(game.terms, simultaneous=what == "at once"), what, depth[name]) for what, depth in TREES.items()}


def _counted(ground: fast.Ints, bout: Bout, what: str, depth: int) -> dict[str, int]:
    """The lines of each depth, and turns made a second in the deepest."""
    here, counts, spent = fast.position(ground, bout), dict[str, int](), 0.0
    for deep in range(1, depth + 1):
        turns, log = np.zeros(deep * 2 * ROOM, dtype=np.int64), fast.new_log(deep + 1)
        began = process_time()
        counts[f"depth {deep}"] = lines(ground, here, log, turns, deep, what.endswith("powers"), bout.simultaneous)
        spent = process_time() - began
    return {**counts, "turns_per_second": round(sum(counts.values()) / spent)}
