"""Seats that change hands: a link that is dead, or used, and one that nobody has taken the seat over with, show nothing that it hides.

Pairs of matches differ in what a seat has submitted, or in its notes. These links try every door, and so does the host's old one; everybody
else looks on.
"""

from __future__ import annotations

import dataclasses
import logging
import secrets
from pathlib import Path
from typing import Any

import msgspec
import pytest

from deathmatch.core.game import Variant
from deathmatch.match.dealer import FACES, Face
from deathmatch.server import tokens
from deathmatch.server.rooms import handovers
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.messages import Ready
from tests import toy
from tests.hooks.receiver import Pigeon
from tests.leaks.alike import alike
from tests.leaks.doors import everything, links
from tests.leaks.pairs import Fixed, Pair, pairs
from tests.leaks.test_doors import FREE
from tests.leaks.test_wire import VARIANTS, begin
from tests.server.kit import World, http, settle, world
from tests.server.test_coin import EVEN, GAMES

KINDS = ("submission", "note")
CASES = [
    (VARIANTS[-1], "submission"),
    *(pytest.param(variant, kind, marks=pytest.mark.nightly) for variant in VARIANTS for kind in KINDS),
]


async def told(w: World, folder: Path, pair: Pair, kind: str, number: int) -> tuple[str, list[Any]]:
    """What the seat knew, and all that anybody else gets while the seat changes hands."""
    seat, other = pair.seat.value, pair.seat.other.value
    made = await begin(w, pair)
    async with http(w, folder) as browser:
        roles = [other, "host", "watcher", *made.onlookers]
        await w.ask(
            made, seat, lambda room, role: room.note(role, "a plan" if kind == "submission" else ("short", "a longer note")[number])
        )
        await w.submit(made, seat, pair.ply, pair.texts[number if kind == "submission" else 0])
        own = repr(await w.full(made, seat))
        readers = [await w.reader(made, role) for role in roles]
        old = links(made, [seat])[0][1]
        expelled = await w.reader(made, seat)
        before = len(expelled.frames)
        ticket = (await handovers.reissue(w.lobby, await w.link(made, "host"), seat, substitute=True)).key
        await settle()
        assert expelled.gone
        assert len(expelled.frames) == before, "nothing is sent through a dead link"
        wrong = [("old", old), ("ticket", ticket)]
        tried = (pair.texts[0], pair.texts[1])
        out: list[Any] = [(await browser.get(f"{door}/{key}")).text for _, key in wrong for door in ("/s", "/r", "/w", "/h")]
        out += [(await browser.get(f"/api/{kind_}/{key}")).text for _, key in wrong for kind_ in ("seats", "matches", "hosts")]
        out += [(await browser.get(f"/api/seats/{ticket}/{door}")).text for door in ("receipts", "record", "look?ply=0", "dealing")]
        out += [
            (await browser.post(f"/api/seats/{ticket}/{door}", json={"ply": pair.ply, "prefix": [], "text": "x"})).text
            for door in ("submit", "compose", "note", "resign", "chat", "rematch", "renew", "ready")
        ]
        seated = await handovers.claim(
            w.lobby, await w.lobby.sitting(ticket), bodies.SitDown("Cleo", claim="1" * 32)
        )  # it says from now on: taken
        wrong.append(("old host", str(made.host)))
        made.host = (await handovers.renew(w.lobby, await w.link(made, "host"))).key
        await settle()
        if kind == "note":
            link = await w.lobby.seat(seated.key)
            out.append(repr(await w.within(link, lambda room: room.full(seat))))
        out += await everything(browser, wrong, pair.ply, tried, thorough=False)
        await w.lobby.act(await w.lobby.seat(seated.key), messages.Resign())
        out += [repr(await w.full(made, role)) for role in roles] if kind == "note" else []
        out += [reader.frames for reader in readers] if kind == "note" else [reader.frames[:-1] for reader in readers]
        text = repr(out)
        assert tokens.digest(seated.key).hex() not in text
        assert seated.key not in text
    return own, out


