"""What people write: announcements, private lines as direct messages, and moves that are typed in the thread (sentence 20)."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from deathmatch import games
from deathmatch.core.game import Ask, Variant
from deathmatch.core.seats import PUBLIC
from deathmatch.judging.matches import stepwise
from deathmatch_discord.api import Api
from deathmatch_discord.client import Client
from deathmatch_discord.command import run as connect
from deathmatch_discord.duels import Duel
from deathmatch_discord.preview.stand_in import CONTENTS, TOKEN, StandIn
from deathmatch_discord.writing import OF_EVERY_GAME
from packages.discord.tests.playing import Player, acts, boards, challenge_of, hosted, inside, said, words_of

ROOM: dict[str, Any] = {"variant": "even-groups/standard", "options": "side=3 white=A", "typed": True}


def thread(house: StandIn, board: Any) -> list[str]:
    """The words that stand in a thread, without the table and its calls."""
    mine = [one for one in house.messages.values() if one["channel_id"] == board["channel_id"] and not one["embeds"] and not one["flags"]]
    return [one["content"] for one in mine if "It is your turn." not in one["content"]]


def direct(house: StandIn, who: Player) -> list[Any]:
    """The direct messages of somebody."""
    return [one for one in house.messages.values() if house.directs.get(one["channel_id"]) == who.id]


async def ply(client: Client, duel: Duel) -> int:
    return int((await client.api.get(f"/api/matches/{duel.match}?pictures=none"))["seen"]["ply"])


@inside
async def test_the_first_valid_move_in_the_room_counts_whole_and_for_its_writer_alone(house: StandIn, client: Client) -> None:
    hal, ann, bob, board = await hosted(house, **ROOM)
    (duel,) = client.duels.all()
    room = board["channel_id"]
    assert "Moves that the players type in the thread count." in challenge_of(house, hal)["content"]
    for who, text, place in ((bob, "Orange C3", room), (hal, "Orange C3", room), (ann, "Orange C3", "300"), (ann, "the middle?", room)):
        await house.say(who.id, text, place)
    await house.say(ann.id, "orange c3", room)
    await house.until(lambda: "Waiting for Bob." in words_of(board))
    assert await ply(client, duel) == 1, "nothing else was read"
    for text in ("Orange B4", "Orange C3, White F6", "Orange C3, White A1"):  # one stone, no such cell, a cell that is taken
        await house.say(bob.id, text, room)
    await house.until(lambda: any("Bob: " in words for words in thread(house, board)))
    refusals = [words for words in thread(house, board) if words.startswith("Bob: ")]
    assert len(refusals) == 1
    assert "(even-groups R5)" in refusals[0]
    await house.say(bob.id, "Orange A1, White A3", room)
    await house.until(lambda: "Waiting for Ann." in words_of(board))
    record = (await client.api.get(f"/api/hosts/{duel.host_key}?pictures=none"))["log"]
    assert record[-1]["notation"].endswith("orange A1 white A3")


@inside
async def test_a_secret_answer_is_not_read_and_the_thread_says_so_once_whatever_was_typed(house: StandIn, client: Client) -> None:
    _, ann, bob, board = await hosted(house, typed=True)
    (duel,) = client.duels.all()
    before = words_of(board)
    for who, text in ((ann, "score grow"), (bob, "hello"), (ann, "claim grow")):
        await house.say(who.id, text, board["channel_id"])
    await house.until(lambda: [words for words in thread(house, board) if "secret" in words])
    await ann.open(board)
    assert await ply(client, duel) == 0
    assert words_of(board) == before
    assert [words for words in thread(house, board) if "do not read" in words] == [
        "Answers to this question are secret: I do not read what is typed here. Press My move."
    ]


def shown(game: Any, state: Any, seat: Any) -> bool:
    """Whether a seat has secrets."""
    return bool(game.private(game.view(state, seat)))


@pytest.mark.parametrize("variant", games.unled(), ids=lambda variant: variant.id)
def test_an_answer_that_may_be_typed_never_becomes_a_secret(variant: Variant) -> None:
    """A seat that is asked alone and has no secrets has none after its answer: everybody sees what it did."""
    _, game = variant.bind({})
    for number in range(4):
        steps = list(stepwise(game, "typed", number))
        for before, after in pairwise(steps):
            pending = game.pending(before.state)
            if isinstance(pending, Ask) and len(pending.seats) == 1 and not shown(game, before.state, *pending.seats):
                assert not shown(game, after.state, *pending.seats)
                assert game.view(before.state, PUBLIC) != game.view(after.state, PUBLIC)


@inside
async def test_fields_of_every_game_are_those_of_a_seat_without_secrets(house: StandIn, client: Client) -> None:
    await hosted(house, **ROOM)
    (duel,) = client.duels.all()
    assert set((await client.api.get(f"/api/seats/{duel.keys[0]}"))["seen"]["private"]) == OF_EVERY_GAME


async def test_without_the_intent_everything_else_works_and_typed_moves_are_refused(server: str, tmp_path: Path) -> None:
    async with StandIn().open() as house:
        house.granted &= ~CONTENTS
        front = asyncio.create_task(connect(TOKEN, f"http://{server}", f"http://{server}", tmp_path))
        try:
            await house.until(lambda: house.welcomed)
            hal, ann, bob = (Player(house, name) for name in ("Hal", "Ann", "Bob"))
            assert "Message Content" in await hal.told("host", first=ann, second=bob, **ROOM)
            assert "is posted" in await hal.told("host", first=ann, second=bob, **{**ROOM, "typed": False})
        finally:
            front.cancel()
            await asyncio.gather(front, return_exceptions=True)


@inside
async def test_typed_moves_do_not_go_with_spectators_who_see_the_match_later(house: StandIn, client: Client) -> None:
    hal, ann, bob = (Player(house, name) for name in ("Hal", "Ann", "Bob"))
    for late in ({"delay": 5}, {"behind": 1}, {"hidden": True}):
        assert "cannot see the match later" in await hal.told("host", first=ann, second=bob, **ROOM, **late)


@inside
async def test_a_host_announces_and_speaks_with_one_player_and_nothing_public_tells_of_it(house: StandIn, client: Client) -> None:
    hal, ann, bob, board = await hosted(house, delay=3_600)
    eve, room = Player(house, "Eve"), board["channel_id"]
    (duel,) = client.duels.all()
    assert await hal.choices("tell", "to", room) == ["A", "B"]
    assert await ann.choices("tell", "to", room) == ["host"]
    assert await eve.choices("tell", "to", room) == []
    for who in (ann, eve):
        assert await who.told("announce", room, text="Tea") == "You host no match here."
    assert await eve.told("tell", room, text="Psst") == "You have no match with a host here."
    await house.until(lambda: duel.match in client.boards.lines._tasks)
    public = [(sent.what, sent.place, sent.body) for sent in house.public]

    assert await hal.told("tell", room, text="Are you *well*?", to="A") == "Said in private: Are you \\*well\\*?"
    (line,) = await house.until(lambda: direct(house, ann))
    assert line["content"].endswith("the host, to you alone: Are you \\*well\\*?")
    await ann.type(await ann.press(line, "tell"), "Yes")
    (answer,) = await house.until(lambda: direct(house, hal))
    assert answer["content"].endswith("Ann, to you alone: Yes")
    await client.api.post(f"/api/seats/{duel.keys[1]}/tell", {"to": "host", "text": "By the browser"})
    await house.until(lambda: len(direct(house, hal)) == 2)
    await ann.open(board)
    assert "✉ Ann: Yes" in ann.message["content"]
    await bob.open(board)
    assert "Yes" not in bob.message["content"]
    assert (direct(house, bob), direct(house, eve)) == ([], [])
    assert [(sent.what, sent.place, sent.body) for sent in house.public] == public
    for who in (bob, eve):
        assert not any("Yes" in one["content"] or "well" in one["content"] for one in house.seen_by(who.id))
    assert "By the browser" in said(await hal.command("desk", room))

    assert await hal.told("announce", room, text="Tea at *five*") == "Announced: Tea at \\*five\\*"
    assert [(sent.what, sent.place, sent.body) for sent in house.public] == public, "spectators see the match an hour later"


@inside
async def test_a_player_who_takes_no_direct_messages_reads_a_line_behind_my_move(house: StandIn, client: Client) -> None:
    house.expected = {50007}
    hal, ann, _, board = await hosted(house)
    house.closed = {ann.id}
    await hal.told("tell", board["channel_id"], text="Are you there?", to="A")
    await house.until(lambda: house.provoked)
    await ann.open(board)
    assert "✉" in ann.message["content"]
    assert "Are you there?" in ann.message["content"]
    assert acts(boards(house)[-1]) == ["move", "link"]
    assert isinstance(client.api, Api)
