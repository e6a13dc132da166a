"""A server or a Discord with too much to do: everything is acknowledged in time, waits are honoured, and old buttons outlive restarts."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from deathmatch.server.settings import FrontEnd, Rate
from deathmatch_discord.api import Api
from deathmatch_discord.client import Client
from deathmatch_discord.preview.stand_in import ANSWER_WITHIN, StandIn
from packages.discord.tests.playing import GAME, Player, acts, begun, challenge_of, front_end, inside
from tests.limits import OPEN
from tests.server.kit import run, serving

TOKEN = "t" * 32


@inside
async def test_a_button_is_acknowledged_before_the_server_answers(house: StandIn, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    answers, call = asyncio.Event(), Api._call

    async def slow(self: Api, *given: Any) -> bytes:
        await answers.wait()
        return await call(self, *given)

    ann, _, board = await begun(house, GAME)
    monkeypatch.setattr(Api, "_call", slow)
    data = {"custom_id": next(part["custom_id"] for part in board["components"][0]["components"]), "component_type": 2}
    pressed = await house.ask(ann.id, 3, data, board["channel_id"], dict(board))
    await house.until(lambda: pressed.kind)
    assert pressed.message is None
    house.now += 20 * ANSWER_WITHIN
    answers.set()
    message = await house.until(lambda: pressed.message)
    assert pressed.private
    assert "take" in acts(message)


@inside
async def test_rate_limits_of_discord_are_waited_for(house: StandIn, client: Client) -> None:
    house.limited = {route: [0.01, 0.02] for route in ("POST channels", "PATCH channels", "PATCH webhooks")}
    ann, _, board = await begun(house, GAME)
    await ann.open(board)
    assert "take" in acts(ann.message)
    assert not any(house.limited.values())


def test_players_of_a_known_front_end_have_limits_of_their_own_and_a_busy_server_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(server: str) -> None:
        async with StandIn().open() as house, front_end(server, tmp_path / "discord", TOKEN) as client:
            ann, bob = Player(house, "Ann"), Player(house, "Bob")
            for player in (ann, bob):
                assert "when somebody accepts" in await player.told("duel", variant=GAME)
            assert "when somebody accepts" in await ann.told("duel", variant=GAME)  # after a second or two
            monkeypatch.setattr("deathmatch_discord.api.BUSY_S", 0.0)
            told = await asyncio.gather(*(ann.told("duel", variant=GAME) for _ in range(6)))
            assert [words for words in told if "too many new matches" in words]
            assert client.duels.alias(int(ann.id)) != client.duels.alias(int(bob.id))
            assert ann.id not in client.duels.alias(int(ann.id))

    with serving(tmp_path / "server", replace(OPEN, matches=Rate(1, 0.5)), warm=False, front_ends=(FrontEnd("chat", TOKEN),)) as server:
        run(test(server))


def test_buttons_of_old_messages_work_after_a_restart_of_the_server(tmp_path: Path) -> None:
    async def test(first: Any, folder: Path) -> None:
        async with StandIn().open() as house, front_end(first.__enter__(), tmp_path / "discord") as client:
            ann, bob, board = await begun(house, GAME)
            cat = Player(house, "Cat")
            await cat.told("duel", variant=GAME)
            await ann.open(board)
            await ann.press(ann.message, "take")
            content = ann.message["content"]
            await asyncio.to_thread(first.__exit__, None, None, None)
            second = serving(folder, warm=False)
            client.api._line.server = f"http://{await asyncio.to_thread(second.__enter__)}"
            try:
                await ann.press(ann.message, "look")
                assert ann.message["content"] == content
                await ann.press(ann.message, "take")
                assert ann.message["content"] != content
                await bob.press(challenge_of(house, cat), "accept")
                assert len(house.threads) == 2
            finally:
                await asyncio.to_thread(second.__exit__, None, None, None)

    run(test(serving(tmp_path / "server", warm=False), tmp_path / "server"))
