"""The course of a match of Tile Joust, step by step as in the book (R12 to R25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from deathmatch.core.arguments import checking
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal
from deathmatch.core.game import Over, Timeout
from deathmatch.core.seats import SEATS, BySeat, Seat, certain
from deathmatch.core.simple import UnlistedDeal
from deathmatch.core.speech import mark, say
from deathmatch.games.tile_joust import values
from deathmatch.games.tile_joust.state import NO_TILES, Joust, State
from deathmatch.games.tile_joust.values import GROUPS, HIGHEST, R3, SIZES, Deal, Owed, Terms


def start(terms: values.Terms) -> State:
    """Set-up; the items may be given out already (as-written W1)."""
    state = State(values.Owed.TILES, 1, BySeat(terms.chips, terms.chips))
    if not terms.items:
        return state
    if terms.holders:
        return replace(state, items=tuple([values.Holding(seat) for seat in terms.holders]))
    return replace(state, owed=values.Owed.PICK, items=(values.Holding(),) * len(values.ITEMS))


# --- How a match goes on


def play(terms: values.Terms, state: State, turn: Mapping[Seat, values.Move | Timeout]) -> State:
    """The state after every seat that owed something has submitted."""
    match state.owed:
        case values.Owed.PICK:
            return _pick(terms, state, turn[terms.picker])
        case values.Owed.BID:
            return _bid(terms, state, next(iter(turn.values())))
        case values.Owed.CHOOSE:
            return _choose(terms, state, next(iter(turn.values())))
        case values.Owed.KEEP:
            return _keep(terms, state, next(iter(turn.values())))
        case values.Owed.ITEMS:
            return _items(terms, state, turn)
        case values.Owed.FIRST:
            return _first(terms, state, turn)
        case _:
            assert state.owed is values.Owed.MORE
            return _more(terms, state, turn)


def _pick(terms: values.Terms, state: State, move: values.Move | Timeout) -> State:
    """R2: the picker has one item, the other seat the rest; a time-out takes the first."""
    picked = move.item if isinstance(move, values.Pick) else values.Item.INVERSION
    holders = tuple([values.Holding(terms.picker if item is picked else terms.picker.other) for item in values.ITEMS])
    return replace(state, owed=values.Owed.TILES, items=holders)


# --- The auction


def deal(terms: values.Terms, state: State, dealt: values.Deal) -> State:
    """R14: a set begins with the Balance tile of its first group."""
    opener = certain(terms.dmo if not terms.items else state.holding(values.Item.EQUALISER).seat)
    return _auction(terms, replace(state, deal=dealt, block=_opened(terms, dealt, 1, values.Size.BALANCE, opener)))


def _opened(terms: values.Terms, dealt: values.Deal, group: int, tile: values.Size, actor: Seat) -> values.Block:
    """A group whose first tile comes under auction; its colours are public from here on."""
    coming = tuple([values.colours(later) for later in dealt.groups[group:]]) if terms.preview else ()
    return values.Block(group, values.colours(dealt.groups[group - 1]), values.SIZES, actor, tile, coming=coming)


def _auction(terms: values.Terms, state: State) -> State:
    """R15: asks the seat to act, unless its chips do not reach the lowest legal bid; then it folds at once."""
    block = certain(state.block)
    if state.chips[block.actor] >= block.lowest(terms.opening):
        return replace(state, owed=values.Owed.BID)
    return _fold(terms, state, block)


def _bid(terms: values.Terms, state: State, move: values.Move | Timeout) -> State:
    """R15; a time-out folds."""
    block = certain(state.block)
    if not isinstance(move, values.Bid):
        return _fold(terms, state, block)
    bidder = block.actor
    return _auction(terms, replace(state, block=replace(block, bid=move.chips, bidder=bidder, actor=bidder.other)))


def _fold(terms: values.Terms, state: State, block: values.Block) -> State:
    """R16: the other seat buys, for its bid or for nothing. R17: the next tile under auction."""
    buyer, price, size = block.actor.other, block.bid or 0, block.tile
    dealt = certain(state.deal)
    assert size is not None
    number = dealt.number(block.group, size)
    colour = block.colours[values.SIZES.index(size)]
    sold = _take(state, buyer, values.Tile(number, state.set, False, colour, block.group, size))
    state = replace(
        sold,
        chips=state.chips.put(buyer, state.chips[buyer] - price),
        sales=(*state.sales, values.Sale(state.set, block.group, size, colour, buyer, price)),
    )
    unsold = tuple([other for other in block.unsold if other is not size])
    if len(unsold) == 2:
        return replace(state, owed=values.Owed.CHOOSE, block=replace(block, unsold=unsold, actor=buyer, tile=None, bid=None, bidder=None))
    if unsold:
        return _next_tile(terms, state, replace(block, unsold=unsold, actor=buyer), unsold[0])
    if block.group < values.GROUPS:
        tile = _nearest(dealt.groups[block.group], number)
        return _auction(terms, replace(state, block=_opened(terms, dealt, block.group + 1, tile, buyer)))
    return _left_over(terms, replace(state, block=None), dealt)


def _nearest(group: tuple[int, ...], number: int) -> values.Size:
    """R17: which tile of a group has the number nearest to this one; Balance if two are equally near."""
    away = [abs(other - number) for other in group]
    return values.Size.BALANCE if away.count(min(away)) > 1 else values.SIZES[away.index(min(away))]


def _choose(terms: values.Terms, state: State, move: values.Move | Timeout) -> State:
    """R17; a time-out chooses Balance, or Minute if Balance is sold."""
    block = certain(state.block)
    default = values.Size.BALANCE if values.Size.BALANCE in block.unsold else values.Size.MINUTE
    return _next_tile(terms, state, block, move.size if isinstance(move, values.Choose) else default)


def _next_tile(terms: values.Terms, state: State, block: values.Block, size: values.Size) -> State:
    """Another tile of the same group comes under auction."""
    return _auction(terms, replace(state, block=replace(block, tile=size, bid=None, bidder=None)))


def _take(state: State, seat: Seat, tile: values.Tile) -> State:
    """A tile joins a hand."""
    return replace(state, hands=state.hands.put(seat, tuple(sorted((*state.hands[seat], tile)))))


# --- Left-over tiles


def _left_over(terms: values.Terms, state: State, dealt: values.Deal) -> State:
    """R18. Stored tiles are out of the hands, so a hand holds the tiles of this set."""
    a, b = state.hands.map(len)
    fewer = None if a == b else Seat.A if a < b else Seat.B
    state = replace(state, leftovers=(*state.leftovers, fewer))
    if fewer is None:
        return _phase(terms, state)
    if terms.left > 1:
        return replace(state, owed=values.Owed.KEEP)
    (number,) = dealt.left
    return _phase(terms, _take(state, fewer, _spare(state, number)))


def _spare(state: State, number: int) -> values.Tile:
    """A left-over tile."""
    return values.Tile(number, state.set, False, values.Colour.of(number), values.LEFT, None)


def _keep(terms: values.Terms, state: State, move: values.Move | Timeout) -> State:
    """R18; a time-out keeps the lower number."""
    assert state.deal is not None
    chooser = certain(state.leftovers[-1])
    kept = move.number if isinstance(move, values.Keep) else state.deal.left[0]
    (away,) = [number for number in state.deal.left if number != kept]
    given = state.given.put(chooser, (*state.given[chooser], values.Given(state.set, away)))
    state = _take(_take(state, chooser, _spare(state, kept)), chooser.other, _spare(state, away))
    return _phase(terms, replace(state, given=given))


# --- The joust phase


def _phase(terms: values.Terms, state: State) -> State:
    """R19: no joust if a hand has too few tiles; else items, if somebody may use one."""
    if _run_out(state):
        return _phase_ends(terms, state)
    if any(state.usable(seat) for seat in SEATS):
        return replace(state, owed=values.Owed.ITEMS)
    return _joust(state)


def _run_out(state: State) -> bool:
    """R19, R22: whether a seat has too few tiles for a joust: one or none, in the final joust none."""
    return min(state.hands.map(len)) <= (0 if state.final else 1)


def _items(terms: values.Terms, state: State, turn: Mapping[Seat, values.Move | Timeout]) -> State:
    """R20: all used items take effect together."""
    for seat, move in turn.items():
        if not isinstance(move, values.Use):
            continue
        if move.invert is not None:
            kept = [tile for tile in state.hands[seat] if tile != move.invert]
            hand = tuple(sorted([*kept, _inverted(terms, move.invert)]))
            state = _used(replace(state, hands=state.hands.put(seat, hand)), values.Item.INVERSION)
        if move.conceal:
            state = _used(state, values.Item.CONCEAL)
    return _joust(state)


def _inverted(terms: values.Terms, tile: values.Tile) -> values.Tile:
    number = values.HIGHEST - tile.number
    return replace(tile, number=number, inverted=True, colour=values.Colour.of(number) if terms.recolour else tile.colour)


def _used(state: State, item: values.Item) -> State:
    items = tuple([replace(held, used=state.set) if other is item else held for other, held in zip(values.ITEMS, state.items, strict=True)])
    return replace(state, items=items)


def _joust(state: State) -> State:
    """R21: the next joust begins."""
    return replace(state, owed=values.Owed.FIRST, joust=Joust())


def _first(terms: values.Terms, state: State, turn: Mapping[Seat, values.Move | Timeout]) -> State:
    """R21: after a time-out the joust resolves at once."""
    state = _add(state, turn)
    late = any(not isinstance(move, values.Put) for move in turn.values())
    return _resolve(terms, state) if late else _round(terms, state)


def _more(terms: values.Terms, state: State, turn: Mapping[Seat, values.Move | Timeout]) -> State:
    """R21: a time-out passes; a round in which nothing is added is the last."""
    if not any(isinstance(move, values.Put) for move in turn.values()):
        return _resolve(terms, state)
    return _round(terms, _add(state, turn))


def _add(state: State, turn: Mapping[Seat, values.Move | Timeout]) -> State:
    """The tiles of a round go from the hands onto the table."""
    joust, hands = certain(state.joust), state.hands
    up = joust.up
    for seat, move in turn.items():
        if isinstance(move, values.Put):
            hands = hands.put(seat, tuple([tile for tile in hands[seat] if tile != move.tile]))
            up = up.put(seat, (*up[seat], move.tile))
    return replace(state, hands=hands, joust=replace(joust, up=up))


def _round(terms: values.Terms, state: State) -> State:
    """R21: another round, unless no seat can add."""
    assert state.joust is not None
    if not any(state.can_add(seat) for seat in SEATS):
        return _resolve(terms, state)
    return replace(state, owed=values.Owed.MORE, joust=replace(state.joust, round=state.joust.round + 1))


def _resolve(terms: values.Terms, state: State) -> State:
    """R22, in the book's steps."""
    joust = certain(state.joust)
    up, hands = joust.up, state.hands

    def reveal(seat: Seat, tile: values.Tile) -> values.Revealed:
        return values.Revealed(tile.number, tile.colour, tile.set, None if state.concealed(terms, seat) else tile.group)

    # 1. and 2. The totals, and who wins.
    tiles = BySeat.of(lambda seat: tuple([reveal(seat, tile) for tile in up[seat]]))
    total = up.map(lambda tiles: sum(tile.number for tile in tiles))
    a, b = BySeat.of(lambda seat: (bool(up[seat]), total[seat]))
    winner = None if a == b else Seat.A if a > b else Seat.B
    # 3. What is surrendered.
    given = BySeat.of(lambda seat: hands[seat][:1] if terms.surrender and not up[seat] else ())
    surrendered = BySeat.of(lambda seat: next((reveal(seat, tile) for tile in given[seat]), None))
    left = BySeat.of(lambda seat: hands[seat][len(given[seat]) :])
    # 4. Points.
    smallest = BySeat.of(lambda seat: min([tile.number for tile in up[seat] + given[seat]], default=0))
    gain = BySeat.of(lambda seat: 0 if winner is seat.other else smallest[seat.other])
    points = BySeat.of(lambda seat: state.points[seat] + gain[seat])
    done = values.FinishedJoust(state.set, tiles, surrendered, total, winner, gain)
    spent = BySeat.of(lambda seat: tuple(sorted((*state.spent[seat], *up[seat], *given[seat]))))
    state = replace(state, hands=left, points=points, joust=None, jousts=(*state.jousts, done), spent=spent)
    # 5. All tiles up are spent; the next joust, or the end of the phase.
    if _run_out(state) or not (up.a or up.b or terms.surrender):
        return _phase_ends(terms, state)
    return _joust(state)


