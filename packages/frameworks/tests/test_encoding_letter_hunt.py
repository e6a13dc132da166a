"""Chance and resampling of a small Letter Hunt against every deal and every hidden choice, gone through one by one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Ask, Over
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.letter_hunt import LetterHunt
from deathmatch.games.letter_hunt.rules import HandsDeal, LoseDeal, OfferDeal, Onlookers, PickDeal
from deathmatch.games.letter_hunt.values import ALPHABET, Due, Sizes
from deathmatch.library.game import load_game
from deathmatch.match.dealer import HmacSource
from deathmatch_frameworks.encoding import Encoding, load_encoding
from deathmatch_frameworks.games.letter_hunt.encoding import encoding as encoding_of_game
from packages.frameworks.tests.posteriors import every_deal, fits, posterior, sampled
from tests.conformance.cases import Step

SMALL = Sizes("ABCDEF", 2, (("ABCD", 2), ("EF", 1)))
STATES = 600  # sampled for a view
SAMPLES = 1500  # of a deal

ONE_HOLD = {"first": "A", "holds": 1}
small_games = pytest.mark.parametrize(
    ("name", "options", "number"),
    [
        ("gambit", ONE_HOLD, 0),
        ("gambit", {"first": "B", "holds": 0, "onlookers": 2, "onlooker_letters": "split"}, 0),
        ("colosseum", {"first": "A", "turn_limit": 2}, 0),
        pytest.param("gambit", ONE_HOLD, 1, marks=pytest.mark.nightly),
        pytest.param("gambit", {"first": "A", "holds": 2}, 0, marks=pytest.mark.nightly),
        pytest.param("gambit", {"first": "A", "holds": 2}, 1, marks=pytest.mark.nightly),
        pytest.param("colosseum", {"first": "A", "turn_limit": 2}, 1, marks=pytest.mark.nightly),
    ],
)


def small(name: str, options: dict[str, Any]) -> tuple[LetterHunt, Encoding]:
    loaded = load_encoding(load_game(f"letter-hunt/{name}", options))
    rules: Any = loaded.game.rules
    game = LetterHunt(replace(rules.terms, sizes=SMALL))
    return game, replace(loaded, game=replace(loaded.game, rules=game), of_game=encoding_of_game(game))


def played(game: LetterHunt, source: RandomSource) -> list[Step]:
    """A match of random moves with short words of the small alphabet."""
    state, steps = game.start(), list[Step]()
    while not isinstance(pending := game.pending(state), Over):
        if not isinstance(pending, Ask):
            deal = pending.chance.sample(source)
            steps.append(Step(state, deal=deal))
            state = game.deal(state, deal)
            continue
        turn = {}
        for seat in pending.seats:
            decision = game.decision(game.view(state, seat))
            move = decision.sample(source)
            if pending.name == "turn" and decision.count() is None:
                move = decision.read("word " + "".join(source.choice(SMALL.letters) for _ in range(3 + len(steps))))
            turn[seat] = move
        steps.append(Step(state, turn))
        state = game.play(state, turn)
        if len(steps) > 12:
            break
    return [*steps, Step(state)]


@small_games
def test_resampled_states_come_as_often_as_every_way_through_the_set_up_makes_them(name: str, options: dict[str, Any], number: int) -> None:
    game, encoding = small(name, options)
    compared = 0
    steps = played(game, HmacSource(name.encode(), f"{options}{number}"))
    first = next(at for at, step in enumerate(steps) if getattr(game.pending(step.state), "name", "") == "turn")
    for end in {first, min(first + 3, len(steps))}:
        seat = SEATS[(number + end) % 2]
        exact = posterior(game, steps[:end], seat, every_deal(encoding))
        states = sampled(encoding, game.view(steps[end - 1].state, seat), STATES)
        assert fits(exact, states), (end, seat)
        compared += len(exact) > 1
    assert compared, "there was nothing to choose from"


def test_the_comparison_notices_a_sampler_that_ignores_how_a_hand_came_about() -> None:
    game, encoding = small("gambit", {"first": "A", "holds": 1})
    steps = played(game, HmacSource(b"gambit", "wrong"))
    end = next(number for number, step in enumerate(steps) if getattr(game.pending(step.state), "name", "") == "turn") + 1
    exact = posterior(game, steps[:end], Seat.A, every_deal(encoding))
    states = list(exact)
    source = HmacSource(b"wrong", "sampler")
    assert not fits(exact, [source.choice(states) for _ in range(STATES)])
    assert not fits(exact, [max(exact, key=lambda state: exact[state])] * STATES)


@pytest.mark.parametrize(
    "chance",
    [
        HandsDeal(Due.HANDS, "ABCDEF", BySeat(2, 2)),
        HandsDeal(Due.REDRAW, "ABCDE", BySeat(0, 2)),
        HandsDeal(Due.REDRAW, "ABCDE", BySeat(2, 1)),
        Onlookers("ABCDE", 3),
        OfferDeal(SMALL),
        PickDeal(BySeat("ABCDE", ""), 3),
        PickDeal(BySeat("ABC", "DEF"), 2),
        LoseDeal("ACE"),
    ],
    ids=lambda chance: f"{chance.name}-{chance}"[:60],
)
def test_the_factors_go_through_every_deal_once_and_samples_come_as_often(chance: Any) -> None:
    encoding = load_encoding(load_game("letter-hunt/gambit"))
    deals = dict[Any, Fraction]()
    for deal, weight in every_deal(encoding)(chance, Step(None), Step(None)):
        assert deal not in deals
        chance.check(deal)
        deals[deal] = weight
    assert sum(deals.values()) == 1
    listed = chance.deals()
    assert listed is None or set(listed) == set(deals)
    source = HmacSource(b"samples", chance.name)
    assert fits(deals, [chance.sample(source) for _ in range(SAMPLES)])


@pytest.mark.parametrize("chance", [HandsDeal(Due.HANDS, ALPHABET, BySeat(5, 5)), OfferDeal(Sizes())], ids=["hands", "offer"])
def test_the_first_letters_of_large_deals_come_as_often_as_their_factors_say(chance: Any) -> None:
    encoding, source = load_encoding(load_game("letter-hunt/gambit")), HmacSource(b"large", chance.name)
    paths = [encoding.path(chance, chance.sample(source)) for _ in range(SAMPLES)]
    firsts = {
        (one, two): first * second
        for one, first in encoding.chance_outcomes(chance)
        for two, second in encoding.chance_outcomes(chance, (one,))
    }
    assert fits(firsts, [path[:2] for path in paths])
    half = len(paths[0]) // 2  # seat B's letters, after some of seat A's
    start = paths[0][:half]
    assert sum(part for _, part in encoding.chance_outcomes(chance, start)) == 1
