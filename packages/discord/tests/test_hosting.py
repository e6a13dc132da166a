"""The host inside Discord: pause, rulings with their effect first, an announcement, and answers in words."""

from __future__ import annotations

import json

import pytest

from deathmatch_discord.client import Client
from deathmatch_discord.preview.stand_in import StandIn
from packages.discord.tests.playing import Player, acts, boards, challenge_of, hosted, inside, results, said, submits, words_of


@pytest.mark.nightly
@inside
async def test_a_host_pauses_and_rules_and_nobody_else_can(house: StandIn, client: Client) -> None:
    hal, ann, bob, board = await hosted(house)
    (duel,) = client.duels.all()
    thread = board["channel_id"]
    for other in (ann, bob, Player(house, "Eve")):
        assert await other.told("desk", thread) == "You host no match here."
        assert await other.told("ruling", thread, ruling="void", reason="because") == "You host no match here."
    desk = await hal.asks("desk", thread)
    assert f"https://play.example.org/h/{duel.host_key}" in desk["content"]
    assert acts(desk) == ["pause", "desk"]
    await hal.press(desk, "pause")
    await house.until(lambda: "The match is paused." in words_of(board))
    assert acts(desk) == ["resume", "desk"]
    assert said(await ann.press(desk, "resume")) == "You host no match here."
    desk = await hal.asks("desk", thread)
    await hal.press(desk, "resume")
    await house.until(lambda: "Waiting for Ann and Bob." in words_of(board))
    for player in (ann, bob):
        await submits(player, board)
    await house.until(lambda: "Round 2" in words_of(board) or len(words_of(board).splitlines()) > 3)
    before = words_of(board)

    first = await hal.asks("ruling", thread, ruling="back", reason="a wrong click", event=1)
    assert "Everybody has been told this" in first["content"]
    assert "Then it waits for Ann and Bob." in first["content"]
    assert acts(first) == ["rule", "desk"]
    second = await hal.asks("ruling", thread, ruling="back", reason="a *wrong* click", event=1)
    await hal.press(first, "rule")
    assert "earlier message" in first["content"]
    assert words_of(board) == before
    assert said(await ann.press(second, "rule")) == "You host no match here."
    second = await hal.asks("ruling", thread, ruling="back", reason="a *wrong* click", event=1)
    await hal.press(second, "rule")
    assert "The ruling is made." in second["content"]
    await house.until(lambda: "Reason: a \\*wrong\\* click" in words_of(board))
    await hal.press(await hal.asks("desk", thread), "resume")

    forfeit = await hal.asks("ruling", thread, ruling="forfeit", reason="left", seat="B")
    await hal.press(forfeit, "rule")
    await house.until(lambda: results(house))
    assert "Reason: left" in results(house)[0].body
    await house.until(lambda: [sent for sent in house.public if [name for name, _ in sent.files] == ["match.dm", "match.gif"]])
    again = await hal.asks("ruling", thread, ruling="back", reason="B is back", event=1)
    await hal.press(again, "rule")
    await hal.press(await hal.asks("desk", thread), "resume")
    await house.until(lambda: "Waiting for Ann and Bob." in words_of(board))
    void = await hal.asks("ruling", thread, ruling="void", reason="both wrong")
    await hal.press(void, "rule")
    await house.until(lambda: len(results(house)) == 2)
    assert "Reason: both wrong" in results(house)[1].body
    assert not house.refused
    everything = json.dumps([(sent.place, sent.body) for sent in house.public])
    assert not any(key in everything for key in (*duel.keys, duel.host_key))


@inside
async def test_an_announcement_stands_in_the_thread_and_events_are_offered_to_the_host_alone(house: StandIn, client: Client) -> None:
    hal, ann, bob, board = await hosted(house)
    (duel,) = client.duels.all()
    await client.api.post(f"/api/hosts/{duel.host_key}/announce", {"text": "Tea at *five*"})
    await house.until(lambda: "📢 Tea at \\*five\\*" in words_of(board))
    for player in (ann, bob):
        await submits(player, board)
    assert [await player.choices("ruling", "event", board["channel_id"]) for player in (hal, ann)] == [[1], []]


@inside
async def test_a_player_answers_a_host_in_words(house: StandIn, client: Client) -> None:
    hal, ann, bob = (Player(house, name) for name in ("Hal", "Ann", "Bob"))
    await hal.told("host", first=ann, second=bob, variant="free-table/standard", title="Fifteen Points")
    for player in (ann, bob):
        await player.press(challenge_of(house, hal), "accept")
    (duel,) = client.duels.all()
    await client.api.post(f"/api/hosts/{duel.host_key}/line", {"ply": 0, "text": 'ask AB text "Your bid?"'})
    await ann.open(boards(house)[-1])
    assert acts(ann.message) == ["text", "look", "resign"]
    await ann.type(await ann.press(ann.message, "text"), ' Say "fifteen" # ')
    seen = (await client.api.get(f"/api/seats/{duel.keys[0]}?pictures=none"))["seen"]
    assert seen["private"]["submitted"] == '"Say \\"fifteen\\" #"'
