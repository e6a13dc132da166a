"""One address with many right links: what all of them together may use up, and the little that is left to each of them then."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.server.rooms.lobby import Link
from deathmatch.server.settings import Rate
from deathmatch.server.store.interface import Key
from deathmatch.server.web.doorman import COMING_BACK, LOUD, NOBODY, Allowance, Holder, Places
from tests.limits import OPEN
from tests.server.test_doors import NEVER, client, come, comes, links
from tests.server.test_sockets import begin, read

US, THEM = "198.51.100.1", "198.51.100.2"


def used(allowance: Allowance, holder: Holder, who: str = US, tries: int = 40) -> int:
    """How often something can be taken."""
    return sum(allowance.take(who, holder) for _ in range(tries))


def seat(number: int, match: str = "m") -> Holder:
    return Holder.of(Link(Key(match, "A"), f"link {number}"))


def test_all_links_of_an_address_share_one_allowance_and_each_seat_keeps_a_little() -> None:
    allowance = Allowance(Rate(7, NEVER), Rate(10, NEVER), Rate(25, NEVER), Rate(2, NEVER))
    assert [used(allowance, seat(number)) for number in range(5)] == [10 + 7, 10, 5 + 2, 2, 2]
    assert used(allowance, NOBODY) == 0  # a link that had used up its own has used up that of the address
    assert used(allowance, seat(9), THEM) == 10 + 7
    assert used(allowance, NOBODY, THEM) == 0


def test_what_all_links_of_an_address_can_use_grows_with_its_seats_and_tables_alone() -> None:
    """Sixteen onlookers of a table have together what one seat has."""
    allowance = Allowance(Rate(7, NEVER), Rate(100, NEVER), Rate(25, NEVER), Rate(2, NEVER))
    tables, roles = range(20), ["A", "B", "host", *(f"onlooker-{number}" for number in range(1, 17))]
    holders = [Holder.of(Link(Key(f"m{table}", role), f"{table} {role}")) for table in tables for role in roles]
    assert len(holders) == 380
    assert sum(used(allowance, holder) for _ in range(3) for holder in holders) == 25 + 7 + 2 * 4 * len(tables)


def test_a_link_without_a_way_to_the_allowance_of_its_address_does_not_use_it() -> None:
    allowance = Allowance(Rate(7, NEVER), Rate(10, NEVER), Rate(25, NEVER), Rate(2, NEVER), beyond=False)
    assert [used(allowance, seat(number)) for number in range(4)] == [10, 10, 7, 2]
    assert used(allowance, NOBODY) == 7


def test_nothing_is_counted_while_one_only_asks() -> None:
    allowance = Allowance(Rate(1, NEVER), Rate(1, NEVER), Rate(1, NEVER), Rate(1, NEVER))
    assert [allowance.has(US, seat(1)) for _ in range(9)] == [True] * 9
    assert used(allowance, seat(1)) == 2
    assert not allowance.has(US, seat(1))
    assert allowance.has(US, seat(2))  # its spare one


def test_a_watcher_without_a_secret_link_is_nobody() -> None:
    assert Holder.of(Link(Key("m", "watcher"), "")) is NOBODY
    assert not NOBODY


def test_a_table_with_many_connections_gives_way_before_a_table_with_few() -> None:
    places, displaced = Places(6), list[str]()
    for name in ("few 1", "many 1", "many 2", "few 2", "many 3", "many 4", "many 5", "other 1", "other 2"):
        places.enter("x", lambda name=name: displaced.append(name), group=name.partition(" ")[0])  # type: ignore[misc]
    assert displaced == ["many 1", "many 2", "many 3"]


async def _plays(address: str, made: Any, guest: str = US) -> None:
    """Both seats of a match come and submit."""
    for path in links(made)[:2]:
        async with come(address, path, guest) as ws:
            await read(ws, "full")
            await ws.send('{"type":"submit","ply":0,"text":"score grow"}')
            await read(ws, "accepted")


@pytest.mark.nightly
@pytest.mark.limits(sent=Rate(4 * COMING_BACK, NEVER), sent_to_links=Rate(8 * COMING_BACK, NEVER), sent_spare=Rate(2 * COMING_BACK, NEVER))
async def test_one_who_reconnects_through_hundreds_of_links_is_bounded_and_a_neighbour_plays(address: str) -> None:
    loud, quiet = [await begin(address) for _ in range(4)], await begin(address)
    came = [await comes(address, path) for _ in range(4) for made in loud for path in links(made)]
    most = 8 + 4 + 2 * 12  # all links, the address, and the spare ones of twelve links
    assert most // 3 < came.count(True) <= most
    assert came[-12:] == [False] * 12
    assert not await comes(address, f"/w/{quiet['id']}")
    await _plays(address, quiet)
    assert await comes(address, links(loud[0])[0], THEM)  # the same link from elsewhere: it counts there


@pytest.mark.limits(
    requests=Rate(14, NEVER), requests_of_link=OPEN.requests, requests_of_links=Rate(12, NEVER), requests_spare=Rate(2, NEVER)
)
async def test_one_who_asks_through_hundreds_of_links_is_bounded_and_a_neighbour_plays(address: str) -> None:
    loud, quiet = [await begin(address) for _ in range(4)], await begin(address)
    paths = [f"/api{path.replace('/s/', '/seats/').replace('/h/', '/hosts/')}" for made in loud for path in links(made)]
    async with client(address) as http:
        answers = [(await http.get(path)).status_code for _ in range(6) for path in paths]
        assert answers.count(200) == 12 + 14 + 2 * len(paths)
        assert answers[-12:] == [429] * 12
        assert (await http.get(f"/api/matches/{quiet['id']}")).status_code == 429
        ours = f"/api{links(quiet)[0].replace('/s/', '/seats/')}"
        assert (await http.get(ours)).status_code == 200
        assert (await http.post(f"{ours}/submit", json={"ply": 0, "text": "score grow"})).status_code == 200
        assert (await http.get(ours)).status_code == 429


@pytest.mark.limits(
    requests_of_link=OPEN.requests,
    answers=Rate(30_000, NEVER),
    answers_to_link=OPEN.answers,
    answers_to_links=Rate(40_000, NEVER),
    answers_spare=Rate(10_000, NEVER),
)
async def test_bytes_of_answers_to_all_links_of_an_address_are_bounded(address: str) -> None:
    loud, quiet = [await begin(address) for _ in range(4)], await begin(address)
    paths = [f"/api{path.replace('/s/', '/seats/')}" for made in loud for path in links(made)[:2]]
    async with client(address) as http:
        size = len((await http.get(paths[0])).content)
        answers = [(await http.get(path)).status_code for _ in range(20) for path in paths]
        assert answers.count(200) <= (40_000 + 30_000 + 10_000 * len(paths)) // size + 2 + len(paths)
        assert answers[-8:] == [429] * 8
        assert (await http.get(f"/api{links(quiet)[0].replace('/s/', '/seats/')}")).status_code == 200


@pytest.mark.limits(frames_of_links=Rate(40, NEVER), frames_spare=Rate(2, NEVER))
async def test_messages_through_all_links_of_an_address_are_bounded_and_what_everybody_hears_counts_more(address: str) -> None:
    loud, quiet = [await begin(address) for _ in range(2)], await begin(address)
    told = []
    async with client(address) as http:
        for made in loud:
            for path in links(made):
                api = f"/api{path.replace('/s/', '/seats/').replace('/h/', '/hosts/')}"
                told += [(await http.post(f"{api}/chat", json={"text": "hello"})).status_code for _ in range(6)]
    assert told == [200] * (40 // LOUD) + [200, *[429] * 3] + [200, *[429] * 5] * 4  # those of all links; then each link has one left
    await _plays(address, quiet)
    async with come(address, links(loud[1])[0]) as ws:
        await read(ws, "full")
        await ws.send('{"type":"chat","text":"hello"}')
        assert (await read(ws, "refused"))["about"] in ("chat", "message")


@pytest.mark.limits(frames=Rate(3 * LOUD, NEVER))
async def test_over_a_websocket_too_what_everybody_hears_counts_more(address: str) -> None:
    made = await begin(address)
    async with come(address, links(made)[0]) as ws:
        await read(ws, "full")
        for number in range(5):
            await ws.send(f'{{"type":"chat","text":"line {number}"}}')
        assert [(await read(ws, "refused"))["about"] for _ in range(2)] == ["message", "message"]
    async with come(address, links(made)[1]) as ws:
        assert [line["text"] for line in (await read(ws, "full"))["chat"]] == ["line 0", "line 1", "line 2"]
        await ws.send('{"type":"ping"}')
        await read(ws, "pong")
