"""Many matches at once (`core/vectoring.py`): the kernels of `fast/batch.py` with the board and the options of a variant.

An action is a token of the encoding, by its id there. All is public but a submission that is begun or waits for the other seat's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core.seats import SEATS
from deathmatch.games.guidance_rite import GuidanceRite, rules
from deathmatch.games.guidance_rite.fast import KINDS, Ints, ground
from deathmatch.games.guidance_rite.values import DIRECTIONS, IN_TURN, ITEMS, Terms, tokens
from deathmatch_frameworks import offered
from deathmatch_frameworks.games.guidance_rite import batch, rows
from deathmatch_frameworks.vectoring import Column, layout
from deathmatch_frameworks.vocabulary import END

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Actions, Bools, Observations, Rewards, Seeds, Tables

_ENDLESS: Final = 99  # more bouts than a match has


def _layout(terms: Terms, count: int) -> tuple[Column, ...]:
    spaces = terms.grid.names
    each = f"a space each, {spaces[0]} to {spaces[-1]}"
    kinds = ", ".join(kind.word for kind in KINDS)
    piece = f"{kinds}; own, the other seat's; black arrows {DIRECTIONS[0]} to {DIRECTIONS[-1]}; grey arrows likewise; marked"
    side = (
        ("owes", 1, "whether the open decision asks the seat"),
        ("wins", 1, "a number"),
        ("first", 1, "whether the seat moved first in this bout"),
        ("opener", 1, "whether it did in the first bout"),
        ("ahead", 1, "whether it had more pieces most recently (R53)"),
        ("quiet", 1, "a number: turns (R52)"),
        ("small", 1, "a number: turns since both first had few pieces"),
        ("due", 1, "a number: pieces that it has to place"),
        ("items", len(ITEMS), f"which are not used: {', '.join(ITEMS)}"),
    )
    return layout(
        (
            ("seat", 1, "0 for A, 1 for B"),
            ("decision", 4, "which is open: claim, place, first, turn"),
            ("bout", 1, "a number"),
            ("again", 1, "a number: how often this bout has been played again"),
            ("simultaneous", 1, "whether the bout is played at once"),
            ("round", 1, "a number"),
            ("few", 1, "whether both seats have had few pieces"),
            ("chooser", 1, "whether the seat may say who moves first (R19)"),
            *((f"{whose}.{name}", size, words) for whose in ("own", "other") for name, size, words in side),
            ("closed", len(spaces), f"where no piece may be placed: {each}"),
            *((f"board.{name}", batch.PIECE, piece) for name in spaces),
            ("given", count, "how often each action is in the submission that the seat has begun"),
            ("order", rows.LONGEST, "these actions in order, each as its id and one more; then 0"),
        )
    )


def _options(terms: Terms) -> Ints:
    options = np.zeros(rows.OPTIONS, dtype=np.int64)
    options[rows.CHOOSER], options[rows.DMO] = SEATS.index(terms.chooser), SEATS.index(terms.dmo)
    options[rows.GIVEN] = -1 if terms.first is None else SEATS.index(terms.first)
    options[rows.FILL], options[rows.BEST_OF], options[rows.EACH_BOUT] = terms.fill, terms.best_of, terms.each_bout
    options[rows.IN_TURN] = {"simultaneous": 0, "standard": IN_TURN, "alternate": _ENDLESS}[terms.turns]
    for seat in SEATS:
        options[rows.HELD + SEATS.index(seat)] = sum(1 << ITEMS.index(item) for item in terms.held[seat])
    options[rows.COLUMNS], options[rows.ROWS] = terms.columns, terms.rows
    return options


def wanted(terms: Terms) -> Ints:
    """The characters of a board with their numbers of arrows, as `batch.deal` takes them."""
    return np.array([KINDS.index(kind) | arrows << 3 for kind, arrows in rules.wanted(terms)], dtype=np.int64)


class GuidanceRiteVector(offered.MaskedRules):
    """The variant with its options bound, for many matches.

    Attributes:
        layout: as in `VectorRules`.
        fixed: the board and the terms, the options, and the pieces of a deal, as the kernels take them.
    """

    def __init__(self, game: GuidanceRite) -> None:
        terms = game.terms
        super().__init__((END, *tokens(terms)))
        self.layout: Sequence[Column] = _layout(terms, len(self.texts))
        self.fixed = (ground(terms), _options(terms), wanted(terms))

    def tables(self, size: int, /) -> Tables:
        """Legal tokens of each seat (`offered.py`); the columns of a row are those of `rows.py`."""
        return np.zeros((size, rows.WIDTH), dtype=np.int64), np.zeros((size, 2, 1), dtype=np.uint64)

    def start(self, tables: Tables, which: Bools, seeds: Seeds, /) -> None:
        """See `VectorRules`: the board is dealt."""
        batch.start(tables[0], tables[1], self.fixed, which, seeds)

    def step(self, tables: Tables, actions: Actions, seeds: Seeds, rewards: Rewards, ended: Bools, /) -> None:
        """See `VectorRules`: the board of another bout is dealt."""
        batch.step(tables[0], tables[1], self.fixed, actions, seeds, rewards, ended)

    def observe(self, tables: Tables, seat: int, out: Observations, /) -> None:
        """See `VectorRules`."""
        batch.observe(tables[0], self.fixed, seat, out)


def vector(game: GuidanceRite) -> GuidanceRiteVector:
    """The capability `vector`."""
    return GuidanceRiteVector(game)
