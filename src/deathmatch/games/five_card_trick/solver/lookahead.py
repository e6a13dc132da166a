"""The next few rounds, solved from estimates of the positions after them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from deathmatch.core.solving import Reporter
from deathmatch.core.thinking import UNLIMITED, TimeLeft, remembered
from deathmatch.games.five_card_trick.fast.layers import Layer
from deathmatch.games.five_card_trick.solver.induction import Induction
from deathmatch.games.five_card_trick.solver.plan import Plan, plan
from deathmatch.games.five_card_trick.solver.reachable import Hull
from deathmatch.games.five_card_trick.solver.solved import Solved
from deathmatch.games.five_card_trick.state import State
from deathmatch.games.five_card_trick.values import Terms


class Estimates(Protocol):
    """Estimates of positions, right or wrong."""

    def layer(self, plan: Plan, round_: int, hull: Hull, work: Reporter, /) -> Layer:
        """The positions before a round of a plan, for the leads that can come; `work` hears of each slice of the work.

        Raises: solved.Unknown.
        """
        ...


@dataclass(frozen=True, slots=True)
class Stopping:
    """A reporter that ends the work, by OutOfTime, once there is no time left."""

    time: TimeLeft

    def report(self, _words: str, _done: float | None = None, /) -> None:
        """See `core.solving.Reporter`."""
        self.time.check()


@dataclass(frozen=True, slots=True)
class Lookahead:
    """The estimates of the positions that may follow a state.

    Attributes:
        plan: those of the next few rounds.
        layers: by round, with the leads that can come; that after the last one is thought, the others are solved from it.
    """

    plan: Plan
    layers: dict[int, tuple[Layer, Hull]]

    def layer(self, round_: int) -> Layer:
        """The positions before a round."""
        return self.layers[round_][0]

    def solved(self) -> Solved:
        """The same to be asked by states."""

        def known(round_: int) -> tuple[Any, Any, Any] | None:
            layer = self.layers.get(round_)
            return None if layer is None else (layer[0].runs, layer[0].values, layer[1])

        return Solved(self.plan, self.plan.known.keys, known)


@remembered(4)  # both seats ask, some of them twice
def look_ahead(terms: Terms, state: State, rounds: int, memory: Estimates, time: TimeLeft = UNLIMITED) -> Lookahead:
    """The next `rounds` rounds after a state, or up to the end of the match if that is nearer.

    Raises: solved.Unknown if too little is known of the positions after them, OutOfTime if there is no time for it.
    """
    work = Stopping(time)
    ahead = Lookahead(plan(terms, state, rounds, work=work), {})

    def beyond(round_: int, hull: Hull) -> Layer:
        layer = memory.layer(ahead.plan, round_, hull, work)
        ahead.layers[round_] = layer, hull
        return layer

    induction = Induction(ahead.plan, work, beyond)
    hulls = induction.reachable_hulls()
    layer = induction.end(hulls[-1])
    ahead.layers.setdefault(ahead.plan.last + 1, (layer, hulls[-1]))
    for round_ in range(ahead.plan.last, state.round, -1):
        hull = hulls[round_ - state.round]
        layer, _ = induction.solve(round_, hull, layer)
        ahead.layers[round_] = layer, hull
    return ahead
