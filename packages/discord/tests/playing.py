"""People who play inside the stand-in: they give commands, press buttons, choose and type, and know no rules."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from inspect import Parameter, Signature, signature
from pathlib import Path
from random import Random
from typing import Any

import discord

from deathmatch_discord.api import Api
from deathmatch_discord.client import Client
from deathmatch_discord.commands import COMMANDS
from deathmatch_discord.duels import Duels
from deathmatch_discord.preview.objects import CHANNEL, EPHEMERAL
from deathmatch_discord.preview.stand_in import MODAL, TOKEN, Asked, Sent, StandIn
from tests.server.kit import run

Part = Mapping[str, Any]
GAME = "five-card-trick/gauntlet"  # its first question is a joint one, and nothing is dealt
WORDS = ["cat", "dog", "owl", "tree", "house", "stone", "water", "garden", "window", "morning", "kitchen", "mountain"]


@asynccontextmanager
async def online(client: discord.Client, connection: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """While this coroutine keeps the client connected, once it is ready; raises as the coroutine does if that ends before."""
    task = asyncio.create_task(connection)
    try:
        ready = asyncio.create_task(client.wait_until_ready())
        await asyncio.wait({ready, task}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            ready.cancel()
            await task
        yield
    finally:
        await client.close()
        with suppress(asyncio.CancelledError, discord.DiscordException):
            await task


@asynccontextmanager
async def front_end(server: str, folder: Path, allowance: str = "", *, reads: bool = False) -> AsyncIterator[Client]:
    """The front end of a server, connected to the stand-in."""
    duels = Duels(folder)
    client = Client(
        Api(f"http://{server}", duels.alias, allowance), duels, "https://play.example.org", COMMANDS, reads=reads, guild_ready_timeout=0
    )
    try:
        async with online(client, client.start(TOKEN)):
            yield client
    finally:
        duels.close()


def said(answer: Asked) -> str:
    """The words of an answer."""
    return str((answer.message or answer.followups[0])["content"])


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

    async def command(self, name: str, channel: str = CHANNEL, **given: Player | str | int | bool) -> Asked:
        """A slash command, such as `duel` or `season open`; gives the whole answer."""
        values = {key: value.id if isinstance(value, Player) else value for key, value in given.items()}
        return await self.answered(await self.house.command(self.id, name, values, channel))

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

    async def choices(self, name: str, option: str, channel: str = CHANNEL, **given: str) -> list[Any]:
        """The values that complete an option of a slash command, which is empty or as it is given."""
        asked = await self.house.command(self.id, name, {option: "", **given}, channel, option)
        await self.house.until(lambda: asked.kind)
        return [one["value"] for one in asked.data["choices"]]

    async def answered(self, asked: Asked) -> Asked:
        """The interaction once its answer is there."""
        await self.house.until(lambda: asked.message or asked.followups or asked.kind == MODAL or self.house.refused)
        assert not self.house.refused, self.house.refused
        return asked

    async def press(self, message: Part, act: str, index: int = 0, values: list[str] | None = None) -> Asked:
        """A button or a select of a message."""
        part = [part for part in parts(message) if part.get("custom_id", "dm:").split(":")[1] == act][index]
        return await self.answered(await self.house.press(self.id, message, part["custom_id"], part["type"], values))

    async def press_id(self, custom_id: str, message: Part) -> Asked:
        """A button with this id, of a message as it once was."""
        return await self.answered(await self.house.press(self.id, message, custom_id))

    async def type(self, asked: Asked, text: str) -> Asked:
        """The form that a button opened."""
        return await self.answered(await self.house.fill(self.id, asked, text))

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


async def hosted(house: StandIn, **given: Any) -> tuple[Player, Player, Player, Any]:
    """A match of Ann and Bob that Hal hosts, and its table."""
    hal, ann, bob = (Player(house, name) for name in ("Hal", "Ann", "Bob"))
    await hal.told("host", **{"first": ann, "second": bob, "variant": GAME, **given})
    for player in (ann, bob):
        await player.press(challenge_of(house, hal), "accept")
    return hal, ann, bob, boards(house)[-1]


async def submits(player: Player, board: Any) -> None:
    """The first choices of a move, and the move."""
    await player.open(board)
    while "send" not in acts(player.message):
        await player.press(player.message, "take")
    await player.press(player.message, "send")


def words_of(board: Any) -> str:
    """The words below a table."""
    return str(board["embeds"][0]["description"])


def results(house: StandIn) -> list[Sent]:
    """The messages with results."""
    return [sent for sent in house.public if sent.what == "message" and "/r/" in sent.body]


def inside(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test in a stand-in, to which the front end of the server is connected, and which has to refuse nothing.

    It is given both, and the fixtures that it names besides.
    """

    async def connected(server: str, tmp_path: Path, **given: Any) -> None:
        async with StandIn().open() as house, front_end(server, tmp_path, reads=True) as client:
            await test(house, client, **given)
            assert not house.refused

    def whole(**given: Any) -> None:
        run(connected(**given), 120)

    names = ["server", "tmp_path", *(name for name in signature(test).parameters if name not in ("house", "client"))]
    vars(whole).update(__name__=test.__name__, __module__=test.__module__)
    whole.__signature__ = Signature([Parameter(name, Parameter.KEYWORD_ONLY) for name in names])  # type: ignore[attr-defined]
    return whole
