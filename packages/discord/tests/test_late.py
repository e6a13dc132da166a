"""Matches that spectators see late, or with a caster: nothing public in Discord shows what they must not see yet."""

from __future__ import annotations

import json
from typing import Any

from deathmatch_discord.client import Client
from deathmatch_discord.duels import Duel
from deathmatch_discord.preview.stand_in import StandIn
from packages.discord.tests.playing import Player, acts, boards, challenge_of, hosted, inside, results, words_of

KINDS: dict[str, dict[str, Any]] = {"seconds": {"delay": 3_600}, "decisions": {"behind": 2}, "hidden": {"hidden": True}, "plain": {}}
ROUNDS = ("score grow", "claim grow", "score steal")


async def decided(client: Client, duel: Duel, text: str, seats: str = "AB") -> None:
    """Both players of a match submit this, from the browser."""
    for seat in seats:
        path = f"/api/seats/{duel.keys['AB'.index(seat)]}"
        ply = (await client.api.get(f"{path}?pictures=none"))["seen"]["ply"]
        await client.api.post(f"{path}/submit", {"ply": ply, "text": text})


def public(house: StandIn, thread: str) -> list[tuple[str, str]]:
    """All that was sent to a thread."""
    return [(sent.what, sent.body) for sent in house.public if thread in sent.place]


@inside
async def test_the_threads_of_late_matches_show_nothing_that_spectators_must_not_see_yet(house: StandIn, client: Client) -> None:
    tables: dict[str, Any] = {}
    hosts: dict[str, Player] = {}
    for kind, given in KINDS.items():
        hosts[kind], _, _, tables[kind] = await hosted(house, **given)
    duels = {kind: next(one for one in client.duels.all() if str(one.thread) == board["channel_id"]) for kind, board in tables.items()}
    before = {kind: public(house, board["channel_id"]) for kind, board in tables.items() if kind != "plain"}

    rounds = iter(ROUNDS)

    async def heard() -> None:
        """The front end has shown what happened until now: a match without delay, in which something happens last, is shown."""
        told = words_of(tables["plain"])
        await decided(client, duels["plain"], next(rounds))
        await house.until(lambda: words_of(tables["plain"]) != told and "Waiting for Ann and Bob." in words_of(tables["plain"]))

    for kind in before:
        await decided(client, duels[kind], ROUNDS[0])
        await decided(client, duels[kind], ROUNDS[1], "A")
        host = f"/api/hosts/{duels[kind].host_key}"
        await client.api.post(f"{host}/announce", {"text": "Tea at five"})
        await client.api.post(f"{host}/pause", {})
        await client.api.post(f"{host}/resume", {})
    await heard()
    for kind, sent in before.items():
        assert public(house, tables[kind]["channel_id"]) == sent, kind

    await decided(client, duels["decisions"], ROUNDS[1], "B")
    await decided(client, duels["decisions"], ROUNDS[2])
    await house.until(lambda: "after round 1" in words_of(tables["decisions"]))
    assert "after round 2" not in words_of(tables["decisions"])
    await heard()
    for kind in ("seconds", "hidden"):
        assert public(house, tables[kind]["channel_id"]) == before[kind], kind

    for kind in before:
        await client.api.post(f"/api/seats/{duels[kind].keys[1]}/resign", {})
    await house.until(lambda: len(results(house)) == 2)
    await heard()
    assert public(house, tables["seconds"]["channel_id"]) == before["seconds"]
    assert len(results(house)) == 2
    assert "Spectators see this match 3600 seconds later." in words_of(tables["seconds"])
    assert acts(await hosts["seconds"].asks("desk", tables["seconds"]["channel_id"])) == ["desk"], "the host sees that it is over"


@inside
async def test_a_match_with_a_caster_says_so_before_anybody_accepts_and_its_host_alone_has_the_link(house: StandIn, client: Client) -> None:
    hal, ann, bob = (Player(house, name) for name in ("Hal", "Ann", "Bob"))
    await hal.told("host", first=ann, second=bob, variant="five-card-trick/gauntlet", caster=True)
    (challenge,) = [sent for sent in house.public if sent.what == "message"]
    assert "A caster and the host see both hands." in challenge.body
    made = challenge_of(house, hal)
    for player in (ann, bob):
        await player.press(made, "accept")
    assert "A caster and the host see both hands." in words_of(boards(house)[-1])
    (duel,) = client.duels.all()
    desk = await hal.asks("desk", boards(house)[-1]["channel_id"])
    link = desk["content"].partition("https://play.example.org/c/")[2].partition(">")[0]
    assert set((await client.api.get(f"/api/hands/{link}"))["hands"]) == {"A", "B"}
    everything = json.dumps([(sent.place, sent.body) for sent in house.public])
    assert not any(key in everything for key in (link, duel.host_key, *duel.keys))
