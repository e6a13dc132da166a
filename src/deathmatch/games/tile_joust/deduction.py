"""Deductions from all that a seat has seen: every way in which the tiles of a set may lie, and the numbers that a tile may have.

`possible_layouts` goes through the rows of numbers and, for each row, through the other seat's tiles that may be inverted:
which tiles have been revealed, which may lie face down, who has the left-over ones.
Nothing is concluded from the other seat's choices.
`belief.py` makes chances, hands and worlds of it, the picture the numbers that a tile may still have (`possible`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.seats import Seat, certain
from deathmatch.games.tile_joust import values
from deathmatch.games.tile_joust.view import Own, View
from deathmatch.games.tile_joust.words import Possible

# --- The numbers that a set may have: all that fit the knowledge of a seat, apart from revelations in jousts
# Found with numpy group by group, from what everybody sees (colours by size, which tile a group starts with, R17) and from the seat's own
# numbers.


Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]

_SIZE: Final = len(values.SIZES)


@dataclass(frozen=True, slots=True)
class SeenNumbers:
    """The numbers of a set that a seat has seen, apart from revealed ones.

    Attributes:
        lowest: number of a tile.
        groups: the colours of those that are shown, from the first one on.
        starts: for each group that has been opened after the first: the place of the tile of the group before that was sold last, and the
            place that came first then (R17).
        fixed: group from 0, place and number of what the seat has.
        out: numbers that are in no group, ascending.
    """

    lowest: int
    groups: tuple[values.Colours, ...]
    starts: tuple[tuple[int, int], ...]
    fixed: tuple[tuple[int, int, int], ...]
    out: tuple[int, ...]


@lru_cache(maxsize=2)
def _triples(lowest: int) -> tuple[Ints, Ints, Ints]:
    """Every group: its numbers, shape (n, 3), its bit mask, shape (n,), and for each number the place nearest to it, shape (14, n)."""
    every = np.array(list(combinations(range(lowest, values.HIGHEST + 1), _SIZE)), dtype=np.int64)
    away = np.abs(every - np.arange(values.HIGHEST + 1)[:, None, None])
    least = away.min(2, keepdims=True)
    nearest = np.where((away == least).sum(2) > 1, 1, away.argmin(2))
    return every, (1 << every).sum(1), nearest


@lru_cache(maxsize=128)
def _numbers(seen: SeenNumbers) -> Ints:
    """All that fits, shape (n, groups, 3); not to be written to."""
    triples, masks, nearest = _triples(seen.lowest)
    known = sum(1 << number for _, _, number in seen.fixed) | sum(1 << number for number in seen.out)
    numbers, taken = np.empty((1, 0, _SIZE), dtype=np.int64), np.zeros(1, dtype=np.int64)
    for group, shown in enumerate(seen.groups):
        mine = [(place, number) for at, place, number in seen.fixed if at == group]
        white = np.array([colour is values.Colour.WHITE for colour in shown])
        fits = (triples % 2 == white).all(1) & (masks & known & ~sum(1 << number for _, number in mine) == 0)
        for place, number in mine:
            fits &= triples[:, place] == number
        few = np.flatnonzero(fits)
        pairs = taken[:, None] & masks[few] == 0
        if 0 < group <= len(seen.starts):
            sold, first = seen.starts[group - 1]
            pairs &= nearest[:, few][numbers[:, group - 1, sold]] == first
        row, column = np.nonzero(pairs)
        numbers = np.concatenate([numbers[row], triples[few[column]][:, None]], axis=1)
        taken = taken[row] | masks[few[column]]
    return numbers


def own(view: View) -> Own:
    """What the seat knows of itself."""
    return certain(view.own)


def seated(view: View) -> Seat:
    """The seat whose view this is."""
    assert isinstance(view.eye, Seat)
    return view.eye


def sales(view: View, set_: int) -> tuple[values.Sale, ...]:
    """Those of a set."""
    return tuple([sale for sale in view.sales if sale.set == set_])


def dealt(tile: values.Tile) -> int:
    """The number that a tile had when it was dealt."""
    return values.HIGHEST - tile.number if tile.inverted else tile.number


def seen(view: View, set_: int) -> SeenNumbers:
    """The tiles of a set that the seat has seen, apart from revealed ones."""
    sold, mine = sales(view, set_), own(view)
    groups = [_colours(sold[at : at + _SIZE]) for at in range(0, len(sold) - len(sold) % _SIZE, _SIZE)]
    firsts = [values.SIZES.index(sold[at].size) for at in range(0, len(sold), _SIZE)]
    block = view.block if set_ == view.set else None
    if block is not None:
        groups = [*groups, block.colours, *block.coming]
        if block.tile is not None and len(firsts) < block.group:
            firsts.append(values.SIZES.index(block.tile))
    lasts = [values.SIZES.index(sold[at].size) for at in range(_SIZE - 1, len(sold), _SIZE)]
    tiles = [tile for tile in (*mine.hand, *mine.stored, *mine.up) if tile.set == set_]
    fixed = [(tile.group - 1, values.SIZES.index(tile.size), dealt(tile)) for tile in tiles if tile.size is not None]
    out = {dealt(tile) for tile in tiles if tile.size is None}
    out.update(given.number for given in mine.given if given.set == set_)
    if set_ == view.set:
        out.update(mine.offer)
    return SeenNumbers(
        view.terms.lowest, tuple(groups), tuple(zip(lasts, firsts[1:], strict=False)), tuple(sorted(fixed)), tuple(sorted(out))
    )


def _colours(sold: Sequence[values.Sale]) -> values.Colours:
    """The colours of a group whose tiles are all sold."""
    return tuple([next(sale.colour for sale in sold if sale.size is size) for size in values.SIZES])


def rows(view: View, set_: int) -> Ints:
    """All possible numbers of the shown groups, apart from revelations, shape (n, groups, 3)."""
    return _numbers(seen(view, set_))


def rows_for_all(view: View) -> Ints:
    """All possible numbers of the shown groups of this set for somebody who sees only what everybody sees, shape (n, groups, 3)."""
    return _numbers(replace(seen(view, view.set), fixed=(), out=()))


# --- Who holds what


class TilePlace(NamedTuple):
    """A tile that the other seat got in a set, by where it came from.

    Attributes:
        group, size: as of a tile.
        colour: as it was sold; None for a left-over tile.
    """

    group: int
    size: values.Size | None
    colour: values.Colour | None


class Event(NamedTuple):
    """A tile that a joust has revealed.

    Attributes:
        shown: as it was revealed.
        final: whether that was in the final joust.
        surrendered: whether it was the smallest of the hand (R22).
    """

    shown: values.Revealed
    final: bool
    surrendered: bool


@dataclass(frozen=True, slots=True, eq=False)
class PossibleLayouts:
    """Ways in which the tiles of a set may lie that the other seat got, with the same one of them inverted.

    Attributes:
        set: which one.
        groups: the numbers as they were dealt, shape (n, 4, 3).
        left: the left-over numbers, ascending, shape (n, 1 or 2).
        places: where the tiles came from, in the order of the columns.
        turned: the column of the inverted tile; None if none of this set is.
        numbers: the present ones, shape (n, places).
        gone: which have been revealed, shape (n, places).
        shown: the faces that lie there, those that are alike one after the other.
        ups: which columns they may be, in that order; of faces that are alike in one order only.
        fits: which of these fit which row, shape (n, ups).
        recolour: whether the colour of an inverted tile is that of its new number.
    """

    set: int
    groups: Ints
    left: Ints
    places: tuple[TilePlace, ...]
    turned: int | None
    numbers: Ints
    gone: Bools
    shown: tuple[values.FaceDown, ...]
    ups: tuple[tuple[int, ...], ...]
    fits: Bools
    recolour: bool

    @property
    def count(self) -> int:
        """How many ways they are."""
        return int(self.fits.sum())

    @property
    def chosen(self) -> Ints:
        """1 if a column may lie face down, shape (places, ups)."""
        return laid(len(self.places), self.ups)


def laid(places: int, ups: Sequence[tuple[int, ...]]) -> Ints:
    """1 for each column that is one of these, shape (places, ups)."""
    numbers = np.zeros((places, len(ups)), dtype=np.int64)
    for at, columns in enumerate(ups):
        numbers[list(columns), at] = 1
    return numbers


def faces(view: View, set_: int) -> tuple[values.FaceDown, ...]:
    """The shown properties of the other seat's tiles that lie face down, for tiles known to be of this set."""
    up = () if view.table is None else view.table.up[seated(view).other]
    return tuple([face for face in up if (face.set == set_ if view.final else view.set == set_)])


