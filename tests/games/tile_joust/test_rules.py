"""Random matches under random options, and what holds in all of them; the joust against a count made by hand."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from deathmatch.core.game import TIMEOUT, Ask, Deals, Over
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games import find
from deathmatch.games.tile_joust import TileJoust
from deathmatch.games.tile_joust.state import State
from deathmatch.games.tile_joust.values import HIGHEST, MOST, SIZES, Colour, FinishedJoust, Item, Owed, Sale, Tile, Use
from deathmatch.match.dealer import HmacSource

OPTIONS = st.fixed_dictionaries(
    {
        "chips": st.sampled_from([0, 1, 3, 12, 90]),
        "sets": st.integers(1, 3),
        "opening": st.integers(0, 1),
        "preview": st.sampled_from(["no", "yes"]),
        "shown": st.sampled_from(["all", "first"]),
        "late_first": st.sampled_from(["surrender", "nothing"]),
    }
)
FINAL_OPTIONS = {
    "picker": st.sampled_from("AB"),
    "conceal": st.sampled_from(["both", "own"]),
    "inverted_colour": st.sampled_from(["new", "old"]),
}


@st.composite
def walks(pick: st.DrawFn) -> tuple[TileJoust, list[tuple[State, dict[Seat, Any]]]]:
    """A game and a random match of it: every state with the turn that was played there."""
    name = pick(st.sampled_from(["gauntlet", "final"]))
    options = pick(OPTIONS) | (pick(st.fixed_dictionaries(FINAL_OPTIONS)) if name == "final" else {"dmo": pick(st.sampled_from("AB"))})
    _, game = find(f"tile-joust/{name}").bind(options)
    assert isinstance(game, TileJoust)
    source = HmacSource(str(pick(st.integers(0, 10**6))).encode(), "walk")
    late = pick(st.sampled_from([2, 12, 1000]))
    steps: list[Any] = []
    state = game.start()
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Deals):
            steps.append((state, {}))
            state = game.deal(state, pending.chance.sample(source))
            continue
        turn = {
            seat: TIMEOUT if source.below(late) == 0 else game.decision(game.view(state, seat)).sample(source) for seat in pending.seats
        }
        steps.append((state, turn))
        state = game.play(state, turn)
    return game, [*steps, (state, {})]


@settings(max_examples=60, deadline=None)
@given(walks())
def test_what_holds_in_every_state(walk: tuple[TileJoust, list[tuple[State, dict[Seat, Any]]]]) -> None:
    game, steps = walk
    inverted: dict[Seat, bool] = dict.fromkeys(SEATS, False)
    for (state, turn), (after, _) in pairwise(steps):
        for seat, move in turn.items():
            inverted[seat] |= isinstance(move, Use) and move.invert is not None
        assert_paid(game, after)
        assert_tiles(game, after, inverted)
        assert_hands(game, after)
        assert_listed(game, state, turn)
        if len(after.jousts) > len(state.jousts):
            assert_resolved(game, state, turn, after.jousts[-1])
    assert_over(steps[-1][0])


def assert_paid(game: TileJoust, state: State) -> None:
    """Only buyers pay, their own bids (R16); every set sells twelve tiles, and the opener of a group buys in turn (R17)."""
    for seat in SEATS:
        paid = sum(sale.price for sale in state.sales if sale.seat is seat)
        assert state.chips[seat] == game.terms.chips - paid >= 0
    by_set = Counter(sale.set for sale in state.sales)
    assert all(number == 12 for set_, number in by_set.items() if set_ != state.set)
    places = [(sale.set, sale.group, sale.size) for sale in state.sales]
    assert len(set(places)) == len(places)
    assert [place[:2] for place in places] == sorted(place[:2] for place in places)


def _owned(state: State, seat: Seat) -> list[tuple[int, int]]:
    """Set and number of all that a seat has or had, spent tiles included."""
    up = () if state.joust is None else state.joust.up[seat]
    tiles = [(tile.set, tile.number) for tile in (*state.hands[seat], *state.stored[seat], *up)]
    for done in state.jousts:
        given_ = done.surrendered[seat]
        tiles += [(tile.set, tile.number) for tile in (*done.tiles[seat], *([given_] if given_ else []))]
    return tiles


def assert_tiles(game: TileJoust, state: State, inverted: dict[Seat, bool]) -> None:
    """No tile is lost or made; an inversion changes one number (R20), and a set's numbers are each dealt once (R3)."""
    owned = {seat: _owned(state, seat) for seat in SEATS}
    for seat in SEATS:
        bought = sum(sale.seat is seat for sale in state.sales)
        spare = len(owned[seat]) - bought
        assert 0 <= spare <= len(state.leftovers)
    for set_ in {sale.set for sale in state.sales}:
        counts = Counter(number for seat in SEATS for one, number in owned[seat] if one == set_)
        assert all(game.terms.lowest <= number <= HIGHEST or any(inverted.values()) for number in counts)
        assert sum(number - 1 for number in counts.values()) <= sum(inverted.values())


