"""A season as the community plays it: rounds with Main Match, elimination, garnets and items, to its winner and to another server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.server.seasons import archive, decide, rounds, wire
from deathmatch.server.seasons.decide import By, folded
from deathmatch.server.seasons.entries import Added, Enrolled, Merged, Opened
from deathmatch.server.seasons.season import Season, fold
from deathmatch.server.seasons.standings import standings
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, World, http, settle, world
from tests.server.test_season_files import as_body
from tests.server.test_seasons import begun, opened, posted, resigned, seen, table, told
from tests.server.test_series import lost

NAMES = ["Ada", "Ben", "Cas", "Dot", "Eli", "Fay"]
ADA, BEN, CAS, DOT, ELI, FAY = range(1, 7)


def main_match(*order: int, garnets: int = 0, tied: bool = False) -> list[dict[str, Any]]:
    """The result of a Main Match: the first wins garnets and the token of life; the last two may share a place."""
    last = len(order) - tied
    places = [{"player": player, "place": min(place, last)} for place, player in enumerate(order, 1)]
    return [{**places[0], "garnets": garnets, "safe": True}, *places[1:]]


def held(body: Any) -> dict[str, tuple[int, int | None, int, list[str]]]:
    """Name -> place, the round in which the player left, garnets and items."""
    names = {one["number"]: one["name"] for one in body["players"]}
    return {names[row["player"]]: (row["place"], row["out"], row["garnets"], row["items"]) for row in body["standings"]}


async def first_round(client: httpx.AsyncClient, host: str, **more: Any) -> Any:
    """Round 1 with Dot as the last and Fay, whom Dot names, and their table."""
    api = f"/api/seasons/{host}"
    places = main_match(ADA, BEN, CAS, ELI, FAY, DOT, garnets=2)
    first = {"title": "Episode 1", "day": "2026-01-09", "main": "Three Lamps", "places": places, "dmo": FAY, "garnets": 1, "spoils": True}
    await posted(client, f"{api}/rounds", first, 200)
    await posted(client, f"{api}/moves", {"taker": DOT, "garnets": 1, "reason": "a gift to begin with", "round": 0}, 200)
    return await table(client, host, players={"A": DOT, "B": FAY}, ec="A", round=1, **more)


async def season(client: httpx.AsyncClient) -> Any:
    """Six players over three rounds to the winner: matches here and elsewhere, a series, a void one, garnets and items."""
    made = await opened(client, players=NAMES, rated=True)
    host = made["host"]
    api = f"/api/seasons/{host}"
    await resigned(client, await first_round(client, host))
    second = {"title": "Episode 2", "places": main_match(BEN, ADA, CAS, ELI, FAY, tied=True), "garnets": 1, "item": "a shield"}
    await posted(client, f"{api}/rounds", second, 200)
    await posted(client, f"{api}/rounds", {**second, "number": 2, "day": "2023-11-14", "ec": ELI, "dmo": CAS}, 200)
    void = {"title": "Monorail", "players": {"A": "Eli", "B": "Cas"}, "ec": "A", "winner": "void", "played": "2023-11-14", "round": 2}
    await posted(client, f"{api}/past", void, 200)
    await posted(client, f"{api}/past", {**void, "winner": "Cas", "played": "2023-11-14", "items": "Cas: 0 garnets"}, 200)
    for move in (
        {"giver": ADA, "taker": BEN, "garnets": 2, "reason": "a bargain"},
        {"giver": CAS, "taker": ADA, "item": "a shield", "reason": "lent"},
        {"taker": ELI, "place": "in", "reason": "the audience calls Eli back"},
        {"taker": FAY, "place": "out", "reason": "Fay is ill"},
    ):
        await posted(client, f"{api}/moves", move, 200)
    await posted(client, f"{api}/rounds", {"title": "Final", "main": "Scales", "ec": BEN, "dmo": ADA, "garnets": 3}, 200)
    csv = "date,player_a,player_b,winner,variant,round\n2023-11-14,Cas,Eli,Cas,The Monty Hall,3\n2023-11-14,Cas,Ada,Ada,Scales,3\n"
    await posted(client, f"{api}/results", {"csv": csv}, 200)
    games = [GAUNTLET, "five-card-trick/setna", "even-groups/standard"]
    final = await posted(client, f"{api}/series", {"players": {"A": BEN, "B": ADA}, "variants": games, "best_of": 3, "round": 3})
    for loser in "ABA":  # seats swap, so Ben loses the first and the last
        await lost(client, final, loser)
    return made


async def test_a_season_of_six_over_three_rounds_goes_to_its_winner_and_to_another_server(tmp_path: Path) -> None:
    """Sentences 16 and 19 of the host's list: garnets and items as prizes, elimination, and who joins the rest of the players."""
    async with world() as w, http(w, tmp_path / "one") as client:
        made = await season(client)
        before = await seen(client, made["viewer"])
        exported = (await client.get(f"/api/seasons/{made['host']}/archive")).content
    assert held(before) == {
        "Ada": (1, None, 6, ["a shield"]),
        "Ben": (2, 3, 2, []),
        "Cas": (3, 3, 4, []),
        "Eli": (4, 3, 0, []),
        "Fay": (5, 2, 2, []),
        "Dot": (6, 1, 0, []),
    }
    assert [one["reason"] for one in before["matches"] if one["title"] == "Monorail"] == ["void", ""]
    files = {name: body.decode("utf-8-sig") for name, body in archive.unpack(exported).items() if name.endswith((".csv", ".json"))}
    assert "2,2023-11-14,Eli,Cas,void,,EC,DMO,,void,,,Monorail,2\n" in files["matches.csv"]
    assert files["standings.csv"].splitlines()[:3] == [
        "place,player,points,won,tied,lost,out,garnets,items",
        "1,Ada,2,2,0,0,,6,a shield",
        "2,Ben,0,0,0,1,3,2,",
    ]
    async with world() as w, http(w, tmp_path / "two") as client:
        there = await posted(client, "/api/seasons/archive", as_body(exported))
        assert (await client.get(f"/api/seasons/{there['host']}/archive")).content == exported
        after = await seen(client, there["viewer"])
    for part in ("players", "standings", "rounds", "moves", "ratings", "meetings"):
        assert after[part] == before[part], part