def possible_layouts(
    view: View, set_: int, shown: Sequence[values.FaceDown], *, late: bool = False, own_late: bool = False
) -> Iterator[PossibleLayouts]:
    """Every way in which the tiles of the other seat may lie that it got in a set whose tiles are all sold.

    Args:
        view: of a seat.
        set_: which set.
        shown: the other seat's tiles of this set that lie face down.
        late: whether the tile that the other seat has inverted in the final joust is of this set.
        own_late: the same of the viewer's seat, if that tile is spent.
    """
    every = rows(view, set_)
    left = _left(view, every)
    for mine, theirs in _spares(view, set_, left):
        fits = _mine(view, set_, every, mine, late=own_late)
        if fits.any():
            spare = None if theirs is None else theirs[fits]
            alike = tuple(Counter(shown).elements())
            yield from _theirs(view, set_, every[fits], left[fits], spare, alike, late=late)


def _left(view: View, every: Ints) -> Ints:
    """The numbers that are in no group, ascending, shape (n, 1 or 2)."""
    rest = sum(1 << number for number in range(view.terms.lowest, values.HIGHEST + 1)) - (1 << every).sum((1, 2))
    low = rest & -rest
    parts = [low] if view.terms.left == 1 else [low, rest - low]
    codes: Ints = np.log2(np.stack(parts, 1)).astype(np.int64)
    return codes


