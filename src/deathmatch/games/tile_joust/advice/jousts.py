"""Remarks on choices in jousts, with both hands known: their effect on the joust, and the chance given away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from deathmatch.core.game import TIMEOUT
from deathmatch.core.reviewing import BetterMove, MatchHistory, Moment, Remark, gave_away
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.speech import count, mark, say
from deathmatch.core.wording import name
from deathmatch.games.tile_joust import chances, fast
from deathmatch.games.tile_joust.advice.auctions import verdict_of
from deathmatch.games.tile_joust.bot import strong
from deathmatch.games.tile_joust.fast import HAND, SPENT, UP
from deathmatch.games.tile_joust.state import State
from deathmatch.games.tile_joust.values import FinishedJoust, Move, Owed, Plain, Put, Terms, Tile, Tiles, text
from deathmatch.solve.matrix import solve

PLAYED: Final = 0.1  # how often a move is played at least that is named instead
SHOWN: Final = 2  # of these


@dataclass(frozen=True, slots=True)
class Chosen:
    """The act of a seat in a round of a joust.

    Attributes:
        moment: when.
        seat: whose.
        given: points that it gave away, both hands known.
        chance: the chance to win that these are.
        better: what the solution does there, likeliest first, with its chance.
    """

    moment: Moment[State]
    seat: Seat
    given: float
    chance: float
    better: tuple[tuple[Move, float], ...]


def phases(history: MatchHistory[State]) -> Iterator[list[Moment[State]]]:
    """The moments of each joust phase."""
    jousting = [moment for moment in history.moments if moment.state.owed in (Owed.FIRST, Owed.MORE) and moment.move is not None]
    for _, moments in groupby(jousting, key=lambda moment: moment.state.set):
        yield list(moments)


def chosen(terms: Terms, moments: Sequence[Moment[State]]) -> Iterator[Chosen]:
    """What each choice of a phase gave away; nothing for a phase that is too large to be solved, nor for who ran out of time at first."""
    start = moments[0].state
    hands = start.hands
    if not strong.solves_whole(*hands.map(len)):
        return
    a, b = hands.map(lambda tiles: tuple([tile.number for tile in tiles]))
    solved = strong.phase(terms, a, b, final=start.final)
    for moment in moments:
        seat, state = moment.seat, moment.state
        assert seat is not None
        if moment.move is TIMEOUT and state.owed is Owed.FIRST:
            continue
        codes = {one: _code(hands[one], state, one) for one in SEATS}
        matrix, rows, columns = solved.round(codes[Seat.A], codes[Seat.B])
        mixed = solve(matrix)
        if seat is Seat.A:
            leads, likely, worths, value = rows, mixed.row, matrix @ mixed.column, mixed.value
        else:
            leads, likely, worths, value = columns, mixed.column, -(mixed.row @ matrix), -mixed.value
        steps = [int(code) - codes[seat] for code in leads]
        did = _step(hands[seat], moment.move.tile) if isinstance(moment.move, Put) else 0
        moves = [(_move(hands[seat], step), float(chance)) for step, chance in zip(steps, likely, strict=True)]
        given = max(0.0, value - float(worths[steps.index(did)]))
        better = tuple(sorted(moves, key=lambda pair: -pair[1]))
        yield Chosen(moment, seat, given, chances.lost(terms, state, seat, given), better)


def _code(tiles: Tiles, state: State, seat: Seat) -> int:
    """Where a seat's tiles of a phase are."""
    up = () if state.joust is None else state.joust.up[seat]
    return fast.code([UP if tile in up else HAND if tile in state.hands[seat] else SPENT for tile in tiles], whole=True)


def _step(tiles: Tiles, tile: Tile) -> int:
    """By how much a tile that is put up changes the code."""
    place = tiles.index(tile)
    return (UP - HAND) * int(3**place)


def _move(tiles: Tiles, step: int) -> Move:
    return next((Put(tile) for tile in tiles if _step(tiles, tile) == step), Plain.PASS)


# --- Words


