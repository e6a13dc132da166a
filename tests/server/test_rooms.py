"""The one task of a table: acknowledge, then show; and a disk that refuses leaves memory untouched."""

from __future__ import annotations

import asyncio
import inspect
import itertools
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from deathmatch.match.journal import LateError
from deathmatch.match.match import Match
from deathmatch.server.rooms import looks
from deathmatch.server.rooms import room as rooms
from deathmatch.server.rooms.audiences import Audience, Audiences
from deathmatch.server.rooms.lobby import TRIES
from deathmatch.server.rooms.room import Room
from deathmatch.server.rooms.seatbots import SeatBots
from deathmatch.server.table import entries
from deathmatch.server.table.roles import Sender
from deathmatch.server.table.writing import Said
from deathmatch.server.wire.messages import Chat, Submit
from deathmatch.server.wire.problems import Gone, Problem
from tests.server.kit import TOY, Reader, World, kill, settle
from tests.server.verbs import Verbs


async def test_nothing_is_told_before_it_is_on_disk(w: World) -> None:
    made = await w.match()
    a, b = await w.reader(made, "A"), await w.reader(made, "B")
    await w.time.pass_by(1000)
    a.read(), b.read()
    w.store.gate = asyncio.Event()
    submitting = asyncio.create_task(w.submit(made, "A", 0, "score grow"))
    looking = asyncio.create_task(w.full(made, "B"))
    await settle()
    assert not submitting.done()
    assert (await looking).seen.sealed == []  # a look waits for nobody, and sees what is on disk
    assert a.frames == b.frames == []
    w.store.gate.set()
    assert (await submitting).text == "score grow"
    assert (await w.full(made, "B")).seen.sealed == ["A"]
    assert b.types() == ["update"]


async def test_a_room_that_is_behind_its_log_leaves_memory_and_the_next_one_decides(w: World) -> None:
    made = await w.match()
    await w.full(made, "A")
    b = await w.reader(made, "B")
    late = Said(w.time.now(), w.time.wall(), "Ann", "A", "the disk seemed to refuse this")
    w.store.matches[made.id].append(entries.encode(late))
    await w.submit(made, "A", 0, "claim grow")
    assert b.gone, "it comes again and gets everything"
    full = await w.full(made, "A")
    assert (full.seen.sealed, full.chat[-1].text) == (["A"], late.text)


async def test_a_reader_resumes_from_the_last_version_it_knows(w: World) -> None:
    made = await w.match()
    b = await w.reader(made, "B")
    await w.submit(made, "A", 0, "score grow")
    known = b.read()[-1]["version"]
    await w.ask(made, "B", lambda room, seat: _leave(room, seat, b))
    await w.submit(made, "B", 0, "claim grow")
    await w.ask(made, "A", lambda room, seat: room.say(seat, "", "hello"))
    back = await w.reader(made, "B", known)
    frames = back.read()
    assert [frame["type"] for frame in frames] == ["update", "chat", "table"]
    assert [frame["version"] for frame in frames] == [known + 1, known + 2, known + 2]


async def _leave(room: Any, role: str, reader: Reader) -> None:
    room.leave(role, reader)


async def test_the_host_stops_the_clocks_and_nobody_else_does(w: World) -> None:
    made = await w.match(options={"time_submit": 10})
    with pytest.raises(Problem, match="only the host"):
        await w.ask(made, "A", lambda room, seat: room.pause(seat, stop=True))
    await w.ask(made, "host", lambda room, role: room.pause(role, stop=True))
    await w.time.pass_by(100_000)
    with pytest.raises(LateError, match="paused"):
        await w.submit(made, "A", 0, "score grow")
    later = await w.again()
    assert (await later.full(made, "A")).seen.paused
    await later.ask(made, "host", lambda room, role: room.pause(role, stop=False))
    full = await later.full(made, "A")
    assert (full.seen.clocks["A"].left, full.seen.clocks["A"].running) == (10_000, True)
    await later.time.pass_by(10_001)
    assert (await later.full(made, "A")).seen.ply == 1


