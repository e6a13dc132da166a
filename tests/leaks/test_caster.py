"""The caster sees both hands, but nothing sealed; nobody else sees more because there is one; and without one nobody sees both hands."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from deathmatch.core.game import Variant
from deathmatch.server.wire import problems
from tests import toy
from tests.leaks import doors
from tests.leaks.doors import assert_alike, links
from tests.leaks.late import Watched, two_worlds
from tests.leaks.pairs import Fixed, pairs
from tests.leaks.test_doors import FREE
from tests.leaks.test_wire import VARIANTS
from tests.server.kit import GAUNTLET, TOY, World, http, world

DAILY = (TOY, GAUNTLET)
TABLE: dict[str, Any] = {"settings": {"caster": True, "hidden": True}}


async def oversees(w: World, made: Any, browser: Any) -> list[str]:
    """All that the caster and the host of the table get."""
    out = []
    for key in (made.onlookers["caster"], made.host):
        for path in (f"/api/hands/{key}", f"/api/hands/{key}?pictures=none", f"/c/{key}"):
            answer = await browser.get(path)
            out.append(f"{answer.status_code} {answer.text}")
    return out + await doors.everything(browser, links(made, ["caster"]), 0, ("bid 0",), thorough=False)


@pytest.mark.parametrize(
    "variant",
    [pytest.param(one, id=one.id, marks=[] if one.id in DAILY else [pytest.mark.nightly]) for one in (toy.VARIANTS[0], *VARIANTS)],
)
async def test_a_caster_learns_nothing_that_is_sealed(variant: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def told(pair: Any, hidden: str) -> list[str]:
        monkeypatch.setattr(secrets, "token_bytes", Fixed(pair))
        async with world() as w, http(w, tmp_path, None, **FREE) as browser:
            made = await w.match(pair.variant.id, options=dict(pair.given), **TABLE)
            for actor, text in pair.moves:
                await w.submit(made, actor, (await w.full(made, actor)).seen.ply, text)
            reader = await w.reader(made, "caster")
            await w.submit(made, pair.seat.value, pair.ply, hidden)
            await w.time.pass_by(2_000)
            return [*await oversees(w, made, browser), repr(reader.frames)]

    for pair in pairs(variant, 1, "caster"):
        one, other = [await told(pair, hidden) for hidden in pair.texts]
        assert one == other
        hands = msgspec.json.decode(one[0].partition(" ")[2])
        assert set(hands["hands"]) == {"A", "B"}
        assert all("submitted" not in hand["private"] and hand["svg"] for hand in hands["hands"].values())


async def test_spectators_cannot_tell_whether_the_caster_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def meanwhile(watched: Watched, looks: int) -> list[str]:
        if looks:
            await watched.w.reader(watched.made, "caster")
            assert (await watched.browser.get(f"/api/hands/{watched.made.onlookers['caster']}")).status_code == 200
        await watched.w.time.pass_by(5_000)
        return await watched.told()

    assert_alike(*await two_worlds(TOY, {"caster": True, "delay": 600}, meanwhile, tmp_path, monkeypatch))


async def test_without_a_caster_nobody_sees_both_hands(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match(GAUNTLET)
    assert "caster" not in made.onlookers
    host = await client.get(f"/api/hands/{made.host}")
    assert host.status_code == 403
    assert "without a caster" in host.text
    for key in (made.seats["A"], made.watch):
        assert (await client.get(f"/api/hands/{key}")).status_code == 404
    for role in ("A", "B", "host", "watcher"):
        link = await w.link(made, role)
        with pytest.raises(problems.Problem):
            await w.within(link, lambda room, role=role: room.hands(role, 0, 0))  # type: ignore[misc]


async def test_players_are_told_before_they_sit_down_and_at_the_table_and_the_caster_writes_nothing(
    w: World, client: httpx.AsyncClient
) -> None:
    body = {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "host": True, **TABLE}
    made = (await client.post("/api/matches", json=body)).json()
    caster = made["onlookers"]["caster"]
    for seat in ("A", "B"):
        assert "A caster and the host see both hands." in (await client.get(f"/s/{made['seats'][seat]}")).text
        await client.post(f"/api/seats/{made['seats'][seat]}", json={"name": seat})
        assert "A caster and the host see both hands." in (await client.get(f"/s/{made['seats'][seat]}")).text
        assert (await client.get(f"/api/seats/{made['seats'][seat]}")).json()["table"]["settings"]["caster"] is True
    assert (await client.get(f"/api/hosts/{made['host']}/links")).json()["onlookers"]["caster"] == caster
    page = await client.get(f"/c/{caster}")
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
    for path in ("/w/", "/s/", "/h/", "/api/matches/", "/api/seats/", "/api/hosts/"):
        assert (await client.get(path + caster)).status_code == 404
    link = await w.lobby.caster(caster)
    with pytest.raises(problems.Problem, match="writes nothing"):
        await w.within(link, lambda room: room.say("caster", "Cay", "A holds the joker"))
