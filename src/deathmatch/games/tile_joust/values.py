"""Tiles, moves, deals, options: the values of Tile Joust, frozen and without play of their own; and how moves and deals are read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NoReturn, TypeAlias

from deathmatch.core.errors import Malformed, Rule
from deathmatch.core.options import Option, Values, WholeNumber, Word, lower, switch, time_bank, time_limit
from deathmatch.core.seats import SEATS, BySeat, Seat, TextEnum
from deathmatch.core.simple import rules_of
from deathmatch.core.speech import count, mark, say

BOOK: Final = "tile-joust"

R1, R2, R3, R4, R6, R7, R8, R9, R10, R11 = rules_of(BOOK, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11)

HIGHEST: Final = 13  # number of a tile
GROUPS: Final = 4  # of a set
MOST: Final = 5  # tiles that a seat puts up in a joust (R21)
LEFT: Final = 0  # the group of a left-over tile
FINAL: Final = 0  # stands for the final joust if sets are numbered from 1


class Colour(TextEnum):
    """The colour of a tile: black if its number is even."""

    BLACK = "black"
    WHITE = "white"

    @classmethod
    def of(cls, number: int) -> Colour:
        """The colour of a number."""
        return cls.WHITE if number % 2 else cls.BLACK


class Size(TextEnum):
    """The place of a tile in its group, in ascending order."""

    MINUTE = "minute"
    BALANCE = "balance"
    GIANT = "giant"


SIZES: Final = tuple(Size)


class Item(TextEnum):
    """The items of `final`, in the order of the book's State."""

    INVERSION = "inversion"
    EQUALISER = "equaliser"
    CONCEAL = "conceal"


