"""Seats before and during a match: check-in, substitutes, and links that die at once when new ones take their place."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from deathmatch.server import tokens
from deathmatch.server.rooms import handovers, looks
from deathmatch.server.table.roles import Sender
from deathmatch.server.table.seating import HANDOVERS, Reissue
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.problems import Problem
from tests.server.kit import Reader, World, settle

CHECK_IN = {"check_in": True}


async def give_out(w: World, made: bodies.MatchMade, seat: str, substitute: bool = False) -> str:
    """The new link of a seat."""
    new = await handovers.reissue(w.lobby, await w.link(made, "host"), seat, substitute=substitute)
    await settle()
    return new.key


async def take_over(w: World, key: str, name: str = "Cleo") -> str:
    """The link of a seat after somebody took it over."""
    seated = await handovers.claim(w.lobby, await w.lobby.sitting(key), bodies.SitDown(name))
    await settle()
    return seated.key


def lines(full: messages.Full) -> list[str]:
    return [line.text for line in full.chat]


# --- Check-in


async def test_a_match_waits_until_both_players_are_ready_and_survives_a_restart_meanwhile(w: World) -> None:
    made = await w.match(settings=CHECK_IN)
    table = (await w.full(made, "A")).table
    assert (table.state, table.ready) == ("waiting", [])
    await w.lobby.act(await w.link(made, "A"), messages.Ready())
    await w.lobby.act(await w.link(made, "A"), messages.Ready())  # twice is once
    again = await w.again()
    table = (await again.full(made, "watcher")).table
    assert (table.state, table.ready) == ("waiting", ["A"])
    await again.lobby.act(await again.link(made, "B"), messages.Ready())
    table = (await again.full(made, "A")).table
    assert (table.state, table.ready) == ("running", ["A", "B"])


@pytest.mark.parametrize(
    ("settings", "seats", "role", "reason"),
    [
        ({}, {"A": "me", "B": "friend"}, "A", "does not ask whether the players are ready"),
        (CHECK_IN, {"A": "me", "B": "open"}, "A", "a seat is still free"),
        (CHECK_IN, {"A": "me", "B": "friend"}, "host", "only a player"),
    ],
)
async def test_ready_is_refused_if_it_means_nothing(
    w: World, settings: dict[str, Any], seats: dict[str, str], role: str, reason: str
) -> None:
    made = await w.match(seats=seats, settings=settings)
    with pytest.raises(Problem, match=reason):
        await w.lobby.act(await w.link(made, role), messages.Ready())


# --- Links


async def test_an_old_link_dies_at_once_and_the_new_one_shows_nothing_until_it_is_claimed(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match()
    old, reader = str(made.seats["B"]), await w.reader(made, "B")
    await w.submit(made, "B", 0, "score grow")
    key = await give_out(w, made, "B")
    assert reader.gone
    for wrong in (old, key):
        for path in (f"/api/seats/{wrong}", f"/api/seats/{wrong}/receipts", f"/r/{wrong}"):  # at all doors: tests/leaks/test_seats.py
            assert (await client.get(path)).status_code == 404
        assert (await client.post(f"/api/seats/{wrong}/submit", json={"ply": 0, "text": "score grow"})).status_code == 404
    assert (await client.get(f"/s/{old}")).status_code == 404
    page = await client.get(f"/s/{key}")
    assert page.status_code == 200
    assert "score grow" not in page.text
    seated = (await client.post(f"/api/seats/{key}", json={"name": "Eve"})).json()
    assert (seated["role"], seated["name"]) == ("B", "Bob")  # the same player came back
    assert (await client.post(f"/api/seats/{key}", json={"name": "Eve"})).status_code == 404
    full = (await client.get(f"/api/seats/{seated['key']}")).json()
    assert full["seen"]["private"]["submitted"] == "score grow"
    assert [line["text"] for line in full["chat"]] == [
        "The host gave out a new link for seat B. The old link is dead.",
        "Bob is back in seat B, with the new link.",
    ]
    assert (await client.get("/api/me")).json()["matches"][0]["link"] == f"/s/{seated['key']}"


async def test_a_substitute_goes_on_without_the_notes_of_the_player_before(w: World) -> None:
    made = await w.match()
    await w.ask(made, "B", lambda room, seat: room.note(seat, "my plan"))
    await w.submit(made, "B", 0, "score grow")
    new = await take_over(w, await give_out(w, made, "B", substitute=True))
    for restarted in (False, True):
        at = await w.again() if restarted else w
        link = await at.lobby.seat(new)
        full = await at.within(link, lambda room: room.full("B"))
        assert (full.notes, full.table.names, full.table.vacant) == ("", {"A": "Ann", "B": "Cleo"}, [])
        assert full.seen is not None
        assert full.seen.private is not None
        assert full.seen.private["submitted"] == "score grow"
        await at.lobby.act(link, messages.Note("a new plan"))
        await at.lobby.act(link, messages.Note(""))
    await at.lobby.act(link, messages.Resign())
    record = await at.within(link, lambda room: room.record("B"))
    assert "\nname B Bob\n" in record
    assert "\ntag substitute B 0 Cleo\n" in record


async def test_a_substitute_is_called_you_from_the_first_move_on(w: World) -> None:
    made = await w.match()
    for seat, cards in (("A", "score grow"), ("B", "claim steal")):
        await w.submit(made, seat, 0, cards)
    link = await w.lobby.seat(await take_over(w, await give_out(w, made, "B", substitute=True)))
    await w.submit(made, "A", 1, "claim block:score")
    await w.lobby.act(link, messages.Submit(1, "score grow"))
    words = [beat.words for beat in (await w.within(link, lambda room: room.full("B"))).log]
    assert {"Bob plays Claim and Steal.", "You play Score and Grow."} <= set(words)
    assert "You play Claim and Steal." not in words


async def test_a_command_that_is_on_its_way_when_its_link_dies_is_refused(w: World) -> None:
    made = await w.match()
    link = await w.link(made, "B")
    room = await w.lobby.room(link)
    await give_out(w, made, "B")
    with pytest.raises(Problem, match="no such link"):
        await room.act(Sender("B", link.token), messages.Submit(0, "score grow"))
    with pytest.raises(Problem, match="no such link"):
        await w.lobby.look(link, looks.full)


async def test_a_long_poll_and_a_reader_who_just_comes_get_nothing_once_their_link_is_dead(w: World) -> None:
    made = await w.match()
    link = await w.link(made, "B")
    version = (await w.full(made, "B")).version
    waiting = asyncio.create_task(w.lobby.look(link, looks.news, version, 60_000))
    await settle()
    await give_out(w, made, "B")
    with pytest.raises(Problem, match="no such link"):
        await waiting
    reader = Reader()
    room = await w.lobby.rooms.room(made.id)
    with pytest.raises(Problem, match="no such link"):
        await room.join("B", reader, 0, link.token)
    assert not reader.frames


async def test_a_player_changes_the_own_link_and_the_rematch_follows_the_new_one(w: World) -> None:
    made = await w.match()
    old = await w.link(made, "A")
    new = await handovers.renew(w.lobby, old)
    with pytest.raises(Problem, match="no such link"):
        await w.lobby.look(old, looks.full)
    link = await w.lobby.seat(new.key)
    assert lines(await w.within(link, lambda room: room.full("A"))) == ["Ann changed the link of seat A."]
    await w.lobby.act(link, messages.Resign())
    later = await take_over(w, await give_out(w, made, "B"))  # the link is lost after the end
    other = await w.lobby.seat(later)
    for one in (link, other):
        await w.lobby.act(one, messages.Rematch())
    for one, seat in ((link, "B"), (other, "A")):
        table = (await w.lobby.look(one, looks.full)).table
        assert (await w.lobby.seat(table.rematch.rsplit("/", 1)[1])).key.role == seat
    with pytest.raises(Problem, match="no such link"):
        await w.lobby.seat(tokens.heir(old.token))
    with pytest.raises(Problem, match="agreed on the next match"):
        await give_out(w, made, "A")


@pytest.mark.parametrize(
    ("seats", "role", "seat", "reason"),
    [
        ({"A": "me", "B": "friend"}, "A", "B", "only the host"),
        ({"A": "me", "B": "bot:dummy"}, "host", "B", "a bot plays"),
        ({"A": "me", "B": "open"}, "host", "B", "is offered to everybody"),
    ],
)
async def test_a_seat_is_given_out_only_by_the_host_and_only_a_persons(
    w: World, seats: dict[str, str], role: str, seat: str, reason: str
) -> None:
    made = await w.match(seats=seats)
    with pytest.raises(Problem, match=reason):
        await w.lobby.act(await w.link(made, role), Reissue(seat, False, "00" * 32))


async def test_the_links_of_a_table_cannot_change_for_ever(w: World) -> None:
    made = await w.match()
    for _ in range(HANDOVERS):
        await give_out(w, made, "B")
    with pytest.raises(Problem, match="cannot change again"):
        await give_out(w, made, "B")
