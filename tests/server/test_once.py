"""A message with an id is done once, however often it comes: over the same line, after a restart, over HTTP."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from deathmatch.core.seats import Seat
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.problems import Problem
from tests.server.kit import World

DAY_MS = 86_400_000
COMMANDS: dict[str, tuple[str, messages.Command]] = {
    "chat": ("A", messages.Chat("one moment", id="1")),
    "a private line": ("A", messages.Tell("host", "my link is gone", id="1")),
    "notes": ("A", messages.Note("steals early", id="1")),
    "a mark": ("A", messages.Mark("their-score", "?", id="1")),
    "away": ("A", messages.Away(1_700_000_000_000 + DAY_MS, id="1")),
    "resign": ("A", messages.Resign(id="1")),
    "pause": ("host", messages.Pause(id="1")),
    "an announcement": ("host", messages.Announce("round two at noon", id="1")),
    "mute": ("host", messages.Mute(id="1")),
    "time": ("host", messages.Rule("time", "a slow line", "A", 60, id="1")),
    "void": ("host", messages.Rule("void", "wrong players", id="1")),
}


async def act(w: World, made: bodies.MatchMade, role: str, command: messages.Command) -> Any:
    return await w.lobby.act(await w.link(made, role), command)


async def length(w: World, made: bodies.MatchMade) -> int:
    return (await w.lobby.rooms.room(made.id)).table.count


@pytest.mark.parametrize("what", COMMANDS)
async def test_what_comes_again_is_answered_again_and_not_done_again_also_after_a_restart(w: World, what: str) -> None:
    role, command = COMMANDS[what]
    made = await w.match()
    await act(w, made, role, command)
    count = await length(w, made)
    assert isinstance(await act(w, made, role, command), bodies.Done)
    w = await w.again()
    await act(w, made, role, command)
    assert await length(w, made) == count


async def test_over_http_an_idempotency_key_is_the_id(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match()
    seat, host = f"/api/seats/{made.seats['A']}", f"/api/hosts/{made.host}"
    for _ in range(2):
        for path, body in (
            (f"{seat}/chat", {"text": "hello"}),
            (f"{seat}/away", {"until": 1_700_000_000_000 + DAY_MS}),
            (f"{host}/ruling", {"ruling": "time", "seat": "A", "seconds": 60, "reason": "a slow line"}),
        ):
            answer = await client.post(path, json=body, headers={"Idempotency-Key": path[-9:]})
            assert answer.status_code == 200, answer.text
    full = (await client.get(seat)).json()
    assert [line["text"] for line in full["chat"] if line["role"] == "A"] == ["hello"]
    assert len(full["table"]["rulings"]) == 1
    late = await client.post(f"{seat}/chat", json={"text": "hello"}, headers={"Idempotency-Key": "x" * 41})
    assert (late.status_code, "40 letters" in late.json()["reason"]) == (422, True)


async def test_notes_that_another_page_has_changed_are_not_replaced(w: World) -> None:
    made = await w.match()
    page = await w.reader(made, "A")
    first = await act(w, made, "A", messages.Note("a plan", 0, id="1"))
    assert first.noted == 1
    with pytest.raises(Problem, match="another page of this seat has changed the notes"):
        await act(w, made, "A", messages.Note("another plan", 0, id="2"))
    assert (await act(w, made, "A", messages.Note("a plan", 0, id="3"))).noted == 1  # the same words
    assert (await act(w, made, "A", messages.Note("both plans", 1, id="4"))).noted == 2
    full = await w.full(made, "A")
    assert (full.notes, full.noted) == ("both plans", 2)
    table = (await w.lobby.rooms.room(made.id)).table
    view = table.started_match.seen(Seat.A, 0).view
    slot = next(one.slot for one in table.picture(view).elements if one.markable)
    await act(w, made, "A", messages.Mark(slot, "?", "", id="5"))
    with pytest.raises(Problem, match=r"has marked this place with \?"):
        await act(w, made, "A", messages.Mark(slot, "✓", "", id="6"))
    kept = [frame for frame in page.read() if frame["type"] == "kept"]
    assert [frame["noted"] for frame in kept] == [1, 2, 2]
    assert kept[-1] == {"type": "kept", "notes": "both plans", "noted": 2, "marks": {slot: "?"}}
    version = (await act(w, made, "A", messages.Chat("hello", id="7"))).version
    back, other = await w.reader(made, "A", version), await w.reader(made, "B", version)
    assert [frame for frame in back.read() if frame["type"] in ("full", "kept")] == [kept[-1]]
    assert all(frame["type"] != "kept" for frame in other.read())


async def test_notes_that_are_too_long_are_refused_and_not_cut(w: World) -> None:
    made = await w.match()
    with pytest.raises(Problem, match="notes can have 4000 letters, not 4001"):
        await act(w, made, "A", messages.Note("x" * 4001))
    await act(w, made, "A", messages.Note("가" * 4000))
    assert len((await w.full(made, "A")).notes) == 4000