ITEMS: Final = tuple(Item)


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A tile as its owner knows it. Tiles are ordered by number, then set, then plain before inverted (State).

    Attributes:
        number: the present one.
        set: in which it was bought, from 1.
        inverted: whether Tile Inversion has changed it (R20).
        colour: the present one.
        group: from 1, or `LEFT`.
        size: None for a left-over tile.
    """

    number: int
    set: int
    inverted: bool
    colour: Colour
    group: int
    size: Size | None

    @property
    def lot(self) -> str:
        """Its place in the auction, as part of a slot: `1-3-giant`, `1-left`. No seat has both left-over tiles of a set."""
        return f"{self.set}-{'left' if self.size is None else f'{self.group}-{self.size}'}"

    def name(self, *, final: bool) -> str:
        """R11: the canonical name, with the set in the final joust."""
        return f"{self.number}{'*' if self.inverted else ''}{f's{self.set}' if final else ''}"


Tiles: TypeAlias = tuple[Tile, ...]
"""In order, but for those put up, which lie as they came."""


# --- Moves


@dataclass(frozen=True, slots=True)
class Pick:
    """`pick ITEM` (R2)."""

    item: Item


@dataclass(frozen=True, slots=True)
class Bid:
    """`bid N`: so many chips in all (R4)."""

    chips: int


@dataclass(frozen=True, slots=True)
class Choose:
    """`choose SIZE`: which tile is auctioned next (R6)."""

    size: Size


@dataclass(frozen=True, slots=True)
class Keep:
    """`keep N`: which left-over tile (R7)."""

    number: int


@dataclass(frozen=True, slots=True)
class Use:
    """`invert TILE`, `conceal` or both (R8); never neither, which is `pass`."""

    invert: Tile | None = None
    conceal: bool = False


@dataclass(frozen=True, slots=True)
class Put:
    """`put TILE` (R9, R10)."""

    tile: Tile


class Plain(Enum):
    """Moves that are one word."""

    FOLD = "fold"
    PASS = "pass"  # noqa: S105 - a word of the notation, no secret


Move: TypeAlias = Pick | Bid | Choose | Keep | Use | Put | Plain


def text(move: Move, *, final: bool) -> str:
    """Canonical notation; `final` if tiles are named with their set."""
    match move:
        case Pick(item):
            return f"pick {item}"
        case Bid(chips):
            return f"bid {chips}"
        case Choose(size):
            return f"choose {size}"
        case Keep(number):
            return f"keep {number}"
        case Use(tile, conceal):
            parts = [] if tile is None else [f"invert {tile.name(final=final)}"]
            return " ".join([*parts, Item.CONCEAL] if conceal else parts)
        case Put(tile):
            return f"put {tile.name(final=final)}"
        case _:
            return move.value


# --- The deal


@dataclass(frozen=True, slots=True)
class Deal:
    """The tiles of a set (R3).

    Attributes:
        groups: four of three numbers, each ascending; their order counts.
        left: the left-over numbers, ascending.
    """

    groups: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]

    @property
    def text(self) -> str:
        """Canonical notation."""
        return f"tiles {' '.join(['-'.join(map(str, group)) for group in self.groups])} left {'-'.join(map(str, self.left))}"

    def number(self, group: int, size: Size) -> int:
        """The number of a tile by its place."""
        return self.groups[group - 1][SIZES.index(size)]


Colours: TypeAlias = tuple[Colour, ...]
"""The colours of a group, by size."""


def colours(group: tuple[int, ...]) -> Colours:
    """The public part of a group."""
    return tuple([Colour.of(number) for number in group])


# --- What is owed


class Owed(TextEnum):
    """The decisions by their names, and the deal by its keyword."""

    PICK = "pick"
    TILES = "tiles"
    BID = "bid"
    CHOOSE = "choose"
    KEEP = "keep"
    ITEMS = "items"
    FIRST = "first"
    MORE = "more"


IN_AUCTION: Final = frozenset({Owed.TILES, Owed.BID, Owed.CHOOSE, Owed.KEEP})
"""The decision in the phase `auction`."""


# --- What everybody sees


@dataclass(frozen=True, slots=True)
class Block:
    """The group under auction.

    Attributes:
        group: its number.
        colours: of its three tiles, by size.
        unsold: the sizes not sold yet, in order, the one under auction included.
        actor: who is to bid or to choose.
        tile: the size under auction; None while the next one is being chosen.
        bid, bidder: the present bid and its seat; None before the first bid.
        coming: the colours of the later groups in order; empty if they are not shown (option `preview`).
    """

    group: int
    colours: Colours
    unsold: tuple[Size, ...]
    actor: Seat
    tile: Size | None
    bid: int | None = None
    bidder: Seat | None = None
    coming: tuple[Colours, ...] = ()

    def lowest(self, opening: int) -> int:
        """R4: the lowest legal bid, if the first one is at least `opening`."""
        return opening if self.bid is None else self.bid + 1


@dataclass(frozen=True, slots=True)
class Sale:
    """A tile that was sold, as everybody sees it (R16)."""

    set: int
    group: int
    size: Size
    colour: Colour
    seat: Seat
    price: int

    @property
    def lot(self) -> str:
        """The place of the tile in the auction, as part of a slot."""
        return f"{self.set}-{self.group}-{self.size}"


@dataclass(frozen=True, slots=True)
class FaceDown:
    """The shown properties of a tile that lies face down; None for a hidden one (R21)."""

    colour: Colour | None = None
    set: int | None = None
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Revealed:
    """A tile that a joust has revealed; its `group` is None under Conceal, for good (R20)."""

    number: int
    colour: Colour
    set: int
    group: int | None


@dataclass(frozen=True, slots=True)
class FinishedJoust:
    """A finished joust (R22).

    Attributes:
        set: in which, or `FINAL`.
        tiles: what each seat had put up, in that order.
        surrendered: the tile given up by a seat that had put up nothing.
        total: of each seat.
        winner: None after a tie.
        gain: points scored.
    """

    set: int
    tiles: BySeat[tuple[Revealed, ...]]
    surrendered: BySeat[Revealed | None]
    total: BySeat[int]
    winner: Seat | None
    gain: BySeat[int]

    def shown(self, seat: Seat) -> tuple[Revealed, ...]:
        """All tiles that a seat revealed, the surrendered one last."""
        given = self.surrendered[seat]
        return self.tiles[seat] if given is None else (*self.tiles[seat], given)


@dataclass(frozen=True, slots=True)
class Holding:
    """The holder of an item, and the set in which it was used (`FINAL` for the final joust); None for not yet."""

    seat: Seat | None = None
    used: int | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """A left-over tile that a seat saw and gave away (R18)."""

    set: int
    number: int


# --- The options of a match, bound


class Variation(TextEnum):
    """The two variants."""

    GAUNTLET = "gauntlet"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Terms:
    """A variant with its options, in the form that the rules use.

    Attributes:
        variation: which of the two.
        dmo: the seat that opens each set and wins the last tie in `gauntlet` (R14, R25).
        picker: who picks an item first in `final` (R2).
        chips: of each side for the match.
        sets: before the final joust.
        opening: the lowest first bid.
        preview: whether the colours of all groups are public from the deal on.
        shown_all: whether every tile of a joust is shown as it is put up, or the first one only.
        surrender: whether a time-out at the first tile costs one (R22).
        conceal_both: whether Conceal hides the groups of both sides.
        recolour: whether the colour of an inverted tile is that of its new number.
        holders: of the items, in their order, if they are given out before the match (as-written W1).
    """

    variation: Variation
    dmo: Seat
    picker: Seat
    chips: int
    sets: int
    opening: int
    preview: bool
    shown_all: bool
    surrender: bool
    conceal_both: bool
    recolour: bool
    holders: tuple[Seat, ...] = ()

    @property
    def lowest(self) -> int:
        """The lowest number of a tile."""
        return 1 if self.variation is Variation.GAUNTLET else 0

    @property
    def left(self) -> int:
        """How many tiles of a set are left over."""
        return 1 if self.variation is Variation.GAUNTLET else 2

    @property
    def items(self) -> bool:
        """Whether there are items."""
        return self.variation is Variation.FINAL


# --- The book's table of options

_SEAT = Word(tuple(seat.value for seat in SEATS))


_HELD: Final = {  # as-written W1
    Item.INVERSION: mark("who has Tile Inversion before the match"),
    Item.EQUALISER: mark("who has the Equaliser before the match"),
    Item.CONCEAL: mark("who has Conceal before the match"),
}


def options(variation: Variation) -> tuple[Option, ...]:
    """The table of one variant, in the book's order."""
    final = variation is Variation.FINAL
    table = [
        Option("picker", _SEAT, "A", mark("who picks an item first; the other seat has the remaining two"), item=mark("First pick"))
        if final
        else Option("dmo", _SEAT, "B", mark("the seat of the death match opponent, who opens each set and wins the last tie")),
        Option("chips", WholeNumber(0, 999), 90, mark("chips of each side for the whole match")),
        Option("sets", WholeNumber(1, 9), 3, mark("sets before the final joust")),
        Option("opening", WholeNumber(0, 1), 1, mark("the lowest first bid of an auction")),
        switch("preview", "no", mark("whether the colours of all four groups are shown from the deal on")),
        Option("shown", Word(("all", "first")), "all", mark("which tiles of a joust show colour and group before the reveal")),
        Option("late_first", Word(("surrender", "nothing")), "surrender", mark("the cost of a time-out at the first tile of a joust")),
    ]
    if final:
        table += [
            Option("conceal", Word(("both", "own")), "both", mark("whose groups Conceal hides")),
            Option("inverted_colour", Word(("new", "old")), "new", mark("the colour of an inverted tile")),
            *(Option(f"holds_{item}", Word(("none", "A", "B")), "none", words, item=ITEM_TITLES[item]) for item, words in _HELD.items()),
        ]
    clocks = {
        "pick": mark("seconds to pick an item"),
        "bid": mark("seconds to bid or fold"),
        "choose": mark("seconds to choose the next tile"),
        "keep": mark("seconds to choose which left-over tile to keep"),
        "items": mark("seconds to decide about items"),
        "first": mark("seconds to put up the first tile"),
        "more": mark("seconds to put up another tile"),
    }
    wanted = [key for key in clocks if final or key not in ("pick", "keep", "items")]
    return (*table, *(time_limit(f"time_{key}", 30, clocks[key]) for key in wanted), time_bank(0))


