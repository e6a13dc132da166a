"""Signing in with Discord: OAuth 2 by code, with PKCE and a state. Only the scope `identify` is asked for, and only the user's id is read.

The access token is used for that one question and then forgotten.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any
from urllib.parse import urlencode

import httpcore
import msgspec
from msgspec import Struct

from deathmatch.core.errors import DeathmatchError
from deathmatch.server.accounts.passkeys import packed
from deathmatch.server.settings import DiscordClient
from deathmatch.server.wire.messages import Private

LASTS_MS = 600_000  # from the start to the way back
BACK = "/api/account/discord/back"
LONGEST = 65_536  # bytes of an answer
TIMES = {"timeout": {"connect": 5.0, "read": 10.0, "write": 5.0, "pool": 5.0}}


class NoAnswer(DeathmatchError):
    """Discord did not say who it is."""


class Attempt(Private, Struct, frozen=True):
    """A sign-in that is under way, sealed in a cookie of the browser that began it.

    Attributes:
        state: comes back in the address.
        verifier: of PKCE; only its digest leaves the server.
        until: when it ends, in ms since 1970.
        account: the account that is to be tied; empty for signing in.
    """

    state: str
    verifier: str
    until: int
    account: str = ""

    @classmethod
    def new(cls, now: int, account: str = "") -> Attempt:
        """A fresh one."""
        return cls(secrets.token_urlsafe(24), secrets.token_urlsafe(48), now + LASTS_MS, account)

    def address(self, client: DiscordClient) -> str:
        """Where the browser has to go."""
        asked = {
            "response_type": "code",
            "client_id": client.id,
            "scope": "identify",
            "redirect_uri": client.origin + BACK,
            "state": self.state,
            "code_challenge": packed(hashlib.sha256(self.verifier.encode()).digest()),
            "code_challenge_method": "S256",
            "prompt": "consent" if self.account else "none",
        }
        return f"{client.site}/oauth2/authorize?{urlencode(asked)}"


async def user_of(client: DiscordClient, code: str, verifier: str) -> str:
    """The id of the user who came back with this code; raises NoAnswer."""
    form = {
        "client_id": client.id,
        "client_secret": client.secret,
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": client.origin + BACK,
        "code_verifier": verifier,
    }
    kind = [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")]
    try:
        async with httpcore.AsyncConnectionPool(max_keepalive_connections=0) as pool:
            token = await _asked(pool, "POST", f"{client.site}/api/oauth2/token", kind, urlencode(form).encode())
            bearer = [("Authorization", f"Bearer {token['access_token']}"), ("Accept", "application/json")]
            user = str((await _asked(pool, "GET", f"{client.site}/api/users/@me", bearer, b""))["id"])
    except (
        httpcore.NetworkError,
        httpcore.ProtocolError,
        httpcore.TimeoutException,
        OSError,
        KeyError,
        TypeError,
        ValueError,
        RecursionError,
    ):
        raise NoAnswer("Discord did not say who it is") from None  # the causes may hold the token
    if not (0 < len(user) <= 32 and user.isdigit()):
        raise NoAnswer("this is no id of a user")
    return user


async def _asked(pool: httpcore.AsyncConnectionPool, method: str, url: str, headers: list[tuple[str, str]], body: bytes) -> Any:
    sent = [*headers, ("Content-Length", str(len(body)))] if body else headers
    async with pool.stream(method, url, headers=sent, content=body or None, extensions=TIMES) as answer:
        read = b""
        async for part in answer.aiter_stream():
            read += part
            if len(read) > LONGEST:
                raise ValueError("a long answer")
        if answer.status != 200:
            raise ValueError("a refusal")
        return msgspec.json.decode(read)
