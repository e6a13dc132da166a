"""Looking ahead in a bout: captures to their end, and whole movements as deep as is asked for (R44)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from deathmatch.core.bots import Budget
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.bot.worth import WON, captures, level, weighed, worth
from deathmatch.games.guidance_rite.rules import bouts, items, powers, turns
from deathmatch.games.guidance_rite.rules.movement import NOBODY, movements
from deathmatch.games.guidance_rite.rules.powers import Moved
from deathmatch.games.guidance_rite.values.grid import Board, standing
from deathmatch.games.guidance_rite.values.moves import Bout, Manner, Turn, Use
from deathmatch.games.guidance_rite.values.terms import Terms

SOON: Final = 0.5  # that a win is worth more for each turn that it comes earlier
SLACK: Final = 6.0  # what a turn may be worse than the best and still be looked at closely
EXCHANGE: Final = 3  # captures in a row that are looked at where nothing else is


@dataclass(frozen=True, slots=True)
class Option:
    """One turn that a seat may submit, and the bout after it if the other seat does nothing."""

    turn: Turn
    after: Bout
    moved: Moved | None = None


def after(terms: Terms, bout: Bout, seat: Seat, board: Board) -> Bout:
    """The bout after a seat's turn has led to a board."""
    left = standing(board) < standing(bout.board)
    return bouts.carried(terms, bout, board, (seat,), left=left)


def options(terms: Terms, bout: Bout, seat: Seat, use: Use | None = None) -> Iterator[Option]:
    """Every legal turn without a power but a guardian's, after this item; a pass where nothing can move."""
    board = bout.board if use is None else items.used(bout.board, use)
    still = NOBODY if use is None else items.still(bout.board, seat, use)
    able = False
    for way, manner in movements(terms, board, seat, still):
        able = True
        then, moved = turns.gone(terms, board, seat, way, manner)
        movement, power = turns.written(way, manner)
        yield Option(Turn(movement, power, use), after(terms, bout, seat, then), moved)
    if not able:
        yield Option(Turn(None, item=use), after(terms, bout, seat, board))


def spending(terms: Terms, bout: Bout, seat: Seat, option: Option) -> Iterator[Option]:
    """The same movement with each power that may go with it."""
    if option.moved is None:
        return
    board = option.after.board
    for power in powers.powers(terms, board, option.moved):
        turn = replace(option.turn, power=power)
        yield Option(turn, after(terms, bout, seat, powers.spent(terms, board, [power])), option.moved)


def value_of(terms: Terms, bout: Bout, seat: Seat) -> float | None:
    """What an ended bout is worth to a seat; None where it goes on. One that is played again is worth nothing to either."""
    found = bouts.ended(terms, bout)
    if found is None:
        return None
    winner, _ = found
    return 0.0 if winner is None else WON if winner is seat else -WON


def exchange(terms: Terms, bout: Bout, seat: Seat, low: float = -2 * WON, high: float = 2 * WON, depth: int = EXCHANGE) -> float:
    """What a position is worth to the seat to move, which may capture or leave it at that; between `low` and `high` it is exact."""
    ended = value_of(terms, bout, seat)
    return _exchange(terms, bout.board, bout.ahead, seat, low, high, depth) if ended is None else ended


def _exchange(terms: Terms, board: Board, ahead: Seat | None, seat: Seat, low: float, high: float, depth: int) -> float:
    """The same by the board and who had more pieces most recently: where captures follow on each other, no turns are counted."""
    best, more = weighed(terms.grid, board, seat)
    best += level(more, ahead, seat)
    if depth == 0 or best >= high or abs(best) > WON / 2:
        return best
    low = max(low, best)
    then = seat if more + 1 > 0 else seat.other if more + 1 < 0 else ahead
    for way in captures(terms, board, seat):
        after, _ = turns.gone(terms, board, seat, way, Manner.MOVE)
        best = max(best, _later(-_exchange(terms, after, then, seat.other, -high, -low, depth - 1)))
        low = max(low, best)
        if low >= high:
            break
    return best


def _later(found: float) -> float:
    """The same one turn further away: wins that come soon are better, losses that come late."""
    return found - SOON if found > WON / 2 else found + SOON if found < -WON / 2 else found


def rated(terms: Terms, found: list[Option], seat: Seat, budget: Budget) -> list[tuple[float, Option]]:
    """Turns with what they are worth once the other seat has made its best of the captures there are; best first.

    Those that look best are looked at first, one of them in any case; where the budget is spent the rest is left out.
    Of turns that are worse than the best by more than `SLACK` it is only known that they are.
    """
    rated: list[tuple[float, Option]] = []
    best = -2 * WON
    for option in sorted(found, key=lambda option: -worth(terms, option.after, seat)):
        value = _later(-exchange(terms, option.after, seat.other, -2 * WON, SLACK - best))
        rated.append((value, option))
        best = max(best, value)
        if budget.spent():
            break
    return best_first(rated)


def best_first(found: list[tuple[float, Option]]) -> list[tuple[float, Option]]:
    """Sorted; of several as good the earlier ones stay first."""
    return sorted(found, key=lambda one: -one[0])
