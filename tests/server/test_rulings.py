"""The rulings of a host at a table: in the log, for every reader, after a restart, over HTTP."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deathmatch import games
from deathmatch.core.errors import Illegal
from deathmatch.core.seats import Seat
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from deathmatch.server.wire.problems import Problem
from tests.server.kit import World

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


@pytest.mark.parametrize(
    ("role", "ruling", "more", "words"),
    [
        ("A", "back", {"event": 3}, "only the host can rule"),
        ("watcher", "void", {}, "only the host can rule"),
        ("host", "back", {"event": 3, "reason": "  "}, "a ruling needs a reason"),
        ("host", "back", {"event": 0}, "there is no event 0"),
        ("host", "back", {"event": 3, "seat": "A"}, "this ruling names no seat"),
        ("host", "time", {"seat": "C", "seconds": 3}, "the seat must be A or B"),
        ("host", "void", {"enter": ["A resign"]}, "only a ruling that takes back events can enter others"),
        ("host", "back", {"event": 3, "enter": ["C grow"]}, "an event must start with A, B, deal or host"),
        ("host", "back", {"event": 3, "enter": ["A score grow"] * 21}, "20 events at most"),
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


@pytest.mark.parametrize(("sealed", "paused"), [("", False), ("", True), ("A", False), ("B", True)])
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
