"""The rulings of a host at a table: in the log, for every reader, after a restart, over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from deathmatch import games
from deathmatch.core.errors import Illegal
from deathmatch.core.optional import Aid
from deathmatch.core.seats import PUBLIC, Seat
from deathmatch.match.record import read
from deathmatch.match.reel import Reel
from deathmatch.match.replay import positions
from deathmatch.server.replays.orders import film
from deathmatch.server.wire.problems import Problem
from tests.server.kit import World, http, world
from tests.server.test_seats import give_out, take_over

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


# --- A host ends a match before its start, and rules at discretion while it runs


CLOSED = [
    ("cancel", "", "", "The match was cancelled."),
    ("noshow", "Bob", "A", "Bob did not come."),
    ("noshow", "", "", "Neither player came."),
]


@pytest.mark.parametrize(("ruling", "seat", "winner", "ending"), CLOSED)
async def test_a_match_ends_before_its_start(w: World, tmp_path: Path, ruling: str, seat: str, winner: str, ending: str) -> None:
    made = await w.match(settings={"check_in": True, "listed": True})
    reader = await w.reader(made, "A")
    async with http(w, tmp_path) as browser:
        at, body = f"/api/hosts/{made.host}/ruling", {"ruling": ruling, "seat": seat, "reason": WHY}
        assert (await browser.get(at)).json()["possible"] == ["cancel", "noshow"]
        effect = (await browser.post(f"{at}/effect", json=body)).json()
        assert (effect["words"], effect["owing"]) == (ending, [])
        assert (await browser.post(at, json={**body, "reason": ""})).status_code == 422
        assert (await browser.post(f"/api/seats/{made.seats['A']}/ready")).status_code == 200
        assert (await browser.post(at, json=body)).status_code == 200
        for path in (at, f"{at}/effect"):
            assert (await browser.post(path, json=body)).status_code == 409
        assert (await browser.get(at)).json()["possible"] == []
        told = reader.read()[-1]["table"]
        assert (told["state"], told["ending"], told["rulings"][0]["reason"]) == ("over", ending, WHY)
        for address in (f"/s/{made.seats['A']}", f"/h/{made.host}", f"/w/{made.id}", f"/api/matches/{made.id}"):
            assert (await browser.get(address)).status_code == 200
        assert (await browser.get(f"/w/{made.id}.png")).status_code == 409
        ready = await browser.post(f"/api/seats/{made.seats['B']}/ready")
        assert (ready.status_code, ready.json()["reason"]) == (409, "the match ended before its start")
    assert [one.id for one in w.lobby.directory.tables().tables] == []
    before = {role: plain(await w.full(made, role)) for role in ROLES}
    assert before["watcher"]["chat"][-1]["text"] == {"cancel": "The host cancelled the match."}.get(ruling, ending) + f" Reason: {WHY}"
    w = await w.again()
    assert {role: plain(await w.full(made, role)) for role in ROLES} == before
    closed = (await w.lobby.rooms.room(made.id)).table
    assert (closed.due(), closed.result and (closed.result.winner or "")) == (None, winner)
    with pytest.raises(Problem, match="ended before its start"):
        await rule(w, made, "back", event=1)


async def test_nobody_sits_down_at_a_cancelled_table_and_none_that_has_begun_is_cancelled(w: World) -> None:
    made = await w.match(seats={"A": "me", "B": "open"})
    await rule(w, made, "cancel")
    with pytest.raises(Problem, match="ended before its start"):
        await rule(w, made, "noshow", seat="B")
    assert not w.lobby.directory.tables().tables
    begun = await w.match()
    for ruling in ("cancel", "noshow"):
        with pytest.raises(Problem, match="the match has started"):
            await rule(w, begun, ruling)
        with pytest.raises(Problem, match="only the host"):
            await rule(w, begun, ruling, role="A")
    other = await w.match(settings={"check_in": True})
    for ruling, seat, words in (("cancel", "A", "names no seat"), ("noshow", "Zoe", "must be A or B")):
        with pytest.raises(Problem, match=words):
            await rule(w, other, ruling, seat=seat)


async def test_an_answer_is_entered_by_name_and_the_desk_says_what_can_be_ruled(w: World) -> None:
    made = await played(w, 1)
    desk = await w.ask(made, "host", lambda room, role: room.desk(role))
    assert desk.possible == ["time", "timeout", "forfeit", "void", "back", "won", "tied", "enter", "points"]
    assert [place.round for place in desk.places] == [1]
    effect = await shown(w, made, "enter", enter=["Bob: grow claim"])
    assert (effect.owing, effect.words) == (["A"], "The host enters an answer of a player. The host has entered event 3.")
    with pytest.raises(Illegal):
        await rule(w, made, "enter", enter=["Bob: grow grow"])
    await rule(w, made, "enter", enter=["bob grow claim"])
    for role in ("A", "watcher", "host"):
        assert "claim" not in repr(plain(await w.full(made, role))["seen"])
    assert (await w.full(made, "B")).seen.private["submitted"] == "grow claim"
    await w.submit(made, "A", 1, "claim steal")
    await rule(w, made, "back", event=3, enter=["Ann: claim steal", "B: grow score"])
    await rule(w, made, "forfeit", seat="Bob")
    record = read(await w.ask(made, "host", lambda room, role: room.record(role)), games.find)
    assert [entry.plain for entry in record.entries[2:]] == ["A claim steal", "B score grow", "B resign"]
    assert list(positions(record))[-1].over is not None


@pytest.mark.parametrize("variant", ["letter-hunt/gambit", "tile-joust/final"])
async def test_a_host_learns_from_no_answer_that_is_entered_whether_a_secret_allows_it(variant: str) -> None:
    """Legal, forbidden by a secret, or no move at all: the effect is the same, byte by byte."""
    async with world() as w:
        made = await w.match(variant, options={"lexicon": "any"} if "hunt" in variant else {})
        table_ = (await w.lobby.rooms.room(made.id)).table.started_match
        seat = table_.owing[0]
        decision = table_.seen(seat, 0).decision
        assert decision is not None
        moves = [decision.write(decision.sample(table_.dealer.source(1))), "hold ZZZZZZZZ", "tile 99"]
        effects = [await shown(w, made, "enter", enter=[f"{seat} {text}"]) for text in moves]
        assert effects[0] == effects[1] == effects[2]
        assert "counts as a time-out" in effects[0].warnings[-1]
        assert seat.value not in effects[0].owing
        await rule(w, made, "enter", enter=[f"{seat} {moves[1]}"])
        text = await w.full(made, "host")
        assert "ZZZZ" not in repr(plain(text))


async def test_words_are_accepted_at_one_table_and_only_the_host_reads_which(w: World) -> None:
    """Sentence 3."""
    made = await w.match("letter-hunt/gambit", options={"lexicon": "short"})
    await rule(w, made, "word", words="yeet, fiqh\nyeet")
    found = {role: (await w.full(made, role)).table.rulings[-1] for role in ROLES}
    assert found["host"].accepted == "YEET FIQH"
    assert {found[role].accepted for role in ("A", "B", "watcher")} == {""}
    assert found["A"].words == "The host accepts 2 words that are not on the list."
    for words, reason in (("", "names no word"), ("café", "letters A-Z alone, not café"), ("X" * 30_001, "30,000 letters at most")):
        with pytest.raises(Problem, match=reason):
            await rule(w, made, "word", words=words)
    for number in range(10):
        await rule(w, made, "word", words=" ".join([chr(65 + number) * 29_000]))
    with pytest.raises(Problem, match="as many words as it can keep"):
        await rule(w, made, "word", words="Y" * 29_000)
    w = await w.again()
    room = await w.lobby.rooms.room(made.id)
    resources = room.table.started_match._resources
    assert resources is not None
    assert "YEET" in resources.words("short")


async def test_the_log_keeps_the_name_of_who_did_it(w: World) -> None:
    """m2 of the examination: also after a restart, for the host's desk, and in the replay of the record."""
    made = await played(w, 2)
    reader = await w.reader(made, "A")
    await take_over(w, await give_out(w, made, "B", substitute=True), "Subby")
    text = [beat["words"] for beat in reader.read()[-1]["log"]]
    assert any("Bob" in words for words in text)
    assert not any("Subby" in words for words in text)
    await w.submit(made, "A", 2, "score claim")
    desk = await w.ask(made, "host", lambda room, role: room.desk(role))
    assert any("Bob" in words for place in desk.places for words in place.words)
    before = {role: plain(await w.full(made, role))["log"] for role in ("A", "watcher", "host")}
    w = await w.again()
    assert {role: plain(await w.full(made, role))["log"] for role in ("A", "watcher", "host")} == before
    await resume(w, made)
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    record = read(await w.ask(made, "host", lambda room, role: room.record(role)), games.find)
    assert [record.header.people_at(ply).b for ply in (0, 1, 2)] == ["Bob", "Bob", "Subby"]
    names = [[beat.words for beat in frame.beats] for frame in film(Reel.of(str(record), games.find), PUBLIC, Aid.LOG, whole=True).frames]
    assert any("Bob" in words for words in names[1])
    assert not any("Subby" in words for words in [*names[1], *names[2]])


