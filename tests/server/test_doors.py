"""Who gets in over real sockets, whatever others do: at a full table, behind a shared address, behind proxies, under other names."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect

from deathmatch.server import tokens
from deathmatch.server.limits import Bucket, clean
from deathmatch.server.rooms.lobby import Link
from deathmatch.server.settings import FrontEnd, Limits, Rate, Settings, read_front_ends
from deathmatch.server.store.interface import Key
from deathmatch.server.web import sockets
from deathmatch.server.web.assets import assets
from deathmatch.server.web.doorman import LOUD, NOBODY, Allowance, Holder
from tests.limits import OPEN
from tests.server.kit import TOY, run, serving
from tests.server.test_sockets import begin, closed, read

NEVER = 1e-9  # a second


@contextlib.asynccontextmanager
async def come(address: str, path: str, guest: str = "198.51.100.1", **headers: str) -> AsyncIterator[ClientConnection]:
    """A connection that has said hello, of a guest behind the proxy on this machine."""
    async with connect(f"ws://{address}/ws{path}", additional_headers={"X-Forwarded-For": guest, **headers}, compression=None) as ws:
        with contextlib.suppress(websockets.ConnectionClosed):
            await ws.send('{"type":"hello","version":0}')
        yield ws


def client(address: str, guest: str = "198.51.100.1", peer: str = "127.0.0.1", **headers: str) -> httpx.AsyncClient:
    """A client of a guest behind a proxy."""
    transport = httpx.AsyncHTTPTransport(local_address=peer)
    return httpx.AsyncClient(base_url=f"http://{address}", timeout=60, transport=transport, headers={"X-Forwarded-For": guest, **headers})


def links(made: Any) -> list[str]:
    """The secret links of a match."""
    return [f"/s/{made['seats']['A']}", f"/s/{made['seats']['B']}", f"/h/{made['host']}"]


# --- At a full table


@pytest.mark.limits(watchers_per_table=12, sockets_per_address=4)
async def test_watchers_keep_neither_seats_nor_host_from_their_table(address: str) -> None:
    made = await begin(address)
    async with contextlib.AsyncExitStack() as stack:
        for guest in ("198.51.100.1", "198.51.100.2", "2001:db8::1"):
            for _ in range(4):
                watcher = await stack.enter_async_context(come(address, f"/w/{made['id']}", guest))
                await read(watcher, "full")
        late = await stack.enter_async_context(come(address, f"/w/{made['id']}", "198.51.100.9"))
        assert await closed(late) == sockets.FLOOD
        for link in links(made):
            holder = await stack.enter_async_context(come(address, link))  # from an address that has no place left
            await read(holder, "full")
        seat = await stack.enter_async_context(come(address, links(made)[0], "2001:db8::1"))
        await read(seat, "full")
        await seat.send('{"type":"submit","ply":0,"text":"score grow"}')
        await read(seat, "accepted")


async def test_a_player_whose_seat_goes_to_a_substitute_reads_so(address: str) -> None:
    """m1 of a host's examination: and not that there is no connection."""
    made = await begin(address)
    async with come(address, links(made)[1]) as seat, client(address) as http:
        await read(seat, "full")
        answer = await http.post(f"/api/hosts/{made['host']}/seats", json={"seat": "B", "substitute": True})
        assert answer.status_code == 200
        assert await closed(seat) == sockets.REPLACED
        async with come(address, links(made)[1]) as later:
            assert await closed(later) == sockets.REPLACED
        assert {one.close_reason for one in (seat, later)} == {"The host has given your seat to a substitute."}


@pytest.mark.limits(connections_of_link=2)
async def test_a_link_has_a_few_places_and_the_oldest_gives_way(address: str) -> None:
    made = await begin(address)
    path = links(made)[0]
    async with come(address, path) as one, come(address, path) as two:
        await read(one, "full")
        await read(two, "full")
        async with come(address, path, "198.51.100.7") as three:
            await read(three, "full")
            assert await closed(one) == sockets.ELSEWHERE
            await two.send('{"type":"submit","ply":0,"text":"score grow"}')
            await read(two, "accepted")
            assert (await read(three, "update"))["seen"]["sealed"] == ["A"]
            async with come(address, path, "198.51.100.8"):
                assert await closed(two) == sockets.ELSEWHERE
        async with come(address, path) as four:
            await read(four, "full")


# --- Behind a shared address


