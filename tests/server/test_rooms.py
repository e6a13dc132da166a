from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from deathmatch.match.journal import LateError
from deathmatch.server.table import entries
from deathmatch.server.table.writing import Said
from deathmatch.server.wire import bodies
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, TOY, Reader, World, kill, settle


async def test_two_sit_down_play_and_everybody_gets_what_is_theirs(w: World) -> None:
    made = await w.lobby.create(msgspec.convert({"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Ann"}, bodies.NewMatch))
    a, public = await w.reader(made, "A"), await w.reader(made, "watcher")
    first = a.read()[0]
    assert (first["type"], first["table"]["state"], first["seen"], first["table"]["names"]) == (
        "full",
        "waiting",
        None,
        {"A": "Ann"},
    )
    await w.ask(made, "B", lambda room, seat: room.sit(seat, "Bob", "00" * 16))
    begun = a.read()[-1]
    assert (begun["type"], begun["table"]["state"], begun["seen"]["owes"]) == ("full", "running", "two cards")
    accepted = await w.submit(made, "A", 0, "Grow + Score")
    assert accepted.text == "score grow"
    mine, theirs = a.read()[-1], public.read()[-1]
    assert mine["type"] == theirs["type"] == "update"
    assert mine["version"] == theirs["version"]
    assert mine["seen"]["private"]["submitted"] == "score grow"
    assert theirs["seen"]["sealed"] == ["A"]
    assert b"grow" not in msgspec.json.encode(theirs["seen"].get("private"))
    await w.submit(made, "B", 0, "claim grow")
    after = public.read()[-1]
    assert after["seen"]["ply"] == 1
    assert [beat["notation"] for beat in after["beats"] if beat.get("notation")][:2] == ["A score grow", "B grow claim"]
    assert any(beat.get("change", {}).get("edit") for beat in after["beats"])


async def test_the_same_answer_again_is_acknowledged_again_and_a_late_one_is_refused(w: World) -> None:
    made = await w.match()
    first = await w.submit(made, "A", 0, "score grow")
    entries = len(w.store.matches[made.id])
    assert await w.submit(made, "A", 0, "GROW score") == first
    assert len(w.store.matches[made.id]) == entries
    await w.submit(made, "B", 0, "claim grow")
    assert await w.submit(made, "A", 0, "score grow") == first
    with pytest.raises(LateError, match="the current question is 1"):
        await w.submit(made, "A", 0, "score claim")


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


async def test_a_time_out_comes_at_its_moment_and_not_before(w: World) -> None:
    made = await w.match(options={"time_submit": 10})
    b = await w.reader(made, "B")
    b.read()
    await w.submit(made, "A", 0, "score grow")
    await w.time.pass_by(10_000)
    assert all(frame.get("seen", {}).get("ply", 0) == 0 for frame in b.read())
    await w.time.pass_by(1)
    last = b.read()[-1]
    assert last["seen"]["ply"] == 1
    assert last["seen"]["public"]["last"]["moves"]["B"] == "timeout"


async def test_an_answer_at_the_very_moment_is_in_time(w: World) -> None:
    made = await w.match(options={"time_submit": 10})
    await w.time.pass_by(10_000)
    assert (await w.submit(made, "A", 0, "score grow")).text == "score grow"
    await w.time.pass_by(1)
    with pytest.raises(LateError):
        await w.submit(made, "B", 0, "score grow")


async def test_a_restart_gives_the_same_match_and_charges_nobody(w: World) -> None:
    made = await w.match()
    await w.time.pass_by(5_000)
    await w.submit(made, "A", 0, "score grow")
    before = {role: await w.full(made, role) for role in ("A", "B", "watcher", "host")}
    later = await w.again()
    assert later.time.now() == w.time.now()  # however long nobody served
    for role, full in before.items():
        assert await later.full(made, role) == full
    await later.submit(made, "B", 0, "claim grow")
    assert (await later.full(made, "A")).seen.ply == 1


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


async def test_a_reader_from_before_a_restart_or_from_nowhere_gets_everything(w: World) -> None:
    made = await w.match()
    b = await w.reader(made, "B")
    version = b.read()[0]["version"]
    later = await w.again()
    for known in (version, version + 7, -3, 0):
        assert (await later.reader(made, "B", known)).read()[0]["type"] == "full"


@pytest.mark.limits(ring=3)
async def test_a_gap_wider_than_the_ring_gives_everything(w: World) -> None:
    made = await w.match()
    a = await w.reader(made, "A")
    version = a.read()[0]["version"]
    await w.submit(made, "A", 0, "score grow")
    for _ in range(3):
        await w.ask(made, "A", lambda room, seat: room.say(seat, "", "so"))
    assert [f["type"] for f in (await w.reader(made, "A", version + 1)).read()] == ["chat", "chat", "chat", "table"]
    assert (await w.reader(made, "A", version)).read()[0]["type"] == "full"


@pytest.mark.limits(idle_ms=60_000)
async def test_a_room_leaves_memory_when_nobody_needs_it_and_comes_back_the_same(w: World) -> None:
    made = await w.match()
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    before = await w.full(made, "A")
    await w.time.pass_by(59_000)
    assert w.lobby.rooms == 1
    await w.time.pass_by(2_000)
    assert w.lobby.rooms == 0
    after = await w.full(made, "A")
    assert (after.seen, after.log, after.version) == (before.seen, before.log, before.version)


@pytest.mark.limits(idle_ms=1_000)
async def test_a_room_stays_while_somebody_looks(w: World) -> None:
    over = await w.match()
    reader = await w.reader(over, "A")
    await w.ask(over, "A", lambda room, seat: room.resign(seat))
    await w.time.pass_by(600_000)
    assert w.lobby.rooms == 1
    w.lobby.leave(await w.link(over, "A"), reader)
    await w.time.pass_by(5_000)
    assert w.lobby.rooms == 0


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


async def test_onlookers_with_a_number_have_links_and_eyes_of_their_own(w: World) -> None:
    made = await w.match(TOY, options={"onlookers": 2})
    assert sorted(made.onlookers) == ["onlooker-1", "onlooker-2"]
    full = await w.full(made, "onlooker-1")
    assert (full.seen.eye, full.table.role) == ("onlooker-1", "watcher")
    assert "None" not in full.picture  # its own number is in its picture
    assert "None" in (await w.full(made, "watcher")).picture


async def test_who_comes_and_goes_is_told_once_for_many(w: World) -> None:
    made = await w.match()
    a = await w.reader(made, "A")
    await w.time.pass_by(1000)
    a.read()
    watchers = [await w.reader(made, "watcher") for _ in range(50)]
    b = await w.reader(made, "B")
    await w.time.pass_by(1000)
    told = a.read()
    assert len(told) == 1
    assert (told[0]["table"]["watchers"], told[0]["table"]["here"]) == (50, {"A": True, "B": True})
    w.lobby.leave(await w.link(made, "B"), b)
    for watcher in watchers:
        w.lobby.leave(await w.link(made, "watcher"), watcher)
    await w.time.pass_by(1000)
    told = a.read()
    assert len(told) == 1
    assert (told[0]["table"].get("watchers", 0), told[0]["table"]["here"]) == (0, {"A": True, "B": False})
