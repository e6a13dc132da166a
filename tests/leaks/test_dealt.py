"""Non-interference of deals over the wire: matches that differ in a deal are the same for every link whose eye was not shown it.

The records are those of `test_worlds.py`. Here a whole server plays them, with the deals of the record in the place of the dealer's: the
frames of every role in order, every answer of every door, errors, and what is read after a restart.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from deathmatch.core.game import Deals
from deathmatch.core.seats import HOST, PUBLIC, SEATS, Eye, Seat
from deathmatch.match.dealer import HmacSource
from deathmatch.match.journal import Dealt, Event
from deathmatch.match.match import Match
from deathmatch.match.position import DEAL, RESIGN, TIMED_OUT, By, Position
from deathmatch.match.record import Record, read
from tests.conformance.cases import find
from tests.leaks.doors import assert_alike, errors, everything, links
from tests.leaks.pairs import Fixed, pairs
from tests.leaks.test_worlds import HAVE
from tests.server.kit import http, world

PAIRS, NIGHTLY = 1, 20  # of each game
BY_DAY = ("free_table", "tile_joust")  # led by a host and by nobody
HOST_ONLY = (
    "/record",
    "/dealing",
    "/review",
    "/look",
    "/film",
)  # after the end these show what was dealt, and to nobody else at these tables


def deal_as(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the referee deal as it stands in the record."""

    def deals(match: Match, position: Position, unrevealed: int, now: int) -> tuple[Event, ...]:
        events: list[Event] = []
        number = len(match._entries) + unrevealed
        while isinstance(position.pending, Deals) and number < len(record.entries):
            entry = record.entries[number]
            assert entry.actor == DEAL
            position, _ = position.accept(DEAL, entry.text, By.DEALER)
            events.append(Dealt(now, entry.text))
            number += 1
        return tuple(events)

    monkeypatch.setattr(Match, "_deals", deals)


def roles(eyes: Sequence[Eye], made: Any, *, hosted: bool) -> list[str]:
    """The links through which these eyes look; the host sees no more than the public unless it leads the match."""
    found = [eye.value for eye in eyes if isinstance(eye, Seat)]
    found += ["watcher"] if PUBLIC in eyes else []
    found += ["host"] if (HOST if hosted else PUBLIC) in eyes else []
    return [*found, *(str(eye) for eye in eyes if str(eye) in made.onlookers)]


async def told(record: Record, eyes: Sequence[Eye], folder: Path, thorough: bool) -> list[str]:
    """All that these eyes get of the match."""
    async with world() as w, http(w, folder) as browser:
        any_word = {"lexicon": "any"} if record.variant.has("lexicon") else {}
        settings = {"kibitz": True, "publish": False, "listed": True}
        made = await w.match(record.variant.id, options={**record.header.given, **any_word}, settings=settings)
        held = roles(eyes, made, hosted=record.variant.hosted)
        readers = [await w.reader(made, role) for role in held]
        ply = 0
        for entry in record.entries:
            if entry.actor != DEAL:
                full = await w.full(made, entry.actor)
                ply = full.seen.ply
                await w.submit(made, entry.actor, ply, entry.text)
                await w.time.pass_by(1_000)
        out = [line for role in held for line in await errors(w, made, role, ply, ("", "?", "deal", "no such move"))]
        answers = await everything(browser, links(made, held), ply, ("?",), thorough=thorough, resign=False)
        over = (await w.full(made, "watcher")).seen.public["over"]
        out += [one for one in answers if not (over and one.startswith("host ") and one.split(":")[0].endswith(HOST_ONLY))]
        out += [repr(reader.frames) for reader in readers]
        later = await w.again()
        return out + [repr(await later.full(made, role)) for role in held]


async def of_all(
    records: Sequence[Record], eyes: Sequence[Eye], folder: Path, monkeypatch: pytest.MonkeyPatch, *, thorough: bool
) -> list[list[str]]:
    """All that these eyes get of each of these matches, with the same random bytes."""
    found = []
    for record in records:
        with monkeypatch.context() as patched:
            patched.setattr(secrets, "token_bytes", Fixed(next(pairs(find("toy/lenient"), 1))))
            patched.setattr("deathmatch.server.rooms.looks.token_bytes", bytes)
            deal_as(record, patched)
            found.append(await told(record, eyes, folder, thorough))
    return found


@pytest.mark.parametrize("count", [PAIRS, pytest.param(NIGHTLY, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.nightly] * (name not in BY_DAY)) for name in HAVE])
async def test_a_deal_changes_no_byte_for_those_who_were_not_shown_it(
    name: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = import_module(f"tests.games.{name}.leaks").worlds
    compared, number, variants = 0, 0, set()
    while compared < count:
        number += 1
        *texts, eyes = worlds(HmacSource(b"dealt", f"{name} {number}"))
        records = [read(text, find) for text in texts]
        if any(entry.text in (TIMED_OUT, RESIGN) for record in records for entry in record.entries):
            continue  # when somebody's time runs out, everybody sees it
        if len(records[0].entries) > 40 and count == PAIRS:
            continue  # the long ones by night
        compared += 1
        variants.add(records[0].variant.id)
        assert_alike(*await of_all(records, eyes, tmp_path, monkeypatch, thorough=count > PAIRS))
    assert len(variants) == (1 if records[0].variant.hosted else 2) or count == PAIRS, variants


async def test_a_deal_that_is_shown_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The eyes that are left out do get something else."""
    worlds = import_module("tests.games.toy.leaks").worlds
    for number in range(100):
        *texts, eyes = worlds(HmacSource(b"dealt", f"toy {number}"))
        records = [read(text, find) for text in texts]
        others = [seat for seat in SEATS if seat not in eyes]
        if others and not any(entry.text in (TIMED_OUT, RESIGN) for record in records for entry in record.entries):
            break
    one, other = await of_all(records, others[:1], tmp_path, monkeypatch, thorough=False)
    assert one != other
