"""The slash commands: of everybody, of hosts, and about the season of a channel."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, Final, Literal, ParamSpec, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Range

from deathmatch.core.speech import say, speaking
from deathmatch_discord import forms
from deathmatch_discord.api import UNREACHED
from deathmatch_discord.challenges import Wanted
from deathmatch_discord.client import Client, Command
from deathmatch_discord.duels import Duel
from deathmatch_discord.forms import OPTION, OPTIONS, Shown, cut, language_of

P = ParamSpec("P")
Asked: TypeAlias = "discord.Interaction[Client]"
Choices = list[app_commands.Choice[str]]
Clock = Literal["book", "relaxed", "days", "none"]
Picture = Literal["in place", "new message"]
Files = Literal["hosted", "all"]
Kind = Literal["time", "timeout", "forfeit", "void", "back", "won", "tied", "bout", "points", "enter", "word", "noshow", "cancel"]
Caller = Literal["nobody", "first", "second"]
Points = Range[int, -1_000_000, 1_000_000]
Line = Range[str, 1, 500]
Seconds = Range[int, -86_400, 86_400]
Title = Range[str, 1, 80]

FEW: Final = 5  # matches in one answer
OF_MATCH: Final = {
    "variant": "The game.",
    "options": "Options that differ from the book: choose one after the other, or type NAME=VALUE.",
    "clock": "The clocks.",
    "ec": "The elimination candidate.",
    "picture": "Whether the public picture changes in place, or each decision posts a new message.",
}


class CommandError(ValueError):
    """A command that cannot be carried out; the text tells its user why."""


def answered(
    command: Callable[Concatenate[Asked, P], Coroutine[Any, Any, str | Shown]],
) -> Callable[Concatenate[Asked, P], Coroutine[Any, Any, None]]:
    """A command whose answer only its user sees: a text, or a message with a picture and buttons. It is acknowledged in time."""

    @wraps(command)
    async def answer(asked: Asked, /, *args: P.args, **given: P.kwargs) -> None:
        with speaking(language_of(asked.locale)):
            try:
                await asked.response.defer(ephemeral=True, thinking=True)
                try:
                    told = await command(asked, *args, **given)
                except CommandError as error:
                    told = str(error)
                await (asked.edit_original_response(content=told) if isinstance(told, str) else asked.client.show(asked, told))
            except (*UNREACHED, discord.DiscordException) as error:
                await asked.client.explain(asked, error)

    return answer


async def variants(asked: Asked, typed: str) -> Choices:
    """The completion of a variant's name, from memory: Discord waits three seconds only."""
    wanted = typed.lower()
    with speaking(language_of(asked.locale)):
        found = [(name, say(one["title"])) for name, one in asked.client.games.items()]
    fitting = [(name, title) for name, title in found if wanted in name or wanted in title.lower()]
    return [app_commands.Choice(name=cut(title, OPTION), value=name) for name, title in fitting[:OPTIONS]]


def title_of(asked: Asked, variant: str) -> str:
    """The title of a variant; raises CommandError."""
    if variant not in asked.client.games:
        raise CommandError(say("There is no such game. Choose one of the list."))
    return str(asked.client.games[variant]["title"])


async def options_of(asked: Asked, typed: str) -> Choices:
    """The completion of the options: those that stand there, and one more, or a value for the last one."""
    known = asked.client.games.get(str(asked.namespace.variant), {"options": ()})["options"]
    *taken, last = typed.replace(",", " ").split(" ") or [""]
    used = {part.partition("=")[0] for part in taken}
    found: list[tuple[str, str]] = []
    with speaking(language_of(asked.locale)):
        for one in known:
            key = str(one["key"])
            if key in used or not (
                f"{key}=".startswith(last.lower()) or last.lower().startswith(f"{key}=") or last.lower() in one["words"].lower()
            ):
                continue
            number = last.partition("=")[2] if last.lower().startswith(f"{key}=") else ""
            values = one.get("choices") or [number or str(one["default"])]
            bounds = f" ({one['low']} – {one['high']})" if one.get("low") is not None else ""
            found += [(f"{key}={value}", f"{say(one['words'])}{bounds}") for value in values if str(value).startswith(number)]
    said = [(" ".join([*taken, part]).strip(), words) for part, words in found[:OPTIONS]]
    return [app_commands.Choice(name=cut(f"{text}: {words}", OPTION), value=text) for text, words in said if len(text) <= OPTION]


