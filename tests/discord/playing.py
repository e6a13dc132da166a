"""People who play inside the stand-in: they give commands, press buttons, choose and type, and know no rules."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from deathmatch.discord.api import Api
from deathmatch.discord.client import Client
from deathmatch.discord.duels import Duels
from tests.discord.objects import CHANNEL
from tests.discord.online import online
from tests.discord.stand_in import MODAL, TOKEN, Asked, StandIn

Part = Mapping[str, Any]
WORDS = ["cat", "dog", "owl", "tree", "house", "stone", "water", "garden", "window", "morning", "kitchen", "mountain"]


@asynccontextmanager
async def front_end(server: str, folder: Path) -> AsyncIterator[Client]:
    """The front end of a server, connected to the stand-in."""
    duels = Duels(folder)
    client = Client(Api(f"http://{server}"), duels, "https://play.example.org", guild_ready_timeout=0)
    try:
        async with online(client, client.start(TOKEN)):
            yield client
    finally:
        duels.close()


def parts(message: Part) -> Iterator[Part]:
    """All buttons and selects of a message."""
    for row in message["components"]:
        yield from row["components"]


def acts(message: Part) -> list[str]:
    """The acts of its buttons and selects, in order."""
    return [part.get("custom_id", "dm:").split(":")[1] for part in parts(message)]


class Player:
    """Somebody at Discord's keyboard."""

    def __init__(self, house: StandIn, name: str) -> None:
        self.house, self.user = house, house.person(name)
        self.message: Any = None  # the private message with the move

    @property
    def id(self) -> str:
        return str(self.user["id"])

    async def command(self, name: str, channel: str = CHANNEL, opponent: Player | None = None, **given: str) -> Asked:
        """A slash command; gives the whole answer."""
        known = next(one for one in self.house.commands if one["name"] == name)
        options: list[dict[str, Any]] = [{"name": key, "type": 3, "value": value} for key, value in given.items()]
        data: dict[str, Any] = {"id": known["id"], "name": name, "type": 1, "options": options}
        if opponent is not None:
            options.append({"name": "opponent", "type": 6, "value": opponent.id})
            member: dict[str, Any] = {"roles": [], "joined_at": None, "deaf": False, "mute": False, "flags": 0, "permissions": "0"}
            data["resolved"] = {"users": {opponent.id: opponent.user}, "members": {opponent.id: member}}
        return await self.answered(await self.house.ask(self.user, 2, data, channel))

    async def answered(self, asked: Asked) -> Asked:
        """The interaction once its answer is there."""
        await self.house.until(lambda: asked.message or asked.followups or asked.kind == MODAL or self.house.refused)
        assert not self.house.refused, self.house.refused
        return asked

    async def press(self, message: Part, act: str, index: int = 0, values: list[str] | None = None) -> Asked:
        """A button or a select of a message."""
        part = [part for part in parts(message) if part.get("custom_id", "dm:").split(":")[1] == act][index]
        data: dict[str, Any] = {"custom_id": part["custom_id"], "component_type": part["type"]}
        if values is not None:
            data["values"] = values
        return await self.answered(await self.house.ask(self.user, 3, data, message["channel_id"], dict(message) | {}))

    async def type(self, asked: Asked, text: str) -> Asked:
        """The form that a button opened."""
        row = {"type": 1, "components": [{"type": 4, "custom_id": "text", "value": text}]}
        data = {"custom_id": asked.data["custom_id"], "components": [row]}
        return await self.answered(await self.house.ask(self.user, 5, data, asked.channel, asked.source))

    async def open(self, board: Part) -> Any:
        """Press *My move*."""
        self.message = (await self.press(board, "move")).message
        return self.message

    async def step(self, chance: Random) -> str:
        """One choice at random in the open message; gives what was pressed."""
        kinds = acts(self.message)
        offered = [act for act in ("take", "pick", "number", "word", "quick") if act in kinds]
        if "send" in kinds and (not offered or chance.random() < 0.5):
            await self.press(self.message, "send")
            return "send"
        act = chance.choice(offered)
        if act == "pick":
            select = next(part for part in parts(self.message) if part["type"] == 3)
            await self.press(self.message, act, values=[chance.choice(select["options"])["value"]])
        elif act in ("number", "word"):
            button = next(part for part in parts(self.message) if part["custom_id"].split(":")[1] == act)
            low, high = map(int, button["custom_id"].split(":")[4:6])
            text = (
                str(chance.randint(low, high)) if act == "number" else chance.choice([word for word in WORDS if low <= len(word) <= high])
            )
            await self.type(await self.press(self.message, act), text)
        else:
            await self.press(self.message, act, index=chance.randrange(kinds.count(act)))
        return act


async def begun(house: StandIn, variant: str, **given: str) -> tuple[Player, Player, Any]:
    """A match from the challenge to its table: both players and the public message."""
    ann, bob = Player(house, "Ann"), Player(house, "Bob")
    answer = await ann.command("duel", opponent=bob, variant=variant, **given)
    assert answer.private
    challenge = next((m for m in house.messages.values() if m["content"].startswith(f"<@{ann.id}>")), None)
    assert challenge, answer.message
    await bob.press(challenge, "accept")
    board = next(m for m in house.messages.values() if m["channel_id"] in house.threads)
    return ann, bob, board


async def played(house: StandIn, players: tuple[Player, Player], board: Any, chance: Random) -> None:
    """A match from here to its end, each choice at random."""
    for player in players:
        await player.open(board)
    while acts(board):
        for player in players:
            before = player.message["content"]
            if not [act for act in acts(player.message) if act in ("take", "pick", "number", "word", "quick", "send")]:
                if acts(player.message):
                    await player.press(player.message, "look")
                continue
            await player.step(chance)
            assert "earlier message" not in player.message["content"], before
        await asyncio.sleep(0)
