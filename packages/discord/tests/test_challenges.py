"""From a challenge to the match: to one player, to everybody, and between two others by a host."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from packages.discord.tests.playing import Player, acts, boards, challenge_of, front_end
from packages.discord.tests.stand_in import StandIn
from tests.server.kit import run

GAME = "five-card-trick/gauntlet"


def said(answer: Any) -> str:
    return str((answer.message or answer.followups[0])["content"])


def test_the_first_to_accept_an_open_challenge_plays(server: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with StandIn().open() as house, front_end(server, tmp_path) as client:
            ann, bob, eve = (Player(house, name) for name in ("Ann", "Bob", "Eve"))
            assert "when somebody accepts" in await ann.told("challenge", variant=GAME, ec="opponent")
            challenge = challenge_of(house, ann)
            assert challenge["content"].startswith(f"<@{ann.id}> challenges everybody here")
            assert "Only the player who was challenged" in said(await ann.press(challenge, "accept"))
            assert await ann.told("accept") == "There is no challenge here that you can accept."
            assert "Only the two players" in said(await eve.press(challenge, "decline"))
            assert "The match has begun" in await bob.told("accept")
            assert acts(challenge) == []
            (duel,) = client.duels.all()
            assert duel.players == (int(ann.id), int(bob.id))
            assert await eve.told("accept") == "There is no challenge here that you can accept."
            assert "Only the player who was challenged" in await client_accepts(house, eve, duel.match)
            (board,) = boards(house)
            assert board["embeds"][0]["title"].endswith("Ann – Bob")
            full = await client.api.get(f"/api/matches/{duel.match}?pictures=none")
            assert (full["table"]["names"], full["table"]["ec"]) == ({"A": "Ann", "B": "Bob"}, "B")
            assert not house.refused

    run(test())


async def client_accepts(house: StandIn, player: Player, match: str) -> str:
    """The answer to a button of an old message."""
    data = {"custom_id": f"dm:accept:{match}", "component_type": 2}
    return said(await player.answered(await house.ask(player.user, 3, data, message=dict(next(iter(house.messages.values()))))))


@pytest.mark.nightly
def test_several_challenges_are_told_apart(server: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with StandIn().open() as house, front_end(server, tmp_path) as client:
            ann, bob, eve = (Player(house, name) for name in ("Ann", "Bob", "Eve"))
            await ann.told("challenge", variant=GAME)
            await ann.told("challenge", variant=GAME, opponent=eve)
            await bob.told("challenge", variant=GAME, opponent=ann)
            first, second, third = client.duels.all()
            assert [client.challenges.acceptable(first.channel, int(one.id)) for one in (ann, bob, eve)] == [
                [third],
                [first],
                [first, second],
            ]
            assert "several" in await eve.told("accept")
            assert "no challenge here" in await bob.told("accept", challenge=second.match)
            known = next(one for one in house.commands if one["name"] == "accept")
            asked = await house.ask(
                eve.user,
                4,
                {
                    "id": known["id"],
                    "name": "accept",
                    "type": 1,
                    "options": [{"name": "challenge", "type": 3, "value": "", "focused": True}],
                },
            )
            await house.until(lambda: asked.kind)
            assert [one["value"] for one in asked.data["choices"]] == [first.match, second.match]
            assert "The match has begun" in await eve.told("accept", challenge=second.match)
            assert "withdrawn" in said(
                await ann.press(next(one for one in house.messages.values() if one["id"] == str(first.challenge)), "decline")
            )
            assert [duel.match for duel in client.duels.all()] == [second.match, third.match]

    run(test())


def test_a_hosted_match_begins_when_both_have_accepted(server: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with StandIn().open() as house, front_end(server, tmp_path) as client:
            hal, ann, bob = (Player(house, name) for name in ("Hal", "Ann", "Bob"))
            for pair in ((hal, ann), (ann, ann)):
                assert await hal.told("host", first=pair[0], second=pair[1], variant=GAME) == "Choose two other people."
            assert "/desk" in await hal.told("host", first=ann, second=bob, variant=GAME, options="rounds=3", delay=5)
            challenge = challenge_of(house, hal)
            assert f"<@{ann.id}> against <@{bob.id}>" in challenge["content"]
            assert challenge["content"].endswith("rounds 3")
            assert "Only the player" in said(await hal.press(challenge, "accept"))
            assert f"when <@{ann.id}> accepts" in said(await bob.press(challenge, "accept"))
            assert challenge["content"].endswith(f"<@{bob.id}> has accepted.")
            assert not boards(house)
            assert "The match has begun" in said(await ann.press(challenge, "accept"))
            (duel,) = client.duels.all()
            full = await client.api.get(f"/api/seats/{duel.keys[0]}?pictures=none")
            assert full["table"]["names"] == {"A": "Ann", "B": "Bob"}
            assert full["table"]["settings"]["delay"] == 5
            everything = repr(house.public)
            assert not any(key in everything for key in (*duel.keys, duel.host_key))
            assert not house.refused

    run(test())


def test_a_challenge_that_the_server_has_forgotten_is_closed(server: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with StandIn().open() as house, front_end(server, tmp_path) as client:
            ann, bob = Player(house, "Ann"), Player(house, "Bob")
            await ann.told("duel", opponent=bob, variant=GAME)
            (duel,) = client.duels.all()
            client.duels.keep(
                type(duel)(**{**{name: getattr(duel, name) for name in duel.__struct_fields__}, "keys": ("x" * 22, "y" * 22)})
            )
            challenge = challenge_of(house, ann)
            assert said(await bob.press(challenge, "accept")) == "This challenge is no longer open."
            assert (challenge["content"], acts(challenge)) == ("This challenge is no longer open.", [])
            assert list(client.duels.all()) == []

    run(test())
