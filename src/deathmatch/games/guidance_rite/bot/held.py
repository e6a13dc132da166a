"""Items of `final` (R40 to R43): used where they gain clearly more than the best turn without one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from deathmatch.core.bots import Budget
from deathmatch.core.chance import Source
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.bot.search import Option, options, rated
from deathmatch.games.guidance_rite.bot.worth import worth
from deathmatch.games.guidance_rite.rules import items
from deathmatch.games.guidance_rite.values.grid import Board, pieces
from deathmatch.games.guidance_rite.values.moves import Bout, Item, Use
from deathmatch.games.guidance_rite.values.terms import Terms

PRICE: Final = 4.0  # what an item has to gain: there is one, and boards are worth up to 100
TRIES: Final = 8  # uses that are looked at in a turn
EIGHTHS: Final = 8


def uses(terms: Terms, board: Board, seat: Seat, item: Item) -> Iterator[Use]:
    """Every legal use of an item; Point of Honour gives the other seat an arrow that leads off the board where there is one."""
    size = terms.grid
    if item is Item.ROTATE:
        yield from (Use(item, (space,), (by,)) for space in items.rotations(terms, board, seat) for by in range(1, EIGHTHS))
    elif item is Item.SWAP:
        yield from (Use(item, pair) for pair in items.swaps(terms, board, seat))
    else:
        given = [(space, way) for space in pieces(board, seat.other) for way in items.free(board, space)]
        off = [(space, way) for space, way in given if size.step[space][way] < 0] or given
        for space in items.honours(terms, board, seat):
            for way in items.free(board, space):
                yield from (Use(item, (space, other), (way, theirs)) for other, theirs in off[:2])


def better(
    terms: Terms, bout: Bout, seat: Seat, holds: tuple[Item, ...], best: tuple[float, Option], budget: Budget, source: Source
) -> Option:
    """The best turn, or one with an item where that is worth its price."""
    limit, chosen = best[0] + PRICE, best[1]
    for item in items.usable(bout.board, holds):
        for use in source.sample(list(uses(terms, bout.board, seat, item)), TRIES):
            if budget.spent():
                return chosen
            found = max(options(terms, bout, seat, use), key=lambda option: worth(terms, option.after, seat))
            value, option = rated(terms, [found], seat, budget)[0]
            if value > limit:
                limit, chosen = value, option
    return chosen
