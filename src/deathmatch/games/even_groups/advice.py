"""A review of a finished match: the deciding moves, and the wins that were let go. The capability `advise`.

With few cells empty every position is solved (`solver.py`), so every remark is certain. Earlier moves are judged by the shape of the board
(`chances.py`), as `strong` plays them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core import reviewing
from deathmatch.core.bots import Budget
from deathmatch.core.chance import FIT_ERROR
from deathmatch.core.game import RESIGN, TIMEOUT, Ask
from deathmatch.core.hexes import Hexagon, bits
from deathmatch.core.seats import Seat, certain
from deathmatch.core.speech import count, mark, name, say
from deathmatch.games.even_groups import chances, rules, shape, solver
from deathmatch.games.even_groups.chances import Shaped
from deathmatch.games.even_groups.fast import NAMES
from deathmatch.games.even_groups.values import COLOURS, Board, Colour, Kind, Move, Stones, placed, text
from deathmatch.games.even_groups.view import State

if TYPE_CHECKING:
    from deathmatch.games.even_groups import EvenGroups


# --- Why a move was good or bad, in words: the groups of its player, and the cells that stay open


def groups(moment: reviewing.Moment[State]) -> str:
    """The groups of the player's colour after two stones, and whether their number can still be changed by one stone."""
    state = moment.state
    if state.white is None or not state.moves or not isinstance(moment.move, tuple):
        return ""
    board, colour = state.board.after(moment.move), certain(state.colour(certain(state.owing)))
    number = len(board.groups(colour))
    # Beside no group of this colour, or beside several, a stone of it changes their number.
    cells = sum(len(board.touching(cell, colour)) != 1 for cell in bits(board.empty))
    left = count("a stone on {number} cell changes that", "a stone on any of {number} cells changes that", cells)
    if not cells:
        left = say("no single stone changes that")
    if number % 2:
        return count(*_ODD[colour], number, left=left)
    return say(_EVEN[colour], number=number, left=left)


_EVEN: Final = {
    Colour.WHITE: mark("As played, White has {number} groups, even as it must be at the end; {left}."),
    Colour.ORANGE: mark("As played, Orange has {number} groups, even as it must be at the end; {left}."),
}
_ODD: Final = {
    Colour.WHITE: (
        mark("As played, White has {number} group, an odd number that must still change; {left}."),
        mark("As played, White has {number} groups, an odd number that must still change; {left}."),
    ),
    Colour.ORANGE: (
        mark("As played, Orange has {number} group, an odd number that must still change; {left}."),
        mark("As played, Orange has {number} groups, an odd number that must still change; {left}."),
    ),
}


# --- Before the end: the shape of the board


def shaped(board: Board, played: Stones, better: Stones) -> str:
    """Why another move makes a board of a better shape: the aim, and the feature with words that speaks most for the other board."""
    made, other = board.after(played), board.after(better)
    words = say(_AIMS[shape.places_last(board)])
    sign = 1 if shape.places_last(made) else -1  # the weights are the gain of the seat that does not place last
    first, second, last = shape.features(made), shape.features(other), shape.last_colour(made)
    gain = sign * (second - first) * shape.weights(made)
    for place in np.argsort(-gain, axis=None, kind="stable"):
        colour, kind = divmod(int(place), len(NAMES))
        if gain.flat[place] > 0 and NAMES[kind] in _TOLD and (NAMES[kind], Colour(colour)) != ("apart", last):
            one, more = _TOLD[NAMES[kind]][colour]
            figures = {"other": int(second[colour, kind]), "move": placed(better, board.hexagon)}
            return f"{words} {count(one, more, int(first[colour, kind]), **figures)}"
    return words


