"""The players of the arena: those of `deathmatch.bots.players`, and bots behind an address (docs/bots.md)."""

from __future__ import annotations

import json
import re
from http.client import HTTPException
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from deathmatch.bots import players, plugins
from deathmatch.bots.players import Player
from deathmatch.core.bots import AnyBot, Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import DeathmatchError
from deathmatch.core.game import AnyGame, Resources, Variant

# --- Bots behind an address: `NAME=http://HOST:PORT/PATH` plays in the arena by answering one HTTP request for each decision (docs/bots.md)
#
# The request is a POST with a JSON object: `game`, `seat`, `view` (the public and the private fields of the rule book), `legal`
# (submissions, if they are few enough to list, else null) and `seed`, a number from 0 to 2**32 - 1 for all chance of the answer. The answer
# is the object `{"move": TEXT}`.


LISTED: Final = 1000  # legal submissions that are sent at most
PATIENCE: Final = 60.0  # seconds for an answer
LARGEST: Final = 10_000  # bytes of an answer

_ADDRESS: Final = re.compile(r"(?:(?P<name>[^=/:]+)=)?(?P<address>https?://\S+)", re.IGNORECASE)


def _address_of(player: Player) -> tuple[str, str] | None:
    """The name and the address of a bot `[NAME=]http://...`; without a name it has that of its host and port. None for any other player."""
    matched = _ADDRESS.fullmatch(player.strip()) if isinstance(player, str) else None
    if matched is None:
        return None
    address = matched["address"]
    return (matched["name"] or urlsplit(address).netloc.replace(":", "-")).strip().lower(), address


class RemoteBot:
    """Asks an address for each decision."""

    def __init__(self, address: str, variant: Variant, game: AnyGame) -> None:
        self._address, self._variant, self._game = address, variant, game

    def choose(self, view: Any, decision: Any, _budget: Budget, source: RandomSource, /) -> Any:
        """The move of the answer. Raises ValueError if there is none, or one that is not legal."""
        count = decision.count()
        moves = decision.moves() if count is not None and count <= LISTED else None
        asked = {
            "game": self._variant.id,
            "seat": str(getattr(view, "eye", "")),
            "view": {"public": self._game.public(view), "private": self._game.private(view)},
            "legal": None if moves is None else [decision.write(move) for move in moves],
            "seed": source.below(1 << 32),
        }
        text = self._answered(json.dumps(asked).encode())
        try:
            move = decision.read(text)
            decision.check(move)
        except DeathmatchError as error:
            raise ValueError(f"{self._address} answered {text!r}: {error}") from None
        return move

    def _answered(self, body: bytes) -> str:
        request = Request(self._address, body, {"Content-Type": "application/json"})  # noqa: S310 - `_address_of` takes http and https only
        try:
            with urlopen(request, timeout=PATIENCE) as reply:  # noqa: S310
                told = reply.read(LARGEST + 1)
        except (OSError, HTTPException) as error:
            raise ValueError(f"{self._address} gave no answer: {error}") from None
        try:
            move = json.loads(told)["move"]
            if not isinstance(move, str):
                raise TypeError
        except (ValueError, TypeError, KeyError, RecursionError):
            raise ValueError(f'{self._address} answered {told[:80]!r}; expected {{"move": TEXT}}') from None
        return move


# --- Players by name; the functions are those of `deathmatch.bots.players`


def name_of(player: Player) -> str:
    """The name of this player in a record."""
    address = _address_of(player)
    return address[0] if address else players.name_of(player)


def importable(player: Player) -> Player:
    """The player in a form that another process can load: `MODULE:CLASS` becomes its class. Raises PluginError."""
    if not isinstance(player, str) or ":" not in player or _address_of(player):
        return player
    factory: Player = plugins.parse(player).load()
    return factory


def ready(variant: Variant, game: AnyGame, player: Player, resources: Resources | None = None) -> AnyBot:
    """The bot for a game that is bound already, equipped if it asks for it. Raises: UnknownNameError, PluginError."""
    address = _address_of(player)
    return RemoteBot(address[1], variant, game) if address else players.ready(variant, game, player, resources)
