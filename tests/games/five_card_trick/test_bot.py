"""The bots of Five-Card Trick: their choices follow their mixtures, and the last round is played perfectly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.bots import MixedStrategyBot
from deathmatch.core.game import Over, Variant
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games import variants
from deathmatch.games.five_card_trick.bot import bots
from deathmatch.games.five_card_trick.values import Answer
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from deathmatch.solve.matrix import solve
from tests.games.five_card_trick.positions import after

pytestmark = pytest.mark.one_variant

VARIANTS = variants("five-card-trick")


def mixture(position: Position, seat: Seat, name: str) -> Mapping[str, float]:
    """Canonical moves of a bot with their probabilities."""
    bot = bots(position.game)[name]
    assert isinstance(bot, MixedStrategyBot)
    decision = position.decision(seat)
    return {decision.write(move): chance for move, chance in bot.mixture(position.view(seat), decision)}


@pytest.mark.parametrize("name", ["steady", pytest.param("strong", marks=pytest.mark.nightly)])
def test_choices_follow_the_mixture(name: str) -> None:
    position = after("gauntlet", ["A score grow", "B score grow"])  # both bots mix here
    decision, view = position.decision(Seat.A), position.view(Seat.A)
    bot, source, games = bots(position.game)[name], HmacSource(b"lots", name), 1000
    counts: dict[str, int] = {}
    for _ in range(games):
        text = decision.write(bot.choose(view, decision, Counted(2000), source))
        counts[text] = counts.get(text, 0) + 1
    stated = mixture(position, Seat.A, name)
    assert len(stated) > 1
    assert set(counts) <= set(stated)
    for text, chance in stated.items():  # five standard deviations
        assert abs(counts.get(text, 0) - games * chance) < 5 * (games * chance * (1 - chance)) ** 0.5 + 1


def outcome(game: Any, state: Any) -> float:
    """1.0 where A has won, 0.0 where B has; the holder of Claim Priority answers as is best for it."""
    pending = game.pending(state)
    if isinstance(pending, Over):
        return float(pending.winner is Seat.A)
    answers = [outcome(game, game.play(state, {pending.seats[0]: answer})) for answer in Answer]
    return max(answers) if pending.seats[0] is Seat.A else min(answers)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
@pytest.mark.usefixtures("plain_by_day")
def test_strong_plays_the_last_round_perfectly(variant: Variant) -> None:
    """By the rules themselves: every pair of submissions played out, and the value from the payoffs alone."""
    source, undecided = HmacSource(b"last", variant.name), 0
    for length in (1, 2, 3, 2, 3, 2, 3, 4):
        _, game = variant.bind({"rounds": length, "max_rounds": length})
        strong = bots(game)["strong"]
        assert isinstance(strong, MixedStrategyBot)
        state = game.start()
        while state.round < length or state.answering is not None:
            owing = game.pending(state).seats
            state = game.play(state, {seat: game.decision(game.view(state, seat)).sample(source) for seat in owing})
        views = [game.view(state, seat) for seat in SEATS]
        moves = [tuple(game.decision(view).moves()) for view in views]
        payoffs = np.array([[outcome(game, game.play(state, {Seat.A: a, Seat.B: b})) for b in moves[1]] for a in moves[0]])
        value = solve(payoffs).value
        chances = [dict(strong.mixture(view, game.decision(view))) for view in views]
        mine, theirs = (np.array([chances[k].get(move, 0.0) for move in moves[k]]) for k in range(2))
        assert float((mine @ payoffs).min()) == pytest.approx(value, abs=1e-4)
        assert float((payoffs @ theirs).max()) == pytest.approx(value, abs=1e-4)
        undecided += 0 < value < 1
    assert undecided