def test_a_flood_from_a_neighbour_costs_a_right_link_nothing_even_after_a_restart(tmp_path: Path) -> None:
    made: Any = None

    async def begun(address: str) -> None:
        nonlocal made
        made = await begin(address)

    async def test(address: str) -> None:
        async with client(address) as http:
            flood = [(await http.get(f"/api/matches/{made['id']}")).status_code for _ in range(30)]
            assert flood == [200] * 10 + [429] * 20
            assert (await http.get(f"/api/seats/{tokens.new_token()}")).status_code == 429
            for link in links(made):  # which this server has not seen yet
                async with come(address, link) as ws:
                    await read(ws, "full")
                assert [(await http.get(link)).status_code for _ in range(5)] == [200] * 4 + [429]  # they are counted by themselves

    with serving(tmp_path) as bound:
        run(begun(bound))
    with serving(tmp_path, replace(OPEN, requests=Rate(10, NEVER), requests_of_link=Rate(5, NEVER))) as bound:
        run(test(bound))


# --- Behind proxies


def test_guests_of_a_proxy_on_another_machine_have_addresses_of_their_own_once_it_is_trusted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def asked(address: str, guest: str, peer: str) -> tuple[int, bool]:
        body = {"variant": "five-card-trick/gauntlet", "seats": {"A": "me", "B": "friend"}, "name": "Ann"}
        async with client(address, guest, peer, **{"X-Forwarded-Proto": "https"}) as http:
            answer = await http.post("/api/matches", json=body)
            return answer.status_code, "secure" in answer.headers.get("set-cookie", "").lower()

    async def untrusted(address: str) -> None:
        assert await asked(address, "192.0.2.1", "127.0.0.2") == (201, False)
        assert await asked(address, "192.0.2.2", "127.0.0.2") == (429, False)
        assert await asked(address, "127.0.0.1", "127.0.0.2") == (429, False)

    async def trusted(address: str) -> None:
        assert await asked(address, "192.0.2.1", "127.0.0.2") == (201, True)
        assert await asked(address, "192.0.2.2", "127.0.0.2") == (201, True)
        assert await asked(address, "203.0.113.1, 192.0.2.2", "127.0.0.2") == (429, False)
        assert await asked(address, "192.0.2.3, 127.0.0.2", "127.0.0.1") == (201, True)
        assert await asked(address, "192.0.2.4", "127.0.0.3") == (201, False)
        assert await asked(address, "192.0.2.5", "127.0.0.3") == (429, False)

    limits = replace(OPEN, matches=Rate(1, NEVER))
    with serving(tmp_path, limits) as bound:
        run(untrusted(bound))
    assert [record.getMessage() for record in caplog.records if record.name == "deathmatch.guard"] == [
        "127.0.0.2 reports other addresses but is not trusted, so its guests count as one; if it is your proxy, add --proxy 127.0.0.2"
    ]
    with serving(tmp_path, limits, proxies=("127.0.0.2",)) as bound:
        run(trusted(bound))


# --- Again and again


@pytest.mark.limits(files_sent=Rate(3 * max(len(asset.plain) for asset in assets().by_name.values()), NEVER))
async def test_the_bytes_of_files_are_bounded_by_address(address: str) -> None:
    largest = max(assets().by_name, key=lambda name: len(assets().by_name[name].plain))
    file = f"/static/{assets().version}/{largest}"
    async with client(address, **{"Accept-Encoding": "identity"}) as http:
        answers = [(await http.get(file)).status_code for _ in range(12)]
        assert answers == sorted(answers)
        assert 2 <= answers.count(200) <= 11
        assert (await http.get("/")).status_code == 200
    async with client(address, "198.51.100.2") as http:
        assert (await http.get(file)).status_code == 200


# --- One address with many right links: what all of them together may use up, and the little that is left to each of them then


US, THEM = "198.51.100.1", "198.51.100.2"


def seat(number: int, match: str = "m") -> Holder:
    return Holder.of(Link(Key(match, "A"), f"link {number}"))


async def _plays(address: str, made: Any, guest: str = US) -> None:
    """Both seats of a match come and submit."""
    for path in links(made)[:2]:
        async with come(address, path, guest) as ws:
            await read(ws, "full")
            await ws.send('{"type":"submit","ply":0,"text":"score grow"}')
            await read(ws, "accepted")


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


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), max_size=60))
def test_no_pattern_gets_more_than_burst_and_rate(waits: list[float]) -> None:
    bucket, now, taken = Bucket(Rate(5, 2), 0.0), 0.0, 0
    for wait in waits:
        now += wait
        taken += bucket.take(now)
        assert taken <= 5 + 2 * now + 1e-6


def test_names_and_chat_lose_what_could_harm() -> None:
    assert clean("  Ann\u0000\u202e  Lee \n", 40) == "Ann Lee"
    assert clean("<script>", 40) == "<script>"  # whoever shows it escapes it
    assert clean("e\u0301", 40) == "é"
    assert clean("x" * 50, 40) == "x" * 40
    assert clean("a\r\nb\t c  \n\u0007d", 40, lines=True) == "a\nb\t c\nd"