async def test_garnets_and_eliminations_follow_a_result_no_sooner_than_spectators_learn_it(w: World, client: httpx.AsyncClient) -> None:
    made = await opened(client, players=NAMES)
    game = await first_round(client, made["host"], settings={"delay": 600})
    await begun(client, game)
    before = await told(client, made["viewer"])
    await resigned(client, game)
    assert held(await seen(client, made["host"]))["Dot"] == (6, 1, 0, [])
    assert await told(client, made["viewer"]) == before
    await w.time.pass_by(601_000)
    after = await seen(client, made["viewer"])
    assert held(after) == held(await seen(client, made["host"]))
    assert held(after)["Fay"] == (0, None, 2, [])


BY = By("host", 0, 0)
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("rounds", {"number": 7}, "no round 7"),
    ("rounds", {"places": [{"player": 9, "place": 1}]}, "no player 9"),
    ("rounds", {"places": [{"player": ADA, "place": 1}, {"player": ADA, "place": 2}]}, "two places"),
    ("rounds", {"ec": ADA, "dmo": ADA}, "two different players"),
    ("rounds", {"places": [{"player": ADA, "place": 0}]}, "places go from 1"),
    ("rounds", {"garnets": 1000}, "at most 999"),
    ("rounds", {"day": "5/6/2024"}, "can be two days"),
    ("moves", {"taker": ADA, "garnets": 1}, "say why"),
    ("moves", {"taker": ADA, "reason": "x"}, "say who gives"),
    ("moves", {"giver": ADA, "taker": BEN, "garnets": -1, "reason": "x"}, "say who gives"),
    ("moves", {"giver": ADA, "garnets": 1, "reason": "x"}, "Ada does not have that; garnets: 0, items: –"),
    ("moves", {"taker": 9, "garnets": 1, "reason": "x"}, "no player 9"),
    ("moves", {"taker": ADA, "garnets": 1, "reason": "x", "round": 7}, "no round 7"),
    ("moves", {"taker": ADA, "place": "in", "reason": "x"}, "Ada is in already"),
    ("moves", {"taker": FAY, "place": "out", "reason": "x"}, "Fay is out already"),
    ("strike", {"number": 0, "move": 7, "reason": "x"}, "no move 7"),
    ("matches", {"players": {"A": ADA, "B": BEN}, "variant": GAUNTLET, "round": 7}, "no round 7"),
    ("series", {"players": {"A": ADA, "B": BEN}, "variants": [GAUNTLET], "round": 7}, "no round 7"),
    ("past", {"title": "Monorail", "players": {"A": "Ada"}, "winner": "A", "played": "2024-05-31"}, "the player of A and of B"),
    ("past", {"title": "monorail/x", "players": {"A": "Ada", "B": "Ben"}, "winner": "A", "played": "2024-05-31"}, "unknown game"),
    ("results", {"csv": "date,player_a,player_b,winner,variant,round\n2024-05-31,Ada,Ben,Ada,Monorail,x\n"}, "no round x"),
]


async def test_what_cannot_be_is_refused_and_nothing_is_added(client: httpx.AsyncClient) -> None:
    made = await opened(client, players=NAMES)
    await posted(client, f"/api/seasons/{made['host']}/moves", {"taker": FAY, "place": "out", "reason": "Fay is ill"}, 200)
    before = await seen(client, made["host"])
    for verb, body, words in REFUSED:
        answer = await client.post(f"/api/seasons/{made['host']}/{verb}", json=body)
        assert (answer.status_code in (409, 422), words in answer.text) == (True, True), (verb, body, answer.text)
    assert await seen(client, made["host"]) == before