async def test_watchers_of_a_table_with_delay_see_the_past_and_nothing_else(w: World) -> None:
    made = await w.match(options={"time_submit": 100}, settings={"delay": 30})
    await w.time.pass_by(40_000)
    late, host = await w.reader(made, "watcher"), await w.reader(made, "host")
    assert late.read()[0]["seen"]["ply"] == 0
    host.read()
    await w.submit(made, "A", 0, "score grow")
    await w.submit(made, "B", 0, "claim grow")
    await w.ask(made, "A", lambda room, seat: room.say(seat, "", "I had it"))
    await w.time.pass_by(29_999)
    assert [frame["type"] for frame in late.read()] == ["table"]  # who is here, and no more
    shown = await w.full(made, "watcher")
    assert (shown.seen.ply, shown.chat, shown.seen.sealed) == (0, [], [])
    assert (await w.full(made, "host")).seen.ply == 1
    await w.time.pass_by(1)
    assert [frame["type"] for frame in late.read()] == ["update", "update", "chat"]
    full = await w.full(made, "watcher")
    assert full.seen.ply == 1
    assert full.seen.clocks["A"].left == 100_000  # as it was then
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    with pytest.raises(Problem, match="once the match is over"):
        await w.ask(made, "watcher", lambda room, role: room.record(role))
    assert "B grow claim" in await w.ask(made, "host", lambda room, role: room.record(role))
    later = await w.again()
    assert (await later.full(made, "watcher")).seen.ply == 1
    assert (await later.full(made, "watcher")).table.state == "running"
    await later.time.pass_by(30_000)
    assert (await later.full(made, "watcher")).table.state == "over"
    assert "A resign" in await later.ask(made, "watcher", lambda room, role: room.record(role))


@pytest.mark.limits(written=1_000)
async def test_what_one_writes_at_a_table_has_an_end_and_takes_no_room_from_the_others(w: World) -> None:
    made = await w.match(host=True, settings={"kibitz": True})

    async def note(text: str) -> None:
        await w.ask(made, "A", lambda room, seat: room.note(seat, text))

    for text in "0101":  # 300 bytes in the log each; what was replaced counts too
        await note(text * 200)
    with pytest.raises(Problem, match="cannot store more"):
        await note("no more")
    with pytest.raises(Problem, match="cannot store more"):
        await w.ask(made, "A", lambda room, seat: room.say(seat, "", "x"))
    for role in ("B", "host", "watcher"):
        await w.ask(made, role, lambda room, role: room.say(role, "", "x"))
    await w.ask(made, "A", lambda room, seat: room.submit(seat, 0, "score grow"))
    w = await w.again(written=1_000)
    with pytest.raises(Problem, match="cannot store more"):
        await note("no more")
    assert (await w.full(made, "A")).notes == "1" * 200
    await kill(w.lobby)


async def test_notes_and_marks_are_for_one_seat_alone_and_last(w: World) -> None:
    made = await w.match()
    b = await w.reader(made, "B")
    await w.time.pass_by(1000)
    b.read()
    await w.ask(made, "A", lambda room, seat: room.note(seat, "she bluffs\u0007\n\u202eevil"))
    with pytest.raises(Problem, match="has no place"):
        await w.ask(made, "A", lambda room, seat: room.mark(seat, "nowhere", "x"))
    with pytest.raises(Problem, match="only a player"):
        await w.ask(made, "watcher", lambda room, role: room.note(role, "x"))
    later = await w.again()
    assert (await later.full(made, "A")).notes == "she bluffs\nevil"
    assert (await later.full(made, "B")).notes == ""
    assert (await later.full(made, "watcher")).notes == ""
    assert b.frames == []


async def test_chat_reaches_all_and_is_made_harmless(w: World) -> None:
    made = await w.match()
    b = await w.reader(made, "B")
    await w.ask(made, "A", lambda room, seat: room.say(seat, "Somebody else", "  hi\u0000 \u202e <b>you</b>  " + "x" * 600))
    line = b.read()[-1]["line"]
    assert (line["who"], line["role"]) == ("Ann", "A")
    assert line["text"].startswith("hi <b>you</b> xx")
    assert len(line["text"]) == 500
    with pytest.raises(Problem, match="must not be empty"):
        await w.ask(made, "A", lambda room, seat: room.say(seat, "", " \u0000 "))
    with pytest.raises(Problem, match="once the match is over"):
        await w.ask(made, "watcher", lambda room, role: room.say(role, "Eve", "psst"))
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    await w.ask(made, "watcher", lambda room, role: room.say(role, "Eve", "psst"))
    assert [(line.who, line.role) for line in (await (await w.again()).full(made, "B")).chat] == [("Ann", "A"), ("Eve", "watcher")]


