"""The season of a channel: who may open and link one, whose matches are filed, and who is which player."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch_discord.client import Client
from deathmatch_discord.preview.objects import CHANNEL
from deathmatch_discord.preview.stand_in import MANAGE_CHANNELS, StandIn
from packages.discord.tests.playing import GAME, Player, boards, challenge_of, inside, results, said


async def wins(house: StandIn, winner: Player, loser: Player) -> None:
    """A match that the loser resigns at once, until its result stands in the thread."""
    before = len(results(house))
    await winner.told("duel", opponent=loser, variant=GAME)
    await loser.press(challenge_of(house, winner), "accept")
    await loser.open(boards(house)[-1])
    await loser.press(loser.message, "resign")
    await loser.press(loser.message, "yield")
    await house.until(lambda: len(results(house)) > before)


async def filed(client: Any, key: str, number: int) -> Any:
    """The season once so many matches are over."""
    while True:
        season = await client.api.get(f"/api/seasons/{key}")
        if len([one for one in season["matches"] if one["state"] == "over"]) == number:
            return season


@inside
async def test_matches_of_a_channel_are_filed_in_its_season(house: StandIn, client: Client) -> None:
    ann, bob, eve = (Player(house, name) for name in ("Ann", "Bob", "Ann"))
    assert await ann.told("season standings") == "This channel has no season."
    for command, given in (("season open", {"title": "Spring"}), ("season link", {"link": "x" * 22}), ("season unlink", {})):
        assert "manage this channel" in await ann.told(command, **given)
    house.rights[ann.id] = MANAGE_CHANNELS
    opened = await ann.told("season open", title="Spring *one*")
    league = client.duels.league(int(CHANNEL))
    assert league is not None
    assert f"/season/{league.key}" in opened
    assert "Nobody plays in this season yet." in await bob.told("season standings")
    await wins(house, ann, bob)
    await wins(house, eve, bob)  # another account with the same name
    season = await filed(client, league.key, 2)
    assert [one["name"] for one in season["players"]] == ["Ann", "Bob", "Ann (2)"]
    assert [one["winner"] for one in season["matches"]] == ["A", "A"]
    assert await bob.told("season standings", show="everybody") == "The standings are posted."
    (sent,) = (sent for sent in house.public if "won 1, tied 0" in sent.body)  # boards of the matches come at their own time
    for line in ("Spring \\\\*one\\\\*", "1. Ann: points 1; won 1, tied 0, lost 0", "3. Bob: points 0; won 0, tied 0, lost 2"):
        assert line in sent.body
    assert f"/season/{league.id}" in sent.body
    assert not any(league.key in sent.body or league.viewer in sent.body for sent in house.public)
    await client.api.post(f"/api/seasons/{league.key}/merge", {"number": 3, "into": 1})
    await wins(house, eve, bob)  # the host has said that both accounts are one person's
    assert (await filed(client, league.key, 3))["matches"][-1]["players"]["A"] == 1
    assert await ann.told("season unlink") == "This channel has no season any more."
    await wins(house, ann, bob)
    assert len((await client.api.get(f"/api/seasons/{league.key}"))["matches"]) == 3


@pytest.mark.nightly
@inside
async def test_a_season_is_linked_by_a_hosts_link_and_files_what_its_host_sets_up(house: StandIn, client: Client) -> None:
    hal, ann, bob = (Player(house, name) for name in ("Hal", "Ann", "Bob"))
    house.rights[hal.id] = MANAGE_CHANNELS
    made = await client.api.post("/api/seasons", {"title": "Summer", "players": ["Bob", "Cleo"]})
    assert (
        await hal.told("season link", link=f"https://play.example.org/season/{made['viewer']}") == "That is no link for hosts or co-hosts."
    )
    assert await hal.told("season link", link="../hosts/x") != ""
    assert await hal.told("season link", link="a b") == "That is no link of a season."
    assert "Summer" in await hal.told("season link", link=f"https://play.example.org/season/{made['host']}", files="hosted")
    await ann.told("duel", opponent=bob, variant=GAME)
    await bob.press(challenge_of(house, ann), "accept")
    assert (await client.api.get(f"/api/seasons/{made['host']}"))["matches"] == []
    await hal.told("host", first=ann, second=bob, variant=GAME, ec="second")
    for player in (ann, bob):
        await player.press(challenge_of(house, hal), "accept")
    season = await client.api.get(f"/api/seasons/{made['host']}")
    assert [one["name"] for one in season["players"]] == ["Bob", "Cleo", "Ann"]  # Bob is taken by his name
    (match,) = season["matches"]
    assert (match["players"], match["roles"], match["state"]) == ({"A": 3, "B": 1}, {"A": "DMO", "B": "EC"}, "open")
    duel = client.duels.find(match["match"])
    assert duel is not None
    assert f"/h/{duel.host_key}" in (await hal.asks("desk", str(duel.thread)))["content"]
    board = boards(house)[-1]
    assert board["embeds"][0]["title"].endswith("Ann – Bob")
    await ann.open(board)
    assert "You owe" in ann.message["content"]
    old = next(sent for sent in house.public if "hosts" in sent.body).body.partition('"dm:accept:')[2].partition('"')[0]
    challenge = house.messages[str(duel.challenge)]  # its button names the match as it was set up, and finds the table that it became
    assert f"<#{duel.thread}>" in said(await bob.press_id(f"dm:accept:{old}", challenge))
