"""Non-interference of the referee: until it is revealed, a hidden submission changes nothing that anybody else gets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deathmatch.core.errors import Refusal
from deathmatch.core.game import Variant
from deathmatch.core.seats import PUBLIC, Eye, Seat
from deathmatch.match.journal import LateError
from tests import toy
from tests.conformance import cases
from tests.leaks.pairs import Pair, pairs, twins
from tests.live import LiveMatch as Match

pytestmark = pytest.mark.one_variant

VARIANTS = cases.JOINT  # else nothing is sealed
PAIRS, NIGHTLY_PAIRS = 30, 500


STORIES = 50  # every so many-th pair tells its story too, which has a picture for every beat


def gets(match: Match, eye: Eye, now: int, story: bool = True) -> str:
    """Everything that the referee gives this eye, in full."""
    beats = match.story(eye) if story else ()
    return repr((match.seen(eye, now), beats, match.deadline(), match.ply, match.paused, match.over))


def trouble(call: Callable[[], object]) -> str:
    """What somebody who sends this is told."""
    try:
        return repr(call())
    except (Refusal, LateError) as error:
        return f"{type(error).__name__}: {error}"


def told(match: Match, seat: Seat, pair: Pair) -> list[str]:
    """What this seat is told about a dozen things that are not accepted."""
    texts = ("", "?", "timeout", "deal", "bid", "bid 99", pair.texts[0] + " x", "x" * 500, "block:block block:block block:block")
    answers = [trouble(lambda t=text: match.submit(seat, t, pair.ply, pair.now)) for text in texts]  # type: ignore[misc]
    answers += [trouble(lambda p=ply: match.submit(seat, pair.answers[0], p, pair.now)) for ply in (-1, pair.ply - 1, pair.ply + 1)]  # type: ignore[misc]
    return answers


@pytest.mark.parametrize("most", [PAIRS, pytest.param(NIGHTLY_PAIRS, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_a_hidden_submission_changes_nothing_for_anybody_else(variant: Variant, most: int) -> None:
    count = 0
    for pair in pairs(variant, most):
        one, other = twins(pair)
        assert one.seen(pair.seat, pair.now) != other.seen(pair.seat, pair.now)  # the pair does differ
        eyes = [eye for eye in one.game.eyes() if eye != pair.seat]
        for now, story in ((pair.now, count % STORIES == 0), (pair.now + 12_345, False)):
            assert [gets(one, eye, now, story) for eye in eyes] == [gets(other, eye, now, story) for eye in eyes]
        assert told(one, pair.seat.other, pair) == told(other, pair.seat.other, pair)
        assert one.record() == other.record()
        count += 1
    assert count == most


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_a_submission_voided_by_a_resignation_is_never_revealed(variant: Variant) -> None:
    for pair in pairs(variant, 10, "void"):
        for seat in Seat:
            one, other = twins(pair)
            for match in (one, other):
                match.resign(seat, pair.now)
            for eye in one.game.eyes():
                assert gets(one, eye, pair.now, seat is Seat.A) == gets(other, eye, pair.now, seat is Seat.A)
            assert one.record() == other.record()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_pausing_tells_nothing_of_what_waits(variant: Variant) -> None:
    for pair in pairs(variant, 10, "pause"):
        one, other = twins(pair)
        for match in (one, other):
            match.pause(pair.now + 10)
        assert gets(one, PUBLIC, pair.now + 99) == gets(other, PUBLIC, pair.now + 99)
        assert told(one, pair.seat.other, pair) == told(other, pair.seat.other, pair)
        for match in (one, other):
            match.resume(pair.now + 5_000)
        assert gets(one, pair.seat.other, pair.now + 6_000) == gets(other, pair.seat.other, pair.now + 6_000)


def test_pairs_differ_in_many_ways() -> None:
    made = list(pairs(toy.VARIANTS[0], 200))
    assert {pair.seat for pair in made} == set(Seat)
    assert len({pair.ply for pair in made}) > 3
    assert len({tuple(pair.given.items()) for pair in made}) > 20
    assert made == list(pairs(toy.VARIANTS[0], 200))