async def tosses(asked: Asked, typed: str) -> Choices:
    """The completion of what the coin decides."""
    one = asked.client.games.get(str(asked.namespace.variant), {"coin": (), "options": ()})
    with speaking(language_of(asked.locale)):
        words = {option["key"]: say(option["words"]) for option in one["options"]} | {"dmo": say("who is the DMO")}
    fitting = [key for key in one.get("coin", ()) if typed.lower() in key or typed.lower() in words[key].lower()]
    return [app_commands.Choice(name=cut(f"{key}: {words[key]}", OPTION), value=key) for key in fitting[:OPTIONS]]


def here(asked: Asked) -> list[Duel]:
    """The matches of this thread or, in a channel, those that began there."""
    begun = [duel for duel in asked.client.duels.all() if duel.board]
    inside = [duel for duel in begun if duel.thread == asked.channel_id]
    return inside or [duel for duel in begun if duel.channel == asked.channel_id]


# --- Challenges


def read_options(text: str) -> dict[str, str]:
    """`rounds=3 bank=60` as options; raises CommandError."""
    found: dict[str, str] = {}
    for part in text.replace(",", " ").split():
        key, sign, value = part.partition("=")
        if not (key and sign and value):
            raise CommandError(say("Write options as NAME=VALUE, with spaces between them, not {text}.", text=part))
        found[key.lower()] = value
    return found


async def post(
    asked: Asked,
    players: tuple[discord.Member | discord.User | None, discord.Member | discord.User | None],
    match: tuple[str, str, str, str],
    picture: str,
    settings: dict[str, Any] | None = None,
    more: dict[str, Any] | None = None,
    *,
    typed: bool = False,
) -> str:
    """Set up a match and post the challenge; raises CommandError.

    Args:
        asked: whose user plays, or hosts if there are settings.
        players: on seats A and B; None for anybody.
        match: its variant, options, clocks, and the seat of the elimination candidate.
        picture: whether each decision posts a new message.
        settings: of a hosted table.
        more: of the request besides, such as title and rules of a duel that the host leads.
        typed: whether moves are read that the players type in the thread.
    """
    if not isinstance(asked.channel, discord.TextChannel):
        raise CommandError(say("A challenge needs a text channel of a server."))
    others = [one for one in (players[1:] if settings is None else players) if one is not None]
    if any(one.bot for one in others) or len({asked.user.id, *(one.id for one in others)}) <= len(others):
        raise CommandError(say("Challenge another person.") if settings is None else say("Choose two other people."))
    variant, options, clock, role = match
    title = title_of(asked, variant)
    is_led, body = bool(asked.client.games[variant]["hosted"]), dict(more or {})
    if is_led and settings is None:
        raise CommandError(say("A host leads this game. Set it up with /host."))
    if is_led and not body.get("title"):
        raise CommandError(say("Give the duel a title."))
    body |= {"variant": variant, "options": {**read_options(options), **body.get("options", {})}, "pace": clock, "ec": role}
    if settings:
        body["settings"] = settings
    wanted = Wanted(body, title, players, hosted=settings is not None, afresh=picture != "in place", typed=typed)
    return await asked.client.challenges.post(asked, wanted)


@app_commands.command(name="duel", description="Challenge one player, or everybody here, to a Death Match.")
@app_commands.describe(opponent="The player whom you challenge; without one, anybody in this channel can accept.", **OF_MATCH)
@app_commands.autocomplete(variant=variants, options=options_of)
@app_commands.guild_only()
@answered
async def duel(
    asked: Asked,
    variant: str,
    opponent: discord.Member | None = None,
    options: str = "",
    clock: Clock = "book",
    ec: Literal["nobody", "me", "opponent"] = "nobody",
    picture: Picture = "in place",
) -> str:
    """Challenge one player, or everybody in the channel."""
    return await post(asked, (asked.user, opponent), (variant, options, clock, ROLES[ec]), picture)


ROLES: Final = {"nobody": "", "me": "A", "opponent": "B", "first": "A", "second": "B"}
"""The seat of the elimination candidate, by the word for it."""


# --- Links and wishes


@app_commands.command(name="links", description="Links to the matches here: your seat, the page for spectators, the replay and the record.")
@app_commands.guild_only()
@answered
async def links(asked: Asked) -> str:
    """The addresses of the last matches, and the private links of the user's own seats."""
    lines = []
    for duel in here(asked)[-FEW:]:
        lines.append(f"{forms.plain(duel.named)}: <{asked.client.address}/{'r' if duel.over else 'w'}/{duel.match}>")
        if not duel.over and duel.seat(asked.user.id) is not None:
            lines.append(asked.client.link(asked, duel.match))
    return cut("\n".join(lines), forms.CONTENT) or say("There is no match here.")


