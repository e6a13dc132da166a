"""An adversary that does well against a bot, by search: a lower bound on what the bot gives away where no best response can be computed.

Every other bot of the variant and each of its adversaries plays some matches against the bot, over the same deals. The best of many is
partly lucky, so it plays again over other deals: only those matches count in the result.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any, Final

from deathmatch.bots import registry
from deathmatch.core.errors import UnknownNameError
from deathmatch.games import find
from deathmatch_lab import players
from deathmatch_lab.arena import ArenaBout, ArenaResult, run
from deathmatch_lab.local_pool import local_pool

TRIAL: Final = 40
"""Matches of each adversary that is tried."""

PROOF: Final = 400
"""Matches of the best one."""

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


def search(bout: ArenaBout, trial: int = TRIAL, jobs: int = 0, told: Told = lambda _name, _best: None) -> AdversarySearch:
    """Look for the adversary that wins most against a bot.

    Args:
        bout: `b` is the bot; `games` and `seed` are those of the proof, and the trials have the next seed. `a` does not matter.
        trial: matches of each adversary.
        jobs: processes, as in `arena.run`.
        told: is called with each name before its trial, and the best share so far.

    Raises: UnknownNameError, OptionError as `arena.run`; UnknownNameError too if the variant has nobody else who plays.
    """
    names = _others(bout)
    if not names:
        raise UnknownNameError(f"{bout.variant} has no other bot and no adversary that could play against {bout.named('b')}")
    shares: dict[str, float] = {}  # of the matches, by adversary
    trials = replace(bout, games=trial, seed=bout.seed + 1)
    # One for all, since a process takes longer to start than to play a short trial.
    with nullcontext() if jobs == 1 else local_pool(jobs) as workers:
        for name in names:
            told(name, max(shares.values(), default=0.0))
            shares[name] = run(replace(trials, a=name), jobs, pool=workers).share
        best = max(shares, key=lambda name: shares[name])
        told(best, shares[best])
        return AdversarySearch(
            tuple([AdversaryTrial(name, share) for name, share in shares.items()]), run(replace(bout, a=best), jobs, pool=workers)
        )


def _others(bout: ArenaBout) -> list[str]:
    """The other bots, strongest first, and the adversaries."""
    variant = find(bout.variant)
    _, game = variant.bind(dict(bout.options))
    ours = [name for name in reversed(tuple(registry.own(variant, game))) if name not in (registry.RANDOM, bout.named("b"))]
    players.ready(variant, game, bout.b, bout.resources)  # what is wrong with the bot shows here
    return [*ours, *registry.adversaries(variant, game)]
