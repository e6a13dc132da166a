from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deathmatch.core.letters import visible
from deathmatch.server.limits import Bucket, Buckets, clean
from deathmatch.server.settings import Rate, default_data


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(Rate(3, 2), 10.0)
    assert [bucket.take(10.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(10.4)
    assert bucket.take(10.5)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]


def test_a_clock_that_goes_back_fills_no_bucket() -> None:
    bucket = Bucket(Rate(1, 1), 10.0)
    assert bucket.take(10.0)
    assert not bucket.take(5.0)


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0.1, 3)), max_size=60))
def test_no_pattern_gets_more_than_burst_and_rate(steps: list[tuple[float, float]]) -> None:
    bucket, now, taken = Bucket(Rate(5, 2), 0.0), 0.0, 0.0
    for wait, cost in steps:
        now += wait
        taken += cost if bucket.take(now, cost) else 0.0
        assert taken <= 5 + 2 * now + 1e-6


def test_buckets_are_separate_bounded_and_can_be_looked_into() -> None:
    now = [0.0]
    buckets = Buckets(Rate(1, 1), lambda: now[0], most=3)
    assert buckets.peek("a")
    assert buckets.take("a")
    assert not buckets.peek("a")
    assert not buckets.take("a")
    assert buckets.take("b")
    for key in "cdefg":
        buckets.take(key)
    assert len(buckets) == 3
    now[0] = 1.0
    assert buckets.peek("g")


def test_names_and_chat_lose_what_could_harm() -> None:
    assert clean("  Ann\u0000\u202e  Lee \n", 40) == "Ann Lee"
    assert clean("<script>", 40) == "<script>"  # whoever shows it escapes it
    assert clean("e\u0301", 40) == "é"
    assert clean("x" * 50, 40) == "x" * 40
    assert clean("a\r\nb\t c  \n\u0007d", 40, lines=True) == "a\nb\t c\nd"


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u115f\u1160", "\uffa0", "\ufe0f", "\u034f \u0301", "\u200b\u2060", " "])
def test_a_name_that_nobody_could_see_is_none(name: str) -> None:
    assert clean(name, 40) == ""
    assert clean(f"{name} Ann", 40).endswith("Ann")


@settings(deadline=None, max_examples=40)
@given(st.text(max_size=200), st.integers(1, 60))
def test_clean_text_is_clean_already(text: str, most: int) -> None:
    once = clean(text, most)
    assert len(once) <= most
    assert clean(once, most) == once
    assert visible(once) == once


def test_matches_are_kept_where_state_belongs() -> None:
    assert default_data({"XDG_STATE_HOME": "/somewhere/state"}).as_posix() == "/somewhere/state/deathmatch"
    assert default_data({}).parts[-3:] == (".local", "state", "deathmatch")
    assert default_data({"XDG_STATE_HOME": "relative"}) == default_data({})
