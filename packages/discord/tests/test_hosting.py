"""The host inside Discord: pause, rulings with their effect first, and a thread that lives as late as spectators do."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from packages.discord.tests.playing import Player, acts, boards, challenge_of, front_end
from packages.discord.tests.stand_in import Sent, StandIn
from packages.discord.tests.test_challenges import GAME, said
from tests.server.kit import run


async def hosted(house: StandIn, **given: Any) -> tuple[Player, Player, Player, Any]:
    """A match of Ann and Bob that Hal hosts, and its table."""
    hal, ann, bob = (Player(house, name) for name in ("Hal", "Ann", "Bob"))
    await hal.told("host", first=ann, second=bob, variant=GAME, **given)
    for player in (ann, bob):
        await player.press(challenge_of(house, hal), "accept")
    return hal, ann, bob, boards(house)[-1]


async def submits(player: Player, board: Any) -> None:
    await player.open(board)
    while "send" not in acts(player.message):
        await player.press(player.message, "take")
    await player.press(player.message, "send")


def words_of(board: Any) -> str:
    return str(board["embeds"][0]["description"])


def results(house: StandIn) -> list[Sent]:
    return [sent for sent in house.public if sent.what == "message" and "/r/" in sent.body]


@pytest.mark.nightly
def test_a_host_pauses_and_rules_and_nobody_else_can(server: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with StandIn().open() as house, front_end(server, tmp_path) as client:
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

    run(test(), 120)


def test_an_announcement_stands_in_the_thread_and_events_are_offered_to_the_host_alone(server: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with StandIn().open() as house, front_end(server, tmp_path) as client:
            hal, ann, bob, board = await hosted(house)
            (duel,) = client.duels.all()
            await client.api.post(f"/api/hosts/{duel.host_key}/announce", {"text": "Tea at *five*"})
            await house.until(lambda: "📢 Tea at \\*five\\*" in words_of(board))
            for player in (ann, bob):
                await submits(player, board)
            known = next(one for one in house.commands if one["name"] == "ruling")
            options = [{"name": "event", "type": 4, "value": "", "focused": True}]
            found = []
            for player in (hal, ann):
                data = {"id": known["id"], "name": "ruling", "type": 1, "options": options}
                asked = await house.ask(player.user, 4, data, board["channel_id"])
                await house.until(lambda asked=asked: asked.kind)  # type: ignore[misc]
                found.append(asked.data["choices"])
            assert [choice["value"] for choice in found[0]] == [1]
            assert found[1] == []

    run(test())


@pytest.mark.nightly
def test_a_thread_lives_as_late_as_spectators(server: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with StandIn().open() as house, front_end(server, tmp_path) as client:
            hal, ann, bob, board = await hosted(house, delay=3_600, options="rounds=1")
            assert "Spectators see this match 3600 seconds later." in words_of(board)
            public = len(house.public)
            chance = Random(3)
            for player in (ann, bob):
                await player.open(board)
            while any(acts(player.message) for player in (ann, bob)):
                for player in (ann, bob):
                    if acts(player.message) and [act for act in acts(player.message) if act in ("take", "send", "pick", "number", "word")]:
                        await player.step(chance)
                    elif acts(player.message):
                        await player.press(player.message, "look")
            (duel,) = client.duels.all()
            assert len(house.public) == public, [sent.body for sent in house.public[public:]]
            assert not duel.over
            desk = await hal.asks("desk", board["channel_id"])
            assert acts(desk) == ["desk"]  # the host sees that it is over
            assert not house.refused

    run(test(), 120)