def terms(variation: Variation, values: Values) -> Terms:
    """The options bound; a variant without an option plays as if it held the default."""
    return Terms(
        variation=variation,
        dmo=Seat(str(values.get("dmo", "B"))),
        picker=Seat(str(values.get("picker", "A"))),
        chips=int(values["chips"]),
        sets=int(values["sets"]),
        opening=int(values["opening"]),
        preview=values["preview"] == "yes",
        shown_all=values["shown"] == "all",
        surrender=values["late_first"] == "surrender",
        conceal_both=values.get("conceal", "both") == "both",
        recolour=values.get("inverted_colour", "new") == "new",
        holders=_holders([str(values.get(f"holds_{item}", "none")) for item in ITEMS]),
    )


def _holders(named: list[str]) -> tuple[Seat, ...]:
    """The holder of each item, in their order; empty if none is named (as-written W1)."""
    first = next((Seat(word) for word in named if word != "none"), None)
    return () if first is None else tuple([first.other if word == "none" else Seat(word) for word in named])


# --- Colours, sizes, items and tiles in words for people


ITEM_TITLES: Final = {Item.INVERSION: mark("Tile Inversion"), Item.EQUALISER: mark("Equaliser"), Item.CONCEAL: mark("Conceal")}


def item_title(item: Item) -> str:
    """The name of an item for people."""
    return say(ITEM_TITLES[item])


