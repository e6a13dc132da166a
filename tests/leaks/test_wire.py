"""Non-interference over the wire: two worlds that differ only in what a seat hides give everybody else the same bytes.

Frames, HTTP answers with their sizes, coloured pictures, lists of moves, errors, versions and the server's own logs; with private notes and
marks too.
"""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deathmatch.core.game import Variant
from deathmatch.core.seats import Seat
from deathmatch.server.web.operating import registry
from tests.conformance import cases
from tests.hooks.receiver import Pigeon
from tests.leaks.doors import assert_alike, errors, hooked, looked
from tests.leaks.pairs import Pair, pairs
from tests.server.kit import World, http, world

pytestmark = pytest.mark.one_variant

TIMES = re.compile("^process_|_seconds_(sum|bucket)$")
ASKED = ("pictures=none", "pictures=light", "pictures=none&moves=0", "pictures=none&moves=40", "since=0&wait=0&pictures=none")
PAIRS, NIGHTLY_PAIRS = 3, 100  # a variant, each through two whole servers; the referee's own test takes hundreds
VARIANTS = cases.JOINT  # else nothing is sealed


class Fixed:
    """Random bytes that are the same in both worlds; the dealer's are the pair's."""

    def __init__(self, pair: Pair) -> None:
        self.reserve = pair.reserve
        self.count = 0

    def __call__(self, size: int | None = None) -> bytes:
        if size == len(self.reserve):
            return self.reserve
        self.count += 1
        return hashlib.shake_128(str(self.count).encode()).digest(size or 32)


async def begin(w: World, pair: Pair) -> Any:
    """The pair's match up to its question."""
    made = await w.match(pair.variant.id, options=dict(pair.given), settings={"kibitz": True, "publish": True})
    for actor, text in pair.moves:
        await w.submit(made, actor, (await w.full(made, actor)).seen.ply, text)
    return made


async def told(pair: Pair, hidden: str, private: str, client: Callable[[World, Pigeon | None], Any]) -> list[bytes]:
    """All that everybody but the pair's seat gets, from the moment on at which it hides something until just before it is revealed."""
    async with world() as w, client(w, pigeon := Pigeon(w.time.now)) as browser:
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
        at = (f"/api/seats/{made.seats[other]}", f"/api/matches/{made.id}", f"/api/hosts/{made.host}", f"/s/{made.seats[other]}")
        ends = ("", "/record", "/dealing", "/review", "/look?ply=0", "/picture")
        out += await looked(browser, [path + end for path in at for end in ends])
        out += await looked(browser, [f"{path}?{asked}" for path in at[:3] for asked in ASKED])
        versions = dict.fromkeys((made.seats[other], made.id, made.host), 0)
        out.append((await browser.post("/api/news", json={"since": versions})).content)
        links = [{"key": key} for key in versions]
        out.append((await browser.post("/api/overview", json={"tables": links})).content)
        replays = ("/r/KEY", "/r/KEY.png", "/r/KEY.gif", "/r/KEY.dm", "/api/replays/KEY/film")
        out += await looked(browser, [path.replace("KEY", key) for key in versions for path in replays])
        out.append((await browser.get(f"/w/{made.id}.png")).content)
        while len(pigeon.sent) < 3:  # the submission and the line of chat as JSON; Discord gets both at once
            await w.time.pass_by(100)
        out += pigeon.lines()
        out.append((await browser.get(f"/api/hosts/{made.host}/webhooks")).content)
        out.append(metrics(w))
        later = await w.again()
        out += [repr(await later.full(made, role)).encode() for role in others]
        for reader in readers:
            out += reader.frames
        return out


def metrics(w: World) -> bytes:
    """What the operator's metrics show, without the process's own figures; times are told by real clocks, so only their counts are kept."""
    shown = registry(w.lobby)
    lines = [f"{one.name} {one.labels} {one.value}" for family in shown.collect() for one in family.samples if not TIMES.search(one.name)]
    assert any(line.startswith("deathmatch_submissions_total") for line in lines)
    return "\n".join(lines).encode()


async def told_of_the_void(pair: Pair, hidden: str, resigns: Seat, client: Callable[[World], Any]) -> list[bytes]:
    """All that others can see if a seat resigns while a submission waits sealed: nobody ever learns that one."""
    async with world() as w, client(w) as browser:
        made = await begin(w, pair)
        roles = [pair.seat.other.value, "watcher", "host"]
        readers = [await w.reader(made, role) for role in roles]
        await w.submit(made, pair.seat.value, pair.ply, hidden)
        await w.ask(made, resigns.value, lambda room, seat: room.resign(seat))
        out = []
        for path in ("/r/KEY.dm", "/api/replays/KEY/film", "/api/replays/KEY/film?eye=A", "/api/replays/KEY/film?eye=B"):
            answer = await browser.get(path.replace("KEY", made.id))
            assert answer.status_code == 200
            out.append(f"{sorted(answer.headers.items())}".encode() + answer.content)
        led = pair.variant.hosted
        body = {"ply": pair.ply, "seats": {"A": "friend" if led else "me", "B": "friend"}, "name": "" if led else "Eve", "host": led}
        new = (await browser.post(f"/api/replays/{made.id}/continue", json=body)).json()
        out.append((await browser.get(f"/api/seats/{new['seats']['B']}")).content)
        out += [frame for reader in readers for frame in reader.frames]
        later = await w.again()
        return out + [repr(await later.full(made, role)).encode() for role in roles]


async def both(pair: Pair, secret_notes: tuple[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch, log: Any) -> None:
    found = []
    for hidden, private in zip(pair.texts, secret_notes, strict=True):
        monkeypatch.setattr(secrets, "token_bytes", Fixed(pair))
        log.clear()
        got = await told(pair, hidden, private, lambda w, pigeon: http(w, folder, pigeon))
        found.append((got, [record.getMessage() for record in log.records if not record.name.startswith("httpx")]))
    (one, one_log), (other, other_log) = found
    assert_alike(one, other)
    assert one_log == other_log
    assert len(one) > 20


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
async def test_what_was_void_reaches_nobody_is_in_no_replay_and_in_no_match_that_goes_on(
    variant: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, pair in enumerate(pairs(variant, 4, "void")):
        found = []
        for hidden in pair.texts:
            monkeypatch.setattr(secrets, "token_bytes", Fixed(pair))
            resigns = pair.seat if number % 2 else pair.seat.other
            found.append(await told_of_the_void(pair, hidden, resigns, lambda w: http(w, tmp_path)))
        assert_alike(*found)


@pytest.mark.parametrize("count", [PAIRS, pytest.param(NIGHTLY_PAIRS, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
async def test_what_a_seat_hides_changes_no_byte_that_others_get(
    variant: Variant, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    done = 0
    for pair in pairs(variant, count, "wire"):
        await both(pair, ("", "a secret note") if done % 3 == 0 else ("", ""), tmp_path, monkeypatch, caplog)
        done += 1
    assert done == count
