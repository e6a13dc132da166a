"""Seasons over HTTP: who may see and do what, and that each table is filed once, however the server ends."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.server import tokens
from deathmatch.server.store.interface import Addition, StoreError
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


async def test_the_pages_show_standings_results_and_players(client: httpx.AsyncClient) -> None:
    made = await opened(client, players=["Ada", "Ben & Co"], about="Six weeks", rated=True)
    game = await table(client, made["host"])
    await resigned(client, game)
    for key, manages in ((made["viewer"], False), (made["host"], True)):
        page = await client.get(f"/season/{key}")
        assert page.status_code == 200
        assert page.headers["cache-control"] == "no-store"
        assert "Ben &amp; Co" in page.text
        assert "Ada gave up" in page.text or "Ada" in page.text
        assert f"/r/{game['id']}" in page.text
        assert ("New match" in page.text) is manages
        who = await client.get(f"/season/{key}/player/2")
        assert (who.status_code, "Place 1: 1 won, 0 tied, 0 lost." in who.text) == (200, True)
        record = await client.get(f"/season/{key}/match/1.dm")
        assert (record.status_code, "A resign" in record.text) == (200, True)
    for path in ("player/3", "match/2.dm", "match/x.dm"):
        assert (await client.get(f"/season/{made['viewer']}/{path}")).status_code == 404
    assert (await client.get("/seasons")).status_code == 200


async def test_a_private_season_looks_like_none(client: httpx.AsyncClient) -> None:
    private, public = await opened(client), await opened(client, public=True)
    for template in ("/api/seasons/{}", "/season/{}", "/season/{}/player/1", "/season/{}/match/1.dm", "/w/{}", "/api/matches/{}"):
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
        monkeypatch.setattr(w.lobby.seasons, "ended", lambda _: None)  # the server dies between the end of the match and the filing
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


async def test_a_ruling_that_was_not_filed_is_filed_after_a_restart(w: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with http(w, tmp_path / "one") as client:
        made = await opened(client)
        game = await table(client, made["host"])
        await resigned(client, game)
        assert (await seen(client, made["host"]))["matches"][0]["winner"] == "B"
        monkeypatch.setattr(w.lobby.seasons, "ended", lambda _: None)  # the server dies between the ruling and the filing
        path = f"/api/hosts/{game['host']}/ruling"
        await posted(client, path, {"ruling": "back", "event": 1, "reason": "a slip of the hand"}, 200)
        await resigned(client, game, "B")
        await posted(client, f"/api/seats/{game['seats']['A']}/chat", {"text": "again?"}, 200)
        assert (await seen(client, made["host"]))["matches"][0]["winner"] == "B"
    for number in range(2):
        w = await w.again()
        async with http(w, tmp_path / f"again-{number}") as client:
            assert [one["winner"] for one in (await seen(client, made["host"]))["matches"]] == ["A"]
        log = [json.loads(entry)["kind"] for entry in w.store.matches[tokens.season_log(made["id"])]]
        assert log == ["season", "enrolled", "enrolled", "fixed", "filed", "filed"]


async def test_a_match_that_the_disk_did_not_file_is_filed_when_somebody_looks(
    w: World, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await opened(client)
    game = await table(client, made["host"])
    append = w.store.append

    async def refused(addition: Addition) -> None:
        if addition.match.startswith(tokens.SEASON):
            raise StoreError("disk full")
        await append(addition)

    with monkeypatch.context() as patch:
        patch.setattr(w.store, "append", refused)
        await resigned(client, game)
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


async def test_a_table_of_a_season_may_have_its_game_by_lot(client: httpx.AsyncClient) -> None:
    made = await opened(client, rated=True)
    game = await table(client, made["host"], **LOT)
    chosen = (await client.get(f"/api/matches/{game['id']}")).json()["table"]["lot"]["chosen"] - 1
    await begun(client, game)
    (match,) = (await seen(client, made["viewer"]))["matches"]
    assert (match["variant"], match["options"]) == ("lot", {})
    assert "A game by lot" in (await client.get(f"/season/{made['viewer']}")).text
    await resigned(client, game)
    season = await seen(client, made["viewer"])
    (match,) = season["matches"]
    fallen = LOT["lot"][chosen]
    assert (match["variant"], match["options"]) == (fallen["variant"], fallen.get("options", {}))
    assert {rating["pool"] for rating in season["ratings"]} == {"all", fallen["variant"]}


@pytest.mark.parametrize("more", [{}, {"coin": {"sets": "dmo"}}, LOT], ids=["plain", "coin", "lot"])
async def test_spectators_learn_a_result_after_the_delay_alone(w: World, client: httpx.AsyncClient, more: Any) -> None:
    made = await opened(client, public=True, rated=True)
    game = await table(client, made["host"], settings={"delay": 60}, **more)
    await begun(client, game)
    paths = [
        f"{base}/{key}{rest}"
        for key in (made["id"], made["viewer"])
        for base, rest in (
            ("/api/seasons", ""),
            ("/season", ""),
            ("/season", "/player/1"),
            ("/season", "/player/2"),
            ("/season", "/match/1.dm"),
        )
    ]
    before = [(await client.get(path)).content for path in paths]
    await resigned(client, game)
    assert [(await client.get(path)).content for path in paths] == before
    assert (await seen(client, made["host"]))["matches"][0]["winner"] == "B"
    await posted(client, f"/api/seasons/{made['host']}/strike", {"number": 1, "reason": ""}, 200)
    await w.time.pass_by(59_000)
    assert [(await client.get(path)).content for path in paths] == before
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
    before = (await client.get(f"/api/seasons/{made['id']}")).content
    await posted(client, f"/api/hosts/{game['host']}/ruling", {"ruling": "back", "event": 1, "reason": "a slip of the hand"}, 200)
    await settle()
    assert (await seen(client, made["host"]))["matches"][0]["state"] == "open"
    assert (await client.get(f"/api/seasons/{made['id']}")).content == before
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


async def test_a_match_that_nobody_began_leaves_the_season(w: World, tmp_path: Path) -> None:
    async with http(w, tmp_path / "one") as client:
        made = await opened(client)
        await posted(client, f"/api/seasons/{made['host']}/matches", {"players": {"A": 1, "B": 2}, "variant": GAUNTLET})
        await w.time.pass_by(8 * 24 * 3600 * 1000)
        assert await w.lobby.tidy() == 1
    w = await w.again()
    async with http(w, tmp_path / "two") as client:
        assert (await seen(client, made["host"]))["matches"] == []
        game = await table(client, made["host"])
        assert game["number"] == 2


async def test_a_host_merges_a_player_who_was_entered_twice_and_removes_one_who_never_played(
    w: World, client: httpx.AsyncClient, tmp_path: Path
) -> None:
    made = await opened(client, players=["Ada", "Ben", "Adda", "Nobody"], zone="Asia/Seoul")
    api = f"/api/seasons/{made['host']}"
    game = await posted(client, f"{api}/matches", {"players": {"A": "Adda", "B": "Ben"}, "variant": GAUNTLET})
    for seat in "AB":
        await posted(client, f"/api/seats/{game['seats'][seat]}", {"name": "somebody"}, 200)
    for verb in ("merge", "remove"):
        await posted(client, f"/api/seasons/{made['viewer']}/{verb}", {"number": 3} | ({"into": 1} if verb == "merge" else {}), 403)
    await posted(client, f"{api}/merge", {"number": 3, "into": 1}, 200)
    await posted(client, f"{api}/remove", {"number": 4}, 200)
    await resigned(client, game, "B")  # the table that was open goes on, and its result is that of the other player
    w = await w.again()
    async with http(w, tmp_path / "again") as client:
        told, hosted = await seen(client, made["viewer"]), await seen(client, made["host"])
        assert [one["name"] for one in told["players"]] == ["Ada", "Ben"]
        assert [(one["players"], one["winner"]) for one in told["matches"]] == [({"A": 1, "B": 2}, "A")]
        assert (told["zone"], told["merged"], hosted["merged"]) == ("Asia/Seoul", [], [{"number": 3, "name": "Adda", "into": 1}])
        page = (await client.get(f"/season/{made['viewer']}/player/3")).text
        assert "<h2>Ada</h2>" in page
        await posted(client, f"{api}/merge", {"number": 3, "into": 0}, 200)
        assert [one["name"] for one in (await seen(client, made["host"]))["players"]] == ["Ada", "Ben", "Adda"]


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


async def test_a_table_of_a_season_has_coin_check_in_and_rules_as_written(client: httpx.AsyncClient) -> None:
    made = await opened(client)
    wanted = {"coin": {"sets": "dmo", "caller": "A", "sealed": True}, "settings": {"check_in": True}, "preset": "as-written"}
    game = await table(client, made["host"], **wanted)
    shown = (await client.get(f"/api/matches/{game['id']}")).json()["table"]
    assert (shown["state"], shown["coin"]["caller"]) == ("waiting", "A")
    assert (await seen(client, made["viewer"]))["matches"][0]["options"] == {"replay_limit": 99}
    await posted(client, f"/api/seats/{game['seats']['A']}/call", {"face": "sun"}, 200)
    for seat in game["seats"].values():
        await posted(client, f"/api/seats/{seat}/ready", {}, 200)
    await resigned(client, game)
    winner = (await client.get(f"/api/matches/{game['id']}")).json()["table"]["coin"]["winner"]
    roles = (await seen(client, made["viewer"]))["matches"][0]["roles"]
    assert roles == {winner: "DMO", "A" if winner == "B" else "B": "EC"}
    page = (await client.get(f"/season/{made['host']}")).text
    for name in (
        "coin.sets",
        "coin.caller",
        "coin.sealed",
        "settings.check_in",
        "settings.by_hand",
        "settings.publish",
        "settings.talk",
    ):
        assert f'name="{name}"' in page
