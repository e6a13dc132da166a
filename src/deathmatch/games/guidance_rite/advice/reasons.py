"""Why a turn was worse than another one, in words: pieces that could be captured, pieces left to be captured, and room to move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deathmatch.core.game import TIMEOUT, Timeout
from deathmatch.core.seats import Seat
from deathmatch.core.speech import count, mark, say
from deathmatch.core.wording import listed, name
from deathmatch.games.guidance_rite.rules import bouts, movement
from deathmatch.games.guidance_rite.state import State
from deathmatch.games.guidance_rite.values.grid import Board, pieces
from deathmatch.games.guidance_rite.values.moves import Manner, Move, Turn
from deathmatch.games.guidance_rite.values.pieces import Kind
from deathmatch.games.guidance_rite.values.terms import Terms

ROOM: Final = 2  # ways to move that are no reason yet

_POWERS: Final = {
    Kind.RAT: mark("a rat"),
    Kind.CROW: mark("a crow"),
    Kind.LIZARD: mark("a lizard"),
    Kind.GUARDIAN: mark("a guardian"),
    Kind.MONSTER: mark("a monster"),
}

Moves = Mapping[Seat, Move | Timeout]


def plain(board: Board, space: int) -> str:
    """A piece in words: its character, and its number of black arrows."""
    piece = board[space]
    assert piece is not None
    arrows = count("{number} arrow", "{number} arrows", piece.black.bit_count())
    return say("the {piece} with {arrows}", piece=piece.kind.told, arrows=arrows)


def of_turn(terms: Terms, state: State, seat: Seat, moves: Moves, better: Turn) -> str:
    """The advantage of the better turn; nothing if there is no plain reason.

    Args:
        terms: of the match.
        state: before the turn.
        seat: whose turn is judged.
        moves: the submissions.
        better: in its place.
    """
    board, names = state.bout.board, terms.grid.names
    played = moves[seat]
    missed = _captured(board, seat, better)
    if missed is not None and _captured(board, seat, played) is None:
        assert better.movement is not None
        sentence = mark("{player} could have captured {piece} on {space} from {origin}.")
        return say(sentence, player=name(seat), piece=plain(board, missed), space=names[missed], origin=names[better.movement.origin])
    if isinstance(played, Turn) and better.power is not None and played.movement == better.movement and played.power != better.power:
        return say("The same movement with the power of {piece} does more.", piece=say(_POWERS[better.power.kind]))
    made, other = _after(terms, state, moves), _after(terms, state, {**moves, seat: better})
    if made is None or other is None:
        return ""
    left = sorted(_threatened(terms, made, seat) - _threatened(terms, other, seat))
    if left:
        told = listed([say("{piece} on {space}", piece=plain(made, space), space=names[space]) for space in left])
        return say("It leaves {pieces} where {other} can capture next; the better turn does not.", pieces=told, other=name(seat.other))
    own, others = _ways(terms, made, seat), _ways(terms, made, seat.other)
    more, fewer = _ways(terms, other, seat), _ways(terms, other, seat.other)
    if more - fewer > own - others + ROOM:
        sentence = mark("Ways to move afterwards: {player} {own}, {other} {others}; after the better turn {more} and {fewer}.")
        return say(sentence, player=name(seat), other=name(seat.other), own=own, others=others, more=more, fewer=fewer)
    return ""


def of_result(terms: Terms, state: State, moves: Moves) -> str:
    """The result of a turn: the pieces that were captured; nothing if there were none."""
    board, after = state.bout.board, _after(terms, state, moves)
    if after is None:
        return ""
    parts = []
    for seat in Seat:
        turn = moves.get(seat)
        gone = None if turn is None else _captured(board, seat, turn)
        if gone is not None:
            piece, space = plain(board, gone), terms.grid.names[gone]
            parts.append(say("{player} captured {piece} on {space}.", player=name(seat), piece=piece, space=space))
    own, others = (len(pieces(after, seat)) for seat in Seat)
    parts.append(say("Pieces left: {a} {own}, {b} {others}.", a=name(Seat.A), b=name(Seat.B), own=own, others=others))
    return " ".join(parts)


def _captured(board: Board, seat: Seat, turn: Move | Timeout) -> int | None:
    """The space of the enemy piece that a turn captures; None if it captures none."""
    if not isinstance(turn, Turn) or turn.movement is None or turn.item is not None:
        return None
    there = board[turn.movement.end]
    swaps = turn.power is not None and turn.power.kind is Kind.GUARDIAN
    return None if there is None or there.owner is not seat.other or swaps else turn.movement.end


def _after(terms: Terms, state: State, moves: Moves) -> Board | None:
    """The board after a turn; None if the bout is over then."""
    asked = {seat: moves.get(seat, TIMEOUT) for seat in state.asked(terms)}
    after = bouts.play(terms, state, asked)
    same = len(after.results) == len(state.results) and after.outcome is None
    return after.bout.board if same else None


def _threatened(terms: Terms, board: Board, seat: Seat) -> set[int]:
    """The spaces of a seat's pieces that the other one can capture at once."""
    found = set()
    for way, manner in movement.movements(terms, board, seat.other):
        there = board[way.end]
        if manner is not Manner.SWAP and there is not None and there.owner is seat:
            found.add(way.end)
    return found


def _ways(terms: Terms, board: Board, seat: Seat) -> int:
    """The movements of a seat."""
    return sum(1 for _ in movement.movements(terms, board, seat))
