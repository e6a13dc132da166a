"""A match as its host wishes it: the toss and the check-in, clocks in the thread, deals by hand, and a whole duel that the host leads."""

from __future__ import annotations

import base64
import json
import re
import time
from typing import Any

import pytest

from deathmatch_discord import boards as showing
from deathmatch_discord.client import Client
from deathmatch_discord.duels import Duel
from deathmatch_discord.preview.stand_in import StandIn
from packages.discord.tests.playing import Player, acts, boards, challenge_of, hosted, inside, results, submits, words_of
from tests.server.duels import image

FREE_TABLE = "free-table/standard"


def ends(board: Any) -> list[int]:
    """The ends of the clocks that a table shows."""
    return [int(end) for end in re.findall(r"<t:(\d+):R>", words_of(board))]


async def line(client: Client, duel: Duel, *texts: str) -> None:
    """The host enters lines from the desk in the browser."""
    path = f"/api/hosts/{duel.host_key}"
    for text in texts:
        ply = (await client.api.get(f"{path}?pictures=none"))["seen"]["ply"]
        await client.api.post(f"{path}/line", {"ply": ply, "text": text})


@inside
async def test_the_thread_counts_the_clocks_down_as_they_pause_and_change(house: StandIn, client: Client) -> None:
    hal, ann, _, board = await hosted(house, options="bank=90 time_submit=60")
    (duel,) = client.duels.all()
    now = time.time()
    first = await house.until(lambda: ends(board))
    assert [abs(end - now - 60) < 5 for end in first] == [True, True]
    assert "⏳ Ann: <t:" in words_of(board)
    assert words_of(board).endswith("bank 1:30")
    await submits(ann, board)
    await house.until(lambda: len(ends(board)) == 1)
    assert "⏳ Bob" in words_of(board)
    desk = await hal.asks("desk", board["channel_id"])
    assert "⏳ Bob: <t:" in desk["content"]
    await hal.press(desk, "pause")
    await house.until(lambda: "The match is paused." in words_of(board))
    assert ends(board) == []
    await hal.press(await hal.asks("desk", board["channel_id"]), "resume")
    await house.until(lambda: ends(board))
    more = await hal.asks("ruling", board["channel_id"], ruling="time", reason="the line", seat="B", seconds=40)
    await hal.press(more, "rule")
    await house.until(lambda: ends(board) and ends(board)[0] - now > 90)
    assert str(duel.match) in client.boards._shown


@inside
async def test_spectators_who_see_some_decisions_later_are_shown_no_clock(house: StandIn, client: Client) -> None:
    _, ann, bob, board = await hosted(house, behind=1)
    for _ in range(2):
        for player in (ann, bob):
            await submits(player, board)
    await house.until(lambda: "after round 1" in words_of(board))
    assert not any("<t:" in sent.body for sent in house.public)


@inside
async def test_a_toss_is_called_and_both_say_that_they_are_ready(house: StandIn, client: Client) -> None:
    hal = Player(house, "Hal")
    assert await hal.choices("host", "coin", variant="even-groups/standard") == ["dmo", "white"]
    hal, ann, bob, board = await hosted(house, variant="even-groups/standard", coin="white", caller="second", text="as written")
    assert "as written in the original text" in challenge_of(house, hal)["content"]
    await house.until(lambda: "Waiting for Bob." in words_of(board))
    assert "🪙" in words_of(board)
    await ann.open(board)
    assert acts(ann.message) == ["look"]
    await bob.open(board)
    assert acts(bob.message) == ["sun", "moon", "look"]
    await bob.press(bob.message, "moon")
    assert acts(bob.message) == ["ready", "look"]
    await house.until(lambda: "Waiting for Ann and Bob." in words_of(board))
    assert "Bob: ☾" in words_of(board)
    assert re.search(r"[☀☾] \*\*(Ann|Bob)\*\*", words_of(board))
    (duel,) = client.duels.all()
    await house.until(lambda: any(one["content"] == f"<@{ann.id}> <@{bob.id}> It is your turn." for one in house.messages.values()))
    await bob.press(bob.message, "ready")
    await house.until(lambda: "Waiting for Ann." in words_of(board))
    await ann.press(ann.message, "look")
    await ann.press(ann.message, "ready")
    await house.until(lambda: ends(board))
    table = (await client.api.get(f"/api/matches/{duel.match}?pictures=none"))["table"]
    white = table["options"]["white"]
    assert white == table["coin"]["winner"]
    first = ann if white == "A" else bob
    await first.open(board)
    assert "You owe" in first.message["content"]
    assert table["options"]["settled"] == "yes"


