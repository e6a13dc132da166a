"""Nothing secret is public, and a front end that was started again goes on where it stood."""

from __future__ import annotations

import json
import logging
import re
import stat
from pathlib import Path
from random import Random
from typing import Any

import pytest

from deathmatch.discord.duels import FILE, Draft, Duel, Duels
from deathmatch.server.vault import WrongKey
from tests.discord.playing import Player, acts, begun, front_end, parts, played
from tests.discord.stand_in import StandIn
from tests.server.kit import run, serving

SEALED = "five-card-trick/gauntlet"  # its first question is a joint one, and nothing is dealt


def evened(text: str, seen: dict[str, str]) -> str:
    """A text with Discord's numbers and the ids of matches in the order in which they came up."""
    text = re.sub(r'"nonce": "?\d+"?', "", text)  # of discord.py, random
    return re.sub(r"\b1\d{3}\b", lambda found: seen.setdefault(found[0], f"#{len(seen)}"), text)


async def told(server: str, folder: Path, choice: int, caplog: pytest.LogCaptureFixture) -> tuple[str, list[Any]]:
    """What Ann hides, who takes the first choices (0) or the last ones (1), and all that everybody else gets until she must show it."""
    caplog.clear()
    async with StandIn().open() as house, front_end(server, folder) as client:
        ann, bob, board = await begun(house, SEALED)
        message = await ann.open(board)
        while "send" not in acts(message):
            await ann.press(message, "take", index=-choice)
        hidden = str(message["content"])
        await ann.press(message, "send")
        await house.until(
            lambda: "Waiting for Bob" in json.dumps(board["embeds"]) and "Ann" not in board["embeds"][0]["description"].split("**")[-2]
        )
        await bob.open(board)
        (duel,) = client.duels.all()
        seen: dict[str, str] = {duel.match: "MATCH"}
        out: list[Any] = [
            (sent.what, evened(sent.place, seen), evened(sent.body.replace(duel.match, "MATCH"), seen), sent.files) for sent in house.public
        ]
        out.append((bob.message["content"], house.files[bob.message["id"]], [part.get("label") for part in parts(bob.message)]))
        out.append(
            [record.getMessage().replace(duel.match, "MATCH") for record in caplog.records if record.name.startswith("deathmatch.discord")]
        )
        everything = repr(out)
        assert not any(key in everything for key in duel.keys)
        assert len(house.public) >= 4
        return hidden, out


def test_two_matches_that_differ_in_one_secret_send_the_same_to_everybody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    found: list[tuple[str, list[Any]]] = []
    with serving(tmp_path / "server", warm=False) as server:
        for choice in (0, 1):
            folder = tmp_path / str(choice)

            async def test(folder: Path = folder, choice: int = choice) -> None:
                found.append(await told(server, folder, choice, caplog))

            run(test())
    assert found[0][0] != found[1][0]
    assert found[0][1] == found[1][1]


def test_a_front_end_that_was_started_again_goes_on_with_old_messages(tmp_path: Path) -> None:
    async def test(server: str) -> None:
        async with StandIn().open() as house:
            async with front_end(server, tmp_path / "discord"):
                cat, dan = Player(house, "Cat"), Player(house, "Dan")
                await cat.command("duel", opponent=dan, variant=SEALED)
                ann, bob, board = await begun(house, SEALED)
                await ann.open(board)
                await ann.press(ann.message, "take")
                content = ann.message["content"]
            async with front_end(server, tmp_path / "discord"):
                await ann.press(ann.message, "look")
                assert ann.message["content"] == content
                await played(house, (ann, bob), board, Random(2))
                challenge = next(one for one in house.messages.values() if one["content"].startswith(f"<@{cat.id}>"))
                await dan.press(challenge, "accept")
                assert len(house.threads) == 2
            assert not house.refused

    with serving(tmp_path / "server", warm=False) as server:
        run(test(server))


def test_others_cannot_play_accept_or_get_a_link(tmp_path: Path) -> None:
    async def test(server: str) -> None:
        async with StandIn().open() as house, front_end(server, tmp_path / "discord") as client:
            ann, bob, eve = Player(house, "Ann"), Player(house, "Bob"), Player(house, "Eve")
            await ann.command("duel", opponent=bob, variant=SEALED)
            challenge = next(one for one in house.messages.values() if one["content"].startswith(f"<@{ann.id}>"))
            for player in (eve, ann):
                answer = await player.press(challenge, "accept")
                assert "Only the player who was challenged" in str((answer.message or {})["content"])
            await bob.press(challenge, "accept")
            board = next(one for one in house.messages.values() if one["channel_id"] in house.threads)
            for act in ("move", "link"):
                answer = await eve.press(board, act)
                assert answer.private
                assert (answer.message or {})["content"] == "Only the two players can do this."
                assert (answer.message or {})["attachments"] == []
            (duel,) = client.duels.all()
            mine = await bob.press(board, "link")
            assert duel.keys[1] in str((mine.message or {})["content"])
            assert duel.keys[0] not in str((mine.message or {})["content"])

    with serving(tmp_path / "server", warm=False) as server:
        run(test(server))


def test_a_refused_option_is_told_to_the_challenger_alone(tmp_path: Path) -> None:
    async def test(server: str) -> None:
        async with StandIn().open() as house, front_end(server, tmp_path / "discord"):
            ann, bob = Player(house, "Ann"), Player(house, "Bob")
            for options in ("nonsense=3", "nonsense"):
                answer = await ann.command("duel", opponent=bob, variant=SEALED, options=options)
                told = [*answer.followups, answer.message or {}][0]
                assert "nonsense" in str(told["content"])
            assert house.public == []

    with serving(tmp_path / "server", warm=False) as server:
        run(test(server))


DUEL = Duel("abcdefghijkl", "A game", 1, (2, 3), ("Ann", "Bob"), ("secret-a", "secret-b"), "en")


def test_the_file_is_for_its_owner_and_sealed(tmp_path: Path) -> None:
    duels = Duels(tmp_path)
    duels.keep(DUEL)
    duels.keep_draft(DUEL.match, 0, Draft(1, ("hidden",), 2))
    duels.close()
    for path in tmp_path.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert not any(secret in path.read_bytes() for secret in (b"secret-a", b"Ann", b"hidden"))
    again = Duels(tmp_path)
    assert list(again.all()) == [DUEL]
    assert again.draft(DUEL.match, 0).prefix == ("hidden",)
    assert "secret" not in repr(DUEL)
    again.forget(DUEL.match)
    assert again.find(DUEL.match) is None
    assert again.draft(DUEL.match, 0) == Draft()
    again.close()


def test_another_key_is_refused(tmp_path: Path) -> None:
    Duels(tmp_path).close()
    (tmp_path / "secrets.key").write_bytes(b"k" * 32)
    assert (tmp_path / FILE).is_file()
    with pytest.raises(WrongKey):
        Duels(tmp_path)
