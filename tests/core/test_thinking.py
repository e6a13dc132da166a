"""Long work in slices, and results that are remembered: a counted budget ends at the same slice, whatever was worked out before."""

from __future__ import annotations

import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.bots import UNLIMITED, OutOfTime, TimeLeft, remembered


def test_a_result_that_is_remembered_takes_the_slices_that_it_took_at_first() -> None:
    calls: list[int] = []

    @remembered(2)
    def doubled(number: int, time: TimeLeft = UNLIMITED) -> int:
        calls.append(number)
        for _ in range(number):
            time.check()
        return 2 * number

    budget = Counted(5)
    assert doubled(3, TimeLeft(budget)) == 6
    with pytest.raises(OutOfTime):
        doubled(3, TimeLeft(budget))
    assert doubled(3, TimeLeft(Counted(3))) == doubled(3) == 6
    assert calls == [3], "it is worked out once"
    doubled.cache_clear()
    assert doubled(3) == 6
    assert calls == [3, 3]


def test_work_that_ran_out_of_time_is_not_remembered() -> None:
    @remembered(2)
    def done(number: int, time: TimeLeft = UNLIMITED) -> int:
        time.check()
        return number

    with pytest.raises(OutOfTime):
        done(1, TimeLeft(Counted(0)))
    assert done(1, TimeLeft(Counted(1))) == 1