@inside
async def test_a_host_chooses_everything_that_a_table_has(house: StandIn, client: Client) -> None:
    hal = Player(house, "Hal")
    named = await hal.choices("host", "options", variant="letter-hunt/gambit", options="bank=10 time_h")
    assert "bank=10 time_hold=60" in [re.sub(r"\d+$", "60", one) for one in named]
    assert await hal.choices("host", "options", variant="five-card-trick/final", options="priority_beats_block=y") == [
        "priority_beats_block=yes"
    ]
    given = {"onlookers": 2, "talk": 60, "record": "everybody", "hand_deals": True, "check_in": True}
    hal, ann, bob, board = await hosted(house, variant="letter-hunt/gambit", **given)
    (duel,) = client.duels.all()
    table = (await client.api.get(f"/api/hosts/{duel.host_key}?pictures=none"))["table"]
    wanted = {"talk": 60, "publish": True, "by_hand": True, "check_in": True}
    assert {key: table["settings"][key] for key in wanted} == wanted
    assert str(table["options"]["onlookers"]) == "2"
    desk = await hal.told("desk", board["channel_id"])
    links = re.findall(r"Onlooker (\d): <https://play.example.org/w/(\S+)>", desk)
    assert [number for number, _ in links] == ["1", "2"]
    assert not any(key in sent.body for sent in house.public for _, key in links)
    for player in (ann, bob):
        await player.open(board)
        await player.press(player.message, "ready")
    await house.until(lambda: "My move" in json.dumps(board["components"]))


@inside
async def test_a_whole_duel_that_a_host_leads(house: StandIn, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentence 20 of any other text: the host asks, both answer, the answers are turned up, the host counts and ends it."""
    monkeypatch.setattr(showing, "REST_S", 0.05)
    _, ann, bob, board = await hosted(house, variant=FREE_TABLE, title="Fifteen Points", rules="The higher bid scores.")
    (duel,) = client.duels.all()
    key = duel.host_key
    file = {"file": base64.b64encode(image()).decode()}
    digest = (await client.api.post(f"/api/hosts/{key}/picture", file))["digest"]
    assert not [sent for sent in house.public if any(name.startswith("picture") for name, _ in sent.files)], "it is not posted yet"
    await line(client, duel, f'picture {digest} "The board"')
    (shown,) = await house.until(lambda: [sent for sent in house.public if any(name == "picture.png" for name, _ in sent.files)])
    assert "Picture: The board" in shown.body
    assert shown.files[0][1] == await client.api.file(f"/api/matches/{duel.match}/picture/{digest}")

    for number, bids in enumerate((("9", "12"), ("20", "3")), 1):
        await line(client, duel, f'ask AB number 0 30 60 "Bid points for round {number}"')
        await house.until(lambda: "Waiting for Ann and Bob." in words_of(board))
        assert len(ends(board)) == 2
        for player, bid in zip((ann, bob), bids, strict=True):
            await player.open(board)
            await player.type(await player.press(player.message, "number"), bid)
            await player.press(player.message, "send")
            if player is ann:
                await house.until(lambda: "Waiting for Bob." in words_of(board))
                assert not any(re.search(rf"Ann\W+{bids[0]}\b", sent.body) for sent in house.public)
        await house.until(lambda bids=bids: all(bid in words_of(board).splitlines()[-3] + words_of(board) for bid in bids))  # type: ignore[misc]
        await line(client, duel, f"count points {'B' if number == 1 else 'A'} +1")
    await line(client, duel, 'end A "Ann bid with more courage."')
    (told, *_) = await house.until(lambda: results(house))
    assert "**The host ended the match. Ann wins.**" in told.body
    (whole,) = [one for one in boards(house) if one["id"] == board["id"]]
    assert acts(whole) == []
    assert ends(whole) == []
    assert len([sent for sent in house.public if any(name == "picture.png" for name, _ in sent.files)]) == 1
    assert key not in repr(house.public)
