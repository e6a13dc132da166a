"""Positions to hold the game against the oracle: random walks, boards from a picture, moves as text."""

from __future__ import annotations

from collections.abc import Iterator

from deathmatch.games import find
from deathmatch.games.even_groups import EvenGroups
from deathmatch.games.even_groups.values import COLOURS, Board, Colour, Stone
from deathmatch.games.even_groups.view import State
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from tests.rules import cases

SIDES = range(2, 9)
VARIANT = find("even-groups/standard")


def game(**options: str | int) -> EvenGroups:
    """The game with White in seat A, unless the options say otherwise."""
    made = VARIANT.bind({"white": "A"} | options)[1]
    assert isinstance(made, EvenGroups)
    return made


def after(*events: str, **options: str | int) -> Position:
    """Where a match stands after these events; White is A unless the options say otherwise."""
    return cases.after(VARIANT, events, {"white": "A"} | options)


def walk(side: int, number: int = 0, **options: str | int) -> Iterator[State]:
    """The states of a random match, the start and the end among them."""
    played = game(side=side, **options)
    source, state = HmacSource(b"even groups", f"{side} {number} {options}"), played.start()
    yield state
    while state.outcome is None:
        assert state.owing is not None
        move = played.decision(played.view(state, state.owing)).sample(source)
        state = played.play(state, {state.owing: move})
        yield state


def board(*rows: str) -> Board:
    """A board from its rows as in the book's State: `.`, `w`, `o`."""
    laid = Board(len(rows[0]))
    for cell, letter in enumerate("".join(rows)):
        if letter != ".":
            laid = laid.put(Stone(cell, Colour.ORANGE if letter == "o" else Colour.WHITE))
    return laid


def named(of: Board) -> dict[str, str]:
    """The stones of a board as the oracle has them."""
    return {
        of.hexagon.names[cell]: colour.word[0] for cell in range(len(of.hexagon)) for colour in COLOURS if of.stones(colour) >> cell & 1
    }


def counts(of: Board) -> dict[str, int]:
    """The numbers of groups as the oracle has them."""
    return {colour.word[0]: len(of.groups(colour)) for colour in COLOURS}
