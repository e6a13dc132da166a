"""The rules against the oracle: every pair of submissions from chosen positions, and random walks under random options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deathmatch.core.errors import Illegal
from deathmatch.core.game import TIMEOUT, Over, Timeout
from deathmatch.core.options import Values
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick, rules
from deathmatch.games.five_card_trick.values import ALL, Answer, Card, Move, Side, Submission, mask_of
from deathmatch.games.five_card_trick.view import State
from deathmatch.match.position import NOTHING_SEALED, Position, public_state
from tests.games.five_card_trick.oracle import Oracle, Public, pairs

VARIANTS = ("gauntlet", "final", "setna")

SCORE, GROW, CLAIM, BLOCK, STEAL = Card


def bound(name: str, given_: Values) -> tuple[FiveCardTrick, Oracle, Position]:
    variant = find(f"five-card-trick/{name}")
    values, game = variant.bind(given_)
    assert isinstance(game, FiveCardTrick)
    return game, Oracle(name, values), Position.start(variant, game)


def public(start: Position, state: State) -> Public:
    """The public state as plain JSON, by the one exit that everybody uses."""
    return public_state(Position(start.variant, start.game, state, start.game.pending(state), NOTHING_SEALED, 0))


def move_of(game: FiveCardTrick, state: State, seat: Seat, text: str) -> Move | Timeout:
    return TIMEOUT if text == "timeout" else game.decision(game.view(state, seat)).read(text)


# --- Positions that a few rounds can make, chosen so that every clause of the rules has something to do

LIGHTS_BUT_STEAL = ALL & ~mask_of((STEAL,))
LIGHTS_BUT_TWO = mask_of((GROW, CLAIM, BLOCK))


def _positions(game: FiveCardTrick) -> Iterator[State]:
    got = game.terms.received
    start = game.start()
    yield start
    for blocked in Card:  # each card blocked for one seat, with lights about to be full
        sides = BySeat(
            Side(3, LIGHTS_BUT_STEAL, blocked, ((SCORE, GROW), (GROW, CLAIM)), got.a),
            Side(4, LIGHTS_BUT_TWO, None, ((CLAIM, STEAL), (BLOCK, STEAL)), got.b),
        )
        yield State(7, game.terms.rounds, 0, 4, sides)
        yield State(7, game.terms.rounds, 1, 1, sides.swap())
    yield State(  # the last round, level; one side without earlier cards, as after two time-outs
        game.terms.rounds,
        game.terms.rounds,
        2,
        2,
        BySeat(Side(5, 0, None, ((), ()), got.a), Side(5, LIGHTS_BUT_STEAL, None, ((SCORE,), ()), got.b)),
    )
    if not game.terms.doubles:
        return  # the others cannot reach doubles, and three cards with Overload, in the last round
    for a, b in (((SCORE, SCORE), (CLAIM, CLAIM)), ((BLOCK, BLOCK), (SCORE, STEAL, STEAL)), ((GROW, BLOCK, STEAL), (SCORE, CLAIM))):
        sides = BySeat(Side(1, 1, None, ((SCORE, CLAIM), a), got.a), Side(2, 2, CLAIM, ((CLAIM, CLAIM), b), got.b))
        yield State(3, game.terms.rounds, 0, 2, sides)


TOGGLES: Mapping[str, tuple[Values, ...]] = {
    "gauntlet": ({}, {"blocked_collides": "no", "steal_needs": "any"}, {"blocked_collides": "no"}, {"steal_needs": "any"}),
    "setna": tuple(
        {"blocked_collides": collides, "steal_needs": needs, "illegal": illegal}
        for illegal, collides, needs in (
            *(("disregard", "yes", "live"), ("refuse", "no", "any"), ("refuse", "yes", "any"), ("disregard", "no", "any")),
            *(("disregard", "yes", "any"), ("disregard", "no", "live"), ("refuse", "yes", "live"), ("refuse", "no", "live")),
        )
    ),
    "final": (
        {},
        {"overload": "none", "priority": "none", "reset": "none", "rounds": 30, "max_rounds": 30, "dmo": "A"},
        {"blocked_collides": "no", "priority": "A"},
        {"steal_needs": "any", "priority_beats_block": "yes", "priority_window": "round"},
    ),
}
OFTEN = {"gauntlet": 2, "setna": 2, "final": 4}
"""How many sets of a variant are tried each time. Both values of each option are among them; the others wait for the night."""
LEGAL = {"gauntlet": 1, "setna": 2, "final": 2}  # those that differ in what may be submitted


def _cases(often: Mapping[str, int]) -> Iterator[Any]:
    for name, sets in TOGGLES.items():
        for place, options in enumerate(sets):
            marks = [] if place < often[name] else [pytest.mark.nightly]
            yield pytest.param(name, options, id=f"{name}-{'-'.join(map(str, options.values())) or 'default'}", marks=marks)


@pytest.mark.parametrize("share", [2, pytest.param(1, marks=pytest.mark.nightly)])
@pytest.mark.parametrize(("name", "options"), list(_cases(OFTEN)))
def test_every_pair_of_submissions_resolves_as_the_book_says(name: str, options: dict[str, Any], share: int) -> None:
    game, oracle, start = bound(name, options)
    for number, state in enumerate(_positions(game)):
        before = public(start, state)
        texts = [[*(game.terms.text(move) for move in rules.legal(game.terms, side)), "timeout"] for side in state.sides]
        step = share * (3 if name == "final" else 1)  # some 10,000 pairs a position: others of each side's at each position
        texts = [side[number % step :: step] for side in texts]
        moves = {seat: {text: move_of(game, state, seat, text) for text in texts[place]} for place, seat in enumerate(SEATS)}
        for turn in pairs(*texts):
            after = game.play(state, {seat: moves[seat][turn[seat]] for seat in SEATS})
            assert public(start, after) == oracle.play(before, turn), turn


@pytest.mark.parametrize(("name", "options"), list(_cases(LEGAL)))
def test_legality_is_the_books_for_every_submission_that_can_be_written(name: str, options: dict[str, Any]) -> None:
    game, oracle, start = bound(name, options)
    for state in _positions(game):
        before = public(start, state)
        for seat in SEATS:
            decision = game.decision(game.view(state, seat))
            legal = set()
            for text in oracle.every_text():
                broken = oracle.broken(before, seat.value, text)
                move = decision.read(text)
                assert decision.write(move) == text
                if broken:
                    with pytest.raises(Illegal) as caught:
                        decision.check(move)
                    assert f"R{caught.value.rule.number}" in broken, text
                else:
                    decision.check(move)
                    legal.add(text)
            assert {decision.write(move) for move in decision.moves()} == legal
            assert decision.count() == len(legal)


# --- Walks

_switch = st.sampled_from(["yes", "no"])
_seat = st.sampled_from(["A", "B"])
_holder = st.sampled_from(["A", "B", "none"])


@st.composite
def matches(pick: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A variant, and options for a short match."""
    name = pick(st.sampled_from(VARIANTS))
    rounds = pick(st.integers(1, 6))
    options: dict[str, Any] = {
        "dmo": pick(_seat),
        "rounds": rounds,
        "extension": pick(st.integers(1, 3)),
        "max_rounds": rounds + pick(st.integers(0, 4)),
        "replay_limit": pick(st.integers(0, 2)),
        "blocked_collides": pick(_switch),
        "steal_needs": pick(st.sampled_from(["live", "any"])),
    }
    if name == "setna":
        options["illegal"] = pick(st.sampled_from(["disregard", "refuse"]))
    if name == "final":
        options |= {key: pick(_holder) for key in ("overload", "priority", "reset")}
        options |= {"priority_beats_block": pick(_switch), "items_tiebreak": pick(st.sampled_from(["received", "unused"]))}
        options["priority_window"] = pick(st.sampled_from(["step", "round"]))
    return name, options


