"""A server's HTTP API (docs/api.md), as far as the front end needs it, and news of many matches with few requests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import msgspec

log = logging.getLogger("deathmatch.discord")
PATIENCE_MS: Final = 20_000  # that the server may hold a request until there is news
BUSY_S: Final = 12.0  # that a request waits in all because the server has too much to do
TIMEOUT_S: Final = 2 * PATIENCE_MS / 1000
MOST: Final = 100  # matches of one request
REST_S: Final = 5.0  # before a server that did not answer is asked again
BUSY: Final = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


class RefusedError(Exception):
    """The server refused a request; the text is its reason, in the language of the request, with the rule.

    Attributes:
        status: of the answer.
        illegal: whether a rule forbids a move that could be read.
    """

    def __init__(self, status: int, reason: str, rule: str = "", *, illegal: bool = False) -> None:
        super().__init__(f"{reason} ({rule})" if rule and rule not in reason else reason)
        self.status, self.illegal = status, illegal


UNREACHED: Final = (RefusedError, aiohttp.ClientError, TimeoutError, OSError)
"""The ways in which a request fails."""


@dataclass(slots=True)
class _Line:
    """The connection to a server; all users share it."""

    server: str
    alias: Callable[[int], str]
    token: str = field(repr=False)
    session: aiohttp.ClientSession | None = None


class Api:
    """One server, as one user of the front end asks it.

    Args:
        server: its address, such as `http://127.0.0.1:8000`.
        alias: a stable name of a user, which says nothing of the person.
        token: of this front end, if the server's owner knows it: then limits count each user, and not all of them together.
    """

    def __init__(self, server: str, alias: Callable[[int], str], token: str = "") -> None:
        self._line = _Line(server.rstrip("/"), alias, token)
        self._user = ""

    def of(self, user: int) -> Api:
        """The same server, asked for this user."""
        other = Api.__new__(Api)
        other._line, other._user = self._line, self._line.alias(user)
        return other

    async def open(self) -> None:
        """Get ready to ask."""
        timeout = aiohttp.ClientTimeout(total=TIMEOUT_S)
        self._line.session = aiohttp.ClientSession(timeout=timeout, cookie_jar=aiohttp.DummyCookieJar())

    async def close(self) -> None:
        """Ask no more."""
        if self._line.session is not None:
            await self._line.session.close()

    async def get(self, path: str, language: str = "en") -> Any:
        """The answer to a `GET`; raises RefusedError."""
        return _read(await self._call("GET", path, language, None))

    async def post(self, path: str, body: dict[str, Any], language: str = "en") -> Any:
        """The answer to a `POST`; raises RefusedError."""
        return _read(await self._call("POST", path, language, body))

    async def file(self, path: str, body: dict[str, Any] | None = None) -> bytes:
        """A file, made from a body if there is one; raises RefusedError."""
        return await self._call("GET" if body is None else "POST", path, "en", body)

    async def _call(self, method: str, path: str, language: str, body: dict[str, Any] | None) -> bytes:
        """The bytes of an answer. A server that is busy is asked again when it says so, as long as `BUSY_S` is not over."""
        session, waited = self._line.session, 0.0
        assert session is not None
        headers = {"Accept-Language": language}
        if self._line.token:
            headers |= {"X-Front-End": self._line.token, **({"X-Front-End-User": self._user} if self._user else {})}
        while True:
            async with session.request(method, self._line.server + path, json=body, headers=headers) as answer:
                told = await answer.read()
                if answer.status < HTTPStatus.BAD_REQUEST:
                    return told
                wait = _seconds(answer.headers.get("Retry-After", ""))
                if answer.status not in BUSY or not wait or waited + wait > BUSY_S:
                    raise _refused(answer.status, told)
            waited += wait
            await asyncio.sleep(wait)


def _seconds(text: str) -> float:
    """The seconds of a `Retry-After`; 0 if it has none."""
    try:
        return max(0.0, float(text))
    except ValueError:
        return 0.0


def _read(told: bytes) -> Any:
    try:
        return msgspec.json.decode(told)
    except (ValueError, RecursionError):
        raise RefusedError(HTTPStatus.BAD_GATEWAY, "the answer is not JSON") from None


def _refused(status: int, told: bytes) -> RefusedError:
    try:
        read = msgspec.json.decode(told, type=dict[str, Any])
    except (ValueError, RecursionError):
        return RefusedError(status, f"{status} {HTTPStatus(status).phrase}" if status in set(HTTPStatus) else str(status))
    rule = str(read.get("rule", ""))
    return RefusedError(status, str(read.get("reason", status)), rule, illegal=bool(rule) and read.get("position") is None)


# --- News

Tell = Callable[[str, bool], None]
"""Told of a match: whether it still exists."""


class Listener:
    """Waits for news of some matches with one request after the other.

    Args:
        api: the server.
        tell: called for each match that shows something later than the last time, and for each that no longer exists.
    """

    def __init__(self, api: Api, tell: Tell) -> None:
        self._api, self._tell = api, tell
        self._since: dict[str, int] = {}
        self._more = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name="news")

    @property
    def full(self) -> bool:
        """Whether no more matches fit in."""
        return len(self._since) >= MOST

    def add(self, match: str) -> None:
        """Listen to this match too; `tell` hears of it at once."""
        self._since[match] = 0
        self._more.set()

    def remove(self, match: str) -> bool:
        """Listen to it no more; False if this listener never did."""
        return self._since.pop(match, None) is not None

    async def close(self) -> None:
        """Listen no more."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            if not self._since:
                await self._more.wait()
            self._more.clear()
            more = asyncio.create_task(self._more.wait())
            asked = asyncio.create_task(self._api.post("/api/news", {"since": dict(self._since), "wait": PATIENCE_MS}))
            try:
                await asyncio.wait({asked, more}, return_when=asyncio.FIRST_COMPLETED)
                if not asked.done():
                    continue  # with the matches that have come
                answer = asked.result()
            except UNREACHED as error:
                log.warning("no news: %s", type(error).__name__)
                await asyncio.sleep(REST_S)
                continue
            finally:
                more.cancel()
                asked.cancel()
                await asyncio.gather(more, asked, return_exceptions=True)
            for match, version in answer["versions"].items():
                if match in self._since:
                    self._since[match] = version
                    self._tell(match, True)
            for match in answer["gone"]:
                if self.remove(match):
                    self._tell(match, False)
