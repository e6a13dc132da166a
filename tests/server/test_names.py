"""The names of people at a table: no two look alike, and nobody is called as the table calls its host, its seats or its bots."""

from __future__ import annotations

import pytest

from deathmatch.core.bots import people, shown_names
from deathmatch.core.letters import alike
from deathmatch.core.seats import BySeat
from deathmatch.core.speech import speaking
from deathmatch.server.limits import NAME_LETTERS
from deathmatch.server.names import own_name, seat_name, writer_name

NOBODY = ["", " ", "\u3164", "\u2800", "\u0301", "\u200b", "Guest", "guest A", "Gast", "손님", "Gueѕt B"]
TAKEN = ["Ada", "ADA", "Аdа", "Ａｄａ", "A\u200bda", "ᴀᴅᴀ"]
KEPT = [
    "Host",
    "Hоst",
    "Spielleitung",
    "진행자",
    "caster",
    "Spectator",
    "Level 3",
    "level-3",
    "Stufe 3",
    "레벨 3",
    "B",
    "Seat B",
    "Spieler B",
]


@pytest.mark.parametrize("typed", NOBODY)
def test_somebody_without_a_name_is_the_guest_of_a_seat(typed: str) -> None:
    assert seat_name(typed, "A", []) == "Guest A"
    assert seat_name(typed, "B", ["Guest A"]) == "Guest B"
    assert own_name("Guest B", typed) == ""
    with speaking("de"):
        assert shown_names({"A": "Guest A"}) == {"A": "Gast A"}


@pytest.mark.parametrize("typed", TAKEN)
def test_a_name_like_that_of_the_other_player_gets_the_letter_of_its_seat(typed: str) -> None:
    name = seat_name(typed, "B", ["Ada"])
    assert name.endswith(" B")
    assert not alike(name, "Ada")
    assert not alike(seat_name(name, "B", [name]), name)


@pytest.mark.parametrize("typed", KEPT)
def test_a_name_that_the_table_keeps_gets_the_letter_of_its_seat(typed: str) -> None:
    assert seat_name(typed, "A", []) == f"{typed} A"


def test_a_long_name_stays_within_its_letters() -> None:
    assert seat_name("W" * 60, "B", ["W" * NAME_LETTERS]) == "W" * (NAME_LETTERS - 2) + " B"


@pytest.mark.parametrize("bot", ["Random", "Level-3"])
def test_a_name_like_that_of_a_bot_gets_the_letter_of_its_seat(bot: str) -> None:
    assert seat_name(bot, "A", [bot]) == f"{bot} A"


def test_writers_without_a_seat_are_told_apart_too() -> None:
    assert writer_name("", "host", ["Ada"]) == "Host"
    assert writer_name("Ada", "host", ["Ada"]) == "Ada (host)"
    assert writer_name("Host", "spectator", []) == "Host (spectator)"
    assert writer_name("", "spectator", ["Spectator"]) == "Spectator 2"
    assert writer_name("Kim", "spectator", ["Kim", "Kim (spectator)"]) == "Kim (spectator 2)"


def test_equal_names_of_older_tables_and_records_are_told_apart_where_they_are_shown() -> None:
    assert people(BySeat("Guest", "Guest")) == BySeat("Guest A", "Guest B")
    assert people(BySeat("Ada", "Аda")) == BySeat("Ada A", "Аda B")
    assert people(BySeat("Ada", "")) == BySeat("Ada", "B")
