"""How large the games are as random play meets them: length, deals, and the choice at a decision (packages/lab/docs/games.md)."""

from __future__ import annotations

from typing import Any

from bench.machine import each_variant
from bench.walks import walk
from deathmatch.core.game import Variant

MATCHES = 100  # random ones of each variant


def measure() -> dict[str, Any]:
    """Every variant by its default options."""
    return {"matches": MATCHES, "variants": {variant.id: sized(variant, MATCHES) for variant in each_variant()}}


def sized(variant: Variant, matches: int) -> dict[str, float]:
    """The mean and the greatest length of some random matches in submissions, their deals, and the legal submissions at a decision.

    `uncounted` is the share of decisions at which a game does not count them, such as those that take any word.
    """
    lengths, deals, uncounted, choices = list[int](), 0, 0, list[int]()
    for number in range(matches):
        game, steps = walk(variant, number)
        length = 0
        for step in steps:
            if step.turn is None:
                deals += 1
                continue
            length += len(step.turn)
            counts = [game.decision(game.view(step.state, seat)).count() for seat in step.turn]
            uncounted += counts.count(None)
            choices += [count for count in counts if count is not None]
        lengths.append(length)
    return {
        "submissions": round(sum(lengths) / matches, 1),
        "longest": max(lengths),
        "deals": round(deals / matches, 1),
        "uncounted": round(uncounted / (uncounted + len(choices)), 3),
        "choices": round(sum(choices) / len(choices), 1),
        "most_choices": max(choices),
    }
