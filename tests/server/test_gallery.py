"""Spectators chat among themselves, and the players read it once the match is over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from deathmatch.server.limits import CHAT_LINES
from deathmatch.server.table import writing
from deathmatch.server.table.table import apply
from deathmatch.server.table.writing import Murmured
from deathmatch.server.wire import bodies
from deathmatch.server.wire.messages import Chat
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, World, http, settle, world

PLAYERS = ("A", "B")
OTHERS = ("watcher", "host", "caster")


async def made_at(w: World, **settings: Any) -> bodies.MatchMade:
    return await w.match(GAUNTLET, settings={"gallery": True, "caster": True, **settings})


async def write(w: World, made: bodies.MatchMade, text: str, name: str = "Zoe", address: str = "192.0.2.7") -> None:
    await w.lobby.act(await w.link(made, "watcher"), Chat(text), name, address=address)
    await settle()


async def read(w: World, made: bodies.MatchMade, role: str) -> list[str]:
    return [line.text for line in (await w.full(made, role)).chat]


async def back(w: World, made: bodies.MatchMade) -> None:
    """The host takes the match back to before its last event."""
    events = (await w.ask(made, "host", lambda room, role: room.desk(role))).events
    await w.ask(made, "host", lambda room, role: room.rule(role, "back", "again", event=events))


async def test_players_read_it_once_the_match_is_over_and_others_at_once(w: World) -> None:
    made = await made_at(w)
    readers = {role: await w.reader(made, role) for role in (*PLAYERS, *OTHERS)}
    await settle()
    for reader in readers.values():
        reader.read()
    await write(w, made, "A should block")
    for role in PLAYERS:
        assert readers[role].read() == []
        assert await read(w, made, role) == []
    for role in OTHERS:
        (frame,) = readers[role].read()
        assert (frame["type"], frame["line"]["text"], frame["line"]["apart"]) == ("murmur", "A should block", True)
        assert ("by" in frame["line"]) is (role == "host")
        assert await read(w, made, role) == ["A should block"]
    version = (await w.full(made, "A")).version
    assert (await w.full(made, "watcher")).version == version
    await w.ask(made, "A", lambda room, role: room.resign(role))
    await settle()
    for role in PLAYERS:
        frames = readers[role].read()
        assert [frame["lines"][0]["text"] for frame in frames if frame["type"] == "gallery"] == ["A should block"]
        assert await read(w, made, role) == ["A should block"]
    assert not [frame for frame in readers["watcher"].read() if frame["type"] == "gallery"]
    await write(w, made, "well played")  # for everybody now
    assert [frame["type"] for frame in readers["A"].read()] == ["chat"]


async def test_a_ruling_that_reopens_the_match_holds_later_lines_again(w: World) -> None:
    made = await made_at(w)
    await write(w, made, "first")
    await w.ask(made, "A", lambda room, role: room.resign(role))
    await back(w, made)
    await write(w, made, "second")
    assert await read(w, made, "B") == ["first"]
    assert await read(w, made, "watcher") == ["first", "second"]
    again = await w.again()
    assert await read(again, made, "B") == ["first"]
    await again.ask(made, "B", lambda room, role: room.resign(role))
    assert await read(again, made, "B") == ["first", "second"]


@pytest.mark.parametrize("late", [{"delay": 60}, {"behind": 3}, {"hidden": True}])
async def test_late_spectators_read_each_other_at_once_and_learn_nothing_of_the_end(w: World, late: dict[str, Any]) -> None:
    made = await made_at(w, **late)
    reader, player = await w.reader(made, "watcher"), await w.reader(made, "A")
    await write(w, made, "who leads?")
    assert [frame["line"]["text"] for frame in reader.read() if frame["type"] == "murmur"] == ["who leads?"]
    assert await read(w, made, "A") == []
    await w.ask(made, "A", lambda room, role: room.resign(role))
    await settle()
    assert await read(w, made, "A") == ["who leads?"]
    if "delay" in late:
        assert not [frame for frame in reader.read() if frame["type"] in ("update", "gallery")]
        player.read()
        await write(w, made, "still on")  # the players have seen the end
        assert [frame["type"] for frame in player.read()] == ["murmur"]
        assert [frame["type"] for frame in reader.read()] == ["murmur"]
        assert (await w.full(made, "watcher")).table.state != "over"


async def test_the_host_mutes_in_the_gallery_and_no_player_learns_of_it(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path):
        made = await made_at(w)
        readers = {role: await w.reader(made, role) for role in ("A", "host")}
        await write(w, made, "rude")
        by = (await w.full(made, "host")).chat[0].by
        await settle()
        for reader in readers.values():
            reader.read()
        await w.ask(made, "host", lambda room, role: room.mute(role, by))
        await settle()
        assert readers["A"].read() == []
        assert [frame["table"]["muted"] for frame in readers["host"].read()] == [[by]]
        with pytest.raises(Problem, match="muted you"):
            await write(w, made, "rude again")
        await write(w, made, "polite", address="192.0.2.8")
        assert await read(w, made, "watcher") == ["rude", "polite"]
        with pytest.raises(Problem, match="the caster"):
            await w.ask(made, "caster", lambda room, role: room.say(role, "", "hello"))


async def test_a_reader_who_was_away_gets_the_lines_and_a_player_does_not(w: World) -> None:
    made = await made_at(w)
    readers = {role: await w.reader(made, role) for role in ("A", "watcher")}
    await w.ask(made, "B", lambda room, role: room.say(role, "", "hello"))
    version = (await w.full(made, "A")).version
    for role, reader in readers.items():
        w.lobby.leave(await w.link(made, role), reader)
    await write(w, made, "meanwhile")
    back = {role: await w.reader(made, role, version) for role in ("A", "watcher")}
    assert [frame["type"] for frame in back["A"].read()] == ["table"]
    assert [frame["lines"][0]["text"] for frame in back["watcher"].read() if frame["type"] == "gallery"] == ["meanwhile"]


async def test_held_lines_push_no_line_out_that_a_player_reads(w: World) -> None:
    made = await made_at(w)
    await write(w, made, "first")
    await w.ask(made, "A", lambda room, role: room.resign(role))
    await back(w, made)
    known = w.lobby.memory.known(made.id)
    assert known is not None
    table = known.table
    for number in range(CHAT_LINES + 5):
        table = apply(table, Murmured(1, 1, "Zoe", f"{number}"))
    assert [line.text for line in writing.gallery_lines(table, "A")] == ["first"]
    assert len(writing.gallery_lines(table, "watcher")) == CHAT_LINES


async def test_only_one_of_both_kinds_of_chat_can_be_chosen(w: World) -> None:
    with pytest.raises(Problem, match="only one of kibitz and gallery"):
        await made_at(w, kibitz=True)
