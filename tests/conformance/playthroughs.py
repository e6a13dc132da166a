"""One whole random match of every variant, written out, so that a change of what a game does is a difference that can be read.

`python -m tests.conformance.playthroughs` writes them anew, or those of the games that it is given; say in the commit why they changed.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path

from deathmatch.core.game import Timeout, Variant
from deathmatch.core.seats import PUBLIC
from tests.conformance.cases import VARIANTS, Case, Step, match

FOLDER = Path(__file__).parents[1] / "golden" / "playthroughs"


def path(variant: Variant) -> Path:
    """Where the playthrough of a variant is kept."""
    return FOLDER / f"{variant.game}-{variant.name}.txt"


def events(case: Case, step: Step) -> list[str]:
    """The lines of a record that a step makes."""
    game = case.game
    if step.line:
        return [f"host {step.line}"]
    if step.turn is None:
        return [f"deal {game.pending(step.state).chance.write(step.deal)}"]
    lines = []
    for seat, move in step.turn.items():
        text = move.value if isinstance(move, Timeout) else game.decision(game.view(step.state, seat)).write(move)
        lines.append(f"{seat} {text}")
    return lines


def write(variant: Variant) -> str:
    """Events as in a record; what the public is told after `>`, and its public fields after `=`."""
    case = Case(variant.id, ())
    game = case.game
    lines = [variant.id]
    for step, after in pairwise(match(case)):
        lines += ["", *events(case, step)]
        before, now = game.view(step.state, PUBLIC), game.view(after.state, PUBLIC)
        lines += [f"> {beat.words}" for beat in game.narrate(before, now)]
        lines.append(f"= {json.dumps(game.public(now), ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for variant_ in VARIANTS:
        if not sys.argv[1:] or variant_.game in sys.argv[1:]:
            path(variant_).write_text(write(variant_), encoding="utf-8")
