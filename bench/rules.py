"""How fast the rules are: joint turns a second by `Game.play` alone, and accepted submissions a second through the referee."""

from __future__ import annotations

from typing import Any

from bench.machine import each_variant, rate
from bench.walks import walk
from deathmatch.core.game import Variant
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Seat
from deathmatch.match.dealer import Dealer, HmacSource
from deathmatch.match.match import Match

MATCHES = 50  # random ones, of which the turns are taken


def measure() -> dict[str, Any]:
    """Both rates, for every variant."""
    return {"variants": {variant.id: {**_turns(variant), **_referee(variant)} for variant in each_variant()}}


def _turns(variant: Variant) -> dict[str, Any]:
    """`Game.play` on legal turns; only these calls are timed."""
    game = walk(variant, 0)[0]
    turns = [(step.state, step.turn) for number in range(MATCHES) for step in walk(variant, number)[1] if step.turn is not None]

    def work() -> int:
        for state, turn in turns:
            game.play(state, turn)
        return len(turns)

    return {"turns": len(turns), "turns_per_second": round(rate(work))}


def _referee(variant: Variant) -> dict[str, Any]:
    """Whole matches from text: clocks, sealed envelope, deals, the three views after every event, and the record at the end."""
    rehearsed = [_rehearse(variant, number) for number in range(MATCHES)]

    def work() -> int:
        for number, submissions in enumerate(rehearsed):
            match = _start(variant, number)
            for now, (seat, text) in enumerate(submissions):
                match = match.fold(match.submit(seat, text, match.ply, now))
                for eye in (*SEATS, PUBLIC):
                    match.seen(eye, now)
            assert match.over is not None
            match.record()
        return sum(len(submissions) for submissions in rehearsed)

    return {"submissions_per_second": round(rate(work))}


def _start(variant: Variant, number: int) -> Match:
    """The `number`-th live match, whose deals are always the same."""
    match = Match.new(variant, {}, names=BySeat("", ""), dealer=Dealer(bytes([number]) * 32, BySeat(b"", b"")))
    return match.fold(match.start(0))


def _rehearse(variant: Variant, number: int) -> list[tuple[Seat, str]]:
    """Random legal submissions that lead that match to its end."""
    match = _start(variant, number)
    source = HmacSource(b"bench", f"{variant.id} live {number}")
    submissions: list[tuple[Seat, str]] = []
    while match.over is None:
        now = len(submissions)
        seat, decision = next((seat, owed) for seat in SEATS if (owed := match.seen(seat, now).decision) is not None)
        text = decision.write(decision.sample(source))
        match = match.fold(match.submit(seat, text, match.ply, now))
        submissions.append((seat, text))
    return submissions
