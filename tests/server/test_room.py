"""The one task of a table: acknowledge, then show; and a disk that refuses leaves memory untouched."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from deathmatch.match.match import Match
from deathmatch.server.rooms import looks
from deathmatch.server.rooms.audiences import Audience, Audiences
from deathmatch.server.rooms.lobby import TRIES
from deathmatch.server.rooms.room import Room
from deathmatch.server.table.roles import Sender
from deathmatch.server.wire.messages import Accepted, Chat, Submit
from deathmatch.server.wire.problems import Gone, Problem
from tests.server.kit import Reader, World, settle
from tests.server.verbs import Verbs


async def room_of(w: World, made: Any, role: str = "A") -> Room:
    return await w.lobby.room(await w.link(made, role))


async def test_the_reply_is_handed_over_before_anybody_is_shown_anything(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    made = await w.match()
    a, b = await w.reader(made, "A"), await w.reader(made, "B")
    await w.time.pass_by(1_000)
    a.read(), b.read()
    room = await room_of(w, made)
    order: list[str] = []

    def answer(reply: object) -> None:
        assert isinstance(reply, Accepted)
        assert a.frames == b.frames == []
        assert len(w.store.matches[made.id]) == room.table.count == before + 1  # it is on disk by then
        order.append("answered")

    before = room.table.count
    published = room._audiences.publish

    def publish(*args: Any) -> None:
        order.append("published")
        published(*args)

    monkeypatch.setattr(room._audiences, "publish", publish)
    await room.act(Sender("A"), Submit(0, "score grow"), answer)
    await settle()
    assert order == ["answered", "published"]
    assert a.types() == b.types() == ["update"]


async def test_a_disk_that_refuses_leaves_memory_untouched(w: World) -> None:
    made = await w.match(options={"time_submit": 10})
    a, b = await w.reader(made, "A"), await w.reader(made, "B")
    await w.time.pass_by(1_000)
    room = await room_of(w, made)
    held = room.table
    a.read(), b.read()
    w.store.failing = True
    for command in (Submit(0, "score grow"), Chat("hello")):
        with pytest.raises(Problem, match="could not be saved"):
            await room.act(Sender("A"), command, lambda _: pytest.fail("it was not done"))
    assert room.table is held
    await w.time.pass_by(20_000)  # the clock cannot enter its time-outs either, and tries again
    assert room.table is held
    assert a.frames == b.frames == []
    w.store.failing = False
    await w.time.pass_by(1_000)
    assert [frame["seen"]["ply"] for frame in b.read()] == [1]
    assert [a.gone, b.gone, room.closed] == [False] * 3


async def test_a_look_waits_for_no_disk_but_enters_what_is_due(w: World) -> None:
    made = await w.match(options={"time_submit": 10})
    await w.full(made, "A")
    w.time._now += 20_000  # no alarm has rung yet
    assert (await w.full(made, "A")).seen.ply == 1
    w.store.gate = asyncio.Event()
    asking = asyncio.create_task(w.submit(made, "A", 1, "score grow"))
    await settle()
    assert (await w.full(made, "B")).seen.sealed == []
    w.store.gate.set()
    await asking
    assert (await w.full(made, "B")).seen.sealed == ["A"]


def test_the_tests_can_ask_for_everything_that_a_room_does() -> None:
    """What the leak tests ask of a table through `Verbs` is all that there is: a new look has to be added there."""
    asked = {name for of in (Room, looks) for name, _ in inspect.getmembers(of, inspect.iscoroutinefunction) if not name.startswith("_")}
    verbs = {name for name, _ in inspect.getmembers(Verbs, inspect.iscoroutinefunction) if not name.startswith("_")}
    commands = {
        "submit",
        "resign",
        "deal",
        "pause",
        "rule",
        "say",
        "announce",
        "tell",
        "away",
        "mute",
        "open_talk",
        "close_talk",
        "note",
        "mark",
        "wish",
        "sit",
    }  # `act`, one for each command that people send
    assert asked - {"act", "ended", "table_message", "take_in"} == verbs - commands - {"table"}


@pytest.mark.limits(idle_ms=60_000)
async def test_a_room_that_is_looked_at_again_and_again_stays_in_memory(w: World) -> None:
    made = await w.match()
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    room = await room_of(w, made)
    for _ in range(15):
        await w.time.pass_by(10_000)
        await w.full(made, "A")
    assert not room.closed
    await w.time.pass_by(61_000)
    assert room.closed


async def test_a_request_for_news_is_answered_once_and_a_live_entry_wakes_no_late_watcher(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await w.match(options={"time_submit": 80_000}, settings={"delay": 600})
    await w.time.pass_by(700_000)
    made_for: list[str] = []
    full, heard = Audience.full, Audiences.heard

    def making(self: Audience, *args: Any) -> Any:
        made_for.append(self.role)
        return full(self, *args)

    async def waking(self: Audiences, role: str, *args: Any) -> None:
        await heard(self, role, *args)
        woken.append(role)

    woken: list[str] = []
    since = {role: (await w.full(made, role)).version for role in ("B", "watcher")}
    monkeypatch.setattr(Audience, "full", making)
    monkeypatch.setattr(Audiences, "heard", waking)
    rooms = {role: await room_of(w, made, role) for role in since}
    asks = {role: asyncio.create_task(looks.news(rooms[role], role, since[role], 900_000)) for role in since}
    await settle()
    await w.submit(made, "A", 0, "score grow")
    assert (await asks["B"]).version == since["B"] + 1
    assert (made_for, woken) == (["B"], ["B"])
    assert not asks["watcher"].done()
    await w.time.pass_by(600_000)
    assert (await asks["watcher"]).version > since["watcher"]
    assert made_for.count("watcher") == woken.count("watcher") == 1


async def test_nothing_is_played_again_for_late_watchers(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    made = await w.match(settings={"delay": 600})
    await w.full(made, "watcher")
    room = await room_of(w, made)
    folded: list[object] = []
    fold = Match.fold

    def folding(self: Match, events: Any) -> Match:
        folded.append(events)
        return fold(self, events)

    monkeypatch.setattr(Match, "fold", folding)
    await w.submit(made, "A", 0, "score grow")
    live = room.table
    assert room._audiences.shown("watcher").version < live.version
    w.time._now += 599_000
    room._catch_up(w.time.now())
    assert room._audiences.shown("watcher").version < live.version
    w.time._now += 2_000
    room._catch_up(w.time.now())
    assert room._audiences.shown("watcher") is live
    assert len(folded) == 1


async def test_a_look_at_a_room_that_closes_goes_on_in_the_next_one(w: World) -> None:
    made = await w.match()
    room = await room_of(w, made)
    asking = asyncio.create_task(w.lobby.look(await w.link(made, "B"), looks.news, room.table.version, 900_000))
    await settle()
    room.close("")
    await settle()
    assert await room_of(w, made) is not room
    assert not asking.done()
    await w.submit(made, "A", 0, "score grow")
    full = await asking
    assert full.seen is not None
    assert full.seen.sealed == ["A"]


@pytest.mark.parametrize(
    "look",
    [
        lambda room: looks.full(room, "A"),
        lambda room: looks.table_message(room, "A"),
        lambda room: looks.news(room, "A", -1, 0),
        lambda room: looks.compose(room, "A", 0, []),
        lambda room: looks.record(room, "A"),
        lambda room: room.join("A", Reader(), 0),
    ],
)
async def test_a_room_that_has_left_memory_shows_nothing(w: World, look: Callable[[Room], Awaitable[Any]]) -> None:
    room = await room_of(w, await w.match())
    room.close("")
    with pytest.raises(Gone):
        await look(room)


async def test_a_table_that_closes_each_time_is_refused_in_the_end(w: World) -> None:
    link = await w.link(await w.match(), "A")
    rooms = []

    async def closing(room: Room, role: str) -> None:
        rooms.append(room)
        room.close("")
        raise Gone

    with pytest.raises(Problem, match="the server cannot open this table now") as refused:
        await w.lobby.look(link, closing)
    assert refused.value.status == 503
    assert len(set(rooms)) == len(rooms) == TRIES


async def test_a_move_that_comes_too_late_is_told_whose_time_was_up_and_when(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match(options={"time_submit": 10})
    await w.submit(made, "B", 0, "claim steal")
    await w.time.pass_by(11_500)
    said = await client.post(f"/api/seats/{made.seats['A']}/submit", json={"ply": 0, "text": "score grow"})
    assert said.status_code == 409
    words = r"the time of A for question 0 was up (1\.[45]) s before this came in, and the current question is 1"
    assert re.fullmatch(words, said.json()["reason"])
    other = await client.post(f"/api/seats/{made.seats['B']}/submit", json={"ply": 0, "text": "score grow"})
    assert (other.status_code, other.json()["reason"]) == (409, "this answers question 0, but the current question is 1")


async def test_a_deadline_that_moves_back_sets_no_alarm_and_is_kept_all_the_same(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    made = await w.match(options={"time_submit": 10})
    a, _ = await w.reader(made, "A"), await w.reader(made, "B")
    await w.time.pass_by(1_000)
    later, alarms = w.time.later, list[int]()

    def counted(wait: int, call: Callable[[], None]) -> Any:
        alarms.append(wait)
        return later(wait, call)

    monkeypatch.setattr(w.time, "later", counted)
    for ply, cards in enumerate(("score grow", "claim block:score", "steal grow")):
        await w.submit(made, "A", ply, cards)
        await w.submit(made, "B", ply, cards)
    assert not alarms  # that of the first question still lies ahead
    await w.time.pass_by(9_000)
    a.read()
    await w.time.pass_by(1_000)
    assert a.read() == []
    assert len(alarms) == 1  # it rang, and found the time of the question that is open now
    await w.time.pass_by(1)
    assert a.read()[-1]["seen"]["public"]["replays"] == 1
