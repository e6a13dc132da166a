"""The page Study over HTTP: a position by its address, bad addresses, and the bounds on what it costs."""

from __future__ import annotations

import asyncio
import gc
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest

from deathmatch.bots.answers import REVIEW_S
from deathmatch.bots.study import MatchReview
from deathmatch.games import five_card_trick
from deathmatch.server.rooms import errands
from deathmatch.server.rooms.errands import Reviews
from deathmatch.server.settings import Rate
from deathmatch.server.web import studying
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, TOY, World, settle
from tests.server.test_api import begin

OPEN = {"publish": True}
SAID = MatchReview(("Well played.",), None, (), ())


class Slow:
    """An advisor that waits until it is let go."""

    preparing = False

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.gate = asyncio.Event()
        self.failing = False

    async def look_back(self, variant: str, record: str, _lists: object) -> MatchReview:
        self.asked.append((variant, record))
        await self.gate.wait()
        if self.failing:
            raise RuntimeError(record)
        return SAID


def free() -> Callable[[], None]:
    return lambda: None


def ask(reviews: Reviews, match: str = "m", wait: int = 0, **more: Any) -> Any:
    return reviews.of(match, variant="g/v", record=f"record of {match}", wait=wait, admit=more.get("admit", free))


async def test_a_review_is_made_once_however_many_ask_and_is_kept() -> None:
    slow = Slow()
    made = Reviews(slow)
    assert await ask(made) is None, "it is not there yet, and nobody waits longer than asked"
    waiting = [asyncio.create_task(ask(made, wait=20_000)) for _ in range(3)]
    await settle()
    slow.gate.set()
    for answer in await asyncio.gather(*waiting):
        assert answer.summary == ["Well played."]
    assert await ask(made) is not None
    assert slow.asked == [("g/v", "record of m")]


async def test_a_match_that_a_ruling_opened_again_is_reviewed_again() -> None:
    quick = Slow()
    quick.gate.set()
    made = Reviews(quick)
    for record in ("one end", "another end", "one end"):
        assert await made.of("m", variant="g/v", record=record, wait=20_000, admit=lambda: lambda: None) is not None
    assert [record for _, record in quick.asked] == ["one end", "another end"]


async def test_only_what_has_to_be_made_is_counted_and_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errands, "REVIEWS", replace(errands.REVIEWS, waiting=2))
    counted: list[str] = []

    left: list[str] = []

    def refuse() -> Callable[[], None]:
        raise Problem("enough", 429)

    def count() -> Callable[[], None]:
        counted.append("one")
        return lambda: left.append("one")

    slow = Slow()
    made = Reviews(slow)
    with pytest.raises(Problem, match="enough"):
        await ask(made, admit=refuse)
    for match in ("m", "n", "m"):
        await ask(made, match, admit=count)
    assert (len(counted), len(left)) == (2, 0)
    with pytest.raises(Problem, match="many matches are being reviewed"):
        await ask(made, "o")
    slow.gate.set()
    await ask(made, "m", 20_000, admit=refuse)
    await ask(made, "n", 20_000, admit=refuse)
    await ask(made, "m", admit=refuse)
    assert len(left) == 2
    assert [record for _, record in slow.asked] == ["record of m", "record of n"]


async def test_the_last_reviews_are_kept_and_older_ones_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errands, "REVIEWS", replace(errands.REVIEWS, kept=2))
    slow = Slow()
    slow.gate.set()
    made = Reviews(slow)
    for match in ("a", "b", "a", "c", "a", "b"):
        assert await ask(made, match, 20_000) is not None
    assert [record[-1] for _, record in slow.asked] == ["a", "b", "c", "b"]


async def test_what_fails_is_said_without_what_it_says_and_can_be_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    slow = Slow()
    slow.failing = True
    slow.gate.set()
    made = Reviews(slow)
    for _ in range(2):
        with pytest.raises(Problem, match="could not be reviewed"):
            await ask(made, wait=20_000)
    assert len(slow.asked) == 2
    assert "RuntimeError" in caplog.text
    assert "record of" not in caplog.text


