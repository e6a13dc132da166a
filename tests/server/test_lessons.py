"""Lessons and puzzles over HTTP: what a learner gets, what is refused, and that nothing but the learner's view goes out."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from deathmatch import games
from deathmatch.core.lessons import Lesson, read_lesson
from deathmatch.server.web import lessons

FIRST = "/api/lessons/five-card-trick/gauntlet/0"


@pytest.mark.parametrize(
    ("address", "body", "status", "words"),
    [
        (f"{FIRST}/try", {"text": "score score"}, 422, "R3"),
        (f"{FIRST}/try", {"text": "resign"}, 422, "wants a move"),
        (f"{FIRST}/try", {"text": "timeout"}, 422, "wants a move"),
        (f"{FIRST}/try", {"word": "score"}, 400, ""),
        (f"{FIRST}/compose", {"prefix": ["moon"]}, 422, ""),
        (f"{FIRST}/compose", {"prefix": ["score"] * 41}, 422, "tokens"),
        ("/api/lessons/five-card-trick/gauntlet/99/try", {"text": "score grow"}, 422, "steps are 0 to"),
        ("/api/lessons/five-card-trick/no/0/try", {"text": "score grow"}, 422, "no such lesson"),
        ("/api/puzzles/no/no/0/try", {"text": "score grow"}, 422, "no such puzzles"),
    ],
)
async def test_what_cannot_be_done_is_refused(client: httpx.AsyncClient, address: str, body: Any, status: int, words: str) -> None:
    answer = await client.post(address, json=body)
    assert answer.status_code == status, answer.text
    assert words in answer.json()["reason"] + answer.json().get("rule", "")


HIDDEN = """
title = "T"
[[scene]]
record = '''
deathmatch 1
game letter-hunt/gambit
option first A
option holds 0
deal hands A:ABCDE B:{hand}
'''
[[scene.step]]
task = "Guess."
other = "No."
[scene.step.right]
"guess F" = "Yes."
"""


async def test_what_the_learner_may_not_see_never_goes_out(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two lessons that differ only in the other's hand look the same, to the last byte, until the hand decides something."""
    shown: list[list[bytes]] = []
    for hand in ("FGHIJ", "FVWXY"):
        made: Lesson = read_lesson(HIDDEN.format(hand=hand))
        lessons._played.cache_clear()
        monkeypatch.setattr(games, "lesson", lambda _variant, made=made: made)
        base = "/api/lessons/letter-hunt/gambit/0"
        answers = [await client.get(base), await client.post(f"{base}/compose", json={"prefix": ["guess"]})]
        answers += [await client.post(f"{base}/try", json={"text": text}) for text in ("guess F", "guess Z", "word FJORD1")]
        shown.append([one.content for one in answers])
    lessons._played.cache_clear()
    assert shown[0] == shown[1]


async def test_a_faulty_lesson_is_left_out_and_the_rest_served(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    whole = games.lesson

    def load(variant: Any) -> Lesson | None:
        return read_lesson("title = ") if variant.id == "five-card-trick/gauntlet" else whole(variant)

    monkeypatch.setattr(games, "lesson", load)

    named = {one["variant"]: one["steps"] for one in (await client.get("/api/lessons")).json()}
    assert not named.get("five-card-trick/gauntlet")
    assert named["five-card-trick/setna"]
    assert (await client.get(FIRST)).status_code == 422
    assert (await client.get("/learn")).status_code == 200

    assert "a lesson of five-card-trick/gauntlet is left out: this is not TOML" in caplog.text