_AIMS: Final = (
    mark("The side that does not place last wants the groups settled."),
    mark("The side that places last wants the groups open to change."),
)
_TOLD: Final[dict[str, Sequence[tuple[str, str]]]] = {
    "apart": (
        (
            mark("White falls into {number} part that nothing can join any more; after {move} it would be {other}."),
            mark("White falls into {number} parts that nothing can join any more; after {move} it would be {other}."),
        ),
        (
            mark("Orange falls into {number} part that nothing can join any more; after {move} it would be {other}."),
            mark("Orange falls into {number} parts that nothing can join any more; after {move} it would be {other}."),
        ),
    ),
    "widest": (
        (
            mark("The widest white group lies beside {number} empty cell; after {move} it would be {other}."),
            mark("The widest white group lies beside {number} empty cells; after {move} it would be {other}."),
        ),
        (
            mark("The widest orange group lies beside {number} empty cell; after {move} it would be {other}."),
            mark("The widest orange group lies beside {number} empty cells; after {move} it would be {other}."),
        ),
    ),
    "open": (
        (
            mark("{number} white group can still grow; after {move} it would be {other}."),
            mark("{number} white groups can still grow; after {move} it would be {other}."),
        ),
        (
            mark("{number} orange group can still grow; after {move} it would be {other}."),
            mark("{number} orange groups can still grow; after {move} it would be {other}."),
        ),
    ),
    "groups": (
        (
            mark("There is {number} white group; after {move} it would be {other}."),
            mark("There are {number} white groups; after {move} it would be {other}."),
        ),
        (
            mark("There is {number} orange group; after {move} it would be {other}."),
            mark("There are {number} orange groups; after {move} it would be {other}."),
        ),
    ),
}
"""By feature and colour, White's first: for one, and for more."""


EXACT: Final = 20  # empty cells at a move, from which on a match is solved: a second for all of it
THOROUGH: Final = solver.LARGEST  # the same with time and memory to spare: some seconds
RARE: Final = 20  # legal moves to one that wins, from which on finding it is worth a remark
SHOWN: Final = 3  # better moves of a remark
LOST: Final = 0.07  # chance to win that a move gave away by the shape of the board, from which on it is worth a remark
FOUND: Final = 0.25  # the weight of a win that was hard to find beside one that was let go, which has 1


@dataclass(frozen=True, slots=True)
class SolvedMoment:
    """The solution of the position before an event.

    Attributes:
        moment: the event.
        owing: the seat that was to move.
        winning: its moves that win; none if it is lost against good play.
        legal: how many moves it had.
    """

    moment: reviewing.Moment[State]
    owing: Seat
    winning: Sequence[Move]
    legal: int

    @property
    def winner(self) -> Seat:
        """The winner if both play optimally."""
        return self.owing if self.winning else self.owing.other

    @property
    def empty(self) -> int:
        """The empty cells."""
        return self.moment.state.board.empty.bit_count()

    @property
    def keeps(self) -> bool:
        """Whether the event was a move that wins. To run out of time at the colours is to take White (R10)."""
        move = Colour.WHITE if self.moment.move is TIMEOUT and self.moment.state.white is None else self.moment.move
        return move in self.winning

    @property
    def lets_go(self) -> bool:
        """Whether the event gave away a won match: by a move, by running out of time, or by resigning, even off turn."""
        return self.moment.seat is self.winner and not self.keeps


@dataclass(frozen=True, slots=True)
class Advisor:
    """Solves a match from its end backwards, as far as positions are small enough and the budget lasts.

    Attributes:
        exact: empty cells at a move, from which on it does so.
    """

    exact: int = EXACT

    def thorough(self) -> Advisor:
        """The same for somebody with time and memory to spare (`core.reviewing.Thorough`)."""
        return Advisor(THOROUGH)

    def warm(self) -> None:
        """Have the kernels and their tables ready: if they must be compiled, that takes longer than a review may."""
        solver.warm(self.exact)
        shape.warm()

    def review(self, history: reviewing.MatchHistory[State], budget: Budget, /) -> reviewing.Review:
        """Where it was won, with a remark on each move that let a win go, and on wins that were hard to find."""
        early = [moment for moment in history.moments if _empty(moment.state) > self.exact]
        shaped = chances.shaped(early, budget)
        known = self.known(history, budget)
        shaped += chances.shaped([moment for moment in history.moments[len(early) :] if moment.event not in known], budget)
        after = winners(history, known)
        chart = _chart(history, known, shaped)
        given = {one.moment.event: one.given for one in shaped if one.given is not None}
        given |= {event: float(solved.lets_go) for event, solved in known.items() if solved.moment.seat is not None}
        remarks = [remark for event in sorted(known) if (remark := _remark(known, event, after[event])) is not None]
        weights = given | {remark.event: FOUND for remark in remarks if remark.verdict is reviewing.Verdict.GOOD}
        remarks += [remark for one in shaped if (remark := _doubted(one)) is not None]
        summary = _summary(history, known) if known else [say("All chances are estimates: no position was simple enough to be certain.")]
        turning, why = _turn(history, known), lambda turn: _why(history, known, turn.event)
        return _once(reviewing.reviewed(history, summary, chart, remarks, given, why=why, turning=turning, weights=weights))

    def known(self, history: reviewing.MatchHistory[State], budget: Budget) -> dict[int, SolvedMoment]:
        """The solved events, from the end backwards, as far as the budget lasts."""
        known: dict[int, SolvedMoment] = {}
        for moment in reversed(history.moments):
            if _empty(moment.state) > self.exact:
                break
            solved = None if budget.spent() else _solve(moment, budget)
            if solved is None:
                break
            known[moment.event] = solved
        return known


