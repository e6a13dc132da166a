"""A review of a finished match: the deciding moves, and the wins that were let go. The capability `advise`.

With few cells empty every position is solved (`solver.py`), so every remark is certain; about earlier moves there are no remarks, and
their chances are counted in playouts (`chances.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import Budget
from deathmatch.core.game import TIMEOUT, Ask
from deathmatch.core.reviewing import BetterMove, Chart, MatchHistory, Moment, Remark, Review, Verdict
from deathmatch.core.seats import Seat
from deathmatch.core.speech import count, mark, say
from deathmatch.core.wording import RESIGN, name
from deathmatch.games.even_groups import chances, rules, solver
from deathmatch.games.even_groups.state import State
from deathmatch.games.even_groups.values import COLOURS, Colour, Kind, Move, text

if TYPE_CHECKING:
    from deathmatch.games.even_groups.game import EvenGroups

EXACT: Final = 20  # empty cells at a move, from which on a match is solved: a second for all of it
THOROUGH: Final = solver.LARGEST  # the same with time and memory to spare: some seconds
RARE: Final = 20  # legal moves to one that wins, from which on finding it is worth a remark
SHOWN: Final = 3  # better moves of a remark


@dataclass(frozen=True, slots=True)
class SolvedMoment:
    """The solution of the position before an event.

    Attributes:
        moment: the event.
        owing: the seat that was to move.
        winning: its moves that win; none if it is lost against good play.
        legal: how many moves it had.
    """

    moment: Moment[State]
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

    def review(self, history: MatchHistory[State], budget: Budget, /) -> Review:
        """Where it was won, with a remark on each move that let a win go, and on wins that were hard to find."""
        known: dict[int, SolvedMoment] = {}
        cut = False
        for moment in reversed(history.moments):
            if _empty(moment.state) > self.exact:
                break
            solved = None if budget.spent() else _solve(moment, budget)
            if solved is None:
                cut = True
                break
            known[moment.event] = solved
        open_ = [moment for moment in history.moments if moment.event not in known]
        chart = _chart(history, known, chances.counted(open_, budget))
        if not known:
            return Review((_nothing(history, self.exact, cut),), chart)
        after = _winners(history, known)
        remarks = [remark for event in sorted(known) if (remark := _remark(known[event], after[event])) is not None]
        return Review(tuple(_summary(history, known, cut)), chart, tuple(remarks))


def _chart(history: MatchHistory[State], known: Mapping[int, SolvedMoment], counted: Sequence[chances.Counted]) -> Chart | None:
    """A's chance with best play: counted in playouts at first, then exact."""
    if not known and not counted:
        return None
    after = _winners(history, known)
    if known:
        first = known[min(known)]
        exact = {first.moment.event - 1: first.winner, **after}
    else:
        assert history.outcome.winner is not None
        exact = {len(history.moments): history.outcome.winner}
    course = {event: (value, value, value) for event, seat in exact.items() for value in (float(seat is Seat.A),)}
    course = {one.event: one.point for one in counted} | course
    points = tuple((event, course[event][0]) for event in sorted(course))
    band = tuple((event, *course[event][1:]) for event in sorted(course)) if counted else ()
    meaning = say(
        "Until a position is solved, {number} matches at random from it say a little; the shaded band is the error of that.",
        number=chances.PLAYOUTS,
    )
    return Chart(say("Chance of {player} to win with best play", player="{A}"), points, band=band, margin=meaning if band else "")


def _empty(state: State) -> int:
    """The cells that are empty at the first move of two stones from here on."""
    empty = state.board.empty.bit_count()
    return empty if state.moves else empty - Kind.OPENING.value


def _solve(moment: Moment[State], budget: Budget) -> SolvedMoment | None:
    """The solution of a position; None if the budget ran out."""
    assert isinstance(moment.pending, Ask)
    (owing,) = moment.pending.seats
    board, white = moment.state.board, moment.state.white
    if moment.state.moves:
        ending = solver.solve(board, Colour.WHITE if owing is white else Colour.ORANGE, budget.spent)
        return None if ending is None else SolvedMoment(moment, owing, tuple(ending.winning()), rules.reach(board).count())
    openings = solver.openings(board, lambda _part, _parts, _left: budget.spent)
    if openings is None:
        return None
    if white is None:
        return SolvedMoment(moment, owing, (Colour.WHITE if openings else Colour.ORANGE,), len(COLOURS))
    return SolvedMoment(moment, owing, openings, len(board.hexagon))


