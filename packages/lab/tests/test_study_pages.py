"""The page Study over HTTP: a position by its address, bad addresses, and the bounds on what it costs."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest

from deathmatch.server.settings import Rate
from deathmatch_lab import study_pages
from tests.server.kit import GAUNTLET, World, settle

PAGE = f"/study/{GAUNTLET}"
AGAIN = '<noscript><meta http-equiv="refresh" content="2"></noscript>'  # without a script; the script asks again by itself
BOARDS = "/study/even-groups/standard"


def value(page: httpx.Response) -> float:
    """The chance of A, in percent, as the page says it."""
    said = re.search(r"A wins ([\d.]+) %", page.text)
    assert said is not None, page.text
    return float(said[1])


async def test_the_address_chooses_the_position_and_it_is_worked_out_once(w: World, client: httpx.AsyncClient) -> None:
    first = await client.get(PAGE)
    assert (first.status_code, value(first)) == (200, 50.1)
    other = await client.get(f"{PAGE}?round=12&lead=-3&lights_a=grow&lights_a=score&last_b=score%2Bgrow")
    assert value(other) == 48.2
    assert "B may not repeat Score + Grow." in other.text
    same = await client.get(f"{PAGE}?last_b=SCORE%2Bgrow&lights_a=score%20grow&round=12&lead=-3")
    assert value(same) == 48.2
    assert w.thinker.asked == [(GAUNTLET, "study")] * 2
    assert w.thinker.seconds == [study_pages.STUDY_S] * 2


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("round=41", "round must be a whole number from 1 to 40, not 41"),
        ("round=1e1", "round must be a whole number from 1 to 40, not 1e1"),
        ("lead=--3", "lead must be a whole number from -20 to 20, not --3"),
        ("pot=0", "pot must be a whole number from 1 to 12, not 0"),
        ("pot=1&pot=2", "pot is given 2 times; give it once"),
        ("lights_a=ace", "lights_a must be score, grow, claim, block or steal, not ace"),
        ("round=5&last_a=grow%2Bscore", "last_a must be none, score+grow"),
        ("last_a=score%2Bgrow", "last_a must be none in round 1: there was no such round before it"),
        ("round=2&earlier_b=score%2Bgrow", "earlier_b must be none in round 2"),
        ("level=3", "unknown choice level; the choices are round, lead, pot"),
        ("round=" + "9" * 4000, "round must be a whole number"),
        ("round=%3Cscript%3E", "not &lt;script&gt;"),
        ("lights_a=score&" * 70, "an address has at most 64 choices"),
    ],
)
async def test_a_bad_address_says_what_was_expected_and_keeps_the_rest(
    w: World, client: httpx.AsyncClient, query: str, reason: str
) -> None:
    answer = await client.get(f"{PAGE}?lead=4&{query}" if "lead" not in query else f"{PAGE}?{query}")
    assert answer.status_code == 400
    assert reason in re.search(r'id="error" class="error">(.*?)</p>', answer.text)[1]  # type: ignore[index]
    assert "lead" in query or 'name="lead" min="-20" max="20" value="4"' in answer.text
    assert w.thinker.asked == []


async def test_games_without_anything_to_study_have_no_page_and_the_others_are_listed(client: httpx.AsyncClient) -> None:
    for path in ("/study/toy/lenient", "/study/five-card-trick/nothing", "/study/no/game"):
        assert (await client.get(path)).status_code == 404
    listed = await client.get("/study")
    assert re.findall(r'href="(/study/[^"]+)"', listed.text) == [
        PAGE,
        "/study/five-card-trick/final",
        "/study/five-card-trick/setna",
        BOARDS,
    ]
    for path in ("/", "/rules/five-card-trick"):
        assert f'href="{PAGE}"' in (await client.get(path)).text


async def test_while_the_solver_is_made_ready_the_page_says_so_and_refuses_nobody(
    w: World, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study_pages, "WAIT_MS", 0)
    w.thinker.gate = asyncio.Event()
    await client.get(PAGE)
    w.thinker.preparing = True
    for lead in range(20):  # more than may wait at once
        page = await client.get(f"{PAGE}?lead={lead}")
        assert (page.status_code, AGAIN in page.text) == (200, True)
        assert 'data-pending="solver"' in page.text
        assert "The solver is being made ready" in page.text
    await settle()
    assert len(w.thinker.asked) == 1, "the others have not begun"
    w.thinker.preparing = False
    w.thinker.gate.set()
    while AGAIN in (page := await client.get(f"{PAGE}?lead=7")).text:
        assert "The solver is being made ready" not in page.text
    assert value(page) == 57.1


async def test_an_address_has_so_many_positions_worked_out_and_a_kept_one_costs_nothing(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study_pages, "RATE", Rate(2, 0.0))
    answers = [await client.get(f"{PAGE}?lead={lead}") for lead in (1, 2, 3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "too many positions for your address" in answers[2].text
    assert answers[2].headers["retry-after"]
    assert (await client.get(f"{PAGE}?lead=1")).status_code == 200
