"""A table as a value: deciding changes nothing, applying is the only way on, and the log folded is the live value."""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

import msgspec
import pytest

from deathmatch.core.errors import Illegal, Malformed, Refusal
from deathmatch.core.seats import PUBLIC, SEATS, Seat
from deathmatch.match.journal import LateError
from deathmatch.server import tokens
from deathmatch.server.lexicons import Lexicons
from deathmatch.server.settings import Limits
from deathmatch.server.table import entries, queries
from deathmatch.server.table.decide import Expire, acknowledge, decide
from deathmatch.server.table.entries import Added, Entry, Made
from deathmatch.server.table.play import Arrive, Moved
from deathmatch.server.table.roles import DECIDERS, SERVER, Command, Now, Sender
from deathmatch.server.table.seating import Claim, Reissue, Renew, Sat
from deathmatch.server.table.table import Table, apply, set_up
from deathmatch.server.table.writing import Marked
from deathmatch.server.wire.bodies import Done, Seated, SitDown
from deathmatch.server.wire.messages import (
    Accepted,
    Announce,
    Away,
    Call,
    Chat,
    CloseTalk,
    Deal,
    Mark,
    Mute,
    Note,
    OpenTalk,
    Pause,
    Ready,
    Rematch,
    Resign,
    Resume,
    Rule,
    Submit,
    Tell,
)
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, TOY, find, toy_words

LIMITS = Limits()
A, B, HOST, WATCHER = (
    Sender("A", tokens.new_token()),
    Sender("B", tokens.new_token()),
    Sender("host", tokens.new_token()),
    Sender("watcher"),
)
TICKET, NEW = Sender("ticket-B", tokens.new_token()), Sender("B", tokens.new_token())
MADE = Made(1_000, 5_000, GAUNTLET, {"time_submit": 10}, {}, "ab" * 32, {"kibitz": True})
WAITING = msgspec.structs.replace(MADE, settings={"kibitz": True, "check_in": True}, coin="dmo", caller="A")


def fold(table: Table, added: Iterable[Entry]) -> Table:
    """The table after these entries."""
    return functools.reduce(apply, added, table)


def new(made: Made = MADE) -> Table:
    return set_up("m", made, find, Lexicons(None, {"short": toy_words}))


def do(table: Table, command: Command, sender: Sender, at: int) -> tuple[Table, Added]:
    added = decide(table, command, sender, Now(at, at), LIMITS)
    return fold(table, added), added


def seated(made: Made = MADE) -> Table:
    table, _ = do(new(made), SitDown("Ann", ""), A, 1_000)
    table, _ = do(table, SitDown("Bob", "cd" * 16), B, 2_000)
    return table


SESSION: list[tuple[Command, Sender]] = [
    (SitDown("Ann", ""), A),
    (Arrive(), A),
    (SitDown("Bob", "cd" * 16), B),
    (Call("moon"), A),
    (Ready(), A),
    (Ready(), B),
    (Submit(0, "score grow"), A),
    (Chat("well, well"), WATCHER),
    (Note("she bluffs"), B),
    (Arrive(), HOST),
    (Announce("one round more"), HOST),
    (Mute(), HOST),
    (Tell("host", "may I?"), B),
    (Pause(), HOST),
    (Resume(), HOST),
    (Away(2_000_000), HOST),
    (Away(0), HOST),
    (Submit(0, "claim grow"), B),
    (Rule("back", "a link was lost", event=1), HOST),
    (Resume(), HOST),
    (Expire(), SERVER),
    (Note("she does not"), B),
    (Reissue("B", True, tokens.digest(TICKET.token).hex()), HOST),
    (Claim("Cleo", "", tokens.digest(NEW.token).hex()), TICKET),
    (Resign(), NEW),
    (Renew(tokens.digest(A.token).hex()), A),
    (Rematch(), A),
    (Rematch(), NEW),
]
"""A whole table, half a second a command; at the `Expire` nothing is due."""


def played() -> list[tuple[Table, Command, Sender, int, Added]]:
    """The session: the table before each command, and what it added."""
    table, steps = new(WAITING), []
    for number, (command, sender) in enumerate(SESSION):
        at = 2_000 + 500 * number
        added = decide(table, command, sender, Now(at, at), LIMITS)
        steps.append((table, command, sender, at, added))
        table = fold(table, added)
    return steps


NOT_COMPARED = ("variant", "game", "match", "resources")


def shown(table: Table) -> dict[str, Any]:
    """All that a table holds, in a form that can be compared."""
    held = {field.name: getattr(table, field.name) for field in fields(table) if field.name not in NOT_COMPARED}
    if table.match is not None:
        held |= {"record": table.match.record(), "deadline": table.match.deadline()}
        held |= {f"seen {eye}": _seen(table, eye) for eye in (*SEATS, PUBLIC)}
    return copy.deepcopy(held)


def _seen(table: Table, eye: Any) -> tuple[Any, ...]:
    seen = table.started_match.seen(eye, 60_000)
    return (seen.public, seen.private, seen.submitted, seen.sealed, seen.clocks, seen.paused)


def test_the_same_command_at_the_same_table_adds_the_same_entries_and_changes_nothing() -> None:
    for table, command, sender, at, added in played():
        before = shown(table)
        assert decide(table, command, sender, Now(at, at), LIMITS) == added
        fold(table, added)
        assert shown(table) == before, command


def test_the_log_folded_is_the_live_table() -> None:
    steps = played()
    table, _, _, _, added = steps[-1]
    live = fold(table, added)
    log = [entries.encode(entry) for step in steps for entry in step[4]]
    again = fold(new(WAITING), [entries.decode(body) for body in log])
    assert shown(again) == shown(live)
    assert (live.count, live.over, live.next_match is not None) == (1 + len(log), True, True)


