"""Writes a whole match of every variant into this folder: `python -m tests.records.make`, or of the games that
it is given.

A record replayed is the match, bit for bit, for every later version of format 1. These files hold later versions to it: when one has to
be written anew, the rules have changed. Random legal play with some time-outs; every tenth line says the whole public state.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from deathmatch import games
from deathmatch.core.game import Variant
from deathmatch.match.position import public_state
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from tests.conformance.cases import Case, match
from tests.conformance.playthroughs import events

FOLDER = Path(__file__).parent
EVERY = 10  # events from one annotation to the next
MATCHES = range(1, 9)  # random ones, of which the longest is written; the first is the variant's playthrough


def name(variant: Variant) -> str:
    """The file of a variant's match."""
    return f"{variant.game}-{variant.name}-whole.dm"


def whole(variant: Variant) -> str:
    """A whole match, annotated."""
    case = Case(variant.id, ())
    head = ["deathmatch 1", f"game {variant.id}", "name A Ann", "name B Bob", "tag event whole match"]
    played = max(([line for step in match(case, number)[:-1] for line in events(case, step)] for number in MATCHES), key=len)
    _, *after = positions(read("\n".join([*head, *played]), games.find))
    lines = [*head]
    for number, (line, position) in enumerate(zip(played, after, strict=True), 1):
        lines.append(line)
        if number % EVERY == 0 or position.over is not None:
            lines.append(f"#= {json.dumps(public_state(position))}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for each in games.every():
        if not sys.argv[1:] or each.game in sys.argv[1:]:
            (FOLDER / name(each)).write_text(whole(each), encoding="utf-8")