@pytest.mark.parametrize(("variant", "kind"), CASES, ids=lambda value: getattr(value, "id", str(value)))
async def test_a_seat_that_changes_hands_shows_nothing_that_it_hides(
    variant: Variant, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pair in pairs(variant, 1, f"seats {kind}"):
        found = []
        for number in (0, 1):
            monkeypatch.setattr(secrets, "token_bytes", Fixed(pair))
            async with world() as w:
                found.append(await told(w, tmp_path, pair, kind, number))
        assert found[0][1] == found[1][1]
        assert found[0][0] != found[1][0], "the worlds do not differ"


async def test_the_link_of_a_replaced_player_says_so_and_opens_nothing(tmp_path: Path) -> None:
    """At each door it gets that one answer or, where no link of a table belongs, the one for a link that never existed."""
    said = "The host has given your seat to a substitute"
    async with world() as first:
        made = await first.match()
        old, unknown = str(made.seats["A"]), tokens.new_token()
        await first.lobby.seat(old)  # it is kept in memory as a player's
        ticket = (await handovers.reissue(first.lobby, await first.link(made, "host"), "A", substitute=True)).key
        await handovers.claim(first.lobby, await first.lobby.sitting(ticket), bodies.SitDown("Cleo"))
        for w in (first, await first.again()):
            async with http(w, tmp_path) as browser:
                page = await browser.get(f"/s/{old}")
                assert (page.status_code, said in page.text, f'"/w/{made.id}"' in page.text) == (410, True, True)
                assert "Cleo" not in page.text
                at = {}
                for one in (old, unknown):
                    answers = await everything(browser, [("held", one)], 0, ("x",), thorough=False)
                    at[one] = [answer for answer in answers if answer.startswith("held ")]
                assert any(said in answer for answer in at[old] if " GET /r/" in answer)
                for mine, nobodys in zip(at[old], at[unknown], strict=True):
                    door, _, answer = mine.partition(": ")
                    alike_ = mine.replace(old, "LINK") == nobodys.replace(unknown, "LINK")
                    assert alike_ or (answer.startswith("410 ") and said in answer), door
                    assert "404 " in nobodys or alike_, "an unknown link tells nothing"
            assert w.lobby.known_link(old) is None, "it has no allowance of its own"
            assert not await w.lobby.opens(old)


# --- Before a lot falls or a coin is tossed, nobody can tell how, or what was called: all doors are the same, but for the commitment


PAIR = next(pairs(toy.VARIANTS[0], 1))
TABLES: dict[str, dict[str, Any]] = {
    "lot": {"variant": "lot", "lot": [{"variant": name} for name in GAMES]},
    "coin": {"variant": EVEN, "coin": {"sets": "white"}},
    "sealed call": {"variant": EVEN, "coin": {"sets": "white", "caller": "A", "sealed": True}},
}
Secret = tuple[bytes, Face | None]
SEEDS: dict[str, Secret] = {name: (bytes([number]) * 32, None) for number, name in enumerate(("one", "two", "three"))}
"""Of them, two at least differ in what falls; none of their tables has a call."""

CALLS: dict[str, Secret] = {face: (bytes(32), face) for face in FACES}


async def told_before(secret: Secret, table: str, folder: Path, monkeypatch: pytest.MonkeyPatch, fallen: set[str]) -> list[bytes]:
    """What everybody gets until the second player comes; the caller's own is left out."""
    seed, call = secret
    monkeypatch.setattr(secrets, "token_bytes", Fixed(dataclasses.replace(PAIR, reserve=seed)))
    async with world() as w, http(w, folder, pigeon := Pigeon(w.time.now), **FREE) as browser:
        body = {"seats": {"A": "me", "B": "friend"}, "name": "Ann", "host": True, "settings": {"listed": True, "kibitz": True}}
        made = await w.lobby.create(msgspec.convert({**body, **TABLES[table]}, bodies.NewMatch))
        (
            await browser.post(f"/api/hosts/{made.host}/webhooks", json={"address": "https://receiver.example/json", "sends": "all"})
        ).raise_for_status()
        roles = ["host", "watcher", *(["A"] if call is None else [])]
        readers = [await w.reader(made, role) for role in roles]
        if call is not None:
            await w.lobby.act(await w.link(made, "A"), messages.Call(call))
        await w.time.pass_by(2_000)
        tried = ("no move", *FACES)
        out = [line.encode() for line in await everything(browser, links(made, roles), 0, tried, thorough=False, resign=False)]
        out += pigeon.lines()
        for reader in readers:
            out += [b"reader", *reader.frames]
        later = await w.again()
        out += [repr(await later.full(made, role)).encode() for role in roles]
        await later.ask(made, "B", lambda room, seat: room.sit(seat, "Bob", ""))
        for seat in "AB":
            await later.lobby.act(await later.link(made, seat), Ready())
        seen = (await later.full(made, "watcher")).table
        fallen.add(repr((seen.lot, seen.coin)))
        return [line.replace(made.commitment.encode(), b"COMMITMENT") for line in out]


@pytest.mark.nightly
@pytest.mark.parametrize("table", TABLES)
async def test_nobody_can_tell_how_a_lot_or_a_coin_will_fall_or_what_was_called(
    table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    fallen: set[str] = set()
    worlds = CALLS if table == "sealed call" else SEEDS
    got = await alike(worlds, lambda secret: told_before(secret, table, tmp_path, monkeypatch, fallen), monkeypatch, caplog, PAIR)
    assert all(b"COMMITMENT" in one for one in got.values())
    assert not any(seed.hex().encode() in got[name] for name, (seed, _) in worlds.items())
    assert len(fallen) > 1, "the worlds do not differ in what falls"
