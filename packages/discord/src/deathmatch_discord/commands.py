"""The slash commands: of everybody, of hosts, and about the season of a channel."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, Literal

import discord
from discord import app_commands

from deathmatch.core.speech import say, speaking
from deathmatch_discord import forms
from deathmatch_discord.api import UNREACHED
from deathmatch_discord.challenges import Wanted
from deathmatch_discord.client import Client
from deathmatch_discord.duels import Duel
from deathmatch_discord.forms import OPTION, OPTIONS, Shown, cut, language_of

Asked = discord.Interaction
Choices = list[app_commands.Choice[str]]
Clock = Literal["book", "relaxed", "days", "none"]
Picture = Literal["in place", "new message"]
Kind = Literal["time", "timeout", "forfeit", "void", "back"]
Delay = app_commands.Range[int, 0, 3600]
Behind = app_commands.Range[int, 0, 100]
Seconds = app_commands.Range[int, -86_400, 86_400]
Event = app_commands.Range[int, 0, 100_000]
Title = app_commands.Range[str, 1, 80]

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
    """Make all commands known to the client."""
    _add_challenges(client)
    _add_links(client)
    _add_hosting(client)
    _add_ruling(client)
    client.tree.add_command(_season(client))


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


# --- Hosts


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
