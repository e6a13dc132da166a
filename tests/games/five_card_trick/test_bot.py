"""The bots of Five-Card Trick: what they may know, what they must see, how strong they are on few matches."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from importlib import resources
from itertools import islice
from typing import Any

import numpy as np
import pytest

from deathmatch.bots import registry
from deathmatch.bots.arena import ArenaBout, run
from deathmatch.bots.budget import Counted
from deathmatch.core.bots import MixedStrategyBot
from deathmatch.core.game import Ask, Over, Variant
from deathmatch.core.options import Values
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games import variants
from deathmatch.games.five_card_trick.bot import bots
from deathmatch.games.five_card_trick.fast import rounds, search, worth
from deathmatch.games.five_card_trick.fast.worth import fitted_worth
from deathmatch.games.five_card_trick.values import Answer, Move, Submission, Variation
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from deathmatch.solve.matrix import solve

pytestmark = pytest.mark.one_variant

VARIANTS = variants("five-card-trick")
SMALL = 260_000  # bytes that the fitted worths together may have

OPTIONS: tuple[Values, ...] = (
    {},
    {"rounds": 3, "max_rounds": 5, "extension": 1},
    {"blocked_collides": "no", "steal_needs": "any", "dmo": "A"},
)


MIXED = "A score grow\nB score grow"  # both bots mix after these events


def walk(variant: Variant, given: Values, label: str) -> Iterator[tuple[Any, Any]]:
    """Every view that owes a decision, with the decision, along one match by `random`."""
    _, game = variant.bind(given)
    bot, source = bots(game)["random"], HmacSource(b"walk", label)
    state = game.start()
    while not isinstance(pending := game.pending(state), Over):
        turn = {}
        for seat in pending.seats:
            view = game.view(state, seat)
            decision = game.decision(view)
            yield view, decision
            turn[seat] = bot.choose(view, decision, Counted(2000), source)
        state = game.play(state, turn)


def after(variant: str, given: Values, lines: str) -> Position:
    """The position after these events, one a line."""
    variant_ = next(v for v in VARIANTS if v.name == variant)
    position = Position.start(variant_, variant_.bind(given)[1])
    for line in lines.strip().splitlines():
        actor, text = line.split(maxsplit=1)
        position, _ = position.accept(actor, text)
    return position


def mixture(position: Position, seat: Seat, name: str) -> Mapping[str, float]:
    """Canonical moves of a bot with their probabilities."""
    bot = bots(position.game)[name]
    assert isinstance(bot, MixedStrategyBot)
    decision = position.decision(seat)
    return {decision.write(move): chance for move, chance in bot.mixture(position.view(seat), decision)}


@pytest.mark.parametrize("given", OPTIONS, ids=["defaults", "short", "others"])
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
@pytest.mark.parametrize("name", ["steady", "strong"])
@pytest.mark.parametrize("count", [2, pytest.param(24, marks=pytest.mark.nightly)])
def test_a_mixture_is_legal_and_adds_up(variant: Variant, name: str, given: Values, count: int) -> None:
    bot = bots(variant.bind(given)[1])[name]
    assert isinstance(bot, MixedStrategyBot)
    for view, decision in islice(walk(variant, given, name), count):
        mixed = bot.mixture(view, decision)
        assert sum(chance for _, chance in mixed) == pytest.approx(1, abs=1e-6)
        assert len({move for move, _ in mixed}) == len(mixed)
        for move, chance in mixed:
            assert chance > 0
            decision.check(move)
            if isinstance(move, Submission):
                barred = view.barred(view.own)
                reset = "reset" in move.items
                assert reset or not barred.offends(sum({1 << card for card in move.cards})), "never a card that would be struck"


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
@pytest.mark.parametrize("name", ["random", "steady", "strong"])
@pytest.mark.parametrize("count", [2, pytest.param(6, marks=pytest.mark.nightly)])
def test_the_same_source_makes_the_same_choices(variant: Variant, name: str, count: int) -> None:
    bot = bots(variant.bind({})[1])[name]
    views = list(islice(walk(variant, {"rounds": 6}, "same"), count))

    def choices() -> list[Move]:
        source = HmacSource(b"seed", "same")
        return [bot.choose(view, decision, Counted(2000), source) for view, decision in views]

    assert choices() == choices()


@pytest.mark.parametrize("name", ["steady", "strong"])
def test_choices_follow_the_mixture(name: str) -> None:
    position = after("gauntlet", {}, MIXED)
    decision, view = position.decision(Seat.A), position.view(Seat.A)
    bot, source, games = bots(position.game)[name], HmacSource(b"lots", name), 3000
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


@pytest.mark.parametrize("name", ["steady", "strong"])
def test_claim_priority_is_used_when_nothing_comes_after(name: str) -> None:
    position = after("final", {"rounds": 1, "max_rounds": 1}, "A score claim\nB grow claim")
    assert isinstance(position.pending, Ask)
    assert mixture(position, Seat.B, name) == {"priority": 1.0}


def test_claim_priority_is_kept_while_the_pot_is_small_and_the_match_long() -> None:
    position = after("final", {}, "A score claim\nB score claim")
    assert position.view(Seat.B).pot == 1
    for name in ("steady", "strong"):
        assert mixture(position, Seat.B, name) == {Answer.PASS.value: 1.0}


def test_an_item_is_not_thrown_away_in_round_one() -> None:
    position = after("final", {}, "")
    for seat in SEATS:
        spent = sum(chance for text, chance in mixture(position, seat, "strong").items() if {"overload", "reset"} & set(text.split()))
        assert spent < 0.5


def test_an_item_left_in_the_last_round_is_no_longer_saved() -> None:
    """Overload plays three cards; with nothing to save it for, not using it would be giving something away."""
    position = after("final", {"rounds": 1, "max_rounds": 1}, "")
    for name in ("steady", "strong"):
        spent = sum(chance for text, chance in mixture(position, Seat.A, name).items() if "overload" in text)
        assert spent > 0.5


@pytest.mark.parametrize("variation", list(Variation))
def test_the_worth_of_a_position_changes_sign_with_the_seats(variation: Variation) -> None:
    known = fitted_worth(variation)
    mirrored = [0, *range(6, 11), *range(1, 6)]
    swapped = -known.table.swapaxes(1, 2)[:, :, :, mirrored]
    rows = range(known.table.shape[1])
    for a in rows:
        for b in rows:
            if a != b:
                assert (known.table[:, a, b] == swapped[:, a, b]).all()
    assert (known.variance > 0).all()
    assert known.table.any()


def signatures() -> dict[str, int]:
    """How many forms of each kernel are ready in this process."""
    return {
        f"{module.__name__}.{name}": len(kernel.signatures)
        for module in (rounds, worth, search)
        for name, kernel in vars(module).items()
        if hasattr(kernel, "signatures")
    }


def warm_and_play() -> tuple[dict[str, int], dict[str, int]]:
    """The forms after warming up, and after a whole match, its end and Claim Priority with it."""
    variant = next(v for v in VARIANTS if v.name == "final")
    registry.warm_all(variant)
    before = signatures()
    run(ArenaBout(variant.id, "strong", "steady", 2, 3, (("rounds", 5),)), jobs=1)
    return before, signatures()


def test_a_warm_bot_compiles_nothing_more() -> None:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as fresh:
        before, after = fresh.submit(warm_and_play).result()
    assert before == after
    assert before[f"{search.__name__}.run"] > 0


def test_data_files_stay_small() -> None:
    folder = resources.files("deathmatch.games.five_card_trick").joinpath("data")
    sizes = {file.name: len(file.read_bytes()) for file in folder.iterdir() if file.name not in ("showcase.dm", "levels.json")}
    assert set(sizes) == {f"{variation.value}.npz" for variation in Variation}
    assert sum(sizes.values()) < SMALL


def test_a_worth_has_the_levels_and_shapes_that_it_says() -> None:
    known = fitted_worth(Variation.FINAL)
    count = int(known.row.max()) + 1
    assert known.table.shape[1:4] == (count, count, 11)
    assert known.light.shape == (known.table.shape[0], count, 32)
    assert known.item.shape[1:] == (8, count)


# On few matches and a fixed seed, far from the edge of what chance could do; the real figures are in docs/bots.md.


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_steady_beats_random(variant: Variant) -> None:
    assert run(ArenaBout(variant.id, "steady", "random", 20, 1), jobs=1).wins["a"] >= 18


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["setna", "final"])
def test_strong_beats_steady(name: str) -> None:
    assert run(ArenaBout(f"five-card-trick/{name}", "strong", "steady", 40, 1), jobs=1).wins["a"] >= 21


@pytest.mark.nightly
def test_strong_beats_steady_where_it_thinks_for_a_second() -> None:
    bout = ArenaBout("five-card-trick/gauntlet", "strong", "steady", 20, 1, (("rounds", 4), ("max_rounds", 6)))
    assert run(bout, jobs=1).wins["a"] >= 12
