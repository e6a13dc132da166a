"""The address of a guest, behind proxies too, and the name under which an address is counted."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

HERE = ("127.0.0.1", "::1")
"""A proxy on this machine is always trusted."""

LONGEST = 64  # letters that an address in a header may have, with its port
PREFIX = 64  # bits of an IPv6 address that tell one guest from another; a guest chooses the rest
HIGHEST_PORT = 65_535
ZONE = re.compile(r"%[\w.~-]+$", re.ASCII)  # of a link-local IPv6 address


def is_port(text: str) -> bool:
    """Whether this is the number of a port."""
    return text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= HIGHEST_PORT


def read_address(text: str) -> Address | None:
    """The address in a text with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`; None for anything else.

    An IPv4 address that was mapped into IPv6 comes out as IPv4, and the zone of a link-local address is left out.
    """
    if len(text) > LONGEST:
        return None
    if text.startswith("["):
        text, closed, port = text[1:].partition("]")
        if not closed or (port and not (port[0] == ":" and is_port(port[1:]))):
            return None
    elif text.count(":") == 1:
        text, _, port = text.partition(":")
        if not is_port(port):
            return None
    text = ZONE.sub("", text) if ":" in text else text
    try:
        address = ip_address(text if "%" not in text else "")
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


@lru_cache(maxsize=8192)
def counted(address: str) -> str:
    """The name under which everything of this address is counted: itself, or the network of 64 bits that an IPv6 address lies in."""
    known = read_address(address)
    if known is None:
        return address[:LONGEST]
    return str(known if isinstance(known, IPv4Address) else ip_network((int(known), PREFIX), strict=False))


class Proxies:
    """The web servers in front of this one that may say for whom they ask: those on this machine, and those given.

    Args:
        given: addresses and networks; raises ValueError.
    """

    def __init__(self, given: Iterable[str]) -> None:
        self._networks = [read_network(text) for text in (*HERE, *given)]

    def __contains__(self, address: str) -> bool:
        known = read_address(address)
        return known is not None and any(known in network for network in self._networks)

    def guest(self, scope: Any) -> str:
        """The address of the guest who sends a request.

        Only a proxy of ours is believed. Each one adds the address that it sees at the right of `X-Forwarded-For`: the first from there
        that is no proxy of ours is the guest's, and anything left of it is hearsay.
        """
        guest = scope["client"][0] if scope.get("client") else ""
        told = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
        for hop in reversed(",".join(told).split(",")):
            if guest not in self or (known := read_address(hop.strip())) is None:  # `unknown`, or rubbish
                break
            guest = str(known)
        return guest


def read_network(text: str) -> Network:
    """A network, or an address as a network of one; raises ValueError."""
    try:
        network = ip_network(text.strip())
    except ValueError:
        raise ValueError(
            f"{text} is neither an address nor a network; expected one such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/64"
        ) from None
    if network.prefixlen == 0:
        raise ValueError(f"{text} is every address there is, and then any guest may claim any address; name the proxy's own")
    return network


# --- The names under which a server is asked


NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
AT_HOME = ("", ".local", ".lan", ".home.arpa", ".internal")  # what a home network calls this machine; nobody outside can have such a name
LONGEST_HOST = 253  # letters of a name


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
        if len(host) > LONGEST_HOST + len(":65535"):
            return False
        if read_address(host) is not None:
            return host.startswith("[") or host.count(":") < 2  # else nobody can tell a port from the address
        name, _, port = host.lower().partition(":")
        return name.removesuffix(".") in self._names and (not port or is_port(port))
