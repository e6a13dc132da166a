"""Claims, placements, and who moves first (R10, R14, R19)."""

from __future__ import annotations

from typing import Final

from deathmatch.core.seats import Seat
from deathmatch.core.speech import mark
from deathmatch.games.guidance_rite.notation.tokens import Tokens
from deathmatch.games.guidance_rite.values.grid import Grid
from deathmatch.games.guidance_rite.values.moves import R10, R14, R19, Claim, First, Place

_ARROWS: Final = {"+": False, "plus": False, "x": True, "cross": True}


def read_claim(text: str, size: Grid) -> Claim:
    """R10; raises Malformed."""
    tokens = Tokens(text, mark("expected claim and two spaces, not {given}"), R10, size, off=R10)
    tokens.skip("claim")
    one = tokens.space()
    plus = tokens.skip("+", joined=True)
    if not plus:
        tokens.skip("and")
    other = tokens.space(joined=plus)
    tokens.end()
    return Claim((min(one, other), max(one, other)))


def read_place(text: str, size: Grid) -> Place:
    """R14; raises Malformed (R14, R1)."""
    tokens = Tokens(text, mark("expected place, a space, and + or x, not {given}"), R14, size)
    tokens.skip("place")
    space: int | None = None
    cross: bool | None = None
    for _ in range(2):
        token = tokens.next()
        if token.kind == "space" and space is None:
            space = tokens.on(token)
        elif token.text in _ARROWS and cross is None:
            cross = _ARROWS[token.text]
        else:
            tokens.fail(token)
    tokens.end()
    assert space is not None
    assert cross is not None
    return Place(space, cross)


def read_first(text: str, size: Grid, seat: Seat) -> First:
    """R19, as this seat says it; raises Malformed."""
    named = {"a": Seat.A, "b": Seat.B, "me": seat, "them": seat.other}
    tokens = Tokens(text, mark("expected first A or first B, me or them, not {given}"), R19, size)
    tokens.skip("first")
    token = tokens.next()
    if token.text not in named:
        tokens.fail(token)
    tokens.end()
    return First(named[token.text])
