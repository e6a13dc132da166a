"""What processes know of each other: who is there, and what guards secrets."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.core.seats import Seat
from deathmatch.server import tokens
from deathmatch.server.rooms.room import PRESENCE_MS
from deathmatch.server.settings import Rate
from deathmatch.server.wire import bodies
from deathmatch_postgres.database.sharing import TIDY
from deathmatch_postgres.presence import GATHER_MS, LIVES_MS, LOOK_MS
from deathmatch_postgres.sharing import Note
from packages.discord.tests.test_signing import back, discord, start
from packages.postgres.tests.databases import changing, listeners, stores, until
from packages.postgres.tests.many import calm, die, servers, store_of, table
from tests.server.authenticator import Authenticator
from tests.server.kit import World, http
from tests.server.test_accounts import HERE, another, enter, new_key, options

# --- Who is there is known to every server that shares a store, and nobody who is not there any more


SOON_MS = GATHER_MS + PRESENCE_MS + 50  # less than a second: then all processes know


async def _here(w: World, made: bodies.MatchMade, role: str = "host") -> tuple[set[str], int]:
    message = (await w.full(made, role)).table
    return {seat for seat, here in message.here.items() if here}, message.watchers


async def _leave(w: World, made: bodies.MatchMade, role: str, reader: Any) -> None:
    w.lobby.leave(await w.link(made, role), reader)


async def test_the_people_of_a_match_are_known_to_every_server_within_a_second_also_when_they_go() -> None:
    async with servers() as (x, y):
        assert SOON_MS < 1_000
        made = await x.match()
        host, a, b = await x.reader(made, "host"), await x.reader(made, "A"), await y.reader(made, "B")
        watchers = [await w.reader(made, "watcher") for w in (x, y, y)]
        await x.time.pass_by(SOON_MS)
        assert await _here(x, made) == await _here(y, made) == ({"A", "B"}, 3)
        told = [frame["table"] for frame in host.read() if "table" in frame]
        assert told[-1]["here"] == {"A": True, "B": True}, "its page was told without asking"
        assert told[-1]["watchers"] == 3
        await _leave(y, made, "B", b)
        await _leave(y, made, "watcher", watchers[2])
        await x.time.pass_by(SOON_MS)
        assert await _here(x, made) == await _here(y, made) == ({"A"}, 2)
        assert [frame["table"] for frame in host.read() if "table" in frame][-1]["here"] == {"A": True, "B": False}
        assert [frame["table"] for frame in a.read() if "table" in frame][-1]["here"] == {"A": True, "B": False}


async def test_the_people_of_a_server_that_dies_are_gone_after_seconds_and_those_of_one_that_stops_at_once() -> None:
    async with servers(3) as (x, y, z):
        made = await x.match()
        await x.full(made, "host")
        await y.reader(made, "B")
        await z.reader(made, "watcher")
        await x.time.pass_by(SOON_MS)
        assert await _here(x, made) == ({"B"}, 1)
        await die(y)
        await x.time.pass_by(LIVES_MS - LOOK_MS - 100)
        assert (await _here(x, made))[0] == {"B"}, "it may come back"
        await x.time.pass_by(2 * LOOK_MS + SOON_MS)
        assert await _here(x, made) == (set(), 1)
        await z.lobby.dismiss()
        await x.time.pass_by(SOON_MS)
        assert await _here(x, made) == (set(), 0)
        assert not any(at for at in store_of(x).database.people.get(made.id, {}) if at != 2), "and leaves no row"


async def test_a_server_that_stood_still_or_lost_its_connection_has_its_people_again() -> None:
    async with servers() as (x, y):
        made = await x.match()
        await x.full(made, "host")
        await y.reader(made, "B")
        await x.time.pass_by(SOON_MS)
        store_of(y).silent = True
        await x.time.pass_by(LIVES_MS + 2 * LOOK_MS)
        assert await _here(x, made) == (set(), 0)
        store_of(x).database.people.clear()  # PostgreSQL was started again
        store_of(y).silent = False
        await x.time.pass_by(2 * LOOK_MS + SOON_MS)
        assert (await _here(x, made))[0] == {"B"}
        store_of(x).lost = True
        await y.reader(made, "A")
        await x.time.pass_by(SOON_MS)
        assert (await _here(x, made))[0] == {"B"}
        store_of(x).reconnect()
        await x.time.pass_by(SOON_MS)
        assert (await _here(x, made))[0] == {"A", "B"}


async def test_the_allowance_of_a_slow_connection_counts_on_the_other_server_and_goes_with_it() -> None:
    async with servers() as (x, y):
        made = await x.match(options={"time_submit": 10})
        b = await y.reader(made, "B")
        await x.full(made, "A")
        for _ in range(8):
            b.line.measured(300)
        slow = b.line.allowance
        assert slow > 0
        y.lobby.measured(await y.link(made, "B"))
        await x.time.pass_by(SOON_MS)
        assert (await x.full(made, "A")).table.given_back == {"B": slow}
        room = await x.lobby.rooms.room(made.id)
        assert room._audiences.allowed()[Seat.B] == slow
        await _leave(y, made, "B", b)
        await x.time.pass_by(SOON_MS)
        assert (await x.full(made, "A")).table.given_back == {}
        await x.time.pass_by(20_000)
        assert (await table(x, made.id)).started_match.ply == 1, "the alarm has been set again"


async def test_an_open_table_whose_host_is_at_another_server_is_in_the_lists_of_all_and_is_not_swept_away() -> None:
    async with servers() as (x, y):
        made = await x.match(seats={"A": "me", "B": "open"})
        await x.reader(made, "A")
        await x.time.pass_by(SOON_MS + 1_000)
        await calm()
        assert made.id in {one.id for one in y.lobby.directory.tables().tables}
        x.time._now += 8 * 24 * 3_600_000
        assert await y.lobby.tidy() == 0


# --- In PostgreSQL


async def test_people_are_kept_by_process_and_told_and_gone_with_it(database: str) -> None:
    async with stores(database, database) as (one, two):
        heard: list[Note] = []
        two.sharing.listen(heard.extend, lambda: None)
        await until(lambda: listeners(database))
        number = (await two.sharing.living(60_000, "")).others
        assert number == {}
        assert not (await one.sharing.living(60_000, "lists")).known
        assert (await one.sharing.living(60_000, "lists")).known
        ((process, lists),) = (await two.sharing.living(60_000, "")).others.items()
        assert lists == "lists"
        await one.sharing.keep_people({"m": b"Ann", "n": b"Bob", "o": b""})
        await until(lambda: len(heard) >= 3)
        assert heard == [Note("people", "m"), Note("people", "n"), Note("people", "o")]
        assert sorted(await two.sharing.people()) == [("m", process, b"Ann"), ("n", process, b"Bob")]
        assert await two.sharing.people(["n", "x"]) == [("n", process, b"Bob")]
        assert await one.sharing.people() == []
        await one.sharing.keep_people({"m": b"Ann again", "n": b""})
        assert await two.sharing.people() == [("m", process, b"Ann again")]
        await one.sharing.living(0, "lists")
        assert await two.sharing.people() == []
        await one.sharing.living(60_000, "lists")
        await until(lambda: len(heard) >= 5)
        heard.clear()
        await one.sharing.leave()
        await until(lambda: heard)
        assert heard == [Note("people", "m")]
        assert (await two.sharing.people(), (await two.sharing.living(60_000, "")).others) == ([], {})


async def test_old_rows_of_the_company_are_swept_away(database: str) -> None:
    async with stores(database) as (store,):
        with changing(database) as db:
            db.execute("INSERT INTO people VALUES ('m', 1, '')")
            db.execute("INSERT INTO processes VALUES (1, '', now() - interval '2 minutes')")
            db.execute("INSERT INTO used VALUES ('x', now() - interval '1 second'), ('y', now() + interval '1 hour')")
            db.execute("INSERT INTO buckets VALUES ('x', 0, now() - interval '2 hours'), ('y', 0, now())")
        for _ in range(TIDY + 1):
            await store.sharing.living(60_000, "")
        with changing(database) as db:
            counts = [
                db.execute(f"SELECT count(*) FROM {table}".encode()).fetchall()[0][0]
                for table in ("people", "processes", "used", "buckets")
            ]
        assert counts == [0, 1, 1, 1]


# --- What guards secrets is counted over all servers that share a store: wrong links, and things that are good once


FIVE = Rate(5, 0.1)


@contextlib.asynccontextmanager
async def doors(folder: Path, **limits: Any) -> AsyncIterator[tuple[World, World, httpx.AsyncClient, httpx.AsyncClient]]:
    """Two servers with their doors."""
    async with servers() as (x, y), http(x, folder, **limits) as one, http(y, folder, **limits) as other:
        yield x, y, one, other


async def _guess(client: httpx.AsyncClient, path: str = "/api/seats/") -> int:
    return (await client.get(f"{path}{tokens.new_token()}")).status_code


@pytest.mark.parametrize("path", ["/api/seats/", "/s/", "/h/"])
async def test_a_guesser_gets_no_more_tries_from_two_servers_than_from_one(path: str, tmp_path: Path) -> None:
    async with doors(tmp_path, wrong_links=FIVE) as (x, _, one, other):
        made = await x.match()
        answers = [await _guess((one, other)[n % 2], path) for n in range(9)]
        assert answers == [404] * 5 + [429] * 4
        for client in (one, other):
            assert (await client.get(f"/api/seats/{made.seats['A']}")).status_code == 200, "a right link opens"


async def test_lists_of_links_and_sockets_count_with_the_others(tmp_path: Path) -> None:
    async with doors(tmp_path, wrong_links=FIVE) as (x, _, one, other):
        since = {tokens.new_token(): 0 for _ in range(4)}
        assert (await one.post("/api/news", json={"since": since})).status_code == 200
        assert [await _guess(other), await _guess(other)] == [404, 429]
        assert len(store_of(x).database.buckets) == 1


async def test_if_the_database_does_not_answer_every_wrong_link_is_a_guess_and_right_ones_open(tmp_path: Path) -> None:
    async with doors(tmp_path, wrong_links=FIVE) as (x, _, one, other):
        made = await x.match()
        store_of(x).silent = True
        assert [await _guess(one), await _guess(other)] == [429, 404]
        assert (await one.get(f"/api/seats/{made.seats['A']}")).status_code == 200


async def test_a_passkey_that_began_on_one_server_signs_in_on_the_other_and_once(tmp_path: Path) -> None:
    async with doors(tmp_path) as (_x, _y, one, other), another(one) as eve, another(other) as eva:
        for client in (one, other, eve, eva):
            client.base_url = httpx.URL(HERE)
        await new_key(one, "Ann")
        other.cookies = one.cookies
        passkey = Authenticator(HERE)
        made = passkey.make(await options(one, "passkeys"))
        answer = await other.post("/api/account/passkeys", json={"credential": made, "name": "phone"})
        assert answer.status_code == 201, answer.text
        signed = passkey.sign(await options(eve, "enter"))
        assert (await enter(eva, signed)).status_code == 200
        assert [(await enter(client, signed)).status_code for client in (eve, eva)] == [422, 422]


async def test_a_sign_in_with_discord_that_began_on_one_server_ends_on_the_other_and_once(tmp_path: Path) -> None:
    async with doors(tmp_path) as (x, y, one, other), discord(x) as there:
        y.lobby.settings = x.lobby.settings
        brought = there.agree(await start(one), "77")
        kept = dict(one.cookies)
        other.cookies.update(kept)
        assert await back(other, brought) == "/key"
        assert (await other.get("/api/account")).json()["discord"]
        there.codes["stolen"] = next(iter(there.codes.values()), ("", ""))
        async with another(one) as eve:
            eve.cookies.update(kept)
            assert await back(eve, brought | {"code": "stolen"}) == "/key#discord"
        assert len(store_of(x).database.used) == 1


async def test_a_bucket_and_a_name_are_one_for_all_processes(database: str) -> None:
    async with stores(database, database) as both:
        taken = await asyncio.gather(*(both[n % 2].sharing.spend("x", 5, 1e-9) for n in range(20)))
        assert taken.count(True) == 5
        assert await both[0].sharing.spend("y", 1, 200.0)
        await until(lambda: both[1].sharing.spend("y", 1, 200.0))  # it fills by the database's clock
        used = await asyncio.gather(*(both[n % 2].sharing.once("x", 60_000) for n in range(10)))
        assert used.count(True) == 1
        assert await both[0].sharing.once("y", 0)
        assert await both[1].sharing.once("y", 60_000)
        assert not await both[0].sharing.once("y", 60_000)