def test_what_somebody_sits_down_with_is_checked_where_it_is_decided() -> None:
    for nonce in ("xyz", "ab" * 15, "ab" * 17, "é" * 32):
        with pytest.raises(Problem, match="32 hexadecimal digits"):
            do(new(), SitDown("Ann", nonce), A, 1_000)
    _, added = do(new(), SitDown(" An\u0000n\n" + "n" * 100, "AB" * 16), A, 1_000)
    assert added == (Sat(1_000, "A", "Ann " + "n" * 36, "ab" * 16),)
    table, added = do(new(), SitDown(" \u200b "), A, 1_000)
    assert acknowledge(table, SitDown(" \u200b "), A, added, 2) == Seated("m", "A", "Guest A")


def test_the_session_has_every_command_but_those_of_pictures_hands_and_onlookers() -> None:
    assert {type(command) for command, _ in SESSION} | {Deal, Mark, OpenTalk, CloseTalk} == set(DECIDERS)


@pytest.mark.parametrize(
    ("command", "sender", "kind", "said"),
    [
        (Submit(0, "score score"), A, Illegal, "R3"),
        (Submit(0, "sing"), A, Malformed, "expected"),
        (Submit(1, "score grow"), A, LateError, "the current question is 0"),
        (Submit(0, "score grow"), WATCHER, Problem, "only a player can"),
        (Resign(), HOST, Problem, "only a player can"),
        (Pause(), A, Problem, "only the host"),
        (Deal(0, "x"), A, Problem, "only the host"),
        (Deal(0, "x"), HOST, Problem, "by hand"),
        (SitDown("Eve", ""), A, Problem, "taken"),
        (SitDown("Eve", ""), HOST, Problem, "does not open a seat"),
        (Chat(" \u0000 "), A, Problem, "must not be empty"),
        (Mark("nowhere", "x"), A, Problem, "has no place"),
        (Rematch(), A, Problem, "not over"),
    ],
)
def test_a_refusal_raises_and_changes_nothing(command: Command, sender: Sender, kind: type[Exception], said: str) -> None:
    table = seated()
    before = shown(table)
    with pytest.raises(kind, match=said):
        decide(table, command, sender, Now(3_000, 3_000), LIMITS)
    assert shown(table) == before


def test_before_both_are_seated_there_is_nothing_to_play() -> None:
    for command, sender in ((Submit(0, "score grow"), A), (Resign(), A), (Pause(), HOST), (Mark("x", "y"), A)):
        with pytest.raises(Problem, match="has not started"):
            decide(new(), command, sender, Now(3_000, 3_000), LIMITS)
    assert decide(new(), Expire(), SERVER, Now(3_000, 3_000), LIMITS) == ()


def test_the_clock_enters_what_is_due_and_no_more() -> None:
    table = seated()
    due = table.deadline()
    assert due is not None
    assert decide(table, Expire(), SERVER, Now(due - 1, 0), LIMITS) == ()
    (entry,) = decide(table, Expire(), SERVER, Now(due, 0), LIMITS)
    assert isinstance(entry, Moved)
    assert [kind for kind, _ in entry.events] == ["timed_out", "timed_out"]


def test_a_deal_by_hand_is_acknowledged_again() -> None:
    table = seated(Made(1_000, 5_000, TOY, {}, {}, "ab" * 32, {"by_hand": True}))
    (dealt,) = decide(table, Deal(0, "cards a:3 b:7"), HOST, Now(3_000, 0), LIMITS)
    table = apply(table, dealt)
    assert decide(table, Deal(0, "cards A:3 B:7"), HOST, Now(3_000, 0), LIMITS) == ()


def test_a_mark_is_kept_until_it_is_taken_away() -> None:
    table = seated(Made(1_000, 5_000, "even-groups/standard", {}, {}, "ab" * 32, {}))
    slot = next(element.slot for element in table.picture(table.started_match.seen(Seat.A, 0).view).elements if element.markable)
    for text in ("high", ""):
        table, added = do(table, Mark(slot, text), A, 4_000)
        assert (added, table.marks["A"]) == ((Marked("A", slot, text),), {slot: text} if text else {})


def test_an_answer_says_what_was_accepted() -> None:
    table = seated()
    after, added = do(table, Submit(0, "Grow + Score"), A, 3_000)
    at = after.version
    assert acknowledge(after, Submit(0, "Grow + Score"), A, added, at) == Accepted(0, "score grow", version=at)
    assert acknowledge(after, Submit(0, "grow score"), A, (), at + 3) == Accepted(0, "score grow", version=at)
    over, added = do(after, Submit(0, "Resign"), A, 3_000)
    assert acknowledge(over, Submit(0, "Resign"), A, added, over.version) == Accepted(0, "resign", version=over.version)
    assert acknowledge(over, Rematch(), A, (), 7) == Done(7)


def test_watchers_may_talk_after_the_end_once_they_can_know_of_it() -> None:
    table = seated(Made(1_000, 5_000, GAUNTLET, {}, {}, "ab" * 32, {"delay": 30}))
    table, _ = do(table, Resign(), A, 10_000)
    for at, may in ((39_999, False), (40_000, True)):
        try:
            decide(table, Chat("well"), WATCHER, Now(at, at), LIMITS)
        except (Problem, Refusal):
            assert not may
        else:
            assert may


def test_the_decision_whose_moves_are_counted_is_nobody_elses() -> None:
    table = seated()
    owed = queries.owed(table, "A", 3_000)
    seen = table.started_match.seen(Seat.A, 3_000)
    assert owed == seen.decision
    assert owed is not seen.decision  # another thread counts
    assert queries.owed(table, "watcher", 3_000) is None
