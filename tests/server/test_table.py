"""A table as a value: what it decides and refuses, what it helps with, and how its people are called."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from deathmatch.core.bots import people
from deathmatch.core.errors import Illegal, Malformed, Refusal
from deathmatch.core.letters import alike
from deathmatch.core.seats import BySeat
from deathmatch.match.journal import LateError
from deathmatch.server import tokens
from deathmatch.server.lexicons import Lexicons
from deathmatch.server.names import seat_name
from deathmatch.server.settings import Limits
from deathmatch.server.table.decide import acknowledge, decide
from deathmatch.server.table.entries import Added, Made
from deathmatch.server.table.roles import Command, Now, Sender
from deathmatch.server.table.seating import Sat
from deathmatch.server.table.table import Table, fold, set_up
from deathmatch.server.wire.bodies import Seated, SitDown
from deathmatch.server.wire.messages import Chat, Deal, Line, Mark, Pause, Rematch, Resign, Submit
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, TOY, World, find, toy_words

LIMITS = Limits()
A, B, HOST = (Sender(role, tokens.new_token()) for role in ("A", "B", "host"))
WATCHER = Sender("watcher")
MADE = Made(1_000, 5_000, GAUNTLET, {"time_submit": 10}, {}, "ab" * 32, {"kibitz": True})


def new(made: Made = MADE) -> Table:
    return set_up("m", made, find, Lexicons(None, {"short": toy_words}))


def do(table: Table, command: Command, sender: Sender, at: int) -> tuple[Table, Added]:
    added = decide(table, command, sender, Now(at, at), LIMITS)
    return fold(table, added), added


def seated(made: Made = MADE) -> Table:
    table, _ = do(new(made), SitDown("Ann", ""), A, 1_000)
    table, _ = do(table, SitDown("Bob", "cd" * 16), B, 2_000)
    return table


def test_what_somebody_sits_down_with_is_checked_where_it_is_decided() -> None:
    for nonce in ("xyz", "ab" * 15, "ab" * 17, "é" * 32):
        with pytest.raises(Problem, match="32 hexadecimal digits"):
            do(new(), SitDown("Ann", nonce), A, 1_000)
    _, added = do(new(), SitDown(" An\u0000n\n" + "n" * 100, "AB" * 16), A, 1_000)
    assert added == (Sat(1_000, "A", "Ann " + "n" * 36, "ab" * 16),)
    table, added = do(new(), SitDown(" \u200b "), A, 1_000)
    assert acknowledge(table, SitDown(" \u200b "), A, added, 2) == Seated("m", "A", "Guest")


@pytest.mark.parametrize(
    ("command", "sender", "kind", "said"),
    [
        (Submit(0, "score score"), A, Illegal, "R3"),
        (Submit(0, "sing"), A, Malformed, "expected"),
        (Submit(0, "timeout"), A, Illegal, "never by a player"),
        (Submit(1, "score grow"), A, LateError, "the current question is 0"),
        (Submit(0, "score grow"), WATCHER, Problem, "only a player can"),
        (Resign(), HOST, Problem, "only a player can"),
        (Pause(), A, Problem, "only the host"),
        (Deal(0, "x"), A, Problem, "only the host"),
        (Deal(0, "x"), HOST, Problem, "by hand"),
        (Line(0, "x"), A, Problem, "only the host"),
        (Line(0, "x"), HOST, Refusal, "the host owes nothing now"),
        (SitDown("Eve", ""), A, Problem, "taken"),
        (SitDown("Eve", ""), HOST, Problem, "does not open a seat"),
        (Chat(" \u0000 "), A, Problem, "must not be empty"),
        (Mark("nowhere", "x"), A, Problem, "has no place"),
        (Rematch(), A, Problem, "not over"),
    ],
)
def test_a_refusal_raises_and_changes_nothing(command: Command, sender: Sender, kind: type[Exception], said: str) -> None:
    table, untouched = seated(), seated()
    with pytest.raises(kind, match=said):
        decide(table, command, sender, Now(3_000, 3_000), LIMITS)
    assert replace(table, game=untouched.game) == untouched


# --- What a table helps with: its pages' pictures follow, and nothing else does


async def test_a_table_helps_with_no_more_than_its_game_knows(w: World) -> None:
    with pytest.raises(Problem, match="aids must be none or log here, not deduction"):
        await w.match(GAUNTLET, settings={"aids": "deduction"})
    with pytest.raises(msgspec.ValidationError):
        await w.match(TOY, settings={"aids": True})
    assert (await w.full(await w.match(GAUNTLET), "A")).table.settings["aids"] == "log"


# --- The names of people at a table: no two look alike, and nobody is called as the table calls its host, its seats or its bots


@pytest.mark.parametrize("typed", ["Ada", "ADA", "Аdа", "Ａｄａ", "A\u200bda", "ᴀᴅᴀ"])
def test_a_name_like_that_of_the_other_player_gets_the_letter_of_its_seat(typed: str) -> None:
    name = seat_name(typed, "B", ["Ada"])
    assert name.endswith(" B")
    assert not alike(name, "Ada")
    assert not alike(seat_name(name, "B", [name]), name)
    assert (seat_name("Stark", "B", ["Ada"]), seat_name("Stark", "B", ["Strong"])) == ("Stark", "Stark B"), "a bot is at that table"
    assert seat_name("Strong", "B", ["Ada"]) == "Strong B", "kept so, it would be translated as the bot's"


def test_equal_names_of_older_tables_and_records_are_told_apart_where_they_are_shown() -> None:
    assert people(BySeat("Guest", "Guest")) == BySeat("Guest A", "Guest B")
    assert people(BySeat("Ada", "Аda")) == BySeat("Ada A", "Аda B")
    assert people(BySeat("Ada", "")) == BySeat("Ada", "B")
