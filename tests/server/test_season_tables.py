"""Standings, meetings and ratings of a season as a value, and the fold of its log."""

from __future__ import annotations

from dataclasses import replace

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deathmatch.server.seasons.decide import folded
from deathmatch.server.seasons.entries import Added, Enrolled, Entry, Filed, Fixed, Opened, Struck, decode, encode
from deathmatch.server.seasons.ratings import ratings
from deathmatch.server.seasons.season import Season, fold
from deathmatch.server.seasons.standings import meetings, standings

OPENED = Opened(0, 0, "Autumn", rated=True)
PLAYERS = [Enrolled(0, "host", n, name) for n, name in enumerate(("Ada", "Ben", "Cas"), 1)]


def added(number: int, a: int, b: int, winner: str, variant: str = "x/y", played: int = 0) -> Added:
    return Added(0, "host", number, played, {"A": a, "B": b}, variant, winner)


def of(*more: Entry) -> Season:
    return fold("s", [OPENED, *PLAYERS, *more])


def test_an_anchor_moves_others_and_never_itself() -> None:
    bot = Enrolled(0, "host", 4, "Deep", "strong", 1900)
    pools = ratings(of(bot, added(1, 1, 4, "A"), added(2, 4, 1, "")))
    assert (pools["all"][4].rating, pools["all"][4].matches) == (1900, 2)
    assert pools["all"][1].rating > 1700
    assert pools["x/y"] == pools["all"]


def test_pools_are_apart_and_follow_the_days() -> None:
    first, second = added(1, 1, 2, "A", played=20), added(2, 1, 2, "B", "x/z", played=10)
    pools = ratings(of(first, second))
    assert pools["x/y"][1].rating > 1500 > pools["x/z"][1].rating
    assert pools["all"] == ratings(of(added(1, 1, 2, "B", "x/z", played=10), added(2, 1, 2, "A", played=20)))["all"]


def test_places_are_shared_and_ties_are_half_a_point() -> None:
    rows = standings(of(added(1, 1, 2, ""), added(2, 3, 2, "A")))
    assert [(row.place, row.player, row.score.points) for row in rows] == [(1, 3, 1.0), (2, 1, 0.5), (3, 2, 0.5)]


def test_nobody_has_a_place_before_the_first_match() -> None:
    assert [(row.place, row.player) for row in standings(of())] == [(0, 1), (0, 2), (0, 3)]
    assert [(row.place, row.player) for row in standings(of(added(1, 2, 3, "A")))] == [(1, 2), (2, 3), (0, 1)]


def test_a_struck_match_counts_nowhere_until_it_counts_again() -> None:
    struck = of(added(1, 1, 2, "A"), Struck(0, "host", 1, "a wrong deck"))
    assert (meetings(struck), ratings(struck)["all"]) == ({}, {})
    again = folded(struck, [Struck(0, "host", 1, "")])
    assert meetings(again)[1, 2].won == 1


def test_filing_twice_changes_nothing_but_the_count() -> None:
    fixed = Fixed(0, 0, "host", 1, "abc", {"A": 1, "B": 2}, "x/y")
    filed = Filed(5, 1, 5, 5, "A", "resign")
    once = of(fixed, filed)
    twice = folded(once, [msgspec.structs.replace(filed, at=9, wall=9)])
    assert twice == replace(once, count=once.count + 1)
    assert once.waiting == ()
    assert of(fixed).waiting[0].match == "abc"


def test_hidden_results_look_as_before_the_end() -> None:
    fixed = Fixed(0, 0, "host", 1, "abc", {"A": 1, "B": 2}, "x/y")
    before, after = of(fixed), of(fixed, Filed(5, 1, 5, 70, "A", "resign", published=False))
    assert replace(after.hidden(69)[1], earlier=()) == before.matches[1]
    assert after.hidden(70) == {}


@settings(suppress_health_check=[HealthCheck.too_slow])  # a machine that does much else is slow
@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3), st.sampled_from(["A", "B", ""]), st.booleans()), max_size=30))
def test_tables_agree_with_each_other(games: list[tuple[int, int, str, bool]]) -> None:
    log: list[Entry] = [OPENED, *PLAYERS]
    for number, (a, b, winner, struck) in enumerate([game for game in games if game[0] != game[1]], 1):
        log.append(added(number, a, b, winner))
        log += [Struck(0, "host", number, "no")] if struck else []
    season = fold("s", [decode(encode(entry)) for entry in log])
    counted = [match for match in season.matches.values() if match.counts]
    rows = standings(season)
    assert sum(row.score.points for row in rows) == len(counted)
    met = meetings(season)
    for (one, other), score in met.items():
        assert (score.won, score.tied, score.lost) == (met[other, one].lost, met[other, one].tied, met[other, one].won)
    for row in rows:
        assert row.score.played == sum(score.played for (one, _), score in met.items() if one == row.player)
        rating = ratings(season)["all"].get(row.player)
        assert (rating.matches if rating is not None else 0) == row.score.played
