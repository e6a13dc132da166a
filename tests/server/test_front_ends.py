"""Front ends that the server's owner knows: limits count their users one by one, and nobody else can pretend to be one."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
import websockets

from deathmatch.server.settings import FrontEnd, Limits, Rate, Settings, read_front_ends
from tests.limits import OPEN
from tests.server.kit import TOY, run, serving
from tests.server.test_doors import NEVER, come

TOKEN, OTHER = "t" * 32, "o" * 32
KNOWN = (FrontEnd("chat", TOKEN), FrontEnd("forum", OTHER))
BODY = {"variant": TOY, "seats": {"A": "friend", "B": "friend"}}
SECRET_USER = "user-4815162342"


def speaking_for(user: str = "", token: str = TOKEN) -> dict[str, str]:
    return {"X-Front-End": token, **({"X-Front-End-User": user} if user else {})}


async def makes(address: str, headers: Mapping[str, str], variant: str = "five-card-trick/gauntlet") -> int:
    """The status of a request for a new match."""
    async with httpx.AsyncClient(base_url=f"http://{address}") as http:
        return (await http.post("/api/matches", json={**BODY, "variant": variant}, headers=headers)).status_code


def test_the_users_of_a_front_end_are_counted_one_by_one(tmp_path: Path) -> None:
    async def test(address: str) -> None:
        for headers in (
            speaking_for("one"),
            speaking_for("two"),
            speaking_for("one", OTHER),  # of another front end
            speaking_for(),  # the front end itself
            {},  # its address
        ):
            assert [await makes(address, headers), await makes(address, headers)] == [201, 429]
        assert await makes(address, {"X-Front-End-User": "three"}) == 429  # without a token it is the address that asks
        assert await makes(address, {"X-Forwarded-For": "@chat three"}) == 429
        assert await makes(address, speaking_for("x" * 5_000)) == 201
        assert await makes(address, speaking_for("x" * 4_999 + "y")) == 201

    with serving(tmp_path, replace(OPEN, matches=Rate(1, NEVER)), front_ends=KNOWN) as address:
        run(test(address))


def test_a_wrong_token_opens_nothing_and_cannot_be_guessed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(address: str) -> None:
        async with httpx.AsyncClient(base_url=f"http://{address}") as http:
            for wrong in ("x" * 32, TOKEN[:-1], TOKEN + "t", "chat=" + TOKEN):
                answer = await http.get("/api/games", headers=speaking_for("one", wrong))
                assert (answer.status_code, answer.json()["reason"]) == (403, "this server knows no front end with this token")
                assert answer.headers["x-content-type-options"] == "nosniff"
            assert (await http.get("/api/games", headers=speaking_for("one", "x" * 32))).status_code == 429
            assert (await http.get("/api/games", headers=speaking_for("one"))).status_code == 200
        with pytest.raises(websockets.InvalidStatus):
            async with come(address, "/tables", **speaking_for("one", "x" * 32)):
                raise AssertionError("it opened")

    with serving(tmp_path, replace(OPEN, wrong_links=Rate(4, NEVER)), front_ends=KNOWN) as address:
        run(test(address))
    assert not [record for record in caplog.records if "x" * 32 in record.getMessage() or TOKEN in record.getMessage()]


@pytest.mark.sqlite  # it reads the file
def test_neither_users_nor_tokens_are_kept_or_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with serving(tmp_path, front_ends=KNOWN) as address:

        async def test() -> None:
            assert await makes(address, speaking_for(SECRET_USER)) == 201
            assert await makes(address, speaking_for(SECRET_USER), "no/such") == 422

        run(test())
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"five-card-trick" in kept
    logged = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "httpcore")))
    for secret in (SECRET_USER, TOKEN):
        assert secret.encode() not in kept
        assert secret not in logged
    assert TOKEN not in repr(Settings(tmp_path, Limits(), front_ends=KNOWN))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TOKEN, "front end 1 is not NAME=TOKEN"),
        (f"chat={TOKEN} Forum={OTHER}", "front end 2 is not NAME=TOKEN"),
        (f"chat={'t' * 31}", "the token of chat is too short"),
        (f"chat={TOKEN} chat={OTHER}", "the same name"),
        (f"chat={TOKEN} forum={TOKEN}", "the same token"),
        (f"chat={TOKEN}!", "front end 1"),
    ],
)
def test_front_ends_that_cannot_be_read_are_refused_without_their_token(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected) as refused:
        read_front_ends(text)
    assert TOKEN not in str(refused.value)
