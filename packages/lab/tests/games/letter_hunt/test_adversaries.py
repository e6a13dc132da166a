"""Knowing how `strong` chooses its letters tells nearly nothing: by day in bits, by night in matches."""

from __future__ import annotations

import numpy as np
import pytest

from deathmatch.bots import registry
from deathmatch.core.game import Deals, Variant
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games.letter_hunt import LetterHunt, belief
from deathmatch.games.letter_hunt.belief import Habits
from deathmatch.games.letter_hunt.bot import MIXTURE, Strong
from deathmatch.games.letter_hunt.view import View
from deathmatch.match.dealer import HmacSource
from research.hidden_letters import FORMER, MATCHES, SEED, duel
from tests.games.letter_hunt.matches import COLOSSEUM, GAMBIT

NAMES = ("reader", "close-reader", "common-letters", "rare-letters")
MOST = 0.55  # of the matches, that an adversary may win; the lower end of the interval may not be above it
WORDS = 1000  # of the list, by night


def seen(variant: Variant, bot: Strong, number: int) -> View:
    """The view of A before the first turn of a match of a bot against itself."""
    source = HmacSource(b"seen", str(number))
    _, game = variant.bind({"first": "A"})
    state = game.start()
    while not state.turn:
        pending = game.pending(state)
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(source))
        else:
            views = BySeat.of(lambda seat: game.view(state, seat))  # noqa: B023 - called at once
            moves = views.map(lambda view: bot.choose(view, game.decision(view), None, source))  # type: ignore[arg-type]  # it asks no budget here
            state = game.play(state, dict(moves.items()))
    view: View = game.view(state, Seat.A)
    return view


def told(variant: Variant, habits: Habits, matches: int) -> float:
    """How many bits about the other hand it tells a seat on average to know how the other chooses: the relative entropy of both priors."""
    _, game = variant.bind({"first": "A"})
    assert isinstance(game, LetterHunt)
    bits = []
    for number in range(matches):
        view = seen(variant, Strong(game.terms, None, habits), number)
        plain, known = belief.prior_of_other(view).chances, belief.prior_of_other(view, ((1.0, habits),)).chances
        some = known > 0
        bits.append(float(known[some] @ np.log2(known[some] / plain[some])))
    return float(np.mean(bits))


@pytest.mark.parametrize(("variant", "most"), [(GAMBIT, 0.3), (COLOSSEUM, 1e-9)], ids=["gambit", "colosseum"])
def test_the_mixture_tells_next_to_nothing_to_a_player_who_knows_it(variant: Variant, most: float) -> None:
    assert told(variant, MIXTURE, 3) < most
    assert told(variant, FORMER, 2) > 1.2, "as it did before"


# --- Matches


@pytest.mark.parametrize("variant", [GAMBIT, COLOSSEUM], ids=lambda variant: variant.name)
def test_commands_know_the_adversaries_and_players_are_not_offered_them(variant: Variant) -> None:
    _, game = variant.bind({})
    assert tuple(registry.adversaries(variant, game)) == NAMES
    assert not set(NAMES) & set(registry.names(variant))


@pytest.mark.nightly
@pytest.mark.parametrize("variant", ["gambit", "colosseum"])
@pytest.mark.parametrize("name", NAMES)
def test_no_adversary_wins_significantly_more_than_55_of_100_matches(variant: str, name: str) -> None:
    figures = duel(variant, name, "strong", MATCHES, SEED, WORDS, jobs=1)
    assert figures["interval"][0] <= MOST, figures
