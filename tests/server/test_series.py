"""Series: who plays where next, one link for each player, one result; and that the next match comes whatever happens to the server."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from deathmatch.server.seasons import series
from deathmatch.server.seasons.entries import Added, Chosen, Enrolled, Entry, Fixed, Opened, Rule, Struck
from deathmatch.server.seasons.season import Season, fold
from tests.server.kit import GAUNTLET, World, settle
from tests.server.test_seasons import opened, posted, resigned, seen, table
from tests.server.test_seasons import told as all_told

PAIR = {"A": "Ada", "B": "Ben"}


def after(results: str, sides: Any = "swap", best_of: int = 3, *more: Entry, variants: tuple[str, ...] = ("x/y", "x/z")) -> Season:
    """A series in which players 1 and 2 won in this order; `t` is a tie, `v` a match that is void."""
    log: list[Entry] = [Opened(0, 0, "s"), Enrolled(0, "host", 1, "Ada"), Enrolled(0, "host", 2, "Ben")]
    log.append(Rule(0, best_of, sides, list(variants)))
    for number, winner in enumerate(results, 1):
        found = {"1": "A", "2": "B"}.get(winner, "")
        log.append(Added(0, "host", number, 0, {"A": 1, "B": 2}, "x/y", found, "void" if winner == "v" else ""))
    return fold("s", [*log, *more])


@pytest.mark.parametrize(
    ("results", "best_of", "over", "winner"),
    [
        ("", 3, False, 0),
        ("1", 3, False, 0),
        ("11", 3, True, 1),
        ("12", 3, False, 0),
        ("122", 3, True, 2),
        ("1tt", 3, True, 1),
        ("12t", 3, True, 0),
        ("1v", 3, False, 0),
        ("1v1", 3, True, 1),
        ("2", 1, True, 2),
        ("v" * 4, 1, True, 0),
    ],
)
def test_a_series_ends_as_soon_as_nobody_can_catch_up(results: str, best_of: int, over: bool, winner: int) -> None:
    standing = series.standing(after(results, "swap", best_of))
    assert (standing.over, standing.winner) == (over, winner)
    assert (series.to_come(after(results, "swap", best_of)) is None) is over


def test_seats_follow_the_rule_and_variants_their_list() -> None:
    assert series.to_come(after("")) == series.Next({"A": 1, "B": 2}, "x/y")
    assert series.to_come(after("1")) == series.Next({"A": 2, "B": 1}, "x/z")
    assert series.to_come(after("1", "stay")) == series.Next({"A": 1, "B": 2}, "x/z")
    assert series.to_come(after("12", "stay")) == series.Next({"A": 1, "B": 2}, "x/y")
    assert series.to_come(after("1", "loser")) == series.Waits(2)
    assert series.to_come(after("1", "loser", 3, Chosen(0, 2, "A", "x/y"))) == series.Next({"A": 2, "B": 1}, "x/y")
    assert series.to_come(after("12", "loser", 3, Chosen(0, 2, "A"))) == series.Waits(1)
    assert series.to_come(after("t", "loser")) == series.Next({"A": 2, "B": 1}, "x/z")
    assert series.to_come(after("1", "stay", 3, Fixed(0, 0, "server", 2, "abc", {"A": 1, "B": 2}, "x/y"))) is None
    assert series.to_come(after("11", "stay", 3, Struck(0, "host", 2, "no"))) == series.Next({"A": 1, "B": 2}, "x/y")


async def made_of(client: httpx.AsyncClient, **more: Any) -> Any:
    return await posted(client, "/api/series", {"players": PAIR, "variants": [GAUNTLET], **more})


async def seats(client: httpx.AsyncClient, made: Any) -> dict[str, str]:
    """The players' links of the match that is open, by the seat on which each began; both sit down. The series may be one of a season."""
    found = {}
    for side, link in made["players"].items():
        told = await seen(client, link)
        found[side] = (told["series"] or told["contests"][made["number"] - 1])["seat"]
        assert found[side]
        await posted(client, f"/api/seats/{found[side]}", {"name": "x"}, 200)
    return found


