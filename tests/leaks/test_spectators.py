"""Spectators who see a match so many decisions later, or only once it is over: until then no byte that anybody without a seat gets, by any
door, depends on what happens meanwhile. Doors: `everything` of late.py, streams, public lists, webhooks, the first page.
"""

from __future__ import annotations

import secrets
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from deathmatch.core.game import HostLine, Over, Variant
from deathmatch.core.optional import any_line
from deathmatch.match.dealer import HmacSource
from deathmatch.match.match import Match
from deathmatch.match.record import read
from tests import toy
from tests.conformance import cases
from tests.leaks.doors import assert_alike
from tests.leaks.late import OPTIONS, Watched, everything, two_worlds
from tests.leaks.pairs import Fixed, pairs
from tests.leaks.test_dealt import deal_as
from tests.server.kit import GAUNTLET, TOY, World, find, settle, world

BEHIND = 2
SHARED = 3  # decisions that both worlds have in common
EVERY = (find(TOY), *(variant for variant in cases.VARIANTS if not variant.id.startswith("toy/")))
nightly = partial(pytest.param, marks=pytest.mark.nightly)


def by_day(name: str) -> list[Any]:
    """One variant by day, and all others by night: a world takes seconds."""
    return [(pytest.param if variant.id == name else nightly)(variant, id=variant.id) for variant in EVERY]


def decisions(variant: Variant, most: int) -> int:
    """How many decisions two random matches of a variant both have before the last one, so many at most."""
    if variant.hosted:
        return most
    case = cases.Case(variant.id, tuple(OPTIONS.get(variant.id, {}).items()))
    made = [sum(step.turn is not None for step in islice(cases.stepwise(case, number), 4 * most)) for number in range(2)]
    return min(most, *[count - 1 for count in made])


async def led(w: World, made: Any, source: HmacSource) -> Match:
    """The match, where the host, if there is one, has asked the next question."""
    while isinstance((match := (await w.lobby.rooms.room(made.id)).table.started_match)._position.pending, HostLine):
        lines = (any_line(match.game, match._position.state, source) for _ in range(99))
        told = (text for text, after in lines if not isinstance(match.game.pending(after), Over))
        text = next(text for text in told if not text.startswith("picture"))  # the table keeps no file
        await w.submit(made, "host", match.ply, text)
    return match


async def decide(w: World, made: Any, source: HmacSource, times: int) -> int:
    """The players make so many decisions, by this source; returns how many they made before the match was over."""
    for done in range(times):
        match = await led(w, made, source)
        if match.over is not None:
            return done
        for seat in match.owing:
            decision = match.seen(seat, w.time.now()).decision
            assert decision is not None
            await w.submit(made, seat.value, match.ply, decision.write(decision.sample(source)))
        await w.time.pass_by(1_000)
    await led(w, made, source)
    return times


