"""The address of a guest, behind proxies too, and the name under which an address is counted."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Headers = Iterable[tuple[bytes, bytes]]

HERE = ("127.0.0.1", "::1")
"""A proxy on this machine is always trusted."""

LONGEST = 64  # letters that an address in a header may have, with its port
HOPS = 16  # proxies in a row that are read
PREFIX = 64  # bits of an IPv6 address that tell one guest from another; a guest chooses the rest
MAPPED = 96  # bits in front of an IPv4 address that was mapped into IPv6
HIGHEST_PORT = 65_535
ZONE = re.compile(r"%[\w.~-]+$", re.ASCII)  # of a link-local IPv6 address
SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}


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


@dataclass(frozen=True, slots=True)
class Client:
    """The guest who sends a request.

    Attributes:
        address: of the guest.
        scheme: `http` or `https`, if a trusted proxy says so.
    """

    address: str
    scheme: str | None = None


@dataclass(frozen=True, slots=True)
class Proxies:
    """The web servers in front of this one that may say for whom they ask."""

    networks: tuple[Network, ...]

    @classmethod
    def of(cls, given: Sequence[str]) -> Proxies:
        """Those on this machine and those given, as addresses or networks; raises ValueError."""
        return cls(tuple(read_network(text) for text in (*HERE, *given)))

    def __contains__(self, address: str) -> bool:
        known = read_address(address)
        return known is not None and self.trusts(known)

    def trusts(self, address: Address) -> bool:
        """Whether an address is one of theirs."""
        return any(address.version == network.version and address in network for network in self.networks)

    def client(self, peer: str, headers: Headers) -> Client:
        """The guest who sends a request that comes from this peer with these headers.

        Only a trusted peer is believed. Each proxy adds the address that it sees at the right, so they are read from there, as far as
        trusted proxies have written them: the first address that is no proxy of ours is the guest's, and anything left of it is hearsay.
        A proxy that writes one of `X-Forwarded-For` and `Forwarded` lets the other pass as it came; if the two do not agree, neither is
        believed, and the request counts for the proxy.
        """
        if peer not in self:
            return Client(peer)
        lists: dict[bytes, list[bytes]] = {b"x-forwarded-for": [], b"forwarded": [], b"x-forwarded-proto": []}
        for name, value in headers:
            if name in lists:
                lists[name].append(value)
        schemes = _entries(lists[b"x-forwarded-proto"])
        hops = _entries(lists[b"x-forwarded-for"])
        pairs = [_pairs(entry) for entry in _entries(lists[b"forwarded"])]
        simple, standard = self._last_known(peer, hops), self._last_known(peer, [pair.get("for", "") for pair in pairs])
        if pairs and hops and standard.guest != simple.guest:
            return Client(peer)
        said = _scheme([pair.get("proto", "") for pair in pairs], standard.place)
        return Client((standard if pairs else simple).guest, said or _scheme(schemes, simple.place if len(schemes) == len(hops) else 0))

    def _last_known(self, peer: str, hops: Sequence[str]) -> _Found:
        """The guest at the end of a chain of hops that begins at the peer."""
        found = _Found(peer, 0)
        for place, hop in enumerate(hops):
            known = read_address(hop)
            if known is None:  # `unknown`, or rubbish: the hop before it is the last that we know of
                break
            found = _Found(str(known), place)
            if not self.trusts(known):
                break
        return found


@dataclass(frozen=True, slots=True)
class _Found:
    """A guest, and the place of its hop, counted from the peer."""

    guest: str
    place: int


def read_network(text: str) -> Network:
    """A network, or an address as a network of one; raises ValueError."""
    try:
        network = ip_network(text.strip())
    except ValueError:
        raise ValueError(
            f"{text} is neither an address nor a network; expected one such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/64"
        ) from None
    if isinstance(network, IPv6Network) and network.network_address.ipv4_mapped is not None and network.prefixlen >= MAPPED:
        network = IPv4Network((network.network_address.ipv4_mapped, network.prefixlen - MAPPED))
    if network.prefixlen == 0:
        raise ValueError(f"{text} is every address there is, and then any guest may claim any address; name the proxy's own")
    return network


def _entries(values: Sequence[bytes]) -> list[str]:
    """The last entries of a list that is spread over several headers, the last one first."""
    text = b",".join(values).decode("latin-1")
    return [entry.strip() for entry in reversed(text.rsplit(",", HOPS)[-HOPS:])] if text else []


def _pairs(entry: str) -> dict[str, str]:
    """An entry of `Forwarded` (RFC 7239), such as `for="[2001:db8::1]:80";proto=https`."""
    pairs = (pair.partition("=") for pair in entry.split(";"))
    return {key.strip().lower(): value.strip().removeprefix('"').removesuffix('"') for key, _, value in pairs}


def _scheme(entries: Sequence[str], place: int) -> str | None:
    """The scheme of a hop, if it is one of the web."""
    return SCHEMES.get(entries[place].lower()) if place < len(entries) else None


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
