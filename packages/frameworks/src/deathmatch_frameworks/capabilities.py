"""What this package adds to the games (`deathmatch.core.plugins`): an encoding and batches for each."""

from __future__ import annotations

from typing import Final

GAMES: Final = ("five-card-trick", "even-groups", "letter-hunt", "tile-joust", "guidance-rite")

TABLE: Final = {
    f"{game}.{capability}": f"deathmatch_frameworks.games.{game.replace('-', '_')}.{capability}:{capability}"
    for game in GAMES
    for capability in ("encoding", "vector")
}