def of(*more: Any) -> Season:
    """A season of four players, one round and this."""
    players = [Enrolled(0, "host", number, name) for number, name in enumerate(NAMES[:4], 1)]
    return folded(fold("s", [Opened(0, 0, "Autumn"), *players]), more)


def duel(number: int, a: int, b: int, **more: Any) -> Added:
    return Added(0, "host", number, 5, {"A": a, "B": b}, "x/y", "A", round=1, **more)


def test_garnets_never_fall_below_nothing_and_a_struck_cause_takes_its_effects_along() -> None:
    season = folded(of(), decide.set_round(of(), wire.SeasonRound(garnets=1, spoils=True, item="a crown"), BY))
    season = folded(season, decide.move(season, wire.SeasonMove(taker=BEN, garnets=3, reason="a gift"), BY))
    season = folded(season, [duel(1, ADA, BEN)])
    assert rounds.story(season).held[ADA] == rounds.Holding(1 + 3, ("a crown",))
    assert rounds.story(season).held[BEN] == rounds.Holding(0, (), 1)
    bargain = wire.SeasonMove(giver=ADA, taker=CAS, garnets=4, item="a crown", reason="a bargain")
    season = folded(season, decide.move(season, bargain, By("host", 9, 9)))
    assert rounds.story(season).held[CAS] == rounds.Holding(4, ("a crown",))
    struck = folded(season, decide.strike(season, wire.Strike(0, "no gift", move=1), BY))
    assert [rounds.story(struck).held[player].garnets for player in (ADA, BEN, CAS)] == [0, 0, 1]
    void = folded(season, decide.strike(season, wire.Strike(1, "a wrong deck"), BY))
    assert rounds.story(void).held == {ADA: rounds.Holding(), BEN: rounds.Holding(3), CAS: rounds.Holding(), DOT: rounds.Holding()}


def test_the_last_of_a_main_match_is_the_candidate_unless_somebody_was_chosen() -> None:
    for places, chosen, ec in (((ADA, BEN, CAS), 0, CAS), ((ADA,), 0, 0), ((ADA, BEN), ADA, ADA)):
        made = wire.SeasonRound(places=[wire.Placed(player, place) for place, player in enumerate(places, 1)], ec=chosen)
        season = folded(of(), decide.set_round(of(), made, BY))
        assert rounds.ec_of(season, season.rounds[1]) == ec


def test_merged_players_share_what_they_have_unless_they_met_in_a_main_match() -> None:
    season = of()
    season = folded(season, decide.set_round(season, wire.SeasonRound(places=[wire.Placed(DOT, 1, 2), wire.Placed(ADA, 2)]), BY))
    with pytest.raises(Problem, match="both in one Main Match"):
        decide.merge(season, wire.Merge(DOT, ADA), BY)
    once = folded(season, [Merged(0, "host", DOT, BEN)])
    assert [(row.player, row.held.garnets) for row in standings(once)] == [(BEN, 2), (ADA, 0), (CAS, 0)]
    assert [one.player for one in rounds.resolved(once, once.rounds[1]).places] == [BEN, ADA]


async def test_a_match_set_up_by_mistake_leaves_the_season_and_a_no_show_moves_no_rating(client: httpx.AsyncClient) -> None:
    made = await opened(client, players=NAMES, rated=True)
    api = f"/api/seasons/{made['host']}"
    await posted(client, f"{api}/rounds", {"garnets": 1}, 200)
    wanted = {"players": {"A": ADA, "B": BEN}, "variant": GAUNTLET, "round": 1}
    for body in ({"ruling": "cancel"}, {"ruling": "noshow"}, {"ruling": "noshow", "seat": "Ada"}):
        game = await posted(client, f"{api}/matches", wanted)
        await posted(client, f"/api/hosts/{game['host']}/ruling", {**body, "reason": "so it was"}, 200)
        await settle()
    found = await seen(client, made["viewer"])
    assert [(one["number"], one["state"], one["winner"], one["reason"]) for one in found["matches"]] == [
        (2, "over", "", "noshow"),
        (3, "over", "B", "noshow"),
    ]
    assert found["ratings"] == []
    assert (held(found)["Ada"], held(found)["Ben"]) == ((6, 1, 0, []), (0, None, 1, []))
    page = (await client.get(f"/season/{made['viewer']}")).text
    assert ('<span class="tag">void</span>' in page, ".dm" in page) == (True, False)
    exported = (await client.get(f"{api}/archive")).content
    assert ",Ada,Ben,void," in archive.unpack(exported)["matches.csv"].decode()
    there = await posted(client, "/api/seasons/archive", as_body(exported))
    assert (await client.get(f"/api/seasons/{there['host']}/archive")).content == exported
    csv = "date,player_a,player_b,winner,variant,ending\n2024-05-31,Ada,Ben,void,Monorail,noshow\n"
    await posted(client, f"/api/seasons/{there['host']}/results", {"csv": csv}, 200)
    assert (await seen(client, there["viewer"]))["matches"][-1]["reason"] == "noshow"
