"""The toy game (`tests/toy.py`) for other frameworks: its capability `encoding`. Its deals are not factored, so they are traced."""

from __future__ import annotations

from deathmatch_frameworks.declaring import GameEncoding
from deathmatch_frameworks.tensors import SEAT, Amount, ListOf, Spelled, both
from tests.toy import Toy

WORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def encoding(game: Toy) -> GameEncoding:
    """As the capability has it."""
    rounds = int(game.values["rounds"])
    digit, number = Amount(9), Amount(9, optional=True)
    return GameEncoding(
        tokens=("bid", "say", "guess", "again", *map(str, range(10))),
        deepest=8,
        longest=4 * rounds,
        decisions=("bid", "turn", "again"),
        public={
            "round": Amount(rounds),
            "points": both(Amount(2 * rounds)),
            "active": SEAT,
            "words": ListOf(Spelled(WORD, 6), rounds),
            "numbers": both(digit),
        },
        private={"number": number, "told": number},
        spelling=True,
    )