_COLOURS: Final = {Colour.WHITE: mark("white"), Colour.BLACK: mark("black")}
_SIZES: Final = {Size.MINUTE: mark("minute"), Size.BALANCE: mark("balance"), Size.GIANT: mark("giant")}
_SIZE_TITLES: Final = {Size.MINUTE: mark("Minute"), Size.BALANCE: mark("Balance"), Size.GIANT: mark("Giant")}


def colour_word(colour: Colour) -> str:
    """A colour in words: `white`."""
    return say(_COLOURS[colour])


def size_word(size: Size) -> str:
    """A size in words: `giant`."""
    return say(_SIZES[size])


def size_title(size: Size) -> str:
    """A size as a name: `Giant`."""
    return say(_SIZE_TITLES[size])


def in_chips(number: int) -> str:
    """`1 chip`, `2 chips`."""
    return count("{number} chip", "{number} chips", number)


def in_points(number: int) -> str:
    """`1 point`, `2 points`."""
    return count("{number} point", "{number} points", number)


def in_tiles(number: int) -> str:
    """`1 tile`, `2 tiles`."""
    return count("{number} tile", "{number} tiles", number)


def origin(tile: Tile) -> str:
    """The public facts about a tile: `white, giant of group 3`."""
    colour = colour_word(tile.colour)
    if tile.size is None:
        return say("{colour}, left over", colour=colour)
    return say("{colour}, {size} of group {group}", colour=colour, size=size_word(tile.size), group=tile.group)


# --- Reading moves and deals in every spelling that the book accepts (R2 to R11). Writing is `text` and `Deal.text`

_NUMBER: Final = r"0|[1-9][0-9]{0,3}"  # without sign and leading zeros; none that counts here is longer
_REPEATED: Final = 40  # characters of a text that an error repeats
_SPACES: Final = re.compile(r"[ \t]+")

_PICKS: Final = {
    "inversion": Item.INVERSION,
    "tile inversion": Item.INVERSION,
    "invert": Item.INVERSION,
    "equaliser": Item.EQUALISER,
    "equalizer": Item.EQUALISER,
    "conceal": Item.CONCEAL,
}
_SIZE_WORDS: Final = {
    "minute": Size.MINUTE,
    "min": Size.MINUTE,
    "m": Size.MINUTE,
    "balance": Size.BALANCE,
    "bal": Size.BALANCE,
    "b": Size.BALANCE,
    "giant": Size.GIANT,
    "g": Size.GIANT,
}
_FOLDS: Final = frozenset({"fold", "f", "pass"})
_UNUSED: Final = frozenset({"pass", "none", "no"})
_STOPS: Final = frozenset({"pass", "none", "no", "stop"})