def assert_hands(game: TileJoust, state: State) -> None:
    """Hands are in order, and no two tiles share a name (R11)."""
    for seat in SEATS:
        for tiles in (state.hands[seat], state.stored[seat]):
            assert list(tiles) == sorted(tiles)
            for tile in tiles:
                assert tile.colour is Colour.of(tile.number) or (tile.inverted and not game.terms.recolour)
        names = [tile.name(final=state.final) for tile in state.hands[seat]]
        assert len(set(names)) == len(names)
        if not state.final:
            assert {tile.set for tile in state.hands[seat]} <= {state.set}
    if state.joust is not None:
        assert all(len(tiles) <= MOST for tiles in state.joust.up)


def assert_listed(game: TileJoust, state: State, turn: dict[Seat, Any]) -> None:
    """The legal moves are as many as are counted, and each is read back from its text."""
    pending = game.pending(state)
    assert isinstance(pending, Ask) == bool(turn)
    for seat in turn:
        decision = game.decision(game.view(state, seat))
        moves = list(decision.moves())
        assert len(set(moves)) == len(moves) == decision.count() >= 1
        for move in moves[:: max(1, len(moves) // 12)]:
            decision.check(move)
            assert decision.read(decision.write(move)) == move


def assert_resolved(game: TileJoust, state: State, turn: dict[Seat, Any], done: FinishedJoust) -> None:
    """R22, counted once more from what was put up."""
    assert state.joust is not None
    up: dict[Seat, list[Tile]] = {}
    for seat in SEATS:
        move = turn.get(seat)
        up[seat] = [*state.joust.up[seat], *([move.tile] if hasattr(move, "tile") else [])]
        assert [tile.number for tile in done.tiles[seat]] == [tile.number for tile in up[seat]]
        assert done.total[seat] == sum(tile.number for tile in up[seat])
    lost = {}
    for seat in SEATS:
        numbers = [tile.number for tile in up[seat]]
        if not numbers and game.terms.surrender:
            numbers = [min(tile.number for tile in state.hands[seat])]
            assert done.surrendered[seat] is not None
        lost[seat] = min(numbers, default=0)
    score = {seat: done.total[seat] if up[seat] else -1 for seat in SEATS}
    winner = max(SEATS, key=score.__getitem__) if score[Seat.A] != score[Seat.B] else None
    assert done.winner is winner
    for seat in SEATS:
        assert done.gain[seat] == (0 if winner is seat.other else lost[seat.other])


def assert_over(state: State) -> None:
    """R24, R25: the points are those of the jousts and one for each tile left; somebody has won."""
    assert state.outcome is not None
    for seat in SEATS:
        assert state.points[seat] == sum(done.gain[seat] for done in state.jousts) + len(state.hands[seat])
    winner = state.outcome.winner
    assert winner is not None
    assert state.points[winner] >= state.points[winner.other]
    assert (state.outcome.reason == "points") == (state.points.a != state.points.b)
    assert state.set == 0
    assert not any(state.stored.map(len))


# --- Single rules


def sales(text: str, chips: int = 0) -> tuple[Sale, ...]:
    """What is sold after this deal where nobody has chips, up to the first choice."""
    _, game = find("tile-joust/gauntlet").bind({"chips": chips})
    state = game.start()
    pending = game.pending(state)
    assert isinstance(pending, Deals)
    after: State = game.deal(state, pending.chance.read(text))
    while after.owed is Owed.CHOOSE:
        after = game.play(after, {after.asked(game.terms)[0]: TIMEOUT})
    return after.sales


def test_the_nearest_tile_opens_a_group_and_balance_where_two_are_equally_near() -> None:
    sold = sales("tiles 1-5-9 3-7-13 2-6-11 4-8-12 left 10")
    firsts = [sale.size for sale in sold if sale.group > 1][::3]
    # By time-outs the last tile of group 1 is its Giant, 9 (Balance, Minute, Giant): 7 is nearest in 3 7 13. Its last is the 13: 11 is
    # nearest in 2 6 11. Giant first, then Balance by time-out, then Minute, the 2: the 4 is nearest in 4 8 12.
    assert [size.value for size in firsts] == ["balance", "giant", "minute"]
    tie = sales("tiles 1-2-7 5-9-13 3-4-6 8-10-11 left 12")
    # The 7 is as near to the 5 as to the 9.
    assert next(sale.size.value for sale in tie if sale.group == 2) == "balance"


def test_sold_sizes_and_colours_are_those_of_the_groups() -> None:
    sold = sales("tiles 1-5-9 3-7-13 2-6-11 4-8-12 left 10")
    numbers = {(1, "minute"): 1, (2, "giant"): 13, (3, "balance"): 6, (4, "giant"): 12}
    for sale in sold:
        number = numbers.get((sale.group, sale.size))
        assert number is None or sale.colour is Colour.of(number)
    assert Counter(sale.size for sale in sold) == dict.fromkeys(SIZES, 4)


def test_an_item_is_used_once_in_a_match() -> None:
    variant = find("tile-joust/final")
    _, game = variant.bind({"chips": 0, "sets": 2})
    source, state = HmacSource(b"items", "once"), game.start()
    used = Counter[Item]()
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(source))
            continue
        turn = {}
        for seat in pending.seats:
            moves = list(game.decision(game.view(state, seat)).moves())
            turn[seat] = moves[-1] if pending.name == "items" else moves[0]  # the last one uses everything
            if pending.name == "items":
                used.update(game.view(state, seat).usable(seat))
        state = game.play(state, turn)
    assert used == {Item.INVERSION: 1, Item.CONCEAL: 1}
