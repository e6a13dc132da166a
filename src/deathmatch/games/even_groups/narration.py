"""The latest events as one eye saw them, and a seat's own move, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from deathmatch.core.game import TIMEOUT, Beat, Over
from deathmatch.core.hexes import Hexagon
from deathmatch.core.seats import Seat, certain
from deathmatch.core.simple import resignation
from deathmatch.core.speech import count, listed, mark, name, say, voiced
from deathmatch.games.even_groups.values import Colour, Move, Stone, counted, placed, text
from deathmatch.games.even_groups.view import View


def told(view: View, move: Move) -> str:
    """`You put white B4 and orange E7.`"""
    if isinstance(move, Colour):
        return say("You play {colour}.", colour=move.title)
    cells = view.board.hexagon
    return say("You put {stones}.", stones=listed([stone_on(stone, cells) for stone in move]))


def stone_on(stone: Stone, cells: Hexagon) -> str:
    """A stone, as short as may be: `orange B4`."""
    cell = cells.names[stone.cell]
    return say("orange {cell}", cell=cell) if stone.colour else say("white {cell}", cell=cell)


# --- The latest events as one eye saw them, in words


def narrate(before: View, after: View) -> Sequence[Beat[View]]:
    """The beats between two views that follow each other."""
    if before.white is None and after.white is not None:
        return [_colours(after, after.white)]
    beats = [*_stones(before, after)] if after.moves > before.moves else []
    if before.outcome is None and after.outcome is not None:
        beats.append(_end(after, after.outcome))
    return beats


def _colours(after: View, white: Seat) -> Beat[View]:
    """R2, R10."""
    dmo = after.terms.dmo
    if after.defaulted:
        mine = mark("You run out of time, play White and open.")
        return Beat(voiced(dmo, mine, mark("{player} runs out of time, plays White and opens.")), f"{dmo} {TIMEOUT.value}", after)
    if white is dmo:
        words = voiced(dmo, mark("You play White and open."), mark("{player} plays White and opens."))
        return Beat(words, f"{dmo} {Colour.WHITE.word}", after)
    words = voiced(
        dmo,
        mark("You play Orange, so {other} plays White and opens."),
        mark("{player} plays Orange, so {other} plays White and opens."),
        mark("{player} plays Orange, so you play White and open."),
    )
    return Beat(words, f"{dmo} {Colour.ORANGE.word}", after)


def _stones(before: View, after: View) -> Iterator[Beat[View]]:
    """R4, R5: stone by stone, but for the seat that has just put both there."""
    seat, cells = certain(before.owing), after.board.hexagon
    if after.last[1:] and seat is not after.eye:
        first = after.last[:1]
        words = say("{player} puts {stones}.", player=name(seat), stones=placed(first, cells))
        yield Beat(words, view=replace(before, board=before.board.after(first), last=first), passing=True)
    counts = counted((len(after.board.white), len(after.board.orange)), noun=True)
    mine, theirs = mark("You put {stones}: {counts}."), mark("{player} puts {stones}: {counts}.")
    words = voiced(seat, mine, theirs, stones=placed(after.last, cells), counts=counts)
    yield Beat(words, f"{seat} {text(after.last, cells)}", replace(after, outcome=None))  # who has won is a step of its own


def _end(after: View, outcome: Over) -> Beat[View]:
    """R10 to R14."""
    winner = certain(outcome.winner)
    loser = winner.other
    if (resigned := resignation(outcome)) is not None:
        return Beat(*resigned, after)
    if outcome.reason == "timeout":
        texts = (
            mark("You run out of time: {winner} wins."),
            mark("{loser} runs out of time: {winner} wins."),
            mark("{loser} runs out of time: you win."),
        )
        words = voiced(loser, *texts, loser=name(loser), winner=name(winner))
        return Beat(words, f"{loser} {TIMEOUT.value}", after)
    colour = certain(after.colour(winner))
    why = mark("The board is full.") if outcome.reason == "full" else mark("No two stones would leave an odd total.")
    mine = mark("{why} {colour} is even, with {groups}: you win.")
    theirs = mark("{why} {colour} is even, with {groups}: {winner} wins.")
    if outcome.reason == "settled":
        mine = mark("Whatever follows, {colour} ends even: you win.")
        theirs = mark("Whatever follows, {colour} ends even: {winner} wins.")
    number = len(after.board.groups(colour))
    groups = count("{number} group", "{number} groups", number) if number else say("no groups")
    return Beat(voiced(winner, mine, theirs, why=say(why), colour=colour.title, groups=groups, winner=name(winner)), "", after)