def _spares(view: View, set_: int, left: Ints) -> Iterator[tuple[Ints | None, Ints | None]]:
    """The left-over number that the viewer's seat and the other one may have got, each of shape (n,) (R18)."""
    fewer = view.leftovers[set_ - 1]
    if fewer is None or (view.owed is values.Owed.KEEP and set_ == view.set):
        yield None, None
    elif left.shape[1] == 1:
        yield (left[:, 0], None) if fewer is view.eye else (None, left[:, 0])
    else:
        yield left[:, 0], left[:, 1]
        yield left[:, 1], left[:, 0]


def _events(view: View, seat: Seat, set_: int) -> list[Event]:
    """The revealed tiles of a seat in a set, and the tiles of other sets that it surrendered while it held some of this one."""
    events = []
    for done in view.jousts:
        if done.set in (set_, values.FINAL):
            events += [Event(tile, done.set == values.FINAL, False) for tile in done.tiles[seat] if tile.set == set_]
            given = done.surrendered[seat]
            events += [] if given is None else [Event(given, done.set == values.FINAL, True)]
    return events


def _mine(view: View, set_: int, every: Ints, spare: Ints | None, *, late: bool) -> Bools:
    """The rows that fit the viewer's tiles and its revealed ones, shape (n,)."""
    seat = seated(view)
    held = {tile.lot: dealt(tile) for tile in (*own(view).hand, *own(view).stored, *own(view).up) if tile.set == set_}
    fits = np.ones(len(every), dtype=np.bool_)
    lots = [
        (f"{set_}-{s.group}-{s.size}", s.group, every[:, s.group - 1, values.SIZES.index(s.size)])
        for s in sales(view, set_)
        if s.seat is seat
    ]
    if spare is not None:
        lots.append((f"{set_}-left", values.LEFT, spare))
        if (number := held.get(lots[-1][0])) is not None:
            fits &= spare == number
        given = [one.number for one in own(view).given if one.set == set_]
        if given:  # the seat had the choice: what it gave away is not its own
            fits &= spare != given[0]
    spent = [(group, numbers) for lot, group, numbers in lots if lot not in held]
    events = [event for event in _events(view, seat, set_) if event.shown.set == set_]
    turned = view.inverted(seat)
    lost = turned is not None and not any(tile.inverted for tile in (*own(view).hand, *own(view).stored, *own(view).up))
    fitting = _fitting(events, spent, len(every))
    if not (lost and (turned == set_ or (turned == values.FINAL and late))):
        return fits & fitting.any(1).all(0) & (not _twice(events))
    some = np.zeros_like(fits)
    for at, (group, numbers) in enumerate(spent):
        without = np.delete(fitting, at, axis=1).any(1)  # which event is one of the other tiles, shape (events, n)
        for which, event in enumerate(events):
            if not event.final and turned != set_:
                continue
            rest = [*events[:which], *events[which + 1 :]]
            if event.shown.group in (None, group) and _coloured(view, event.shown, turned=True) and not _twice(rest):
                some |= (values.HIGHEST - numbers == event.shown.number) & np.delete(without, which, axis=0).all(0)
    return fits & some


def _fitting(events: Sequence[Event], lots: Sequence[tuple[int, Ints]], count: int) -> Bools:
    """Which of these tiles may be which of these lots, none of them inverted, shape (events, lots, n)."""
    fits = np.zeros((len(events), len(lots), count), dtype=np.bool_)
    for which, event in enumerate(events):
        if values.Colour.of(event.shown.number) is event.shown.colour:
            for at, (group, numbers) in enumerate(lots):
                if event.shown.group in (None, group):
                    fits[which, at] = numbers == event.shown.number
    return fits


