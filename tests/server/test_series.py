"""Series: who plays where next, one link for each player, one result; and that the next match comes whatever happens to the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.server.seasons import series
from deathmatch.server.seasons.entries import Added, Chosen, Enrolled, Entry, Fixed, Opened, Rule, Struck
from deathmatch.server.seasons.season import Season, fold
from tests.server.kit import GAUNTLET, World, http, run, settle, world
from tests.server.test_seasons import opened, posted, seen, trial

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
    """The players' links of the match that is open, by player; both sit down."""
    found = {}
    for side, link in made["players"].items():
        found[side] = (await seen(client, link))["series"]["seat"]
        assert found[side]
        await posted(client, f"/api/seats/{found[side]}", {"name": "x"}, 200)
    return found


async def lost(client: httpx.AsyncClient, made: Any, side: str) -> None:
    """The next match, lost by the player who began on this seat."""
    links = await seats(client, made)
    await posted(client, f"/api/seats/{links[side]}/resign", {}, 200)
    await settle()


def test_a_best_of_three_goes_to_its_end_over_one_link_a_player(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, w: World) -> None:
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

    trial(tmp_path, test)


def test_the_loser_chooses_and_nobody_else(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, w: World) -> None:
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
        assert (await seen(client, ada))["series"]["seat"]

    trial(tmp_path, test)


def test_the_next_match_comes_after_a_restart_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with world() as w:
            async with http(w, tmp_path / "one") as client:
                made = await made_of(client)
                monkeypatch.setattr(w.lobby.seasons, "ended", lambda _: None)  # the server dies between the end of the match and the filing
                await lost(client, made, "A")
                assert len((await seen(client, made["viewer"]))["matches"]) == 1
            w = await w.again()
            await w.time.pass_by(2_000)
            async with http(w, tmp_path / "two") as client:
                assert [one["state"] for one in (await seen(client, made["viewer"]))["matches"]] == ["over", "open"]
                await lost(client, made, "A")
                assert (await seen(client, made["viewer"]))["series"]["winner"] == 2

    run(test())


def test_the_next_match_says_nothing_before_the_delay(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, w: World) -> None:
        made = await made_of(client, settings={"delay": 60}, public=True)
        paths = [f"{base}/{key}" for key in (made["id"], made["viewer"]) for base in ("/api/seasons", "/season")]
        before = [(await client.get(path)).content for path in paths]
        await lost(client, made, "A")
        await seats(client, made)
        assert [(await client.get(path)).content for path in paths] == before
        await w.time.pass_by(61_000)
        assert len((await seen(client, made["viewer"]))["matches"]) == 2

    trial(tmp_path, test)


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


def test_a_wrong_series_is_refused_and_nothing_is_made(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, w: World) -> None:
        for body, words in REFUSED:
            refused = await posted(client, "/api/series", {"players": PAIR, "variants": [GAUNTLET], **body}, 422)
            assert words in refused["reason"]
        assert not w.store.matches

    trial(tmp_path, test)


def test_a_series_takes_no_other_matches_and_a_season_no_choices(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, w: World) -> None:
        made = await made_of(client)
        api = f"/api/seasons/{made['host']}"
        await posted(client, f"{api}/players", {"name": "Cas"}, 409)
        await posted(client, f"{api}/matches", {"players": {"A": 1, "B": 2}, "variant": GAUNTLET}, 409)
        season = await opened(client)
        await posted(client, f"/api/seasons/{season['host']}/choose", {"seat": "A"}, 409)

    trial(tmp_path, test)