@app_commands.command(name="rules", description="The rules of a game.")
@app_commands.describe(variant="The game.")
@app_commands.autocomplete(variant=variants)
@answered
async def rules(asked: Asked, variant: str) -> str:
    """The address of a rule book."""
    return f"{say(title_of(asked, variant))}: <{asked.client.address}/rules/{variant.partition('/')[0]}>"


@app_commands.command(name="mentions", description="Whether you are mentioned in a thread when it is your turn.")
@app_commands.describe(wanted="On or off, in all of your matches.")
@answered
async def mentions(asked: Asked, wanted: Literal["on", "off"]) -> str:
    """Whether the user is called."""
    asked.client.duels.keep_quiet(asked.user.id, wanted == "off")
    return say("You are not mentioned any more.") if wanted == "off" else say("You are mentioned when it is your turn.")


# --- Hosts


@app_commands.command(name="host", description="Set up a match for two others, and run it.")
@app_commands.describe(
    first="Has seat A.",
    second="Has seat B.",
    delay="Seconds by which everybody but the players sees the match later.",
    behind="Decisions by which everybody but the players sees the match later.",
    hidden="Whether everybody but the players sees the match only once it is over.",
    caster="Whether you and a caster, whose link you get, see both hands. Everybody reads so.",
    text="Whether the rules are those of the book, or as written in the original text.",
    coin="What a coin decides before the match.",
    caller="Who calls the coin.",
    sealed="Whether the call is shown to nobody before the toss.",
    check_in="Whether the match waits until both players are ready.",
    onlookers="How many onlookers hold something, in games that have them; /desk has their links.",
    talk="Seconds in which players and onlookers may speak before the first turn.",
    record="Who may have the record after the match.",
    hand_deals="Whether you make the deals, with /deal.",
    typed="Whether moves are read that the players type in the thread, if the answer is no secret.",
    title="Of a duel of your own, which you lead in the browser.",
    rules="The rules of that duel, or their address.",
    **OF_MATCH,
)
@app_commands.autocomplete(variant=variants, options=options_of, coin=tosses)
@app_commands.guild_only()
@answered
async def host(
    asked: Asked,
    first: discord.Member,
    second: discord.Member,
    variant: str,
    text: Literal["book", "as written"] = "book",
    options: str = "",
    clock: Clock = "book",
    ec: Caller = "nobody",
    coin: str = "",
    caller: Caller = "nobody",
    sealed: bool = False,
    check_in: bool = False,
    onlookers: Range[int, 0, 16] = 0,
    talk: Range[int, 0, 86_400] = 0,
    record: Literal["as the game has it", "everybody", "host"] = "as the game has it",
    hand_deals: bool = False,
    delay: Range[int, 0, 3600] = 0,
    behind: Range[int, 0, 100] = 0,
    hidden: bool = False,
    caster: bool = False,
    picture: Picture = "in place",
    typed: bool = False,
    title: Title = "",
    rules: Range[str, 1, 1000] = "",
) -> str:
    """Set up a match for two others."""
    if typed and not asked.client.reads:
        raise CommandError(say("I cannot read messages here: the owner of this bot has not switched on the intent Message Content."))
    if typed and (delay or behind or hidden):
        raise CommandError(say("Everybody reads a typed move at once, so spectators cannot see the match later."))
    settings = {
        "delay": delay,
        "behind": behind,
        "hidden": hidden,
        "caster": caster,
        "check_in": check_in,
        "talk": talk,
        "by_hand": hand_deals,
    }
    chosen: dict[str, Any] = {key: value for key, value in settings.items() if value}
    if record != "as the game has it":
        chosen["publish"] = record == "everybody"
    more: dict[str, Any] = {key: said for key, said in (("title", title), ("rules", rules)) if said}
    more |= {"preset": "as-written"} if text == "as written" else {}
    more |= {"options": {"onlookers": str(onlookers)}} if onlookers else {}
    if coin:
        more["coin"] = {"sets": coin, "caller": ROLES[caller], "sealed": sealed}
    return await post(asked, (first, second), (variant, options, clock, ROLES[ec]), picture, chosen, more, typed=typed)


def _hosted(asked: Asked) -> Duel:
    """The match of this thread that this user hosts; in a channel, the last one that began there. Raises CommandError."""
    found = [duel for duel in here(asked) if duel.host == asked.user.id]
    if not found:
        raise CommandError(say("You host no match here."))
    return found[-1]


