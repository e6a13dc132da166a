"""Writes a whole match of every variant into this folder: `python -m tests.records.make`.

A record replayed is the match, bit for bit, for every later version of format 1. These files hold later versions to it: when one has to
be written anew, the rules have changed. Random legal play with some time-outs; every tenth line says the whole public state.
"""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

from deathmatch import games
from deathmatch.core.chance import Source
from deathmatch.core.game import Deals, Variant
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import DEAL, TIMED_OUT, Position
from deathmatch.match.record import seconds_of
from deathmatch.match.seen import public_state

FOLDER = Path(__file__).parent
EVERY = 10  # events from one annotation to the next
NOTES = 3  # a match has at least so many
LATE = 20  # one submission in so many is a time-out


def name(variant: Variant) -> str:
    """The file of a variant's match."""
    return f"{variant.game}-{variant.name}-whole.dm"


def whole(variant: Variant) -> str:
    """A whole match, annotated: the first of some random ones that is long enough to say something."""
    for number in count():
        text = _match(variant, HmacSource(b"records", f"{variant.id} {number}" if number else variant.id))
        if text.count("\n#") >= NOTES:
            return text
    raise AssertionError("there is always another")


def _match(variant: Variant, source: Source) -> str:
    position = Position.start(variant, variant.bind({})[1])
    lines = ["deathmatch 1", f"game {variant.id}", "name A Ann", "name B Bob", "tag event whole match"]
    events = 0
    while position.over is None:
        actor, text = _event(position, source)
        position, _ = position.accept(actor, text)
        took = "" if actor == DEAL else f" @{seconds_of(source.below(90_000))}"
        lines.append(f"{actor} {text}{took}")
        events += 1
        if events % EVERY == 0 or position.over is not None:
            lines.append(f"#= {json.dumps(public_state(position))}")
    return "\n".join(lines) + "\n"


def _event(position: Position, source: Source) -> tuple[str, str]:
    if isinstance(position.pending, Deals):
        chance = position.pending.chance
        return DEAL, chance.write(chance.sample(source))
    seat = source.choice(position.owing)
    if source.below(LATE) == 0:
        over = position.accept(seat.value, TIMED_OUT)[0].over
        if over is None or over.reason != TIMED_OUT:  # whoever would lose by it is in time: the match is to be whole
            return seat.value, TIMED_OUT
    decision = position.decision(seat)
    return seat.value, decision.write(decision.sample(source))


if __name__ == "__main__":
    for each in games.every():
        (FOLDER / name(each)).write_text(whole(each), encoding="utf-8")
