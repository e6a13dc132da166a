"""Filters of the server's log: they keep secrets out, and no client can make the log grow without bound."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from deathmatch.core.letters import visible
from deathmatch.server.limits import Buckets
from deathmatch.server.settings import Rate
from deathmatch.server.wire.problems import outline

SAME = Rate(10, 0.1)  # records that differ only in their values: burst, then a second
ALL = Rate(100, 1)  # records of one logger
LETTERS = 2_000  # of a record


class Seldom(logging.Filter):
    """Limits how often each kind of record is written, and how many records one logger writes; it counts those that it leaves out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._same = Buckets(SAME, clock, most=1_000)
        self._all = Buckets(ALL, clock, most=100)
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is written."""
        if record.levelno >= logging.CRITICAL:
            return True
        kind = f"{record.name} {record.msg}"
        if not (self._same.take(kind) and self._all.take(record.name)):
            self._left_out[record.name] = self._left_out.get(record.name, 0) + 1
            return False
        left_out = self._left_out.pop(record.name, 0)
        if left_out:
            record.msg, record.args = f"{record.getMessage()} (left out before this: {left_out} records)", ()
        return True


class Lines(logging.Formatter):
    """One JSON object a line: `time` in UTC, `level`, `logger` and `message`. `Hush` comes before it and strikes out secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """See logging."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        event = {"time": at, "level": record.levelname.lower(), "logger": record.name, "message": record.getMessage()}
        return msgspec.json.encode(event).decode()


class Hush(logging.Filter):
    """Keeps secrets out of every log: links are struck out, and of an error only its kind and place are kept."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always lets the record pass, without the secrets."""
        text = record.getMessage()
        clean = hush(text)
        if record.exc_info and record.exc_info[1] is not None:
            clean = f"{clean.strip()}: {outline(record.exc_info[1])}"
        clean = visible(clean[:LETTERS].replace("\n", " ").replace("\r", " "))
        if clean != text:
            record.msg, record.args = clean, ()
        record.exc_info = record.exc_text = record.stack_info = None
        return True


def hush(text: str) -> str:
    """The text without anything that could be a secret link."""
    for mark in ("/s/", "/h/", "/c/", "/w/", "/seats/", "/hosts/", "/hands/", "/matches/"):
        head, *rest = text.split(mark)
        text = head + "".join(
            mark + "..." + part.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") for part in rest
        )
    return text
