"""What the claims of a finished match were worth: the draft, and the claim that gave most away."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from deathmatch.core.listing import listed
from deathmatch.core.reviewing import BetterMove, Moment, Remark, Verdict
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.speech import count, mark, say
from deathmatch.core.wording import name
from deathmatch.games.guidance_rite.bot.claiming import claims
from deathmatch.games.guidance_rite.bot.drafting import Draft
from deathmatch.games.guidance_rite.rules import draft
from deathmatch.games.guidance_rite.state import State
from deathmatch.games.guidance_rite.values.grid import Board, pieces
from deathmatch.games.guidance_rite.values.moves import Claim, Move, text
from deathmatch.games.guidance_rite.values.terms import Terms
from deathmatch.solve import matrix

LOSS: Final = 0.05  # of the chance to win, from which on a claim is worth a remark


@dataclass(frozen=True, slots=True)
class Drafted:
    """The claims of one bout.

    Attributes:
        number: of the bout.
        dealt: the board before the first claim.
        board: after the last one.
        moments: the claims, in order.
    """

    number: int
    dealt: Board
    board: Board
    moments: tuple[Moment[State], ...]


def likely(odds: float) -> float:
    """The chance that belongs to a logarithm of odds."""
    return 1 / (1 + math.exp(-odds))


def lines(terms: Terms, drafted: Drafted) -> list[str]:
    """The seat with the better draft, and the piece of each seat that is worth most on the full board."""
    prices = Draft(terms, drafted.dealt, Seat.A).prices()
    odds = _odds(terms, drafted.board)
    parts, totals = [], []
    for seat in SEATS:
        own = pieces(drafted.board, seat)
        totals.append(sum(prices[space] for space in own))
        if own:
            best = max(own, key=lambda space: prices[space])
            sentence = mark("{player}'s was {piece} on {space} ({worth})")
            place, worth = terms.grid.names[best], f"{prices[best]:.1f}"
            parts.append(say(sentence, player=name(seat), piece=_plain(drafted.dealt, best), space=place, worth=worth))
    lost = sum(drafted.dealt[space] is not None and drafted.board[space] is None for space in range(len(drafted.board)))
    found = say(
        _DRAFT_AND_LOST if lost else _DRAFT,
        number=drafted.number,
        a=name(Seat.A),
        a_share=f"{likely(odds):.0%}",
        b=name(Seat.B),
        b_share=f"{likely(-odds):.0%}",
        a_worth=f"{totals[0]:.1f}",
        b_worth=f"{totals[1]:.1f}",
        pieces=count("{number} piece", "{number} pieces", lost),
    )
    if not parts:
        return [found]
    return [found, say("Bout {number}, the most valuable piece: {pieces}.", number=drafted.number, pieces=", ".join(parts))]


_DRAFT: Final = mark(
    "Bout {number}, the draft: chances to win by the pieces alone {a} {a_share}, {b} {b_share} ({a_worth} against {b_worth})."
)
_DRAFT_AND_LOST: Final = mark(
    "Bout {number}, the draft: chances to win by the pieces alone {a} {a_share}, {b} {b_share} ({a_worth} against {b_worth}); "
    "{pieces} went to nobody."
)


def _plain(board: Board, space: int) -> str:
    """A piece in words: its character, and its number of black arrows."""
    piece = board[space]
    assert piece is not None
    arrows = count("{number} arrow", "{number} arrows", piece.black.bit_count())
    return say("the {piece} with {arrows}", piece=piece.kind.told, arrows=arrows)


def _odds(terms: Terms, board: Board) -> float:
    rest = Draft(terms, draft.cleared(board), Seat.A)
    return float(rest.odds(rest.holders, rest.there))


def remark(terms: Terms, drafted: Drafted) -> Remark | None:
    """The claim that was worst against what the other seat might name, if it gave something away."""
    judgements = [_judged(terms, both) for both in _rounds(drafted.moments)]
    worst = max([one for judged in judgements for one in judged], key=lambda one: one[0], default=None)
    return None if worst is None or worst[0] < LOSS else worst[1]


def _rounds(moments: Sequence[Moment[State]]) -> list[list[Moment[State]]]:
    rounds: dict[int, list[Moment[State]]] = {}
    for moment in moments:
        rounds.setdefault(moment.ply, []).append(moment)
    return list(rounds.values())


def _judged(terms: Terms, both: Sequence[Moment[State]]) -> list[tuple[float, Remark]]:
    """Each claim of a round against the other seat's mixture: its cost, and a remark."""
    state = both[0].state
    board = state.bout.board
    answers: dict[Seat, Move] = {moment.seat: moment.move for moment in both if moment.seat is not None and isinstance(moment.move, Claim)}
    judged: list[tuple[float, Remark]] = []
    for moment in both:
        seat, move = moment.seat, moment.move
        if seat is None or not isinstance(move, Claim):
            continue
        here = Draft(terms, board, seat)
        pairs, payoffs = claims(here, board)
        solved = matrix.solve(payoffs)
        best = pairs[int(solved.row.argmax())]
        own = here.games(np.array([*pairs, move.spaces]))[-1, :-1] @ solved.column
        loss = likely(solved.value) - likely(float(own))
        after = draft.claimed(state.bout, answers).board
        value = likely(_between(terms, after)[seat])
        words = say(
            "{player} named {claimed}; {better} would have been worth more, "
            "{loss} of the bout against what {other} could be expected to name.",
            player=name(seat),
            claimed=_pair(terms, board, move.spaces),
            better=_pair(terms, board, best),
            loss=f"{loss:.0%}",
            other=name(seat.other),
        )
        better = () if best == move.spaces else (BetterMove(text(Claim(best), terms.grid)),)
        judged.append((loss, Remark(moment.event, seat, Verdict.DOUBTFUL if loss < 2 * LOSS else Verdict.MISTAKE, words, value, better)))
    return judged


def _between(terms: Terms, board: Board) -> BySeat[float]:
    """The odds of each seat in the middle of the claims."""
    rest = Draft(terms, board, Seat.A)
    odds = float(rest.odds(rest.holders, rest.there))
    return BySeat(odds, -odds)


def _pair(terms: Terms, board: Board, spaces: tuple[int, int]) -> str:
    return listed([f"{terms.grid.names[space]} {_plain(board, space)}" for space in spaces])
