from __future__ import annotations

import pytest

from deathmatch.bots import budget
from deathmatch.bots.budget import Counted, Deadline


def test_a_counted_budget_is_spent_once_it_was_asked_so_often() -> None:
    counted = Counted(2)
    assert [counted.spent() for _ in range(4)] == [False, False, True, True]
    assert Counted(0).spent()


def test_a_deadline_is_spent_at_that_very_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(budget, "monotonic", lambda: now[0])
    deadline = Deadline(2.5)
    assert not deadline.spent()
    now[0] = 102.4
    assert not deadline.spent()
    now[0] = 102.5
    assert deadline.spent()
