"""Non-interference over the wire: two worlds that differ only in what a seat hides give everybody else the same bytes.

Frames, HTTP answers with their sizes, coloured pictures, lists of moves, errors, versions and the server's own logs; with private notes and
marks too.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.core.game import Variant
from deathmatch.core.seats import Seat
from deathmatch.server.web.operating import registry
from tests.conformance import cases
from tests.hooks.receiver import Pigeon
from tests.leaks.alike import alike
from tests.leaks.doors import errors, hooked, looked, read_through
from tests.leaks.pairs import Pair, pairs
from tests.server.kit import World, http, world

pytestmark = pytest.mark.one_variant

TIMES = re.compile("^process_|_seconds_(sum|bucket)$")
ASKED = ("pictures=none", "pictures=light", "pictures=none&moves=0", "pictures=none&moves=40", "since=0&wait=0&pictures=none")
PAIRS, NIGHTLY_PAIRS = 2, 100  # a variant, each through two whole servers; the referee's own test takes hundreds
VARIANTS = cases.JOINT  # else nothing is sealed
ELSEWHERE = ("letter-hunt", "tile-joust", "toy/strict")  # by night: by day `test_doors.py` hides a submission in the first two


async def begin(w: World, pair: Pair) -> Any:
    """The pair's match up to its question."""
    made = await w.match(pair.variant.id, options=dict(pair.given), settings={"kibitz": True, "publish": True})
    for actor, text in pair.moves:
        await w.submit(made, actor, (await w.full(made, actor)).seen.ply, text)
    return made


async def told(pair: Pair, hidden: str, private: str, resigns: Seat, folder: Path) -> list[bytes]:
    """All that everybody but the pair's seat gets, from the moment on at which it hides something until a seat gives up."""
    async with world() as w, http(w, folder, pigeon := Pigeon(w.time.now)) as browser:
        made = await begin(w, pair)
        await hooked(browser, made.host)
        other = pair.seat.other.value
        others = [other, "watcher", "host", *made.onlookers]
        readers = [await w.reader(made, role) for role in others]
        await w.time.pass_by(2000)
        await w.submit(made, pair.seat.value, pair.ply, hidden)
        own = (await w.full(made, pair.seat.value)).seen.private
        assert own["submitted"] == hidden, "the worlds differ for the seat that hides"
        if private:
            await w.ask(made, pair.seat.value, lambda room, seat: room.note(seat, private))
        tried = (*pair.texts, pair.answers[0] + " x", "timeout", "?")
        out = [one.encode() for one in await errors(w, made, other, pair.ply, tried)]
        await w.ask(made, other, lambda room, seat: room.say(seat, "", "your turn is in"))
        await w.time.pass_by(3000)
        keys = {"seats": made.seats[other], "matches": made.id, "hosts": made.host}
        asked = [f"/api/{kind}/{key}" for kind, key in keys.items()]
        more = [f"{path}?{how}" for path in asked for how in ASKED] + [f"/s/{made.seats[other]}", f"/w/{made.id}.png"]
        out += await read_through(browser, asked, list(keys.values()), more)
        links = [{"key": key} for key in keys.values()]
        out.append((await browser.post("/api/overview", json={"tables": links})).content)
        while len(pigeon.sent) < 3:  # the submission and the line of chat as JSON; Discord gets both at once
            await w.time.pass_by(100)
        out += pigeon.lines()
        out.append((await browser.get(f"/api/hosts/{made.host}/webhooks")).content)
        out.append(metrics(w))
        await w.ask(made, resigns.value, lambda room, seat: room.resign(seat))
        out += await void(browser, pair, made.id)
        later = await w.again()
        out += [repr(await later.full(made, role)).encode() for role in others]
        for reader in readers:
            out += reader.frames
        return out


async def void(browser: httpx.AsyncClient, pair: Pair, match: str) -> list[bytes]:
    """What a match that was given up shows, and one that goes on from it: nobody ever learns what waited sealed."""
    paths = [path.replace("KEY", match) for path in ("/r/KEY.dm", *(f"/api/replays/KEY/film{eye}" for eye in ("", "?eye=A", "?eye=B")))]
    led = pair.variant.hosted
    body = {"ply": pair.ply, "seats": {"A": "friend" if led else "me", "B": "friend"}, "name": "" if led else "Eve", "host": led}
    new = (await browser.post(f"/api/replays/{match}/continue", json=body)).json()
    told = await looked(browser, [*paths, f"/api/seats/{new['seats']['B']}"])
    assert all(b" 200 " in one for one in told)
    return told


def metrics(w: World) -> bytes:
    """What the operator's metrics show, without the process's own figures; times are told by real clocks, so only their counts are kept."""
    shown = registry(w.lobby)
    lines = [f"{one.name} {one.labels} {one.value}" for family in shown.collect() for one in family.samples if not TIMES.search(one.name)]
    assert any(line.startswith("deathmatch_submissions_total") for line in lines)
    return "\n".join(lines).encode()


@pytest.mark.parametrize("count", [PAIRS, pytest.param(NIGHTLY_PAIRS, marks=pytest.mark.nightly)])
@pytest.mark.parametrize(
    "variant", [pytest.param(one, id=one.id, marks=[pytest.mark.nightly] * one.id.startswith(ELSEWHERE)) for one in VARIANTS]
)
async def test_what_a_seat_hides_changes_no_byte_that_others_get(
    variant: Variant, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """While it waits sealed, and after the match was given up by either seat: then nobody ever learns it."""
    caplog.set_level(logging.INFO)
    for number, pair in enumerate(pairs(variant, count, "wire")):
        notes = ("", "a secret note") if number % 3 == 0 else ("", "")
        resigns = pair.seat if number % 2 else pair.seat.other
        worlds = {hidden: (hidden, note) for hidden, note in zip(pair.texts, notes, strict=True)}

        async def of(world: tuple[str, str], pair: Pair = pair, resigns: Seat = resigns) -> list[bytes]:
            return await told(pair, *world, resigns, tmp_path)

        await alike(worlds, of, monkeypatch, caplog, pair)
    assert number + 1 == count
