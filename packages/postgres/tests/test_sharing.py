"""Two servers on one store: no process owns a match, and a conflict is news."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import AsyncMock

import msgspec
import pytest

from deathmatch.core.errors import Refusal
from deathmatch.match.journal import LateError
from deathmatch.server.rooms import handovers
from deathmatch.server.rooms.calendar import FIRST_MS
from deathmatch.server.store.interface import Addition, StoreError
from deathmatch.server.table import entries
from deathmatch.server.table.forgetting import Forget
from deathmatch.server.table.play import Moved
from deathmatch.server.table.roles import Sender
from deathmatch.server.table.writing import Said
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.problems import Problem
from deathmatch_postgres import leases
from deathmatch_postgres.duties import GRACE_MS, LOOK_MS, TAKEN_MS, UNSEEN_MS
from deathmatch_postgres.leases import LEASED_MS
from packages.postgres.tests.databases import until
from packages.postgres.tests.many import calm, check_prefix, die, play, servers, store_of, table, until_ply
from tests.server.test_links import FIRST, SECOND, invited
from tests.server.test_once import act

# --- Two servers on one store: no process owns a match, and a conflict is news


ROLES = ("A", "B", "host", "watcher")
SUBMITTED, TIMED_OUT = "submitted", "timed_out"


async def test_an_answer_that_is_no_longer_possible_is_refused_and_the_first_one_counts() -> None:
    async with servers() as (x, y):
        made = await x.match()
        store_of(y).held = True
        await table(y, made.id)
        await x.submit(made, "A", 0, "score grow")
        with pytest.raises(Refusal):
            await y.submit(made, "A", 0, "claim grow")
        await y.submit(made, "A", 0, "SCORE  grow")  # the same again, after a lost acknowledgement: it is no second one
        moves = [entry for entry in map(entries.decode, x.store.matches[made.id]) if isinstance(entry, Moved)]
        assert len(moves) == 2
        assert "start" in moves[0].events[0][0]


async def test_a_submission_whose_acknowledgement_was_lost_counts_once_on_every_server() -> None:
    async with servers() as (x, y):
        made = await x.match()
        append = store_of(x).disk.append

        async def cut(*args: Any, **kwargs: Any) -> None:
            await append(*args, **kwargs)
            raise StoreError("the connection was lost at the commit")

        store_of(x).disk.append = cut  # type: ignore[method-assign]
        with pytest.raises(Problem, match="could not be saved"):
            await x.submit(made, "A", 0, "score grow")
        store_of(x).disk.append = append  # type: ignore[method-assign]
        before = len(x.store.matches[made.id])
        assert (await y.submit(made, "A", 0, "score grow")).text == "score grow"
        assert (await x.submit(made, "A", 0, "score grow")).text == "score grow"
        assert len(x.store.matches[made.id]) == before
        await x.submit(made, "B", 0, "score grow")
        assert (await x.full(made, "A")).seen.ply == 1


async def test_a_server_that_is_always_too_slow_gives_up_with_a_clear_refusal() -> None:
    async with servers() as (x, _):
        made = await x.match()
        await table(x, made.id)
        append = store_of(x).disk.append

        async def faster(addition: Addition) -> None:
            line = Said(x.time.now(), x.time.wall(), "Bob", "B", "faster")
            await append(Addition(addition.match, addition.first, [entries.encode(line)], x.time.now(), begun=True))
            await append(addition)

        store_of(x).disk.append = faster  # type: ignore[method-assign]
        with pytest.raises(Problem, match="this table is busy"):
            await x.submit(made, "A", 0, "score grow")
        store_of(x).disk.append = append  # type: ignore[method-assign]
        await x.submit(made, "A", 0, "score grow")


async def test_the_readers_of_a_server_that_stops_are_told_to_come_again_and_miss_nothing_at_the_other() -> None:
    async with servers() as (x, y):
        made = await x.match()
        here = {role: await x.reader(made, role) for role in ROLES}
        await play(x, made, "A")
        asked = asyncio.create_task(play(x, made, "B"), name="on its way")
        await calm()
        await x.lobby.dismiss()
        assert await asked, "what came in is still done"
        assert all(reader.gone and "it will go on from here" in reader.dropped for reader in here.values())
        assert "going down" in here["A"].dropped
        version = (await table(y, made.id)).version
        assert (await table(y, made.id)).started_match.ply == 1
        for role, reader in here.items():
            known = max([frame["version"] for frame in reader.read() if "version" in frame], default=0)
            again = await y.reader(made, role, known)
            assert again.read()[-1]["version"] == version
        assert await play(y, made, "A")


# --- Clocks


async def test_a_submission_in_time_counts_although_the_other_server_was_quicker_to_see_the_deadline() -> None:
    async with servers() as (x, y):
        made = await x.match(options={"time_submit": 10})
        await y.full(made, "B")
        await x.submit(made, "B", 0, "score grow")
        await x.time.pass_by(9_999)
        gate = x.store.disk.gate = asyncio.Event()  # type: ignore[attr-defined]
        late = asyncio.create_task(x.submit(made, "A", 0, "score grow"), name="late")
        await x.time.pass_by(GRACE_MS - 10)  # the disk is slow, and the deadline passes
        gate.set()
        assert (await late).text == "score grow"
        await calm()
        await x.time.pass_by(2 * GRACE_MS)
        assert "timeout" not in (await table(y, made.id)).started_match.record()


async def test_a_time_out_is_entered_once_after_the_grace_though_both_servers_hold_the_match() -> None:
    async with servers() as (x, y):
        made = await x.match(options={"time_submit": 10})
        a, b = await x.reader(made, "A"), await y.reader(made, "B")
        await x.submit(made, "A", 0, "score grow")
        await x.time.pass_by(10_000 + GRACE_MS - 1)
        with pytest.raises(LateError):
            await y.submit(made, "B", 0, "score grow")
        assert (await table(x, made.id)).started_match.ply == 0
        with pytest.raises(Problem, match="just running out"):
            await y.ask(made, "host", lambda room, role: room.pause(role, True))
        await x.time.pass_by(2)
        await calm()
        log = [entry for entry in map(entries.decode, x.store.matches[made.id]) if isinstance(entry, Moved)]
        assert [kind for entry in log for kind, _ in entry.events if kind == TIMED_OUT] == [TIMED_OUT]
        version = (await table(x, made.id)).version
        check_prefix(a.read(), version)
        check_prefix(b.read(), version)


async def test_a_due_match_is_given_to_one_server_until_its_time_is_over() -> None:
    async with servers(3) as (x, y, z):
        made = await x.match(options={"time_submit": 10})
        await die(x)
        await y.time.pass_by(FIRST_MS)
        due = store_of(y).disk.moments[made.id]
        await y.time.pass_by(due - y.time.now() - 1)
        assert await store_of(y).take_due(due, TAKEN_MS, 10) == [made.id]
        assert await store_of(z).take_due(due, TAKEN_MS, 10) == []
        await y.time.pass_by(TAKEN_MS - LOOK_MS)
        assert len(y.lobby.rooms) + len(z.lobby.rooms) == 0, "the server that took it is as good as dead"
        await y.time.pass_by(3 * LOOK_MS)
        assert len(y.lobby.rooms) + len(z.lobby.rooms) == 1
        assert (await table(y, made.id)).started_match.ply == 1


async def test_a_match_that_is_due_for_long_and_in_memory_is_not_loaded_once_more() -> None:
    async with servers() as (x, y):
        x.thinker.gate = y.thinker.gate = asyncio.Event()
        made = await x.match(seats={"A": "me", "B": "bot:dummy"}, settings={"untimed": True})
        a = await x.reader(made, "A")
        room = x.lobby.rooms.known(made.id)
        await play(x, made, "A")
        await x.time.pass_by(UNSEEN_MS + 2 * LOOK_MS + TAKEN_MS)  # its bot thinks all the while
        assert x.lobby.rooms.known(made.id) is room
        a.read()
        x.thinker.gate.set()
        await until_ply(y, made, 1)
        await calm()
        assert "update" in a.types(), "its readers are those of the match that goes on"


# --- All else at a table


async def test_a_ruling_on_one_server_takes_back_what_was_played_on_another() -> None:
    async with servers() as (x, y):
        made = await x.match()
        a, b = await x.reader(made, "A"), await y.reader(made, "B")
        for _ in range(3):
            await play(x, made, "A")
            await play(y, made, "B")
        await calm()
        await y.ask(made, "host", lambda room, role: room.rule(role, "back", event=1))
        await calm()
        await x.ask(made, "host", lambda room, role: room.pause(role, False))
        assert (await table(x, made.id)).started_match.ply == (await table(y, made.id)).started_match.ply
        assert await play(x, made, "A")
        await calm()
        version = (await table(x, made.id)).version
        check_prefix(a.read(), version)
        check_prefix(b.read(), version)


async def test_a_rematch_that_two_want_at_the_same_time_on_two_servers_is_made_once() -> None:
    async with servers() as (x, y):
        made = await x.match()
        await x.ask(made, "A", lambda room, role: room.resign(role))
        await calm()
        await asyncio.gather(*[w.ask(made, s, lambda r, role: r.wish(role, str(made.seats[role]))) for w, s in ((x, "A"), (y, "B"))])
        await calm()
        links = [(await w.full(made, role)).table.rematch for w in (x, y) for role in ("A", "B")]
        assert links[:2] == links[2:]
        assert all(links)
        assert len(x.store.matches) == 2
        roles = {(await w.lobby.seat(link.rsplit("/", 1)[-1])).key.role for w in (x, y) for link in links}
        assert roles == {"A", "B"}


async def test_a_name_is_gone_although_the_news_of_it_were_lost() -> None:
    async with servers() as (x, y):
        made = await x.match(name="Zaphira")
        b = await y.reader(made, "B")
        store_of(y).lost = True
        room = await x.lobby.rooms.room(made.id)
        await room.act(Sender("A", str(made.seats["A"])), Forget())
        assert not b.gone
        await y.submit(made, "B", 0, "score grow")  # the conflict tells
        assert b.gone
        assert "Zaphira" not in str(msgspec.to_builtins(await y.full(made, "B")))


# --- Two servers on one store, and the news between them: news that come late, and news that are lost


async def test_the_losing_server_catches_up_after_its_connection_was_lost() -> None:
    async with servers() as (x, y):
        made = await x.match()
        b = await y.reader(made, "B")
        store_of(y).lost = True
        await x.submit(made, "A", 0, "score grow")
        await calm()
        b.read()
        assert (await y.full(made, "B")).version < (await x.full(made, "B")).version
        store_of(y).reconnect()
        await calm()
        assert (await y.full(made, "B")).version == (await x.full(made, "B")).version
        assert b.types() == ["update"]
        store_of(y).lost = True
        await x.submit(made, "B", 0, "score grow")
        known = (await x.full(made, "A")).version
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store_of(y), "load", AsyncMock(side_effect=StoreError("no answer")), raising=False)
            with pytest.raises(Problem, match="cannot open this table now"):
                await y.reader(made, "A", known)
        assert (await y.reader(made, "A", known)).read()[0]["version"] == known, "nobody is led back"


async def test_news_that_come_while_a_match_is_loaded_are_not_lost() -> None:
    async with servers() as (x, y):
        made = await x.match()
        load, gate = store_of(y).disk.load, asyncio.Event()

        async def slow(match: str, first: int = 0) -> list[bytes] | None:
            found = await load(match, first)
            await gate.wait()
            return found

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store_of(y), "load", slow, raising=False)
            opening = asyncio.create_task(y.lobby.rooms.room(made.id), name="load here")
            await calm()
            await x.submit(made, "A", 0, "score grow")
            gate.set()
            await opening
            await calm()
            assert (await table(y, made.id)).count == len(x.store.matches[made.id])


# --- The bots of several servers on one store: each thinks on one of them, and on another one if that dies or stands still


async def test_a_bot_thinks_on_one_server_and_on_another_if_that_dies() -> None:
    async with servers() as (x, y):
        made = await x.match(seats={"A": "me", "B": "bot:dummy"})
        await x.full(made, "A")
        await y.reader(made, "A")
        await calm()
        for _ in range(6):
            await play(x, made, "A")
            await calm()
            await asyncio.sleep(0)
        asked = len(x.thinker.asked) + len(y.thinker.asked)
        assert asked <= (await table(x, made.id)).started_match.ply + 1
        x.thinker.gate = asyncio.Event()
        holder = x if store_of(x).database.leases[f"bot {made.id} B"][0] is store_of(x) else y
        other = y if holder is x else x
        holder.thinker.gate = asyncio.Event()
        ply = (await table(other, made.id)).started_match.ply
        await play(other, made, "A")
        await die(holder)
        other.thinker.gate = None
        await other.time.pass_by(LEASED_MS + 1)
        async with asyncio.timeout(20):
            await until_ply(other, made, ply + 1)


async def test_a_bot_that_thinks_long_thinks_on_one_server_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEW_S", 0.001)
    monkeypatch.setattr(leases, "LOOK_S", 0.0)

    async with servers() as (x, y):
        x.thinker.gate = y.thinker.gate = asyncio.Event()
        made = await x.match(seats={"A": "me", "B": "bot:dummy"}, settings={"untimed": True})
        await y.full(made, "A")
        held, name = store_of(x).database.leases, f"bot {made.id} B"
        for _ in range(5):
            await x.time.pass_by(LEASED_MS - 100)
            await until(lambda: held[name][1] > x.time.now() + LEASED_MS - 100)
        assert len(x.thinker.asked) + len(y.thinker.asked) == 1
        x.thinker.gate.set()
        await play(x, made, "A")
        await until_ply(y, made, 1)


async def test_a_server_that_stood_still_while_its_bot_thought_changes_nothing_when_it_comes_back(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one has had the bot think meanwhile, and has its move in the log."""
    monkeypatch.setattr(leases, "RENEW_S", 1_000.0)

    async with servers() as (x, y):
        gates = x.thinker.gate, y.thinker.gate = asyncio.Event(), asyncio.Event()
        made = await x.match(seats={"A": "me", "B": "bot:dummy"}, settings={"untimed": True})
        a = await y.reader(made, "A")
        await calm()
        holder, other, (of_holder, of_other) = (x, y, gates) if x.thinker.asked else (y, x, gates[::-1])
        assert not other.thinker.asked
        store_of(holder).held = True
        await other.time.pass_by(LEASED_MS + 1)
        await until(lambda: other.thinker.asked)
        of_other.set()
        await calm()
        count = len(x.store.matches[made.id])
        assert (await other.full(made, "A")).seen.sealed == ["B"]
        holder.thinker.answer = "claim steal"
        of_holder.set()
        store_of(holder).let_go()
        await calm()
        assert len(x.store.matches[made.id]) == count, "its move is not in the log"
        await play(x, made, "A")
        await until_ply(y, made, 1)
        check_prefix(a.read(), (await table(y, made.id)).version)

    assert caplog.messages == []