async def lost(client: httpx.AsyncClient, made: Any, side: str) -> None:
    """The next match, lost by the player who began on this seat."""
    links = await seats(client, made)
    await posted(client, f"/api/seats/{links[side]}/resign", {}, 200)
    await settle()


async def test_a_best_of_three_goes_to_its_end_over_one_link_a_player(client: httpx.AsyncClient) -> None:
    made = await made_of(client)
    for side in "ABA":
        await lost(client, made, side)
    state = await seen(client, made["viewer"])
    assert [one["players"] for one in state["matches"]] == [{"A": 1, "B": 2}, {"A": 2, "B": 1}, {"A": 1, "B": 2}]
    told = state["series"]
    assert (told["won"], told["over"], told["winner"], told["seat"], told["links"]) == ({"1": 1, "2": 2}, True, 2, "", {})
    for key in (*made["players"].values(), made["viewer"], made["host"]):
        assert "Ben wins the series." in (await client.get(f"/season/{key}")).text
    assert (await seen(client, made["host"]))["series"]["links"] == {"1": made["players"]["A"], "2": made["players"]["B"]}


async def test_the_next_match_says_nothing_before_the_delay(w: World, client: httpx.AsyncClient) -> None:
    made = await made_of(client, settings={"delay": 60}, public=True)
    before = await all_told(client, made["id"], made["viewer"])
    await lost(client, made, "A")
    await seats(client, made)
    assert await all_told(client, made["id"], made["viewer"]) == before
    await w.time.pass_by(61_000)
    assert len((await seen(client, made["viewer"]))["matches"]) == 2


REFUSED: list[tuple[Any, str]] = [
    ({"players": {"A": "Ada"}}, "of A and of B"),
    ({"players": {"A": "Ada", "B": "ada"}}, "two different players"),
    ({"best_of": 4}, "odd number"),
    ({"best_of": 17}, "odd number"),
    ({"variants": []}, "1 to 15 variants"),
    ({"variants": [GAUNTLET, "chess/plain"]}, "unknown game chess"),
    ({"variants": [GAUNTLET, GAUNTLET], "options": {"rounds": 3}}, "one variant"),
    ({"bots": {"A": "dummy", "B": "dummy"}}, "at most one player"),
    ({"bots": {"B": "dummy"}, "sides": "loser"}, "cannot choose"),
]


async def test_a_wrong_series_is_refused_and_nothing_is_made(w: World, client: httpx.AsyncClient) -> None:
    for body, words in REFUSED:
        wanted = {"players": PAIR, "variants": [GAUNTLET], **body}
        assert words in (await posted(client, "/api/series", wanted, 422))["reason"]
    assert not w.store.matches
    season = await opened(client)
    before = {name: list(log) for name, log in w.store.matches.items()}
    for body, words in REFUSED:
        if "bots" not in body and "players" not in body:
            wanted = {"players": {"A": 1, "B": 2}, "variants": [GAUNTLET], **body}
            assert words in (await posted(client, f"/api/seasons/{season['host']}/series", wanted, 422))["reason"]
    assert w.store.matches == before


async def test_the_loser_chooses_and_nobody_else(client: httpx.AsyncClient) -> None:
    made = await made_of(client, sides="loser")
    ada, ben = made["players"].values()
    await posted(client, f"/api/seasons/{ada}/choose", {"seat": "B"}, 409)
    await lost(client, made, "A")
    assert (await seen(client, ben))["series"]["chooses"] == 1
    for key in (ben, made["viewer"]):
        await posted(client, f"/api/seasons/{key}/choose", {"seat": "B"}, 403)
    await posted(client, f"/api/seasons/{ada}/choose", {"seat": "A", "variant": "x/y"}, 422)
    await posted(client, f"/api/seasons/{ada}/choose", {"seat": "A"}, 200)
    assert (await seen(client, ben))["matches"][1]["players"] == {"A": 1, "B": 2}


async def test_a_series_takes_no_other_matches_and_a_season_no_choices(client: httpx.AsyncClient) -> None:
    made = await made_of(client)
    api = f"/api/seasons/{made['host']}"
    await posted(client, f"{api}/players", {"name": "Cas"}, 409)
    await posted(client, f"{api}/matches", {"players": {"A": 1, "B": 2}, "variant": GAUNTLET}, 409)
    season = await opened(client)
    await posted(client, f"/api/seasons/{season['host']}/choose", {"seat": "A"}, 409)


