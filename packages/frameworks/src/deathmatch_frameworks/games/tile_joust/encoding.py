"""Tile Joust for other frameworks (`encoding.py`)."""

from __future__ import annotations

from typing import Final

from deathmatch.games.tile_joust import TileJoust, values
from deathmatch.games.tile_joust.rules import SetDeal
from deathmatch_frameworks.declaring import GameEncoding
from deathmatch_frameworks.factors import Factored, parts, selection
from deathmatch_frameworks.tensors import FLAG, SEAT, Amount, CountOf, Kind, ListOf, OneOf, Table, both

_JOUSTS = 4  # the latest finished ones, in the tensor
_SOLD = values.GROUPS * len(values.SIZES)  # tiles that are sold in a set


def dealt(terms: values.Terms) -> int:
    """Tiles of a match, those left over included."""
    return (_SOLD + terms.left) * terms.sets


def longest(terms: values.Terms) -> int:
    """Submissions of a match at most, if no clock runs out.

    A bid is at least one chip more than the one before, and the last one is paid, so a match has no more bids than chips, or one more for
    each tile if a bid may be 0; each tile takes a fold. A choice follows the first sale of a group. In a joust a tile is put up once
    in a match, and a round asks both seats; there are no more rounds than tiles, because the first tiles of a joust make up for its last
    round, in which both pass.
    """
    tiles = _SOLD * terms.sets
    auctions = 2 * terms.chips + tiles * (1 + (terms.opening == 0)) + values.GROUPS * terms.sets
    items = 1 + (1 + 2) * terms.sets + 2 if terms.items else 0  # the pick; each set what to keep and what to use; the final joust
    return auctions + items + 2 * dealt(terms)


def _tokens(terms: values.Terms) -> tuple[str, ...]:
    """Words, numbers of tiles and bids, and tiles by their names in the final joust (R11)."""
    numbers = [str(number) for number in range(max(values.HIGHEST, terms.chips) + 1)]
    marks = ("", "*") if terms.items else ("",)
    sets = ("", *[f"s{number}" for number in range(1, terms.sets + 1)])
    names = [f"{number}{mark}{set_}" for set_ in sets for mark in marks for number in range(values.HIGHEST + 1) if mark or set_]
    return ("fold", "pass", "invert", *_ITEMS, *_SIZES, *numbers, *names)


_ITEMS: Final = tuple([item.value for item in values.ITEMS])
_SIZES: Final = tuple([size.value for size in values.SIZES])
_COLOUR: Final = OneOf(tuple([colour.value for colour in values.Colour]))
_NUMBER: Final = Amount(values.HIGHEST)
_GROUP: Final = Amount(values.GROUPS)
_HIDDEN_GROUP: Final = Amount(values.GROUPS, optional=True)


def _public(terms: values.Terms) -> dict[str, Kind]:
    """The public fields."""
    every, chips = dealt(terms), Amount(terms.chips)
    set_, of_set = _sets(terms)
    colours = Table(dict.fromkeys(_SIZES, _COLOUR))
    auction: dict[str, Kind] = {
        "group": _GROUP,
        "colours": colours,
        "unsold": CountOf(_SIZES),
        "tile": OneOf(_SIZES),
        "bid": Amount(terms.chips, optional=True),
        "bidder": SEAT,
        "coming": ListOf(colours, values.GROUPS),
    }
    sale: dict[str, Kind] = {"set": set_, "group": _GROUP, "size": OneOf(_SIZES), "colour": _COLOUR, "seat": SEAT, "price": chips}
    face = Table({"colour": _COLOUR, "set": of_set, "group": _HIDDEN_GROUP})
    revealed = Table({"number": _NUMBER, "colour": _COLOUR, "set": of_set, "group": _HIDDEN_GROUP}, optional=True)
    done: dict[str, Kind] = {
        "set": of_set,
        "tiles": both(ListOf(revealed, values.MOST)),
        "surrendered": both(revealed),
        "total": both(Amount(values.MOST * values.HIGHEST)),
        "winner": SEAT,
        "gain": both(_NUMBER),
    }
    return {
        "set": of_set,
        "phase": OneOf(("pick", "auction", "joust")),
        "chips": both(chips),
        "points": both(Amount(values.HIGHEST * every)),
        "tiles": both(Amount(every)),
        "stored": both(Amount(every)),
        "auction": Table(auction, optional=True),
        "sales": ListOf(Table(sale), _SOLD * terms.sets),
        "leftovers": ListOf(Table({"set": set_, "seat": SEAT}), terms.sets),
        "joust": Table({"round": Amount(2 * values.MOST + 1), "up": both(ListOf(face, values.MOST))}, optional=True),
        "jousts": ListOf(Table(done), _JOUSTS, recent=True),
        "items": Table(dict.fromkeys(_ITEMS, Table({"seat": SEAT, "used": of_set}))),
    }


def _private(terms: values.Terms) -> dict[str, Kind]:
    """The private fields."""
    set_, of_set = _sets(terms)
    tile: dict[str, Kind] = {"number": _NUMBER, "colour": _COLOUR, "set": of_set, "group": _GROUP, "size": OneOf(_SIZES), "inverted": FLAG}
    tiles = ListOf(Table(tile), dealt(terms))
    return {
        "hand": tiles,
        "stored": tiles,
        "up": ListOf(Table(tile), values.MOST),
        "offer": CountOf(tuple(range(values.HIGHEST + 1))),
        "given": ListOf(Table({"set": set_, "number": _NUMBER}), terms.sets),
    }


def _sets(terms: values.Terms) -> tuple[OneOf, OneOf]:
    """A set, and a set or the final joust."""
    sets = tuple(range(1, terms.sets + 1))
    return OneOf(sets), OneOf((*sets, "final"))


def factored(chance: SetDeal) -> Factored[values.Deal]:
    """The numbers of the groups in order; the left-over ones follow from them (R3)."""
    numbers = range(chance.terms.lowest, values.HIGHEST + 1)
    pools = [([str(number) for number in numbers], len(values.SIZES))] * values.GROUPS
    return Factored(
        lambda path: selection(pools, path),
        lambda path: values.Deal(
            tuple([tuple(map(int, group)) for group in parts(pools, path)]),
            tuple([number for number in numbers if str(number) not in path]),
        ),
        lambda deal: tuple([str(number) for group in deal.groups for number in group]),
    )


def encoding(game: TileJoust) -> GameEncoding:
    """The numbers of tiles and bids, and the words of the decisions."""
    terms = game.terms
    return GameEncoding(
        tokens=_tokens(terms),
        deepest=4,  # an item, its tile, the other item, and the end
        longest=longest(terms),
        decisions=("pick", "bid", "choose", "keep", "items", "first", "more"),
        public=_public(terms),
        private=_private(terms),
        chances=tuple([str(number) for number in range(values.HIGHEST + 1)]),
        factored=factored,
    )
