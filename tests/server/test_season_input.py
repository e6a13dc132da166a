"""Whatever comes in as CSV or as an archive: it is taken, or refused as a Problem that names the fault, and never costs much."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deathmatch.server.seasons import archive, results
from deathmatch.server.seasons.decide import folded
from deathmatch.server.seasons.season import Season, fold
from deathmatch.server.seasons.standings import meetings, standings
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET
from tests.server.test_season_files import BY, HEADER, known, packed

SLOW = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
CELLS = st.one_of(
    st.sampled_from(["2024-05-31", "0001-01-01", "9999-12-31", "Ada", "Ben", "A", "B", "tie", GAUNTLET, "EC", "=1+1", "'", '"', "\0", ""]),
    st.text(max_size=50),
)
ROWS = st.lists(st.lists(CELLS, min_size=1, max_size=9).map(",".join), max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30), lambda inner: st.lists(inner, max_size=3), max_leaves=6
)


def taken_or_refused(read: Callable[[], Season]) -> None:
    """Either a season comes in, and everything that pages show of it can be worked out, or it is refused in few words."""
    season, refused = Season("", 0, ""), None
    try:
        season = read()
    except Problem as problem:
        refused = problem
    if refused is not None:
        assert 400 <= refused.status < 500
        assert len(refused.reason) < 10_000
    assert len(standings(season)) == len(season.players)
    meetings(season)
    archive.files_of(season, {})


@pytest.mark.nightly
@SLOW
@given(ROWS, st.sampled_from([HEADER, f"{HEADER},role_a,role_b,items,struck", f"{HEADER},series", ""]))
def test_any_text_is_results_or_a_refusal(rows: list[str], header: str) -> None:
    season = Season("s", 0, "Autumn")
    taken_or_refused(lambda: folded(season, results.read(season, "\n".join([header, *rows]), BY, known)))


@pytest.mark.nightly
@SLOW
@given(st.integers(0, 2_000), st.binary(max_size=8), st.booleans())
def test_an_archive_with_any_bytes_changed_is_the_season_or_a_refusal(at: int, bytes_: bytes, cut: bool) -> None:
    data = packed()
    at %= len(data)
    changed = data[:at] + bytes_ + (b"" if cut else data[at + len(bytes_) :])
    taken_or_refused(lambda: fold("s", archive.entries_of(archive.unpack(changed), BY)))


@pytest.mark.nightly
@SLOW
@given(st.sampled_from(["title", "players", "matches", "series", "rated", "format"]), JSON, st.booleans())
def test_a_season_json_with_any_value_is_the_season_or_a_refusal(key: str, value: object, deep: bool) -> None:
    season = json.loads(archive.unpack(packed())["season.json"])
    place = season["matches"][0] if deep else season
    place[key if not deep else next(iter(sorted(place)[::3]))] = value
    text = json.dumps(season).encode()
    taken_or_refused(lambda: fold("s", archive.entries_of(archive.unpack(packed(season_json=text)), BY)))


@pytest.mark.parametrize("size", [results.LONGEST - 1, results.LONGEST, results.LONGEST + 1, 5_000_000])
def test_a_file_of_results_of_any_size_is_refused_with_its_first_faults(size: int) -> None:
    text = f"{HEADER}\n" + "2024-05-31,Ada,Ada,A,x\n" * (size // 23 + 1)
    with pytest.raises(Problem) as refused:
        results.read(Season("s", 0, "Autumn"), text[:size], BY, known)
    assert len(refused.value.reason) < 10_000


def test_an_archive_of_very_many_files_and_one_of_many_bytes_are_refused() -> None:
    many = io.BytesIO()
    with zipfile.ZipFile(many, "w") as made:
        for number in range(5_000):
            made.writestr(f"records/{number:04}.dm", b"")
    for data, words in ((many.getvalue(), "too many files"), (b"PK" * archive.LONGEST, "at most")):
        with pytest.raises(Problem) as refused:
            archive.unpack(data)
        assert words in refused.value.reason
