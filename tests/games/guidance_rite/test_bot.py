"""The bots of Guidance Rite: always legal, they see what stands to be won and lost, and they beat whoever is weaker."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.bots import registry
from deathmatch.bots.arena import ArenaBout, run
from deathmatch.bots.budget import Counted
from deathmatch.core.game import Ask
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite import battle, bot, values
from deathmatch.games.guidance_rite.bot import STRONG, bots
from deathmatch.games.guidance_rite.values import Item, Turn
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from tests.games.guidance_rite.matches import GUARDIANS, SMALL, advanced, play, scattered, start

NAMES = ("random", "steady", "strong")
LOOKING = NAMES[1:]
ENOUGH = 400  # units of work
OPTIONS: list[dict[str, Any]] = [
    {"size": "4x4", "turns": "simultaneous", "powers": "any", "crossing": "clash"},
    {"size": "3x4", "board": "free", "removals": "all", "draw_from": "reached", "draw_turns": 2},
]


def chosen(name: str, position: Position, seat: Seat = Seat.A, seed: str = "1", thinking: int = ENOUGH) -> Any:
    view = position.game.view(position.state, seat)
    return bots(position.game)[name].choose(view, position.decision(seat), Counted(thinking), HmacSource(b"bots", seed))


def answer(name: str, position: Position, seat: Seat = Seat.A) -> str:
    return position.decision(seat).write(chosen(name, position, seat))


@pytest.mark.parametrize("given", OPTIONS)
@pytest.mark.parametrize("variant", ["guardians", "final"])
@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.nightly)])
def test_every_choice_is_legal_and_comes_again_from_the_same_source(variant: str, given: dict[str, Any], step: int) -> None:
    extra = {"rotate": "both", "swap": "A", "honour": "B"} if variant == "final" else {}
    position, source = start(variant, {**given, **extra}), HmacSource(b"walk", f"{variant} {given}")
    for ply in range(36):
        if isinstance(position.pending, Ask) and ply % step == 0:  # 5 and 3 share no factor, so all budgets come up
            seat = position.owing[0]
            for name in NAMES:
                thinking = (0, 3, 60)[ply % 3]
                move = chosen(name, position, seat, str(ply), thinking)
                position.decision(seat).check(move)
                assert move == chosen(name, position, seat, str(ply), thinking)
        position = advanced(position, source)
        if position.over is not None:
            break


@pytest.mark.parametrize("name", LOOKING)
def test_the_last_piece_is_captured_where_it_can_be(name: str) -> None:
    position = play("guardians", ["deal board . B:P5 . | A:P3 A:P127 . | A:P1 A:P2 ."], **SMALL)
    assert answer(name, position) == "B2-B3"


@pytest.mark.parametrize("name", LOOKING)
@pytest.mark.parametrize("thinking", [0, ENOUGH])
def test_the_last_piece_is_captured_with_no_time_to_think_too(name: str, thinking: int) -> None:
    position = play("guardians", ["deal board . B:P5 . | A:P3 A:P127 . | A:P1 A:P2 ."], **SMALL)
    move = chosen(name, position, thinking=thinking)
    assert values.text(move, position.game.terms.grid) == "B2-B3"


@pytest.mark.parametrize("name", LOOKING)
def test_no_piece_is_handed_over(name: str) -> None:
    """A2 is safe; on B1 the piece is captured, and it is the last one."""
    position = play("guardians", ["deal board . . B:P5 | . B:P5 . | A:P13 . ."], **SMALL)
    assert answer(name, position) == "A1-A2"


@pytest.mark.parametrize("name", LOOKING)
def test_a_piece_that_is_guarded_is_left_alone(name: str) -> None:
    """B2 may be captured by the better piece, which is captured in turn: 5 arrows for none."""
    position = play("guardians", ["deal board . B:P5 . | . B:P . | A:P12345 . ."], **SMALL)
    assert answer(name, position) in ("A1-A2", "A1-B1")


@pytest.mark.parametrize("name", LOOKING)
def test_who_would_lose_a_drawn_bout_captures_while_there_is_time(name: str) -> None:
    """B is behind and may capture on B2, where it is captured in turn. It does so only where a quiet turn ends the bout (R52)."""
    events = ["deal board B:P45 B:P1 . | . A:P . | A:P2 . A:P37", "A C1-B1"]
    assert answer(name, play("guardians", events, **SMALL, quiet_turns=1), Seat.B) == "A3-B2"
    assert answer(name, play("guardians", events, **SMALL), Seat.B) == "A3-A2"


def lookout(position: Position, thinking: int) -> bot.Search:
    """A search for A with a budget."""
    return bot.Search(position.game.terms, position.state.bout, STRONG.limits, Counted(thinking), replays=True)


def test_a_turn_that_is_found_to_lose_is_not_kept_when_the_budget_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two turns the one that looks better walks into B's piece, as is seen one turn deeper; there is time for that one only."""
    position = play("guardians", ["deal board . . B:P5 | . B:P5 . | A:P13 . ."], **SMALL)
    search_ = lookout(position, 0)
    safe, lost = sorted(search_.movements(HmacSource(b"bots", "1")), key=lambda option: str(position.decision(Seat.A).write(option.turn)))
    after = search_.after

    def once(option: bot.CandidateTurn, *given: int) -> int:
        if option.word == safe.word:
            raise bot.Spent
        return after(option, *given)

    monkeypatch.setattr(search_, "after", once)
    options, whole = search_.deepened([lost, safe], 1)
    assert not whole
    assert [option.word for option in options] == [safe.word, lost.word]


