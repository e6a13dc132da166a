"""A season as the community plays it: rounds with Main Match, elimination, garnets and items, to its winner and to another server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.server.seasons import archive, decide, rounds, wire
from deathmatch.server.seasons.decide import By, folded
from deathmatch.server.seasons.entries import Added, Enrolled, Merged, Opened
from deathmatch.server.seasons.season import Season, fold
from deathmatch.server.seasons.standings import ratings, standings
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, World, http, settle, world
from tests.server.test_season_files import as_body
from tests.server.test_seasons import begun, opened, posted, resigned, seen, table

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
        body = await seen(client, final["players"][loser])
        (state,) = body["contests"]
        await posted(client, f"/api/seats/{state['seat']}", {"name": "x"}, 200)
        other = await seen(client, final["players"]["B" if loser == "A" else "A"])
        await posted(client, f"/api/seats/{other['contests'][0]['seat']}", {"name": "x"}, 200)
        await posted(client, f"/api/seats/{state['seat']}/resign", {}, 200)
        await settle()
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
