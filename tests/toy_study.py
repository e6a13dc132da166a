"""What studies the toy game (`tests/toy.py`): its capabilities `solver` and `advise`, so that their shells have something to serve."""

from __future__ import annotations

from dataclasses import dataclass

from deathmatch.core.bots import Budget
from deathmatch.core.game import TIMEOUT
from deathmatch.core.reviewing import BetterMove, Chart, MatchHistory, Moment, Remark, Review, Verdict
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.solving import Reporter, Solution, UnsolvableError
from tests.toy import State, Toy, View

LARGEST = 9  # rounds to come, beyond which the solver gives up
IN_A_ROUND = 2  # points that one seat can win: the bid's and the guess's


@dataclass(frozen=True)
class Solver:
    """Says whether the lead can still be caught up, from the points and rounds alone."""

    game: Toy

    def solve(self, view: View, work: Reporter, /) -> Solution:
        left = int(self.game.values["rounds"]) - view.round + 1
        if left > LARGEST:
            raise UnsolvableError(f"{left} rounds are to come, and {LARGEST} can be solved")
        most = 0
        for number in range(left):
            work.report(f"round {number + 1} of {left}", number / left)
            most += IN_A_ROUND
        lead = view.points.a - view.points.b
        winner = None if abs(lead) <= most else Seat.A if lead > 0 else Seat.B
        words = f"{{{winner}}} cannot be caught up." if winner else f"Nobody has won yet: {most} points can still be won."
        return Solution((words,), {"winner": winner, "open": most})


def solver(game: Toy) -> Solver:
    """As the capability has it."""
    return Solver(game)


@dataclass(frozen=True)
class Advisor:
    """Knows all numbers: which bid would have won, and what the right guess was."""

    def review(self, history: MatchHistory[State], budget: Budget, /) -> Review:
        remarks: list[Remark] = []
        points = [(0, 0.5)]
        bids: dict[Seat, Moment[State]] = {}
        whole = True
        states = [*(moment.state for moment in history.moments[1:]), history.end]
        for moment, after in zip(history.moments, states, strict=True):
            if budget.spent():
                whole = False
                break
            if moment.state.phase == "bid" and moment.seat is not None and moment.text != "resign":
                bids[moment.seat] = moment
                if len(bids) == len(SEATS):
                    remarks += [_bid(bids[seat], bids[seat.other]) for seat in SEATS]
                    bids.clear()
            else:
                remarks.append(_other(moment))
            points.append((moment.event, _share(after.points)))
        known = [remark for remark in remarks if remark.verdict is Verdict.MISTAKE]
        summary = f"{{A}} made {_count(known, Seat.A)}, {{B}} {_count(known, Seat.B)} mistakes."
        rest = () if whole else (f"Only the first {points[-1][0]} events were looked at.",)
        return Review((summary, *rest), Chart("Share of the points of {A}", tuple(points)), tuple(sorted(remarks, key=lambda r: r.event)))


def _count(remarks: list[Remark], seat: Seat) -> int:
    return sum(remark.seat is seat for remark in remarks)


def _share(points: BySeat[int]) -> float:
    total = points.a + points.b
    return points.a / total if total else 0.5


def _worth(points: BySeat[int], seat: Seat, winner: Seat | None) -> float:
    """The share of a seat once somebody has won a point more."""
    after = points if winner is None else points.put(winner, points[winner] + 1)
    return _share(after) if seat is Seat.A else 1 - _share(after)


def _bid(mine: Moment[State], theirs: Moment[State]) -> Remark:
    """What there is to say about one of two bids."""
    seat, points = mine.seat, mine.state.points
    assert seat is not None
    bid, other = (-1 if moment.move is TIMEOUT else moment.move[1] for moment in (mine, theirs))
    number = mine.state.numbers[seat]
    value = _worth(points, seat, seat if bid > other else seat.other if bid < other else None)
    if bid > other:
        return Remark(mine.event, seat, Verdict.GOOD, f"{{{seat}}} wins the bid.", value)
    if number > other:
        better = BetterMove(f"bid {other + 1}", _worth(points, seat, seat), "wins the bid")
        return Remark(mine.event, seat, Verdict.MISTAKE, f"{{{seat}}} could have won the bid.", value, (better,))
    return Remark(mine.event, seat, Verdict.FORCED, f"{{{seat}}} had no number to win with.", value)


def _other(moment: Moment[State]) -> Remark:
    """What there is to say about all but bids."""
    seat, points = moment.seat, moment.state.points
    if seat is None:
        return Remark(moment.event, None, Verdict.NOTE, "The numbers are dealt.")
    verb = moment.text.split()[0]
    if verb not in ("guess", "again"):
        return Remark(moment.event, seat, Verdict.NOTE, f"{{{seat}}} gains nothing.", _worth(points, seat, None))
    right = moment.state.numbers[seat.other]
    if moment.move[1] == right:
        return Remark(moment.event, seat, Verdict.GOOD, "Right.", _worth(points, seat, seat))
    better = BetterMove(f"{verb} {right}", _worth(points, seat, seat))
    return Remark(moment.event, seat, Verdict.MISTAKE, "That was not the number.", _worth(points, seat, None), (better,))


def advise(game: Toy) -> Advisor:
    """As the capability has it."""
    return Advisor()
