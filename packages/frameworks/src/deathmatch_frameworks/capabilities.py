"""What this package adds to the games (`deathmatch.core.plugins`): an encoding of each, and batches of two."""

from __future__ import annotations

from typing import Final

BATCHED: Final = ("five-card-trick", "even-groups")
"""Games with batches, each with a copy of its rules as kernels: a simultaneous one, and one in turn."""

TABLE: Final = {
    f"{game}.{capability}": f"deathmatch_frameworks.games.{game.replace('-', '_')}.{capability}:{capability}"
    for capability, games in (("encoding", (*BATCHED, "letter-hunt", "tile-joust", "guidance-rite")), ("vector", BATCHED))
    for game in games
}
