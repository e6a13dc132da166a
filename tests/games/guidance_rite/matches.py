"""Matches to look at: positions after written events, boards at random, and walks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Ask, Deals
from deathmatch.core.options import Values
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite import VARIANTS, GuidanceRite, rules
from deathmatch.games.guidance_rite.values import CHARACTERS, Board, Bout, Kind, Piece, Terms
from deathmatch.match.position import Position
from tests.rules.cases import after

GUARDIANS, FINAL = VARIANTS
BY_NAME = {variant.name: variant for variant in VARIANTS}
FULL: dict[str, Any] = {"size": "3x3", "best_of": "1"}
DEAL = "deal board R1 R2 R3 | C1 C2 C3 | L15 L26 L37"
SMALL: dict[str, Any] = {"size": "3x3", "board": "free", "fill": 0, "best_of": "1", "first": "A"}
"""One bout on a small board of one's own, with A to move."""


def terms_of(variant: str, given: Values | None = None) -> Terms:
    """The options of a match, bound."""
    game = BY_NAME[variant].bind(given or {})[1]
    assert isinstance(game, GuidanceRite)
    return game.terms


def start(variant: str, given: Values) -> Position:
    variant_ = BY_NAME[variant]
    return Position.start(variant_, variant_.bind(given)[1])


def play(variant: str, events: list[str], **options: Any) -> Position:
    """The position after these events."""
    return after(BY_NAME[variant], events, options)


def scattered(terms: Terms, source: RandomSource, most: int = 12) -> Board:
    """A free board at random: a few pieces of both seats, with all that the variant allows."""
    board: list[Piece | None] = [None] * len(terms.grid)
    for space in source.sample(range(len(board)), min(most, len(board) - 2)):
        kind = source.choice((*CHARACTERS, Kind.PLAIN))
        black = source.below(256) & (source.below(256) | 1 << source.below(8)) or 1 << source.below(8)
        may = terms.final or kind is Kind.CROW
        grey = source.below(256) & source.below(256) & ~black & 255 if may else 0
        board[space] = Piece(kind, black, grey, source.choice((Seat.A, Seat.B)), terms.final and not source.below(4))
    return tuple(board)


def begun(terms: Terms, source: RandomSource, most: int, mover: Seat | None) -> Bout:
    """A battle as it begins, at once if nobody is on the move, on a board at random."""
    bout = Bout(1, mover is None, scattered(terms, source, most), mover=mover)
    return rules.carried(terms, bout, bout.board, (), left=False)


def advanced(position: Position, source: RandomSource, late: int = 12) -> Position:
    """The position after the next event, at random; now and then a time-out."""
    if isinstance(position.pending, Deals):
        chance = position.pending.chance
        terms = position.game.terms
        deal = chance.sample(source) if terms.full or not source.below(4) else scattered(terms, source)
        return position.accept("deal", chance.write(deal))[0]
    assert isinstance(position.pending, Ask)
    seat = source.choice(position.owing)
    if not source.below(late):
        return position.accept(seat, "timeout")[0]
    decision = position.decision(seat)
    return position.accept(seat, decision.write(decision.sample(source)))[0]


def walk(variant: str, given: Values, source: RandomSource, length: int = 60) -> Iterator[Position]:
    """Positions of a match at random, up to its end."""
    position = start(variant, given)
    for _ in range(length):
        yield position
        if position.over is not None:
            return
        position = advanced(position, source)
