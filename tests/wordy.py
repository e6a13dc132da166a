"""The toy game with a word list of its own and bots that need it: what a game with words brings along (core/game.py, capabilities)."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from deathmatch.core.bots import AnyBot, Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import AnyGame, Resources, Variant
from deathmatch.core.options import Lexicon, Option
from tests import toy


def words() -> list[str]:
    """The list `short`."""
    return ["cat", "dog", "owl"]


LISTS = {"short": words}


@dataclass(frozen=True)
class Talker:
    """Bids what it may, and says the first word of a few that it finds in the list; without a list it says nonsense."""

    lexicon: str
    known: Container[str] = field(default=frozenset(("ZZZ",)))

    def equip(self, resources: Resources, /) -> AnyBot:
        return replace(self, known=resources.words(self.lexicon))

    def choose(self, view: Any, decision: Any, budget: Budget, source: RandomSource, /) -> Any:
        if view.phase != "turn":
            return decision.sample(source)
        return ("say", next(word for word in ("ZZZ", "OWL", "EMU") if word in self.known))


def bots(game: AnyGame) -> Mapping[str, AnyBot]:
    """As the capability has it."""
    assert isinstance(game, toy.Toy)
    return {"talker": Talker(str(game.values["lexicon"]))}


def _kind(option: Option) -> Option:
    return replace(option, kind=Lexicon(free=("any",))) if option.key == "lexicon" else option


VARIANTS = tuple(
    replace(
        variant,
        options=tuple(_kind(option) for option in variant.options),
        capabilities={"bots": "tests.wordy:bots", "lexicon": "tests.wordy:LISTS"},
    )
    for variant in toy.VARIANTS
)


def find(name: str) -> Variant:
    """As the registry of games does it."""
    for variant in VARIANTS:
        if variant.id == name:
            return variant
    raise LookupError(f"there is no {name}")