@app_commands.command(name="desk", description="The match that you host: your link, pause, and the table without delay.")
@app_commands.guild_only()
@answered
async def desk(asked: Asked) -> Shown:
    """The host's own message."""
    return await asked.client.desk.act(_hosted(asked), language_of(asked.locale), "desk", ())


@app_commands.command(name="announce", description="Tell everybody at the match that you host something; it stands above the table.")
@app_commands.describe(text="Everybody reads it, spectators as late as they see the match.")
@app_commands.guild_only()
@answered
async def announce(asked: Asked, text: Line) -> str:
    """An announcement of the host."""
    duel = _hosted(asked)
    await asked.client.api.of(duel.host).post(f"/api/hosts/{duel.host_key}/announce", {"text": text}, language_of(asked.locale))
    return say("Announced: {text}", text=forms.plain(text))


@app_commands.command(name="tell", description="A private line between the host and a player. Nobody else learns of it.")
@app_commands.describe(
    text="Only the two of you read it.", to="For the host: which player. For a player: the host, or an onlooker while you may speak."
)
@app_commands.guild_only()
@answered
async def tell(asked: Asked, text: Line, to: str = "") -> str:
    """A private line, and the answer to one."""
    duel, is_host = _spoken(asked)
    if is_host and to not in ("A", "B"):
        return say("Choose the player whom you tell it.")
    return await asked.client.tell(asked, duel.match, to or "host", text)


@tell.autocomplete("to")
async def listeners(asked: Asked, typed: str) -> Choices:
    """Those whom the user may tell something in private."""
    try:
        duel, is_host = _spoken(asked)
    except CommandError:
        return []
    with speaking(language_of(asked.locale)):
        found = list(zip(duel.people, "AB", strict=True)) if is_host else [(say("the host"), "host")]
        number = 0 if is_host else int(duel.body["options"].get("onlookers", 0))
        found += [(say("onlooker {number}", number=one), f"onlooker-{one}") for one in range(1, number + 1)]
    return [app_commands.Choice(name=cut(name, OPTION), value=to) for name, to in found[:OPTIONS] if typed.lower() in name.lower()]


def _spoken(asked: Asked) -> tuple[Duel, bool]:
    """The last match here with a host in which this user hosts or plays, and whether they host it; raises CommandError."""
    found = [duel for duel in here(asked) if duel.host and (duel.host == asked.user.id or duel.seat(asked.user.id) is not None)]
    if not found:
        raise CommandError(say("You have no match with a host here."))
    return found[-1], found[-1].host == asked.user.id


@app_commands.command(name="deal", description="Make the deal that is due, in a match whose deals you make by hand.")
@app_commands.describe(text="The deal in the notation of the rule book.")
@app_commands.guild_only()
@answered
async def deal(asked: Asked, text: Range[str, 1, 2_000]) -> str:
    """A deal by hand."""
    duel, language = _hosted(asked), language_of(asked.locale)
    api, path = asked.client.api.of(duel.host), f"/api/hosts/{duel.host_key}"
    seen = (await api.get(f"{path}?pictures=none", language))["seen"]
    if seen is None:
        return say("The match has not begun.")
    await api.post(f"{path}/deal", {"ply": seen["ply"], "text": text}, language)
    return say("Dealt: {text}", text=forms.plain(text))


@app_commands.command(name="ruling", description="Make a ruling in the match that you host. Its effect is shown to you first.")
@app_commands.describe(
    ruling="What you rule; its effect is shown to you before you make it.",
    reason="Everybody reads it.",
    seat="The player whom it is about: who loses, has won, gets the time, the bout or the points.",
    seconds="Seconds that the player gets or, below 0, loses.",
    event="The event before which the match goes on, or the time-out that does not count.",
    points="Points that the player gets or, below 0, loses.",
    unit="What these points are, such as chips.",
    words="For enter: the move, such as Ann: grow. For word: the words that count as on the list.",
)
@app_commands.guild_only()
@answered
async def ruling(
    asked: Asked,
    ruling: Kind,
    reason: Range[str, 1, 200],
    seat: str = "",
    seconds: Seconds = 0,
    event: Range[int, 0, 100_000] = 0,
    points: Points = 0,
    unit: Range[str, 1, 20] = "",
    words: Range[str, 1, 4_000] = "",
) -> Shown:
    """The effect of a ruling, with the button that makes it."""
    body: dict[str, Any] = {"ruling": ruling, "reason": reason, "seat": seat, "seconds": seconds, "event": event}
    body |= {key: value for key, value in (("points", points), ("unit", unit)) if value}
    if words:
        body |= {"enter": [words]} if ruling == "enter" else {"words": words}
    return await asked.client.desk.propose(_hosted(asked), language_of(asked.locale), asked.id, body)