async def test_points_are_corrected_and_the_totals_are_told_at_the_end(w: World) -> None:
    made = await w.match(options={"rounds": 1, "max_rounds": 1})
    await w.submit(made, "A", 0, "score grow")
    assert (await w.full(made, "A")).table.totals == ""
    await w.submit(made, "B", 0, "claim steal")
    full = await w.full(made, "A")
    loser = "B" if full.seen.public["winner"] == "A" else "A"
    await rule(w, made, "points", seat=loser, points=50, unit="chips")
    score = full.seen.score
    after = {seat: score[seat] + 50 * (seat == loser) for seat in "AB"}
    words = f"With the corrections of the host: Ann {after['A']} and Bob {after['B']} (chips)."
    assert (await w.full(made, "watcher")).table.totals == words
    name = {"A": "Ann", "B": "Bob"}[loser]
    hint = f"These numbers name another winner: rule that {name} has won if you decide so."
    assert (await w.full(made, "host")).table.totals == f"{words} {hint}"
    await rule(w, made, "won", seat=name)
    full = await w.full(made, "host")
    assert (full.seen.public["winner"], full.seen.ending, full.table.totals) == (loser, f"The host ruled that {name} has won.", words)
    await rule(w, made, "points", seat="A", points=-1, unit="garnets")
    assert (await w.full(made, "A")).table.totals == f"The host has corrected: {name} +50 chips and Ann -1 garnets."
    other = await w.match(options={"rounds": 1, "max_rounds": 1})
    await w.submit(other, "A", 0, "score grow")
    await w.submit(other, "B", 0, "claim steal")
    await rule(w, other, "points", seat="B", points=9, unit="letters")
    assert (await w.full(other, "host")).table.totals == "The host has corrected: Bob +9 letters."


# --- The prize and the story of a match: the host's lines on the winner and the loser


PRIZE, LOSS = "is awarded the Book of {Thoth}", "sinks into the sands!"


async def test_the_end_names_prize_and_loss_on_every_page_in_the_api_and_in_the_record(w: World) -> None:
    """Sentence 16 of the host's list."""
    made = await w.match("five-card-trick/setna", settings={"prize": PRIZE, "loss": f" {LOSS} "})
    assert (await w.full(made, "watcher")).table.settings["loss"] == LOSS
    assert not (await w.full(made, "A")).seen.ending
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    endings = {(await w.full(made, role)).seen.ending.replace("You", "Ann") for role in ROLES}
    text = await w.ask(made, "host", lambda room, role: room.record(role))
    assert f"\ntag prize {PRIZE}\ntag loss {LOSS}\n" in text
    assert endings == {film(Reel.of(text, games.find), PUBLIC, Aid.LOG, whole=False).ending} == {f"Ann resigned. Bob {PRIZE}. Ann {LOSS}"}
