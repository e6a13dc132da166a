"""A review of a finished match: the deciding moves, and the wins that were let go. The capability `advise`.

With few cells empty every position is solved (`solver.py`), so every remark is certain; about earlier moves there are no remarks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import Budget
from deathmatch.core.game import TIMEOUT, Ask
from deathmatch.core.reviewing import BetterMove, Chart, MatchHistory, Moment, Remark, Review, Verdict
from deathmatch.core.seats import Seat
from deathmatch.games.even_groups import rules, solver
from deathmatch.games.even_groups.state import State
from deathmatch.games.even_groups.values import COLOURS, Colour, Kind, Move, text

if TYPE_CHECKING:
    from deathmatch.games.even_groups.game import EvenGroups

EXACT: Final = 18  # empty cells at a move, from which on a match is solved: a second for all of it
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


class Advisor:
    """Solves a match from its end backwards, as far as positions are small enough and the budget lasts."""

    def warm(self) -> None:
        """Have the kernels and their tables ready: if they must be compiled, that takes longer than a review may."""
        solver.warm(EXACT)

    def review(self, history: MatchHistory[State], budget: Budget, /) -> Review:
        """Where it was won, with a remark on each move that let a win go, and on wins that were hard to find."""
        known: dict[int, SolvedMoment] = {}
        cut = False
        for moment in reversed(history.moments):
            if _empty(moment.state) > EXACT:
                break
            solved = None if budget.spent() else _solve(moment, budget)
            if solved is None:
                cut = True
                break
            known[moment.event] = solved
        if not known:
            return Review((_nothing(history, cut),))
        after = _winners(history, known)
        remarks = [remark for event in sorted(known) if (remark := _remark(known[event], after[event])) is not None]
        first = known[min(known)]
        points = [(first.moment.event - 1, first.winner), *((event, after[event]) for event in sorted(known))]
        course = tuple((event, float(seat is Seat.A)) for event, seat in points)
        chart = Chart("The winner with best play from here", course, ("{A} wins", "", "{B} wins"))
        return Review(tuple(_summary(history, known, cut)), chart, tuple(remarks))


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
        what = {"resign": "resigned", "timeout": "ran out of time"}.get(moment.text)
        own = solved.owing is seat
        better = tuple([BetterMove(text(move, cells), 1.0, "wins") for move in solved.winning[:SHOWN]]) if own else ()
        if what is not None:
            return Remark(moment.event, seat, Verdict.BLUNDER, f"{{{seat}}} {what} in a position that was won.", value, better)
        ways = "one move" if len(solved.winning) == 1 else f"{len(solved.winning)} moves"
        words = f"{{{seat}}} let the win go: {ways} of {solved.legal} would have kept it."
        return Remark(moment.event, seat, Verdict.BLUNDER, words, value, better)
    if solved.keeps and len(solved.winning) * RARE <= solved.legal:
        one = len(solved.winning) == 1
        ways = f"the one move of {solved.legal} that wins" if one else f"one of the {len(solved.winning)} moves of {solved.legal} that win"
        return Remark(moment.event, seat, Verdict.GOOD, f"{{{seat}}} found {ways}.", value)
    return None


def _summary(history: MatchHistory[State], known: Mapping[int, SolvedMoment], cut: bool) -> list[str]:
    """The summary of a match with solved positions."""
    winner = history.outcome.winner
    assert winner is not None
    lost = [known[event] for event in sorted(known) if known[event].lets_go]
    first = known[min(known)]
    since = f"with {first.empty} cells empty"
    if not lost:
        lines = [f"{{{winner}}} had the win in hand {since}, and kept it."]
    else:
        lines = [f"{{{winner}}} won it for good when {_let_go(lost[-1])}."]
        if len(lost) > 1:
            counts = {seat: sum(solved.moment.seat is seat for solved in lost) for seat in Seat}
            lines.append(
                f"The first to let a win go was {_who(lost[0])}; {{A}} did so {_times(counts[Seat.A])}, {{B}} {_times(counts[Seat.B])}."
            )
        lines.append(f"The win was {{{first.winner}}}'s {since}.")
    before = "there was no time for the earlier ones" if cut else "the earlier ones have too many empty cells to be solved"
    if first.moment.event > 1:
        lines.append(f"From there on every position is solved; {before}.")
    return lines


def _who(solved: SolvedMoment) -> str:
    return f"{{{solved.moment.seat}}}, with {solved.empty} cells empty"


def _let_go(solved: SolvedMoment) -> str:
    """The act by which a seat let the win go for the last time."""
    seat = solved.moment.seat
    what = {"resign": "resigned", "timeout": "ran out of time"}.get(solved.moment.text, f"played {solved.moment.text}")
    return f"{{{seat}}} {what}, with {solved.empty} cells empty"


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _nothing(history: MatchHistory[State], cut: bool) -> str:
    """The summary of a match without a solved position."""
    if cut:
        return "There was no time to solve any position."
    left = history.end.board.empty.bit_count()
    return f"Nothing is certain about it: it ended with {left} cells empty, and only positions with {EXACT} or fewer can be solved."


def advise(_game: EvenGroups) -> Advisor:
    """The capability `advise`."""
    return Advisor()