def used(allowance: Allowance, holder: Holder, who: str = US, tries: int = 40) -> int:
    """How often something can be taken."""
    return sum(allowance.take(who, holder) for _ in range(tries))


def test_all_links_of_an_address_share_one_allowance_and_each_seat_keeps_a_little() -> None:
    allowance = Allowance(Rate(7, NEVER), Rate(10, NEVER), Rate(25, NEVER), Rate(2, NEVER))
    assert [used(allowance, seat(number)) for number in range(5)] == [10 + 7, 10, 5 + 2, 2, 2]
    assert used(allowance, NOBODY) == 0  # a link that had used up its own has used up that of the address
    assert used(allowance, seat(9), THEM) == 10 + 7
    assert used(allowance, NOBODY, THEM) == 0


# --- Front ends that the server's owner knows: limits count their users one by one, and nobody else can pretend to be one


TOKEN, OTHER = "t" * 32, "o" * 32
KNOWN = (FrontEnd("chat", TOKEN), FrontEnd("forum", OTHER))
BODY = {"variant": TOY, "seats": {"A": "friend", "B": "friend"}}
SECRET_USER = "user-4815162342"


def speaking_for(user: str = "", token: str = TOKEN) -> dict[str, str]:
    return {"X-Front-End": token, **({"X-Front-End-User": user} if user else {})}


async def makes(address: str, headers: Mapping[str, str], variant: str = "five-card-trick/gauntlet") -> int:
    """The status of a request for a new match."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as http:
        return (await http.post("/api/matches", json={**BODY, "variant": variant}, headers=headers)).status_code


def test_the_users_of_a_front_end_are_counted_one_by_one(tmp_path: Path) -> None:
    async def test(address: str) -> None:
        for headers in (
            speaking_for("one"),
            speaking_for("two"),
            speaking_for("one", OTHER),  # of another front end
            speaking_for(),  # the front end itself
            {},  # its address
        ):
            assert [await makes(address, headers), await makes(address, headers)] == [201, 429]
        assert await makes(address, {"X-Front-End-User": "three"}) == 429  # without a token it is the address that asks
        assert await makes(address, {"X-Forwarded-For": "@chat three"}) == 429
        assert await makes(address, speaking_for("x" * 5_000)) == 201
        assert await makes(address, speaking_for("x" * 4_999 + "y")) == 201

    with serving(tmp_path, replace(OPEN, matches=Rate(1, NEVER)), front_ends=KNOWN) as address:
        run(test(address))


def test_a_wrong_token_opens_nothing_and_cannot_be_guessed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(address: str) -> None:
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as http:
            for wrong in ("x" * 32, TOKEN[:-1], TOKEN + "t", "chat=" + TOKEN):
                answer = await http.get("/api/games", headers=speaking_for("one", wrong))
                assert (answer.status_code, answer.json()["reason"]) == (403, "this server knows no front end with this token")
                assert answer.headers["x-content-type-options"] == "nosniff"
            assert (await http.get("/api/games", headers=speaking_for("one", "x" * 32))).status_code == 429
            assert (await http.get("/api/games", headers=speaking_for("one"))).status_code == 200
        with pytest.raises(websockets.InvalidStatus):
            async with come(address, "/tables", **speaking_for("one", "x" * 32)):
                raise AssertionError("it opened")

    with serving(tmp_path, replace(OPEN, wrong_links=Rate(4, NEVER)), front_ends=KNOWN) as address:
        run(test(address))
    assert not [record for record in caplog.records if "x" * 32 in record.getMessage() or TOKEN in record.getMessage()]


@pytest.mark.sqlite  # it reads the file
def test_neither_users_nor_tokens_are_kept_or_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with serving(tmp_path, front_ends=KNOWN) as address:

        async def test() -> None:
            assert await makes(address, speaking_for(SECRET_USER)) == 201
            assert await makes(address, speaking_for(SECRET_USER), "no/such") == 422

        run(test())
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"five-card-trick" in kept
    logged = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "httpcore")))
    for secret in (SECRET_USER, TOKEN):
        assert secret.encode() not in kept
        assert secret not in logged
    assert TOKEN not in repr(Settings(tmp_path, Limits(), front_ends=KNOWN))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TOKEN, "front end 1 is not NAME=TOKEN"),
        (f"chat={TOKEN} Forum={OTHER}", "front end 2 is not NAME=TOKEN"),
        (f"chat={'t' * 31}", "the token of chat is too short"),
        (f"chat={TOKEN} chat={OTHER}", "the same name"),
        (f"chat={TOKEN} forum={TOKEN}", "the same token"),
        (f"chat={TOKEN}!", "front end 1"),
    ],
)
def test_front_ends_that_cannot_be_read_are_refused_without_their_token(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected) as refused:
        read_front_ends(text)
    assert TOKEN not in str(refused.value)
