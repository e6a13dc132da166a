"""What every variant keeps to as other frameworks see it (`encoding.py`): ids, chances, views, tensors, texts of states."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Ask, Deals, Over
from deathmatch.core.seats import PUBLIC, SEATS
from deathmatch.match.dealer import HmacSource
from deathmatch_frameworks.encoding import Encoding
from deathmatch_frameworks.trajectory import Trajectory
from deathmatch_frameworks.vocabulary import END
from packages.frameworks.tests import encodings
from packages.frameworks.tests.encodings import chosen, encoded
from tests.chosen import names
from tests.conformance.cases import CASES, Case, Step, match

pytestmark = pytest.mark.one_variant

STEPS = 6  # of a match, for what is asked of single states
LONG = 60  # events of a match that is played through; of a longer one these come first

each_case = pytest.mark.parametrize("case", chosen(), ids=str, scope="module")
every_case = pytest.mark.parametrize(
    "case",
    [
        *chosen(),
        *(pytest.param(case, marks=pytest.mark.nightly) for case in CASES if not case.variant.hosted and case not in chosen()),
    ],
    ids=str,
    scope="module",
)


def spread(case: Case, number: int = 0) -> list[Step]:
    """Some steps of a random match, its start and its end among them."""
    steps = match(case, number)
    return [*steps[:: max(1, len(steps) // STEPS)], steps[-1]]


def walks(encoding: Encoding, decision: Any, source: HmacSource) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """A random way down a composition: the ids so far, and those that may come next."""
    given: tuple[int, ...] = ()
    while legal := encoding.legal_actions(decision, given):
        yield given, legal
        given = (*given, source.choice(legal))
    yield given, ()


def test_the_ids_are_those_that_are_kept() -> None:
    kept = encodings.FILE.read_text(encoding="utf-8").splitlines()
    for case in chosen():
        assert encodings.line(case) in kept
    if not names:
        assert len(kept) == len(chosen())


@each_case
def test_tokens_and_ids_are_each_others(case: Case) -> None:
    encoding = encoded(case)
    tokens = [encoding.token(number) for number in range(encoding.num_distinct_actions)]
    assert len(set(tokens)) == len(tokens)
    assert [encoding.id(token) for token in tokens] == list(range(encoding.num_distinct_actions))
    assert encoding.id(END) == 0
    for wrong in (-1, encoding.num_distinct_actions):
        with pytest.raises(ValueError, match="action must be"):
            encoding.token(wrong)
    with pytest.raises(ValueError, match="token must be"):
        encoding.id("no such token")


@every_case
def test_every_step_of_a_composition_is_numbered_both_ways_and_ends_in_the_legal_move_of_its_tokens(case: Case) -> None:
    game, encoding = case.game, encoded(case)
    for at, step in enumerate(spread(case)):
        for seat in step.turn or {}:
            decision = game.decision(game.view(step.state, seat))
            for given, legal in walks(encoding, decision, HmacSource(b"walk", f"{at}{seat}")):
                tokens, spelling = [encoding.token(number) for number in given], ""
                prefix: list[str] = []
                for token in tokens:
                    if token[0] == "~":
                        spelling += token[1]
                    elif token == END and spelling:
                        prefix, spelling = [*prefix, spelling], ""
                    elif token != END:
                        prefix.append(token)
                now = decision.compose(tuple(prefix))
                offered = {choice.token for choice in now.choices}
                if now.number is not None:
                    offered |= {str(number) for number in range(now.number.low, now.number.high + 1)}
                free = now.word is not None and now.word.lead not in offered
                named = {encoding.token(number) for number in legal}
                if spelling or (free and not offered):
                    assert all(token == END or token[0] == "~" for token in named)
                elif legal:
                    assert {token for token in named if token != END and token[0] != "~"} == offered
                    assert (END in named) == (now.whole is not None)
                move = encoding.move(decision, given)
                assert (move is None) == bool(legal)
                if move is not None:
                    assert decision.write(move) == now.whole
                    decision.check(move)
                    assert len(given) <= encoding.deepest


# --- Chance


@every_case
def test_the_factors_of_a_deal_are_exact_and_lead_to_it(case: Case) -> None:
    game, encoding = case.game, encoded(case)
    for step in match(case):
        pending = game.pending(step.state)
        if not isinstance(pending, Deals) or not encoding.is_factored(pending.chance):
            continue
        chance, chances = pending.chance, Fraction(1)
        path: tuple[int, ...] = ()
        whole = encoding.path(chance, step.deal)
        assert encoding.deal(chance, whole) == step.deal
        for outcome in whole:
            outcomes = dict(encoding.chance_outcomes(chance, path))
            assert sum(outcomes.values()) == 1
            assert all(0 <= number < encoding.max_chance_outcomes for number in outcomes)
            chances *= outcomes[outcome]
            path = (*path, outcome)
        assert not encoding.chance_outcomes(chance, path)
        if chance.count() is not None:
            assert chances == Fraction(1, chance.count()), "all deals that are listed are equally likely"


class Recorded(RandomSource):
    """A source that keeps its numbers with their bounds."""

    def __init__(self, source: RandomSource) -> None:
        self._source, self.numbers = source, list[tuple[int, int]]()

    def below(self, bound: int, /) -> int:
        number = self._source.below(bound)
        if bound > 1:
            self.numbers.append((number, bound))
        return number


@every_case
def test_a_deal_without_factors_of_its_own_is_the_path_of_its_random_choices_each_outcome_equally_likely(case: Case) -> None:
    game, encoding = case.game, encoded(case)
    for at, step in enumerate(match(case)):
        pending = game.pending(step.state)
        if not isinstance(pending, Deals) or encoding.is_factored(pending.chance):
            continue
        source = Recorded(HmacSource(b"recorded", str(at)))
        deal, chance = pending.chance.sample(source), pending.chance
        path = tuple(number for number, _ in source.numbers)
        for place in [*range(0, len(path), 1 + len(path) // STEPS)]:
            bound = source.numbers[place][1]
            assert encoding.chance_outcomes(chance, path[:place]) == tuple((number, Fraction(1, bound)) for number in range(bound))
        assert encoding.chance_outcomes(chance, path) == ()
        assert encoding.deal(chance, path) == deal
        with pytest.raises(ValueError, match="no single path"):
            encoding.path(chance, deal)
        return


# --- Views


@every_case
def test_a_tensor_has_its_shape_and_a_field_for_every_float(case: Case) -> None:
    encoding = encoded(case)
    end = 0
    for field in encoding.layout:
        assert field.start == end
        assert field.words
        end += field.size
    assert len({field.name for field in encoding.layout}) == len(encoding.layout) or set(encoding.of_game.private) & set(
        encoding.of_game.public
    )
    for step in spread(case):
        for eye in (*SEATS, PUBLIC):
            floats = encoding.observation_tensor(step.state, eye)
            assert len(floats) == encoding.observation_size == end
            assert min(floats) >= 0
            assert max(floats) <= 1
            fields = encoding.fields(step.state, eye)
            assert list(fields["public"]) == list(encoding.of_game.public)
            assert eye is PUBLIC or list(fields["private"]) == list(encoding.of_game.private)


# --- Trajectories


def followed(encoding: Encoding, steps: tuple[Step, ...]) -> Iterator[Trajectory]:
    """The trajectories along a match."""
    trajectory = encoding.start()
    yield trajectory
    for step in steps[:-1]:
        if trajectory.state == step.state:  # a deal without a choice is made at once
            trajectory = trajectory.deal(step.deal) if step.turn is None else trajectory.play(step.turn)
        yield trajectory


@each_case
def test_the_information_state_of_the_public_is_the_course_of_its_fields_and_nothing_more(case: Case) -> None:
    encoding = encoded(case)
    for number in range(2):
        before, seen = "", dict[str, Any]()
        for events, trajectory in enumerate(followed(encoding, match(case, number)[:LONG]), 1):
            text = trajectory.information_state(PUBLIC)
            lines = text.splitlines()
            assert text.startswith(before)
            assert len(lines) == events, "a line for each event"
            fields = encoding.fields(trajectory.state, PUBLIC)
            assert not fields.pop("private")
            now = {**fields.pop("public"), **fields}
            assert json.loads(lines[-1]) == json.loads(
                json.dumps({key: now[key] for key in now if key not in seen or seen[key] != now[key]})
            )
            before, seen = text, now
        if encoding.information_state_shape is not None:
            floats, (_, columns) = trajectory.information_state_tensor(PUBLIC), encoding.information_state_shape
            rows = [floats[start : start + columns] for start in range(0, len(floats), columns)]
            assert encoding.observation_tensor(trajectory.state, PUBLIC) in rows
            assert not any(row[number] for row in rows for number in range(2)), "a row of no seat"


@pytest.mark.parametrize("events", [LONG * 4, pytest.param(100_000, marks=pytest.mark.nightly)])
@each_case
def test_a_match_of_random_actions_ends_within_its_bound_and_leaves_every_copy_as_it_was(case: Case, events: int) -> None:
    encoding, source = encoded(case), HmacSource(b"actions", str(case))
    trajectory, submissions = encoding.start(), 0
    kept: list[tuple[Trajectory, Any, tuple[Any, ...]]] = []
    for number in range(events):
        kept.append((trajectory, trajectory.state, (trajectory.given, trajectory.path)))
        pending = trajectory.pending
        if isinstance(pending, Over):
            assert trajectory.returns.a == -trajectory.returns.b
            break
        if isinstance(pending, Deals) and (encoding.is_factored(pending.chance)):
            trajectory = trajectory.happen(source.choice(trajectory.chance_outcomes())[0])
        elif isinstance(pending, Deals):
            trajectory = trajectory.deal(pending.chance.sample(source))
        else:
            assert isinstance(pending, Ask)
            seat = source.choice(trajectory.actors)
            others = [eye for eye in (seat.other, PUBLIC) if eye is PUBLIC or len(pending.seats) == len(SEATS)] if number % 20 == 0 else []
            known = [trajectory.information_state(eye) for eye in others]
            trajectory = trajectory.act(seat, source.choice(trajectory.legal_actions(seat)))
            submissions += not trajectory.given[seat] or trajectory._moves[seat] is not None
            if trajectory.state is kept[-1][1]:
                assert [trajectory.information_state(eye) for eye in others] == known, "nobody learns what the other has begun"
    else:
        assert events < 100_000, "it does not end"
    assert encoding.longest is None or submissions <= encoding.longest
    for copy, state, begun in kept:
        assert copy.state is state
        assert (copy.given, copy.path) == begun
