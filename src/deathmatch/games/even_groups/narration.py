"""The latest events as one eye saw them, in words."""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core.game import TIMEOUT, Beat, Over
from deathmatch.core.seats import Seat
from deathmatch.core.wording import name, resignation
from deathmatch.games.even_groups.values import Colour, counted, placed, text
from deathmatch.games.even_groups.view import View


def narrate(before: View, after: View) -> Sequence[Beat[View]]:
    """The beats between two views that follow each other."""
    if before.white is None and after.white is not None:
        return [_colours(after, after.white)]
    beats = [_stones(before, after)] if after.moves > before.moves else []
    if before.outcome is None and after.outcome is not None:
        beats.append(_end(after, after.outcome, shown=bool(beats)))
    return beats


def _colours(after: View, white: Seat) -> Beat[View]:
    """R2, R10."""
    dmo = after.terms.dmo
    if after.defaulted:
        return Beat(f"{name(dmo)} runs out of time, plays White and opens.", f"{dmo} {TIMEOUT.value}", after)
    colour = Colour.WHITE if white is dmo else Colour.ORANGE
    plays = "plays White and opens" if white is dmo else f"plays Orange, so {name(white)} plays White and opens"
    return Beat(f"{name(dmo)} {plays}.", f"{dmo} {colour.word}", after)


def _stones(before: View, after: View) -> Beat[View]:
    """R4, R5."""
    seat = before.owing
    assert seat is not None
    board = after.board
    verb = "puts" if before.moves else "opens with"
    counts = counted((len(board.white), len(board.orange)), noun=True)
    stones = text(after.last, board.hexagon)
    return Beat(f"{name(seat)} {verb} {placed(after.last, board.hexagon)}: {counts}.", f"{seat} {stones}", after)


def _end(after: View, outcome: Over, *, shown: bool) -> Beat[View]:
    """R10 to R14; `shown` if a beat before has shown this board."""
    winner = outcome.winner
    assert winner is not None
    loser, view = winner.other, None if shown else after
    if (resigned := resignation(outcome)) is not None:
        return Beat(*resigned, view)
    if outcome.reason == "timeout":
        return Beat(f"{name(loser)} runs out of time: {name(winner)} wins.", f"{loser} {TIMEOUT.value}", view)
    colour = after.colour(winner)
    assert colour is not None
    title = colour.word.capitalize()
    if outcome.reason == "settled":
        return Beat(f"Whatever follows, {title} ends even: {name(winner)} wins.", "", view)
    groups = len(after.board.groups(colour))
    number = f"{groups or 'no'} group{'' if groups == 1 else 's'}"
    why = "The board is full" if outcome.reason == "full" else "No two stones would leave an odd total"
    return Beat(f"{why}. {title} is even, with {number}: {name(winner)} wins.", "", view)
