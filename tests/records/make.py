"""Writes a whole match of every variant into this folder: `python -m tests.records.make`, or of the games that
it is given.

A record replayed is the match, bit for bit, for every later version of format 1. These files hold later versions to it: when one has to
be written anew, the rules have changed. Random legal play with some time-outs; every tenth line says the whole public state.
"""

from __future__ import annotations

import json
import sys
from operator import itemgetter
from pathlib import Path

from deathmatch import games
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Deals, HostLine, Variant
from deathmatch.core.optional import any_line
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import DEAL, HOSTS, TIMED_OUT, Position, public_state
from deathmatch.match.record import seconds_of

FOLDER = Path(__file__).parent
EVERY = 10  # events from one annotation to the next
ENOUGH = 21  # events; a match of fewer says little, so the longest of some is taken
TRIES = 50  # random matches, of which one is written
LATE = 20  # one submission in so many is a time-out


def name(variant: Variant) -> str:
    """The file of a variant's match."""
    return f"{variant.game}-{variant.name}-whole.dm"


def whole(variant: Variant) -> str:
    """A whole match, annotated: the first of some random ones with enough events, or else the longest of them."""
    longest: tuple[int, str] = (0, "")
    for number in range(TRIES):
        events, text = _match(variant, HmacSource(b"records", f"{variant.id} {number}" if number else variant.id))
        if events >= ENOUGH:
            return text
        longest = max(longest, (events, text), key=itemgetter(0))
    return longest[1]


def _match(variant: Variant, source: RandomSource) -> tuple[int, str]:
    """A random match as a record, with the number of its events."""
    position = Position.start(variant, variant.bind({})[1])
    lines = ["deathmatch 1", f"game {variant.id}", "name A Ann", "name B Bob", "tag event whole match"]
    events = 0
    while position.over is None:
        actor, text = _event(position, source)
        position, _ = position.accept(actor, text)
        took = "" if actor in (DEAL, HOSTS) else f" @{seconds_of(source.below(90_000))}"
        lines.append(f"{actor} {text}{took}")
        events += 1
        if events % EVERY == 0 or position.over is not None:
            lines.append(f"#= {json.dumps(public_state(position))}")
    return events, "\n".join(lines) + "\n"


def _event(position: Position, source: RandomSource) -> tuple[str, str]:
    if isinstance(position.pending, Deals):
        chance = position.pending.chance
        return DEAL, chance.write(chance.sample(source))
    if isinstance(position.pending, HostLine):
        return HOSTS, any_line(position.game, position.state, source)[0]
    seat = source.choice(position.owing)
    if source.below(LATE) == 0:
        over = position.accept(seat.value, TIMED_OUT)[0].over
        if over is None or over.reason != TIMED_OUT:  # whoever would lose by it is in time: the match is to be whole
            return seat.value, TIMED_OUT
    decision = position.decision(seat)
    return seat.value, decision.write(decision.sample(source))


if __name__ == "__main__":
    for each in games.every():
        if not sys.argv[1:] or each.game in sys.argv[1:]:
            (FOLDER / name(each)).write_text(whole(each), encoding="utf-8")
