"""How `strong` and the reviews judge a round: how far they search, and the chances after answers and time-outs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from deathmatch.core.game import TIMEOUT
from deathmatch.core.seats import Seat
from deathmatch.core.thinking import UNLIMITED, OutOfTime, TimeLeft
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.bot.estimates import Estimates, estimates
from deathmatch.games.five_card_trick.fast.frames import ALL, DEPTH
from deathmatch.games.five_card_trick.solver.plan import won
from deathmatch.games.five_card_trick.solver.search import Effort, SearchedRound, searched
from deathmatch.games.five_card_trick.values import Answer, Submission, Terms, Variation

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick.solver.search import Position

ROUNDS: Final = 3
"""Rounds that are solved before the end comes near; one more if that reaches the round after which chips are compared."""

SURE: Final = range(5, 25)
"""Rounds to play before the next count at which the digest is so near to the truth that it can choose the submissions to follow."""

MARGINS: Final = (0.02, 0.01)
"""What the others seem to give away at least, in the round that is played and in the next one; research/notes/bots.md has the cost."""

WIDER: Final = (0.04, 0.02)
"""The same in the other rounds of `setna`, and in those of `final` but the last three before a count: they would take ten seconds."""

GUESSED: Final = (0.03,)
"""The same where positions are judged by the fitted worth alone."""

BEFORE_COUNT: Final = ((ALL,), (0.1,), MARGINS)
"""The same with two, three and four rounds to play before a count."""

WIDE: Final = 1500
"""Pairs of submissions from which unspent items make every further round as wide."""

WIDE_ROUNDS: Final = 3
"""Rounds that are then solved to the end of the match, in a second or so; four take 11 to 28."""


def rounds(round_: int, count: int) -> int:
    """How many rounds are solved before this one is played, if chips are compared next after round `count`: its last decides most."""
    return ROUNDS + (round_ + ROUNDS == count)


def wide(terms: Terms, state: Position) -> bool:
    """Whether items give the seats so many submissions that four rounds take 11 to 28 s."""
    return len(rules.legal(terms, state.sides.a)) * len(rules.legal(terms, state.sides.b)) > WIDE


def efforts(terms: Terms, state: Position) -> Iterator[Effort]:
    """How far to search a round: the quickest first, the best last."""
    left, to_the_end = state.ends_after - state.round + 1, terms.max_rounds - state.round + 1
    deepest = WIDE_ROUNDS if wide(terms, state) else DEPTH
    yield Effort(1)
    if to_the_end <= deepest:
        yield from (Effort(depth) for depth in range(2, to_the_end + 1))
    elif _estimates(terms, state).digest is None:
        yield Effort(2, GUESSED)
        if 1 < left <= len(BEFORE_COUNT) + 1:  # the worth says little about the last rounds before a count
            yield Effort(min(left, WIDE_ROUNDS), BEFORE_COUNT[left - 2])
    else:
        margins = _margins(terms.variation, left)
        yield Effort(2, margins)
        yield Effort(rounds(state.round, state.ends_after), margins)


def whole_effort(terms: Terms, state: Position) -> Effort | None:
    """The search to the end of the match from one of the last four rounds, however long it takes; None before them."""
    to_the_end = terms.max_rounds - state.round + 1
    return Effort(to_the_end) if to_the_end <= DEPTH else None


def _margins(variation: Variation, left: int) -> tuple[float, ...]:
    """Margins of the longer efforts if there is a digest, with so many rounds to play before the next count."""
    if left in SURE:
        return MARGINS
    quick = variation is Variation.GAUNTLET or (variation is Variation.FINAL and left <= ROUNDS)
    return (ALL,) if quick else WIDER


def judged(terms: Terms, state: Position, effort: Effort, time: TimeLeft = UNLIMITED) -> SearchedRound:
    """A round, searched so far; raises OutOfTime."""
    return searched(terms, state, effort, _estimates(terms, state), time)


def _estimates(terms: Terms, state: Position) -> Estimates:
    return estimates(terms, not any(side.items for side in state.sides))


def chance(terms: Terms, state: Position, time: TimeLeft = UNLIMITED) -> tuple[float, bool]:
    """A's chance before a round or at the end, as well as time permits, and whether it is exact."""
    if state.outcome is not None:
        return won(state.outcome), True
    quickest, *further = efforts(terms, state)
    found = judged(terms, state, quickest)
    with suppress(OutOfTime):
        for effort in further:
            time.check()
            found = judged(terms, state, effort, time)
    return found.value, found.exact


def answers(terms: Terms, state: Position, time: TimeLeft = UNLIMITED) -> tuple[Mapping[Answer, float], bool]:
    """A's chance after each answer about Claim Priority, and whether all of them are exact."""
    assert state.answering is not None
    after = {answer: chance(terms, rules.play(terms, state, {state.answering: answer}), time) for answer in Answer}
    return {answer: found for answer, (found, _) in after.items()}, all(exact for _, exact in after.values())


def idle(
    terms: Terms, state: Position, seat: Seat, against: tuple[tuple[Submission, float], ...], time: TimeLeft = UNLIMITED
) -> tuple[float, bool]:
    """A's chance if this seat alone runs out of time against a mixture of the other one, and whether it is exact."""
    total, sure = 0.0, True
    for move, part in against:
        after = rules.play(terms, state, {seat: TIMEOUT, seat.other: move})
        found, exact = chance(terms, after, time)  # nobody is asked for Claim Priority: that takes two Claims
        total, sure = total + part * found, sure and exact
    return total, sure