def _phase_ends(terms: values.Terms, state: State) -> State:
    """R23: all hands are stored. R24: the final joust begins, or ends."""
    if state.final:
        points = BySeat.of(lambda seat: state.points[seat] + len(state.hands[seat]))
        return replace(state, points=points, outcome=_outcome(terms, state, points))
    stored = BySeat.of(lambda seat: tuple(sorted((*state.stored[seat], *state.hands[seat]))))
    if state.set < terms.sets:
        return replace(state, owed=values.Owed.TILES, set=state.set + 1, deal=None, hands=NO_TILES, stored=stored)
    return _phase(terms, replace(state, set=values.FINAL, deal=None, hands=stored, stored=NO_TILES))


def _outcome(terms: values.Terms, state: State, points: BySeat[int]) -> Over:
    """R25."""
    if points.a != points.b:
        return Over(Seat.A if points.a > points.b else Seat.B, "points")
    if terms.items:
        return Over(state.holding(values.Item.EQUALISER).seat, "tie_equaliser")
    return Over(terms.dmo, "tie_dmo")


# --- The one deal (R3): the tiles of a set, mixed into four groups of three and the left-over ones


@checking
@dataclass(frozen=True, slots=True)
class SetDeal(UnlistedDeal):
    """`deal tiles`."""

    terms: Terms

    name = Owed.TILES.value
    by_hand = True  # each set is a full one, whatever was hidden in the sets before

    def read(self, text: str, /) -> Deal:
        """Raises Malformed (R3)."""
        return values.read_deal(text)

    def write(self, deal: Deal, /) -> str:
        """Canonical."""
        return deal.text

    def check(self, deal: Deal, /) -> None:
        """Raises Illegal (R3)."""
        if len(deal.groups) != GROUPS or any(len(group) != len(SIZES) for group in deal.groups):
            raise Illegal(say("there are {groups} groups of {number} numbers", groups=GROUPS, number=len(SIZES)), R3)
        if len(deal.left) != self.terms.left:
            raise Illegal(say("{most} left over, not {number}", most=self.terms.left, number=len(deal.left)), R3)
        wanted = list(range(self.terms.lowest, HIGHEST + 1))
        dealt = sorted(number for numbers in (*deal.groups, deal.left) for number in numbers)
        if dealt != wanted:
            missing = [number for number in wanted if number not in dealt]
            numbers = ", ".join(map(str, missing))
            text = mark("each number from {low} to {high} is dealt once; missing: {numbers}")
            raise Illegal(say(text, low=wanted[0], high=HIGHEST, numbers=numbers), R3)

    def sample(self, source: RandomSource, /) -> Deal:
        """Every outcome equally likely."""
        numbers = list(range(self.terms.lowest, HIGHEST + 1))
        source.shuffle(numbers)
        size = len(SIZES)
        groups = tuple([tuple(sorted(numbers[size * group : size * (group + 1)])) for group in range(GROUPS)])
        return Deal(groups, tuple(sorted(numbers[size * GROUPS :])))