@pytest.mark.parametrize("variant", by_day(TOY))
async def test_the_last_decisions_change_no_byte_before_so_many_more_are_made(
    variant: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    behind = min(BEHIND, decisions(variant, SHARED + BEHIND) - 1)
    shared = decisions(variant, SHARED + BEHIND) - behind

    async def meanwhile(watched: Watched, number: int) -> tuple[list[str], list[str]]:
        w, made = watched.w, watched.made
        assert await decide(w, made, HmacSource(b"shared", "moves"), shared) == shared
        assert await decide(w, made, HmacSource(b"own", f"moves {number}"), behind) == behind
        await w.ask(made, "A", lambda room, seat: room.say(seat, "", f"world {number}"))
        early = await watched.told()
        await w.ask(made, "B", lambda room, seat: room.resign(seat))
        return early, await watched.streamed()

    (one, one_later), (other, other_later) = await two_worlds(variant.id, {"behind": behind}, meanwhile, tmp_path, monkeypatch)
    assert_alike(one, other)
    assert any("update" in line for line in one), "the shared decisions were shown"
    assert one_later != other_later


@pytest.mark.parametrize("variant", by_day(GAUNTLET))
async def test_nothing_of_a_hidden_match_changes_a_byte_before_its_end(
    variant: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """World 0 stands still; in world 1 everything happens that can. Onlookers have their things in both, and hold them meanwhile."""
    most = decisions(variant, 4)

    async def meanwhile(watched: Watched, number: int) -> tuple[list[str], list[str]]:
        w, made = watched.w, watched.made
        if variant.id == "letter-hunt/gambit":
            assert await decide(w, made, HmacSource(b"shared", "moves"), SHARED) == SHARED
            assert (await w.full(made, "onlooker-1")).table.held
        before, count = w.time.now(), 0
        if number:
            count = await decide(w, made, HmacSource(b"own", "moves"), most)
            assert count == most
            assert (await w.full(made, "host")).seen.public["over"] is False
            await w.ask(made, "A", lambda room, seat: room.say(seat, "", "I hold everything"))
            await w.ask(made, "host", lambda room, role: room.pause(role, True))
            await w.ask(made, "host", lambda room, role: room.rule(role, "back", event=1))
            await w.ask(made, "host", lambda room, role: room.pause(role, False))
            await decide(w, made, HmacSource(b"own", "more"), 1)
        await w.time.pass_by(60_000 - (w.time.now() - before))
        early = await watched.told()
        await w.ask(made, "B", lambda room, seat: room.resign(seat))
        return early, await watched.streamed()

    (one, one_later), (other, other_later) = await two_worlds(variant.id, {"hidden": True}, meanwhile, tmp_path, monkeypatch)
    assert_alike(one, other)
    assert one_later != other_later
    assert any("I hold everything" in line for line in other_later)


DEALT = """deathmatch 1
game letter-hunt/gambit
option holds 0
option onlookers 2
B first B
deal hands A:ABCDE B:FGHIJ
deal onlookers {letters}
"""


@pytest.mark.parametrize("settings", [{"hidden": True}, nightly({"behind": 5}), nightly({"delay": 600}), {}], ids=repr)
async def test_an_onlooker_has_the_own_letter_at_once_and_nobody_else_does(
    settings: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two deals that differ in the letter of onlooker 1. However late spectators are, this onlooker can tell at once, and nobody else."""
    pair = next(pairs(toy.VARIANTS[0], 1))

    async def told(letters: str) -> tuple[list[str], list[str], list[list[str]]]:
        deal_as(read(DEALT.format(letters=letters), find), monkeypatch)
        monkeypatch.setattr(secrets, "token_bytes", Fixed(pair))
        async with world() as w:
            given: dict[str, Any] = {"holds": 0, "onlookers": 2, "lexicon": "any"}
            made = await w.match("letter-hunt/gambit", options=given, settings=settings)
            readers = {role: await w.reader(made, role) for role in ("onlooker-1", "onlooker-2", "watcher", "A", "B", "host")}
            await w.submit(made, "B", 0, "first B")
            own = readers.pop("onlooker-1").read()
            held = [frame["table"]["held"] for frame in own if frame.get("table", {}).get("held")]
            others = [*(repr(reader.frames) for reader in readers.values())]
            for role in ("onlooker-2", "watcher"):
                others += await everything(w, made, role, tmp_path)
            full = await w.full(made, "onlooker-1")
            assert (full.seen is None) is bool(settings), "the match itself is as late as for all spectators"
            return held, others, [[full.table.held, (await w.full(made, "onlooker-2")).table.held, (await w.full(made, "A")).table.held]]

    (one_held, one, one_full), (other_held, other, other_full) = [await told(letters) for letters in ("ZK", "XK")]
    assert set(one_held) == {"Your letter is Z."}
    assert set(other_held) == {"Your letter is X."}
    assert one_full == [["Your letter is Z.", "Your letter is K.", ""]]
    assert other_full == [["Your letter is X.", "Your letter is K.", ""]]
    assert_alike(one, other)


@pytest.mark.parametrize("settings", [{"delay": 600}, nightly({"behind": 5}), nightly({"hidden": True})], ids=repr)
@pytest.mark.parametrize("redealt", [False, True])
async def test_a_late_onlooker_keeps_the_letter_until_the_ruling_is_shown_and_has_a_new_one_at_once(
    settings: dict[str, Any], redealt: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_as(read(DEALT.format(letters="ZK"), find), monkeypatch)
    async with world() as w:
        given: dict[str, Any] = {"holds": 0, "onlookers": 2, "lexicon": "any"}
        made = await w.match("letter-hunt/gambit", options=given, settings=settings, pace="none")

        async def held() -> str:
            await settle()
            return str((await w.full(made, "onlooker-1")).table.held)

        await w.submit(made, "B", 0, "first B")
        assert await held() == "Your letter is Z."
        reader = await w.reader(made, "onlooker-1")
        await settle()
        reader.read()
        await w.ask(made, "host", lambda room, role: room.rule(role, "back", event=1))
        assert await held() == "Your letter is Z."
        assert reader.read() == []
        await w.ask(made, "host", lambda room, role: room.pause(role, False))
        if redealt:  # the players may ask for the new letter before the first turn, so it cannot wait
            deal_as(read(DEALT.format(letters="XK"), find), monkeypatch)
            await w.submit(made, "B", (await w.full(made, "B")).seen.ply, "first B")
            assert await held() == "Your letter is X."
        await w.ask(made, "B", lambda room, seat: room.resign(seat))
        await w.time.pass_by(601_000)  # now everybody is shown everything
        assert (await w.full(made, "watcher")).table.state == "over"
        assert await held() == ("Your letter is X." if redealt else "")