def remarks(each: Sequence[Chosen], end: State) -> Iterator[Remark]:
    """The choices that gave away enough to be mentioned."""
    for one in each:
        verdict = verdict_of(one.chance)
        if verdict is None:
            continue
        move, final = one.moment.move, one.moment.state.final
        number = len(one.moment.state.jousts)
        parts = [_did(one), *([_idea(one, end.jousts[number])] if number < len(end.jousts) else []), _cost(one)]
        instead = [(other, part) for other, part in one.better[:SHOWN] if part > PLAYED and other != move]
        better = tuple(
            [BetterMove(text(other, final=final), words=say("{percent} of the time", percent=f"{part:.0%}")) for other, part in instead]
        )
        yield Remark(one.moment.event, one.seat, verdict, " ".join([part for part in parts if part]), better=better)


def _did(one: Chosen) -> str:
    state, move = one.moment.state, one.moment.move
    if not isinstance(move, Put):
        return say("{player} added nothing in joust {joust}.", player=name(one.seat), joust=len(state.jousts) + 1)
    sentence = mark("{player} put up the {number} in joust {joust}.")
    return say(sentence, player=name(one.seat), number=move.tile.number, joust=len(state.jousts) + 1)


def _idea(one: Chosen, done: FinishedJoust) -> str:
    """The effect of a choice on its joust, as that ended; nothing if there is no plain reason."""
    seat, move, other = one.seat, one.moment.move, one.seat.other
    margin = done.total[seat] - done.total[other]
    figures = {"player": name(seat), "other": name(other), "points": _points(done.gain[seat]), "lost": _points(done.gain[other])}
    if isinstance(move, Put):
        spent = move.tile.number
        if done.winner is seat and margin > spent:
            return say("The joust was won without it, so it only used up a tile.", **figures)
        if done.winner is other and spent > done.gain[other]:
            return say("The joust was lost all the same, and the tile is gone.", **figures)
        if done.winner is other and spent == done.gain[other]:
            return say("{other} won the joust and scored this very tile.", **figures)
        if done.winner is seat:
            return say("It won the joust, which was worth {points} only.", **figures)
        return ""
    if done.winner is not other:
        return ""
    hand = [held.number for held in one.moment.state.hands[seat]]
    enough, less = [number for number in hand if number > -margin], [number for number in hand if number < done.gain[other]]
    if enough:
        return say("With the {number} besides, it would have been ahead in this joust.", number=min(enough), **figures)
    if less:
        return say("{other} won {lost}; with the {number} up it would have been {fewer}.", number=max(less), fewer=min(less), **figures)
    return ""


def _points(number: int) -> str:
    return count("{number} point", "{number} points", number)


def _cost(one: Chosen) -> str:
    """The points that a choice gave away, and the chance to win."""
    points = say("With both hands known, another choice was worth {points} points more.", points=f"{one.given:.1f}")
    return f"{points} {gave_away(one.chance)}"


def summary(each: Sequence[Chosen]) -> list[str]:
    """The points given away in jousts, and the worst joust."""
    if not each:
        return []
    a, b = (sum(one.given for one in each if one.seat is seat) for seat in SEATS)
    sentence = mark("In jousts, both hands known, {a} gave away {a_points} points and {b} {b_points}.")
    lines = [say(sentence, a=name(Seat.A), a_points=f"{a:.1f}", b=name(Seat.B), b_points=f"{b:.1f}")]
    by_joust: dict[tuple[int, Seat], float] = {}
    for one in each:
        key = len(one.moment.state.jousts), one.seat
        by_joust[key] = by_joust.get(key, 0.0) + one.given
    (joust, seat), most = max(by_joust.items(), key=lambda pair: pair[1])
    if most >= 1:
        sentence = mark("Most of it in joust {number} of all: {player}, {points} points.")
        lines.append(say(sentence, number=joust + 1, player=name(seat), points=f"{most:.1f}"))
    return lines


def told(done: FinishedJoust, number: int) -> str:
    """A finished joust in a sentence."""
    points: BySeat[str] = done.gain.map(_points)
    if done.winner is None:
        return say("Joust {number}: {a} against {b}, a tie.", number=number, a=done.total.a, b=done.total.b)
    sentence = mark("Joust {number}: {a} against {b}, and {winner} won {points}.")
    return say(sentence, number=number, a=done.total.a, b=done.total.b, winner=name(done.winner), points=points[done.winner])
