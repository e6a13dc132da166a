"""Best responses that are kept round by round: the same as with all rounds in memory, also after a stop."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from deathmatch.bots import registry
from deathmatch.core.errors import UnsolvableError
from deathmatch.core.options import Values
from deathmatch.core.seats import PUBLIC
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch_lab import solving
from deathmatch_lab.exploiting import ExploitResult
from deathmatch_lab.games.five_card_trick.best_response import whole
from deathmatch_lab.games.five_card_trick.best_response.response import exploiter
from deathmatch_lab.games.five_card_trick.facts import known_value
from deathmatch_lab.games.five_card_trick.solver.induction import Induction
from deathmatch_lab.solving import Reporter, SilentReporter
from packages.lab.tests.games.five_card_trick.folders import Kept

ROUNDS = 2
NEAR = 2e-6  # the mixtures of a round
ITEMLESS = {"overload": "none", "priority": "none", "reset": "none"}


class Stopped(Exception):
    """The process was killed."""


class Stopping(Kept):
    """The same for a process that is killed while it keeps an array."""

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__(folder)
        self._name = name

    def keep(self, name: str, array: Any, /) -> None:
        if name == self._name:
            raise Stopped
        super().keep(name, array)


def bound(variant: str = "gauntlet", rounds: int = ROUNDS) -> FiveCardTrick:
    given: Values = {"rounds": rounds, "max_rounds": rounds, **(ITEMLESS if variant == "final" else {})}
    game = find(f"five-card-trick/{variant}").bind(given)[1]
    assert isinstance(game, FiveCardTrick)
    return game


def answered(bot: str, work: Reporter, game: FiveCardTrick) -> ExploitResult:
    variant = find(f"five-card-trick/{game.terms.variation.value}")
    found = exploiter(game).exploit(registry.pick(variant, game, bot), work)  # type: ignore[arg-type]
    assert found is not None
    return found


def numbers(found: ExploitResult) -> ExploitResult:
    """Without the costliest decisions."""
    return ExploitResult(found.seats.map(lambda seat_result: replace(seat_result, worst=None)), found.positions)


@pytest.mark.parametrize("bot", ["steady", "strong"])
@pytest.mark.parametrize(("variant", "rounds"), [("gauntlet", 2), pytest.param("final", 3, marks=pytest.mark.nightly)])
def test_rounds_in_a_folder_say_the_same_as_all_rounds_in_memory(variant: str, rounds: int, bot: str, tmp_path: Path) -> None:
    game = bound(variant, rounds)
    kept, whole = answered(bot, Kept(tmp_path / "kept"), game), numbers(answered(bot, SilentReporter(), game))
    assert kept.positions == whole.positions
    for seat, other in zip(kept.seats, whole.seats, strict=True):
        assert seat == replace(other, chance=seat.chance)
        assert seat.chance == pytest.approx(other.chance, abs=rounds * NEAR)


@pytest.mark.parametrize("name", ["round-002-answered-exact-runs", "round-002-answered-b", "round-001-answered-a"])
def test_a_stopped_computation_goes_on_after_the_last_whole_round(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, folder = bound(), tmp_path / "kept"
    with pytest.raises(Stopped):
        answered("steady", Stopping(folder, name), game)
    rounds: list[int] = []
    chances = whole.chances

    def watched(induction: Any, round_: int, *rest: Any) -> Any:
        rounds.append(round_)
        return chances(induction, round_, *rest)

    monkeypatch.setattr(whole, "chances", watched)
    found = answered("steady", Kept(folder), game)
    stopped = int(name.split("-")[1])
    assert rounds == list(range(stopped, 0, -1))
    monkeypatch.undo()
    assert found == numbers(answered("steady", SilentReporter(), game))
    kept = sorted(file.name for file in folder.glob("*answered*"))
    assert {file[:9] for file in kept} == {"round-001"}, "each round takes the place of the one after it"


def test_a_finished_computation_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, folder = bound(rounds=2), tmp_path / "kept"
    found = answered("strong", Kept(folder), game)
    monkeypatch.delattr(whole, "chances")
    assert answered("strong", Kept(folder), game) == found


def test_with_a_solution_that_is_kept_only_the_chances_are_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, solution = bound(), Kept(tmp_path / "solution")
    without = answered("steady", Kept(tmp_path / "kept"), game)
    variant = find("five-card-trick/gauntlet")
    solving.solver(variant, game).solve(game.view(game.start(), PUBLIC), solution)
    found = exploiter(game).consult([solution])
    assert found is not None
    monkeypatch.delattr(Induction, "solve")
    bot = registry.pick(variant, game, "steady")
    assert found.exploit(bot, Kept(tmp_path / "new")) == without  # type: ignore[arg-type]
    with pytest.raises(UnsolvableError, match="solved differ; name another folder"):
        found.exploit(bot, Kept(tmp_path / "kept"))  # type: ignore[arg-type]


def test_a_match_whose_value_ships_is_not_solved_once_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = bound()
    without = answered("steady", Kept(tmp_path / "kept"), game)
    monkeypatch.delattr(Induction, "solve")
    monkeypatch.setattr(whole, "known_value", lambda _terms: without.seats.a.value)
    assert answered("steady", Kept(tmp_path / "new"), game) == without


@pytest.mark.parametrize(
    ("variant", "options", "value"),
    [
        ("gauntlet", {}, 0.499719),
        ("setna", {"illegal": "refuse"}, 0.499719),
        ("final", ITEMLESS, 0.499993),
        ("final", {}, None),
        ("gauntlet", {"max_rounds": 25}, None),
        ("setna", {"dmo": "A"}, None),
    ],
)
def test_the_value_of_a_whole_match_ships_for_the_options_of_the_book(variant: str, options: Values, value: float | None) -> None:
    game = find(f"five-card-trick/{variant}").bind(options)[1]
    assert isinstance(game, FiveCardTrick)
    assert known_value(game.terms) == value


def test_a_folder_is_about_one_bot_and_one_match(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    answered("steady", Kept(folder), bound(rounds=2))
    with pytest.raises(UnsolvableError, match="bot differ; name another folder"):
        answered("strong", Kept(folder), bound(rounds=2))
    with pytest.raises(UnsolvableError, match="counts differ; name another folder"):
        answered("steady", Kept(folder), bound(rounds=3))