async def test_what_fails_while_nobody_waits_is_in_the_log_once_and_without_what_it_says(caplog: pytest.LogCaptureFixture) -> None:
    slow = Slow()
    slow.failing = True
    made = Reviews(slow)
    assert await ask(made) is None
    slow.gate.set()
    await settle()
    gc.collect()
    assert [kept.name for kept in caplog.records] == ["deathmatch.reviews"]
    assert "record of" not in caplog.text


async def test_a_server_that_goes_down_keeps_nobody_waiting() -> None:
    made = Reviews(Slow())
    waiting = asyncio.create_task(ask(made, wait=20_000))
    await settle()
    made.stop()
    with pytest.raises(Problem, match="try again later"):
        await waiting


# --- Over HTTP


async def over(client: httpx.AsyncClient, **wanted: Any) -> dict[str, str]:
    """A match of the toy game that A gave up; its addresses by role."""
    made = await begin(client, **{"variant": TOY, "host": True, **wanted})
    assert (await client.post(f"/api/seats/{made['seats']['A']}/resign")).status_code == 200
    links = {"watcher": f"/api/matches/{made['id']}", "host": f"/api/hosts/{made['host']}"}
    return links | {seat: f"/api/seats/{made['seats'][seat]}" for seat in "AB"}


@pytest.fixture
def unadvised(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lobby whose match GAUNTLET has nobody who looks back at it."""
    bare = [replace(variant, capabilities={"bots": variant.capabilities["bots"]}) for variant in five_card_trick.VARIANTS]
    monkeypatch.setattr(five_card_trick, "VARIANTS", tuple(bare))


@pytest.mark.usefixtures("unadvised")
async def test_everybody_who_is_given_the_record_is_given_the_review(w: World, client: httpx.AsyncClient) -> None:
    links = await over(client, settings=OPEN)
    answers = [await client.get(f"{link}/review") for link in links.values()]
    assert [answer.status_code for answer in answers] == [200] * 4
    assert len({answer.content for answer in answers}) == 1
    review = answers[0].json()
    assert review["summary"] == ["Ann made 0, Bob 0 mistakes."]
    assert review["chart"]["points"][0] == [0, 0.5]
    remark = {"event": 2, "ply": 1, "line": "A resign", "seat": "A", "verdict": "note", "better": []}
    assert review["remarks"][1] | remark == review["remarks"][1]
    assert w.thinker.asked == [(TOY, "advisor")]
    offered = (await client.get("/api/games")).json()
    assert {one["variant"]: one["advise"] for one in offered}[GAUNTLET] is False


async def test_a_record_that_is_not_published_is_looked_back_at_for_the_host_alone(client: httpx.AsyncClient) -> None:
    links = await over(client)
    for role, link in links.items():
        answers = [await client.get(f"{link}/{what}") for what in ("record", "review")]
        assert {answer.status_code for answer in answers} == {200 if role == "host" else 403}
        if role != "host":
            assert answers[0].json()["reason"] == answers[1].json()["reason"]


@pytest.mark.usefixtures("unadvised")
async def test_a_match_that_goes_on_or_that_nobody_knows_about_has_no_review(w: World, client: httpx.AsyncClient) -> None:
    made = await begin(client, variant=TOY, settings=OPEN)
    early = await client.get(f"/api/matches/{made['id']}/review")
    assert (early.status_code, early.json()["about"]) == (409, "review")
    plain = await begin(client, variant=GAUNTLET)
    await client.post(f"/api/seats/{plain['seats']['A']}/resign")
    answer = await client.get(f"/api/matches/{plain['id']}/review")
    assert answer.status_code == 422
    assert "cannot be reviewed" in answer.json()["reason"]
    assert (await client.get("/api/matches/nosuchmatch/review")).status_code == 404
    assert w.thinker.asked == []


async def test_whoever_does_not_wait_long_enough_is_told_to_ask_again(w: World, client: httpx.AsyncClient) -> None:
    w.thinker.gate = asyncio.Event()
    links = await over(client, settings=OPEN)
    early = await client.get(f"{links['B']}/review", params={"wait": 0})
    assert (early.status_code, early.headers["retry-after"]) == (202, "1")
    known = {"state": "making", "ahead": 0, "most": 1000 * REVIEW_S, "preparing": False}
    assert early.json() == known | {"spent": early.json()["spent"]}
    w.thinker.preparing = True
    assert (await client.get(f"{links['B']}/review", params={"wait": 0})).json()["preparing"] is True
    waiting = asyncio.create_task(client.get(f"{links['A']}/review"))
    await settle()
    assert not waiting.done()
    w.thinker.gate.set()
    assert (await waiting).status_code == 200
    assert (await client.get(f"{links['B']}/review", params={"wait": 0})).status_code == 200


@pytest.mark.limits(reviews=Rate(2, 0.0))
async def test_an_address_has_so_many_matches_looked_back_at_and_what_is_there_costs_nothing(client: httpx.AsyncClient) -> None:
    matches = [await over(client, settings=OPEN) for _ in range(3)]
    answers = [await client.get(f"{links['A']}/review") for links in matches]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].headers["retry-after"]
    assert (await client.get(f"{matches[0]['B']}/review")).status_code == 200


# --- The page Study over HTTP: a position by its address, bad addresses, and the bounds on what it costs


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
    assert w.thinker.seconds == [errands.STUDY_S] * 2


async def test_the_page_shows_the_figures_that_ship(client: httpx.AsyncClient) -> None:
    page = (await client.get(PAGE)).text
    for figure in ("49.97 %", "49.96 %", "49.94 %", "50.00 %", "49.65 %", "45.78 %", "23.08 %"):
        assert figure in page
    assert '<meta property="og:title" content="Five-Card Trick: study">' in page


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


async def test_a_game_without_positions_shows_its_solved_boards_and_figures(w: World, client: httpx.AsyncClient) -> None:
    for address in (BOARDS, f"{BOARDS}?from=elsewhere"):
        page = await client.get(address)
        assert (page.status_code, AGAIN in page.text) == (200, False)
    assert re.findall(r'<svg class="map".*?aria-label="(.*?)"', page.text) == [
        "Openings on side 2. White, who opens, wins with the centre alone. After any other opening Orange wins.",
        "Openings on side 3. White, who opens, wins with any cell but the six corners. After a corner Orange wins.",
    ]
    assert re.findall(r'class="(pale|warm)"/><text', page.text).count("warm") == 6 + 6
    assert "97.2 %" in page.text
    assert "<form" not in page.text
    assert "study.js" not in page.text
    assert w.thinker.asked == []


async def test_a_position_that_takes_long_comes_later_and_a_failure_is_said(
    w: World, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studying, "WAIT_MS", 0)
    w.thinker.gate = asyncio.Event()
    early = await client.get(PAGE)
    assert (early.status_code, AGAIN in early.text) == (200, True)
    assert "data-pending" in early.text
    w.thinker.gate.set()
    while AGAIN in (later := await client.get(PAGE)).text:
        pass
    assert value(later) == 50.1
    monkeypatch.setattr(studying, "WAIT_MS", 20_000)
    w.thinker.failures = 1
    failed = await client.get(f"{PAGE}?lead=1")
    assert failed.status_code == 503
    assert "this position could not be worked out; try again later" in failed.text
    assert value(await client.get(f"{PAGE}?lead=1")) == 51.1


async def test_while_the_solver_is_made_ready_the_page_says_so_and_refuses_nobody(
    w: World, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studying, "WAIT_MS", 0)
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


@pytest.mark.limits(studies=Rate(2, 0.0))
async def test_an_address_has_so_many_positions_worked_out_and_a_kept_one_costs_nothing(client: httpx.AsyncClient) -> None:
    answers = [await client.get(f"{PAGE}?lead={lead}") for lead in (1, 2, 3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "too many positions for your address" in answers[2].text
    assert answers[2].headers["retry-after"]
    assert (await client.get(f"{PAGE}?lead=1")).status_code == 200
