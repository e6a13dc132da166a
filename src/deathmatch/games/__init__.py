"""The games. One line each in `GAMES`; a game is one folder, loaded when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from deathmatch.core.errors import UnknownName
from deathmatch.core.game import Variant
from deathmatch.core.options import lower

GAMES = {
    "five-card-trick": "deathmatch.games.five_card_trick",
    "even-groups": "deathmatch.games.even_groups",
    "letter-hunt": "deathmatch.games.letter_hunt",
    "tile-joust": "deathmatch.games.tile_joust",
    "guidance-rite": "deathmatch.games.guidance_rite",
}
"""Game as in the record, and the package that has its `VARIANTS`."""


def variants(game: str) -> tuple[Variant, ...]:
    """The variants of one game; raises LookupError."""
    if game not in GAMES:
        raise UnknownName(f"there is no game {game}; there are {', '.join(GAMES)}")
    found: tuple[Variant, ...] = import_module(GAMES[game]).VARIANTS
    return found


def find(name: str) -> Variant:
    """The variant `GAME/VARIANT`, in any letter case; raises LookupError that says what there is."""
    game, _, wanted = lower(name).partition("/")
    for variant in variants(game):
        if variant.name == wanted:
            return variant
    raise UnknownName(f"{game} has no variant {wanted or '(none was named)'}; there are {', '.join(v.id for v in variants(game))}")


def every() -> Iterator[Variant]:
    """All variants of all games."""
    for game in GAMES:
        yield from variants(game)
