"""Tile Joust by the plain rules, as its batches observe it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deathmatch.core.seats import Seat
from deathmatch.games.tile_joust import batch
from deathmatch.games.tile_joust.values import Deal
from deathmatch.library.game import Game
from tests.vector.mirror import Mirror

SIZES = ("minute", "balance", "giant")
DECISIONS = ("pick", "bid", "choose", "keep", "items", "first", "more")
HIDDEN = 6
NUMBERS = range(14)


class TileJoust(Mirror):
    """An action is a whole move, as its canonical text. A seat remembers the tiles that it has had.

    Attributes:
        bought: the number of each tile that a seat has bought, as it was then, by set, group and size.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.bought: dict[Seat, dict[tuple[int, int, str], int]] = {Seat.A: {}, Seat.B: {}}

    def dealt(self, name: str, looks: Sequence[Sequence[float]]) -> Any:
        """See `Mirror`: nobody sees the tiles."""
        row = self.tables[0]
        left = 1 if "gauntlet" in self.game.id else 2
        first = batch.HEAD + batch.SPAN * (int(row[batch.SET]) - 1)
        numbers = row[first : first + 12 + left].tolist()
        return Deal(tuple(tuple(numbers[at : at + 3]) for at in range(0, 12, 3)), tuple(numbers[12:]))

    def legal(self, seat: Seat) -> set[str]:
        """See `Mirror`."""
        return set(self._moves(seat))

    def _moves(self, seat: Seat) -> dict[str, Any]:
        decision = self.game.decision(self.game.view(self.state, seat))
        return {decision.write(move): move for move in decision.moves() or ()}

    def play(self, turn: Mapping[Seat, str]) -> None:
        """See `Mirror`."""
        self.state = self.game.rules.play(self.state, {seat: self._moves(seat)[text] for seat, text in turn.items()})

    def expected(self, seat: Seat) -> list[float]:
        """See `Mirror`."""
        view = self.game.view(self.state, seat)
        fields: dict[str, Any] = dict(self.game.public(view))
        own: dict[str, Any] = dict(self.game.private(view))
        last = int(self.game.options["sets"]) + 1
        both = (seat.value, seat.other.value)

        def side(who: str | None) -> int:
            return 0 if who is None else 1 if who == seat.value else -1

        def number(set_: Any) -> int:
            return last if set_ == "final" else int(set_ or 0)

        items = {item: fields["items"].get(item, {"seat": None, "used": None}) for item in ("inversion", "equaliser", "conceal")}
        opener = items["equaliser"]["seat"] if fields["items"] else str(self.game.options["dmo"])
        look: list[float] = [seat is Seat.B, *[self.asked == name for name in DECISIONS]]
        look += [Seat(who) in self.owing for who in both]
        look += [number(fields["set"]), fields["set"] == "final"]
        look += [fields[what][who] for what in ("chips", "points", "tiles", "stored") for who in both]
        look += [side(opener), side(items["inversion"]["seat"]), side(items["conceal"]["seat"])]
        look += [number(items[item]["used"]) for item in ("inversion", "conceal")]
        block = fields["auction"]
        if block is None:
            look += [0] * 9
        else:
            look += [block["group"], *[size in block["unsold"] for size in SIZES], *[size == block["tile"] for size in SIZES]]
            look += [0 if block["bid"] is None else block["bid"] + 1, side(block["bidder"])]
        joust = fields["joust"]
        look.append(joust["round"] if joust else 0)
        look += _up([(tile["number"] + 1, _colour(tile), tile["group"] + 1, tile["set"]) for tile in own["up"]], 4)
        look += _up([_face(face) for face in joust["up"][both[1]]] if joust else [], 3)
        turned = [tile for tile in (*own["hand"], *own["stored"]) if tile["inverted"]]
        look += [turned[0]["number"] + 1, turned[0]["set"], turned[0]["group"] + 1] if turned else [0] * 3
        look += [here in (own["offer"] or ()) for here in NUMBERS]
        seen = {who: _seen(fields["jousts"], who) for who in both}
        for who in both:
            look += seen[who][1]
        for set_ in range(1, last):
            look += self._of_set(seat, set_, fields, own)
            look += [seen[who][0].get((set_, here), 0) for who in both for here in NUMBERS]
            fewer = [one["seat"] for one in fields["leftovers"] if one["set"] == set_]
            look += [side(fewer[0]) if fewer else 0, *([one["number"] + 1 for one in own["given"] if one["set"] == set_] or [0])]
        return [float(value) for value in look]

    def _of_set(self, seat: Seat, set_: int, fields: dict[str, Any], own: dict[str, Any]) -> list[float]:
        """The lots of a set, and the tiles of it that the seat has."""
        lots = [(group, size) for group in range(1, 5) for size in SIZES]
        for tile in (*own["hand"], *own["stored"]):
            if tile["size"] is not None and not tile["inverted"]:
                self.bought[seat][tile["set"], tile["group"], tile["size"]] = tile["number"]
        sales = {(sale["group"], sale["size"]): sale for sale in fields["sales"] if sale["set"] == set_}
        colours = {lot: _colour(sale) for lot, sale in sales.items()}
        block = fields["auction"]
        if block is not None and fields["set"] == set_:
            for group, shown in enumerate((block["colours"], *block["coming"]), block["group"]):
                colours |= {(group, size): _colour({"colour": colour}) for size, colour in shown.items()}
        look: list[float] = [colours.get(lot, 0) for lot in lots]
        look += [(1 if sales[lot]["seat"] == seat.value else -1) if lot in sales else 0 for lot in lots]
        look += [sales[lot]["price"] if lot in sales else 0 for lot in lots]
        look += [self.bought[seat].get((set_, *lot), -1) + 1 for lot in lots]
        held = {tile["number"]: tile["group"] for tile in (*own["hand"], *own["stored"]) if tile["set"] == set_ and not tile["inverted"]}
        return look + [held.get(here, -1) + 1 for here in NUMBERS]


def _colour(shown: Mapping[str, Any]) -> int:
    return {"white": 1, "black": -1, None: 0}[shown["colour"]]


def _face(face: Mapping[str, Any]) -> tuple[int, ...]:
    """A tile of the other seat; one that is not shown at all has no set."""
    if face["set"] is None:
        return (0, 0, 0)
    return (_colour(face), HIDDEN if face["group"] is None else face["group"] + 1, face["set"])


def _up(tiles: Sequence[tuple[int, ...]], facets: int) -> list[float]:
    padded = [*tiles, *[(0,) * facets] * (5 - len(tiles))]
    return [tile[facet] for facet in range(facets) for tile in padded]


def _seen(jousts: Sequence[Mapping[str, Any]], who: str) -> tuple[dict[tuple[int, int], int], list[float]]:
    """What a seat has revealed of each set and number, and the one that came twice."""
    seen: dict[tuple[int, int], int] = {}
    again: list[float] = [0, 0, 0]
    for joust in jousts:
        for tile in joust["tiles"][who]:
            shown = HIDDEN if tile["group"] is None else tile["group"] + 1
            shown += 8 * ((tile["colour"] == "white") != tile["number"] % 2)
            place = (tile["set"], tile["number"])
            if place in seen:
                again = [tile["number"] + 1, tile["set"], shown]
            seen.setdefault(place, shown)
    return seen, again
