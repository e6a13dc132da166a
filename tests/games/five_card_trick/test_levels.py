"""The levels: each knob changes what it says, the best skill is `strong`, and no chance but the bot's own source decides."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import inf, isinf
from typing import Any

import numpy as np
import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick, rules
from deathmatch.games.five_card_trick.bot import bots
from deathmatch.games.five_card_trick.levels import Knobs, Skilled, knobs, levels, think
from deathmatch.games.five_card_trick.values import Answer, Card, Cards, Move, Submission
from deathmatch.games.five_card_trick.view import State
from deathmatch.match.dealer import HmacSource

VARIANTS = ("gauntlet", "final", "setna")
TRIES = 60
SHARP = Knobs()


def bound(variant: str, **options: int | str) -> FiveCardTrick:
    game = find(f"five-card-trick/{variant}").bind(options)[1]
    assert isinstance(game, FiveCardTrick)
    return game


def changed(game: FiveCardTrick, seat: Seat, **what: Any) -> State:
    """The start with another side."""
    state = rules.start(game.terms)
    return replace(state, sides=state.sides.put(seat, replace(state.sides[seat], **what)))


def played(game: FiveCardTrick, knobs_: Knobs, state: State, seat: Seat = Seat.A, tries: int = TRIES) -> Counter[Move]:
    """What a player with these knobs chooses, over many seeds."""
    seen = game.view(state, seat)
    bot, decision = Skilled(game.terms, knobs_), game.decision(seen)
    moves = [bot.choose(seen, decision, Counted(1), HmacSource(b"levels", str(k))) for k in range(tries)]
    for move in moves:
        decision.check(move)
    return Counter(moves)


def cards(found: Counter[Move]) -> Counter[Cards]:
    """The same by cards alone."""
    counted: Counter[Cards] = Counter()
    for move, times in found.items():
        assert isinstance(move, Submission)
        counted[move.cards] += times
    return counted


# --- The scale


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_highest_level_plays_as_strong(variant: str) -> None:
    game = bound(variant, rounds=2, max_rounds=2)
    seen = game.view(game.start(), Seat.A)
    decision = game.decision(seen)
    for seed in ("a", "b", "c"):
        chosen = [
            bot.choose(seen, decision, Counted(50), HmacSource(b"top", seed)) for bot in (levels(game).bot(1.0), bots(game)["strong"])
        ]
        assert chosen[0] == chosen[1]


def test_each_knob_turns_one_way_with_skill() -> None:
    for less, more in pairwise(knobs(skill / 50) for skill in range(50)):
        for name in ("misjudges", "misses", "unseen", "slips", "blur"):
            assert getattr(less, name) > getattr(more, name)
        assert less.steps < more.steps or isinf(more.steps)
        assert less.later <= more.later
    almost = knobs(1 - 1e-9)
    assert almost.steps == inf
    assert almost.later == 1.0
    assert max(almost.misjudges, almost.misses, almost.unseen, almost.slips, almost.blur) < 1e-6


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_sentences_fit_the_knobs(variant: str) -> None:
    """Those of research/notes/levels.md and of the sentences."""
    scale = levels(bound(variant))
    one, two, three, four, five, six, seven = (knobs(skill) for skill in scale.skills[:-1])
    assert one.misses > 0.45
    assert one.later < 0.5
    assert two.misses > 0.3
    assert two.unseen > 0.3
    assert three.steps > 5
    assert three.unseen > 0.25
    assert 0.55 < four.misjudges < 0.9
    assert four.later > 0.9
    assert 0.4 < five.misjudges < 0.6
    assert 15 < five.steps < inf
    assert five.blur > 2.5
    assert six.steps > 50
    assert 0.1 < six.misses < 0.2
    assert max(seven.misses, seven.unseen, seven.misjudges) < 0.15
    assert len({scale.about(level) for level in range(1, 9)}) == 8


# --- Each knob


def test_misjudging_spreads_the_choice_and_nothing_else_does() -> None:
    game = bound("gauntlet")
    sharp, vague = (played(game, replace(SHARP, steps=1.0, misjudges=chips), game.start()) for chips in (0.0, 2.0))
    assert len(sharp) == 1
    assert len(cards(vague)) >= 5


def test_steps_of_thought_lead_from_one_answer_to_a_mixture() -> None:
    game = bound("gauntlet")
    naive, further = (cards(played(game, replace(SHARP, steps=steps), game.start())) for steps in (1.0, 8.0))
    assert len(naive) == 1
    assert len(further) >= 2


def test_a_step_answers_what_the_other_seat_has_thought_of() -> None:
    """Stone, paper, scissors against a naive opponent who always plays stone: paper, then scissors against paper, ..."""
    payoffs = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])
    naive = np.array([1.0, 0.0, 0.0, 1.0, 0.0, 0.0])
    row, column = np.empty(3), np.empty(3)
    think(payoffs, naive, 1.0, row, column)
    assert row.tolist() == column.tolist() == [0.0, 1.0, 0.0]
    think(payoffs, naive, 1.5, row, column)
    assert np.allclose(row, [0.0, 2 / 3, 1 / 3])
    think(payoffs, naive, 3000.0, row, column)
    assert np.allclose(row, 1 / 3, atol=0.03)


def test_a_player_who_misses_choices_is_left_with_few_of_them() -> None:
    """Its best one does not always come to its mind."""
    game = bound("gauntlet")
    (best,) = cards(played(game, replace(SHARP, steps=1.0), game.start()))
    missing = cards(played(game, replace(SHARP, steps=1.0, misses=0.7), game.start()))
    assert 0 < missing[best] < TRIES * 0.7


def test_a_player_who_does_not_look_at_lights_leaves_the_fifth_dark() -> None:
    """One light is missing, that of Grow: five bring a chip at once."""
    game = bound("gauntlet", rounds=1, max_rounds=1)
    state = changed(game, Seat.A, lights=0b11101)
    looks, forgets = (cards(played(game, replace(SHARP, steps=1.0, unseen=unseen), state)) for unseen in (0.0, 1.0))
    assert all(Card.GROW in hand for hand in looks)
    assert not any(Card.GROW in hand for hand in forgets)


def test_a_player_who_does_not_look_at_blocks_plays_the_blocked_card() -> None:
    game = bound("gauntlet", rounds=1, max_rounds=1)
    (naive,) = cards(played(game, replace(SHARP, steps=1.0), game.start()))
    assert Card.STEAL in naive
    state = changed(game, Seat.A, blocked=Card.STEAL)
    looks, forgets = (cards(played(game, replace(SHARP, steps=1.0, unseen=unseen), state)) for unseen in (0.0, 1.0))
    assert not any(Card.STEAL in hand for hand in looks)
    assert all(Card.STEAL in hand for hand in forgets)


def test_a_player_who_does_not_look_at_restrictions_fears_a_barred_card() -> None:
    """B may play neither Steal nor Claim, so A's Claim is safe; who forgets that mixes otherwise."""
    game = bound("gauntlet", rounds=1, max_rounds=1)
    state = changed(game, Seat.B, recent=((Card.CLAIM, Card.STEAL), (Card.CLAIM, Card.STEAL)))
    looks, forgets = (cards(played(game, replace(SHARP, unseen=unseen), state)) for unseen in (0.0, 1.0))
    assert all(Card.CLAIM in hand for hand in looks)
    assert not all(Card.CLAIM in hand for hand in forgets)


