"""Many matches at once (`core/vectoring.py`): the submissions of a variant by number, around the kernels of `fast/batch.py`.

Nothing in this game is hidden between two rounds, so both seats observe the same, each its own side first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from deathmatch.core.seats import SEATS
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.games.five_card_trick.fast import rounds
from deathmatch.games.five_card_trick.fast.rounds import BITS, submissions_of
from deathmatch.games.five_card_trick.values import Answer, Move, Terms
from deathmatch_frameworks.games.five_card_trick import batch
from deathmatch_frameworks.vectoring import Column, layout

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Actions, Bools, Observations, Rewards, Seeds, Tables

_ORDER = "score, grow, claim, block, steal"
_SIDE = (
    ("chips", 1, "a number"),
    ("lights", rounds.CARDS, f"which are on: {_ORDER}"),
    ("blocked", rounds.CARDS, f"the seat's own card that is blocked: {_ORDER}"),
    ("last", rounds.CARDS, f"the cards of its last round (R6): {_ORDER}"),
    ("barred", rounds.CARDS, f"the cards that R5 and R7 bar: {_ORDER}"),
    ("items", len(BITS), f"which are not spent: {', '.join(item.value for item in BITS)}"),
)
_COLUMNS = (
    ("seat", 1, "0 for A, 1 for B"),
    ("round", 1, "a number"),
    ("ends_after", 1, "a number: the round after which chips are compared next"),
    ("pot", 1, "a number"),
    *((f"{whose}.{name}", size, words) for whose in ("own", "other") for name, size, words in _SIDE),
    ("own.answering", 1, "whether the seat decides about Claim Priority"),
    ("other.answering", 1, "whether the other seat does"),
)


class FiveCardTrickVector:
    """The variant with its options bound, for many matches.

    Attributes:
        moves: every action as a move; its place is its id. They are the same under all options of a variant.
        layout: as in `VectorRules`.
    """

    def __init__(self, terms: Terms) -> None:
        all_ = rounds.submissions(terms.sizes, terms.doubles, terms.doubles)
        answers = tuple(Answer) if terms.doubles else ()
        self.moves: tuple[Move, ...] = (*submissions_of(all_), *answers)
        self.layout: Sequence[Column] = layout(_COLUMNS)
        self._terms = terms
        self._choices = batch.choices(all_, terms.disregard)
        self._options = _options(terms)

    @property
    def actions(self) -> int:
        """See `VectorRules`."""
        return len(self.moves)

    def text(self, action: int, /) -> str:
        """See `VectorRules`."""
        return self._terms.text(self.moves[action])

    def tables(self, size: int, /) -> Tables:
        """See `VectorRules`: one table."""
        return (np.zeros((size, batch.WIDTH), dtype=np.int16),)

    def start(self, tables: Tables, which: Bools, _seeds: Seeds, /) -> None:
        """See `VectorRules`: there is no chance."""
        batch.start(tables[0], self._options, which)

    def owing(self, tables: Tables, out: Bools, /) -> None:
        """See `VectorRules`."""
        batch.owing(tables[0], out)

    def legal(self, tables: Tables, out: Bools, /) -> None:
        """See `VectorRules`."""
        batch.legal(tables[0], self._choices.open, out)

    def wrong(self, tables: Tables, actions: Actions, /) -> int:
        """See `VectorRules`."""
        return batch.wrong(tables[0], self._choices.open, actions)

    def step(self, tables: Tables, actions: Actions, _seeds: Seeds, rewards: Rewards, ended: Bools, /) -> None:
        """See `VectorRules`: there is no chance."""
        batch.step(tables[0], self._options, self._choices.packed, actions, rewards, ended)

    def sample(self, tables: Tables, seeds: Seeds, out: Actions, /) -> None:
        """See `VectorRules`."""
        batch.sample(tables[0], self._choices.totals, self._choices.which, seeds, out)

    def observe(self, tables: Tables, seat: int, out: Observations, /) -> None:
        """See `VectorRules`."""
        batch.observe(tables[0], seat, out)


def _options(terms: Terms) -> rounds.Ints:
    """The options by the places of `batch`."""
    options = np.zeros(batch.OPTIONS, dtype=np.int64)
    values: dict[int, Any] = {
        batch.ROUNDS: terms.rounds,
        batch.EXTENSION: terms.extension,
        batch.MOST: terms.max_rounds,
        batch.DMO: SEATS.index(terms.dmo),
        batch.COLLIDES: terms.blocked_collides,
        batch.STEAL_ANY: terms.steal_any,
        batch.DISREGARD: terms.disregard,
        batch.BEATS: terms.priority_beats_block,
        batch.UNUSED: terms.unused_items,
    }
    for place, value in values.items():
        options[place] = value
    for seat, items in enumerate(terms.received):
        options[batch.RECEIVED + seat] = sum(BITS[item] for item in items)
    return options


def vector(rules: FiveCardTrick) -> FiveCardTrickVector:
    """The capability `vector`."""
    return FiveCardTrickVector(rules.terms)
