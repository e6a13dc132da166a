"""The levels: their sentences fit their knobs, and a player forgets its own restrictions only where the rules let it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import inf
from typing import Any

import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick, rules
from deathmatch.games.five_card_trick.levels import Knobs, Skilled, knobs, levels
from deathmatch.games.five_card_trick.values import Card, Move, Submission
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