_DEAL: Final = re.compile(r"tiles((?: [0-9,-]+)*) left ([0-9,-]+)", re.ASCII)
_NAME: Final = rf"(?P<number>{_NUMBER})(?P<mark>\*)?(?:(?: ?s| set )(?P<set>[1-9]))?(?:(?: ?g| group )(?P<group>[0-4]))?"
_TILE: Final = re.compile(rf"{_NAME}(?![0-9a-z*])", re.ASCII)
_PUT: Final = re.compile(r"(?:(?:put|play|submit) )?(?=[0-9])", re.ASCII)
_USE: Final = re.compile(r"use (?!$)", re.ASCII)
_INVERT: Final = re.compile(r"(?:invert|inversion|tile inversion) (?=[0-9])", re.ASCII)
_CONCEAL: Final = re.compile(r"conceal(?![0-9a-z])", re.ASCII)
_JOINT: Final = re.compile(r" ?(?:and(?![0-9a-z])|[,+]) ?| ", re.ASCII)


def _plain(text: str) -> str:
    """Lower case, single spaces."""
    return _SPACES.sub(" ", lower(text.strip(" \t")))


def _fail(text: str, reason: str, rule: Rule) -> NoReturn:
    """Refuse a text that is not the expected one; `reason` is marked, and `{given}` stands for it."""
    quoted = text.strip(" \t")
    raise Malformed(say(reason, given=_short(quoted)), rule, len(text) - len(text.lstrip(" \t")) if quoted else 0)


def _short(words: str) -> str:
    """The faulty text, as an error repeats it."""
    if not words:
        return say("nothing")
    return words if len(words) <= _REPEATED else f"{words[:_REPEATED]}..."


# --- Moves that name no tile


def read_pick(text: str) -> Pick:
    """R2; raises Malformed."""
    item = _PICKS.get(_plain(text).removeprefix("pick "))
    if item is None:
        _fail(text, mark("expected pick inversion, pick equaliser or pick conceal, not {given}"), R2)
    return Pick(item)


def read_bid(text: str) -> Move:
    """R4, R5; raises Malformed."""
    plain = _plain(text)
    if plain in _FOLDS:
        return Plain.FOLD
    number = re.fullmatch(rf"(?:bid )?({_NUMBER})", plain, re.ASCII)
    if number is None:
        _fail(text, mark("expected bid and a whole number of chips in all, or fold, not {given}"), R4)
    return Bid(int(number[1]))


def read_choice(text: str) -> Choose:
    """R6; raises Malformed."""
    plain = _plain(text)
    size = _SIZE_WORDS.get(plain.removeprefix("choose " if plain.startswith("choose") else "next "))
    if size is None:
        _fail(text, mark("expected choose minute, choose balance or choose giant, not {given}"), R6)
    return Choose(size)


def read_keep(text: str) -> Keep:
    """R7; raises Malformed."""
    number = re.fullmatch(rf"(?:keep )?({_NUMBER})", _plain(text), re.ASCII)
    if number is None:
        _fail(text, mark("expected keep and one of the two left-over numbers, not {given}"), R7)
    return Keep(int(number[1]))


# --- Moves that name a tile of the hand


def read_first(text: str, hand: Tiles, rule: Rule) -> Put:
    """R9, and R10 but for a pass; raises Malformed (`rule`, R11)."""
    plain = _plain(text)
    verb = _PUT.match(plain)
    if verb is None:
        _fail(text, mark("expected put and a tile of your hand, not {given}"), rule)
    tile, end = _tile(text, plain, verb.end(), hand)
    if end < len(plain):
        _stray(text, plain, end, mark("expected nothing after the tile, not {given}"), R11)
    return Put(tile)


def read_more(text: str, hand: Tiles, rule: Rule) -> Move:
    """R10; raises Malformed (`rule`, R11)."""
    return Plain.PASS if _plain(text) in _STOPS else read_first(text, hand, rule)


