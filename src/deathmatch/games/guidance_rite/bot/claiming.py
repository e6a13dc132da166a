"""How a bot claims pieces (R10): by lot, by the mixture of a matrix game, or always those that it finds dearest."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final, Protocol

import numpy as np

from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.bot.drafting import Draft, Floats, weights
from deathmatch.games.guidance_rite.values.grid import Board, unclaimed
from deathmatch.games.guidance_rite.values.moves import Bout, Claim
from deathmatch.games.guidance_rite.values.terms import Terms
from deathmatch.solve import matrix

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


class Claiming(Protocol):
    """A way to claim."""

    def claim(self, terms: Terms, bout: Bout, seat: Seat, source: RandomSource, /) -> Claim:
        """Two unclaimed pieces."""
        ...


@dataclass(frozen=True, slots=True)
class ByLot:
    """Two pieces by lot, good ones by far the likelier, whatever the other seat may claim."""

    def claim(self, terms: Terms, bout: Bout, seat: Seat, source: RandomSource, /) -> Claim:
        """See `Claiming`."""
        prices = Draft(terms, bout.board, seat).prices()
        pairs = list(combinations(unclaimed(bout.board), 2))
        return Claim(pairs[source.weighted([max(LEAST, prices[one] + prices[other]) ** SHARP for one, other in pairs])])


@dataclass(frozen=True, slots=True)
class Mixture:
    """Two pieces by the matrix game of both seats' claims: the gain, the denial, and the loss if both name the same (R11).

    Attributes:
        blur: how uncertain the worth of a piece is made: a standard deviation, in arrows that lead to a space.
    """

    blur: float

    def claim(self, terms: Terms, bout: Bout, seat: Seat, source: RandomSource, /) -> Claim:
        """See `Claiming`."""
        draft = Draft(terms, bout.board, seat, blur=blurred(terms, self.blur, source))
        pairs, payoffs = claims(draft, bout.board)
        return Claim(pairs[source.weighted(matrix.solve(payoffs).row.tolist())])


@dataclass(frozen=True, slots=True)
class Taste:
    """The likes of a bot, as multiples of the fitted weights (`drafting.FEATURES`).

    Attributes:
        arrows: of arrows that lead to a space.
        edges: of arrows that lead off the board, and of standing at an edge.
        characters: of characters.
        attacks: of what pieces can do to each other.
    """

    arrows: float = 1.0
    edges: float = 1.0
    characters: float = 1.0
    attacks: float = 1.0

    def weights(self, terms: Terms) -> tuple[float, ...]:
        """What each feature moves the logarithm of the odds by, in the eyes of the bot."""
        times = (self.arrows, self.edges, self.arrows, 1.0, self.edges, *[self.characters] * 5, *[self.attacks] * 3)
        return tuple([weight * by for weight, by in zip(weights(terms), times, strict=True)])


@dataclass(frozen=True, slots=True)
class Dearest:
    """Always the two pieces that are worth most to it, whatever the other seat may claim.

    Attributes:
        taste: its likes.
        blur: how far off its opinion of each piece is: a standard deviation, in arrows that lead to a space; another one at each claim.
    """

    taste: Taste = Taste()
    blur: float = 0.0

    def claim(self, terms: Terms, bout: Bout, seat: Seat, source: RandomSource, /) -> Claim:
        """See `Claiming`."""
        blur = blurred(terms, self.blur, source) if self.blur else None
        prices = Draft(terms, bout.board, seat, self.taste.weights(terms), blur).prices()
        one, other = sorted(sorted(unclaimed(bout.board), key=lambda space: -prices[space])[:2])
        return Claim((one, other))
