"""The slash commands of everybody; those of hosts and seasons are in `managing.py`."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

import discord
from discord import app_commands

from deathmatch.core.speech import say, speaking
from deathmatch.discord.api import UNREACHED
from deathmatch.discord.challenges import Wanted
from deathmatch.discord.duels import Duel
from deathmatch.discord.forms import OPTION, OPTIONS, cut, language_of

if TYPE_CHECKING:
    from deathmatch.discord.client import Client

Asked = discord.Interaction
Choices = list[app_commands.Choice[str]]
Clock = Literal["book", "relaxed", "days", "none"]
Picture = Literal["in place", "new message"]
FEW: Final = 10  # links in one answer
OF_MATCH: Final = {
    "variant": "The game.",
    "options": "Options that differ from the book, as NAME=VALUE.",
    "clock": "The clocks.",
    "ec": "The elimination candidate.",
    "picture": "Whether the public picture changes in place, or each decision posts a new message.",
}


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


def variants_of(client: Client) -> Callable[[Asked, str], Coroutine[Any, Any, Choices]]:
    """The completion of a variant's name, from memory: Discord waits three seconds only."""

    async def variants(asked: Asked, typed: str) -> Choices:
        wanted = typed.lower()
        with speaking(language_of(asked.locale)):
            found = [(name, say(title)) for name, title in client.titles.items()]
        fitting = [(name, title) for name, title in found if wanted in name or wanted in title.lower()]
        return [app_commands.Choice(name=cut(title, OPTION), value=name) for name, title in fitting[:OPTIONS]]

    return variants


async def private(client: Client, asked: Asked, answer: Any) -> None:
    """Answer a command in time for the user who gave it alone: with a text, or with a message that has a picture and buttons."""
    with speaking(language_of(asked.locale)):
        try:
            await asked.response.defer(ephemeral=True, thinking=True)
            told = await answer
            await (asked.edit_original_response(content=told) if isinstance(told, str) else client.show(asked, told))
        except (*UNREACHED, discord.DiscordException) as error:
            await client.explain(asked, error)
        finally:
            answer.close()


def body_of(client: Client, variant: str, options: str, clock: str, role: str, settings: Mapping[str, int] | None = None) -> dict[str, Any]:
    """The request for a match; raises OptionsError."""
    if variant not in client.titles:
        raise OptionsError(say("There is no such game. Choose one of the list."))
    body: dict[str, Any] = {"variant": variant, "options": read_options(options), "pace": clock, "ec": role}
    return {**body, "settings": dict(settings)} if settings else body


def add_commands(client: Client) -> None:
    """The commands of everybody."""
    _add_challenges(client)
    _add_links(client)


def _add_challenges(client: Client) -> None:
    tree, variants = client.tree, variants_of(client)

    @tree.command(name="duel", description="Challenge somebody to a Death Match.")
    @app_commands.describe(opponent="The player whom you challenge.", **OF_MATCH)
    @app_commands.autocomplete(variant=variants)
    @app_commands.guild_only()
    async def duel(
        asked: Asked,
        opponent: discord.Member,
        variant: str,
        options: str = "",
        clock: Clock = "book",
        ec: Literal["nobody", "me", "opponent"] = "nobody",
        picture: Picture = "in place",
    ) -> None:
        await private(client, asked, _challenge(client, asked, opponent, variant, options, clock, ec, picture))

    @tree.command(name="challenge", description="Challenge everybody here, or one player, to a Death Match.")
    @app_commands.describe(opponent="One player; without one, anybody in this channel can accept.", **OF_MATCH)
    @app_commands.autocomplete(variant=variants)
    @app_commands.guild_only()
    async def challenge(
        asked: Asked,
        variant: str,
        opponent: discord.Member | None = None,
        options: str = "",
        clock: Clock = "book",
        ec: Literal["nobody", "me", "opponent"] = "nobody",
        picture: Picture = "in place",
    ) -> None:
        await private(client, asked, _challenge(client, asked, opponent, variant, options, clock, ec, picture))

    @tree.command(name="accept", description="Accept a challenge in this channel.")
    @app_commands.describe(challenge="Which one, if there are several.")
    @app_commands.guild_only()
    async def accept(asked: Asked, challenge: str = "") -> None:
        await private(client, asked, _accept(client, asked, challenge))

    @accept.autocomplete("challenge")
    async def open_ones(asked: Asked, typed: str) -> Choices:
        found = client.challenges.acceptable(asked.channel_id or 0, asked.user.id)
        named = [(f"{duel.people[0]}: {duel.title}", duel.match) for duel in found]
        fitting = [(name, match) for name, match in named if typed.lower() in name.lower()]
        return [app_commands.Choice(name=cut(name, OPTION), value=match) for name, match in fitting[-OPTIONS:]]


