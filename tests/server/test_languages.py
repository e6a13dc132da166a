"""Everybody is told things in their own language, and nobody learns which one another person reads."""

from __future__ import annotations

import hashlib
import itertools
import re
from typing import Any

import httpx
import msgspec
import pytest

from deathmatch.core.speech import speaking
from deathmatch.match.dealer import HmacSource
from deathmatch.server.rooms.directory import Directory, listing, told
from deathmatch.server.web.headers import wished
from tests.pseudo import CODE, offer
from tests.server.kit import TOY, FakeTime, Reader, World, find, world


@pytest.fixture(autouse=True)
def _pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("ko", "ko"),
        ("ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", "ko"),
        ("de-CH, fr;q=0.9", "de"),
        ("fr, nl;q=0.8", "en"),
        ("fr, de;q=0.3, ko;q=0.4", "ko"),
        ("en;q=0.5, de;q=0.6", "de"),
        ("en, de", "en"),
        ("de;q=0", "en"),
        ("de;q=nan, ko;q=x", "en"),
        ("*", "en"),
        (";;,=,q=1;;de" + "," * 5000 + "de", "en"),
    ],
)
def test_the_best_language_that_a_browser_wishes_for_is_taken(accepted: str, language: str) -> None:
    assert wished(accepted) == language


async def test_a_request_is_answered_in_the_language_of_its_cookie_or_else_of_its_browser(client: httpx.AsyncClient) -> None:
    for headers, language in (
        ({}, "en"),
        ({"accept-language": "de"}, "de"),
        ({"accept-language": "de", "cookie": "language=ko"}, "ko"),
        ({"accept-language": "de", "cookie": "a=b; language=xx"}, "de"),
    ):
        for path in ("/", "/rules", "/learn", "/offline"):
            page = await client.get(path, headers=headers)
            assert f'<html lang="{language}">' in page.text, path
            assert page.headers["content-language"] == language
            assert {"accept-language", "cookie"} <= {one.strip().lower() for one in page.headers["vary"].split(",")}
    speech = {"cookie": f"language={CODE}"}
    missing = await client.get("/api/matches/nothing", headers=speech)
    assert missing.json()["reason"] == "⟦there is no such match⟧"
    assert (await client.get("/api/matches/nothing")).json()["reason"] == "there is no such match"
    assert "⟦Play⟧" in (await client.get("/", headers=speech)).text
    assert "⟦" not in (await client.get("/")).text, "a page that is kept is kept for each language"
    assert (await client.get("/manifest.webmanifest", headers=speech)).json()["lang"] == CODE


async def frames_of_bob(monkeypatch: pytest.MonkeyPatch, *, ann: str, watcher: str) -> list[bytes]:
    """All that Bob and an English watcher get, if Ann and another watcher read in these languages."""
    count = itertools.count()
    monkeypatch.setattr("secrets.token_bytes", lambda size=32: hashlib.shake_128(b"%d" % next(count)).digest(size))
    async with world() as w:
        made = await w.match(TOY)
        bob, english = await w.reader(made, "B"), await w.reader(made, "watcher")
        with speaking(ann):
            await w.reader(made, "A")
        with speaking(watcher):
            await w.reader(made, "watcher")
        await w.time.pass_by(2000)
        for seat in ("A", "B"):
            with speaking(ann):
                await w.play(made, seat, HmacSource(b"any", seat))
        with speaking(ann):
            await w.ask(made, "A", lambda room, seat: room.say(seat, "", "hello"))
            await w.ask(made, "A", lambda room, seat: room.resign(seat))
        await w.time.pass_by(2000)
        return [*bob.frames, b"---", *english.frames]


async def test_the_language_of_one_reader_changes_no_byte_of_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    first = await frames_of_bob(monkeypatch, ann="en", watcher="en")
    assert await frames_of_bob(monkeypatch, ann=CODE, watcher="de") == first
    assert len(first) > 8


async def test_you_is_said_to_the_player_who_reads_and_to_nobody_else(w: World) -> None:
    made = await w.match(settings={"caster": True})
    readers = {role: await w.reader(made, role) for role in ("A", "B", "host", "watcher", "caster")}
    await w.submit(made, "A", 0, "score grow")
    await w.submit(made, "B", 0, "claim steal")
    await w.ask(made, "host", lambda room, role: room.rule(role, "time", seat="Bob", seconds=5))
    await w.ask(made, "B", lambda room, role: room.resign(role))
    await w.time.pass_by(2000)

    async def told(role: str) -> list[str]:
        full = await w.full(made, role)
        return [*(beat.words for beat in full.log), full.seen.ending]

    for role, words in {
        "A": [
            "You play Score and Grow.",
            "Bob plays Claim and Steal.",
            "The host gives Bob 5 s more.",
            "Bob resigns: you win.",
            "Bob resigned.",
        ],
        "B": [
            "Ann plays Score and Grow.",
            "You play Claim and Steal.",
            "The host gives you 5 s more.",
            "You resign: Ann wins.",
            "You resigned.",
        ],
    }.items():
        log = await told(role)
        assert set(words) <= {line.removesuffix(" Reason: a link was lost") for line in log}
        assert {one["words"] for frame in readers[role].read() for one in frame.get("beats", ())} <= set(log)
    both = (await w.ask(made, "caster", lambda room, role: room.hands(role, 0, 0))).public
    found = [*await told("watcher"), *await told("host"), *(beat.words for beat in both.log), both.seen.ending]
    found += [beat.words for beat in (await w.ask(made, "A", lambda room, role: room.position(role, 1))).beats]
    found += [frame.decode() for role in ("host", "watcher", "caster") for frame in readers[role].frames]
    assert "Ann plays Score and Grow." in found
    assert not re.findall(r"\b(?:you|your)\b.{30}", " ".join(found), re.IGNORECASE)


async def test_the_public_lists_are_english_on_disk_and_each_listener_has_its_language(w: World) -> None:
    with speaking(CODE):
        made = await w.match(TOY, settings={"listed": True})
        await w.ask(made, "A", lambda room, seat: room.resign(seat))
    await w.time.pass_by(2000)
    table = (await w.lobby.rooms.room(made.id)).table
    row = w.lobby.directory.row(None, table, 0)
    assert row is not None
    assert "⟦" not in row.decode()
    english, foreign = Reader(), Reader()
    w.lobby.directory.join(english)
    with speaking(CODE):
        w.lobby.directory.join(foreign)
    (plain,), (bracketed,) = english.read(), foreign.read()
    (one,), (other,) = plain["tables"], bracketed["tables"]
    assert one["title"] in other["title"] != one["title"]
    assert other["ending"].startswith("⟦")
    assert {key: value for key, value in one.items() if key not in ("title", "ending")} == {
        key: value for key, value in other.items() if key not in ("title", "ending")
    }
    old = msgspec.structs.replace(listing(table, "finished", 0), reason="")
    with speaking(CODE):
        assert told(old, find).ending == old.ending, "it is from before the lists kept reasons"
        assert told(old, Directory(FakeTime(), bool, _none)._find) == old


def _none(name: str) -> Any:
    raise LookupError(name)