async def set_up(client: httpx.AsyncClient, season: Any, **more: Any) -> Any:
    """A series of the first two players of a season."""
    return await posted(client, f"/api/seasons/{season['host']}/series", {"players": {"A": 1, "B": 2}, "variants": [GAUNTLET], **more})


def points(body: Any) -> dict[int, tuple[int, float, int]]:
    return {row["player"]: (row["place"], row["points"], row["played"]) for row in body["standings"]}


async def test_a_series_counts_as_one_result_of_its_season(client: httpx.AsyncClient) -> None:
    season = await opened(client, rated=True)
    made = await set_up(client, season)
    for side in "AB":
        await lost(client, made, side)
    now = await seen(client, season["viewer"])
    assert points(now) == {1: (0, 0, 0), 2: (0, 0, 0)}
    assert now["meetings"] == []
    await lost(client, made, "A")
    now = await seen(client, season["viewer"])
    assert points(now) == {1: (2, 0, 1), 2: (1, 1, 1)}
    assert [tuple(one.values()) for one in now["meetings"]] == [(1, 2, 0, 0, 1), (2, 1, 1, 0, 0)]
    (told,) = now["contests"]
    assert (told["won"], told["over"], told["winner"], told["seat"], told["links"]) == ({"1": 1, "2": 2}, True, 2, "", {})
    assert [(one["series"], one["state"]) for one in now["matches"]] == [(1, "over")] * 3
    assert {one["matches"] for one in now["ratings"]} == {3}  # each match says something of both
    await posted(client, f"/api/seasons/{season['host']}/strike", {"number": 0, "series": 1, "reason": "a broken deck"}, 200)
    assert points(await seen(client, season["viewer"])) == {1: (0, 0, 0), 2: (0, 0, 0)}
    await posted(client, f"/api/seasons/{season['host']}/strike", {"number": 0, "series": 1, "reason": ""}, 200)
    struck = {"number": now["matches"][2]["number"], "reason": "a broken deck"}
    await posted(client, f"/api/seasons/{season['host']}/strike", struck, 200)
    now = await seen(client, season["viewer"])
    assert ([one["state"] for one in now["matches"]], now["contests"][0]["over"]) == (["over", "over", "struck", "open"], False)
    for key in (season["host"], season["viewer"], *made["players"].values()):
        page = (await client.get(f"/season/{key}")).text
        assert "Best of 3" in page
        assert ("Play match 4" in page) is (key in made["players"].values())


async def test_the_number_of_the_next_match_says_nothing_of_a_delayed_one(client: httpx.AsyncClient) -> None:
    told = []
    for ends in (False, True):
        season = await opened(client)
        made = await set_up(client, season, settings={"delay": 600})
        await (lost(client, made, "A") if ends else seats(client, made))
        body = {"players": {"A": 1, "B": 2}, "variant": GAUNTLET}
        await posted(client, f"/api/seasons/{season['host']}/matches", body)
        now = await seen(client, season["viewer"])
        for match in now["matches"]:
            match.pop("match")
            match.pop("played")
        told.append((now["matches"], now["contests"], now["standings"]))
    assert told[0] == told[1]
    assert [one["number"] for one in told[0][0]] == [1, 13]


async def test_a_player_of_a_series_knows_other_tables_only_as_spectators_do(client: httpx.AsyncClient) -> None:
    season = await opened(client, players=["Ada", "Ben", "Cas", "Dan"])
    made = await set_up(client, season)
    await resigned(client, await table(client, season["host"], players={"A": 3, "B": 4}, settings={"delay": 600}))
    for key, state in ((season["host"], "over"), (season["viewer"], "open"), (made["players"]["A"], "open")):
        assert (await seen(client, key))["matches"][-1]["state"] == state
    for verb, body in (("series", {"players": {"A": 3, "B": 4}, "variants": [GAUNTLET]}), ("strike", {"number": 1, "reason": "no"})):
        await posted(client, f"/api/seasons/{made['players']['A']}/{verb}", body, 403)
