"""`deathmatch serve`: the web server, which plays, hosts and keeps matches."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from enum import StrEnum
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeAlias

import typer

from deathmatch.cli.options import Brought, GameFiles, add_games, bring

if TYPE_CHECKING:
    from deathmatch.server.settings import FrontEnd

# --- The options of `deathmatch serve` for people who operate a server: metrics, the log, the drain


class LogFormat(StrEnum):
    """How the log is written."""

    PLAIN = "plain"
    JSON = "json"


def parted(text: str) -> tuple[str, int]:
    """Host and port of `[HOST:]PORT`, where an IPv6 address stands in brackets; raises ValueError."""
    host, _, port = text.rpartition(":")
    number = int(port) if port.isascii() and port.isdecimal() else 0
    if not 0 < number <= 65_535 or (set(host) & set(":[]") and not re.fullmatch(r"\[[0-9a-f:.]+\]", host)):
        raise ValueError(text)
    return host.strip("[]") or "127.0.0.1", number


def endpoint(given: str | None) -> str | None:
    """A port with or without the address to listen on; raises BadParameter."""
    try:
        if given is not None:
            parted(given)
    except ValueError:
        raise typer.BadParameter(f"{given} is not a port; expected one such as 9100, or an address before it: 10.0.0.5:9100") from None
    return given


def _each(check: Callable[[str], object]) -> Callable[[list[str] | None], list[str] | None]:
    """The callback of an option that may be given several times; `check` raises ValueError for a value that is wrong."""

    def checked(given: list[str] | None) -> list[str] | None:
        try:
            for text in given or ():
                check(text)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
        return given

    return checked


Metrics: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="[HOST:]PORT",
        help="Show metrics for Prometheus at this port, by default on 127.0.0.1. They are for operators; keep the port private.",
        callback=endpoint,
    ),
]
Drain: TypeAlias = Annotated[
    float,
    typer.Option(
        metavar="SECONDS",
        help="After SIGTERM, work on for so long while /ready answers 503, so that a load balancer sends nobody any more.",
        min=0,
        max=600,
    ),
]
Logged: TypeAlias = Annotated[LogFormat, typer.Option(help="How the log is written: for people, or one JSON object a line.")]


# --- The command


FRONT_ENDS = "DEATHMATCH_FRONT_ENDS"
STORE = "DEATHMATCH_STORE"
Address: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="A PostgreSQL for the matches, postgresql://HOST/DATABASE, or postgresql: if the environment says the rest. "
        f"Default: {STORE}, else the data folder.",
        show_default=False,
    ),
]
NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
ORIGIN = re.compile(r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[1-9][0-9]{0,4})?")


def _origin(text: str) -> None:
    """An address as a browser's `Origin` header has it."""
    if not ORIGIN.fullmatch(text):
        raise ValueError(f"{text} is not an origin; expected https://HOST or https://HOST:PORT, in lower case and without a path")


def _host_name(text: str) -> None:
    """A name as a browser's `Host` header has it."""
    if not NAME.fullmatch(text.lower()):
        raise ValueError(f"{text} is not a host name; expected one such as play.example.org, without https://, port and path")


origins, host_names, networks = _each(_origin), _each(_host_name), _each(ip_network)


def proxies(given: list[str] | None) -> list[str] | None:
    """Addresses and networks; raises BadParameter."""
    from deathmatch.server.web.addresses import read_network

    return _each(read_network)([part.strip() for text in given or () for part in text.split(",")])


