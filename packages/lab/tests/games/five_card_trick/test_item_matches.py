"""Best responses in short matches with items: the same as by the plain rules alone, and what `strong` gives away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from deathmatch.core.errors import UnsolvableError
from deathmatch.core.game import Decision
from deathmatch.core.options import Values
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.games.five_card_trick.bot import Strong, bots
from deathmatch.games.five_card_trick.values import Move
from deathmatch.games.five_card_trick.view import View
from deathmatch_lab import exploiting as responding
from deathmatch_lab.exploiting import ExploitResult, through
from deathmatch_lab.games.five_card_trick.best_response import item_matches
from deathmatch_lab.games.five_card_trick.best_response.item_matches import ItemMatch
from deathmatch_lab.games.five_card_trick.best_response.response import exploiter
from deathmatch_lab.games.five_card_trick.essence import Essence
from deathmatch_lab.solving import SilentReporter

ERROR = 1e-6
ONE: Values = {"rounds": 1, "max_rounds": 1}
TWO: Values = {"rounds": 2, "max_rounds": 2}


def bound(given: Values) -> FiveCardTrick:
    game = find("five-card-trick/final").bind(given)[1]
    assert isinstance(game, FiveCardTrick)
    return game


class Ending:
    """`steady`, but the last round as `strong` plays it, perfectly."""

    def __init__(self, game: FiveCardTrick) -> None:
        self._steady, self._strong, self._last = bots(game)["steady"], Strong(game.terms), game.terms.max_rounds

    def mixture(self, view: View, decision: Decision[Move], /) -> Any:
        bot: Any = self._strong if view.round == self._last else self._steady
        return bot.mixture(view, decision)

    def perfect_from(self, view: View, /) -> bool:
        return view.round == self._last and view.answering is None


class Lost(Ending):
    """The same that does not know that it is perfect."""

    def perfect_from(self, _view: View, /) -> bool:
        return False


def same(one: ExploitResult, other: ExploitResult) -> None:
    for quick, slow in zip(one.seats, other.seats, strict=True):
        assert quick.value == pytest.approx(slow.value, abs=ERROR)
        assert quick.chance == pytest.approx(slow.chance, abs=ERROR)
        assert (quick.worst is None) == (slow.worst is None)
        if quick.worst is not None and slow.worst is not None:
            assert quick.worst.cost == pytest.approx(slow.worst.cost, abs=ERROR)
            assert quick.worst.way == slow.worst.way


@pytest.mark.parametrize(
    "given", [ONE, pytest.param({**TWO, "overload": "none", "reset": "none"}, marks=pytest.mark.nightly)], ids=["one", "priority"]
)
def test_the_plain_rules_find_the_same_best_response(given: Values, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responding, "LARGEST", 50_000_000)
    game = bound(given)
    bot: Any = Lost(game)
    same(ItemMatch(game.terms, SilentReporter()).exploited(bot), through(game, Essence(game), bot, SilentReporter()))


def test_a_round_that_is_played_perfectly_need_not_be_asked_about() -> None:
    game = bound({**TWO, "priority": "none", "reset": "none"})
    match = ItemMatch(game.terms, SilentReporter())
    short, long = (match.exploited(bot) for bot in (Ending(game), Lost(game)))
    same(short, long)
    for few, many in zip(short.seats, long.seats, strict=True):
        assert few.asked == 1 < many.asked
        assert few.loss > 0.01


def test_strong_says_from_where_on_it_is_perfect() -> None:
    game = bound({"rounds": 5, "max_rounds": 5})
    spent = bound({"rounds": 5, "max_rounds": 5, "overload": "none", "priority": "none", "reset": "none"})
    for each, rounds in ((game, 3), (spent, 4)):
        bot, start = Strong(each.terms), each.start()
        for round_ in range(1, 6):
            assert bot.perfect_from(each.view(replace(start, round=round_), Seat.A)) == (6 - round_ <= rounds)
        answering = replace(start, round=5 - rounds, answering=Seat.B)
        assert bot.perfect_from(each.view(answering, Seat.A)), "the rounds after it are perfect"


@pytest.mark.nightly
def test_strong_gives_nothing_away_in_three_rounds_with_items() -> None:
    game = bound({"rounds": 3, "max_rounds": 3})
    found = exploiter(game).exploit(Strong(game.terms), SilentReporter())
    assert found is not None
    assert [seat_result.loss for seat_result in found.seats] == [0.0, 0.0]
    position = game.view(game.start(), Seat.A)
    mixture = Strong(game.terms).mixture(position, game.decision(position))
    stage = ItemMatch(game.terms, SilentReporter()).solved.stage(game.start())
    row = [sum(part for move, part in mixture if move == own) for own in stage.moves.a]
    assert min(row @ stage.payoffs) == pytest.approx(found.seats.a.value, abs=1e-5), "which it would not say without reason"


def test_a_match_in_which_it_would_be_asked_too_often_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(item_matches, "LARGEST", 0)
    game = bound(TWO)
    with pytest.raises(UnsolvableError, match="more than 0 positions; try fewer rounds"):
        ItemMatch(game.terms, SilentReporter()).exploited(bots(game)["steady"])  # type: ignore[arg-type]
