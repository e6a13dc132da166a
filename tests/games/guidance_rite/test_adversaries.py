"""The adversaries of `strong` differ from it in one thing, and by night none that differs in its claims does better."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench import guidance_matches
from bench.guidance_matches import FORMER, FormerlyStrong, claims
from deathmatch.bots import registry
from deathmatch.bots.budget import Counted
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.bot.adversaries import Drafters
from deathmatch.games.guidance_rite.bot.claiming import Dearest, Taste
from deathmatch.games.guidance_rite.bot.drafting import FEATURES, Draft, weights
from deathmatch.games.guidance_rite.bot.looking import STRONG, Looking
from deathmatch.games.guidance_rite.fast import fixed
from deathmatch.games.guidance_rite.values.moves import First
from deathmatch.games.guidance_rite.view import View
from deathmatch.match.dealer import HmacSource
from tests.games.guidance_rite.matches import BY_NAME, GUARDIANS, advanced, start, terms_of


@pytest.mark.parametrize("variant", ["guardians", "final"])
def test_the_dearest_pieces_are_claimed_whatever_the_lot(variant: str) -> None:
    position = advanced(start(variant, {}), HmacSource(b"deal", "1"))
    prices = Draft(terms_of(variant), position.state.bout.board, Seat.A).prices()
    bot = registry.pick(BY_NAME[variant], position.game, "dearest")
    view, decision = position.game.view(position.state, Seat.A), position.decision(Seat.A)
    claimed = {bot.choose(view, decision, Counted(1), HmacSource(b"claims", str(number))) for number in range(5)}
    (claim,) = claimed
    assert set(claim.spaces) == set(prices.argsort()[-2:].tolist())


def test_an_adversary_of_the_family_differs_in_its_dials_alone() -> None:
    game = GUARDIANS.bind({})[1]
    bot = registry.pick(GUARDIANS, game, "drafter@characters=2,blur=0.15,positions=100000")
    assert isinstance(bot, Looking)
    assert bot.claims == Dearest(Taste(characters=2.0), 0.15)
    assert bot.limits == replace(STRONG.limits, positions=100_000)
    plain = Drafters().adversary({dial.name: dial.plain for dial in Drafters().dials})
    assert plain == registry.pick(GUARDIANS, game, "dearest")


@pytest.mark.parametrize("taste", ["arrows", "edges", "characters", "attacks"])
def test_a_taste_multiplies_the_weights_of_some_features(taste: str) -> None:
    terms = terms_of("final")
    liked = Taste(**{taste: 2.0}).weights(terms)
    doubled = {name for name, was, now in zip(FEATURES, weights(terms), liked, strict=True) if now == 2 * was != was}
    assert (
        doubled
        == {
            "arrows": {"inside", "grey"},
            "edges": {"outside", "edge"},
            "characters": {"rat", "crow", "lizard", "guardian", "monster"},
            "attacks": {"hit", "prey", "guard"},
        }[taste]
    )


@pytest.mark.parametrize("variant", ["guardians", "final"])
def test_the_former_strong_of_the_benchmark_weighs_positions_as_before_and_only_while_it_chooses(
    monkeypatch: pytest.MonkeyPatch, variant: str
) -> None:
    terms, grounds = terms_of(variant), []

    class Looks:
        def choose(self, view: View, *_given: object) -> First:
            grounds.append(fixed.ground(view.terms))
            return First(Seat.A)

    monkeypatch.setattr(guidance_matches, "STRONG", Looks())
    position = advanced(start(variant, {}), HmacSource(b"deal", "1"))
    view, decision = position.game.view(position.state, Seat.A), position.decision(Seat.A)
    assert FormerlyStrong().choose(view, decision, Counted(1), HmacSource(b"former", "1")) == First(Seat.A)
    weights = slice(fixed.WEIGHTS, fixed.WEIGHTS + fixed.COUNT)
    assert tuple(grounds[0][weights]) == FORMER[variant]
    assert tuple(fixed.ground(terms)[weights]) == fixed.fitted(terms) != FORMER[variant]


@pytest.mark.nightly
@pytest.mark.parametrize("variant", ["guardians", "final"])
def test_always_claiming_the_dearest_pieces_does_not_beat_the_mixture(variant: str) -> None:
    """300 boards, each claimed both ways: the standard error is 1 %."""
    figures = claims(variant, 300, 2030)
    assert figures["dearest"]["share"] > 0.48, figures
    assert figures["dearest, off as far"]["share"] > 0.48, figures