def read_items(text: str, hand: Tiles) -> Move:
    """R8; raises Malformed (R8, R11)."""
    plain = _plain(text)
    if plain in _UNUSED:
        return Plain.PASS
    expected = mark("expected invert and a tile, conceal, both, or pass, not {given}")
    at = 0
    if (used := _USE.match(plain)) is not None:
        at = used.end()
    invert: Tile | None = None
    conceal = False
    while True:
        if (verb := _INVERT.match(plain, at)) is not None and invert is None:
            invert, at = _tile(text, plain, verb.end(), hand)
        elif (word := _CONCEAL.match(plain, at)) is not None and not conceal:
            conceal, at = True, word.end()
        else:
            _stray(text, plain, at, expected, R8)
        if at == len(plain):
            return Use(invert, conceal)
        joint = _JOINT.match(plain, at)
        if joint is None:
            _stray(text, plain, at, expected, R8)
        at = joint.end()


def _tile(text: str, plain: str, at: int, hand: Tiles) -> tuple[Tile, int]:
    """R11: the one tile of the hand that a name fits, and where the name ends; raises Malformed."""
    matched = _TILE.match(plain, at)
    if matched is None:
        _stray(text, plain, at, mark("expected a tile such as 9, 9* or 9s2, not {given}"), R11)
    number, star, set_, group = matched["number"], matched["mark"], matched["set"], matched["group"]
    fits = [
        tile
        for tile in hand
        if tile.number == int(number)
        and (star is None or tile.inverted)
        and (set_ is None or tile.set == int(set_))
        and (group is None or tile.group == int(group))
    ]
    fits = (star is None and [tile for tile in fits if not tile.inverted]) or fits  # without * a plain tile, if one fits
    name = matched[0].rstrip(" ")
    if not fits:
        raise Malformed(say("you hold no {given}; you hold {known}", given=name, known=_names(hand)), R11, _typed(text, at))
    if len(fits) > 1:
        raise Malformed(say("{given} is any of {known}; say which", given=name, known=_names(fits)), R11, _typed(text, at))
    return fits[0], at + len(name)


def _names(tiles: Sequence[Tile]) -> str:
    """Tiles in words, with their sets if there are several."""
    several = len({tile.set for tile in tiles}) > 1
    return ", ".join([tile.name(final=several) for tile in tiles])


def _stray(text: str, plain: str, at: int, reason: str, rule: Rule) -> NoReturn:
    """Refuse a place of the plain text; the error gives the place in the text as it was typed."""
    at += plain.startswith(" ", at)
    raise Malformed(say(reason, given=_short(plain[at:])), rule, _typed(text, at))


def _typed(text: str, at: int) -> int:
    """Where a place of the plain text stands in the text as it was typed."""
    start = place = len(text) - len(text.lstrip(" \t"))
    end = len(text.rstrip(" \t"))
    for _ in range(at):
        step = _SPACES.match(text, place)
        place = step.end() if step is not None else place + 1
    return min(place, max(end, start))


# --- The deal


def read_deal(text: str) -> Deal:
    """R3; groups and left-over numbers in ascending order, whatever their number and size; raises Malformed."""
    matched = _DEAL.fullmatch(_plain(text))
    if matched is None:
        _fail(
            text,
            mark("expected tiles, four groups of three numbers joined by -, then left and the left-over numbers, not {given}"),
            R3,
        )
    return Deal(tuple([_numbers(text, group) for group in matched[1].split()]), _numbers(text, matched[2]))


def _numbers(text: str, joined: str) -> tuple[int, ...]:
    """Numbers joined by `-` or `,`, in ascending order."""
    parts = re.split("[,-]", joined)
    if not all(re.fullmatch(_NUMBER, part, re.ASCII) for part in parts):
        raise Malformed(say("expected numbers joined by -, not {given}", given=_short(joined)), R3, max(lower(text).find(joined), 0))
    return tuple(sorted(int(part) for part in parts))
