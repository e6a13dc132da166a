"""The search: `strong` looks as far ahead with it as there is time."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.bots import OutOfTime, TimeLeft
from deathmatch.core.seats import Seat
from deathmatch.games.five_card_trick import bot
from deathmatch.games.five_card_trick.bot import Strong
from deathmatch.games.five_card_trick.solver import Effort, judged, searched
from deathmatch.match.dealer import HmacSource
from tests.games.five_card_trick.positions import after, bound

pytestmark = pytest.mark.nightly  # the kernels of the search take the compiler half a minute


class Asked:
    """A budget that notes how often it is asked, and is spent after some questions."""

    def __init__(self, enough: int) -> None:
        self.enough, self.times = enough, 0

    def spent(self) -> bool:
        self.times += 1
        return self.times > self.enough


def test_it_looks_as_far_ahead_as_it_has_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """And it answers at the first question that finds the time over."""
    looked: list[tuple[int, int]] = []
    budget = Asked(100_000)

    def looking(*given: Any) -> Any:
        found = judged(*given)
        looked.append((given[2].depth, budget.times))
        return found

    monkeypatch.setattr(bot, "judged", looking)
    game = bound("gauntlet", {"rounds": 99, "max_rounds": 200})
    view = after("gauntlet", ["A score grow", "B claim steal"], rounds=99, max_rounds=200).view(Seat.A)
    decision = game.decision(view)

    def choose() -> list[tuple[int, int]]:
        looked.clear()
        searched.cache_clear()
        decision.check(Strong(game.terms).choose(view, decision, budget, HmacSource(b"time", "")))
        return list(looked)

    whole = choose()
    assert [count for count, _ in whole] == [1, 2]
    budget = Asked(whole[0][1])
    assert choose() == whole[:1]
    assert budget.times == whole[0][1] + 1
    budget = Asked(0)
    assert [count for count, _ in choose()] == [1], "the quickest search is always made"


def test_long_work_asks_for_time_in_every_slice() -> None:
    """A short budget is kept on every board: no slice solves more than some hundred stages."""
    game = bound("gauntlet", {"rounds": 99, "max_rounds": 200})
    searched.cache_clear()
    budget = Asked(100_000)
    found = judged(game.terms, game.start(), Effort(3, (0.05,)), TimeLeft(budget))
    assert budget.times > found.stages // 400 > 1
    for enough in (0, budget.times // 2, budget.times - 1):
        searched.cache_clear()
        with pytest.raises(OutOfTime):
            judged(game.terms, game.start(), Effort(3, (0.05,)), TimeLeft(Counted(enough)))
