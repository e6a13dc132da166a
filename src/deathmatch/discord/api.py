"""A server's HTTP API (docs/api.md), as far as the front end needs it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

import aiohttp

PATIENCE_MS: Final = 20_000  # that the server may hold a request until there is news
_TIMEOUT = aiohttp.ClientTimeout(total=2 * PATIENCE_MS / 1000)


class RefusedError(Exception):
    """The server refused a request; the text is its reason, in the language of the request, with the rule."""

    def __init__(self, status: int, reason: str, rule: str = "") -> None:
        super().__init__(f"{reason} ({rule})" if rule else reason)
        self.status = status


class Api:
    """One server.

    Args:
        server: its address, such as `http://127.0.0.1:8000`.
    """

    def __init__(self, server: str) -> None:
        self._server = server.rstrip("/")
        self._session: aiohttp.ClientSession | None = None

    async def open(self) -> None:
        """Get ready to ask."""
        self._session = aiohttp.ClientSession(timeout=_TIMEOUT, cookie_jar=aiohttp.DummyCookieJar())

    async def close(self) -> None:
        """Ask no more."""
        if self._session is not None:
            await self._session.close()

    async def get(self, path: str, language: str = "en") -> Any:
        """The answer to a `GET`; raises RefusedError."""
        return await self._call("GET", path, language, None)

    async def post(self, path: str, body: dict[str, Any], language: str = "en") -> Any:
        """The answer to a `POST`; raises RefusedError."""
        return await self._call("POST", path, language, body)

    async def file(self, path: str) -> bytes:
        """A file; raises RefusedError."""
        assert self._session is not None
        async with self._session.get(self._server + path) as answer:
            body = await answer.read()
            if answer.status != HTTPStatus.OK:
                raise RefusedError(answer.status, path)
            return body

    async def _call(self, method: str, path: str, language: str, body: dict[str, Any] | None) -> Any:
        assert self._session is not None
        headers = {"Accept-Language": language}
        async with self._session.request(method, self._server + path, json=body, headers=headers) as answer:
            try:
                told = await answer.json()
            except (aiohttp.ContentTypeError, ValueError):
                raise RefusedError(answer.status, f"{answer.status} {answer.reason}") from None
            if answer.status >= HTTPStatus.BAD_REQUEST:
                raise RefusedError(answer.status, str(told.get("reason", answer.status)), str(told.get("rule", "")))
            return told
