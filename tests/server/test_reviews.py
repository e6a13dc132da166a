"""Reviews: each is made once and kept, over HTTP for whoever may have the record, and what they cost is bounded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest

from deathmatch.bots.study import MatchReview
from deathmatch.games import five_card_trick
from deathmatch.server.rooms import errands
from deathmatch.server.rooms.errands import Reviews
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, TOY, Dummy, World
from tests.server.test_api import begin
from tests.server.test_studio import free

OPEN = {"publish": True}
SAID = MatchReview(("Well played.",), None, (), ())


class Slow(Dummy):
    """An advisor that waits until it is let go."""

    gate: asyncio.Event

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()

    async def look_back(self, variant: str, record: str, _lists: object) -> MatchReview:
        self.asked.append((variant, record))
        await self.gate.wait()
        if self.failures:
            raise RuntimeError(record)
        return SAID


def ask(reviews: Reviews, match: str = "m", wait: int = 0, **more: Any) -> Any:
    return reviews.of(match, variant="g/v", record=f"record of {match}", wait=wait, admit=more.get("admit", free))


async def test_only_what_has_to_be_made_is_counted_too_much_is_refused_and_what_fails_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """How work is done once for all who ask: `test_studio.py`."""
    monkeypatch.setattr(errands, "REVIEWS", replace(errands.REVIEWS, waiting=2))
    counted, left = list[str](), list[str]()

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
        assert await ask(made, match, admit=count) is None, "it is not there yet, and nobody waits longer than asked"
    assert (len(counted), len(left)) == (2, 0)
    with pytest.raises(Problem, match="many matches are being reviewed"):
        await ask(made, "o")
    slow.gate.set()
    await ask(made, "m", 20_000, admit=refuse)
    await ask(made, "n", 20_000, admit=refuse)
    await ask(made, "m", admit=refuse)
    assert len(left) == 2
    assert [record for _, record in slow.asked] == ["record of m", "record of n"]
    slow.failures = 2
    for _ in range(2):
        with pytest.raises(Problem, match="could not be reviewed"):
            await ask(made, "o", 20_000)
    assert len(slow.asked) == 4
    assert "RuntimeError" in caplog.text
    assert "record of" not in caplog.text


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
