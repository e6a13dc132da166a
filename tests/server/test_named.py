"""A host sets a match up by name: players, roles, onlookers and who chooses the start, as a page or a program asks for it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from deathmatch.server.wire import bodies, messages
from tests.server.kit import World

GAMBIT = "letter-hunt/gambit"
NAMED: dict[str, Any] = {
    "variant": GAMBIT,
    "seats": {"A": "friend", "B": "friend"},
    "host": True,
    "options": {"lexicon": "any", "first": "A", "holds": 0},
    "people": {
        "A": {"name": "Penzo", "role": "EC"},
        "B": {"name": "Jkitty", "role": "DMO"},
        "onlooker-1": {"name": "Dora"},
        "onlooker-2": {"name": "Eli"},
    },
}


async def made(client: httpx.AsyncClient, **changed: Any) -> bodies.MatchMade:
    answer = await client.post("/api/matches", json=NAMED | changed)
    assert answer.status_code == 201, answer.text
    return bodies.MatchMade(**answer.json())


async def sit(client: httpx.AsyncClient, match: bodies.MatchMade) -> None:
    for seat in "AB":
        assert (await client.post(f"/api/seats/{match.seats[seat]}", json={"name": "somebody"})).status_code == 200


async def test_players_and_onlookers_have_the_names_and_the_number_that_the_host_gave(w: World, client: httpx.AsyncClient) -> None:
    """Sentences 1, 8 and 17: onlookers by name, as many as are named, and nobody is the EC in silence."""
    match = await made(client)
    assert sorted(match.onlookers) == ["onlooker-1", "onlooker-2"]
    await sit(client, match)
    table = (await w.full(match, "host")).table
    assert (table.names, table.ec, table.options["dmo"], table.options["onlookers"]) == ({"A": "Penzo", "B": "Jkitty"}, "A", "B", 2)
    assert {role: one.name for role, one in table.people.items()} == {role: one["name"] for role, one in NAMED["people"].items()}
    # the host alone reads all names of onlookers, and their letters once it is over: they are identities in the next Main Match
    for role, known in {"A": set(), "watcher": set(), "onlooker-1": {"onlooker-1"}, "host": {"onlooker-1", "onlooker-2"}}.items():
        people = (await w.full(match, role)).table.people
        assert {one for one in people if one.startswith("onlooker")} == known
        assert not any(one.held for one in people.values())
    await w.ask(match, "A", lambda room, seat: room.resign(seat))
    held = {role: one.held for role, one in (await w.full(match, "host")).table.people.items() if one.held}
    assert held == {role: (await w.full(match, role)).table.held for role in ("onlooker-1", "onlooker-2")}
    assert all("Your letter is " in words for words in held.values())
    for role in ("A", "B", "watcher", "onlooker-1"):
        assert not any(one.held for one in (await w.full(match, role)).table.people.values())


async def test_the_winner_of_the_toss_chooses_who_starts(w: World, client: httpx.AsyncClient) -> None:
    """Sentence 2: with fewer garnets than the EC, the DMO does not choose; a coin says who chooses."""
    asked = {}
    for _ in range(12):
        match = await made(client, coin={"sets": "chooser"}, options={"lexicon": "any"})
        await sit(client, match)
        for role in "AB":
            await w.lobby.act(await w.link(match, role), messages.Ready())
        seen = await w.full(match, "watcher")
        winner = seen.table.coin.winner
        asked[winner] = (seen.table.options["first"], seen.seen.public["pending"], seen.seen.public["decision"])
    assert asked == {"A": ("ec_chooses", ["A"], "first"), "B": ("choose", ["B"], "first")}


async def test_the_first_hold_counts_from_the_announcement(w: World, client: httpx.AsyncClient) -> None:
    """Sentence 4: what is left at the deal, for both, also after a restart; a table that comes too late has none left."""
    hours, written = 3_600_000, {"preset": "as-written", "options": {"lexicon": "any", "first": "A"}}
    match, late = await made(client, **written), await made(client, **written)
    assert match.until == {"time_first_hold": w.time.wall() + 13 * hours}
    assert "Seconds for the first hold phase: 46800, until 20" in (await client.get(f"/s/{match.seats['A']}")).text
    await w.time.pass_by(5 * hours)
    await sit(client, match)

    async def left(world: World, one: bodies.MatchMade) -> tuple[int, ...]:
        seen = (await world.full(one, "watcher")).seen
        return tuple(clock.left for clock in seen.clocks.values())

    assert await left(w, match) == (8 * hours, 8 * hours)
    w = await w.again()
    assert await left(w, match) == (8 * hours, 8 * hours)
    assert (await w.full(match, "A")).table.until == match.until
    await w.time.pass_by(8 * hours + 1)
    assert await left(w, match) == (180_000, 180_000), "the second hold has its own time, from its own deal"
    for seat in "AB":
        await w.ask(late, seat, lambda room, role: room.sit(role, "Ann", ""))
    await w.time.pass_by(1)
    assert await left(w, late) == (180_000, 180_000), "nothing was left at the deal, so both seats have timed out"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"host": False}, "only a host names the people"),
        ({"seats": {"A": "me", "B": "friend"}}, "seat A has a named player"),
        ({"people": {"onlooker-2": {"name": "Eli"}}}, "people can have A, B, onlooker-1, not onlooker-2"),
        ({"variant": "five-card-trick/final", "options": {}}, "people can have A, B, not onlooker-1"),
        ({"coin": {"sets": "chooser"}}, "the coin sets chooser"),
        ({"variant": "five-card-trick/final", "options": {}, "people": {}, "coin": {"sets": "chooser"}}, "the coin must set one of dmo"),
    ],
)
async def test_what_cannot_be_is_refused(client: httpx.AsyncClient, changed: dict[str, Any], said: str) -> None:
    refused = await client.post("/api/matches", json=NAMED | changed)
    assert refused.status_code == 422
    assert said in refused.json()["reason"]


async def test_nobody_can_tell_from_outside_how_an_onlooker_is_called(client: httpx.AsyncClient) -> None:
    sizes = []
    for name in ("Dora", "Konstantin"):
        match = await made(client, people={**NAMED["people"], "onlooker-1": {"name": name}})
        paths = (f"/w/{match.watch}", f"/s/{match.seats['A']}", f"/w/{match.onlookers['onlooker-2']}", f"/api/matches/{match.watch}")
        pages = [(await client.get(path)).text for path in paths]
        assert not any(name in page for page in pages)
        assert f"You are {name}." in (await client.get(f"/w/{match.onlookers['onlooker-1']}")).text
        sizes.append([len(page) for page in pages[:3]])
    assert sizes[0] == sizes[1]
