"""Long clocks: reminders before a time runs out, and clocks that stand still until a time that both players or the host set."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.server.table.table import REMINDERS
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, World, settle

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


async def act(w: World, made: bodies.MatchMade, role: str, command: Any) -> None:
    await w.lobby.act(await w.link(made, role), command)
    await settle()


async def away(w: World, made: bodies.MatchMade, role: str, until: int) -> None:
    await act(w, made, role, messages.Away(until))


def told(full: Any) -> list[str]:
    return [line.text for line in full.chat]


async def test_both_players_agree_and_the_clocks_stand_still_until_then_even_while_the_table_is_out_of_memory(w: World) -> None:
    made = await w.match(GAUNTLET, options={"time_submit": 600})
    await w.time.pass_by(MINUTE)
    until = w.time.wall() + 9 * HOUR
    reader = await w.reader(made, "watcher")
    await away(w, made, "A", until)
    full = await w.full(made, "B")
    assert full.table.away == messages.AwayMessage(0, "", {"A": until})
    assert full.seen.clocks["A"].left == 540_000, "a proposal stops nothing"
    await away(w, made, "B", until + MINUTE)
    assert (await w.full(made, "A")).table.away == messages.AwayMessage(0, "", {"A": until, "B": until + MINUTE})
    await away(w, made, "B", until)
    full = await w.full(made, "A")
    assert full.table.away == messages.AwayMessage(until, "both")
    assert full.seen.paused
    assert told(full)[-1].startswith("The clocks stand still until 2023-11-15 07:")
    assert any(f'"until":{until}'.encode() in frame for frame in reader.frames), "everybody is told"
    with pytest.raises(Problem, match="stand still already"):
        await act(w, made, "host", messages.Pause())
    await w.ask_to_go(made.id)
    await w.time.pass_by(9 * HOUR - MINUTE)
    assert (await w.full(made, "A")).seen.clocks["A"].left == 540_000
    await w.ask_to_go(made.id)
    await w.time.pass_by(MINUTE + 2_000)
    full = await w.full(made, "A")
    assert full.table.away is None
    assert told(full)[-1] == "The clocks run on."
    assert 530_000 <= full.seen.clocks["A"].left <= 540_000 - 1_000
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    record = await w.within(await w.link(made, "host"), lambda room: room.record("host"))
    assert "until" not in record


async def test_the_players_end_their_rest_together_and_the_host_ends_any(w: World) -> None:
    made = await w.match(GAUNTLET)
    until = w.time.wall() + DAY
    await away(w, made, "A", until)
    await away(w, made, "A", 0)
    assert (await w.full(made, "A")).table.away is None
    assert told(await w.full(made, "A"))[-1] == "Ann takes the proposal back."
    for seat in "AB":
        await away(w, made, seat, until)
    await away(w, made, "B", 0)
    now = (await w.full(made, "A")).table.away
    assert now == messages.AwayMessage(until, "both", {"B": 0})
    await away(w, made, "A", 0)
    full = await w.full(made, "A")
    assert full.table.away is None
    assert not full.seen.paused
    await away(w, made, "host", until)
    with pytest.raises(Problem, match="only the host can change it"):
        await away(w, made, "A", 0)
    await away(w, made, "host", until + DAY)
    assert (await w.full(made, "A")).table.away == messages.AwayMessage(until + DAY, "host")
    await act(w, made, "host", messages.Resume())
    assert (await w.full(made, "A")).table.away is None
    await act(w, made, "host", messages.Pause())
    with pytest.raises(Problem, match="host has paused"):
        await away(w, made, "A", until)


async def test_a_rest_is_refused_with_a_reason_and_a_bot_agrees(w: World) -> None:
    made = await w.match(GAUNTLET)
    for until in (w.time.wall(), w.time.wall() + MINUTE - 1, w.time.wall() + 31 * DAY, -5):
        with pytest.raises(Problem, match="a minute to 30 days"):
            await away(w, made, "A", until)
    with pytest.raises(Problem, match="only a player"):
        await away(w, made, "watcher", w.time.wall() + HOUR)
    with pytest.raises(Problem, match="do not stand still"):
        await away(w, made, "host", 0)
    before = (await w.full(made, "A")).version
    await away(w, made, "A", 0)
    assert (await w.full(made, "A")).version == before
    alone = await w.match(GAUNTLET, seats={"A": "me", "B": "bot:dummy"})
    await away(w, alone, "A", w.time.wall() + HOUR)
    assert (await w.full(alone, "A")).table.away is not None
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    with pytest.raises(Problem, match="over"):
        await away(w, made, "A", w.time.wall() + HOUR)


async def test_a_player_is_reminded_three_times_before_two_days_are_over_and_the_table_sleeps_between(w: World) -> None:
    made = await w.match(GAUNTLET, options={"time_submit": 86_400, "bank": 345_600})
    await w.submit(made, "B", 0, "score grow")
    whole = 5 * DAY
    words: list[str] = []
    passed = 0
    for ms in REMINDERS:
        await w.ask_to_go(made.id)
        await w.time.pass_by(whole - ms - passed - 2_000)
        assert told(await w.full(made, "A")) == words
        await w.ask_to_go(made.id)
        await w.time.pass_by(4_000)
        passed = whole - ms + 2_000
        words = told(await w.full(made, "A"))
    assert words == ["Ann has a day left to decide.", "Ann has three hours left to decide.", "Ann has half an hour left to decide."]
    again = await w.again()
    assert told(await again.full(made, "A")) == words
    await again.time.pass_by(HOUR)
    assert (await again.full(made, "A")).seen.ply == 1, "time is up"


@pytest.mark.parametrize(("seconds", "reminders"), [(300, 0), (7_200, 1), (46_800, 2)])
async def test_short_clocks_remind_nobody_and_a_rest_puts_reminders_off(w: World, seconds: int, reminders: int) -> None:
    made = await w.match("letter-hunt/gambit", options={"lexicon": "any", "time_hold": seconds, "bank": 0})
    await away(w, made, "host", w.time.wall() + 2 * DAY)
    await w.time.pass_by(2 * DAY)
    assert len(told(await w.full(made, "A"))) <= 2
    await w.time.pass_by(seconds * 1000 - 2_000)
    lines = [line for line in told(await w.full(made, "A")) if "left to decide" in line]
    assert len(lines) == 2 * reminders, "both have to hold letters"
