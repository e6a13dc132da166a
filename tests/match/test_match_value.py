"""A match is a value: verbs decide and change nothing, and events alone lead on to a later value."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deathmatch.core.errors import Refusal
from deathmatch.match.journal import Dealt, Event, EventError, LateError, Paused, Resigned, Resumed, Started, Submitted, TimedOut
from deathmatch.match.match import Match
from deathmatch.match.story import Story
from tests.live import LiveMatch
from tests.match.test_match import DEALER, A, B, begin


def trouble(verb: Callable[[], object]) -> str:
    """The events, or why it is refused."""
    try:
        return repr(verb())
    except (Refusal, LateError) as error:
        return repr(error)


def journal_of_many_kinds() -> tuple[LiveMatch, list[Event]]:
    """A match in which every kind of event has happened, and its journal."""
    match, journal = begin(onlookers=1)
    journal += match.submit(A, "bid 0", 1, 2000)
    journal += match.pause(3000)
    journal += match.resume(4000)
    journal += match.submit(B, "bid 0", 1, 5000)
    journal += match.submit(A, "say cat", 2, 6000)
    journal += match.expire(99_000)
    journal += match.resign(B, 100_000)
    assert {type(event) for event in journal} == {Started, Dealt, Submitted, Paused, Resumed, TimedOut, Resigned}
    return match, journal


def decide(match: Match, now: int) -> list[str]:
    """What each verb answers at this moment."""
    if not match.started:
        return [repr(match.start(now))]
    verbs: tuple[Callable[[], object], ...] = (
        lambda: match.submit(A, "bid 0", match.ply, now),
        lambda: match.submit(B, "say owl", match.ply, now),
        lambda: match.deal("refill 1", match.ply, now),
        lambda: match.resign(A, now),
        lambda: match.expire(now),
        lambda: match.pause(now),
        lambda: match.resume(now),
    )
    return [trouble(verb) for verb in verbs]


@pytest.mark.parametrize(
    "event",
    [
        Started(9000),
        Submitted(1500, A, 1, "bid 1"),
        Submitted(9000, A, 2, "bid 1"),
        Submitted(9000, B, 1, "bid 1"),
        Submitted(9000, A, 1, "resign"),
        Submitted(9000, B, 1, "timeout"),
        Submitted(9000, A, 1, "nonsense"),
        TimedOut(9000, B, 1),
        TimedOut(9000, A, 0),
        Dealt(9000, "refill 1"),
        Resumed(9000),
        Paused(1500),
    ],
    ids=repr,
)
def test_an_event_that_does_not_fit_is_refused_and_not_quoted(event: Event) -> None:
    match, _ = begin()
    match.submit(B, "bid 0", 1, 2000)
    with pytest.raises(EventError, match=r"^the event [a-z_]+ does not fit the events before it$") as caught:
        match.now.apply(event)
    assert caught.value.__suppress_context__


def test_nothing_follows_the_end_but_nothing() -> None:
    match, _ = begin()
    match.resign(A, 2000)
    for event in (Paused(3000), Resumed(3000), Resigned(3000, B), Dealt(3000, "refill 1"), TimedOut(3000, B, 2)):
        with pytest.raises(EventError):
            match.now.apply(event)


def test_a_match_does_not_show_its_secrets_when_it_is_printed() -> None:
    match, _ = begin()
    assert repr(match.now) == "<Match toy/lenient, question 1>"
    assert DEALER.seed.hex() not in repr(DEALER)
    assert repr(DEALER.seed) not in repr(DEALER)


def test_a_story_that_was_taken_goes_on_with_the_beats_that_come() -> None:
    match, _ = journal_of_many_kinds()
    whole = [beat.words for beat in Story.of(match.now, A).beats]
    story, told = Story(A), []
    while not story.advance(match.now, 1):
        told += [beat.words for beat in story.take()]
    told += [beat.words for beat in story.take()]
    assert told == whole
    assert list(story.beats) == []
