"""What the claims of a finished match were worth: the draft, and the claim that gave most away."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from deathmatch.core.reviewing import BetterMove, Moment, Remark, Verdict
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.guidance_rite.bot import opening
from deathmatch.games.guidance_rite.bot.drafting import Draft
from deathmatch.games.guidance_rite.rules import draft
from deathmatch.games.guidance_rite.state import State
from deathmatch.games.guidance_rite.values.grid import Board, pieces
from deathmatch.games.guidance_rite.values.moves import Claim, Move, text
from deathmatch.games.guidance_rite.values.pieces import Kind
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
            parts.append(f"{{{seat}}}'s was {_plain(drafted.dealt, best)} on {terms.grid.names[best]} ({prices[best]:.1f})")
    share = f"{{A}} {likely(odds):.0%}, {{B}} {likely(-odds):.0%}"
    lost = sum(drafted.dealt[space] is not None and drafted.board[space] is None for space in range(len(drafted.board)))
    gone = f"; {lost} piece{'' if lost == 1 else 's'} went to nobody" if lost else ""
    found = f"Bout {drafted.number}, the draft: chances to win by the pieces alone {share} ({totals[0]:.1f} against {totals[1]:.1f}){gone}."
    return [found, f"Bout {drafted.number}, the most valuable piece: {', '.join(parts)}."] if parts else [found]


def _plain(board: Board, space: int) -> str:
    """A piece in words: its character, and its number of black arrows."""
    piece = board[space]
    assert piece is not None
    count = piece.black.bit_count()
    name = "plain piece" if piece.kind is Kind.PLAIN else piece.kind.word
    return f"the {name} with {count} arrow{'' if count == 1 else 's'}"


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
        pairs, payoffs = opening.claims(here, board)
        solved = matrix.solve(payoffs)
        best = pairs[int(solved.row.argmax())]
        own = here.games(np.array([*pairs, move.spaces]))[-1, :-1] @ solved.column
        loss = likely(solved.value) - likely(float(own))
        after = draft.claimed(state.bout, answers).board
        value = likely(_between(terms, after)[seat])
        words = (
            f"{{{seat}}} named {_pair(terms, board, here, move.spaces)}; {_pair(terms, board, here, best)} would have been worth more, "
            f"{loss:.0%} of the bout against what {{{seat.other}}} could be expected to name."
        )
        better = () if best == move.spaces else (BetterMove(text(Claim(best), terms.grid)),)
        judged.append((loss, Remark(moment.event, seat, Verdict.DOUBTFUL if loss < 2 * LOSS else Verdict.MISTAKE, words, value, better)))
    return judged


def _between(terms: Terms, board: Board) -> BySeat[float]:
    """The odds of each seat in the middle of the claims."""
    rest = Draft(terms, board, Seat.A)
    odds = float(rest.odds(rest.holders, rest.there))
    return BySeat(odds, -odds)


def _pair(terms: Terms, board: Board, here: Draft, spaces: tuple[int, int]) -> str:
    prices = here.prices()
    return " and ".join([f"{terms.grid.names[space]} {_plain(board, space)} ({prices[space]:.2f})" for space in spaces])