def _turn(history: reviewing.MatchHistory[State], known: Mapping[int, SolvedMoment]) -> reviewing.Turn | None:
    """The last win that was let go; None if there was none."""
    lost = [event for event in sorted(known) if known[event].lets_go]
    winner = history.outcome.winner
    return None if not lost or winner is None else reviewing.Turn(lost[-1], 1.0, winner)


def _why(history: reviewing.MatchHistory[State], known: Mapping[int, SolvedMoment], event: int) -> str:
    """What decided at an event that nobody is to be blamed for."""
    if event + 1 in known and event not in known:
        return say("From here on it is certain who wins with best play.")
    return groups(history.moments[event - 1])


def _chart(history: reviewing.MatchHistory[State], known: Mapping[int, SolvedMoment], shaped: Sequence[Shaped]) -> reviewing.Chart | None:
    """A's chance: by the shape of the board at first, then exact, with best play."""
    if not known and not shaped:
        return None
    after = winners(history, known)
    if known:
        first = known[min(known)]
        exact = {first.moment.event - 1: first.winner, **after}
    else:
        exact = {len(history.moments): certain(history.outcome.winner)}
    course = {one.moment.event - 1: one.point for one in shaped}
    course |= {event: (value, value, value) for event, seat in exact.items() for value in (float(seat is Seat.A),)}
    caption = say("Chance of {player} to win with best play", player=name(Seat.A))
    if not shaped:
        return reviewing.Chart(caption, tuple([(at, course[at][0]) for at in sorted(course)]))
    return reviewing.Chart.of(caption, course, say(FIT_ERROR))


def _empty(state: State) -> int:
    """The cells that are empty at the first move of two stones from here on."""
    empty = state.board.empty.bit_count()
    return empty if state.moves else empty - Kind.OPENING.value


def _solve(moment: reviewing.Moment[State], budget: Budget) -> SolvedMoment | None:
    """The solution of a position; None if the budget ran out."""
    assert isinstance(moment.pending, Ask)
    (owing,) = moment.pending.seats
    board, white = moment.state.board, moment.state.white
    if moment.state.moves:
        ending = solver.solve(board, certain(moment.state.colour(owing)), budget.spent)
        return None if ending is None else SolvedMoment(moment, owing, tuple(ending.winning()), rules.reach(board).count())
    openings = solver.openings(board, budget.spent)
    if openings is None:
        return None
    if white is None:
        return SolvedMoment(moment, owing, (Colour.WHITE if openings else Colour.ORANGE,), len(COLOURS))
    return SolvedMoment(moment, owing, openings, len(board.hexagon))


def winners(history: reviewing.MatchHistory[State], known: Mapping[int, SolvedMoment]) -> dict[int, Seat]:
    """The winner after each event, if it is known and both go on optimally."""
    return {event: known[event + 1].winner if event + 1 in known else certain(history.outcome.winner) for event in known}


# --- Words


