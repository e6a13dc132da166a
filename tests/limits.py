"""Limits of servers under test that count nothing: for tests of other things than the limits, and for load."""

from __future__ import annotations

from deathmatch.server.settings import Limits, Rate

UNLIMITED = Rate(1e9, 1e9)
OPEN = Limits(
    frames=UNLIMITED,
    frames_of_links=UNLIMITED,
    requests=UNLIMITED,
    requests_of_links=UNLIMITED,
    matches=UNLIMITED,
    accounts=UNLIMITED,
    wrong_links=UNLIMITED,
    sent=UNLIMITED,
    sent_to_links=UNLIMITED,
    answers=UNLIMITED,
    answers_to_links=UNLIMITED,
    open_matches=1_000_000,
    webhook_posts=UNLIMITED,
    webhook_tests=UNLIMITED,
)
