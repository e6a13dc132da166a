"""Nothing secret is public, and a front end that was started again goes on where it stood."""

from __future__ import annotations

import stat
from pathlib import Path
from random import Random

import pytest

from deathmatch.server.vault import WrongKey
from deathmatch_discord.duels import FILE, Draft, Duel, Duels
from deathmatch_discord.preview.stand_in import StandIn
from packages.discord.tests.playing import GAME, Player, begun, challenge_of, front_end, played
from tests.server.kit import run, serving


def test_a_front_end_that_was_started_again_goes_on_with_old_messages(tmp_path: Path) -> None:
    async def test(server: str) -> None:
        async with StandIn().open() as house:
            async with front_end(server, tmp_path / "discord"):
                cat, dan = Player(house, "Cat"), Player(house, "Dan")
                await cat.command("duel", opponent=dan, variant=GAME)
                ann, bob, board = await begun(house, GAME, options="rounds=1")
                await ann.open(board)
                await ann.press(ann.message, "take")
                content = ann.message["content"]
            async with front_end(server, tmp_path / "discord"):
                await ann.press(ann.message, "look")
                assert ann.message["content"] == content
                await played(house, (ann, bob), board, Random(2))
                await dan.press(challenge_of(house, cat), "accept")
                assert len(house.threads) == 2
            assert not house.refused

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
