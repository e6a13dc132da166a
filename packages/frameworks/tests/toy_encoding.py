"""The toy game (`tests/toy.py`) for other frameworks: its capability `encoding`. Its deals are not factored, so they are traced."""

from __future__ import annotations

from functools import partial

from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import BySeat, Seat
from deathmatch_frameworks.declaring import GameEncoding
from deathmatch_frameworks.tensors import SEAT, Amount, ListOf, Spelled, both
from tests.toy import NIL, UNTOLD, State, Toy, View

WORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def resample(game: Toy, view: View, source: RandomSource) -> State:
    """A state that fits; which numbers are likelier it does not ask."""
    assert isinstance(view.eye, Seat)
    seat, other, numbers, told = view.eye, view.eye.other, NIL, UNTOLD
    if view.end is not None:
        numbers = view.end
    elif view.number is not None:
        theirs = source.choice([number for number in range(10) if view.round > 1 or number != view.number])
        numbers = BySeat(view.number, view.number).put(other, theirs if view.told is None else view.told)
    if view.active is other and str(other) != game.values["first"] and view.phase != "over":
        told = told.put(other, view.number)
    onlookers = tuple(source.below(10) for _ in range(int(game.values["onlookers"]) if view.phase != "cards" else 0))
    told = told.put(seat, view.told)
    return State(view.phase, view.round, numbers, onlookers, view.points, view.active, told, view.words, view.outcome)


def encoding(game: Toy) -> GameEncoding[State, View]:
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
        resample=partial(resample, game),
        spelling=True,
    )
