"""How a bot claims pieces (R10): the worth of a draft, and claims by lot, by a matrix game, or always of what seems dearest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.battle import ways
from deathmatch.games.guidance_rite.values import ALL, CHARACTERS, OFF, Board, Bout, Claim, Grid, Kind, Terms, unclaimed
from deathmatch.solve import matrix

# --- What each feature of a draft moves the logarithm of the odds by (`FEATURES`), from `research/fit_guidance_draft.py`


GUARDIANS: Final = (0.187, 0.119, 0.000, 0.000, 0.134, 0.081, -0.023, 0.046, 0.053, 0.131, -0.010, 0.028, 0.033)
FINAL: Final = (0.142, 0.094, 0.096, -0.025, 0.146, 0.014, -0.024, 0.018, 0.013, 0.095, -0.019, 0.025, 0.031)


# --- The worth of a draft: the chance to win the bout by the owners and places of the pieces, before the first turn
# The weights are logarithms of odds, fitted to bouts that were played out (`research/fit_guidance_draft.py`). A piece that nobody has
# claimed yet is taken to become either seat's with equal chances.


Floats = NDArray[np.float64]

FEATURES: Final = ("inside", "outside", "grey", "marked", "edge", *(kind.word for kind in CHARACTERS), "hit", "prey", "guard")
"""The features of a seat's pieces: black arrows that lead to a space and off the board, grey ones that lead to a space, marks, how much
of the board's edge is beside a piece, characters; ways onto an enemy piece, the black arrows of those pieces, ways onto an ally."""

SINGLE: Final = FEATURES.index("hit")  # those before belong to one piece, those from here on to two


def weights(terms: Terms) -> tuple[float, ...]:
    """What each feature moves the logarithm of the odds by, in a variant."""
    return FINAL if terms.final else GUARDIANS


@dataclass(frozen=True, slots=True)
class BoardFeatures:
    """The features of a board, no matter who has its pieces.

    Attributes:
        own: shape (spaces, SINGLE): of each piece by itself.
        onto: shape (spaces, spaces): how many ways lead from a piece onto another.
        arrows: shape (spaces,): black ones.
    """

    own: Floats
    onto: Floats
    arrows: Floats


def counted(terms: Terms, board: Board) -> BoardFeatures:
    """The features of a board."""
    size = terms.grid
    own, onto, arrows = np.zeros((len(board), SINGLE)), np.zeros((len(board), len(board))), np.zeros(len(board))
    for space, piece in enumerate(board):
        if piece is None:
            continue
        leads = leading(size, space)
        used = ALL if piece.kind is Kind.GUARDIAN else leads
        arrows[space] = piece.black.bit_count()
        own[space] = (
            (piece.black & used).bit_count(),
            (piece.black & ~used).bit_count(),
            (piece.grey & used).bit_count(),
            piece.marked,
            (8 - leads.bit_count()) / 5,
            *(piece.kind is kind for kind in CHARACTERS),
        )
        for way in ways(terms, board, space):
            onto[space, way.end] += board[way.end] is not None
    return BoardFeatures(own, onto, arrows)


def leading(size: Grid, space: int) -> int:
    """The directions that do not lead off the board, as a mask."""
    return sum(1 << way for way, end in enumerate(size.step[space]) if end != OFF)


