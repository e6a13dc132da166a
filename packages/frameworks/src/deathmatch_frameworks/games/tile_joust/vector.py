"""Many matches at once (`core/vectoring.py`): the moves of a variant by number, around the kernels of `batch.py`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core.seats import SEATS
from deathmatch.games.tile_joust import TileJoust
from deathmatch.games.tile_joust.values import (
    HIGHEST,
    ITEMS,
    LEFT,
    MOST,
    SIZES,
    Bid,
    Choose,
    Colour,
    Keep,
    Move,
    Pick,
    Plain,
    Put,
    Terms,
    Tile,
    Use,
    text,
)
from deathmatch_frameworks import offered
from deathmatch_frameworks.games.tile_joust import batch
from deathmatch_frameworks.vectoring import Column, layout

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Actions, Bools, Observations, Rewards, Seeds, Tables

_LOTS = "minute, balance, giant of group 1, then of the groups 2 to 4"
_SIDE = "1 for the seat itself, -1 for the other, 0 for nobody"
_GROUP = "1 and its group, so 1 for a left-over tile"
_COLOUR = "1 white, -1 black, 0 for none or not shown"
_SEEN = f"for each number from 0, if a joust has revealed it, {_GROUP}; 6 if the group is hidden; 8 more if its colour is not its number's"
_AGAIN = "a number that it revealed twice in a set: the number and 1, the set, and the rest as in `revealed`"
_FIXED: Final = (
    ("seat", 1, "0 for A, 1 for B"),
    ("decision", batch.DECISIONS, "which is due: pick, bid, choose, keep, items, first, more"),
    ("own.owes", 1, "whether the seat owes an action"),
    ("other.owes", 1, "whether the other seat does"),
    ("set", 1, "a number from 1; one more than `sets` in the final joust"),
    ("final", 1, "whether the final joust has begun"),
    *[(f"{whose}.{what}", 1, "a number") for what in ("chips", "points", "tiles", "stored") for whose in ("own", "other")],
    ("opener", 1, f"who opens each set and wins the last tie: {_SIDE}"),
    ("inversion", 1, f"who has or had Tile Inversion: {_SIDE}"),
    ("conceal", 1, f"who has or had Conceal: {_SIDE}"),
    ("inversion.used", 1, "in which set, as in `set`; 0 for not yet"),
    ("conceal.used", 1, "the same"),
    ("auction.group", 1, "a number; 0 if there is no auction"),
    ("auction.unsold", 3, "which are: minute, balance, giant"),
    ("auction.tile", 3, "which is under auction"),
    ("auction.bid", 1, "the standing bid and 1; 0 for none"),
    ("auction.bidder", 1, _SIDE),
    ("joust.round", 1, "a number from 1; 0 if there is no joust"),
    ("own.up.number", MOST, "of each tile that it has put up in this joust, in that order: the number and 1"),
    ("own.up.colour", MOST, _COLOUR),
    ("own.up.group", MOST, _GROUP),
    ("own.up.set", MOST, "in which each was bought"),
    ("other.up.colour", MOST, f"of each tile that the other seat has put up, as shown: {_COLOUR}"),
    ("other.up.group", MOST, f"{_GROUP}; 6 if it is hidden, 0 if the tile is not shown"),
    ("other.up.set", MOST, "in which each was bought"),
    ("own.inverted", 3, "the inverted tile while the seat has it in hand or stored: its number and 1, its set, 1 and its group"),
    ("offer", batch.NUMBERS, "which left-over numbers the seat may keep, from 0"),
    ("own.again", 3, _AGAIN),
    ("other.again", 3, _AGAIN),
)
_SET: Final = (
    ("colour", batch.LOTS, f"of each lot ({_LOTS}), if it is public: 1 white, -1 black"),
    ("buyer", batch.LOTS, f"of each lot: {_SIDE}"),
    ("price", batch.LOTS, "of each lot, in chips"),
    ("own.bought", batch.LOTS, "of each lot that the seat bought: the number and 1, as it was then"),
    ("own.held", batch.NUMBERS, f"for each number from 0, if the seat has it in hand or stored, not inverted: {_GROUP}"),
    ("own.revealed", batch.NUMBERS, _SEEN),
    ("other.revealed", batch.NUMBERS, _SEEN),
    ("fewer", 1, f"who had fewer tiles after the last sale: {_SIDE}"),
    ("own.gave", 1, "the left-over number that the seat gave away, and 1"),
)


def _texts(terms: Terms) -> tuple[list[str], dict[int, int]]:
    """The actions in the order of their ids, and the first id of each kind by its place in the options."""

    def tile(number: int, set_: int = 0, *, inverted: bool = False) -> Tile:
        return Tile(number, set_, inverted, Colour.of(number), LEFT, None)

    texts: list[str] = []
    first: dict[int, int] = {}

    def add(kind: int, moves: Iterable[Move], *, final: bool = False) -> None:
        first.setdefault(kind, len(texts))
        texts.extend([text(move, final=final) for move in moves])

    numbers, turned = range(terms.lowest, HIGHEST + 1), (False, True) if terms.items else (False,)
    add(batch.FOLD, [Plain.FOLD])
    add(batch.PASS, [Plain.PASS])
    add(batch.SIZES, map(Choose, SIZES))
    if terms.items:
        add(batch.PICKS, map(Pick, ITEMS))
        add(batch.KEEPS, map(Keep, numbers))
        add(batch.CONCEALS, [Use(conceal=True)])
        add(batch.INVERTS, [Use(tile(number)) for number in numbers])
        add(batch.BOTH_ITEMS, [Use(tile(number), conceal=True) for number in numbers])
    add(batch.PUTS, [Put(tile(number, inverted=inverted)) for inverted in turned for number in numbers])
    for set_ in range(1, terms.sets + 1):
        add(batch.LATER, [Put(tile(number, set_, inverted=inverted)) for inverted in turned for number in numbers], final=True)
        if terms.items:
            add(batch.LATER, [Use(tile(number, set_)) for number in numbers], final=True)
    first[batch.EACH] = (len(texts) - first[batch.LATER]) // terms.sets
    add(batch.BIDS, map(Bid, range(terms.chips + 1)))
    return texts, first


class TileJoustVector(offered.MaskedRules):
    """The variant with its options bound, for many matches.

    Attributes:
        layout: as in `VectorRules`.
    """

    def __init__(self, terms: Terms) -> None:
        texts, first = _texts(terms)
        super().__init__(texts)
        self._options = _options(terms, first)
        self._width = batch.HEAD + batch.SPAN * terms.sets
        sets = [(f"set{number}.{name}", size, words) for number in range(1, terms.sets + 1) for name, size, words in _SET]
        self.layout: Sequence[Column] = layout((*_FIXED, *sets))

    def tables(self, size: int, /) -> Tables:
        """See `VectorRules`: the matches, and the masks of both seats."""
        masks = np.zeros((size, 2, offered.words(self.actions)), dtype=np.uint64)
        return (np.zeros((size, self._width), dtype=np.int16), masks)

    def start(self, tables: Tables, which: Bools, seeds: Seeds, /) -> None:
        """See `VectorRules`."""
        batch.start(tables[0], tables[1], self._options, which, seeds)

    def step(self, tables: Tables, actions: Actions, seeds: Seeds, rewards: Rewards, ended: Bools, /) -> None:
        """See `VectorRules`."""
        batch.step(tables[0], tables[1], self._options, actions, seeds, rewards, ended)

    def observe(self, tables: Tables, seat: int, out: Observations, /) -> None:
        """See `VectorRules`."""
        batch.observe(tables[0], seat, self._options, out)


def _options(terms: Terms, first: Mapping[int, int]) -> batch.Ints:
    """The options by the places of `batch`, with the first actions of each kind."""
    options = np.full(batch.OPTIONS, -1, dtype=np.int64)
    values = {
        batch.START: terms.chips,
        batch.SETS: terms.sets,
        batch.OPENING: terms.opening,
        batch.DMO: batch.NOBODY if terms.items else SEATS.index(terms.dmo),
        batch.PICKER: SEATS.index(terms.picker),
        batch.LOWEST: terms.lowest,
        batch.BOTH_HIDDEN: terms.conceal_both,
        batch.RECOLOUR: terms.recolour,
        batch.SHOWN_ALL: terms.shown_all,
        batch.PREVIEW: terms.preview,
    }
    for place, value in {**values, **first}.items():
        options[place] = value
    return options


def vector(rules: TileJoust) -> TileJoustVector:
    """The capability `vector`."""
    return TileJoustVector(rules.terms)