WaitingDays: TypeAlias = Annotated[
    int, typer.Option(help="Delete a match that has not started after the server has run for this many days. 0 keeps them all.", min=0)
]
Origins: TypeAlias = Annotated[
    list[str] | None, typer.Option(help="Another origin (https://...) whose pages may use this server. Repeatable.", callback=origins)
]
HostNames: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help="A public name of this server, such as play.example.org. Repeatable. Addresses and this machine's name always work.",
        callback=host_names,
    ),
]
Proxies: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ADDRESS[,ADDRESS]",
        help="A proxy on another machine, or a network of proxies, that may report the addresses of its guests. Repeatable.",
        callback=proxies,
    ),
]
Networks: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NETWORK",
        help="A private network to which webhooks may send, such as 192.168.1.0/24, also without https. Repeatable.",
        callback=networks,
    ),
]
HasBots: TypeAlias = Annotated[
    bool,
    typer.Option("--bots/--no-bots", help="Have bots and reviews made here. If not, `deathmatch work` makes them, on any machine."),
]
Warm: TypeAlias = Annotated[
    bool, typer.Option("--warm/--no-warm", help="Get the bots ready at once. If not, the first question to each bot takes longer.")
]


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on. 0.0.0.0 listens on all addresses of this machine.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port. If it is in use, the server takes the next free port.", min=0, max=65_535)] = 8000,
    data: Annotated[Path | None, typer.Option(help="The folder for matches. Default: ~/.local/state/deathmatch.", file_okay=False)] = None,
    store: Address = None,
    open_: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
    waiting_days: WaitingDays = 7,
    origin: Origins = None,
    host_name: HostNames = None,
    proxy: Proxies = None,
    webhook_network: Networks = None,
    bots: HasBots = True,
    warm: Warm = True,
    metrics: Metrics = None,
    log_format: Logged = LogFormat.PLAIN,
    drain: Drain = 0,
    brought: Brought = None,
    game: GameFiles = None,
) -> None:
    """Start the web server, where people play, watch and host matches in a browser."""
    from deathmatch.games import every
    from deathmatch.server.running import run  # the server's libraries take a while, and the help needs none of them
    from deathmatch.server.settings import Settings

    add_games(game or ())
    if brought:
        bring(brought, every())
    folder = named_folder(data)
    settings = Settings(
        data=folder,
        origins=tuple(origin or ()),
        host_names=(*(host_name or ()), *([host] if NAME.fullmatch(host.lower()) else [])),
        proxies=tuple(proxy or ()),
        webhook_networks=tuple(webhook_network or ()),
        front_ends=_front_ends(),
        sign_in=_sign_in(origin or []),
        bots_here=bots,
        warm=warm,
        waiting_days=waiting_days,
        drain_s=drain,
        metrics=None if metrics is None else parted(metrics),
        store=store_address(store),
    )
    if not bots and not settings.store:
        _refuse("--no-bots needs a PostgreSQL, through which `deathmatch work` hears of questions: name it with --store")
    raise typer.Exit(run(settings, host, port, open_page=open_, as_json=log_format is LogFormat.JSON))


def _refuse(words: str) -> NoReturn:
    """End the command: it cannot be understood."""
    sys.stderr.write(f"deathmatch: {words}\n")
    raise typer.Exit(2) from None


def store_address(given: str | None) -> str:
    """The address of the PostgreSQL, empty without one. The variable is taken out: the processes in which bots think need no password."""
    from deathmatch.server.rooms.others import is_address

    address = os.environ.pop(STORE, "")
    address = address if given is None else given
    if address and not is_address(address):
        _refuse("the address of a store begins with postgresql:")
    return address


def _front_ends() -> tuple[FrontEnd, ...]:
    """The front ends that the environment names. The variable is taken out, because the processes in which bots think need no token."""
    from deathmatch.server.settings import read_front_ends

    try:
        return read_front_ends(os.environ.pop(FRONT_ENDS, ""))
    except ValueError as error:
        _refuse(f"{FRONT_ENDS}: {error}")


def _sign_in(public: list[str]) -> dict[str, Any]:
    """What the ways to sign in of other packages are set up with, if the environment names them; secrets are taken out, as above."""
    from deathmatch.core import plugins

    ways = plugins.under("sign-in.")
    try:
        if os.environ.get("DEATHMATCH_DISCORD_ID") and (why := plugins.missing("sign-in.discord")):
            raise ValueError(f"sign-in with Discord: {why}")
        made = {name: way.load().set_up(os.environ, public) for name, way in ways.items()}
    except ValueError as error:
        _refuse(str(error))
    return {name: one for name, one in made.items() if one is not None}


def named_folder(data: Path | None) -> Path:
    """The folder of the matches, named for the processes in which bots think too."""
    from deathmatch.server.settings import default_data

    folder = data if data is not None else default_data()
    _name_folders(folder, kernels=data is not None)
    return folder


def _name_folders(folder: Path, *, kernels: bool) -> None:
    """Name the folders of solutions and, if wanted, of kernels, for the processes in which bots think too."""
    from deathmatch.bots.solution_folder import SOLUTIONS, VARIABLE
    from deathmatch.solve import kernel

    os.environ.setdefault(VARIABLE, str(folder / SOLUTIONS))
    if kernels:
        os.environ.setdefault(kernel.VARIABLE, str(folder / kernel.FOLDER))
