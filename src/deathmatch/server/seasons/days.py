"""Days of a season: from a moment to a day in the season's time zone, and from the date in a cell to a day.

A day that somebody has entered has no hour. It is kept as midnight UTC, and is that day in every time zone.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from deathmatch.core.speech import say
from deathmatch.server.limits import clean
from deathmatch.server.wire import problems

DAY_MS = 86_400_000
FIRST, LAST = date(1900, 1, 1), date(9999, 12, 31)  # of a match
_EPOCH = date(1970, 1, 1)
MOMENTS = tuple((day - _EPOCH).days * DAY_MS for day in (FIRST, LAST))
"""The first and the last moment of a match."""
_HOUR = re.compile(r"[ T]+\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[AP]M)?$", re.IGNORECASE)  # a spreadsheet program may add it to a day
_YEAR_FIRST = re.compile(r"(\d{4})(?:[-/.]|년)\s*(\d{1,2})(?:[-/.]|월)\s*(\d{1,2})(?:\.|일)?")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])\s*(\d{1,2})\2\s*(\d{4})\.?")


def zone_of(name: str) -> str:
    """The name of a time zone as this server knows it; raises Problem."""
    if name == "UTC" or _known(name) is not None:
        return name
    raise problems.wrong(say("the time zone must be like Europe/Berlin or UTC, not {text}", text=clean(name, 60) or "?"))


def _known(name: str) -> tzinfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # no such file, no name of a file, a folder
        return None


def day_of(played: int, zone: str) -> str:
    """The day of a moment in ms since 1970 as 2024-05-31: in this time zone, or as it was entered."""
    if not played % DAY_MS:
        return (_EPOCH + timedelta(days=played // DAY_MS)).isoformat()
    return datetime.fromtimestamp(played / 1000, _known(zone) or UTC).date().isoformat()


def moment(text: str) -> int:
    """A day as a person or a spreadsheet program writes it, in ms since 1970; raises Problem, also if it can be two days."""
    days = {day for day in _days(_HOUR.sub("", text)) if FIRST <= day <= LAST}
    if len(days) > 1:
        one, other = sorted(day.isoformat() for day in days)
        raise problems.wrong(say("the date {text} can be two days; write {one} or {other}", text=text, one=one, other=other))
    if not days:
        raise problems.wrong(say("the date must be like 2024-05-31, not {text}", text=clean(text, 40) or "?"))
    return (days.pop() - _EPOCH).days * DAY_MS


def _days(text: str) -> set[date]:
    """All days that a date can mean. With dots the day comes before the month everywhere; with slashes and hyphens either may be first."""
    if found := _YEAR_FIRST.fullmatch(text):
        year, month, day = map(int, found.groups())
        orders = [(year, month, day)]
    elif found := _YEAR_LAST.fullmatch(text):
        one, other, year = int(found[1]), int(found[3]), int(found[4])
        orders = [(year, other, one), *([(year, one, other)] if found[2] != "." else [])]
    else:
        return set()
    days = set[date]()
    for order in orders:
        try:
            days.add(date(*order))
        except ValueError:
            continue
    return days
