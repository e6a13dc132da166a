"""The pairs of worlds that `tests/leaks` lives through: they differ in every way that they should."""

from __future__ import annotations

from deathmatch.core.seats import SEATS
from deathmatch.games import find
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from tests.games.tile_joust.leaks import pair

PAIRS = 40


def lived(record: str) -> list[Position]:
    return list(positions(read(record, find)))


def test_pairs_differ_in_every_way_and_for_whoever_knows() -> None:
    pairs = [pair(HmacSource(b"pairs", f"tile_joust {number}")) for number in range(PAIRS)]
    assert {kind for kind, *_ in pairs} == {"deal", "later", "invert", "put"}
    for _, one, other, eyes in pairs:
        for eye in {*SEATS} - {*eyes}:
            last = [[position.private(eye) for position in lived(record)] for record in (one, other)]
            assert last[0] != last[1] or one.splitlines()[-1] != other.splitlines()[-1]  # what is sealed changes no state yet
