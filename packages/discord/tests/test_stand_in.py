"""The stand-in against real discord.py, and everything that it refuses."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from packages.discord.tests.objects import CHANNEL, GUILD
from packages.discord.tests.online import online
from packages.discord.tests.stand_in import ANSWER_WITHIN, MODAL, PERMISSIONS, TOKEN, TOKEN_LIVES, StandIn
from tests.server.kit import run

Handler = Callable[[discord.Interaction], Awaitable[Any]]


class Client(discord.Client):
    """A client with one command, whose handler a test gives; components come to it too."""

    def __init__(self, handler: Handler, **intents: bool) -> None:
        super().__init__(intents=discord.Intents(guilds=True, **intents), guild_ready_timeout=0)
        self.handler, self.tree = handler, app_commands.CommandTree(self)
        self.errors: list[Exception] = []
        self.resumed = asyncio.Event()

        @self.tree.command(name="try", description="Try something.")
        async def command(interaction: discord.Interaction, text: str) -> None:
            await self.on_interaction(interaction, command=True)

    async def on_interaction(self, interaction: discord.Interaction, command: bool = False) -> None:
        if command or interaction.type is not discord.InteractionType.application_command:
            try:
                await self.handler(interaction)
            except discord.DiscordException as error:
                self.errors.append(error)

    async def on_resumed(self) -> None:
        self.resumed.set()


@asynccontextmanager
async def connected(handler: Handler, **intents: bool) -> AsyncIterator[tuple[StandIn, Client]]:
    async with StandIn().open() as house:
        client = Client(handler, **intents)
        await client.login(TOKEN)
        async with online(client, client.connect()):
            await client.tree.sync()
            yield house, client


async def ask(house: StandIn, client: Client, **more: Any) -> Any:
    """One slash command, to the end of its handler."""
    asked = await house.ask(house.person("Ann"), 2, slash("text"), **more)
    await house.until(lambda: asked.kind or house.refused)
    return asked


def slash(text: str) -> dict[str, Any]:
    return {"id": "1", "name": "try", "type": 1, "options": [{"name": "text", "type": 3, "value": text}]}


def test_a_command_is_registered_and_answered() -> None:
    async def handler(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("said", ephemeral=True)

    async def test() -> None:
        async with connected(handler) as (house, client):
            assert [one["name"] for one in house.commands] == ["try"]
            asked = await ask(house, client)
            assert asked.message["content"] == "said"
            assert asked.private
            assert house.public == []
            assert client.get_guild(int(GUILD)) is not None

    run(test(), 20)


def test_deferred_edited_followed_and_in_a_thread() -> None:
    async def handler(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        file = discord.File(io.BytesIO(b"png"), "table.png", description="a table")
        embed = discord.Embed(title="Table").set_image(url="attachment://table.png")
        message = await interaction.edit_original_response(content="whole", attachments=[file], embed=embed)
        await interaction.followup.send("for you", ephemeral=True)
        assert isinstance(interaction.channel, discord.TextChannel)
        thread = await interaction.channel.create_thread(name="a match", message=discord.Object(message.id))
        said = await thread.send("hello")
        await said.edit(content="hello again")

    async def test() -> None:
        async with connected(handler) as (house, client):
            asked = await ask(house, client)
            await house.until(lambda: any(sent.what == "edit" and "again" in sent.body for sent in house.public))
            assert not client.errors
            assert [sent.what for sent in house.public] == ["thinking", "edit", "thread", "message", "edit"]
            assert house.public[1].files == (("table.png", b"png"),)
            assert [one["content"] for one in asked.followups] == ["for you"]
            assert "for you" not in "".join(sent.body for sent in house.public)

    run(test(), 20)


def test_a_button_opens_a_modal_whose_text_changes_the_message() -> None:
    async def handler(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            modal = discord.ui.Modal(title="A number", custom_id="m")
            modal.add_item(discord.ui.TextInput(label="0 to 9", custom_id="n"))
            modal.stop()
            await interaction.response.send_modal(modal)
        elif interaction.type is discord.InteractionType.modal_submit:
            await interaction.response.defer()
            await interaction.edit_original_response(content="chosen")
        else:
            view = discord.ui.View().add_item(discord.ui.Button(label="Number", custom_id="b"))
            view.add_item(discord.ui.Select(custom_id="s", options=[discord.SelectOption(label="one")]))
            view.stop()
            await interaction.response.send_message("choose", view=view, ephemeral=True)

    async def test() -> None:
        async with connected(handler) as (house, client):
            asked = await ask(house, client)
            message = asked.message
            pressed = await house.ask(asked.who, 3, {"custom_id": "b", "component_type": 2}, message=message)
            await house.until(lambda: pressed.kind)
            assert pressed.kind == MODAL
            row = {"type": 1, "components": [{"type": 4, "custom_id": "n", "value": "3"}]}
            typed = await house.ask(asked.who, 5, {"custom_id": "m", "components": [row]}, message=message)
            await house.until(lambda: typed.message)
            assert message["content"] == "chosen"
            assert house.public == []
            assert not client.errors

    run(test(), 20)


@pytest.mark.parametrize("seconds", [ANSWER_WITHIN, ANSWER_WITHIN + 0.1])
def test_an_answer_after_three_seconds_is_refused(seconds: float) -> None:
    async def test() -> None:
        async def handler(interaction: discord.Interaction) -> None:
            house.now += seconds
            await interaction.response.send_message("late")

        async with connected(handler) as (house, client):
            await ask(house, client)
            assert bool(house.refused) == (seconds > ANSWER_WITHIN)
            assert [one["code"] for one in house.refused] == [10062] * len(house.refused)

    run(test(), 20)


def test_an_interaction_is_answered_once_and_its_token_dies() -> None:
    async def test() -> None:
        async with StandIn().open() as house, aiohttp.ClientSession() as session:
            asked = await house.ask(house.person("Ann"), 2, slash("text"))

            async def put(method: str, path: str, **body: Any) -> tuple[int, int]:
                async with session.request(method, f"{house.address}/api{path}", json=body) as answer:
                    return answer.status, (await answer.json() if answer.status != 204 else {}).get("code", 0)

            callback, original = f"/interactions/{asked.id}/{asked.token}/callback", f"/webhooks/100/{asked.token}/messages/@original"
            assert await put("PATCH", original, content="early") == (404, 10015)
            assert await put("POST", f"/interactions/{asked.id}/other/callback", type=5) == (404, 10062)
            assert await put("POST", callback, type=5) == (204, 0)
            assert await put("POST", callback, type=5) == (400, 40060)
            assert await put("PATCH", original, content="in time") == (200, 0)
            house.now += TOKEN_LIVES + 1
            assert await put("PATCH", original, content="late") == (401, 50027)
            assert await put("POST", f"/channels/{CHANNEL}/messages", content="no token") == (401, 0)

    run(test(), 20)


BUTTON = {"type": 2, "style": 1, "label": "x"}
WRONG: dict[str, dict[str, Any]] = {
    "long": {"content": "x" * 2_001},
    "empty": {"content": ""},
    "six rows": {"content": "x", "components": [{"type": 1, "components": [{**BUTTON, "custom_id": str(n)}]} for n in range(6)]},
    "six buttons": {"content": "x", "components": [{"type": 1, "components": [{**BUTTON, "custom_id": str(n)} for n in range(6)]}]},
    "long id": {"content": "x", "components": [{"type": 1, "components": [{**BUTTON, "custom_id": "x" * 101}]}]},
    "same id": {"content": "x", "components": [{"type": 1, "components": [{**BUTTON, "custom_id": "x"}] * 2}]},
    "no label": {"content": "x", "components": [{"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "x"}]}]},
    "26 options": {
        "content": "x",
        "components": [
            {"type": 1, "components": [{"type": 3, "custom_id": "s", "options": [{"label": "x", "value": str(n)} for n in range(26)]}]}
        ],
    },
    "embed": {"embeds": [{"title": "x" * 257}]},
    "no such file": {"embeds": [{"title": "x", "image": {"url": "attachment://gone.png"}}]},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_message_beyond_the_limits_is_refused(name: str) -> None:
    async def test() -> None:
        async with StandIn().open() as house, aiohttp.ClientSession() as session:
            address, headers = f"{house.address}/api/channels/{CHANNEL}/messages", {"Authorization": f"Bot {TOKEN}"}
            async with session.post(address, json=WRONG[name], headers=headers) as answer:
                assert answer.status == 400
                assert (await answer.json())["code"] in (50035, 50006)
            async with session.post(address, json={"content": "x" * 2_000}, headers=headers) as answer:
                assert answer.status == 200

    run(test(), 20)


@pytest.mark.parametrize("missing", ["view", "send", "embed", "attach"])
def test_a_message_without_the_permission_is_refused(missing: str) -> None:
    async def handler(interaction: discord.Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        embed = discord.Embed(title="x").set_image(url="attachment://x.png")
        await interaction.channel.send("x", embed=embed, file=discord.File(io.BytesIO(b"x"), "x.png"))

    async def test() -> None:
        async with connected(handler) as (house, client):
            house.permissions &= ~PERMISSIONS[missing]
            await ask(house, client)
            assert [one["code"] for one in house.refused] == [50013]

    run(test(), 20)


def test_a_rate_limit_is_told_and_discord_py_waits_for_it() -> None:
    async def handler(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        house.limited["POST channels"] = [0.01, 0.02]
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.channel.send("at last")

    house: Any = None

    async def test() -> None:
        nonlocal house
        async with connected(handler) as (house, client):
            await ask(house, client)
            await house.until(lambda: any("at last" in sent.body for sent in house.public))
            assert house.limited["POST channels"] == []
            assert not client.errors

    run(test(), 20)


def test_an_intent_that_was_not_granted_ends_the_connection() -> None:
    async def handler(interaction: discord.Interaction) -> None:
        raise AssertionError("nobody asks")

    async def test() -> None:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            async with connected(handler, message_content=True):
                raise AssertionError("it connected")

    run(test(), 20)


def test_a_connection_that_breaks_is_resumed_and_nothing_is_missed() -> None:
    async def handler(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("said")

    async def test() -> None:
        async with connected(handler) as (house, client):
            await house.cut()
            asked = await ask(house, client)  # sent while nobody is connected
            await client.resumed.wait()
            assert asked.message["content"] == "said"

    run(test(), 20)
