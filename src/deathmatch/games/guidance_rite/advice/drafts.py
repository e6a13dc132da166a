"""What the claims of a finished match were worth: the draft, and the claim that gave most away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.chances import chance_of
from deathmatch.core.reviewing import BetterMove, Moment, Remark, Verdict
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.speech import count, mark, say
from deathmatch.core.wording import listed, name
from deathmatch.games.guidance_rite.advice import beginning
from deathmatch.games.guidance_rite.advice.reasons import plain
from deathmatch.games.guidance_rite.bot.claiming import claims
from deathmatch.games.guidance_rite.bot.drafting import Draft
from deathmatch.games.guidance_rite.rules import draft
from deathmatch.games.guidance_rite.state import State
from deathmatch.games.guidance_rite.values.grid import Board, pieces
from deathmatch.games.guidance_rite.values.moves import Claim, Move, text
from deathmatch.games.guidance_rite.values.terms import Terms
from deathmatch.solve import matrix

Floats: TypeAlias = NDArray[np.float64]

LOSS: Final = 0.05  # of the chance to win, from which on a claim is worth a remark
SURE: Final = 1.5  # the power of the odds of a draft, fitted to bouts of the levels; see docs/calibration.md
MEETS: Final = 0.15  # by which the other seat is likelier to name one of these pieces too, if that is the reason


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


def likely(odds: float, edge: float = 0.0) -> float:
    """The chance to win the bout that belongs to the logarithm of the fitted odds of a draft, and to those of the seat that begins."""
    return chance_of(SURE * odds + edge)


def lines(terms: Terms, drafted: Drafted) -> list[str]:
    """The seat with the better draft, and the piece of each seat that is worth most on the full board."""
    prices = Draft(terms, drafted.dealt, Seat.A).prices()
    odds = _odds(terms, drafted.board)
    parts = []
    for seat in SEATS:
        own = pieces(drafted.board, seat)
        if own:
            best = max(own, key=lambda space: prices[space])
            piece = plain(drafted.dealt, best)
            parts.append(say("{player}'s was {piece} on {space}", player=name(seat), piece=piece, space=terms.grid.names[best]))
    lost = sum(drafted.dealt[space] is not None and drafted.board[space] is None for space in range(len(drafted.board)))
    better = Seat.A if odds >= 0 else Seat.B
    found = say(
        _DRAFT_AND_LOST if lost else _DRAFT,
        number=drafted.number,
        player=name(better),
        share=f"{likely(abs(odds)):.0%}",
        pieces=count("{number} piece", "{number} pieces", lost),
    )
    if not parts:
        return [found]
    return [found, say("Bout {number}, the most valuable piece: {pieces}.", number=drafted.number, pieces=", ".join(parts))]


_DRAFT: Final = mark("Bout {number}: {player} had the better pieces after the draft. By the pieces alone it wins the bout in {share}.")
_DRAFT_AND_LOST: Final = mark(
    "Bout {number}: {player} had the better pieces after the draft. By the pieces alone it wins the bout in {share}. "
    "{pieces} went to nobody."
)


def _odds(terms: Terms, board: Board) -> float:
    rest = Draft(terms, draft.cleared(board), Seat.A)
    return float(rest.odds(rest.holders, rest.there))


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim against what the other seat might name.

    Attributes:
        moment: its event.
        played, best: the chance to win the bout, of the claim and of the best one.
        better: the best one.
        meets: for the claim and for the best one, how likely the other seat names one of its pieces too.
        value: the chance to win the bout after both claims.
    """

    moment: Moment[State]
    played: float
    best: float
    better: tuple[int, int]
    meets: tuple[float, float]
    value: float

    @property
    def loss(self) -> float:
        """What the claim gave away."""
        return max(0.0, self.best - self.played)


def remark(terms: Terms, one: JudgedClaim) -> Remark:
    """The remark on a claim that gave something away."""
    seat, move = one.moment.seat, one.moment.move
    assert seat is not None
    board, loss = one.moment.state.bout.board, one.loss
    pairs = {"claimed": _pair(terms, board, move.spaces), "better": _pair(terms, board, one.better)}
    words = say("{player} named {claimed}; {better} would have been worth more.", player=name(seat), **pairs)
    mine, other = one.meets
    if mine > other + MEETS:
        sentence = mark("{other} could be expected to name one of these too in {percent}, and a piece that both name is lost.")
        words = f"{words} {say(sentence, other=name(seat.other), percent=f'{mine:.0%}')}"
    better = () if one.better == move.spaces else (BetterMove(text(Claim(one.better), terms.grid)),)
    return Remark(one.moment.event, seat, Verdict.DOUBTFUL if loss < 2 * LOSS else Verdict.MISTAKE, words, one.value, better)


def _rounds(moments: Sequence[Moment[State]]) -> list[list[Moment[State]]]:
    rounds: dict[int, list[Moment[State]]] = {}
    for moment in moments:
        rounds.setdefault(moment.ply, []).append(moment)
    return list(rounds.values())


def judged(terms: Terms, drafted: Drafted) -> list[JudgedClaim]:
    """Every claim against what the other seat might name."""
    return [one for both in _rounds(drafted.moments) for one in _judged(terms, both)]


def _judged(terms: Terms, both: Sequence[Moment[State]]) -> list[JudgedClaim]:
    """Each claim of a round against the other seat's mixture."""
    state = both[0].state
    board, first = state.bout.board, beginning.expected(terms, state)
    answers: dict[Seat, Move] = {moment.seat: moment.move for moment in both if moment.seat is not None and isinstance(moment.move, Claim)}
    found = []
    for moment in both:
        seat, move = moment.seat, moment.move
        if seat is None or not isinstance(move, Claim):
            continue
        here = Draft(terms, board, seat)
        pairs, payoffs = claims(here, board)
        solved = matrix.solve(payoffs)
        best = pairs[int(solved.row.argmax())]
        own = here.games(np.array([*pairs, move.spaces]))[-1, :-1] @ solved.column
        meets = _meets(pairs, solved.column, move.spaces), _meets(pairs, solved.column, best)
        edge = beginning.edge(first, seat)
        value = likely(_between(terms, draft.claimed(state.bout, answers).board)[seat], edge)
        found.append(JudgedClaim(moment, likely(float(own), edge), likely(solved.value, edge), best, meets, value))
    return found


def _meets(pairs: Sequence[tuple[int, int]], likely_: Floats, claim: tuple[int, int]) -> float:
    """How likely the other seat names a piece of a claim too."""
    return sum(float(part) for pair, part in zip(pairs, likely_, strict=True) if {*pair} & {*claim})


def _between(terms: Terms, board: Board) -> BySeat[float]:
    """The odds of each seat in the middle of the claims."""
    rest = Draft(terms, board, Seat.A)
    odds = float(rest.odds(rest.holders, rest.there))
    return BySeat(odds, -odds)


def _pair(terms: Terms, board: Board, spaces: tuple[int, int]) -> str:
    return listed([f"{terms.grid.names[space]} {plain(board, space)}" for space in spaces])
