"""Before a lot falls or a coin is tossed, nobody can tell how: tables of other seeds are the same at all doors, but the commitment."""

from __future__ import annotations

import dataclasses
import logging
import secrets
from pathlib import Path
from typing import Any

import msgspec
import pytest

from deathmatch.server.wire import bodies
from deathmatch.server.wire.messages import Ready
from tests import toy
from tests.hooks.pigeon import Pigeon
from tests.leaks.alike import alike
from tests.leaks.doors import everything, links
from tests.leaks.pairs import pairs
from tests.leaks.test_doors import FREE
from tests.leaks.test_wire import Fixed
from tests.server.kit import http, world
from tests.server.test_coin import EVEN
from tests.server.test_lot import GAMES

PAIR = next(pairs(toy.VARIANTS[0], 1))
TABLES: dict[str, dict[str, Any]] = {
    "lot": {"variant": "lot", "lot": [{"variant": name} for name in GAMES]},
    "coin": {"variant": EVEN, "coin": {"sets": "white"}},
}
SEEDS = {name: bytes([number]) * 32 for number, name in enumerate(("one", "two", "three"))}
"""Of them, two at least differ in what falls."""


async def told(seed: bytes, table: str, folder: Path, monkeypatch: pytest.MonkeyPatch, fallen: set[str]) -> list[bytes]:
    """What everybody gets until the second player comes."""
    monkeypatch.setattr(secrets, "token_bytes", Fixed(dataclasses.replace(PAIR, reserve=seed)))
    async with world() as w, http(w, folder, pigeon := Pigeon(w.time.now), **FREE) as browser:
        body = {"seats": {"A": "me", "B": "friend"}, "name": "Ann", "host": True, "settings": {"listed": True, "kibitz": True}}
        made = await w.lobby.create(msgspec.convert({**body, **TABLES[table]}, bodies.NewMatch))
        (await browser.post(f"/api/hosts/{made.host}/webhooks", json={"address": "https://receiver.example/json"})).raise_for_status()
        roles = ["A", "host", "watcher"]
        readers = [await w.reader(made, role) for role in roles]
        await w.time.pass_by(2_000)
        out = [line.encode() for line in await everything(browser, links(made, roles), 0, ("no move",), thorough=False, resign=False)]
        out += pigeon.lines()
        for reader in readers:
            out += [b"reader", *reader.frames]
        later = await w.again()
        out += [repr(await later.full(made, role)).encode() for role in roles]
        await later.ask(made, "B", lambda room, seat: room.sit(seat, "Bob", ""))
        for seat in "AB":
            await later.lobby.act(await later.link(made, seat), Ready())
        seen = (await later.full(made, "watcher")).table
        fallen.add(repr((seen.lot, seen.coin)))
        return [line.replace(made.commitment.encode(), b"COMMITMENT") for line in out]


@pytest.mark.nightly
@pytest.mark.parametrize("table", TABLES)
async def test_nobody_can_tell_how_a_lot_or_a_coin_will_fall(
    table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    fallen: set[str] = set()
    got = await alike(SEEDS, lambda seed: told(seed, table, tmp_path, monkeypatch, fallen), monkeypatch, caplog, PAIR)
    assert all(b"COMMITMENT" in one for one in got.values())
    assert not any(seed.hex().encode() in got[name] for name, seed in SEEDS.items())
    assert len(fallen) > 1, "the seeds do not differ in what falls"