def _coloured(view: View, shown: values.Revealed, *, turned: bool) -> bool:
    """Whether a tile of this number has this colour, inverted or not (R20)."""
    return (values.Colour.of(shown.number) is shown.colour) is not (turned and not view.terms.recolour)


def _twice(events: Iterable[Event]) -> bool:
    """Whether a number has come up twice, which takes an inverted tile."""
    numbers = [event.shown.number for event in events]
    return len(set(numbers)) < len(numbers)


def _theirs(
    view: View, set_: int, every: Ints, left: Ints, spare: Ints | None, shown: tuple[values.FaceDown, ...], *, late: bool
) -> Iterator[PossibleLayouts]:
    """The same for the other seat, for each tile that it may have inverted and each that this one may have been revealed as."""
    other = seated(view).other
    sold = [sale for sale in sales(view, set_) if sale.seat is other]
    places = [TilePlace(sale.group, sale.size, sale.colour) for sale in sold]
    columns = [every[:, sale.group - 1, values.SIZES.index(sale.size)] for sale in sold]
    if spare is not None:
        places.append(TilePlace(values.LEFT, None, None))
        columns.append(spare)
    numbers = np.stack(columns, 1) if columns else np.empty((len(every), 0), dtype=np.int64)
    events = _events(view, other, set_)
    turned = view.inverted(other)
    guesses: list[tuple[int | None, Event | None]] = [(None, None)]
    if turned == set_ or (turned == values.FINAL and late):
        faced = {event for event in events if event.shown.set == set_ and (event.final or turned == set_)}
        guesses = [(column, event) for column in range(len(places)) for event in (None, *sorted(faced, key=events.index))]
    for column, event in guesses:
        possible_layouts = _guessed(view, set_, numbers, places, events, column, event, late)
        if possible_layouts is None:
            continue
        fits, present, gone = possible_layouts
        keep = np.flatnonzero(fits)
        ups = tuple(_ups(view, places, shown, column))
        matched = _matched(view, present[keep], gone[keep], places, ups, shown, column)
        if matched.any():
            parts = (tuple(places), column, present[keep], gone[keep], shown, ups, matched)
            yield PossibleLayouts(set_, every[keep], left[keep], *parts, view.terms.recolour)


def _guessed(
    view: View,
    set_: int,
    numbers: Ints,
    places: Sequence[TilePlace],
    events: list[Event],
    turned: int | None,
    faced: Event | None,
    late: bool,
) -> tuple[Bools, Ints, Bools] | None:
    """The rows that fit the revealed tiles, the present numbers, and the tiles that are gone; None if no row can fit."""
    if _twice(event for event in events if event.shown.set == set_ and event is not faced):
        return None
    present, gone = numbers, np.zeros(numbers.shape, dtype=np.bool_)
    fits = np.ones(len(numbers), dtype=np.bool_)
    if turned is not None:
        present = numbers.copy()
        present[:, turned] = values.HIGHEST - numbers[:, turned]
        if faced is not None:
            shown = faced.shown
            fits = present[:, turned] == shown.number
            if shown.group not in (None, places[turned].group) or not _coloured(view, shown, turned=True) or not fits.any():
                return None
    plain = [column for column in range(len(places)) if column != turned]
    for event in events:
        shown, here = event.shown, np.zeros(numbers.shape, dtype=np.bool_)
        is_turned = faced is not None and event is faced
        if is_turned:
            here[:, turned] = True
        elif shown.set == set_:
            columns = [column for column in plain if shown.group in (None, places[column].group)]
            here[:, columns] = numbers[:, columns] == shown.number
            fits = fits & here.any(1) & _coloured(view, shown, turned=False)
        if event.surrendered:
            # the smallest: by number, then set, then plain before inverted
            now = present if event.final or not late else numbers
            later = now > shown.number
            if set_ > shown.set:
                later |= now == shown.number
            elif set_ == shown.set and turned is not None and not is_turned:
                later[:, turned] |= now[:, turned] == shown.number
            fits = fits & (gone | here | later).all(1)
        gone = gone | here
    return (fits, present, gone) if fits.any() else None


