"""Webhooks live as late as spectators: until a delay has passed, nothing that they send depends on what happened meanwhile."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import pytest

from tests import toy
from tests.hooks.pigeon import Pigeon
from tests.leaks.pairs import pairs
from tests.leaks.test_delay import DELAY, TABLES
from tests.leaks.test_wire import Fixed
from tests.server.kit import http, settle, world


async def told(variant: str, ended: bool, folder: Path) -> tuple[list[bytes], list[dict[str, Any]], list[int]]:
    """All that webhooks send while spectators may not know, the messages of the end, and when each was sent."""
    async with world() as w, http(w, folder, pigeon := Pigeon(w.time.now)) as browser:
        made = await w.match(variant, options=TABLES[variant], settings={"delay": DELAY})
        for form in ("json", "discord"):
            body = {"address": f"https://receiver.example/{form}", "format": form}
            assert (await browser.post(f"/api/hosts/{made.host}/webhooks", json=body)).status_code == 201
        await w.time.pass_by(DELAY * 1000 + 5_000)
        happened = w.time.now()
        if ended:
            await w.ask(made, "A", lambda room, seat: room.resign(seat))
            await w.ask(made, "B", lambda room, seat: room.say(seat, "", "well played"))
        await w.time.pass_by(DELAY * 1000 - 1)
        await settle()
        before = pigeon.lines()
        tests = await browser.post(f"/api/hosts/{made.host}/webhooks/{(await listed(browser, made))[0]['id']}/test")
        before += [*pigeon.lines(), tests.content, repr(await listed(browser, made)).encode()]
        count = len(pigeon.json())
        await w.time.pass_by(60_000)
        return before, pigeon.json()[count:], [at - happened for at, *_ in pigeon.sent]


async def listed(browser: Any, made: Any) -> list[dict[str, Any]]:
    return list((await browser.get(f"/api/hosts/{made.host}/webhooks")).json()["webhooks"])


@pytest.mark.parametrize("variant", TABLES)
async def test_a_late_table_sends_nothing_early(variant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = next(pairs(toy.VARIANTS[0], 1))
    found = []
    for ended in (False, True):
        monkeypatch.setattr(secrets, "token_bytes", Fixed(pair))
        found.append(await told(variant, ended, tmp_path))
    (going, _, _), (over, later, moments) = found
    assert going == over
    assert len(going) > 4, "the start of the match was sent"
    assert [message["table"]["state"] for message in later] == ["over", "over"]
    assert later[1]["chat"]["text"] == "well played"
    assert min(moment for moment in moments[-2:]) >= DELAY * 1000
