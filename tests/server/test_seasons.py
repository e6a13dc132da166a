"""Seasons over HTTP: who may see and do what, and that each table is filed once, however the server ends."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from deathmatch.server import tokens
from deathmatch.server.seasons import decide
from deathmatch.server.seasons.decide import By, folded
from deathmatch.server.seasons.entries import Added, Described, Enrolled, Entry, Opened, Rule, Struck
from deathmatch.server.seasons.season import Season, fold
from deathmatch.server.seasons.standings import meetings, ratings, standings
from deathmatch.server.seasons.wire import Merge, PlayerNumber
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, World, http, settle


async def posted(client: httpx.AsyncClient, path: str, body: Any, status: int = 201) -> Any:
    answer = await client.post(path, json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


async def opened(client: httpx.AsyncClient, **more: Any) -> Any:
    return await posted(client, "/api/seasons", {"title": "Autumn", "players": ["Ada", "Ben"], **more})


async def table(client: httpx.AsyncClient, host: str, **more: Any) -> Any:
    """A table of the season, with both players on their seats."""
    made = await posted(client, f"/api/seasons/{host}/matches", {"players": {"A": 1, "B": 2}, "variant": GAUNTLET, **more})
    for seat in "AB":
        await posted(client, f"/api/seats/{made['seats'][seat]}", {"name": "somebody"}, 200)
    return made


async def resigned(client: httpx.AsyncClient, made: Any, seat: str = "A") -> None:
    await posted(client, f"/api/seats/{made['seats'][seat]}/resign", {}, 200)
    await settle()


async def seen(client: httpx.AsyncClient, key: str) -> Any:
    answer = await client.get(f"/api/seasons/{key}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def told(client: httpx.AsyncClient, *keys: str) -> list[bytes]:
    """All that these links tell of a season: its body, its pages, a record and its picture."""
    parts = ("", "/player/1", "/player/2", "/player/6", "/match/1.dm", "/standings.png")
    paths = [path for key in keys for path in (f"/api/seasons/{key}", *(f"/season/{key}{part}" for part in parts))]
    return [(await client.get(path)).content for path in paths]


async def test_a_table_made_from_a_season_is_filed_by_itself(client: httpx.AsyncClient) -> None:
    made = await opened(client, rated=True)
    game = await table(client, made["host"], ec="A", items="two garnets")
    (match,) = (await seen(client, made["viewer"]))["matches"]
    assert (match["state"], match["roles"], match["items"], match["links"]) == ("open", {"A": "EC", "B": "DMO"}, "two garnets", {})
    hosted = await seen(client, made["host"])
    assert hosted["matches"][0]["links"] == {"host": game["host"], **game["seats"]}
    assert hosted["viewer"] == made["viewer"]
    assert (await client.get(f"/api/matches/{game['id']}")).json()["table"]["names"] == {"A": "Ada", "B": "Ben"}
    await resigned(client, game)
    after = await seen(client, made["viewer"])
    assert [(one["state"], one["winner"], one["reason"]) for one in after["matches"]] == [("over", "B", "resign")]
    assert [(row["place"], row["player"], row["points"], row["lost"]) for row in after["standings"]] == [(1, 2, 1.0, 0), (2, 1, 0.0, 1)]
    assert [tuple(one.values()) for one in after["meetings"]] == [(1, 2, 0, 0, 1), (2, 1, 1, 0, 0)]
    assert [(one["pool"], one["player"], one["rating"]) for one in after["ratings"]] == [
        ("all", 1, 1337.7),
        ("all", 2, 1662.3),
        (GAUNTLET, 1, 1337.7),
        (GAUNTLET, 2, 1662.3),
    ]


async def test_a_private_season_looks_like_none(client: httpx.AsyncClient) -> None:
    private, public = await opened(client), await opened(client, public=True)
    pages = ("", "/player/1", "/match/1.dm", "/standings.png")
    for template in (*(f"/season/{{}}{page}" for page in pages), "/api/seasons/{}", "/w/{}", "/api/matches/{}"):
        answers = []
        for key in (private["id"], "aaaabbbbcccc", tokens.season_log(private["id"])):
            answer = await client.get(template.format(key))
            answers.append((answer.status_code, answer.content, [pair for pair in answer.headers.items() if pair[0] != "date"]))
        assert answers[0][0] == 404
        assert answers[0] == answers[1]
        assert answers[2][0] == 404
    assert (await seen(client, public["id"]))["role"] == "public"
    assert "New match" not in (await client.get(f"/season/{public['id']}")).text
    for key in (private["host"], private["viewer"]):  # a season's link opens no table
        for path in ("hosts", "seats", "matches", "replays"):
            suffix = "/film" if path == "replays" else ""
            assert (await client.get(f"/api/{path}/{key}{suffix}")).status_code == 404


BODIES: dict[str, Any] = {
    "matches": {"players": {"A": 1, "B": 2}, "variant": GAUNTLET},
    "players": {"name": "Cas"},
    "rename": {"number": 1, "name": "Cas"},
    "strike": {"number": 1, "reason": "no"},
    "rounds": {"title": "Mine"},
    "moves": {"taker": 1, "garnets": 1, "reason": "mine"},
    "past": {"title": "Mine", "players": {"A": "Ada", "B": "Ben"}, "winner": "A", "played": "2024-05-31"},
    "results": {"csv": ""},
    "records": {"record": ""},
    "describe": {"title": "Mine"},
    "cohosts": {"name": "Cas"},
    "dismiss": {"number": 1},
}


async def test_only_hosts_change_a_season(client: httpx.AsyncClient) -> None:
    made = await opened(client, public=True)
    cohost = (await posted(client, f"/api/seasons/{made['host']}/cohosts", {"name": "Eve"}))["link"]
    for verb, body in BODIES.items():
        for key in (made["viewer"], made["id"], *([cohost] if verb in ("describe", "cohosts", "dismiss") else [])):
            await posted(client, f"/api/seasons/{key}/{verb}", body, 403)
    for key in (made["viewer"], made["id"]):
        assert (await client.get(f"/api/seasons/{key}/archive")).status_code == 403


async def test_the_link_of_a_cohost_works_until_the_host_ends_it(client: httpx.AsyncClient) -> None:
    made = await opened(client)
    cohost = await posted(client, f"/api/seasons/{made['host']}/cohosts", {"name": "Eve"})
    assert (await seen(client, cohost["link"]))["role"] == "cohost-1"
    assert (await seen(client, made["host"]))["cohosts"] == {"1": "Eve"}
    await posted(client, f"/api/seasons/{cohost['link']}/players", {"name": "Cas"}, 200)
    await posted(client, f"/api/seasons/{made['host']}/dismiss", {"number": 1}, 200)
    assert (await client.get(f"/api/seasons/{cohost['link']}")).status_code == 404
    second = await posted(client, f"/api/seasons/{made['host']}/cohosts", {"name": "Eve"})
    assert (await seen(client, second["link"]))["role"] == "cohost-2"
    assert (await client.get(f"/api/seasons/{cohost['link']}")).status_code == 404


async def test_a_match_that_ended_unfiled_is_filed_once_after_a_restart(w: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with http(w, tmp_path / "one") as client:
        made = await opened(client)
        game = await table(client, made["host"])
        monkeypatch.setattr(w.lobby.shared, "ended", lambda _: None)  # the server dies between the end of the match and the filing
        await resigned(client, game)
        assert (await seen(client, made["host"]))["matches"][0]["state"] == "open"
    for _ in range(2):
        w = await w.again()
        await w.time.pass_by(2_000)
        log = [json.loads(entry)["kind"] for entry in w.store.matches[tokens.season_log(made["id"])]]
        assert log == ["season", "enrolled", "enrolled", "fixed", "filed"]
        assert tokens.season_log(made["id"]) not in w.store.moments  # it waits for nothing any more
    async with http(w, tmp_path / "two") as client:
        assert [one["state"] for one in (await seen(client, made["host"]))["matches"]] == ["over"]


async def test_a_disk_that_fails_leaves_no_half_of_a_match(w: World, client: httpx.AsyncClient) -> None:
    made = await opened(client)
    before = dict(w.store.matches)
    w.store.failing = True
    body = {"players": {"A": 1, "B": "Cas"}, "variant": GAUNTLET}
    await posted(client, f"/api/seasons/{made['host']}/matches", body, 503)
    w.store.failing = False
    assert w.store.matches == before
    assert len((await seen(client, made["host"]))["players"]) == 2
    game = await table(client, made["host"])
    w.store.failing = True
    assert (await client.post(f"/api/seats/{game['seats']['A']}/resign", json={})).status_code == 503
    w.store.failing = False
    await resigned(client, game)
    assert [one["state"] for one in (await seen(client, made["host"]))["matches"]] == ["over"]


async def test_the_page_of_a_season_has_the_links_of_onlookers_and_a_caster_for_its_hosts_alone(client: httpx.AsyncClient) -> None:
    made = await opened(client)
    wanted = {"variant": "letter-hunt/gambit", "options": {"onlookers": 2, "lexicon": "any"}, "settings": {"caster": True}}
    game = await table(client, made["host"], **wanted)
    page, viewers = [(await client.get(f"/season/{key}")).text for key in (made["host"], made["viewer"])]
    for role, link in game["onlookers"].items():
        assert f'data-copy="/{"c" if role == "caster" else "w"}/{link}"' in page
        assert link not in viewers


LOT: dict[str, Any] = {"variant": "lot", "lot": [{"variant": GAUNTLET, "options": {"rounds": 3}}, {"variant": "even-groups/standard"}]}


async def begun(client: httpx.AsyncClient, made: Any) -> None:
    """Both players are ready, if they have to say so."""
    for seat in made["seats"].values():
        await client.post(f"/api/seats/{seat}/ready")


@pytest.mark.parametrize("more", [{}, {"coin": {"sets": "dmo"}}, LOT], ids=["plain", "coin", "lot"])
async def test_spectators_learn_a_result_after_the_delay_alone(w: World, client: httpx.AsyncClient, more: Any) -> None:
    made = await opened(client, public=True, rated=True)
    game = await table(client, made["host"], settings={"delay": 60}, **more)
    await begun(client, game)
    before = await told(client, made["id"], made["viewer"])
    await resigned(client, game)
    assert await told(client, made["id"], made["viewer"]) == before
    assert (await seen(client, made["host"]))["matches"][0]["winner"] == "B"
    await posted(client, f"/api/seasons/{made['host']}/strike", {"number": 1, "reason": ""}, 200)
    await w.time.pass_by(59_000)
    assert await told(client, made["id"], made["viewer"]) == before
    await w.time.pass_by(2_000)
    assert (await seen(client, made["viewer"]))["standings"][0]["points"] == 1.0


async def test_an_unpublished_record_is_for_hosts_alone(client: httpx.AsyncClient) -> None:
    made = await opened(client, public=True)
    await resigned(client, await table(client, made["host"], settings={"publish": False}))
    assert (await seen(client, made["id"]))["matches"][0]["record"] is False
    for key, status in ((made["id"], 404), (made["viewer"], 404), (made["host"], 200)):
        assert (await client.get(f"/season/{key}/match/1.dm")).status_code == status


async def test_a_ruling_after_the_end_is_filed_as_spectators_may_know_it(w: World, client: httpx.AsyncClient) -> None:
    made = await opened(client, public=True)
    game = await table(client, made["host"], settings={"delay": 60})
    await resigned(client, game)
    await w.time.pass_by(61_000)
    assert (await seen(client, made["id"]))["standings"][0]["player"] == 2

    async def doors() -> list[bytes]:
        """What a reader of the season, and somebody who has been told the match, are shown."""
        paths = (f"/api/seasons/{made['id']}", f"/season/{made['id']}/match/1.dm", f"/api/matches/{game['id']}/record", f"/r/{game['id']}")
        return [(await client.get(path)).raise_for_status().content for path in paths]

    before = await doors()
    await posted(client, f"/api/hosts/{game['host']}/ruling", {"ruling": "back", "event": 1, "reason": "a slip of the hand"}, 200)
    await settle()
    assert (await seen(client, made["host"]))["matches"][0]["state"] == "open"
    assert await doors() == before
    await w.time.pass_by(61_000)
    assert (await seen(client, made["id"]))["matches"][0]["state"] == "open"
    await resigned(client, game, "B")
    await w.time.pass_by(61_000)
    assert (await seen(client, made["id"]))["standings"][0]["player"] == 1
    await posted(client, f"/api/hosts/{game['host']}/ruling", {"ruling": "back", "event": 1, "reason": "again"}, 200)
    await posted(client, f"/api/hosts/{game['host']}/ruling", {"ruling": "void", "reason": "a broken deck"}, 200)
    await w.time.pass_by(61_000)
    after = await seen(client, made["id"])
    assert (after["matches"][0]["reason"], after["meetings"]) == ("void", [])
    exported = (await client.get(f"/api/seasons/{made['host']}/archive")).content
    await posted(client, "/api/seasons/archive", {"archive": base64.b64encode(exported).decode()})


REFUSED: list[tuple[str, Any, int, str]] = [
    ("matches", {"players": {"A": 1, "B": 1}, "variant": GAUNTLET}, 422, "two different players"),
    ("matches", {"players": {"A": 1, "B": 9}, "variant": GAUNTLET}, 422, "no player 9"),
    ("matches", {"players": {"A": 1}, "variant": GAUNTLET}, 422, "of A and of B"),
    ("matches", {"players": {"A": 1, "B": 2}, "variant": "chess/plain"}, 422, "unknown game chess"),
    ("players", {"name": "ada"}, 409, "called Ada already"),
    ("players", {"name": "\u200b"}, 422, "needs a name"),
    ("players", {"name": "Cas", "anchor": 1500}, 422, "only a bot"),
    ("rename", {"number": 7, "name": "Cas"}, 422, "no player 7"),
    ("strike", {"number": 7, "reason": "x"}, 422, "no match 7"),
    ("describe", {"title": " "}, 422, "a title"),
    ("dismiss", {"number": 3}, 422, "no co-host 3"),
    ("describe", {"zone": "Europe/Atlantis"}, 422, "the time zone must be like Europe/Berlin or UTC, not Europe/Atlantis"),
    ("describe", {"zone": "../../etc/passwd"}, 422, "the time zone must be"),
    ("merge", {"number": 1, "into": 3}, 422, "no player 3"),
    ("remove", {"number": 3}, 422, "no player 3"),
]


async def test_refusals_say_what_is_wrong(client: httpx.AsyncClient) -> None:
    made = await opened(client)
    for verb, body, status, words in REFUSED:
        assert words in (await posted(client, f"/api/seasons/{made['host']}/{verb}", body, status))["reason"]


# --- Standings, meetings and ratings of a season as a value, and the fold of its log


BY = By("host", 0, 0)
OPENED = Opened(0, 0, "Autumn", rated=True)
PLAYERS = [Enrolled(0, "host", n, name) for n, name in enumerate(("Ada", "Ben", "Cas"), 1)]


def added(number: int, a: int, b: int, winner: str, variant: str = "x/y", played: int = 0) -> Added:
    return Added(0, "host", number, played, {"A": a, "B": b}, variant, winner)


def of(*more: Entry) -> Season:
    return fold("s", [OPENED, *PLAYERS, *more])


def test_pools_are_apart_follow_the_days_and_leave_an_anchor_alone() -> None:
    bot = Enrolled(0, "host", 4, "Deep", "strong", 1900)
    first, second, nowhere = added(1, 1, 4, "A", played=20), added(2, 1, 2, "B", "x/z", played=10), added(3, 3, 2, "", "")
    pools = ratings(of(bot, first, second, nowhere))
    assert (pools["x/y"][4].rating, pools["x/y"][4].matches) == (1900, 1)
    assert pools["x/y"][1].rating > 1500 > pools["x/z"][1].rating
    assert set(pools) == {"all", "x/y", "x/z"}
    in_order = of(bot, added(1, 3, 2, "", ""), added(2, 1, 2, "B", "x/z", played=10), added(3, 1, 4, "A", played=20))
    assert pools["all"] == ratings(in_order)["all"]


def test_days_and_the_order_of_matches_follow_the_zone_of_the_season() -> None:
    evening, day = 1_717_200_000_000, 1_717_200_000_000 // 86_400_000 * 86_400_000  # 2024-06-01 00:00 UTC, and that day
    season = fold("s", [msgspec.structs.replace(OPENED, zone="America/New_York"), *PLAYERS])
    season = folded(season, [added(1, 1, 2, "A", played=day), added(2, 1, 3, "A", played=evening + 60_000)])
    assert [season.day(match) for match in season.matches.values()] == ["2024-06-01", "2024-05-31"]
    assert sorted(season.matches, key=lambda n: season.order(season.matches[n])) == [2, 1]
    later = folded(season, [Described(0, "host", "Autumn", "", False, True, "Asia/Seoul")])
    assert [later.day(match) for match in later.matches.values()] == ["2024-06-01", "2024-06-01"]


def test_places_are_shared_and_ties_are_half_a_point() -> None:
    rows = standings(of(added(1, 1, 2, ""), added(2, 3, 2, "A")))
    assert [(row.place, row.player, row.score.points) for row in rows] == [(1, 3, 1.0), (2, 1, 0.5), (3, 2, 0.5)]


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


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (Merge(1, 2), "Ada and Ben play each other in match 1, so they are two people"),
        (Merge(2, 3), "Ben and Cas play a series against each other"),
        (Merge(1, 1), "choose two different players"),
        (Merge(1, 9), "no player 9"),
        (Merge(4, 1), "Deep and Ada are not the same bot"),
        (Merge(1, 0), "player 1 was not merged"),
        (PlayerNumber(1), "Ada has a part in this season"),
        (PlayerNumber(2), "Ben has a part in this season"),
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
