"""People who play inside the stand-in: they give commands, press buttons, choose and type, and know no rules."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from deathmatch_discord.api import Api
from deathmatch_discord.client import Client
from deathmatch_discord.commands import COMMANDS
from deathmatch_discord.duels import Duels
from packages.discord.tests.objects import CHANNEL, EPHEMERAL
from packages.discord.tests.online import online
from packages.discord.tests.stand_in import MODAL, TOKEN, Asked, StandIn

Part = Mapping[str, Any]
WORDS = ["cat", "dog", "owl", "tree", "house", "stone", "water", "garden", "window", "morning", "kitchen", "mountain"]


@asynccontextmanager
async def front_end(server: str, folder: Path, allowance: str = "") -> AsyncIterator[Client]:
    """The front end of a server, connected to the stand-in."""
    duels = Duels(folder)
    client = Client(Api(f"http://{server}", duels.alias, allowance), duels, "https://play.example.org", COMMANDS, guild_ready_timeout=0)
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
        self.house, self.user, self.rights = house, house.person(name), 0
        self.message: Any = None  # the private message with the move

    @property
    def id(self) -> str:
        return str(self.user["id"])

    async def command(self, name: str, channel: str = CHANNEL, **given: Player | str | int | bool) -> Asked:
        """A slash command, such as `duel` or `season open`; gives the whole answer."""
        name, _, part = name.partition(" ")
        known = next(one for one in self.house.commands if one["name"] == name)
        options = [_option(key, value) for key, value in given.items()]
        inner = [{"type": 1, "name": part, "options": options}] if part else options
        data: dict[str, Any] = {"id": known["id"], "name": name, "type": 1, "options": inner}
        if people := [value for value in given.values() if isinstance(value, Player)]:
            member: dict[str, Any] = {"roles": [], "joined_at": None, "deaf": False, "mute": False, "flags": 0, "permissions": "0"}
            data["resolved"] = {"users": {one.id: one.user for one in people}, "members": {one.id: member for one in people}}
        return await self.answered(await self.house.ask(self.user, 2, data, channel, rights=self.rights))

    async def asks(self, name: str, channel: str = CHANNEL, **given: Player | str | int | bool) -> Any:
        """The message that answers a slash command."""
        answer = await self.command(name, channel, **given)
        assert answer.message is not None, answer.followups
        return answer.message

    async def told(self, name: str, channel: str = CHANNEL, **given: Player | str | int | bool) -> str:
        """The words of the answer to a slash command, which nobody else sees."""
        answer = await self.command(name, channel, **given)
        message = answer.message or answer.followups[0]
        assert message["flags"] & EPHEMERAL
        return str(message["content"])

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


def _option(name: str, value: Player | str | int | bool) -> dict[str, Any]:
    if isinstance(value, Player):
        return {"name": name, "type": 6, "value": value.id}
    return {"name": name, "type": 5 if isinstance(value, bool) else 4 if isinstance(value, int) else 3, "value": value}


def challenge_of(house: StandIn, maker: Player) -> Any:
    """The last challenge that this player has posted."""
    return [one for one in house.messages.values() if one["content"].startswith(f"<@{maker.id}>") and one["channel_id"] == CHANNEL][-1]


def boards(house: StandIn) -> list[Any]:
    """The messages with a table, in all threads."""
    return [one for one in house.messages.values() if one["channel_id"] in house.threads and one["embeds"]]


async def begun(house: StandIn, variant: str, **given: Player | str | int | bool) -> tuple[Player, Player, Any]:
    """A match from the challenge to its table: both players and the public message."""
    ann, bob = Player(house, "Ann"), Player(house, "Bob")
    await ann.told("duel", CHANNEL, opponent=bob, variant=variant, **given)
    await bob.press(challenge_of(house, ann), "accept")
    return ann, bob, boards(house)[-1]


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
