"""Non-interference at every door: pairs of matches that differ in one secret of a seat give everybody else the same, byte by byte.

The secret is a sealed submission, a note, a mark, or what a player only composes; and who set up the match. Compared are the frames of
every role in order, every answer of every door before and after the end, errors, what is read after a restart, the log of the server,
and what `deathmatch check` says of the folder, whole and damaged. By day all secrets at once in one game, by night each in every variant.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.core.game import Variant
from deathmatch.server.backup import check_folder
from deathmatch.server.store.sqlite import SqliteStore, store_file
from deathmatch.server.wire import bodies
from tests.leaks.alike import NOISE
from tests.leaks.doors import errors, everything, links
from tests.leaks.pairs import Fixed, Pair, pairs
from tests.leaks.test_wire import VARIANTS
from tests.limits import UNLIMITED
from tests.server.kit import FakeTime, World, http, kill, new_world

pytestmark = pytest.mark.one_variant

KINDS = ("submission", "note", "mark", "composed", "maker")
AT_ONCE = " ".join(KINDS)
DAILY = "toy/lenient"  # both seats seal there, and real games take seconds to review
NIGHTLY = 2  # pairs of each kind, one at each kind of table
CASES = [
    *((variant, AT_ONCE, 1) for variant in VARIANTS if variant.id == DAILY),
    *(pytest.param(variant, kind, NIGHTLY, marks=pytest.mark.nightly) for variant in VARIANTS for kind in KINDS),
]
PLAIN, CASTER, SEASON = "plain", "caster", "season"
KINDS_OF_TABLE = (SEASON, CASTER)
"""By night the pairs are at a table of a season, whose links try every door as well, and at one with a caster and a gallery."""
SETTINGS = {"kibitz": True, "publish": True, "listed": True}
FREE = {"records": UNLIMITED, "reviews": UNLIMITED, "pictures": UNLIMITED}
"""Allowances that follow the time of day."""

UNREADABLE = "does not fit the description"


@dataclass
class Place:
    """Where a match is played.

    Attributes:
        made: the links of the table.
        roles: of all who must not learn the secret, but the seat itself.
        held: role and link of these, and of the readers and a co-host of its season.
    """

    made: Any
    roles: list[str]
    held: list[tuple[str, str]]


async def place(w: World, browser: httpx.AsyncClient, pair: Pair, table: str, maker: str) -> Place:
    """A table of this kind, at which both players sit."""
    seats, given = [pair.seat.other.value, "watcher", "host"], dict(pair.given)
    seasonal: list[tuple[str, str]] = []
    if table == SEASON:
        body = {"title": "Autumn", "players": ["Ann", "Bob"], "public": True, "rated": True}
        season = (await browser.post("/api/seasons", json=body)).raise_for_status().json()
        cohost = (await browser.post(f"/api/seasons/{season['host']}/cohosts", json={"name": "Cay"})).raise_for_status().json()
        wanted = {"players": {"A": 1, "B": 2}, "variant": pair.variant.id, "options": given, "settings": SETTINGS}
        told = (await browser.post(f"/api/seasons/{season['host']}/matches", json=wanted)).raise_for_status().json()
        made = bodies.MatchMade(told["id"], told["seats"], told["watch"], told["host"], told["onlookers"], "")
        for seat in "AB":
            await w.ask(made, seat, lambda room, role: room.sit(role, "", ""))
        keys = {"public": season["id"], "viewer": season["viewer"], "host": season["host"], "co-host": cohost["link"]}
        seasonal = [(f"{SEASON} {role}", key) for role, key in keys.items()]
    else:
        more = {"caster": True, "gallery": True, "kibitz": False, "hidden": True} if table == CASTER else {}
        made = await w.match(pair.variant.id, maker, options=given, settings={**SETTINGS, **more})
    roles = [*seats, *made.onlookers]
    return Place(made, roles, [*links(made, roles), *seasonal])


@contextlib.asynccontextmanager
async def on_disk(folder: Path, start: int) -> AsyncIterator[World]:
    """A world whose matches lie in this folder."""
    store = SqliteStore(store_file(folder))
    w = await new_world(store, FakeTime(start))  # type: ignore[arg-type]
    try:
        yield w
    finally:
        await kill(w.lobby)
        await store.close()


async def hide(w: World, made: Any, pair: Pair, kind: str, world: int) -> None:
    """The seat does what the others must not learn."""
    seat = pair.seat.value
    texts = pair.texts[world] if "submission" in kind else pair.texts[0]
    if "note" in kind:
        await w.ask(made, seat, lambda room, role: room.note(role, ("short", "a much longer note, with a secret in it")[world]))
    if "mark" in kind:
        room = await w.lobby.room(await w.link(made, seat))
        seen = room.table.started_match.seen(pair.seat, w.time.now())
        slot = next((one.slot for one in room.table.picture(seen.view).elements if one.markable), "")
        if slot:
            await w.ask(made, seat, lambda room, role: room.mark(role, slot, ("a", "a longer mark")[world]))
    if "composed" in kind:
        for token in pair.texts[world].split(" ")[: world + 1]:
            with contextlib.suppress(Exception):  # a token that cannot come first; the answer is the seat's own
                await w.ask(made, seat, lambda room, role, t=token: room.compose(role, pair.ply, [t.lower()]))  # type: ignore[misc]
    await w.submit(made, seat, pair.ply, texts)


async def told(folder: Path, pair: Pair, kind: str, table: str, world: int, thorough: bool) -> tuple[str, list[Any]]:
    """What the seat sees that hides something, and all that everybody else gets."""
    out: list[Any] = []
    tried = (pair.texts[0], pair.texts[1], pair.answers[0] + " x", "timeout")
    async with on_disk(folder, 1_000) as w, http(w, folder, None, **FREE) as browser:
        if table != PLAIN:
            (await browser.post("/api/account", json={"name": "Eve"})).raise_for_status()  # whoever asks has an account with these links
        at = await place(w, browser, pair, table, f"192.0.2.{1 + world}" if "maker" in kind else "192.0.2.1")
        made, roles = at.made, at.roles
        for actor, text in pair.moves:
            await w.submit(made, actor, (await w.full(made, actor)).seen.ply, text)
        readers = [await w.reader(made, role) for role in roles]
        await hide(w, made, pair, kind, world)
        own = repr(await w.full(made, pair.seat.value))
        await w.time.pass_by(2_000)
        for role in roles:
            out += await errors(w, made, role, pair.ply, tried)
        out += await everything(browser, at.held, pair.ply, tried, thorough=thorough)  # its last words are the other seat's resignation
        await w.time.pass_by(2_000)
        out += await everything(browser, at.held, pair.ply, tried, thorough=thorough)
        out += [reader.frames for reader in readers]
        moment = await w.store.last_beat()
    unread = [line for line in out if UNREADABLE in str(line) and " POST " in str(line)]
    assert not unread, "every door has a body that it can read"
    out.append(repr(check_folder(folder)))
    async with on_disk(folder, moment) as w:
        out += [repr(await w.full(made, role)) for role in roles]
    out.append(damage(folder))
    out.append(repr(check_folder(folder, folder / "salvaged")))
    async with on_disk(folder, moment) as w, http(w, folder, None, **FREE) as browser:
        out += await everything(browser, at.held, pair.ply, tried, thorough=thorough)
    return own, out


def damage(folder: Path) -> str:
    """Something overwrites what the seat has hidden."""
    with contextlib.closing(sqlite3.connect(store_file(folder))) as db:
        place = db.execute("SELECT match, max(n) FROM entries WHERE instr(body, 'submitted')").fetchone()
        db.execute("UPDATE entries SET body = x'00' WHERE match = ? AND n = ?", place)
        db.commit()
    return str(place)


@pytest.mark.parametrize(("variant", "kind", "count"), CASES, ids=lambda value: getattr(value, "id", str(value)))
async def test_a_secret_changes_nothing_at_any_door(
    variant: Variant, kind: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for number, pair in enumerate(pairs(variant, count, f"doors {kind}")):
        found, seen = [], set()
        for world in (0, 1):
            monkeypatch.setattr(secrets, "token_bytes", Fixed(pair))
            monkeypatch.setattr("deathmatch.server.rooms.looks.token_bytes", bytes)
            caplog.clear()
            folder = tmp_path / f"{number} {world}"
            folder.mkdir()
            own, got = await told(folder, pair, kind, KINDS_OF_TABLE[number] if count > 1 else PLAIN, world, count > 1)
            seen.add(own)
            log = [record.getMessage() for record in caplog.records if not record.name.startswith(NOISE)]
            found.append([str(one).replace(str(folder), "FOLDER") for one in (*got, *log)])
        for mine, yours in zip_longest(*found):
            assert mine == yours
        assert len(found[0]) > 100
        assert len(seen) == 2 or kind in ("mark", "composed", "maker"), "the worlds do not differ"
