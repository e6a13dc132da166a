"""Matches of random legal moves, always the same ones: what the other figures are measured on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deathmatch.core.game import AnyGame, Ask, Deals, HostLine, Over, Variant
from deathmatch.core.optional import any_line
from deathmatch.core.seats import Seat
from deathmatch.match.dealer import HmacSource


@dataclass(frozen=True, slots=True)
class Step:
    """One joint turn, deal or line of the host of a walk.

    Attributes:
        state: before it.
        turn: a move of each seat that owed one; None for a deal and a line.
        events: the same as lines of a record.
    """

    state: Any
    turn: Mapping[Seat, Any] | None
    events: tuple[str, ...]


def walk(variant: Variant, number: int) -> tuple[AnyGame, list[Step]]:
    """The `number`-th random match with the default options, start to end."""
    _, game = variant.bind({})
    source = HmacSource(b"bench", f"{variant.id} {number}")
    state = game.start()
    steps: list[Step] = []
    while not isinstance(pending := game.pending(state), Over):
        before = state
        if isinstance(pending, Deals):
            deal = pending.chance.sample(source)
            state = game.deal(state, deal)
            steps.append(Step(before, None, (f"deal {pending.chance.write(deal)}",)))
            continue
        if isinstance(pending, HostLine):
            line, state = any_line(game, state, source)
            steps.append(Step(before, None, (f"host {line}",)))
            continue
        assert isinstance(pending, Ask)
        turn: dict[Seat, Any] = {}
        lines: list[str] = []
        for seat in pending.seats:
            decision = game.decision(game.view(state, seat))
            turn[seat] = decision.sample(source)
            lines.append(f"{seat} {decision.write(turn[seat])}")
        state = game.play(state, turn)
        steps.append(Step(before, turn, tuple(lines)))
    return game, steps


def record(variant: Variant, number: int) -> str:
    """That match as a record."""
    _, steps = walk(variant, number)
    return "\n".join(["deathmatch 1", f"game {variant.id}", *(line for step in steps for line in step.events), ""])
