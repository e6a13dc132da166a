"""Standings, meetings and ratings of a season as a value, and the fold of its log."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deathmatch.server.seasons import decide, series
from deathmatch.server.seasons.decide import By, folded
from deathmatch.server.seasons.entries import Added, Described, Enrolled, Entry, Filed, Fixed, Merged, Opened, Rule, Struck, decode, encode
from deathmatch.server.seasons.season import Season, fold
from deathmatch.server.seasons.standings import meetings, ratings, standings
from deathmatch.server.seasons.wire import Merge, PlayerNumber
from deathmatch.server.wire.problems import Problem

BY = By("host", 0, 0)
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


def test_two_players_who_are_one_have_all_matches_of_both_until_they_are_parted_again() -> None:
    before = of(Enrolled(0, "host", 4, "Adda"), added(1, 4, 2, "A"), added(2, 1, 3, "B"))
    once = folded(before, decide.merge(before, Merge(4, 1), BY))
    assert [(row.player, row.score.won, row.score.lost) for row in standings(once)] == [(3, 1, 0), (1, 1, 1), (2, 0, 1)]
    assert (ratings(once)["all"][1].matches, sorted(meetings(once))) == (2, [(1, 2), (1, 3), (2, 1), (3, 1)])
    named = once.named("adda")
    assert (named is not None and named.number, once.next_player, once.numbers(1)) == (1, 5, [1, 4])
    assert decide.pair(once, {"A": "ADDA", "B": 3}, BY).players == {"A": 1, "B": 3}
    more = folded(once, [added(3, 1, 2, "A")])
    again = folded(more, decide.merge(more, Merge(4, 0), BY))
    assert (again.players, again.matches[1], again.matches[2]) == (before.players, before.matches[1], before.matches[2])
    assert again.matches[3].players == {"A": 1, "B": 2}


def test_merged_players_can_be_parted_in_any_order() -> None:
    before = of(Enrolled(0, "host", 4, "Adda"), added(1, 4, 2, "A"), added(2, 3, 2, "B"))
    both = folded(before, [Merged(0, "host", 4, 3), Merged(0, "host", 3, 1)])
    assert [match.players["A"] for match in both.matches.values()] == [1, 1]
    for first, second in ((4, 3), (3, 4)):
        after = folded(both, [Merged(0, "host", first, 0), Merged(0, "host", second, 0)])
        assert (after.players, after.matches, after.merged, after.gone) == (before.players, before.matches, {}, {})


def test_a_series_follows_its_merged_player_and_back() -> None:
    rule = Rule(0, 3, "swap", ["x/y"], number=1, players={"A": 4, "B": 2}, links={"player-4-1": "sealed"})
    before = of(Enrolled(0, "host", 4, "Adda"), rule, msgspec.structs.replace(added(1, 4, 2, "A"), series=1))
    once = folded(before, [Merged(0, "host", 4, 1)])
    assert once.opens("player-4-1")
    assert series.all_to_come(once)[1].players == {"A": 2, "B": 1}
    over = folded(once, [msgspec.structs.replace(added(2, 2, 1, "B"), series=1)])
    assert list(series.decided(over)) == [(1, 2, 1)]
    assert list(series.decided(folded(over, [Merged(0, "host", 4, 0)]))) == [(4, 2, 4)]


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (Merge(1, 2), "Ada and Ben play each other in match 1, so they are two people"),
        (Merge(2, 3), "Ben and Cas play a series against each other"),
        (Merge(1, 1), "choose two different players"),
        (Merge(1, 9), "no player 9"),
        (Merge(4, 1), "Deep and Ada are not the same bot"),
        (Merge(1, 0), "player 1 was not merged"),
        (PlayerNumber(1), "Ada has matches in this season"),
        (PlayerNumber(2), "Ben has matches in this season"),
        (PlayerNumber(9), "no player 9"),
    ],
)
def test_only_players_who_can_be_one_person_are_merged_and_only_those_without_a_match_leave(
    wanted: Merge | PlayerNumber, words: str
) -> None:
    rule = Rule(0, 3, "swap", ["x/y"], number=1, players={"A": 2, "B": 3})
    season = of(
        Enrolled(0, "host", 4, "Deep", "dummy"), rule, Struck(0, "host", 0, "no", 1), added(1, 1, 2, "A"), Struck(0, "host", 1, "no")
    )
    with pytest.raises(Problem) as refused:
        decide.merge(season, wanted, BY) if isinstance(wanted, Merge) else decide.remove(season, wanted.number, BY)
    assert words in refused.value.reason
    left = folded(season, decide.remove(season, 4, BY))
    assert (sorted(left.players), left.next_player, [one.name for one in season.idle]) == ([1, 2, 3], 5, ["Deep"])


def test_days_and_the_order_of_matches_follow_the_zone_of_the_season() -> None:
    evening, day = 1_717_200_000_000, 1_717_200_000_000 // 86_400_000 * 86_400_000  # 2024-06-01 00:00 UTC, and that day
    season = fold("s", [msgspec.structs.replace(OPENED, zone="America/New_York"), *PLAYERS])
    season = folded(season, [added(1, 1, 2, "A", played=day), added(2, 1, 3, "A", played=evening + 60_000)])
    assert [season.day(match) for match in season.matches.values()] == ["2024-06-01", "2024-05-31"]
    assert sorted(season.matches, key=lambda n: season.order(season.matches[n])) == [2, 1]
    later = folded(season, [Described(0, "host", "Autumn", "", False, True, "Asia/Seoul")])
    assert [later.day(match) for match in later.matches.values()] == ["2024-06-01", "2024-06-01"]
    old = decode(b'{"kind":"described","at":0,"by":"host","title":"x","about":"","public":false,"rated":true}')
    assert (folded(later, [old]).zone, of().zone) == ("Asia/Seoul", "UTC")


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