def _remark(known: Mapping[int, SolvedMoment], event: int, after: Seat) -> reviewing.Remark | None:
    """The remark on an event; None if it did not matter."""
    solved = known[event]
    moment = solved.moment
    seat = certain(moment.seat)
    value, cells = float(after is seat), moment.state.board.hexagon
    if solved.lets_go:
        own = solved.owing is seat
        wins = say("wins")
        better = tuple([reviewing.BetterMove(text(move, cells), 1.0, wins, instead(cells, move)) for move in solved.winning[:SHOWN] if own])
        words = " ".join([part for part in (_lost(solved), _answers(known.get(event + 1)), groups(moment)) if part])
        return reviewing.Remark(moment.event, seat, reviewing.Verdict.BLUNDER, words, value, better)
    if solved.keeps and len(solved.winning) * RARE <= solved.legal:
        words = count(
            "This is the only move of {legal} that wins.",
            "This is one of the {number} moves of {legal} that win.",
            len(solved.winning),
            legal=solved.legal,
        )
        return reviewing.Remark(moment.event, seat, reviewing.Verdict.GOOD, f"{words} {groups(moment)}".rstrip(), value)
    return None


def instead(cells: Hexagon, move: Move) -> str:
    """What to do, as one tells a player."""
    return say("play {colour}", colour=move.title) if isinstance(move, Colour) else say("put {stones}", stones=placed(move, cells))


def _answers(then: SolvedMoment | None) -> str:
    """The answers with which the other seat wins, after a win was let go; nothing if they are not known."""
    if then is None or not then.winning or not then.moment.state.moves:
        return ""
    return count(
        "The move played leaves the other side an answer that wins, a better move none.",
        "The move played leaves the other side {number} answers that win, a better move none.",
        len(then.winning),
    )


def _doubted(one: Shaped) -> reviewing.Remark | None:
    """A move before the end that made a board of a much worse shape than another one."""
    if one.given is None or one.better is None or (verdict := reviewing.graded(one.given, LOST)) is reviewing.Verdict.GOOD:
        return None
    moment = one.moment
    assert moment.seat is not None
    words = shaped(moment.state.board, moment.move, one.better)
    cells = moment.state.board.hexagon
    better = (reviewing.BetterMove(text(one.better, cells), told=instead(cells, one.better)),)
    return reviewing.Remark(moment.event, moment.seat, verdict, words, None, better)


def _once(review: reviewing.Review) -> reviewing.Review:
    """The same, where only the first remark of the match that needs an aim says it."""
    words = {remark.event: remark.words for remark in review.remarks}
    for aim in map(say, _AIMS):
        for event in [event for event in sorted(words) if words[event].startswith(aim)][1:]:
            words[event] = words[event].removeprefix(aim).lstrip()
    return replace(review, remarks=tuple([replace(remark, words=words[remark.event]) for remark in review.remarks]))


def _lost(solved: SolvedMoment) -> str:
    """How a won match was given away."""
    if solved.moment.text == RESIGN:
        return say("The position was won, and was resigned.")
    if solved.moment.text == TIMEOUT.value:
        return say("The time ran out in a position that was won.")
    return count(
        "Just one move of {legal} would have kept the win.",
        "{number} moves of {legal} would have kept the win.",
        len(solved.winning),
        legal=solved.legal,
    )


def _summary(history: reviewing.MatchHistory[State], known: Mapping[int, SolvedMoment]) -> list[str]:
    """The summary of a match with solved positions."""
    winner = certain(history.outcome.winner)
    lost = [known[event] for event in sorted(known) if known[event].lets_go]
    first = known[min(known)]
    if not lost:
        lines = [say("{player}: the win in hand with {cells} empty, and kept.", player=name(winner), cells=_cells(first.empty))]
    else:
        lines = [say("{player}: won for good with {cells} empty.", player=name(winner), cells=_cells(lost[-1].empty))]
        if len(lost) > 1:
            player = name(certain(lost[0].moment.seat))
            lines.append(say("{player}: the first to let a win go, with {cells} empty.", player=player, cells=_cells(lost[0].empty)))
        lines.append(say("{player}: the win in hand with {cells} empty.", player=name(first.winner), cells=_cells(first.empty)))
    if first.moment.event > 1:
        lines.append(say("From there on it is certain who wins with best play; before it the chances are estimates."))
    return lines


def _cells(number: int) -> str:
    return count("{number} cell", "{number} cells", number)


def advise(_game: EvenGroups) -> Advisor:
    """The capability `advise`."""
    return Advisor()
