"""Lean answers, coloured pictures and lists of moves tell nobody what a seat hides: the same bytes in both worlds of a pair."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from deathmatch.core.game import Variant
from tests.leaks.pairs import pairs
from tests.leaks.test_wire import VARIANTS, Fixed, begin
from tests.server.kit import http, settle, world

pytestmark = pytest.mark.one_variant

ASKED = ("pictures=none", "pictures=light", "pictures=none&moves=0", "pictures=none&moves=40", "since=0&wait=0&pictures=none")
PAIRS = 2  # a variant


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
async def test_no_option_of_an_answer_tells_what_a_seat_hides(variant: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for pair in pairs(variant, PAIRS, "options"):
        told: list[list[bytes]] = []
        for hidden in pair.texts:
            monkeypatch.setattr(secrets, "token_bytes", Fixed(pair))
            async with world() as w, http(w, tmp_path) as browser:
                made = await begin(w, pair)
                await w.submit(made, pair.seat.value, pair.ply, hidden)
                await settle()
                others = (f"/api/seats/{made.seats[pair.seat.other.value]}", f"/api/matches/{made.id}", f"/api/hosts/{made.host}")
                answers = [await browser.get(f"{at}?{asked}") for at in others for asked in ASKED]
                assert {answer.status_code for answer in answers} == {200}
                told.append([f"{sorted(answer.headers.items())}".encode() + answer.content for answer in answers])
        assert told[0] == told[1]
