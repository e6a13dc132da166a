"""Private talks at a table: a seat and the host at any time, a seat and an onlooker before the first turn; and the host's announcements."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from deathmatch.server.wire import bodies
from deathmatch.server.wire.messages import Chat
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, World, settle

GAMBIT = "letter-hunt/gambit"
OPTIONS: dict[str, str | int] = {"onlookers": 2, "holds": 0, "first": "A", "lexicon": "any"}
TALK_S = 600


async def gambit(w: World, talk: int = 0, options: dict[str, Any] = OPTIONS, **settings: Any) -> bodies.MatchMade:
    """A match with two onlookers, at its first turn."""
    made = await w.match(GAMBIT, options=options, settings={"talk": talk, **settings})
    await w.time.pass_by(0)
    return made


async def tell(w: World, made: bodies.MatchMade, role: str, to: str, text: str, who: str = "") -> None:
    await w.ask(made, role, lambda room, own: room.tell(own, to, text, who))


async def heard(w: World, made: bodies.MatchMade, role: str) -> list[tuple[str, str, str]]:
    """Everything that a role can read of private talks: from whom, in which talk, and what."""
    talks = (await w.ask(made, role, lambda room, own: room.talks(own, -1, 0))).talks
    assert talks == (await w.full(made, role)).talks
    return [(line.role, f"{talk.seat} {talk.other}", line.text) for talk in talks for line in talk.lines]


async def refused(w: World, made: bodies.MatchMade, role: str, to: str) -> Problem:
    with pytest.raises(Problem) as refusal:
        await tell(w, made, role, to, "psst")
    return refusal.value


async def test_a_line_is_read_by_its_two_ends_and_the_host_alone(w: World) -> None:
    made = await gambit(w, TALK_S)
    roles = ("A", "B", "host", "onlooker-1", "onlooker-2", "watcher")
    readers = {role: await w.reader(made, role) for role in roles}
    await settle()
    for reader in readers.values():
        reader.read()
    await tell(w, made, "A", "onlooker-1", "what is yours?")
    await tell(w, made, "onlooker-1", "A", "it is Q", "Zoe")
    await tell(w, made, "B", "host", "may I ask twice?")
    await tell(w, made, "host", "B", "you may")
    with_a, with_b = "A onlooker-1", "B host"
    private = [("A", with_a, "what is yours?"), ("onlooker-1", with_a, "it is Q")]
    hosts = [("B", with_b, "may I ask twice?"), ("host", with_b, "you may")]
    expected = {"A": private, "B": hosts, "host": [*private, *hosts], "onlooker-1": private, "onlooker-2": [], "watcher": []}
    for role, reader in readers.items():
        assert sorted(await heard(w, made, role)) == sorted(expected[role])
        told = [frame for frame in reader.read() if frame["type"] != "table"]  # who came is told to all
        assert [(frame["type"], frame["line"]["text"]) for frame in told] == [("told", text) for _, _, text in expected[role]]
    talk = (await w.full(made, "A")).talks[1]
    assert (talk.seat, talk.other, talk.count, [line.who for line in talk.lines]) == ("A", "onlooker-1", 2, ["Ann", "Zoe"])


async def test_the_clock_opens_the_talk_before_the_first_turn_and_ends_it_with_no_time_lost(w: World) -> None:
    made = await gambit(w, TALK_S, {**OPTIONS, "holds": 1})
    assert (await refused(w, made, "A", "onlooker-1")).status == 409
    for seat in ("A", "B"):
        ply = (await w.full(made, seat)).seen.ply
        await w.submit(made, seat, ply, "hold -")
    full = await w.full(made, "A")
    whole = full.seen.clocks["A"].left
    assert (full.seen.paused, full.seen.owes != "", full.table.talk.left) == (True, True, TALK_S * 1000)
    with pytest.raises(Exception, match="pause"):
        await w.submit(made, "A", full.seen.ply, "guess Q")
    await tell(w, made, "A", "onlooker-2", "hello")
    await w.time.pass_by(TALK_S * 1000 - 1)
    assert (await w.full(made, "watcher")).table.talk is not None
    await w.time.pass_by(1)
    full = await w.full(made, "A")
    assert (full.seen.paused, full.table.talk, full.seen.clocks["A"].left) == (False, None, whole)
    assert (await refused(w, made, "onlooker-2", "A")).status == 409
    assert [text for _, _, text in await heard(w, made, "onlooker-2")] == ["hello"]
    await w.submit(made, "A", full.seen.ply, "word TREE")
    with pytest.raises(Problem, match="before the first turn"):
        await w.ask(made, "host", lambda room, role: room.open_talk(role))


async def test_the_host_opens_prolongs_and_ends_the_talk(w: World) -> None:
    made = await gambit(w)
    assert (await refused(w, made, "B", "onlooker-1")).status == 409
    for role in ("A", "watcher", "onlooker-1"):
        with pytest.raises(Problem) as refusal:
            await w.ask(made, role, lambda room, own: room.open_talk(own))
        assert refusal.value.status == 403
    await w.ask(made, "host", lambda room, role: room.open_talk(role))
    assert (await w.full(made, "watcher")).table.talk.left == 0
    await w.time.pass_by(10 * TALK_S * 1000)
    await tell(w, made, "B", "onlooker-1", "still here?")
    await w.ask(made, "host", lambda room, role: room.open_talk(role, 60))
    assert (await w.full(made, "A")).table.talk.left == 60_000
    await w.ask(made, "host", lambda room, role: room.close_talk(role))
    full = await w.full(made, "A")
    assert (full.table.talk, full.seen.paused) == (None, False)
    await w.ask(made, "host", lambda room, role: room.open_talk(role, 60))
    await w.ask(made, "host", lambda room, role: room.pause(role, False))  # to go on with the match ends the talk
    full = await w.full(made, "A")
    assert (full.table.talk, full.seen.paused) == (None, False)
    with pytest.raises(Problem, match="no talk"):
        await w.ask(made, "host", lambda room, role: room.close_talk(role))


async def test_a_substitute_gets_the_talk_of_the_seat_with_onlookers_and_not_the_one_with_the_host(
    w: World, client: httpx.AsyncClient
) -> None:
    made = await gambit(w, TALK_S)
    await tell(w, made, "onlooker-1", "B", "mine is Q")
    await tell(w, made, "B", "host", "I have to leave")
    ticket = (await client.post(f"/api/hosts/{made.host}/seats", json={"seat": "B", "substitute": True})).json()["key"]
    key = (await client.post(f"/api/seats/{ticket}", json={"name": "Cleo"})).json()["key"]
    talks = (await client.get(f"/api/seats/{key}/talks")).json()
    assert [line["text"] for talk in talks["talks"] for line in talk["lines"]] == ["mine is Q"]


async def test_nobody_speaks_in_a_talk_that_is_not_there(w: World) -> None:
    made = await gambit(w, TALK_S)
    ends = {"A": "B A watcher onlooker-3", "watcher": "A host", "onlooker-1": "onlooker-2 host", "host": "onlooker-1 host watcher"}
    for role, to in [(role, to) for role, others in ends.items() for to in others.split()]:
        assert (await refused(w, made, role, to)).status == 403, (role, to)
    with pytest.raises(Problem, match="empty"):
        await tell(w, made, "A", "onlooker-1", " \u200b ")
    alone = await w.match(GAMBIT, options=OPTIONS, host=False)
    assert (await refused(w, alone, "A", "host")).status == 403
    bot = await w.match(GAMBIT, options=OPTIONS, seats={"A": "me", "B": "bot:dummy"})
    assert (await refused(w, bot, "host", "B")).status == 403
    assert (await refused(w, bot, "onlooker-1", "B")).status == 403
    waiting = await w.lobby.create(bodies.NewMatch(GAMBIT, {"A": "friend", "B": "friend"}, dict(OPTIONS), host=True))
    assert (await refused(w, waiting, "host", "A")).status == 409
    assert (await refused(w, waiting, "A", "host")).status == 409


async def test_talks_over_the_api_wait_for_the_next_line(w: World, client: httpx.AsyncClient) -> None:
    made = await gambit(w)
    onlooker = made.onlookers["onlooker-1"]
    assert (await client.post(f"/api/hosts/{made.host}/talk", json={"open": True, "seconds": 60})).status_code == 200
    waiting = asyncio.create_task(client.get(f"/api/matches/{onlooker}/talks", params={"since": 0, "wait": 20_000}))
    await settle()
    assert not waiting.done()
    body = {"to": "onlooker-1", "text": "what is yours?"}
    assert (await client.post(f"/api/seats/{made.seats['A']}/tell", json=body)).status_code == 200
    answer = (await waiting).json()
    assert (answer["count"], answer["talks"][0]["lines"][0]["text"]) == (1, "what is yours?")
    assert (await client.post(f"/api/matches/{onlooker}/tell", json={"to": "A", "text": "Q"})).status_code == 200
    assert (await client.post(f"/api/matches/{made.watch}/tell", json={"to": "A", "text": "Q"})).status_code == 403
    assert (await client.get(f"/api/matches/{made.watch}/talks")).json() == {"count": 0, "talks": []}
    assert (await client.get(f"/api/hosts/{made.host}/talks")).json()["count"] == 2
    assert (await client.post(f"/api/hosts/{made.host}/talk", json={"open": False})).status_code == 200
    assert (await client.post(f"/api/hosts/{made.host}/announce", json={"text": "We begin."})).status_code == 200
    for path in (f"/api/matches/{made.watch}", f"/api/seats/{made.seats['B']}"):
        line = (await client.get(path)).json()["chat"][-1]
        assert [line[key] for key in ("who", "role", "text", "loud")] == ["Host", "host", "We begin.", True]


@pytest.mark.parametrize("chat_of_spectators", ["kibitz", "gallery"])
async def test_the_host_mutes_a_spectator_or_all_of_them(w: World, client: httpx.AsyncClient, chat_of_spectators: str) -> None:
    settings: dict[str, Any] = {chat_of_spectators: True}
    made = await gambit(w, **settings)
    chat = f"/api/matches/{made.watch}/chat"
    assert (await client.post(chat, json={"text": "hello"})).status_code == 200
    link = await w.link(made, "watcher")
    await w.lobby.act(link, Chat("here too"), "Eve", address="192.0.2.7")
    lines = [(line.text, line.by) for line in (await w.full(made, "host")).chat]
    assert len({by for _, by in lines if by}) == 2
    for role in ("A", "watcher", "onlooker-1"):
        assert not [line for line in (await w.full(made, role)).chat if line.by]
        with pytest.raises(Problem) as refusal:
            await w.ask(made, role, lambda room, own: room.mute(own))
        assert refusal.value.status == 403
    mute = f"/api/hosts/{made.host}/mute"
    assert (await client.post(mute, json={"whom": "nobody"})).status_code == 422
    assert (await client.post(mute, json={"whom": lines[0][1]})).status_code == 200
    for key in (made.watch, made.onlookers["onlooker-1"]):  # the same address
        answer = await client.post(f"/api/matches/{key}/chat", json={"text": "hello?"})
        assert (answer.status_code, answer.json()["reason"]) == (403, "the host has muted you")
    await w.lobby.act(link, Chat("I may"), "Eve", address="192.0.2.7")
    assert (await w.full(made, "host")).table.muted == [lines[0][1]]
    assert (await w.full(made, "watcher")).table.muted == []
    later = (await client.post(mute, json={})).json()["version"]
    assert (await client.post(mute, json={})).json()["version"] == later  # it is so already
    with pytest.raises(Problem, match="muted the spectators"):
        await w.lobby.act(link, Chat("not now"), "Eve", address="192.0.2.7")
    await w.ask(made, "A", lambda room, role: room.say(role, "", "players always may"))
    for whom in ("", lines[0][1]):
        assert (await client.post(mute, json={"whom": whom, "on": False})).status_code == 200
    assert (await client.post(chat, json={"text": "hello again"})).status_code == 200
    other = await gambit(w, kibitz=True)
    await w.lobby.act(await w.link(other, "watcher"), Chat("here too"), "Eve", address="192.0.2.7")
    assert (await w.full(other, "host")).chat[0].by not in {by for _, by in lines}  # nobody is followed from table to table


# --- Spectators chat among themselves, and the players read it once the match is over


PLAYERS = ("A", "B")
OTHERS = ("watcher", "host", "caster")


async def made_at(w: World, **settings: Any) -> bodies.MatchMade:
    return await w.match(GAUNTLET, settings={"gallery": True, "caster": True, **settings})


async def write(w: World, made: bodies.MatchMade, text: str, name: str = "Zoe", address: str = "192.0.2.7") -> None:
    await w.lobby.act(await w.link(made, "watcher"), Chat(text), name, address=address)
    await settle()


async def chat_of(w: World, made: bodies.MatchMade, role: str) -> list[str]:
    return [line.text for line in (await w.full(made, role)).chat]


async def test_players_read_it_once_the_match_is_over_and_others_at_once(w: World) -> None:
    made = await made_at(w)
    readers = {role: await w.reader(made, role) for role in (*PLAYERS, *OTHERS)}
    await settle()
    for reader in readers.values():
        reader.read()
    await write(w, made, "A should block")
    for role in PLAYERS:
        assert readers[role].read() == []
        assert await chat_of(w, made, role) == []
    for role in OTHERS:
        (frame,) = readers[role].read()
        assert (frame["type"], frame["line"]["text"], frame["line"]["apart"]) == ("murmur", "A should block", True)
        assert ("by" in frame["line"]) is (role == "host")
        assert await chat_of(w, made, role) == ["A should block"]
    version = (await w.full(made, "A")).version
    assert (await w.full(made, "watcher")).version == version
    await w.ask(made, "A", lambda room, role: room.resign(role))
    await settle()
    for role in PLAYERS:
        frames = readers[role].read()
        assert [frame["lines"][0]["text"] for frame in frames if frame["type"] == "gallery"] == ["A should block"]
        assert await chat_of(w, made, role) == ["A should block"]
    assert not [frame for frame in readers["watcher"].read() if frame["type"] == "gallery"]
    await write(w, made, "well played")  # for everybody now
    assert [frame["type"] for frame in readers["A"].read()] == ["chat"]