# --- The things that one process did are known at the others before their news have come: invitations, links, messages with an id


async def test_an_invitation_that_was_used_at_another_process_is_taken_here_too() -> None:
    async with servers() as (x, y):
        _, key = await invited(x)
        stale = await y.lobby.sitting(key)
        assert (await y.lobby.linked_table("s", key)).taken is False
        seated = await handovers.claim(x.lobby, await x.lobby.sitting(key), bodies.SitDown("Bob", claim=FIRST))
        with pytest.raises(Problem, match="taken already"):
            await handovers.claim(y.lobby, stale, bodies.SitDown("Eve", claim=SECOND))
        assert (await handovers.claim(y.lobby, stale, bodies.SitDown("Bob", claim=FIRST))).key == seated.key
        await calm()
        assert (await y.lobby.linked_table("s", key)).closed == "B"
        assert (await y.lobby.linked_table("s", seated.key)).role == "B"


async def test_a_host_s_link_that_was_changed_at_another_process_is_dead_here_too() -> None:
    async with servers() as (x, y):
        made = await x.match()
        stale, reader = await y.link(made, "host"), await y.reader(made, "host")
        new = await handovers.renew(x.lobby, await x.link(made, "host"))
        with pytest.raises(Problem, match="no such link"):
            await y.lobby.act(stale, messages.Pause())
        await calm()
        assert reader.gone
        with pytest.raises(Problem, match="no such link"):
            await y.lobby.host(str(made.host))
        await y.lobby.act(await y.lobby.host(new.key), messages.Pause())


async def test_another_process_knows_what_was_done_here() -> None:
    async with servers() as (x, y):
        made = await x.match()
        for w in (x, y, x):
            await act(w, made, "A", messages.Chat("one moment", id="1"))
        await act(y, made, "B", messages.Chat("of course", id="1"))  # another role's own id
        assert [line.text for line in (await y.full(made, "A")).chat] == ["one moment", "of course"]
