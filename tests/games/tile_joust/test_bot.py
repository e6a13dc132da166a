"""The bots of Tile Joust: what they must see, and how strong they are on few matches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from deathmatch.bots.arena import ArenaBout, run
from deathmatch.bots.budget import Counted
from deathmatch.core.bots import OutOfTime, TimeLeft
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games import find
from deathmatch.games.tile_joust import TileJoust, bidding
from deathmatch.games.tile_joust.belief import hands
from deathmatch.games.tile_joust.bidding import own_worth
from deathmatch.games.tile_joust.bot import Steady, Strong, _small, bots, mix, phase, smallest, solves_whole
from deathmatch.games.tile_joust.values import Bid, Colour, Owed, Plain, Put, Size, Use, text
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from deathmatch.solve.matrix import solve

DEAL = "deal tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 5"
HELD = f"{DEAL}\nA choose minute\nB choose balance\nA choose giant\nB choose giant"  # A holds 1 6 7 8 11 12, B 2 3 4 9 10 13


def after(options: dict[str, Any], lines: str, variant: str = "gauntlet") -> Position:
    """The position after these events, one a line."""
    variant_ = find(f"tile-joust/{variant}")
    position = Position.start(variant_, variant_.bind(options)[1])
    for line in lines.splitlines():
        actor, text = line.split(" ", 1)
        position = position.accept(actor if actor == "deal" else Seat(actor), text)[0]
    return position


def answer(name: str, position: Position, seat: Seat, label: str = "", thinking: int = 2000) -> Any:
    """What a bot submits there."""
    assert isinstance(position.game, TileJoust)
    bot = bots(position.game)[name]
    return bot.choose(position.game.view(position.state, seat), position.decision(seat), Counted(thinking), HmacSource(b"bot", label))


# --- What a tile is worth


def test_a_place_in_a_group_makes_some_numbers_likelier() -> None:
    chances = bidding.at_place([2, 5, 9, 13], Colour.WHITE, Size.GIANT)
    # of the groups of three: 2-5-9, and with the 13 on top 2-5, 2-9 and 5-9
    assert chances == pytest.approx({9: 1 / 4, 13: 3 / 4})


def test_a_high_tile_is_bid_higher_than_a_low_one() -> None:
    position = after({}, DEAL)
    view = position.game.view(position.state, Seat.B)
    for promise in (Steady(position.game.terms).promise, own_worth):
        promises = [promise(view, size) for size in Size]
        assert promises[2] > promises[0]


def test_steady_bids_one_more_until_the_tile_is_too_dear() -> None:
    assert answer("steady", after({}, DEAL), Seat.B) == Bid(1)
    assert answer("steady", after({}, f"{DEAL}\nB bid 2"), Seat.A) == Bid(3)
    assert answer("steady", after({}, f"{DEAL}\nB bid 40"), Seat.A) is Plain.FOLD


# --- Jousts


def test_it_knows_all_hands_that_may_be_there() -> None:
    position = after({"chips": 0, "sets": 1}, HELD)
    believed = hands(position.game.view(position.state, Seat.A))
    assert sum(chance for _, chance in believed) == pytest.approx(1)
    assert ((2, 3, 4, 9, 10, 13), 0) in [hand for hand, _ in believed]
    assert all(set(numbers) < {2, 3, 4, 5, 9, 10, 13} for (numbers, _), _ in believed)


FIVE_UP = f"{HELD}\nA put 6\nB put 2\nA put 11\nB put 3\nA pass\nB put 4\nA pass\nB put 9\nA pass\nB put 10"  # 17 against 28


def test_it_adds_tiles_that_win() -> None:
    """The 12, or the 7 and the 8 one after the other, which are worth about as much."""
    position, added = after({"chips": 0, "sets": 1}, FIVE_UP), list[int]()
    while not position.state.jousts:
        move = answer("strong", position, Seat.A)
        added += [move.tile.number] if isinstance(move, Put) else []
        position, _ = position.accept(Seat.A, text(move, final=False))
    assert sum(added) > 11
    assert position.state.jousts[0].winner is Seat.A


def test_it_adds_on_until_it_wins_whatever_lies_there() -> None:
    options, here = {"chips": 0, "sets": 1}, f"{FIVE_UP}\nA put 12"  # 29; what is white over there may be 5 and 13, then it is 34
    move = answer("strong", after(options, here), Seat.A)
    assert isinstance(move, Put)
    assert move.tile.number in (7, 8)
    assert answer("strong", after(options, f"{here}\nA put 7"), Seat.A) is Plain.PASS


def test_steady_adds_what_gains_more_than_it_is_worth() -> None:
    position = after({"chips": 0, "sets": 1}, f"{HELD}\nA put 1\nB put 13")
    # the white tile may be 3, 5, 9 or 13: it risks 1 to win 7.5 on average
    move = answer("steady", position, Seat.A)
    assert isinstance(move, Put)
    assert move.tile.number == 12
    position = after({"chips": 0, "sets": 1}, f"{HELD}\nA put 12\nB put 2\nA put 11\nB pass")
    assert answer("steady", position, Seat.A) is Plain.PASS  # 23 against 2, 4 or 10


def test_steady_reckons_the_smallest_of_several_tiles() -> None:
    assert smallest([[3, 5], [4]]) == pytest.approx(3.5)
    assert smallest([[7]]) == 7


def test_one_matrix_is_mixed_exactly_and_several_nearly() -> None:
    source = HmacSource(b"bot", "mix")
    one, two = (np.array([[source.unit() for _ in range(4)] for _ in range(3)]) for _ in range(2))
    assert mix([(one, 1.0)]) == pytest.approx(solve(one).row)
    # the other player answers each matrix by itself: one game whose columns are pairs of columns
    both = np.array([[0.3 * x + 0.7 * y for x in a for y in b] for a, b in zip(one, two, strict=True)])
    assert (mix([(one, 0.3), (two, 0.7)]) @ both).min() == pytest.approx(solve(both).value, abs=5e-3)


def test_with_nothing_to_think_with_it_jousts_like_steady() -> None:
    position = after({"chips": 0, "sets": 1}, f"{HELD}\nA put 1\nB put 13")
    assert answer("strong", position, Seat.A, thinking=0) == answer("steady", position, Seat.A)


def test_with_too_many_tiles_on_the_table_it_jousts_like_steady() -> None:
    position = after({"chips": 0, "sets": 1}, HELD)
    view = replace(position.game.view(position.state, Seat.A), tiles=BySeat(10, 10))
    decision = position.decision(Seat.A)
    chosen = [
        bot.choose(view, decision, Counted(9), HmacSource(b"bot", "many"))
        for bot in (Strong(position.game.terms), Steady(position.game.terms))
    ]
    assert chosen[0] == chosen[1]


# --- Items


def test_a_tile_that_gains_most_is_turned_round_in_the_last_set() -> None:
    position = after({"chips": 0, "sets": 1}, f"A pick inversion\n{DEAL.replace('left 5', 'left 0-5')}", "final")
    while position.state.owed is not Owed.ITEMS:
        position = position.accept(position.owing[0], "timeout")[0]
    view = position.game.view(position.state, Seat.A)
    assert view.own is not None
    move = answer("strong", position, Seat.A)
    assert isinstance(move, Use)
    assert move.invert == max(view.own.hand, key=lambda tile: bidding.turned(position.game.terms, tile.number))


# --- How strong they are


@pytest.mark.parametrize("variant", ["gauntlet", pytest.param("final", marks=pytest.mark.nightly)])
def test_steady_beats_random(variant: str) -> None:
    assert run(ArenaBout(f"tile-joust/{variant}", "steady", "random", 10, 5), jobs=1).wins["a"] >= 8


@pytest.mark.parametrize(
    ("variant", "games"),
    [pytest.param("gauntlet", 20, marks=pytest.mark.nightly), pytest.param("final", 20, marks=pytest.mark.nightly)],
)
def test_strong_beats_steady(variant: str, games: int) -> None:
    assert run(ArenaBout(f"tile-joust/{variant}", "strong", "steady", games, 5), jobs=1).wins["a"] >= 0.7 * games


def test_a_phase_is_solved_in_slices_that_ask_for_time() -> None:
    terms = find("tile-joust/gauntlet").bind({})[1].terms
    _small.cache_clear()
    asked = 0
    while True:
        try:
            phase(terms, (1, 4, 6, 9), (2, 3, 5, 13), TimeLeft(Counted(asked)), final=False)
        except OutOfTime:
            asked += 1
        else:
            break
    assert asked == 17  # steps of 8 tiles, two each, and none
    with pytest.raises(OutOfTime):  # the same the second time, or a match could not be played again
        phase(terms, (1, 4, 6, 9), (2, 3, 5, 13), TimeLeft(Counted(asked - 1)), final=False)
    assert phase(terms, (1, 4, 6, 9), (2, 3, 5, 13), TimeLeft(Counted(asked)), final=False)


def test_a_hand_too_wide_for_a_whole_phase_is_jousted_one_by_one() -> None:
    """The statuses of 13 tiles are 1.6 million, and take seconds to number."""
    terms = find("tile-joust/gauntlet").bind({})[1].terms
    assert not phase(terms, tuple(range(1, 14)), (7,), final=False).whole
    assert phase(terms, (1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 13), final=False).whole
    assert solves_whole(10, 4)
    assert not solves_whole(11, 3)


def test_mixtures_are_as_good_as_there_is_time() -> None:
    games = [(np.array([[1.0, 0.0], [0.0, 1.0]]), 0.5), (np.array([[0.0, 3.0], [1.0, 0.0]]), 0.5)]
    hasty = mix(games, Counted(0))
    assert hasty.sum() == pytest.approx(1.0)
    assert (hasty != mix(games)).any()
