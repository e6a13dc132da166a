"""The slash commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import aiohttp
import discord
from discord import app_commands

from deathmatch.core.speech import say, speaking
from deathmatch.discord.api import RefusedError
from deathmatch.discord.duels import Duel
from deathmatch.discord.forms import language_of

if TYPE_CHECKING:
    from deathmatch.discord.client import Client

Asked = discord.Interaction
FEW = 10  # links in one answer


class OptionsError(ValueError):
    """The options cannot be read."""


def read_options(text: str) -> dict[str, str]:
    """`rounds=3 bank=60` as options; raises OptionsError."""
    found: dict[str, str] = {}
    for part in text.replace(",", " ").split():
        key, sign, value = part.partition("=")
        if not (key and sign and value):
            raise OptionsError(say("Write options as NAME=VALUE, with spaces between them, not {text}.", text=part))
        found[key.lower()] = value
    return found


def add_commands(client: Client) -> None:
    """All commands of the front end."""

    @client.tree.command(name="duel", description="Challenge somebody to a Death Match.")
    @app_commands.describe(
        opponent="The player whom you challenge.",
        variant="The game.",
        options="Options that differ from the book, as NAME=VALUE.",
        clock="The clocks.",
        ec="The elimination candidate.",
    )
    @app_commands.guild_only()
    async def duel(
        asked: Asked,
        opponent: discord.Member,
        variant: str,
        options: str = "",
        clock: Literal["book", "relaxed", "days", "none"] = "book",
        ec: Literal["nobody", "me", "opponent"] = "nobody",
    ) -> None:
        await _private(client, asked, _duel(client, asked, opponent, variant, options, clock, ec))

    @duel.autocomplete("variant")
    async def variants(asked: Asked, typed: str) -> list[app_commands.Choice[str]]:
        wanted = typed.lower()
        found = [(name, title) for name, title in client.titles.items() if wanted in name or wanted in title.lower()]
        return [app_commands.Choice(name=title[:100], value=name) for name, title in found[:25]]

    @client.tree.command(name="seat", description="Your private link to your seat in the browser.")
    @app_commands.guild_only()
    async def seat(asked: Asked) -> None:
        await _private(client, asked, _seat(client, asked))

    @client.tree.command(name="watch", description="The address at which this match can be watched in the browser.")
    @app_commands.guild_only()
    async def watch(asked: Asked) -> None:
        await _private(client, asked, _links(client, asked, "w", over=False))

    @client.tree.command(name="record", description="The replay, the review and the record of this match, once it is over.")
    @app_commands.guild_only()
    async def record(asked: Asked) -> None:
        await _private(client, asked, _links(client, asked, "r", over=True))

    @client.tree.command(name="rules", description="The rules of a game.")
    @app_commands.describe(variant="The game.")
    @app_commands.autocomplete(variant=variants)
    async def rules(asked: Asked, variant: str) -> None:
        await _private(client, asked, _rules(client, variant))


async def _private(client: Client, asked: Asked, answer: Any) -> None:
    """Answer a command for the one who gave it alone, in time."""
    with speaking(language_of(asked.locale)):
        try:
            await asked.response.defer(ephemeral=True, thinking=True)
            await asked.edit_original_response(content=await answer)
        except (RefusedError, aiohttp.ClientError, TimeoutError, discord.DiscordException) as error:
            await client.explain(asked, error)
        finally:
            answer.close()


async def _duel(client: Client, asked: Asked, opponent: discord.Member, variant: str, options: str, clock: str, ec: str) -> str:
    if not isinstance(asked.channel, discord.TextChannel):
        return say("A challenge needs a text channel of a server.")
    if opponent.bot or opponent.id == asked.user.id:
        return say("Challenge another person.")
    if variant not in client.titles:
        return say("There is no such game. Choose one of the list.")
    try:
        given = read_options(options)
    except OptionsError as error:
        return str(error)
    role = {"nobody": "", "me": "A", "opponent": "B"}[ec]
    body: dict[str, Any] = {"variant": variant, "options": given, "pace": clock, "ec": role}
    return await client.challenge(asked, opponent, body)


async def _seat(client: Client, asked: Asked) -> str:
    found = [duel for duel in _here(client, asked) if duel.seat(asked.user.id) is not None and not duel.over]
    if not found:
        return say("You have no match here.")
    return "\n".join([await client.link(asked, duel.match) for duel in found[-FEW:]])


async def _links(client: Client, asked: Asked, kind: str, *, over: bool) -> str:
    found = [duel for duel in _here(client, asked) if duel.over == over or asked.channel_id == duel.thread]
    lines = [f"{say(duel.title)}: <{client.address}/{kind}/{duel.match}>" for duel in found[-FEW:]]
    return "\n".join(lines) or say("There is no such match here.")


async def _rules(client: Client, variant: str) -> str:
    if variant not in client.titles:
        return say("There is no such game. Choose one of the list.")
    return f"{say(client.titles[variant])}: <{client.address}/rules/{variant.partition('/')[0]}>"


def _here(client: Client, asked: Asked) -> list[Duel]:
    """The matches of this thread or, in a channel, those that began there."""
    begun = [duel for duel in client.duels.all() if duel.board]
    inside = [duel for duel in begun if duel.thread == asked.channel_id]
    return inside or [duel for duel in begun if duel.channel == asked.channel_id]
