"""An adversary that does well against a bot, by search: a lower bound on what the bot gives away where no best response can be computed.

Every other bot of the variant, each of its adversaries and one of each family (`core.bots.AdversaryFamily`) plays some matches against the
bot. Then the dials of each family are set one after the other to the value that does best, over the same deals, until no change helps. The
best of many is partly lucky, so the last one plays again over other deals: only those matches count in the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from deathmatch.bots import players, registry
from deathmatch.core.bots import AdversaryFamily
from deathmatch.core.errors import UnknownNameError
from deathmatch.core.game import AnyGame
from deathmatch.games import find
from deathmatch_lab.arena import ArenaBout, ArenaResult, run
from deathmatch_lab.local_pool import local_pool

TRIAL: Final = 40
"""Matches of each adversary that is tried."""

PROOF: Final = 400
"""Matches of the best one."""

PASSES: Final = 2  # over the dials of a family

Told = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class AdversaryTrial:
    """An adversary that was tried.

    Attributes:
        name: by which commands know it.
        share: of the trial's matches that it won.
    """

    name: str
    share: float


@dataclass(frozen=True, slots=True)
class AdversarySearch:
    """The result of a search.

    Attributes:
        tried: all adversaries, in the order in which they were tried.
        proof: the matches of the best one, over other deals.
    """

    tried: tuple[AdversaryTrial, ...]
    proof: ArenaResult

    @property
    def best(self) -> str:
        """The name of the adversary that did best in its trial."""
        return self.proof.bout.named("a")

    @property
    def gives_away(self) -> tuple[float, float, float]:
        """The part of the matches by which it wins more than half, with the ends of the 95 % interval: negative if the bot wins more."""
        low, high = self.proof.interval
        return self.proof.share - 0.5, low - 0.5, high - 0.5

    def json(self) -> dict[str, Any]:
        """The object that `deathmatch exploit --json` prints after a search."""
        given, low, high = (round(figure, 4) for figure in self.gives_away)
        tried = {trial.name: round(trial.share, 4) for trial in self.tried}
        return {**self.proof.json(), "gives_away": given, "gives_away_interval": [low, high], "tried": tried}


class _Search:
    """One search; the bouts differ in the adversary alone."""

    def __init__(self, bout: ArenaBout, play: Callable[[ArenaBout], ArenaResult], told: Told) -> None:
        self._bout, self._play, self._told = bout, play, told
        self._shares: dict[str, float] = {}  # of the matches, by adversary

    def best(self, names: Sequence[str], families: Mapping[str, AdversaryFamily]) -> str:
        """The name of the best adversary."""
        for name in names:
            self._share(name)
        for family, having in families.items():
            self._turn(family, having)
        return max(self._shares, key=lambda name: self._shares[name])

    def trials(self) -> Iterator[AdversaryTrial]:
        """All that were tried."""
        for name, share in self._shares.items():
            yield AdversaryTrial(name, share)

    def _share(self, name: str) -> float:
        known = self._shares.get(name)
        if known is None:
            self._told(name, max(self._shares.values(), default=0.0))
            known = self._shares[name] = self._play(replace(self._bout, a=name)).share
        return known

    def _turn(self, family: str, having: AdversaryFamily) -> None:
        """Set one dial after the other to its best value."""
        settings = {dial.name: dial.plain for dial in having.dials}
        for _ in range(PASSES):
            before = dict(settings)
            for dial in having.dials:
                tried = [{**settings, dial.name: value} for value in dial.values]
                settings = max(tried, key=lambda one: self._share(registry.written(family, having.dials, one)))
            if settings == before:
                break


def search(bout: ArenaBout, trial: int = TRIAL, jobs: int = 0, told: Told = lambda _name, _best: None) -> AdversarySearch:
    """Look for the adversary that wins most against a bot.

    Args:
        bout: `b` is the bot; `games` and `seed` are those of the proof, and the trials have the next seed. `a` does not matter.
        trial: matches of each adversary.
        jobs: processes, as in `arena.run`.
        told: is called with each name before its trial, and the best share so far.

    Raises: UnknownNameError, OptionError as `arena.run`; UnknownNameError too if the variant has nobody else who plays.
    """
    variant = find(bout.variant)
    _, game = variant.bind(dict(bout.options))
    names = _others(bout, game)
    families = registry.families(variant, game)
    if not names and not families:
        raise UnknownNameError(f"{bout.variant} has no other bot and no adversary that could play against {bout.named('b')}")
    # One for all, since a process takes longer to start than to play a short trial.
    with nullcontext() if jobs == 1 else local_pool(jobs) as workers:
        looking = _Search(replace(bout, games=trial, seed=bout.seed + 1), partial(run, jobs=jobs, pool=workers), told)
        best = looking.best(names, families)
        told(best, max(one.share for one in looking.trials()))
        return AdversarySearch(tuple(looking.trials()), run(replace(bout, a=best), jobs, pool=workers))


def _others(bout: ArenaBout, game: AnyGame) -> list[str]:
    """The other bots, strongest first, and the adversaries."""
    variant = find(bout.variant)
    ours = [name for name in reversed(tuple(registry.own(variant, game))) if name not in (registry.RANDOM, bout.named("b"))]
    players.ready(variant, game, bout.b, bout.resources)  # what is wrong with the bot shows here
    return [*ours, *registry.adversaries(variant, game)]
