"""A server that others have filled: a person with a link gets in, sits down and plays; and nobody fills it alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from deathmatch.server.settings import Limits
from deathmatch.server.wire import bodies
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, World, http, settle, world

DAY_LONG = {"rounds": 99, "time_submit": 86_400}
TWO = {"variant": GAUNTLET, "seats": {"A": "friend", "B": "friend"}, "options": DAY_LONG}
BOTS = {"variant": GAUNTLET, "seats": {"A": "bot:dummy", "B": "bot:dummy"}, "options": DAY_LONG}


async def hand_out(w: World) -> bodies.MatchMade:
    """A match whose links were handed out, and that nobody has opened yet."""
    return await w.lobby.create(msgspec.convert(TWO, bodies.NewMatch), "198.51.100.9")


async def plays(w: World, made: bodies.MatchMade) -> None:
    """Both sit down behind their links, and one of them submits."""
    for role, name in (("A", "Ann"), ("B", "Bob")):
        link = await w.link(made, role)
        assert (await w.lobby.linked_table("s", str(made.seats[role]))).taken is False
        await w.within(link, lambda room, role=role, name=name: room.sit(role, name, ""))  # type: ignore[misc]
    assert (await w.submit(made, "A", 0, "score grow")).text == "score grow"
    assert (await w.reader(made, "B")).types() == ["full"]


async def fill(w: World, addresses: int, each: int) -> list[bodies.MatchMade]:
    """Running matches with day-long clocks, that nobody looks at."""
    return [await w.match(address=f"192.0.2.{number}", options=DAY_LONG) for number in range(addresses) for _ in range(each)]


@pytest.mark.parametrize(
    ("addresses", "each", "space"), [(4, 5, 8), pytest.param(255, 20, Limits().live_matches, marks=pytest.mark.nightly)]
)
async def test_a_link_that_was_handed_out_opens_on_a_server_full_of_idle_matches_and_again_after_a_restart(
    addresses: int, each: int, space: int
) -> None:
    async with world(live_matches=space) as w:
        before, after = await hand_out(w), await hand_out(w)
        idle = await fill(w, addresses, each)
        assert w.lobby.rooms <= space
        await plays(w, before)
        again = await w.again(live_matches=space)
        for made in idle[:space]:
            assert (await again.full(made, "A")).seen.ply == 0
        await plays(again, after)
        await again.submit(before, "B", 0, "claim steal")
        assert again.lobby.rooms <= space
        assert (await again.full(idle[-1], "watcher")).seen.ply == 0


@pytest.mark.limits(live_matches=4)
async def test_a_right_link_opens_even_if_somebody_looks_at_every_table_in_memory(w: World) -> None:
    made, other = await hand_out(w), await hand_out(w)
    for idle in await fill(w, 2, 2):
        await w.reader(idle, "watcher")
    with pytest.raises(Problem, match="full"):
        await w.lobby.watch(other.id)
    await plays(w, made)
    link = await w.lobby.host(str((await w.match(address="192.0.2.77")).host))
    await w.within(link, lambda room: room.full("host"))


@pytest.mark.limits(open_matches=3)
async def test_an_address_has_so_many_matches_that_are_not_over_and_a_restart_changes_nothing(w: World) -> None:
    async def refused(w: World, address: str, body: Any = TWO) -> str:
        with pytest.raises(Problem) as problem:
            await w.lobby.create(msgspec.convert(body, bodies.NewMatch), address)
        assert problem.value.status == 429
        return problem.value.reason

    running = [await w.match(address="192.0.2.1") for _ in range(2)]
    waiting = await w.lobby.create(msgspec.convert(TWO, bodies.NewMatch), "192.0.2.1")
    assert "3 matches from your address are not over" in await refused(w, "192.0.2.1")
    await w.match(address="192.0.2.2")
    again = await w.again(open_matches=3)
    await refused(again, "192.0.2.1")
    await again.ask(running[0], "A", lambda room, seat: room.resign(seat))
    following = await again.match(address="192.0.2.1")
    await refused(again, "192.0.2.1")
    assert await again.store.drop(waiting.id)
    await again.match(address="192.0.2.1")
    await again.ask(following, "A", lambda room, seat: room.resign(seat))
    for role in "AB":  # a rematch counts for the same address, and is never refused
        await again.ask(following, role, lambda room, seat: room.wish(seat, str(following.seats[seat])))
    await refused(again, "192.0.2.1")
    assert "192.0.2" not in str(again.store.matches)
    assert "192.0.2" not in str(again.store.makers)


@pytest.mark.limits(bots_alone=2)
async def test_an_address_has_so_many_matches_between_bots(w: World) -> None:
    for _ in range(2):
        await w.lobby.create(msgspec.convert(BOTS, bodies.NewMatch), "192.0.2.1")
    with pytest.raises(Problem, match="2 matches between bots from your address are not over"):
        await w.lobby.create(msgspec.convert(BOTS, bodies.NewMatch), "192.0.2.1")
    await w.lobby.create(msgspec.convert(BOTS, bodies.NewMatch), "192.0.2.2")
    await w.match(address="192.0.2.1", seats={"A": "me", "B": "bot:dummy"})


async def test_matches_count_for_the_address_of_the_request(tmp_path: Path) -> None:
    async with world(open_matches=1) as w, http(w, tmp_path) as client:
        made = [await client.post("/api/matches", json=TWO) for _ in range(2)]
        assert [answer.status_code for answer in made] == [201, 429]
        assert made[1].headers["retry-after"]
        await settle()
        assert len(w.store.makers) == 1