def _add_links(client: Client) -> None:
    tree = client.tree

    @tree.command(name="seat", description="Your private link to your seat in the browser.")
    @app_commands.guild_only()
    async def seat(asked: Asked) -> None:
        await private(client, asked, _seat(client, asked))

    @tree.command(name="watch", description="The address at which this match can be watched in the browser.")
    @app_commands.guild_only()
    async def watch(asked: Asked) -> None:
        await private(client, asked, _links(client, asked, "w", over=False))

    @tree.command(name="record", description="The replay, the review and the record of this match, once it is over.")
    @app_commands.guild_only()
    async def record(asked: Asked) -> None:
        await private(client, asked, _links(client, asked, "r", over=True))

    @tree.command(name="rules", description="The rules of a game.")
    @app_commands.describe(variant="The game.")
    @app_commands.autocomplete(variant=variants_of(client))
    async def rules(asked: Asked, variant: str) -> None:
        await private(client, asked, _rules(client, variant))

    @tree.command(name="mentions", description="Whether you are mentioned in a thread when it is your turn.")
    @app_commands.describe(wanted="On or off, in all of your matches.")
    async def mentions(asked: Asked, wanted: Literal["on", "off"]) -> None:
        await private(client, asked, _mentions(client, asked, wanted == "off"))


async def _challenge(
    client: Client, asked: Asked, opponent: discord.Member | None, variant: str, options: str, clock: str, ec: str, picture: str
) -> str:
    if not isinstance(asked.channel, discord.TextChannel):
        return say("A challenge needs a text channel of a server.")
    if opponent is not None and (opponent.bot or opponent.id == asked.user.id):
        return say("Challenge another person.")
    try:
        body = body_of(client, variant, options, clock, {"nobody": "", "me": "A", "opponent": "B"}[ec])
    except OptionsError as error:
        return str(error)
    wanted = Wanted(body, client.titles[variant], (asked.user, opponent), afresh=picture != "in place")
    return await client.challenges.post(asked, wanted)


async def _accept(client: Client, asked: Asked, challenge: str) -> str:
    found = client.challenges.acceptable(asked.channel_id or 0, asked.user.id)
    chosen = [duel for duel in found if challenge in ("", duel.match)]
    if not chosen:
        return say("There is no challenge here that you can accept.")
    if len(chosen) > 1:
        return say("There are several challenges that you can accept. Choose one.")
    return await client.challenges.accept(asked, chosen[0].match)


async def _seat(client: Client, asked: Asked) -> str:
    found = [duel for duel in here(client, asked) if duel.seat(asked.user.id) is not None and not duel.over]
    return "\n".join(client.link(asked, duel.match) for duel in found[-FEW:]) or say("You have no match here.")


async def _links(client: Client, asked: Asked, kind: str, *, over: bool) -> str:
    found = [duel for duel in here(client, asked) if duel.over == over or asked.channel_id == duel.thread]
    lines = [f"{say(duel.title)}: <{client.address}/{kind}/{duel.match}>" for duel in found[-FEW:]]
    return "\n".join(lines) or say("There is no such match here.")


async def _rules(client: Client, variant: str) -> str:
    if variant not in client.titles:
        return say("There is no such game. Choose one of the list.")
    return f"{say(client.titles[variant])}: <{client.address}/rules/{variant.partition('/')[0]}>"


async def _mentions(client: Client, asked: Asked, quiet: bool) -> str:
    client.duels.keep_quiet(asked.user.id, quiet)
    return say("You are not mentioned any more.") if quiet else say("You are mentioned when it is your turn.")


def here(client: Client, asked: Asked) -> list[Duel]:
    """The matches of this thread or, in a channel, those that began there."""
    begun = [duel for duel in client.duels.all() if duel.board]
    inside = [duel for duel in begun if duel.thread == asked.channel_id]
    return inside or [duel for duel in begun if duel.channel == asked.channel_id]
