"""Non-interference over rulings: two matches that differ in one submission that a ruling undoes give everybody else the same bytes.

The submission waits sealed; the host looks at what a ruling would do, takes it back, and both seats play on with the same moves.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from deathmatch.core.errors import Refusal
from deathmatch.core.game import Variant
from deathmatch.server.wire.problems import Problem
from tests.leaks.alike import alike
from tests.leaks.doors import looked
from tests.leaks.pairs import Pair, pairs
from tests.leaks.test_wire import VARIANTS, begin
from tests.server.kit import World, http, world

WHY = "a link was lost"
BY_DAY = VARIANTS[:1]
PAIRS = 3  # a variant


async def played_on(w: World, made: Any, pair: Pair) -> None:
    """Both seats answer the question that is open once more, in both worlds alike, and one gives up if that is not the end."""
    ply = (await w.full(made, "host")).seen.ply
    await w.submit(made, pair.seat.other.value, ply, pair.answers[0])
    await w.submit(made, pair.seat.value, ply, pair.texts[0])
    if (await w.lobby.rooms.room(made.id)).table.started_match.over is None:
        await w.ask(made, "A", lambda room, seat: room.resign(seat))


async def told(pair: Pair, hidden: str, folder: Path) -> list[bytes]:
    """All that everybody but the seat gets from the moment on at which it hides something, up to the end and the record."""
    async with world() as w, http(w, folder) as browser:
        made = await begin(w, pair)
        other = pair.seat.other.value
        readers = [await w.reader(made, role) for role in (other, "watcher", "host", *made.onlookers)]
        await w.time.pass_by(2_000)
        await w.submit(made, pair.seat.value, pair.ply, hidden)
        at = f"/api/hosts/{made.host}/ruling"
        desk = (await browser.get(at)).json()
        last = desk["events"]
        out = []
        tried: list[dict[str, Any]] = [
            {"ruling": "back", "event": last},
            {"ruling": "back", "event": 1},
            {"ruling": "timeout", "event": last, "seconds": 30},
            {"ruling": "void"},
            {"ruling": "won", "seat": other},
            {"ruling": "tied"},
            {"ruling": "bout", "seat": other},
            {"ruling": "points", "seat": other, "points": 3, "unit": "chips"},
            {"ruling": "enter", "enter": [f"{other} {pair.answers[0]}"]},
            {"ruling": "enter", "enter": [f"{pair.seat} {pair.texts[0]}"]},
            {"ruling": "word", "words": "YEET"},
            {"ruling": "back", "event": last, "enter": [f"{pair.seat} {pair.texts[0]}", f"{other} {pair.answers[0]}"]},
        ]
        for body in tried:
            answer = await browser.post(f"{at}/effect", json={"reason": WHY, **body})
            out.append(answer.content)
        await w.ask(made, "host", lambda room, role: room.rule(role, "back", WHY, event=last))
        for text in (*pair.texts, *pair.answers):
            try:
                out.append(repr(await w.submit(made, other, pair.ply, text)).encode())
            except (Problem, Refusal, ValueError) as error:
                out.append(repr(error).encode())
        await w.ask(made, "host", lambda room, role: room.pause(role, False))
        out.append((await browser.get(at)).content)
        readers.append(await w.reader(made, "watcher"))
        await played_on(w, made, pair)
        links = (f"/api/matches/{made.id}", f"/api/hosts/{made.host}", f"/api/seats/{made.seats[other]}")
        paths = [link + end for link in links for end in ("", "/record", "/dealing", "/look?ply=0", "/receipts")]
        out += await looked(browser, [*paths, f"/r/{made.id}.dm", f"/api/replays/{made.id}/film", f"/w/{made.id}"])
        return [*out, *(frame for reader in readers for frame in reader.frames)]


@pytest.mark.parametrize(
    ("variant", "count"),
    [(variant, 1) for variant in BY_DAY] + [pytest.param(variant, PAIRS, marks=pytest.mark.nightly) for variant in VARIANTS],
    ids=lambda value: getattr(value, "id", str(value)),
)
async def test_a_submission_that_a_ruling_undoes_changes_no_byte_that_others_get(
    variant: Variant, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for pair in pairs(variant, count, "rulings"):
        worlds = {hidden: hidden for hidden in pair.texts}
        got = await alike(worlds, lambda hidden, pair=pair: told(pair, hidden, tmp_path), monkeypatch, caplog, pair)  # type: ignore[misc]
        assert all(WHY.encode() in one for one in got.values())
