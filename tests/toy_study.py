"""What studies the toy game (`tests/toy.py`): its capability `advise`, so that its shells have something to serve."""

from __future__ import annotations

from dataclasses import dataclass

from deathmatch.core.bots import Budget
from deathmatch.core.game import TIMEOUT
from deathmatch.core.reviewing import BetterMove, Chart, MatchHistory, Moment, Remark, Review, Verdict
from deathmatch.core.seats import SEATS, BySeat, Seat
from tests.toy import State, Toy


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
