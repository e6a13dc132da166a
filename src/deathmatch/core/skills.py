"""The skills of a game's levels, which `research/fit_levels.py` fits and keeps in the game's folder: `data/levels.json`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

from deathmatch.core.bots import LEVELS, AnyBot

FILE: Final = "levels.json"


@lru_cache(maxsize=16)
def fitted(package: str, variant: str) -> tuple[float, ...]:
    """The skills of `level-1` to `level-8` of a variant.

    Args:
        package: the package of the game, which holds `data/levels.json`.
        variant: the name of the variant within its game, such as `gauntlet`.

    Raises: ValueError if the file does not hold `LEVELS` ascending numbers from 0 to 1.
    """
    text = resources.files(package).joinpath("data", FILE).read_text("ascii")
    known: Mapping[str, list[float]] = json.loads(text)
    skills = tuple(known[variant])
    if len(skills) != LEVELS or sorted(set(skills)) != list(skills) or not 0 <= skills[0] <= skills[-1] <= 1:
        raise ValueError(f"{package} must have {LEVELS} ascending skills from 0 to 1 for {variant}, not {skills}")
    return skills


@dataclass(frozen=True, slots=True)
class FittedLevels:
    """The levels of a variant whose skills were fitted: a `core.bots.SkillScale`.

    Attributes:
        package, variant: as for `fitted`.
        make: the bot of a skill.
        sentence: the sentence on a level, from 1 on.
    """

    package: str
    variant: str
    make: Callable[[float], AnyBot]
    sentence: Callable[[int], str]

    @property
    def skills(self) -> Sequence[float]:
        """See `SkillScale`."""
        return fitted(self.package, self.variant)

    def bot(self, skill: float, /) -> AnyBot:
        """See `SkillScale`."""
        return self.make(skill)

    def about(self, level: int, /) -> str:
        """See `SkillScale`."""
        return self.sentence(level)
