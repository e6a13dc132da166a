"""Somebody who deletes their key is named nowhere any more: behind every door, on disk, after a restart, in folders of older servers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from deathmatch.server import tokens
from deathmatch.server.backup import check_folder
from deathmatch.server.seasons import entries as of_seasons
from deathmatch.server.seasons.entries import Added, Enrolled, Struck, encode
from deathmatch.server.seasons.entries import Entry as SeasonEntry
from deathmatch.server.seasons.entries import Opened as OpenedSeason
from deathmatch.server.store.interface import Addition, Behind, NewLog
from deathmatch.server.store.sqlite import SqliteStore
from deathmatch.server.table import entries
from deathmatch.server.table.entries import Entry, Made
from deathmatch.server.table.forgetting import GONE, Forgotten, forgotten, name_of, without
from deathmatch.server.table.ruling import Ruled
from deathmatch.server.table.seating import Claimed, Reissued, Sat
from deathmatch.server.table.table import apply
from deathmatch.server.table.writing import Said, Spoken
from tests.leaks.doors import doors
from tests.server.kit import GAUNTLET, Reader, World, http, kill, settle, world
from tests.server.test_accounts import another, new_key
from tests.server.test_old_data import TABLES, made, opened

NAME = "Zaphira Quill"
VISIT = {"sec-fetch-dest": "document"}


NAMED = {
    "/api/matches/{key}",
    "/api/matches/{key}/record",
    "/api/replays/{key}/film",
    "/api/seasons/{key}",
    "/api/tables",
    "/r/{key}.dm",
    "/season/{key}",
    "/season/{key}/player/{number}",
    "/season/{key}/match/{name}",
    "/season/{key}/standings.png",
}
"""Doors that name a player as long as the key exists."""

PICTURES = ("/r/{key}.png", "/r/{key}.gif", "/r/{key}.dm")


def all_doors() -> list[str]:
    """Every door that somebody who only looks can try. An application is built for the list, so nothing asks for it at import."""
    return [*(door for method, door in doors() if method == "GET" and door != "/api/account/history"), *PICTURES]


async def told(client: httpx.AsyncClient, keys: list[str], doors: Iterable[str]) -> dict[str, str]:
    """The answers of these doors to somebody who only looks, with each of these links."""
    found = {}
    for door in doors:
        for key in keys if "{" in door else [""]:
            for number in (1, 2) if "{number}" in door else (1,):
                path = door.replace("{number}", str(number)).replace("{name}", f"{number}.dm" if "/match/" in door else key)
                answer = await client.get(re.sub(r"\{\w+\}", key, path), headers=VISIT)
                found[f"{door} {key}"] = f"{answer.status_code} {answer.text} {answer.headers}"
    return found


def naming(found: dict[str, str]) -> set[str]:
    """The doors that name the person, whole or in part."""
    return {door for door, text in found.items() if re.search("zaphira|quill", text, re.IGNORECASE)}


async def played(w: World, zaphira: httpx.AsyncClient, bob: httpx.AsyncClient) -> tuple[list[str], dict[str, Any]]:
    """A listed match, its rematch, a series, and chat of both: the links of all others than the person, and those of the person."""
    body = {"variant": GAUNTLET, "seats": {"A": "friend", "B": "friend"}, "host": True, "settings": {"listed": True, "kibitz": True}}
    table = (await bob.post("/api/matches", json=body)).json()
    a, b = table["seats"]["A"], table["seats"]["B"]
    assert (await zaphira.post(f"/api/seats/{a}", json={"name": NAME})).status_code == 200
    await bob.post(f"/api/seats/{b}", json={"name": "Bob"})
    await zaphira.post(f"/api/seats/{a}/chat", json={"text": f"I am {NAME}"})
    await zaphira.post(f"/api/seats/{a}/note", json={"text": "Quill's plan"})
    await bob.post(f"/api/seats/{b}/chat", json={"text": f"welcome, {NAME.upper()}!"})
    await bob.post(
        f"/api/hosts/{table['host']}/ruling", json={"ruling": "time", "reason": f"{NAME} lost the link", "seat": "A", "seconds": 5}
    )
    await zaphira.post(f"/api/seats/{a}/submit", json={"ply": 0, "text": "score grow"})
    await bob.post(f"/api/seats/{b}/resign", json={})
    for seat in (a, b):
        await bob.post(f"/api/seats/{seat}/rematch", json={})
    heirs = {"A": tokens.heir(a), "B": tokens.heir(b)}
    await zaphira.get(f"/api/seats/{heirs['A']}")
    await zaphira.post(f"/api/seats/{heirs['A']}", json={"name": NAME})
    series = (await bob.post("/api/series", json={"players": {"A": NAME, "B": "Bob"}, "variants": [GAUNTLET], "best_of": 3})).json()
    seat = (await zaphira.get(f"/api/seasons/{series['players']['A']}")).json()["series"]["seat"]
    await zaphira.post(f"/api/seats/{seat}", json={})
    other = (await bob.get(f"/api/seasons/{series['players']['B']}")).json()["series"]["seat"]
    await bob.post(f"/api/seats/{other}", json={})
    await zaphira.post(f"/api/seats/{seat}/resign", json={})
    await settle()
    others = [table["id"], b, table["host"], heirs["B"], series["host"], series["viewer"], series["players"]["B"]]
    return others, {"A": a, "heir": heirs["A"], "series": series["players"]["A"], "seat": seat}


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.nightly)])
async def test_no_door_names_somebody_who_has_left_and_results_stay(every: bool, tmp_path: Path) -> None:
    asked = all_doors() if every else NAMED
    async with world() as w, http(w, tmp_path) as bob, another(bob) as zaphira:
        await new_key(zaphira, NAME)
        others, own = await played(w, zaphira, bob)
        before = await told(bob, others, asked)
        assert {door.split(" ")[0] for door in naming(before)} >= NAMED
        record = (await bob.get(f"/api/matches/{others[0]}/record")).text
        assert (await zaphira.post("/api/account/delete", json={"confirm": "yes"})).status_code == 422
        done = await zaphira.post("/api/account/delete", json={"confirm": "delete"})
        assert done.status_code == 200, done.text
        assert (done.json()["seasons"], done.json()["waiting"]) == (1, 0)
        assert done.json()["tables"] >= 3
        assert naming(await told(bob, [*others, *own.values()], asked)) == set()
        assert not (await zaphira.get("/api/account")).json()["open"]
        assert w.store.table("accounts") == w.store.table("doors") == []
        after = (await bob.get(f"/api/matches/{others[0]}/record")).text
        assert after == record.replace(f"name A {NAME}", "name A A").replace(f"{NAME} lost", "A lost"), "a record changes in its names only"
        disk = b"".join(body for log in w.store.matches.values() for body in log) + b"".join(w.store.lists.values())
        assert not re.search(b"zaphira|quill", disk, re.IGNORECASE)
        again = await w.again()
        async with http(again, tmp_path) as later:
            assert naming(await told(later, [*others, *own.values()], asked)) == set()
            chat = (await later.get(f"/api/matches/{others[0]}")).json()["chat"]
            assert [line["text"] for line in chat if line["role"] in ("A", "B")] == [GONE, "welcome, A!"]
        await kill(again.lobby)


async def test_readers_who_are_there_come_again_and_spectators_behind_a_delay_see_no_old_name(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path) as bob, another(bob) as zaphira:
        await new_key(zaphira, NAME)
        body = {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": NAME, "settings": {"delay": 600}}
        table = (await zaphira.post("/api/matches", json=body)).json()
        await bob.post(f"/api/seats/{table['seats']['B']}", json={"name": "Bob"})
        await w.time.pass_by(700_000)
        assert NAME in (await bob.get(f"/api/matches/{table['id']}")).text
        spectator, link = Reader(), await w.lobby.watch(table["id"])
        await w.lobby.join(link, spectator, 0)
        await zaphira.post("/api/account/delete", json={"confirm": "delete"})
        assert spectator.gone, "it comes again and gets the table without the name"
        assert NAME not in (await bob.get(f"/api/matches/{table['id']}")).text
        assert (await bob.get(f"/api/seats/{table['seats']['B']}")).json()["table"]["names"]["A"] == "A"
        assert (await bob.post(f"/api/seats/{table['seats']['B']}/chat", json={"text": "hello?"})).status_code == 200


async def test_a_rewritten_log_leaves_nothing_of_the_old_one_in_the_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite")
    old = [entries.encode(Said(n, n, NAME, "A", "hello")) for n in range(50)]
    new = [entries.encode(Said(1, 1, "A", "A", GONE))] * 51
    for match in ("one", "two"):
        await store.create(NewLog(match, {match.encode() * 8: "A"}, old if match == "one" else new[:1]), 5)
    with pytest.raises(Behind):
        await store.rewrite("one", 49, new, 6)
    await store.rewrite("one", 50, new, 6, listed=b"[]")
    assert await store.load("one") == new
    assert await store.load("two") == new[:1]
    await store.append(Addition("one", 51, new[:1], 7, begun=True))
    assert [key is not None for key in [await store.find(b"one" * 8)]] == [True]
    await store.close()
    assert not check_folder(tmp_path).damages
    assert NAME.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("role", ["A", "B", "host"])
async def test_tables_of_an_older_server_forget_too(name: str, role: str, tmp_path: Path) -> None:
    """The log that is left folds to the table that it was, but for the name and the lines of one role."""
    w = await opened(tmp_path)
    table = made(TABLES[name]["links"])
    before = (await w.lobby.rooms.room(table.id)).table
    stored = await w.store.load(table.id)
    assert stored is not None
    log = [entries.decode(body) for body in stored]
    after = forgotten(log, role, w.time.now(), 1)
    if after is not None:
        assert isinstance(after[-1], Forgotten)
        assert len(after) == len(log) + 1
        folded = w.lobby.log_reader.first(table.id, entries.encode(after[0]))
        for entry in after[1:]:
            folded = apply(folded, entry)
        assert {seat: each for seat, each in folded.names.items() if seat != role} == {
            seat: each for seat, each in before.names.items() if seat != role
        }
        assert folded.names.get(role, role) == role or role == "host"
        assert (folded.state, folded.version, folded.answers.keys()) == (before.state, before.version + 1, before.answers.keys())
        if folded.match is not None and before.match is not None:
            assert _events(folded.match.record()) == _events(before.match.record())
        assert forgotten(after, role, w.time.now(), 1) is None, "a second time nothing is left to forget"
    await kill(w.lobby)
    await w.store.close()


def _events(record: str) -> list[str]:
    return [line for line in record.splitlines() if not line.startswith(("name ", "tag "))]


def test_a_seat_that_changed_hands_forgets_only_the_person_who_has_it() -> None:
    log: list[Entry] = [
        Sat(1, "A", "Ann", ""),
        Said(2, 2, "Ann", "A", "hi"),
        Reissued(3, 3, "A", "00", True),
        Claimed(4, 4, "A", "Zoe", "01"),
        Said(5, 5, "Zoe", "A", "Zoe here, for Ann"),
        Spoken(6, 6, "B", "A", "Bob", "zoe? ZOE! Zoeboat, ZOE-B"),
        Ruled(7, 7, [("ruled", {"at": 7, "ruling": "time", "reason": "Zoe was late"})]),
    ]
    after = forgotten(log, "A", 9, 9)
    assert after is not None
    assert after[:3] == log[:3]
    assert after[3:] == [
        Claimed(4, 4, "A", "A", "01"),
        Said(5, 5, "A", "A", GONE),
        Spoken(6, 6, "B", "A", "Bob", "A? A! Zoeboat, A-B"),
        Ruled(7, 7, [("ruled", {"at": 7, "ruling": "time", "reason": "A was late"})]),
        Forgotten(9, 9, "A"),
    ]


def test_a_season_forgets_the_player_whom_a_substitute_has_replaced_and_not_the_substitute() -> None:
    first = Made(0, 0, GAUNTLET, {}, {}, "00", {}, meant={"A": "Ann", "B": "Bob"})
    log: list[Entry] = [
        first,
        Sat(1, "A", "Ann", ""),
        Said(2, 2, "Ann", "A", "hi"),
        Reissued(3, 3, "A", "00", True),
        Claimed(4, 4, "A", "Zoe", "01"),
        Said(5, 5, "Zoe", "A", "Zoe here, for Ann"),
    ]
    after = forgotten(log, "A", 9, 9, frozenset({"ann"}))
    assert after is not None
    assert after == [
        replace(first, meant={"B": "Bob"}),
        Sat(1, "A", "A", ""),
        Said(2, 2, "A", "A", GONE),
        *log[3:5],
        Said(5, 5, "Zoe", "A", "Zoe here, for A"),
        Forgotten(9, 9, "A"),
    ]
    assert name_of(after, "A") == "Zoe"
    assert forgotten(after, "A", 9, 9, frozenset({"Ann"})) is None
    without_zoe = forgotten(log, "A", 9, 9)
    assert without_zoe is not None
    assert without_zoe[0:3] == log[0:3], "the table was not meant for the substitute"
    assert forgotten(log, "A", 9, 9, frozenset({"Cyd"})) is None


def test_names_are_found_in_any_script_and_short_ones_only_as_they_are_written() -> None:
    assert without(["지은"], "A")("지은님 안녕, 지은이") == "A님 안녕, A이"
    assert without(["Jo"], "A")("Jo said so: jo, Joan") == "A said so: jo, Joan"
    assert without(["a.b*"], "A")("x a.b* y") == "x A y"


async def test_a_season_forgets_a_player_under_all_names_that_were_merged(w: World, client: httpx.AsyncClient) -> None:
    made = (await client.post("/api/seasons", json={"title": "x", "players": ["Zoe", "Bob", "Zoë Typo"]})).json()
    await client.post(f"/api/seasons/{made['host']}/merge", json={"number": 3, "into": 1})
    assert await w.lobby.seasons.names(made["id"], 1) == {"Zoe", "Zoë Typo"}
    await w.lobby.seasons.forget(made["id"], 1)
    assert not re.search(r"\bZo[eë]\b", b"".join(await w.store.load(tokens.season_log(made["id"])) or ()).decode())
    hosted = (await client.get(f"/api/seasons/{made['host']}")).json()
    assert ([one["name"] for one in hosted["players"]], hosted["merged"][0]["name"]) == (["Player 1", "Bob"], "Player 3")


def test_a_season_forgets_a_player_in_title_records_and_reasons() -> None:
    record = "name A Zoe\nname B Bob\ntag event Zoe against Bob\nA score grow\n"
    log: list[SeasonEntry] = [
        OpenedSeason(1, 1, "Zoe against Bob"),
        Enrolled(1, "host", 1, "Zoe"),
        Enrolled(1, "host", 2, "Player 1"),
        Added(2, "host", 1, 2, {"A": 1, "B": 2}, GAUNTLET, record=record),
        Struck(3, "host", 1, "zoe left"),
    ]
    name = of_seasons.nameless(log, 1)
    assert name == "Player 1 (2)"
    after = of_seasons.forgotten(log, without(of_seasons.names_of(log, 1), name), 1)
    assert b"zoe" not in b"".join(map(encode, after)).lower()
    assert after[2] == log[2]
    assert isinstance(after[3], Added)
    assert after[3].record == f"name A {name}\nname B Bob\ntag event {name} against Bob\nA score grow\n"