class Draft:
    """A board on which pieces are claimed, as it looks to one seat."""

    def __init__(self, terms: Terms, board: Board, seat: Seat, blur: Floats | None = None) -> None:
        """Count the features of the board.

        Args:
            terms: of the match.
            board: with the pieces that are claimed and those that are not.
            seat: that looks at it.
            blur: added to what each piece is worth, shape (spaces,).
        """
        counts, given = counted(terms, board), np.array(weights(terms))
        self.worth = counts.own @ given[:SINGLE]
        if blur is not None:
            self.worth = self.worth + blur
        hit, prey, guard = given[SINGLE:]
        against, beside = counts.onto * (hit + prey * counts.arrows), counts.onto * guard
        self._either, self._part = (against + beside) / 2, (against - beside) / 2
        self.holders = np.array([0.0 if piece is None or piece.owner is None else 1.0 if piece.owner is seat else -1.0 for piece in board])
        self.there = np.array([float(piece is not None) for piece in board])

    def odds(self, holders: Floats, there: Floats) -> Floats:
        """The logarithm of the seat's odds to win, no matter who moves first.

        Args:
            holders: shape (..., spaces): 1 if a piece is the seat's, -1 if it is the other's, 0 if it is nobody's.
            there: shape (..., spaces): 1 if there is a piece, 0 if there is none.
        """
        # A way counts by who has its end: (against + beside) / 2 if nobody has, the whole of either if somebody has.
        by_piece = holders * (self.worth + there @ self._either.T)
        chances: Floats = (by_piece - (holders**2) * (holders @ self._part.T)).sum(-1)
        return chances

    def prices(self) -> Floats:
        """By how much it moves the odds whether the seat has a piece or the other seat, halved; shape (spaces,), 0 if it is claimed."""
        free = np.flatnonzero((self.there == 1) & (self.holders == 0))
        holders = np.repeat(self.holders[None], 2 * len(free), 0)
        holders[np.arange(len(free)), free] = 1
        holders[np.arange(len(free)) + len(free), free] = -1
        odds = self.odds(holders, np.broadcast_to(self.there, holders.shape))
        worth = np.zeros(len(self.there))
        worth[free] = (odds[: len(free)] - odds[len(free) :]) / 2
        return worth

    def games(self, pairs: NDArray[np.int64]) -> Floats:
        """The odds after each pair of claims, shape (pairs, pairs), this seat's in rows; what both name is gone (R11).

        Args:
            pairs: shape (pairs, 2): the spaces of each claim.
        """
        count, spaces = len(pairs), len(self.there)
        named = np.zeros((count, spaces))
        named[np.arange(count)[:, None], pairs] = 1
        own, other = named[:, None, :], named[None, :, :]
        both = own * other
        return self.odds(self.holders + own - other, self.there - both)


SHARP: Final = 12  # how much rather a claim by lot names good pieces: the power of what they are worth
NAMED: Final = 7  # pieces among which a claim is chosen as a matrix game
GRAIN: Final = 1000  # steps of a number by lot
LEAST: Final = 0.01  # what a pair counts at least in that lot


def claims(draft: Draft, board: Board, named: int = NAMED) -> tuple[list[tuple[int, int]], Floats]:
    """The claims that are worth a thought, and the odds after each pair of them, the draft's seat in rows."""
    prices = draft.prices()
    best = sorted(sorted(unclaimed(board), key=lambda space: -prices[space])[:named])
    pairs = list(combinations(best, 2))
    return pairs, draft.games(np.array(pairs))


def blurred(terms: Terms, arrows: float, source: RandomSource) -> Floats:
    """A number for each space from a bell curve around 0, with this standard deviation, in arrows that lead to a space."""
    lots = np.array([sum(source.below(GRAIN) for _ in range(4)) / GRAIN - 2 for _ in range(len(terms.grid))])
    noise: Floats = lots * (arrows * weights(terms)[0] * 3**0.5)  # the sum of four lots has a variance of a third
    return noise


Claiming: TypeAlias = Callable[[Terms, Bout, Seat, RandomSource], Claim]
"""A way to claim two pieces."""


def by_lot(terms: Terms, bout: Bout, seat: Seat, source: RandomSource) -> Claim:
    """Two pieces by lot, good ones by far the likelier, whatever the other seat may claim."""
    prices = Draft(terms, bout.board, seat).prices()
    pairs = list(combinations(unclaimed(bout.board), 2))
    return Claim(pairs[source.weighted([max(LEAST, prices[one] + prices[other]) ** SHARP for one, other in pairs])])


def mixed(terms: Terms, bout: Bout, seat: Seat, source: RandomSource, *, blur: float) -> Claim:
    """Two pieces by the matrix game of both seats' claims: the gain, the denial, and the loss if both name the same (R11).

    `blur` says how uncertain the worth of a piece is made: a standard deviation, in arrows that lead to a space.
    """
    draft = Draft(terms, bout.board, seat, blurred(terms, blur, source))
    pairs, payoffs = claims(draft, bout.board)
    return Claim(pairs[source.weighted(matrix.solve(payoffs).row.tolist())])


def dearest(terms: Terms, bout: Bout, seat: Seat, source: RandomSource, *, blur: float = 0.0) -> Claim:
    """Always the two pieces that are worth most to it, whatever the other seat may claim.

    `blur` says how far off its opinion of each piece is: a standard deviation, in arrows that lead to a space; another one at each claim.
    """
    prices = Draft(terms, bout.board, seat, blurred(terms, blur, source) if blur else None).prices()
    one, other = sorted(sorted(unclaimed(bout.board), key=lambda space: -prices[space])[:2])
    return Claim((one, other))
