"""Under which names this server may be asked.

A page of another site could give its own name this server's address, and so have a browser that can reach this server read it as if it
were that site (DNS rebinding). Such a browser sends the other site's name as `Host`, so a server answers only to names of its own. An
address instead of a name is always right: nobody can point an address elsewhere.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from deathmatch.server.web.addresses import is_port, read_address

NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
AT_HOME = ("", ".local", ".lan", ".home.arpa", ".internal")  # what a home network calls this machine; nobody outside can have such a name
LONGEST = 253  # letters of a name


def machine_names() -> list[str]:
    """The names by which other machines of this network may know this one."""
    whole = socket.gethostname().lower().rstrip(".")
    first = whole.partition(".")[0]
    return [name for name in (whole, *(first + suffix for suffix in AT_HOME)) if NAME.fullmatch(name)]


class HostNames:
    """The names of one server.

    Args:
        given: names besides those of this machine.
        origins: addresses such as `https://play.example.org`, whose names are good too.
    """

    def __init__(self, given: Iterable[str] = (), origins: Iterable[str] = ()) -> None:
        named = [urlsplit(origin).hostname or "" for origin in origins]
        self._names = frozenset(name.lower() for name in ("localhost", *machine_names(), *given, *named) if name)

    def __contains__(self, host: str) -> bool:
        """Whether a `Host` header names this server."""
        if len(host) > LONGEST + len(":65535"):
            return False
        if read_address(host) is not None:
            return host.startswith("[") or host.count(":") < 2  # else nobody can tell a port from the address
        name, _, port = host.lower().partition(":")
        return name.removesuffix(".") in self._names and (not port or is_port(port))
