"""Whether bots keep to their thinking time: the longest decisions of all bots of all variants, early and late, with extreme options too.

All times are processor time, the budget's clock too, so other work on the machine does not count. `python -m research.budgets --help` has
the parts to choose.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from time import process_time
from typing import Any

from bench.machine import each, note
from deathmatch.bots import registry
from deathmatch.bots.budget import Counted
from deathmatch.core.errors import OptionError
from deathmatch.core.game import AnyGame, Ask, Deals, Over, Variant
from deathmatch.core.options import Name, Option, Value, WholeNumber
from deathmatch.core.seats import Seat
from deathmatch.games import every, find
from deathmatch.match.dealer import HmacSource

SECONDS = (0.5, 0.05)
"""Of thinking time: a bot's of a match on a short clock, and a bot's that has waited for all of its time (server/rooms/turns.py)."""

TOLERANCE = 0.15  # seconds that a decision may take beyond its budget
MOMENTS = 8  # decisions of each match that are measured, from the first to the last
PLIES = 400  # of a match, at most
WALKERS = ("random", "steady")  # who plays the matches


class OwnTime:
    """A budget (core/bots.py) in seconds of this process's own time."""

    def __init__(self, seconds: float) -> None:
        self._end = process_time() + seconds

    def spent(self) -> bool:
        """Whether they are over."""
        return process_time() >= self._end


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision of a match."""

    ply: int
    seat: Seat
    view: Any


def measure() -> dict[str, Any]:
    """For every variant and bot the longest decision beyond each budget, and whether all are within the tolerance."""
    return over(every(), SECONDS, WALKERS, extremes=True)


def over(variants: Iterable[Variant], budgets: Iterable[float], walkers: Iterable[str], *, extremes: bool) -> dict[str, Any]:
    """The same for some variants; without `extremes` only with their default options and with all at their largest."""
    found: dict[str, Any] = {}
    worst = 0.0
    for variant in each(variants, lambda variant: variant.id):
        registry.warm_own(variant)
        for values in _settings(variant, extremes=extremes):
            game = variant.bind(values)[1]
            for walker in walkers:
                moments = _moments(variant, game, values, walker)
                for seconds in budgets:
                    for name in registry.names(variant, values):
                        for moment in moments:
                            spent = _spent(variant, values, name, moment, seconds) - seconds
                            worst = max(worst, spent)
                            key = f"{variant.id} {name} {seconds}"
                            if spent > found.get(key, {"beyond": -seconds})["beyond"]:
                                found[key] = {"beyond": round(spent, 3), "ply": moment.ply, "walker": walker, "options": dict(values)}
                            if spent > TOLERANCE:
                                note(f"    {name}, budget {seconds}: {spent:.2f} s beyond, ply {moment.ply} of {walker}, {dict(values)}")
    return {"tolerance_s": TOLERANCE, "worst_beyond_s": round(worst, 3), "within": worst <= TOLERANCE, "longest": found}


def _spent(variant: Variant, values: Mapping[str, Value], name: str, moment: Moment, seconds: float) -> float:
    """The processor time of a decision, made as a server's worker makes it."""
    began, budget = process_time(), OwnTime(seconds)
    game = variant.bind(values)[1]
    bot = registry.pick(variant, game, name)
    decision = game.decision(moment.view)
    decision.check(bot.choose(moment.view, decision, budget, HmacSource(b"budgets", name)))
    return process_time() - began


def _settings(variant: Variant, *, extremes: bool) -> Iterator[dict[str, Value]]:
    """The default options, all at their largest, and each one alone at each of its extremes. Clocks and word lists stay."""
    yield {}
    options = [option for option in variant.options if not option.clock and not isinstance(option.kind, Name)]
    for end in (0, -1):
        largest: dict[str, Value] = {}
        for option in options:
            if _takes(variant, {**largest, option.key: _ends(option)[end]}):
                largest[option.key] = _ends(option)[end]
        yield largest
    for option in options if extremes else ():
        for value in _ends(option):
            if value != option.default and _takes(variant, {option.key: value}):
                yield {option.key: value}


def _ends(option: Option) -> tuple[Value, ...]:
    """The extremes of an option: the least and the greatest number, or all its words."""
    kind = option.kind
    if isinstance(kind, WholeNumber):
        return kind.low, kind.high
    assert not isinstance(kind, Name)
    return kind.words


def _takes(variant: Variant, values: Mapping[str, Value]) -> bool:
    try:
        variant.bind(values)
    except OptionError:
        return False
    return True


def _moments(variant: Variant, game: AnyGame, values: Mapping[str, Value], walker: str) -> list[Moment]:
    """Decisions of one match, spread evenly over it, with the first and the last."""
    source, bot, state = (
        HmacSource(b"budgets", f"{variant.id} {sorted(values.items())}"),
        registry.make(variant, values, walker),
        game.start(),
    )
    moments: list[Moment] = []
    while not isinstance(pending := game.pending(state), Over) and len(moments) < PLIES:
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(source))
            continue
        assert isinstance(pending, Ask)
        views = {seat: game.view(state, seat) for seat in pending.seats}
        moments.append(
            Moment(len(moments), pending.seats[len(moments) % len(pending.seats)], views[pending.seats[len(moments) % len(pending.seats)]])
        )
        state = game.play(state, {seat: bot.choose(view, game.decision(view), Counted(20), source) for seat, view in views.items()})
    last = len(moments) - 1
    return [moments[place] for place in sorted({round(last * part / (MOMENTS - 1)) for part in range(MOMENTS)})]


def main() -> None:
    """Measure a part."""
    parser = argparse.ArgumentParser(prog="python -m research.budgets", description=__doc__)
    parser.add_argument("variant", nargs="*", help="GAME/VARIANT; all if none is given")
    parser.add_argument("--seconds", type=float, nargs="+", default=SECONDS, help="of thinking time")
    parser.add_argument("--walker", nargs="+", default=WALKERS, help="bots that play the matches")
    parser.add_argument("--few", action="store_true", help="not each option alone at its extremes")
    given = parser.parse_args()
    variants = [find(name) for name in given.variant] or every()
    print(json.dumps(over(variants, given.seconds, given.walker, extremes=not given.few), indent=1))


if __name__ == "__main__":
    main()
