"""Adversaries of `strong`: bots that differ from it in one thing each. They test it in the arena; players are not offered them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deathmatch.core.bots import AdversaryFamily, AnyBot, Dial
from deathmatch.games.guidance_rite.bot import STRONG, Looking
from deathmatch.games.guidance_rite.drafting import Dearest, Taste

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite import GuidanceRite


def adversaries(_game: GuidanceRite) -> Mapping[str, AnyBot]:
    """The capability `adversaries`."""
    return {
        "dearest": replace(STRONG, claims=Dearest()),
        "monsters-only": replace(STRONG, limits=replace(STRONG.limits, aided=False)),
    }


TIMES = (0.5, 1.0, 2.0)
"""The multiples of a taste that a search tries."""


@dataclass(frozen=True, slots=True)
class Drafters:
    """Bots that play as `strong` but always claim the two pieces that they like best, and search other numbers of positions."""

    @property
    def dials(self) -> Sequence[Dial]:
        """The numbers in which they differ, in the order in which a search sets them."""
        tastes = tuple(Dial(name, TIMES, 1.0) for name in ("arrows", "edges", "characters", "attacks"))
        positions = float(STRONG.limits.positions)
        return (*tastes, Dial("blur", (0.0, 0.15, 0.3), 0.0), Dial("positions", (positions / 4, positions), positions))

    def adversary(self, settings: Mapping[str, float], /) -> Looking:
        """The one with these values of the dials."""
        tastes = {name: settings[name] for name in ("arrows", "edges", "characters", "attacks")}
        limits = replace(STRONG.limits, positions=int(settings["positions"]))
        return replace(STRONG, limits=limits, claims=Dearest(Taste(**tastes), settings["blur"]))


def families(_game: GuidanceRite) -> Mapping[str, AdversaryFamily]:
    """The capability `adversary_families`."""
    return {"drafter": Drafters()}
