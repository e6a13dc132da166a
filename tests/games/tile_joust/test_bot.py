"""The bots of Tile Joust: what they must see, and that long work asks for time."""

from __future__ import annotations

from typing import Any

from deathmatch.bots.budget import Counted
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.games.tile_joust import TileJoust, bidding
from deathmatch.games.tile_joust.bot import bots
from deathmatch.games.tile_joust.values import Owed, Put, Use, text
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position

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


def test_a_tile_that_gains_most_is_turned_round_in_the_last_set() -> None:
    position = after({"chips": 0, "sets": 1}, f"A pick inversion\n{DEAL.replace('left 5', 'left 0-5')}", "final")
    while position.state.owed is not Owed.ITEMS:
        position = position.accept(position.owing[0], "timeout")[0]
    view = position.game.view(position.state, Seat.A)
    assert view.own is not None
    move = answer("strong", position, Seat.A)
    assert isinstance(move, Use)
    assert move.invert == max(view.own.hand, key=lambda tile: bidding.turned(position.game.terms, tile.number))
