"""Whole matches inside the stand-in, by real discord.py and a real server."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from deathmatch import games
from tests.discord.playing import begun, front_end, played
from tests.discord.stand_in import StandIn
from tests.server.kit import run, serving

VARIANTS = [variant.id for variant in games.every()]
DISCREET = {variant.id for variant in games.every() if variant.discreet}
BY_DAY = "five-card-trick/gauntlet"
SHORT = "rounds=1"


@pytest.mark.parametrize("variant", [BY_DAY, *(pytest.param(name, marks=pytest.mark.nightly) for name in VARIANTS if name != BY_DAY)])
def test_a_match_is_played_to_its_end(variant: str, tmp_path: Path) -> None:
    async def test(server: str) -> None:
        async with StandIn().open() as house, front_end(server, tmp_path / "discord"):
            ann, bob, board = await begun(house, variant, options=SHORT if variant == BY_DAY else "")
            await played(house, (ann, bob), board, Random(1))
            told = await house.until(lambda: [sent for sent in house.public if "/r/" in sent.body])
            assert [name for name, _ in told[-1].files] == ([] if variant in DISCREET else ["match.dm"])
            assert not house.refused

    with serving(tmp_path / "server", warm=False) as server:
        run(test(server), 900)
