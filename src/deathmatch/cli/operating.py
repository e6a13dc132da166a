"""The options of `deathmatch serve` for people who operate a server: metrics, the log, the drain."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, TypeAlias

import typer


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
