"""Bot `perfect`, what a best response makes of the bots in whole small matches, and which states are alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from deathmatch.bots import registry, solution_folder
from deathmatch.core.bots import MixedStrategyBot
from deathmatch.core.errors import UnsolvableError
from deathmatch.core.game import Variant
from deathmatch.core.options import Values
from deathmatch.core.seats import PUBLIC, Seat
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.games.five_card_trick.bot import Strong, bots
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from deathmatch_lab import exploiting as responding
from deathmatch_lab import solving
from deathmatch_lab.exploiting import ExploitResult, exploit, through
from deathmatch_lab.games.five_card_trick.best_response import response, whole
from deathmatch_lab.games.five_card_trick.best_response.response import exploiter
from deathmatch_lab.games.five_card_trick.best_response.whole import WholeMatch
from deathmatch_lab.games.five_card_trick.essence import Essence
from deathmatch_lab.games.five_card_trick.strategies import Perfect
from deathmatch_lab.solving import SilentReporter
from packages.lab.tests.games.five_card_trick.folders import Kept

GAUNTLET = find("five-card-trick/gauntlet")
TWO: Values = {"rounds": 2, "max_rounds": 2}
ERROR = 1e-6  # of what is kept, and of the crumb that `strong` adds to chances


@pytest.fixture(scope="module")
def solutions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("solutions")
    game = bound(TWO)
    solving.solver(GAUNTLET, game).solve(game.view(game.start(), PUBLIC), Kept(folder / "two"))
    return folder


@pytest.fixture
def solved(solutions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(solution_folder.VARIABLE, str(solutions))


def bound(given: Values) -> FiveCardTrick:
    game = GAUNTLET.bind(given)[1]
    assert isinstance(game, FiveCardTrick)
    return game


def answered(name: str, given: Values) -> ExploitResult:
    game = bound(given)
    return exploit(GAUNTLET, game, registry.pick(GAUNTLET, game, name), SilentReporter())


class Sayer:
    """A bot that says what it plays where it is asked, and no more."""

    def __init__(self, bot: MixedStrategyBot[Any, Any]) -> None:
        self.choose, self.mixture = bot.choose, bot.mixture


def asked(name: str, given: Values) -> ExploitResult:
    """As `answered`, position by position."""
    game = bound(given)
    bot = bots(game)[name]
    assert isinstance(bot, MixedStrategyBot)
    exploited = exploiter(game).exploit(Sayer(bot), SilentReporter())
    assert exploited is not None
    return exploited


# --- perfect


@pytest.mark.usefixtures("solved")
def test_perfect_is_listed_where_its_match_is_solved_and_nowhere_else() -> None:
    assert registry.names(GAUNTLET, TWO) == ("random", "steady", "strong", "perfect")
    assert registry.names(GAUNTLET) == ("random", "steady", "strong")
    assert registry.names(GAUNTLET, {**TWO, "steal_needs": "any"}) == ("random", "steady", "strong")
    with pytest.raises(LookupError, match="no bot perfect; the bots are random, steady, strong"):
        registry.make(GAUNTLET, {"rounds": 2}, "perfect")


def test_a_solution_that_is_not_finished_is_none(solutions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(solution_folder.VARIABLE, str(tmp_path))
    half = tmp_path / "half"
    half.mkdir()
    for file in (solutions / "two").iterdir():
        if "round-001" not in file.name:
            (half / file.name).write_bytes(file.read_bytes())
    assert "perfect" not in registry.names(GAUNTLET, TWO)


@pytest.mark.usefixtures("solved")
def test_perfect_gives_nothing_away() -> None:
    exploited = answered("perfect", TWO)
    assert exploited.seats.a.chance == pytest.approx(3 / 13, abs=ERROR)
    assert exploited.seats.b.chance == pytest.approx(10 / 13, abs=ERROR)


@pytest.mark.usefixtures("solved")
def test_a_solution_that_is_kept_is_read_for_whoever_is_answered(solutions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = answered("strong", TWO)
    monkeypatch.delattr(WholeMatch, "_read")
    with pytest.raises(AttributeError):
        answered("strong", TWO)
    monkeypatch.setenv(solution_folder.VARIABLE, str(solutions / "none"))
    assert answered("strong", TWO) == read


@pytest.mark.usefixtures("solved")
def test_what_the_solution_does_not_know_perfect_plays_as_strong() -> None:
    game = bound(TWO)
    bot = registry.pick(GAUNTLET, game, "perfect")
    assert isinstance(bot, Perfect)
    view = game.view(replace(game.start(), pot=9), Seat.A)
    assert bot.mixture(view, game.decision(view)) == Strong(game.terms).mixture(view, game.decision(view))


# --- The others


def test_who_answers_a_bot_that_cannot_know_wins_as_by_hand() -> None:
    """In a match of one round a tie is B's, so A wins only where B's move lets it."""
    a, b = answered("random", {"rounds": 1, "max_rounds": 1}).seats
    assert (a.value, a.chance) == (0.0, 0.0)
    assert (b.value, b.chance) == (1.0, pytest.approx(4 / 13)), "A plays score claim, and 4 of 13 of B's moves hold that"


def by_the_rules(name: str, given: Values, variant: Variant = GAUNTLET) -> None:
    """The tables say the same of a bot as the plain rules."""
    game = variant.bind(given)[1]
    bot = bots(game)[name]
    assert isinstance(bot, MixedStrategyBot)
    made = exploiter(game).exploit(bot, SilentReporter())
    assert made is not None
    plain = through(game, Essence(game), bot, SilentReporter())
    assert made.positions == plain.positions
    for quick, slow in zip(made.seats, plain.seats, strict=True):
        assert quick.asked > 0 or bot.perfect_from(game.view(game.start(), quick.seat))  # by layers, where nothing is decided yet
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


@pytest.mark.parametrize(("rounds", "positions"), [(2, 293), pytest.param(3, 33_111, marks=pytest.mark.nightly)])
def test_strong_is_optimal_where_it_looks_to_the_end(rounds: int, positions: int) -> None:
    exploited = answered("strong", {"rounds": rounds, "max_rounds": rounds})
    assert exploited.positions == positions
    assert max(seat_result.loss for seat_result in exploited.seats) < ERROR


@pytest.mark.nightly
def test_the_worst_decision_stands_where_a_record_leads() -> None:
    """In three rounds, in which it looks no further than one, `steady` throws away what it had."""
    worst = answered("steady", {"rounds": 3, "max_rounds": 3}).seats.b.worst
    assert worst is not None
    assert len(worst.way) == 2
    lines = "".join(f"{actor} {text}\n" for actor, text in worst.way)
    record = read(f"deathmatch 1\ngame {GAUNTLET.id}\noption rounds 3\noption max_rounds 3\n{lines}", find)
    *_, last = positions(record)
    view = last.game.view(last.state, Seat.B)
    decision = last.game.decision(view)
    mixture = bots(last.game)["steady"].mixture(view, decision)  # type: ignore[attr-defined]
    assert {decision.write(move): pytest.approx(part) for move, part in mixture} == dict(worst.mixture)


def test_a_bot_that_would_be_asked_too_often_is_refused_with_what_can_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response, "LARGEST", 10)
    with pytest.raises(UnsolvableError, match=r"more than 10 positions, 26 of them before round 2; with max_rounds=1 it can be done"):
        asked("steady", {"rounds": 3, "max_rounds": 3})


@pytest.mark.parametrize(
    ("name", "given"),
    [("random", TWO), ("steady", TWO), pytest.param("steady", {"rounds": 3, "max_rounds": 3}, marks=pytest.mark.nightly)],
    ids=["random", "steady", "longer"],
)
def test_who_does_not_look_at_the_score_is_answered_as_if_asked_position_by_position(name: str, given: Values) -> None:
    laid, said = answered(name, given), asked(name, given)
    assert laid.positions == said.positions
    for one, other in zip(laid.seats, said.seats, strict=True):
        assert (one.value, one.chance) == (pytest.approx(other.value, abs=ERROR), pytest.approx(other.chance, abs=ERROR))
        assert one.worst is not None
        assert other.worst is not None
        assert one.worst.cost == pytest.approx(other.worst.cost, abs=ERROR)


@pytest.mark.nightly
def test_of_a_round_that_can_go_too_many_ways_the_likeliest_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    every = answered("random", {"rounds": 3, "max_rounds": 3}).seats
    monkeypatch.setattr(whole, "LIKELIEST", 4)
    few = answered("random", {"rounds": 3, "max_rounds": 3}).seats
    for one, other in zip(every, few, strict=True):
        assert (one.value, one.chance, one.asked) == (other.value, other.chance, other.asked)
        assert one.worst is not None
        assert other.worst is not None
        assert one.worst.cost == pytest.approx(other.worst.cost), "it lies in the first round"


def test_where_claim_priority_is_held_the_rules_alone_are_asked() -> None:
    game = find("five-card-trick/final").bind({})[1]
    assert exploiter(game).exploit(bots(game)["steady"], SilentReporter()) is None  # type: ignore[arg-type]


# --- What is alike
