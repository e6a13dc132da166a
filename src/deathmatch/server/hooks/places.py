"""The places to which a webhook may send: public ones on the internet, by https, and those that the owner of the server allows.

A name is resolved once for each delivery. All of its addresses are checked, and the connection goes to one of these, so a name that
points elsewhere a moment later changes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import cast
from urllib.parse import SplitResult, urlsplit

import httpcore

from deathmatch.core.errors import DeathmatchError

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Resolve = Callable[[str, int], Sequence[str]]
"""The addresses of a name; raises OSError or UnicodeError. It may take its time."""

LONGEST = 2_000  # letters of an address
RESOLVE_S = 5.0
RESOLVERS = 4  # names that are looked up at the same time
LOWEST_PORT = 1024  # but for 443; below lie services that a stranger should not be able to have us speak to

NOT_PUBLIC_4 = tuple(
    IPv4Network(text)
    for text in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "168.63.129.16/32",  # the metadata of a large provider of machines, at an address that looks public
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",
    )
)
"""The special networks of IPv4 (IANA's registry). Python's own list differs from one version to the next."""

PUBLIC_6 = IPv6Network("2000::/3")
NOT_PUBLIC_6 = tuple(IPv6Network(text) for text in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))
"""The special networks in the public part of IPv6; two of them hold addresses of IPv4."""

TRANSLATED = IPv6Network("64:ff9b::/96")  # IPv4 as a network without IPv4 reaches it


class Refused(DeathmatchError):
    """A webhook may not send there."""


class Unknown(DeathmatchError):
    """The name has no address, or nobody knows at the moment."""


@dataclass(frozen=True, slots=True)
class Place:
    """The receiver of a webhook, resolved and checked.

    Attributes:
        url: its address, which is a secret of the host.
        host, port: of the address.
        addresses: to connect to.
    """

    url: str = field(repr=False)
    host: str
    port: int
    addresses: tuple[str, ...]


def plain(address: Address) -> Address:
    """The IPv4 address in one of IPv6 that only stands for it; every other address as it is."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return address.ipv4_mapped
        if address in TRANSLATED:
            return IPv4Address(int(address) & 0xFFFF_FFFF)
        if address.scope_id is not None:
            return IPv6Address(int(address))
    return address


def is_public(address: Address) -> bool:
    """Whether an address lies in the public internet."""
    real = plain(address)
    if isinstance(real, IPv4Address):
        return not any(real in network for network in NOT_PUBLIC_4)
    return real in PUBLIC_6 and not any(real in network for network in NOT_PUBLIC_6)


def parted(url: str) -> SplitResult:
    """The parts of an address; raises Refused if no webhook of any server may have it."""
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url or not 0 < len(url) <= LONGEST:
        raise Refused("it is no address in plain letters")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused("it cannot be read") from None
    if parts.scheme not in ("https", "http") or not parts.hostname:
        raise Refused("it does not begin with https://")
    if "@" in parts.netloc:
        raise Refused("it holds a name or a password before the host")
    if parts.fragment or "%" in parts.netloc:
        raise Refused("it holds signs that no receiver is sent")
    if port is not None and port != 443 and port < LOWEST_PORT and parts.scheme == "https":
        raise Refused("its port is that of another service")
    return parts


class Sender:
    """Resolves addresses, checks them, and sends: bounded in time and size, without redirects, and without a proxy in between.

    Args:
        networks: that are allowed although they are not public; for them http is enough.
        longest_ms: that an attempt may take.
        resolve: the addresses of a name; the system's own by default.
    """

    def __init__(self, networks: Iterable[str] = (), longest_ms: int = 10_000, resolve: Resolve | None = None) -> None:
        self._longest_s = longest_ms / 1000
        self._allowed = tuple(ip_network(text, strict=False) for text in networks)
        self._resolve = resolve or of_system
        self._threads = ThreadPoolExecutor(RESOLVERS, "webhook-names")

    def close(self) -> None:
        """Resolve no more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def check(self, url: str) -> Place:
        """The place of an address; raises Refused, or Unknown if it cannot be resolved now."""
        parts = parted(url)
        host = str(parts.hostname)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        try:
            found = await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(self._threads, self._resolve, host, port), RESOLVE_S)
            addresses = tuple(dict.fromkeys(str(plain(ip_address(text))) for text in found))
        except (OSError, UnicodeError, ValueError, TimeoutError):
            raise Unknown("its name has no address") from None
        if not addresses:
            raise Unknown("its name has no address")
        for address in map(ip_address, addresses):
            if not (self._is_allowed(address) or (parts.scheme == "https" and is_public(address))):
                raise Refused("it lies in a network that is not public")
        return Place(url, host, port, addresses)

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send a message to the place that the address means now; every trouble is in the answer."""
        try:
            async with asyncio.timeout(self._longest_s):
                return await _post(await self.check(url), headers, body)
        except Refused:
            return Answer(trouble="place")
        except Unknown:
            return Answer(trouble="name")
        except TimeoutError:
            return Answer(trouble="time")

    def _is_allowed(self, address: Address) -> bool:
        return any(address.version == network.version and address in network for network in self._allowed)


def of_system(host: str, port: int) -> Sequence[str]:
    """The addresses of a name, as the system resolves it."""
    return [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


@dataclass(frozen=True, slots=True)
class Answer:
    """The end of one attempt.

    Attributes:
        status: of HTTP; 0 if nothing was answered.
        trouble: why not, as a word of `webhook.TROUBLES`; empty if something was.
        wait_ms: for how long the receiver wants to be left alone; 0 if it does not say.
    """

    status: int = 0
    trouble: str = ""
    wait_ms: int = 0

    @property
    def well(self) -> bool:
        """Whether the message has arrived."""
        return 200 <= self.status < 300


# --- One request over the network, to a place that was checked


TRIED = 3  # addresses of one name
CONNECT_S = 5.0
LONGEST_WAIT_S = 86_400.0


async def _post(place: Place, headers: Mapping[str, str], body: bytes) -> Answer:
    """One request on a connection of its own, so that two receivers at one address never share one. Only the head of the answer is read.

    Every trouble is in the answer.
    """
    secure = place.url.startswith("https")
    sent = {"Host": _host(place, secure), "Content-Length": str(len(body)), "Connection": "close"} | dict(headers)
    pool = httpcore.AsyncConnectionPool(ssl_context=_tls() if secure else None, network_backend=_Pinned(place), max_keepalive_connections=0)
    try:
        async with pool, pool.stream("POST", place.url, headers=list(sent.items()), content=body) as response:
            return Answer(response.status, wait_ms=_wait(response.status, {name.lower(): value for name, value in response.headers}))
    except httpcore.TimeoutException:
        return Answer(trouble="time")
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
        return Answer(trouble="certificate" if _is_about_tls(error) else "connection")


def _host(place: Place, secure: bool) -> str:
    host = f"[{place.host}]" if ":" in place.host else place.host
    return host if place.port == (443 if secure else 80) else f"{host}:{place.port}"


def _wait(status: int, headers: Mapping[bytes, bytes]) -> int:
    """For how many ms the receiver wants to be left alone: after a refusal, or because its allowance is used up."""
    asked = headers.get(b"retry-after", b"")
    if status < 300:
        asked = headers.get(b"x-ratelimit-reset-after", b"") if headers.get(b"x-ratelimit-remaining") == b"0" else b""
    try:
        seconds = float(asked)
    except ValueError:
        return 0
    return round(min(seconds, LONGEST_WAIT_S) * 1000) if seconds > 0 else 0


@cache
def _tls() -> ssl.SSLContext:
    """The certificates that this machine trusts; reading them takes a while."""
    return ssl.create_default_context()


def _is_about_tls(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return True
        error = error.__cause__ or error.__context__
    return False


class _Pinned(httpcore.AsyncNetworkBackend):
    """Connects to the addresses of one place, whatever its name means by now."""

    def __init__(self, place: Place) -> None:
        self._backend = cast("httpcore.AsyncNetworkBackend", httpcore.AnyIOBackend())
        self._place = place

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - see httpcore
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connects to the first address of the place that answers, whatever host is asked for."""
        *others, last = self._place.addresses[:TRIED]
        for address in others:
            with contextlib.suppress(httpcore.ConnectError, httpcore.ConnectTimeout):
                return await self._backend.connect_tcp(address, self._place.port, timeout=CONNECT_S / TRIED, socket_options=socket_options)
        return await self._backend.connect_tcp(last, self._place.port, timeout=CONNECT_S, socket_options=socket_options)

    async def sleep(self, seconds: float) -> None:
        """Waits so many seconds."""
        await asyncio.sleep(seconds)