def _submissions(game: FiveCardTrick, state: State, seat: Seat) -> st.SearchStrategy[Move | Timeout]:
    decision = game.decision(game.view(state, seat))
    moves: list[Move | Timeout] = list(decision.moves())
    assert moves, "a legal submission always exists"
    claims = [move for move in moves if isinstance(move, Submission) and Card.CLAIM in move.cards]  # so that windows open
    late = st.just(Answer.PRIORITY) if Answer.PRIORITY in moves else st.just(TIMEOUT)
    return late | st.sampled_from([*moves, TIMEOUT]) | st.sampled_from(claims or moves) | st.just(TIMEOUT)


@settings(max_examples=150, deadline=None)
@given(data=st.data(), match=matches())
def test_random_matches_go_as_the_oracle_says_and_end(data: st.DataObject, match: tuple[str, dict[str, Any]]) -> None:
    name, options = match
    game, oracle, start = bound(name, options)
    state = game.start()
    expected = public(start, state)
    for _ in range((options["max_rounds"] + 1) * (options["replay_limit"] + 2) + 1):
        pending = game.pending(state)
        if isinstance(pending, Over):
            break
        turn = {seat: data.draw(_submissions(game, state, seat)) for seat in pending.seats}
        texts = {seat.value: game.terms.text(move) for seat, move in turn.items()}
        if state.answering is None:
            expected = oracle.play(expected, texts)
        else:
            expected = oracle.answer(expected, "pass" if texts[state.answering] == "timeout" else texts[state.answering])
        after = game.play(state, turn)
        assert public(start, after) == expected
        state = after
    assert state.outcome is not None, "a match ends"


def test_the_rest_of_a_submission_is_what_was_not_struck_and_a_name_goes_with_its_block() -> None:
    terms, side = bound("setna", {})[0].terms, Side(0, 0, None, ((SCORE, BLOCK), (SCORE, BLOCK)), ())
    for cards, rest in (((GROW, CLAIM), (GROW, CLAIM)), ((SCORE, CLAIM), (CLAIM,))):
        assert rules.counting(terms, side, Submission(cards)) == Submission(rest)
    assert rules.counting(terms, side, Submission((GROW, BLOCK), SCORE)) == Submission((GROW,))
