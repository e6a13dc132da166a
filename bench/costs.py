"""The cost of a position to a server's event loop: the longest call of each function that it runs (core/game.py sets the limit)."""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Callable
from time import thread_time
from typing import Any, TypeVar

from bench.machine import each_variant
from bench.walks import walk
from deathmatch.core.game import AnyGame, Ask, Deals, Decision, Variant
from deathmatch.core.seats import Seat
from deathmatch.match.dealer import HmacSource

T = TypeVar("T")

LIMIT = 5.0  # ms on one core, for each call
MATCHES = 10  # random ones, after one that loads and warms what is loaded on demand
DEEPEST = 40  # tokens of one move


class Costs:
    """The longest call of each function, in ms of one core."""

    def __init__(self) -> None:
        self.longest: defaultdict[str, float] = defaultdict(float)

    def of(self, name: str, call: Callable[..., T], *values: Any) -> T:
        """The call's result."""
        start = thread_time()
        result = call(*values)
        self.longest[name] = max(self.longest[name], (thread_time() - start) * 1000)
        return result


def measure() -> dict[str, Any]:
    """The longest call of each function for every variant, and of all the worst, which is to stay below the limit."""
    variants = {variant.id: of_variant(variant) for variant in each_variant()}
    worst = max((cost, name, function) for name, costs in variants.items() for function, cost in costs.items())
    return {
        "limit_ms": LIMIT,
        "worst_ms": worst[0],
        "worst": f"{worst[2]} of {worst[1]}",
        "within": worst[0] <= LIMIT,
        "variants_ms": variants,
    }


def of_variant(variant: Variant) -> dict[str, float]:
    """The longest call of each function, in ms, the worst first."""
    _match(variant, 0, Costs())
    costs = Costs()
    for number in range(1, MATCHES + 1):
        gc.collect()
        gc.disable()  # a collection falls into whichever call comes next, and is not what that call costs
        try:
            _match(variant, number, costs)
        finally:
            gc.enable()
    return {name: round(cost, 3) for name, cost in sorted(costs.longest.items(), key=lambda item: -item[1])}


def _match(variant: Variant, number: int, costs: Costs) -> None:
    """Everything that a server asks of one match."""
    game, steps = walk(variant, number)
    for step in steps:
        pending = costs.of("pending", game.pending, step.state)
        if isinstance(pending, Deals):
            keyword = f"deal {pending.chance.name}"
            deal = costs.of(f"{keyword}: read", pending.chance.read, step.events[0].partition(" ")[2])
            costs.of(f"{keyword}: check", pending.chance.check, deal)
            after = costs.of("deal", game.deal, step.state, deal)
        else:
            assert isinstance(pending, Ask)
            assert step.turn is not None
            for seat, move in step.turn.items():
                decision = costs.of("decision", game.decision, game.view(step.state, seat))
                _submit(decision, move, HmacSource(b"costs", f"{number} {seat} {step.events}"), costs)
            after = costs.of("play", game.play, step.state, step.turn)
        _show(game, step.state, after, costs)


def _submit(decision: Decision[Any], move: Any, source: HmacSource, costs: Costs) -> None:
    """A move, put together at random and typed."""
    prefix: tuple[str, ...] = ()
    for _ in range(DEEPEST):
        step = costs.of("compose", decision.compose, prefix)
        tokens = [choice.token for choice in step.choices]
        if step.number is not None:
            tokens += [str(step.number.low), str(step.number.high)]
        if not tokens:
            break
        prefix = (*prefix, source.choice(tokens))
    costs.of("check", decision.check, costs.of("read", decision.read, decision.write(move)))


def _show(game: AnyGame, before: Any, after: Any, costs: Costs) -> None:
    """What every eye is shown of a step."""
    for eye in game.eyes():
        view = costs.of("view", game.view, after, eye)
        costs.of("public", game.public, view)
        if isinstance(eye, Seat):
            costs.of("private", game.private, view)
        beats = costs.of("narrate", game.narrate, game.view(before, eye), view)
        for shown in (view, *(beat.view for beat in beats if beat.view is not None)):
            costs.of("picture", game.picture, shown)
