"""Two matches of Tile Joust that differ in what some eyes must not know, for `tests/leaks/test_worlds.py`.

What may show a number is worked out here from the book, not from the code: a group shows its colours by size, the first tile of the next
group follows from the numbers, a tile that is put up shows colour, group and set, and a joust shows everything. Three things may differ:

- two numbers of a deal that changed places, where nobody but the buyers of those tiles can see it;
- all groups from some group on, which nobody has seen yet;
- which tile was inverted, where that is not put up before the record ends;
- which of two tiles that look alike was put up (under Conceal, or where later tiles are not shown, any of a colour, or any at all).

A record ends just before anything of this would be shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Ask, Deals
from deathmatch.core.options import Value
from deathmatch.core.seats import PUBLIC, SEATS, Eye, Seat
from deathmatch.games import find
from deathmatch.games.tile_joust.values import GROUPS, HIGHEST, Colour, Deal, Owed, Put, Tile, Use
from deathmatch.match.position import DEAL, Position

_VARIANTS = ("tile-joust/gauntlet", "tile-joust/final")
_LONGEST = 90  # events of a record
_TRIES = 300


def worlds(source: RandomSource) -> tuple[str, str, tuple[Eye, ...]]:
    """Two records of one length, and the eyes that must not be able to tell them apart."""
    return pair(source)[1:]


def pair(source: RandomSource) -> tuple[str, str, str, tuple[Eye, ...]]:
    """What differs (`deal`, `later`, `invert` or `put`), and the same."""
    while True:
        made = _Pair(source)
        made.live()
        if made.differ:
            return made.kind, made.record(0), made.record(1), tuple(eye for eye in (*SEATS, PUBLIC) if eye not in made.know)


def _shown(deal: Deal) -> list[list[Colour]]:
    """The colours of each group by size."""
    return [[Colour.of(number) for number in group] for group in deal.groups]


def _firsts(deal: Deal) -> list[list[int]]:
    """For each tile of the first three groups, were it sold last, which place of the next group comes first (R17)."""
    firsts = []
    for group, after in zip(deal.groups, deal.groups[1:], strict=False):
        ways = []
        for number in group:
            away = [abs(number - other) for other in after]
            ways.append(1 if away.count(min(away)) > 1 else away.index(min(away)))
        firsts.append(ways)
    return firsts


def _swapped(deal: Deal, source: RandomSource) -> tuple[Deal, set[int]] | None:
    """A deal that looks the same at every auction, whatever is chosen, and the numbers in whose places it differs."""
    numbers = [number for group in (*deal.groups, deal.left) for number in group]
    for _ in range(_TRIES):
        one, two = source.sample(numbers, 2)

        def other(number: int, one: int = one, two: int = two) -> int:
            return two if number == one else one if number == two else number

        groups = tuple(tuple(sorted(other(number) for number in group)) for group in deal.groups)
        deal_ = Deal(groups, tuple(sorted(other(number) for number in deal.left)))
        if deal_ != deal and _shown(deal_) == _shown(deal) and _firsts(deal_) == _firsts(deal):
            return deal_, {one, two}
    return None


def _mixed(deal: Deal, source: RandomSource) -> tuple[Deal, int]:
    """A deal with the same first groups, and the first group that may differ."""
    first = 2 + source.below(GROUPS - 1)
    rest = [number for group in (*deal.groups[first - 1 :], deal.left) for number in group]
    source.shuffle(rest)
    later = [tuple(sorted(rest[3 * group : 3 * group + 3])) for group in range(GROUPS - first + 1)]
    return Deal((*deal.groups[: first - 1], *later), tuple(sorted(rest[3 * len(later) :]))), first


@dataclass
class _Pair:
    """Two matches that go on together."""

    source: RandomSource
    lines: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))
    know: set[Eye] = field(default_factory=set)
    kind: str = ""  # what differs; empty until it does
    secret: set[tuple[int, int]] = field(default_factory=set)  # set and number, now or after an inversion, of what differs
    closed: int = GROUPS + 1  # the first group that must not be opened

    def __post_init__(self) -> None:
        variant = find(self.source.choice(_VARIANTS))
        wish = self.source.choice(("deal", "later", "invert", "put") if variant.name == "final" else ("deal", "later", "put"))
        self.options: dict[str, Value] = {"chips": self.source.choice((0, 1, 5, 20)), "sets": 1 + self.source.below(2)}
        for option in variant.options:
            if hasattr(option.kind, "words") and self.source.below(3) == 0:
                self.options[option.key] = self.source.choice(option.kind.words)
        self.head = f"deathmatch 1\ngame {variant.id}\n" + "".join(f"option {key} {value}\n" for key, value in self.options.items())
        self.at = [Position.start(variant, variant.bind(self.options)[1])] * 2
        self.wish = wish

    @property
    def differ(self) -> bool:
        """Whether the records do."""
        return self.lines[0] != self.lines[1]

    def record(self, world: int) -> str:
        """The text of one of them."""
        return self.head + "".join(f"{line}\n" for line in self.lines[world])

    def live(self) -> None:
        """Events until one would show what differs."""
        while len(self.lines[0]) < _LONGEST and self.at[0].over is None and self._event():
            pass

    def _event(self) -> bool:
        """One more event in both; false where it would show too much, or nothing is hidden any more."""
        if isinstance(self.at[0].pending, Deals):
            return self._deal()
        assert isinstance(self.at[0].pending, Ask)
        seat = self.source.choice(self.at[0].owing)
        texts = self._texts(seat)
        after = [position.accept(seat, text)[0] for position, text in zip(self.at, texts, strict=True)]
        if self.kind and self._shows(after):
            return False
        self.at = after
        for lines, text in zip(self.lines, texts, strict=True):
            lines.append(f"{seat} {text}")
        self._learn()
        return True

    def _deal(self) -> bool:
        deal = self.at[0].pending.chance.sample(self.source)
        number, other = self.at[0].state.set, deal
        if not self.kind and self.wish == "deal" and (swapped := _swapped(deal, self.source)) is not None:
            other, differing = swapped
            self.secret = {(number, secret) for one in differing for secret in (one, HIGHEST - one)}
        elif not self.kind and self.wish == "later" and self.options.get("preview") != "yes":
            other, self.closed = _mixed(deal, self.source)
        if other != deal:
            self.kind = self.wish
        for world, fallen in enumerate((deal, other)):
            self.at[world] = self.at[world].accept(DEAL, fallen.text)[0]
            self.lines[world].append(f"{DEAL} {fallen.text}")
        return True

    def _learn(self) -> None:
        """R16, R18, R20: who has seen one of the places in which the worlds differ."""
        for seat in SEATS:
            one, two = (position.state for position in self.at)
            if one.hands[seat] != two.hands[seat] or one.stored[seat] != two.stored[seat] or one.given[seat] != two.given[seat]:
                self.know.add(seat)
            if one.owed is Owed.KEEP and one.leftovers[-1] is seat and one.deal.left != two.deal.left:
                self.know.add(seat)

    def _shows(self, after: list[Position]) -> bool:
        """Whether the event turned up a tile that differs (R22), put one up that looks different (R21), or opened a group that differs."""
        for position in after:
            state = position.state
            if self.kind == "later" and (state.block is None or state.block.group >= self.closed):
                return True
            for done in state.jousts[len(self.at[0].state.jousts) :]:
                shown = [tile for seat in SEATS for tile in (*done.tiles[seat], done.surrendered[seat])]
                if any(tile is not None and (tile.set, tile.number) in self.secret for tile in shown):
                    return True
        return self._faces(after[0]) != self._faces(after[1]) or after[0].pending != after[1].pending

    def _faces(self, position: Position) -> list[object]:
        """What the book shows of the tiles that are up (R20, R21)."""
        joust = position.state.joust
        if joust is None:
            return []
        return [self._looks(position, seat, tile, place) for seat in SEATS for place, tile in enumerate(joust.up[seat])]

    def _looks(self, position: Position, seat: Seat, tile: Tile, place: int) -> object:
        if place and self.options.get("shown") == "first":
            return None
        items = position.state.items
        conceal = items[2] if items else None
        hidden = conceal is not None and position.state.set and conceal.used == position.state.set
        if hidden and self.options.get("conceal") == "own":
            hidden = conceal is not None and conceal.seat is seat
        return (tile.colour, tile.set, None if hidden else tile.group)

    # --- What is submitted

    def _texts(self, seat: Seat) -> tuple[str, str]:
        """A submission of one world and the one that stands for it in the other."""
        if self.source.below(12) == 0:
            return "timeout", "timeout"
        one, two = (position.decision(seat) for position in self.at)
        move = one.sample(self.source)
        if self.at[0].state.owed is Owed.KEEP and one.own.offer != two.own.offer:
            place = self.source.below(2)
            return tuple(f"keep {decision.own.offer[place]}" for decision in (one, two))  # type: ignore[return-value]
        hands = [position.state.hands[seat] for position in self.at]
        twins: dict[Tile, Tile] = dict(zip(*map(_by_place, hands), strict=True))
        other = move
        if isinstance(move, Put):
            other = self._put(seat, move, twins, hands[0])
        elif isinstance(move, Use) and move.invert is not None:
            other = Use(twins[move.invert], move.conceal)
            rest = [tile for tile in hands[0] if tile != move.invert]
            if self.wish == "invert" and not self.kind and rest:
                self.kind = "invert"
                second = self.source.choice(rest)
                self.know.add(seat)
                self.secret = {(tile.set, n) for tile in (move.invert, second) for n in (tile.number, HIGHEST - tile.number)}
                other = Use(second, move.conceal)
        return one.write(move), two.write(other)

    def _put(self, seat: Seat, move: Put, twins: dict[Tile, Tile], hand: tuple[Tile, ...]) -> Put:
        """The tile of the same place; or, where that is what is to differ, another that looks alike on the table."""
        joust = self.at[0].state.joust
        place = len(joust.up[seat])
        if self.wish == "put" and not self.kind:
            look = self._looks(self.at[0], seat, move.tile, place)
            alike = [tile for tile in hand if tile != move.tile and self._looks(self.at[0], seat, tile, place) == look]
            if alike:
                second = self.source.choice(alike)
                self.kind = "put"
                self.know.add(seat)
                self.secret = {(tile.set, n) for tile in (move.tile, second) for n in (tile.number, HIGHEST - tile.number)}
                return Put(second)
        return Put(twins[move.tile])


def _by_place(hand: tuple[Tile, ...]) -> list[Tile]:
    """Tiles in the order of their places in the auction, which are the same in both worlds; of an inverted one, too."""
    return sorted(hand, key=lambda tile: (tile.set, tile.group, tile.size or ""))
