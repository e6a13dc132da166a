"""The chances of positions that `strong` and the reviews do not follow any further: by the digest if it knows them, else by the worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from deathmatch.core.seats import Seat
from deathmatch.games.five_card_trick.bot.digest import CRUMB, DigestEstimates, digest_of
from deathmatch.games.five_card_trick.bot.worth import worth
from deathmatch.games.five_card_trick.fast import looks
from deathmatch.games.five_card_trick.fast.ahead import Floats, Ints, Worth
from deathmatch.games.five_card_trick.fast.digest import LEADS, SURE
from deathmatch.games.five_card_trick.fast.frames import DEPTH
from deathmatch.games.five_card_trick.fast.looks import Looks
from deathmatch.games.five_card_trick.fast.stages import BLOCKINGS
from deathmatch.games.five_card_trick.values import Terms, Variation

RECALLED: Final = (0.4, 0.1)
"""The part of the digest in a chance that is solved from the digest's chances of the next round, and in one that is solved from those.

The errors of the two differ. The parts were chosen in matches of `gauntlet` of eight rounds; research/notes/bots.md has the measurements.
"""


@dataclass(frozen=True, eq=False)
class Estimates:
    """The estimates of one match.

    Attributes:
        terms: its options.
        worth: the fitted worth of the variant.
        digest: if there is one for it.
    """

    terms: Terms
    worth: Worth
    digest: DigestEstimates | None

    @property
    def pairs(self) -> bool:
        """Whether it judges only positions after submissions of two cards: the digest of `setna` has no others."""
        return self.digest is not None and self.terms.variation is Variation.SETNA

    def recalled(self, counts: Sequence[int], round_: int, after: int, /) -> float:
        """The part of the digest in the chances before a round that are solved from those it says before round `after`.

        It is none if chips are compared in between, for then most of the chances are certain, or nearly; nor with more rounds to play than
        the digest has curves for.
        """
        between, next_ = after - 1 - round_, min(count for count in counts if count >= round_)
        if self.digest is None or between >= len(RECALLED) or next_ < after or next_ - round_ >= self.digest.most:
            return 0.0
        return RECALLED[between]

    def looks(self, counts: tuple[int, ...], round_: int, /) -> Looks:
        """How it judges positions before a round and the next ones; chips are compared after the rounds `counts`."""
        rounds = [min(round_ + level, counts[-1]) for level in range(DEPTH)]
        whole, broken = np.zeros((DEPTH, 6), dtype=np.int64), np.ones((DEPTH, 3))
        for level, here in enumerate(rounds):
            place = next(k for k, count in enumerate(counts) if count >= here)
            whole[level, looks.LEFT] = counts[place] - here + 1
            whole[level, looks.EXTENSION] = counts[place + 1] - counts[place] if place + 1 < len(counts) else 0
        whole[:, looks.BY_ITEMS] = self.terms.unused_items
        whole[:, looks.MORE_LEAD] = broken[:, looks.TIE] = self.terms.last_tie is Seat.A
        if self.digest is None:
            return _no_digest(whole, broken)
        views = [self.digest.view(self.terms, counts, here) for here in rounds]
        for level, view in enumerate(views):
            whole[level, looks.IS_EARLY], whole[level, looks.RISES] = view.phase == "early", view.slot < SURE
            broken[level, looks.NARROW], broken[level, looks.CRUMB] = view.narrow, CRUMB
        mean, shapes = np.stack([view.mean for view in views]), np.stack([view.shapes for view in views])
        part = np.array([view.part for view in views], dtype=np.float64)
        digest = self.digest
        places = digest.places_of_fewer_cards if self.pairs else digest.places
        return Looks(digest.row, digest.scores("late"), digest.scores("early"), mean, shapes, part, whole, broken, *places)


def _no_digest(whole: Ints, broken: Floats) -> Looks:
    """Looks by the worth alone."""
    rows, scores = np.empty((0, 1), dtype=np.int32), np.empty((1, 0), dtype=np.int16)
    mean, shapes = (np.empty((DEPTH, 2, *shape), dtype=np.float32) for shape in ((LEADS,), (0, LEADS)))
    form, place = np.empty(0, dtype=np.int32), np.empty((0, 0, BLOCKINGS), dtype=np.int32)
    return Looks(rows, scores, scores, mean, shapes, np.zeros((DEPTH, 2)), whole, broken, form, place)


@lru_cache(maxsize=8)
def estimates(terms: Terms, spent: bool = True) -> Estimates:
    """The estimates of a match under these options; as long as not all items are `spent`, by the worth alone, which knows their price."""
    return Estimates(terms, worth(terms.variation), digest_of(terms.variation) if spent else None)
