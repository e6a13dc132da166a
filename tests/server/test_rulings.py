"""The rulings of a host at a table: in the log, for every reader, after a restart, over HTTP."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from deathmatch import games
from deathmatch.core.errors import Illegal
from deathmatch.core.seats import Seat
from deathmatch.core.speech import speaking
from deathmatch.match.dealer import receipt as made_receipt
from deathmatch.match.journal import LateError
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from deathmatch.server.rooms.directory import told
from deathmatch.server.wire.problems import Problem
from tests.match.test_check_deals import checker
from tests.server.kit import World, http

WHY = "Bob's link was lost"
ROLES = ("A", "B", "watcher", "host")
ROUNDS = [("score grow", "score block:grow"), ("claim steal", "grow block:claim"), ("score claim", "score grow")]


async def played(w: World, rounds: int = 3, bank: int = 0, **wanted: Any) -> Any:
    """A match of Five-Card Trick after so many rounds."""
    made = await w.match(options={"time_submit": 60, "bank": bank}, **wanted)
    for number, (a, b) in enumerate(ROUNDS[:rounds]):
        for seat, text in (("A", a), ("B", b)):
            await w.time.pass_by(1_000)
            await w.submit(made, seat, number, text)
    return made


async def rule(w: World, made: Any, ruling: str, reason: str = WHY, role: str = "host", **more: Any) -> Any:
    return await w.ask(made, role, lambda room, host: room.rule(host, ruling, reason, **more))


async def shown(w: World, made: Any, ruling: str, **more: Any) -> Any:
    return await w.ask(made, "host", lambda room, role: room.effect(role, ruling, WHY, **more))


async def resume(w: World, made: Any) -> None:
    await w.ask(made, "host", lambda room, role: room.pause(role, False))


def plain(full: Any) -> dict[str, Any]:
    """Everything that a role is shown, without the moment of looking."""
    built: dict[str, Any] = msgspec.to_builtins(full)
    return {**built, "now": 0, "table": {key: value for key, value in built["table"].items() if key not in ("here", "watchers")}}


async def test_a_ruling_is_in_the_log_of_everybody_with_its_reason_and_a_restart_gives_the_same(w: World) -> None:
    made = await played(w)
    readers = {role: await w.reader(made, role) for role in ROLES}
    before = list(w.store.matches[made.id])
    await w.time.pass_by(1_000)
    for reader in readers.values():
        reader.read()
    await rule(w, made, "back", event=3)
    for role, reader in readers.items():
        (frame,) = reader.read()
        assert frame["type"] == "full"
        assert frame["seen"]["ply"] == 4
        assert WHY in frame["log"][-1]["words"]
        assert [one["event"] for one in frame["table"]["rulings"]] == [3]
        assert frame["table"]["rulings"][0]["reason"] == WHY
        assert plain(await w.full(made, role)) == plain(frame)
    assert list(w.store.matches[made.id])[: len(before)] == before, "nothing is erased"
    shown = {role: plain(await w.full(made, role)) for role in ROLES}
    w = await w.again()
    assert {role: plain(await w.full(made, role)) for role in ROLES} == shown
    await resume(w, made)
    for ply, (a, b) in enumerate(ROUNDS[1:], 4):
        for seat, text in (("A", a), ("B", b)):
            await w.submit(made, seat, ply, text)
    await w.ask(made, "B", lambda room, seat: room.resign(seat))
    text = await w.ask(made, "A", lambda room, role: room.record(role))
    record = read(text, games.find)
    assert record.header.tags == (("ruling", f"back 3: {WHY}"),)
    assert [entry.text for entry in record.entries] == [text for pair in ROUNDS for text in pair] + ["resign"]
    assert list(positions(record))[-1].over is not None


async def test_a_reader_who_was_away_comes_back_to_the_match_that_goes_on(w: World) -> None:
    made = await played(w)
    version = (await w.full(made, "B")).version
    await w.reader(made, "B", version)
    await rule(w, made, "back", event=1)
    for known in (version, version - 1, version + 1, 0):
        reader = await w.reader(made, "B", known)
        frames = reader.read()
        assert frames[-1]["version"] == version + 1
        if known <= version:
            assert frames[0]["type"] == "full"
            assert frames[0]["seen"]["ply"] == 4


async def test_an_old_answer_is_refused_and_never_taken_for_an_answer_to_the_new_question(w: World) -> None:
    made = await played(w)
    first = await w.submit(made, "A", 2, ROUNDS[2][0])
    assert first.receipt, "the last answer, once more"
    await rule(w, made, "back", event=5)
    await resume(w, made)
    for seat, text in zip("AB", ROUNDS[2], strict=True):
        with pytest.raises(LateError, match="a ruling has taken back question 2; the current question is 4"):
            await w.submit(made, seat, 2, text)
    again = await w.submit(made, "A", 4, ROUNDS[2][0])
    assert again.receipt != first.receipt
    known = await w.ask(made, "A", lambda room, seat: room.receipts(seat))
    assert [one.ply for one in known.receipts] == [0, 1, 2, 4]
    kept = await w.submit(made, "B", 1, ROUNDS[1][1])
    assert kept.text == ROUNDS[1][1], "an answer that stands is acknowledged again"


@pytest.mark.parametrize(
    ("role", "ruling", "more", "words"),
    [
        ("A", "back", {"event": 3}, "only the host can rule"),
        ("watcher", "void", {}, "only the host can rule"),
        ("host", "back", {"event": 3, "reason": "  "}, "a ruling needs a reason"),
        ("host", "back", {"event": 0}, "there is no event 0"),
        ("host", "back", {"event": 99}, "there is no event 99"),
        ("host", "back", {"event": 3, "seat": "A"}, "this ruling names no seat"),
        ("host", "forfeit", {}, "the seat must be A or B"),
        ("host", "time", {"seat": "C", "seconds": 3}, "the seat must be A or B"),
        ("host", "void", {"enter": ["A resign"]}, "only a ruling that takes back events can enter others"),
        ("host", "back", {"event": 3, "enter": ["C grow"]}, "an event must start with A, B, deal or host"),
        ("host", "back", {"event": 3, "enter": ["A score grow"] * 21}, "20 events at most"),
        ("host", "timeout", {"event": 3, "seconds": 30}, "event 3 is no time-out"),
    ],
)
async def test_a_ruling_that_is_not_allowed_is_refused_and_changes_nothing(
    w: World, role: str, ruling: str, more: dict[str, Any], words: str
) -> None:
    made = await played(w)
    await w.full(made, role)
    before, version = list(w.store.matches[made.id]), (await w.full(made, "A")).version
    for verb in ("rule", "effect"):
        with pytest.raises(Problem, match=words):
            await w.ask(made, role, lambda room, who, verb=verb: getattr(room, verb)(who, ruling, **{"reason": WHY, **more}))  # type: ignore[misc]
    with pytest.raises(Illegal):
        await rule(w, made, "back", event=4, enter=["B score block:grow"])
    assert (list(w.store.matches[made.id]), (await w.full(made, "A")).version) == (before, version)


async def test_nobody_rules_before_the_match_has_begun(w: World) -> None:
    made = await w.match(seats={"A": "friend", "B": "friend"}, name="")
    with pytest.raises(Problem, match="the match has not started"):
        await rule(w, made, "void")


async def test_the_host_sees_before_what_a_ruling_does_and_what_everybody_has_seen(w: World) -> None:
    made = await played(w)
    await w.submit(made, "B", 3, "score claim")
    desk = await w.ask(made, "host", lambda room, role: room.desk(role))
    assert [(place.event, place.actors) for place in desk.places] == [(1, ["A", "B"]), (3, ["A", "B"]), (5, ["A", "B"]), (7, ["B"])]
    assert desk.places[3].words == []
    before = (await w.full(made, "host")).version
    effect = await w.ask(made, "host", lambda room, role: room.effect(role, "back", WHY, event=3))
    assert effect.shown == [words for place in desk.places[1:] for words in place.words]
    assert effect.owing == ["A", "B"]
    assert [effect.clocks[seat].left for seat in "AB"] == [59_000, 59_000]
    assert "The sealed answer of Bob is void and stays secret." in effect.warnings
    assert "score claim" not in repr(msgspec.to_builtins(effect))
    assert (await w.full(made, "host")).version == before
    await rule(w, made, "back", event=3)
    assert (await w.ask(made, "host", lambda room, role: room.desk(role))).rulings[0].words == effect.words


RULED: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("time", {"seat": seat, "seconds": seconds}) for seat, seconds in (("A", 30), ("A", -30), ("B", 30))),
    *(("forfeit", {"seat": seat}) for seat in "AB"),
    ("void", {}),
    ("timeout", {"event": 6, "seconds": 20}),
    *(("back", {"event": event}) for event in (1, 3, 5)),
    ("back", {"event": 5, "enter": ["A score claim", "B grow score"]}),
    ("back", {"event": 6, "enter": ["B grow score"]}),
    ("back", {"event": 4, "enter": ["B grow block:claim"]}),
)


@pytest.mark.parametrize("paused", [False, True])
@pytest.mark.parametrize("sealed", ["", "A", "B"])
async def test_the_effect_that_was_shown_is_the_effect_of_every_ruling_in_every_state_of_a_joint_question(
    w: World, sealed: str, paused: bool
) -> None:
    for ruling, more in (*RULED, *([("back", {"event": 7})] if sealed else [])):
        made = await played(w, 2, bank=100)
        await w.submit(made, "A", 2, "score grow")
        await w.time.pass_by(161_000)  # event 6 is a time-out of B
        if sealed:
            await w.submit(made, sealed, 3, "score claim" if sealed == "A" else "grow score")
        if paused:
            await w.ask(made, "host", lambda room, role: room.pause(role, True))
        effect = await shown(w, made, ruling, **more)
        await rule(w, made, ruling, **more)
        full = await w.full(made, "host")
        case, said = (ruling, more), " ".join(effect.warnings)
        assert full.table.rulings[-1].words == effect.words, case
        assert full.seen.clocks == effect.clocks, case
        over = full.seen.public["over"]
        assert effect.owing == ([] if over else [seat for seat in "AB" if seat in full.seen.public["pending"]]), case
        assert ("The clocks stand still" in said) == (ruling in ("back", "timeout") and full.seen.paused), case
        assert ("before event" in said) == (ruling == "back" and more["event"] in (2, 4, 6)), "the answer of A to the same question"
        assert ("is void" in said) == (bool(sealed) and ruling != "time"), case
        if over or not sealed or ruling in ("back", "timeout"):
            continue
        if full.seen.paused:
            await resume(w, made)
        other = Seat(sealed).other
        await w.submit(made, other, full.seen.ply, "grow score" if other is Seat.B else "score claim")
        assert (await w.full(made, "host")).seen.ply == full.seen.ply + 1, "the sealed answer was kept and is played"


async def test_a_time_out_that_ended_the_match_does_not_count_and_the_match_goes_on_with_time_from_the_host(w: World) -> None:
    made = await w.match("letter-hunt/gambit", options={"first": "A", "time_hold": 10, "lexicon": "any"}, settings={"publish": True})
    await w.time.pass_by(200_000)
    full = await w.full(made, "host")
    while not full.seen.public["over"]:
        await w.time.pass_by(200_000)
        full = await w.full(made, "host")
    desk = await w.ask(made, "host", lambda room, role: room.desk(role))
    last = max(number for place in desk.places for number in place.timeouts)
    effect = await w.ask(made, "host", lambda room, role: room.effect(role, "timeout", WHY, event=last, seconds=90))
    assert "The match was over" in " ".join(effect.warnings)
    await rule(w, made, "timeout", event=last, seconds=90)
    for role in ROLES:
        full = await w.full(made, role)
        assert (full.table.state, full.seen.paused, full.seen.public["over"]) == ("running", True, False)
    with pytest.raises(Problem, match="once the match is over"):
        await w.ask(made, "A", lambda room, role: room.record(role))
    w = await w.again()
    await w.time.pass_by(500_000)
    assert not (await w.full(made, "A")).seen.public["over"], "the clocks stand still until the host resumes"
    await resume(w, made)
    owing = (await w.full(made, "A")).seen.public["pending"][0]
    assert (await w.full(made, "A")).seen.clocks[owing].left == 90_000
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    dealing = await w.ask(made, "host", lambda room, role: room.dealing(role))
    assert len(dealing.seeds) == 1
    assert len(dealing.undone) == 1


async def test_a_match_ends_by_a_ruling_and_says_so(w: World) -> None:
    for ruling, more, winner, words in (
        ("forfeit", {"seat": "A"}, "B", "Ann lost by a ruling of the host."),
        ("void", {}, None, "The host declared the match void."),
    ):
        made = await played(w, 1, settings={"listed": True})
        reader = await w.reader(made, "watcher")
        await rule(w, made, ruling, **more)
        frame = reader.read()[-1]
        assert (frame["table"]["state"], frame["seen"]["public"]["winner"], frame["seen"]["ending"]) == ("over", winner, words)
        record = await w.ask(made, "A", lambda room, role: room.record(role))
        assert f"tag ruling {ruling}" in record
        assert len(read(record, games.find).entries) == 2 + (ruling == "forfeit")
        if ruling == "void":
            with pytest.raises(Problem, match="cannot be reviewed"):
                await w.ask(made, "A", lambda room, role: room.to_review(role))
        listed = next(one for one in w.lobby.directory.tables().tables if one.id == made.id)
        assert (listed.place, listed.ending) == ("finished", words)
        with speaking("de"):
            assert "Spielleitung" in told(listed, games.find).ending
        assert (await w.ask(made, "A", lambda room, role: room.position(role, 0))).of == 2


async def test_a_bot_goes_on_after_a_ruling(w: World) -> None:
    made = await w.match(seats={"A": "me", "B": "bot:dummy"})
    for _ in range(3):
        await w.time.pass_by(2_000)
        full = await w.full(made, "A")
        await w.submit(made, "A", full.seen.ply, ROUNDS[full.seen.ply][0])
    await w.time.pass_by(2_000)
    await rule(w, made, "back", event=3)
    asked = len(w.thinker.asked)
    await w.time.pass_by(5_000)
    assert len(w.thinker.asked) == asked, "the clocks stand still"
    await resume(w, made)
    await w.time.pass_by(2_000)
    assert len(w.thinker.asked) == asked + 1
    assert (await w.full(made, "A")).seen.sealed == ["B"]


async def test_watchers_of_a_table_with_a_delay_see_the_ruling_later(w: World) -> None:
    made = await played(w, settings={"delay": 30})
    late, host = await w.reader(made, "watcher"), await w.reader(made, "host")
    late.read()
    host.read()
    await rule(w, made, "back", event=1)
    assert [frame["type"] for frame in host.read()] == ["full"]
    assert late.read() == []
    assert (await w.full(made, "watcher")).table.rulings == []
    await w.time.pass_by(31_000)
    frames = late.read()
    assert WHY in frames[-1]["table"]["rulings"][0]["words"] or frames[-1]["table"]["rulings"][0]["reason"] == WHY
    assert frames[-1]["seen"]["ply"] == 4
    assert len(frames[-1]["log"]) == 1


async def test_deals_and_receipts_of_a_match_with_rulings_can_be_checked_offline(
    w: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = await w.match("letter-hunt/gambit", options={"first": "A", "holds": 2, "lexicon": "any"}, settings={"publish": True})
    receipts: list[dict[str, Any]] = []

    async def hold() -> None:
        for seat in ("A", "B"):
            ply = (await w.full(made, seat)).seen.ply
            hand = (await w.full(made, seat)).seen.private["hand"]
            told = await w.submit(made, seat, ply, f"hold {hand[:2]}")
            if seat == "A":
                receipts.append({"ply": told.ply, "text": told.text, "receipt": told.receipt})

    await hold()
    await rule(w, made, "back", event=2)
    await resume(w, made)
    await hold()
    await hold()
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    last = len(read(await w.ask(made, "A", lambda room, role: room.record(role)), games.find).entries)
    await rule(w, made, "back", event=last - 1)
    await resume(w, made)
    await w.ask(made, "B", lambda room, seat: room.resign(seat))
    record = await w.ask(made, "A", lambda room, role: room.record(role))
    dealing = await w.ask(made, "A", lambda room, role: room.dealing(role))
    files = [tmp_path / name for name in ("match.dm", "dealing.json", "receipts.json")]
    mine = {"match": made.id, "seat": "A", "receipts": receipts}
    for path, text in zip(files, (record.encode(), msgspec.json.encode(dealing), msgspec.json.encode(mine)), strict=True):
        path.write_bytes(text)
    args = [str(files[0]), str(files[1]), "--commitment", made.commitment, "--receipts", str(files[2])]
    assert checker.main(args) == 0, capsys.readouterr().out
    assert "backs" not in capsys.readouterr().err
    for wrong in (re.sub("tag ruling.*\n", "", record, count=1), record.replace(" seed 1", "")):
        assert wrong != record
        files[0].write_text(wrong)
        assert checker.main(args) != 0


async def test_rulings_over_http(w: World, tmp_path: Path) -> None:
    made = await played(w)
    async with http(w, tmp_path) as browser:
        at = f"/api/hosts/{made.host}/ruling"
        desk = (await browser.get(at)).json()
        assert desk["events"] == 6
        body = {"ruling": "back", "reason": WHY, "event": 3}
        effect = await browser.post(f"{at}/effect", json=body)
        assert (effect.status_code, effect.json()["owing"]) == (200, ["A", "B"])
        done = await browser.post(at, json=body)
        assert done.status_code == 200
        assert (await browser.post(at, json={**body, "reason": ""})).status_code == 422
        assert (await browser.post(at, json={**body, "event": 30})).status_code == 409
        assert (await browser.post(f"/api/seats/{made.seats['A']}/ruling", json=body)).status_code in (404, 405)
        seen = (await browser.get(f"/api/matches/{made.id}")).json()
        assert seen["table"]["rulings"][0]["reason"] == WHY


async def test_the_seat_of_a_withdrawn_answer_alone_is_told_of_its_receipt(w: World) -> None:
    made = await played(w)
    told = await w.submit(made, "B", 3, "score claim")
    await rule(w, made, "back", event=7)
    await w.ask(made, "host", lambda room, role: room.rule(role, "void", WHY))
    mine = await w.ask(made, "B", lambda room, seat: room.receipts(seat))
    assert [(one.ply, one.receipt, one.nonce) for one in mine.receipts if one.ply == 3] == [(3, told.receipt, "")]
    theirs = await w.ask(made, "A", lambda room, seat: room.receipts(seat))
    assert 3 not in [one.ply for one in theirs.receipts]
    dealing = await w.ask(made, "A", lambda room, role: room.dealing(role))
    assert all(opening.ply != 3 for opening in dealing.openings)
    assert made_receipt(bytes(32), made.id, 3, Seat.B, "score claim") != told.receipt