@ruling.autocomplete("seat")
async def seats(asked: Asked, typed: str) -> Choices:
    """The players of the match that the user hosts, by their names."""
    try:
        people = _hosted(asked).people
    except CommandError:
        return []
    fitting = [(name, seat) for name, seat in zip(people, "AB", strict=True) if typed.lower() in name.lower()]
    return [app_commands.Choice(name=cut(name, OPTION), value=seat) for name, seat in fitting]


@ruling.autocomplete("event")
async def events(asked: Asked, typed: int | str) -> list[app_commands.Choice[int]]:
    """The completion of an event; none if the server does not tell them."""
    try:
        places = await asked.client.desk.places(_hosted(asked), language_of(asked.locale))
    except (CommandError, *UNREACHED):
        return []
    fitting = [(event, words) for event, words in places if not typed or str(event).startswith(str(typed))]
    return [app_commands.Choice(name=cut(words, OPTION), value=event) for event, words in fitting[:OPTIONS]]


# --- The season of a channel

season = app_commands.Group(name="season", description="The season of this channel.", guild_only=True)


@season.command(name="standings", description="The standings of the season of this channel.")
@app_commands.describe(show="For you alone or for everybody.")
@answered
async def standings(asked: Asked, show: Literal["me", "everybody"] = "me") -> str:
    """The standings, as viewers may know them."""
    client = asked.client
    if (league := client.duels.league(_channel(asked))) is None:
        return say("This channel has no season.")
    told = await client.leagues.standings(league, asked.user.id, language_of(asked.locale))
    place = f"<{client.address}/season/{league.id if told['public'] else league.viewer}>"
    words = cut(f"{forms.standings(told)}\n{place}", forms.CONTENT)
    if show == "me":
        return words
    await client.boards.channel(asked.channel_id or 0).send(words)
    return say("The standings are posted.")


@season.command(name="open", description="Open a season for this channel.")
@app_commands.describe(
    title="Its name.", files="Which matches are filed.", public="Whether everybody with its address may look.", rated="With ratings."
)
@answered
async def open_(asked: Asked, title: Title, files: Files = "all", public: bool = True, rated: bool = False) -> str:
    """Open a season."""
    channel, leagues = _managed(asked), asked.client.leagues
    league = await leagues.open(channel, asked.user.id, title, public=public, rated=rated, every=files == "all")
    link = f"<{asked.client.address}/season/{league.key}>"
    return say("The season is open. Your link, which you should give to nobody: {link}", link=link)


@season.command(name="link", description="Link a season that exists to this channel.")
@app_commands.describe(link="Its secret link for hosts or co-hosts; nobody else sees it.", files="Which matches are filed.")
@answered
async def link(asked: Asked, link: str, files: Files = "all") -> str:
    """Link a season."""
    channel, key = _managed(asked), link.strip().rstrip("/").rpartition("/")[2]
    if not key.replace("-", "").replace("_", "").isalnum():
        return say("That is no link of a season.")
    league = await asked.client.leagues.link(channel, asked.user.id, key, every=files == "all")
    if league is None:
        return say("That is no link for hosts or co-hosts.")
    return say("Matches of this channel are filed in {title} from now on.", title=forms.plain(league.title))


@season.command(name="unlink", description="File no more matches of this channel. The season itself stays.")
@answered
async def unlink(asked: Asked) -> str:
    """Forget the season of the channel."""
    asked.client.duels.keep_league(_managed(asked), None)
    return say("This channel has no season any more.")


def _managed(asked: Asked) -> int:
    """The channel, which this user may manage; raises CommandError."""
    if not asked.permissions.manage_channels:
        raise CommandError(say("Only somebody who may manage this channel can do this."))
    return _channel(asked)


def _channel(asked: Asked) -> int:
    """The channel; that of the thread, in a thread."""
    channel = asked.channel
    return (channel.parent_id if isinstance(channel, discord.Thread) else asked.channel_id) or 0


COMMANDS: Final[tuple[Command, ...]] = (duel, links, rules, mentions, host, desk, announce, tell, deal, ruling, season)
"""All of them."""
