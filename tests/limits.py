"""Limits of servers under test that count nothing: for tests of other things than the limits, and for load."""

from __future__ import annotations

from deathmatch.server.settings import Limits, Rate

UNLIMITED = Rate(1e9, 1e9)
OPEN = Limits(
    frames=UNLIMITED,
    requests=UNLIMITED,
    matches=UNLIMITED,
    wrong_links=UNLIMITED,
    sent=UNLIMITED,
    answers=UNLIMITED,
    open_matches=1_000_000,
)