def _ups(view: View, places: Sequence[TilePlace], shown: tuple[values.FaceDown, ...], turned: int | None) -> Iterator[tuple[int, ...]]:
    """Which tiles may lie there, a column for each face; whether a left-over tile has the colour is not asked here."""

    def colour(column: int) -> values.Colour | None:
        known = places[column].colour
        if known is None or column != turned or not view.terms.recolour:
            return known
        return values.Colour.WHITE if known is values.Colour.BLACK else values.Colour.BLACK

    def looks(column: int, face: values.FaceDown) -> bool:
        return face.group in (None, places[column].group) and (face.colour is None or colour(column) in (None, face.colour))

    def lay(kinds: list[tuple[values.FaceDown, int]], taken: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not kinds:
            yield taken
            return
        (face, number), *rest = kinds
        for chosen in combinations([column for column in range(len(places)) if column not in taken and looks(column, face)], number):
            yield from lay(rest, (*taken, *chosen))

    yield from lay(list(Counter(shown).items()), ())


def _matched(
    view: View,
    present: Ints,
    gone: Bools,
    places: Sequence[TilePlace],
    ups: Sequence[tuple[int, ...]],
    shown: tuple[values.FaceDown, ...],
    turned: int | None,
) -> Bools:
    """Which tiles may lie face down in which row, shape (n, ups)."""
    fits: Bools = gone.astype(np.int64) @ laid(len(places), ups) == 0
    spare = len(places) - 1 if places and places[-1].colour is None else None
    for at, columns in enumerate(ups):
        wanted = shown[columns.index(spare)].colour if spare is not None and spare in columns else None
        if wanted is not None:
            white = present[:, spare] % 2 == 1
            fits[:, at] &= (white == (wanted is values.Colour.WHITE)) != (spare == turned and not view.terms.recolour)
    return fits


# --- What a tile may be


@lru_cache(maxsize=64)
def possible(view: View) -> Possible:
    """What follows from the view of a seat."""
    lots: dict[str, int] = {}
    up: dict[values.FaceDown, int] = {}
    if view.block is not None:
        every, other = rows(view, view.set), seated(view).other
        bought = {(sale.group, sale.size) for sale in sales(view, view.set) if sale.seat is other}
        for group, size in {*bought, *((view.block.group, size) for size in view.block.unsold)}:
            lots[f"{view.set}-{group}-{size}"] = _mask(every[:, group - 1, values.SIZES.index(size)])
    elif view.owed in (values.Owed.KEEP, values.Owed.ITEMS, values.Owed.FIRST, values.Owed.MORE):
        seen = {id(lie): lie for each in together(view) for some in each for lie in some}
        for lie in seen.values():
            whole = lie.fits.any(1)
            for column, place in enumerate(lie.places):
                lot = f"{lie.set}-{'left' if place.size is None else f'{place.group}-{place.size}'}"
                lots[lot] = lots.get(lot, 0) | _mask(lie.numbers[whole & ~lie.gone[:, column], column])
            for at, columns in enumerate(lie.ups):
                for face, column in zip(lie.shown, columns, strict=True):
                    up[face] = up.get(face, 0) | _mask(lie.numbers[lie.fits[:, at], column])
    return Possible({lot: _members(mask) for lot, mask in lots.items() if mask}, {face: _members(mask) for face, mask in up.items()})


def _mask(numbers: Ints) -> int:
    return int(np.bitwise_or.reduce(1 << numbers, initial=0))


def _members(mask: int) -> tuple[int, ...]:
    return tuple([number for number in range(values.HIGHEST + 1) if mask >> number & 1])


def together(view: View) -> Iterator[list[list[PossibleLayouts]]]:
    """In a joust phase, the lies of the sets whose tiles may be put up now: any of the first with any of the others.

    There is one such list for each way to assign to sets the tiles of unknown set: the inverted tile, hidden faces.
    """
    if not view.final:
        yield [list(possible_layouts(view, view.set, faces(view, view.set)))]
        return
    sets = range(1, view.terms.sets + 1)
    seat = seated(view)
    lates = list(sets) if view.inverted(seat.other) == values.FINAL else [0]
    lost = view.inverted(seat) == values.FINAL and not any(tile.inverted for tile in (*own(view).hand, *own(view).up))
    own_lates = list(sets) if lost else [0]
    hidden = 0 if view.table is None else sum(face.set is None for face in view.table.up[seat.other])
    kept: dict[tuple[int, int, bool, bool], list[PossibleLayouts]] = {}
    for late in lates:
        for own_late in own_lates:
            for parts in _shares(hidden, len(sets)):
                groups = []
                for set_, number in zip(sets, parts, strict=True):
                    key = (set_, number, late == set_, own_late == set_)
                    if key not in kept:
                        shown = (*faces(view, set_), *[values.FaceDown()] * number)
                        kept[key] = list(possible_layouts(view, set_, shown, late=key[2], own_late=key[3]))
                    groups.append(kept[key])
                if all(groups):
                    yield groups


def _shares(number: int, sets: int) -> Iterator[tuple[int, ...]]:
    """Every way to share out a number over sets."""
    if sets == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in _shares(number - first, sets - 1):
            yield (first, *rest)
