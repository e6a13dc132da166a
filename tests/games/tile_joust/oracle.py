"""Tile Joust once more, straight from the book: plain dicts, texts in and JSON out, nothing shared with the package.

`Oracle` goes along with a match of legal submissions; `public` and `private` are what section State says. It checks no legality.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]
SIZES = ("minute", "balance", "giant")


def other(seat: str) -> str:
    return "B" if seat == "A" else "A"


def colour(number: int) -> str:
    return "white" if number % 2 else "black"


def both(value: Any) -> dict[str, Any]:
    return {"A": value, "B": value}


class Oracle:
    def __init__(self, variant: str, options: Mapping[str, Any]) -> None:
        self.final, self.o = variant == "final", options
        self.chips, self.points = both(options["chips"]), both(0)
        self.hand: dict[str, list[Json]] = {"A": [], "B": []}
        self.stored: dict[str, list[Json]] = {"A": [], "B": []}
        self.given: dict[str, list[Json]] = {"A": [], "B": []}
        self.up: dict[str, list[Json]] | None = None
        self.round = 0
        self.set: int | str = 1
        self.auction: Json | None = None
        self.sales: list[Json] = []
        self.leftovers: list[Json] = []
        self.jousts: list[Json] = []
        self.items: dict[str, Json] = {}
        if self.final:
            self.items = {name: {"seat": None, "used": None} for name in ("inversion", "equaliser", "conceal")}
        self.phase = "pick" if self.final else "auction"
        self.owes: list[Any]
        self.owes, self.decision = ([options["picker"]], "pick") if self.final else (["deal"], "tiles")
        held = {name: options[f"holds_{name}"] for name in self.items if options[f"holds_{name}"] != "none"}
        if held:  # as-written W1
            self.items = {name: {"seat": held.get(name, other(next(iter(held.values())))), "used": None} for name in self.items}
            self.phase, self.owes, self.decision = "auction", ["deal"], "tiles"
        self.winner: str | None = None
        self.reason: str | None = None

    # --- What happens

    def happen(self, turn: Mapping[str, str]) -> None:
        """A deal, or a submission from every seat that owes one."""
        decision = self.decision
        getattr(self, f"_{decision}")(turn if decision in ("items", "first", "more") else next(iter(turn.values())))

    def _pick(self, text: str) -> None:
        item = "inversion" if text == "timeout" else text.split()[1]
        for name, held in self.items.items():
            held["seat"] = self.o["picker"] if name == item else other(self.o["picker"])
        self.phase, self.owes, self.decision = "auction", ["deal"], "tiles"

    def _tiles(self, text: str) -> None:
        words = text.split()
        self.groups = [[int(number) for number in word.split("-")] for word in words[1:5]]
        self.left = [int(number) for number in words[6].split("-")]
        self.actor = self.items["equaliser"]["seat"] if self.final else self.o["dmo"]
        self._open(1, "balance")

    def _open(self, group: int, size: str) -> None:
        def shown(number: int) -> Json:
            return dict(zip(SIZES, map(colour, self.groups[number - 1]), strict=True))

        coming = [shown(later) for later in range(group + 1, 5)] if self.o["preview"] == "yes" else []
        self.auction = {"group": group, "colours": shown(group), "unsold": list(SIZES), "tile": size, "bid": None, "bidder": None}
        self.auction["coming"] = coming
        self._ask_bid()

    def _ask_bid(self) -> None:
        assert self.auction is not None
        lowest = self.o["opening"] if self.auction["bid"] is None else self.auction["bid"] + 1
        if self.chips[self.actor] < lowest:
            self._bid("fold")
        else:
            self.owes, self.decision = [self.actor], "bid"

    def _bid(self, text: str) -> None:
        auction = self.auction
        assert auction is not None
        if text.startswith("bid"):
            auction["bid"], auction["bidder"] = int(text.split()[1]), self.actor
            self.actor = other(self.actor)
            self._ask_bid()
            return
        buyer, size, group = other(self.actor), auction["tile"], auction["group"]
        price = auction["bid"] or 0
        number = self.groups[group - 1][SIZES.index(size)]
        self.chips[buyer] -= price
        self.sales.append({"set": self.set, "group": group, "size": size, "colour": colour(number), "seat": buyer, "price": price})
        self._get(buyer, number, group, size)
        auction["unsold"].remove(size)
        auction["bid"] = auction["bidder"] = None
        self.actor = buyer
        if len(auction["unsold"]) == 2:
            auction["tile"] = None
            self.owes, self.decision = [buyer], "choose"
        elif len(auction["unsold"]) == 1:
            auction["tile"] = auction["unsold"][0]
            self._ask_bid()
        elif group < 4:
            away = {name: abs(other_ - number) for name, other_ in zip(SIZES, self.groups[group], strict=True)}
            nearest = [name for name in SIZES if away[name] == min(away.values())]
            self._open(group + 1, "balance" if len(nearest) > 1 else nearest[0])
        else:
            self._leave_over()

    def _get(self, seat: str, number: int, group: int, size: str | None) -> None:
        tile = {"number": number, "colour": colour(number), "set": self.set, "group": group, "size": size, "inverted": False}
        self.hand[seat].append(tile)

    def _choose(self, text: str) -> None:
        assert self.auction is not None
        default = "balance" if "balance" in self.auction["unsold"] else "minute"
        self.auction["tile"] = default if text == "timeout" else text.split()[1]
        self._ask_bid()

    def _leave_over(self) -> None:
        self.auction = None
        a, b = len(self.hand["A"]), len(self.hand["B"])
        fewer = None if a == b else "A" if a < b else "B"
        self.leftovers.append({"set": self.set, "seat": fewer})
        if fewer is not None and self.final:
            self.owes, self.decision = [fewer], "keep"
            return
        if fewer is not None:
            self._get(fewer, self.left[0], 0, None)
        self._begin_jousts()

    def _keep(self, text: str) -> None:
        seat = self.owes[0]
        kept = min(self.left) if text == "timeout" else int(text.split()[1])
        away = sum(self.left) - kept
        self._get(seat, kept, 0, None)
        self._get(other(seat), away, 0, None)
        self.given[seat].append({"set": self.set, "number": away})
        self._begin_jousts()

    def _begin_jousts(self) -> None:
        self.phase = "joust"
        if self._too_few():
            self._end_jousts()
            return
        self.owes = [seat for seat in "AB" if self._usable(seat)]
        self.decision = "items"
        if not self.owes:
            self._next_joust()

    def _too_few(self) -> bool:
        return min(map(len, self.hand.values())) <= (0 if self.set == "final" else 1)

    def _usable(self, seat: str) -> bool:
        names = ["inversion"] if self.set == "final" else ["inversion", "conceal"]
        return any(name in self.items and self.items[name] == {"seat": seat, "used": None} for name in names)

    def _items(self, turn: Mapping[str, str]) -> None:
        for seat, text in turn.items():
            words = text.split()
            if words[0] == "invert":
                tile = self._named(seat, words[1])
                tile["number"], tile["inverted"] = 13 - tile["number"], True
                if self.o["inverted_colour"] == "new":
                    tile["colour"] = colour(tile["number"])
                self.items["inversion"]["used"] = self.set
            if words[-1] == "conceal":
                self.items["conceal"]["used"] = self.set
        self._next_joust()

    def _named(self, seat: str, name: str) -> Json:
        number, _, set_ = name.partition("s")
        (tile,) = [
            tile
            for tile in self.hand[seat]
            if tile["number"] == int(number.rstrip("*"))
            and tile["inverted"] == number.endswith("*")
            and (not set_ or tile["set"] == int(set_))
        ]
        return tile

    def _next_joust(self) -> None:
        self.up, self.round = {"A": [], "B": []}, 1
        self.owes, self.decision = ["A", "B"], "first"

    def _put(self, turn: Mapping[str, str]) -> int:
        assert self.up is not None
        puts = [(seat, self._named(seat, text.split()[1])) for seat, text in turn.items() if text.startswith("put")]
        for seat, tile in puts:
            self.hand[seat].remove(tile)
            self.up[seat].append(tile)
        return len(puts)

    def _first(self, turn: Mapping[str, str]) -> None:
        if self._put(turn) < 2:
            self._resolve()
        else:
            self._another_round()

    def _more(self, turn: Mapping[str, str]) -> None:
        if self._put(turn):
            self._another_round()
        else:
            self._resolve()

    def _another_round(self) -> None:
        assert self.up is not None
        self.owes = [seat for seat in "AB" if self.hand[seat] and len(self.up[seat]) < 5]
        self.decision = "more"
        if self.owes:
            self.round += 1
        else:
            self._resolve()

    def _hides(self, seat: str) -> bool:
        conceal = self.items.get("conceal")
        if conceal is None or self.set == "final" or conceal["used"] != self.set:
            return False
        return self.o["conceal"] == "both" or conceal["seat"] == seat

    def _shown(self, seat: str, tile: Json) -> Json:
        group = None if self._hides(seat) else tile["group"]
        return {"number": tile["number"], "colour": tile["colour"], "set": tile["set"], "group": group}

    def _resolve(self) -> None:
        up = self.up
        assert up is not None
        total = {seat: sum(tile["number"] for tile in up[seat]) for seat in "AB"}
        if bool(up["A"]) != bool(up["B"]):
            winner: str | None = "A" if up["A"] else "B"
        else:
            winner = None if total["A"] == total["B"] else max("AB", key=lambda seat: total[seat])
        surrendered, lost = both(None), {}
        for seat in "AB":
            numbers = [tile["number"] for tile in up[seat]]
            if not up[seat] and self.o["late_first"] == "surrender":
                least = min(self.hand[seat], key=lambda tile: (tile["number"], tile["set"], tile["inverted"]))
                self.hand[seat].remove(least)
                surrendered[seat] = self._shown(seat, least)
                numbers = [least["number"]]
            lost[seat] = min(numbers, default=0)
        gain = {seat: 0 if winner == other(seat) else lost[other(seat)] for seat in "AB"}
        for seat in "AB":
            self.points[seat] += gain[seat]
        tiles = {seat: [self._shown(seat, tile) for tile in up[seat]] for seat in "AB"}
        self.jousts.append(
            {"set": self.set, "tiles": tiles, "surrendered": surrendered, "total": total, "winner": winner, "gain": gain},
        )
        nothing = not up["A"] and not up["B"] and self.o["late_first"] == "nothing"
        self.up = None
        if self._too_few() or nothing:
            self._end_jousts()
        else:
            self._next_joust()

    def _end_jousts(self) -> None:
        if self.set == "final":
            self._end()
            return
        for seat in "AB":
            self.stored[seat] += self.hand[seat]
            self.hand[seat] = []
        if self.set != self.o["sets"]:
            assert isinstance(self.set, int)
            self.set += 1
            self.phase, self.owes, self.decision = "auction", ["deal"], "tiles"
            return
        self.set, self.hand, self.stored = "final", self.stored, {"A": [], "B": []}
        self._begin_jousts()

    def _end(self) -> None:
        for seat in "AB":
            self.points[seat] += len(self.hand[seat])
        a, b = self.points["A"], self.points["B"]
        if a != b:
            self.winner, self.reason = "A" if a > b else "B", "points"
        elif self.final:
            self.winner, self.reason = self.items["equaliser"]["seat"], "tie_equaliser"
        else:
            self.winner, self.reason = self.o["dmo"], "tie_dmo"
        self.owes, self.decision = [], ""

    # --- What is seen

    def _shared(self) -> Json:
        over = self.winner is not None
        return {
            "pending": self.owes,
            "decision": None if over else self.decision,
            "over": over,
            "winner": self.winner,
            "reason": self.reason,
        }

    def public(self) -> Json:
        def face(seat: str, place: int, tile: Json) -> Json:
            if place and self.o["shown"] == "first":
                return {"colour": None, "set": None, "group": None}
            shown = self._shown(seat, tile)
            return {key: shown[key] for key in ("colour", "set", "group")}

        joust = None
        if self.up is not None:
            up = {seat: [face(seat, place, tile) for place, tile in enumerate(tiles)] for seat, tiles in self.up.items()}
            joust = {"round": self.round, "up": up}
        return {
            **self._shared(),
            "set": self.set,
            "phase": self.phase,
            "chips": self.chips,
            "points": self.points,
            "tiles": {seat: len(self.hand[seat]) for seat in "AB"},
            "stored": {seat: len(self.stored[seat]) for seat in "AB"},
            "auction": self.auction,
            "sales": self.sales,
            "leftovers": self.leftovers,
            "joust": joust,
            "jousts": self.jousts,
            "items": self.items,
        }

    def private(self, seat: str) -> Json:
        def ordered(tiles: list[Json]) -> list[Json]:
            return sorted(tiles, key=lambda tile: (tile["number"], tile["set"], tile["inverted"]))

        choosing = self.decision == "keep" and self.owes == [seat]
        return {
            **self._shared(),
            "seat": seat,
            "hand": ordered(self.hand[seat]),
            "stored": ordered(self.stored[seat]),
            "up": self.up[seat] if self.up is not None else [],
            "submitted": None,
            "offer": sorted(self.left) if choosing else None,
            "given": self.given[seat],
        }
