"""The log of a server: no client can make it grow without bound, and nothing in it quotes a secret."""

from __future__ import annotations

import logging
import re
import sys

from deathmatch.server.web.operating import ALL, SAME, Hush, Seldom


def record(words: str, *values: object, name: str = "deathmatch.rooms", level: int = logging.ERROR) -> logging.LogRecord:
    return logging.LogRecord(name, level, "", 0, words, values, None)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_records_of_one_kind_are_written_seldom_and_counted() -> None:
    clock = Clock()
    seldom = Seldom(clock)
    assert sum(seldom.filter(record("room %s: the log did not take it", n)) for n in range(5_000)) == SAME.burst
    clock.now += 1 / SAME.per_second
    again = record("room %s: the log did not take it", "m1")
    assert seldom.filter(again)
    assert again.getMessage() == f"room m1: the log did not take it (left out before this: {5_000 - SAME.burst:g} records)"


def test_records_of_all_kinds_are_bounded_for_each_logger_and_the_end_of_the_writer_is_always_written() -> None:
    clock = Clock()
    seldom = Seldom(clock)
    assert sum(seldom.filter(record(f"{n}")) for n in range(5_000)) == ALL.burst
    clock.now += 100
    assert sum(seldom.filter(record(f"{n}")) for n in range(5_000)) == 100 * ALL.per_second
    assert seldom.filter(record("another logger", name="uvicorn.error"))
    assert all(seldom.filter(record("the thread has ended", level=logging.CRITICAL)) for _ in range(1_000))


def test_of_an_error_only_kind_and_place_are_kept() -> None:
    try:
        raise ValueError("what A hides")
    except ValueError:
        failed = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "Exception in ASGI application\n", (), sys.exc_info())
    assert Hush().filter(failed)
    line = logging.Formatter().format(failed)
    assert re.fullmatch(r"Exception in ASGI application: ValueError at test_logs\.py:\d+", line)


def test_a_record_holds_no_sign_that_a_terminal_obeys() -> None:
    said = record("no such host: %s", "a\x1b[2K\r\u202eb")
    assert Hush().filter(said)
    assert said.getMessage() == "no such host: a\\x1b[2K \\u202eb"


def test_a_record_is_one_line_of_bounded_length() -> None:
    long = record("%s", "x\n" * 100_000)
    assert Hush().filter(long)
    assert "\n" not in long.getMessage()
    assert len(long.getMessage()) <= 2_000
