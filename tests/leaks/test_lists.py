"""The public lists tell nothing of a table that is not in them: not its id, not that it exists, not when anything happened there.

Two worlds are compared byte by byte and moment by moment: one has public tables alone, the other has private tables beside them, where
people come, play, chat and finish. What the lists tell of a table with a delay is in test_delay.py.
"""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from deathmatch.server.rooms import handovers
from deathmatch.server.rooms.directory import ROUND_MS
from deathmatch.server.wire import bodies
from tests.server.kit import GAUNTLET, TOY, Reader, World, http, settle, world


class Numbered:
    """Random bytes for the public tables: the same in both worlds, whatever is made beside them."""

    def __init__(self) -> None:
        self.count = 0
        self.public = True

    def __call__(self, size: int | None = None) -> bytes:
        if not self.public:
            return real_bytes(size)
        self.count += 1
        return hashlib.shake_128(str(self.count).encode()).digest(size or 32)


real_bytes = secrets.token_bytes
Told = tuple[int, bytes]


class Ear(Reader):
    """Keeps what the lists tell, with the moments."""

    def __init__(self, w: World, told: list[Told]) -> None:
        super().__init__()
        self.w, self.told = w, told

    def put(self, frame: bytes, /) -> None:
        self.told.append((self.w.time.now(), frame))


async def public_table(w: World, **more: Any) -> bodies.MatchMade:
    body = {"variant": GAUNTLET, "seats": {"A": "me", "B": "open"}, "name": "Ann", "pace": "days", **more}
    return await w.lobby.create(msgspec.convert(body, bodies.NewMatch))


async def private_life(w: World, numbers: Numbered, stage: int) -> None:
    """People at private tables: they come, play, talk, ask for a rematch and go."""
    numbers.public = False
    made = await w.match(TOY if stage % 2 else GAUNTLET, name=f"Zoe{stage}", settings={"kibitz": True, "delay": stage})
    reader = await w.reader(made, "A")
    watcher = await w.reader(made, "watcher")
    await w.ask(made, "A", lambda room, seat: room.say(seat, "", "a private word"))
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    for seat in ("A", "B"):
        await w.ask(made, seat, lambda room, role: room.wish(role, str(made.seats[role])))
    w.lobby.leave(await w.link(made, "A"), reader)
    w.lobby.leave(await w.link(made, "watcher"), watcher)
    await w.lobby.create(msgspec.convert({"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Yan"}, bodies.NewMatch))
    numbers.public = True


async def heard(private: bool, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Told]:
    """All that somebody gets from the lists, with the moments at which it comes."""
    numbers = Numbered()
    monkeypatch.setattr(secrets, "token_bytes", numbers)
    told: list[Told] = []
    async with world() as w, http(w, folder) as browser:

        async def ask() -> None:
            for path in ("/api/tables", "/api/tables?since=1", "/"):
                answer = await browser.get(path)
                told.append((w.time.now(), f"{answer.status_code} {sorted(answer.headers.items())}".encode() + answer.content))
            for match in ("aaaaaaaaaaaa", "not a match"):
                answer = await browser.post(f"/api/tables/{match}", json={"name": "Eve"})
                told.append((w.time.now(), f"{answer.status_code}".encode() + answer.content))

        w.lobby.directory.join(Ear(w, told))
        for stage in range(4):
            if private:
                await private_life(w, numbers, stage)
            await w.time.pass_by(300)
            table = await public_table(w, settings={"listed": stage % 2 == 0})
            if private:
                await private_life(w, numbers, stage + 10)
            await w.time.pass_by(ROUND_MS)
            await ask()
            if stage:
                joined = await handovers.join(w.lobby, table.id, bodies.SitDown("Bob"))
                if private:
                    await private_life(w, numbers, stage + 20)
                await w.time.pass_by(2_500)
                link = await w.lobby.seat(joined.token)
                await w.within(link, lambda room: room.resign("B"))
                await settle()
            await w.time.pass_by(ROUND_MS * 3)
            await ask()
    return told


async def test_private_tables_change_no_byte_and_no_moment_of_the_public_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = await heard(False, tmp_path, monkeypatch)
    beside = await heard(True, tmp_path, monkeypatch)
    assert alone == beside
    frames = [frame for _, frame in alone if frame.startswith(b"{")]
    assert len(frames) >= 8, "the lists did change"
    everything = b"".join(frame for _, frame in beside)
    assert not [name for name in (b"Zoe", b"Yan", b"a private word") if name in everything]


async def test_the_door_of_a_private_table_is_that_of_a_table_that_is_not_there(w: World, client: httpx.AsyncClient) -> None:
    private = await w.lobby.create(
        msgspec.convert({"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Ann"}, bodies.NewMatch)
    )
    taken = await public_table(w)
    await handovers.join(w.lobby, taken.id, bodies.SitDown("Bob"))
    answers = []
    for match in (private.id, taken.id, "aaaaaaaaaaaa", "A", "", str(private.seats["A"])):
        for body in ({"name": "Eve"}, {"name": "Eve", "nonce": "0" * 32}, {"name": "Eve", "nonce": "x"}):
            answer = await client.post(f"/api/tables/{match or '%20'}", json=body)
            answers.append((answer.status_code, sorted(answer.headers.items()), answer.content))
    assert len(set(map(repr, answers))) == 1
    assert answers[0][0] == 404
    assert (await w.full(private, "A")).table.names == {"A": "Ann"}, "nobody sat down"


async def test_the_link_of_an_open_seat_is_with_the_one_who_took_it_and_with_nobody_else(w: World, client: httpx.AsyncClient) -> None:
    body = {"variant": GAUNTLET, "seats": {"A": "me", "B": "open"}, "name": "Ann", "pace": "days", "host": True}
    answer = await client.post("/api/matches", json=body)
    table = answer.json()
    said = [answer.content]
    reader = await w.reader(msgspec.convert(table, bodies.MatchMade), "A")
    host = await w.reader(msgspec.convert(table, bodies.MatchMade), "host")
    token = (await client.post(f"/api/tables/{table['id']}", json={"name": "Bob"})).json()["token"]
    await settle()
    paths = (f"/api/seats/{table['seats']['A']}", f"/api/hosts/{table['host']}", f"/api/matches/{table['id']}", "/api/tables")
    said += [(await client.get(path)).content for path in paths]
    said += [*reader.frames, *host.frames, *w.store.matches[table["id"]], *w.store.lists.values()]
    assert token.encode() not in b"".join(said)
    assert (await w.lobby.seat(token)).key.role == "B"
