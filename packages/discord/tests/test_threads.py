"""The thread of a match: mentions, pictures in new messages, messages that have gone, and the result; and resignation in private."""

from __future__ import annotations

import json
from typing import Any

import pytest

from deathmatch_discord.client import Client
from deathmatch_discord.preview.stand_in import PERMISSIONS, StandIn
from packages.discord.tests.playing import GAME, acts, begun, boards, inside, results, submits, words_of

PNG = b"\x89PNG"


def calls(house: StandIn, thread: str) -> list[Any]:
    """The mentions that stand in a thread now."""
    return [one for one in house.messages.values() if one["channel_id"] == thread and "It is your turn." in one["content"]]


@pytest.mark.nightly
@inside
async def test_players_are_mentioned_once_a_question_unless_they_wish_otherwise(house: StandIn, client: Client) -> None:
    ann, bob, board = await begun(house, GAME)
    thread = board["channel_id"]
    await house.until(lambda: calls(house, thread))
    (first,) = calls(house, thread)
    assert first["content"] == f"<@{ann.id}> <@{bob.id}> It is your turn."
    sent = next(one for one in house.public if "It is your turn." in one.body)
    assert json.loads(sent.body)["allowed_mentions"]["parse"] == ["users"]  # and neither roles nor everybody
    assert await ann.told("mentions", wanted="off") == "You are not mentioned any more."
    await submits(ann, board)
    await house.until(lambda: "Waiting for Bob." in words_of(board))
    assert calls(house, thread) == [first]  # the question is the same
    await submits(bob, board)
    await house.until(lambda: calls(house, thread) and calls(house, thread) != [first] and len(calls(house, thread)) == 1)
    assert calls(house, thread)[0]["content"] == f"<@{bob.id}> It is your turn."
    await bob.told("mentions", wanted="off")
    for player in (ann, bob):
        await submits(player, board)
    await house.until(lambda: "Waiting for Ann and Bob." in words_of(board) and acts(board))
    assert not house.refused
    assert "You are mentioned" in await ann.told("mentions", wanted="on")
    assert not client.duels.quiet(int(ann.id))
    assert client.duels.quiet(int(bob.id))


@inside
async def test_a_table_whose_message_or_thread_has_gone_is_posted_again(house: StandIn, client: Client) -> None:
    ann, bob, board = await begun(house, GAME)
    await house.until(lambda: calls(house, board["channel_id"]))
    house.expected = {50083, 10008}
    house.archived.add(board["channel_id"])
    await submits(ann, board)
    await house.until(lambda: len(boards(house)) == 2)
    assert board["channel_id"] not in house.archived
    new = boards(house)[-1]
    del house.messages[new["id"]], house.messages[board["id"]]
    await submits(bob, new)
    await house.until(lambda: boards(house) and "Waiting for Ann and Bob." in words_of(boards(house)[-1]))
    assert [one["code"] for one in house.provoked][:2] == [50083, 10008]


@inside
async def test_a_player_resigns_after_a_question_and_old_questions_do_nothing(house: StandIn, client: Client) -> None:
    ann, bob, board = await begun(house, GAME)
    await ann.open(board)
    await ann.press(ann.message, "resign")
    assert ann.message["content"] == "Do you want to resign? You lose the match."
    assert acts(ann.message) == ["yield", "look"]
    assert ann.message["attachments"] == []
    old = dict(ann.message)
    await ann.press(ann.message, "look")
    await ann.press(ann.message, "take")
    await ann.press(old, "yield")
    assert "earlier message" in ann.message["content"]
    (duel,) = client.duels.all()
    assert (await client.api.get(f"/api/matches/{duel.match}?pictures=none"))["table"]["state"] == "running"
    await bob.open(board)
    await bob.press(bob.message, "resign")
    await bob.press(bob.message, "yield")
    told = await house.until(lambda: results(house))
    assert "Bob" in told[0].body
    assert bob.message["content"] == "You resigned."
    film = await house.until(lambda: [sent for sent in house.public if any(name == "match.gif" for name, _ in sent.files)])
    assert [(name, body[:4]) for name, body in film[0].files] == [("match.dm", film[0].files[0][1][:4]), ("match.gif", b"GIF8")]


@inside
async def test_the_move_so_far_is_in_the_private_picture(house: StandIn, client: Client) -> None:
    ann, _, board = await begun(house, GAME)
    await ann.open(board)
    before = house.files[ann.message["id"]]["seat.png"]
    await ann.press(ann.message, "take")
    after = house.files[ann.message["id"]]["seat.png"]
    (duel,) = client.duels.all()
    prefix = list(client.duels.draft(duel.match, 0).prefix)
    assert len(prefix) == 1
    assert after == await client.api.file(f"/api/seats/{duel.keys[0]}/picture", {"ply": 0, "prefix": prefix})
    assert before[:4] == after[:4] == PNG
    assert before != after
    await ann.press(ann.message, "back")
    assert house.files[ann.message["id"]]["seat.png"] == before


@inside
async def test_a_table_that_cannot_be_shown_for_a_while_is_shown_later(
    house: StandIn, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deathmatch_discord.boards.REST_S", 0.05)

    ann, _, board = await begun(house, GAME)
    await house.until(lambda: calls(house, board["channel_id"]))
    house.expected = {50013}
    house.permissions &= ~PERMISSIONS["send in threads"]
    await submits(ann, board)
    await house.until(lambda: house.provoked)
    house.permissions |= PERMISSIONS["send in threads"]
    await house.until(lambda: "Waiting for Bob." in words_of(board))
