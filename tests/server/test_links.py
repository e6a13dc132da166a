"""Links that others may know: the invitation to a seat after somebody sat down, the replay of a match, and the host's link."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.server import tokens
from deathmatch.server.rooms import handovers, looks
from deathmatch.server.table.seating import Reissue
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, World, http, settle, world
from tests.server.test_seasons import opened, resigned
from tests.server.test_seasons import table as table_of

FIRST, SECOND = "1" * 32, "2" * 32  # the claims of two browsers
GAMBIT = {"onlookers": 2, "holds": 0, "first": "A", "lexicon": "any"}


async def invited(w: World, **wanted: Any) -> tuple[bodies.MatchMade, str]:
    """A match in which Ann sits, and the invitation to the other seat."""
    made = await w.lobby.create(bodies.NewMatch(GAUNTLET, {"A": "me", "B": "friend"}, name="Ann", host=True, **wanted))
    return made, str(made.seats["B"])


async def sit(browser: httpx.AsyncClient, key: str, name: str, claim: str = "") -> httpx.Response:
    return await browser.post(f"/api/seats/{key}", json={"name": name, "claim": claim})


# --- The invitation


async def test_the_second_person_with_an_invitation_reads_that_the_seat_is_taken_and_sees_what_spectators_see(
    w: World, client: httpx.AsyncClient, tmp_path: Path
) -> None:
    _, key = await invited(w)
    assert 'id="sit"' in (await client.get(f"/s/{key}")).text
    seated = (await sit(client, key, "Bob", FIRST)).json()
    own = seated["key"]
    assert own != key
    for restarted in (False, True):
        async with http(await w.again() if restarted else w, tmp_path) as stranger:
            page = await stranger.get(f"/s/{key}")
            assert "This seat is taken: you are watching." in page.text
            assert 'data-role="watcher"' in page.text
            assert own not in page.text
            for claim in ("", SECOND):
                refused = await sit(stranger, key, "Eve", claim)
                assert (refused.status_code, refused.json()["reason"]) == (409, "this seat is taken already")
            doors = (f"/r/{key}", f"/api/seats/{key}", f"/api/seats/{key}/receipts", f"/api/hosts/{key}", f"/api/replays/{key}/film")
            for door in doors:
                assert (await stranger.get(door)).status_code == 404, door
            for verb, body in {"submit": {"ply": 0, "text": "score grow"}, "resign": {}, "note": {"text": "x"}, "renew": {}}.items():
                assert (await stranger.post(f"/api/seats/{key}/{verb}", json=body)).status_code == 404, verb
            full = (await stranger.get(f"/api/seats/{own}")).json()
            assert (full["table"]["names"]["B"], full["table"]["state"]) == ("Bob", "running")


async def test_the_browser_that_sat_down_comes_back_by_the_invitation(w: World, client: httpx.AsyncClient) -> None:
    made, key = await invited(w)
    own = (await sit(client, key, "Bob", FIRST)).json()["key"]
    back = await client.get(f"/s/{key}")
    assert (back.status_code, back.headers["location"]) == (303, f"/s/{own}")
    renewed = (await client.post(f"/api/seats/{own}/renew", json={})).json()["key"]
    assert (await client.get(f"/s/{key}")).headers["location"] == f"/s/{renewed}"
    assert (await sit(client, key, "Bob", FIRST)).status_code == 409  # that link is dead
    await w.lobby.act(await w.link(made, "host"), Reissue("B", True, tokens.digest("x").hex()))
    w.lobby.forget(made.id)
    assert (await client.get(f"/s/{key}")).status_code == 200  # as everybody else
    assert "This seat is taken: you are watching." in (await client.get(f"/s/{key}")).text


@pytest.mark.parametrize("way", ["invitation", "ticket", "open seat"])
async def test_an_answer_that_was_lost_is_given_again_to_the_same_browser_alone(w: World, client: httpx.AsyncClient, way: str) -> None:
    seats = {"A": "me", "B": "open" if way == "open seat" else "friend"}
    made = await w.lobby.create(bodies.NewMatch(GAUNTLET, seats, name="Ann", host=True))
    key = str(made.seats["B"])
    if way == "ticket":
        key = (await handovers.reissue(w.lobby, await w.link(made, "host"), "B", substitute=False)).key
    door = f"/api/tables/{made.id}" if way == "open seat" else f"/api/seats/{key}"
    if way == "open seat":
        await w.reader(made, "A")  # the maker is there, so it stands in the list
        w.lobby.directory.tables()
    first, again = [(await client.post(door, json={"name": "Bob", "nonce": "ab" * 16, "claim": FIRST})).json() for _ in range(2)]
    assert first == again
    assert first["name"] == "Bob"
    for claim in ("", SECOND):
        assert (await client.post(door, json={"name": "Eve", "claim": claim})).status_code in (404, 409)
    table = (await w.lobby.rooms.room(made.id)).table
    assert (table.names["B"], table.nonces["B"]) == ("Bob", "ab" * 16)
    assert (await w.lobby.seat(first.get("key") or first["token"])).key.role == "B"
    assert not table.made.open or table.opens("B", first["token"])


async def test_of_two_who_sit_down_at_the_same_instant_one_has_the_seat_and_twice_the_same_is_once(
    w: World, client: httpx.AsyncClient
) -> None:
    for claims in ((FIRST, SECOND), (FIRST, FIRST), (FIRST, ""), ("", SECOND)):
        made, key = await invited(w)
        both = await asyncio.gather(*[sit(client, key, name, claim) for name, claim in zip(("Bob", "Eve"), claims, strict=True)])
        same = claims[0] == claims[1]
        assert sorted(one.status_code for one in both) == ([200, 200] if same else [200, 409])
        assert not same or both[0].json() == both[1].json()
        won = next(one.json() for one in both if one.status_code == 200)
        assert (await w.lobby.seat(won.get("key", key))).key == (await w.store.find(tokens.digest(won.get("key", key))))
        assert (await w.full(made, "A")).table.names["B"] == won["name"]


async def test_nothing_follows_from_an_invitation_once_it_is_used(w: World) -> None:
    made, key = await invited(w)
    invitation = await w.lobby.seat(key)
    await w.lobby.look(invitation, looks.full)  # its heir would be the link to the rematch
    seated = await handovers.claim(w.lobby, invitation, bodies.SitDown("Bob", claim=FIRST))
    own = await w.lobby.seat(seated.key)
    for link in (await w.link(made, "A"), own):
        await w.lobby.look(link, looks.full)
    await w.lobby.act(own, messages.Resign())
    for link in (await w.link(made, "A"), own):
        await w.lobby.act(link, messages.Rematch())
    with pytest.raises(Problem, match="no such link"):
        await w.lobby.seat(tokens.heir(key))
    assert (await w.lobby.seat(tokens.heir(seated.key))).key.role == "A"


# --- The host's link


async def test_a_host_changes_the_host_s_link_and_keeps_everything_that_hung_on_it(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match("letter-hunt/gambit", options=GAMBIT)
    old, reader = str(made.host), await w.reader(made, "host")
    version = (await w.full(made, "host")).version
    polls = asyncio.create_task(client.get(f"/api/hosts/{old}?since={version}&wait=50000"))
    await settle()
    new = (await client.post(f"/api/hosts/{old}/renew", json={})).json()
    assert new["seat"] == "host"
    await settle()
    assert reader.gone
    assert (await polls).status_code == 404
    doors = ("/", "/links", "/ruling", "/webhooks", "/talks", "/picture", "/record")
    for door in (f"/h/{old}", f"/r/{old}", f"/api/hands/{old}", *(f"/api/hosts/{old}{door}" for door in doors)):
        assert (await client.get(door)).status_code == 404, door
    for verb in ("pause", "renew", "seats", "webhooks"):
        body = {"seat": "A"} if verb == "seats" else {"address": "https://here.example/x"} if verb == "webhooks" else {}
        assert (await client.post(f"/api/hosts/{old}/{verb}", json=body)).status_code == 404, verb
    assert (await client.get("/api/me")).json()["matches"][0]["link"] == f"/h/{new['key']}"
    for restarted in (False, True):
        at = await w.again() if restarted else w
        host = await at.lobby.host(new["key"])
        onlookers = {role: key for role, key in made.onlookers.items() if role != "caster"}
        assert (await at.lobby.look(host, looks.links, new["key"])).onlookers == onlookers
        full = await at.within(host, lambda room: room.full("host"))
        assert [line.text for line in full.chat] == ["The host changed the host's link."]
    await at.ask(made, "A", lambda room, seat: room.resign(seat))
    for seat in ("A", "B"):
        await at.ask(made, seat, lambda room, role: room.wish(role, ""))
    after = await at.lobby.host(tokens.heir(new["key"]))
    assert (await at.lobby.look(after, looks.links, after.token)).onlookers == {role: tokens.heir(key) for role, key in onlookers.items()}
    with pytest.raises(Problem, match="no such link"):
        await at.lobby.host(tokens.heir(old))


# --- The replay


async def test_no_address_on_the_pages_of_a_finished_match_has_a_secret_key_in_it(w: World, client: httpx.AsyncClient) -> None:
    for publish in (True, False):
        made = await w.match(settings={"publish": publish})
        await w.ask(made, "A", lambda room, seat: room.resign(seat))
        for way in (f"/s/{made.seats['A']}", f"/h/{made.host}", f"/w/{made.id}", f"/r/{made.host}", f"/r/{made.id}"):
            page = (await client.get(way)).text
            addresses = re.findall(r'(?:href|src|data-link|content)="([^"]*)"', page)
            assert f"/r/{made.id}" in page or way.startswith("/r/")
            assert not [one for one in addresses if any(key and key in one for key in (made.host, *made.seats.values()))], way


# --- Seasons


async def season_of(browser: httpx.AsyncClient, **more: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """A season, and a table of it at which both players sit."""
    season = await opened(browser, **more)
    return season, await table_of(browser, season["host"], settings={"publish": False})


async def test_a_season_s_host_changes_the_own_link_and_that_of_a_table(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path) as browser:
        season, table = await season_of(browser)
        old, at = season["host"], (await browser.post(f"/api/hosts/{table['host']}/renew", json={})).json()["key"]
        await settle()
        new = (await browser.post(f"/api/seasons/{old}/renew", json={})).json()["host"]
        for verb in ("matches", "renew", "cohosts"):
            body = {"name": "Cay"} if verb == "cohosts" else {"players": {"A": 1, "B": 2}, "variant": GAUNTLET} if verb == "matches" else {}
            assert (await browser.post(f"/api/seasons/{old}/{verb}", json=body)).status_code == 404
        assert (await browser.get(f"/season/{old}")).status_code == 404
        cohost = (await browser.post(f"/api/seasons/{new}/cohosts", json={"name": "Cay"})).json()["link"]
        assert (await browser.post(f"/api/seasons/{cohost}/renew", json={})).status_code == 403
        for restarted in (False, True):
            async with http(await w.again() if restarted else w, tmp_path) as client:
                page = (await client.get(f"/season/{new}")).text
                assert f'href="/h/{at}"' in page
                assert table["host"] not in page
                assert (await client.get(f"/season/{season['viewer']}")).status_code == 200


@pytest.mark.parametrize("public", [True, False])
async def test_addresses_on_a_season_s_pages_have_no_key_with_which_anything_can_be_done(client: httpx.AsyncClient, public: bool) -> None:
    season, table = await season_of(client, public=public)
    await resigned(client, table)
    page = (await client.get(f"/season/{season['host']}")).text
    addresses = re.findall(r'href="([^"]*)"', page)
    assert not [one for one in addresses if season["host"] in one]
    players = [one for one in addresses if "/player/" in one]
    shared = season["id"] if public else season["viewer"]
    assert players
    assert all(one.startswith(f"/season/{shared}/player/") for one in players)
    assert f'data-save="/season/{season["host"]}/match/1.dm"' in page  # the record is not published
    assert season["host"] not in (await client.get(players[0])).text
