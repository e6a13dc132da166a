"""What a seat believes is exactly what fits: held to brute force over deals and over all that the other seat may have done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import TIMEOUT, Ask, Deals, Over
from deathmatch.core.options import Values
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games import find
from deathmatch.games.tile_joust import TileJoust, belief
from deathmatch.games.tile_joust.deduction import possible, rows
from deathmatch.games.tile_joust.state import State
from deathmatch.games.tile_joust.values import FINAL, HIGHEST, SIZES, Deal, FaceDown, Owed, Put, Tile, Tiles
from deathmatch.games.tile_joust.view import View
from deathmatch.match.dealer import HmacSource

MANY = 1000  # worlds from which on brute force takes too long


def bound(variant: str, options: Values) -> TileJoust:
    game = find(f"tile-joust/{variant}").bind(options)[1]
    assert isinstance(game, TileJoust)
    return game


def any_options(variant: str, source: RandomSource) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for option in find(f"tile-joust/{variant}").options:
        if hasattr(option.kind, "words") and source.below(3) == 0:
            chosen[option.key] = source.choice(option.kind.words)
    return chosen


def some_turn(game: TileJoust, state: State, seats: tuple[Seat, ...], source: RandomSource) -> dict[Seat, Any]:
    turn = {}
    for seat in seats:
        late = source.below(15) == 0
        turn[seat] = TIMEOUT if late else game.decision(game.view(state, seat)).sample(source)
    return turn


def positions(game: TileJoust, source: RandomSource) -> Iterator[tuple[State, tuple[Seat, ...]]]:
    """Every position of one match in which somebody is asked."""
    state = game.start()
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(source))
            continue
        assert isinstance(pending, Ask)
        yield state, pending.seats
        state = game.play(state, some_turn(game, state, pending.seats, source))


# --- By brute force


def fitting(view: View, seat: Seat, set_: int) -> Iterator[Deal]:
    """Every deal in which the seat has what it has and colours are as shown; some may not fit what came up."""
    assert view.own is not None
    mine = {(tile.group - 1, SIZES.index(tile.size)): tile.number for tile in view.own.hand if tile.size is not None}
    shown = {(sale.group - 1, SIZES.index(sale.size)): sale.colour for sale in view.sales if sale.set == set_}
    if view.block is not None:
        shown |= {(view.block.group - 1, place): colour for place, colour in enumerate(view.block.colours)}

    def after(groups: tuple[tuple[int, ...], ...], left: tuple[int, ...]) -> Iterator[Deal]:
        if len(groups) == 4:
            yield Deal(groups, left)
            return
        for group in combinations(left, 3):
            here = [(len(groups), place) for place in range(3)]
            if all(mine.get(at, n) == n and shown[at] == ("white" if n % 2 else "black") for at, n in zip(here, group, strict=True)):
                yield from after((*groups, group), tuple(n for n in left if n not in group))

    yield from after((), tuple(range(view.terms.lowest, HIGHEST + 1)))


def replayed(game: TileJoust, deal: Deal, log: list[dict[Seat, Any]]) -> State | None:
    """The same auction with other tiles; None where somebody else would have been asked."""
    state = game.start()
    if isinstance(pending := game.pending(state), Ask):
        state = game.play(state, {pending.seats[0]: log[0][pending.seats[0]]})
        log = log[1:]
    state = game.deal(state, deal)
    for turn in log:
        pending = game.pending(state)
        if not isinstance(pending, Ask) or set(pending.seats) != set(turn) or state.owed in (Owed.KEEP, Owed.ITEMS, Owed.FIRST):
            return None
        state = game.play(state, turn)
    return state


def others(game: TileJoust, state: State, seat: Seat) -> list[Any]:
    """All that a seat may do, running out of time included."""
    return [*(game.decision(game.view(state, seat)).moves() or ()), TIMEOUT]


def normal(view: View, other: Seat, up: Tiles) -> Tiles:
    """Of tiles up that look alike, the smaller one first."""
    faces = () if view.table is None else view.table.up[other]
    tiles = list(up)
    for one, two in combinations(range(len(tiles)), 2):
        if faces[one] == faces[two] and tiles[two] < tiles[one]:
            tiles[one], tiles[two] = tiles[two], tiles[one]
    return tuple(tiles)


def followed(game: TileJoust, worlds: set[State], seat: Seat, turn: dict[Seat, Any], after: View) -> set[State]:
    """All states to which the other seat may have brought these, such that the seat sees what it sees."""
    states = set()
    for state in worlds:
        ask = game.pending(state)
        assert isinstance(ask, Ask)
        own = {seat: turn[seat]} if seat in turn else {}
        replies = [{seat.other: move} for move in others(game, state, seat.other)] if seat.other in ask.seats else [{}]
        for reply in replies:
            later = game.play(state, {**own, **reply})
            if game.view(later, seat) == after:
                states.add(later)
    return states


Seen = tuple[dict[belief.Hand, int], dict[str, tuple[int, ...]], dict[FaceDown, tuple[int, ...]]]


def own(state: State, seat: Seat, view: View) -> tuple[belief.Hand, list[Tile], Tiles]:
    """What a seat holds in the form of a belief, its tiles, and those of them that are up."""
    up = () if state.joust is None else normal(view, seat, state.joust.up[seat])
    tiles = sorted((*state.hands[seat], *up), key=lambda tile: (tile.number, tile in up))  # which of two equal numbers is up is all one
    return (tuple([tile.number for tile in tiles]), sum(1 << place for place, tile in enumerate(tiles) if tile in up)), tiles, up


def held(states: set[State], view: View, other: Seat) -> Seen:
    """The hands of the other seat with the number of their worlds, and the numbers of each of its tiles."""
    worlds = {(state.deal, state.hands, own(state, other, view)[2]): state for state in states}
    hands, lots, faces = Counter[belief.Hand](), dict[str, set[int]](), dict[FaceDown, set[int]]()
    for state in worlds.values():
        hand, tiles, up = own(state, other, view)
        hands[hand] += 1
        for tile in tiles:
            lots.setdefault(tile.lot, set()).add(tile.number)
        for face, tile in zip(() if view.table is None else view.table.up[other], up, strict=True):
            faces.setdefault(face, set()).add(tile.number)
    return hands, {lot: tuple(sorted(some)) for lot, some in lots.items()}, {face: tuple(sorted(some)) for face, some in faces.items()}


def believed(view: View, every: int) -> Seen:
    """The belief of a joust phase, in the form of `held`."""
    found = possible(view)
    return {hand: round(chance * every, 6) for hand, chance in belief.hands(view)}, dict(found.lots), dict(found.faces)  # type: ignore[misc]


def forgets(view: View, seat: Seat) -> bool:
    """Whether a view may not hold all that its seat has seen: where its spent tiles lay, if groups are hidden or one was inverted."""
    inversion, _, conceal = view.items or (None, None, None)
    return (inversion is not None and inversion.seat is seat and inversion.used is not None) or (conceal is not None and conceal.used == 1)


@pytest.mark.parametrize("label", [0, 1, *(pytest.param(label, marks=pytest.mark.nightly) for label in range(2, 12))])
@pytest.mark.parametrize("variant", ["gauntlet", "final"])
def test_belief_is_what_fits_by_brute_force(variant: str, label: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(belief, "GATHERED", 10**6)
    source = HmacSource(b"belief", f"{variant} {label}")
    game = bound(variant, any_options(variant, source) | {"sets": 1, "preview": "no", "chips": source.choice((0, 6, 30))})
    seat = source.choice(SEATS)
    state, log, worlds, compared = game.start(), list[dict[Seat, Any]](), set[State](), 0
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(source))
            continue
        assert isinstance(pending, Ask)
        view = game.view(state, seat)
        if worlds:
            fit = held(worlds, view, seat.other)
            thought = believed(view, sum(fit[0].values()))
            assert fit == thought or (forgets(view, seat) and fit[0].keys() <= thought[0].keys())
            compared += 1
            if len(worlds) > MANY:
                break
        elif len(view.sales) >= 10 and (seat in pending.seats or view.block is None):
            states = [replayed(game, deal, log) for deal in fitting(view, seat, 1)]
            worlds = {world for world in states if world is not None and game.view(world, seat) == view}
            assert state in worlds
            if view.block is not None:
                deals = {world.deal.groups for world in worlds if world.deal is not None}
                assert deals == {tuple(map(tuple, row)) for row in rows(view, 1).tolist()}
                compared += 1
                worlds = set()
        turn = some_turn(game, state, pending.seats, source)
        if seat in turn and isinstance(turn[seat], Put) and source.below(2):
            turn = {one: move if one is seat else source.choice(others(game, state, one)) for one, move in turn.items()}
        state = game.play(state, turn)
        log.append(turn)
        if worlds:
            worlds = followed(game, worlds, seat, turn, game.view(state, seat))
    assert compared


def test_the_truth_is_always_believed() -> None:
    source = HmacSource(b"belief", "truth")
    game = bound("final", {"sets": 2})
    for state, seats in positions(game, source):
        for seat in seats:
            view = game.view(state, seat)
            if state.deal is not None:
                every = rows(view, view.set).tolist()
                assert [list(group) for group in state.deal.groups[: len(every[0])]] in every
            if state.owed in (Owed.FIRST, Owed.MORE):
                assert own(state, seat.other, view)[0] in dict(belief.hands(view))
    assert state.set == FINAL