def test_a_player_who_does_not_look_at_items_keeps_them() -> None:
    game = bound("final", rounds=1, max_rounds=1)
    looks, forgets = (played(game, replace(SHARP, unseen=unseen), game.start()) for unseen in (0.0, 1.0))
    used = [sum(times for move, times in found.items() if isinstance(move, Submission) and move.items) for found in (looks, forgets)]
    assert used[0] > TRIES / 2
    assert used[1] == 0


def test_claim_priority_is_used_if_the_pot_seems_worth_more_and_forgotten_with_the_items() -> None:
    game = bound("final")
    submitted = Submission((Card.SCORE, Card.CLAIM))
    state = replace(game.play(game.start(), dict.fromkeys(SEATS, submitted)), pot=4)
    assert state.answering is Seat.B
    assert played(game, SHARP, state, Seat.B) == {Answer.PRIORITY: TRIES}
    assert played(game, replace(SHARP, unseen=1.0), state, Seat.B) == {Answer.PASS: TRIES}


def test_only_where_the_rules_let_it_does_a_player_forget_its_own_restrictions() -> None:
    recent = ((Card.SCORE, Card.CLAIM), (Card.SCORE, Card.CLAIM))
    slipping = replace(SHARP, slips=1.0, misjudges=1.0)

    def struck(game: FiveCardTrick, knobs_: Knobs) -> int:
        state = changed(game, Seat.A, recent=recent)
        found = played(game, knobs_, state)
        side = state.sides.a
        return sum(
            times for move, times in found.items() if isinstance(move, Submission) and rules.counting(game.terms, side, move) != move
        )

    setna = bound("setna")
    assert struck(setna, slipping) > TRIES / 2
    assert struck(setna, replace(slipping, slips=0.0)) == 0
    assert struck(bound("setna", illegal="refuse"), slipping) == 0
    assert struck(bound("gauntlet"), slipping) == 0


def test_a_player_who_counts_later_rounds_grows_the_pot_for_them() -> None:
    """A pot that grows brings nothing in this round unless it is claimed."""
    game = bound("gauntlet")
    now, later = (cards(played(game, replace(SHARP, later=part), game.start())) for part in (0.0, 1.0))
    grows = [sum(times for hand, times in found.items() if Card.GROW in hand or Card.BLOCK in hand) for found in (now, later)]
    assert grows[0] < grows[1]


def test_a_player_to_whom_the_score_is_a_blur_ignores_it() -> None:
    """In the last round A is one chip behind and needs one more than B; far ahead, nothing matters."""
    game = bound("gauntlet", rounds=1, max_rounds=1)
    behind, even = changed(game, Seat.B, chips=2), game.start()
    sharp = [cards(played(game, SHARP, state)) for state in (behind, even)]
    blurred = [cards(played(game, replace(SHARP, blur=1e6), state)) for state in (behind, even)]
    assert sharp[0] != sharp[1]
    assert blurred[0] == blurred[1]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_source_makes_the_same_choice(variant: str) -> None:
    game = bound(variant)
    assert played(game, knobs(0.3), game.start(), tries=5) == played(game, knobs(0.3), game.start(), tries=5)