async def test_positions_of_a_match_that_is_over_can_be_looked_at_with_ones_own_eyes(w: World) -> None:
    made = await w.match(TOY)
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    mine = await w.ask(made, "A", lambda room, seat: room.position(seat, 1))
    public = await w.ask(made, "watcher", lambda room, role: room.position(role, 1))
    assert (mine.at, mine.of) == (1, 2)
    assert isinstance(mine.private["number"], int)
    assert public.private is None
    assert public.public["numbers"] is None
    with pytest.raises(Problem, match="the position must be 0 to 2"):
        await w.ask(made, "A", lambda room, seat: room.position(seat, 3))


# --- The one task of a table: acknowledge, then show; and a disk that refuses leaves memory untouched


async def room_of(w: World, made: Any, role: str = "A") -> Room:
    return await w.lobby.room(await w.link(made, role))


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
        "ready",
        "prepare",
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


# --- Bugs in a game, in the server or behind a callback: a room logs them without their text, and nobody waits for ever


def fall(*_: Any) -> None:
    raise RuntimeError("the cards of A")


async def test_a_bug_between_two_commands_closes_the_room_and_the_next_one_goes_on(
    w: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = await w.match()
    reader = await w.reader(made, "A")
    room = await w.lobby.room(await w.link(made, "A"))
    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
        broken.setattr(SeatBots, "wake", fall)
        await w.submit(made, "A", 0, "score grow")
    assert [room.closed, reader.gone] == [True, True]
    assert "RuntimeError at room.py" in caplog.text
    assert "cards of A" not in caplog.text
    assert await w.lobby.room(await w.link(made, "A")) is not room
    await w.submit(made, "B", 0, "score grow")
    assert (await w.full(made, "A")).seen.ply == 1


async def test_a_bug_in_what_is_due_is_tried_again_once_a_second(
    w: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = await w.match(options={"time_submit": 10})
    room = await w.lobby.room(await w.link(made, "A"))
    asked: list[int] = []

    def expire(_: Match, now: int, *_allowed: Any) -> None:
        asked.append(now)
        assert len(asked) < 50, "it is tried again without a pause"
        fall()

    monkeypatch.setattr(Match, "expire", expire)
    with caplog.at_level(logging.ERROR):
        await w.time.pass_by(int(room.table.deadline() or 0) - w.time.now() + 5_000)
    pauses = [later - earlier for earlier, later in itertools.pairwise(asked)]
    assert len(pauses) >= 4
    assert set(pauses) == {rooms.RETRY_MS}
    assert len(caplog.records) == len(asked)
    monkeypatch.undo()
    await w.time.pass_by(rooms.RETRY_MS)
    assert (await w.full(made, "A")).seen.ply == 1


async def test_a_room_that_closed_itself_while_it_entered_what_was_due_takes_no_more_commands(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await w.match(options={"time_submit": 10})
    link = await w.link(made, "A")
    first = await w.lobby.room(link)
    await settle()  # everything so far is shown
    w.time._now += 20_000  # no alarm has rung yet
    before = len(w.store.matches[made.id])
    real = Audiences.publish

    def publish(self: Audiences, *args: Any) -> None:
        monkeypatch.setattr(Audiences, "publish", real)
        fall()

    monkeypatch.setattr(Audiences, "publish", publish)
    await w.lobby.act(link, Submit(1, "score grow"))  # it is done in the room that comes after
    second = await w.lobby.room(link)
    assert first.closed
    assert second is not first
    assert second.table.count == len(w.store.matches[made.id]) == first.table.count + 1 > before + 1


async def test_a_bug_behind_the_answer_keeps_no_reader_from_what_is_on_disk(w: World) -> None:
    made = await w.match()
    a, b = await w.reader(made, "A"), await w.reader(made, "B")
    await w.time.pass_by(1_000)
    a.read(), b.read()
    room = await w.lobby.room(await w.link(made, "A"))
    await room.act(Sender("A"), Submit(0, "score grow"), fall)
    await settle()
    assert a.types() == b.types() == ["update"]


# --- An acknowledgement says which version contains the submission, so that an older message that comes later is known to be older
