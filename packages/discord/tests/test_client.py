"""Whole matches inside the stand-in, by real discord.py and a real server."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from deathmatch import games
from deathmatch_discord.preview.stand_in import StandIn
from packages.discord.tests.playing import begun, front_end, played, results
from tests.server.kit import run, serving

VARIANTS = [variant.id for variant in games.unled()]
DISCREET = {variant.id for variant in games.every() if variant.discreet}
BY_DAY = "five-card-trick/gauntlet"
SHORT = "rounds=1"
LONG = ("guidance-rite/guardians", "guidance-rite/final")
"""Variants with some 2,000 buttons a match, and so many private pictures, each another one."""


async def whole(server: str, folder: Path, variant: str, options: str) -> None:
    """A match by buttons alone, to its result in the thread."""
    async with StandIn().open() as house, front_end(server, folder) as client:
        ann, bob, board = await begun(house, variant, options=options)
        await played(house, (ann, bob), board, Random(1))
        told = await house.until(lambda: results(house))
        assert [name for name, _ in told[-1].files] == ([] if variant in DISCREET else ["match.dm"])
        assert not house.refused
        (duel,) = client.duels.all()
        table = (await client.api.get(f"/api/matches/{duel.match}?pictures=none"))["table"]
        assert (table["state"], f"{table['game']}/{table['variant']}") == ("over", variant)


CASES = [(BY_DAY, SHORT), *(pytest.param(name, "", marks=pytest.mark.nightly) for name in VARIANTS if name not in LONG)]
"""By day one short match, by night the default match of every variant that is not long."""


@pytest.mark.parametrize(("variant", "options"), CASES)
def test_a_match_is_played_to_its_end(variant: str, options: str, tmp_path: Path) -> None:
    with serving(tmp_path / "server", warm=False) as server:
        run(whole(server, tmp_path / "discord", variant, options), 900)
