"""The slash commands of hosts, and those about the season of a channel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands

from deathmatch.core.speech import say
from deathmatch.discord import forms
from deathmatch.discord.api import UNREACHED
from deathmatch.discord.challenges import Wanted
from deathmatch.discord.commands import OF_MATCH, Asked, Clock, OptionsError, Picture, body_of, here, private, variants_of
from deathmatch.discord.duels import Duel
from deathmatch.discord.forms import OPTION, OPTIONS, Shown, cut, language_of

if TYPE_CHECKING:
    from deathmatch.discord.client import Client

Kind = Literal["time", "timeout", "forfeit", "void", "back"]
Delay = app_commands.Range[int, 0, 3600]
Behind = app_commands.Range[int, 0, 100]
Seconds = app_commands.Range[int, -86_400, 86_400]
Event = app_commands.Range[int, 0, 100_000]
Title = app_commands.Range[str, 1, 80]


def add_managing(client: Client) -> None:
    """The commands of hosts, and those about seasons."""
    _add_hosting(client)
    _add_ruling(client)
    client.tree.add_command(_season(client))


def _add_hosting(client: Client) -> None:
    tree = client.tree

    @tree.command(name="host", description="Set up a match for two others, and run it.")
    @app_commands.describe(
        first="Has seat A.",
        second="Has seat B.",
        delay="Seconds by which everybody but the players sees the match later.",
        behind="Decisions by which everybody but the players sees the match later.",
        hidden="Whether everybody but the players sees the match only once it is over.",
        caster="Whether you and a caster, whose link you get, see both hands. Everybody reads so.",
        **OF_MATCH,
    )
    @app_commands.autocomplete(variant=variants_of(client))
    @app_commands.guild_only()
    async def host(
        asked: Asked,
        first: discord.Member,
        second: discord.Member,
        variant: str,
        options: str = "",
        clock: Clock = "book",
        ec: Literal["nobody", "first", "second"] = "nobody",
        delay: Delay = 0,
        behind: Behind = 0,
        hidden: bool = False,
        caster: bool = False,
        picture: Picture = "in place",
    ) -> None:
        role = {"nobody": "", "first": "A", "second": "B"}[ec]
        settings = {"delay": delay, "behind": behind, "hidden": hidden, "caster": caster}
        settings = {key: value for key, value in settings.items() if value}
        await private(client, asked, _host(client, asked, (first, second), (variant, options, clock, role), settings, picture))

    @tree.command(name="desk", description="The match that you host: your link, pause, and the table without delay.")
    @app_commands.guild_only()
    async def desk(asked: Asked) -> None:
        await private(client, asked, _desk(client, asked))


def _add_ruling(client: Client) -> None:
    tree = client.tree

    @tree.command(name="ruling", description="Make a ruling in the match that you host. Its effect is shown to you first.")
    @app_commands.describe(
        ruling="Give or take time, void a time-out, forfeit, void the match, or go back to before an event.",
        reason="Everybody reads it.",
        seat="Whose time changes, or who loses.",
        seconds="Seconds that the seat gets or, below 0, loses.",
        event="The event before which the match goes on, or the time-out that does not count.",
    )
    @app_commands.guild_only()
    async def ruling(
        asked: Asked,
        ruling: Kind,
        reason: app_commands.Range[str, 1, 200],
        seat: Literal["", "A", "B"] = "",
        seconds: Seconds = 0,
        event: Event = 0,
    ) -> None:
        body = {"ruling": ruling, "reason": reason, "seat": seat, "seconds": seconds, "event": event}
        await private(client, asked, _ruling(client, asked, body))

    @ruling.autocomplete("event")
    async def events(asked: Asked, typed: int | str) -> list[app_commands.Choice[int]]:
        if (duel := _hosted(client, asked)) is None:
            return []
        try:
            places = await client.desk.places(duel, language_of(asked.locale))
        except UNREACHED:
            return []
        fitting = [(event, words) for event, words in places if not typed or str(event).startswith(str(typed))]
        return [app_commands.Choice(name=cut(words, OPTION), value=event) for event, words in fitting[:OPTIONS]]


async def _host(
    client: Client,
    asked: Asked,
    players: tuple[discord.Member, discord.Member],
    match: tuple[str, str, str, str],
    settings: dict[str, int],
    picture: str,
) -> str:
    if not isinstance(asked.channel, discord.TextChannel):
        return say("A challenge needs a text channel of a server.")
    if any(one.bot for one in players) or len({asked.user.id, *(one.id for one in players)}) < 3:
        return say("Choose two other people.")
    try:
        body = body_of(client, *match, settings=settings)
    except OptionsError as error:
        return str(error)
    return await client.challenges.post(asked, Wanted(body, client.titles[match[0]], players, hosted=True, afresh=picture != "in place"))


def _hosted(client: Client, asked: Asked) -> Duel | None:
    """The match of this thread that this user hosts; in a channel, the last one that began there."""
    found = [duel for duel in here(client, asked) if duel.host == asked.user.id]
    return found[-1] if found else None


async def _desk(client: Client, asked: Asked) -> str | Shown:
    if (duel := _hosted(client, asked)) is None:
        return say("You host no match here.")
    return await client.desk.act(duel, language_of(asked.locale), "desk", ())


async def _ruling(client: Client, asked: Asked, body: dict[str, Any]) -> str | Shown:
    if (duel := _hosted(client, asked)) is None:
        return say("You host no match here.")
    return await client.desk.propose(duel, language_of(asked.locale), asked.id, body)


# --- The season of a channel


def _season(client: Client) -> app_commands.Group:
    group = app_commands.Group(name="season", description="The season of this channel.", guild_only=True)

    @group.command(name="standings", description="The standings of the season of this channel.")
    @app_commands.describe(show="For you alone or for everybody.")
    async def standings(asked: Asked, show: Literal["me", "everybody"] = "me") -> None:
        await private(client, asked, _standings(client, asked, show == "everybody"))

    @group.command(name="open", description="Open a season for this channel.")
    @app_commands.describe(
        title="Its name.", files="Which matches are filed.", public="Whether everybody with its address may look.", rated="With ratings."
    )
    async def open_(asked: Asked, title: Title, files: Literal["hosted", "all"] = "all", public: bool = True, rated: bool = False) -> None:
        await private(client, asked, _open(client, asked, title, every=files == "all", public=public, rated=rated))

    @group.command(name="link", description="Link a season that exists to this channel.")
    @app_commands.describe(link="Its secret link for hosts or co-hosts; nobody else sees it.", files="Which matches are filed.")
    async def link(asked: Asked, link: str, files: Literal["hosted", "all"] = "all") -> None:
        await private(client, asked, _link(client, asked, link, every=files == "all"))

    @group.command(name="unlink", description="File no more matches of this channel. The season itself stays.")
    async def unlink(asked: Asked) -> None:
        await private(client, asked, _unlink(client, asked))

    return group


async def _standings(client: Client, asked: Asked, everybody: bool) -> str:
    channel = _channel(asked)
    if (league := client.duels.league(channel)) is None:
        return say("This channel has no season.")
    season = await client.leagues.standings(league, asked.user.id, language_of(asked.locale))
    place = f"<{client.address}/season/{league.id if season['public'] else league.viewer}>"
    words = forms.standings(season)
    if not everybody:
        return cut(f"{words}\n{place}", forms.CONTENT)
    await client.boards.channel(asked.channel_id or 0).send(cut(f"{words}\n{place}", forms.CONTENT))
    return say("The standings are posted.")


async def _open(client: Client, asked: Asked, title: str, *, every: bool, public: bool, rated: bool) -> str:
    if not _manages(asked):
        return say("Only somebody who may manage this channel can do this.")
    league = await client.leagues.open(_channel(asked), asked.user.id, title, public=public, rated=rated, every=every)
    link = f"<{client.address}/season/{league.key}>"
    return say("The season is open. Your link, which you should give to nobody: {link}", link=link)


async def _link(client: Client, asked: Asked, link: str, *, every: bool) -> str:
    if not _manages(asked):
        return say("Only somebody who may manage this channel can do this.")
    key = link.strip().rstrip("/").rpartition("/")[2]
    if not key.replace("-", "").replace("_", "").isalnum():
        return say("That is no link of a season.")
    league = await client.leagues.link(_channel(asked), asked.user.id, key, every=every)
    if league is None:
        return say("That is no link for hosts or co-hosts.")
    return say("Matches of this channel are filed in {title} from now on.", title=forms.plain(league.title))


async def _unlink(client: Client, asked: Asked) -> str:
    if not _manages(asked):
        return say("Only somebody who may manage this channel can do this.")
    client.duels.keep_league(_channel(asked), None)
    return say("This channel has no season any more.")


def _manages(asked: Asked) -> bool:
    return asked.permissions.manage_channels


def _channel(asked: Asked) -> int:
    """The channel; that of the thread, in a thread."""
    channel = asked.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else asked.channel_id or 0