def _winners(history: MatchHistory[State], known: Mapping[int, SolvedMoment]) -> dict[int, Seat]:
    """The winner after each event, if it is known and both go on optimally."""
    last = history.outcome.winner
    assert last is not None
    return {event: known[event + 1].winner if event + 1 in known else last for event in known}


# --- Words


def _remark(solved: SolvedMoment, after: Seat) -> Remark | None:
    """What there is to say about an event; None if it is nothing that mattered."""
    moment = solved.moment
    seat = moment.seat
    assert seat is not None
    value, cells = float(after is seat), moment.state.board.hexagon
    if solved.lets_go:
        own = solved.owing is seat
        better = tuple([BetterMove(text(move, cells), 1.0, say("wins")) for move in solved.winning[:SHOWN]]) if own else ()
        return Remark(moment.event, seat, Verdict.BLUNDER, _lost(solved, name(seat)), value, better)
    if solved.keeps and len(solved.winning) * RARE <= solved.legal:
        sentence = mark("{player} found one of the {number} moves of {legal} that win.")
        if len(solved.winning) == 1:
            sentence = mark("{player} found the one move of {legal} that wins.")
        words = say(sentence, player=name(seat), number=len(solved.winning), legal=solved.legal)
        return Remark(moment.event, seat, Verdict.GOOD, words, value)
    return None


def _lost(solved: SolvedMoment, player: str) -> str:
    """How a won match was given away."""
    if solved.moment.text == RESIGN:
        return say("{player} resigned in a position that was won.", player=player)
    if solved.moment.text == TIMEOUT.value:
        return say("{player} ran out of time in a position that was won.", player=player)
    return count(
        "{player} let the win go: one move of {legal} would have kept it.",
        "{player} let the win go: {number} moves of {legal} would have kept it.",
        len(solved.winning),
        player=player,
        legal=solved.legal,
    )


def _summary(history: MatchHistory[State], known: Mapping[int, SolvedMoment], cut: bool) -> list[str]:
    """The summary of a match with solved positions."""
    winner = history.outcome.winner
    assert winner is not None
    lost = [known[event] for event in sorted(known) if known[event].lets_go]
    first = known[min(known)]
    if not lost:
        lines = [say("{winner} had the win in hand with {empty} cells empty, and kept it.", winner=name(winner), empty=first.empty)]
    else:
        lines = [_won(lost[-1], name(winner))]
        if len(lost) > 1:
            counts = {seat: sum(solved.moment.seat is seat for solved in lost) for seat in Seat}
            lines.append(
                say(
                    "The first to let a win go was {player}, with {empty} cells empty; {a} did so {a_times}, {b} {b_times}.",
                    player=name(_actor(lost[0])),
                    empty=lost[0].empty,
                    a=name(Seat.A),
                    a_times=_times(counts[Seat.A]),
                    b=name(Seat.B),
                    b_times=_times(counts[Seat.B]),
                )
            )
        lines.append(say("The win was {player}'s with {empty} cells empty.", player=name(first.winner), empty=first.empty))
    if first.moment.event > 1:
        if cut:
            lines.append(say("From there on every position is solved; there was no time for the earlier ones."))
        else:
            lines.append(say("From there on every position is solved; the earlier ones have too many empty cells to be solved."))
    return lines


def _actor(solved: SolvedMoment) -> Seat:
    seat = solved.moment.seat
    assert seat is not None
    return seat


def _won(solved: SolvedMoment, winner: str) -> str:
    """The act by which a seat let the win go for the last time."""
    loser, empty = name(_actor(solved)), solved.empty
    if solved.moment.text == RESIGN:
        sentence = mark("{winner} won it for good when {loser} resigned, with {empty} cells empty.")
    elif solved.moment.text == TIMEOUT.value:
        sentence = mark("{winner} won it for good when {loser} ran out of time, with {empty} cells empty.")
    else:
        sentence = mark("{winner} won it for good when {loser} played {move}, with {empty} cells empty.")
    return say(sentence, winner=winner, loser=loser, move=solved.moment.text, empty=empty)


def _times(number: int) -> str:
    if number == 0:
        return say("never")
    return say("twice") if number == 2 else count("once", "{number} times", number)


def _nothing(history: MatchHistory[State], exact: int, cut: bool) -> str:
    """The summary of a match without a solved position."""
    if cut:
        return say("There was no time to solve any position.")
    left = history.end.board.empty.bit_count()
    return say(
        "Nothing is certain about it: it ended with {empty} cells empty, and only positions with {most} or fewer can be solved.",
        empty=left,
        most=exact,
    )


def advise(_game: EvenGroups) -> Advisor:
    """The capability `advise`."""
    return Advisor()
