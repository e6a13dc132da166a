"""Bot `perfect`, what a best response makes of the bots in whole small matches, and which states are alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deathmatch.bots import registry
from deathmatch.core.bots import MixedStrategyBot
from deathmatch.core.game import Variant
from deathmatch.core.options import Values
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.games.five_card_trick.bot import Strong
from deathmatch_lab import exploiting as responding
from deathmatch_lab.exploiting import ExploitResult, exploit, through
from deathmatch_lab.games.five_card_trick.best_response import exploiter
from deathmatch_lab.games.five_card_trick.essence import Essence
from deathmatch_lab.games.five_card_trick.strategies import Perfect
from deathmatch_lab.solving import SilentReporter
from packages.lab.tests.games.five_card_trick.folders import TWO

GAUNTLET = find("five-card-trick/gauntlet")
ERROR = 1e-6  # of what is kept, and of the crumb that `strong` adds to chances


def bound(given: Values) -> FiveCardTrick:
    game = GAUNTLET.bind(given)[1]
    assert isinstance(game, FiveCardTrick)
    return game


def answered(name: str, given: Values) -> ExploitResult:
    game = bound(given)
    return exploit(GAUNTLET, game, registry.pick(GAUNTLET, game, name), SilentReporter())


# --- perfect


@pytest.mark.nightly
@pytest.mark.usefixtures("solved")
def test_perfect_is_listed_where_its_match_is_solved_and_nowhere_else() -> None:
    assert registry.names(GAUNTLET, TWO) == ("random", "steady", "strong", "perfect")
    assert registry.names(GAUNTLET) == ("random", "steady", "strong")
    assert registry.names(GAUNTLET, {**TWO, "steal_needs": "any"}) == ("random", "steady", "strong")
    with pytest.raises(LookupError, match="no bot perfect; the bots are random, steady, strong"):
        registry.make(GAUNTLET, {"rounds": 2}, "perfect")


@pytest.mark.nightly
@pytest.mark.usefixtures("solved")
def test_perfect_gives_nothing_away() -> None:
    exploited = answered("perfect", TWO)
    assert exploited.seats.a.chance == pytest.approx(3 / 13, abs=ERROR)
    assert exploited.seats.b.chance == pytest.approx(10 / 13, abs=ERROR)


@pytest.mark.nightly
@pytest.mark.usefixtures("solved")
def test_what_the_solution_does_not_know_perfect_plays_as_strong() -> None:
    game = bound(TWO)
    bot = registry.pick(GAUNTLET, game, "perfect")
    assert isinstance(bot, Perfect)
    view = game.view(replace(game.start(), pot=9), Seat.A)
    assert bot.mixture(view, game.decision(view)) == Strong(game.terms).mixture(view, game.decision(view))


# --- The others


def by_the_rules(name: str, given: Values, variant: Variant = GAUNTLET) -> None:
    """The tables say the same of a bot as the plain rules."""
    game = variant.bind(given)[1]
    bot = registry.own(variant, game)[name]
    assert isinstance(bot, MixedStrategyBot)
    made = exploiter(game).exploit(bot, SilentReporter())
    assert made is not None
    plain = through(game, Essence(game), bot, SilentReporter())
    assert made.positions == plain.positions
    for quick, slow in zip(made.seats, plain.seats, strict=True):
        assert quick.asked > 0
        assert (quick.value, quick.chance) == (pytest.approx(slow.value, abs=ERROR), pytest.approx(slow.chance, abs=ERROR))
        assert (quick.worst is None) == (slow.worst is None)
        if quick.worst is not None and slow.worst is not None:
            assert quick.worst.cost == pytest.approx(slow.worst.cost, abs=ERROR)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["random", "steady", "strong"])
@pytest.mark.parametrize(
    ("variant", "given"),
    [
        ("gauntlet", TWO),
        ("gauntlet", {"rounds": 1, "max_rounds": 2, "blocked_collides": "no", "steal_needs": "any", "dmo": "A"}),
        ("setna", TWO),
        ("setna", {"rounds": 1, "max_rounds": 2, "illegal": "refuse"}),
        ("final", {"rounds": 1, "max_rounds": 2, "priority": "none"}),
    ],
)
def test_the_tables_and_the_plain_rules_find_the_same_best_response(
    name: str, variant: str, given: Values, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responding, "LARGEST", 50_000_000)
    by_the_rules(name, given, find(f"five-card-trick/{variant}"))