@pytest.mark.parametrize("name", LOOKING)
def test_a_power_that_saves_a_piece_is_used(name: str) -> None:
    """B2 captures A1 next, which can neither move nor be guarded; the monster on B1 takes B2's only arrow."""
    position = play("guardians", ["deal board B:P . A:P7 | . B:P6 . | A:L5678 A:M5 ."], **SMALL)
    assert answer(name, position) == "C3-B3 monster B1 B2 SW"


def test_an_item_that_wins_is_used() -> None:
    """B cannot move. A1 goes up until neither can, and B has more pieces; B4 turned by 180 degrees captures three of them before."""
    deal = "deal board . A:P1 A:P | . B:P A:P | . B:P B:P | A:P1 B:P B:P"
    position = play("final", [deal], **{**SMALL, "size": "3x4", "rotate": "A"})
    assert answer("strong", position) == "rotate B4 180 A1-A2"


def test_every_use_of_an_item_that_is_looked_at_is_legal() -> None:
    terms = start("final", {"size": "4x4"}).game.terms
    source = HmacSource(b"items", "1")
    for _ in range(10):
        board = scattered(terms, source, 13)
        for item in Item:
            for use in bot.uses(terms, board, Seat.A, item):
                after, still = battle.used(board, use), battle.still(board, Seat.A, use)
                for way, manner in battle.movements(terms, after, Seat.A, still):
                    battle.check_turn(terms, board, Seat.A, tuple(Item), Turn(*battle.written(way, manner), use))


@pytest.mark.parametrize("variant", ["guardians", pytest.param("final", marks=pytest.mark.nightly)])
def test_steady_beats_random(variant: str) -> None:
    result = run(ArenaBout(f"guidance-rite/{variant}", "steady", "random", 4, 1, (("best_of", "1"),)), jobs=1)
    assert result.wins["a"] == 4


def test_the_bots_stand_weakest_first() -> None:
    assert registry.names(GUARDIANS) == NAMES


def test_a_turn_in_turn_uses_no_more_than_its_budget_allows() -> None:
    """Each unit is one more turn looked at; once spent, it is not asked for long."""

    class Spy:
        asked = 0

        def spent(self) -> bool:
            self.asked += 1
            return self.asked > 5

    position = play("guardians", ["deal board B:P4 B:P1 B:P56 | A:P35 . . | A:P2 A:P7 A:P3"], **SMALL)
    budget = Spy()
    view = position.game.view(position.state, Seat.A)
    move = bots(position.game)["strong"].choose(view, position.decision(Seat.A), budget, HmacSource(b"bots", "1"))
    assert isinstance(move, Turn)
    assert budget.asked <= 8
