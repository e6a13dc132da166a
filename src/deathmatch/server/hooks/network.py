"""One request over the network, to a place that was checked."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import Iterable, Mapping
from functools import cache
from typing import cast

import httpcore

from deathmatch.server.hooks.places import Answer, Place

TRIED = 3  # addresses of one name
CONNECT_S = 5.0
LONGEST_WAIT_S = 86_400.0


async def post(place: Place, headers: Mapping[str, str], body: bytes) -> Answer:
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
